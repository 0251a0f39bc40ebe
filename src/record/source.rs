//! A record at a time as a source: what was there then answers, and what was not heard is a gap.

use jiff::Timestamp;
use serde_json::Value;

use super::at::{View, mark};
use super::error::RecordError;
use super::read::Known;
use crate::collect::Answer;
use crate::kinds::{generic, names};
use crate::model::{Gap, GapReason, GroupKind, LogKey, Object, ObjectKey, Query};
use crate::source::memory::selects;
use crate::source::{About, Source, Spent};

/// A record, asked as of one time.
pub struct Recorded {
    view: View,
    about: About,
    spent: Spent,
}

impl Recorded {
    /// A view as a source. `name` is what reports call it.
    ///
    /// # Errors
    /// If the record cannot be read.
    pub fn new(view: View, name: &str) -> Result<Self, RecordError> {
        let about = About {
            kind: "record".to_owned(),
            context: Some(name.to_owned()),
            namespace: None,
            cluster_id: view.reader.meta("cluster")?,
            server_version: view.reader.meta("server_version")?,
            policies: view.reader.policies()?,
        };
        Ok(Self { view, about, spent: Spent::default() })
    }

    /// The view.
    #[must_use]
    pub const fn view(&self) -> &View {
        &self.view
    }

    fn reply(&self, query: &Query) -> Result<Answer, RecordError> {
        match query {
            Query::Get { kind, namespace, name } => self.objects(kind, namespace.as_deref(), Some(name), |_| true),
            Query::List { kind, namespace, selector } => {
                self.objects(kind, namespace.as_deref(), None, |object| selects(selector, object))
            }
            Query::Named { namespace, name } => {
                self.runs(self.view.reader.named(namespace.as_deref(), name, self.view.at)?)
            }
            Query::Runs { namespace } => self.runs(self.view.reader.all(namespace.as_deref(), self.view.at)?),
            Query::Events { of } => self.events(of),
            Query::Log { of } => self.log(of),
        }
    }

    /// Objects of a kind. Whether more may be missing follows from how the kind was watched.
    fn objects(
        &self,
        kind: &GroupKind,
        namespace: Option<&str>,
        name: Option<&str>,
        wanted: impl Fn(&Object) -> bool,
    ) -> Result<Answer, RecordError> {
        let mut items: Vec<Value> = self
            .view
            .shown(kind, namespace, name)?
            .into_iter()
            .filter(|object| wanted(object))
            .map(Object::into_value)
            .collect();
        let complete = self.hears(kind, namespace, self.view.at)?;
        // By its name there is one, and it is known which.
        if name.is_some() && items.len() > 1 {
            items.retain(|item| item.pointer("/mlop/leftAt").is_none());
        }
        let known = name.is_some() && !items.is_empty();
        if items.is_empty() && !complete {
            return Ok(Answer::Gap(not_heard()));
        }
        Ok(Answer::Objects { items, complete: complete || known })
    }

    fn runs(&self, found: Vec<Known>) -> Result<Answer, RecordError> {
        let mut items = Vec::new();
        for known in found {
            let is_run = match self.view.kinds.get(&known.key.kind) {
                Some(spec) => spec.tier.may_be_run(),
                None => generic::may_be_run(&known.key.kind),
            };
            if is_run {
                items.extend(self.view.show(&known)?.map(Object::into_value));
            }
        }
        Ok(Answer::Objects { items, complete: false })
    }

    /// Events, those that have expired included: that is what a record is for.
    fn events(&self, of: &ObjectKey) -> Result<Answer, RecordError> {
        let place = of.namespace.as_deref().or(Some("default"));
        let found = self.view.reader.events(of, self.view.at)?;
        let since = match of.uid.as_deref().map(|uid| self.view.reader.of_uid(uid)).transpose()?.flatten() {
            Some(known) => known.first,
            None => self.view.at,
        };
        let complete = self.hears(&names::EVENT, place, since)?;
        if found.is_empty() && !complete {
            return Ok(Answer::Gap(not_heard()));
        }
        let items = found.into_iter().map(|(mut event, _)| {
            mark(&mut event, None);
            event
        });
        Ok(Answer::Objects { items: items.collect(), complete })
    }

    fn log(&self, of: &LogKey) -> Result<Answer, RecordError> {
        let gap = || Ok(Answer::Gap(Gap::new(GapReason::NotCollected)));
        let Some(uid) = of.pod.uid.as_deref() else { return gap() };
        let Some(pod) = self.view.reader.state(uid, self.view.at)? else { return gap() };
        let restarts = restarts(&pod, &of.container);
        let restart = if of.previous { restarts.checked_sub(1) } else { Some(restarts) };
        let Some(restart) = restart else { return Ok(Answer::Log(None)) };
        match self.view.reader.log(uid, &of.container, restart)? {
            Some(text) => Ok(Answer::Log(Some(text))),
            None => gap(),
        }
    }

    /// Whether all of a kind was heard of, from a time on to that of the view.
    fn hears(&self, kind: &GroupKind, namespace: Option<&str>, since: Timestamp) -> Result<bool, RecordError> {
        let reader = &self.view.reader;
        let Some(coverage) = reader.coverage(kind, namespace)? else { return Ok(false) };
        let alive = reader.last_alive()?.is_some_and(|alive| alive >= self.view.at);
        let listed = coverage.listed.is_some_and(|listed| listed <= since);
        Ok(alive && listed && !reader.is_blind(&coverage.stream, since, self.view.at)?)
    }
}

/// How often a container had been started anew.
pub(super) fn restarts(pod: &Value, container: &str) -> u64 {
    ["initContainerStatuses", "containerStatuses", "ephemeralContainerStatuses"]
        .into_iter()
        .filter_map(|list| pod.pointer(&format!("/status/{list}"))?.as_array())
        .flatten()
        .find(|status| status.get("name").and_then(Value::as_str) == Some(container))
        .and_then(|status| status.get("restartCount")?.as_u64())
        .unwrap_or(0)
}

fn not_heard() -> Gap {
    Gap { reason: GapReason::NotCollected, message: Some("the record does not cover it at that time".to_owned()) }
}

fn unreadable(error: &RecordError) -> Gap {
    Gap { reason: GapReason::Unreadable, message: Some(error.to_string()) }
}

impl Source for Recorded {
    fn now(&self) -> Timestamp {
        self.view.at
    }

    fn about(&self) -> About {
        self.about.clone()
    }

    fn answer(&mut self, queries: &[Query]) -> Vec<Answer> {
        self.spent.requests += queries.len() as u64;
        let answers =
            queries.iter().map(|query| self.reply(query).unwrap_or_else(|error| Answer::Gap(unreadable(&error))));
        answers.collect()
    }

    fn spent(&self) -> Spent {
        self.spent
    }
}
