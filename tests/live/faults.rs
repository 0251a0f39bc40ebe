//! Every request of a diagnosis, failed in every way.
//!
//! Whatever fails, what comes out is the same verdict, a weaker one, or that it cannot be told; never another accusation,
//! never that all is well, and the program neither hangs nor panics.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::fault_proxy::{Fault, Key};
use crate::frozen::frozen;
use crate::program::{Said, accusations, bounded};
use crate::trials::{Clean, all_at_once, judged};

/// Short limits, since some of the faults use them up.
const LIMITS: [&str; 4] = ["--request-timeout", "2s", "--timeout", "20s"];

/// A trial in which the machine, not the fault, was too slow for those is made again so many times.
const TRIES: usize = 5;

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
        Fault::Empty,
        Fault::Elsewhere,
        Fault::Endless,
        Fault::HalfJson,
        Fault::Stranger,
        Fault::Namesake,
    ]
}

/// Some requests of a diagnosis, failed in one way.
struct Trial<'c> {
    clean: &'c Clean,
    keys: Vec<&'c Key>,
    fault: Fault,
}

/// How an error begins, as kubectl's do.
const ERRORS: [&str; 3] = ["error: ", "Error from server (", "Unable to connect to the server: "];

impl<'c> Trial<'c> {
    /// Some requests in each of some ways.
    fn in_each_way(clean: &'c Clean, keys: &[&'c Key], faults: &[Fault]) -> Vec<Self> {
        faults.iter().map(|fault| Trial { clean, keys: keys.to_vec(), fault: fault.clone() }).collect()
    }

    /// Every request of some runs, in each of some ways.
    fn each(clean: &'c [Clean], faults: &[Fault]) -> Vec<Self> {
        let requests = clean.iter().flat_map(|clean| clean.requests.iter().map(move |key| (clean, key)));
        requests.flat_map(|(clean, key)| Self::in_each_way(clean, &[key], faults)).collect()
    }

    fn name(&self) -> String {
        let (scenario, keys) = (self.clean.scenario, self.keys.iter().map(ToString::to_string));
        let keys: Vec<String> = keys.collect();
        format!("{} {:?} {} {}", scenario.target, scenario.code, self.fault.name(), keys.join(" "))
    }

    /// The call, with each of the requests failing so many times, or always.
    fn call(&self, times: Option<usize>, limits: &[&str]) -> Result<Said, String> {
        let proxy = frozen().proxy();
        for key in &self.keys {
            proxy.fail(key, self.fault.clone(), times);
        }
        let (url, scenario) = (proxy.url(), self.clean.scenario);
        let said = bounded(scenario.person.home(), &scenario.words(scenario.target, &url, limits), HANGS);
        let said = said.ok_or_else(|| format!("{}: has not ended", self.name()))?;
        let counts = proxy.counts();
        let asked = self.keys.iter().any(|key| counts.contains_key(key));
        let late = !self.fails_target() && said.code == 1 && said.err.contains("no answer within");
        if asked || late { Ok(said) } else { Err(format!("{}: was not asked: {said:?}", self.name())) }
    }

    /// The call with short limits, once the run itself came in time, if nothing kept it from coming.
    fn call_in_time(&self) -> Result<Said, String> {
        for _ in 1..TRIES {
            let said = self.call(None, &LIMITS)?;
            if self.fails_target() || said.code != 1 || !said.err.contains("no answer within") {
                return Ok(said);
            }
        }
        self.call(None, &LIMITS)
    }

    fn fails_target(&self) -> bool {
        self.keys.iter().any(|key| self.clean.is_target(key))
    }

    /// What is wrong with what was said.
    fn judge(&self, said: &Said) -> Result<(), String> {
        if said.err.contains("panicked") {
            return Err("a panic".to_owned());
        }
        let target = self.fails_target();
        // Neither is a run that is ill called well, nor one that is well ill.
        let told = if self.clean.scenario.code.is_some() { 3 } else { 0 };
        match said.code {
            // The run itself was not seen: there is nothing to report on.
            1 if target && said.out.is_empty() && ERRORS.iter().any(|start| said.err.starts_with(start)) => {
                return Ok(());
            }
            6 if target && matches!(self.fault, Fault::NoObject) => return Ok(()),
            5 => {}
            code if code == told => {}
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

/// Runs trials, counts how they ended, and fails if one of them went wrong.
fn run(clean: &[Clean], trials: &[Trial<'_>]) {
    let start = Instant::now();
    let endings: Mutex<BTreeMap<String, BTreeMap<i32, usize>>> = Mutex::default();
    let wrong = all_at_once(trials, |trial| {
        let said = trial.call_in_time()?;
        *endings.lock().unwrap().entry(trial.fault.name()).or_default().entry(said.code).or_default() += 1;
        trial.judge(&said).map_err(|why| format!("{}: {why}: {said:?}", trial.name()))
    });
    println!("{} trials in {} s", trials.len(), start.elapsed().as_secs());
    for one in clean {
        println!("  {} {:?}: {} requests", one.scenario.target, one.scenario.code, one.requests.len());
    }
    for (fault, codes) in endings.into_inner().unwrap() {
        println!("  {fault:12} exit codes and how often: {codes:?}");
    }
    assert!(wrong.is_empty(), "{} of {} trials:\n{}", wrong.len(), trials.len(), wrong.join("\n"));
}

/// Fails every request of some runs in every way.
fn fail_everything(clean: &[Clean]) {
    run(clean, &Trial::each(clean, &faults()));
}

#[test]
fn whatever_fails_is_never_another_accusation() {
    fail_everything(&Clean::three(frozen()));
}

#[test]
fn whatever_fails_together_is_never_another_accusation() {
    let clean = Clean::three(frozen());
    // All but the run itself, in every way; all but that and one more, in a few.
    let few = [Fault::Forbidden, Fault::NoObject, Fault::Broken, Fault::Stranger];
    let trials = clean.iter().flat_map(|clean| {
        let others: Vec<&Key> = clean.requests.iter().filter(|key| !clean.is_target(key)).collect();
        let but = |one: &Key| others.iter().copied().filter(|key| *key != one).collect::<Vec<_>>();
        let most = others.iter().flat_map(|one| Trial::in_each_way(clean, &but(one), &few)).collect::<Vec<_>>();
        Trial::in_each_way(clean, &others, &faults()).into_iter().chain(most)
    });
    run(&clean, &trials.collect::<Vec<_>>());
}

#[test]
fn whatever_fails_a_run_that_is_well_is_never_accused() {
    fail_everything(&[Clean::of(frozen(), &frozen().well)]);
}

#[test]
fn whatever_fails_while_a_name_is_looked_for_is_never_another_accusation() {
    let [mut named, mut custom] = [&frozen().named, &frozen().custom].map(|scenario| Clean::of(frozen(), scenario));
    let known = Clean::of(frozen(), &frozen().killed);
    // Once it is found, the same is asked as when it is called by its kind.
    named.requests.retain(|key| !known.requests.contains(key) || known.is_target(key));
    // Of the kinds that do not have the name, one stands for all: they were tried with the other.
    custom.requests.retain(|key| ["/jobs/custom", "/trainingjobs/custom"].iter().any(|end| key.path().ends_with(end)));
    fail_everything(&[named, custom]);
}

#[test]
fn what_fails_once_changes_nothing_and_is_counted() {
    let clean = Clean::three(frozen());
    let trials =
        Trial::each(&clean, &[Fault::Unavailable, Fault::Throttled(1), Fault::Reset, Fault::Closed, Fault::Cut]);
    let wrong = all_at_once(&trials, |trial| {
        let report = trial.call(Some(1), &[])?.report();
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
