//! Which rights a diagnosis and a capture can use, out of the table of kinds.
//!
//! Owns the verbs that each kind takes, where each has to hold, and what is lost without. The roles of `docs/rbac.yaml` are
//! printed from it, and `capture --preflight` asks for it: there is no second list. Must never ask anybody, and never name
//! Secrets or a verb that writes.

mod grants;
mod needs;

pub use grants::{Grant, Part, Role, Verbs, Why, grants, is_kept};
pub use needs::{Need, Place, Purpose, needs, needs_of};
