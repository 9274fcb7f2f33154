//! The two ways in which the page is served.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::{fs, thread};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::support::binary::own_binary;

/// `encycle serve`.
pub struct Server {
    program: Child,
    /// The address with its token.
    pub address: String,
}

impl Server {
    /// Starts the server with these arguments.
    pub fn start(arguments: &[&str]) -> Self {
        // tests run side by side
        let port = if arguments.contains(&"--port") { &[][..] } else { &["--port", "0"] };
        let mut program = Command::new(own_binary())
            .args(["serve", "--no-open"])
            .args(port)
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the server starts");
        let mut line = String::new();
        let output = program.stdout.take().expect("standard output");
        BufReader::new(output).read_line(&mut line).expect("the address");
        let address = line.trim().to_owned();
        assert!(address.starts_with("http://127.0.0.1:"), "{address}");
        Self { program, address }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // SIGINT is ignored below a shell that started the tests in the background
        let _ = kill(Pid::from_raw(self.program.id() as i32), Signal::SIGTERM);
        let _ = self.program.wait();
    }
}

/// The files of `scripts/build-page`, on a server for files.
pub struct Site {
    /// The address.
    pub address: String,
}

/// The same policy as that of `encycle serve`: the page needs nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
     img-src 'self' blob: data:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";

impl Site {
    /// Starts the server, which ends with the test.
    pub fn start() -> Self {
        let folder = folder();
        assert!(
            folder.join("engine/engine_bg.wasm").exists(),
            "no page in {}; scripts/build-page makes it",
            folder.display()
        );
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = format!("http://{}/", listener.local_addr().expect("an address"));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let folder = folder.clone();
                thread::spawn(move || answer(stream, &folder));
            }
        });
        Self { address }
    }
}

/// The folder in which `scripts/build-page` makes the page: in the target directory, which contains the tested program.
fn folder() -> PathBuf {
    let program = PathBuf::from(own_binary());
    let target = program.ancestors().nth(2).expect("a target directory");
    target.join("page")
}

/// Answers one request.
fn answer(mut stream: TcpStream, folder: &Path) {
    let mut request = Vec::new();
    let mut bytes = [0; 4096];
    while !request.windows(4).any(|end| end == b"\r\n\r\n") {
        match stream.read(&mut bytes) {
            Ok(count) if count > 0 => request.extend(&bytes[..count]),
            _ => return,
        }
    }
    let text = String::from_utf8_lossy(&request);
    let path = text.split(' ').nth(1).unwrap_or("/").split('?').next().unwrap_or("/");
    let path = if path == "/" { "index.html" } else { path.trim_start_matches('/') };
    let kind = match path.rsplit('.').next() {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    };
    let (status, body) = match fs::read(folder.join(path)) {
        Ok(body) => ("200 OK", body),
        Err(_) => ("404 Not Found", Vec::new()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
         Content-Security-Policy: {POLICY}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body));
}
