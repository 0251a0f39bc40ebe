//! Wrapping at spaces. A word longer than the line stands alone and whole: names and messages must survive copying.

/// The text in lines of at most `width` characters.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(20);
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut length = 0;
    for word in text.split(' ') {
        let letters = word.chars().count();
        if length > 0 && length + 1 + letters > width {
            lines.push(std::mem::take(&mut line));
            length = 0;
        } else if length > 0 || !lines.is_empty() && !line.is_empty() {
            line.push(' ');
            length += 1;
        }
        line.push_str(word);
        length += letters;
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn lines_keep_their_width_and_words_stay_whole() {
        let lines = wrapped("one two three four five six seven eight nine", 20);
        assert!(lines.iter().all(|line| line.chars().count() <= 20), "{lines:?}");
        assert_eq!(lines.join(" "), "one two three four five six seven eight nine");
        assert_eq!(wrapped("averyveryverylongwordindeed x", 20), ["averyveryverylongwordindeed", "x"]);
    }
}
