//! Where a walk stops by default.

/// Limits of one walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Of pods alike (same owner, same state, same reason), so many get their events, nodes and logs read.
    pub representatives: usize,
    /// Rounds of questions; a walk that needs more is going in circles.
    pub rounds: usize,
    /// Owners above the target.
    pub owners: usize,
}

impl Limits {
    /// As far as there is something. Circles still end.
    #[must_use]
    pub const fn deep() -> Self {
        Self { representatives: usize::MAX, rounds: 256, owners: 64 }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self { representatives: 8, rounds: 24, owners: 12 }
    }
}
