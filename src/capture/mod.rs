//! Edge: keeps evidence. Writes bundles to disk, aside at first, and in their place only when they are whole.

pub mod dir;
pub mod large_zip;
#[cfg(feature = "cli")]
pub mod many;
pub mod zip_file;

mod aside;
mod one_run;

pub use aside::give_up;
pub use one_run::{about, one_run};
