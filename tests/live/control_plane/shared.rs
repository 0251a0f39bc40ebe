//! The control planes that tests share, since each takes seconds to start and hundreds of megabytes.
//!
//! Owns one of each sort for the whole test process. A test that stops something starts its own instead.

use std::sync::OnceLock;

use super::{ControlPlane, Parts};

type Shared = OnceLock<Result<ControlPlane, String>>;

static SERVER: Shared = OnceLock::new();
static CLUSTER: Shared = OnceLock::new();

/// An API server alone: nothing changes there that a test did not change. For most tests.
pub fn server() -> &'static ControlPlane {
    get(&SERVER, Parts { kinds: true, controllers: false, ..Parts::default() })
}

/// A whole cluster: controllers, scheduler, and nodes with GPUs.
pub fn cluster() -> &'static ControlPlane {
    get(&CLUSTER, Parts { kinds: true, controllers: true, ..Parts::default() })
}

/// A failure is kept too: not every test shall wait for the same one.
fn get(shared: &'static Shared, parts: Parts) -> &'static ControlPlane {
    shared.get_or_init(|| ControlPlane::start(parts)).as_ref().unwrap_or_else(|error| panic!("{error}"))
}
