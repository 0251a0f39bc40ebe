//! What we know of each kind, as data: where its links stand, what its conditions mean, how its generation is to be
//! read, who reconciles it.
//!
//! Owns the table and the fallback for kinds nobody taught. Fetches nothing, judges nothing. Links drive the planner
//! and the graph alike: a kind once added is fetched, walked and drawn.

mod batch;
mod core;
pub mod generic;
mod kubeflow;
mod kueue;
pub mod names;
mod own_state;
mod polyaxon;
mod ray;
pub mod spec;
mod table;

pub use own_state::own_state;
pub use spec::{Controller, Edge, KindSpec, Link, LinkBy, Scope, Staleness, Tier};
pub use table::Kinds;
