//! An encoding as a file, without comments, and the map of its variables.

use std::fmt;
use std::io::{self, Write};

use encycle_encodings::encoding::{Completeness, Encoding};
use encycle_encodings::export::{
    CnfSize, Encode, LpSize, MapTarget, Preamble, write_dimacs, write_lp, write_map,
};
use encycle_encodings::logic::{ClauseSink, Lit, LoweringOptions, Origin, TooLarge, lower_to_cnf};
use encycle_encodings::puzzle::Extent;
use rustsat::instances::Cnf;

use crate::formats::map::{
    self, NO_SECOND_SOLUTION, NO_SOLUTION, UNDER_APPROXIMATION, UNSAT, VariableMap,
};
use crate::formats::program::Program;
use crate::problem::Problem;
use crate::sizes::HashedSizes;

/// Writes an encoding as DIMACS CNF, and returns its size. For comments, variable names and projection lines use
/// [`write_dimacs`].
///
/// ```
/// use encycle::prelude::*;
///
/// let puzzle: Puzzle = "slitherlink 1 1\n4\n".parse()?;
/// let encoding = puzzle.encoding("edge")?;
/// let mut file = Vec::new();
/// let size = write_cnf(&mut file, &encoding, LoweringOptions::default())?;
/// assert_eq!(size.variables, 4);
/// assert!(file.starts_with(format!("p cnf 4 {}\n", size.clauses).as_bytes()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of `out`; and a constraint that would become too many clauses.
pub fn write_cnf(
    out: &mut dyn Write,
    encoding: &Encoding<'_>,
    lowering: LoweringOptions,
) -> io::Result<CnfSize> {
    write_dimacs(out, &Preamble::default(), lowering, &|sink| encoding.encode(sink))
}

/// Returns the clauses of an encoding as a formula of RustSAT, for its solvers, preprocessors and writers.
///
/// Variables have the numbers of [`write_cnf`], so [`Encoding::solution`] maps a model of the formula to the puzzle.
/// The other direction is `Model::from(&cnf)`: a formula of RustSAT as a problem that [`Solve`](crate::solve::Solve) solves.
///
/// ```
/// use encycle::prelude::*;
/// use encycle::rustsat::instances::SatInstance;
/// use encycle::rustsat::solvers::{Solve as _, SolverResult};
///
/// let puzzle: Puzzle = "slitherlink 1 1\n4\n".parse()?;
/// let encoding = puzzle.encoding("edge")?;
/// let cnf = collect_cnf(&encoding, LoweringOptions::default())?;
/// let instance: SatInstance = SatInstance::from(cnf);
/// assert_eq!(instance.n_vars(), 4);
///
/// let mut solver = rustsat_batsat::BasicSolver::default();
/// solver.add_cnf(instance.into_cnf().0)?;
/// assert_eq!(solver.solve()?, SolverResult::Sat);
/// let model: Vec<bool> = solver.full_solution()?.iter().map(|literal| literal.is_pos()).collect();
/// assert!(puzzle.check(&encoding.solution(&model)).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A constraint would become too many clauses.
pub fn collect_cnf(encoding: &Encoding<'_>, lowering: LoweringOptions) -> Result<Cnf, TooLarge> {
    let collected =
        lower_to_cnf(CollectedClauses::default(), lowering, |sink| encoding.encode(sink));
    Ok(collected?.0)
}

/// A sink that keeps the clauses.
#[derive(Default)]
struct CollectedClauses(Cnf);

impl ClauseSink for CollectedClauses {
    fn variable(&mut self, _: &'static str, _: fmt::Arguments<'_>) {}

    fn clause(&mut self, clause: &[Lit], _: Origin) {
        self.0.add_clause(clause.iter().copied().collect());
    }
}

/// Writes an encoding as a 0-1 linear program in the CPLEX LP format, and returns its size.
///
/// ```
/// use encycle::prelude::*;
///
/// let puzzle: Puzzle = "slitherlink 1 1\n4\n".parse()?;
/// let mut file = Vec::new();
/// write_linear_program(&mut file, &puzzle.encoding("edge")?, LoweringOptions::default())?;
/// let text = String::from_utf8(file)?;
/// assert!(text.contains("h_1_1 + h_2_1 + v_1_1 + v_1_2 = 4"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of `out`; and a constraint that would become too many rows.
pub fn write_linear_program(
    out: &mut dyn Write,
    encoding: &Encoding<'_>,
    lowering: LoweringOptions,
) -> io::Result<LpSize> {
    write_lp(out, &[], lowering, &|sink| encoding.encode(sink))
}

/// Returns the line of a map for the size of a puzzle: its key and its value.
#[must_use]
pub fn size_fact(problem: &dyn Problem) -> (&'static str, String) {
    match problem.as_encodable().extent() {
        Extent::Grid(grid) => ("size", format!("{} {}", grid.rows(), grid.cols())),
        Extent::Graph { vertices, edges } => ("graph", format!("{vertices} {edges}")),
        Extent::Formula { variables, constraints } => {
            ("formula", format!("{variables} {constraints}"))
        }
    }
}

/// Returns what follows if the formula of an encoding has no model.
fn unsat_meaning(encoding: &Encoding<'_>) -> &'static str {
    match encoding.completeness() {
        Completeness::Complete | Completeness::Equisatisfiable => NO_SOLUTION,
        Completeness::AllButOne => NO_SECOND_SOLUTION,
        Completeness::Underapproximation => UNDER_APPROXIMATION,
    }
}

/// Writes the map of a formula: the options of the encoding, and the meaning of each variable. With the map,
/// [`decode_output`](crate::decode::decode_output) reads what a solver printed for the formula.
///
/// ```
/// use encycle::prelude::*;
///
/// let puzzle: Puzzle = "slitherlink 1 1\n4\n".parse()?;
/// let (encoding, lowering) = (puzzle.encoding("edge")?, LoweringOptions::default());
/// let mut map = Vec::new();
/// write_variable_map(&mut map, &puzzle, &encoding, lowering, MapTarget::Cnf)?;
/// let map = String::from_utf8(map)?;
/// assert!(map.starts_with("encycle-map 1\nkind slitherlink\nsize 1 1\n"));
/// assert!(map.contains("\n1 h_1_1\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of `out`; and a constraint that would become too many clauses or rows.
pub fn write_variable_map(
    out: &mut dyn Write,
    problem: &dyn Problem,
    encoding: &Encoding<'_>,
    lowering: LoweringOptions,
    side: MapTarget,
) -> io::Result<()> {
    let facts = vec![
        ("kind", problem.kind_name().to_owned()),
        size_fact(problem),
        ("encoding", encoding.name().to_owned()),
        ("cnf", lowering.cnf.name().to_owned()),
        ("card", lowering.card.name().to_owned()),
        ("degree-rows", lowering.degree_rows.name().to_owned()),
        (UNSAT, unsat_meaning(encoding).to_owned()),
    ];
    write_facts_and_names(out, facts, lowering, side, &|sink| encoding.encode(sink))
}

/// Writes the map of a converted formula: the facts of the map of its source, and its variables.
///
/// # Errors
/// Those of `out`; and a constraint that would become too many clauses.
pub fn write_converted_map(
    out: &mut dyn Write,
    source: &VariableMap,
    program: &Program,
    lowering: LoweringOptions,
    side: MapTarget,
) -> io::Result<()> {
    let others = source.facts().filter(|(key, _)| !["side", "gbdhash", "variables"].contains(key));
    let facts = others.map(|(key, value)| (key, value.to_owned())).collect();
    write_facts_and_names(out, facts, lowering, side, &|sink| program.encode(sink))
}

fn write_facts_and_names(
    out: &mut dyn Write,
    mut facts: Vec<(&str, String)>,
    lowering: LoweringOptions,
    side: MapTarget,
    encode: Encode<'_>,
) -> io::Result<()> {
    facts.push(("side", side.name().to_owned()));
    if side == MapTarget::Cnf {
        let formula = lower_to_cnf(HashedSizes::default(), lowering, encode);
        facts.push(("gbdhash", formula.map_err(io::Error::other)?.hasher.finish().gbdhash));
    }
    write_map(out, &facts, side, lowering, encode)
}

/// Returns the map that [`write_variable_map`] writes.
///
/// # Errors
/// A constraint would become too many clauses or rows.
pub fn variable_map(
    problem: &dyn Problem,
    encoding: &Encoding<'_>,
    lowering: LoweringOptions,
    side: MapTarget,
) -> io::Result<VariableMap> {
    let mut text = Vec::new();
    write_variable_map(&mut text, problem, encoding, lowering, side)?;
    map::read(&String::from_utf8_lossy(&text)).map_err(io::Error::other)
}
