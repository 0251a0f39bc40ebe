//! Why a run does not do what was asked.

pub mod model;
pub mod operator;
