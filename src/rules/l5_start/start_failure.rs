//! Why a runtime could not start a container, out of its words. They differ between runtimes and are read loosely.

use super::failure_class::{FailureClass, Marked};
use crate::model::Actor;

/// What the marks mean; the words stand before the message.
const CLASSES: [Marked; 6] = [
    (
        &["no runtime for"],
        FailureClass {
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
        FailureClass {
            name: "architecture",
            words: "the image is for another CPU architecture; ",
            act: (Actor::RunOwner, "use an image for the node's architecture, or select nodes of another"),
        },
    ),
    (
        &["nvidia-container-cli", "nvidia-container-runtime", "unresolvable cdi", "cdi device", "nvml"],
        FailureClass {
            name: "gpu runtime",
            words: "the GPU part of the node's runtime failed; ",
            act: (Actor::ClusterAdministrator, "see whether driver and container toolkit are well on the node"),
        },
    ),
    (
        &["executable file not found", "no such file or directory"],
        FailureClass {
            name: "command",
            words: "the command is not in the image; ",
            act: (Actor::RunOwner, "correct the container's command, or the image"),
        },
    ),
    (
        &["permission denied"],
        FailureClass {
            name: "permission",
            words: "the command may not be executed; ",
            act: (Actor::RunOwner, "make the command executable in the image, or start it through a shell"),
        },
    ),
    (
        &["oom-killed", "oom killed", "memory limit too low"],
        FailureClass {
            name: "memory",
            words: "its memory limit is too low even to start; ",
            act: (Actor::RunOwner, "raise the container's memory limit"),
        },
    ),
];

const UNKNOWN: FailureClass = FailureClass {
    name: "unknown",
    words: "",
    act: (Actor::RunOwner, "follow the runtime's words: command, mounts, limits"),
};

/// The class of a message.
#[must_use]
pub(super) fn of(message: &str) -> FailureClass {
    FailureClass::first(&CLASSES, message).unwrap_or(UNKNOWN)
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
            assert_eq!(of(text).name, name, "{text}");
        }
    }
}
