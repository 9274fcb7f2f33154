//! The `encycle` command: see [`encycle::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    encycle::cli::main()
}
