//! The evidence of many runs in one bundle: lists first, then what each run's diagnosis would ask beyond them.
//!
//! Owns the order. A cluster does not fit in memory: what the lists bring goes through the door at once and waits on the
//! disk. What was not read when the asking ended stands as a gap.

mod listed;
mod runs;
mod scratch;
mod sources;
mod store;
mod walks;
mod write;

use std::collections::BTreeSet;
use std::path::Path;

use self::listed::Listed;
use self::scratch::Scratch;
use self::sources::Sources;
use self::store::Store;
use crate::bundle::{About, BundleError, ManifestingSink, Sink};
use crate::collect::Limits;
use crate::collect::admit::Door;
use crate::kinds::{Kinds, Scope, names};
use crate::model::{GroupKind, LabelSelector, ObjectRef};
use crate::record::Recorded;
use crate::rights::Place;
use crate::source::cluster::{Cluster, Listing};
use crate::source::plan::{Slice, kinds_to_keep, slices};

/// What is wanted.
#[derive(Debug)]
pub struct Wish<'w> {
    /// Where.
    pub place: Place,
    /// Labels of the runs; none for all runs, and then everything else in the place is kept too.
    pub labels: LabelSelector,
    /// Limits of each walk.
    pub limits: Limits,
    /// A folder with room for what waits.
    pub room: &'w Path,
}

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Reading lists: objects and events so far, and how many are known to be there.
    Lists {
        /// So far.
        read: u64,
        /// In all, as far as is known.
        of: u64,
    },
    /// Walking runs.
    Runs {
        /// So far.
        walked: usize,
        /// In all.
        of: usize,
    },
    /// Writing objects.
    Writing {
        /// So far.
        written: usize,
        /// In all.
        of: usize,
    },
}

/// What was gathered, before it is written.
pub struct Gathered<'k> {
    listed: Listed<'k>,
    kinds: &'k Kinds,
    whole: BTreeSet<usize>,
    /// The runs.
    pub runs: Vec<ObjectRef>,
}

/// Asks a cluster for everything; a record of it adds what it has forgotten of its runs.
///
/// # Errors
/// If what waits cannot be kept on the disk. What the cluster does not answer is no error, but a gap.
pub fn gather<'k>(
    cluster: &mut Cluster,
    record: Option<&mut Recorded>,
    kinds: &'k Kinds,
    door: Door,
    wish: &Wish<'_>,
    mut told: impl FnMut(Stage),
) -> Result<Gathered<'k>, BundleError> {
    let slices = wanted(cluster, kinds, &wish.place);
    let mut listed = Listed::new(Store::new(Scratch::new(wish.room)?), kinds, door, &slices);
    let mut failed = None;
    let mut counts: Vec<(u64, u64)> = vec![(0, 0); slices.len()];
    cluster.lists(&slices, |place, listing| {
        if failed.is_some() {
            return;
        }
        count(&mut counts, place, &listing);
        let (read, to_come) = counts.iter().fold((0, 0), |(a, b), (read, to_come)| (a + read, b + to_come));
        told(Stage::Lists { read, of: read + to_come });
        failed = listed.take(place, listing).err();
    });
    if let Some(error) = failed {
        return Err(error);
    }
    let runs = runs::runs(&mut listed, kinds, &wish.place, &wish.labels)?;
    let mut walked = 0;
    let mut sources = Sources { cluster, record };
    for group in walks::groups(&listed, &runs) {
        told(Stage::Runs { walked, of: runs.len() });
        walks::walk(&mut listed, &mut sources, kinds, wish.limits, &group)?;
        walked += group.len();
    }
    let mut references = Vec::with_capacity(runs.len());
    for run in runs {
        references.extend(listed.store.reference(run)?);
    }
    references.sort();
    let whole = if wish.labels.is_empty() { kept_whole(&wish.place, &slices) } else { BTreeSet::new() };
    Ok(Gathered { listed, kinds, whole, runs: references })
}

impl Gathered<'_> {
    /// Writes it. Returns the sink, to be finished by its owner, and the bundle's root digest.
    ///
    /// # Errors
    /// When the sink refuses.
    pub fn write<S: Sink>(
        mut self,
        sink: S,
        about: &About,
        mut told: impl FnMut(Stage),
    ) -> Result<(S, String), BundleError> {
        let mut sink = ManifestingSink::new(sink);
        let told = |written, of| told(Stage::Writing { written, of });
        write::write(&mut sink, &mut self.listed, self.kinds, about, &self.whole, told)?;
        sink.finish()
    }

    /// How many objects and events were read.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        self.listed.store.counts()
    }
}

/// The lists: all kinds that are known, and custom ones that sound like runs.
fn wanted(cluster: &mut Cluster, kinds: &Kinds, place: &Place) -> Vec<Slice> {
    let namespaced = |kind: &GroupKind| kinds.get(kind).is_none_or(|spec| spec.scope == Scope::Namespaced);
    let mut wanted: Vec<_> = kinds_to_keep(kinds).into_iter().map(|kind| (namespaced(&kind), kind)).collect();
    wanted.extend(cluster.custom_runs().into_iter().map(|resource| (true, resource.kind)));
    // Pods change most: they are read at once after the events.
    wanted.sort_by_key(|(_, kind)| *kind != names::POD);
    let wanted: Vec<_> = wanted.into_iter().map(|(namespaced, kind)| (kind, namespaced)).collect();
    slices(place, &wanted)
}

/// Lists that are kept as they are. Events of another namespace are read for the sake of those about nodes alone.
fn kept_whole(place: &Place, slices: &[Slice]) -> BTreeSet<usize> {
    let is_foreign = |(kind, namespace): &Slice| match (place, namespace) {
        (Place::Namespace(own), Some(namespace)) => *kind == names::EVENT && own != namespace,
        _ => false,
    };
    slices.iter().enumerate().filter(|(_, slice)| !is_foreign(slice)).map(|(place, _)| place).collect()
}

fn count(counts: &mut [(u64, u64)], place: usize, listing: &Listing) {
    let Some(count) = counts.get_mut(place) else { return };
    match listing {
        Listing::Page { items, remaining } => *count = (count.0 + items.len() as u64, *remaining),
        Listing::Anew => *count = (0, 0),
        Listing::End(_) => count.1 = 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_of_another_namespace_are_not_kept_whole() {
        let place = Place::Namespace("ml".to_owned());
        let slices = slices(&place, &[(names::POD, true), (names::NODE, false)]);
        assert_eq!(kept_whole(&place, &slices).into_iter().collect::<Vec<_>>(), [0, 2, 3]);
    }
}
