//! `cargo xtask test`: all tests of the workspace.
//!
//! Owns the honest last line: what was not run. Must never count a test as run that was skipped.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::cargo;
use crate::control_plane::{self, CONTROL_PLANE, KREW, KREW_VARIABLE, Outcome, VARIABLE};

/// Tells the live tests how to call us without building anything.
const XTASK_VARIABLE: &str = "MLOP_XTASK";

/// Said where there is no Go, and therefore no control plane.
const NO_LIVE_TESTS: &str = "the live tests (go is not on PATH, and the control plane is built with it)";

/// Shells whose completion scripts are tried in them where they are installed. None of them is needed to pass.
const SHELLS: [&str; 3] = ["bash", "zsh", "fish"];

/// Runs library, binary, integration and documentation tests, then the live ones.
pub fn run() -> Result<()> {
    let mut sum = Sum::default();
    let mut groups = Vec::new();
    let most = counted(cargo::command(&["test", "--workspace", "--no-fail-fast"]), &mut sum);
    let live = live(&mut sum, &mut groups);
    let shells: Vec<String> = SHELLS.into_iter().filter(|shell| !is_here(shell)).map(not_asked).collect();
    groups.extend(shells.iter().map(String::as_str));
    println!("{} passed, {} failed. {}", sum.passed, sum.failed, left_out(&sum, &groups));
    most.and(live)
}

/// Runs the tests that need a control plane; without Go, says that it did not. CI leaves nothing out.
fn live(sum: &mut Sum, groups: &mut Vec<&str>) -> Result<()> {
    let programs = control_plane::ensure(&CONTROL_PLANE).and_then(|plane| Ok((plane, control_plane::ensure(&KREW)?)));
    match programs {
        Err(error) => {
            groups.push("the live tests (their programs could not be built)");
            Err(error)
        }
        Ok((Outcome::Built(plane), Outcome::Built(krew))) => {
            let mut command = cargo::command(&["test", "--package", "kubectl-mlop", "--test", "live"]);
            command.env(VARIABLE, plane).env(KREW_VARIABLE, krew);
            command.env(XTASK_VARIABLE, std::env::current_exe().context("cannot find out what was started")?);
            counted(command, sum)
        }
        Ok((Outcome::NoGo, _) | (_, Outcome::NoGo)) => {
            groups.push(NO_LIVE_TESTS);
            if std::env::var_os("CI").is_some_and(|value| value == "true") {
                bail!("CI=true allows nothing to be left out: {NO_LIVE_TESTS}");
            }
            Ok(())
        }
    }
}

/// Runs tests to their end, shows what they print, and adds up what they count.
fn counted(mut command: Command, sum: &mut Sum) -> Result<()> {
    let mut child = command.stdout(Stdio::piped()).spawn().context("cannot start cargo")?;
    if let Some(stdout) = child.stdout.take() {
        for line in BufReader::new(stdout).lines() {
            let line = line.context("cannot read what the tests print")?;
            println!("{line}");
            sum.add(&line);
        }
    }
    let status = child.wait().context("lost sight of cargo")?;
    cargo::succeeded(&command, status)
}

/// Tests by their outcome, over all test binaries.
#[derive(Debug, Default, PartialEq)]
struct Sum {
    passed: u32,
    failed: u32,
    ignored: u32,
}

impl Sum {
    /// Adds a line of the form `test result: ok. 3 passed; 0 failed; 1 ignored; …`.
    fn add(&mut self, line: &str) {
        let Some((_, counts)) = line.strip_prefix("test result: ").and_then(|rest| rest.split_once(". ")) else {
            return;
        };
        for part in counts.split("; ") {
            let Some((count, what)) = part.split_once(' ') else { continue };
            let Ok(count) = count.parse::<u32>() else { continue };
            match what {
                "passed" => self.passed += count,
                "failed" => self.failed += count,
                "ignored" => self.ignored += count,
                _ => {}
            }
        }
    }
}

/// Whether a program is on PATH.
fn is_here(program: &str) -> bool {
    std::env::var_os("PATH")
        .is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join(program).is_file()))
}

fn not_asked(shell: &str) -> String {
    format!("the completion script in {shell} ({shell} is not on PATH)")
}

/// What was not run, as a sentence.
fn left_out(sum: &Sum, groups: &[&str]) -> String {
    let mut parts: Vec<String> = groups.iter().map(|group| (*group).to_owned()).collect();
    if sum.ignored > 0 {
        parts.push(format!("{} tests marked #[ignore]", sum.ignored));
    }
    if parts.is_empty() { "Nothing was left out.".to_owned() } else { format!("Left out: {}.", parts.join("; ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_several_binaries_add_up() {
        let mut sum = Sum::default();
        sum.add("running 3 tests");
        sum.add("test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 4 filtered out; finished in 0.01s");
        sum.add("test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s");
        assert_eq!(sum, Sum { passed: 5, failed: 1, ignored: 1 });
    }

    #[test]
    fn what_was_skipped_is_said() {
        assert_eq!(left_out(&Sum::default(), &[]), "Nothing was left out.");
        let sum = Sum { ignored: 2, ..Sum::default() };
        assert_eq!(left_out(&sum, &["lane"]), "Left out: lane; 2 tests marked #[ignore].");
    }
}
