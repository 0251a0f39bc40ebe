//! What Secrets and ConfigMaps hold.
//!
//! Owns their data, wherever such an object stands, also as a template inside another. Secrets are never asked for; should
//! one come in all the same, nothing but the names of its keys goes further.

use serde_json::{Map, Value};

use super::path::Path;
use super::text::Depth;
use super::walk::Walk;

impl Walk<'_> {
    /// Empties a Secret and masks a ConfigMap; says which keys are thereby done with.
    pub(super) fn config_data(&mut self, map: &mut Map<String, Value>, path: &Path<'_>) -> &'static [&'static str] {
        match map.get("kind").and_then(Value::as_str) {
            Some("Secret") => {
                self.empty_secret(map, path);
                &["data", "stringData"]
            }
            Some("ConfigMap") => {
                let readable = is_readable(map);
                for key in ["data", "binaryData"] {
                    if let Some(data) = map.get_mut(key) {
                        self.config_map(data, &path.key(key), readable && key == "data");
                    }
                }
                &["data", "binaryData"]
            }
            // An item of a typed list carries no kind, and may be either of the two.
            None if path.is_root() => {
                for key in ["data", "binaryData", "stringData"] {
                    if let Some(data) = map.get_mut(key) {
                        self.config_map(data, &path.key(key), false);
                    }
                }
                &["data", "binaryData", "stringData"]
            }
            _ => &[],
        }
    }

    fn empty_secret(&mut self, map: &mut Map<String, Value>, path: &Path<'_>) {
        for key in ["data", "stringData"] {
            let place = path.key(key);
            match map.get_mut(key) {
                Some(Value::Object(data)) => {
                    for (name, value) in data.iter_mut().filter(|(_, value)| !value.is_null()) {
                        *value = Value::Null;
                        self.report(&place.key(name), "secret-data");
                    }
                }
                Some(other) if !other.is_null() => {
                    *other = Value::Null;
                    self.report(&place, "secret-data");
                }
                _ => {}
            }
        }
    }

    fn config_map(&mut self, data: &mut Value, path: &Path<'_>, readable: bool) {
        let Value::Object(entries) = data else { return self.mask_value(data, path, "config-map-data") };
        for (name, value) in entries.iter_mut() {
            let place = path.key(name);
            if path.ends_with(&["data"], true) && self.scope().allows_key(name) {
                self.allowed(value, &place, "config-map-data");
            } else if readable {
                self.text(value, &place, Depth::Full, "config-map-data");
            } else {
                self.mask_value(value, &place, "config-map-data");
            }
        }
    }
}

/// The two that rules read: the autoscaler's report on itself, and Kueue's configuration.
fn is_readable(map: &Map<String, Value>) -> bool {
    let field = |name| map.get("metadata").and_then(|metadata| metadata.get(name)).and_then(Value::as_str);
    match field("name") {
        Some("cluster-autoscaler-status") => field("namespace") == Some("kube-system"),
        Some("kueue-manager-config") => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Door, Treatment};
    use serde_json::json;

    #[test]
    fn secrets_keep_only_their_keys() {
        let secret = json!({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "a"}, "data": {"k": "aHVudGVyMg=="}, "stringData": {"s": "x"}});
        let admitted = Door::new().object(secret, Treatment::Taught, &[]);
        assert_eq!(admitted.value["data"], json!({"k": null}));
        assert_eq!(admitted.value["stringData"], json!({"s": null}));
        assert_eq!(admitted.redactions.len(), 2);
    }

    #[test]
    fn lists_lend_their_kind_to_their_items() {
        for kind in ["SecretList", "ConfigMapList", "List"] {
            let list = json!({"kind": kind, "apiVersion": "v1", "items": [{"metadata": {"name": "a"}, "data": {"k": "hunter2"}}]});
            let admitted = Door::new().object(list, Treatment::Taught, &[]);
            assert!(!admitted.value.to_string().contains("hunter2"), "{kind}");
            assert_eq!(admitted.redactions[0].path, "/items/0/data/k");
            assert_eq!(admitted.value["items"][0].get("kind"), None);
        }
    }

    #[test]
    fn config_maps_are_masked_but_for_two() {
        let map = |namespace: &str, name: &str| json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name, "namespace": namespace}, "data": {"k": "ready: 3\npassword: hunter2"}});
        let door = Door::with_key([1; 32]);
        let text = |value| door.object(value, Treatment::Taught, &[]).value["data"]["k"].as_str().unwrap().to_owned();
        assert!(text(map("kube-system", "other")).starts_with("<redacted len=26 mac="));
        assert!(text(map("mine", "cluster-autoscaler-status")).starts_with("<redacted len=26 mac="));
        assert_eq!(text(map("kube-system", "cluster-autoscaler-status")), "ready: 3\npassword: <redacted>");
        assert_eq!(text(map("kueue-system", "kueue-manager-config")), "ready: 3\npassword: <redacted>");
    }
}
