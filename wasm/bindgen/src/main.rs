//! Writes the JavaScript side of a WebAssembly module of `wasm-bindgen`, as the program of that name does.
//!
//! The library is used, since the program brings a web server and a test runner, which take minutes to compile.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (Some(module), Some(folder)) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: encycle-bindgen MODULE.wasm FOLDER");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    let made = bindgen.input_path(&module).web(true).and_then(|bindgen| {
        bindgen.typescript(false).out_name("engine").generate(&folder)
    });
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:?}");
            ExitCode::FAILURE
        }
    }
}
