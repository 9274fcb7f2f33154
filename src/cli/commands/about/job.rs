//! `encycle page-job`: one request of the page of `encycle serve`, in a process of its own.

use std::io::{self, Read as _, Write as _};
use std::process::ExitCode;

use clap::Args;
use encycle::page::{self, InstalledHost};

use crate::cli::exit::{CliError, Exit};

/// Run one job of the page: a request as JSON on standard input, events as JSON lines on standard output.
#[derive(Args, Debug)]
pub struct Arguments {}

pub fn run(_: &Arguments) -> Result<ExitCode, CliError> {
    let mut request = String::new();
    io::stdin()
        .read_to_string(&mut request)
        .map_err(|error| CliError::Io { what: "standard input".to_owned(), error })?;
    page::respond(&request, &InstalledHost, &|event| {
        let mut out = io::stdout().lock();
        // nobody listens any more
        if writeln!(out, "{event}").and_then(|()| out.flush()).is_err() {
            std::process::exit(1);
        }
    });
    Ok(Exit::Positive.code())
}
