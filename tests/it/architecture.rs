//! The walls of the house: who may lean on whom, how big a file may grow, and that nothing lies about unused.
//!
//! Reads the sources as text, with comments left out; what it can't see (a path built by a macro) it does not judge.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Everything that judges and describes, from the bottom up.
const CORE: [&str; 7] = ["model", "kinds", "collect", "graph", "health", "rules", "report"];

/// What the edges stand on besides.
const FLOOR: [&str; 4] = ["operator", "rights", "bundle", "diagnose"];

/// The rooms under `src/`, and the paths under `crate::` that each may use. A room may always use itself.
///
/// An arrow points down, never up. Adding one is a decision about the design: make it here, in its own commit.
fn rooms() -> BTreeMap<&'static str, Vec<&'static str>> {
    let core = || CORE.to_vec();
    let edge = |more: &[&'static str]| [&CORE[..], &FLOOR[..], more].concat();
    BTreeMap::from([
        ("operator", vec![]),
        ("model", vec![]),
        ("kinds", vec!["model", "operator"]),
        ("collect", vec!["model", "kinds"]),
        ("graph", vec!["model", "kinds", "collect"]),
        ("health", vec!["model", "kinds", "collect", "graph"]),
        ("rules", vec!["model", "kinds", "collect", "graph", "health"]),
        ("rights", vec!["model", "kinds"]),
        // Of the rules, what describes them: codes, titles, layers.
        ("report", vec!["model", "kinds", "rights", "graph", "health", "rules"]),
        ("diagnose", core()),
        ("bundle", vec!["model", "kinds", "collect"]),
        ("source", edge(&[])),
        ("record", edge(&["source"])),
        ("recorder", edge(&["source", "record"])),
        ("capture", edge(&["source", "record"])),
        ("serve", edge(&["source"])),
        ("audit", edge(&["source"])),
        ("serve", edge(&["source"])),
        ("cli", edge(&["source", "record", "recorder", "capture", "audit", "serve"])),
    ])
}

/// The folders of `fixtures/`, and the module of this binary that reads each.
const FIXTURES: &[(&str, &str)] = &[
    ("bundles", "bundles"),
    ("canary", "canary"),
    ("golden", "golden"),
    ("operator", "operator"),
    ("rules", "rule_pages"),
    ("scenarios", "scenarios"),
    ("incidents", "incidents"),
    ("kinds", "kind_pages"),
    ("recorded", "recorded"),
];

/// Lines of production code that a file may have. Aim for half of it.
const MOST_LINES: usize = 500;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All Rust files under a folder, sorted, each with its path from the root of the repository.
fn rust_files(folder: &str) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/");
                files.push((name, std::fs::read_to_string(path).unwrap()));
            }
        }
    }
    files.sort();
    files
}

/// The lines before the first `#[cfg(test)]`: what ends up in the binary.
fn production_lines(text: &str) -> usize {
    text.lines().take_while(|line| line.trim() != "#[cfg(test)]").count()
}

/// The text without comments and without inline test modules. A test may reach for a room above its own.
fn code(text: &str) -> String {
    let mut code = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let opens_tests = |next: &&str| next.trim_start().starts_with("mod ") && next.trim_end().ends_with('{');
        if line.trim() == "#[cfg(test)]" && lines.peek().is_some_and(opens_tests) {
            // Formatted code closes a module where it opened it.
            let closes = line.replace("#[cfg(test)]", "}");
            lines.by_ref().take_while(|next| *next != closes).for_each(drop);
            continue;
        }
        code.push_str(line.split_once("//").map_or(line, |(before, _)| before));
        code.push('\n');
    }
    code
}

/// Every path that starts with `crate::`, groups in braces written out.
fn crate_paths(code: &str) -> BTreeSet<String> {
    let mut paths = BTreeSet::new();
    for (start, found) in code.match_indices("crate::") {
        let begins = !code[..start].ends_with(|before: char| before.is_alphanumeric() || before == '_');
        if begins {
            expand(&code[start + found.len()..], "", &mut paths);
        }
    }
    paths
}

/// Reads one path, or one group of paths, and returns what follows it.
fn expand<'a>(text: &'a str, prefix: &str, paths: &mut BTreeSet<String>) -> &'a str {
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        loop {
            rest = rest.trim_start();
            match rest.chars().next() {
                None => return rest,
                Some('}') => return &rest[1..],
                Some(',') => rest = &rest[1..],
                Some(_) => {
                    let after = expand(rest, prefix, paths);
                    // Something that is no path: step over it, so as to end.
                    rest = if after.len() == rest.len() { rest.get(1..).unwrap_or("") } else { after };
                }
            }
        }
    }
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '*')).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let path = if prefix.is_empty() { name.to_owned() } else { format!("{prefix}::{name}") };
    match rest.strip_prefix("::") {
        Some(rest)
            if rest.trim_start().starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '{' || c == '*') =>
        {
            expand(rest, &path, paths)
        }
        _ => {
            if !name.is_empty() {
                paths.insert(path);
            }
            // `as other` belongs to the path before it.
            let renamed = rest.trim_start().strip_prefix("as ").map(str::trim_start);
            renamed.map_or(rest, |rest| rest.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_'))
        }
    }
}

/// How many steps lie between a file's module and the root of the crate.
fn depth(file: &str) -> usize {
    let parts: Vec<_> = file.trim_start_matches("src/").trim_end_matches(".rs").split('/').collect();
    if parts.last() == Some(&"mod") { parts.len() - 1 } else { parts.len() }
}

#[test]
fn rooms_use_only_what_lies_below_them() {
    let rooms = rooms();
    let mut wrong = Vec::new();
    for (file, text) in rust_files("src") {
        let room = file.trim_start_matches("src/").trim_end_matches(".rs").split('/').next().unwrap().to_owned();
        if room == "lib" || room == "main" {
            continue;
        }
        let Some(allowed) = rooms.get(room.as_str()) else {
            wrong.push(format!("{file}: the room `{room}` is not in the table of this test"));
            continue;
        };
        let code = code(&text);
        for path in crate_paths(&code) {
            let within = |place: &str| path == place || path.starts_with(&format!("{place}::"));
            if !within(&room) && !allowed.iter().any(|place| within(place)) {
                wrong.push(format!("{file}: {room} may not use crate::{path}"));
            }
        }
        if code.contains(&"super::".repeat(depth(&file))) {
            wrong.push(format!("{file}: reaches the root by `super::`; write `crate::`, so that it can be seen"));
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

/// Words that make requests to an API server, or change what one is.
const MAKERS: [&str; 14] = [
    "Request::get(",
    "Request::post(",
    "Request::put(",
    "Request::patch(",
    "Request::delete(",
    "Request::head(",
    "Request::options(",
    "Request::connect(",
    "Request::trace(",
    "Request::builder(",
    "Request::new(",
    ".method(",
    "method_mut(",
    "http::Method",
];

/// The one file that makes requests, and what it makes them with.
const SENDER: (&str, [&str; 2]) = ("src/source/cluster/request.rs", ["Request::get(path)", "Request::post(REVIEWS)"]);

#[test]
fn nothing_is_sent_but_a_get_and_the_question_what_one_may_do() {
    let mut made = Vec::new();
    for (file, text) in rust_files("src").into_iter().filter(|(file, _)| !file.ends_with("/fake.rs")) {
        let code = code(&text);
        for (maker, at) in MAKERS.iter().flat_map(|maker| code.match_indices(maker).map(move |(at, _)| (maker, at))) {
            // A server reads the method of what it is asked.
            if file.starts_with("src/serve/") && code[at..].starts_with(".method().") {
                continue;
            }
            let whole = SENDER.1.iter().find(|known| code[at..].starts_with(**known));
            made.push((file.clone(), whole.map_or_else(|| (*maker).to_owned(), |known| (*known).to_owned())));
        }
        // Of the cluster client's own ways to send only the lowest is used, and only where requests are counted.
        assert!(!code.contains("kube::Api") && !code.contains("kube::api"), "{file}: kube's own requests");
        let sends = code.matches(".inner.").count();
        assert_eq!(sends, code.matches("self.inner.send(request)").count(), "{file}: another way to send");
        assert_eq!(sends, usize::from(file == "src/source/cluster/client.rs"), "{file}: sends");
        if file == SENDER.0 {
            let path = "const REVIEWS: &str = \"/apis/authorization.k8s.io/v1/selfsubjectaccessreviews\";";
            assert!(text.contains(path), "{file}: what is posted to is another");
        }
    }
    let expected: Vec<_> = SENDER.1.iter().map(|maker| (SENDER.0.to_owned(), (*maker).to_owned())).collect();
    assert_eq!(made, expected);
}

#[test]
fn files_stay_small() {
    let mut sizes: Vec<_> = rust_files("src").into_iter().map(|(file, text)| (production_lines(&text), file)).collect();
    sizes.sort();
    let (largest, name) = sizes.last().unwrap();
    println!("{} files; median {} lines, largest {largest} ({name})", sizes.len(), sizes[sizes.len() / 2].0);
    let big: Vec<_> = sizes.iter().filter(|(lines, _)| *lines > MOST_LINES).collect();
    assert!(big.is_empty(), "more than {MOST_LINES} lines of production code: {big:?}");
}

/// The modules that a file declares in files of their own: lines like `pub(crate) mod name;`.
fn declared(text: &str) -> Vec<String> {
    let name = |line: &str| {
        let line = line.trim().strip_suffix(';')?;
        let (before, name) = line.rsplit_once("mod ")?;
        let visibility = before.trim();
        (visibility.is_empty() || visibility.starts_with("pub")).then(|| name.trim().to_owned())
    };
    text.lines().filter_map(name).collect()
}

/// All files that can be reached from the given ones by their `mod` lines.
fn reachable(roots: &[&str]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut next: Vec<PathBuf> = roots.iter().map(PathBuf::from).collect();
    while let Some(file) = next.pop() {
        let Ok(text) = std::fs::read_to_string(root().join(&file)) else { continue };
        if !found.insert(file.to_string_lossy().replace('\\', "/")) {
            continue;
        }
        let own = roots.iter().any(|root| Path::new(root) == file) || file.ends_with("mod.rs");
        let folder = if own { file.parent().unwrap().to_owned() } else { file.with_extension("") };
        for name in declared(&text) {
            next.push(folder.join(format!("{name}.rs")));
            next.push(folder.join(&name).join("mod.rs"));
        }
    }
    found
}

#[test]
fn every_file_is_compiled_and_says_what_it_owns() {
    for (folder, roots) in [
        ("src", &["src/lib.rs", "src/main.rs"][..]),
        ("tests/it", &["tests/it/main.rs"]),
        ("tests/live", &["tests/live/main.rs"]),
        // Compiled into both by their path.
        ("tests/shared", &["tests/shared/source_contract.rs"]),
        ("xtask/src", &["xtask/src/main.rs"]),
        ("fuzz/src", &["fuzz/src/lib.rs"]),
        ("fuzz/fuzz_targets", &["fuzz/fuzz_targets/bundle.rs", "fuzz/fuzz_targets/door.rs"]),
    ] {
        let reachable = reachable(roots);
        for (file, text) in rust_files(folder) {
            assert!(reachable.contains(&file), "{file} is reached by no `mod` line");
            assert!(text.starts_with("//!"), "{file} does not open with `//!`");
        }
    }
}

#[test]
fn every_fixture_is_read_by_a_test() {
    let mut folders = BTreeSet::new();
    for entry in std::fs::read_dir(root().join("fixtures")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            folders.insert(name);
        } else {
            assert_eq!(name, "README.md", "fixtures/{name} lies outside the folders that tests read");
        }
    }
    let known: BTreeSet<_> = FIXTURES.iter().map(|(folder, _)| (*folder).to_owned()).collect();
    assert_eq!(folders, known, "the folders of fixtures/ and the table of this test differ");
    for (folder, module) in FIXTURES {
        let places = [format!("tests/it/{module}.rs"), format!("tests/it/{module}/mod.rs")];
        let text = places.iter().find_map(|place| std::fs::read_to_string(root().join(place)).ok());
        let text = text.unwrap_or_else(|| panic!("fixtures/{folder}: there is no test module `{module}`"));
        assert!(text.contains(&format!("fixtures/{folder}")), "`{module}` does not name fixtures/{folder}");
    }
}

mod the_reader_of_this_test {
    use super::*;

    fn paths(code: &str) -> Vec<String> {
        crate_paths(code).into_iter().collect()
    }

    #[test]
    fn writes_groups_out() {
        let code = "use crate::{model::{id::ObjectRef, Object as Thing}, kinds};\npub use crate::graph::*;";
        assert_eq!(paths(code), ["graph::*", "kinds", "model::Object", "model::id::ObjectRef"]);
    }

    #[test]
    fn sees_paths_in_code_and_in_macros() {
        let code = "fn f(x: &crate::model::Object) -> Vec<crate::kinds::Kind> { $crate::rules::check!() }";
        assert_eq!(paths(code), ["kinds::Kind", "model::Object", "rules::check"]);
        assert_eq!(paths("let x = crate::model::parse::<u8>(y);"), ["model::parse"]);
        assert_eq!(paths("pub(crate) fn f() {} use mycrate::model;"), Vec::<String>::new());
    }

    #[test]
    fn passes_over_comments_and_inline_tests_but_not_over_what_follows_them() {
        let text = "//! crate::cli\n#[cfg(test)]\nmod harness;\nuse crate::model; // crate::rules\n\
            #[cfg(test)]\nmod tests {\n    use crate::diagnose;\n    fn f() {\n    }\n}\nuse crate::kinds;\n";
        assert_eq!(paths(&code(text)), ["kinds", "model"]);
    }

    #[test]
    fn counts_production_lines_only() {
        assert_eq!(production_lines("a\nb\n#[cfg(test)]\nmod tests {}\n"), 2);
    }

    #[test]
    fn knows_how_deep_a_module_lies() {
        let depths = ["src/model/mod.rs", "src/model/id.rs", "src/source/cluster/mod.rs"].map(depth);
        assert_eq!(depths, [1, 2, 2]);
    }

    #[test]
    fn knows_module_declarations() {
        let text = "mod a;\npub(crate) mod b;\n    pub mod c;\nmod d {\n// mod e;\nuse mod_f;";
        assert_eq!(declared(text), ["a", "b", "c"]);
    }
}
