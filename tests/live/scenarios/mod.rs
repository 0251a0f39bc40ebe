//! Incidents on a real control plane: made, awaited, and then held still.
//!
//! Owns the list of them. What is to come out stands in `fixtures/scenarios/expected.md`, one line each; their bundles lie
//! beside it, made by `cargo xtask record`.

mod gang;
mod node;
mod replay;
mod waiting;

use crate::control_plane::{Client, ControlPlane};
use crate::runs::over_quota;

#[allow(unreachable_pub, reason = "shared with the tests that need no control plane")]
#[path = "../../it/harness/scenario_table.rs"]
mod table;

/// An incident.
struct Scenario {
    /// Its name, and that of its namespace.
    name: &'static str,
    /// Makes what there is at the beginning.
    begin: fn(&Client, &str),
    /// Does what has to be done later, and returns when everything has happened.
    end: fn(&Client, &str),
}

const ALL: &[Scenario] = &[
    Scenario { name: "gpus-larger-than-any-node", begin: waiting::too_large, end: waiting::refused_by_scheduler },
    Scenario { name: "over-quota", begin: over_quota, end: |_, _| {} },
    Scenario { name: "image-not-pullable", begin: waiting::bad_image, end: waiting::image_awaited },
    Scenario { name: "rank-oom-killed", begin: gang::begin, end: gang::one_rank_killed },
    Scenario { name: "stuck-terminating", begin: waiting::held, end: waiting::stuck },
    Scenario { name: "success", begin: gang::short, end: gang::complete },
    // Takes longest: by then what is stuck has been so for long enough to be called so.
    Scenario { name: "node-lost", begin: node::begin, end: node::lost },
];

/// Brings all of them about, each in a namespace of its own, and stops whatever could change them.
fn hold(plane: &mut ControlPlane) {
    let admin = plane.admin();
    // All of them happen at the same time; the longest takes a minute.
    for scenario in ALL {
        plane.namespace_called(scenario.name);
        (scenario.begin)(&admin, scenario.name);
    }
    for scenario in ALL {
        (scenario.end)(&admin, scenario.name);
    }
    for program in ["kube-scheduler", "kube-controller-manager", "kwok"] {
        plane.stop(program);
    }
}
