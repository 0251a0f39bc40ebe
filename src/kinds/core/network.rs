//! Services and what stands behind them.

use crate::kinds::names;
use crate::kinds::{Edge, KindSpec, Link, LinkBy, Tier};

/// Service. An ExternalName service has no endpoints and no selector.
pub(super) fn service() -> KindSpec {
    let by_name = LinkBy::NameLabel("kubernetes.io/service-name".into());
    let mut endpoints = Link::owns(names::ENDPOINT_SLICE, by_name).when("/spec/selector");
    endpoints.edge = Edge::Backend;
    KindSpec::new(names::SERVICE, "v1", "services", Tier::Network).short(&["svc"]).link(endpoints)
}

/// EndpointSlice.
pub(super) fn endpoint_slice() -> KindSpec {
    KindSpec::new(names::ENDPOINT_SLICE, "v1", "endpointslices", Tier::Network)
}
