//! Lists: what is held, and what is said of the rest.
//!
//! Owns the promise of the room: an empty list is proof. Where a bundle proves nothing, an empty list is refused, and one
//! that may lack something says so in a warning, which kubectl prints.

use std::collections::BTreeMap;

use super::archive::{Archive, Held};
use super::parameters::Parameters;
use super::refusal::Refusal;
use super::resources::Resource;
use super::selectors::{self, Fields};
use super::table::pod;
use crate::kinds::names;
use crate::model::{LabelSelector, Object, Query, Selector};

/// A page of a list, or an object alone.
#[derive(Debug)]
pub(super) struct Page {
    /// Objects.
    pub(super) items: Vec<Object>,
    /// Where the next page begins.
    pub(super) next: Option<usize>,
    /// What kubectl is to say of it.
    pub(super) warnings: Vec<String>,
}

/// A window on what was selected.
pub(super) struct Window {
    from: usize,
    most: usize,
    seen: usize,
}

impl Window {
    /// What `limit` and `continue` say. The token is a number: what is served never changes.
    pub(super) fn of(parameters: &Parameters) -> Result<Self, Refusal> {
        let most = parameters.number("limit")?.filter(|limit| *limit > 0).unwrap_or(usize::MAX);
        Ok(Self { from: parameters.number("continue")?.unwrap_or(0), most, seen: 0 })
    }

    /// Whether the next of the selected objects stands on this page.
    pub(super) const fn takes_next(&mut self) -> bool {
        self.seen += 1;
        self.seen > self.from && self.seen - self.from <= self.most
    }

    /// Where the next page begins, if there is one.
    pub(super) const fn next(&self) -> Option<usize> {
        let end = self.from.saturating_add(self.most);
        if self.seen > end { Some(end) } else { None }
    }

    /// Whether nothing was selected.
    pub(super) const fn is_empty(&self) -> bool {
        self.seen == 0
    }
}

/// Objects of a resource but events.
pub(super) fn list(
    archive: &Archive,
    resource: &Resource,
    namespace: Option<&str>,
    parameters: &Parameters,
) -> Result<Page, Refusal> {
    let labels = selectors::labels(parameters.text("labelSelector").unwrap_or_default())?;
    let fields = Fields::read(parameters.text("fieldSelector").unwrap_or_default(), resource)?;
    let mut window = Window::of(parameters)?;
    let mut page = Page { items: Vec::new(), next: None, warnings: Vec::new() };
    let (mut earlier, mut others) = (0, false);
    for held in archive.of_kind(&resource.kind) {
        let reference = &held.line.reference;
        let place = reference.namespace.as_deref();
        if namespace.is_some() && place != namespace {
            continue;
        }
        if reference.api_version != resource.api_version() {
            others = true;
            continue;
        }
        if !labels.selects(|key| held.line.labels.get(key).map(String::as_str))
            || !fields.may_select(&reference.name, place)
        {
            continue;
        }
        let read = if fields.is_empty() { None } else { Some(archive.object(&held.line)?) };
        if read.as_ref().is_some_and(|object| !fields.select(object)) {
            continue;
        }
        earlier += held.earlier.len();
        if window.takes_next() {
            page.items.push(match read {
                Some(object) => object,
                None => archive.object(&held.line)?,
            });
        }
    }
    page.next = window.next();
    if others || !is_proven(archive, resource, namespace, &labels, &fields) {
        if window.is_empty() {
            let gap = archive.gap(&question(resource, namespace, BTreeMap::new()));
            return Err(Refusal::not_captured(&resource.within(namespace), gap.as_ref()));
        }
        page.warnings.push(in_part(resource, namespace));
    }
    page.warnings.extend(warnings(resource, &page.items, earlier));
    Ok(page)
}

/// An object by name.
pub(super) fn get(
    archive: &Archive,
    resource: &Resource,
    namespace: Option<&str>,
    name: &str,
) -> Result<Page, Refusal> {
    let held = archive.named(&resource.kind, namespace, name);
    let served = |held: &&Held| held.line.reference.api_version == resource.api_version();
    let Some(held) = held.filter(served) else {
        let query =
            Query::Get { kind: resource.kind.clone(), namespace: namespace.map(str::to_owned), name: name.to_owned() };
        // It may be there in another version, which this one would have shown too.
        if held.is_none() && archive.is_whole(&query) {
            return Err(Refusal::not_found(resource, name));
        }
        let what = resource.one_within(namespace, name);
        return Err(Refusal::not_captured(&what, archive.gap(&query).as_ref()));
    };
    let items = vec![archive.object(&held.line)?];
    let warnings = warnings(resource, &items, held.earlier.len());
    Ok(Page { items, next: None, warnings })
}

/// The words for a list that may lack something.
pub(super) fn in_part(resource: &Resource, namespace: Option<&str>) -> String {
    format!("this bundle holds only some of the {}; there may have been others", resource.within(namespace))
}

/// What is to be known of objects that are shown.
fn warnings(resource: &Resource, items: &[Object], earlier: usize) -> Vec<String> {
    let mut warnings = Vec::new();
    if earlier > 0 {
        warnings
            .push(format!("{earlier} earlier of the same names are not shown; `kubectl mlop bundle show` prints them"));
    }
    let trimmed = items.iter().filter(|item| resource.kind == names::POD && pod::is_trimmed(item)).count();
    if trimmed > 0 {
        warnings
            .push(format!("of {trimmed} pods of others, this bundle holds only what they ask for and where they are"));
    }
    warnings
}

/// The question whose whole answer is all that there were of a resource, of these labels.
fn question(resource: &Resource, namespace: Option<&str>, labels: BTreeMap<String, String>) -> Query {
    Query::List {
        kind: resource.kind.clone(),
        namespace: namespace.map(str::to_owned),
        selector: Selector { labels, owner: None },
    }
}

/// Whether all that there were are here: of the kind, of these labels, or of this one name.
fn is_proven(
    archive: &Archive,
    resource: &Resource,
    namespace: Option<&str>,
    labels: &LabelSelector,
    fields: &Fields,
) -> bool {
    let place = namespace.or(fields.exact("metadata.namespace"));
    let named = fields.exact("metadata.name").map(|name| Query::Get {
        kind: resource.kind.clone(),
        namespace: place.map(str::to_owned),
        name: name.to_owned(),
    });
    archive.is_whole(&question(resource, place, BTreeMap::new()))
        || labels.pairs().is_some_and(|pairs| archive.is_whole(&question(resource, place, pairs)))
        || named.is_some_and(|query| archive.is_whole(&query))
}
