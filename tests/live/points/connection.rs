//! Kubeconfigs, credentials and acting for others, as the server sees them.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::changed;
use crate::control_plane::audit::Request;
use crate::control_plane::{server, wait};
use crate::program::{Person, Said, bare};
use crate::runs::job;

/// What a user asked since there were so many requests, once all answers are written down.
fn asked(user: &str, before: usize) -> Vec<Request> {
    wait::until("all answers to be written down", || {
        let requests = server().audit().of_user(user).split_off(before);
        requests.iter().all(|request| request.code.is_some()).then_some(requests)
    })
}

/// That a call reached the server as this user and got its answer.
fn reached(said: &Said, user: &str, before: usize) {
    assert_eq!(said.code, 6, "{said:?}");
    let requests = asked(user, before);
    assert!(!requests.is_empty(), "nothing came as {user}: {said:?}");
    for request in requests {
        assert!([200, 404].contains(&request.code.unwrap()), "{request:?}");
    }
}

#[test]
fn point_16_files_of_a_list_add_up_and_their_paths_lie_beside_them() {
    let namespace = server().namespace();
    let person = Person::reader(server(), &namespace);
    let home = tempfile::tempdir().unwrap();
    let config: Value = serde_json::from_str(&fs::read_to_string(person.kubeconfig()).unwrap()).unwrap();
    let authority = config["clusters"][0]["cluster"]["certificate-authority"].as_str().unwrap();
    for name in ["clusters/tls", "users/secrets"] {
        fs::create_dir_all(home.path().join(name)).unwrap();
    }
    fs::copy(authority, home.path().join("clusters/tls/ca.crt")).unwrap();
    fs::write(home.path().join("users/secrets/token"), person.user.token()).unwrap();
    let mut cluster = config["clusters"].clone();
    cluster[0]["cluster"]["certificate-authority"] = json!("tls/ca.crt");
    let user = json!([{"name": person.user.name, "user": {"tokenFile": "secrets/token"}}]);
    let files = [
        ("clusters/config", json!({"apiVersion": "v1", "kind": "Config", "clusters": cluster})),
        (
            "users/config",
            json!({"apiVersion": "v1", "kind": "Config", "users": user, "contexts": config["contexts"], "current-context": "test"}),
        ),
    ];
    for (name, text) in &files {
        fs::write(home.path().join(name), text.to_string()).unwrap();
    }
    let list = ["missing", "clusters/config", "users/config"].map(|name| home.path().join(name));
    let list = std::env::join_paths(list).unwrap().into_string().unwrap();
    let before = server().audit().of_user(&person.user.name).len();
    // The current folder is another one.
    let said = bare(home.path(), &[("KUBECONFIG", &list)], &["diagnose", "job/none"]);
    reached(&said, &person.user.name, before);
}

#[cfg(unix)]
#[test]
fn point_21_a_client_certificate_is_shown_wherever_it_comes_from() {
    let namespace = server().namespace();
    let person = Person::reader(server(), &namespace);
    let home = tempfile::tempdir().unwrap();
    let (certificate, key) = server().certificate(&person.user);
    fs::write(home.path().join("user.crt"), &certificate).unwrap();
    fs::write(home.path().join("user.key"), &key).unwrap();
    let encode = |text: &str| encode(text.as_bytes());
    let printed = json!({
        "apiVersion": "client.authentication.k8s.io/v1", "kind": "ExecCredential",
        "status": {"clientCertificateData": certificate, "clientKeyData": key},
    });
    let plugin = home.path().join("plugin");
    fs::write(home.path().join("printed"), printed.to_string()).unwrap();
    fs::write(&plugin, "#!/bin/sh\nexec /bin/cat \"${0%/*}/printed\"\n").unwrap();
    fs::set_permissions(&plugin, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let at = |name: &str| home.path().join(name).to_string_lossy().into_owned();
    let flags = [at("user.crt"), at("user.key")];
    for (user, more) in [
        (json!({"client-certificate": "user.crt", "client-key": "user.key"}), &[][..]),
        (json!({"client-certificate-data": encode(&certificate), "client-key-data": encode(&key)}), &[]),
        (json!({}), &["--client-certificate", &flags[0], "--client-key", &flags[1]]),
        (
            json!({"exec": {"apiVersion": "client.authentication.k8s.io/v1", "command": "./plugin", "interactiveMode": "Never"}}),
            &[],
        ),
    ] {
        let path = changed(&person, home.path(), |config| config["users"][0]["user"] = user.clone());
        let before = server().audit().of_user(&person.user.name).len();
        let words = [&["diagnose", "job/none", "--kubeconfig", path.to_str().unwrap()], more].concat();
        reached(&bare(home.path(), &[], &words), &person.user.name, before);
    }
    // Without it nobody is known: it was the certificate, and nothing else.
    let path = changed(&person, home.path(), |config| config["users"][0]["user"] = json!({}));
    let said = bare(home.path(), &[], &["diagnose", "job/none", "--kubeconfig", path.to_str().unwrap()]);
    assert_eq!(said.code, 1, "{said:?}");
}

/// Base64, as kubeconfigs hold files.
fn encode(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let letters = |chunk: &[u8]| {
        let bits = (0..3).fold(0_u32, |bits, place| bits << 8 | u32::from(chunk.get(place).copied().unwrap_or(0)));
        (0..4)
            .map(move |place| (bits >> (18 - 6 * place)) & 63)
            .enumerate()
            .map(|(place, value)| (place, value as usize))
            .collect::<Vec<_>>()
    };
    bytes
        .chunks(3)
        .flat_map(|chunk| {
            letters(chunk)
                .into_iter()
                .map(|(place, value)| if place > chunk.len() { '=' } else { char::from(LETTERS[value]) })
        })
        .collect()
}

#[test]
fn point_22_whoever_is_acted_for_stands_in_the_servers_record() {
    let (admin, namespace) = (server().admin(), server().namespace());
    admin.apply_yaml(&job(&namespace, "run", 1, "", 0));
    let (person, other) = (Person::new(server(), &namespace), Person::reader(server(), &namespace));
    person.allow(None, &json!([
        {"apiGroups": ["batch"], "resources": ["jobs"], "verbs": ["list"]},
        {"apiGroups": [""], "resources": ["users", "groups"], "verbs": ["impersonate"]},
        {"apiGroups": ["authentication.k8s.io"], "resources": ["uids", "userextras/scopes"], "verbs": ["impersonate"]},
    ]));
    let before = server().audit().of_user(&person.user.name).len();
    let flags = [
        "--as",
        &other.user.name,
        "--as-group",
        "trainers",
        "--as-group",
        "on-call",
        "--as-uid",
        "u-7",
        "--as-user-extra",
        "scopes=view",
        "--as-user-extra",
        "scopes=edit",
    ];
    for words in [&["diagnose", "job/run", "-o", "json"][..], &["tree", "run"]] {
        let said = person.call(&[words, &flags].concat());
        assert!([0, 5].contains(&said.code), "{said:?}");
    }
    let to = tempfile::tempdir().unwrap();
    let bundle = to.path().join("b.zip");
    let said = person.call(&[&["capture", "job/run", "--to", bundle.to_str().unwrap()], &flags[..]].concat());
    assert_eq!(said.code, 0, "{said:?}");
    let requests = asked(&person.user.name, before);
    assert!(requests.len() > 10, "{requests:?}");
    for request in requests {
        let acts_for = &request.acts_for;
        assert_eq!(acts_for["username"], other.user.name.as_str(), "{request:?}");
        assert_eq!(acts_for["uid"], "u-7", "{request:?}");
        assert_eq!(acts_for["extra"], json!({"scopes": ["view", "edit"]}), "{request:?}");
        let groups = acts_for["groups"].as_array().unwrap();
        assert!(groups.contains(&json!("trainers")) && groups.contains(&json!("on-call")), "{request:?}");
    }
}

#[test]
fn point_40_a_live_call_writes_nothing_but_what_was_asked_for() {
    let (admin, namespace) = (server().admin(), server().namespace());
    admin.apply_yaml(&job(&namespace, "run", 1, "", 0));
    let person = Person::reader(server(), &namespace);
    let home = tempfile::tempdir().unwrap();
    let listed = |folder: &Path| fs::read_dir(folder).unwrap().count();
    let call = |words: &[&str]| {
        bare(
            home.path(),
            &[("TMPDIR", home.path().to_str().unwrap())],
            &[words, &["--kubeconfig", person.kubeconfig()]].concat(),
        )
    };
    for words in [&["diagnose", "job/run"][..], &["tree", "run"], &["diagnose", "tj/none"]] {
        let said = call(words);
        assert!([0, 5, 6].contains(&said.code), "{said:?}");
        assert_eq!(listed(home.path()), 0, "{words:?}");
    }
    let to = home.path().join("b");
    assert_eq!(call(&["capture", "job/run", "--to", to.to_str().unwrap()]).code, 0);
    let mut names: Vec<_> = fs::read_dir(home.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, [".local", "b"]);
}
