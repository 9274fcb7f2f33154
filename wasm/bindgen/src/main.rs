//! Writes the JavaScript side of a WebAssembly module of `wasm-bindgen`, as the program of that name does, and joins the modules of
//! the page.
//!
//! The library is used, since the program brings a web server and a test runner, which take minutes to compile.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::{fs, io};

use wasm_bindgen_cli_support::Bindgen;

#[path = "../../../src/cli/commands/serve/bundle.rs"]
mod bundle;

/// The module with which the page starts.
const START: &str = "js/main.js";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (Some(module), Some(folder)) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: encycle-bindgen MODULE.wasm PAGE");
        return ExitCode::from(2);
    };
    let folder = Path::new(&folder);
    let mut bindgen = Bindgen::new();
    let made = bindgen.input_path(&module).web(true).and_then(|bindgen| {
        bindgen.typescript(false).out_name("engine").generate(folder.join("engine"))
    });
    if let Err(error) = made {
        eprintln!("error: {error:?}");
        return ExitCode::FAILURE;
    }
    match join(folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Replaces the first module of a page by a script with all of them.
fn join(page: &Path) -> io::Result<()> {
    let mut sources = BTreeMap::new();
    let mut folders = vec!["js".to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(page.join(&folder))? {
            let entry = entry?;
            let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                folders.push(path);
            } else {
                sources.insert(path, fs::read_to_string(entry.path())?);
            }
        }
    }
    let script = bundle::bundle(START, &|path| sources.get(path).map(String::as_str));
    fs::write(page.join(START), script)
}
