//! What is asked for: method, path and query of a request, taken apart.
//!
//! Owns the grammar of the API's paths. Must never look at the bundle.

use std::collections::BTreeMap;

/// A request, as far as it matters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// Method.
    pub method: String,
    /// Path, still encoded.
    pub path: String,
    /// Query, still encoded.
    pub query: String,
    /// What kinds of answer the client takes.
    pub accept: String,
}

/// Where a path leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// `/version`
    Version,
    /// `/api`
    CoreVersions,
    /// `/apis`
    Groups,
    /// `/api/v1`, `/apis/GROUP/VERSION`
    Resources { group: String, version: String },
    /// `/apis/GROUP`
    Group(String),
    /// Objects.
    Objects(Target),
    /// Health: a server that answers is well.
    Health,
    /// Anywhere else.
    Nowhere,
}

/// Objects of a resource: all, those of a namespace, or one; or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Target {
    pub group: String,
    pub version: String,
    pub plural: String,
    pub namespace: Option<String>,
    pub name: Option<String>,
    pub part: Option<String>,
}

impl Request {
    pub(super) fn place(&self) -> Place {
        let parts: Option<Vec<String>> =
            self.path.split('/').filter(|part| !part.is_empty()).map(|part| decoded(part, false)).collect();
        let parts = parts.unwrap_or_default();
        let words: Vec<&str> = parts.iter().map(String::as_str).collect();
        match words.as_slice() {
            ["version"] => Place::Version,
            ["healthz" | "livez" | "readyz", ..] => Place::Health,
            ["api"] => Place::CoreVersions,
            ["apis"] => Place::Groups,
            ["apis", group] => Place::Group((*group).to_owned()),
            ["api", version] => Place::Resources { group: String::new(), version: (*version).to_owned() },
            ["apis", group, version] => Place::Resources { group: (*group).to_owned(), version: (*version).to_owned() },
            ["api", version, rest @ ..] => objects("", version, rest),
            ["apis", group, version, rest @ ..] => objects(group, version, rest),
            _ => Place::Nowhere,
        }
    }

    /// The parameters of the query; of one that is given twice, the first.
    pub(super) fn parameters(&self) -> BTreeMap<String, String> {
        let mut parameters = BTreeMap::new();
        for pair in self.query.split('&').filter(|pair| !pair.is_empty()) {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            if let (Some(key), Some(value)) = (decoded(key, true), decoded(value, true)) {
                parameters.entry(key).or_insert(value);
            }
        }
        parameters
    }

    /// Whether the client would rather have a table.
    pub(super) fn wants_table(&self) -> bool {
        let best = self.accept.split(',').next().unwrap_or_default();
        let has = |word: &str| best.split(';').any(|part| part.trim() == word);
        has("as=Table") && has("v=v1") && has("g=meta.k8s.io")
    }
}

fn objects(group: &str, version: &str, rest: &[&str]) -> Place {
    let target = |plural: &str, namespace: Option<&str>, name: Option<&str>, part: Option<&str>| {
        let owned = |text: Option<&str>| text.map(str::to_owned);
        Place::Objects(Target {
            group: group.to_owned(),
            version: version.to_owned(),
            plural: plural.to_owned(),
            namespace: owned(namespace),
            name: owned(name),
            part: owned(part),
        })
    };
    match rest {
        ["namespaces", name, part @ ("status" | "finalize")] => target("namespaces", None, Some(name), Some(part)),
        ["namespaces", namespace, plural] => target(plural, Some(namespace), None, None),
        ["namespaces", namespace, plural, name] => target(plural, Some(namespace), Some(name), None),
        ["namespaces", namespace, plural, name, part, ..] => target(plural, Some(namespace), Some(name), Some(part)),
        [plural] => target(plural, None, None, None),
        [plural, name] => target(plural, None, Some(name), None),
        [plural, name, part, ..] => target(plural, None, Some(name), Some(part)),
        [] => Place::Nowhere,
    }
}

/// A part of an address with its `%XX` resolved; none if it holds what is no text.
fn decoded(text: &str, is_query: bool) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'%' => {
                let high = char::from(rest.next()?).to_digit(16)?;
                let low = char::from(rest.next()?).to_digit(16)?;
                bytes.push(u8::try_from(high * 16 + low).ok()?);
            }
            b'+' if is_query => bytes.push(b' '),
            _ => bytes.push(byte),
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(path: &str) -> Place {
        Request { path: path.to_owned(), ..Request::default() }.place()
    }

    fn written(path: &str) -> String {
        match place(path) {
            Place::Objects(Target { group, version, plural, namespace, name, part }) => {
                let or = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
                format!("{group}/{version} {plural} {} {} {}", or(namespace), or(name), or(part))
            }
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn paths_are_taken_apart() {
        for (path, expected) in [
            ("/api/v1/pods", "/v1 pods - - -"),
            ("/api/v1/namespaces/ml/pods/", "/v1 pods ml - -"),
            ("/api/v1/namespaces/ml", "/v1 namespaces - ml -"),
            ("/api/v1/namespaces/ml/status", "/v1 namespaces - ml status"),
            ("/api/v1/namespaces", "/v1 namespaces - - -"),
            ("/api/v1/namespaces/ml/pods/a/log", "/v1 pods ml a log"),
            ("/apis/batch/v1/namespaces/ml/jobs/run%2d42", "batch/v1 jobs ml run-42 -"),
            ("/api/v1/nodes/n/proxy/pods", "/v1 nodes - n proxy"),
            ("/apis/batch/v1", "Resources { group: \"batch\", version: \"v1\" }"),
            ("/api/v1", "Resources { group: \"\", version: \"v1\" }"),
            ("/apis/batch", "Group(\"batch\")"),
            ("/openapi/v3", "Nowhere"),
            ("/", "Nowhere"),
            ("/%zz", "Nowhere"),
            ("/readyz", "Health"),
        ] {
            assert_eq!(written(path), expected, "{path}");
        }
    }

    #[test]
    fn queries_are_decoded() {
        let query = "fieldSelector=involvedObject.name%3Da%2Cx%3Dy&limit=500&limit=2&a+b=%2B&bad=%f&=";
        let parameters = Request { query: query.to_owned(), ..Request::default() }.parameters();
        assert_eq!(parameters["fieldSelector"], "involvedObject.name=a,x=y");
        assert_eq!((parameters["limit"].as_str(), parameters["a b"].as_str()), ("500", "+"));
        assert!(!parameters.contains_key("bad"));
    }

    #[test]
    fn a_table_is_made_for_whoever_wants_it_first() {
        let wants = |accept: &str| Request { accept: accept.to_owned(), ..Request::default() }.wants_table();
        let kubectl = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json";
        assert!(wants(kubectl));
        assert!(
            !wants("application/json")
                && !wants("")
                && !wants("application/json,application/json;as=Table;v=v1;g=meta.k8s.io")
        );
    }
}
