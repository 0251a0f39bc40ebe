//! What kind of run an Operation asks for, and which object the operator makes of it.
//!
//! Owns the table of the ten kinds. Must never look children up: it says only what they are called.

use super::names;

/// What to run: one per `…Spec` field of an Operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RunKind {
    /// A plain job.
    BatchJob,
    /// Something that stays up: a notebook, a dashboard, an API.
    Service,
    /// TensorFlow.
    TfJob,
    /// PyTorch.
    PytorchJob,
    /// Paddle.
    PaddleJob,
    /// MXNet.
    MxJob,
    /// XGBoost.
    XgboostJob,
    /// MPI.
    MpiJob,
    /// Dask.
    DaskJob,
    /// Ray.
    RayJob,
}

/// An object that the operator makes: in the Operation's namespace, with the Operation as its controlling owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Child {
    /// `group/version`.
    pub api_version: &'static str,
    /// Kind.
    pub kind: &'static str,
    /// Name.
    pub name: String,
}

impl RunKind {
    /// All of them, in the order in which the operator looks: of several fields, the first that is set counts.
    pub const ALL: [Self; 10] = [
        Self::BatchJob,
        Self::Service,
        Self::TfJob,
        Self::PytorchJob,
        Self::PaddleJob,
        Self::MxJob,
        Self::XgboostJob,
        Self::MpiJob,
        Self::DaskJob,
        Self::RayJob,
    ];

    /// The field of an Operation that asks for it.
    #[must_use]
    pub const fn field(self) -> &'static str {
        match self {
            Self::BatchJob => "batchJobSpec",
            Self::Service => "serviceSpec",
            Self::TfJob => "tfJobSpec",
            Self::PytorchJob => "pytorchJobSpec",
            Self::PaddleJob => "paddleJobSpec",
            Self::MxJob => "mxJobSpec",
            Self::XgboostJob => "xgboostJobSpec",
            Self::MpiJob => "mpiJobSpec",
            Self::DaskJob => "daskJobSpec",
            Self::RayJob => "rayJobSpec",
        }
    }

    /// API version and kind of the main child.
    #[must_use]
    pub const fn child_kind(self) -> (&'static str, &'static str) {
        match self {
            Self::BatchJob => ("batch/v1", "Job"),
            Self::Service => ("apps/v1", "Deployment"),
            Self::TfJob => ("kubeflow.org/v1", "TFJob"),
            Self::PytorchJob => ("kubeflow.org/v1", "PyTorchJob"),
            Self::PaddleJob => ("kubeflow.org/v1", "PaddleJob"),
            Self::MxJob => ("kubeflow.org/v1", "MXJob"),
            Self::XgboostJob => ("kubeflow.org/v1", "XGBoostJob"),
            Self::MpiJob => ("kubeflow.org/v1", "MPIJob"),
            Self::DaskJob => ("kubernetes.dask.org/v1", "DaskJob"),
            Self::RayJob => ("ray.io/v1", "RayJob"),
        }
    }

    /// The main child, which bears the Operation's name.
    #[must_use]
    pub fn child(self, operation: &str) -> Child {
        let (api_version, kind) = self.child_kind();
        Child { api_version, kind, name: operation.to_owned() }
    }

    /// All children that may be there: the main one first, then what a service has beside its Deployment. Of the
    /// two Services one exists (the second for external ones); the `VirtualService` only where Istio is switched on.
    #[must_use]
    pub fn children(self, operation: &str) -> Vec<Child> {
        let mut children = vec![self.child(operation)];
        if self == Self::Service {
            let external = format!("{operation}{}", names::EXTERNAL_SUFFIX);
            children.extend([
                Child { api_version: "v1", kind: "Service", name: operation.to_owned() },
                Child { api_version: "v1", kind: "Service", name: external },
                Child { api_version: ISTIO, kind: "VirtualService", name: operation.to_owned() },
            ]);
        }
        children
    }
}

/// The version of Istio's networking API that the operator asks for.
const ISTIO: &str = "networking.istio.io/v1alpha3";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_has_one_child_of_its_own_name() {
        let children = RunKind::BatchJob.children("run-42");
        assert_eq!(children, [Child { api_version: "batch/v1", kind: "Job", name: "run-42".into() }]);
    }

    #[test]
    fn a_service_has_more() {
        let kinds: Vec<_> =
            RunKind::Service.children("board").into_iter().map(|child| (child.kind, child.name)).collect();
        assert_eq!(
            kinds,
            [
                ("Deployment", "board".to_owned()),
                ("Service", "board".to_owned()),
                ("Service", "board-ext".to_owned()),
                ("VirtualService", "board".to_owned()),
            ]
        );
    }
}
