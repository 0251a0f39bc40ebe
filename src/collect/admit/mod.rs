//! The one door: every object, event and log passes here before it may enter a snapshot, and leaves its secrets outside.
//!
//! Owns all redaction. It must never do I/O, never keep or report a value that it masked, never fail on a surprising
//! shape, and never change what it has admitted once: bundles are read back through the same door.
//!
//! Two promises of different strength. *Structured fields fail closed*: data of Secrets and ConfigMaps, annotations, env
//! values, headers, options of volumes, and every string of a kind nobody taught are masked unless a reviewed list or a
//! narrow shape lets them stay. *Free text is best effort*: messages, arguments and logs are read by people and matched
//! by rules, so only what looks like a credential, or stands where one is named, is cut out.
//!
//! A masked value reads `<redacted len=12>`, or `<redacted len=12 mac=0123456789abcdef>` when the door has a key: equal
//! values then stay equal, and nobody without the key can try out guesses. Inside free text it reads `<redacted>`.
//! Empty strings stay empty: that a value is missing is a fact people need, and no secret.
//!
//! What free text may still hide, so that nobody counts on more: a word without shape in prose ("the password is …"), a
//! short option such as `-p…`, a value on the line after its name, and drawn words under 24 characters that nothing
//! introduces. A taught kind's own fields are free text too, unless their name tells of a secret or the kind's spec
//! lists them.
//!
//! A [`Policy`] adds rules of one's own. It can withhold more; it lets through only what it names exactly, and never a
//! secret.
//!
//! Keys of maps are not masked, only values: a credential used as the name of a field is not caught.

mod annotations;
mod args;
mod clean;
mod config_data;
mod depth;
mod door;
mod env;
mod managed_fields;
mod mask;
mod pairs;
mod path;
pub mod policy;
mod randomness;
mod shapes;
mod text;
mod untaught;
mod urls;
mod values;
mod walk;
mod words;

#[cfg(test)]
mod tests;

pub use door::{Admitted, Door, Redaction, Treatment};
pub use policy::{Policy, PolicyNote};
