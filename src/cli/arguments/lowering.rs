//! The options that select encoding and lowering, shared by all commands that build a formula.

use std::collections::HashSet;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use encycle::encodings::encoding::Encoding;
use encycle::encodings::logic::{CardMethod, CnfMethod, DegreeRows, LoweringOptions};

use crate::cli::exit::CliError;
use encycle::problem::Problem;

/// The options that select the lowering of constraints to clauses and rows.
#[derive(Args, Clone, Copy, Debug)]
pub struct LoweringArguments {
    /// CNF method: how constraints become clauses; in an LP file, how formulas become rows
    /// [default: direct]
    #[arg(long, value_name = "METHOD", value_parser = named(CnfMethod::ALL, CnfMethod::name))]
    cnf: Option<CnfMethod>,
    /// Cardinality encoding: how "at most N of these" becomes clauses [default: binomial; `diagram` for kind
    /// files and formulas of your own, except in some certificates]
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

    /// Returns the lowering options if one was set.
    pub fn chosen(self) -> Option<LoweringOptions> {
        self.named().iter().any(|(_, value)| value.is_some()).then(|| self.options())
    }

    /// Returns the options for a problem, whose defaults apply to what was not set.
    pub fn of_problem(self, problem: &dyn Problem) -> LoweringOptions {
        let card = self.card.unwrap_or_else(|| problem.default_lowering().card);
        LoweringOptions { card, ..self.options() }
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
    /// [default: the default base with a part that makes its models the solutions]. Of a formula of your own with --rules: the form that
    /// states the rules (order, elimination, leaf, hybrid, labels, tree, cotree, flow [default: a small one, see `encycle help own-problem`]), or
    /// `cuts` to leave them out
    #[arg(short, long, value_name = "E")]
    encoding: Option<String>,
    /// Add the edges fixed by the presolver to the formula (Slitherlink on grids; see `encycle
    /// grade --steps`) [default: off]
    #[arg(long, value_enum, value_name = "ON|OFF")]
    presolve: Option<Presolve>,
}

impl EncodingArgument {
    /// Returns the selected encoding of a problem, or the default one whose models are the solutions.
    ///
    /// # Errors
    /// If the problem has no such encoding.
    pub fn of<'a>(&self, problem: &'a dyn Problem) -> Result<Encoding<'a>, CliError> {
        self.with_name(problem, &self.name_for(problem))
    }

    /// Returns the encoding of a problem with this name.
    ///
    /// # Errors
    /// If the problem has no such encoding.
    pub fn with_name<'a>(
        &self,
        problem: &'a dyn Problem,
        name: &str,
    ) -> Result<Encoding<'a>, CliError> {
        let encoding = problem.encoding(name)?;
        Ok(match self.presolve {
            Some(Presolve::On) => problem.presolved(encoding),
            _ => encoding,
        })
    }

    /// Returns the name of the encoding that [`Self::of`] returns.
    pub fn name_for(&self, problem: &dyn Problem) -> String {
        self.encoding.clone().unwrap_or_else(|| problem.exported_encoding())
    }

    /// Returns whether no encoding is named.
    pub fn is_open(&self) -> bool {
        self.encoding.is_none()
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

/// Returns a parser that accepts the names of the values in `all`, and the word `all`.
pub fn names_or_all<T: Copy>(all: &[T], name: fn(T) -> &'static str) -> PossibleValuesParser {
    all.iter().map(|&one| name(one)).chain([ALL]).into()
}

/// Returns the values whose names are among the words, or all values if one of the words is `all`.
pub fn chosen<T: Copy>(words: &[String], all: &[T], name: fn(T) -> &'static str) -> Vec<T> {
    let is_chosen = |one: T| words.iter().any(|word| word == ALL || word == name(one));
    all.iter().copied().filter(|&one| is_chosen(one)).collect()
}

/// Returns the encodings with these names, without duplicates. With the word `all`, these are all the `known` ones.
pub fn chosen_encodings(words: &[String], known: impl FnOnce() -> Vec<String>) -> Vec<String> {
    let all = if words.iter().any(|word| word == ALL) { known() } else { words.to_vec() };
    let mut seen = HashSet::new();
    all.into_iter().filter(|name| seen.insert(name.clone())).collect()
}

/// The word for all names.
pub const ALL: &str = "all";
