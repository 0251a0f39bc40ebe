//! A cluster in which nothing changes any more, with runs that are ill in known ways.
//!
//! Owns the runs, and the proxies before that cluster. Shared: whoever asks there changes nothing.

use std::sync::{Arc, OnceLock};

use serde_json::{Value, json};

use crate::control_plane::{Client, ControlPlane, Parts, wait};
use crate::fault_proxy::{FaultProxy, Upstream};
use crate::program::{Person, Said, bare};
use crate::runs::{job, job_when, killed, over_quota, too_large};

/// The group of an API whose server is not there.
const BROKEN: &str = "broken.example.io";

/// A run.
pub struct Scenario {
    /// The code of what ails it; none if nothing does.
    pub code: Option<&'static str>,
    /// What it is called on the command line.
    pub target: &'static str,
    /// The end of its path.
    pub path: &'static str,
    /// Who looks at it, from its namespace.
    pub person: Person<'static>,
}

/// The cluster.
pub struct Frozen {
    /// A Job that asks for more GPUs than any node has.
    pub too_large: Scenario,
    /// A Job over the quota of its namespace.
    pub over_quota: Scenario,
    /// A Job whose pod was killed for its memory.
    pub killed: Scenario,
    /// The same, called by its name alone.
    pub named: Scenario,
    /// A killed one that a custom run owns, which is called by its name alone.
    pub custom: Scenario,
    /// One of four pods that nothing ails.
    pub well: Scenario,
    /// A killed one that belongs to something of an API that does not answer.
    pub owned: Scenario,
    /// A pod that wants more volumes than requests may be under way.
    pub wide: Scenario,
    upstream: Arc<Upstream>,
}

impl Frozen {
    /// A new proxy, which passes everything on so far.
    pub fn proxy(&self) -> FaultProxy {
        FaultProxy::before(&self.upstream)
    }
}

impl Scenario {
    /// The words of a call that asks through a proxy.
    pub fn words<'w>(&'w self, target: &'w str, url: &'w str, more: &[&'w str]) -> Vec<&'w str> {
        let words = ["diagnose", target, "-o", "json", "--server", url, "--kubeconfig", self.person.kubeconfig()];
        words.into_iter().chain(more.iter().copied()).collect()
    }

    /// A diagnosis through a proxy, as the program says it.
    pub fn call(&self, proxy: &FaultProxy, more: &[&str]) -> Said {
        let url = proxy.url();
        bare(self.person.home(), &[], &self.words(self.target, &url, more))
    }

    /// The report of a diagnosis through a proxy.
    pub fn report(&self, proxy: &FaultProxy, more: &[&str]) -> Value {
        self.call(proxy, more).report()
    }
}

/// The one of this process.
pub fn frozen() -> &'static Frozen {
    static FROZEN: OnceLock<Frozen> = OnceLock::new();
    FROZEN.get_or_init(freeze)
}

fn freeze() -> Frozen {
    static PLANE: OnceLock<ControlPlane> = OnceLock::new();
    let mut plane = ControlPlane::start(Parts { kinds: true, controllers: true, ..Parts::default() }).unwrap();
    let admin = plane.admin();
    let [large, quota, failed, owned, custom, well] = [(); 6].map(|()| plane.namespace());
    too_large(&admin, &large);
    over_quota(&admin, &quota);
    killed(&admin, &failed);
    killed(&admin, &owned);
    let custom_run = custom_run(&admin, &custom);
    admin.apply_yaml(&job(&well, "run", 4, "", 0));
    job_when(&admin, &well, "run", "ready", |job| job["status"]["ready"] == 4);
    let upstream = Arc::new(Upstream::of(&plane));
    for program in ["kube-scheduler", "kube-controller-manager", "kwok"] {
        plane.stop(program);
    }
    let plane = PLANE.get_or_init(|| plane);
    break_a_group(&admin);
    let nobody = "00000000-0000-0000-0000-000000000002".into();
    adopt(&admin, &owned, &owner(&format!("{BROKEN}/v1").into(), &"Run".into(), "bad", &nobody));
    adopt(&admin, &custom, &custom_run);
    admin.apply(&wide(&large));
    let scenario = |code, target, path, namespace: &str| {
        let person = Person::reader(plane, namespace);
        Scenario { code, target, path, person }
    };
    Frozen {
        too_large: scenario(Some("MLOP302"), "job/run", "/jobs/run", &large),
        over_quota: scenario(Some("MLOP201"), "job/run", "/jobs/run", &quota),
        killed: scenario(Some("MLOP601"), "job/bad", "/jobs/bad", &failed),
        named: scenario(Some("MLOP601"), "bad", "/jobs/bad", &failed),
        custom: scenario(Some("MLOP601"), "custom", "/trainingjobs/custom", &custom),
        well: scenario(None, "job/run", "/jobs/run", &well),
        owned: scenario(Some("MLOP601"), "job/bad", "/jobs/bad", &owned),
        wide: scenario(None, "pod/wide", "/pods/wide", &large),
        upstream,
    }
}

/// A failed Job, and the run to which it is to belong, of a kind that nobody taught the tool.
fn custom_run(admin: &Client, namespace: &str) -> Value {
    let run = admin.apply(&json!({
        "apiVersion": "platform.example.io/v1alpha1", "kind": "TrainingJob",
        "metadata": {"name": "custom", "namespace": namespace}, "spec": {},
    }));
    killed(admin, namespace);
    owner(&run["apiVersion"], &run["kind"], "custom", &run["metadata"]["uid"])
}

fn owner(version: &Value, kind: &Value, name: &str, uid: &Value) -> Value {
    json!({"apiVersion": version, "kind": kind, "name": name, "uid": uid, "controller": true})
}

/// A pod that wants forty volumes, none of which is there.
fn wide(namespace: &str) -> Value {
    let names = (0..40).map(|number| format!("volume-{number}"));
    let volume = |name: String| json!({"name": name, "persistentVolumeClaim": {"claimName": name}});
    json!({
        "apiVersion": "v1", "kind": "Pod", "metadata": {"name": "wide", "namespace": namespace},
        "spec": {
            "containers": [{"name": "main", "image": "train:1"}],
            "volumes": names.map(volume).collect::<Vec<_>>(),
        },
    })
}

/// Registers an API whose server is not there, and returns when discovery says so.
fn break_a_group(admin: &Client) {
    admin.apply(&json!({
        "apiVersion": "apiregistration.k8s.io/v1", "kind": "APIService",
        "metadata": {"name": format!("v1.{BROKEN}")},
        "spec": {
            "group": BROKEN, "version": "v1", "groupPriorityMinimum": 100, "versionPriority": 100,
            "insecureSkipTLSVerify": true, "service": {"name": "nobody", "namespace": "default"},
        },
    }));
    let path = format!("/apis/{BROKEN}/v1");
    wait::until("the broken API to be noticed", || {
        (admin.send("GET", &path, None).ok()?.code == 503 && discovery(admin).contains(BROKEN)).then_some(())
    });
}

/// What the server says it serves, as it says it to whoever wants all of it at once.
fn discovery(admin: &Client) -> String {
    let accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    admin.accepting(accept, "/apis").to_string()
}

/// Makes the failed Job belong to something. Whoever could clear it away for that is stopped.
fn adopt(admin: &Client, namespace: &str, owner: &Value) {
    let path = format!("/apis/batch/v1/namespaces/{namespace}/jobs/bad");
    let change = json!({"metadata": {"ownerReferences": [owner]}});
    admin.merge(&path, &change);
}
