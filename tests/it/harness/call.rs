//! The binary as people call it: words in, answer and exit code out.
//!
//! Owns its surroundings: an empty environment but for what a test gives, a home that is not there.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// How long a call may take.
const LIMIT: Duration = Duration::from_secs(60);

/// One call of the binary.
pub struct Call {
    command: Command,
    stdin: Vec<u8>,
}

/// What came of it.
pub struct Outcome {
    /// Exit code; -1 if a signal ended it.
    pub code: i32,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

/// A call with these words, split at spaces. Files named in them lie in the folder of recordings.
pub fn call(words: &str) -> Call {
    call_with(&words.split_whitespace().collect::<Vec<_>>())
}

/// A call with these words as they are.
pub fn call_with(words: &[&str]) -> Call {
    call_of(Path::new(env!("CARGO_BIN_EXE_kubectl-mlop")), words)
}

/// A call of the binary at another path.
pub fn call_of(binary: &Path, words: &[&str]) -> Call {
    let mut command = Command::new(binary);
    command.args(words).current_dir(recorded()).env_clear().env("HOME", "/nonexistent");
    Call { command, stdin: Vec::new() }
}

/// Where the recordings lie.
pub fn recorded() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/recorded")
}

impl Call {
    /// With this on standard input.
    pub fn stdin(mut self, text: impl Into<Vec<u8>>) -> Self {
        self.stdin = text.into();
        self
    }

    /// With this in its environment.
    pub fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// In this folder.
    pub fn within(mut self, folder: &Path) -> Self {
        self.command.current_dir(folder);
        self
    }

    /// Starts it, with nothing on standard input.
    pub fn start(self) -> Child {
        self.start_with(Stdio::null(), Stdio::piped(), Stdio::piped())
    }

    /// Starts it with these streams.
    pub fn start_with(mut self, stdin: Stdio, stdout: Stdio, stderr: Stdio) -> Child {
        self.command.stdin(stdin).stdout(stdout).stderr(stderr).spawn().unwrap()
    }

    /// Runs it to its end.
    pub fn run(mut self) -> Outcome {
        let mut child =
            self.command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = std::mem::take(&mut self.stdin);
        // A program that ends before it has read everything is free to do so.
        let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        outcome(output)
    }

    /// Runs and compares the exit code.
    pub fn exits(self, code: i32) -> Outcome {
        let outcome = self.run();
        assert_eq!(outcome.code, code, "stdout:\n{}\nstderr:\n{}", outcome.stdout, outcome.stderr);
        assert!(!outcome.stderr.contains("panicked"), "{}", outcome.stderr);
        outcome
    }
}

impl Outcome {
    /// The document on standard output.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}:\n{}\n{}", self.stdout, self.stderr))
    }
}

/// What comes of a call that prints little. One that does not end is ended.
pub fn finished(mut child: Child) -> Outcome {
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > LIMIT {
            child.kill().unwrap();
            panic!("it did not end: {:?}", outcome(child.wait_with_output().unwrap()).stderr);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    outcome(child.wait_with_output().unwrap())
}

/// What came of a call that has ended.
pub fn outcome(output: Output) -> Outcome {
    Outcome {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}
