//! Edge: where evidence comes from. Opens what is on disk; judges nothing.

pub mod dir;
pub mod open;
