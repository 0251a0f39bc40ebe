//! Live, captured, and replayed somewhere else: the same, to the letter.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::{ALL, hold, table};
use crate::control_plane::{ControlPlane, Parts};
use crate::many::{asked, captured};
use crate::permissions::all_but;
use crate::program::{Person, bare, codes};

/// If set, the bundles are kept in this folder.
const RECORD: &str = "MLOP_RECORD";

/// A report without what it cost and where it is from. The moment it shows stays in.
fn judged(mut report: Value) -> Value {
    let fields = report.as_object_mut().unwrap();
    fields.remove("budget");
    fields["metadata"].as_object_mut().unwrap().remove("source");
    report
}

/// Diagnoses a run live, captures it within the same second, and diagnoses the bundle somewhere else. Returns the report.
fn same_offline(person: &Person<'_>, namespace: &str, target: &str, keep: Option<&Path>) -> Value {
    let elsewhere = tempfile::tempdir().unwrap();
    // Ages are told in the report: both have to be of the same second.
    let same_second = (0..30).find_map(|number| {
        let live = judged(person.diagnose(target));
        let to = elsewhere.path().join(format!("bundle-{number}.zip"));
        let captured = person.call(&["capture", target, "--to", to.to_str().unwrap()]);
        assert_eq!(captured.code, 0, "{captured:?}");
        let replay = replayed(elsewhere.path(), &to, namespace, target);
        (live["metadata"]["generatedAt"] == replay["metadata"]["generatedAt"]).then_some((live, replay, to))
    });
    let (live, replay, bundle) = same_second.expect("no diagnosis and capture within one second");
    println!("{namespace} {target}: {} {}", replay["exitCode"], replay["verdict"]["summary"]);
    assert_eq!(replay, live, "{target}: the bundle, and the cluster");
    if let Some(keep) = keep {
        fs::copy(&bundle, keep).unwrap();
    }
    live
}

/// A bundle's diagnosis, far from the cluster.
fn replayed(home: &Path, bundle: &Path, namespace: &str, target: &str) -> Value {
    let surroundings = [("TZ", "Asia/Kolkata"), ("LANG", "C")];
    let from = ["diagnose", target, "--from", bundle.to_str().unwrap(), "-o", "json", "-n", namespace];
    judged(bare(home, &surroundings, &from).report())
}

#[test]
fn a_bundle_is_diagnosed_as_the_cluster_is() {
    let mut plane = ControlPlane::start(Parts { kinds: true, controllers: true, ..Parts::default() }).unwrap();
    hold(&mut plane);
    let keep = std::env::var_os(RECORD);
    let lines = table::lines();
    assert_eq!(lines.len(), ALL.len(), "one line an incident");
    let mut wrong = Vec::new();
    for scenario in ALL {
        let line = lines.iter().find(|line| line.scenario == scenario.name).expect(scenario.name);
        let to = keep.as_ref().map(|folder| Path::new(folder).join(format!("{}.zip", scenario.name)));
        let person = Person::reader(&plane, scenario.name);
        let report = same_offline(&person, scenario.name, &line.target, to.as_deref());
        let comes_out = table::comes_out(&report);
        if comes_out != line.comes_out {
            let summary = &report["verdict"]["summary"];
            wrong.push(format!("{}: {comes_out:?}, not {:?}: {summary}", scenario.name, line.comes_out));
        }
        // The same run by its name alone.
        same_offline(&person, scenario.name, "run", None);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    in_one_bundle(&plane, &lines);
    customs(&plane);
    // What could not be seen is not seen in the bundle either, for the same reason.
    let narrow = Person::new(&plane, ALL[0].name);
    narrow.allow(Some(ALL[0].name), &all_but("events"));
    same_offline(&narrow, ALL[0].name, "job/run", None);
}

/// All of them in one bundle: each comes out as it does live, and what is not known there is not known here.
fn in_one_bundle(plane: &ControlPlane, lines: &[table::Line]) {
    let folder = tempfile::tempdir().unwrap();
    let everybody = Person::reader(plane, ALL[0].name);
    let said = captured(&everybody, folder.path(), "all.zip", &["-A"]);
    assert_eq!(said.code, 0, "{said:?}");
    for scenario in ALL {
        let line = lines.iter().find(|line| line.scenario == scenario.name).expect(scenario.name);
        let person = Person::reader(plane, scenario.name);
        let alone = format!("{}.zip", scenario.name);
        let said = captured(&person, folder.path(), &alone, &[]);
        assert_eq!(said.code, 0, "{said:?}");
        let live = person.diagnose(&line.target);
        for bundle in ["all.zip", &alone] {
            let kept = replayed(folder.path(), &folder.path().join(bundle), scenario.name, &line.target);
            assert_eq!(table::comes_out(&kept), line.comes_out, "{bundle}: {kept:#}");
            for part in ["state", "outcome", "gaps", "notEvaluated", "exitCode"] {
                assert_eq!(kept[part], live[part], "{bundle} {} {part}", scenario.name);
            }
            assert_eq!(codes(&kept), codes(&live), "{bundle} {}", scenario.name);
        }
    }
    let said = asked(&folder.path().join("all.zip"), &["diagnose", "-o", "name"]);
    println!("{}", said.out);
    assert!(said.out.lines().count() >= ALL.len(), "{said:?}");
}

/// Custom runs that no operator looks after.
fn customs(plane: &ControlPlane) {
    let (admin, namespace) = (plane.admin(), plane.namespace_without_controllers());
    let person = Person::reader(plane, &namespace);
    for (version, kind) in [("kubeflow.org/v1", "PyTorchJob"), ("platform.example.io/v1alpha1", "TrainingJob")] {
        admin.apply(&json!({
            "apiVersion": version, "kind": kind, "metadata": {"name": "new", "namespace": namespace}, "spec": {},
        }));
        same_offline(&person, &namespace, &format!("{}/new", kind.to_lowercase()), None);
    }
}
