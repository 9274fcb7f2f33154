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

mod clauses;
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
use std::io::{BufRead, Cursor, Read};
use std::ops::Range;
use std::path::Path;

use encycle_encodings::model::Model;
use encycle_encodings::text::{Fault, Text};
use encycle_files::compression::{open, open_source, stdin_start};
use encycle_lint::FileFormat;

use crate::formats::other::text_in;
use crate::formats::source::stream::pieces;
use crate::formats::source::{STDIN, one_of_many, select};
use crate::formats::{LoadError, ParseError};
use crate::puzzle::PuzzleKind;

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
/// Returns the errors of the input, the first error of the text, with its line and column, and an error if the text has several
/// models.
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
    only(read_each(format, input, origin, None)?, origin)
}

/// A model of a text, with its number, counted from 1, if there are several.
pub type NumberedModel = (Option<usize>, Result<Model, LoadError>);

/// Reads all models of a text: directed graphs and problems of TSPLIB may follow one another.
fn read_each(
    format: ModelFormat,
    input: impl BufRead,
    origin: &str,
    variant: Option<&str>,
) -> Result<Vec<NumberedModel>, LoadError> {
    let text = |input, read: fn(&str) -> Result<Model, Fault>| {
        of_texts(input, origin, |text| std::iter::once(0..text.len()).collect(), read)
    };
    Ok(match format {
        ModelFormat::Cnf => vec![(None, cnf::read(input, origin))],
        ModelFormat::Opb => vec![(None, linear::read(FileFormat::Opb, input, origin))],
        ModelFormat::Lp => vec![(None, linear::read(FileFormat::Lp, input, origin))],
        ModelFormat::Mps => vec![(None, linear::read(FileFormat::Mps, input, origin))],
        ModelFormat::Wcnf => text(input, wcnf::read)?,
        ModelFormat::Gnf => text(input, gnf::read)?,
        ModelFormat::SteinLib | ModelFormat::PaceGraph => text(input, steiner::read)?,
        ModelFormat::Tsplib => of_texts(input, origin, tsplib::pieces, tsplib::read)?,
        ModelFormat::Digraph => {
            let graphs = |text: &str| pieces(Text(text), Some(PuzzleKind::Hamilton));
            of_texts(input, origin, graphs, |text| digraph::read(text, variant))?
        }
    })
}

/// Returns the only model of a text.
fn only(mut all: Vec<NumberedModel>, origin: &str) -> Result<Model, LoadError> {
    match (all.pop(), all.len()) {
        (Some((_, model)), 0) => model,
        (_, others) => {
            let count = others + 1;
            let message =
                format!("{count} problems\nhelp: name one of them as FILE#1 to FILE#{count}");
            Err(ParseError::at("", 0, message).in_origin(origin).into())
        }
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
    input: impl BufRead,
    origin: &str,
    variant: Option<&str>,
) -> Result<Option<Model>, LoadError> {
    read_all_models(input, origin, variant)?.map(|all| only(all, origin)).transpose()
}

/// A model with its name, or why it cannot be read.
pub type NamedModel = (String, Result<Model, LoadError>);

/// Loads all models of a file, or of standard input for `-`, each with its name: that of the file, followed by `#N` if there are
/// several. `FILE#N` names only the N-th of them. Returns `None` if the format is not recognized.
///
/// # Errors
/// The source cannot be read, or has no model of this number, or its models do not have the variant.
pub fn load_models(
    source: &str,
    variant: Option<&str>,
) -> Result<Option<Vec<NamedModel>>, LoadError> {
    let (file, number) = file_and_number(source);
    let failed = |cause| LoadError::Io { name: file.to_owned(), cause };
    let input = open_source(Path::new(file)).map_err(failed)?;
    let Some(all) = read_all_models(input, file, variant)? else { return Ok(None) };
    let named = |(number, model): NumberedModel| {
        (number.map_or_else(|| file.to_owned(), |number| format!("{file}#{number}")), model)
    };
    let mut all: Vec<NamedModel> = all.into_iter().map(named).collect();
    if let Some(number) = number {
        all = vec![select(all, file, number)?];
    }
    Ok(Some(all))
}

/// Splits a source into a file, which is `-` for standard input, and the number of a model in it.
fn file_and_number(source: &str) -> (&str, Option<usize>) {
    let (file, number) =
        one_of_many(source).map_or((source, None), |(file, number)| (file, Some(number)));
    (if file == STDIN { "-" } else { file }, number)
}

/// Returns the format of a source of [`load_models`]; `None` if it is not a model, or cannot be read.
#[must_use]
pub fn format_of_source(source: &str) -> Option<ModelFormat> {
    let source = file_and_number(source).0;
    format_of_start(&start_of_source(source)?, source)
}

/// Returns whether a file states a problem by itself: a directed graph, a problem of TSPLIB, SteinLib or PACE, or a GNF. A CNF,
/// WCNF, OPB, LP or MPS file may be the formula of a puzzle.
#[must_use]
pub fn is_problem_file(file: &str) -> bool {
    let Some(start) = start_of_source(file) else { return false };
    match format_of_start(&start, file) {
        Some(ModelFormat::Tsplib) => {
            let name = recognize::tsplib_type(&String::from_utf8_lossy(&start)).map(str::to_owned);
            name.is_none_or(|name| ["TSP", "ATSP"].contains(&&*name))
        }
        Some(
            ModelFormat::Digraph
            | ModelFormat::Gnf
            | ModelFormat::SteinLib
            | ModelFormat::PaceGraph,
        ) => true,
        _ => false,
    }
}

/// Returns the beginning of a file, or of standard input for `-`.
fn start_of_source(source: &str) -> Option<Vec<u8>> {
    if source == "-" {
        return stdin_start().ok();
    }
    let path = Path::new(source);
    if !path.is_file() {
        return None;
    }
    let mut start = Vec::new();
    open(path).ok()?.take(START).read_to_end(&mut start).ok()?;
    Some(start)
}

/// Reads all models of a text of any format, which its beginning shows: [`read_any_model`] for several models. Only directed
/// graphs and problems of TSPLIB may follow one another in a text.
///
/// # Errors
/// Returns the errors of the input, and an error if the models do not have the variant.
///
/// ```
/// use encycle::formats::model::read_all_models;
///
/// let all = read_all_models("&BX_\n&B\n".as_bytes(), "list.d6", None)?.expect("directed graphs");
/// assert_eq!(all.len(), 2);
/// assert!(all[0].1.is_ok());
/// // the second line is damaged
/// assert!(all[1].1.is_err());
/// # Ok::<(), encycle::formats::LoadError>(())
/// ```
pub fn read_all_models(
    mut input: impl BufRead,
    origin: &str,
    variant: Option<&str>,
) -> Result<Option<Vec<NumberedModel>>, LoadError> {
    let mut start = Vec::new();
    let read = input.by_ref().take(START).read_to_end(&mut start);
    read.map_err(|cause| LoadError::Io { name: origin.to_owned(), cause })?;
    let Some(format) = format_of_start(&start, origin) else { return Ok(None) };
    if let Some(name) = variant.filter(|_| format != ModelFormat::Digraph) {
        let message = format!(
            "unknown variant: `{name}`: a problem in the format {format} has no variants\nhelp: omit the variant"
        );
        return Err(ParseError::at("", 0, message).in_origin(origin).into());
    }
    read_each(format, Cursor::new(start).chain(input), origin, variant).map(Some)
}

fn format_of_start(start: &[u8], origin: &str) -> Option<ModelFormat> {
    model_format(&String::from_utf8_lossy(start), Some(origin))
}

/// Reads a text as a whole, and a model from each of its pieces.
fn of_texts(
    mut input: impl BufRead,
    origin: &str,
    pieces: impl Fn(&str) -> Vec<Range<usize>>,
    read: impl Fn(&str) -> Result<Model, Fault>,
) -> Result<Vec<NumberedModel>, LoadError> {
    let mut bytes = Vec::new();
    let read_bytes = input.read_to_end(&mut bytes);
    read_bytes.map_err(|cause| LoadError::Io { name: origin.to_owned(), cause })?;
    let text = text_in(&bytes).map_err(|error| error.in_origin(origin))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let pieces = pieces(text);
    let is_list = pieces.len() > 1;
    let one = |(number, piece): (usize, Range<usize>)| {
        let model = read(&text[piece.clone()]).map_err(|Fault { offset, message }| {
            ParseError::at(text, piece.start + offset, message).in_origin(origin).into()
        });
        (is_list.then_some(number), model)
    };
    Ok((1..).zip(pieces).map(one).collect())
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
