//! Whom the program talks to, as the system sees it.
#![cfg(target_os = "linux")]

use std::collections::BTreeSet;
use std::fs;
use std::io::Read as _;
use std::net::TcpListener;
use std::process::Child;

use super::robustness::taken;
use crate::harness::call::call_with;

/// The open sockets of a process: its remote address in hexadecimal, as the kernel writes it, for one of TCP, and the name
/// of the table for any other.
fn sockets(child: &Child) -> BTreeSet<String> {
    let process = format!("/proc/{}", child.id());
    let inodes: BTreeSet<String> = fs::read_dir(format!("{process}/fd"))
        .unwrap()
        .filter_map(|entry| fs::read_link(entry.ok()?.path()).ok())
        .filter_map(|link| Some(link.to_str()?.strip_prefix("socket:[")?.strip_suffix(']')?.to_owned()))
        .collect();
    let mut found = BTreeSet::new();
    // Field 2 is the remote address and field 9 the inode: proc_net_tcp in the kernel's documentation. A pair of local
    // sockets (field 6) wakes the thread that listens for signals.
    for (table, inode) in [("tcp", 9), ("tcp6", 9), ("udp", 9), ("udp6", 9), ("raw", 9), ("raw6", 9), ("unix", 6)] {
        let Ok(text) = fs::read_to_string(format!("{process}/net/{table}")) else { continue };
        for line in text.lines().skip(1) {
            let fields: Vec<&str> = line.split_whitespace().collect();
            if fields.get(inode).is_some_and(|inode| inodes.contains(*inode)) {
                let is_tcp = table.starts_with("tcp");
                let is_named = table == "unix" && fields.len() > 7;
                match (is_tcp, table) {
                    (true, _) => _ = found.insert(fields[2].to_owned()),
                    (_, "unix") if !is_named => {}
                    _ => _ = found.insert(table.to_owned()),
                }
            }
        }
    }
    found
}

#[test]
fn point_40_every_socket_leads_to_the_server() {
    for words in [&["diagnose", "job/run"][..], &["diagnose", "run"], &["capture", "job/run"], &["tree", "job/run"]] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let url = format!("http://127.0.0.1:{port}");
        let place = tempfile::tempdir().unwrap();
        let flags = ["-s", &url, "--request-timeout=0", "--timeout=0"];
        let mut child = call_with(&[words, &flags].concat()).within(place.path()).env("HOME", place.path()).start();
        let mut stream = taken(&listener, &mut child);
        // It has asked, and waits: all that it opens to get its answer is open now.
        assert!(stream.read(&mut [0; 16]).unwrap() > 0);
        let found = sockets(&child);
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(found, BTreeSet::from([format!("0100007F:{port:04X}")]), "{words:?}");
    }
}
