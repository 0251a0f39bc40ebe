//! What this platform is called in names of archives and in krew's selectors, which are Go's words.

use std::env::consts;

/// The plugin's file.
pub fn binary() -> String {
    format!("kubectl-mlop{}", consts::EXE_SUFFIX)
}

/// The archive of a version (`v0.1.0`) for this platform.
pub fn archive(version: &str) -> String {
    format!("kubectl-mlop_{version}_{}_{}.tar.gz", os(consts::OS), arch(consts::ARCH))
}

fn os(rust: &str) -> &str {
    if rust == "macos" { "darwin" } else { rust }
}

fn arch(rust: &str) -> &str {
    match rust {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_gos() {
        assert_eq!([os("macos"), os("linux"), os("windows")], ["darwin", "linux", "windows"]);
        assert_eq!([arch("x86_64"), arch("aarch64"), arch("s390x")], ["amd64", "arm64", "s390x"]);
    }
}
