//! The way to the cluster through a proxy, or past it.

use serde_json::json;

use super::changed;
use super::proxy::Proxy;
use crate::control_plane::server;
use crate::program::{Person, Said, bare};

/// A name in the server's certificate that leads to it through a proxy only.
const NAME: &str = "kubernetes.default.svc";

/// Asks for a run that is not there by a kubeconfig with another address of the server: whoever learns that, has reached it.
fn ask(person: &Person<'_>, host: &str, proxy: Option<&str>, environment: &[(&str, &str)]) -> Said {
    let home = tempfile::tempdir().unwrap();
    let path = changed(person, home.path(), |config| {
        let cluster = &mut config["clusters"][0]["cluster"];
        cluster["server"] = json!(format!("https://{host}:{}", server().port()));
        cluster["tls-server-name"] = json!(NAME);
        if let Some(proxy) = proxy {
            cluster["proxy-url"] = json!(proxy);
        }
    });
    bare(home.path(), environment, &["diagnose", "job/none", "--kubeconfig", path.to_str().unwrap()])
}

#[test]
fn point_20_the_proxy_of_the_kubeconfig_is_gone_through() {
    let namespace = server().namespace();
    let person = Person::reader(server(), &namespace);
    let (certificate, key) = server().own_certificate();
    let target = format!("{NAME}:{}", server().port());
    for (scheme, userinfo, proxy) in [
        ("http", "", Proxy::connect()),
        ("http", "user:pass@", Proxy::connect()),
        ("https", "", Proxy::connect_within_tls(&certificate, &key)),
        ("socks5", "", Proxy::socks()),
        ("socks5h", "", Proxy::socks()),
    ] {
        let url = format!("{scheme}://{userinfo}{}", proxy.address());
        // It comes before what the environment says, and no exception of that holds for it.
        let environment = [("HTTPS_PROXY", "http://127.0.0.1:1"), ("NO_PROXY", "*")];
        let said = ask(&person, NAME, Some(&url), &environment);
        assert_eq!(said.code, 6, "{url}: {said:?}");
        let proof = if userinfo.is_empty() { "" } else { " Basic dXNlcjpwYXNz" };
        assert!(!proxy.asked().is_empty(), "{url} was not gone through");
        for asked in proxy.asked() {
            assert_eq!(asked, format!("{target}{proof}"), "{url}");
        }
    }
    let wrong = ask(&person, NAME, Some("ftp://127.0.0.1:1"), &[]);
    assert!(wrong.code == 1 && wrong.err.contains("none of http, https and socks5"), "{wrong:?}");
}

#[test]
fn point_19_the_environments_proxy_is_gone_through_unless_it_spares_the_cluster() {
    let namespace = server().namespace();
    let person = Person::reader(server(), &namespace);
    let port = server().port();
    // This address is the machine itself as well, and is not called loopback.
    let (own, own_port) = ("0.0.0.0", format!("0.0.0.0:{port}"));
    for (host, spared, through) in [
        (own, "", true),
        (own, "127.0.0.1, proxy.example", true),
        (own, "0.0.0.0:1", true),
        (own, "10.0.0.0/8", true),
        (own, own, false),
        (own, &own_port, false),
        (own, "0.0.0.0/8", false),
        (own, "*", false),
        (own, " x.example , 0.0.0.0 ,", false),
        ("127.0.0.1", "", false),
        ("localhost", "", false),
    ] {
        let proxy = Proxy::connect();
        for (variable, url) in
            [("HTTPS_PROXY", format!("http://{}", proxy.address())), ("https_proxy", proxy.address().to_owned())]
        {
            let before = proxy.asked().len();
            let said = ask(&person, host, None, &[(variable, &url), ("NO_PROXY", spared)]);
            assert_eq!(said.code, 6, "{host} {spared:?}: {said:?}");
            let asked = proxy.asked().split_off(before);
            assert_eq!(!asked.is_empty(), through, "{host} {spared:?}: {asked:?}");
            assert!(asked.iter().all(|asked| *asked == own_port), "{asked:?}");
        }
    }
    let proxy = Proxy::connect();
    let url = format!("http://{}", proxy.address());
    let said = ask(&person, own, None, &[("HTTP_PROXY", &url), ("ALL_PROXY", &url)]);
    assert_eq!((said.code, proxy.asked().len()), (6, 0), "neither is for a server with TLS: {said:?}");
}
