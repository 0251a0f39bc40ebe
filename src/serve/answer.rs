//! From a request to its answer.
//!
//! Owns the order in which a request is judged: method, path, resource, verb. Total: whatever is asked, something comes
//! back. Who may ask is decided before (`guard`).

use std::borrow::Cow;

use serde_json::{Value, json};

use super::archive::Archive;
use super::list::{self, Page};
use super::parameters::Parameters;
use super::refusal::{NO_SCHEMAS, Refusal};
use super::resources::Resource;
use super::route::{Place, Route};
use super::table::{self, Include};
use super::{discovery, events, logs};

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked<'r> {
    /// Method of HTTP.
    pub(super) method: &'r str,
    /// Path.
    pub(super) path: &'r str,
    /// What stands behind the question mark.
    pub(super) query: &'r str,
    /// What the client accepts.
    pub(super) accept: &'r str,
}

/// What comes back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reply {
    /// Status code.
    pub(super) code: u16,
    /// Content type.
    pub(super) kind: &'static str,
    /// What kubectl is to say beside it.
    pub(super) warnings: Vec<String>,
    /// Body.
    pub(super) body: Vec<u8>,
}

impl Reply {
    fn json(value: &Value) -> Self {
        let body = value.to_string().into_bytes();
        Self { code: 200, kind: "application/json", warnings: Vec::new(), body }
    }

    fn text(text: String) -> Self {
        Self { code: 200, kind: "text/plain", warnings: Vec::new(), body: text.into_bytes() }
    }

    fn warning(self, warnings: Vec<String>) -> Self {
        Self { warnings, ..self }
    }

    /// A refusal, as a Status.
    pub(super) fn refused(refusal: &Refusal) -> Self {
        Self { code: refusal.code, ..Self::json(&refusal.status()) }
    }
}

/// Answers.
pub(super) fn answer(archive: &Archive, asked: Asked<'_>) -> Reply {
    reply(archive, asked).unwrap_or_else(|refusal| Reply::refused(&refusal))
}

fn reply(archive: &Archive, asked: Asked<'_>) -> Result<Reply, Refusal> {
    let route = Route::of(asked.path);
    // Before the method: `exec` comes as GET and as POST.
    if let Route::Subresource(_, _, below) = &route
        && (below != "log" || !is_reading(asked.method))
    {
        return Err(Refusal::nothing_runs(below));
    }
    if !is_reading(asked.method) {
        return Err(Refusal::read_only(asked.method));
    }
    let found =
        |document: Option<Value>| document.map(|value| Reply::json(&value)).ok_or_else(Refusal::no_such_resource);
    let resources = archive.resources();
    match route {
        Route::Version => Ok(Reply::json(&discovery::version(archive.server_version().as_deref()))),
        Route::Health => Ok(Reply::text("ok".to_owned())),
        Route::Core | Route::Groups if discovery::is_aggregated(asked.accept) => {
            let document = discovery::aggregated(resources, route == Route::Core);
            Ok(Reply { kind: discovery::AGGREGATED, ..Reply::json(&document) })
        }
        Route::Core => Ok(Reply::json(&discovery::core())),
        Route::Groups => Ok(Reply::json(&discovery::groups(resources))),
        Route::Group(name) => found(discovery::group(resources, &name)),
        Route::Resources { group, version } => found(discovery::resource_list(resources, &group, &version)),
        Route::Schemas => Ok(Reply { code: 403, ..Reply::text(NO_SCHEMAS.to_owned()) }),
        Route::Collection(place) => collection(archive, &place, asked),
        Route::Object(place, name) => object(archive, &place, &name, asked),
        Route::Subresource(place, name, _) => log(archive, &place, &name, asked),
        Route::Nothing => Err(Refusal::no_such_resource()),
    }
}

fn is_reading(method: &str) -> bool {
    matches!(method, "GET" | "HEAD")
}

fn resource<'a>(archive: &'a Archive, place: &Place) -> Result<&'a Resource, Refusal> {
    let resource = archive.resource(&place.group, &place.version, &place.resource);
    let fits = |one: &&Resource| one.namespaced || place.namespace.is_none();
    resource.filter(fits).ok_or_else(Refusal::no_such_resource)
}

fn collection(archive: &Archive, place: &Place, asked: Asked<'_>) -> Result<Reply, Refusal> {
    let (resource, parameters) = (resource(archive, place)?, Parameters::of(asked.query));
    if parameters.is_on("watch") {
        return Err(Refusal::no_watch());
    }
    let namespace = place.namespace.as_deref();
    let page = match resource.is_event() {
        true => events::list(archive, resource, namespace, &parameters),
        false => list::list(archive, resource, namespace, &parameters),
    };
    let page = match page {
        // `describe` alone asks by UID, and passes over an error: nothing would be said of events at all.
        Err(refusal) if asked.query.contains("involvedObject.uid") => {
            return Ok(Reply::refused(&refusal).warning(vec![refusal.message().to_owned()]));
        }
        page => page?,
    };
    let mut metadata = json!({"resourceVersion": "1"});
    if let (Some(next), Some(fields)) = (page.next, metadata.as_object_mut()) {
        fields.insert("continue".to_owned(), next.to_string().into());
    }
    shown(
        archive,
        resource,
        page,
        asked,
        &parameters,
        |page| {
            let items: Vec<Value> = page.items.into_iter().map(crate::model::Object::into_value).collect();
            json!({
                "kind": format!("{}List", resource.kind.kind), "apiVersion": resource.api_version(),
                "metadata": metadata, "items": items,
            })
        },
        &metadata,
    )
}

fn object(archive: &Archive, place: &Place, name: &str, asked: Asked<'_>) -> Result<Reply, Refusal> {
    let (resource, parameters) = (resource(archive, place)?, Parameters::of(asked.query));
    let page = one(archive, resource, place, name)?;
    let alone = |page: Page| page.items.into_iter().next().map(crate::model::Object::into_value).unwrap_or_default();
    shown(archive, resource, page, asked, &parameters, alone, &json!({"resourceVersion": "1"}))
}

fn one(archive: &Archive, resource: &Resource, place: &Place, name: &str) -> Result<Page, Refusal> {
    let namespace = place.namespace.as_deref();
    if resource.namespaced && namespace.is_none() {
        return Err(Refusal::no_such_resource());
    }
    match resource.is_event() {
        true => events::get(archive, resource, namespace, name),
        false => list::get(archive, resource, namespace, name),
    }
}

/// A page as the client wants it: as a table, or as it is.
fn shown(
    archive: &Archive,
    resource: &Resource,
    mut page: Page,
    asked: Asked<'_>,
    parameters: &Parameters,
    plain: impl Fn(Page) -> Value,
    metadata: &Value,
) -> Result<Reply, Refusal> {
    let warnings = std::mem::take(&mut page.warnings);
    let document = if table::is_wanted(asked.accept) {
        let include = Include::read(parameters.text("includeObject"))?;
        table::table(resource, page.items, metadata, include, archive.captured_at())
    } else {
        plain(page)
    };
    Ok(Reply::json(&document).warning(warnings))
}

fn log(archive: &Archive, place: &Place, name: &str, asked: Asked<'_>) -> Result<Reply, Refusal> {
    let resource = resource(archive, place)?;
    if !logs::has(&resource.kind) {
        return Err(Refusal::no_such_resource());
    }
    let page = one(archive, resource, place, name)?;
    let Some(pod) = page.items.first() else { return Err(Refusal::no_such_resource()) };
    let log = logs::log(archive, pod, &Parameters::of(asked.query))?;
    Ok(Reply::text(log.text).warning(log.warnings))
}

/// A warning as a header carries it: a code, nobody's name, and the text in quotes. Seven bits, one line.
pub(super) fn warning_header(text: &str) -> String {
    let plain: Cow<'_, str> = crate::report::quote::harmless(text).into();
    let safe: String =
        plain.chars().map(|sign| if sign.is_ascii_graphic() || sign == ' ' { sign } else { '?' }).collect();
    format!("299 - \"{}\"", safe.replace('\\', "\\\\").replace('"', "\\\""))
}
