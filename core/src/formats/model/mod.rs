//! The readers of models: formats for constraints, objectives and problems on graphs, and the rules language.
//!
//! A [`Model`] is a problem of a user's own. [`model_format`] recognizes the format of a file by its content, and
//! [`read_model`] reads it. [`read_rules`] adds rules about graphs.
//!
//! | format | content |
//! |---|---|
//! | [`Cnf`](ModelFormat::Cnf) | clauses |
//! | [`Wcnf`](ModelFormat::Wcnf) | clauses, and soft clauses with weights |
//! | [`Opb`](ModelFormat::Opb) | linear constraints over Boolean variables, and an objective |
//! | [`Lp`](ModelFormat::Lp), [`Mps`](ModelFormat::Mps) | mixed-integer linear programs |
//! | [`Gnf`](ModelFormat::Gnf) | clauses, and predicates about directed graphs |
//! | [`Digraph`](ModelFormat::Digraph) | a directed Hamilton cycle or path |
//! | [`Tsplib`](ModelFormat::Tsplib) | the shortest tour |
//! | [`SteinLib`](ModelFormat::SteinLib), [`PaceGraph`](ModelFormat::PaceGraph) | the shortest Steiner tree |

mod cnf;
pub(in crate::formats) mod digraph;
mod gnf;
mod linear;
mod recognize;
mod rules;
mod steiner;
mod tsplib;
mod wcnf;

use std::fmt;
use std::io::{self, BufRead, Cursor, Read};

use encycle_encodings::model::Model;
use encycle_encodings::text::Fault;
use encycle_lint::FileFormat;

use crate::formats::other::text_in;
use crate::formats::{LoadError, ParseError};

pub use recognize::model_format;
pub use rules::read_rules;

/// A format of models.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ModelFormat {
    /// DIMACS CNF: clauses.
    Cnf,
    /// WCNF: clauses, and soft clauses with weights.
    Wcnf,
    /// OPB: linear constraints over Boolean variables, and an objective.
    Opb,
    /// CPLEX LP: a mixed-integer linear program.
    Lp,
    /// MPS, free or fixed: a mixed-integer linear program.
    Mps,
    /// GNF, the format of MonoSAT: clauses, and predicates about directed graphs.
    Gnf,
    /// Directed graphs (`hamilton digraph`, digraph6, DOT, GML): a directed Hamilton cycle or path.
    Digraph,
    /// TSPLIB files of the types TSP and ATSP: the shortest tour.
    Tsplib,
    /// SteinLib files (`.stp`): the shortest Steiner tree.
    SteinLib,
    /// Graphs of PACE 2018 (`.gr`): the shortest Steiner tree.
    PaceGraph,
}

impl ModelFormat {
    /// All formats.
    pub const ALL: &[Self] = &[
        Self::Cnf,
        Self::Wcnf,
        Self::Opb,
        Self::Lp,
        Self::Mps,
        Self::Gnf,
        Self::Digraph,
        Self::Tsplib,
        Self::SteinLib,
        Self::PaceGraph,
    ];

    /// Returns the names of all formats, for a message.
    #[must_use]
    pub fn all_names() -> String {
        let names: Vec<&str> = Self::ALL.iter().map(|format| format.name()).collect();
        names.join(", ")
    }

    /// Returns the name, as the command line spells it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Cnf => "cnf",
            Self::Wcnf => "wcnf",
            Self::Opb => "opb",
            Self::Lp => "lp",
            Self::Mps => "mps",
            Self::Gnf => "gnf",
            Self::Digraph => "digraph",
            Self::Tsplib => "tsplib",
            Self::SteinLib => "steinlib",
            Self::PaceGraph => "pace",
        }
    }
}

impl fmt::Display for ModelFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads a model. `origin` is the name of the file, for errors.
///
/// # Errors
/// Returns the errors of the input, and the first error of the text, with its line and column.
///
/// ```
/// use encycle::formats::model::{ModelFormat, read_model};
///
/// let model = read_model(ModelFormat::Cnf, "p cnf 2 1\n1 -2 0\n".as_bytes(), "a.cnf")?;
/// assert_eq!(model.variable_names(), ["x1", "x2"]);
/// # Ok::<(), encycle::formats::LoadError>(())
/// ```
pub fn read_model(
    format: ModelFormat,
    input: impl BufRead,
    origin: &str,
) -> Result<Model, LoadError> {
    match format {
        ModelFormat::Cnf => cnf::read(input, origin),
        ModelFormat::Wcnf => of_text(input, origin, wcnf::read),
        ModelFormat::Opb => linear::read(FileFormat::Opb, input, origin),
        ModelFormat::Lp => linear::read(FileFormat::Lp, input, origin),
        ModelFormat::Mps => linear::read(FileFormat::Mps, input, origin),
        ModelFormat::Gnf => of_text(input, origin, gnf::read),
        ModelFormat::Digraph => of_text(input, origin, |text| digraph::read(text, None)),
        ModelFormat::Tsplib => of_text(input, origin, tsplib::read),
        ModelFormat::SteinLib | ModelFormat::PaceGraph => of_text(input, origin, steiner::read),
    }
}

/// The number of bytes from which a format is recognized.
const START: u64 = 1 << 16;

/// Reads a model of any format, which its beginning shows; `origin` is the name of the file. Returns `None` if the format is
/// not recognized. `variant` replaces the goal of a directed graph: `cycle` or `path`.
///
/// # Errors
/// Returns the errors of [`read_model`], and an error if the model does not have the variant.
pub fn read_any_model(
    mut input: impl BufRead,
    origin: &str,
    variant: Option<&str>,
) -> Result<Option<Model>, LoadError> {
    let mut start = Vec::new();
    let read = input.by_ref().take(START).read_to_end(&mut start);
    read.map_err(|cause| LoadError::Io { name: origin.to_owned(), cause })?;
    let Some(format) = format_of_start(&start, origin) else { return Ok(None) };
    let input = Cursor::new(start).chain(input);
    match variant {
        None => read_model(format, input, origin).map(Some),
        Some(_) if format == ModelFormat::Digraph => {
            of_text(input, origin, |text| digraph::read(text, variant)).map(Some)
        }
        Some(name) => {
            let message = format!(
                "unknown variant: `{name}`: a problem in the format {format} has no variants\nhelp: omit the variant"
            );
            Err(ParseError::at("", 0, message).in_origin(origin).into())
        }
    }
}

/// Returns the format of a file, which is opened for reading; `None` if its beginning is not that of a model.
///
/// # Errors
/// The input cannot be read.
pub fn recognize_model(input: impl Read, origin: &str) -> io::Result<Option<ModelFormat>> {
    let mut start = Vec::new();
    input.take(START).read_to_end(&mut start)?;
    Ok(format_of_start(&start, origin))
}

fn format_of_start(start: &[u8], origin: &str) -> Option<ModelFormat> {
    model_format(&String::from_utf8_lossy(start), Some(origin))
}

/// Reads a text as a whole, and a model from it.
fn of_text(
    mut input: impl BufRead,
    origin: &str,
    read: impl Fn(&str) -> Result<Model, Fault>,
) -> Result<Model, LoadError> {
    let mut bytes = Vec::new();
    let read_bytes = input.read_to_end(&mut bytes);
    read_bytes.map_err(|cause| LoadError::Io { name: origin.to_owned(), cause })?;
    let text = text_in(&bytes).map_err(|error| error.in_origin(origin))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let at = |fault: Fault| ParseError::at(text, fault.offset, fault.message).in_origin(origin);
    Ok(read(text).map_err(at)?)
}

/// The largest number of variables of a model. Each variable has a name, and a file may announce variables that it does
/// not contain.
const MAX_VARIABLES: usize = 10_000_000;

/// More variables than a model may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0} variables exceed the limit of {MAX_VARIABLES}\nhelp: number the variables without gaps"
)]
struct TooManyVariables(usize);

/// Adds the variables `x1`, `x2`, ... to a model without variables.
fn add_plain_variables(model: &mut Model, count: usize) -> Result<(), TooManyVariables> {
    if count > MAX_VARIABLES {
        return Err(TooManyVariables(count));
    }
    (1..=count).for_each(|number| {
        model.variable(&format!("x{number}"));
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a valid text.
    #[track_caller]
    pub(super) fn read(format: ModelFormat, text: &str) -> Model {
        read_model(format, text.as_bytes(), "a").unwrap_or_else(|error| panic!("{error}"))
    }

    fn error(format: ModelFormat, text: &str) -> ParseError {
        match read_model(format, text.as_bytes(), "a") {
            Err(LoadError::Parse(error)) => error,
            other => panic!("{text:?} gave {other:?}"),
        }
    }

    /// Asserts that each text is rejected at this line and column with a message that contains these words.
    #[track_caller]
    pub(super) fn assert_refused(format: ModelFormat, table: &[(&str, usize, usize, &str)]) {
        for &(text, line, column, words) in table {
            let error = error(format, text);
            assert!(error.message.contains(words), "{text:?} gave {error}, not {words:?}");
            assert!(error.message.contains("\nhelp: "), "{text:?} gave {error}");
            assert_eq!((error.line, error.column), (line, column), "{text:?} gave {error}");
        }
    }

    /// Reads each beginning of a text, and the text with each byte replaced.
    pub(super) fn survives(format: ModelFormat, text: &str) {
        let bytes = text.as_bytes();
        for end in 0..bytes.len() {
            let _ = read_model(format, &bytes[..end], "a");
            for byte in *b"\n 0-9xX\xff" {
                let mut damaged = bytes.to_vec();
                damaged[end] = byte;
                let _ = read_model(format, &damaged[..], "a");
            }
        }
    }
}
