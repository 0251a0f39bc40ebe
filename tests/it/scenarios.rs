//! The incidents that were recorded on a real control plane, from their bundles: still what
//! `fixtures/scenarios/expected.md` says.

use std::fs::File;
use std::io::BufReader;

use kubectl_mlop::bundle::{ZipFiles, verify};
use kubectl_mlop::kinds::Kinds;
use kubectl_mlop::report::to_json;
use kubectl_mlop::source::bundle::Bundle;

use crate::harness::scenario_table::{comes_out, folder, lines};
use crate::harness::world;

#[test]
fn every_recorded_incident_comes_out_as_it_did_live() {
    let mut wrong = Vec::new();
    for line in lines() {
        let path = folder().join(format!("{}.zip", line.scenario));
        let open = || ZipFiles::open(BufReader::new(File::open(&path).unwrap())).unwrap();
        assert!(verify(&mut open()).unwrap().is_whole(), "{}", line.scenario);
        let mut bundle = Bundle::open(line.scenario.clone(), Box::new(open()), &Kinds::built_in()).unwrap();
        let report = serde_json::from_str(&to_json(&world::report(&mut bundle, &line.target))).unwrap();
        let found = comes_out(&report);
        if found != line.comes_out {
            wrong.push(format!("{}: {found:?}, not {:?}", line.scenario, line.comes_out));
        }
    }
    assert!(wrong.is_empty(), "`cargo xtask record` records them anew:\n{}", wrong.join("\n"));
}
