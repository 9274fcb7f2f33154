//! Models from files, and models as files.

use std::path::Path;

use encycle::encodings::encoding::Encoding;
use encycle::encodings::export::{
    MpsLayout, OpbRevision, Preamble, write_dimacs, write_lp_program, write_mps_program,
    write_opb_program, write_wcnf_program,
};
use encycle::encodings::logic::{ConstraintSink, LoweringOptions, ProgramPart};
use encycle::encodings::model::Model;
use encycle::formats::LoadError;
use encycle::formats::model::{ModelFormat, NamedModel, load_models, read_rules};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

use crate::errors::{invalid, puzzle_error};

/// Reads the models of a file, or the one that `FILE#N` names, each with rules about graphs over its variables.
pub fn read_all(py: Python<'_>, path: &Path, rules: Option<&Path>) -> PyResult<Vec<Model>> {
    let name = path.display().to_string();
    let error = |error| match error {
        LoadError::Parse(error) => puzzle_error(py, &error),
        LoadError::Io { cause, .. } => io_error(path, &cause),
        error => invalid(error),
    };
    let read = py.detach(|| load_models(&name, None)).map_err(error)?;
    let models = read.ok_or_else(|| {
        invalid(format!(
            "{name}: not recognized as a formula or a graph\nhelp: use a file in one of these formats: {}",
            ModelFormat::all_names()
        ))
    })?;
    let rules = rules.map(|rules| {
        let text = std::fs::read_to_string(rules).map_err(|error| io_error(rules, &error))?;
        Ok::<_, PyErr>((rules.display().to_string(), text))
    });
    let rules = rules.transpose()?;
    let with_rules = |(_, model): NamedModel| {
        let mut model = model.map_err(error)?;
        if let Some((name, text)) = &rules {
            read_rules(text, name, &mut model, None).map_err(|error| puzzle_error(py, &error))?;
        }
        Ok(model)
    };
    models.into_iter().map(with_rules).collect()
}

/// Reads the one model of a file, or the one that `FILE#N` names ([`read_all`]).
pub fn read(py: Python<'_>, path: &Path, rules: Option<&Path>) -> PyResult<Model> {
    let mut models = read_all(py, path, rules)?;
    match (models.pop(), models.len()) {
        (Some(model), 0) => Ok(model),
        (_, others) => Err(invalid(format!(
            "{name}: {count} problems\nhelp: name one of them as {name}#1 to {name}#{count}, or use Model.read_all",
            name = path.display(),
            count = others + 1
        ))),
    }
}

fn io_error(path: &Path, error: &std::io::Error) -> PyErr {
    let text = format!("{}: {error}", path.display());
    match error.raw_os_error() {
        // Python makes this a FileNotFoundError, a PermissionError, ...
        Some(code) => PyOSError::new_err((code, error.to_string(), path.display().to_string())),
        None => PyOSError::new_err(text),
    }
}

/// A format of formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FileFormat {
    Cnf,
    Lp,
    Mps,
    Opb,
    Wcnf,
}

impl FileFormat {
    fn of(path: &Path) -> PyResult<Self> {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("cnf" | "dimacs") => Ok(Self::Cnf),
            Some("lp") => Ok(Self::Lp),
            Some("mps") => Ok(Self::Mps),
            Some("opb") => Ok(Self::Opb),
            Some("wcnf") => Ok(Self::Wcnf),
            _ => Err(invalid(format!(
                "{}: the ending selects no format\nhelp: use .cnf, .wcnf, .opb, .lp or .mps",
                path.display()
            ))),
        }
    }

    /// Checks that the format can express what a model has beyond constraints over Boolean variables.
    fn check(self, program: &ProgramPart) -> PyResult<()> {
        let what = match self {
            Self::Lp | Self::Mps => return Ok(()),
            _ if program.needs_mip() => {
                "columns that are not Boolean, or numbers that are not integers"
            }
            Self::Cnf if program.objective.is_some() => "an objective",
            _ => return Ok(()),
        };
        let (name, others) = match self {
            Self::Cnf if !program.needs_mip() => ("DIMACS CNF", ".wcnf, .opb, .lp or .mps"),
            Self::Cnf => ("DIMACS CNF", ".lp or .mps"),
            Self::Wcnf => ("WCNF", ".lp or .mps"),
            _ => ("OPB", ".lp or .mps"),
        };
        Err(invalid(format!("{name} cannot express {what}\nhelp: write a file {others}")))
    }
}

/// Writes a model with this encoding. The ending of the name selects the format.
pub fn write(
    py: Python<'_>,
    path: &Path,
    model: &Model,
    encoding: &Encoding<'_>,
    lowering: LoweringOptions,
) -> PyResult<()> {
    let format = FileFormat::of(path)?;
    format.check(model.program())?;
    let mut text = Vec::new();
    py.detach(|| put(&mut text, format, model, encoding, lowering))?;
    std::fs::write(path, text).map_err(|error| io_error(path, &error))
}

fn put(
    text: &mut Vec<u8>,
    format: FileFormat,
    model: &Model,
    encoding: &Encoding<'_>,
    lowering: LoweringOptions,
) -> PyResult<()> {
    let program = model.program();
    let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
    let comment = format!("encycle {}: encoding {}", env!("CARGO_PKG_VERSION"), encoding.name());
    let mut comments = vec![comment];
    if matches!(format, FileFormat::Lp | FileFormat::Mps) {
        comments.extend(model.rename_comments());
    }
    match format {
        FileFormat::Cnf => {
            let preamble = Preamble { comments, names: true, ..Preamble::default() };
            write_dimacs(text, &preamble, lowering, &encode).map(drop)
        }
        FileFormat::Lp => write_lp_program(text, &comments, lowering, &encode, program),
        FileFormat::Mps => {
            let layout = MpsLayout::Free;
            write_mps_program(text, &comments, layout, lowering, &encode, program).map(drop)
        }
        FileFormat::Opb => {
            let revision = OpbRevision::Pb24;
            write_opb_program(text, &comments, revision, lowering, &encode, program).map(drop)
        }
        FileFormat::Wcnf => {
            write_wcnf_program(text, &comments, lowering, &encode, program).map(drop)
        }
    }
    .map_err(invalid)
}
