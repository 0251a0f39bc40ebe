//! Edge: the recorder. Watches a cluster and writes what it hears into the record, for as long as it is let.
//!
//! Owns what is kept of what is heard, and when. Nothing is installed in the cluster. What it did not hear it says:
//! as a window with both its ends and its cause.

mod admit;
mod digest;
mod logs;
mod session;

pub use admit::Admission;
pub use session::{Progress, Session, Settings};
