//! The table of kinds.

use std::collections::HashMap;

use super::KindSpec;
use super::{batch, core, kubeflow, kueue, polyaxon, ray};
use crate::model::GroupKind;

/// All kinds we know, by kind and group.
#[derive(Clone, Debug)]
pub struct Kinds {
    /// Sorted by group and kind.
    specs: Vec<KindSpec>,
    /// Where each kind stands in the list; looked up often, never iterated.
    places: HashMap<GroupKind, usize>,
}

impl Kinds {
    /// The kinds that come with the tool. One line a family; the families list their kinds.
    #[must_use]
    pub fn built_in() -> Self {
        let families =
            [core::specs(), batch::specs(), kubeflow::specs(), kueue::specs(), polyaxon::specs(), ray::specs()];
        let mut specs: Vec<KindSpec> = families.into_iter().flatten().collect();
        specs.sort_by(|a, b| a.kind.cmp(&b.kind));
        let places = specs.iter().enumerate().map(|(place, spec)| (spec.kind.clone(), place)).collect();
        Self { specs, places }
    }

    /// What we know of a kind.
    #[must_use]
    pub fn get(&self, kind: &GroupKind) -> Option<&KindSpec> {
        self.specs.get(*self.places.get(kind)?)
    }

    /// All of them, sorted by group and kind.
    pub fn iter(&self) -> impl Iterator<Item = &KindSpec> {
        self.specs.iter()
    }

    /// The kinds a word of the command line may mean (`pytorchjob`, `jobs.batch`, `po`).
    #[must_use]
    pub fn named(&self, word: &str) -> Vec<&KindSpec> {
        self.specs.iter().filter(|spec| spec.answers_to(word)).collect()
    }

    /// The resource name of a kind, guessed by the usual rule if nobody taught it.
    #[must_use]
    pub fn resource(&self, kind: &GroupKind) -> String {
        self.get(kind).map_or_else(
            || {
                let plural = format!("{}s", kind.kind.to_ascii_lowercase());
                if kind.group.is_empty() { plural } else { format!("{plural}.{}", kind.group) }
            },
            KindSpec::resource,
        )
    }
}
