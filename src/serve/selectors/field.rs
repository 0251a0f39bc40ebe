//! Field selectors: `status.phase!=Running,spec.nodeName=gpu-1`.
//!
//! Owns which fields each kind can be selected by: those of Kubernetes' own servers, and of every other kind the name and
//! the namespace.

use serde_json::Value;

use crate::kinds::names;
use crate::model::Object;
use crate::serve::refusal::Refusal;
use crate::serve::resources::Resource;

/// A selector; the empty one selects everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::serve) struct Fields(Vec<Term>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Term {
    field: String,
    is_equal: bool,
    value: String,
}

const EVERY: [&str; 2] = ["metadata.name", "metadata.namespace"];
const POD: [&str; 8] = [
    "spec.hostNetwork",
    "spec.nodeName",
    "spec.restartPolicy",
    "spec.schedulerName",
    "spec.serviceAccountName",
    "status.nominatedNodeName",
    "status.phase",
    "status.podIP",
];
const EVENT: [&str; 11] = [
    "involvedObject.apiVersion",
    "involvedObject.fieldPath",
    "involvedObject.kind",
    "involvedObject.name",
    "involvedObject.namespace",
    "involvedObject.resourceVersion",
    "involvedObject.uid",
    "reason",
    "reportingComponent",
    "source",
    "type",
];

impl Fields {
    /// Reads one for a resource.
    pub(in crate::serve) fn read(text: &str, resource: &Resource) -> Result<Self, Refusal> {
        let mut terms = Vec::new();
        for part in split(text).iter().filter(|part| !part.is_empty()) {
            let term = term(part)
                .ok_or_else(|| Refusal::bad_request(format!("unable to parse the field selector {text:?}")))?;
            if !is_known(resource, &term.field) {
                return Err(Refusal::bad_request(format!("field label not supported: {}", term.field)));
            }
            terms.push(term);
        }
        Ok(Self(terms))
    }

    /// What a field has to be, if the selector says that it has to be something.
    pub(in crate::serve) fn exact(&self, field: &str) -> Option<&str> {
        self.0.iter().find(|term| term.is_equal && term.field == field).map(|term| term.value.as_str())
    }

    /// Whether it selects everything.
    pub(in crate::serve) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether what is known of an object before it is read rules it out.
    pub(in crate::serve) fn may_select(&self, name: &str, namespace: Option<&str>) -> bool {
        self.0.iter().all(|term| match term.field.as_str() {
            "metadata.name" => (term.value == name) == term.is_equal,
            "metadata.namespace" => (term.value == namespace.unwrap_or_default()) == term.is_equal,
            _ => true,
        })
    }

    /// Whether it holds.
    pub(in crate::serve) fn select(&self, object: &Object) -> bool {
        self.0.iter().all(|term| (text(object, &term.field) == term.value) == term.is_equal)
    }
}

fn is_known(resource: &Resource, field: &str) -> bool {
    let kind = &resource.kind;
    EVERY.contains(&field)
        || *kind == names::POD && POD.contains(&field)
        || *kind == names::NODE && field == "spec.unschedulable"
        || *kind == names::JOB && field == "status.successful"
        || *kind == names::NAMESPACE && field == "status.phase"
        || resource.is_event() && EVENT.contains(&field)
}

/// A field as Kubernetes writes it for a selector: what is not there is empty, `false` or 0.
fn text(object: &Object, field: &str) -> String {
    let pointer = match field {
        "status.successful" => "/status/succeeded".to_owned(),
        "source" => {
            return object
                .str_at("/source/component")
                .or(object.str_at("/reportingComponent"))
                .unwrap_or("")
                .to_owned();
        }
        _ => format!("/{}", field.replace('.', "/")),
    };
    let absent = match field {
        "spec.unschedulable" | "spec.hostNetwork" => "false",
        "status.successful" => "0",
        _ => "",
    };
    object.at(&pointer).map_or_else(
        || absent.to_owned(),
        |value| match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        },
    )
}

/// At the commas, but for those behind a backslash.
fn split(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut escaped = false;
    for sign in text.chars() {
        match (sign, parts.last_mut()) {
            (',', _) if !escaped => parts.push(String::new()),
            (_, Some(part)) => part.push(sign),
            (_, None) => {}
        }
        escaped = sign == '\\' && !escaped;
    }
    parts
}

fn term(part: &str) -> Option<Term> {
    // The first sign of equality ends the field; what precedes it tells which of the three operators it is.
    let at = part.find('=')?;
    let (head, rest) = (part.get(..at)?, part.get(at + 1..)?);
    let (field, is_equal) = head.strip_suffix('!').map_or((head, true), |field| (field, false));
    let value = if is_equal { rest.strip_prefix('=').unwrap_or(rest) } else { rest };
    let field = field.trim();
    (!field.is_empty()).then(|| Term { field: field.to_owned(), is_equal, value: unescaped(value) })
}

fn unescaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut signs = value.chars();
    while let Some(sign) = signs.next() {
        text.push(if sign == '\\' { signs.next().unwrap_or('\\') } else { sign });
    }
    text
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn pods() -> Resource {
        Resource {
            kind: names::POD,
            version: "v1".to_owned(),
            plural: "pods".to_owned(),
            short: Vec::new(),
            namespaced: true,
        }
    }

    #[test]
    fn fields_select_as_in_kubernetes() {
        let pod = Object::new(json!({
            "apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a", "namespace": "ml"},
            "spec": {"nodeName": "gpu-1"}, "status": {"phase": "Running"},
        }))
        .unwrap();
        for (text, holds) in [
            ("", true),
            ("metadata.name=a,metadata.namespace==ml", true),
            ("metadata.name!=a", false),
            ("status.phase!=Succeeded,status.phase!=Failed,spec.nodeName=gpu-1", true),
            ("spec.nodeName=", false),
            ("spec.hostNetwork=false,status.nominatedNodeName=", true),
            (r"metadata.name=a\,b", false),
        ] {
            let fields = Fields::read(text, &pods()).unwrap();
            assert_eq!(fields.select(&pod), holds, "{text}");
            assert!(!holds || fields.may_select("a", Some("ml")), "{text}");
        }
        assert!(!Fields::read("metadata.name=b", &pods()).unwrap().may_select("a", Some("ml")));
        for text in ["spec.image=a", "status.phase", "=a", "involvedObject.name=a"] {
            assert!(Fields::read(text, &pods()).is_err(), "{text}");
        }
        assert_eq!(Fields::read("spec.nodeName=x", &pods()).unwrap().exact("spec.nodeName"), Some("x"));
    }
}
