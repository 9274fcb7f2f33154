//! The options that select encoding and lowering, shared by all commands that build a formula.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use encycle::encodings::encoding::Encoding;
use encycle::encodings::logic::{CardMethod, CnfMethod, DegreeRows, LoweringOptions};

use crate::cli::exit::CliError;
use encycle::puzzle::Puzzle;

/// The options that select the lowering of constraints to clauses and rows.
#[derive(Args, Clone, Copy, Debug)]
pub struct LoweringArguments {
    /// CNF method: how constraints become clauses; in an LP file, how formulas become rows
    /// [default: direct]
    #[arg(long, value_name = "METHOD", value_parser = named(CnfMethod::ALL, CnfMethod::name))]
    cnf: Option<CnfMethod>,
    /// Cardinality encoding: how "at most N of these" becomes clauses [default: binomial]
    #[arg(long, value_name = "METHOD", value_parser = named(CardMethod::ALL, CardMethod::name))]
    card: Option<CardMethod>,
    /// How "zero or two of these" becomes rows: inequalities, or the equation sum = 2y with a
    /// variable y [default: inequalities; with `solve`, what suits the solver]
    #[arg(long, value_name = "FORM", value_parser = named(DegreeRows::ALL, DegreeRows::name))]
    degree_rows: Option<DegreeRows>,
}

impl LoweringArguments {
    /// Returns the lowering options, with defaults for the options that were not set.
    pub fn options(self) -> LoweringOptions {
        LoweringOptions {
            cnf: self.cnf.unwrap_or_default(),
            card: self.card.unwrap_or_default(),
            degree_rows: self.degree_rows.unwrap_or_default(),
        }
    }

    /// Returns the form of the degree rows, if it was set.
    pub fn degree_rows(self) -> Option<DegreeRows> {
        self.degree_rows
    }

    /// Returns the key of each option in a map file, and the value of the option if it was set.
    pub fn named(self) -> [(&'static str, Option<&'static str>); 3] {
        [
            ("cnf", self.cnf.map(CnfMethod::name)),
            ("card", self.card.map(CardMethod::name)),
            ("degree-rows", self.degree_rows.map(DegreeRows::name)),
        ]
    }
}

/// The options that select an encoding.
#[derive(Args, Clone, Debug)]
pub struct EncodingArgument {
    /// Encoding: which constraints express the rules; `encycle encode --help` lists the encodings
    /// [default: the first one listed for the kind]
    #[arg(short, long, value_name = "E")]
    encoding: Option<String>,
    /// Add the edges fixed by the presolver to the formula (Slitherlink on grids; see `encycle
    /// grade --steps`) [default: off]
    #[arg(long, value_enum, value_name = "ON|OFF")]
    presolve: Option<Presolve>,
}

impl EncodingArgument {
    /// Returns the selected encoding of a puzzle.
    ///
    /// # Errors
    /// If the puzzle has no such encoding.
    pub fn of<'a>(&self, puzzle: &'a Puzzle) -> Result<Encoding<'a>, CliError> {
        self.of_or(puzzle, |puzzle| puzzle.default_encoding())
    }

    /// Returns the selected encoding of a puzzle, or the encoding named by `default` if none was selected.
    ///
    /// # Errors
    /// If the puzzle has no such encoding.
    pub fn of_or<'a>(
        &self,
        puzzle: &'a Puzzle,
        default: impl FnOnce(&Puzzle) -> String,
    ) -> Result<Encoding<'a>, CliError> {
        let name = self.encoding.clone().unwrap_or_else(|| default(puzzle));
        let encoding = puzzle.encoding(&name)?;
        Ok(match self.presolve {
            Some(Presolve::On) => puzzle.presolved(encoding),
            _ => encoding,
        })
    }
}

/// Whether the presolver runs before the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Presolve {
    /// The formula includes the facts found by the presolver
    On,
    /// The formula contains only the rules
    Off,
}

/// Returns a parser that accepts the names of the values in `all`.
pub fn named<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.iter().map(|&one| name(one)))
        .map(move |text| all.iter().copied().find(|&one| name(one) == text).unwrap_or(all[0]))
}
