//! Whether to colour: one answer for every stream, where libraries each have their own.
//!
//! Pure: the choice, the stream and the environment's values are given.

use std::ffi::OsString;

/// When to colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ColorChoice {
    /// On a terminal that can, unless NO_COLOR is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// `--color`, then NO_COLOR, CLICOLOR_FORCE and FORCE_COLOR, CLICOLOR=0, TERM=dumb, then the stream itself. An empty
/// variable is one that is not set.
pub(super) fn colour(choice: ColorChoice, is_terminal: bool, look_up: impl Fn(&str) -> Option<OsString>) -> bool {
    let set = |name: &str| look_up(name).is_some_and(|value| !value.is_empty());
    let is = |name: &str, value: &str| look_up(name).is_some_and(|found| found == value);
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto if set("NO_COLOR") => false,
        ColorChoice::Auto if set("CLICOLOR_FORCE") && !is("CLICOLOR_FORCE", "0") => true,
        ColorChoice::Auto if set("FORCE_COLOR") && !is("FORCE_COLOR", "0") => true,
        ColorChoice::Auto => is_terminal && !is("CLICOLOR", "0") && !is("TERM", "dumb"),
    }
}

#[cfg(test)]
mod tests {
    use super::ColorChoice::{Always, Auto, Never};
    use super::*;

    #[test]
    fn point_31_flag_variables_and_stream_are_heeded_in_this_order() {
        for (choice, environment, on_terminal, elsewhere) in [
            (Auto, &[][..], true, false),
            (Always, &[("NO_COLOR", "1"), ("TERM", "dumb")], true, true),
            (Never, &[("FORCE_COLOR", "1"), ("CLICOLOR_FORCE", "1")], false, false),
            (Auto, &[("NO_COLOR", "1")], false, false),
            (Auto, &[("NO_COLOR", "0")], false, false),
            (Auto, &[("NO_COLOR", "")], true, false),
            (Auto, &[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1"), ("FORCE_COLOR", "1")], false, false),
            (Auto, &[("NO_COLOR", ""), ("FORCE_COLOR", "1")], true, true),
            (Auto, &[("CLICOLOR_FORCE", "1")], true, true),
            (Auto, &[("CLICOLOR_FORCE", "0")], true, false),
            (Auto, &[("CLICOLOR_FORCE", "")], true, false),
            (Auto, &[("FORCE_COLOR", "1")], true, true),
            (Auto, &[("FORCE_COLOR", "3"), ("CLICOLOR", "0"), ("TERM", "dumb")], true, true),
            (Auto, &[("FORCE_COLOR", "0")], true, false),
            (Auto, &[("CLICOLOR", "0")], false, false),
            (Auto, &[("CLICOLOR", "1")], true, false),
            (Auto, &[("TERM", "dumb")], false, false),
            (Auto, &[("TERM", "xterm-256color")], true, false),
        ] {
            let look_up =
                |name: &str| environment.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into());
            let found = [true, false].map(|is_terminal| colour(choice, is_terminal, look_up));
            assert_eq!(found, [on_terminal, elsewhere], "{choice:?} {environment:?}");
        }
    }
}
