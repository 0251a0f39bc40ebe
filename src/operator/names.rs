//! Names that the operator gives things, or looks for.
//!
//! Owns constants only. They are part of the operator's contract with the cluster, and none is ours to choose.

/// API group.
pub const GROUP: &str = "core.polyaxon.com";
/// API version, served and stored.
pub const VERSION: &str = "v1";
/// `apiVersion` of an Operation.
pub const API_VERSION: &str = "core.polyaxon.com/v1";
/// Kind.
pub const KIND: &str = "Operation";
/// Resource, as in URLs and RBAC rules.
pub const PLURAL: &str = "operations";
/// Short name for kubectl.
pub const SHORT_NAME: &str = "op";
/// Name of the definition.
pub const CRD: &str = "operations.core.polyaxon.com";

/// Annotation: who owns the run on the platform.
pub const ANNOTATION_OWNER: &str = "operation.polyaxon.com/owner";
/// Annotation: the run's project.
pub const ANNOTATION_PROJECT: &str = "operation.polyaxon.com/project";
/// Annotation: what kind of run the platform calls it.
pub const ANNOTATION_KIND: &str = "operation.polyaxon.com/kind";
/// Annotation: the run's name on the platform.
pub const ANNOTATION_NAME: &str = "operation.polyaxon.com/name";

/// Finalizer that waits until logs are collected. Set only where [`ENV_FINALIZERS`] is `true`.
pub const FINALIZER_LOGS: &str = "operation.logs.finalizers.polyaxon.com";
/// Finalizer that waits until notifications are sent. Set only where [`ENV_FINALIZERS`] is `true`.
pub const FINALIZER_NOTIFICATIONS: &str = "operation.notifications.finalizers.polyaxon.com";
/// The operator's variable that switches finalizers on.
pub const ENV_FINALIZERS: &str = "POLYAXON_ENABLE_FINALIZERS";

/// The one label by which the operator finds a run's pods. Labels of the Operation are copied to its children and to
/// their pod templates, so an Operation without this label has pods that its controller cannot see.
pub const LABEL_INSTANCE: &str = "app.kubernetes.io/instance";
/// The container that runs the person's code.
pub const MAIN_CONTAINER: &str = "polyaxon-main";
/// What a Service's second child is called after: `<operation>-ext`, for external services.
pub const EXTERNAL_SUFFIX: &str = "-ext";

/// The operator's Deployment.
pub const DEPLOYMENT: &str = "mloperator-controller-manager";
/// The namespace it is installed in, if nobody chose another.
pub const NAMESPACE: &str = "mloperator-system";
/// Label on its Deployment and pods, with the value [`CONTROLLER_LABEL_VALUE`]. Many operators carry the same one, so
/// it tells nothing outside the operator's namespace.
pub const CONTROLLER_LABEL: &str = "control-plane";
/// Value of [`CONTROLLER_LABEL`].
pub const CONTROLLER_LABEL_VALUE: &str = "controller-manager";
/// Its Lease. It exists only where leader election is switched on, by `--leader-elect` or [`ENV_LEADER_ELECTION`].
pub const LEASE: &str = "ops.core.polyaxon.com";
/// The operator's variable that switches leader election on.
pub const ENV_LEADER_ELECTION: &str = "POLYAXON_LEADER_ELECTION";
/// Name of the controller in its metrics (label `controller`) and logs.
pub const CONTROLLER: &str = "operation";
/// Field manager under which the operator writes. Other operators write under this name too.
pub const FIELD_MANAGER: &str = "manager";

/// The reason on a condition when the operator has none of its own.
pub const REASON_DEFAULT: &str = "OperatorController";
/// The reason of a warning whose pod is not ready, and of one whose pod is not scheduled.
pub const REASON_CONTAINERS_NOT_READY: &str = "ContainersNotReady";
/// The reason of a warning about a pod without conditions. It appears for a moment on healthy runs too.
pub const REASON_POD_PENDING: &str = "PodPending";
/// The reason of `Stopped` for a service past its deadline. A batch job past its deadline never gets there.
pub const REASON_DEADLINE_EXCEEDED: &str = "DeadlineExceeded";
/// How reasons of failed creations begin: `OperatorCreateJob`, `OperatorCreateService`, ….
pub const REASON_CREATE_PREFIX: &str = "OperatorCreate";
