//! Trials: the same diagnosis again and again, each time with something failing.
//!
//! Owns what a clean diagnosis asked and said, and how many trials run at one time.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use serde_json::Value;

use crate::fault_proxy::Key;
use crate::frozen::{Frozen, Scenario};
use crate::program::cause;

/// Trials at one time: most of them wait.
const AT_ONCE: usize = 12;

/// A run, as it is diagnosed while nothing fails.
pub struct Clean {
    /// Which.
    pub scenario: &'static Scenario,
    /// What was asked of the server.
    pub requests: BTreeSet<Key>,
    /// What came out.
    pub report: Value,
}

impl Clean {
    /// Diagnoses a run.
    pub fn of(frozen: &Frozen, scenario: &'static Scenario) -> Self {
        let proxy = frozen.proxy();
        let report = scenario.report(&proxy, &[]);
        let code = cause(&report).map(|cause| cause["code"].as_str().unwrap().to_owned());
        assert_eq!(code.as_deref(), scenario.code, "{report:#}");
        Self { scenario, requests: proxy.counts().into_keys().collect(), report }
    }

    /// Diagnoses a Job too large, one over its quota, and one that was killed.
    pub fn three(frozen: &'static Frozen) -> [Self; 3] {
        [&frozen.too_large, &frozen.over_quota, &frozen.killed].map(|scenario| Self::of(frozen, scenario))
    }

    /// Whether it is the run itself that is asked for.
    pub fn is_target(&self, key: &Key) -> bool {
        key.path().ends_with(self.scenario.path)
    }
}

/// A report without what it cost.
pub fn judged(report: &Value) -> Value {
    let mut report = report.clone();
    report.as_object_mut().unwrap().remove("budget");
    report
}

/// Runs trials, several at one time, and returns what is wrong.
pub fn all_at_once<T: Sync>(trials: &[T], run: impl Fn(&T) -> Result<(), String> + Sync) -> Vec<String> {
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some(trial) = trials.get(next.fetch_add(1, Ordering::SeqCst)) {
                    if let Err(why) = run(trial) {
                        wrong.lock().unwrap().push(why);
                    }
                }
            });
        }
    });
    wrong.into_inner().unwrap()
}
