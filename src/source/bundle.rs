//! A bundle as a source. The index is read first, objects on demand: a diagnosis costs what the run costs.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{About, Source, Spent};
use crate::bundle::layout::{ABOUT, EVENTS_FILE, MANIFEST, OBJECT_FILE, encode_part, log_file};
use crate::bundle::records::{INDEX, IndexLine, QUERIES, QueryLine};
use crate::bundle::{About as Described, BundleError, BundleFiles, Manifest};
use crate::collect::{Answer, covers};
use crate::kinds::{Kinds, generic};
use crate::model::{Gap, GapReason, GroupKind, ObjectKey, ObjectRef, Query, Selector};

/// A bundle, opened.
pub struct Bundle {
    files: Box<dyn BundleFiles>,
    name: String,
    described: Described,
    manifest: Manifest,
    index: Vec<IndexLine>,
    queries: BTreeMap<Query, QueryLine>,
    /// Those of the questions that may know the answers to others.
    wide: Vec<Query>,
    runs: BTreeSet<GroupKind>,
    kinds: Kinds,
    spent: Spent,
}

impl Bundle {
    /// Opens a bundle: reads what it says of itself, its manifest, its index and its questions.
    ///
    /// # Errors
    /// When one of these lacks, cannot be read, or is of a newer major format.
    pub fn open(name: String, mut files: Box<dyn BundleFiles>, kinds: &Kinds) -> Result<Self, BundleError> {
        let described = Described::from_json(&files.read(ABOUT)?)?;
        let manifest = files.read(MANIFEST)?;
        let manifest = Manifest::parse(&String::from_utf8_lossy(&manifest))?;
        let runs = kinds.iter().filter(|spec| spec.tier.may_be_run()).map(|spec| spec.kind.clone()).collect();
        let mut bundle = Self {
            files,
            name,
            described,
            manifest,
            index: Vec::new(),
            queries: BTreeMap::new(),
            wide: Vec::new(),
            runs,
            kinds: kinds.clone(),
            spent: Spent::default(),
        };
        bundle.index = bundle.records(INDEX)?;
        let queries: Vec<QueryLine> = bundle.records(QUERIES)?;
        bundle.queries = queries.into_iter().map(|line| (line.query.clone(), line)).collect();
        bundle.wide = bundle.queries.keys().filter(|query| is_wide(query)).cloned().collect();
        Ok(bundle)
    }

    /// What it says of itself.
    #[must_use]
    pub const fn described(&self) -> &Described {
        &self.described
    }

    /// A line for each object that it holds.
    #[must_use]
    pub fn index(&self) -> &[IndexLine] {
        &self.index
    }

    /// How many logs are kept below an object's directory.
    #[must_use]
    pub fn logs_below(&self, dir: &str) -> usize {
        let logs = format!("{dir}/logs/");
        let names = self.files.names();
        names
            .range(logs.clone()..)
            .take_while(|name| name.starts_with(&logs))
            .filter(|name| name.ends_with(".log"))
            .count()
    }

    /// Every object it holds, for adding it to other files.
    pub fn objects(&mut self) -> Vec<Value> {
        let dirs: Vec<String> = self.index.iter().map(|line| line.dir.clone()).collect();
        let mut values = Vec::new();
        for dir in dirs {
            values.extend(self.object_at(&dir));
            values.extend(self.json_lines(&format!("{dir}/{EVENTS_FILE}")));
        }
        values
    }

    fn records<T: DeserializeOwned>(&mut self, name: &str) -> Result<Vec<T>, BundleError> {
        let bytes = self.read(name)?;
        let text = String::from_utf8_lossy(&bytes);
        let read = |(number, line): (usize, &str)| {
            serde_json::from_str(line).map_err(|error| BundleError::Record {
                file: name.to_owned(),
                line: number + 1,
                why: error.to_string().escape_debug().to_string(),
            })
        };
        text.lines().enumerate().filter(|(_, line)| !line.is_empty()).map(read).collect()
    }

    /// A file, if it is what the manifest says.
    fn read(&mut self, name: &str) -> Result<Vec<u8>, BundleError> {
        let bytes = self.files.read(name)?;
        self.spent.requests += 1;
        self.spent.bytes += bytes.len() as u64;
        if self.manifest.attests(name, &bytes) { Ok(bytes) } else { Err(BundleError::Altered(name.to_owned())) }
    }

    /// The object of a directory, if it is there and what the manifest says.
    pub fn object_at(&mut self, dir: &str) -> Option<Value> {
        let bytes = self.read(&format!("{dir}/{OBJECT_FILE}")).ok()?;
        serde_json::from_slice(&bytes).ok()
    }

    fn json_lines(&mut self, name: &str) -> Vec<Value> {
        if !self.files.names().contains(name) {
            return Vec::new();
        }
        let bytes = self.read(name).unwrap_or_default();
        String::from_utf8_lossy(&bytes).lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }

    /// Objects by directory; one that cannot be read makes the answer unreadable rather than shorter.
    fn load(&mut self, dirs: &[String], complete: bool) -> Answer {
        let mut items = Vec::with_capacity(dirs.len());
        for dir in dirs {
            match self.object_at(dir) {
                Some(object) => items.push(object),
                None => return Answer::Gap(Gap::new(GapReason::Unreadable)),
            }
        }
        Answer::Objects { items, complete }
    }

    /// What was asked that knows the answer: the very question, or else one that covers it. Of several, one that was
    /// answered wholly.
    fn asked(&self, query: &Query) -> Option<&QueryLine> {
        self.queries.get(query).or_else(|| {
            let wide = self.wide.iter().filter(|wide| covers(wide, query)).filter_map(|wide| self.queries.get(wide));
            wide.max_by_key(|line| line.complete)
        })
    }

    /// Whether the bundle proves what it does not hold: the question, or one that covers it, was answered wholly.
    #[must_use]
    pub fn is_whole(&self, query: &Query) -> bool {
        self.asked(query).is_some_and(|line| line.complete)
    }

    /// Why a question has no answer, if it was asked.
    #[must_use]
    pub fn gap(&self, query: &Query) -> Option<&Gap> {
        self.asked(query)?.gap.as_ref()
    }

    /// Kinds that the cluster said it does not have.
    #[must_use]
    pub fn not_served(&self) -> BTreeSet<GroupKind> {
        let says = |line: &&QueryLine| line.gap.as_ref().is_some_and(|gap| gap.reason == GapReason::NotServed);
        self.queries.values().filter(says).map(|line| line.query.kind()).collect()
    }

    /// Files that hold events: those about an object, and those that match one by name only.
    #[must_use]
    pub fn event_files(&self) -> Vec<String> {
        let holds = |name: &&String| name.rsplit_once('/').is_some_and(|(_, file)| file == EVENTS_FILE);
        self.files.names().iter().filter(holds).cloned().collect()
    }

    /// The events of such a file; nothing if it is not what the manifest says, or if a line of it cannot be read.
    pub fn events_in(&mut self, name: &str) -> Option<Vec<Value>> {
        let bytes = self.read(name).ok()?;
        String::from_utf8_lossy(&bytes).lines().map(|line| serde_json::from_str(line).ok()).collect()
    }

    fn reply(&mut self, query: &Query) -> Answer {
        let asked = self.asked(query).cloned();
        if let Some(line) = &asked
            && let Some(gap) = line.gap.clone()
        {
            // A list that broke off may have brought it all the same.
            let kept = if line.query == *query { Answer::Gap(gap.clone()) } else { self.unasked(query, false) };
            return match kept {
                Answer::Objects { items, .. } if !items.is_empty() => Answer::Objects { items, complete: false },
                _ => Answer::Gap(gap),
            };
        }
        match (query, asked) {
            (Query::Events { of }, asked) => self.events_of(of, asked.map(|line| line.complete)),
            (Query::Log { of }, asked) => match self.files.names().contains(&log_file(of)) {
                true => match self.read(&log_file(of)) {
                    Ok(bytes) => Answer::Log(Some(String::from_utf8_lossy(&bytes).into_owned())),
                    Err(_) => Answer::Gap(Gap::new(GapReason::Unreadable)),
                },
                false if asked.is_some() => Answer::Log(None),
                false => Answer::Gap(Gap::new(GapReason::NotCollected)),
            },
            (query, Some(line)) if line.query == *query => self.load(&line.found, line.complete),
            (query, Some(line)) => self.unasked(query, line.complete),
            (query, None) => self.unasked(query, false),
        }
    }

    /// `complete`: whether all that there were came when they were asked for, if they were.
    fn events_of(&mut self, of: &ObjectKey, complete: Option<bool>) -> Answer {
        let dir = self.index.iter().find(|line| line.reference.key() == *of).map(|line| line.dir.clone());
        let place = of.namespace.as_deref().map_or_else(|| "_cluster".to_owned(), encode_part);
        let resource = encode_part(&self.kinds.resource(&of.kind));
        let weak = format!("weak/{place}/{resource}/{}/{EVENTS_FILE}", encode_part(&of.name));
        let mut items: Vec<Value> = dir.map(|dir| self.json_lines(&format!("{dir}/{EVENTS_FILE}"))).unwrap_or_default();
        items.extend(self.json_lines(&weak));
        if items.is_empty() && complete.is_none() {
            return Answer::Gap(Gap::new(GapReason::NotCollected));
        }
        Answer::Objects { items, complete: complete.unwrap_or_default() }
    }

    /// A question that nobody asked in these words when the evidence was taken: what is here answers it, and proves an
    /// absence only if a list that covers it was `complete`.
    fn unasked(&mut self, query: &Query, complete: bool) -> Answer {
        if let Query::Runs { namespace } = query {
            let meant = self.targets(namespace.as_deref());
            if !meant.is_empty() {
                return self.load(&meant, complete);
            }
        }
        let dirs: Vec<String> = self
            .index
            .iter()
            .filter(|line| matches(line, query, |kind| self.runs.contains(kind) || generic::may_be_run(kind)))
            .map(|line| line.dir.clone())
            .collect();
        if dirs.is_empty() {
            let find = matches!(query, Query::Named { .. } | Query::Runs { .. });
            return if find || complete {
                Answer::Objects { items: Vec::new(), complete }
            } else {
                Answer::Gap(Gap::new(GapReason::NotCollected))
            };
        }
        self.load(&dirs, complete)
    }
}

impl Bundle {
    /// Directories of what the bundle says it is about.
    fn targets(&self, namespace: Option<&str>) -> Vec<String> {
        let meant: BTreeSet<ObjectKey> = self.described.scope.targets.iter().map(ObjectRef::key).collect();
        let is_meant = |line: &&IndexLine| {
            meant.contains(&line.reference.key())
                && namespace.is_none_or(|namespace| line.reference.namespace.as_deref() == Some(namespace))
        };
        self.index.iter().filter(is_meant).map(|line| line.dir.clone()).collect()
    }
}

/// Whether a question may know the answers to others: [`covers`] says which.
fn is_wide(query: &Query) -> bool {
    match query {
        Query::List { selector, .. } => *selector == Selector::default(),
        Query::Runs { .. } => true,
        Query::Get { .. } | Query::Named { .. } | Query::Events { .. } | Query::Log { .. } => false,
    }
}

/// Whether an object of the index is part of an answer.
fn matches(line: &IndexLine, query: &Query, is_run: impl Fn(&GroupKind) -> bool) -> bool {
    let object = &line.reference;
    let placed = |namespace: &Option<String>| namespace.is_none() || *namespace == object.namespace;
    match query {
        Query::Get { kind, namespace, name } => {
            object.group_kind() == *kind && object.name == *name && object.namespace == *namespace
        }
        Query::List { kind, namespace, selector } => {
            object.group_kind() == *kind && placed(namespace) && selects(line, selector)
        }
        Query::Named { namespace, name } => object.name == *name && placed(namespace) && is_run(&object.group_kind()),
        Query::Runs { namespace } => placed(namespace) && is_run(&object.group_kind()),
        Query::Events { .. } | Query::Log { .. } => false,
    }
}

fn selects(line: &IndexLine, selector: &Selector) -> bool {
    selector.labels.iter().all(|(key, value)| line.labels.get(key) == Some(value))
        && selector.owner.as_ref().is_none_or(|uid| line.owners.contains(uid))
}

impl Source for Bundle {
    fn now(&self) -> Timestamp {
        self.described.captured_at
    }

    fn about(&self) -> About {
        About {
            kind: "bundle".to_owned(),
            context: Some(self.name.clone()),
            namespace: None,
            cluster_id: self.described.cluster_id.clone(),
            server_version: self.described.server_version.clone(),
            policies: self.described.policies.clone(),
        }
    }

    fn answer(&mut self, queries: &[Query]) -> Vec<Answer> {
        queries.iter().map(|query| self.reply(query)).collect()
    }

    fn spent(&self) -> Spent {
        self.spent
    }
}
