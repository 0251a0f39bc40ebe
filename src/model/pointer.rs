//! JSON pointers (RFC 6901): how every place in an object is named.
//!
//! Owns reading and writing them. A run of thousands of pods is read at millions of places, so following a pointer
//! allocates nothing unless one of its keys holds an escaped character.

use std::borrow::Cow;

use serde_json::Value;

/// The value a pointer leads to. The empty pointer is the whole value; one that starts with no `/` leads nowhere.
#[must_use]
pub fn follow<'v>(value: &'v Value, pointer: &str) -> Option<&'v Value> {
    if pointer.is_empty() {
        return Some(value);
    }
    pointer.strip_prefix('/')?.split('/').try_fold(value, |value, part| match value {
        Value::Object(fields) => fields.get(unescape(part).as_ref()),
        Value::Array(items) => items.get(index(part)?),
        _ => None,
    })
}

/// Escapes a key for use in a pointer.
#[must_use]
pub fn escape(key: &str) -> Cow<'_, str> {
    if key.contains(['~', '/']) { Cow::Owned(key.replace('~', "~0").replace('/', "~1")) } else { Cow::Borrowed(key) }
}

fn unescape(part: &str) -> Cow<'_, str> {
    if part.contains('~') { Cow::Owned(part.replace("~1", "/").replace("~0", "~")) } else { Cow::Borrowed(part) }
}

/// A place in a list: digits without a leading zero.
fn index(part: &str) -> Option<usize> {
    let is_plain = part.bytes().all(|byte| byte.is_ascii_digit()) && (part.len() == 1 || !part.starts_with('0'));
    if is_plain { part.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn it_leads_where_the_standard_says() {
        let value = json!({"foo": ["bar", "baz"], "": 0, "a/b": 1, "m~n": 8, "~1": 9, "list": {"0": "key"}});
        let cases = [
            ("", Some(value.clone())),
            ("/foo", Some(json!(["bar", "baz"]))),
            ("/foo/0", Some(json!("bar"))),
            ("/foo/00", None),
            ("/foo/+1", None),
            ("/foo/-", None),
            ("/foo/2", None),
            ("/foo/", None),
            ("/", Some(json!(0))),
            ("/a~1b", Some(json!(1))),
            ("/m~0n", Some(json!(8))),
            ("/~01", Some(json!(9))),
            ("/list/0", Some(json!("key"))),
            ("foo", None),
            ("/foo/0/deeper", None),
        ];
        for (pointer, expected) in cases {
            assert_eq!(follow(&value, pointer).cloned(), expected, "{pointer:?}");
        }
    }

    proptest! {
        #[test]
        fn what_is_escaped_is_found(key in "[a~/.0-9é]{0,6}") {
            let mut fields = serde_json::Map::new();
            fields.insert(key.clone(), json!("here"));
            let value = Value::Object(fields);
            prop_assert_eq!(follow(&value, &format!("/{}", escape(&key))), Some(&json!("here")));
        }

        /// The JSON library has its own; ours must agree with it on every pointer.
        #[test]
        fn it_agrees_with_the_library(pointer in "(/(a|b|0|1|01|~0|~1|~|\\+1|)){0,3}|a/b") {
            let value = json!({"a": [{"b": 1}, [2, 3]], "b": {"0": {"": 4}, "~": 5, "/": [6]}, "": {"1": 7}});
            prop_assert_eq!(follow(&value, &pointer), value.pointer(&pointer));
        }
    }
}
