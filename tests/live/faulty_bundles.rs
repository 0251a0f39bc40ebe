//! A bundle says what the cluster said, also where the cluster failed.

use std::fs;

use serde_json::Value;

use crate::fault_proxy::{Fault, Key};
use crate::frozen::frozen;
use crate::program::bare;
use crate::trials::{Clean, all_at_once, judged};

/// A report without what it cost and where it is from.
fn content(report: &Value) -> Value {
    let mut report = judged(report);
    report["metadata"].as_object_mut().unwrap().remove("source");
    report
}

/// Diagnoses and captures with one request failing, and diagnoses the bundle.
fn same_offline(clean: &Clean, key: &Key, fault: &Fault) -> Result<(), String> {
    let (scenario, proxy, home) = (clean.scenario, frozen().proxy(), tempfile::tempdir().unwrap());
    proxy.fail(key, fault.clone(), None);
    let (url, bundle) = (proxy.url(), home.path().join("run.zip"));
    let (bundle, name) = (bundle.to_str().unwrap(), format!("{} {key}", fault.name()));
    let live = scenario.call(&proxy, &[]);
    let words = ["capture", scenario.target, "--to", bundle, "--server", &url, "--kubeconfig"];
    let captured = bare(home.path(), &[], &[&words[..], &[scenario.person.kubeconfig()]].concat());
    if clean.is_target(key) {
        let nothing = captured.code != 0 && fs::metadata(bundle).is_err();
        return if nothing { Ok(()) } else { Err(format!("{name}: a bundle of nothing: {captured:?}")) };
    }
    let live = live.report();
    let namespace = live["target"]["namespace"].as_str().unwrap();
    let from = ["diagnose", scenario.target, "--from", bundle, "-o", "json", "-n", namespace];
    let replay = bare(home.path(), &[], &from).report();
    if content(&replay) == content(&live) { Ok(()) } else { Err(format!("{name}: {live:#} and {replay:#}")) }
}

#[test]
fn what_failed_is_in_the_bundle_as_it_was() {
    let clean = Clean::three(frozen());
    let faults = [Fault::Forbidden, Fault::NoObject, Fault::NoPage, Fault::Broken, Fault::Garbage, Fault::Namesake];
    let requests = clean.iter().flat_map(|clean| clean.requests.iter().map(move |key| (clean, key)));
    let trials: Vec<_> =
        requests.flat_map(|(clean, key)| faults.iter().map(move |fault| (clean, key, fault))).collect();
    let wrong = all_at_once(&trials, |(clean, key, fault)| same_offline(clean, key, fault));
    println!("{} bundles of what failed", trials.len());
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), trials.len(), wrong.join("\n"));
}
