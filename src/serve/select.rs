//! Which objects of a list are meant: label and field selectors.
//!
//! Fields are those that the API server selects by. Another one is refused, as the server does: to pass over it would show
//! too much.

use serde_json::Value;

use crate::kinds::names;
use crate::model::{GroupKind, LabelSelector};

/// Fields of every kind.
const COMMON: [&str; 2] = ["metadata.name", "metadata.namespace"];
const OF_PODS: [&str; 8] = [
    "spec.nodeName",
    "spec.restartPolicy",
    "spec.schedulerName",
    "spec.serviceAccountName",
    "spec.hostNetwork",
    "status.phase",
    "status.podIP",
    "status.nominatedNodeName",
];
const OF_EVENTS: [&str; 11] = [
    "involvedObject.kind",
    "involvedObject.namespace",
    "involvedObject.name",
    "involvedObject.uid",
    "involvedObject.apiVersion",
    "involvedObject.resourceVersion",
    "involvedObject.fieldPath",
    "reason",
    "reportingComponent",
    "source",
    "type",
];

/// A choice.
#[derive(Debug, Default)]
pub(super) struct Choice {
    labels: LabelSelector,
    fields: Vec<Field>,
}

#[derive(Debug)]
struct Field {
    path: String,
    value: String,
    equals: bool,
}

impl Choice {
    /// Reads both selectors.
    ///
    /// # Errors
    /// With what cannot be understood, in words.
    pub(super) fn parse(kind: &GroupKind, labels: &str, fields: &str) -> Result<Self, String> {
        let labels = LabelSelector::parse(labels)?;
        let fields = fields.split(',').map(str::trim).filter(|term| !term.is_empty());
        let fields = fields.map(|term| field(kind, term)).collect::<Result<_, _>>()?;
        Ok(Self { labels, fields })
    }

    /// Whether everything is meant.
    pub(super) const fn is_everything(&self) -> bool {
        self.labels.is_empty() && self.fields.is_empty()
    }

    /// What a field has to be, if it has to be one value.
    pub(super) fn value_of(&self, path: &str) -> Option<&str> {
        let field = self.fields.iter().find(|field| field.equals && field.path == path)?;
        Some(&field.value)
    }

    pub(super) fn selects(&self, object: &Value) -> bool {
        let labels = object.pointer("/metadata/labels");
        let label = |key: &str| labels?.get(key)?.as_str();
        self.labels.selects(label)
            && self.fields.iter().all(|field| (text_of(object, &field.path) == field.value) == field.equals)
    }
}

/// `path=value`, `path==value`, `path!=value`.
fn field(kind: &GroupKind, term: &str) -> Result<Field, String> {
    let (path, value, equals) = if let Some((path, value)) = term.split_once("!=") {
        (path, value, false)
    } else if let Some((path, value)) = term.split_once("==").or_else(|| term.split_once('=')) {
        (path, value, true)
    } else {
        return Err(format!("invalid selector: {term:?}; can't understand it"));
    };
    let known = COMMON.contains(&path)
        || *kind == names::POD && OF_PODS.contains(&path)
        || *kind == names::EVENT && OF_EVENTS.contains(&path)
        || *kind == names::NODE && path == "spec.unschedulable"
        || *kind == names::NAMESPACE && path == "status.phase"
        || *kind == names::JOB && path == "status.successful";
    if !known {
        return Err(format!("field label not supported: {path}"));
    }
    // In selectors a backslash stands before a comma, an equals sign or itself.
    let value = value.replace("\\,", ",").replace("\\=", "=").replace("\\\\", "\\");
    Ok(Field { path: path.to_owned(), value, equals })
}

/// A field as a selector sees it: what is not there is empty, or the zero of its type.
fn text_of(object: &Value, path: &str) -> String {
    let at = |path: &str| {
        let found = path.split('.').try_fold(object, |value, part| value.get(part));
        match found {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Bool(truth)) => truth.to_string(),
            Some(Value::Number(number)) => number.to_string(),
            _ => String::new(),
        }
    };
    let or = |text: String, other: &str| if text.is_empty() { other.to_owned() } else { text };
    match path {
        "source" => {
            let component = at("source.component");
            if component.is_empty() { at("reportingComponent") } else { component }
        }
        "spec.hostNetwork" | "spec.unschedulable" => or(at(path), "false"),
        "status.successful" => or(at("status.succeeded"), "0"),
        path => at(path),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn fields_are_compared_as_the_server_does() {
        let pod = json!({"metadata": {"name": "a", "namespace": "ml", "labels": {"app": "x"}},
            "spec": {"nodeName": "n"}, "status": {"phase": "Running"}});
        let selects = |labels: &str, fields: &str| Choice::parse(&names::POD, labels, fields).unwrap().selects(&pod);
        assert!(selects("", "") && selects("app=x", "spec.nodeName=n,status.phase!=Succeeded,status.phase!=Failed"));
        assert!(selects("", "metadata.name==a,spec.hostNetwork=false,status.podIP="));
        assert!(!selects("", "spec.nodeName=m") && !selects("app!=x", "") && !selects("", "status.phase!=Running"));
        for fields in ["spec.image=x", "reason=x", "a", "spec.nodeName"] {
            assert!(Choice::parse(&names::POD, "", fields).is_err(), "{fields}");
        }
        let event = json!({"metadata": {"name": "e"}, "involvedObject": {"name": "a", "uid": "u"},
            "source": {"component": ""}, "reportingComponent": "kueue"});
        let choice = Choice::parse(&names::EVENT, "", "involvedObject.name=a,source=kueue").unwrap();
        assert!(choice.selects(&event) && choice.value_of("involvedObject.name") == Some("a"));
    }
}
