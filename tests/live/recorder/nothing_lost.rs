//! Whatever happens to the recorder, its way to the server and the server itself: every version of every event is in the
//! record, or in a window of which the record says that something may be missing.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::thread;
use std::time::Duration;

use kubectl_mlop::record::{Reader, Window};

use super::recording::Recording;
use super::tunnel::Tunnel;
use super::writers::{Life, Writers};
use crate::control_plane::{ControlPlane, Parts, wait};
use crate::program::Person;

/// So often is the recorder killed.
const KILLS: u64 = 100;
/// Versions of events a second, from so many threads.
const WRITERS: usize = 5;
const RATE: u32 = 100;

/// Numbers without a pattern, the same at each run.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

#[test]
fn every_version_is_in_the_record_or_in_a_window() {
    let mut plane = ControlPlane::start(Parts { kinds: true, ..Parts::default() }).unwrap();
    let namespace = plane.namespace();
    let (url, port) = (plane.url().to_owned(), plane.port());
    let kubeconfig = {
        let person = Person::watcher(&plane, &namespace);
        std::fs::read_to_string(person.kubeconfig()).unwrap()
    };
    let folder = tempfile::tempdir().unwrap();
    let tunnel = Tunnel::to(port);
    let through = folder.path().join("kubeconfig");
    std::fs::write(&through, kubeconfig.replace(&url, &format!("https://127.0.0.1:{}", tunnel.port()))).unwrap();
    let through = through.to_str().unwrap();
    let record = || Recording::with_kubeconfig(through, folder.path(), &[]);

    record().heard().kill();
    let writers = Writers::start(&plane, &namespace, WRITERS, RATE);
    let mut chance = 42;
    for round in 1..=KILLS {
        let recording = record();
        let recording = if round % 5 == 0 { recording.heard() } else { recording };
        thread::sleep(Duration::from_millis(next(&mut chance) % 600));
        if round % 8 == 1 {
            tunnel.cut();
            thread::sleep(Duration::from_millis(next(&mut chance) % 600));
        }
        if round % 8 == 2 {
            tunnel.stall(true);
            thread::sleep(Duration::from_millis(next(&mut chance) % 600));
            if next(&mut chance).is_multiple_of(2) {
                tunnel.stall(false);
            }
        }
        recording.kill();
        tunnel.stall(false);
        if round % 10 == 5 {
            // What happened since is gone when the recorder comes back.
            thread::sleep(Duration::from_millis(next(&mut chance) % 400));
            plane.compact();
        }
        if round % 33 == 0 {
            let recording = record();
            thread::sleep(Duration::from_millis(next(&mut chance) % 400));
            plane.restart_server().unwrap();
            thread::sleep(Duration::from_millis(next(&mut chance) % 1000));
            recording.kill();
        }
    }
    let lives = writers.stop();
    let last = record().heard();
    let newest = lives
        .values()
        .filter(|life| !life.doubtful && life.deleted.is_none())
        .filter_map(|life| life.versions.last())
        .max();
    let newest = *newest.unwrap();
    wait::until("the record to hold the last version", || {
        events(last.record()).values().any(|versions| versions.contains(&newest)).then_some(())
    });
    let path = last.record().to_owned();
    assert_eq!(last.stop(), 143);
    judge(&path, &namespace, &lives);
}

/// Versions in a record, by event.
fn events(record: &Path) -> BTreeMap<String, BTreeSet<u64>> {
    let mut found: BTreeMap<String, BTreeSet<u64>> = BTreeMap::new();
    for (uid, version) in Reader::open(record).unwrap().event_versions().unwrap() {
        assert!(
            found.entry(uid.clone()).or_default().insert(version.parse().unwrap()),
            "{uid} {version} is there twice"
        );
    }
    found
}

fn judge(record: &Path, namespace: &str, lives: &BTreeMap<String, Life>) {
    let reader = Reader::open(record).unwrap();
    reader.check().unwrap();
    let held = events(record);
    let stream = format!("events/{namespace}");
    let windows: Vec<Window> = reader.windows().unwrap().into_iter().filter(|window| window.stream == stream).collect();
    assert!(windows.iter().all(|window| window.to.is_some()), "a window is still open");
    let blind: Vec<(u64, u64)> = windows
        .iter()
        .filter(|window| !window.filled)
        .map(|window| {
            let number = |version: &Option<String>| version.as_ref().map_or(0, |version| version.parse().unwrap());
            (number(&window.from_version), number(&window.to_version))
        })
        .collect();
    let (mut all, mut missing) = (0, 0);
    for (uid, life) in lives {
        for (place, version) in life.versions.iter().enumerate() {
            all += 1;
            if held.get(uid).is_some_and(|held| held.contains(version)) {
                continue;
            }
            missing += 1;
            let within: Vec<&(u64, u64)> = blind.iter().filter(|(from, to)| from < version && version <= to).collect();
            assert!(!within.is_empty(), "{uid} {version} is neither in the record nor in a window: {blind:?}");
            // It was not the last word when the recorder came back: that would have been listed.
            if let Some(next) = life.versions.get(place + 1) {
                assert!(
                    within.iter().any(|(_, to)| next <= to),
                    "{uid} {version} was there when the recorder came back"
                );
            } else {
                assert!(life.deleted.is_some() || life.doubtful, "{uid} {version} is still there");
            }
        }
    }
    println!(
        "{all} versions of {} events, {missing} of them in one of {} blind windows; {} windows were filled later",
        lives.len(),
        blind.len(),
        windows.len() - blind.len()
    );
    assert!(all > 1000 && missing < all, "{all} {missing}");
    assert!(!blind.is_empty() && windows.len() > blind.len());
}
