//! Which file, which word, which error.

use std::fs;

use tempfile::TempDir;

use super::*;

const ONE: &str = "\
apiVersion: v1
kind: Config
current-context: prod
contexts:
- name: prod
  context: {cluster: prod, user: alice, namespace: ml}
- name: bare
  context: {cluster: prod}
clusters:
- name: prod
  cluster: {server: 'https://prod.example:6443', certificate-authority: certs/ca.crt}
users:
- name: alice
  user: {tokenFile: token, client-certificate: alice.crt, client-key: /abs/alice.key}
";

const TWO: &str = "\
apiVersion: v1
kind: Config
current-context: dev
contexts:
- name: dev
  context: {cluster: dev, user: alice}
- name: dangling
  context: {cluster: gone, user: alice}
- name: nobody
  context: {cluster: dev, user: gone}
clusters:
- name: dev
  cluster: {server: 'http://dev.example'}
- name: prod
  cluster: {server: 'https://impostor.example'}
users: null
";

fn home() -> (TempDir, Connection) {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("one"), ONE).unwrap();
    fs::write(home.path().join("two"), TWO).unwrap();
    let list = ["one", "missing", "two"].map(|name| home.path().join(name));
    let kubeconfig_env = Some(std::env::join_paths(list).unwrap());
    (home, Connection { kubeconfig_env, ..Connection::default() })
}

#[test]
fn point_16_missing_members_of_the_list_are_skipped_and_the_first_word_wins() {
    let (_home, connection) = home();
    let found = place(&connection).unwrap();
    assert_eq!(found.context.as_deref(), Some("prod"));
    assert_eq!(found.cluster.server.as_deref(), Some("https://prod.example:6443"));
    let dev = place(&Connection { context: Some("dev".to_owned()), ..connection }).unwrap();
    assert_eq!((dev.cluster.server.as_deref(), dev.namespace.as_str()), (Some("http://dev.example"), "default"));
}

#[test]
fn point_16_relative_paths_lie_beside_their_file() {
    let (home, connection) = home();
    let found = place(&connection).unwrap();
    let beside = |name: &str| Some(home.path().join(name).to_string_lossy().into_owned());
    assert_eq!(found.cluster.certificate_authority, beside("certs/ca.crt"));
    assert_eq!(found.user.token_file, beside("token"));
    assert_eq!(found.user.client_certificate, beside("alice.crt"));
    assert_eq!(found.user.client_key.as_deref(), Some("/abs/alice.key"));
}

#[test]
fn point_16_a_file_named_by_flag_must_exist_and_is_the_only_one() {
    let (home, connection) = home();
    let missing = home.path().join("missing");
    let error = place(&Connection { kubeconfig: Some(missing.clone()), ..connection.clone() }).unwrap_err();
    assert_eq!(error.to_string(), format!("stat {}: no such file or directory", missing.display()));
    let only = Connection { kubeconfig: Some(home.path().join("two")), ..connection };
    assert_eq!(place(&only).unwrap_err().to_string(), "auth info \"alice\" does not exist; known users: none");
}

#[test]
fn point_17_unknown_names_are_told_with_the_known_ones() {
    let (_home, connection) = home();
    let nope = || Some("nope".to_owned());
    for (connection, text) in [
        (
            Connection { context: nope(), ..connection.clone() },
            "context \"nope\" does not exist; known contexts: bare, dangling, dev, nobody, prod",
        ),
        (
            Connection { cluster: nope(), ..connection.clone() },
            "cluster \"nope\" does not exist; known clusters: dev, prod",
        ),
        (Connection { user: nope(), ..connection.clone() }, "auth info \"nope\" does not exist; known users: alice"),
        (
            Connection { context: Some("dangling".to_owned()), ..connection.clone() },
            "cluster \"gone\" does not exist; known clusters: dev, prod",
        ),
        (
            Connection { context: Some("nobody".to_owned()), ..connection },
            "auth info \"gone\" does not exist; known users: alice",
        ),
    ] {
        assert_eq!(place(&connection).unwrap_err().to_string(), text);
    }
}

#[test]
fn point_18_the_namespace_of_the_flag_comes_before_that_of_the_context() {
    let (_home, connection) = home();
    assert_eq!(place(&connection).unwrap().namespace, "ml");
    let flag = Connection { namespace: Some("research".to_owned()), ..connection.clone() };
    assert_eq!(place(&flag).unwrap().namespace, "research");
    let bare = Connection { context: Some("bare".to_owned()), ..connection };
    assert_eq!(place(&bare).unwrap().namespace, "default");
}

#[test]
fn half_a_file_is_told_by_place_and_without_its_text() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("half");
    for text in ["users:\n- name: a\n  user: {token: hush-hush", "[1, hush-hush]", "a: b: hush-hush"] {
        fs::write(&path, text).unwrap();
        let error = place(&Connection { kubeconfig: Some(path.clone()), ..Connection::default() }).unwrap_err();
        assert!(matches!(error, ConnectError::MalformedKubeconfig { .. }), "{error}");
        assert!(!format!("{error} {error:?}").contains("hush"), "{error}");
        assert!(error.to_string().contains("(line "), "{error}");
    }
    fs::write(&path, [0xff_u8, 0xfe, 0x00, 0xd8]).unwrap();
    let error = place(&Connection { kubeconfig: Some(path), ..Connection::default() }).unwrap_err();
    assert!(error.to_string().contains("cannot be read"), "{error}");
}

#[test]
fn point_18_the_namespace_of_a_pod_counts_only_where_no_kubeconfig_is() {
    let (_home, connection) = home();
    let pod = tempfile::tempdir().unwrap();
    fs::write(pod.path().join("namespace"), "team-a\n").unwrap();
    let in_cluster = Some(("10.0.0.1".to_owned(), "443".to_owned()));
    let within = |connection: Connection| {
        let service_account = pod.path().to_owned();
        place(&Connection { in_cluster: in_cluster.clone(), service_account, ..connection }).unwrap().namespace
    };
    assert_eq!(within(Connection::default()), "team-a");
    let flag = Some("research".to_owned());
    assert_eq!(within(Connection { namespace: flag, ..Connection::default() }), "research");
    assert_eq!(within(connection.clone()), "ml");
    let bare = Some("bare".to_owned());
    assert_eq!(within(Connection { context: bare, ..connection }), "default", "the context says none: not the pod's");
    let server = Some("https://elsewhere".to_owned());
    assert_eq!(within(Connection { server, ..Connection::default() }), "default");
    fs::remove_file(pod.path().join("namespace")).unwrap();
    assert_eq!(within(Connection::default()), "default");
}

#[test]
fn a_pod_is_asked_only_where_no_kubeconfig_is() {
    let (_home, connection) = home();
    let pod = Some(("10.0.0.1".to_owned(), "443".to_owned()));
    let both = place(&Connection { in_cluster: pod.clone(), ..connection }).unwrap();
    assert_eq!(both.cluster.server.as_deref(), Some("https://prod.example:6443"));
    let alone = place(&Connection { in_cluster: pod, ..Connection::default() }).unwrap();
    assert_eq!(alone.cluster.server.as_deref(), Some("https://10.0.0.1:443"));
    assert!(alone.user.token_file.is_some());
    let home = tempfile::tempdir().unwrap();
    let empty = home.path().join("empty");
    fs::write(&empty, "").unwrap();
    let none = Connection { kubeconfig_env: Some(empty.into_os_string()), ..Connection::default() };
    assert!(matches!(place(&none), Err(ConnectError::NoKubeconfig { .. })));
    let error = place(&Connection { home: Some("/nowhere".into()), ..Connection::default() }).unwrap_err();
    assert!(error.to_string().contains("/nowhere/.kube/config"), "{error}");
}

#[test]
fn flags_win_and_void_what_they_replace() {
    let (_home, connection) = home();
    let changed = place(&Connection {
        server: Some("https://other:1".to_owned()),
        token: Some("word".to_owned()),
        insecure_skip_tls_verify: true,
        as_user: Some("bob".to_owned()),
        as_groups: vec!["g".to_owned()],
        ..connection.clone()
    })
    .unwrap();
    assert_eq!(changed.cluster.server.as_deref(), Some("https://other:1"));
    assert_eq!(changed.cluster.certificate_authority, None);
    assert_eq!(changed.user.token_file, None);
    assert!(changed.user.token.is_some());
    assert_eq!(changed.user.impersonate.as_deref(), Some("bob"));
    let lone = Connection { as_uid: Some("7".to_owned()), ..connection.clone() };
    assert!(place(&lone).unwrap_err().is_usage());
    let torn = Connection { certificate_authority: Some("ca".into()), insecure_skip_tls_verify: true, ..connection };
    assert!(place(&torn).unwrap_err().is_usage());
}
