//! Tables: what kubectl prints of Pod, Job and Node, column by column.

use std::collections::BTreeMap;

use super::scene::scene;

/// Columns of times, which are those of the moment.
const TIMES: [&str; 3] = ["AGE", "LAST SEEN", "FIRST SEEN"];

/// Rows by namespace and name, each with its cells by column.
pub type Rows = BTreeMap<String, BTreeMap<String, String>>;

/// Reads one table: its columns begin where their headers begin, behind three blanks.
pub fn rows(table: &str) -> Rows {
    let mut lines = table.lines();
    let header = lines.next().unwrap();
    let begins = |at: usize| at == 0 || header.get(..at).is_some_and(|before| before.ends_with("   "));
    let starts: Vec<usize> =
        header.char_indices().filter(|(at, sign)| *sign != ' ' && begins(*at)).map(|(at, _)| at).collect();
    let cells = |line: &str| -> Vec<String> {
        let ends = starts.iter().skip(1).copied().chain([usize::MAX]);
        let cell = |(start, end): (&usize, usize)| line.get(*start..end.min(line.len())).unwrap_or_default().trim();
        starts.iter().zip(ends).map(|columns| cell(columns).to_owned()).collect()
    };
    let names = cells(header);
    let mut rows = Rows::new();
    for line in lines {
        let cells: BTreeMap<String, String> = names.iter().cloned().zip(cells(line)).collect();
        let name = format!("{}/{}", cells.get("NAMESPACE").map_or("", String::as_str), cells["NAME"]);
        rows.insert(name, cells);
    }
    rows
}

/// Without what depends on the moment.
pub fn timeless(mut rows: Rows) -> Rows {
    for cells in rows.values_mut() {
        cells.retain(|name, _| !TIMES.contains(&name.as_str()));
        if let Some(restarts) = cells.get_mut("RESTARTS") {
            *restarts = restarts.split(" (").next().unwrap().to_owned();
        }
        // One that goes on takes longer each moment.
        if cells.get("STATUS").is_some_and(|status| status == "Running" || status == "Failed") {
            cells.remove("DURATION");
        }
    }
    rows
}

#[test]
fn tables_of_a_served_bundle_are_those_of_the_server() {
    let (scene, served) = (scene(), scene().serve());
    for (words, most) in [
        (&["get", "pods", "-o", "wide"][..], 9),
        (&["get", "jobs", "-o", "wide"], 3),
        (&["get", "pods"], 9),
        (&["get", "nodes", "-o", "wide"], 3),
        (&["get", "pod", "failed", "-o", "wide"], 1),
        (&["get", "pods", "-l", "member in (running, failed)", "--show-labels"], 2),
        (&["get", "pods", "--field-selector", "status.phase!=Running", "-o", "wide"], 9),
        (&["get", "pods", "-o", "wide", "--chunk-size", "2"], 9),
        (&["get", "pods", "-o", "wide", "--sort-by", ".metadata.name"], 9),
    ] {
        let (server, ours) = (timeless(rows(&scene.prints(words))), timeless(rows(&served.prints(words))));
        assert!(!ours.is_empty() && ours.len() <= most, "{words:?}: {} of {most}", ours.len());
        // The bundle holds the run; of nodes and namespaces the server has more.
        let server: Rows = server.into_iter().filter(|(name, _)| ours.contains_key(name)).collect();
        assert_eq!(ours, server, "{words:?}");
        println!("{words:?}: {} rows, {} columns each, equal", ours.len(), ours.values().next().unwrap().len());
    }
    // Other tests have pods as well; of those the bundle holds a part.
    let own = |table: &str| -> Rows {
        let prefix = format!("{}/", scene.namespace);
        timeless(rows(table)).into_iter().filter(|(name, _)| name.starts_with(&prefix)).collect()
    };
    let words = ["get", "pods", "-A", "-o", "wide"];
    assert_eq!(own(&served.prints(&words)), own(&scene.prints(&words)));
    let words = ["get", "pods", "-o", "wide"];
    let (server, ours) = (rows(&scene.prints(&words)), rows(&served.prints(&words)));
    assert_eq!(ours.keys().collect::<Vec<_>>(), server.keys().collect::<Vec<_>>(), "all pods of the run are there");
    let status = |name: &str| ours[&format!("/{name}")]["STATUS"].as_str();
    assert_eq!(
        ["running", "failed", "waiting", "pending", "sidecar"].map(status),
        ["Running", "OOMKilled", "ImagePullBackOff", "Pending", "Running"]
    );
}

#[test]
fn several_kinds_are_listed_at_once() {
    let served = scene().serve();
    let said = served.kubectl(&["get", "pods,jobs,nodes", "-A"]);
    for name in ["pod/failed", "job.batch/done", "node/"] {
        assert!(said.out.contains(name), "{name}: {said:?}");
    }
    assert!(said.code == 0 && said.err.contains("Warning: this bundle holds only some of the"), "{said:?}");
}
