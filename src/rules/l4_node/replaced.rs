//! Is a failed pod litter? Kubelets leave pods behind that their makers have long replaced.

use jiff::Timestamp;

use crate::kinds::names;
use crate::model::Object;
use crate::rules::Scene;

/// Whether the maker of a pod has made another in its place since `ended` (or, if nobody knows when that was, since the
/// pod itself was made).
pub(super) fn replaced(scene: &Scene<'_>, pod: &Object, ended: Option<Timestamp>) -> bool {
    let Some(maker) = pod.controller().and_then(|owner| scene.snapshot.owner(pod, &owner)) else { return false };
    let since = ended.or_else(|| pod.created());
    let member = scene.member(pod).filter(|member| member.index.is_some());
    scene.snapshot.children_of_kind(maker, &names::POD).into_iter().any(|other| {
        let place = scene.member(other).filter(|member| member.index.is_some());
        other.key() != pod.key() && other.created() > since && (member.is_none() || place.is_none() || member == place)
    })
}
