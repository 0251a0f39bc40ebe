//! The vocabulary: what the field calls things, as plain values.
//!
//! Owns the types every other room speaks in. Imports nothing of ours, does no I/O, judges nothing.
//! Surprising shapes end as `None` here, so that nobody downstream has to think about them.

pub mod event;
pub mod evidence;
pub mod finding;
pub mod gap;
pub mod id;
pub mod labels;
pub mod log;
pub mod object;
pub mod pointer;
pub mod quantity;
pub mod query;
pub mod state;
pub mod time;

pub use event::Event;
pub use evidence::Evidence;
pub use finding::{Actor, Confidence, Finding, Member, Remedy, Severity};
pub use gap::{Gap, GapReason, Permission};
pub use id::{GroupKind, ObjectKey, ObjectRef};
pub use labels::LabelSelector;
pub use log::{Log, LogKey};
pub use object::Object;
pub use quantity::Quantity;
pub use query::{Query, Selector};
pub use state::{OwnState, State};
