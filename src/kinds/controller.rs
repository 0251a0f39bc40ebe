//! Who reconciles a kind.

use std::borrow::Cow;

type Text = Cow<'static, str>;

/// Who reconciles a kind. Names are the projects' own defaults; Helm releases may rename them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Controller {
    /// What people call it.
    pub name: Text,
    /// Namespaces it is usually installed in, most usual first.
    pub namespaces: Vec<Text>,
    /// Its Deployment.
    pub deployment: Option<Text>,
    /// Its Lease, if it elects a leader by default.
    pub lease: Option<Text>,
    /// Field managers that are it.
    pub managers: Vec<Text>,
}

impl Controller {
    /// A controller by its usual names.
    #[must_use]
    pub fn new(name: &'static str, namespaces: &[&'static str], deployment: &'static str) -> Self {
        Self {
            name: name.into(),
            namespaces: namespaces.iter().map(|name| Cow::Borrowed(*name)).collect(),
            deployment: Some(deployment.into()),
            lease: None,
            managers: Vec::new(),
        }
    }

    /// With a Lease.
    #[must_use]
    pub fn lease(mut self, name: &'static str) -> Self {
        self.lease = Some(name.into());
        self
    }

    /// With the names it writes under.
    #[must_use]
    pub fn managers(mut self, names: &[&'static str]) -> Self {
        self.managers = names.iter().map(|name| Cow::Borrowed(*name)).collect();
        self
    }
}
