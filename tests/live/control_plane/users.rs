//! Who speaks to the server.
//!
//! Owns the names and tokens. The server reads them once, when it starts, so those for tests are made in advance.

use std::sync::atomic::{AtomicUsize, Ordering};

/// How many tests can have somebody of their own.
const FOR_TESTS: usize = 500;

/// Somebody the server knows.
#[derive(Clone, Debug)]
pub struct User {
    /// The name, as in role bindings and in the audit log.
    pub name: String,
    token: String,
    group: &'static str,
}

impl User {
    fn new(name: &str, group: &'static str) -> Result<Self, String> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|error| error.to_string())?;
        let token = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Self { name: name.to_owned(), token, group })
    }

    /// What proves it.
    pub fn token(&self) -> &str {
        &self.token
    }
}

/// All users of one server: the administrator, the components, and those for tests.
pub struct Users {
    admin: User,
    components: Vec<User>,
    for_tests: Vec<User>,
    next: AtomicUsize,
}

impl Users {
    /// New ones, with tokens that nobody else knows.
    pub fn new() -> Result<Self, String> {
        // The first two are names to which the server itself binds roles.
        let components = [
            User::new("system:kube-controller-manager", "")?,
            User::new("system:kube-scheduler", "")?,
            User::new("kwok", "system:masters")?,
        ];
        let for_tests = (0..FOR_TESTS).map(|number| User::new(&format!("user-{number}"), ""));
        Ok(Self {
            admin: User::new("admin", "system:masters")?,
            components: components.into(),
            for_tests: for_tests.collect::<Result<_, _>>()?,
            next: AtomicUsize::new(0),
        })
    }

    /// Whoever may do everything.
    pub fn admin(&self) -> &User {
        &self.admin
    }

    /// A component, by its name.
    pub fn component(&self, name: &str) -> &User {
        self.components.iter().find(|user| user.name == name).expect("no such component")
    }

    /// Somebody nobody else has.
    pub fn another(&self) -> User {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        self.for_tests.get(number).expect("more tests than users").clone()
    }

    /// The server's token file.
    pub fn token_file(&self) -> String {
        let everybody = [&self.admin].into_iter().chain(&self.components).chain(&self.for_tests);
        everybody.map(|user| format!("{},{n},{n},{}\n", user.token, user.group, n = user.name)).collect()
    }
}
