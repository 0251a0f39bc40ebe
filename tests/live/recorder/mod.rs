//! The recorder on a real API server: what outlives the cluster's own memory.

mod nothing_lost;
mod policy;
mod recording;
mod secrets;
mod ttl;
mod tunnel;
mod writers;

pub use recording::Recording;
