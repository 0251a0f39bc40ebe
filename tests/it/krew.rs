//! The krew manifest, held to stricter rules than krew's own validator: it ignores unknown fields and long descriptions.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

fn manifest() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("krew-manifest.yaml");
    let text = std::fs::read_to_string(path).unwrap();
    kubectl_mlop::source::files::parse(text.as_bytes()).unwrap().remove(0)
}

fn keys(value: &Value) -> BTreeSet<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn names_versions_and_words_are_as_krew_wants_them() {
    let manifest = manifest();
    assert_eq!(keys(&manifest), BTreeSet::from(["apiVersion", "kind", "metadata", "spec"]));
    assert_eq!(manifest["apiVersion"], "krew.googlecontainertools.github.com/v1alpha2");
    assert_eq!(manifest["kind"], "Plugin");
    assert_eq!(manifest["metadata"], serde_json::json!({"name": "mlop"}));
    let spec = &manifest["spec"];
    let known = BTreeSet::from(["version", "homepage", "shortDescription", "description", "caveats", "platforms"]);
    assert!(keys(spec).is_subset(&known), "{:?}", keys(spec));
    assert_eq!(spec["version"], format!("v{}", env!("CARGO_PKG_VERSION")));
    let short = spec["shortDescription"].as_str().unwrap();
    assert!(short.chars().count() <= 50 && !short.contains("Kubernetes") && !short.contains("plugin"), "{short}");
    for line in spec["description"].as_str().unwrap().lines() {
        assert!(line.chars().count() <= 80 && !line.contains("kubectl "), "{line}");
    }
}

#[test]
fn five_platforms_that_do_not_overlap() {
    let manifest = manifest();
    let platforms = manifest["spec"]["platforms"].as_array().unwrap();
    let mut seen = BTreeSet::new();
    for platform in platforms {
        let known = BTreeSet::from(["selector", "uri", "sha256", "bin", "files"]);
        assert!(keys(platform).is_subset(&known), "{:?}", keys(platform));
        let labels = &platform["selector"]["matchLabels"];
        assert_eq!(keys(labels), BTreeSet::from(["os", "arch"]));
        let (os, arch) = (labels["os"].as_str().unwrap(), labels["arch"].as_str().unwrap());
        assert!(seen.insert((os.to_owned(), arch.to_owned())), "{os}/{arch} twice");
        let digest = platform["sha256"].as_str().unwrap();
        assert!(digest.len() == 64 && digest.chars().all(|c| c.is_ascii_digit() || ('a'..='f').contains(&c)));
        let uri = platform["uri"].as_str().unwrap();
        assert!(
            uri.contains(&format!("v{}", env!("CARGO_PKG_VERSION"))) && uri.contains(os) && uri.contains(arch),
            "{uri}"
        );
        assert!(uri.ends_with(".tar.gz") || uri.ends_with(".zip"), "{uri}");
        assert_eq!(platform["bin"], if os == "windows" { "kubectl-mlop.exe" } else { "kubectl-mlop" });
    }
    let wanted = ["linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64"];
    let seen: BTreeSet<String> = seen.into_iter().map(|(os, arch)| format!("{os}/{arch}")).collect();
    assert_eq!(seen, wanted.map(str::to_owned).into());
}
