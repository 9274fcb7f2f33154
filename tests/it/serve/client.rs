//! A running server and a client that sends what it likes.

use std::fs;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tempfile::TempDir;

use crate::support::misbehaving;
use crate::support::waiting::{DEADLINE, processes_in, wait_until};

/// A solver that never ends, under the name `slow`.
const CATALOGUE: &str = "[[solver]]\nname = 'slow'\nkind = 'sat'\nprograms = ['hangs-alone']\n\
    arguments = ['{input}']\nanswer = 'competition'\n";

/// A running server. Its temporary files, its configuration and its solvers are in a folder of its own.
pub struct Server {
    child: Child,
    pub port: u16,
    pub token: String,
    pub folder: TempDir,
}

/// An answer as it came.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    /// The status line and the headers, in lower case.
    pub head: String,
    pub body: String,
}

impl Reply {
    fn of(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Self { status, head: head.to_lowercase(), body: body.to_owned() }
    }

    /// The address to which a page leads at once.
    pub fn place(&self) -> Option<&str> {
        let (_, after) = self.body.split_once("http-equiv=\"refresh\" content=\"0; url=")?;
        Some(after.split_once('"')?.0)
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let values = self.head.lines().filter_map(|line| line.split_once(": "));
        { values }.find_map(|(key, value)| (key == name).then_some(value))
    }
}

/// The command `encycle serve` with its files in a folder.
pub fn command(folder: &Path, arguments: &[&str]) -> Command {
    fs::create_dir_all(folder.join("config/encycle")).unwrap();
    fs::create_dir_all(folder.join("tmp")).unwrap();
    fs::write(folder.join("config/encycle/solvers.toml"), CATALOGUE).unwrap();
    let solvers = misbehaving::path("hangs-alone");
    // the test runner may ignore signals (`nohup`, a background job), and children inherit that
    let mut command = Command::new("env");
    command.arg("--default-signal=INT,TERM,HUP,QUIT").arg(env!("CARGO_BIN_EXE_encycle"));
    command.args(["serve", "--no-open"]).args(arguments);
    // tests run side by side
    if !arguments.contains(&"--port") {
        command.args(["--port", "0"]);
    }
    command.env("XDG_CONFIG_HOME", folder.join("config"));
    command.env("XDG_CACHE_HOME", folder.join("cache"));
    command.env("TMPDIR", folder.join("tmp"));
    command.env("ENCYCLE_SOLVER_PATH", solvers.parent().unwrap());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

impl Server {
    pub fn start(arguments: &[&str]) -> Self {
        Self::start_with(arguments, "")
    }

    /// Starts a server with this text on standard input.
    pub fn start_with(arguments: &[&str], input: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut command = command(folder.path(), arguments);
        let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://127.0.0.1:").expect(&line);
        let (port, token) = address.split_once("/?token=").expect(&line);
        Self { child, port: port.parse().unwrap(), token: token.to_owned(), folder }
    }

    pub fn process(&self) -> i32 {
        self.child.id() as i32
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the server listens");
        stream.set_read_timeout(Some(DEADLINE)).unwrap();
        stream.set_write_timeout(Some(DEADLINE)).unwrap();
        stream
    }

    /// Sends bytes and reads until the server closes the connection.
    pub fn send(&self, bytes: &[u8]) -> Reply {
        self.try_send(bytes).expect("an answer")
    }

    /// The same; an error is a connection that the server resets.
    pub fn try_send(&self, bytes: &[u8]) -> io::Result<Reply> {
        let mut stream = self.connect();
        stream.write_all(bytes)?;
        read_all(stream)
    }

    /// Logs in.
    pub fn session(&self) -> Session<'_> {
        Session::of(self, &self.send(self.login().as_bytes()))
    }

    /// The request that a browser sends for the printed address.
    pub fn login(&self) -> String {
        let Self { token, port, .. } = self;
        format!("GET /?token={token} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n")
    }

    /// The running jobs.
    pub fn jobs(&self) -> Vec<i32> {
        let tasks = fs::read_dir(format!("/proc/{}/task", self.process())).into_iter().flatten();
        let lists = tasks.flatten().map(|task| fs::read_to_string(task.path().join("children")));
        let lists: Vec<String> = lists.map(Result::unwrap_or_default).collect();
        lists.iter().flat_map(|list| list.split_whitespace()).flat_map(str::parse).collect()
    }

    pub fn wait_for_jobs(&self, number: usize) {
        wait_until(&format!("{number} jobs"), || self.jobs().len() == number);
    }

    /// The folders and processes of running solvers.
    pub fn solvers(&self) -> (usize, Vec<PathBuf>) {
        let folder = self.folder.path().join("tmp");
        (fs::read_dir(&folder).unwrap().count(), processes_in(&folder))
    }

    pub fn wait_for_solver(&self) {
        wait_until("the start of the solver", || !self.solvers().1.is_empty());
    }

    pub fn wait_for_no_solver(&self) {
        wait_until("the end of all solvers", || self.solvers() == (0, Vec::new()));
    }

    pub fn signal(&self, signal: Signal) {
        kill(Pid::from_raw(self.process()), signal).unwrap();
    }

    /// Waits for the end, and returns it with what was printed on standard error.
    pub fn end(mut self) -> (ExitStatus, String) {
        let mut errors = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        (self.child.wait().unwrap(), errors)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads until the server closes the connection.
pub fn read_all(mut stream: TcpStream) -> io::Result<Reply> {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes)?;
    let _ = stream.shutdown(Shutdown::Both);
    Ok(Reply::of(&bytes))
}

/// A logged-in client. Its requests are those of the page, with changes.
pub struct Session<'a> {
    pub server: &'a Server,
    pub cookie: String,
    /// The second secret, which only the page knows.
    pub key: String,
}

impl<'a> Session<'a> {
    /// The session that the answer to a login starts.
    pub fn of(server: &'a Server, login: &Reply) -> Self {
        assert_eq!(login.status, 200, "{login:?}");
        let cookie = login.header("set-cookie").expect("a cookie");
        let (cookie, _) = cookie.split_once(';').expect("attributes");
        let place = login.place().and_then(|place| place.strip_prefix("/#k=")).expect("a key");
        let key = place.split('&').next().unwrap_or_default();
        Self { server, cookie: cookie.to_owned(), key: key.to_owned() }
    }

    /// A request with the headers of the page. `changes` replaces headers, or removes those with an empty value.
    pub fn request(&self, line: &str, changes: &[(&str, &str)], body: &str) -> Vec<u8> {
        let (host, length) = (format!("127.0.0.1:{}", self.server.port), body.len().to_string());
        let own = [("Host", host.as_str()), ("Cookie", &self.cookie)].into_iter();
        let own = own
            .chain([("X-Encycle-Key", &*self.key)].into_iter().filter(|_| line.contains("/api/")));
        let of_body = [("Content-Type", "application/json"), ("Content-Length", &length)];
        let own = own.chain(of_body.into_iter().filter(|_| !body.is_empty()));
        let kept = own.filter(|(name, _)| changes.iter().all(|(changed, _)| changed != name));
        let new = changes.iter().copied().filter(|(_, value)| !value.is_empty());
        let headers: String =
            kept.chain(new).map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        format!("{line} HTTP/1.1\r\n{headers}\r\n{body}").into_bytes()
    }

    pub fn get(&self, path: &str, changes: &[(&str, &str)]) -> Reply {
        self.server.send(&self.request(&format!("GET {path}"), changes, ""))
    }

    /// Runs a job to its end.
    pub fn post(&self, changes: &[(&str, &str)], body: &str) -> Reply {
        self.server.send(&self.request("POST /api/job", changes, body))
    }

    /// Starts a job.
    pub fn begin(&self, body: &str) -> TcpStream {
        let mut stream = self.server.connect();
        stream.write_all(&self.request("POST /api/job", &[], body)).unwrap();
        stream
    }
}

/// A short job.
pub const ABOUT: &str = r#"{"do":"about"}"#;

/// A Slitherlink without clues.
pub fn empty(side: usize) -> String {
    format!("slitherlink {side} {side}\\n{}", format!("{}\\n", ".".repeat(side)).repeat(side))
}

/// A job that computes for hours and prints nothing.
pub fn silent() -> String {
    format!(r#"{{"do":"count","puzzle":"{}"}}"#, empty(60))
}

/// A job that runs a solver which never ends.
pub fn slow() -> String {
    format!(r#"{{"do":"solve","puzzle":"{}","runs":[{{"solver":"slow"}}]}}"#, empty(3))
}
