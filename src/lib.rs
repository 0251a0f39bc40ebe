//! Why a run does not do what was asked.

pub mod bundle;
pub mod capture;
pub mod model;
pub mod source;
