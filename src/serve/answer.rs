//! From a request to a reply.
//!
//! Owns the difference between "there is none" and "it was not captured". Everything that leaves goes through the door: the
//! bundle may be a stranger's.

use std::collections::BTreeSet;

use jiff::Timestamp;
use serde_json::{Value, json};

use super::discovery;
use super::logs;
use super::request::{Place, Request, Target};
use super::resources::{Resource, resources};
use super::select::Choice;
use super::status::{Body, Reply};
use super::table::{With, table};
use crate::collect::admit::Door;
use crate::collect::admitted;
use crate::kinds::{Kinds, names};
use crate::model::{Object, ObjectKey, Query, Selector};
use crate::source::bundle::Bundle;

/// A bundle that answers.
pub struct Served {
    bundle: Bundle,
    kinds: Kinds,
    resources: Vec<Resource>,
    door: Door,
    now: Timestamp,
}

impl Served {
    /// Serves a bundle. Its own time is "now" for every age.
    #[must_use]
    pub fn new(bundle: Bundle, kinds: Kinds) -> Self {
        let (resources, now) = (resources(&kinds, bundle.index()), bundle.described().captured_at);
        Self { bundle, kinds, resources, door: Door::new(), now }
    }

    /// Answers a request of somebody who may ask.
    pub fn answer(&mut self, request: &Request) -> Reply {
        let found = match request.place() {
            Place::Version => Some(discovery::version(self.bundle.described().server_version.as_deref())),
            Place::CoreVersions => Some(discovery::core_versions()),
            Place::Groups => Some(discovery::groups(&self.resources)),
            Place::Group(name) => discovery::group(&self.resources, &name).map(|mut group| {
                if let Some(fields) = group.as_object_mut() {
                    fields.insert("kind".to_owned(), "APIGroup".into());
                    fields.insert("apiVersion".to_owned(), "v1".into());
                }
                group
            }),
            Place::Resources { group, version } => discovery::of_version(&self.resources, &group, &version),
            Place::Health => return Reply::text("ok".to_owned()),
            Place::Objects(target) => return self.objects(&target, request),
            Place::Nowhere => None,
        };
        found.map_or_else(|| Reply::not_found("the server could not find the requested resource"), Reply::json)
    }

    fn objects(&mut self, target: &Target, request: &Request) -> Reply {
        let of = |resource: &&Resource| {
            resource.kind.group == target.group
                && resource.version == target.version
                && resource.plural == target.plural
        };
        let Some(resource) = self.resources.iter().find(of).cloned() else {
            return Reply::not_found(format!("{} are not captured in this bundle", target.plural));
        };
        let parameters = request.parameters();
        let parameter = |name: &str| parameters.get(name).map_or("", String::as_str);
        if matches!(parameter("watch"), "true" | "1") {
            return Reply::refusal(405, "MethodNotAllowed", "a bundle does not change: there is nothing to watch");
        }
        let with = match parameter("includeObject") {
            "None" => With::None,
            "Object" => With::Object,
            _ => With::Metadata,
        };
        let namespace = target.namespace.as_deref();
        match (&target.name, target.part.as_deref()) {
            (None, _) => {
                let choice = match Choice::parse(&resource.kind, parameter("labelSelector"), parameter("fieldSelector"))
                {
                    Ok(choice) => choice,
                    Err(why) => return Reply::bad_request(why),
                };
                self.list(&resource, namespace, &choice, request.wants_table().then_some(with))
            }
            (Some(name), None | Some("status")) => match self.one(&resource, namespace, name) {
                Ok(object) if request.wants_table() => {
                    Reply::json(table(&resource.kind, std::slice::from_ref(&object), self.now, with))
                }
                Ok(object) => Reply::json(object.into_value()),
                Err(refusal) => refusal,
            },
            (Some(name), Some("log")) if resource.kind == names::POD => match self.one(&resource, namespace, name) {
                Ok(pod) => logs::log(&mut self.bundle, &self.door, &pod, &parameters),
                Err(refusal) => refusal,
            },
            (Some(_), Some(part)) => Reply::refusal(
                405,
                "MethodNotAllowed",
                format!("a bundle has no {part:.40}: it can be read, and nothing else"),
            ),
        }
    }

    /// An object by name. Of several that bore it, the youngest.
    fn one(&mut self, resource: &Resource, namespace: Option<&str>, name: &str) -> Result<Object, Reply> {
        let named = if resource.kind == names::EVENT {
            self.events(namespace).into_iter().filter(|event| event.name() == name).collect()
        } else {
            self.held(resource, namespace, Some(name))
        };
        if let Some(found) = named.into_iter().max_by_key(Object::created) {
            return Ok(found);
        }
        let get =
            Query::Get { kind: resource.kind.clone(), namespace: namespace.map(str::to_owned), name: name.to_owned() };
        let message = format!("{} {name:?} ", resource.name());
        Err(Reply::not_found(if self.bundle.is_whole(&get) {
            format!("{message}not found")
        } else {
            format!("{message}is not captured in this bundle: whether it was there is not known")
        }))
    }

    fn list(&mut self, resource: &Resource, namespace: Option<&str>, choice: &Choice, with: Option<With>) -> Reply {
        let is_event = resource.kind == names::EVENT;
        let mut objects = if is_event {
            self.events(namespace)
        } else {
            self.held(resource, namespace, choice.value_of("metadata.name"))
        };
        let whole = self.is_whole(resource, namespace, choice);
        if objects.is_empty()
            && !whole
            && !(choice.value_of("metadata.name").is_some() && self.holds(resource, namespace))
        {
            let place = namespace.map_or_else(String::new, |namespace| format!(" of namespace {namespace}"));
            return Reply::not_found(format!("{}{place} are not captured in this bundle", resource.name()));
        }
        objects.retain(|object| choice.selects(object.value()));
        let warning = (!whole).then(|| {
            format!(
                "only a part of the {} is in this bundle: what its runs needed; others may have been there",
                resource.name()
            )
        });
        let body = match with {
            Some(with) => table(&resource.kind, &objects, self.now, with),
            None => {
                let items: Vec<Value> = objects.into_iter().map(Object::into_value).collect();
                json!({"kind": format!("{}List", resource.kind.kind), "apiVersion": resource.api_version(),
                    "metadata": {"resourceVersion": ""}, "items": items})
            }
        };
        Reply { code: 200, body: Body::Json(body), warnings: Vec::new() }.warning(warning)
    }

    /// Whether what is missing from a list was not there.
    fn is_whole(&self, resource: &Resource, namespace: Option<&str>, choice: &Choice) -> bool {
        let namespace = namespace.map(str::to_owned);
        let list = Query::List { kind: resource.kind.clone(), namespace, selector: Selector::default() };
        self.bundle.is_whole(&list)
            || resource.kind == names::EVENT && !choice.is_everything() && self.are_events_whole(choice)
    }

    /// Whether the events of one object were read, whoever asks for no others.
    fn are_events_whole(&self, choice: &Choice) -> bool {
        let (Some(kind), Some(name)) = (choice.value_of("involvedObject.kind"), choice.value_of("involvedObject.name"))
        else {
            return false;
        };
        let namespace = choice.value_of("involvedObject.namespace").filter(|namespace| !namespace.is_empty());
        let meant = |key: &ObjectKey| {
            key.kind.kind == kind && key.name == name && (namespace.is_none() || key.namespace.as_deref() == namespace)
        };
        let keys: Vec<ObjectKey> = self.bundle.index().iter().map(|line| line.reference.key()).filter(meant).collect();
        !keys.is_empty() && keys.into_iter().all(|of| self.bundle.is_whole(&Query::Events { of }))
    }

    fn holds(&self, resource: &Resource, namespace: Option<&str>) -> bool {
        self.bundle.index().iter().any(|line| {
            line.reference.group_kind() == resource.kind
                && (namespace.is_none() || line.reference.namespace.as_deref() == namespace)
        })
    }

    /// Objects of a kind, sorted by namespace and name. What is not what index and manifest say is left out.
    fn held(&mut self, resource: &Resource, namespace: Option<&str>, name: Option<&str>) -> Vec<Object> {
        let wanted = self.bundle.index().iter().filter(|line| {
            line.reference.group_kind() == resource.kind
                && (namespace.is_none() || line.reference.namespace.as_deref() == namespace)
                && name.is_none_or(|name| line.reference.name == name)
        });
        let mut wanted: Vec<(ObjectKey, String)> =
            wanted.map(|line| (line.reference.key(), line.dir.clone())).collect();
        wanted.sort();
        let mut objects = Vec::with_capacity(wanted.len());
        for (key, dir) in wanted {
            let object = self.bundle.object_at(&dir).and_then(Object::new).filter(|object| object.key().may_be(&key));
            objects.extend(object.and_then(|object| self.admit(object)));
        }
        objects
    }

    /// Events, sorted by namespace and name; each once.
    fn events(&mut self, namespace: Option<&str>) -> Vec<Object> {
        let values = self.bundle.events();
        let mut events: Vec<Object> = values
            .into_iter()
            .filter_map(Object::new)
            .filter(|event| event.is(&names::EVENT))
            .filter(|event| namespace.is_none() || event.namespace() == namespace)
            .filter_map(|event| self.admit(event))
            .collect();
        events.sort_by(|a, b| (a.namespace(), a.name()).cmp(&(b.namespace(), b.name())));
        let mut seen = BTreeSet::new();
        events.retain(|event| seen.insert(event.key().clone()));
        events
    }

    fn admit(&self, object: Object) -> Option<Object> {
        Object::new(admitted(&self.door, &self.kinds, object).value)
    }
}
