//! MLOP501: an image cannot be pulled.

use super::pull_failure;
use super::template::{added_to, image};
use crate::kinds::names;
use crate::model::{Actor, Event, Evidence, Finding, Object};
use crate::rules::scene::ContainerStatus;
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A container that waits for its image: `ErrImagePull`, `ImagePullBackOff`, `InvalidImageName`, `ErrImageNeverPull`
    /// and the like.
    ///
    /// # Why it matters
    /// Nothing in it runs, and operators take it for "starting" for as long as it lasts. `ImagePullBackOff` is only the
    /// timer between two tries; why a try failed stands behind it since Kubernetes 1.32, and in the `Failed` event.
    ///
    /// # Evidence
    /// The container's waiting state and image, and the newest `Failed` event that names it. If neither says why, that is
    /// said. Whether the container stands in the template of the run or was added by an operator or a webhook.
    ///
    /// # What to do
    /// By the registry's words: correct the name, give credentials, wait for a rate limit, publish for the architecture,
    /// free the disk, mend the way to the registry.
    ///
    /// # Stays silent when
    /// The image has been pulled since.
    RULE {
        code: "MLOP501",
        slug: "image-not-pullable",
        summary: "A container's image cannot be pulled.",
        layer: Start,
        nature: Cause,
        severity: Error,
        reads: [names::POD],
        needs: [],
        refines: [],
        explained_by: [],
        reasons: [
            "ErrImagePull", "ImagePullBackOff", "InvalidImageName", "ErrImageNeverPull", "ImageInspectError",
            "RegistryUnavailable", "SignatureValidationFailed",
        ],
        since: "0.1.0",
        check: check,
    }
}

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    for pod in scene.pods().filter(|pod| scene.testifies(pod)) {
        for container in scene.containers(pod) {
            if let Some((reason, message)) = container.waiting().filter(|(reason, _)| RULE.reasons.contains(reason)) {
                findings.add(describe(scene, findings, pod, container, reason, message));
            }
        }
    }
}

fn describe(
    scene: &Scene<'_>,
    findings: &Findings,
    pod: &Object,
    container: &ContainerStatus<'_>,
    reason: &str,
    message: &str,
) -> Finding {
    let name = container.name;
    let image = image(pod, name, container.init);
    let failed = failed_event(scene, pod, image.as_ref().map(|(image, _)| image.as_str()));
    let by_event = failed.and_then(|event| pull_failure::of(strip(&event.message, image.as_ref())));
    let class = pull_failure::of_reason(reason)
        .or_else(|| pull_failure::of(strip(after_back_off(message), image.as_ref())))
        .or(by_event);
    let named = image.as_ref().map_or("its image", |(image, _)| image.as_str());
    let kind = if container.init { "init container" } else { "container" };
    let added = added_to(scene, pod, name);
    let by = added.as_ref().map_or(String::new(), |maker| {
        format!("; the container is not in the template of {maker}: an operator or webhook added it")
    });
    let why = class.map_or("the API does not say why", |class| class.words);
    let detail = format!("image {named} of {kind} {name} in pod {} cannot be pulled; {why}{by}", pod.name());
    let mut finding = findings
        .about(pod, detail)
        .proof(Evidence::value(pod, format!("{}/state/waiting", container.path)))
        .since(failed.and_then(|event| event.first).or_else(|| pod.condition("ContainersReady").and_then(|not| not.at)))
        .signature(format!("{name} {named} {}", class.map_or("unknown", |class| class.name)));
    if let Some((_, path)) = image {
        finding = finding.proof(Evidence::value(pod, path));
    }
    if let Some(event) = failed {
        finding = finding.proof(Evidence::event(pod, event));
    }
    let (actor, act) = class
        .map_or((Actor::RunOwner, "check the image's name, and whether the pods have credentials for it"), |class| {
            class.act
        });
    let actor = if added.is_some() && actor == Actor::RunOwner { Actor::Platform } else { actor };
    let finding = finding.act(actor, act);
    match pod.namespace() {
        Some(namespace) => finding.run(
            actor,
            "see the pod's events for the registry's own words",
            ["kubectl", "-n", namespace, "describe", "pod", pod.name()],
        ),
        None => finding,
    }
}

/// The newest event that says why a pull failed, of this image if it names one.
fn failed_event<'a>(scene: &Scene<'a>, pod: &Object, image: Option<&str>) -> Option<&'a Event> {
    let names = |event: &Event| image.is_none_or(|image| event.message.contains(&format!("\"{image}\"")));
    scene
        .events(pod)
        .into_iter()
        .rev()
        .find(|event| event.reason == "Failed" && event.message.contains("pull image") && names(event))
}

/// What stands behind `Back-off pulling image "x": `.
fn after_back_off(message: &str) -> &str {
    match message.strip_prefix("Back-off pulling image ") {
        Some(rest) => rest.split_once("\": ").map_or("", |(_, why)| why),
        None => message,
    }
}

/// The text without its beginning that quotes the image: a name may hold any word.
fn strip<'t>(text: &'t str, image: Option<&(String, String)>) -> &'t str {
    image.and_then(|(image, _)| text.split_once(&format!("\"{image}\": "))).map_or(text, |(_, why)| why)
}
