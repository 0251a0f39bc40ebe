//! What stands behind the question mark of a request.

use std::collections::BTreeMap;

use super::refusal::Refusal;

/// Parameters by name; of one that stands several times, the first counts.
#[derive(Clone, Debug, Default)]
pub(super) struct Parameters(BTreeMap<String, String>);

impl Parameters {
    /// Reads the query of a request.
    pub(super) fn of(query: &str) -> Self {
        let mut parameters = BTreeMap::new();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            parameters.entry(name.into_owned()).or_insert_with(|| value.into_owned());
        }
        Self(parameters)
    }

    /// A value that is not empty.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// A number.
    pub(super) fn number(&self, name: &str) -> Result<Option<usize>, Refusal> {
        let read =
            |text: &str| text.parse().map_err(|_| Refusal::bad_request(format!("{name}: {text:?} is no number")));
        self.text(name).map(read).transpose()
    }

    /// A switch.
    pub(super) fn is_on(&self, name: &str) -> bool {
        self.text(name).is_some_and(|value| matches!(value, "1" | "t" | "T" | "true" | "TRUE" | "True"))
    }
}
