//! How long a diagnosis takes.
fn main() {}
