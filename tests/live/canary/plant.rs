//! An object out of a schema, with a word of its own in every string leaf.
//!
//! Owns how schemas are read. Every string that a schema allows is filled, whatever format or enumeration it asks for: what
//! the door does may not hang on people keeping to it.

use serde_json::{Map, Value, json};

use super::schemas::Schema;

/// As often may a definition stand within itself.
const ROUNDS: usize = 1;
/// The key of a map that takes any.
pub const KEY: &str = "anykey";

/// An object and its words: each with its place, a JSON pointer.
pub struct Planted {
    /// The object.
    pub object: Value,
    /// Places of the words, by their number.
    pub places: Vec<String>,
}

/// The word of a number: name-like, and nothing about it says "secret".
pub fn word(number: usize) -> String {
    format!("kelpie{number:06}x")
}

/// Fills a schema.
pub fn plant(of: &Schema) -> Planted {
    let mut planter = Planter { definitions: &of.definitions, places: Vec::new(), within: Vec::new() };
    let mut object = planter.fill(&of.schema, "");
    object["apiVersion"] = json!(of.api_version);
    object["kind"] = json!(of.kind);
    Planted { object, places: planter.places }
}

struct Planter<'s> {
    definitions: &'s Value,
    places: Vec<String>,
    /// Names of the definitions that are being filled.
    within: Vec<String>,
}

impl Planter<'_> {
    fn word(&mut self, place: &str) -> Value {
        self.places.push(place.to_owned());
        Value::String(word(self.places.len() - 1))
    }

    fn fill(&mut self, schema: &Value, place: &str) -> Value {
        let reference = schema["$ref"].as_str().or_else(|| schema["allOf"][0]["$ref"].as_str());
        if let Some(reference) = reference {
            let name = reference.rsplit('/').next().unwrap().to_owned();
            if self.within.iter().filter(|other| **other == name).count() > ROUNDS {
                return Value::Null;
            }
            let definition = self.definitions[&name].clone();
            assert!(definition.is_object(), "no definition of {name}");
            self.within.push(name);
            let filled = self.fill(&definition, place);
            self.within.pop();
            return filled;
        }
        let mut map = Map::new();
        for (key, property) in schema["properties"].as_object().into_iter().flatten() {
            let below = format!("{place}/{}", key.replace('~', "~0").replace('/', "~1"));
            map.insert(key.clone(), self.fill(property, &below));
        }
        if schema["additionalProperties"].is_object() {
            map.insert(KEY.to_owned(), self.fill(&schema["additionalProperties"], &format!("{place}/{KEY}")));
        }
        if !map.is_empty() {
            return Value::Object(map);
        }
        if schema["items"].is_object() {
            return Value::Array(vec![self.fill(&schema["items"], &format!("{place}/0"))]);
        }
        match schema["type"].as_str() {
            Some("integer" | "number") => json!(1),
            Some("boolean") => json!(true),
            Some("string") => self.word(place),
            Some("array") => Value::Array(vec![self.word(&format!("{place}/0"))]),
            // Anything may stand here: a word, and a map and a list with one.
            Some("object") => self.anything(place),
            _ if schema["x-kubernetes-int-or-string"] == true || schema.get("oneOf").is_some() => self.word(place),
            _ => self.anything(place),
        }
    }

    fn anything(&mut self, place: &str) -> Value {
        let field = self.word(&format!("{place}/{KEY}"));
        let item = self.word(&format!("{place}/anylist/0"));
        json!({KEY: field, "anylist": [item]})
    }
}
