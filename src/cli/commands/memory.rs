//! What the record adds to an answer: runs that are gone, and what a cluster has forgotten of those that are there.
//!
//! Owns when a record is opened and what is told about it. Must never let an earlier run of a name pass for the present
//! one without saying so.

use std::path::PathBuf;

use serde_json::Value;

use crate::cli::args::Target;
use crate::cli::input::Input;
use crate::cli::recorded::{self, Wanted};
use crate::cli::{CliError, terminal};
use crate::collect::Ask;
use crate::kinds::{Kinds, Tier};
use crate::model::{Object, ObjectKey};
use crate::record::{Incarnation, RecordError, Recorded};
use crate::report::quote::harmless;
use crate::source::Source as _;
use crate::source::cluster::Cluster;

/// The record of the cluster that is asked, if there is one.
#[derive(Default)]
pub(super) struct Memory {
    record: Option<Box<Recorded>>,
    path: Option<PathBuf>,
    /// Whether the person named the time.
    fixed: bool,
}

impl Memory {
    /// Opens the record that is meant. With `--at`, it takes the place of the cluster.
    pub(super) fn open(kinds: &Kinds, input: &mut Input, target: &Target) -> Result<Self, CliError> {
        let fixed = target.at.is_some();
        let cluster = match input {
            Input::Files(_) => return Ok(Self::default()),
            Input::Record(_) => {
                let path = target.from.first().map(PathBuf::from);
                return Ok(Self { record: None, path, fixed });
            }
            Input::Cluster(cluster) => cluster,
        };
        match (path_of(cluster, &target.record, fixed)?, target.at) {
            (None, Some(_)) => Err(CliError::usage("--at needs a record of this cluster, and there is none")
                .with_hint("`kubectl mlop capture --watch` keeps one; or name one with --record PATH")),
            (None, None) => Ok(Self::default()),
            (Some(path), Some(at)) => {
                *input = Input::Record(Box::new(recorded::open(kinds, &path, Some(at))?));
                Ok(Self { record: None, path: Some(path), fixed })
            }
            (Some(path), None) => {
                Ok(Self { record: Some(Box::new(recorded::open_beside(kinds, &path)?)), path: Some(path), fixed })
            }
        }
    }

    /// What is asked beside a live cluster.
    pub(super) fn record(&mut self) -> Option<&mut Recorded> {
        self.record.as_deref_mut()
    }

    /// A run that is not there any more, by name or UID: as it was when it was last there.
    pub(super) fn recall(&self, kinds: &Kinds, input: &Input, ask: &Ask) -> Result<Option<(Input, Ask)>, CliError> {
        let Some((path, name)) = self.path.as_ref().zip(ask.name.as_deref()) else { return Ok(None) };
        let ((Input::Record(record), _) | (_, Some(record))) = (input, &self.record) else { return Ok(None) };
        let failed = |error: RecordError| recorded::failed(path, &error);
        let view = record.view();
        let found = match view.of_uid(name).map_err(failed)? {
            Some(known) => Some(known),
            None => {
                let known = view.incarnations(ask.namespace.as_deref(), name).map_err(failed)?;
                topmost(kinds, known.into_iter().filter(|known| is_meant(kinds, ask, &known.key)).collect())
            }
        };
        let Some(found) = found else { return Ok(None) };
        let at = if self.fixed { view.at() } else { found.last };
        let uid = found.key.uid.as_deref().unwrap_or_default();
        if let Some(left) = found.left {
            terminal::note(&format!(
                "{} (uid {uid}) left the cluster at {left}. This is from the record, as of {at}.",
                harmless(&found.key.to_string())
            ));
        } else {
            terminal::note(&format!("{} (uid {uid}) as of {at}, from the record.", harmless(&found.key.to_string())));
        }
        let ask = Ask {
            kind: None,
            name: Some(found.key.name),
            namespace: found.key.namespace,
            resource: Some((found.key.kind.clone(), true)),
        };
        let ask = Ask { kind: Some(found.key.kind.to_string()), ..ask };
        Ok(Some((Input::Record(Box::new(recorded::open(kinds, path, Some(at))?)), ask)))
    }

    /// Says that a name had another bearer before.
    pub(super) fn mention(&self, kinds: &Kinds, runs: &[Value]) {
        let Some(record) = &self.record else { return };
        for run in runs.iter().filter_map(|run| Object::new(run.clone())) {
            let earlier = record.view().incarnations(run.namespace(), run.name()).unwrap_or_default();
            let same = |known: &Incarnation| {
                known.key.kind == *run.kind() && known.key.uid.as_deref() != run.uid() && known.left.is_some()
            };
            let Some(known) = topmost(kinds, earlier.into_iter().filter(same).collect()) else { continue };
            if let (Some(uid), Some(left)) = (&known.key.uid, known.left) {
                terminal::note(&format!(
                    "An earlier {} left the cluster at {left}; `kubectl mlop diagnose {uid}` looks at that one.",
                    harmless(&known.key.to_string())
                ));
            }
        }
    }
}

/// Where the record of a cluster is, if it is wanted and there is one. Unless it is `needed`, a cluster is asked who it is only
/// if there is any record.
pub(super) fn path_of(cluster: &mut Cluster, wanted: &Wanted, needed: bool) -> Result<Option<PathBuf>, CliError> {
    Ok(match wanted {
        Wanted::Path(path) => Some(path.clone()),
        Wanted::Auto if needed || recorded::any() => {
            cluster.identify();
            let place = cluster.about().cluster_id.map(|id| recorded::place(&id));
            place.transpose()?.filter(|path| crate::record::is_record(path))
        }
        Wanted::Auto | Wanted::None => None,
    })
}

fn is_meant(kinds: &Kinds, ask: &Ask, key: &ObjectKey) -> bool {
    match (&ask.resource, &ask.kind) {
        (Some((kind, _)), _) => key.kind == *kind,
        (None, Some(word)) => {
            kinds.named(word).iter().any(|spec| spec.kind == key.kind) || key.kind.to_string() == *word
        }
        (None, None) => kinds.get(&key.kind).is_none_or(|spec| spec.tier.may_be_run()),
    }
}

/// What people submit before what was made of it; of those, the youngest.
fn topmost(kinds: &Kinds, known: Vec<Incarnation>) -> Option<Incarnation> {
    let tier = |known: &Incarnation| kinds.get(&known.key.kind).map_or(Tier::Root, |spec| spec.tier);
    known.into_iter().min_by_key(|known| (tier(known), std::cmp::Reverse(known.first)))
}
