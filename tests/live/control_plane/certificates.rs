//! Certificates and keys of a control plane.
//!
//! Owns one authority, and what it vouches for: the server, and the server itself as a client of aggregated APIs.

use rcgen::{
    BasicConstraints, CertificateParams, DnType, ExtendedKeyUsagePurpose, IsCa, Issuer, KeyPair, KeyUsagePurpose,
};

use super::folder::Folder;

/// The authority's certificate.
pub const AUTHORITY: &str = "ca.crt";
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
    let (authority, issuer) = authority().map_err(|error| error.to_string())?;
    folder.write(AUTHORITY, &authority)?;
    let names = ["localhost", "127.0.0.1", "kubernetes.default.svc"];
    leaf(folder, &issuer, SERVER, "kube-apiserver", &names, ExtendedKeyUsagePurpose::ServerAuth)?;
    leaf(folder, &issuer, FRONT_PROXY, FRONT_PROXY_NAME, &[], ExtendedKeyUsagePurpose::ClientAuth)?;
    let key = KeyPair::generate().map_err(|error| error.to_string())?;
    folder.write(SERVICE_ACCOUNTS.0, &key.serialize_pem())?;
    folder.write(SERVICE_ACCOUNTS.1, &key.public_key_pem())?;
    Ok(authority)
}

fn authority() -> Result<(String, Issuer<'static, KeyPair>), rcgen::Error> {
    let key = KeyPair::generate()?;
    let mut params = CertificateParams::default();
    params.distinguished_name.push(DnType::CommonName, "authority of a test");
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::DigitalSignature];
    let certificate = params.self_signed(&key)?.pem();
    Ok((certificate, Issuer::new(params, key)))
}

fn leaf(
    folder: &Folder,
    issuer: &Issuer<'static, KeyPair>,
    files: (&str, &str),
    name: &str,
    hosts: &[&str],
    usage: ExtendedKeyUsagePurpose,
) -> Result<(), String> {
    let make = || -> Result<(String, String), rcgen::Error> {
        let key = KeyPair::generate()?;
        let mut params = CertificateParams::new(hosts.iter().map(|host| (*host).to_owned()).collect::<Vec<_>>())?;
        params.distinguished_name.push(DnType::CommonName, name);
        params.extended_key_usages = vec![usage];
        Ok((params.signed_by(&key, issuer)?.pem(), key.serialize_pem()))
    };
    let (certificate, key) = make().map_err(|error| error.to_string())?;
    folder.write(files.0, &certificate)?;
    folder.write(files.1, &key)?;
    Ok(())
}
