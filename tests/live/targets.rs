//! Which run is meant by what a person types.

use serde_json::{Value, json};

use crate::control_plane::{Client, cluster, server};
use crate::program::{Person, cause};
use crate::runs::{has, job, job_when};

fn custom(admin: &Client, api_version: &str, kind: &str, namespace: &str, name: &str, owner: Option<&Value>) -> Value {
    let mut object = json!({
        "apiVersion": api_version, "kind": kind, "metadata": {"name": name, "namespace": namespace}, "spec": {},
    });
    if let Some(owner) = owner {
        object["metadata"]["ownerReferences"] = json!([reference(owner)]);
    }
    admin.apply(&object)
}

fn reference(owner: &Value) -> Value {
    json!({
        "apiVersion": owner["apiVersion"], "kind": owner["kind"], "name": owner["metadata"]["name"],
        "uid": owner["metadata"]["uid"], "controller": true, "blockOwnerDeletion": false,
    })
}

#[test]
fn a_kind_nobody_taught_is_followed_down_to_its_pods() {
    let (admin, namespace) = (cluster().admin(), cluster().namespace());
    let run = custom(&admin, "platform.example.io/v1alpha1", "TrainingJob", &namespace, "run", None);
    let how = r#"mlop.test/fail-after: 1s, mlop.test/exit-code: "137", mlop.test/reason: OOMKilled"#;
    let text = job(&namespace, "run-main", 1, how, 0);
    let mut child = kubectl_mlop::source::files::parse(text.as_bytes()).unwrap().remove(0);
    child["metadata"]["ownerReferences"] = json!([reference(&run)]);
    admin.apply(&child);
    job_when(&admin, &namespace, "run-main", "failed", |job| has(job, "Failed"));
    let person = Person::reader(cluster(), &namespace);
    for target in
        ["run", "trainingjob/run", "tj/run", "trainingjobs.platform.example.io/run", "job/run-main", "run-main"]
    {
        let report = person.diagnose(target);
        assert_eq!(report["target"]["kind"], "TrainingJob", "{target}: {report:#}");
        assert_eq!(report["exitCode"], 3, "{target}: {report:#}");
        let cause = cause(&report).unwrap();
        assert_eq!(cause["code"], "MLOP601", "{target}: {cause:#}");
        assert_eq!(cause["subject"]["kind"], "Pod", "{target}: {cause:#}");
    }
}

#[test]
fn a_name_alone_means_the_topmost_run() {
    let (admin, namespace) = (server().admin(), server().namespace());
    let top = custom(&admin, "trainer.kubeflow.org/v1alpha1", "TrainJob", &namespace, "run", None);
    custom(&admin, "jobset.x-k8s.io/v1alpha2", "JobSet", &namespace, "run", Some(&top));
    let report = Person::reader(server(), &namespace).diagnose("run");
    assert_eq!(report["target"]["kind"], "TrainJob", "{report:#}");
}

#[test]
fn a_name_that_nothing_has() {
    let namespace = server().namespace();
    let person = Person::reader(server(), &namespace);
    for target in ["nothing-here", "job/nothing-here", "tj/nothing-here"] {
        let report = person.diagnose(target);
        assert_eq!(report["exitCode"], 6, "{target}: {report:#}");
    }
}
