//! MLOP203: an admission webhook cannot be called.

use super::quota_exceeded::kind_and_name;
use super::refusal::{Refusal, refusals};
use crate::collect::Seen;
use crate::collect::needs::{FailingWebhook, controller_objects, failing_webhook, lease_of};
use crate::kinds::names;
use crate::model::pointer::{self, escape};
use crate::model::{Actor, Evidence, Finding, Object};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// An object of the run whose children are refused because an admission webhook could not be called, and that still
    /// lacks them.
    ///
    /// # Why it matters
    /// With `failurePolicy: Fail` nothing that the webhook covers can be made, by anybody, until it answers again: often
    /// all pods or Jobs of the cluster, those that have nothing to do with its owner too.
    ///
    /// # Evidence
    /// The event with the URL and the error; the configuration that holds the webhook; its Service, the endpoints behind
    /// it and the Deployment that should answer.
    ///
    /// # What to do
    /// Bring the webhook's server back. Look at its Deployment and at the certificate in its configuration.
    ///
    /// # Stays silent when
    /// The object got its children since.
    RULE {
        code: "MLOP203",
        slug: "webhook-unreachable",
        summary: "An admission webhook that has to answer cannot be called.",
        layer: Admission,
        nature: Cause,
        severity: Error,
        reads: [names::EVENT],
        needs: [Webhooks],
        refines: [],
        explained_by: ["MLOP702"],
        reasons: ["FailedCreate"],
        since: "0.1.0",
        check: check,
    }
}

fn speaks_of_webhook(message: &str) -> bool {
    failing_webhook(message).is_some()
}

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    for refusal in refusals(scene, findings, speaks_of_webhook) {
        let Some(failing) = failing_webhook(&refusal.event.message) else { continue };
        findings.add(describe(scene, findings, &refusal, &failing));
    }
}

fn describe(scene: &Scene<'_>, findings: &Findings, refusal: &Refusal<'_>, failing: &FailingWebhook) -> Finding {
    let place = failing
        .service
        .as_ref()
        .map_or(String::new(), |(service, namespace)| format!(" (Service {namespace}/{service})"));
    let error = if failing.error.is_empty() { "no answer" } else { &failing.error };
    let mut detail = format!(
        "webhook {}{place} cannot be called, so what {} makes is refused: {error}",
        failing.webhook,
        kind_and_name(refusal.maker)
    );
    let mut finding = findings
        .about(refusal.maker, "")
        .signature(format!("{} {place}", failing.webhook))
        .proof(Evidence::event(refusal.maker, refusal.event))
        .since(refusal.event.first)
        .history(refusal.past);
    for (configuration, path) in configurations(scene, failing) {
        detail = format!("{detail}; it stands in {}", kind_and_name(configuration));
        finding = finding
            .proof(Evidence::value(configuration, format!("{path}/failurePolicy")))
            .related(configuration.reference());
    }
    if let Some((name, namespace)) = &failing.service {
        if let Seen::Yes(service) = scene.snapshot.get(&names::SERVICE, Some(namespace), name) {
            let shown = if service.at("/spec/selector").is_some() { "/spec/selector" } else { "/spec/type" };
            finding = finding.proof(Evidence::value(service, shown)).related(service.reference());
        }
        for server in servers(scene, name, namespace) {
            let shown = if server.is(&names::LEASE) { "/spec/renewTime" } else { "/status/readyReplicas" };
            finding = finding.proof(Evidence::value(server, shown)).related(server.reference());
        }
        let look = ["kubectl", "get", "deployments,pods,endpointslices", "-n", namespace];
        finding = finding.run(Actor::Platform, format!("bring back what answers for Service {name}"), look);
    } else {
        finding = finding.act(Actor::Platform, "bring back what answers for the webhook");
    }
    finding.detail = detail;
    finding
}

/// Configurations that hold the webhook, with the place in them. One webhook name may stand in several; the Service
/// tells which is meant.
fn configurations<'a>(scene: &Scene<'a>, failing: &FailingWebhook) -> Vec<(&'a Object, String)> {
    let mut found = Vec::new();
    for kind in [names::MUTATING_WEBHOOK, names::VALIDATING_WEBHOOK] {
        for configuration in scene.snapshot.of_kind(&kind) {
            for (path, webhook) in configuration.each("/webhooks/*") {
                let text = |place: &str| pointer::follow(webhook, place).and_then(|value| value.as_str());
                let service = || {
                    let name = text("/clientConfig/service/name")?;
                    Some((name.to_owned(), text("/clientConfig/service/namespace")?.to_owned()))
                };
                if text("/name") == Some(&failing.webhook)
                    && (failing.service.is_none() || service() == failing.service)
                {
                    found.push((configuration, path));
                }
            }
        }
    }
    found
}

/// What should answer: Deployments that the Service selects, and Deployment and Lease of a controller that is usually
/// installed in that namespace and bears the Service's name (a Service may select nothing, or may not be seen).
fn servers<'a>(scene: &Scene<'a>, service: &str, namespace: &str) -> Vec<&'a Object> {
    let mut found: Vec<&Object> = Vec::new();
    let seen = scene.snapshot.get(&names::SERVICE, Some(namespace), service).yes();
    if let Some(selector) = seen.and_then(|service| service.at("/spec/selector")?.as_object()) {
        found.extend(scene.snapshot.of_kind(&names::DEPLOYMENT).filter(|deployment| {
            deployment.namespace() == Some(namespace)
                && selector.iter().all(|(key, value)| {
                    deployment.at(&format!("/spec/template/metadata/labels/{}", escape(key))) == Some(value)
                })
        }));
    }
    let usual = scene.kinds.iter().filter_map(|spec| spec.controller.as_ref());
    for controller in usual.filter(|controller| controller.namespaces.iter().any(|usual| usual == namespace)) {
        let (deployment, lease) =
            (controller_objects(scene.snapshot, controller), lease_of(scene.snapshot, controller));
        let selected = deployment.is_some_and(|object| found.iter().any(|known| known.key() == object.key()));
        if selected || controller.deployment.as_ref().is_some_and(|name| alike(name, service)) {
            let theirs = deployment.into_iter().chain(lease);
            found.extend(theirs.filter(|object| object.namespace() == Some(namespace)));
        }
    }
    found.sort_by(|a, b| a.key().cmp(b.key()));
    found.dedup_by(|a, b| a.key() == b.key());
    found
}

/// Whether a Deployment and a Service bear the name of one project: `kueue-controller-manager`, `kueue-webhook-service`.
fn alike(deployment: &str, service: &str) -> bool {
    let first = |name: &str| name.split('-').next().unwrap_or("").to_owned();
    first(deployment) == first(service)
}
