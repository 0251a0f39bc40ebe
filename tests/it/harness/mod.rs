//! What tests share: worlds made of YAML, sources with answers replaced, case pages; calls of the binary, and a server
//! that writes down what it is asked.

pub mod call;
pub mod gang;
pub mod page;
pub mod scenario_table;
pub mod server;
#[cfg(unix)]
pub mod terminal;
pub mod unpacked;
pub mod world;
