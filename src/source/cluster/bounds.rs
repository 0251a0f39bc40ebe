//! Where reading stops, so that no answer can fill the memory or the wire.
//!
//! What was stopped is never called complete.

/// The most that is read of one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    /// Objects of one list.
    pub objects: usize,
    /// Runs of one kind, where all runs are listed.
    pub runs: usize,
    /// Custom kinds that are asked for a name.
    pub custom_kinds: usize,
    /// Bytes of a log that are kept from its end.
    pub log_bytes: usize,
    /// Lines that are asked for, counted from the end of a log.
    pub log_lines: Option<u32>,
}

impl Bounds {
    /// As far as a diagnosis usually has to look; with `deep`, as far as there is something.
    pub(super) const fn new(deep: bool) -> Self {
        if deep {
            Self {
                objects: usize::MAX,
                runs: usize::MAX,
                custom_kinds: usize::MAX,
                log_bytes: 64 << 20,
                log_lines: None,
            }
        } else {
            Self { objects: 20_000, runs: 500, custom_kinds: 32, log_bytes: 1 << 20, log_lines: Some(5000) }
        }
    }
}
