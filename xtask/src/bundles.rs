//! The bundles under `fixtures/bundles/`, made from recorded object lists as `capture` makes them, but for the key that
//! masks values: a fixture's bytes must not depend on whose machine made it.

use std::fs;
use std::io::Cursor;

use anyhow::{Context, Result, bail};
use kubectl_mlop::bundle::ZipSink;
use kubectl_mlop::capture::{about, one_run};
use kubectl_mlop::collect::admit::Door;
use kubectl_mlop::collect::{Ask, Find, Found, Limits};
use kubectl_mlop::diagnose::{diagnose, needs};
use kubectl_mlop::kinds::Kinds;
use kubectl_mlop::report::{Metadata, Source as Origin};
use kubectl_mlop::source::memory::{Extent, Memory};
use kubectl_mlop::source::{About, Source, files, find, gather};

use crate::cargo;

/// A bundle: its name, the recorded lists it is made from, the run, and who wrote the status.
struct Recipe {
    name: &'static str,
    lists: &'static [&'static str],
    target: (&'static str, &'static str),
    status_by: &'static str,
}

const KWOK: &str = "real controllers on a real control plane (Kubernetes 1.36.3), pods played by KWOK 0.8.0";

const RECIPES: &[Recipe] = &[
    Recipe {
        name: "healthy-trainjob",
        lists: &["a-trainjob-waits-for-quota"],
        target: ("trainjob", "first"),
        status_by: KWOK,
    },
    Recipe { name: "waiting-in-kueue", lists: &["kueue-pending-reasons"], target: ("job", "waiter"), status_by: KWOK },
    Recipe {
        name: "rank-oom-killed",
        lists: &["b-pytorchjob-worker-oomkilled"],
        target: ("pytorchjob", "oom"),
        status_by: KWOK,
    },
    Recipe {
        name: "image-not-pullable",
        lists: &["pytorchjob-restarting-and-imagepull"],
        target: ("pytorchjob", "badimage"),
        status_by: KWOK,
    },
    Recipe {
        name: "unschedulable-gpus",
        lists: &["base-job-complete-and-unschedulable"],
        target: ("job", "too-big"),
        status_by: KWOK,
    },
    Recipe {
        name: "stuck-terminating",
        lists: &["f-stuck-terminating-rayjob", "f-stuck-terminating-rayjob.operator-ns"],
        target: ("rayjob", "head-stuck"),
        status_by: KWOK,
    },
    Recipe {
        name: "webhook-down",
        lists: &["g-webhook-down-pods-blocked", "g-webhook-down-pods-blocked.kueue-system"],
        target: ("job", "train"),
        status_by: KWOK,
    },
    Recipe {
        name: "operation-backoff",
        lists: &["c-operation-backoff-deadline-queued"],
        target: ("operation", "op-backoff"),
        status_by: KWOK,
    },
    Recipe {
        name: "operation-stuck-after-admission",
        lists: &["c2-operation-stuck-starting-after-kueue-admission"],
        target: ("operation", "op-queued"),
        status_by: KWOK,
    },
];

/// All bundles by their path from the root of the repository.
pub fn all() -> Result<Vec<(String, Vec<u8>)>> {
    RECIPES
        .iter()
        .map(|recipe| {
            let bytes = make(recipe).with_context(|| format!("cannot make the bundle {}", recipe.name))?;
            Ok((format!("fixtures/bundles/{}.zip", recipe.name), bytes))
        })
        .collect()
}

fn make(recipe: &Recipe) -> Result<Vec<u8>> {
    let kinds = Kinds::built_in();
    let mut values = Vec::new();
    for list in recipe.lists {
        values.extend(files::parse(&fs::read(cargo::root().join(format!("fixtures/recorded/{list}.json")))?)?);
    }
    let origin = About { kind: "files".to_owned(), ..About::default() };
    let mut source = Memory::new(&kinds, origin, Extent::Excerpt, values);
    let (kind, name) = recipe.target;
    let ask = Ask { kind: Some(kind.to_owned()), name: Some(name.to_owned()), ..Ask::default() };
    let Found::Runs(mut runs) = find(&mut source, &Find::new(&kinds, ask)) else { bail!("{kind}/{name} is not there") };
    let run = runs.pop().context("no run")?;
    let snapshot = gather(&mut source, &kinds, Door::new(), &needs(), Limits::default(), run).context("no snapshot")?;
    let metadata = Metadata {
        generated_at: source.now(),
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        source: Origin { kind: "files".to_owned(), ..Origin::default() },
    };
    let report = diagnose(&snapshot, &kinds, metadata);
    let about = about(&snapshot, &report, source.about(), None, recipe.status_by);
    let (sink, _) = one_run(ZipSink::new(Cursor::new(Vec::new())), &snapshot, &kinds, &about, &report)?;
    Ok(sink.finish()?.into_inner())
}
