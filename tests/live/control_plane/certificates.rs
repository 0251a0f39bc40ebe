//! Certificates and keys of a control plane.
//!
//! Owns one authority, and what it vouches for: the server, and the server itself as a client of aggregated APIs.

use std::path::Path;

use rcgen::{
    BasicConstraints, CertificateParams, DnType, ExtendedKeyUsagePurpose, IsCa, Issuer, KeyPair, KeyUsagePurpose,
};

use super::folder::Folder;

/// The authority's certificate.
pub const AUTHORITY: &str = "ca.crt";
/// Its key, for those who need a certificate later.
const AUTHORITY_KEY: &str = "ca.key";
/// The server's certificate and key.
pub const SERVER: (&str, &str) = ("server.crt", "server.key");
/// What the server shows to aggregated APIs.
pub const FRONT_PROXY: (&str, &str) = ("front-proxy.crt", "front-proxy.key");
/// The name in it.
pub const FRONT_PROXY_NAME: &str = "front-proxy-client";
/// The key that signs tokens of service accounts, and the one that checks them.
pub const SERVICE_ACCOUNTS: (&str, &str) = ("service-accounts.key", "service-accounts.pub");

/// Makes all of them in a folder, and returns the authority's certificate.
pub fn make(folder: &Folder) -> Result<String, String> {
    let key = KeyPair::generate().map_err(|error| error.to_string())?;
    folder.write(AUTHORITY_KEY, &key.serialize_pem())?;
    let authority = params().self_signed(&key).map_err(|error| error.to_string())?.pem();
    folder.write(AUTHORITY, &authority)?;
    let issuer = Issuer::new(params(), key);
    let names = ["localhost", "127.0.0.1", "kubernetes.default.svc"];
    leaf(folder, &issuer, SERVER, "kube-apiserver", &names, ExtendedKeyUsagePurpose::ServerAuth)?;
    leaf(folder, &issuer, FRONT_PROXY, FRONT_PROXY_NAME, &[], ExtendedKeyUsagePurpose::ClientAuth)?;
    let key = KeyPair::generate().map_err(|error| error.to_string())?;
    folder.write(SERVICE_ACCOUNTS.0, &key.serialize_pem())?;
    folder.write(SERVICE_ACCOUNTS.1, &key.public_key_pem())?;
    Ok(authority)
}

/// A certificate and its key, by which the server knows a user of this name.
pub fn client(folder: &Path, name: &str) -> Result<(String, String), rcgen::Error> {
    let key = std::fs::read_to_string(folder.join(AUTHORITY_KEY)).expect("the authority has a key");
    let issuer = Issuer::new(params(), KeyPair::from_pem(&key)?);
    signed(&issuer, name, &[], ExtendedKeyUsagePurpose::ClientAuth)
}

/// What the authority is.
fn params() -> CertificateParams {
    let mut params = CertificateParams::default();
    params.distinguished_name.push(DnType::CommonName, "authority of a test");
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::DigitalSignature];
    params
}

fn signed(
    issuer: &Issuer<'static, KeyPair>,
    name: &str,
    hosts: &[&str],
    usage: ExtendedKeyUsagePurpose,
) -> Result<(String, String), rcgen::Error> {
    let key = KeyPair::generate()?;
    let mut params = CertificateParams::new(hosts.iter().map(|host| (*host).to_owned()).collect::<Vec<_>>())?;
    params.distinguished_name.push(DnType::CommonName, name);
    params.extended_key_usages = vec![usage];
    Ok((params.signed_by(&key, issuer)?.pem(), key.serialize_pem()))
}

fn leaf(
    folder: &Folder,
    issuer: &Issuer<'static, KeyPair>,
    files: (&str, &str),
    name: &str,
    hosts: &[&str],
    usage: ExtendedKeyUsagePurpose,
) -> Result<(), String> {
    let (certificate, key) = signed(issuer, name, hosts, usage).map_err(|error| error.to_string())?;
    folder.write(files.0, &certificate)?;
    folder.write(files.1, &key)?;
    Ok(())
}
