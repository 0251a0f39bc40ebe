//! Why a run does not do what was asked.

pub mod collect;
pub mod model;
