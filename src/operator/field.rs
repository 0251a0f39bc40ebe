//! A field that may hold anything: typed where it can be, kept as it came where it cannot.
//!
//! Owns the promise that decoding never loses or changes a value. Must never guess what a surprising value meant.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// Fields that a type does not know, by name. They are written out again beside the known ones.
pub type Unknown = BTreeMap<String, Value>;

/// A field of an object that other programs write.
///
/// A value becomes [`Known`](Field::Known) only if `T` gives back the very same JSON; so `1.0` where an integer is
/// due, a time in an unusual notation or a string where a list belongs stay [`Raw`](Field::Raw). An explicit `null`
/// is raw too: it is not the same as a field left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Field<T> {
    /// Left out. Items of a list are never absent.
    #[default]
    Absent,
    /// Of the expected type.
    Known(T),
    /// Something else, as it came.
    Raw(Value),
}

impl<T> Field<T> {
    /// The typed value, if it is one.
    pub const fn get(&self) -> Option<&T> {
        match self {
            Self::Known(value) => Some(value),
            Self::Absent | Self::Raw(_) => None,
        }
    }

    /// The value that was not of the expected type; `null` included.
    pub const fn raw(&self) -> Option<&Value> {
        match self {
            Self::Raw(value) => Some(value),
            Self::Absent | Self::Known(_) => None,
        }
    }

    /// Whether the field was left out.
    pub const fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    /// Whether the field says anything: it is there, and not `null`.
    pub const fn is_set(&self) -> bool {
        !matches!(self, Self::Absent | Self::Raw(Value::Null))
    }
}

impl<T> Field<Vec<Field<T>>> {
    /// The items of the expected type, in order; none if the field is no list.
    pub fn items(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.get().map_or(&[][..], Vec::as_slice).iter().filter_map(Field::get)
    }
}

impl<T> From<T> for Field<T> {
    fn from(value: T) -> Self {
        Self::Known(value)
    }
}

impl<T: Serialize> Serialize for Field<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Absent => serializer.serialize_unit(),
            Self::Known(value) => value.serialize(serializer),
            Self::Raw(value) => value.serialize(serializer),
        }
    }
}

impl<'de, T: Serialize + DeserializeOwned> Deserialize<'de> for Field<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        Ok(match T::deserialize(&value) {
            Ok(known) if serde_json::to_value(&known).is_ok_and(|again| again == value) => Self::Known(known),
            Ok(_) | Err(_) => Self::Raw(value),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::Timestamp;
    use serde_json::json;

    fn read<T: Serialize + DeserializeOwned>(value: &Value) -> Field<T> {
        let field: Field<T> = serde_json::from_value(value.clone()).expect("a field takes anything");
        assert_eq!(serde_json::to_value(&field).expect("JSON"), *value, "lost on the way");
        field
    }

    #[test]
    fn a_value_of_the_right_type_is_typed() {
        assert_eq!(read::<i64>(&json!(3)).get(), Some(&3));
        assert_eq!(read::<String>(&json!("")).get(), Some(&String::new()));
        assert!(read::<Timestamp>(&json!("2026-11-30T16:34:16Z")).get().is_some());
    }

    #[test]
    fn any_other_value_is_kept_as_it_came() {
        for value in [json!("3"), json!(1.0), json!([]), json!({}), json!(true), json!(null)] {
            assert_eq!(read::<i64>(&value).raw(), Some(&value));
        }
    }

    #[test]
    fn a_time_that_would_come_out_differently_is_kept_as_it_came() {
        for text in ["2026-11-30T17:34:16+01:00", "2026-11-30T16:34:16.000Z", "0 o'clock"] {
            assert!(read::<Timestamp>(&json!(text)).get().is_none(), "{text}");
        }
    }

    #[test]
    fn null_is_there_but_not_set() {
        let field = read::<i64>(&Value::Null);
        assert!(!field.is_absent());
        assert!(!field.is_set());
    }

    #[test]
    fn one_odd_item_does_not_spoil_the_list() {
        let list = read::<Vec<Field<i64>>>(&json!([1, "two", null, 3]));
        assert_eq!(list.items().collect::<Vec<_>>(), [&1, &3]);
    }
}
