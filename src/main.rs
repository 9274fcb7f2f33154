//! The `encycle` command.

mod cli;

// The unwinder of libgcc, as a part of the program: one library less to load at each start. CaDiCaL's C++ library loads
// the shared one.
#[cfg(all(target_os = "linux", target_env = "gnu", not(feature = "cadical")))]
#[link(name = "gcc_eh", kind = "static", modifiers = "-bundle")]
unsafe extern "C" {}

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
