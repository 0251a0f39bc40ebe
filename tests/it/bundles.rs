//! The bundles that come with the project: each opens whole, says who wrote its status, and gives the report it holds.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use kubectl_mlop::bundle::{BundleFiles, ZipFiles, verify};
use kubectl_mlop::diagnose::diagnose;
use kubectl_mlop::kinds::Kinds;
use kubectl_mlop::report::{Budget, Metadata, Report, to_json};
use kubectl_mlop::source::bundle::Bundle;

use crate::harness::page::pages;
use crate::harness::world;

fn without_source(report: Report) -> String {
    let metadata = Metadata { source: Default::default(), ..report.metadata };
    to_json(&Report { metadata, budget: Budget::default(), ..report })
}

#[test]
fn every_bundle_gives_the_report_it_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/bundles");
    let readme = std::fs::read_to_string(folder.join("README.md")).unwrap();
    assert!(!pages("bundles").is_empty());
    let kinds = Kinds::built_in();
    let mut count = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "zip") {
            continue;
        }
        count += 1;
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        assert!(readme.contains(&format!("`{name}`")), "{name} is not in the README");
        let open = || ZipFiles::open(BufReader::new(File::open(&path).unwrap())).unwrap();
        assert!(verify(&mut open()).unwrap().is_whole(), "{name}");
        let held: Report = serde_json::from_slice(&open().read("report.json").unwrap()).unwrap();
        let mut bundle = Bundle::open(name.clone(), Box::new(open()), &kinds).unwrap();
        assert!(!bundle.described().writer.is_empty(), "{name} does not say who wrote its status");
        let target = bundle.described().scope.targets[0].clone();
        let words = format!("{}/{}", target.group_kind().to_string().to_lowercase(), target.name);
        let snapshot = world::snapshot(&mut bundle, &words).unwrap();
        let metadata = Metadata {
            generated_at: snapshot.now(),
            tool_version: held.metadata.tool_version.clone(),
            source: Default::default(),
        };
        let (now, then) = (without_source(diagnose(&snapshot, &kinds, metadata)), without_source(held));
        let differing = now.lines().zip(then.lines()).find(|(now, then)| now != then);
        assert!(now == then, "{name}: `cargo xtask generate` makes it anew; first difference {differing:?}");
    }
    assert!(count >= 9, "{count} bundles");
}
