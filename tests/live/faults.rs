//! Every request of a diagnosis, failed in every way.
//!
//! Whatever fails, what comes out is the same verdict, a weaker one, or that it cannot be told; never another accusation,
//! never that all is well, and the program neither hangs nor panics.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::fault_proxy::{Fault, Key};
use crate::frozen::{Frozen, frozen};
use crate::program::{Said, accusations, bounded};
use crate::trials::{Clean, all_at_once, judged};

/// Short limits, since some of the faults use them up.
const LIMITS: [&str; 4] = ["--request-timeout", "1s", "--timeout", "20s"];

/// Three times what the limits allow: machines are busy.
const HANGS: Duration = Duration::from_secs(60);

/// Every way to fail.
fn faults() -> Vec<Fault> {
    vec![
        Fault::Forbidden,
        Fault::NoObject,
        Fault::NoPage,
        Fault::Expired,
        Fault::Throttled(1),
        Fault::Broken,
        Fault::Unavailable,
        Fault::Reset,
        Fault::Closed,
        Fault::Stall,
        Fault::Drip,
        Fault::Cut,
        Fault::Garbage,
        Fault::HalfJson,
        Fault::Stranger,
        Fault::Namesake,
    ]
}

/// One request failed in one way.
struct Trial<'c> {
    clean: &'c Clean,
    key: &'c Key,
    fault: Fault,
}

impl Trial<'_> {
    /// Every request of some runs, in each of some ways.
    fn each<'c>(clean: &'c [Clean], faults: &[Fault]) -> Vec<Trial<'c>> {
        let requests = clean.iter().flat_map(|clean| clean.requests.iter().map(move |key| (clean, key)));
        let trial = |clean, key, fault: &Fault| Trial { clean, key, fault: fault.clone() };
        requests.flat_map(|(clean, key)| faults.iter().map(move |fault| trial(clean, key, fault))).collect()
    }

    fn name(&self) -> String {
        format!("{} {} {}", self.clean.scenario.code, self.fault.name(), self.key)
    }

    /// The call, with the request failing so many times, or always.
    fn call(&self, frozen: &Frozen, times: Option<usize>) -> Result<Said, String> {
        let proxy = frozen.proxy();
        proxy.fail(self.key, self.fault.clone(), times);
        let (url, scenario) = (proxy.url(), self.clean.scenario);
        let said = bounded(scenario.person.home(), &scenario.words(scenario.target, &url, &LIMITS), HANGS);
        let said = said.ok_or_else(|| format!("{}: has not ended", self.name()))?;
        let asked = proxy.counts().contains_key(self.key);
        if asked { Ok(said) } else { Err(format!("{}: was not asked: {said:?}", self.name())) }
    }

    /// What is wrong with what was said.
    fn judge(&self, said: &Said) -> Result<(), String> {
        if said.err.contains("panicked") {
            return Err("a panic".to_owned());
        }
        let target = self.clean.is_target(self.key);
        match said.code {
            // The run itself was not seen: there is nothing to report on.
            1 if target && said.out.is_empty() && said.err.starts_with("error: ") => return Ok(()),
            6 if target && matches!(self.fault, Fault::NoObject) => return Ok(()),
            3 | 5 => {}
            other => return Err(format!("exit code {other}")),
        }
        let report: Value = serde_json::from_str(&said.out).map_err(|error| format!("no report: {error}"))?;
        if report["exitCode"] != said.code || report["target"] != self.clean.report["target"] {
            return Err("the report is of something else".to_owned());
        }
        let (now, clean) = (accusations(&report), accusations(&self.clean.report));
        let new: Vec<&String> = now.difference(&clean).collect();
        if new.is_empty() { Ok(()) } else { Err(format!("new accusations {new:?}")) }
    }
}

#[test]
fn whatever_fails_is_never_another_accusation() {
    let frozen = frozen();
    let (clean, faults, start) = (Clean::all(frozen), faults(), Instant::now());
    for one in &clean {
        let direct = one.scenario.person.diagnose(one.scenario.target);
        assert_eq!(accusations(&one.report), accusations(&direct), "the proxy alone changes nothing");
    }
    let trials = Trial::each(&clean, &faults);
    let endings: Mutex<BTreeMap<String, BTreeMap<i32, usize>>> = Mutex::default();
    let wrong = all_at_once(&trials, |trial| {
        let said = trial.call(frozen, None)?;
        *endings.lock().unwrap().entry(trial.fault.name()).or_default().entry(said.code).or_default() += 1;
        trial.judge(&said).map_err(|why| format!("{}: {why}: {said:?}", trial.name()))
    });
    let seconds = start.elapsed().as_secs();
    println!(
        "{} trials in {seconds} s: {} faults of {} requests",
        trials.len(),
        faults.len(),
        trials.len() / faults.len()
    );
    for one in &clean {
        println!("  {}: {} requests", one.scenario.code, one.requests.len());
    }
    for (fault, codes) in endings.into_inner().unwrap() {
        println!("  {fault:12} exit codes and how often: {codes:?}");
    }
    assert!(wrong.is_empty(), "{} of {} trials:\n{}", wrong.len(), trials.len(), wrong.join("\n"));
}

#[test]
fn what_fails_once_changes_nothing_and_is_counted() {
    let frozen = frozen();
    let clean = Clean::all(frozen);
    let trials =
        Trial::each(&clean, &[Fault::Unavailable, Fault::Throttled(1), Fault::Reset, Fault::Closed, Fault::Cut]);
    let wrong = all_at_once(&trials, |trial| {
        let report = trial.call(frozen, Some(1))?.report();
        let budget = &report["budget"];
        let throttled = u64::from(matches!(trial.fault, Fault::Throttled(_)));
        if judged(&report) != judged(&trial.clean.report) {
            return Err(format!("{}: {} {report:#}", trial.name(), trial.clean.report));
        }
        let counted = budget["retries"] == 1 && budget["throttled"] == throttled;
        if counted { Ok(()) } else { Err(format!("{}: {budget}", trial.name())) }
    });
    println!("{} trials with something that failed once", trials.len());
    assert!(wrong.is_empty(), "{} of {} trials:\n{}", wrong.len(), trials.len(), wrong.join("\n"));
}
