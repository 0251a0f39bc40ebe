//! MLOP502: a ConfigMap or Secret, or a key of one, is not there.

use crate::collect::Seen;
use crate::kinds::names;
use crate::model::{Actor, Evidence, Finding, Object, Severity};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A pod on a node that waits for its configuration: `CreateContainerConfigError`, or a volume that cannot be mounted
    /// because a ConfigMap or Secret, or a key of it, is not there.
    ///
    /// # Why it matters
    /// The kubelet tries again for ever. The event that is seen most ("timed out waiting for the condition") does not name
    /// the missing object; an earlier one does.
    ///
    /// # Evidence
    /// The kubelet's words, and for a ConfigMap whether it is there. Secrets are never asked for: of them the kubelet's
    /// word is the proof.
    ///
    /// # What to do
    /// Make the object, or correct its name. If it is there by now, the kubelet takes it up within two minutes.
    ///
    /// # Stays silent when
    /// The containers have started since.
    RULE {
        code: "MLOP502",
        slug: "config-missing",
        summary: "A ConfigMap or Secret that a pod needs is not there.",
        layer: Start,
        nature: Cause,
        severity: Error,
        reads: [names::POD, names::CONFIG_MAP],
        needs: [Config],
        refines: [],
        explained_by: [],
        reasons: ["CreateContainerConfigError"],
        since: "0.1.0",
        check: check,
    }
}

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    for pod in scene.pods().filter(|pod| scene.testifies(pod) && pod.str_at("/spec/nodeName").is_some()) {
        for container in scene.containers(pod) {
            let Some((_, message)) = container.waiting().filter(|(reason, _)| *reason == "CreateContainerConfigError")
            else {
                continue;
            };
            let missing = missing(message).unwrap_or_else(|| Missing { what: None, words: message.to_owned() });
            let proof = Evidence::value(pod, format!("{}/state/waiting", container.path));
            let of = format!("container {} of pod {}", container.name, pod.name());
            findings.add(describe(scene, findings, pod, &of, &missing).proof(proof));
        }
        if pod.str_at("/status/phase") != Some("Pending") {
            continue;
        }
        if let Some(event) = scene.last_event(pod, &["FailedMount"])
            && let Some(missing) = scene
                .events(pod)
                .into_iter()
                .rev()
                .find_map(|event| missing(&event.message).filter(|_| event.reason == "FailedMount"))
        {
            let of = format!("a volume of pod {}", pod.name());
            let proof = Evidence::event(pod, event);
            findings.add(describe(scene, findings, pod, &of, &missing).proof(proof));
        }
    }
}

/// What the kubelet misses.
struct Missing {
    /// Kind in lower case and name, if it is a whole object.
    what: Option<(String, String)>,
    /// In words.
    words: String,
}

/// Reads `configmap "x" not found`, `couldn't find key k in ConfigMap ns/x`, `references non-existent config key: k`.
fn missing(message: &str) -> Option<Missing> {
    for kind in ["configmap", "secret"] {
        for mark in [format!("{kind} \""), format!("{kind}s \"")] {
            if let Some((name, rest)) = message.split_once(&mark).and_then(|(_, rest)| rest.split_once('"'))
                && rest.trim_start().starts_with("not found")
            {
                let name = name.rsplit('/').next().unwrap_or(name);
                let shown = if kind == "secret" { "Secret" } else { "ConfigMap" };
                let words = format!("{shown} {name}, which is not there");
                return Some(Missing { what: Some((kind.to_owned(), name.to_owned())), words });
            }
        }
    }
    if let Some((_, rest)) = message.split_once("couldn't find key ") {
        let (key, place) = rest.split_once(" in ")?;
        return Some(Missing { what: None, words: format!("key {key} of {place}, which has no such key") });
    }
    let (_, key) = message.split_once("references non-existent ")?;
    Some(Missing { what: None, words: format!("{}, which is not there", key.replace(':', "")) })
}

fn describe(scene: &Scene<'_>, findings: &Findings, pod: &Object, of: &str, missing: &Missing) -> Finding {
    let mut finding = findings
        .about(pod, format!("{of} needs {}", missing.words))
        .signature(missing.words.clone())
        .since(pod.condition("PodScheduled").and_then(|placed| placed.at));
    let map = missing.what.as_ref().filter(|(kind, _)| kind == "configmap");
    if let Some((_, name)) = map {
        match scene.snapshot.get(&names::CONFIG_MAP, pod.namespace(), name) {
            Seen::Absent => finding = finding.proof(Evidence::absence(pod, format!("ConfigMap {name}"))),
            Seen::Yes(map) => {
                finding = finding.severity(Severity::Info).proof(Evidence::value(map, "/metadata/creationTimestamp"));
                finding.detail =
                    format!("{of} waited for ConfigMap {name}, which is there now: the kubelet tries again");
                return finding.act(Actor::RunOwner, "wait two minutes");
            }
            Seen::Unknown(_) => {}
        }
    }
    finding.act(Actor::RunOwner, "make it in the pod's namespace, or correct the name in the pod template")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kubelets_words_name_what_is_missing() {
        for (message, words) in [
            ("configmap \"settings\" not found", "ConfigMap settings, which is not there"),
            (
                "MountVolume.SetUp failed for volume \"gcp\" : secret \"user-gcp-sa\" not found",
                "Secret user-gcp-sa, which is not there",
            ),
            (
                "MountVolume.SetUp failed for volume \"c\" : configmap references non-existent config key: a.yaml",
                "config key a.yaml, which is not there",
            ),
            ("couldn't find key token in Secret ml/hub", "key token of Secret ml/hub, which has no such key"),
        ] {
            assert_eq!(missing(message).unwrap().words, words);
        }
        assert!(missing("rpc error: code = DeadlineExceeded").is_none());
    }
}
