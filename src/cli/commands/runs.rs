//! From the words of the command line to runs: finding, choosing, walking. Shared by every command that has a target.

use std::time::Duration;

use serde_json::Value;

use super::memory::Memory;

use crate::cli::args::Target;
use crate::cli::connection::ConnectionArgs;
use crate::cli::input::{Input, cluster_error};
use crate::cli::{CliError, policy, terminal};
use crate::collect::admit::{Door, Policy};
use crate::collect::{Ask, Find, Found, Limits, Snapshot};
use crate::diagnose::needs;
use crate::kinds::{KindSpec, Kinds};
use crate::model::{GapReason, Object, ObjectRef};
use crate::record::Joined;
use crate::report::quote::{harmless, typed};
use crate::report::{Metadata, Source as Origin};
use crate::source::cluster::{Cluster, Resource};
use crate::source::{find, gather};

/// What was asked for, with the source it was asked of.
pub(super) struct Asked {
    pub(super) kinds: Kinds,
    pub(super) input: Input,
    pub(super) ask: Ask,
    pub(super) limits: Limits,
    /// What the server calls the kind that TYPE means, if it was asked.
    plural: Option<String>,
    /// What adds to a live cluster what it has forgotten.
    memory: Memory,
    /// Rules of redaction besides the built-in ones.
    policy: Policy,
}

/// How a target is written.
const FORMS: &str = "write `kubectl mlop diagnose pytorchjob/run-42` or `kubectl mlop diagnose pytorchjob run-42`";
/// What to do where there was no answer.
const AGAIN: &str = "try again; --request-timeout and --timeout give the server longer";

/// What was found.
pub(super) enum Runs {
    /// These.
    Some(Vec<Value>),
    /// Nothing of that name.
    Nothing { elsewhere: Vec<ObjectRef>, near: Vec<ObjectRef> },
}

impl Asked {
    /// Reads the words and opens the source.
    pub(super) fn of(target: &Target, connection: &ConnectionArgs) -> Result<Self, CliError> {
        Self::since(None, target, connection)
    }

    /// The same; of logs, only what is younger.
    pub(super) fn since(
        since: Option<Duration>,
        target: &Target,
        connection: &ConnectionArgs,
    ) -> Result<Self, CliError> {
        let ask = read(target, connection.namespace.clone())?;
        if ask.name.is_none() && target.from.is_empty() {
            return Err(CliError::usage("which run? write TYPE/NAME, or NAME alone")
                .with_hint("`kubectl mlop diagnose run-42 -n ml`; with --from, no name means every run"));
        }
        let kinds = Kinds::built_in();
        let policy = policy::load(target.redact_policy.as_deref(), &kinds)?;
        // A credential plugin may be speaking with the person: nothing is drawn over that.
        let open = || Input::open(&kinds, target, since, connection);
        let input = if target.from.is_empty() { open()? } else { terminal::patiently("reading", open)? };
        let limits = if target.deep { Limits::deep() } else { Limits::default() };
        let mut asked = Self { kinds, input, ask, limits, plural: None, memory: Memory::default(), policy };
        asked.place()?;
        asked.memory = Memory::open(&asked.kinds, &mut asked.input, target)?;
        policy::tell(&asked.policy());
        Ok(asked)
    }

    /// On a cluster: the namespace of whoever names none, and what TYPE means there.
    fn place(&mut self) -> Result<(), CliError> {
        let Input::Cluster(cluster) = &mut self.input else { return Ok(()) };
        let namespace = cluster.namespace().to_owned();
        cluster.narrow_to(Some(namespace.clone()));
        self.ask.namespace = Some(namespace);
        let Some(first) = untaught(&self.kinds, cluster, &self.ask)? else { return Ok(()) };
        self.ask.resource = Some((first.kind.clone(), first.namespaced));
        let group = first.kind.group.as_ref();
        let dot = if group.is_empty() { "" } else { "." };
        self.plural = Some(format!("{}{dot}{group}", first.plural));
        Ok(())
    }

    /// Finds the runs that are meant; what is gone, in the record.
    pub(super) fn find(&mut self) -> Result<Runs, CliError> {
        let found = self.find_there()?;
        let memory = std::mem::take(&mut self.memory);
        let (found, memory) = match found {
            Runs::Nothing { elsewhere, near } => match memory.recall(&self.kinds, &self.input, &self.ask)? {
                Some((input, ask)) => {
                    (self.input, self.ask) = (input, ask);
                    (self.find_there()?, Memory::default())
                }
                None => (Runs::Nothing { elsewhere, near }, memory),
            },
            Runs::Some(runs) => {
                memory.mention(&self.kinds, &runs);
                (Runs::Some(runs), memory)
            }
        };
        self.memory = memory;
        Ok(found)
    }

    /// Finds them where it looks first. Two unrelated ones of one name are a question on a terminal, and an error elsewhere.
    fn find_there(&mut self) -> Result<Runs, CliError> {
        let search = Find::new(&self.kinds, self.ask.clone());
        let found = terminal::patiently("looking for it", || find(self.input.source(), &search));
        if let Input::Cluster(cluster) = &self.input
            && let Some(trouble) = cluster.trouble()
        {
            return Err(cluster_error(&trouble));
        }
        match found {
            Found::Runs(runs) => Ok(Runs::Some(runs)),
            Found::Nothing { elsewhere, near } => Ok(Runs::Nothing { elsewhere, near }),
            Found::Unseen(query, gap) => {
                let why = gap.message.unwrap_or_else(|| gap.reason.words().to_owned());
                Err(match gap.reason {
                    GapReason::Forbidden => CliError::tool(why).from_server("Forbidden").with_hint(self.rights()),
                    _ => CliError::tool(format!("cannot {query}: {why}")).with_hint(AGAIN),
                })
            }
            Found::Ambiguous(several) => self.choose(&several),
        }
    }

    fn rights(&self) -> String {
        let place = self.ask.namespace.as_ref().map_or_else(String::new, |namespace| format!(" -n {namespace}"));
        format!("`kubectl auth can-i --list{place}` says what you may do; docs/rbac.yaml holds the roles that suffice")
    }

    /// The error that nothing of that name is there; in kubectl's words where a server said so of one kind.
    pub(super) fn missing(&self, elsewhere: &[ObjectRef], near: &[ObjectRef]) -> CliError {
        let taught = self.ask.kind.as_deref().and_then(|word| self.kinds.named(word).into_iter().next());
        let plural = self.plural.clone().or_else(|| taught.map(KindSpec::resource));
        let error = match (&self.input, plural, &self.ask.name) {
            (Input::Cluster(_), Some(plural), Some(name)) => {
                CliError::not_found(format!("{plural} \"{name}\" not found")).from_server("NotFound")
            }
            _ => CliError::not_found(format!("{} was not found", self.ask.words())),
        };
        error.with_hint(match (near.first(), elsewhere.first()) {
            (Some(near), _) => format!("did you mean {}?", written(near)),
            (None, Some(other)) => format!("that name is used by {}", written(other)),
            (None, None) => "check the name, and the namespace with -n".to_owned(),
        })
    }

    /// What is said in the place of an empty list.
    pub(super) fn nothing(&self) -> String {
        match &self.ask.namespace {
            Some(namespace) => format!("No runs found in {} namespace.", harmless(namespace)),
            None => "No runs found.".to_owned(),
        }
    }

    /// Prints what the server warned of, each once.
    pub(super) fn pass_on_warnings(&self) {
        if let Input::Cluster(cluster) = &self.input {
            for warning in cluster.warnings() {
                terminal::note(&format!("Warning: {}", harmless(&warning)));
            }
        }
    }

    fn choose(&mut self, several: &[ObjectRef]) -> Result<Runs, CliError> {
        let names: Vec<String> = several.iter().map(written).collect();
        let ambiguous = || {
            CliError::usage(format!("{} means {} runs: {}", self.ask.words(), several.len(), names.join(", ")))
                .with_hint("say which, as TYPE/NAME with -n NAMESPACE")
        };
        if !terminal::is_interactive() {
            return Err(ambiguous());
        }
        let picked = dialoguer::Select::new()
            .with_prompt(format!("{} means several runs", self.ask.words()))
            .items(&names)
            .default(0)
            .interact_opt()
            .map_err(|error| CliError::tool(format!("cannot ask: {error}")))?;
        let Some(chosen) = picked.and_then(|index| several.get(index)) else { return Err(ambiguous()) };
        self.ask = Ask {
            kind: Some(chosen.group_kind().to_string()),
            name: Some(chosen.name.clone()),
            namespace: chosen.namespace.clone(),
            resource: None,
        };
        self.find_there()
    }

    /// The policy that was asked for, with what was let through already into what is read.
    fn policy(&mut self) -> Policy {
        self.policy.clone().reading(&self.input.source().about().policies)
    }

    /// The door for whatever is read.
    pub(super) fn door(&mut self, key: Option<[u8; 32]>) -> Door {
        key.map_or_else(Door::new, Door::with_key).with_policy(self.policy())
    }

    /// Walks from a run.
    pub(super) fn walk(&mut self, run: Value, door: Door) -> Option<Snapshot> {
        let (input, memory, kinds, limits) = (&mut self.input, &mut self.memory, &self.kinds, self.limits);
        let snapshot = terminal::patiently("walking", || match memory.record() {
            Some(record) => gather(&mut Joined::new(input.source(), record), kinds, door, &needs(), limits, run),
            None => gather(input.source(), kinds, door, &needs(), limits, run),
        });
        policy::own_up(snapshot.iter().flat_map(Snapshot::redactions).map(|(_, note)| note));
        snapshot
    }

    /// Where and when, for reports.
    pub(super) fn metadata(&mut self) -> Metadata {
        let about = self.input.source().about();
        Metadata {
            generated_at: self.input.source().now(),
            tool_version: env!("CARGO_PKG_VERSION").to_owned(),
            source: Origin {
                kind: about.kind,
                context: about.context,
                namespace: about.namespace.or_else(|| self.ask.namespace.clone()),
                cluster_id: about.cluster_id,
                server_version: about.server_version,
            },
        }
    }

    /// What was asked for, as a reference, for a report on what is not there.
    pub(super) fn wanted(&self) -> ObjectRef {
        let word = self.ask.kind.as_deref().unwrap_or("run");
        let spec = self.ask.kind.as_deref().and_then(|word| self.kinds.named(word).into_iter().next());
        let (api_version, kind) = match spec {
            Some(spec) => {
                let version = spec.versions.first().map_or("v1", AsRef::as_ref);
                let api_version = if spec.kind.group.is_empty() {
                    version.to_owned()
                } else {
                    format!("{}/{version}", spec.kind.group)
                };
                (api_version, spec.kind.kind.to_string())
            }
            None => ("v1".to_owned(), word.to_owned()),
        };
        ObjectRef {
            api_version,
            kind,
            namespace: self.ask.namespace.clone(),
            name: self.ask.name.clone().unwrap_or_default(),
            uid: None,
        }
    }
}

/// What TYPE means by the cluster's own word, if nobody taught it to us.
pub(super) fn untaught(kinds: &Kinds, cluster: &mut Cluster, ask: &Ask) -> Result<Option<Resource>, CliError> {
    let Some(word) = ask.kind.as_ref().filter(|word| kinds.named(word).is_empty()) else { return Ok(None) };
    let known = terminal::patiently("asking what it serves", || cluster.kinds_named(word));
    if let Some(trouble) = cluster.trouble() {
        return Err(cluster_error(&trouble));
    }
    let nothing = || {
        CliError::tool(format!("the server doesn't have a resource type {word:?}"))
            .with_hint("`kubectl api-resources` lists what it has")
    };
    match known {
        Ok(named) => named.into_iter().next().map(Some).ok_or_else(nothing),
        Err(gap) => {
            let why = gap.message.as_deref().unwrap_or_else(|| gap.reason.words());
            Err(CliError::tool(format!("cannot learn what {word:?} means: {why}"))
                .with_hint("`kubectl api-resources` asks the same; a kind of ML runs needs no asking"))
        }
    }
}

/// `TYPE/NAME`, `TYPE NAME`, `NAME`, or nothing.
pub(super) fn read(target: &Target, namespace: Option<String>) -> Result<Ask, CliError> {
    let words: Vec<&str> = target.target.iter().map(String::as_str).collect();
    let (kind, name) = match words.as_slice() {
        [] => (None, None),
        [word] => match word.split_once('/') {
            None => (None, Some(*word)),
            Some((_, name)) if name.contains('/') => {
                return Err(CliError::usage("arguments in resource/name form may not have more than one slash")
                    .with_hint(FORMS));
            }
            Some((kind, name)) => (Some(kind), Some(name)),
        },
        [kind, name] if !kind.contains('/') && !name.contains('/') => (Some(*kind), Some(*name)),
        _ => {
            return Err(CliError::usage("there is no need to mix the forms TYPE/NAME and TYPE NAME").with_hint(FORMS));
        }
    };
    if kind == Some("") || name == Some("") {
        return Err(CliError::usage("TYPE and NAME may not be empty").with_hint(FORMS));
    }
    Ok(Ask { kind: kind.map(str::to_owned), name: name.map(str::to_owned), namespace, resource: None })
}

/// A run as it can be typed back.
pub(super) fn written(run: &ObjectRef) -> String {
    match &run.namespace {
        Some(namespace) => format!("{} -n {}", typed(run), harmless(namespace)),
        None => typed(run),
    }
}

/// A run as it can be typed back, from its object.
pub(super) fn written_object(run: &Value) -> Option<String> {
    Some(written(&Object::new(run.clone())?.reference()))
}
