//! Opening the browser. The programs that open it get their arguments on the command line, which all users of the machine can
//! read. So they get the name of a file that leads to the address, and only this user can read the file.

use std::io::{self, Write as _};
use std::path::Path;
use std::thread::{JoinHandle, sleep, spawn};
use std::time::Duration;

use encycle::solvers::Stop;
use tempfile::NamedTempFile;

use super::server::Server;
use crate::cli::output::eprint_line;

/// The time between two looks whether the browser has opened the page.
const PAUSE: Duration = Duration::from_millis(100);

/// Opens an address in the browser, from a thread that ends when the browser has used the token of the address, or with the
/// server.
pub fn open_browser(
    address: String,
    server: &std::sync::Arc<Server>,
    stop: &Stop,
) -> JoinHandle<()> {
    let (server, stop) = (std::sync::Arc::clone(server), stop.clone());
    spawn(move || {
        let opened = redirecting_file(&address).and_then(|file| {
            // opening takes a while on some systems
            open::that_detached(file.path()).map(|()| file)
        });
        match opened {
            // the file is removed with its value
            Ok(_file) => {
                while !server.guard.is_token_used() && !stop.is_requested() {
                    sleep(PAUSE);
                }
            }
            Err(error) => {
                eprint_line!("warning: no browser starts ({error})\nhelp: open the address above")
            }
        }
    })
}

/// Makes a file that leads to an address. It is in the folder of the user, because browsers in a sandbox do not see the
/// folders for temporary files and hidden ones; or in a folder for temporary files if that is not possible.
fn redirecting_file(address: &str) -> io::Result<NamedTempFile> {
    let made = std::env::home_dir().map(|home| redirecting_file_in(&home, address));
    match made {
        Some(Ok(file)) => Ok(file),
        _ => redirecting_file_in(&std::env::temp_dir(), address),
    }
}

fn redirecting_file_in(folder: &Path, address: &str) -> io::Result<NamedTempFile> {
    // on Unix, the file is readable and writable for its user only
    let named = tempfile::Builder::new().prefix("encycle-").suffix(".html").tempfile_in(folder);
    let mut file = named?;
    file.write_all(refresh_page(address).as_bytes())?;
    file.flush()?;
    Ok(file)
}

/// Returns a page that leads to an address, which has no special characters. It has an empty icon, because a browser would ask
/// for one.
pub fn refresh_page(address: &str) -> String {
    format!(
        "<!doctype html>\n<meta charset=\"utf-8\">\n<title>Encycle</title>\n\
         <link rel=\"icon\" href=\"data:,\">\n\
         <meta http-equiv=\"refresh\" content=\"0; url={address}\">\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The address was an argument of the launcher, so every user could read the token in the list of processes.
    #[test]
    fn no_launcher_gets_the_token_as_an_argument() {
        let folder = tempfile::tempdir().unwrap();
        let address = "http://127.0.0.1:1/?token=0123";
        let file = redirecting_file_in(folder.path(), address).unwrap();
        let text = std::fs::read_to_string(file.path()).unwrap();
        assert!(text.contains(&format!("url={address}\"")), "{text}");
        let launchers = open::commands(file.path());
        assert!(!launchers.is_empty());
        for launcher in launchers {
            assert!(!format!("{launcher:?}").contains("0123"), "{launcher:?}");
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = file.as_file().metadata().unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    }
}
