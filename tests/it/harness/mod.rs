//! What tests share: worlds made of YAML, sources with answers replaced, case pages.

pub mod gang;
pub mod page;
pub mod scenario_table;
pub mod world;
