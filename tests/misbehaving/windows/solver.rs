//! A Windows program that fails as a solver in the way that its file name states. Each ends by itself after a while,
//! so that nothing runs forever if the test fails.

use std::process::Command;
use std::time::Duration;

const WHILE: Duration = Duration::from_secs(300);

fn main() {
    let own = std::env::current_exe().unwrap();
    match own.file_stem().unwrap().to_str().unwrap() {
        "hangs" => {
            if std::env::args().nth(1).as_deref() != Some("child") {
                Command::new(&own).arg("child").spawn().unwrap();
            }
            std::thread::sleep(WHILE);
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
        other => panic!("unknown name: {other}"),
    }
}
