//! What each fault looks like from the other end of the wire.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::sync::Arc;
use std::thread;

use super::{Fault, FaultProxy, Key, Upstream};
use crate::control_plane::{User, server};

const PATH: &str = "/api/v1/namespaces/kube-system";

fn proxy(fault: Option<Fault>) -> FaultProxy {
    let proxy = FaultProxy::before(&Arc::new(Upstream::of(server())));
    if let Some(fault) = fault {
        proxy.fail(&Key::of(PATH), fault, None);
    }
    proxy
}

/// A connection on which something was asked for.
fn ask(proxy: &FaultProxy, user: &User) -> TcpStream {
    let mut stream = TcpStream::connect(proxy.url().trim_start_matches("http://")).unwrap();
    let head = format!("GET {PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\n\r\n", user.token());
    stream.write_all(head.as_bytes()).unwrap();
    stream
}

/// An answer: its head, the length that it tells of, and what came of the body before the connection was closed.
fn read(mut stream: TcpStream) -> (String, usize, Vec<u8>) {
    let (mut bytes, mut piece) = (Vec::new(), [0; 4096]);
    let (mut head, mut length, mut start) = (String::new(), None, 0);
    while length.is_none_or(|length| bytes.len() < start + length) {
        let came = stream.read(&mut piece).unwrap();
        if came == 0 {
            break;
        }
        bytes.extend_from_slice(&piece[..came]);
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            (head, start) = (String::from_utf8(bytes[..end].to_vec()).unwrap(), end + 4);
            let line = head.lines().find_map(|line| line.strip_prefix("Content-Length: "));
            length = Some(line.unwrap().parse().unwrap());
        }
    }
    (head, length.unwrap(), bytes.split_off(start))
}

#[test]
fn what_does_not_fail_is_passed_on_with_its_headers() {
    let (user, proxy) = (server().user(), proxy(None));
    let (head, length, body) = read(ask(&proxy, &user));
    assert!(head.starts_with("HTTP/1.1 403 "), "somebody who may do nothing: {head}");
    assert!(head.contains("\r\nDate: ") && head.contains("\r\nContent-Type: application/json"), "{head}");
    assert_eq!(body.len(), length);
    assert!(String::from_utf8(body).unwrap().contains(&user.name));
    assert_eq!(proxy.counts()[&Key::of(PATH)], 1);
}

#[test]
fn a_reset_is_one_and_a_close_is_one() {
    let user = server().user();
    let reset = proxy(Some(Fault::Reset));
    assert_eq!(ask(&reset, &user).read(&mut [0; 9]).unwrap_err().kind(), ErrorKind::ConnectionReset);
    let closed = proxy(Some(Fault::Closed));
    assert_eq!(ask(&closed, &user).read(&mut [0; 9]).unwrap(), 0);
}

#[test]
fn bodies_are_cut_halved_and_dripped() {
    let user = server().user();
    let whole = read(ask(&proxy(None), &user)).2;
    let (_, length, body) = read(ask(&proxy(Some(Fault::Cut)), &user));
    assert!(body.len() < length && whole.starts_with(&body), "{length}");
    let (_, length, body) = read(ask(&proxy(Some(Fault::HalfJson)), &user));
    assert_eq!((length, body.as_slice()), (whole.len() / 2, &whole[..whole.len() / 2]));
    let (_, length, body) = read(ask(&proxy(Some(Fault::Drip)), &user));
    assert_eq!((length, body), (whole.len(), whole));
}

#[test]
fn a_stall_lasts_until_the_proxy_goes() {
    let stalling = proxy(Some(Fault::Stall));
    let mut stream = ask(&stalling, &server().user());
    let waiting = thread::spawn(move || stream.read(&mut [0; 9]).unwrap_or(0));
    crate::control_plane::wait::until("the request to come", || (!stalling.seen().is_empty()).then_some(()));
    assert!(!waiting.is_finished());
    drop(stalling);
    assert_eq!(waiting.join().unwrap(), 0);
}

#[test]
fn a_fault_may_happen_so_many_times_and_no_more() {
    let proxy = proxy(None);
    proxy.fail(&Key::of(PATH), Fault::Throttled(7), Some(2));
    let user = server().user();
    let heads: Vec<String> = (0..3).map(|_| read(ask(&proxy, &user)).0).collect();
    assert!(heads[0].starts_with("HTTP/1.1 429 ") && heads[1].contains("\r\nRetry-After: 7"), "{heads:?}");
    assert!(heads[2].starts_with("HTTP/1.1 403 "), "{heads:?}");
}
