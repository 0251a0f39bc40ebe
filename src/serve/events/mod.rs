//! Events: one collection, though the bundle keeps them beside what they are about.
//!
//! Owns their order and their two forms. Reads a page of them at a time.

mod form;

use super::archive::Archive;
use super::list::{Page, Window, in_part};
use super::parameters::Parameters;
use super::refusal::Refusal;
use super::resources::Resource;
use super::selectors::{self, Fields};
use crate::kinds::names;
use crate::model::{Event, Object, Query, Selector};
use crate::source::bundle::Bundle;

/// Where each event stands, by namespace and name.
#[derive(Debug, Default)]
pub(super) struct EventIndex {
    files: Vec<String>,
    places: Vec<Place>,
}

/// One event.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    namespace: String,
    name: String,
    uid: Option<String>,
    /// Name of what it is about: most who ask, ask by it.
    about: String,
    file: usize,
    line: usize,
}

impl EventIndex {
    /// Reads where they stand.
    ///
    /// # Errors
    /// When a file is not what the manifest says, or holds something else; names it.
    pub(super) fn of(bundle: &mut Bundle) -> Result<Self, String> {
        let files = bundle.event_files();
        let mut places = Vec::new();
        for (file, name) in files.iter().enumerate() {
            let values = bundle.events_in(name).ok_or_else(|| name.clone())?;
            for (line, value) in values.iter().enumerate() {
                let event = Event::read(value).ok_or_else(|| name.clone())?;
                places.push(Place {
                    namespace: event.key.namespace.unwrap_or_default(),
                    name: event.key.name,
                    uid: event.key.uid,
                    about: event.about.name,
                    file,
                    line,
                });
            }
        }
        places.sort();
        // One that is about several things that are held stands beside each.
        places.dedup_by(|a, b| (&a.namespace, &a.name, &a.uid) == (&b.namespace, &b.name, &b.uid));
        Ok(Self { files, places })
    }

    /// Reads these places, each file of a stretch once.
    fn read<'p>(
        &'p self,
        archive: &Archive,
        places: impl Iterator<Item = &'p Place>,
        mut take: impl FnMut(Object),
    ) -> Result<(), Refusal> {
        let mut open: Option<(usize, Vec<Object>)> = None;
        for place in places {
            if open.as_ref().is_none_or(|(file, _)| *file != place.file) {
                let name = self.files.get(place.file).map_or("", String::as_str);
                open = Some((place.file, archive.events_in(name)?));
            }
            let event = open.as_ref().and_then(|(_, events)| events.get(place.line));
            take(event.cloned().ok_or_else(|| Refusal::altered("a file of events"))?);
        }
        Ok(())
    }
}

/// Events of a namespace, or of all.
pub(super) fn list(
    archive: &Archive,
    resource: &Resource,
    namespace: Option<&str>,
    parameters: &Parameters,
) -> Result<Page, Refusal> {
    let labels = selectors::labels(parameters.text("labelSelector").unwrap_or_default())?;
    let fields = Fields::read(parameters.text("fieldSelector").unwrap_or_default(), resource)?;
    let mut window = Window::of(parameters)?;
    let mut items = Vec::new();
    let index = archive.events();
    let about = fields.exact("involvedObject.name");
    let places = index.places.iter().filter(|place| {
        namespace.is_none_or(|namespace| place.namespace == namespace)
            && about.is_none_or(|about| place.about == about)
            && fields.may_select(&place.name, Some(&place.namespace))
    });
    index.read(archive, places, |event| {
        let event = form::core(event);
        if fields.select(&event) && labels.selects(|key| event.label(key)) && window.takes_next() {
            items.push(form::of(resource, event));
        }
    })?;
    let mut warnings = Vec::new();
    let gap = match is_proven(archive, namespace, &fields) {
        Proof::Whole => None,
        Proof::Lacks(query) => Some(archive.gap(&query)),
    };
    if let Some(gap) = gap {
        if window.is_empty() {
            let about = about.map_or_else(String::new, |name| format!(" about {name}"));
            let what = format!("{}{about}", resource.within(namespace));
            return Err(Refusal::not_captured(&what, gap.as_ref()));
        }
        warnings.push(in_part(resource, namespace));
    }
    Ok(Page { items, next: window.next(), warnings })
}

/// One event by name.
pub(super) fn get(
    archive: &Archive,
    resource: &Resource,
    namespace: Option<&str>,
    name: &str,
) -> Result<Page, Refusal> {
    let index = archive.events();
    let is_it = |place: &&Place| place.name == name && place.namespace == namespace.unwrap_or_default();
    let mut items = Vec::new();
    index.read(archive, index.places.iter().filter(is_it).take(1), |event| {
        items.push(form::of(resource, form::core(event)));
    })?;
    if items.is_empty() {
        let query = all(namespace);
        return Err(match archive.is_whole(&query) {
            true => Refusal::not_found(resource, name),
            false => {
                let what = resource.one_within(namespace, name);
                Refusal::not_captured(&what, archive.gap(&query).as_ref())
            }
        });
    }
    Ok(Page { items, next: None, warnings: Vec::new() })
}

fn all(namespace: Option<&str>) -> Query {
    Query::List { kind: names::EVENT, namespace: namespace.map(str::to_owned), selector: Selector::default() }
}

/// What is known of events that are not here.
enum Proof {
    /// There were none.
    Whole,
    /// This was not answered wholly.
    Lacks(Query),
}

/// Whether all that there were are here: of the namespace, or about each object that may be meant.
fn is_proven(archive: &Archive, namespace: Option<&str>, fields: &Fields) -> Proof {
    let query = all(namespace);
    if archive.is_whole(&query) {
        return Proof::Whole;
    }
    let exact = |field: &str| fields.exact(&format!("involvedObject.{field}"));
    let (name, uid) = (exact("name"), exact("uid"));
    if name.is_none() && uid.is_none() {
        return Proof::Lacks(query);
    }
    let meant = archive.lines().map(|line| &line.reference).filter(|reference| {
        name.is_none_or(|name| reference.name == name)
            // Events about nodes carry the node's name as its UID.
            && uid.is_none_or(|uid| reference.uid.as_deref() == Some(uid) || reference.name == uid)
            && exact("kind").is_none_or(|kind| reference.kind == kind)
            && exact("namespace").is_none_or(|place| reference.namespace.as_deref().unwrap_or_default() == place)
    });
    let queries: Vec<Query> = meant.map(|reference| Query::Events { of: reference.key() }).collect();
    match queries.iter().find(|query| !archive.is_whole(query)) {
        Some(lacks) => Proof::Lacks(lacks.clone()),
        None if queries.is_empty() => Proof::Lacks(query),
        None => Proof::Whole,
    }
}
