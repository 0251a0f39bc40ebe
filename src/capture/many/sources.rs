//! Who is asked beyond the lists: the cluster, and the record of it that adds what the cluster has forgotten.

use crate::collect::Answer;
use crate::model::Query;
use crate::record::{Joined, Recorded, joined};
use crate::source::Source;
use crate::source::cluster::Cluster;

/// Both.
pub(super) struct Sources<'s> {
    pub(super) cluster: &'s mut Cluster,
    pub(super) record: Option<&'s mut Recorded>,
}

impl Sources<'_> {
    /// Answers to questions that no list knows.
    pub(super) fn answer(&mut self, queries: &[Query]) -> Vec<Answer> {
        match &mut self.record {
            Some(record) => Joined::new(self.cluster, record).answer(queries),
            None => self.cluster.answer(queries),
        }
    }

    /// What the record adds to an answer of the lists; none if it adds nothing.
    pub(super) fn more(&mut self, query: &Query, answer: &Answer) -> Option<Answer> {
        let record = self.record.as_mut()?.answer(std::slice::from_ref(query)).pop()?;
        let both = joined(query, answer.clone(), record);
        (both != *answer).then_some(both)
    }
}
