//! The options that say how rules become a formula, shared by all commands that make one.

use std::io::{self, Write};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use encycle::encodings::encoding::Encoding;
use encycle::encodings::export::{MapTarget, write_map};
use encycle::encodings::logic::{CardMethod, CnfMethod, DegreeRows, LoweringOptions};
use encycle::encodings::puzzle::Extent;

use crate::cli::exit::CliError;
use encycle::puzzle::Puzzle;

/// How constraints become clauses and rows.
#[derive(Args, Clone, Copy, Debug)]
pub struct ChoiceArguments {
    /// How constraints become clauses (in an LP file: how formulas do) [default: direct]
    #[arg(long, value_name = "METHOD", value_parser = named(CnfMethod::ALL, CnfMethod::name))]
    cnf: Option<CnfMethod>,
    /// How "at most so many of these" becomes clauses [default: binomial]
    #[arg(long, value_name = "METHOD", value_parser = named(CardMethod::ALL, CardMethod::name))]
    card: Option<CardMethod>,
    /// How "none or two of these" becomes rows: inequalities, or the equation sum = 2y with a
    /// variable y [default: inequalities]
    #[arg(long, value_name = "FORM", value_parser = named(DegreeRows::ALL, DegreeRows::name))]
    degree_rows: Option<DegreeRows>,
}

impl ChoiceArguments {
    /// The choices.
    pub fn choices(self) -> LoweringOptions {
        LoweringOptions {
            cnf: self.cnf.unwrap_or_default(),
            card: self.card.unwrap_or_default(),
            degree_rows: self.degree_rows.unwrap_or_default(),
        }
    }

    /// Those that were named, by the keys of a map.
    pub fn named(self) -> [(&'static str, Option<&'static str>); 3] {
        [
            ("cnf", self.cnf.map(CnfMethod::name)),
            ("card", self.card.map(CardMethod::name)),
            ("degree-rows", self.degree_rows.map(DegreeRows::name)),
        ]
    }
}

/// Which constraints express the rules.
#[derive(Args, Clone, Debug)]
pub struct EncodingArgument {
    /// Which constraints express the rules (`encycle encode --help` lists them) [default: the first of
    /// the list of its kind]
    #[arg(long, value_name = "E")]
    encoding: Option<String>,
    /// Whether what the presolver fixes is added to the formula (`encycle presolve`; slitherlink on grids)
    /// [default: off]
    #[arg(long, value_enum, value_name = "ON|OFF")]
    presolve: Option<Presolve>,
}

impl EncodingArgument {
    /// The encoding for a puzzle.
    pub fn of<'a>(&self, puzzle: &'a Puzzle) -> Result<Box<dyn Encoding + 'a>, CliError> {
        let name = self.encoding.clone().unwrap_or_else(|| puzzle.default_encoding());
        let encoding = puzzle.encoding(&name)?;
        Ok(match self.presolve {
            Some(Presolve::On) => puzzle.presolved(encoding),
            _ => encoding,
        })
    }
}

/// Whether the presolver goes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Presolve {
    /// What it fixes is added to the formula
    On,
    /// The formula is that of the rules alone
    Off,
}

/// The map of a formula: which it is, and what each of its variables means.
pub fn write_map_of(
    out: &mut dyn Write,
    puzzle: &Puzzle,
    encoding: &dyn Encoding,
    choices: LoweringOptions,
    side: MapTarget,
) -> io::Result<()> {
    let size = match puzzle.extent() {
        Extent::Grid(grid) => ("size", format!("{} {}", grid.rows(), grid.cols())),
        Extent::Graph { vertices, edges } => ("graph", format!("{vertices} {edges}")),
    };
    let facts = [
        ("kind", puzzle.kind().name().to_owned()),
        size,
        ("encoding", encoding.name().to_owned()),
        ("cnf", choices.cnf.name().to_owned()),
        ("card", choices.card.name().to_owned()),
        ("degree-rows", choices.degree_rows.name().to_owned()),
        ("side", if side == MapTarget::Lp { "lp" } else { "dimacs" }.to_owned()),
    ];
    write_map(out, &facts, side, choices, &|sink| encoding.encode(sink))
}

/// A parser of the names of `all`.
pub fn named<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.iter().map(|&one| name(one)))
        .map(move |text| all.iter().copied().find(|&one| name(one) == text).unwrap_or(all[0]))
}
