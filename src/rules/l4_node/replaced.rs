//! Is a failed pod litter? Kubelets leave pods behind that their makers have long replaced.

use std::collections::BTreeMap;

use jiff::Timestamp;

use crate::model::{Member, Object, ObjectKey};
use crate::rules::Scene;

/// When each maker last made a pod, for each place in its gang (none: any place).
pub(super) struct Replacements {
    newest: BTreeMap<(ObjectKey, Option<Member>), Timestamp>,
}

impl Replacements {
    /// Of all the run's pods.
    pub(super) fn of(scene: &Scene<'_>) -> Self {
        let mut newest = BTreeMap::new();
        for pod in scene.pods() {
            let Some((maker, created)) = maker(scene, pod).zip(pod.created()) else { continue };
            for place in [None, place(scene, pod)] {
                let known = newest.entry((maker.clone(), place)).or_insert(created);
                *known = created.max(*known);
            }
        }
        Self { newest }
    }

    /// Whether the maker of a pod has made another in its place since `ended` (or, if nobody knows when that was, since
    /// the pod itself was made).
    pub(super) fn has(&self, scene: &Scene<'_>, pod: &Object, ended: Option<Timestamp>) -> bool {
        let Some(maker) = maker(scene, pod) else { return false };
        let newest = self.newest.get(&(maker, place(scene, pod)));
        newest.is_some_and(|newest| Some(*newest) > ended.max(pod.created()))
    }
}

fn maker(scene: &Scene<'_>, pod: &Object) -> Option<ObjectKey> {
    let owner = pod.controller()?;
    scene.snapshot.owner(pod, &owner).map(|maker| maker.key().clone())
}

/// The place in a gang, if it has a number.
fn place(scene: &Scene<'_>, pod: &Object) -> Option<Member> {
    scene.member(pod).filter(|member| member.index.is_some())
}
