//! What counts as a change of an object: anything but its version, who wrote which field, and heartbeats.

use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// Fields that change though nothing happens.
const BEATS: [&str; 4] = ["lastHeartbeatTime", "lastProbeTime", "resourceVersion", "managedFields"];

/// Digest of what counts.
pub(super) fn digest(object: &Value) -> [u8; 32] {
    let mut hasher = Sha256::new();
    feed(object, &mut hasher);
    hasher.finalize().into()
}

/// Every value with its kind and length before it, so that no two objects are fed alike. The door has cut what is too
/// deep.
fn feed(value: &Value, hasher: &mut Sha256) {
    match value {
        Value::Null => hasher.update([0]),
        Value::Bool(truth) => hasher.update([1, u8::from(*truth)]),
        Value::Number(number) => text(2, &number.to_string(), hasher),
        Value::String(string) => text(3, string, hasher),
        Value::Array(items) => {
            hasher.update([4]);
            hasher.update((items.len() as u64).to_le_bytes());
            items.iter().for_each(|item| feed(item, hasher));
        }
        Value::Object(fields) => {
            hasher.update([5]);
            for (key, value) in fields.iter().filter(|(key, _)| !BEATS.contains(&key.as_str())) {
                text(6, key, hasher);
                feed(value, hasher);
            }
            hasher.update([7]);
        }
    }
}

fn text(kind: u8, text: &str, hasher: &mut Sha256) {
    hasher.update([kind]);
    hasher.update((text.len() as u64).to_le_bytes());
    hasher.update(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn heartbeats_are_no_change_and_everything_else_is() {
        let node = |beat: &str, status: &str| {
            json!({"metadata": {"resourceVersion": beat, "managedFields": [{"time": beat}]},
                   "status": {"conditions": [{"type": "Ready", "status": status, "lastHeartbeatTime": beat}]}})
        };
        assert_eq!(digest(&node("1", "True")), digest(&node("2", "True")));
        assert_ne!(digest(&node("1", "True")), digest(&node("1", "False")));
        let gpus = |count: &str| json!({"status": {"allocatable": {"nvidia.com/gpu": count}}});
        assert_ne!(digest(&gpus("8")), digest(&gpus("7")), "a device that is lost is a change");
        assert_ne!(digest(&json!({"a": ["b", "c"]})), digest(&json!({"a": ["bc"]})));
        assert_ne!(digest(&json!([[1], 2])), digest(&json!([[1, 2]])));
        assert_ne!(digest(&json!({"a": {"b": 1}, "c": 2})), digest(&json!({"a": {"b": 1, "c": 2}})));
    }
}
