//! The door as a whole: what must go through untouched, what must never, and the laws that hold for any input.

mod canary;
mod laws;
mod policy;
mod secrets;

use super::Door;

/// Messages as clusters and frameworks write them, one a line.
const MESSAGES: &str = include_str!("tests/messages.txt");

#[test]
fn messages_come_out_as_they_went_in() {
    let door = Door::new();
    assert!(MESSAGES.lines().count() >= 100);
    let changed: Vec<_> =
        MESSAGES.lines().filter(|line| door.text(line) != *line).map(|line| (line, door.text(line))).collect();
    assert!(changed.is_empty(), "{changed:#?}");
    assert_eq!(door.log(MESSAGES), MESSAGES);
}
