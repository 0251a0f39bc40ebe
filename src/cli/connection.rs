//! How to reach a cluster: kubectl's own flags, before and after the command, in kubectl's own spelling.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgAction, Args};

use super::{signals, terminal};
use crate::report::quote::harmless;
use crate::source::cluster::{Connection, Observer};

/// Connection flags. Global: they parse before and after the command.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Connection")]
pub(crate) struct ConnectionArgs {
    /// Path to the kubeconfig file
    #[arg(long, global = true, value_name = "PATH")]
    pub kubeconfig: Option<PathBuf>,

    /// Context of the kubeconfig to use
    #[arg(long, global = true, value_name = "NAME")]
    pub context: Option<String>,

    /// Cluster of the kubeconfig to use
    #[arg(long, global = true, hide_short_help = true, value_name = "NAME")]
    pub cluster: Option<String>,

    /// User of the kubeconfig to use
    #[arg(long, global = true, hide_short_help = true, value_name = "NAME")]
    pub user: Option<String>,

    /// Namespace to look in; with --from, every one that the input holds unless this is given
    #[arg(short, long, global = true, value_name = "NAMESPACE")]
    pub namespace: Option<String>,

    /// Address of the API server
    #[arg(short, long, global = true, hide_short_help = true, value_name = "URL")]
    pub server: Option<String>,

    /// Bearer token
    #[arg(long, global = true, hide_short_help = true, value_name = "TOKEN")]
    pub token: Option<String>,

    /// User to act as
    #[arg(long = "as", global = true, hide_short_help = true, value_name = "USER")]
    pub as_user: Option<String>,

    /// Group to act as; may be given several times
    #[arg(long = "as-group", global = true, hide_short_help = true, value_name = "GROUP")]
    pub as_groups: Vec<String>,

    /// UID to act as
    #[arg(long = "as-uid", global = true, hide_short_help = true, value_name = "UID")]
    pub as_uid: Option<String>,

    /// Extra KEY=VALUE to act with; may be given several times
    #[arg(long = "as-user-extra", global = true, hide_short_help = true, value_name = "KEY=VALUE")]
    pub as_user_extra: Vec<String>,

    /// Do not check the API server's certificate
    #[arg(long, global = true, hide_short_help = true, value_name = "BOOL", num_args = 0..=1, require_equals = true,
        default_missing_value = "true", default_value_t = false, action = ArgAction::Set)]
    pub insecure_skip_tls_verify: bool,

    /// Name to expect in the API server's certificate
    #[arg(long, global = true, hide_short_help = true, value_name = "NAME")]
    pub tls_server_name: Option<String>,

    /// File of the certificate authority
    #[arg(long, global = true, hide_short_help = true, value_name = "PATH")]
    pub certificate_authority: Option<PathBuf>,

    /// File of the client certificate
    #[arg(long, global = true, hide_short_help = true, value_name = "PATH")]
    pub client_certificate: Option<PathBuf>,

    /// File of the client key
    #[arg(long, global = true, hide_short_help = true, value_name = "PATH")]
    pub client_key: Option<PathBuf>,

    /// Ask for answers that are not compressed
    #[arg(long, global = true, hide_short_help = true, value_name = "BOOL", num_args = 0..=1, require_equals = true,
        default_missing_value = "true", default_value_t = false, action = ArgAction::Set)]
    pub disable_compression: bool,

    /// Folder in which it is remembered for ten minutes what a cluster serves [default: kubectl's, $HOME/.kube/cache]
    #[arg(long, global = true, hide_short_help = true, value_name = "PATH")]
    pub cache_dir: Option<PathBuf>,

    /// Longest that one request may take (1s, 2m; 0 for no limit)
    #[arg(long, global = true, hide_short_help = true, value_name = "DURATION", value_parser = duration, default_value = "30s")]
    pub request_timeout: Duration,

    /// Longest that the whole walk may take (30s, 5m; 0 for no limit) [default: 2m; of many runs, no limit]
    #[arg(long, global = true, value_name = "DURATION", value_parser = duration)]
    pub timeout: Option<Duration>,

    /// Objects a page
    #[arg(long, global = true, hide_short_help = true, value_name = "COUNT", default_value_t = 500)]
    pub chunk_size: u32,

    /// Requests under way at once
    #[arg(long, global = true, hide_short_help = true, value_name = "COUNT", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=64))]
    pub in_flight: u16,

    /// From level 1 on, write each request to standard error: method, path, status, time, size
    #[arg(short = 'v', long = "v", global = true, value_name = "LEVEL", default_value_t = 0)]
    pub verbosity: u8,
}

/// How long a walk may take of whoever does not say.
const WALK: Duration = Duration::from_secs(120);

impl ConnectionArgs {
    /// The same for one whom nobody can answer.
    pub(super) fn quiet(&self) -> Connection {
        Connection { stdin_is_terminal: false, ..self.connection() }
    }

    /// The flags, with what the environment says.
    pub(super) fn connection(&self) -> Connection {
        let limit = |limit: Duration| (!limit.is_zero()).then_some(limit);
        let mut extra: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for pair in &self.as_user_extra {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            extra.entry(key.to_owned()).or_default().push(value.to_owned());
        }
        let environment = terminal::cluster_environment();
        Connection {
            kubeconfig: self.kubeconfig.clone(),
            kubeconfig_env: environment.kubeconfig,
            cache_dir: match &self.cache_dir {
                // As with kubectl, an empty one keeps nothing.
                Some(folder) => Some(folder.clone()).filter(|folder| !folder.as_os_str().is_empty()),
                None => environment.cache.or_else(|| Some(environment.home.as_ref()?.join(".kube").join("cache"))),
            },
            home: environment.home,
            context: self.context.clone(),
            cluster: self.cluster.clone(),
            user: self.user.clone(),
            namespace: self.namespace.clone(),
            server: self.server.clone(),
            token: self.token.clone(),
            as_user: self.as_user.clone(),
            as_groups: self.as_groups.clone(),
            as_uid: self.as_uid.clone(),
            as_user_extra: extra,
            insecure_skip_tls_verify: self.insecure_skip_tls_verify,
            tls_server_name: self.tls_server_name.clone(),
            certificate_authority: self.certificate_authority.clone(),
            client_certificate: self.client_certificate.clone(),
            client_key: self.client_key.clone(),
            disable_compression: self.disable_compression,
            request_timeout: limit(self.request_timeout),
            timeout: limit(self.timeout.unwrap_or(WALK)),
            chunk_size: self.chunk_size,
            in_flight: usize::from(self.in_flight),
            proxies: environment.proxies,
            in_cluster: environment.in_cluster,
            stdin_is_terminal: environment.stdin_is_terminal,
            on_request: (self.verbosity > 0)
                .then(|| Observer::new(|sent| terminal::note(&harmless(&sent.to_string())))),
            stop: signals::stop(),
            ..Connection::default()
        }
    }
}

/// kubectl's durations, which are those of Go's `time.ParseDuration` or a plain number of seconds: `30s`, `2m`, `1h30m`,
/// `1.5h`, `500ms`, `0` for none.
///
/// Ours and not the client library's, which panics on a number that is too large.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("{text:?} is no duration; write 30s, 2m or 0");
    if let Ok(seconds) = text.parse::<u32>() {
        return Ok(Duration::from_secs(u64::from(seconds)));
    }
    let mut total = Duration::ZERO;
    let mut rest = text.strip_prefix('+').unwrap_or(text);
    if rest.is_empty() {
        return Err(wrong());
    }
    let of_a_number = |c: char| c.is_ascii_digit() || c == '.';
    while !rest.is_empty() {
        let (number, tail) = rest.split_at(rest.find(|c| !of_a_number(c)).unwrap_or(rest.len()));
        let (unit, tail) = tail.split_at(tail.find(of_a_number).unwrap_or(tail.len()));
        let seconds = match unit {
            "ns" => 1e-9,
            // The micro sign and the Greek letter, as in Go.
            "us" | "\u{b5}s" | "\u{3bc}s" => 1e-6,
            "ms" => 1e-3,
            "s" => 1.0,
            "m" => 60.0,
            "h" => 3600.0,
            _ => return Err(wrong()),
        };
        let number: f64 = number.parse().map_err(|_| wrong())?;
        let part = Duration::try_from_secs_f64(number * seconds).map_err(|_| wrong())?;
        total = total.checked_add(part).ok_or_else(wrong)?;
        rest = tail;
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn point_25_durations_are_written_as_kubectl_writes_them() {
        for (text, micros) in [
            ("30s", 30_000_000),
            ("2m", 120_000_000),
            ("1h30m", 5_400_000_000),
            ("1.5h", 5_400_000_000),
            ("1.5h30m", 7_200_000_000),
            (".5s", 500_000),
            ("1.s", 1_000_000),
            ("+2s", 2_000_000),
            ("500ms", 500_000),
            ("7us", 7),
            ("7\u{b5}s", 7),
            ("7\u{3bc}s", 7),
            ("9000ns", 9),
            ("0", 0),
            ("0s", 0),
            ("7", 7_000_000),
        ] {
            assert_eq!(duration(text), Ok(Duration::from_micros(micros)), "{text}");
        }
        for text in [
            "",
            "+",
            "s",
            ".",
            ".s",
            "1.2.3s",
            "5x",
            "m5",
            "-1s",
            "1 s",
            "1.5",
            "1e3s",
            "infs",
            "99999999999999999999h",
        ] {
            assert!(duration(text).is_err(), "{text}");
        }
    }
}
