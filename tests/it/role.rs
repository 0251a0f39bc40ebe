//! The roles of `docs/rbac.yaml`, against every question that the recorded runs and the case pages lead to.

use std::collections::BTreeSet;

use kubectl_mlop::kinds::{LinkBy, Scope, names};
use kubectl_mlop::model::{GroupKind, Object, Query};
use kubectl_mlop::report::docs;
use kubectl_mlop::source::files;
use serde_json::Value;

use crate::harness::world;
use crate::laws::subjects;

/// What is granted: role, group, resource, verb.
type Grants = BTreeSet<(String, String, String, String)>;

fn grants() -> Grants {
    let texts = |value: &Value| -> Vec<String> {
        value.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
    };
    let mut grants = Grants::new();
    for role in files::parse(docs::role(world::kinds()).as_bytes()).unwrap() {
        let name = role["metadata"]["name"].as_str().unwrap();
        for rule in role["rules"].as_array().unwrap() {
            let group = texts(&rule["apiGroups"]).remove(0);
            for resource in texts(&rule["resources"]) {
                for verb in texts(&rule["verbs"]) {
                    grants.insert((name.to_owned(), group.clone(), resource.clone(), verb));
                }
            }
        }
    }
    grants
}

/// Whether a question about a kind in a namespace is allowed to somebody who works in `home`.
fn allowed(grants: &Grants, kind: &GroupKind, verb: &str, namespace: Option<&str>, home: Option<&str>) -> bool {
    // A kind that nobody taught needs a rule of its own, as the roles say.
    let Some(spec) = world::kinds().get(kind) else { return true };
    let has = |role: &str| {
        let key = (role.to_owned(), kind.group.to_string(), spec.plural.to_string(), verb.to_owned());
        grants.contains(&key)
    };
    let at_home = spec.scope == Scope::Namespaced && namespace.is_some() && namespace == home;
    has("kubectl-mlop")
        || at_home && has("kubectl-mlop-namespaced")
        || *kind == names::EVENT && namespace == Some("default") && has("kubectl-mlop-events")
}

#[test]
fn no_question_goes_beyond_the_roles_and_no_rule_for_all_namespaces_goes_unused() {
    let grants = grants();
    let (mut wrong, mut used) = (BTreeSet::new(), BTreeSet::new());
    for subject in subjects() {
        let mut source = (subject.source)();
        let Some(snapshot) = world::snapshot(&mut *source, &subject.target) else { continue };
        let home = snapshot.root().and_then(Object::namespace);
        for (query, _) in snapshot.asked() {
            let (kind, verb, namespace) = match query {
                Query::Get { kind, namespace, .. } => (kind.clone(), "get", namespace.as_deref()),
                Query::List { kind, namespace, .. } => (kind.clone(), "list", namespace.as_deref()),
                Query::Events { of } => (names::EVENT, "list", Some(of.namespace.as_deref().unwrap_or("default"))),
                Query::Log { .. } | Query::Named { .. } | Query::Runs { .. } => continue,
            };
            used.insert((kind.clone(), verb, namespace == home));
            if !allowed(&grants, &kind, verb, namespace, home) {
                wrong.insert(format!("{} {}: {query}", subject.name, subject.target));
            }
        }
    }
    assert!(wrong.is_empty(), "{} beyond the roles: {wrong:#?}", wrong.len());
    // Which cluster this is: the UID of the namespace kube-system goes into a bundle.
    used.insert((names::NAMESPACE, "get", false));
    // Not every reference is followed by a fixture.
    let links = world::kinds().iter().flat_map(|spec| &spec.links);
    used.extend(links.filter(|link| matches!(link.by, LinkBy::Path(_))).map(|link| (link.to.clone(), "get", false)));
    let idle = grants.iter().filter(|(role, group, resource, verb)| {
        let asked = used.iter().any(|(kind, asked, home)| {
            let spec = world::kinds().get(kind);
            *kind.group == **group && spec.is_some_and(|spec| spec.plural == *resource) && asked == verb && !home
        });
        role == "kubectl-mlop" && !asked
    });
    assert_eq!(idle.collect::<Vec<_>>(), Vec::<&(String, String, String, String)>::new(), "nothing asks for it");
}
