//! What is made from the command line's own definition: its reference and the completion scripts.

use clap::Command;
use clap_complete::Shell;

use super::args::command;

/// The reference, in Markdown.
#[must_use]
pub fn markdown() -> String {
    let mut text = String::from("# kubectl mlop\n\nGenerated from the command line's definition.\n");
    describe(&command(), "kubectl mlop", &mut text);
    text
}

fn describe(command: &Command, name: &str, text: &mut String) {
    let mut shown = command.clone().term_width(100).bin_name(name);
    let help = shown.render_long_help().to_string();
    let lines: Vec<&str> = help.lines().map(str::trim_end).collect();
    text.push_str(&format!("\n## {name}\n\n```text\n{}\n```\n", lines.join("\n").trim_end()));
    for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
        describe(sub, &format!("{name} {}", sub.get_name()), text);
    }
}

/// What kubectl starts to complete `kubectl mlop`, if it finds it on PATH as `kubectl_complete-mlop`.
pub const FOR_KUBECTL: &str = "#!/bin/sh\nexec kubectl mlop __complete \"$@\"\n";

/// The completion scripts by their usual file names.
#[must_use]
pub fn completions() -> Vec<(String, String)> {
    let for_kubectl = ("kubectl_complete-mlop".to_owned(), FOR_KUBECTL.to_owned());
    let of_shells = [
        (Shell::Bash, "kubectl-mlop.bash"),
        (Shell::Zsh, "_kubectl-mlop"),
        (Shell::Fish, "kubectl-mlop.fish"),
        (Shell::PowerShell, "_kubectl-mlop.ps1"),
    ]
    .into_iter()
    .map(|(shell, name)| (name.to_owned(), completion(shell)));
    of_shells.chain([for_kubectl]).collect()
}

/// The script of one shell. The program completes under its own name, which is what a shell sees.
#[must_use]
pub fn completion(shell: Shell) -> String {
    let mut bytes = Vec::new();
    clap_complete::generate(shell, &mut command(), "kubectl-mlop", &mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}
