//! Why a run does not do what was asked.

pub mod bundle;
pub mod model;
pub mod source;
