//! Does a status speak of the present spec? Per kind, because most kinds do not say, and some say it wrongly.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::kinds::{Kinds, Staleness};
use crate::model::Object;

/// What can be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Freshness {
    /// The status was computed for the present generation.
    Current,
    /// It was computed for an older one.
    Stale,
    /// This kind does not tell.
    NotKnowable,
    /// The number is a child's: it says nothing of this object.
    Copied,
    /// The kind reports it, and nobody has yet.
    Unset,
}

/// The verdict for one object. Once deletion is asked for the generation has risen for that alone, so nothing is stale.
#[must_use]
pub fn freshness(kinds: &Kinds, object: &Object) -> Freshness {
    let rule = kinds.get(object.kind()).map(|spec| spec.staleness);
    let observed = object.i64_at("/status/observedGeneration");
    match rule {
        Some(Staleness::CopiedFromChild) => Freshness::Copied,
        Some(Staleness::Absent | Staleness::NeverWritten | Staleness::GenerationCountsStatusWrites) => {
            Freshness::NotKnowable
        }
        Some(Staleness::Lags) => match (object.generation(), observed) {
            (Some(generation), Some(observed)) if observed >= generation => Freshness::Current,
            _ => Freshness::NotKnowable,
        },
        Some(Staleness::PerCondition) => per_condition(object),
        Some(Staleness::StatusGeneration) => compare(object, observed, Freshness::Unset),
        // Untaught: equal numbers prove that it was seen; unequal ones may be a custom of the kind.
        None => match compare(object, observed, Freshness::NotKnowable) {
            Freshness::Current => Freshness::Current,
            _ => Freshness::NotKnowable,
        },
    }
}

fn compare(object: &Object, observed: Option<i64>, unset: Freshness) -> Freshness {
    match (object.generation(), observed) {
        (Some(_), None) => unset,
        (Some(generation), Some(observed)) if observed < generation && object.deleted().is_none() => Freshness::Stale,
        (Some(_), Some(_)) => Freshness::Current,
        (None, _) => Freshness::NotKnowable,
    }
}

/// The newest of the conditions' generations decides: an old one among several is normal.
fn per_condition(object: &Object) -> Freshness {
    let newest = object.conditions().iter().filter_map(|condition| condition.observed_generation).max();
    compare(object, newest, Freshness::NotKnowable)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(kind: &str, group: &str, generation: i64, observed: Option<i64>, deleted: bool) -> Freshness {
        let mut value = json!({
            "apiVersion": format!("{group}/v1"), "kind": kind,
            "metadata": {"name": "x", "generation": generation},
            "status": {"observedGeneration": observed},
        });
        if deleted {
            value["metadata"]["deletionTimestamp"] = json!("2026-01-01T00:00:00Z");
        }
        freshness(&Kinds::built_in(), &Object::new(value).unwrap())
    }

    #[test]
    fn only_kinds_that_report_it_can_be_stale() {
        assert_eq!(of("Deployment", "apps", 3, Some(2), false), Freshness::Stale);
        assert_eq!(of("Deployment", "apps", 3, Some(3), false), Freshness::Current);
        assert_eq!(of("Deployment", "apps", 1, None, false), Freshness::Unset);
        assert_eq!(of("RayCluster", "ray.io", 3, Some(2), false), Freshness::NotKnowable);
        assert_eq!(of("Job", "batch", 3, None, false), Freshness::NotKnowable);
        assert_eq!(of("Invented", "example.io", 3, Some(2), false), Freshness::NotKnowable);
    }

    #[test]
    fn a_deletion_raises_the_generation_without_making_anything_stale() {
        assert_eq!(of("Deployment", "apps", 3, Some(2), true), Freshness::Current);
    }
}
