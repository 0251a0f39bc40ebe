//! Events: testimony about an object, kept by the UID of what they speak of.

use jiff::Timestamp;
use serde_json::Value;

use super::id::{GroupKind, ObjectKey};
use super::{pointer, time};

/// Where the record marks what it gives.
pub(super) const RECORDED: &str = "/mlop/from";

/// An event, read from either of its two API forms (`v1`, `events.k8s.io/v1`): they are one object.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Event {
    /// When it was last seen, by the emitter's clock.
    pub at: Option<Timestamp>,
    /// The object it speaks of. Events about nodes often carry the node's name as UID: such a UID is dropped.
    pub about: ObjectKey,
    /// Reason, CamelCase by custom; empty for some autoscaler events.
    pub reason: String,
    /// The text, as the writer put it (cut at 1,024 bytes by newer writers).
    pub message: String,
    /// `Normal` or `Warning`; some operators write failures as Normal, so never filter by it.
    pub severity: String,
    /// Who reported it.
    pub reporter: String,
    /// How often: the larger of `count` and `series.count`, at least 1.
    pub count: u64,
    /// When it was first seen.
    pub first: Option<Timestamp>,
    /// The event object's own identity.
    pub key: ObjectKey,
    /// Resource version of the event object.
    pub resource_version: Option<String>,
    /// Whether it is from the record: the API may have forgotten it.
    pub recorded: bool,
}

impl Event {
    /// Reads an Event object. `None` if it speaks of nothing.
    #[must_use]
    pub fn read(value: &Value) -> Option<Self> {
        let text = |place: &str| pointer::follow(value, place).and_then(Value::as_str).filter(|text| !text.is_empty());
        let about = if value.get("involvedObject").is_some() { "/involvedObject" } else { "/regarding" };
        let of = |field: &str| text(&format!("{about}/{field}"));
        let kind = GroupKind::from_api_version(of("apiVersion").unwrap_or("v1"), of("kind")?);
        let name = of("name")?.to_owned();
        let namespace = of("namespace").map(str::to_owned);
        let uid = of("uid").filter(|uid| *uid != name).map(str::to_owned);
        let time = |place: &str| pointer::follow(value, place).and_then(time::parse);
        let number = |place: &str| pointer::follow(value, place).and_then(Value::as_u64).unwrap_or(0);
        let created = time("/metadata/creationTimestamp");
        let at = ["/series/lastObservedTime", "/lastTimestamp", "/deprecatedLastTimestamp", "/eventTime"]
            .into_iter()
            .find_map(time)
            .or(created);
        let first = ["/firstTimestamp", "/deprecatedFirstTimestamp", "/eventTime"].into_iter().find_map(time).or(at);
        let owned = |pointers: &[&str]| pointers.iter().find_map(|pointer| text(pointer)).unwrap_or("").to_owned();
        Some(Self {
            at,
            about: ObjectKey { kind, namespace, name, uid },
            reason: owned(&["/reason"]),
            message: owned(&["/message", "/note"]),
            severity: owned(&["/type"]),
            reporter: owned(&[
                "/reportingComponent",
                "/reportingController",
                "/source/component",
                "/deprecatedSource/component",
            ]),
            count: number("/count").max(number("/deprecatedCount")).max(number("/series/count")).max(1),
            first,
            key: ObjectKey {
                kind: GroupKind::of("", "Event"),
                namespace: text("/metadata/namespace").map(str::to_owned),
                name: text("/metadata/name").unwrap_or("").to_owned(),
                uid: text("/metadata/uid").map(str::to_owned),
            },
            resource_version: text("/metadata/resourceVersion").map(str::to_owned),
            recorded: text(RECORDED) == Some("record"),
        })
    }

    /// Whether it speaks of `object` and of no namesake: by UID where both have one, else by name.
    #[must_use]
    pub fn is_about(&self, object: &ObjectKey) -> bool {
        self.about.may_be(object)
    }
}
