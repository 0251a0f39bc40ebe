//! What a server that is ill, busy or half there can do to a diagnosis, and what it cannot.

use std::time::{Duration, Instant};

use crate::fault_proxy::{Fault, FaultProxy, Key};
use crate::frozen::{Scenario, frozen};
use crate::program::{Said, bounded, codes};
use crate::trials::{Clean, judged};

/// By default, that is how long a server is waited for that fails everything.
const LONGEST: Duration = Duration::from_secs(10);

/// A call with the default limits, which has to end in time; machines are up to three times slower than they should be.
fn in_time(scenario: &Scenario, proxy: &FaultProxy) -> Said {
    let (url, start) = (proxy.url(), Instant::now());
    let said = bounded(scenario.person.home(), &scenario.words(scenario.target, &url, &[]), LONGEST * 3);
    println!("{} requests, {:.1} s", proxy.seen().len(), start.elapsed().as_secs_f64());
    said.expect("it has not ended")
}

#[test]
fn point_24_a_constant_503_ends_within_ten_seconds() {
    let scenario = &frozen().too_large;
    let proxy = frozen().proxy();
    proxy.fail(&Key::Any, Fault::Unavailable, None);
    let said = in_time(scenario, &proxy);
    assert_eq!((said.code, said.out.as_str()), (1, ""), "{said:?}");
    assert!(said.err.contains("the server is currently unable to handle the request"), "{said:?}");
    // Also if it is only after the run itself was seen that everything fails.
    let clean = Clean::of(frozen(), scenario);
    let proxy = frozen().proxy();
    for key in clean.requests.iter().filter(|key| !clean.is_target(key)) {
        proxy.fail(key, Fault::Unavailable, None);
    }
    let report = in_time(scenario, &proxy).report();
    assert_eq!(report["exitCode"], 5, "{report:#}");
}

#[test]
fn point_24_a_server_that_is_too_busy_for_everything_is_given_up() {
    let proxy = frozen().proxy();
    proxy.fail(&Key::Any, Fault::Throttled(1), None);
    let said = in_time(&frozen().too_large, &proxy);
    assert_eq!((said.code, said.out.as_str()), (1, ""), "{said:?}");
    assert!(said.err.contains("too many requests, please try again later"), "{said:?}");
}

#[test]
fn point_24_a_server_is_not_asked_again_before_it_wants_to_be() {
    let clean = Clean::of(frozen(), &frozen().too_large);
    for fault in [Fault::Throttled(2), Fault::UnavailableFor(2)] {
        let proxy = frozen().proxy();
        let key = clean.requests.iter().find(|key| clean.is_target(key)).unwrap();
        proxy.fail(key, fault.clone(), Some(1));
        let report = clean.scenario.report(&proxy, &[]);
        assert_eq!(judged(&report), judged(&clean.report));
        let at: Vec<Instant> = proxy.seen().into_iter().filter(|seen| seen.key == *key).map(|seen| seen.at).collect();
        let [first, second] = at.as_slice() else { panic!("asked {} times", at.len()) };
        assert!(*second - *first >= Duration::from_secs(2), "{fault:?}: {:?}", *second - *first);
    }
}

#[test]
fn point_24_a_refusal_is_not_asked_again() {
    for clean in Clean::three(frozen()) {
        for key in &clean.requests {
            // Whatever stands behind the name of a resource is an object.
            let is_object = key.target() == key.path() && !key.path().ends_with("/log");
            let missing = if is_object { Fault::NoObject } else { Fault::NoPage };
            for (fault, once) in [(Fault::Forbidden, true), (missing, is_object)] {
                let proxy = frozen().proxy();
                proxy.fail(key, fault.clone(), None);
                let said = clean.scenario.call(&proxy, &[]);
                // A list that leads nowhere is looked for in discovery, and asked for where that says it is: not a retry.
                assert!(!once || proxy.counts()[key] == 1, "{fault:?} {key}: {:?}", proxy.counts());
                assert!(said.code == 1 || said.report()["budget"]["retries"] == 0, "{fault:?} {key}: {said:?}");
            }
        }
    }
}

#[test]
fn a_server_that_never_answers_is_given_up() {
    let scenario = &frozen().too_large;
    let proxy = frozen().proxy();
    proxy.fail(&Key::Any, Fault::Stall, None);
    let said = scenario.call(&proxy, &["--request-timeout", "1s"]);
    assert_eq!((said.code, said.out.as_str()), (1, ""), "{said:?}");
    assert!(said.err.contains("no answer within 1.0 s") && said.err.contains("\nhint: "), "{said:?}");
    // One that falls silent later leaves what it has said, also where no limit but the one for everything is set.
    let clean = Clean::of(frozen(), scenario);
    let proxy = frozen().proxy();
    for key in clean.requests.iter().filter(|key| !clean.is_target(key)) {
        proxy.fail(key, Fault::Stall, None);
    }
    let report = scenario.report(&proxy, &["--request-timeout", "0", "--timeout", "5s"]);
    assert_eq!(report["exitCode"], 5, "{report:#}");
    assert!(gaps(&report, "no answer within") > 0, "{:#}", report["gaps"]);
}

#[test]
fn point_26_no_more_requests_are_in_flight_than_allowed() {
    let wide = &frozen().wide;
    for (flags, most) in [(&[][..], 16), (&["--in-flight", "7"], 7)] {
        let proxy = frozen().proxy();
        proxy.hold(most);
        let url = proxy.url();
        let said = bounded(wide.person.home(), &wide.words(wide.target, &url, flags), Duration::from_secs(180));
        let report = said.unwrap().report();
        println!("{flags:?}: {} requests, {} at one time", proxy.seen().len(), proxy.most());
        assert_eq!(report["target"]["name"], "wide", "{report:#}");
        assert!(proxy.seen().len() > 40);
        assert_eq!(proxy.most(), most);
    }
}

#[test]
fn point_26_lists_are_paged_and_a_page_that_expired_is_recovered_from() {
    let clean = Clean::of(frozen(), &frozen().too_large);
    let (first, second) = (Key::of("/api/v1/nodes?limit=2"), Key::of("/api/v1/nodes?limit=2&continue=x"));
    for (expired, pages) in [(0, [1, 1]), (1, [2, 2])] {
        let proxy = frozen().proxy();
        proxy.fail(&second, Fault::Expired, Some(expired));
        let report = clean.scenario.report(&proxy, &["--chunk-size", "2"]);
        let counts = proxy.counts();
        assert_eq!([counts[&first], counts[&second]], pages, "{counts:?}");
        assert!(counts.keys().all(|key| !key.target().contains('?') || key.target().contains("limit=2")), "{counts:?}");
        assert_eq!(judged(&report), judged(&clean.report));
    }
    // One that expires for ever leaves what came before it, and that it is not all.
    let proxy = frozen().proxy();
    proxy.fail(&second, Fault::Expired, None);
    let report = clean.scenario.report(&proxy, &["--chunk-size", "2"]);
    assert_eq!(proxy.counts()[&second], 2, "{:?}", proxy.counts());
    assert!(codes(&report).is_subset(&codes(&clean.report)), "{report:#}");
}

/// The gaps that speak of some words.
fn gaps(report: &serde_json::Value, words: &str) -> usize {
    let gaps = report["gaps"].as_array().unwrap().iter();
    gaps.filter(|gap| gap["why"].as_str().unwrap().contains(words)).count()
}

#[test]
fn point_27_a_broken_group_does_not_stop_a_diagnosis_and_is_told() {
    let owned = &frozen().owned;
    let proxy = frozen().proxy();
    let report = owned.report(&proxy, &[]);
    println!("{} {}: {}", report["exitCode"], report["verdict"]["summary"], report["gaps"]);
    assert!(codes(&report).contains("MLOP601"), "{report:#}");
    assert_eq!(gaps(&report, "the API group broken.example.io does not answer"), 1, "{:#}", report["gaps"]);
    // By name alone every kind of run is asked for: those of other groups are found.
    let name = owned.target.trim_start_matches("job/");
    let url = proxy.url();
    let said = bounded(owned.person.home(), &owned.words(name, &url, &[]), LONGEST * 3).unwrap();
    assert!(codes(&said.report()).contains("MLOP601"), "{said:?}");
    // Of a kind that nobody knows it is not said that there is none.
    let said = bounded(owned.person.home(), &owned.words("run/bad", &url, &[]), LONGEST * 3).unwrap();
    assert_eq!((said.code, said.out.as_str()), (1, ""), "{said:?}");
    assert!(said.err.contains("the API group broken.example.io does not answer"), "{said:?}");
}

#[test]
fn point_27_discovery_that_fails_altogether_does_not_stop_a_diagnosis_and_is_told() {
    let owned = &frozen().owned;
    for fault in [Fault::Unavailable, Fault::Garbage, Fault::Forbidden, Fault::NoPage] {
        let proxy = frozen().proxy();
        proxy.fail(&Key::of("/apis"), fault.clone(), None);
        in_time(&frozen().named, &proxy);
        let report = in_time(owned, &proxy).report();
        assert!(codes(&report).contains("MLOP601"), "{fault:?} {report:#}");
        println!("{fault:?}: {}", report["gaps"]);
        assert!(report["gaps"].to_string().contains("broken.example.io"), "{fault:?} {:#}", report["gaps"]);
    }
}
