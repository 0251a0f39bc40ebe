//! Which long words look drawn at random, as keys and tokens do.
//!
//! Owns the judgement between a credential and what Kubernetes writes all day: names with hash endings, UIDs, digests,
//! paths, reasons in one word. It looks at spelling alone and keeps no list of names.

use std::ops::Range;

/// Shorter words carry too little to tell a token from a name.
const SHORTEST: usize = 24;
/// A word that is random in this many characters is random.
const ENOUGH: usize = 16;

/// Words before a long hexadecimal number that say it names something: a digest, a commit, a container.
const NAMING: [&str; 50] = [
    "id",
    "ids",
    "uid",
    "uuid",
    "hash",
    "commit",
    "commits",
    "sha",
    "sha1",
    "sha256",
    "sha512",
    "md5",
    "digest",
    "checksum",
    "rev",
    "revision",
    "etag",
    "container",
    "containers",
    "sandbox",
    "sandboxes",
    "image",
    "images",
    "layer",
    "layers",
    "blob",
    "blobs",
    "snapshot",
    "snapshots",
    "task",
    "tasks",
    "shim",
    "overlay2",
    "containerd",
    "docker",
    "crio",
    "network",
    "trace",
    "span",
    "node",
    "actor",
    "worker",
    "job",
    "object",
    "pod",
    "pods",
    "build",
    "ref",
    "scope",
    "kubepods",
];

/// Adds the places of words that look random.
pub(super) fn spans(text: &str, out: &mut Vec<Range<usize>>) {
    let mut start = 0;
    for (at, byte) in text.bytes().enumerate().chain([(text.len(), b' ')]) {
        if is_part_of_word(byte) {
            continue;
        }
        if at - start + 2 >= SHORTEST {
            // The padding of base64 belongs to the word, yet `=` in the middle parts a name from its value.
            let padding = text.bytes().skip(at).take(2).take_while(|&b| b == b'=').count();
            let end = at + padding;
            if end - start >= SHORTEST && text.get(start..at).is_some_and(|word| is_random(word, text, start)) {
                out.push(start..end);
            }
        }
        start = at + 1;
    }
}

/// Whether a word on its own looks random; for values that should be names.
pub(super) fn looks_random(text: &str) -> bool {
    let mut found = Vec::new();
    if text.len() >= SHORTEST {
        spans(text, &mut found);
    }
    !found.is_empty()
}

fn is_part_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'_' | b'-')
}

fn is_random(word: &str, text: &str, start: usize) -> bool {
    // Symbols of compiled code in a stack trace are as ragged as any key.
    if word.starts_with("_Z") || word.contains("/_Z") {
        return false;
    }
    let mut noise = 0;
    let mut at = start;
    for part in word.split(['+', '/', '_', '-']) {
        if is_long_hex(part) {
            if !text.get(..at).is_some_and(names_something) {
                return true;
            }
        } else if is_noisy(part) {
            noise += part.len();
        }
        at += part.len() + 1;
    }
    noise >= ENOUGH || noise * 3 >= word.len()
}

fn is_long_hex(part: &str) -> bool {
    part.len() >= SHORTEST
        && part.bytes().any(|b| b.is_ascii_digit())
        && part.bytes().any(|b| b.is_ascii_alphabetic())
        && (part.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
            || part.bytes().all(|b| b.is_ascii_digit() || (b'A'..=b'F').contains(&b)))
}

/// Whether the text ends in a word that introduces an identifier, like `container "` or `sha256:`.
fn names_something(before: &str) -> bool {
    let mut tail = before.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
    if before.len() - tail.len() > 6 {
        return false;
    }
    if let Some((_, last)) = tail.rsplit_once(|c: char| !c.is_ascii_alphanumeric()) {
        tail = last;
    }
    let lower = tail.to_ascii_lowercase();
    NAMING.contains(&lower.as_str()) || tail.ends_with("ID") || tail.ends_with("Id") || tail.ends_with("Hash")
}

/// Whether one part between separators is ragged: it changes between letters, cases and digits far more often than
/// words and numbers do.
fn is_noisy(part: &str) -> bool {
    let shape = Shape::of(part);
    let length = shape.length;
    // Average length of a stretch below `tenths` / 10.
    let ragged = |tenths: usize| length * 10 < shape.stretches * tenths;
    let tight = |table: &[(usize, usize)]| table.iter().any(|&(least, tenths)| length >= least && ragged(tenths));
    // The longer a word, the surer its average; the limits were chosen on drawn words and on names from the field.
    match (shape.lower > 0, shape.upper > 0, shape.digits > 0) {
        (true, true, true) => tight(&[(10, 26), (16, 32), (22, 38)]),
        (true, true, false) => tight(&[(16, 23), (20, 32)]),
        // One case with digits: suffixes that Kubernetes makes end at ten, cloud identifiers at seventeen hexadecimal.
        (true, false, true) | (false, true, true) => {
            let is_identifier = shape.hex && length <= 17;
            (shape.digits >= 3 && !is_identifier && tight(&[(16, 25), (20, 40)]))
                || (shape.digits >= 2 && tight(&[(24, 52)]))
        }
        _ => false,
    }
}

/// How a part is spelled.
#[derive(Default)]
struct Shape {
    length: usize,
    lower: usize,
    upper: usize,
    digits: usize,
    hex: bool,
    /// Capitals and the small letters after them, small letters, or digits in a row.
    stretches: usize,
}

impl Shape {
    fn of(part: &str) -> Self {
        let mut shape = Self { hex: true, ..Self::default() };
        let mut last = b' ';
        for byte in part.bytes() {
            let class = match byte {
                b'0'..=b'9' => b'0',
                b'A'..=b'Z' => b'A',
                _ => b'a',
            };
            match class {
                b'0' => shape.digits += 1,
                b'A' => shape.upper += 1,
                _ => shape.lower += 1,
            }
            shape.hex &= byte.is_ascii_hexdigit();
            shape.length += 1;
            if class != last && !(class == b'a' && last == b'A') {
                shape.stretches += 1;
            }
            last = class;
        }
        shape
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small generator, so that the rates below are the same on every machine.
    fn draw(alphabet: &[u8], length: usize, seed: &mut u64) -> String {
        (0..length)
            .map(|_| {
                *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                char::from(alphabet[usize::try_from(*seed >> 33).unwrap() % alphabet.len()])
            })
            .collect()
    }

    fn caught(alphabet: &str, length: usize) -> usize {
        let mut seed = 42;
        (0..1_000).filter(|_| looks_random(&draw(alphabet.as_bytes(), length, &mut seed))).count()
    }

    #[test]
    fn drawn_words_are_caught() {
        const MIXED: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
        const BASE64: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        const URL_SAFE: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        const LOWER: &str = "abcdefghijklmnopqrstuvwxyz0123456789";
        const BASE32: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
        let rates = [
            caught(MIXED, 24),
            caught(MIXED, 32),
            caught(MIXED, 40),
            caught(BASE64, 24),
            caught(BASE64, 32),
            caught(BASE64, 44),
            caught(URL_SAFE, 32),
            caught(URL_SAFE, 43),
            caught(LOWER, 24),
            caught(LOWER, 32),
            caught(BASE32, 32),
            caught("0123456789abcdef", 32),
        ];
        let least = [960, 980, 990, 870, 930, 970, 950, 960, 960, 980, 900, 999];
        assert!(rates.iter().zip(least).all(|(&rate, least)| rate >= least), "{rates:?}");
    }

    #[test]
    fn names_are_left_alone() {
        for text in [
            "8586cf35-3705-40b5-acc9-77a9ac525643",
            "head-stuck-kr9hk-gpu-worker-wst2h",
            "kuberay-operator-8569b798d4-x7k2p",
            "gke-train-a100-pool-1-9f8e7d6c-abcd",
            "ip-10-0-12-34.eu-west-1.compute.internal",
            "aws:///eu-west-1a/i-0123456789abcdef0",
            "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            "containerd://9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            "sandbox \"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\"",
            "/snapshots/0123456789abcdef0123456789abcdef01234567/config.json",
            "FailedCreatePodSandBoxVolumeMountBecauseOfTheNode",
            "MutatingAdmissionWebhookConfiguration",
            "TORCH_NCCL_ASYNC_ERROR_HANDLING",
            "NVIDIA-A100-SXM4-80GB-MIG-1g.5gb-SHARED",
            "Meta-Llama-3-1-8B-Instruct-GPTQ-INT4",
            "/usr/local/lib/python3/dist-packages/torch/distributed/elastic/multiprocessing/api",
            "mutate-jobset-x-k8s-io-v1alpha2-jobset",
            "torch-2.5.1+cu124-cp311-cp311-manylinux_2_17_x86_64",
            "_ZN3c106detail14torchCheckFailEPKcS2_jRKSs",
            "model-00001-of-00030_checkpoint-0000012000",
            "20261130T162425Z-20261130T172425Z",
            "abcdefghijklmnopqrstuvwxyzabcdef",
        ] {
            assert!(!looks_random(text), "{text}");
        }
    }
}
