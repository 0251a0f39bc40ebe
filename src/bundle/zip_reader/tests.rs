//! Zips made by hand, each hostile in its own way, and some that are only odd.

use std::io::{Cursor, Write as _};

use proptest::prelude::*;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::*;
use crate::bundle::{Sink as _, ZipSink};

/// One entry, every field of it open to lies.
#[derive(Clone)]
struct Raw {
    name: Vec<u8>,
    local_name: Option<Vec<u8>>,
    data: Vec<u8>,
    size: u32,
    packed: u32,
    crc: u32,
    method: u16,
    flags: u16,
    mode: u32,
    extra: Vec<u8>,
    local_extra: Vec<u8>,
    /// Where its header stands, if not where it does.
    at: Option<u32>,
}

impl Raw {
    fn new(name: impl AsRef<[u8]>, data: &[u8]) -> Self {
        let size = u32::try_from(data.len()).unwrap();
        Self {
            name: name.as_ref().to_vec(),
            local_name: None,
            data: data.to_vec(),
            size,
            packed: size,
            crc: crc(data),
            method: 0,
            flags: 0,
            mode: 0o100_600,
            extra: Vec::new(),
            local_extra: Vec::new(),
            at: None,
        }
    }
}

fn raw(name: impl AsRef<[u8]>, change: impl FnOnce(&mut Raw)) -> Raw {
    let mut raw = Raw::new(name, b"data");
    change(&mut raw);
    raw
}

fn crc(data: &[u8]) -> u32 {
    !data.iter().fold(!0, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 })
    })
}

fn put16(out: &mut Vec<u8>, values: &[u16]) {
    values.iter().for_each(|value| out.extend(value.to_le_bytes()));
}

fn put32(out: &mut Vec<u8>, values: &[u32]) {
    values.iter().for_each(|value| out.extend(value.to_le_bytes()));
}

fn length(bytes: &[u8]) -> u16 {
    u16::try_from(bytes.len()).unwrap()
}

fn make(entries: &[Raw]) -> Vec<u8> {
    make_counting(entries, length(&vec![0; entries.len()]))
}

/// A zip that says it has `count` entries.
fn make_counting(entries: &[Raw], count: u16) -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for raw in entries {
        let at = u32::try_from(out.len()).unwrap();
        let local_name = raw.local_name.as_ref().unwrap_or(&raw.name);
        out.extend(b"PK\x03\x04");
        put16(&mut out, &[20, raw.flags, raw.method, 0, 0x21]);
        put32(&mut out, &[raw.crc, raw.packed, raw.size]);
        put16(&mut out, &[length(local_name), length(&raw.local_extra)]);
        out.extend([local_name, &raw.local_extra, &raw.data].into_iter().flatten());
        directory.extend(b"PK\x01\x02");
        put16(&mut directory, &[0x031e, 20, raw.flags, raw.method, 0, 0x21]);
        put32(&mut directory, &[raw.crc, raw.packed, raw.size]);
        put16(&mut directory, &[length(&raw.name), length(&raw.extra), 0, 0, 0]);
        put32(&mut directory, &[raw.mode << 16, raw.at.unwrap_or(at)]);
        directory.extend(raw.name.iter().chain(&raw.extra));
    }
    let start = u32::try_from(out.len()).unwrap();
    out.extend(&directory);
    out.extend(b"PK\x05\x06");
    put16(&mut out, &[0, 0, count, count]);
    put32(&mut out, &[u32::try_from(directory.len()).unwrap(), start]);
    put16(&mut out, &[0]);
    out
}

fn open(bytes: &[u8]) -> Result<ZipFiles<Cursor<&[u8]>>, BundleError> {
    ZipFiles::open(Cursor::new(bytes))
}

fn refused(entries: &[Raw]) -> BundleError {
    let error = open(&make(entries)).unwrap_err();
    assert!(!error.to_string().contains(char::is_control), "{error}");
    error
}

/// The error of reading the first file of a zip that opens.
fn unreadable(entries: &[Raw]) -> BundleError {
    let bytes = make(entries);
    let mut files = open(&bytes).unwrap();
    let name = files.names().first().unwrap().clone();
    files.read(&name).unwrap_err()
}

fn names(entries: &[Raw]) -> Vec<String> {
    open(&make(entries)).unwrap().names().iter().cloned().collect()
}

/// Bytes deflated by the library, with what it says of them.
fn deflated(name: &str, data: &[u8]) -> Raw {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    writer.start_file(name, SimpleFileOptions::DEFAULT.compression_method(CompressionMethod::Deflated)).unwrap();
    writer.write_all(data).unwrap();
    let mut archive = writer.finish_into_readable().unwrap();
    let mut packed = Vec::new();
    archive.by_index_raw(0).unwrap().read_to_end(&mut packed).unwrap();
    let mut raw = Raw::new(name, &packed);
    (raw.method, raw.crc, raw.size) = (8, crc(data), u32::try_from(data.len()).unwrap());
    raw
}

#[test]
fn an_honest_zip_is_read() {
    let bytes = make(&[raw("a/b.json", |_| {}), raw("a/", |raw| *raw = empty("a/")), deflated("c", &[b'x'; 999])]);
    let mut files = open(&bytes).unwrap();
    assert_eq!(files.names().iter().collect::<Vec<_>>(), ["a/b.json", "c"]);
    assert_eq!(files.read("a/b.json").unwrap(), b"data");
    assert_eq!(files.read("c").unwrap(), [b'x'; 999]);
    assert_eq!(files.size("c"), Some(999));
}

fn empty(name: &str) -> Raw {
    Raw { mode: 0o040_700, ..Raw::new(name, b"") }
}

#[test]
fn links_and_special_files_are_refused() {
    assert!(matches!(refused(&[raw("a", |raw| raw.mode = 0o120_777)]), BundleError::Link(_)));
    assert!(matches!(refused(&[raw("a", |raw| raw.mode = 0o010_600)]), BundleError::Special(_)));
    assert!(matches!(refused(&[raw("a", |raw| raw.mode = 0o140_600)]), BundleError::Special(_)));
    assert!(matches!(refused(&[raw("a", |raw| raw.mode = 0o040_700)]), BundleError::FileAndDirectory(_)));
    assert!(matches!(refused(&[raw("a/", |_| {})]), BundleError::FileAndDirectory(_)));
    assert!(matches!(refused(&[raw("a/", |raw| raw.mode = 0)]), BundleError::FileAndDirectory(_)));
}

#[test]
fn unsafe_names_are_refused() {
    for name in
        ["../a", "a/../../b", "/etc/passwd", "a\\b", "..\\a", "C:\\a", "C:a", "a//b", "a\0b", "\u{1b}[2J", "con", ""]
    {
        let error = refused(&[raw(name, |_| {})]);
        assert!(matches!(error, BundleError::Unsafe { .. }), "{name:?}: {error}");
    }
    let error = refused(&[raw(b"a\xff", |_| {})]);
    assert!(matches!(error, BundleError::Unsafe { fault: Fault::NotUtf8, .. }), "{error}");
}

#[test]
fn clashing_names_are_refused() {
    let two = |one: &str, two: &str| refused(&[raw(one, |_| {}), raw(two, |_| {})]);
    assert!(matches!(two("a", "a"), BundleError::Duplicate(_)));
    assert!(matches!(two("objects/x", "objects/X"), BundleError::CaseClash { .. }));
    assert!(matches!(two("a/x", "A/y"), BundleError::CaseClash { .. }));
    assert!(matches!(two("a", "a/b"), BundleError::FileAndDirectory(_)));
}

#[test]
fn what_can_not_be_unpacked_is_said() {
    assert!(matches!(refused(&[raw("a", |raw| raw.flags = 1)]), BundleError::Encrypted(_)));
    assert!(matches!(refused(&[raw("a", |raw| raw.method = 12)]), BundleError::Method { method: 12, .. }));
    assert!(matches!(refused(&[raw("a", |raw| raw.method = 93)]), BundleError::Method { method: 93, .. }));
}

#[test]
fn two_headers_that_differ_are_refused() {
    let error = unreadable(&[raw("a", |raw| raw.local_name = Some(b"b".to_vec()))]);
    assert!(matches!(error, BundleError::Damaged(_)), "{error}");
    // The Unicode path field: a version, the checksum of the name it replaces, another name.
    let mut field = vec![0x75, 0x70, 8, 0, 1];
    field.extend(crc(b"a").to_le_bytes());
    field.extend(b"../");
    let error = refused(&[raw("a", |raw| raw.extra = field)]);
    assert!(matches!(error, BundleError::Unsafe { fault: Fault::TwoNames, .. } | BundleError::Damaged(_)), "{error}");
}

#[test]
fn sizes_are_not_believed() {
    let honest = deflated("a", &[b'x'; 5000]);
    for size in [0, 1, 4999, 5001, 60_000_000] {
        let lie = Raw { size, ..honest.clone() };
        match open(&make(&[lie])) {
            Ok(mut files) => assert!(matches!(files.read("a"), Err(BundleError::Damaged(_))), "{size}"),
            Err(error) => assert!(matches!(error, BundleError::TooMuch { .. }), "{size}: {error}"),
        }
    }
    assert!(matches!(unreadable(&[Raw { crc: 1, ..honest.clone() }]), BundleError::Damaged(_)));
    assert!(matches!(unreadable(&[Raw { data: vec![0xff; honest.data.len()], ..honest }]), BundleError::Damaged(_)));
    assert!(matches!(refused(&[raw("a", |raw| raw.size = 3)]), BundleError::Damaged(_)));
    assert!(matches!(refused(&[raw("a", |raw| (raw.size, raw.packed) = (!1, !1))]), BundleError::TooMuch { .. }));
}

#[test]
fn bombs_are_refused() {
    let bomb = deflated("a", &vec![0; 8 << 20]);
    assert!(matches!(refused(std::slice::from_ref(&bomb)), BundleError::TooMuch { limit: 200, .. }));
    // The same, looking harmless: it is stopped where it said it would end.
    assert!(matches!(unreadable(&[Raw { size: 1000, ..bomb }]), BundleError::Damaged(_)));
}

#[test]
fn limits_are_kept() {
    let bytes = make(&[raw("a", |_| {}), raw("b", |_| {}), raw("c/d", |_| {})]);
    let within = |limits| ZipFiles::open_within(Cursor::new(bytes.as_slice()), limits);
    let none = Limits::default();
    within(Limits { files: 3, file_bytes: 4, total_bytes: 12, depth: 2, name_bytes: 3, ..none }).unwrap();
    for limits in [
        Limits { files: 2, ..none },
        Limits { file_bytes: 3, ..none },
        Limits { total_bytes: 11, ..none },
        Limits { directory_bytes: 100, ..none },
    ] {
        assert!(matches!(within(limits), Err(BundleError::TooMuch { .. })));
    }
    assert!(matches!(within(Limits { depth: 1, ..none }), Err(BundleError::Unsafe { fault: Fault::Deep, .. })));
    assert!(matches!(within(Limits { name_bytes: 2, ..none }), Err(BundleError::Unsafe { fault: Fault::Long, .. })));
    let many = raw("a", |raw| raw.extra = [0xfe, 0xca, 0, 0].repeat(17));
    assert!(matches!(refused(&[many]), BundleError::Damaged(_)));
    for count in [0, 2, 4, 0xfffe, 0xffff] {
        let lie = make_counting(&[raw("a", |_| {}), raw("b", |_| {}), raw("c/d", |_| {})], count);
        assert!(matches!(open(&lie), Err(BundleError::Damaged(_))), "{count}");
    }
}

#[test]
fn shared_bytes_are_refused() {
    let overlap = |entries: &[Raw]| matches!(refused(entries), BundleError::Overlap(_));
    assert!(overlap(&[raw("a", |_| {}), raw("b", |raw| raw.at = Some(0))]));
    // Into the next header, and into the directory.
    assert!(overlap(&[raw("a", |raw| (raw.size, raw.packed) = (30, 30)), raw("b", |_| {})]));
    assert!(overlap(&[raw("a", |raw| (raw.size, raw.packed) = (30, 30))]));
    assert!(overlap(&[raw("a", |raw| raw.at = Some(u32::MAX - 1))]));
    // Seen only when the header itself is read: it is longer than the directory says.
    let long = raw("a", |raw| {
        raw.local_extra = [&[0xfe, 0xca, 4, 0][..], b"data"].concat();
        raw.data = Vec::new();
    });
    assert!(matches!(unreadable(&[long]), BundleError::Overlap(_)));
}

#[test]
fn cut_and_garbled_files_are_refused() {
    let mut sink = ZipSink::new(Cursor::new(Vec::new()));
    for name in ["bundle.json", "objects/ml/a/object.json", "MANIFEST.sha256"] {
        sink.put(name, name.repeat(40).as_bytes()).unwrap();
    }
    let whole = sink.finish().unwrap().into_inner();
    for end in 0..whole.len() {
        let error = open(&whole[..end]).unwrap_err();
        assert!(matches!(error, BundleError::NoZip(_)), "{end}: {error}");
    }
    for start in 1..whole.len() {
        open(&whole[start..]).unwrap_err();
    }
    open(&[b"junk", &whole[..]].concat()).unwrap_err();
    open(&[&whole[..], b"junk"].concat()).unwrap_err();
    open(&[&whole[..], &whole].concat()).unwrap_err();
    for garbage in [&b""[..], b"PK", b"PK\x05\x06", &[0; 4096], &[0xff; 4096], &b"PK\x05\x06".repeat(20_000)] {
        assert!(matches!(open(garbage), Err(BundleError::NoZip(_))));
    }
    // Any byte changed: an error, or the same content; never another one.
    let (mut opened, mut read) = (0, 0);
    for position in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[position] ^= 0x41;
        let Ok(mut files) = open(&bytes) else { continue };
        opened += 1;
        for name in files.names().clone() {
            if let Ok(content) = files.read(&name) {
                let original = name.repeat(40).into_bytes();
                assert!(content == original || !open(&whole).unwrap().names().contains(&name), "{position}");
                read += 1;
            }
        }
    }
    assert!(opened > 0 && read > 0);
}

#[test]
fn a_folder_around_all_of_it_is_taken_off() {
    let folder = [empty("run-42/"), raw("run-42/bundle.json", |_| {}), raw("run-42/objects/a.json", |_| {})];
    assert_eq!(names(&folder), ["bundle.json", "objects/a.json"]);
    let bytes = make(&folder);
    assert_eq!(open(&bytes).unwrap().read("objects/a.json").unwrap(), b"data");
    let finder = [&folder[..], &[raw("__MACOSX/run-42/._bundle.json", |_| {})]].concat();
    assert_eq!(names(&finder), ["bundle.json", "objects/a.json"]);
    // Two folders, a folder that is no bundle, and a folder in a folder stay what they are.
    assert_eq!(names(&[raw("a/bundle.json", |_| {}), raw("b/x", |_| {})]), ["a/bundle.json", "b/x"]);
    assert_eq!(names(&[raw("objects/x", |_| {}), raw("objects/y", |_| {})]), ["objects/x", "objects/y"]);
    assert_eq!(names(&[raw("a/b/bundle.json", |_| {})]), ["a/b/bundle.json"]);
    assert!(names(&[]).is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn nothing_makes_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..400), cut in 0_usize..400) {
        let mut zip = make(&[raw("a", |raw| raw.data = bytes.clone()), raw("b", |_| {})]);
        let cut = cut.min(zip.len());
        for tail in [&bytes[..], b"PK\x05\x06", &[0; 18]] {
            let _ = open(tail);
        }
        zip.splice(cut..(cut + bytes.len()).min(zip.len()), bytes);
        if let Ok(mut files) = open(&zip) {
            for name in files.names().clone() {
                let _ = files.read(&name);
            }
        }
    }
}
