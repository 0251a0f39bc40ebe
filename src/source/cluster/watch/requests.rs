//! The second request of a stream, after its list: a watch from a version on.

use std::time::Duration;

use kube::client::Body;

use super::super::asker::Asker;
use super::super::discovery::JSON;
use super::super::pages::served;
use super::super::path;
use super::super::reply::Keep;
use super::super::status::{Outcome, gap_of, outcome};
use super::Followed;
use crate::model::{Gap, GapReason};

/// A refusal says less than this.
const MOST_REFUSAL: usize = 1 << 20;

/// What came of the wish to watch.
pub(super) enum Opened {
    /// Lines come.
    Body(Body),
    /// The version is too old.
    Forgotten(String),
    /// Nothing comes.
    Gap(Gap),
}

/// Asks for changes from a version on.
pub(super) async fn watch(asker: &Asker, followed: &Followed, version: &str, last: Duration) -> Opened {
    let resource = match served(asker, &followed.kind).await {
        Ok(resource) => resource,
        Err(gap) => return Opened::Gap(gap),
    };
    let seconds = last.as_secs().to_string();
    let query = [
        ("watch", "true"),
        ("resourceVersion", version),
        ("allowWatchBookmarks", "true"),
        ("timeoutSeconds", &seconds),
    ];
    let path = path::with(&path::of(&resource, followed.namespace.as_deref(), None), &query);
    let response = match asker.client.open(&path, JSON).await {
        Ok(response) if response.status().is_success() => return Opened::Body(response.into_body()),
        Ok(response) => asker.client.rest(response, Keep::All(MOST_REFUSAL)).await,
        Err(failure) => return Opened::Gap(gap_of(&failure)),
    };
    match outcome(response) {
        Outcome::Forgotten(gap) => Opened::Forgotten(gap.message.unwrap_or_default()),
        Outcome::Gap(gap) => Opened::Gap(gap),
        Outcome::NoObject | Outcome::NoResource | Outcome::Body(_) => Opened::Gap(Gap::new(GapReason::NotServed)),
    }
}
