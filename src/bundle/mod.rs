//! The container of the bundle format: bytes and paths, not meaning.
//!
//! Owns where things stand ([`layout`]), how a bundle is read and written as a zip ([`ZipFiles`], [`ZipSink`]), the proof
//! that it is whole ([`Manifest`], [`verify`]), and what it says of itself ([`About`], [`readme`]). Works over anything that
//! reads, writes and seeks, and never opens a file: directories and files on disk are matters of `source` and `capture`.
//!
//! A bundle may be a stranger's. What is read here is checked as if it were.

pub mod layout;

mod about;
mod error;
mod files;
mod manifest;
mod names;
mod readme;
pub mod records;
mod schema;
mod tally;
mod version;
mod write;
mod zip_index;
mod zip_reader;
mod zip_writer;

pub use about::{About, Scope, Status};
pub use error::{BundleError, Fault, shown};
pub use files::{BundleFiles, Limits, Sink};
pub use manifest::{Manifest, ManifestingSink, Verified, root_digest, verify};
pub use readme::{Counts, readme};
pub use schema::schemas;
pub use version::{FORMAT, Version};
pub use write::{index_line, write};
pub use zip_reader::ZipFiles;
pub use zip_writer::{Packed, ZipSink};

pub(crate) use tally::Tally;
