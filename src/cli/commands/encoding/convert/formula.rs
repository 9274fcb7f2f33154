//! The conversion of formulas.

use std::path::Path;

use crate::cli::arguments::formula_format::FormulaFormat;
use crate::cli::exit::CliError;
use crate::cli::output::write_to;
use encycle::encodings::export::{MapTarget, Preamble};
use encycle::encodings::logic::LoweringOptions;
use encycle::export::write_converted_map;
use encycle::files::compression;
use encycle::formats::map;
use encycle::formats::program::Program;
use encycle::lint::FileFormat;

/// The files of a conversion.
pub struct Files<'a> {
    pub formula: &'a str,
    pub map: Option<&'a str>,
    pub out: Option<&'a Path>,
    pub map_out: Option<&'a Path>,
}

/// Converts a formula.
pub fn convert(
    files: &Files<'_>,
    to: FormulaFormat,
    choices: LoweringOptions,
) -> Result<(), CliError> {
    let (mut program, from) = read_formula(files.formula)?;
    let map = files.map.map(map::load).transpose()?;
    if let (Some(map), Some(name)) = (&map, files.map) {
        check_side(map, from).map_err(|message| CliError::Usage(format!("{name}: {message}")))?;
        let named = program.set_names(map);
        named.map_err(|message| CliError::Usage(format!("{}: {message}", files.formula)))?;
    }
    let name = Path::new(files.formula).file_name().unwrap_or_default().to_string_lossy();
    let preamble = Preamble {
        comments: vec![format!("encycle {}: converted from {name}", env!("CARGO_PKG_VERSION"))],
        ..Preamble::default()
    };
    let part = program.part_with_names();
    write_to(files.out, |out| {
        to.write(out, &preamble, choices, &|sink| program.encode(sink), Some(&part))
    })?;
    if let (Some(map), Some(path)) = (&map, files.map_out) {
        write_to(Some(path), |out| {
            write_converted_map(out, map, &program, choices, to.map_target())
        })?;
    }
    Ok(())
}

/// Reads a formula, and returns its format, which follows from the file name or, if that has no known extension, from
/// the content.
pub fn read_formula(source: &str) -> Result<(Program, FileFormat), CliError> {
    let mut input = compression::open_source(Path::new(source)).map_err(CliError::io(source))?;
    let named = FileFormat::of_name(Path::new(source)).filter(|_| source != "-");
    let start = input.fill_buf().map_err(CliError::io(source))?;
    let Some(format) = named.or_else(|| FileFormat::of_content(start)) else {
        let message = format!(
            "{source}: neither the name nor the content is that of a CNF, LP, MPS or OPB file\nhelp: to convert a puzzle, \
             select a format of puzzles: `encycle help formats`"
        );
        return Err(CliError::Usage(message));
    };
    Ok((Program::read(format, input, source)?, format))
}

/// Checks that a map belongs to a file in this format.
fn check_side(map: &map::VariableMap, format: FileFormat) -> Result<(), String> {
    let sides = match format {
        FileFormat::Cnf => &[MapTarget::Cnf][..],
        FileFormat::Lp => &[MapTarget::Lp],
        FileFormat::Mps => &[MapTarget::Lp, MapTarget::Opb],
        FileFormat::Opb => &[MapTarget::Opb],
    };
    match map.fact("side") {
        Some(side) if sides.iter().all(|one| one.name() != side) => Err(format!(
            "the map is that of another file: it has `side {side}`\nhelp: give the map that was written with this file"
        )),
        _ => Ok(()),
    }
}
