//! Every request of a diagnosis, failed in every way.
//!
//! Whatever fails, what comes out is the same verdict, a weaker one, or that it cannot be told; never another accusation,
//! never that all is well, and the program neither hangs nor panics.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::fault_proxy::{Fault, FaultProxy, Key};
use crate::frozen::{Frozen, Scenario, frozen};
use crate::program::{Said, accusations, bounded, cause};

/// Trials at one time: most of them wait.
const AT_ONCE: usize = 12;

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

/// A run, as it is diagnosed while nothing fails.
struct Clean {
    scenario: &'static Scenario,
    requests: BTreeSet<Key>,
    report: Value,
}

/// One request failed in one way.
struct Trial<'c> {
    clean: &'c Clean,
    key: Key,
    fault: Fault,
}

impl Clean {
    fn of(frozen: &Frozen, scenario: &'static Scenario) -> Self {
        let proxy = frozen.proxy();
        let report = scenario.report(&proxy, &[]);
        assert_eq!(cause(&report).unwrap()["code"], scenario.code, "{report:#}");
        assert_eq!(accusations(&report), accusations(&scenario.person.diagnose(scenario.target)));
        Self { scenario, requests: proxy.counts().into_keys().collect(), report }
    }
}

impl Trial<'_> {
    fn run(&self, frozen: &Frozen) -> Result<Said, String> {
        let proxy: FaultProxy = frozen.proxy();
        proxy.fail(&self.key, self.fault.clone(), None);
        let (url, scenario) = (proxy.url(), self.clean.scenario);
        let said = bounded(scenario.person.home(), &scenario.words(scenario.target, &url, &LIMITS), HANGS);
        let said = said.ok_or("has not ended")?;
        if proxy.counts().get(&self.key).is_none() {
            return Err("the request did not come".to_owned());
        }
        self.judge(&said).map_err(|wrong| format!("{wrong}: {said:?}"))?;
        Ok(said)
    }

    /// What is wrong with what was said.
    fn judge(&self, said: &Said) -> Result<(), String> {
        if said.err.contains("panicked") {
            return Err("a panic".to_owned());
        }
        let target = self.is_target();
        match said.code {
            // The run itself was not seen: there is nothing to report on.
            1 if target && said.out.is_empty() && said.err.starts_with("error: ") => return Ok(()),
            6 if target && matches!(self.fault, Fault::NoObject) => return Ok(()),
            3 | 5 => {}
            other => return Err(format!("exit code {other}")),
        }
        let report: Value = serde_json::from_str(&said.out).map_err(|error| format!("no report: {error}"))?;
        if report["exitCode"] != said.code || report["target"]["name"] != self.clean.report["target"]["name"] {
            return Err("the report is of something else".to_owned());
        }
        let new: Vec<String> = accusations(&report).difference(&accusations(&self.clean.report)).cloned().collect();
        if new.is_empty() { Ok(()) } else { Err(format!("new accusations {new:?}")) }
    }

    /// Whether it is the run itself that is asked for.
    fn is_target(&self) -> bool {
        self.key.path().ends_with(&format!("/{}", self.clean.scenario.target.replace("job/", "jobs/")))
    }
}

#[test]
fn whatever_fails_is_never_another_accusation() {
    let frozen = frozen();
    let clean: Vec<Clean> = frozen.scenarios.iter().map(|scenario| Clean::of(frozen, scenario)).collect();
    for one in &clean {
        println!("{}: {} requests", one.scenario.code, one.requests.len());
        for key in &one.requests {
            println!("  {key}");
        }
    }
    let trial = |clean, key: &Key, fault| Trial { clean, key: key.clone(), fault };
    let trials: Vec<Trial<'_>> = clean
        .iter()
        .flat_map(|clean| clean.requests.iter().map(move |key| (clean, key)))
        .flat_map(|(clean, key)| faults().into_iter().map(move |fault| trial(clean, key, fault)))
        .collect();
    let (next, wrong, endings) = (AtomicUsize::new(0), Mutex::default(), Mutex::default());
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some(trial) = trials.get(next.fetch_add(1, Ordering::SeqCst)) {
                    record(trial, trial.run(frozen), &wrong, &endings);
                }
            });
        }
    });
    let (wrong, endings) = (wrong.into_inner().unwrap(), endings.into_inner().unwrap());
    println!("{} trials: {} requests, {} faults", trials.len(), trials.len() / faults().len(), faults().len());
    for (fault, codes) in &endings {
        println!("  {fault:16} exit codes {codes:?}");
    }
    assert!(wrong.is_empty(), "{} of {} trials:\n{}", wrong.len(), trials.len(), wrong.join("\n"));
}

type Endings = BTreeMap<String, BTreeMap<i32, usize>>;

fn record(trial: &Trial<'_>, said: Result<Said, String>, wrong: &Mutex<Vec<String>>, endings: &Mutex<Endings>) {
    let (fault, code) = (trial.fault.name(), trial.clean.scenario.code);
    match said {
        Ok(said) => *endings.lock().unwrap().entry(fault).or_default().entry(said.code).or_default() += 1,
        Err(why) => wrong.lock().unwrap().push(format!("{code} {fault} {}: {why}", trial.key)),
    }
}
