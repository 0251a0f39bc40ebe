//! Why a runtime could not start a container, out of its words. They differ between runtimes and are read loosely.

use crate::model::Actor;

/// What a runtime's message means.
pub(super) struct StartFailure {
    /// In short, for comparing siblings.
    pub name: &'static str,
    /// What it means, to stand before the message; empty if unknown.
    pub words: &'static str,
    /// Who acts, and how.
    pub act: (Actor, &'static str),
}

/// Marks (lower case) with what they mean; the first that is found counts.
const CLASSES: [(&[&str], StartFailure); 6] = [
    (
        &["no runtime for"],
        StartFailure {
            name: "runtime handler",
            words: "the node's container runtime does not know the handler of its RuntimeClass; ",
            act: (
                Actor::ClusterAdministrator,
                "have the container toolkit set up the node's runtime again: its pod on that node does so at its start",
            ),
        },
    ),
    (
        &["exec format error"],
        StartFailure {
            name: "architecture",
            words: "the image is for another CPU architecture; ",
            act: (Actor::RunOwner, "use an image for the node's architecture, or select nodes of another"),
        },
    ),
    (
        &["nvidia-container-cli", "nvidia-container-runtime", "unresolvable cdi", "cdi device", "nvml"],
        StartFailure {
            name: "gpu runtime",
            words: "the GPU part of the node's runtime failed; ",
            act: (Actor::ClusterAdministrator, "see whether driver and container toolkit are well on the node"),
        },
    ),
    (
        &["executable file not found", "no such file or directory"],
        StartFailure {
            name: "command",
            words: "the command is not in the image; ",
            act: (Actor::RunOwner, "correct the container's command, or the image"),
        },
    ),
    (
        &["permission denied"],
        StartFailure {
            name: "permission",
            words: "the command may not be executed; ",
            act: (Actor::RunOwner, "make the command executable in the image, or start it through a shell"),
        },
    ),
    (
        &["oom-killed", "oom killed", "memory limit too low"],
        StartFailure {
            name: "memory",
            words: "its memory limit is too low even to start; ",
            act: (Actor::RunOwner, "raise the container's memory limit"),
        },
    ),
];

impl StartFailure {
    const UNKNOWN: Self = Self {
        name: "unknown",
        words: "",
        act: (Actor::RunOwner, "follow the runtime's words: command, mounts, limits"),
    };

    /// The class of a message.
    #[must_use]
    pub(super) fn of(message: &str) -> &'static Self {
        static UNKNOWN: StartFailure = StartFailure::UNKNOWN;
        static KNOWN: [(&[&str], StartFailure); 6] = CLASSES;
        let text = message.to_lowercase();
        KNOWN.iter().find(|(marks, _)| marks.iter().any(|mark| text.contains(mark))).map_or(&UNKNOWN, |(_, why)| why)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runtime_words_are_classed() {
        for (text, name) in [
            ("failed to get sandbox runtime: no runtime for \"nvidia\" is configured", "runtime handler"),
            ("exec: \"trian\": executable file not found in $PATH: unknown", "command"),
            ("exec /bin/train: exec format error", "architecture"),
            ("nvidia-container-cli: initialization error: nvml error: driver not loaded", "gpu runtime"),
        ] {
            assert_eq!(StartFailure::of(text).name, name, "{text}");
        }
    }
}
