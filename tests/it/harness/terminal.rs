//! A terminal with nobody before it but a test.
//!
//! Owns what was written to it, and can be typed on.

use std::fs::{File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

/// How long something is waited for.
const LIMIT: Duration = Duration::from_secs(60);

/// A terminal.
pub struct Terminal {
    master: File,
    path: PathBuf,
    shown: Arc<Mutex<Vec<u8>>>,
    /// Keeps it open while no program has it.
    _open: File,
}

impl Terminal {
    /// A new one.
    pub fn new() -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let path = PathBuf::from(ptsname(&master, Vec::new()).unwrap().into_string().unwrap());
        let master = File::from(master);
        let open = side(&path);
        let shown: Arc<Mutex<Vec<u8>>> = Arc::default();
        let (mut reader, written) = (master.try_clone().unwrap(), Arc::clone(&shown));
        std::thread::spawn(move || {
            let mut some = [0; 4096];
            // It ends with an error when the last program has closed it.
            while let Ok(count @ 1..) = reader.read(&mut some) {
                written.lock().unwrap().extend_from_slice(&some[..count]);
            }
        });
        Self { master, path, shown, _open: open }
    }

    /// The side that a program gets.
    pub fn side(&self) -> File {
        side(&self.path)
    }

    /// Types.
    pub fn type_keys(&self, keys: &str) {
        (&self.master).write_all(keys.as_bytes()).unwrap();
    }

    /// What was written to it so far.
    pub fn shown(&self) -> String {
        String::from_utf8_lossy(&self.shown.lock().unwrap()).into_owned()
    }

    /// Waits until this was written to it.
    pub fn until(&self, text: &str) {
        let start = Instant::now();
        while !self.shown().contains(text) {
            assert!(start.elapsed() < LIMIT, "waited in vain for {text:?}, there is {:?}", self.shown());
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

fn side(path: &PathBuf) -> File {
    use std::os::unix::fs::OpenOptionsExt as _;
    // Not to become ours, whose end would be told to us by a signal.
    let flags = i32::try_from(OpenptFlags::NOCTTY.bits()).unwrap();
    OpenOptions::new().read(true).write(true).custom_flags(flags).open(path).unwrap()
}
