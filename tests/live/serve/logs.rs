//! Logs. There is no kubelet, so a proxy before the server says in its place what was written.

use std::sync::Arc;

use serde_json::json;

use super::served::Served;
use crate::control_plane::cluster;
use crate::fault_proxy::{Fault, FaultProxy, Key, Upstream};
use crate::program::{Person, bare};
use crate::runs::killed;

const NOW: &str = "step 1\nstep 2\npassword=hunter2-9fJx2LqP\nCUDA out of memory\n";
const BEFORE: &str = "step 0\nkilled\n";

#[test]
fn logs_are_what_the_cluster_gave_but_for_what_was_taken_out() {
    let (admin, namespace) = (cluster().admin(), cluster().namespace());
    killed(&admin, &namespace);
    let person = Person::reader(cluster(), &namespace);
    let proxy = FaultProxy::before(&Arc::new(Upstream::of(cluster())));
    let (url, folder) = (proxy.url(), tempfile::tempdir().unwrap());
    // kubectl sends no token where there is no TLS.
    let given = |target: &str| {
        let token = format!("Bearer {}", person.user.token());
        let asked = cluster().agent().get(format!("{url}{target}")).header("Authorization", token).call();
        asked.unwrap().body_mut().read_to_string().unwrap()
    };
    let capture = |name: &str| {
        let bundle = folder.path().join(name);
        let words =
            ["capture", "job/bad", "--logs", "all", "--server", &url, "--kubeconfig", person.kubeconfig(), "--to"];
        let captured = bare(folder.path(), &[], &[&words[..], &[bundle.to_str().unwrap()]].concat());
        assert!(bundle.exists(), "{captured:?}");
        bundle
    };
    let pods = admin.list(&format!("/api/v1/namespaces/{namespace}/pods"));
    let pod = format!("pod/{}", pods[0]["metadata"]["name"].as_str().unwrap());
    // As if its container had been started twice.
    let mut statuses = pods[0]["status"]["containerStatuses"].clone();
    statuses[0]["restartCount"] = 1.into();
    statuses[0]["lastState"]["terminated"] = statuses[0]["state"]["terminated"].clone();
    let mut object = pods[0].clone();
    (object["apiVersion"], object["kind"]) = ("v1".into(), "Pod".into());
    admin.set_status(&object, &json!({"containerStatuses": statuses}), "kubelet");
    // Once for nothing, to learn in which words logs are asked for.
    let silent = Served::start(&capture("silent.zip"));
    let refused = silent.kubectl(&["logs", &pod]);
    let why = "Error from server (Forbidden): the log of container \"main\" in pod \"bad-";
    assert!(refused.code == 1 && refused.err.starts_with(why), "{refused:?}");
    assert!(refused.err.contains("not captured in this bundle ("), "{refused:?}");
    let (mut now, mut before) = (String::new(), String::new());
    for key in proxy.counts().into_keys().filter(|key| key.path().ends_with("/log")) {
        let previous = key.target().contains("previous=true");
        proxy.fail(&Key::of(key.target()), Fault::Says(200, if previous { BEFORE } else { NOW }), None);
        *if previous { &mut before } else { &mut now } = given(key.target());
    }
    let served = Served::start(&capture("run.zip"));
    let ours = served.prints(&["logs", &pod]);
    let (ours, server): (Vec<&str>, Vec<&str>) = (ours.lines().collect(), now.lines().collect());
    assert!(ours.len() == server.len() && ours.len() == NOW.lines().count());
    for (ours, server) in ours.iter().zip(&server) {
        assert!(if server.contains("hunter2") { *ours == "password=<redacted>" } else { ours == server }, "{ours}");
    }
    assert_eq!(before, BEFORE);
    assert_eq!(served.prints(&["logs", &pod, "--previous"]), before);
    assert_eq!(served.prints(&["logs", &pod, "-c", "main", "--tail", "1"]), "CUDA out of memory\n");
    assert_eq!(served.prints(&["logs", &pod, "--limit-bytes", "6"]), "step 1");
    let followed = served.kubectl(&["logs", &pod, "-f", "--tail", "1"]);
    assert_eq!((followed.code, followed.out.as_str()), (0, "CUDA out of memory\n"));
    assert_eq!(followed.err, "Warning: a bundle does not change: the log ends where it was captured\n");
    for words in [&["--timestamps"][..], &["--since", "1h"]] {
        let said = served.kubectl(&[&["logs", &pod][..], words].concat());
        assert!(said.code == 1 && said.err.ends_with("the logs of a bundle carry no times\n"), "{said:?}");
    }
    println!("{} lines of a log, {} of the run before, equal but for 1 redacted", server.len(), before.lines().count());
}
