//! A zip made by hand, so that it can hold what no writer of zips would write.

use std::io::Write as _;

use anyhow::Result;
use flate2::{Compression, Crc, write::DeflateEncoder};

/// One entry, with lies if need be.
pub struct Raw {
    name: Vec<u8>,
    data: Vec<u8>,
    method: u16,
    crc: u32,
    size: u32,
    mode: u32,
}

impl Raw {
    /// A stored file that is what it says.
    pub fn new(name: &str, data: &[u8]) -> Self {
        let mut crc = Crc::new();
        crc.update(data);
        let size = u32::try_from(data.len()).unwrap_or(u32::MAX);
        Self { name: name.into(), data: data.to_vec(), method: 0, crc: crc.sum(), size, mode: 0o100_600 }
    }

    /// The same, deflated.
    pub fn deflated(name: &str, data: &[u8]) -> Result<Self> {
        let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
        packed.write_all(data)?;
        Ok(Self { data: packed.finish()?, method: 8, ..Self::new(name, data) })
    }

    /// With a size that is not its own.
    pub fn claiming(self, size: u32) -> Self {
        Self { size, ..self }
    }

    /// With a checksum that is not its own.
    pub fn damaged(self) -> Self {
        Self { crc: !self.crc, ..self }
    }

    /// As a link.
    pub fn link(self) -> Self {
        Self { mode: 0o120_777, ..self }
    }
}

/// The zip of these entries.
pub fn zip(entries: &[Raw]) -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for raw in entries {
        let (at, packed) = (out.len() as u32, raw.data.len() as u32);
        out.extend(b"PK\x03\x04");
        put16(&mut out, &[20, 0, raw.method, 0, 0x21]);
        put32(&mut out, &[raw.crc, packed, raw.size]);
        put16(&mut out, &[raw.name.len() as u16, 0]);
        out.extend(raw.name.iter().chain(&raw.data));
        directory.extend(b"PK\x01\x02");
        put16(&mut directory, &[0x031e, 20, 0, raw.method, 0, 0x21]);
        put32(&mut directory, &[raw.crc, packed, raw.size]);
        put16(&mut directory, &[raw.name.len() as u16, 0, 0, 0, 0]);
        put32(&mut directory, &[raw.mode << 16, at]);
        directory.extend(&raw.name);
    }
    let (start, count) = (out.len() as u32, entries.len() as u16);
    out.extend(&directory);
    out.extend(b"PK\x05\x06");
    put16(&mut out, &[0, 0, count, count]);
    put32(&mut out, &[directory.len() as u32, start]);
    put16(&mut out, &[0]);
    out
}

fn put16(out: &mut Vec<u8>, values: &[u16]) {
    values.iter().for_each(|value| out.extend(value.to_le_bytes()));
}

fn put32(out: &mut Vec<u8>, values: &[u32]) {
    values.iter().for_each(|value| out.extend(value.to_le_bytes()));
}
