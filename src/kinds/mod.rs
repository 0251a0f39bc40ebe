//! What we know of each kind, as data: where its links stand, what its conditions mean, how its generation is to be
//! read, who reconciles it.
//!
//! Owns the table and the fallback for kinds nobody taught. Fetches nothing, judges nothing. Links drive the planner
//! and the graph alike: a kind once added is fetched, walked and drawn.

mod batch;
mod controller;
mod core;
pub mod generic;
mod kubeflow;
mod kueue;
mod link;
pub mod names;
mod own_state;
mod polyaxon;
mod ray;
mod reading;
mod spec;
mod table;

pub use controller::Controller;
pub use link::{Edge, Link, LinkBy};
pub use own_state::own_state;
pub use reading::{ConditionRow, Phase, Staleness};
pub use spec::{KindSpec, Scope, Tier};
pub use table::Kinds;
