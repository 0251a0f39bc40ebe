//! Which proxy a cluster is reached through: the cluster's own `proxy-url`, else the environment's, by Go's rules, as
//! kubectl follows them.
//!
//! A pure function of the address, the kubeconfig and the environment's values. Must never read the environment.

use std::net::IpAddr;

use http::Uri;

use super::connection::Proxies;
use super::error::ConnectError;

/// The proxy for a server, if any.
///
/// # Errors
/// If the address of the proxy that would be used cannot be understood.
pub(super) fn choose(own: Option<&str>, environment: &Proxies, server: &Uri) -> Result<Option<Uri>, ConnectError> {
    if let Some(own) = own.map(str::trim).filter(|own| !own.is_empty()) {
        return parse(own, "the cluster's proxy-url", false).map(Some);
    }
    let secure = server.scheme_str() != Some("http");
    let (value, name) = if secure { (&environment.https, "HTTPS_PROXY") } else { (&environment.http, "HTTP_PROXY") };
    let Some(value) = value.as_deref().map(str::trim).filter(|value| !value.is_empty()) else { return Ok(None) };
    let host = server.host().unwrap_or_default();
    let port = server.port_u16().unwrap_or(if secure { 443 } else { 80 });
    if is_loopback(host) || excluded(environment.none_for.as_deref().unwrap_or_default(), host, port) {
        return Ok(None);
    }
    parse(value, name, true).map(Some)
}

/// Reads a proxy's address. In the environment the scheme may be missing, and is then http.
fn parse(value: &str, name: &str, lenient: bool) -> Result<Uri, ConnectError> {
    let wrong = |why: &str| ConnectError::Address { what: name.to_owned(), why: why.to_owned() };
    let (scheme, rest) = match value.split_once("://") {
        Some((scheme, rest)) => (scheme.to_ascii_lowercase(), rest),
        None if lenient => ("http".to_owned(), value),
        None => return Err(wrong("it has no scheme")),
    };
    let scheme = match scheme.as_str() {
        "http" | "https" => scheme.as_str(),
        // Names are resolved by the proxy either way.
        "socks5" | "socks5h" => "socks5",
        _ => return Err(wrong("its scheme is none of http, https and socks5")),
    };
    let uri: Uri = format!("{scheme}://{rest}").parse().map_err(|_| wrong("it is no address"))?;
    if uri.host().is_none_or(str::is_empty) { Err(wrong("it names no host")) } else { Ok(uri) }
}

fn plain(host: &str) -> &str {
    host.trim_start_matches('[').trim_end_matches(']')
}

fn is_loopback(host: &str) -> bool {
    let host = plain(host);
    host.eq_ignore_ascii_case("localhost") || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Whether a list like `NO_PROXY` holds a host.
fn excluded(list: &str, host: &str, port: u16) -> bool {
    let host = plain(host).to_ascii_lowercase();
    let host = host.trim_end_matches('.');
    list.split(',').map(str::trim).filter(|item| !item.is_empty()).any(|item| covers(item, host, port))
}

fn covers(item: &str, host: &str, port: u16) -> bool {
    if item == "*" {
        return true;
    }
    let item = item.to_ascii_lowercase();
    let address = host.parse::<IpAddr>().ok();
    if let Some((network, bits)) = item.split_once('/') {
        let network = plain(network).parse::<IpAddr>().ok();
        return match (network, bits.parse::<u32>().ok(), address) {
            (Some(network), Some(bits), Some(address)) => within(address, network, bits),
            _ => false,
        };
    }
    // `host:port`, `[::1]:port`; an IPv6 address without brackets has more colons than that.
    let (name, only) = match item.rsplit_once(':') {
        Some((name, digits)) if !name.contains(':') || name.ends_with(']') => match digits.parse::<u16>() {
            Ok(port) => (name.to_owned(), Some(port)),
            Err(_) => return false,
        },
        _ => (item.clone(), None),
    };
    let name = plain(&name);
    if name.is_empty() || only.is_some_and(|only| only != port) {
        return false;
    }
    if let Ok(wanted) = name.parse::<IpAddr>() {
        return address == Some(wanted);
    }
    // `.suffix` and `*.suffix` are what lies below; `suffix` is itself as well.
    let (suffix, itself) = match name.strip_prefix("*.").or_else(|| name.strip_prefix('.')) {
        Some(suffix) => (suffix, false),
        None => (name, true),
    };
    itself && host == suffix || host.strip_suffix(suffix).is_some_and(|before| before.ends_with('.'))
}

/// Whether an address lies in a network of so many leading bits.
fn within(address: IpAddr, network: IpAddr, bits: u32) -> bool {
    match (address, network) {
        (IpAddr::V4(address), IpAddr::V4(network)) => {
            same(address.to_bits().into(), network.to_bits().into(), 32, bits)
        }
        (IpAddr::V6(address), IpAddr::V6(network)) => same(address.to_bits(), network.to_bits(), 128, bits),
        _ => false,
    }
}

fn same(a: u128, b: u128, width: u32, bits: u32) -> bool {
    bits <= width && (a ^ b).checked_shr(width - bits).unwrap_or(0) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(none_for: &str) -> Proxies {
        Proxies {
            https: Some("http://proxy:3128".to_owned()),
            http: Some("plain-proxy:3129".to_owned()),
            none_for: Some(none_for.to_owned()),
        }
    }

    fn through(none_for: &str, server: &str) -> Option<String> {
        choose(None, &environment(none_for), &server.parse().unwrap()).unwrap().map(|uri| uri.to_string())
    }

    #[test]
    fn point_19_no_proxy_is_matched_against_the_cluster() {
        for (list, server, spared) in [
            ("", "https://k8s.corp.example:6443", false),
            ("proxy", "https://k8s.corp.example:6443", false),
            ("corp.example", "https://k8s.corp.example:6443", true),
            ("corp.example", "https://corp.example", true),
            (".corp.example", "https://k8s.corp.example", true),
            (".corp.example", "https://corp.example", false),
            ("*.corp.example", "https://k8s.corp.example", true),
            ("*.corp.example", "https://corp.example", false),
            ("rp.example", "https://k8s.corp.example", false),
            ("K8S.Corp.Example", "https://k8s.corp.example", true),
            ("corp.example:6443", "https://k8s.corp.example:6443", true),
            ("corp.example:443", "https://k8s.corp.example", true),
            ("corp.example:443", "https://k8s.corp.example:6443", false),
            ("*", "https://k8s.corp.example", true),
            ("other, corp.example ,", "https://k8s.corp.example", true),
            (" , ,", "https://k8s.corp.example", false),
            ("10.0.0.0/8", "https://10.20.30.40:6443", true),
            ("10.0.0.0/8", "https://11.20.30.40:6443", false),
            ("0.0.0.0/0", "https://11.20.30.40:6443", true),
            ("10.0.0.0/99", "https://10.20.30.40:6443", false),
            ("10.20.30.40", "https://10.20.30.40:6443", true),
            ("10.20.30.40:443", "https://10.20.30.40:6443", false),
            ("0.30.40", "https://10.20.30.40:6443", false),
            ("fd00::/8", "https://[fd12::1]:6443", true),
            ("fd12::1", "https://[fd12::1]:6443", true),
            ("[fd12::1]:6443", "https://[fd12::1]:6443", true),
            ("fd13::/16", "https://[fd12::1]:6443", false),
        ] {
            assert_eq!(through(list, server).is_none(), spared, "{list:?} {server}");
        }
    }

    #[test]
    fn point_19_loopback_is_never_proxied() {
        for server in ["https://127.0.0.1:6443", "https://localhost:6443", "https://[::1]:6443", "http://127.8.9.1:80"]
        {
            assert_eq!(through("", server), None, "{server}");
        }
    }

    #[test]
    fn point_19_the_scheme_of_the_server_chooses_the_variable() {
        assert_eq!(through("", "https://k8s.example").as_deref(), Some("http://proxy:3128/"));
        assert_eq!(through("", "http://k8s.example").as_deref(), Some("http://plain-proxy:3129/"));
        let none = Proxies { https: Some(" ".to_owned()), ..Proxies::default() };
        assert_eq!(choose(None, &none, &"https://k8s.example".parse().unwrap()).unwrap(), None);
    }

    #[test]
    fn point_20_the_clusters_own_proxy_comes_first() {
        let server: Uri = "https://127.0.0.1:6443".parse().unwrap();
        for (own, uri) in [
            ("socks5h://bastion:1080", "socks5://bastion:1080/"),
            ("socks5://bastion:1080", "socks5://bastion:1080/"),
            ("https://user:word@bastion", "https://user:word@bastion/"),
        ] {
            let chosen = choose(Some(own), &environment("*"), &server).unwrap();
            assert_eq!(chosen.map(|uri| uri.to_string()).as_deref(), Some(uri));
        }
    }

    #[test]
    fn point_20_addresses_that_cannot_be_understood_are_named_and_not_shown() {
        let server: Uri = "https://k8s.example".parse().unwrap();
        for own in ["bastion:1080", "ftp://bastion", "http://", "http://user:hush@a b"] {
            let text = choose(Some(own), &Proxies::default(), &server).unwrap_err().to_string();
            assert!(text.starts_with("the cluster's proxy-url cannot be understood: it"), "{text}");
            assert!(!text.contains("hush"));
        }
    }
}
