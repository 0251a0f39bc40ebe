//! How far a capture of many runs is: on a terminal only, and only once it has taken a while.

#![expect(clippy::disallowed_methods, reason = "an edge: patience is measured by the clock")]

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::capture::many::Stage;
use crate::cli::terminal;

/// Silence before the first drawing, and between two.
const PATIENCE: Duration = Duration::from_secs(2);
const GLANCE: Duration = Duration::from_millis(100);

/// The line.
pub(super) struct Progress {
    begun: Instant,
    drawn: Option<Instant>,
    bar: Option<ProgressBar>,
}

impl Progress {
    pub(super) fn new() -> Self {
        Self { begun: Instant::now(), drawn: None, bar: None }
    }

    pub(super) fn tell(&mut self, stage: Stage) {
        let due = self.drawn.map_or(PATIENCE, |_| GLANCE);
        if !terminal::is_drawn() || self.drawn.unwrap_or(self.begun).elapsed() < due {
            return;
        }
        self.drawn = Some(Instant::now());
        let (what, done, of) = words(stage);
        let bar = self.bar.get_or_insert_with(|| ProgressBar::new(of).with_style(style()));
        bar.set_message(what);
        bar.set_length(of);
        bar.set_position(done);
        bar.tick();
    }

    pub(super) fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template("{msg} {wide_bar} {human_pos}/{human_len} {elapsed}")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
}

fn words(stage: Stage) -> (&'static str, u64, u64) {
    let wide = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
    match stage {
        Stage::Lists { read, of } => ("reading objects and events", read, of),
        Stage::Runs { walked, of } => ("walking runs", wide(walked), wide(of)),
        Stage::Writing { written, of } => ("writing objects", wide(written), wide(of)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_are_told_and_the_template_is_one() {
        assert_eq!(words(Stage::Lists { read: 500, of: 7000 }), ("reading objects and events", 500, 7000));
        assert_eq!(words(Stage::Runs { walked: 1, of: 9 }), ("walking runs", 1, 9));
        assert!(ProgressStyle::with_template("{msg} {wide_bar} {human_pos}/{human_len} {elapsed}").is_ok());
    }
}
