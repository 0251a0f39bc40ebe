//! Plugins: what they are told, what is shown of them, and that they end.

use super::*;

fn user(script: &str, more: &Value) -> AuthInfo {
    let mut exec = json!({
        "apiVersion": "client.authentication.k8s.io/v1",
        "command": "/bin/sh",
        "args": ["-c", script, "secret-argument"],
        "env": [{"name": "PLUGIN_SECRET", "value": "secret-value"}],
        "installHint": "brew install it",
    });
    for (key, value) in more.as_object().unwrap() {
        exec[key] = value.clone();
    }
    serde_json::from_value(json!({ "exec": exec })).unwrap()
}

fn take(user: &mut AuthInfo, terminal: bool) -> Result<(Credential, Option<Identity>), ConnectError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let cluster = Cluster { server: Some("https://s".to_owned()), ..Cluster::default() };
    runtime.block_on(Credential::take(user, &cluster, Some(b"PEM"), terminal))
}

fn token(credential: &mut Credential) -> String {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(credential.header()).unwrap().unwrap().to_str().unwrap().to_owned()
}

#[test]
fn point_21_a_plugin_without_a_terminal_is_told_so() {
    let script = r#"t=$(printf %s "$KUBERNETES_EXEC_INFO" | tr -d '"{}:/, ' ); echo '{"status":{"token":"'$t'"}}'"#;
    let told = json!({"provideClusterInfo": true});
    let (mut credential, identity) = take(&mut user(script, &told), false).unwrap();
    let told = token(&mut credential);
    assert!(told.contains("interactivefalse"), "{told}");
    assert!(told.contains("serverhttpss") && told.contains("kindExecCredential"), "{told}");
    assert_eq!(identity, None);
    let error = take(&mut user(script, &json!({"interactiveMode": "Always"})), false).unwrap_err();
    assert!(error.to_string().contains("cannot support interactive mode"), "{error}");
}

#[test]
fn yaml_and_certificates_are_taken() {
    let script = "printf 'status:\\n  token: word\\n  clientCertificateData: C\\n  clientKeyData: K\\n'";
    let (mut credential, identity) = take(&mut user(script, &json!({})), false).unwrap();
    assert_eq!(token(&mut credential), "Bearer word");
    assert_eq!(identity, Some(("C".to_owned(), "K".to_owned())));
}

#[test]
fn point_21_a_failure_shows_name_code_and_the_last_complaint_only() {
    let script = "echo secret-output; echo first >&2; printf 'log\\033[31m in\\n' >&2; exit 7";
    let error = take(&mut user(script, &json!({})), false).unwrap_err();
    assert_eq!(error.to_string(), "getting credentials: exec: executable sh failed with exit code 7: log [31m in");
    assert!(!format!("{error} {error:?} {}", error.hint()).contains("secret"), "{error:?}");
    assert_eq!(error.hint(), "brew install it");
    let garbage = take(&mut user("echo secret-output", &json!({})), false).unwrap_err();
    assert_eq!(garbage.to_string(), "getting credentials: exec: executable sh printed no credentials");
}

#[test]
fn a_missing_plugin_says_how_to_get_it() {
    let error = take(&mut user("", &json!({"command": "no-such-plugin-anywhere"})), false).unwrap_err();
    assert_eq!(error.to_string(), "getting credentials: exec: executable no-such-plugin-anywhere not found");
    assert_eq!(error.hint(), "brew install it");
}

#[test]
fn what_ends_soon_is_fetched_anew() {
    let script = r#"echo '{"status":{"token":"'$$'","expirationTimestamp":"2020-01-01T00:00:00Z"}}'"#;
    let (mut credential, _) = take(&mut user(script, &json!({})), false).unwrap();
    assert_ne!(token(&mut credential), token(&mut credential));
}

#[test]
fn a_token_file_is_trimmed_and_outlives_its_file() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("token");
    std::fs::write(&path, "word\n").unwrap();
    let file = path.to_string_lossy().into_owned();
    let mut info = AuthInfo { token_file: Some(file), ..AuthInfo::default() };
    let (mut credential, _) = take(&mut info, false).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(token(&mut credential), "Bearer word");
    let mut info = AuthInfo { token_file: Some("/nowhere/token".to_owned()), ..AuthInfo::default() };
    assert!(take(&mut info, false).unwrap_err().to_string().contains("/nowhere/token"));
}
