//! Traces of controllers: leases they hold, webhooks that lead to them.

use crate::kinds::names;
use crate::kinds::{KindSpec, Tier};

/// Lease. A stopped controller leaves an ageing `renewTime`, or gives the lease back (empty holder, 1 s duration).
pub(super) fn lease() -> KindSpec {
    KindSpec::new(names::LEASE, "v1", "leases", Tier::Controller)
}

/// MutatingWebhookConfiguration.
pub(super) fn mutating_webhooks() -> KindSpec {
    KindSpec::new(names::MUTATING_WEBHOOK, "v1", "mutatingwebhookconfigurations", Tier::Controller).cluster()
}

/// ValidatingWebhookConfiguration.
pub(super) fn validating_webhooks() -> KindSpec {
    KindSpec::new(names::VALIDATING_WEBHOOK, "v1", "validatingwebhookconfigurations", Tier::Controller).cluster()
}
