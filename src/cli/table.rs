//! Tables as kubectl prints them: columns apart by spaces, no lines, nothing behind the last word.

use comfy_table::{Table, presets};

/// Rows under their headers, if there are to be some.
pub(super) fn render(headers: &[&str], rows: impl IntoIterator<Item = Vec<String>>, no_headers: bool) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    if !no_headers {
        table.set_header(headers);
    }
    table.add_rows(rows);
    table.to_string().lines().map(|line| format!("{}\n", line.trim())).collect()
}
