//! Credentials in the surroundings where they turn up.

use super::Door;

/// What must not survive, and a text around it.
const SECRETS: &[(&str, &str)] = &[
    ("hf_QwErTyUiOpAsDfGhJkLz", "login with hf_QwErTyUiOpAsDfGhJkLz failed"),
    ("sk-proj-AbCd1234EfGh5678IjKl", "OpenAI: sk-proj-AbCd1234EfGh5678IjKl."),
    ("sk-ant-api03-abcdefghij0123456789", "(sk-ant-api03-abcdefghij0123456789)"),
    ("ghp_abcdefghijklmnopqrst1234", "remote: ghp_abcdefghijklmnopqrst1234"),
    ("gho_abcdefghijklmnopqrst1234", "gho_abcdefghijklmnopqrst1234"),
    ("github_pat_11ABCDEFG0abcdefgh_ijklmnop", "x=github_pat_11ABCDEFG0abcdefgh_ijklmnop"),
    ("glpat-abcDEF123456ghiJKL78", "\"glpat-abcDEF123456ghiJKL78\""),
    ("xoxb-12345-abcde", "slack xoxb-12345-abcde"),
    ("AKIAABCDEFGHIJKLMNOP", "key AKIAABCDEFGHIJKLMNOP,"),
    ("ASIAABCDEFGHIJKLMNOP", "AWS_ACCESS_KEY_ID=ASIAABCDEFGHIJKLMNOP"),
    ("AIzaSyA-abcdefghijklmnopqrstuvwxyz01234", "https://x.example/?q=1&k=AIzaSyA-abcdefghijklmnopqrstuvwxyz01234"),
    ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl!"),
    ("0123456789abcdef0123456789abcdef01234567", "wandb login 0123456789abcdef0123456789abcdef01234567"),
    ("0123456789abcdef0123456789abcdef01234567", "WANDB_API_KEY: 0123456789abcdef0123456789abcdef01234567"),
    ("nvapi-abcDEF123456ghiJKL78", "NGC nvapi-abcDEF123456ghiJKL78"),
    ("hunter2", "Authorization: Basic hunter2"),
    ("hunter2", "> authorization: Bearer hunter2"),
    ("abcDEF12", "with Bearer abcDEF12 as"),
    ("hunter2", "curl -H 'Authorization: token hunter2' https://api.example"),
    ("hunter2", "{\"headers\":{\"Authorization\":\"Bearer hunter2\"}}"),
    ("hunter2", "AWS4-HMAC-SHA256 Credential=AKIAABCDEFGHIJKLMNOP/x, Signature=hunter2"),
    ("hunter2", "clone https://me:hunter2@git.example/repo failed"),
    ("hunter2", "postgresql+psycopg://u:hunter2@db:5432/mlflow"),
    ("hu/nter2", "redis://:hu/nter2@redis:6379/0"),
    ("hunter2", "https://hunter2@git.example/repo"),
    ("hunter2", "https://s3.example/b/o?X-Amz-Signature=hunter2&X-Amz-Date=20261130T162425Z"),
    ("hunter2", "https://b.blob.example/c?sv=2024&sig=hunter2"),
    ("hunter2", "GET /v1?access_token=hunter2&limit=3"),
    ("hunter2", "https://maps.example/api?key=hunter2"),
    ("hunter2", "password=hunter2"),
    ("hunter2", "PASSWORD = hunter2"),
    ("hunter two", "password: \"hunter two\", user: me"),
    ("hunter two", "{\"password\":\"hunter two\",\"user\":\"me\"}"),
    ("hunter two", "{\\\"password\\\":\\\"hunter two\\\"}"),
    ("hunter2", "api_key: hunter2"),
    ("hunter2", "apiKey='hunter2'"),
    ("hunter2", "x-api-key: hunter2"),
    ("hunter2", "env HF_TOKEN=hunter2 python train.py"),
    ("hunter2", "token=hunter2;next"),
    ("hunter2", "token: hunter2\n"),
    ("hunter22", "rejected token: hunter22"),
    ("hunter2", "client_secret=hunter2&grant_type=x"),
    ("hunter2", "run --token hunter2 --epochs 3"),
    ("hunter2", "['train.py', '--password', 'hunter2']"),
    ("hunter2", "curl -u me:hunter2 https://x.example"),
    ("hunter2", "curl -H 'X-Auth-Token: hunter2' https://x.example"),
    ("hunter2", "{ \"db-password\" : \"hunter2\" }"),
    ("hunter2", "x-amz-security-token: hunter2"),
    ("hunter2", "Set-Cookie: session=hunter2; Path=/"),
    ("hunter2", "AccountName=a;AccountKey=hunter2==;EndpointSuffix=x"),
    ("hunter2", "os.environ['DB_PASSWORD'] = 'hunter2'"),
    ("hu&nter2", "password=hu&nter2"),
    ("hu\"nter2", "password=hu\"nter2"),
    ("hunter2", "{\"auths\":{\"r.example\":{\"auth\":\"hunter2\"}}}"),
    ("MIIEabc", "-----BEGIN PRIVATE KEY-----\\nMIIEabc\\n-----END PRIVATE KEY-----"),
    ("MIIEabc", "k:\n-----BEGIN OPENSSH PRIVATE KEY-----\nMIIEabc\n-----END OPENSSH PRIVATE KEY-----\n"),
    ("MIIEabc", "2026-11-30T16:24:25Z MIIEabc\n2026-11-30T16:24:25Z -----END RSA PRIVATE KEY-----"),
    ("kJ8sLq02MzXcVbNm4RtYpWe9", "loaded kJ8sLq02MzXcVbNm4RtYpWe9 from vault"),
    ("cGFzc3dvcmQ6IGh1bnRlcjIgYW5kIG1vcmU=", "data cGFzc3dvcmQ6IGh1bnRlcjIgYW5kIG1vcmU="),
    ("9f86d081884c7d659a2feaa0c55ad015", "using 9f86d081884c7d659a2feaa0c55ad015 now"),
    ("T0000/B0000/abcdefgh", "posting to https://hooks.slack.com/services/T0000/B0000/abcdefgh"),
];

#[test]
fn secrets_do_not_survive() {
    let door = Door::new();
    let left: Vec<_> = SECRETS
        .iter()
        .filter(|(secret, text)| door.text(text).contains(secret) || door.log(text).contains(secret))
        .map(|(_, text)| (text, door.text(text)))
        .collect();
    assert!(left.is_empty(), "{left:#?}");
}

#[test]
fn what_was_cut_stays_cut() {
    let door = Door::new();
    for (_, text) in SECRETS {
        let once = door.text(text).into_owned();
        assert_eq!(door.text(&once), once, "{text}");
    }
}

#[test]
fn what_surrounds_a_secret_stays() {
    let door = Door::new();
    for (text, want) in [
        ("clone https://me:hunter2@git.example/repo failed", "clone https://<redacted>@git.example/repo failed"),
        ("GET /v1?access_token=hunter2&limit=3", "GET /v1?access_token=<redacted>&limit=3"),
        ("connect(password=hunter2, timeout=3)", "connect(password=<redacted>, timeout=3)"),
        ("{\"password\":\"hunter2\",\"user\":\"me\"}", "{\"password\":\"<redacted>\",\"user\":\"me\"}"),
        ("run --token hunter2 --epochs 3", "run --token <redacted> --epochs 3"),
        ("password=$(DB_PASSWORD) token=${T} secret=null", "password=$(DB_PASSWORD) token=${T} secret=null"),
        ("a\r\ntoken=x\r\nb", "a\r\ntoken=<redacted>\r\nb"),
    ] {
        assert_eq!(door.text(text), want);
    }
}
