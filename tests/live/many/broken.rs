//! What is kept when the asking ends early: by a signal, or by the server.

use std::process::Command;
use std::sync::Arc;

use super::{begun, captured, document, lines};
use crate::control_plane::{server, wait};
use crate::costs::runs::gang;
use crate::fault_proxy::{Fault, FaultProxy, Key, Upstream};
use crate::program::Person;

#[test]
fn a_signal_ends_the_asking_and_what_was_read_is_kept() {
    let (admin, namespace) = (server().admin(), server().namespace());
    gang(&admin, &namespace, "well", 2, |_| None);
    let person = Person::reader(server(), &namespace);
    let proxy = FaultProxy::before(&Arc::new(Upstream::of(server())));
    let stalled = Key::of("/api/v1/nodes?limit=500");
    proxy.fail(&stalled, Fault::Stall, None);
    let folder = tempfile::tempdir().unwrap();
    let child = begun(&person, folder.path(), "part", &["--server", &proxy.url(), "--request-timeout=0"]);
    // Everything else is answered while one list is waited for: pods are asked for before nodes.
    wait::until("the list that stalls to be asked for", || proxy.counts().contains_key(&stalled).then_some(()));
    wait::until("the jobs to be asked for", || {
        proxy.counts().keys().any(|key| key.path().ends_with("/resourcequotas")).then_some(())
    });
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let part = folder.path().join("part");
    assert_eq!(document(&part, "bundle.json")["status"], "partial");
    assert!(String::from_utf8_lossy(&output.stderr).contains("PARTIAL"));
    let index = std::fs::read_to_string(part.join("index.jsonl")).unwrap();
    assert!(index.contains("well-worker-0-0"), "the pods are kept: {index}");
    let gaps = lines(&part, "gaps.jsonl");
    assert!(gaps.iter().any(|line| line["query"]["list"]["kind"]["kind"] == "Node"), "{gaps:#?}");
}

#[test]
fn a_list_that_breaks_off_or_grows_old_is_begun_anew_or_told() {
    let (admin, namespace) = (server().admin(), server().namespace());
    gang(&admin, &namespace, "well", 5, |_| None);
    let person = Person::reader(server(), &namespace);
    let upstream = Arc::new(Upstream::of(server()));
    let path = format!("/api/v1/namespaces/{namespace}/pods");
    let second = Key::of(&format!("{path}?limit=2&continue=x"));
    let folder = tempfile::tempdir().unwrap();
    for (to, fault, times, whole) in [
        ("anew", Fault::Expired, Some(1), true),
        ("old", Fault::Expired, None, false),
        ("cut", Fault::Garbage, None, false),
        ("throttled", Fault::Throttled(0), Some(2), true),
    ] {
        let proxy = FaultProxy::before(&upstream);
        proxy.fail(&second, fault, times);
        let said = captured(&person, folder.path(), to, &["--server", &proxy.url(), "--chunk-size=2", "--logs=none"]);
        assert_eq!(said.code, 0, "{to}: {said:?}");
        assert!(proxy.counts().contains_key(&second), "{to}: {:?}", proxy.counts());
        let bundle = folder.path().join(to);
        let list = |line: &serde_json::Value| {
            let list = &line["query"]["list"];
            list["kind"]["kind"] == "Pod" && list["selector"].as_object().is_none_or(serde_json::Map::is_empty)
        };
        let pods = lines(&bundle, "queries.jsonl").into_iter().find(list).unwrap();
        assert_eq!(pods["complete"] == true, whole, "{to}: {pods}");
        if whole {
            assert_eq!(pods["found"].as_array().unwrap().len(), 5, "{to}: {pods}");
        } else {
            assert!(pods["gap"].is_object(), "{to}: {pods}");
        }
    }
}
