//! Which objects are kept.

use serde_json::json;

use super::{asked, captured, document, lines};
use crate::control_plane::server;
use crate::costs::runs::gang;
use crate::permissions::all_but;
use crate::program::{Person, cause, ending};

fn names(bundle: &std::path::Path) -> Vec<String> {
    let name = |line: &serde_json::Value| {
        format!("{}/{}", line["ref"]["kind"].as_str().unwrap(), line["ref"]["name"].as_str().unwrap())
    };
    lines(bundle, "index.jsonl").iter().map(name).collect()
}

#[test]
fn a_namespace_is_kept_whole_and_the_runs_with_a_label_alone() {
    let (admin, namespace) = (server().admin(), server().namespace());
    gang(&admin, &namespace, "well", 2, |_| None);
    gang(&admin, &namespace, "bad", 3, |rank| Some(if rank == 1 { (137, "OOMKilled") } else { (1, "Error") }));
    admin.merge(
        &format!("/apis/jobset.x-k8s.io/v1alpha2/namespaces/{namespace}/jobsets/bad"),
        &json!({"metadata": {"labels": {"team": "vision"}}}),
    );
    let person = Person::reader(server(), &namespace);
    let folder = tempfile::tempdir().unwrap();

    let said = captured(&person, folder.path(), "all", &[]);
    assert_eq!(said.code, 0, "{said:?}");
    let all = folder.path().join("all");
    let kept = names(&all);
    for name in ["JobSet/well", "JobSet/bad", "Job/bad-worker-0"] {
        assert_eq!(kept.iter().filter(|known| *known == name).count(), 1, "{name}: {kept:?}");
    }
    assert_eq!(kept.iter().filter(|name| name.starts_with("Pod/")).count(), 5, "{kept:?}");
    let about = document(&all, "bundle.json");
    assert_eq!((&about["scope"]["namespace"], &about["status"]), (&json!(namespace), &json!("complete")), "{about:#}");
    assert_eq!(about["scope"]["targets"].as_array().unwrap().len(), 2, "{about:#}");
    assert!(!all.join("report.json").exists());

    let said = captured(&person, folder.path(), "one", &["-l", "team in (vision, audio)"]);
    assert_eq!(said.code, 0, "{said:?}");
    let one = folder.path().join("one");
    let kept = names(&one);
    assert!(kept.contains(&"JobSet/bad".to_owned()) && kept.iter().all(|name| !name.contains("well")), "{kept:?}");
    let about = document(&one, "bundle.json");
    assert_eq!(about["scope"]["selector"], "team in (vision,audio)", "{about:#}");
    for bundle in [&all, &one] {
        let report = asked(bundle, &["diagnose", "jobset/bad", "-n", &namespace, "-o", "json"]).report();
        assert_eq!((ending(&report).0, &cause(&report).unwrap()["code"]), ("Failed", &json!("MLOP601")), "{report:#}");
    }
    // A name that is not there is known not to be, of the whole namespace.
    let said = asked(&all, &["diagnose", "jobset/other", "-n", &namespace]);
    assert_eq!(said.code, 6, "{said:?}");
    let said = captured(&person, folder.path(), "none", &["-l", "team=nobody"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.err.contains("0 runs"), "{said:?}");
}

#[test]
fn whoever_sees_a_part_keeps_that_part_and_says_what_is_missing() {
    let (admin, namespace) = (server().admin(), server().namespace());
    gang(&admin, &namespace, "bad", 3, |rank| Some(if rank == 1 { (137, "OOMKilled") } else { (1, "Error") }));
    let narrow = Person::new(server(), &namespace);
    narrow.allow(Some(&namespace), &all_but("events"));
    let folder = tempfile::tempdir().unwrap();
    let said = captured(&narrow, folder.path(), "part", &[]);
    assert_eq!(said.code, 0, "{said:?}");
    let part = folder.path().join("part");
    let denied: Vec<String> = lines(&part, "denied.jsonl").iter().map(|line| line["query"].to_string()).collect();
    for kind in ["Event", "Node"] {
        assert!(denied.iter().any(|query| query.contains(&format!("\"kind\":\"{kind}\""))), "{kind}: {denied:#?}");
    }
    let (live, kept) = (
        narrow.diagnose("jobset/bad"),
        asked(&part, &["diagnose", "jobset/bad", "-n", &namespace, "-o", "json"]).report(),
    );
    assert_eq!(
        (ending(&live), cause(&live).unwrap()["code"].as_str()),
        (ending(&kept), cause(&kept).unwrap()["code"].as_str())
    );
    assert_eq!(live["gaps"], kept["gaps"], "what is not seen there is not seen here, for the same reason");
}
