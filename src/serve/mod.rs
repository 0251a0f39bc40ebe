//! Edge: a bundle as a Kubernetes API that can be read and nothing else, so that kubectl shows what is in it.
//!
//! Owns what is answered, and to whom: one token, one address, reading alone. What the bundle does not hold it says it does
//! not hold; an empty list means that there was nothing. A stranger's bundle goes through the door on its way out.

mod age;
mod answer;
mod discovery;
mod guard;
mod listen;
mod logs;
mod request;
mod resources;
mod select;
mod status;
mod table;
mod tls;

pub use answer::Served;
pub use guard::Guard;
pub use listen::{Server, start};
pub use tls::Identity;
