//! `capture --preflight`: may whoever asks see what a diagnosis and a capture would need? Nothing is read for it.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::cli::args::Capture;
use crate::cli::commands::runs::{read, untaught};
use crate::cli::connection::ConnectionArgs;
use crate::cli::formats::ListFormat;
use crate::cli::input::cluster_error;
use crate::cli::{CliError, table, terminal};
use crate::kinds::Kinds;
use crate::model::{GroupKind, Permission};
use crate::report::quote::{harmless, shell};
use crate::report::{to_json, to_yaml};
use crate::rights::{Need, Place, Purpose, Role, needs, needs_of};
use crate::source::cluster::{Allowed, Cluster, Resource};

/// The exit code where something is lacking, or unknown.
const INCONCLUSIVE: u8 = 5;

/// Whether a right is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
enum Answer {
    No,
    Unknown,
    Yes,
}

/// A right, and what the cluster said of it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Row {
    #[serde(flatten)]
    permission: Permission,
    allowed: Answer,
    /// Why that is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    needed_for: &'static str,
    without: &'static str,
    /// The role of docs/rbac.yaml that grants it.
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<&'static str>,
    #[serde(skip)]
    granted_by: Option<Role>,
}

/// The answer as machines read it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Preflight {
    api_version: &'static str,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    context: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    namespace: Option<String>,
    summary: Summary,
    rights: Vec<Row>,
    exit_code: u8,
}

/// How many of each.
#[derive(Clone, Copy, Debug, Serialize)]
struct Summary {
    yes: usize,
    no: usize,
    unknown: usize,
}

pub(super) fn run(args: &Capture, connection: &ConnectionArgs) -> Result<u8, CliError> {
    let target = &args.target;
    let keeps = args.to.is_some() || target.redact_policy.is_some();
    if !target.from.is_empty() || target.at.is_some() || keeps {
        return Err(CliError::usage(
            "--preflight takes no --from, no --at, no --to and no --redact-policy: it asks a cluster, and keeps nothing",
        )
        .with_hint("`kubectl mlop capture --preflight run-42 -n ml`"));
    }
    if args.watch.watch && !target.target.is_empty() {
        return Err(CliError::usage("--watch takes no run: it records a namespace, or with -A all"));
    }
    if args.all_namespaces && !target.target.is_empty() {
        return Err(CliError::usage("a run stands in one namespace: give it with -n, or leave out the run"));
    }
    let ask = read(target, connection.namespace.clone())?;
    let kinds = Kinds::built_in();
    let mut cluster = Cluster::connect(&connection.connection(), &kinds).map_err(|error| cluster_error(&error))?;
    let purpose = match ask.name {
        _ if args.watch.watch => Purpose::Record,
        Some(_) => Purpose::OneRun,
        None => Purpose::ManyRuns,
    };
    let place = if args.all_namespaces { Place::All } else { Place::Namespace(cluster.namespace().to_owned()) };
    let mut needs = needs(&kinds, &place, purpose);
    if let Some(resource) = untaught(&kinds, &mut cluster, &ask)? {
        needs.extend(needs_of(&resource.kind, &resource.plural, resource.namespaced, &place, purpose));
    }
    if purpose > Purpose::OneRun {
        for Resource { kind, plural, namespaced, .. } in cluster.custom_runs() {
            needs.extend(needs_of(&kind, &plural, namespaced, &place, purpose));
        }
    }
    let answers = terminal::patiently("asking what you may do", || {
        leave_out_unserved(&mut cluster, &mut needs);
        let rights: Vec<Permission> = needs.iter().map(|need| need.permission.clone()).collect();
        cluster.review(&rights)
    });
    if let Some(trouble) = cluster.trouble() {
        return Err(cluster_error(&trouble));
    }
    let namespace = match place {
        Place::Namespace(name) => Some(name),
        Place::All => None,
    };
    let context = cluster.context().map(str::to_owned);
    let preflight = Preflight::of(context, namespace, needs.into_iter().zip(answers));
    print(args, &preflight)?;
    Ok(preflight.exit_code)
}

/// Nobody needs a right to what is not there. If that cannot be learned, everything is asked for.
fn leave_out_unserved(cluster: &mut Cluster, needs: &mut Vec<Need>) {
    let kinds: BTreeSet<GroupKind> = needs.iter().map(|need| need.kind.clone()).collect();
    match cluster.unserved(&kinds) {
        Ok(unserved) => needs.retain(|need| !unserved.contains(&need.kind)),
        Err(_) if cluster.trouble().is_some() => {}
        Err(gap) => {
            let why = gap.message.unwrap_or_else(|| gap.reason.words().to_owned());
            terminal::note(&format!("Warning: cannot learn what the cluster serves: {}", harmless(&why)));
        }
    }
}

impl Preflight {
    fn of(context: Option<String>, namespace: Option<String>, answered: impl Iterator<Item = (Need, Allowed)>) -> Self {
        let mut rights: Vec<Row> = answered
            .map(|(need, allowed)| {
                let (allowed, why) = match allowed {
                    Allowed::Yes => (Answer::Yes, None),
                    Allowed::No => (Answer::No, None),
                    Allowed::Unknown(gap) => {
                        (Answer::Unknown, Some(gap.message.unwrap_or_else(|| gap.reason.words().to_owned())))
                    }
                };
                Row {
                    permission: need.permission,
                    allowed,
                    why,
                    needed_for: need.what,
                    without: need.without,
                    role: need.role.map(Role::name),
                    granted_by: need.role,
                }
            })
            .collect();
        // What is lacking first; within that, as the needs are sorted.
        rights.sort_by_key(|row| row.allowed);
        let count = |answer| rights.iter().filter(|row| row.allowed == answer).count();
        let summary = Summary { yes: count(Answer::Yes), no: count(Answer::No), unknown: count(Answer::Unknown) };
        let exit_code = if summary.no + summary.unknown == 0 { 0 } else { INCONCLUSIVE };
        let (api_version, kind) = ("mlop/v1alpha1", "Preflight");
        Self { api_version, kind, context, namespace, summary, rights, exit_code }
    }

    /// One line.
    fn sentence(&self) -> String {
        let Summary { yes, no, unknown } = self.summary;
        let place = self
            .namespace
            .as_ref()
            .map_or_else(|| "all namespaces".to_owned(), |name| format!("namespace {}", harmless(name)));
        match (no, unknown) {
            (0, 0) => format!("All {yes} rights that a diagnosis and a capture in {place} need are there."),
            _ => format!(
                "Of {} rights for {place}, {yes} are there, {no} are lacking, {unknown} are unknown.",
                self.rights.len()
            ),
        }
    }

    /// Who has to do what about it.
    fn advice(&self) -> Vec<String> {
        let lacking = || self.rights.iter().filter(|row| row.allowed == Answer::No);
        let roles: BTreeSet<Role> = lacking().filter_map(|row| row.granted_by).collect();
        let mut lines: Vec<String> = roles.into_iter().map(|role| self.bind(role)).collect();
        if !lines.is_empty() {
            lines.insert(
                0,
                "What is lacking is granted by an administrator, with the roles of docs/rbac.yaml:".to_owned(),
            );
            lines.push("Without them, diagnoses and captures say what they could not see, and go on.".to_owned());
        }
        if lacking().any(|row| row.granted_by.is_none()) {
            lines.push("A kind that no role names needs a rule of its own: get and list.".to_owned());
        }
        if let Some(why) = self.rights.iter().find_map(|row| row.why.as_ref()) {
            lines.push(format!("Not every question was answered: {}", harmless(why)));
        }
        lines
    }

    fn bind(&self, role: Role) -> String {
        let name = role.name();
        let everywhere = format!("  kubectl create clusterrolebinding {name} --clusterrole={name} --user=USER");
        match (role, &self.namespace) {
            (Role::Cluster | Role::Capture | Role::Watch, _) | (Role::Namespaced | Role::WatchNamespaced, None) => {
                everywhere
            }
            (Role::Namespaced | Role::WatchNamespaced, Some(namespace)) => {
                let namespace = shell(std::slice::from_ref(namespace));
                format!("  kubectl create rolebinding {name} -n {namespace} --clusterrole={name} --user=USER")
            }
            (Role::Events | Role::WatchEvents, _) => {
                format!("  kubectl create rolebinding {name} -n default --role={name} --user=USER")
            }
        }
    }
}

fn print(args: &Capture, preflight: &Preflight) -> Result<(), CliError> {
    let text = match args.preflight.output {
        ListFormat::Json => to_json(preflight),
        ListFormat::Yaml => to_yaml(preflight),
        ListFormat::Name => {
            preflight.rights.iter().filter(|row| row.allowed != Answer::Yes).map(|row| can_i(&row.permission)).collect()
        }
        ListFormat::Text => rows(preflight, false, args.preflight.no_headers),
        ListFormat::Wide => rows(preflight, true, args.preflight.no_headers),
    };
    terminal::print(&text)?;
    if matches!(args.preflight.output, ListFormat::Text | ListFormat::Wide) {
        terminal::note(&preflight.sentence());
        preflight.advice().iter().for_each(|line| terminal::note(line));
    }
    Ok(())
}

/// `pods`, `pods/log`, `jobs.batch`.
fn resource(right: &Permission) -> String {
    if right.group.is_empty() { right.resource.clone() } else { format!("{}.{}", right.resource, right.group) }
}

/// The words that `kubectl auth can-i` takes.
fn can_i(right: &Permission) -> String {
    let (plural, part) = match right.resource.split_once('/') {
        Some((plural, part)) => (plural, Some(part)),
        None => (right.resource.as_str(), None),
    };
    let whole = Permission { resource: plural.to_owned(), ..right.clone() };
    let mut words = vec![right.verb.clone(), resource(&whole)];
    words.extend(part.map(|part| format!("--subresource={part}")));
    match &right.namespace {
        Some(namespace) => words.extend(["-n".to_owned(), namespace.clone()]),
        None => words.push("--all-namespaces".to_owned()),
    }
    format!("{}\n", shell(&words))
}

fn rows(preflight: &Preflight, wide: bool, no_headers: bool) -> String {
    let mut headers = vec!["NAMESPACE", "RESOURCE", "VERB", "ALLOWED", "NEEDED-FOR"];
    if wide {
        headers.extend(["WITHOUT", "ROLE"]);
    }
    let cells = preflight.rights.iter().map(|row| {
        let namespace = row.permission.namespace.as_deref().map_or_else(|| "-".to_owned(), harmless);
        let allowed = match row.allowed {
            Answer::Yes => "yes",
            Answer::No => "no",
            Answer::Unknown => "unknown",
        };
        let right = [harmless(&resource(&row.permission)), row.permission.verb.clone(), allowed.to_owned()];
        let mut cells: Vec<String> = [namespace].into_iter().chain(right).collect();
        cells.push(row.needed_for.to_owned());
        if wide {
            cells.extend([row.without.to_owned(), row.role.unwrap_or("-").to_owned()]);
        }
        cells
    });
    table::render(&headers, cells, no_headers)
}
