//! The operator's API: Polyaxon's `Operation` (`core.polyaxon.com/v1`) as plain Rust types.
//!
//! Owns the shape of the object and the facts that follow from its shape alone. Usable as a library of its own: it
//! imports nothing of ours, does no I/O and judges nothing. What an Operation's state means for a person is decided
//! elsewhere.
//!
//! # What is unusual about an Operation
//!
//! * It has **no `.spec`**: what to run, how to end and whom to tell stand at the top level.
//! * It has **no `observedGeneration`**. Its conditions cannot be dated against `metadata.generation`.
//! * It has **no phase**. Conditions are all `True`; the [last one](OperationStatus::present) is the present state.
//! * [`lastTransitionTime`](OperationCondition::last_transition_time) is the first condition's time in all of them.
//!   What dates a condition is [`lastUpdateTime`](OperationCondition::recorded_at).
//! * Its controller writes **no events**, and deletes the Operation at once after its end unless
//!   [`ttlSecondsAfterFinished`](Termination::ttl_seconds_after_finished) is set.
//!
//! # Lenient and lossless
//!
//! Decoding an Operation does not fail on a field of an unexpected type, and whatever went in comes out again
//! unchanged. [`Field`] holds a value either typed or as it came; fields that nobody knows are kept beside the known
//! ones, as `unknown`.
//!
//! ```
//! use kubectl_mlop::operator::{Operation, RunKind};
//!
//! let json = serde_json::json!({
//!     "apiVersion": "core.polyaxon.com/v1", "kind": "Operation", "metadata": {"name": "run-42"},
//!     "batchJobSpec": {"template": {}},
//!     "termination": {"backoffLimit": "twice"}
//! });
//! let operation: Operation = serde_json::from_value(json.clone())?;
//! assert_eq!(operation.run_kind(), Some(RunKind::BatchJob));
//! assert_eq!(operation.termination.get().and_then(|termination| termination.backoff_limit.get()), None);
//! assert_eq!(serde_json::to_value(&operation)?, json);
//! # Ok::<(), serde_json::Error>(())
//! ```

mod condition;
mod field;
#[cfg(feature = "cli")]
mod kube;
mod metadata;
pub mod names;
mod notification;
mod operation;
mod run_kind;
mod specs;
mod status;
mod template;
mod termination;

#[cfg(feature = "cli")]
pub use self::kube::KubeOperation;
pub use condition::{ConditionType, OperationCondition};
pub use field::{Field, Unknown};
pub use metadata::{Meta, Metadata};
pub use notification::{Notification, Trigger};
pub use operation::{Operation, PlatformRun};
pub use run_kind::{Child, RunKind};
pub use specs::{
    BatchJobSpec, DaskJobSpec, ElasticPolicy, KubeflowJobSpec, RayJobSpec, ReplicaSpec, SchedulingPolicy, ServiceSpec,
};
pub use status::OperationStatus;
pub use template::{PodTemplate, TemplateAt};
pub use termination::Termination;
