//! What a diagnosis costs, beside the least that anybody could do with the same bytes in the same run.
#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a bench may end at the first surprise"
)]

use std::hint::black_box;
use std::io::Cursor;

use criterion::{Criterion, criterion_group, criterion_main};
use kubectl_mlop::bundle::{ZipFiles, ZipSink};
use kubectl_mlop::capture::{about, one_run};
use kubectl_mlop::collect::admit::Door;
use kubectl_mlop::collect::{Ask, Find, Found, Limits, Snapshot};
use kubectl_mlop::diagnose::{diagnose, needs};
use kubectl_mlop::kinds::Kinds;
use kubectl_mlop::report::{Metadata, Report, to_json};
use kubectl_mlop::source::bundle::Bundle;
use kubectl_mlop::source::memory::{Extent, Memory};
use kubectl_mlop::source::{About, Source, find, gather};

#[allow(unreachable_pub, reason = "public for the tests, which share it")]
#[path = "../tests/it/harness/gang.rs"]
mod gang;

use gang::gang;
use serde_json::Value;

fn walk(source: &mut dyn Source, kinds: &Kinds) -> Snapshot {
    let ask = Ask { kind: Some("job".to_owned()), name: Some("big".to_owned()), ..Ask::default() };
    let Found::Runs(mut runs) = find(source, &Find::new(kinds, ask)) else { panic!("the run is not there") };
    gather(source, kinds, Door::new(), &needs(), Limits::default(), runs.pop().unwrap()).unwrap()
}

fn report(source: &mut dyn Source, kinds: &Kinds) -> Report {
    let snapshot = walk(source, kinds);
    let metadata = Metadata { generated_at: snapshot.now(), tool_version: String::new(), source: Default::default() };
    diagnose(&snapshot, kinds, metadata)
}

fn costs(criterion: &mut Criterion) {
    let kinds = Kinds::built_in();
    for ranks in [8, 512, 4096] {
        let values = gang(ranks);
        let text = serde_json::to_vec(&values).unwrap();
        let mut memory = Memory::new(&kinds, About::default(), Extent::World, values);
        let snapshot = walk(&mut memory, &kinds);
        let whole = report(&mut memory, &kinds);
        let about = about(&snapshot, &whole, About::default(), None, "synthetic");
        let sink = ZipSink::new(Cursor::new(Vec::new()));
        let zip = one_run(sink, &snapshot, &kinds, &about, &whole).unwrap().0.finish().unwrap().into_inner();

        let mut group = criterion.benchmark_group(format!("{ranks} ranks"));
        group.sample_size(10);
        group.bench_function("limit: parse the objects as JSON", |bencher| {
            bencher.iter(|| black_box(serde_json::from_slice::<Vec<Value>>(&text).unwrap()));
        });
        group.bench_function("walk, judge and print from memory", |bencher| {
            bencher.iter(|| black_box(to_json(&report(&mut memory, &kinds))));
        });
        group.bench_function("open a bundle, walk, judge and print", |bencher| {
            bencher.iter(|| {
                let files = Box::new(ZipFiles::open(Cursor::new(zip.clone())).unwrap());
                let mut bundle = Bundle::open("b.zip".to_owned(), files, &kinds).unwrap();
                black_box(to_json(&report(&mut bundle, &kinds)))
            });
        });
        group.finish();
    }
}

criterion_group!(benches, costs);
criterion_main!(benches);
