//! `encycle strength`: measure what encodings derive by unit propagation.

use std::cell::RefCell;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use encycle::encodings::grid::Edge;
use encycle::encodings::logic::{CardMethod, CnfMethod, DegreeRows, LoweringOptions, Place};
use encycle::encodings::puzzle::{Sketch, SolutionForm};
use encycle::encodings::text::counted;
use encycle::formats::map;
use encycle::problem::Problem;
use encycle::puzzle::Puzzle;
use encycle::render::{ClauseMarks, Picture, marks, marks_in_ascii};
use encycle::report::StrengthReport;
use encycle::simplify::{Simplifier, SimplifyError};
use encycle::solvers::Limits;
use encycle::strength::{
    FormulaError, MeasuredFormula, StrengthOptions, StrengthTable, Witness, measure_strength,
    strength_chart,
};

use crate::cli::arguments::limits::whole_number_from;
use crate::cli::arguments::lowering::{ALL, chosen, chosen_encodings, names_or_all};
use crate::cli::arguments::map as map_file;
use crate::cli::arguments::markup::MarkupArguments;
use crate::cli::arguments::model::ModelArguments;
use crate::cli::arguments::picture::PictureArguments;
use crate::cli::arguments::solver_list::{self, SolverListArguments};
use crate::cli::arguments::source::{SourceArguments, each};
use crate::cli::commands::encoding::convert::read_formula;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{eprint_line, print, print_json, write_to};
use crate::cli::outputs::{self, Output};
use crate::cli::progress::Progress;
use crate::cli::terminal;
use crate::cli::views::drawn;
use crate::cli::views::strength::{csv, table_of};

/// Measure the strength of encodings: which implied literals unit propagation derives.
///
/// A case is a partial assignment of the puzzle's atoms (edges, links, values). Printed are the share of
/// the literals implied by it that unit propagation derives, and the share of contradictory cases in
/// which it finds a false clause: with respect to the solutions of the puzzle, and to the models of the
/// encoding, which may allow several loops. `complete` means that nothing was missed in all partial
/// assignments. Otherwise `open` is the mean number of atoms without a value in a missed contradiction.
///
/// The cases are all partial assignments if there are at most --cases, else half of them are parts of
/// solutions and half are prefixes of random searches. All formulas get the same cases.
///
/// Examples:
///   encycle strength puzzle.txt
///   encycle strength puzzle.txt --encoding edge,edge+order,edge+tree --cnf all
///   encycle strength puzzle.txt --encoding edge+colours --by family     without the clauses of each family
///   encycle strength small.txt --encoding edge,edge+tree --lp       unit propagation and linear relaxation
///   encycle strength puzzle.txt --witness             a smallest missed case, as a picture
///   encycle strength puzzle.txt --simplify bve,cadical      before and after preprocessing
///   encycle strength small/*.txt --csv > strength.csv
///   encycle strength puzzle.txt --cnf all --latex           for a paper; --markdown for a page
///   encycle strength puzzle.txt --formula mine.cnf --map mine.map
///   encycle strength square.cnf --rules square.rules --card all     the forms of your own rules
///
/// Exit codes: 0 measured; 2 bad input, or a formula that cannot be measured.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Puzzles: files, folders, `-` for standard input, URLs, or generate:KIND:SIZE..SIZE:COUNT
    #[arg(required = true, value_name = "PUZZLE")]
    puzzles: Vec<String>,
    /// Encodings, separated by commas, or `all` [default: all encodings without `+` parts]
    #[arg(short, long, value_name = "E,...", value_delimiter = ',')]
    encoding: Vec<String>,
    /// CNF methods, separated by commas, or `all`
    #[arg(long, value_name = "METHOD,...", value_delimiter = ',', default_value = "direct",
        value_parser = names_or_all(CnfMethod::ALL, CnfMethod::name))]
    cnf: Vec<String>,
    /// Cardinality encodings, separated by commas, or `all` [default: that of `encode`]
    #[arg(long, value_name = "METHOD,...", value_delimiter = ',',
        value_parser = names_or_all(CardMethod::ALL, CardMethod::name))]
    card: Vec<String>,
    /// Also measure the linear relaxation of each encoding: what holds in all of its points
    #[arg(long)]
    lp: bool,
    /// Also measure this formula, a CNF, LP, MPS or OPB file for the puzzle; needs its map
    #[arg(long, value_name = "FILE", requires = "map")]
    formula: Option<String>,
    #[arg(long, value_name = "FILE", requires = "formula", help = map_file::HELP)]
    map: Option<String>,
    /// Number of cases
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole_number_from(1))]
    cases: usize,
    /// Seed of the cases
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Also measure each formula without the clauses of each rule family
    #[arg(long, value_enum)]
    by: Option<StrengthBy>,
    /// Also measure each formula after these simplifiers, separated by commas: `bve` (bounded variable elimination that
    /// keeps the atoms), `ulc` (sequential counters for unique literal clauses), or solvers with a preprocessor (cadical,
    /// kissat, 'cadical --elim=0')
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    simplify: Vec<String>,
    #[command(flatten)]
    list: SolverListArguments,
    /// Also draw a smallest case in which something is missed
    #[arg(long, conflicts_with_all = ["json", "csv", "markdown", "latex"])]
    witness: bool,
    /// Print one JSON object per line (`encycle help json`)
    #[arg(short, long, conflicts_with = "csv")]
    json: bool,
    /// Print comma-separated values
    #[arg(long)]
    csv: bool,
    #[command(flatten)]
    markup: MarkupArguments,
    /// Also plot the derived share against the share of assigned atoms, as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    picture: PictureArguments,
    #[command(flatten)]
    source: SourceArguments,
    #[command(flatten)]
    model: ModelArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum StrengthBy {
    /// One line for the formula, and one without each rule family
    Family,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    let inputs: Vec<&str> = arguments.puzzles.iter().map(String::as_str).collect();
    outputs::check(&inputs, arguments.svg.as_deref().map(Output::svg))?;
    if arguments.svg.as_deref() == Some(Path::new("-")) {
        let message =
            "chart and table cannot both go to standard output\nhelp: write the chart to a file";
        return Err(CliError::Usage(message.to_owned()));
    }
    let simplifiers = arguments.simplifiers()?;
    let tables = RefCell::new(Vec::new());
    let sources = arguments.model.problems(&arguments.puzzles, &arguments.source);
    let exit = each(sources, StrengthReport::SCHEMA, arguments.json, |_, name, problem| {
        let problem = &**problem;
        let options = StrengthOptions { cases: arguments.cases, seed: arguments.seed };
        let shown = Progress::start(name);
        let (formulas, refused) = arguments.formulas(problem, &simplifiers)?;
        let table = measure_strength(problem, formulas, options)?;
        drop(shown);
        arguments.print(name, problem, &table, tables.borrow().is_empty())?;
        tables.borrow_mut().push(table);
        refused.iter().for_each(|error| eprint_line!("error: {name}: {error}"));
        Ok(if refused.is_empty() { Exit::Positive } else { Exit::BadInput })
    })?;
    let tables = tables.into_inner();
    if let (Some(path), false) = (&arguments.svg, tables.is_empty()) {
        write_to(Some(path), |out| out.write_all(strength_chart(&tables).as_bytes()))?;
    }
    Ok(exit)
}

impl Arguments {
    /// Returns the formulas to measure, and an error for each formula that is too large, or whose encoding was requested
    /// by name but cannot be measured.
    ///
    /// # Errors
    /// There is nothing to measure, or a simplifier failed.
    fn formulas(
        &self,
        problem: &dyn Problem,
        simplifiers: &[Simplifier],
    ) -> Result<(Vec<MeasuredFormula>, Vec<FormulaError>), CliError> {
        let names = problem.as_encodable().encoding_names();
        let encodings = match &self.encoding[..] {
            [] => names.into_iter().filter(|name| !name.contains('+')).collect(),
            words => chosen_encodings(words, || names),
        };
        let is_all = self.encoding.iter().any(|word| word == ALL);
        let is_named = !self.encoding.is_empty() && !is_all;
        let (mut formulas, mut refused) = (Vec::new(), Vec::new());
        for name in encodings {
            let encoding = problem.encoding(&name)?;
            let lowerings = self.lowerings(problem);
            let clauses = lowerings.iter().map(|&one| MeasuredFormula::of_encoding(&encoding, one));
            let rows = DegreeRows::ALL.iter().filter(|_| self.lp).map(|&degree_rows| {
                let lowering = LoweringOptions { degree_rows, ..LoweringOptions::default() };
                MeasuredFormula::of_relaxation(&encoding, lowering)
            });
            for formula in clauses.chain(rows) {
                match formula.and_then(|formula| formula.with_atoms(problem)) {
                    Ok(formula) => formulas.push(formula),
                    // an encoding that was not requested by name is left out
                    Err(FormulaError::Incomplete(_) | FormulaError::NoVariable { .. })
                        if !is_named => {}
                    Err(error) => refused.push(error),
                }
            }
        }
        if let (Some(file), Some(map_file)) = (&self.formula, &self.map) {
            let (mut program, _) = read_formula(file)?;
            let named = program.set_names(&map::load(map_file)?);
            named.map_err(|error| CliError::Usage(format!("{file}: {error}")))?;
            formulas.push(MeasuredFormula::of_program(file, &program)?.with_atoms(problem)?);
        }
        if formulas.is_empty() && !refused.is_empty() {
            return Err(refused.swap_remove(0).into());
        }
        if self.by.is_some() {
            formulas = formulas
                .into_iter()
                .flat_map(|formula| {
                    let families = formula.families();
                    let without: Vec<_> =
                        families.iter().map(|family| formula.without(family)).collect();
                    std::iter::once(formula).chain(without)
                })
                .collect();
        }
        if !simplifiers.is_empty() {
            let mut all = Vec::new();
            for formula in formulas {
                let simplified = simplifiers.iter().filter(|_| !formula.is_relaxation());
                let simplified: Result<Vec<_>, _> = simplified
                    .map(|simplifier| formula.simplified(problem, simplifier, &Limits::default()))
                    .collect();
                let simplified = simplified?;
                all.push(formula);
                all.extend(simplified);
            }
            formulas = all;
        }
        Ok((formulas, refused))
    }

    /// Returns all combinations of CNF methods and cardinality encodings.
    fn lowerings(&self, problem: &dyn Problem) -> Vec<LoweringOptions> {
        let cards = match &self.card[..] {
            [] => vec![problem.default_lowering().card],
            words => chosen(words, CardMethod::ALL, CardMethod::name),
        };
        let of_method = |cnf| {
            let with = move |&card| LoweringOptions { cnf, card, ..LoweringOptions::default() };
            cards.iter().map(with).collect::<Vec<_>>()
        };
        chosen(&self.cnf, CnfMethod::ALL, CnfMethod::name).into_iter().flat_map(of_method).collect()
    }

    /// Returns the simplifiers.
    fn simplifiers(&self) -> Result<Vec<Simplifier>, CliError> {
        let named = |name: &String| {
            let mut built_in = Simplifier::BUILT_IN.iter();
            if let Some(found) = built_in.find(|one| one.name() == *name) {
                return Ok(found.clone());
            }
            let catalogue = self.list.catalogue()?;
            let refused = |reason: &dyn Display| {
                // only the first line, because the advice below it is for other commands
                let reason = reason.to_string();
                let reason = reason.lines().next().unwrap_or_default();
                let mut known: Vec<String> =
                    Simplifier::BUILT_IN.iter().map(Simplifier::name).collect();
                let installed = catalogue.installed().into_iter();
                let has =
                    installed.filter(|(one, path)| path.is_some() && !one.simplify.is_empty());
                known.extend(has.map(|(one, _)| one.name));
                CliError::Usage(format!(
                    "{reason}\nhelp: installed simplifiers: {}",
                    known.join(", ")
                ))
            };
            let solver = solver_list::find(&catalogue, name).map_err(|error| refused(&error))?;
            match solver.simplifying() {
                Some(_) => Ok(Simplifier::Program(Box::new(solver))),
                None => Err(refused(&SimplifyError::NoSimplifier { name: solver.name() })),
            }
        };
        self.simplify.iter().map(named).collect()
    }

    fn print(
        &self,
        name: &str,
        problem: &dyn Problem,
        table: &StrengthTable,
        is_first: bool,
    ) -> Result<(), CliError> {
        let rows: Vec<StrengthReport> =
            table.rows.iter().map(|row| StrengthReport::new(name, problem, table, row)).collect();
        if self.json {
            return rows.iter().try_for_each(print_json);
        }
        if self.csv {
            return print(&csv(&rows, is_first)?);
        }
        let which = if table.is_exhaustive { "all" } else { "sampled" };
        let (cases, atoms) = (table.cases, table.atoms);
        let left = match table.undecided {
            0 => String::new(),
            count => format!("; {count} more were too hard to decide"),
        };
        let (cases, atoms) = (counted(cases, "case"), counted(atoms, "atom"));
        let head = format!("{name}: {cases} ({which}), {atoms}{left}");
        if let Some(markup) = self.markup.markup() {
            let gap = if is_first { "" } else { "\n" };
            let table = table_of(&rows).in_markup(markup);
            return print(&format!("{gap}{}{table}", markup.note(&head)));
        }
        print(&format!("{head}\n"))?;
        print(&table_of(&rows).within(Some(terminal::text_width())))?;
        if self.witness {
            let style = self.picture.style();
            for (row, report) in table.rows.iter().zip(&rows) {
                let strength = row.strength();
                let fields = report.of_solutions.as_ref().unwrap_or(&report.of_models);
                let (Some(witness), Some(words)) = (&strength.witness, &fields.witness) else {
                    continue;
                };
                let picture = match problem.as_puzzle().and_then(|one| marked(one, witness)) {
                    Some(text) if terminal::is_ascii() => marks_in_ascii(&text),
                    Some(text) => text,
                    // the names of a model say as much
                    None if problem.as_model().is_some() => String::new(),
                    None => {
                        drawn(&Picture::partial(problem.as_encodable(), &witness.given), &style)
                    }
                };
                let what = match &words.missed {
                    Some(literal) => format!("{literal} follows and is not derived"),
                    None => "this is contradictory, and no clause is false".to_owned(),
                };
                let given = words.given.join(" ");
                let given = if given.is_empty() { "nothing" } else { &given };
                let picture = picture.trim_end();
                print(&format!("\n{}: {what}, given: {given}\n{picture}\n", row.label()))?;
            }
        }
        Ok(())
    }
}

/// Draws the literals of a witness on a grid, as `encycle explain` draws the literals of a clause: given edges are
/// lines or `x`, and the edge or the cell of the missed literal is marked. Returns `None` for a general graph, if
/// nothing is given, or if the place is too large.
fn marked(puzzle: &Puzzle, witness: &Witness) -> Option<String> {
    let Sketch::Grid(sketch) = puzzle.sketch(None) else { return None };
    let known = (0..).zip(&witness.given).filter_map(|(atom, value)| Some((atom, (*value)?)));
    let literals: Vec<(String, bool)> =
        known.chain(witness.missed).map(|(atom, value)| (puzzle.atom_name(atom), value)).collect();
    let place = match (witness.missed, puzzle.form()) {
        (Some((atom, _)), SolutionForm::Values { grid, values }) => {
            Place::from(grid.cell_at(atom / values as usize))
        }
        (Some((atom, _)), _) => match puzzle.loop_grid() {
            Some(grid) => grid.place(Edge(u32::try_from(atom).ok()?)),
            None => Place::Whole,
        },
        (None, _) => Place::Whole,
    };
    let (picture, (row, column)) =
        marks(ClauseMarks { sketch: &sketch, literals: &literals, place })?;
    Some(format!(
        "from row {row}, column {column} on (x: no line; doubled or in brackets: what is missed)\n{picture}"
    ))
}

impl From<FormulaError> for CliError {
    fn from(error: FormulaError) -> Self {
        Self::Usage(error.to_string())
    }
}
