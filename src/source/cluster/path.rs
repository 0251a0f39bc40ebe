//! Paths of the API, every part of them encoded.
//!
//! Must never let a name from outside become another path.

use std::fmt::Write as _;

use super::catalogue::Resource;

/// `/apis/batch/v1/namespaces/ml/jobs`, with an object's name behind it if one is given.
pub(super) fn of(resource: &Resource, namespace: Option<&str>, name: Option<&str>) -> String {
    let mut path = if resource.kind.group.is_empty() { "/api".to_owned() } else { "/apis".to_owned() };
    let group = (!resource.kind.group.is_empty()).then_some(resource.kind.group.as_ref());
    let place = namespace.filter(|_| resource.namespaced);
    let parts = group.into_iter().chain([resource.version.as_str()]);
    let place = place.into_iter().flat_map(|namespace| ["namespaces", namespace]);
    for part in parts.chain(place).chain([resource.plural.as_str()]).chain(name) {
        path.push('/');
        encode(part, &mut path);
    }
    path
}

/// The log of a pod.
pub(super) fn log(namespace: &str, pod: &str) -> String {
    let mut path = "/api/v1/namespaces/".to_owned();
    encode(namespace, &mut path);
    path.push_str("/pods/");
    encode(pod, &mut path);
    path.push_str("/log");
    path
}

/// A path with its query.
pub(super) fn with(path: &str, query: &[(&str, &str)]) -> String {
    let mut full = path.to_owned();
    for (place, (key, value)) in query.iter().enumerate() {
        full.push(if place == 0 { '?' } else { '&' });
        encode(key, &mut full);
        full.push('=');
        encode(value, &mut full);
    }
    full
}

/// Whether something can be the name of an object or namespace: nothing else is asked for.
pub(super) fn is_name(name: &str) -> bool {
    !name.is_empty() && name != "." && name != ".." && !name.contains(['/', '%'])
}

fn encode(part: &str, onto: &mut String) {
    for byte in part.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            onto.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(onto, "%{byte:02X}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::Kinds;
    use crate::kinds::names;

    #[test]
    fn every_part_is_encoded() {
        let kinds = Kinds::built_in();
        let taught = |kind| Resource::taught(kinds.get(&kind).unwrap(), "v1");
        let job = taught(names::JOB);
        assert_eq!(of(&job, Some("ml"), Some("a")), "/apis/batch/v1/namespaces/ml/jobs/a");
        assert_eq!(of(&job, None, None), "/apis/batch/v1/jobs");
        assert_eq!(of(&taught(names::NODE), Some("ml"), Some("n:1 ü")), "/api/v1/nodes/n%3A1%20%C3%BC");
        assert_eq!(
            with("/api", &[("labelSelector", "a/b=c,d=e"), ("limit", "5")]),
            "/api?labelSelector=a%2Fb%3Dc%2Cd%3De&limit=5"
        );
        assert_eq!(log("ml", "a/b"), "/api/v1/namespaces/ml/pods/a%2Fb/log");
        assert!(["", ".", "..", "a/b", "a%2f"].iter().all(|name| !is_name(name)) && is_name("system:node.x"));
    }
}
