//! SIGKILL while a bundle is being made: what remains says that it is partial, and holds nothing that was not redacted.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::json;

use super::{begun, captured};
use crate::control_plane::{ControlPlane, Parts};
use crate::costs::crowd;
use crate::program::Person;

const OBJECTS: usize = 4000;
const PLANTED: &str = "kelpie-in-a-place";
const PUBLIC: &str = "--epochs=3";

/// Everything below a folder.
fn below(folder: &Path) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
            if entry.path().is_dir() { folders.push(entry.path()) } else { found.push(entry.path()) }
        }
    }
    found
}

/// The bytes of a file, and of what is packed in it as far as it goes.
fn unpacked(path: &Path) -> Vec<u8> {
    let bytes = std::fs::read(path).unwrap();
    let mut rest = bytes.as_slice();
    let mut all = bytes.clone();
    while let Ok(Some(mut file)) = zip::read::read_zipfile_from_stream(&mut rest) {
        let mut text = Vec::new();
        let whole = file.read_to_end(&mut text).is_ok();
        all.extend(text);
        if !whole {
            break;
        }
    }
    all
}

fn holds(bytes: &[u8], word: &str) -> bool {
    bytes.windows(word.len()).any(|window| window == word.as_bytes())
}

#[test]
fn what_a_kill_leaves_behind_says_that_it_is_partial() {
    let plane = ControlPlane::start(Parts { kinds: true, controllers: false, ..Parts::default() }).unwrap();
    let (admin, namespace) = (plane.admin(), plane.namespace());
    crowd::fill(&plane, &namespace, 0, OBJECTS);
    for number in 0..20 {
        admin.create(&json!({
            "apiVersion": "v1", "kind": "Pod", "metadata": {"name": format!("planted-{number}"), "namespace": namespace},
            "spec": {"containers": [{"name": "main", "image": "train:1", "args": [PUBLIC],
                "env": [{"name": "PLACE", "value": PLANTED}]}]},
        }));
    }
    let person = Person::reader(&plane, &namespace);
    let folder = tempfile::tempdir().unwrap();
    for (to, more) in [("whole", "--logs=none"), ("whole.zip", "--logs=none")] {
        let start = Instant::now();
        let said = captured(&person, folder.path(), to, &["-A", more]);
        assert_eq!(said.code, 0, "{said:?}");
        let took = start.elapsed();
        let mut left = BTreeMap::new();
        for round in 0..10_u32 {
            let place = tempfile::tempdir().unwrap();
            let mut child = begun(&person, place.path(), to, &["-A", more]);
            // Anywhere from its first steps to its last; two odd numbers spread ten moments over the whole.
            let moment = took * (round * 7 % 10 + 1) / 11 + Duration::from_millis(u64::from(round) * 3);
            std::thread::sleep(moment);
            let _ = child.kill();
            child.wait().unwrap();
            let found = below(place.path());
            let names: Vec<String> = std::fs::read_dir(place.path())
                .unwrap()
                .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
                .collect();
            let kind = match names.as_slice() {
                [] => "nothing",
                [name] if name == to => "whole",
                [name] => {
                    assert!(name.starts_with('.') && name.ends_with(".partial"), "{names:?}");
                    let told = name.contains(".zip.") || place.path().join(name).join("PARTIAL.txt").exists();
                    assert!(told, "{names:?}");
                    "partial"
                }
                _ => panic!("{names:?}"),
            };
            *left.entry(kind).or_insert(0) += 1;
            for path in &found {
                assert!(!holds(&unpacked(path), PLANTED), "{}", path.display());
            }
        }
        println!("{to}: killed within {took:?}: {left:?}");
        assert!(left.contains_key("partial") || left.contains_key("nothing"), "{left:?}");
    }
    // The words that are looked for are there to be found: what is public is kept, and what is not is not.
    let kept: Vec<u8> = below(&folder.path().join("whole")).iter().flat_map(|path| unpacked(path)).collect();
    assert!(holds(&kept, PUBLIC) && holds(&kept, "PLACE") && !holds(&kept, PLANTED));
    assert!(holds(&unpacked(&folder.path().join("whole.zip")), PUBLIC));
}
