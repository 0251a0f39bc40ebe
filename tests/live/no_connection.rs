//! Ways not to reach a cluster: exit 1, a hint, and nothing on standard output.

use std::fs;

use crate::control_plane::server;
use crate::program::{Person, Said, bare};

fn refused(said: &Said, word: &str) {
    assert_eq!((said.code, said.out.as_str()), (1, ""), "{said:?}");
    assert!(said.err.contains(word) && said.err.contains("\nhint: "), "{said:?}");
}

#[test]
fn whoever_cannot_connect_is_told_what_to_do() {
    let namespace = server().namespace();
    let person = Person::new(server(), &namespace);
    refused(&person.call(&["diagnose", "run", "--context", "nowhere"]), "context \"nowhere\" does not exist");
    let home = tempfile::tempdir().unwrap();
    refused(&bare(home.path(), &[], &["diagnose", "run"]), "no kubeconfig");
    let missing = home.path().join("config");
    let missing = missing.to_str().unwrap();
    refused(&bare(home.path(), &[], &["diagnose", "run", "--kubeconfig", missing]), missing);
    let expired = fs::read_to_string(person.kubeconfig()).unwrap().replace(person.user.token(), "expired");
    fs::write(missing, expired).unwrap();
    for target in ["run", "job/run", "tj/run"] {
        let said = bare(home.path(), &[], &["diagnose", target, "--kubeconfig", missing]);
        refused(&said, "You must be logged in to the server");
    }
}
