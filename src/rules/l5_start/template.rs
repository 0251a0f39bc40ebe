//! Was a container in the template that the run owner wrote, or did somebody add it?

use crate::model::Object;
use crate::rules::Scene;

/// Where kinds keep their pod templates.
const TEMPLATES: [&str; 4] =
    ["/spec/template/spec", "/spec/*/template/spec", "/spec/*/*/template/spec", "/spec/*/*/*/template/spec"];

/// The maker of a pod in words, if its templates were seen and none of them holds a container of this name.
#[must_use]
pub(super) fn added_to(scene: &Scene<'_>, pod: &Object, container: &str) -> Option<String> {
    let maker = scene.made_by(pod);
    if maker.key() == pod.key() {
        return None;
    }
    let names = |list: &str| {
        let found = TEMPLATES.iter().flat_map(|place| maker.each(&format!("{place}/{list}/*/name")));
        found.filter_map(|(_, name)| name.as_str().map(str::to_owned)).collect::<Vec<_>>()
    };
    let containers = names("containers");
    let known = containers.iter().chain(&names("initContainers")).any(|name| name == container);
    (!containers.is_empty() && !known).then(|| format!("{} {}", maker.kind().kind, maker.name()))
}

/// Where a pod names a container's image.
#[must_use]
pub(super) fn image(pod: &Object, container: &str, init: bool) -> Option<(String, String)> {
    let list = if init { "/spec/initContainers" } else { "/spec/containers" };
    let named = |item: &serde_json::Value| item.get("name").and_then(serde_json::Value::as_str) == Some(container);
    let index = pod.items_at(list).iter().position(named)?;
    let path = format!("{list}/{index}/image");
    Some((pod.str_at(&path)?.to_owned(), path))
}
