//! The planner: what to ask next, and what came of it. Sans I/O: it asks, somebody answers, it asks again or is done.
//!
//! Owns the walk, its limits, the door through which everything enters, and the snapshot that comes out. Never opens a
//! file or a connection, never reads a clock, never judges.

pub mod admit;
mod covers;
mod expand;
mod find;
mod limits;
pub mod needs;
pub mod occupant;
mod roles;
mod seen;
mod snapshot;
mod walk;

pub use covers::covers;
pub use expand::{link_queries, named_ends};
pub(crate) use find::distance;
pub use find::{Ask, Find, Found};
pub use limits::{Limits, Logs};
pub use needs::Need;
pub use roles::{Role, Roles};
pub use seen::Seen;
pub use snapshot::{Asked, Snapshot};
pub use walk::{Answer, Step, Walk, admitted, is_event};
