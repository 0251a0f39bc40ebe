//! Cargo.lock against the bans of deny.toml, without an extra tool.
//!
//! Owns a reader for the two shapes that a ban has in our deny.toml: `"name"`, which bans a crate, and `"name:<1.2.3"`,
//! which bans what is older. Must never pass because it failed to read: no bans or no packages is an error.

use std::fs;

use anyhow::{Context, Result, anyhow, ensure};

use crate::cargo;

/// A version's three numbers. What follows them (pre-releases, build data) is of no matter here.
type Version = [u64; 3];

/// One entry of `bans.deny`.
#[derive(Debug, PartialEq)]
struct Ban {
    name: String,
    /// Oldest version that will do; none: the crate is banned altogether.
    oldest: Option<Version>,
    reason: String,
}

/// Reads both files and fails on any banned package.
pub fn run() -> Result<()> {
    let read = |name: &str| fs::read_to_string(cargo::root().join(name)).with_context(|| format!("cannot read {name}"));
    let bans = bans(&read("deny.toml")?)?;
    let packages = packages(&read("Cargo.lock")?)?;
    let found = violations(&bans, &packages);
    for line in &found {
        println!("{line}");
    }
    ensure!(found.is_empty(), "{} banned packages in Cargo.lock", found.len());
    println!("{} packages, none of them under the {} bans of deny.toml.", packages.len(), bans.len());
    Ok(())
}

/// The entries of `deny = [ … ]` in the section `[bans]`, one a line.
fn bans(text: &str) -> Result<Vec<Ban>> {
    let entries = text
        .lines()
        .map(str::trim)
        .skip_while(|line| *line != "[bans]")
        .skip_while(|line| *line != "deny = [")
        .skip(1)
        .take_while(|line| *line != "]")
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    let bans = entries.map(ban).collect::<Result<Vec<_>>>()?;
    ensure!(!bans.is_empty(), "no bans found in deny.toml");
    Ok(bans)
}

/// One entry: `{ crate = "name:<1.2.3", reason = "…" },`.
fn ban(line: &str) -> Result<Ban> {
    let what = value(line, "crate").with_context(|| format!("not an entry that can be read: {line}"))?;
    let reason = value(line, "reason").with_context(|| format!("a ban without a reason: {line}"))?.to_owned();
    let Some((name, requirement)) = what.split_once(':') else {
        return Ok(Ban { name: what.to_owned(), oldest: None, reason });
    };
    let oldest = requirement.strip_prefix('<').context("only `<` is understood").and_then(version);
    let oldest = oldest.with_context(|| format!("not a version that can be read: {what}"))?;
    Ok(Ban { name: name.to_owned(), oldest: Some(oldest), reason })
}

/// The packages of a Cargo.lock, with their versions.
fn packages(text: &str) -> Result<Vec<(String, Version)>> {
    let mut packages = Vec::new();
    let mut name = None;
    for line in text.lines() {
        if line == "[[package]]" {
            name = None;
        } else if line.starts_with("name = ") {
            name = value(line, "name");
        } else if line.starts_with("version = ")
            && let (Some(name), Some(text)) = (name, value(line, "version"))
        {
            packages.push((name.to_owned(), version(text)?));
        }
    }
    ensure!(!packages.is_empty(), "no packages found in Cargo.lock");
    Ok(packages)
}

/// The text in quotes behind `key = `.
fn value<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(&format!("{key} = \""))?;
    rest.split_once('"').map(|(value, _)| value)
}

/// `1.2.3`, `1.2.3-rc.1+build`, `1.2`, `1`.
fn version(text: &str) -> Result<Version> {
    let mut version = [0; 3];
    let numbers = text.split(['-', '+']).next().unwrap_or_default();
    let mut parts = numbers.split('.');
    for (place, part) in version.iter_mut().zip(parts.by_ref()) {
        *place = part.parse().map_err(|_| anyhow!("not a version: {text}"))?;
    }
    ensure!(parts.next().is_none(), "not a version: {text}");
    Ok(version)
}

/// A line for each package that a ban forbids.
fn violations(bans: &[Ban], packages: &[(String, Version)]) -> Vec<String> {
    let mut found = Vec::new();
    for (name, [major, minor, patch]) in packages {
        for ban in bans.iter().filter(|ban| ban.name == *name) {
            let reason = &ban.reason;
            match ban.oldest {
                None => found.push(format!("{name} {major}.{minor}.{patch} is banned: {reason}")),
                Some(oldest) if [*major, *minor, *patch] < oldest => {
                    let [a, b, c] = oldest;
                    found.push(format!("{name} {major}.{minor}.{patch} is older than {a}.{b}.{c}: {reason}"));
                }
                Some(_) => {}
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const DENY: &str = r#"
[licenses]
allow = [
    "MIT",
]
[bans]
wildcards = "deny"
deny = [
    # Why.
    { crate = "atty", reason = "abandoned" },
    { crate = "tar:<0.4.45", reason = "holes" },
]
"#;

    fn lock(name: &str, version: &str) -> Vec<(String, Version)> {
        packages(&format!("version = 4\n\n[[package]]\nname = \"{name}\"\nversion = \"{version}\"\n")).unwrap()
    }

    #[test]
    fn a_banned_crate_is_found_in_any_version() {
        let bans = bans(DENY).unwrap();
        assert_eq!(violations(&bans, &lock("atty", "9.0.0")), ["atty 9.0.0 is banned: abandoned"]);
        assert!(violations(&bans, &lock("atty-two", "1.0.0")).is_empty());
    }

    #[test]
    fn an_old_version_is_found_and_a_new_one_is_not() {
        let bans = bans(DENY).unwrap();
        assert_eq!(violations(&bans, &lock("tar", "0.4.44")), ["tar 0.4.44 is older than 0.4.45: holes"]);
        for version in ["0.4.45", "0.4.100", "0.5.0", "1.0.0-rc.1"] {
            assert!(violations(&bans, &lock("tar", version)).is_empty(), "{version}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_an_error() {
        assert!(bans("[bans]\n").is_err());
        assert!(bans("[bans]\ndeny = [\n{ name = \"atty\" },\n]").is_err());
        assert!(bans("[bans]\ndeny = [\n{ crate = \"tar:>=1\", reason = \"x\" },\n]").is_err());
        assert!(packages("version = 4\n").is_err());
    }
}
