//! Bundles of every format there has been (`fixtures/golden/`) are still read, and still say what they said.

use std::path::Path;

use kubectl_mlop::bundle::verify;
use kubectl_mlop::kinds::Kinds;
use kubectl_mlop::source::bundle::Bundle;
use kubectl_mlop::source::open::open;
use serde_json::Value;

use crate::harness::scenario_table::comes_out;
use crate::harness::world;

/// Root digests of all of them: whoever makes one anew has changed it.
const ALL: [(&str, &str); 2] = [
    ("1.0-node-lost", "5540a2a58e0c00819c4ee160cbaa5c54d9a943126a736928b9e9308fdb4c4d14"),
    ("1.0-rank-oom-killed", "2b93105fb8aab83e5c4b6fe7f100b5fedc1e302d7ce15c692d290d52b27fca86"),
];

#[test]
fn bundles_of_every_format_are_still_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/golden");
    let zips = std::fs::read_dir(&folder)
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().path().extension().is_some_and(|extension| extension == "zip"));
    assert_eq!(zips.count(), ALL.len(), "one line a bundle");
    for (name, root) in ALL {
        let path = folder.join(format!("{name}.zip"));
        let verified = verify(open(&path).unwrap().as_mut()).unwrap();
        assert!(verified.is_whole(), "{name}");
        assert_eq!(verified.root_digest, root, "{name} was made anew");
        let held: Value = serde_json::from_slice(&open(&path).unwrap().read("report.json").unwrap()).unwrap();
        let mut bundle = Bundle::open(name.to_owned(), open(&path).unwrap(), &Kinds::built_in()).unwrap();
        let target = bundle.described().scope.targets[0].clone();
        let words = format!("{}/{}", target.group_kind().to_string().to_lowercase(), target.name);
        let report = serde_json::to_value(world::report(&mut bundle, &words)).unwrap();
        assert_eq!(comes_out(&report), comes_out(&held), "{name}");
    }
}
