//! What a path means.
//!
//! Owns the spelling of Kubernetes' paths. Knows nothing of what there is.

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Route {
    /// `/version`
    Version,
    /// `/healthz`, `/livez`, `/readyz`
    Health,
    /// `/api`
    Core,
    /// `/apis`
    Groups,
    /// `/apis/GROUP`
    Group(String),
    /// `/api/v1`, `/apis/GROUP/VERSION`
    Resources { group: String, version: String },
    /// `/openapi/…`
    Schemas,
    /// Objects of a resource.
    Collection(Place),
    /// One of them.
    Object(Place, String),
    /// What stands below one.
    Subresource(Place, String, String),
    /// None of these.
    Nothing,
}

/// A resource in a namespace or in none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// API group; empty for core.
    pub(super) group: String,
    /// Version.
    pub(super) version: String,
    /// Namespace, if the path names one.
    pub(super) namespace: Option<String>,
    /// Plural name.
    pub(super) resource: String,
}

impl Route {
    /// Reads a path as it stands in a request.
    pub(super) fn of(path: &str) -> Self {
        let parts: Option<Vec<String>> = path.split('/').filter(|part| !part.is_empty()).map(decoded).collect();
        let Some(parts) = parts else { return Self::Nothing };
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        match parts.as_slice() {
            ["version"] => Self::Version,
            ["healthz" | "livez" | "readyz"] => Self::Health,
            ["openapi", ..] => Self::Schemas,
            ["api"] => Self::Core,
            ["apis"] => Self::Groups,
            ["apis", group] => Self::Group((*group).to_owned()),
            ["api", version, rest @ ..] => below("", version, rest),
            ["apis", group, version, rest @ ..] => below(group, version, rest),
            _ => Self::Nothing,
        }
    }
}

fn below(group: &str, version: &str, rest: &[&str]) -> Route {
    let place = |namespace: Option<&str>, resource: &str| Place {
        group: group.to_owned(),
        version: version.to_owned(),
        namespace: namespace.map(str::to_owned),
        resource: resource.to_owned(),
    };
    match *rest {
        [] => Route::Resources { group: group.to_owned(), version: version.to_owned() },
        // A namespace is an object too.
        ["namespaces", name, below @ ("status" | "finalize")] => {
            Route::Subresource(place(None, "namespaces"), name.to_owned(), below.to_owned())
        }
        ["namespaces", namespace, resource] => Route::Collection(place(Some(namespace), resource)),
        ["namespaces", namespace, resource, name] => Route::Object(place(Some(namespace), resource), name.to_owned()),
        ["namespaces", namespace, resource, name, ref below @ ..] => {
            Route::Subresource(place(Some(namespace), resource), name.to_owned(), below.join("/"))
        }
        [resource] => Route::Collection(place(None, resource)),
        [resource, name] => Route::Object(place(None, resource), name.to_owned()),
        [resource, name, ref below @ ..] => Route::Subresource(place(None, resource), name.to_owned(), below.join("/")),
    }
}

/// A part of a path without its percent signs; nothing if it is no text.
fn decoded(part: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(part.len());
    let mut rest = part.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let mut digit = || char::from(rest.next()?).to_digit(16);
            let value = digit()? * 16 + digit()?;
            bytes.push(u8::try_from(value).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(group: &str, namespace: Option<&str>, resource: &str) -> Place {
        Place {
            group: group.to_owned(),
            version: "v1".to_owned(),
            namespace: namespace.map(str::to_owned),
            resource: resource.to_owned(),
        }
    }

    #[test]
    fn paths_mean_what_they_mean_to_a_server() {
        for (path, route) in [
            ("/version", Route::Version),
            ("/apis/batch", Route::Group("batch".to_owned())),
            ("/api/v1", Route::Resources { group: String::new(), version: "v1".to_owned() }),
            ("/api/v1/nodes", Route::Collection(place("", None, "nodes"))),
            ("/api/v1/namespaces/ml", Route::Object(place("", None, "namespaces"), "ml".to_owned())),
            ("/api/v1/namespaces/ml/pods", Route::Collection(place("", Some("ml"), "pods"))),
            ("/apis/batch/v1/namespaces/ml/jobs/a", Route::Object(place("batch", Some("ml"), "jobs"), "a".to_owned())),
            (
                "/api/v1/namespaces/ml/pods/a%2db/log",
                Route::Subresource(place("", Some("ml"), "pods"), "a-b".to_owned(), "log".to_owned()),
            ),
            (
                "/api/v1/nodes/n/proxy/x",
                Route::Subresource(place("", None, "nodes"), "n".to_owned(), "proxy/x".to_owned()),
            ),
            ("/api/v1/nodes/%ff", Route::Nothing),
            ("/api/v1/nodes/%zz", Route::Nothing),
            ("/", Route::Nothing),
        ] {
            assert_eq!(Route::of(path), route, "{path}");
        }
    }
}
