//! Names that are looked up: runs and namespaces on the cluster or in files, contexts in the kubeconfig, rules.
//!
//! Owns what is asked. Nothing comes where nothing can be found out.

use super::Candidate;
use crate::cli::connection::ConnectionArgs;
use crate::cli::input::Input;
use crate::collect::{Answer, Ask, Find, Found};
use crate::kinds::{Kinds, names};
use crate::model::{GroupKind, Object, Query, Selector};
use crate::report::quote::harmless;
use crate::rules::all;
use crate::source::cluster::known_names;
use crate::source::find;

/// Codes, and what each is called.
pub(super) fn rules() -> Vec<Candidate> {
    all().map(|rule| (rule.code.to_owned(), rule.slug.to_owned())).collect()
}

/// What a flag about the place may be.
pub(super) fn places(connection: &Option<ConnectionArgs>, what: &'static str) -> Vec<Candidate> {
    let Some(connection) = connection else { return Vec::new() };
    if what == "namespace" {
        let connection = Some(connection.clone());
        let list = || Query::List { kind: names::NAMESPACE, namespace: None, selector: Selector::default() };
        return super::within(super::ALL, move || ask(&mut open(&connection, &[])?, list()))
            .flatten()
            .unwrap_or_default();
    }
    known_names(&connection.quiet(), what).into_iter().map(|name| (name, String::new())).collect()
}

/// Runs, of one kind if it is given.
pub(super) fn runs(connection: &Option<ConnectionArgs>, kind: Option<&str>, from: &[String]) -> Vec<Candidate> {
    try_runs(connection, kind, from).unwrap_or_default()
}

fn try_runs(connection: &Option<ConnectionArgs>, kind: Option<&str>, from: &[String]) -> Option<Vec<Candidate>> {
    let mut input = open(connection, from)?;
    let mut namespace = connection.as_ref().and_then(|connection| connection.namespace.clone());
    if let Input::Cluster(cluster) = &input {
        namespace = Some(cluster.namespace().to_owned());
    }
    let Some(word) = kind else {
        let kinds = Kinds::built_in();
        let ask = Ask { namespace, ..Ask::default() };
        let Found::Runs(runs) = find(input.source(), &Find::new(&kinds, ask)) else { return None };
        return Some(runs.into_iter().filter_map(Object::new).map(|object| candidate(&object)).collect());
    };
    let mut found = Vec::new();
    for kind in meant(&mut input, word) {
        let query = Query::List { kind, namespace: namespace.clone(), selector: Selector::default() };
        found.extend(ask(&mut input, query).unwrap_or_default());
    }
    Some(found)
}

fn open(connection: &Option<ConnectionArgs>, from: &[String]) -> Option<Input> {
    // Standard input is the shell's.
    if from.iter().any(|path| path == "-") {
        return None;
    }
    Input::open_silently(&Kinds::built_in(), from, connection.as_ref()?).ok()
}

/// The kinds that a word means.
fn meant(input: &mut Input, word: &str) -> Vec<GroupKind> {
    let taught: Vec<GroupKind> = Kinds::built_in().named(word).iter().map(|spec| spec.kind.clone()).collect();
    match input {
        Input::Cluster(cluster) if taught.is_empty() => {
            cluster.kinds_named(word).unwrap_or_default().into_iter().map(|resource| resource.kind).take(1).collect()
        }
        _ => taught,
    }
}

fn ask(input: &mut Input, query: Query) -> Option<Vec<Candidate>> {
    match input.source().answer(&[query]).pop()? {
        Answer::Objects { items, .. } => {
            Some(items.into_iter().filter_map(Object::new).map(|object| candidate(&object)).collect())
        }
        _ => None,
    }
}

fn candidate(object: &Object) -> Candidate {
    (harmless(object.name()), harmless(&object.kind().kind))
}
