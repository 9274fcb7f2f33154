//! A Windows program that fails as a solver in the way that its file name states. Each ends by itself after a while,
//! so that nothing runs forever if the test fails.

use std::process::{Command, exit};
use std::time::{Duration, Instant};

const WHILE: Duration = Duration::from_secs(300);

unsafe extern "system" {
    fn GenerateConsoleCtrlEvent(event: u32, group: u32) -> i32;
}

fn main() {
    let own = std::env::current_exe().unwrap();
    match own.file_stem().unwrap().to_str().unwrap() {
        "hangs" => {
            if std::env::args().nth(1).as_deref() != Some("child") {
                Command::new(&own).arg("child").spawn().unwrap();
            }
            std::thread::sleep(WHILE);
        }
        "spins" => {
            let since = Instant::now();
            while since.elapsed() < WHILE {}
        }
        "hoards" => {
            let mut hoard = Vec::new();
            for number in 0..2000 {
                hoard.push(vec![number as u8 | 1; 1 << 20]);
            }
            std::thread::sleep(WHILE);
            println!("{}", hoard.len());
        }
        // SAFETY: none; this is the crash.
        "crashes" => unsafe { std::ptr::null_mut::<u8>().write_volatile(1) },
        "breaks" => breaks(),
        other => panic!("unknown name: {other}"),
    }
}

/// Starts a program in a console group of its own, sends it Ctrl-Break, and exits with its exit code.
fn breaks() {
    use std::os::windows::process::CommandExt;
    const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
    let mut words = std::env::args_os().skip(1);
    let mut command = Command::new(words.next().unwrap());
    let mut child = command.args(words).creation_flags(CREATE_NEW_PROCESS_GROUP).spawn().unwrap();
    std::thread::sleep(Duration::from_secs(3));
    // SAFETY: the call takes numbers only.
    assert_ne!(unsafe { GenerateConsoleCtrlEvent(1, child.id()) }, 0);
    exit(child.wait().unwrap().code().unwrap());
}
