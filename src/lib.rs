//! Why a run does not do what was asked, and who has to do what now.

pub mod bundle;
pub mod capture;
#[cfg(feature = "cli")]
pub mod cli;
pub mod collect;
pub mod diagnose;
pub mod graph;
pub mod health;
pub mod kinds;
pub mod model;
pub mod operator;
#[cfg(feature = "cli")]
pub mod record;
#[cfg(feature = "cli")]
pub mod recorder;
pub mod report;
pub mod rules;
#[cfg(feature = "cli")]
pub mod serve;
pub mod source;
