//! What can be wrong with a record.

use thiserror::Error;

/// Why a record cannot be used.
#[derive(Debug, Error)]
pub enum RecordError {
    /// The folder or the file.
    #[error("{0}")]
    File(#[from] std::io::Error),
    /// The database.
    #[error("{0}")]
    Database(#[from] rusqlite::Error),
    /// Another recorder writes it.
    #[error("another recorder writes this record")]
    Busy,
    /// It is of a later version.
    #[error("the record has format {found}, and this version reads up to {known}; update kubectl-mlop")]
    Newer {
        /// Format of the file.
        found: i64,
        /// Newest that is known.
        known: i64,
    },
    /// It is of another cluster.
    #[error("the record is of another cluster ({found}, not {wanted})")]
    OtherCluster {
        /// Whose it is.
        found: String,
        /// Whose it should be.
        wanted: String,
    },
    /// A database, but no record.
    #[error("it is no record: {0}")]
    NoRecord(String),
}
