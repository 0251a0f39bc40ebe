//! Colour and characters, both chosen by whoever prints.

use owo_colors::OwoColorize;

/// Which characters may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Charset {
    /// All of Unicode.
    Unicode,
    /// Seven bits.
    Ascii,
}

/// What ink a piece of text is printed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    Plain,
    Strong,
    Faint,
    Good,
    Wait,
    Bad,
}

/// Colour and characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Whether to colour.
    pub colour: bool,
    /// Which characters.
    pub charset: Charset,
}

impl Style {
    pub(super) fn paint(self, ink: Ink, text: &str) -> String {
        if !self.colour || text.is_empty() {
            return text.to_owned();
        }
        match ink {
            Ink::Plain => text.to_owned(),
            Ink::Strong => text.bold().to_string(),
            Ink::Faint => text.dimmed().to_string(),
            Ink::Good => text.green().to_string(),
            Ink::Wait => text.yellow().to_string(),
            Ink::Bad => text.red().bold().to_string(),
        }
    }

    /// The text in the allowed characters, without colour.
    #[must_use]
    pub fn plain(self, text: &str) -> String {
        self.charset(text)
    }

    /// The text in the allowed characters.
    pub(super) fn charset(self, text: &str) -> String {
        if self.charset == Charset::Unicode || text.is_ascii() {
            return text.to_owned();
        }
        text.chars()
            .map(|c| match c {
                '✓' => "ok".to_owned(),
                '✗' => "!!".to_owned(),
                '…' => "..".to_owned(),
                '–' | '—' | '─' => "-".to_owned(),
                '·' | '├' | '│' => "|".to_owned(),
                '→' => "->".to_owned(),
                '×' => "x".to_owned(),
                '└' => "`".to_owned(),
                c if c.is_ascii() => c.to_string(),
                _ => "?".to_owned(),
            })
            .collect()
    }
}
