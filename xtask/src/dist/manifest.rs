//! krew's manifest: `krew-manifest.yaml`, with the sums of the archives that are there, and without the platforms whose
//! archives are not.
//!
//! Works on lines, so that words and order stay as they were written. Must never leave a sum that is not one.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};

/// Every platform begins so.
const PLATFORM: &str = "    - selector:";

/// The version: `v0.1.0`.
pub fn version(template: &str) -> Result<&str> {
    template.lines().find_map(|line| line.strip_prefix("  version: ")).context("krew-manifest.yaml has no version")
}

/// The file names of all archives it knows.
pub fn archives(template: &str) -> impl Iterator<Item = &str> {
    template.lines().filter_map(archive)
}

/// The manifest of the archives that have a sum.
pub fn of(template: &str, sums: &BTreeMap<String, String>) -> Result<String> {
    let (head, platforms) = template.split_once("  platforms:\n").context("krew-manifest.yaml has no platforms")?;
    let mut text = format!("{head}  platforms:\n");
    let mut told = 0;
    for platform in platforms.split(PLATFORM).skip(1) {
        let Some(sum) = platform.lines().find_map(archive).and_then(|name| sums.get(name)) else { continue };
        text.push_str(PLATFORM);
        for line in platform.split_inclusive('\n') {
            match line.split_once("sha256: ") {
                Some((indent, _)) => text.push_str(&format!("{indent}sha256: \"{sum}\"\n")),
                None => text.push_str(line),
            }
        }
        told += 1;
    }
    ensure!(told > 0 && told == sums.len(), "{told} of {} archives stand in krew-manifest.yaml", sums.len());
    Ok(text)
}

/// The last part of a line that is the address of an archive.
fn archive(line: &str) -> Option<&str> {
    line.trim().strip_prefix("uri: ")?.rsplit('/').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEMPLATE: &str = "spec:
  version: v1.2.3
  platforms:
    # Filled in.
    - selector:
        matchLabels: {os: linux}
      uri: https://example.org/v1.2.3/a_linux.tar.gz
      sha256: \"00\"
      bin: a
    - selector:
        matchLabels: {os: darwin}
      uri: https://example.org/v1.2.3/a_darwin.tar.gz
      sha256: \"00\"
      bin: a
";

    fn sums(names: &[&str]) -> BTreeMap<String, String> {
        names.iter().map(|name| ((*name).to_owned(), format!("sum of {name}"))).collect()
    }

    #[test]
    fn only_platforms_with_an_archive_are_told_of() {
        assert_eq!(
            of(TEMPLATE, &sums(&["a_darwin.tar.gz"])).unwrap(),
            "spec:
  version: v1.2.3
  platforms:
    - selector:
        matchLabels: {os: darwin}
      uri: https://example.org/v1.2.3/a_darwin.tar.gz
      sha256: \"sum of a_darwin.tar.gz\"
      bin: a
"
        );
        let both = of(TEMPLATE, &sums(&["a_darwin.tar.gz", "a_linux.tar.gz"])).unwrap();
        assert_eq!(both.matches("sum of a_").count(), 2);
        assert!(!both.contains("\"00\""));
    }

    #[test]
    fn an_unknown_archive_and_none_are_errors() {
        assert!(of(TEMPLATE, &sums(&["b.tar.gz"])).is_err());
        assert!(of(TEMPLATE, &sums(&[])).is_err());
    }

    #[test]
    fn version_and_archives_are_read() {
        assert_eq!(version(TEMPLATE).unwrap(), "v1.2.3");
        assert!(archives(TEMPLATE).eq(["a_linux.tar.gz", "a_darwin.tar.gz"]));
    }
}
