//! Nothing that the live tests start outlives them.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::control_plane::{ControlPlane, Parts, wait};

/// Set in the process that is to be killed.
const VICTIM: &str = "MLOP_TEST_VICTIM";

/// What the victim says when its control plane runs.
const SAYS: &str = "running in ";

/// How many processes were started with this folder in their arguments.
fn processes_of(folder: &Path) -> usize {
    let folder = folder.to_str().unwrap();
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let arguments = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    arguments.filter(|arguments| String::from_utf8_lossy(arguments).contains(folder)).count()
}

fn wait_until_gone(folder: &Path) {
    wait::until("the folder to go", || (!folder.exists()).then_some(()));
    wait::until("the processes to go", || (processes_of(folder) == 0).then_some(()));
}

#[test]
fn a_control_plane_goes_when_its_test_ends() {
    let mut own = ControlPlane::start(Parts::default()).unwrap();
    let (admin, folder) = (own.admin(), own.folder().to_owned());
    assert!(admin.ok("/readyz"));
    assert!(!admin.ok("/apis/ray.io/v1"), "no custom kinds unless asked for");
    own.stop("kube-apiserver");
    assert!(!admin.ok("/readyz"));
    drop(own);
    wait_until_gone(&folder);
}

/// The test starts itself again as the process to be killed.
#[test]
fn a_control_plane_goes_when_its_test_process_is_killed() {
    if std::env::var_os(VICTIM).is_some() {
        let own = ControlPlane::start(Parts::default()).unwrap();
        println!("\n{SAYS}{}", own.folder().display());
        wait::until("our end", || None::<()>);
    }
    let name = "cleanup::a_control_plane_goes_when_its_test_process_is_killed";
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", name, "--nocapture"]).env(VICTIM, "yes").stdin(Stdio::null()).stdout(Stdio::piped());
    let mut victim = command.spawn().unwrap();
    let mut lines = BufReader::new(victim.stdout.take().unwrap()).lines().map_while(Result::ok);
    let folder = lines.find_map(|line| line.strip_prefix(SAYS).map(str::to_owned)).expect("the victim started nothing");
    let folder = Path::new(&folder);
    assert!(folder.exists());
    victim.kill().unwrap();
    victim.wait().unwrap();
    wait_until_gone(folder);
}
