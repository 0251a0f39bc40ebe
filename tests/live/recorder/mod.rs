//! The recorder on a real API server: what outlives the cluster's own memory.

mod recording;
mod ttl;
