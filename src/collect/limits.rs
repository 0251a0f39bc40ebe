//! Where a walk stops by default.

/// Which logs a walk reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Logs {
    /// None.
    None,
    /// Those of representatives of what failed or crashes, and of a few running peers.
    #[default]
    Errors,
    /// Those of every container of every pod of the run, and of the run before its last restart.
    All,
}

/// Limits of one walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Of pods alike (same owner, same state, same reason), so many get their events, nodes and logs read.
    pub representatives: usize,
    /// Rounds of questions; a walk that needs more is going in circles.
    pub rounds: usize,
    /// Owners above the target.
    pub owners: usize,
    /// Which logs are read.
    pub logs: Logs,
}

impl Limits {
    /// As far as there is something. Circles still end.
    #[must_use]
    pub const fn deep() -> Self {
        Self { representatives: usize::MAX, rounds: 256, owners: 64, logs: Logs::Errors }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self { representatives: 8, rounds: 24, owners: 12, logs: Logs::Errors }
    }
}
