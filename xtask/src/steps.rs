//! Several checks in a row, each with a headline and its time.
//!
//! Owns the running of them all, also after one failed: whoever waited wants to know everything. Must never know what
//! they check.

use std::time::Instant;

use anyhow::Result;

/// A check and its name.
pub type Step<'a> = (&'a str, &'a dyn Fn() -> Result<()>);

/// Runs all steps. The error names those that failed, and carries the exit code of the first.
pub fn run(steps: &[Step<'_>]) -> Result<()> {
    let mut failed = Vec::new();
    let mut first = None;
    for (name, step) in steps {
        println!("== {name}");
        let start = Instant::now();
        let result = step();
        let seconds = start.elapsed().as_secs_f32();
        match result {
            Ok(()) => println!("== {name}: ok, {seconds:.1} s"),
            Err(error) => {
                println!("== {name}: FAILED, {seconds:.1} s: {error:#}");
                failed.push(*name);
                first = first.or(Some(error));
            }
        }
    }
    match first {
        None => Ok(()),
        Some(error) => Err(error.context(format!("{} of {} failed: {}", failed.len(), steps.len(), failed.join(", ")))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_does_not_keep_the_rest_from_running() {
        let ran = std::cell::Cell::new(false);
        let result = run(&[
            ("bad", &|| Err(anyhow::anyhow!("broken"))),
            ("good", &|| {
                ran.set(true);
                Ok(())
            }),
        ]);
        assert!(ran.get());
        assert_eq!(result.unwrap_err().to_string(), "1 of 2 failed: bad");
    }
}
