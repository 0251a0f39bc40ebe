//! The rights that a diagnosis can use, as manifests: what an administrator reads before granting them.
//!
//! Owns which verbs each kind takes and what is lost without them. Must never name Secrets, or a verb that writes.

use std::collections::BTreeMap;

use crate::kinds::{KindSpec, Kinds, Scope, Tier, names};
use crate::model::GroupKind;

type Verbs = &'static [&'static str];

const GET: Verbs = &["get"];
const LIST: Verbs = &["list"];
const BOTH: Verbs = &["get", "list"];

/// Never asked for: the table of kinds knows Secrets only to empty pasted ones, and priority classes by name.
const NEVER: [GroupKind; 2] = [names::SECRET, names::PRIORITY_CLASS];

/// Kinds of which one verb is enough.
const LESS: [(GroupKind, Verbs); 12] = [
    (names::ADMISSION_CHECK, GET),
    (names::CLUSTER_QUEUE, GET),
    (names::COHORT, GET),
    (names::CONFIG_MAP, GET),
    (names::EVENT, LIST),
    (names::LEASE, GET),
    (names::MUTATING_WEBHOOK, LIST),
    (names::NAMESPACE, GET),
    (names::PERSISTENT_VOLUME, GET),
    (names::RESOURCE_FLAVOR, GET),
    (names::RUNTIME_CLASS, GET),
    (names::VALIDATING_WEBHOOK, LIST),
];

/// Namespaced kinds that are looked at beyond the run's own namespace: verbs, what for, and what is lost without.
const EVERYWHERE: [(GroupKind, Verbs, &str); 6] = [
    (
        names::POD,
        LIST,
        "What runs on the nodes, when pods of the run find no place. Shows the pods of all teams, plain values of \
         their environment too, but not their logs. Without: who takes the room stays unknown.",
    ),
    (
        names::WORKLOAD,
        LIST,
        "Who holds the quota, since any namespace may feed a ClusterQueue. Without: holders stay unknown.",
    ),
    (names::LEASE, GET, "Whether a controller or the scheduler is alive. Without: a dead controller is not told."),
    (
        names::DEPLOYMENT,
        BOTH,
        "The controllers themselves, and what serves a webhook. Shows the Deployments of all teams, plain values of their \
         environment too. Without: that they are down is not told.",
    ),
    (names::SERVICE, GET, "The Service behind a webhook that failed. Without: why it failed stays unknown."),
    (names::ENDPOINT_SLICE, LIST, "Whether anything stands behind it. Without: the same."),
];

const HEADER: &str = "\
# Generated from the table of kinds. The rights that a diagnosis can use: get and list, nothing else.
#
# Never Secrets, never a verb that writes, never a way into nodes or containers. What may not be seen is reported as
# unseen, together with what it could change: leave out any rule, and the answer says so instead of failing.
#
#   kubectl-mlop             For all namespaces. Bind it with a ClusterRoleBinding:
#                              kubectl create clusterrolebinding mlop --clusterrole=kubectl-mlop --group=GROUP
#   kubectl-mlop-namespaced  For the namespace of the runs. Bind it there with a RoleBinding:
#                              kubectl create rolebinding mlop -n NAMESPACE --clusterrole=kubectl-mlop-namespaced \\
#                                --group=GROUP
#                            With a ClusterRoleBinding instead, --all-namespaces works too.
#   kubectl-mlop-events      Events of nodes, which stand in the namespace default. Bind it there:
#                              kubectl create rolebinding mlop-events -n default --role=kubectl-mlop-events \\
#                                --group=GROUP
#
# The first and the last can be left out: diagnoses then end at the border of the namespace. A kind that is not named here, such as a
# platform's own custom resource, needs a rule of its own (get and list) beside these. Groups that the cluster does not
# serve do no harm.
";

/// The roles as YAML.
#[must_use]
pub fn role(kinds: &Kinds) -> String {
    let mut text = HEADER.to_owned();
    open(&mut text, "ClusterRole", "kubectl-mlop");
    by_part(&mut text, kinds, Scope::Cluster);
    for (kind, verbs, why) in &EVERYWHERE {
        if let Some(spec) = kinds.get(kind) {
            rule(&mut text, why, &spec.kind.group, &[&spec.plural], verbs);
        }
    }
    open(&mut text, "ClusterRole", "kubectl-mlop-namespaced");
    by_part(&mut text, kinds, Scope::Namespaced);
    let why = "What containers said before they ended. Without: causes that only a log tells are lost.";
    rule(&mut text, why, "", &["pods/log"], GET);
    open(&mut text, "Role", "kubectl-mlop-events\n  namespace: default");
    rule(&mut text, "Without: what happened to a node is lost.", "", &["events"], LIST);
    text
}

fn open(text: &mut String, kind: &str, name: &str) {
    text.push_str(&format!(
        "---\napiVersion: rbac.authorization.k8s.io/v1\nkind: {kind}\nmetadata:\n  name: {name}\nrules:\n"
    ));
}

/// A rule for each part, group and set of verbs: no rule grants more than its lines say.
fn by_part(text: &mut String, kinds: &Kinds, scope: Scope) {
    let mut rules: BTreeMap<(Tier, &str, Verbs), Vec<&str>> = BTreeMap::new();
    for spec in kinds.iter().filter(|spec| spec.scope == scope && !NEVER.contains(&spec.kind)) {
        rules.entry((spec.tier, spec.kind.group.as_ref(), verbs(spec))).or_default().push(spec.plural.as_ref());
    }
    let mut last = None;
    for ((tier, group, verbs), mut plurals) in rules {
        plurals.sort_unstable();
        let why = if last == Some(tier) { "" } else { purpose(tier, scope) };
        rule(text, why, group, &plurals, verbs);
        last = Some(tier);
    }
}

fn verbs(spec: &KindSpec) -> Verbs {
    LESS.iter().find(|(kind, _)| *kind == spec.kind).map_or(BOTH, |(_, verbs)| verbs)
}

/// What a part is for, and what is lost without it.
const fn purpose(tier: Tier, scope: Scope) -> &'static str {
    match (tier, scope) {
        (Tier::Root, _) => "The runs themselves. Without one of these kinds, its runs are not found.",
        (Tier::Workload, _) => "What makes the pods. Without: the way from a run to its pods may be cut.",
        (Tier::Pod, _) => "The pods. Without: whatever fails in scheduling, images and containers is lost.",
        (Tier::Node, _) => "The nodes. Without: node faults, and why no node fits, are lost.",
        (Tier::Queue, Scope::Cluster) => "Queues and quotas of the cluster. Without: why a run waits in Kueue is lost.",
        (Tier::Queue, Scope::Namespaced) => {
            "Queues and quotas of the namespace. Without: what holds a run back is lost."
        }
        (Tier::Storage, _) => "Storage. Without: why a claim waits is lost.",
        (Tier::Network, _) => "Services. Without: members that cannot find each other are not told.",
        (Tier::Controller, Scope::Cluster) => "Webhooks. Without: which one refuses or fails is lost.",
        (Tier::Controller, Scope::Namespaced) => "Controllers. Without: whether one is alive is lost.",
        (Tier::Other, Scope::Cluster) => {
            "The namespace, and what pods name. Without: that one is ending or missing is not told."
        }
        (Tier::Other, Scope::Namespaced) => {
            "ConfigMaps (only those that a waiting pod names) and events. Without: what is missing, and most proofs."
        }
    }
}

fn rule(text: &mut String, why: &str, group: &str, resources: &[&str], verbs: &[&str]) {
    if !why.is_empty() {
        text.push_str(&format!("  # {why}\n"));
    }
    text.push_str(&format!(
        "  - apiGroups: [\"{group}\"]\n    resources: [{}]\n    verbs: [{}]\n",
        resources.join(", "),
        verbs.join(", ")
    ));
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::source::files;

    fn rules() -> Vec<(String, Vec<String>, Vec<String>)> {
        let texts = |value: &Value| -> Vec<String> {
            value.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
        };
        let roles = files::parse(role(&Kinds::built_in()).as_bytes()).unwrap();
        assert_eq!(roles.len(), 3);
        let rules = roles.iter().flat_map(|role| role["rules"].as_array().unwrap());
        rules
            .map(|rule| {
                assert_eq!(texts(&rule["apiGroups"]).len(), 1);
                (texts(&rule["apiGroups"]).remove(0), texts(&rule["resources"]), texts(&rule["verbs"]))
            })
            .collect()
    }

    #[test]
    fn only_reading_is_granted_and_never_of_secrets() {
        for (group, resources, verbs) in rules() {
            assert!(!resources.is_empty() && !verbs.is_empty() && group != "*");
            assert!(verbs.iter().all(|verb| verb == "get" || verb == "list"), "{resources:?} {verbs:?}");
            for resource in resources {
                assert!(resource != "secrets" && resource != "*", "{resource}");
                assert!(!resource.contains('/') || resource == "pods/log" && verbs == ["get"], "{resource}");
                assert!(resource != "configmaps" || verbs == ["get"]);
                assert!(resource != "events" || verbs == ["list"]);
            }
        }
    }

    #[test]
    fn every_kind_that_is_asked_for_is_named() {
        let rules = rules();
        for spec in Kinds::built_in().iter() {
            let named = rules.iter().any(|(group, resources, _)| {
                *group == spec.kind.group && resources.iter().any(|resource| *resource == spec.plural)
            });
            assert_eq!(named, !NEVER.contains(&spec.kind), "{}", spec.kind);
        }
    }
}
