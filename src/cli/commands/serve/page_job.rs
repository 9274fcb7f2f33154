//! `encycle page-job`: one request of the page of `encycle serve`, in a process of its own.

use std::io::{self, BufRead as _, Read as _, Write as _};
use std::process::ExitCode;

use clap::Args;
use encycle::page::{self, Event, InstalledHost};
use encycle::solvers::process::{cleanup, limit_own_memory};

use super::limits::BODY_BYTES;
use crate::cli::exit::{CliError, Exit};

/// Run one job of the page: a request as JSON on standard input, events as JSON lines on standard output.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Read one line, and end when standard input ends: so the job ends with the process that started it
    #[arg(long)]
    end_with_input: bool,
    /// Memory limit of each process, in megabytes
    #[arg(long, value_name = "MB")]
    memory: Option<u64>,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    if let Some(mb) = arguments.memory {
        limit_own_memory(mb).map_err(CliError::io("the memory limit"))?;
    }
    let request = read(arguments.end_with_input).map_err(CliError::io("standard input"))?;
    if arguments.end_with_input {
        std::thread::Builder::new()
            .name("input".to_owned())
            .spawn(|| {
                // further input is ignored, and a read error counts as the end of the input
                let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
                end();
            })
            .map_err(CliError::io("a thread"))?;
    }
    match request {
        Some(request) => page::respond(&request, &InstalledHost, &|event| print(&event)),
        None => {
            let error = format!("the request is larger than {} MiB", BODY_BYTES >> 20);
            let event = Event::Failed { error, line: None, column: None };
            print(&serde_json::to_string(&event).unwrap_or_default());
        }
    }
    Ok(Exit::Positive.code())
}

/// Reads the request: a line, or everything. Returns `None` if it is too long.
fn read(is_line: bool) -> io::Result<Option<String>> {
    let mut request = Vec::new();
    let mut input = io::stdin().lock().take(BODY_BYTES as u64 + 1);
    match is_line {
        true => input.read_until(b'\n', &mut request)?,
        false => input.read_to_end(&mut request)?,
    };
    let is_complete = input.limit() > 0 || request.ends_with(b"\n");
    // JSON is UTF-8, so the conversion changes only requests that are malformed anyway
    Ok(is_complete.then(|| String::from_utf8_lossy(&request).into_owned()))
}

/// Prints an event. Ends this process if standard output is closed.
fn print(event: &str) {
    let mut out = io::stdout().lock();
    if writeln!(out, "{event}").and_then(|()| out.flush()).is_err() {
        end();
    }
}

/// Kills the solvers and ends this process.
fn end() -> ! {
    cleanup::clean_up();
    std::process::exit(Exit::Unknown as i32)
}
