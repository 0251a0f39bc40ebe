//! Ways not to reach a cluster: exit 1, a hint, and nothing on standard output.

use std::fs;
use std::net::TcpListener;

use crate::control_plane::server;
use crate::program::{Person, Said, bare};
use crate::runs::job;

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

#[test]
fn a_server_that_is_not_the_one_meant_is_not_spoken_to() {
    let (admin, namespace) = (server().admin(), server().namespace());
    admin.apply_yaml(&job(&namespace, "run", 1, "", 0));
    let person = Person::reader(server(), &namespace);
    refused(&person.call(&["diagnose", "job/run", "--tls-server-name", "other.example.org"]), "certificate");
    let home = tempfile::tempdir().unwrap();
    let other = home.path().join("ca.crt");
    let key = rcgen::KeyPair::generate().unwrap();
    let mut authority = rcgen::CertificateParams::new(Vec::new()).unwrap();
    authority.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
    fs::write(&other, authority.self_signed(&key).unwrap().pem()).unwrap();
    let other = ["diagnose", "job/run", "--certificate-authority", other.to_str().unwrap()];
    refused(&person.call(&other), "certificate-authority");
    // It is a decision to speak to it all the same.
    let said = person.call(&["diagnose", "job/run", "--insecure-skip-tls-verify", "-o", "json"]);
    assert_eq!(said.report()["target"]["name"], "run", "{said:?}");
    let port = server().url().rsplit_once(':').unwrap().1.to_owned();
    let plain = format!("http://127.0.0.1:{port}");
    refused(&person.call(&["diagnose", "job/run", "--server", &plain]), "HTTP request to an HTTPS server");
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    refused(&person.call(&["diagnose", "job/run", "--server", &format!("https://{nobody}")]), "refused");
}
