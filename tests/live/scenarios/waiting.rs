//! Runs that wait: for GPUs, for quota, for an image, for somebody to let them go.

use serde_json::json;

use crate::control_plane::{Client, wait};
use crate::runs::{event, job, job_when};

pub(super) fn too_large(admin: &Client, namespace: &str) {
    admin.apply_yaml(&job(namespace, "run", 2, "", 16));
}

pub(super) fn refused_by_scheduler(admin: &Client, namespace: &str) {
    event(admin, namespace, "FailedScheduling");
}

pub(super) fn bad_image(admin: &Client, namespace: &str) {
    let message = "Back-off pulling image \\\"registry.example.org/ml/train:8\\\": ErrImagePull: rpc error: code = NotFound \
        desc = failed to pull and unpack image \\\"registry.example.org/ml/train:8\\\": not found";
    let how = format!(r#"mlop.test/waiting: ImagePullBackOff, mlop.test/message: "{message}""#);
    admin.apply_yaml(&job(namespace, "run", 1, &how, 0));
}

pub(super) fn image_awaited(admin: &Client, namespace: &str) {
    let path = format!("/api/v1/namespaces/{namespace}/pods");
    wait::until("the container to wait", || {
        admin.list(&path).first()?.pointer("/status/containerStatuses/0/state/waiting").map(|_| ())
    });
}

pub(super) fn held(admin: &Client, namespace: &str) {
    admin.apply_yaml(&job(namespace, "run", 1, "", 0));
    let path = format!("/apis/batch/v1/namespaces/{namespace}/jobs/run");
    let finalizers = json!({"metadata": {"finalizers": ["storage.example.com/keep-results"]}});
    admin.merge(&path, &finalizers);
}

pub(super) fn stuck(admin: &Client, namespace: &str) {
    let job = job_when(admin, namespace, "run", "ready", |job| job["status"]["ready"] == 1);
    let mut job = job;
    job["apiVersion"] = "batch/v1".into();
    job["kind"] = "Job".into();
    admin.delete(&job);
    job_when(admin, namespace, "run", "deleted", |job| job["metadata"].get("deletionTimestamp").is_some());
}
