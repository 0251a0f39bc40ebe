//! The deepest a document may nest.
//!
//! Owns the cut. After it, everything else in the door may recurse without fear for the stack.

use std::mem;

use serde_json::Value;

use super::mask::TOO_DEEP;

/// As deep as the parser reads; nothing a cluster stores comes near.
const DEEPEST: usize = 128;

/// Replaces maps and lists below the deepest level by a mark, and calls `cut` once for each.
pub(super) fn prune(value: &mut Value, cut: &mut impl FnMut()) {
    level(value, 0, cut);
}

fn level(value: &mut Value, depth: usize, cut: &mut impl FnMut()) {
    if depth >= DEEPEST && (value.is_object() || value.is_array()) {
        let buried = mem::replace(value, Value::String(TOO_DEEP.to_owned()));
        bury(buried);
        cut();
        return;
    }
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| level(item, depth + 1, cut)),
        Value::Object(map) => map.values_mut().for_each(|item| level(item, depth + 1, cut)),
        _ => {}
    }
}

/// Drops a value without recursing: the usual way down would need a stack as deep as the value.
fn bury(value: Value) {
    let mut left = vec![value];
    while let Some(value) = left.pop() {
        match value {
            Value::Array(items) => left.extend(items),
            Value::Object(map) => left.extend(map.into_iter().map(|(_, item)| item)),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_ends_in_a_mark() {
        let mut value = Value::Null;
        for _ in 0..50_000 {
            value = Value::Array(vec![value]);
        }
        let mut cuts = 0;
        prune(&mut value, &mut || cuts += 1);
        assert_eq!(cuts, 1);
        let once = value.clone();
        prune(&mut value, &mut || cuts += 1);
        assert_eq!((cuts, value), (1, once));
    }
}
