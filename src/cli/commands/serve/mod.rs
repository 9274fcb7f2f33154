//! `encycle serve`: the page, served to the browsers of this machine.
//!
//! | file | content |
//! |---|---|
//! | `server.rs` | connections: how many, how long |
//! | `guard.rs` | which requests are answered: token, cookie, `Host`, `Origin` |
//! | `routes.rs` | what each path answers, and the headers of all answers |
//! | `assets.rs` | the files of the page |
//! | `bundle.rs` | the modules of the page as one script |
//! | `opener.rs` | the browser, opened without the token on a command line |
//! | `jobs.rs` | one child process a job, its output as server-sent events |
//! | `page_job.rs` | the child process |

mod answer;
mod assets;
mod bundle;
mod guard;
mod jobs;
mod limits;
mod opener;
mod output;
pub mod page_job;
mod routes;
mod server;

use std::io::{self, IsTerminal as _};
use std::net::{Ipv4Addr, TcpListener};
use std::process::ExitCode;
use std::thread::JoinHandle;
use std::time::Duration;

use clap::Args;
use encycle::formats;
use encycle::solvers::Stop;
use encycle::solvers::process::cleanup::{self, SignalDelay};

use crate::cli::arguments::limits::seconds;
use crate::cli::arguments::source::SourceArguments;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{eprint_line, print};
use crate::cli::progress;
use guard::Guard;
use jobs::{ChosenLimits, Jobs};
use opener::open_browser;
use server::Server;

/// The usual port. A browser keeps the games of a page by its address, which contains the port. The number has no meaning.
const DEFAULT_PORT: u16 = 27495;

/// Start a page in the browser: play, edit, solve and explain puzzles.
///
/// Prints the address of the page and opens it. The page needs no network: everything is inside the
/// program. Only this machine can reach it, and only a browser that opens the printed address, once.
/// Ctrl-C ends the server and all its jobs. The browser keeps the games, for each port: by default the
/// port is always the same one, unless another program uses it.
///
/// Examples:
///   encycle serve                                 open the page in the browser
///   encycle serve puzzle.txt                      open a puzzle
///   encycle serve 'https://puzz.link/p?slither/5/5/...'
///   encycle serve --no-open --port 8080           print the address only; use this port
///
/// Exit codes: 2 bad usage, bad input, or the port is in use; 130 after Ctrl-C.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Puzzle to open: a file, `-` for standard input, or an address
    puzzle: Option<String>,
    #[command(flatten)]
    source: SourceArguments,
    /// Port of the server; 0 is any free port [default: 27495, or any free port if it is in use]
    #[arg(short, long, value_name = "P")]
    port: Option<u16>,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
    /// Wall-clock limit of each job, in seconds
    #[arg(short, long, value_name = "S", default_value = "600", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Duration,
    /// Memory limit of each process of a job, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 2048, value_parser = clap::value_parser!(u64).range(64..))]
    memory: u64,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    let puzzle = arguments.puzzle_text()?;
    let listener = arguments.listen()?;
    let port = listener.local_addr().map_err(CliError::io("the address of the server"))?.port();
    let random = |error: getrandom::Error| CliError::Usage(format!("no random numbers: {error}"));
    let (guard, token) = Guard::new(port, puzzle.as_deref()).map_err(random)?;
    let program = std::env::current_exe().map_err(CliError::io("the path of this program"))?;
    let limits = ChosenLimits { time: arguments.timeout, memory_mb: arguments.memory };
    let server = Server::new(guard, Jobs::new(program, limits));

    if let Err(error) = cleanup::disown_orphans() {
        eprint_line!("warning: killed jobs may leave zombie processes: {error}");
    }
    let address = format!("http://127.0.0.1:{port}/?token={token}");
    let stop = Stop::default();
    let delay = SignalDelay::new(&stop);
    progress::set_kept("the server and its jobs have ended".to_owned());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(CliError::io("the server"))?;
    print(&format!("{address}\n"))?;
    let is_opened = !arguments.no_open && io::stdout().is_terminal();
    let opener = is_opened.then(|| open_browser(address, &server, &stop));
    let served = runtime.block_on(server.run(listener, &stop));
    // removes its file; a panic there is no reason for another one
    let _ = opener.map(JoinHandle::join);
    served.map_err(CliError::io("the server"))?;
    // ends this process if a signal requested the stop
    drop(delay);
    Ok(Exit::Positive.code())
}

impl Arguments {
    /// Reads the puzzle to open, and returns it in the default format of its kind, which the page reads.
    fn puzzle_text(&self) -> Result<Option<String>, CliError> {
        let Some(source) = &self.puzzle else {
            return match self.source.kind.is_some() || self.source.variant.is_some() {
                true => Err(CliError::Usage(
                    "--kind and --variant need a puzzle\nhelp: encycle serve PUZZLE".to_owned(),
                )),
                false => Ok(None),
            };
        };
        let parsed = self.source.load(source)?;
        let text = formats::write_default(&parsed.puzzle)
            .map_err(|error| CliError::Usage(format!("{source}: {error}")))?;
        match text.len() > limits::START_BYTES {
            true => Err(CliError::Usage(format!(
                "{source}: the puzzle is too large for an address: {} bytes\n\
                 help: run `encycle serve` and drop the file on the page",
                text.len()
            ))),
            false => Ok(Some(text)),
        }
    }

    /// Listens on the loopback interface.
    fn listen(&self) -> Result<TcpListener, CliError> {
        let bind = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
        let bound = match self.port {
            Some(port) => bind(port),
            None => bind(DEFAULT_PORT).or_else(|_| {
                eprint_line!(
                    "note: port {DEFAULT_PORT} is in use, so the page does not show the games of that port"
                );
                bind(0)
            }),
        };
        let listener = bound.and_then(|listener| listener.set_nonblocking(true).map(|()| listener));
        listener.map_err(|error| {
            let port = self.port.unwrap_or(0);
            let help = "help: choose another port; --port 0 is any free one";
            CliError::Usage(format!("cannot listen on port {port}: {error}\n{help}"))
        })
    }
}
