//! A piece of proof in words: what stands at a pointer, short enough to read.

use serde_json::Value;

/// Longer proof is cut here; `-o json` has it whole.
const MOST: usize = 300;

/// `exitCode 137, reason OOMKilled`, `8`, `Type=Status Reason: message`.
pub(super) fn words(value: &Value) -> String {
    let text = say(value);
    if text.chars().count() <= MOST {
        return text;
    }
    let kept: String = text.chars().take(MOST).collect();
    format!("{kept}…")
}

fn say(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(say).collect::<Vec<_>>().join(", "),
        Value::Object(fields) => {
            fields.iter().map(|(key, value)| format!("{key} {}", say(value))).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::words;

    #[test]
    fn objects_read_as_words_and_long_text_is_cut() {
        assert_eq!(words(&json!({"exitCode": 137, "reason": "OOMKilled"})), "exitCode 137, reason OOMKilled");
        assert_eq!(words(&json!("x".repeat(400))).chars().count(), 301);
    }
}
