//! A text without its credentials and without what a policy withholds.
//!
//! Owns that both have had their say: what one takes out may bring to light what the other looks for.

use std::borrow::Cow;

use super::mask::IN_TEXT;
use super::policy::Scope;
use super::text::{Depth, scrub};

/// A text that has not come to rest after so many rounds is withheld as a whole.
const ROUNDS: usize = 8;

/// The clean text, and the rule of the policy that took something out of it, if one did.
pub(super) fn clean<'t, 'p>(text: &'t str, depth: Depth, scope: &Scope<'p>) -> (Cow<'t, str>, Option<&'p str>) {
    let mut clean = scrub(text, depth);
    if !scope.strikes() {
        return (clean, None);
    }
    let mut by = None;
    for _ in 0..ROUNDS {
        let Some((struck, rule)) = scope.strike(&clean) else { return (clean, by) };
        by.get_or_insert(rule);
        clean = Cow::Owned(scrub(&struck, depth).into_owned());
    }
    match scope.strike(&clean) {
        Some(_) => (Cow::Owned(IN_TEXT.to_owned()), by),
        None => (clean, by),
    }
}
