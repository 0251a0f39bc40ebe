//! Pages made from what the code says of itself: rules and kinds.

mod kinds;
mod rules;

pub use kinds::kinds;
pub use rules::{rule, rules};
