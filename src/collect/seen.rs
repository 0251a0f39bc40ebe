//! The three answers to "is it there?".

use crate::model::Gap;

/// Something looked up in a snapshot. Whoever reads it has to say what it does with not knowing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen<T> {
    /// There it is.
    Yes(T),
    /// Asked, and not there.
    Absent,
    /// Could not be seen.
    Unknown(Gap),
}

impl<T> Seen<T> {
    /// The value, if it was seen.
    #[must_use]
    pub fn yes(self) -> Option<T> {
        match self {
            Self::Yes(value) => Some(value),
            Self::Absent | Self::Unknown(_) => None,
        }
    }

    /// Whether it was asked for and is not there.
    #[must_use]
    pub const fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }
}
