//! The rights that a diagnosis can use, as manifests: what an administrator reads before granting them.
//!
//! Owns how the roles are written down; which rights there are is a matter of `rights`.

use std::collections::BTreeMap;

use crate::kinds::{Kinds, Tier};
use crate::rights::{Grant, Part, Role, Why, grants};

const HEADER: &str = "\
# Generated from the table of kinds. The rights that can be used: get and list, and watch by the recorder alone.
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
#   kubectl-mlop-capture     Beside the first, for captures of many runs at once, which list what a diagnosis of one run
#                            reads by name. Bind it as the first.
#   kubectl-mlop-watch, kubectl-mlop-watch-namespaced, kubectl-mlop-watch-events
#                            Beside all of these, for the recorder (`kubectl mlop capture --watch`): watch, and nothing else.
#                            Bind them as the first, the second and the third.
#
# All but the second can be left out: diagnoses then end at the border of the namespace. A kind that is not named here,
# such as a platform's own custom resource, needs a rule of its own (get and list) beside these. Groups that the cluster
# does not serve do no harm. `kubectl mlop capture --preflight` asks the cluster which of these rights somebody has.
";

/// The roles as YAML.
#[must_use]
pub fn role(kinds: &Kinds) -> String {
    let mut text = HEADER.to_owned();
    let grants = grants(kinds);
    for role in [
        Role::Cluster,
        Role::Namespaced,
        Role::Events,
        Role::Capture,
        Role::Watch,
        Role::WatchNamespaced,
        Role::WatchEvents,
    ] {
        let in_default = matches!(role, Role::Events | Role::WatchEvents);
        let (kind, place) = if in_default { ("Role", "\n  namespace: default") } else { ("ClusterRole", "") };
        let name = role.name();
        text.push_str(&format!(
            "---\napiVersion: rbac.authorization.k8s.io/v1\nkind: {kind}\nmetadata:\n  name: {name}{place}\nrules:\n"
        ));
        rules(&mut text, grants.iter().filter(|grant| grant.role == role));
    }
    text
}

/// A rule for each part, group and set of verbs: no rule grants more than its lines say.
fn rules<'g>(text: &mut String, grants: impl Iterator<Item = &'g Grant>) {
    let (mut parts, mut alone) = (BTreeMap::<(Tier, &str, &[&str]), Vec<&Grant>>::new(), Vec::new());
    for grant in grants {
        match grant.part {
            Part::Tier(tier) => parts.entry((tier, grant.kind.group.as_ref(), grant.verbs)).or_default().push(grant),
            Part::Alone => alone.push(grant),
        }
    }
    let mut last = None;
    for ((_, group, verbs), mut of_part) in parts {
        of_part.sort_unstable_by(|a, b| a.resource.cmp(&b.resource));
        let resources: Vec<&str> = of_part.iter().map(|grant| grant.resource.as_str()).collect();
        let why = of_part.first().map(|grant| sentence(&grant.why));
        rule(text, why.as_deref().filter(|_| last != why), group, &resources, verbs);
        last = why;
    }
    for grant in alone {
        rule(text, Some(&sentence(&grant.why)), &grant.kind.group, &[&grant.resource], grant.verbs);
    }
}

fn sentence(why: &Why) -> String {
    let shows = why.shows.map(|shows| format!(" Shows {shows}.")).unwrap_or_default();
    format!("{}.{shows} Without: {}.", why.what, why.without)
}

fn rule(text: &mut String, why: Option<&str>, group: &str, resources: &[&str], verbs: &[&str]) {
    if let Some(why) = why {
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
        assert_eq!(roles.len(), 7);
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
            let watches = verbs == ["watch"];
            assert!(watches || verbs.iter().all(|verb| verb == "get" || verb == "list"), "{resources:?} {verbs:?}");
            for resource in resources {
                assert!(resource != "secrets" && resource != "*", "{resource}");
                assert!(!resource.contains('/') || resource == "pods/log" && verbs == ["get"], "{resource}");
                assert!(resource != "configmaps" || verbs == ["get"]);
                assert!(resource != "events" || watches || verbs == ["list"]);
            }
        }
    }
}
