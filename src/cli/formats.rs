//! What can be chosen from on the command line: formats, shells, severities.

use clap::ValueEnum;

use crate::collect::Logs;

/// For what a completion script is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ScriptFor {
    /// bash
    Bash,
    /// elvish
    Elvish,
    /// fish
    Fish,
    /// kubectl itself, whatever the shell: to be put on PATH as kubectl_complete-mlop
    Kubectl,
    /// PowerShell
    #[value(name = "powershell")]
    PowerShell,
    /// zsh
    Zsh,
}

/// Format of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// For people, with all proof, the timeline and all gaps
    Wide,
    /// For machines
    Json,
    /// For machines, as YAML
    Yaml,
    /// The run as TYPE.GROUP/NAME, to hand on
    Name,
}

/// Format of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TreeFormat {
    /// For people; siblings that are alike are one line
    Text,
    /// For people, a line for each object
    Wide,
    /// Each object as TYPE.GROUP/NAME, to hand on
    Name,
}

/// Format of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListFormat {
    /// For people
    #[default]
    Text,
    /// For people, with more columns
    Wide,
    /// For machines
    Json,
    /// For machines, as YAML
    Yaml,
    /// Names alone, to hand on
    Name,
}

/// Format of an answer that has one form for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlainFormat {
    /// For people
    Text,
    /// For machines
    Json,
    /// For machines, as YAML
    Yaml,
}

/// Which logs are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogsKept {
    /// None
    None,
    /// Of what failed or crashes, and of a few of its running peers
    Errors,
    /// Of every container, with the run before its last restart
    All,
}

impl LogsKept {
    /// As a walk understands it.
    pub(super) const fn kept(self) -> Logs {
        match self {
            Self::None => Logs::None,
            Self::Errors => Logs::Errors,
            Self::All => Logs::All,
        }
    }
}

/// Format of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DocumentFormat {
    /// As YAML
    Yaml,
    /// As JSON
    Json,
}

/// The gravest severity that is let pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    /// Errors exit 3, warnings 0
    Error,
    /// Errors exit 3, warnings 4
    Warning,
}
