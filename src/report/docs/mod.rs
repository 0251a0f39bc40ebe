//! Pages made from what the code says of itself: rules, kinds, and the rights they take.

mod kinds;
mod role;
mod rules;

pub use kinds::kinds;
pub use role::role;
pub use rules::{rule, rules};
