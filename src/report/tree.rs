//! A run's graph as a tree: what owns what, and beside each object what it needs. Siblings in one state are one line.

use std::collections::{BTreeMap, BTreeSet};

use super::model::{GraphNode, Report};
use super::quote::{harmless, typed};
use super::text::{Charset, Page, Style};
use crate::model::{ObjectRef, State};

/// For the names alone, of every object.
const PLAIN: Page = Page { width: 0, style: Style { colour: false, charset: Charset::Unicode }, full: true };

/// More siblings of one kind and state than this become one line.
const ALIKE: usize = 4;

/// Prints the tree of a report; on a full page a line for each object.
#[must_use]
pub fn render(report: &Report, page: Page) -> String {
    grow(report, page).text
}

/// The objects of the tree as kubectl names them, in the order in which it shows them; those that were seen.
#[must_use]
pub fn names(report: &Report) -> Vec<String> {
    let tree = grow(report, PLAIN);
    let mut names: Vec<String> = Vec::new();
    for at in tree.order {
        let name = typed(at);
        if tree.nodes.get(at).is_some_and(|node| node.seen) && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn grow(report: &Report, page: Page) -> Tree<'_> {
    let mut below: BTreeMap<&ObjectRef, Vec<(&str, &ObjectRef)>> = BTreeMap::new();
    for edge in &report.graph.edges {
        below.entry(&edge.from).or_default().push((&edge.kind, &edge.to));
    }
    let nodes = report.graph.nodes.iter().map(|node| (&node.reference, node)).collect();
    let mut tree = Tree { below, nodes, seen: BTreeSet::new(), order: Vec::new(), text: String::new(), page };
    tree.node(&report.target, "", "", "");
    tree
}

struct Tree<'r> {
    below: BTreeMap<&'r ObjectRef, Vec<(&'r str, &'r ObjectRef)>>,
    nodes: BTreeMap<&'r ObjectRef, &'r GraphNode>,
    seen: BTreeSet<&'r ObjectRef>,
    order: Vec<&'r ObjectRef>,
    text: String,
    page: Page,
}

impl<'r> Tree<'r> {
    fn line(&mut self, text: &str) {
        self.text.push_str(&self.page.style.plain(&harmless(text)));
        self.text.push('\n');
    }

    fn node(&mut self, at: &'r ObjectRef, edge: &str, branch: &str, margin: &str) {
        let node = self.nodes.get(at).copied();
        let state = node.map_or_else(|| "not seen".to_owned(), state_words);
        let edge = if edge.is_empty() || edge == "owns" { String::new() } else { format!("({edge}) ") };
        self.line(&format!("{margin}{branch}{edge}{}/{}  {state}", at.kind, at.name));
        if !self.seen.insert(at) {
            return;
        }
        self.order.push(at);
        let inner = match branch {
            "" => margin.to_owned(),
            "└─ " => format!("{margin}   "),
            _ => format!("{margin}│  "),
        };
        let groups = self.groups(at);
        let last = groups.len().saturating_sub(1);
        for (index, (edge, members)) in groups.into_iter().enumerate() {
            let branch = if index == last { "└─ " } else { "├─ " };
            match members.as_slice() {
                [only] => self.node(only, edge, branch, &inner),
                several => {
                    let state = several
                        .first()
                        .and_then(|first| self.nodes.get(first))
                        .map_or_else(String::new, |node| state_words(node));
                    let kind = several.first().map_or("", |first| first.kind.as_str());
                    self.line(&format!("{inner}{branch}{} × {kind}  {state}", several.len()));
                }
            }
        }
    }

    /// Children one by one, or together where there are many alike.
    fn groups(&self, at: &ObjectRef) -> Vec<(&'r str, Vec<&'r ObjectRef>)> {
        let mut alike: BTreeMap<(&str, &str, Option<State>, &str), Vec<&'r ObjectRef>> = BTreeMap::new();
        for (edge, to) in self.below.get(at).into_iter().flatten() {
            let node = self.nodes.get(to);
            let key =
                (*edge, to.kind.as_str(), node.map(|node| node.state), node.map_or("", |node| node.reason.as_str()));
            alike.entry(key).or_default().push(to);
        }
        alike
            .into_iter()
            .flat_map(|((edge, ..), members)| {
                if members.len() > ALIKE && !self.page.full {
                    vec![(edge, members)]
                } else {
                    members.into_iter().map(|member| (edge, vec![member])).collect()
                }
            })
            .map(|(edge, members)| (if edge == "owns" { "" } else { edge }, members))
            .collect()
    }
}

fn state_words(node: &GraphNode) -> String {
    if !node.seen {
        return "not seen".to_owned();
    }
    if node.reason.is_empty() { node.state.to_string() } else { format!("{} {}", node.state, node.reason) }
}
