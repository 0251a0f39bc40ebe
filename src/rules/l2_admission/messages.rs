//! Kueue's words on why a Workload waits, taken apart.
//!
//! Reasons of the API (`Pending`, `Inadmissible`, …) differ between releases; the words do not. One message speaks of
//! several pod sets, and of several flavors for each: flavors are alternatives, pod sets are not.

use std::collections::BTreeMap;

const POD_SET: &str = "couldn't assign flavors to pod set ";

/// What stands against one flavor, or against the whole pod set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// Others use it now.
    InUse { resource: String, flavor: String, needed: String },
    /// More than the queue can ever give.
    TooMuch { resource: String, flavor: String, asked: String, most: String },
    /// No resource group of the queue names this resource.
    NotCovered { resource: String },
    /// The pods cannot go where the flavor is.
    Unfit { flavor: String, why: String },
}

/// One pod set and what was said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PodSet {
    /// Its name; empty if the message names none.
    pub(super) name: String,
    /// In the order they stand.
    pub(super) reasons: Vec<Reason>,
}

/// What a pod set waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wait {
    /// For others to end.
    InUse,
    /// For nothing that will come by itself: it is too big.
    TooMuch,
    /// For nothing that will come by itself: the queue offers no such thing.
    NotOffered,
}

impl PodSet {
    /// What it waits for. A flavor that only lacks unused quota can take it later, so it decides.
    pub(super) fn wait(&self) -> Option<Wait> {
        if self.reasons.iter().any(|reason| matches!(reason, Reason::NotCovered { .. })) {
            return Some(Wait::NotOffered);
        }
        let mut flavors: BTreeMap<&str, Wait> = BTreeMap::new();
        for reason in &self.reasons {
            let (flavor, wait) = match reason {
                Reason::InUse { flavor, .. } => (flavor, Wait::InUse),
                Reason::TooMuch { flavor, .. } => (flavor, Wait::TooMuch),
                Reason::Unfit { flavor, .. } => (flavor, Wait::NotOffered),
                Reason::NotCovered { .. } => continue,
            };
            let known = flavors.entry(flavor).or_insert(wait);
            if *known == Wait::InUse {
                *known = wait;
            }
        }
        let has = |wait| flavors.values().any(|known| *known == wait);
        [Wait::InUse, Wait::TooMuch, Wait::NotOffered].into_iter().find(|wait| has(*wait))
    }
}

/// Takes a message apart. Words that are not known leave no reason.
pub(super) fn pod_sets(message: &str) -> Vec<PodSet> {
    let mut parts = message.split(POD_SET);
    let before = parts.next().unwrap_or("");
    let mut sets: Vec<PodSet> = parts
        .filter_map(|part| part.split_once(": "))
        .map(|(name, text)| PodSet { name: name.to_owned(), reasons: reasons(text) })
        .collect();
    if sets.is_empty() {
        sets.push(PodSet { name: String::new(), reasons: reasons(before) });
    }
    sets.retain(|set| !set.reasons.is_empty());
    sets
}

/// What the whole waits for: what never comes beats what comes later.
pub(super) fn waits_only_for_others(sets: &[PodSet]) -> bool {
    !sets.is_empty() && sets.iter().all(|set| set.wait().is_none_or(|wait| wait == Wait::InUse))
}

fn reasons(text: &str) -> Vec<Reason> {
    let mut found: Vec<(usize, Reason)> = Vec::new();
    let mut scan = |marker: &str, read: fn(&str) -> Option<Reason>| {
        for (place, marker) in text.match_indices(marker) {
            let rest = text.get(place + marker.len()..).unwrap_or("");
            found.extend(read(rest).map(|reason| (place, reason)));
        }
    };
    scan("insufficient unused quota for ", in_use);
    scan("insufficient quota for ", too_much);
    scan("resource ", not_covered);
    scan("untolerated taint ", taint);
    scan("flavor ", unfit);
    found.sort_by_key(|(place, _)| *place);
    found.into_iter().map(|(_, reason)| reason).collect()
}

/// `R in flavor F, N more needed`.
fn in_use(rest: &str) -> Option<Reason> {
    let (resource, rest) = rest.split_once(" in flavor ")?;
    let (flavor, rest) = rest.split_once(", ")?;
    let (needed, _) = rest.split_once(" more needed")?;
    Some(Reason::InUse { resource: resource.to_owned(), flavor: flavor.to_owned(), needed: needed.to_owned() })
}

/// `R in flavor F, previously considered podsets requests (P) + current podset request (C) > maximum capacity (M)`, and
/// the older `R in flavor F, request > maximum capacity (C > M)`.
fn too_much(rest: &str) -> Option<Reason> {
    let (resource, rest) = rest.split_once(" in flavor ")?;
    let (flavor, rest) = rest.split_once(", ")?;
    let (before, after) = rest.split_once("maximum capacity (")?;
    let (most, _) = after.split_once(')')?;
    let inside = |marker: &str| Some(before.split_once(marker)?.1.split_once(')')?.0);
    let (asked, most) = match (most.split_once(" > "), inside("current podset request (")) {
        (Some((asked, most)), _) => (asked.to_owned(), most),
        (None, Some(current)) => match inside("previously considered podsets requests (").filter(|sum| *sum != "0") {
            Some(previous) => (format!("{current} besides {previous} of other pod sets"), most),
            None => (current.to_owned(), most),
        },
        (None, None) => return None,
    };
    Some(Reason::TooMuch { resource: resource.to_owned(), flavor: flavor.to_owned(), asked, most: most.to_owned() })
}

/// `R unavailable in ClusterQueue`.
fn not_covered(rest: &str) -> Option<Reason> {
    let (resource, _) = rest.split_once(" unavailable in ClusterQueue")?;
    (!resource.contains(' ')).then(|| Reason::NotCovered { resource: resource.to_owned() })
}

/// `{…} in flavor F`.
fn taint(rest: &str) -> Option<Reason> {
    let (taint, rest) = rest.split_once(" in flavor ")?;
    Some(Reason::Unfit { flavor: word(rest), why: format!("untolerated taint {taint}") })
}

/// `F doesn't match node affinity`, `F not found`.
fn unfit(rest: &str) -> Option<Reason> {
    let (flavor, rest) = rest.split_once(' ')?;
    let why = ["doesn't match node affinity", "not found"].into_iter().find(|why| rest.starts_with(why))?;
    Some(Reason::Unfit { flavor: flavor.to_owned(), why: why.to_owned() })
}

/// The first word, without what ends the sentence.
fn word(text: &str) -> String {
    text.split([' ', ',', ';']).next().unwrap_or("").trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waits(message: &str) -> Vec<(String, Option<Wait>)> {
        pod_sets(message).into_iter().map(|set| (set.name.clone(), set.wait())).collect()
    }

    #[test]
    fn never_beats_wait_over_pod_sets() {
        let message = "couldn't assign flavors to pod set master: insufficient unused quota for nvidia.com/gpu in flavor \
                       h100, 4 more needed; couldn't assign flavors to pod set worker: insufficient quota for \
                       nvidia.com/gpu in flavor h100, previously considered podsets requests (4) + current podset \
                       request (8) > maximum capacity (8)";
        let expected = [("master".to_owned(), Some(Wait::InUse)), ("worker".to_owned(), Some(Wait::TooMuch))];
        assert_eq!(waits(message), expected);
        assert!(!waits_only_for_others(&pod_sets(message)));
    }

    #[test]
    fn a_flavor_that_frees_up_beats_one_that_never_fits() {
        let message = "couldn't assign flavors to pod set main: insufficient unused quota for nvidia.com/gpu in flavor \
                       h100, 2 more needed, insufficient quota for nvidia.com/gpu in flavor a100, request > maximum \
                       capacity (16 > 8), untolerated taint {spot true NoSchedule <nil>} in flavor spot";
        assert_eq!(waits(message), [("main".to_owned(), Some(Wait::InUse))]);
    }

    #[test]
    fn what_the_queue_has_not_and_where_pods_cannot_go() {
        assert_eq!(
            waits("couldn't assign flavors to pod set main: resource rdma/hca unavailable in ClusterQueue"),
            [("main".to_owned(), Some(Wait::NotOffered))]
        );
        assert_eq!(
            waits("couldn't assign flavors to pod set main: flavor h100 doesn't match node affinity"),
            [("main".to_owned(), Some(Wait::NotOffered))]
        );
    }

    #[test]
    fn other_words_say_nothing() {
        for message in ["", "ClusterQueue held-cq is inactive", "The workload is admitted", "resource"] {
            assert_eq!(pod_sets(message), [], "{message}");
        }
    }
}
