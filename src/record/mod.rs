//! Edge: the record of a cluster, one SQLite file. Written by the recorder, read by whoever diagnoses what is gone.
//!
//! Owns the file, its tables and what they mean. Everything in it has been through the door. Must never forget in silence:
//! what was thrown away, and what was never heard, is a row too.

mod at;
mod error;
mod file;
mod joined;
mod read;
mod rows;
mod schema;
mod source;
mod writer;

pub use at::{Incarnation, View};
pub use error::RecordError;
pub use file::{is_record, path_in};
pub use joined::{Joined, joined};
pub use read::{Reader, Sizes};
pub use rows::{Entry, EventRow, LogRow, StateRow, Window};
pub use source::Recorded;
pub use writer::{Checkpoint, Writer};
