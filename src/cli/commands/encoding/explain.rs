//! `encycle explain`: show the origin of a clause or row.

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt::{self, Write};
use std::process::ExitCode;

use clap::Args;
use encycle::encodings::encoding::Encoding;
use encycle::encodings::export::{
    ClauseListing, ConstraintTrace, ListedClause, list_clauses, row_number, trace_clause, trace_row,
};
use encycle::encodings::logic::{
    CnfMethod, Constraint, ConstraintSink, FormulaPattern, Lit, LoweringOptions, Origin, TooLarge,
    Var,
};
use encycle::encodings::puzzle::{Sketch, SolutionForm};
use encycle::encodings::text::counted;

use crate::cli::arguments::lowering::{EncodingArgument, LoweringArguments};
use crate::cli::arguments::model::ModelArguments;
use crate::cli::arguments::second::SecondArguments;
use crate::cli::arguments::source::{SourceArguments, each};
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{print, print_message};
use crate::cli::terminal;
use encycle::problem::Problem;
use encycle::puzzle::Puzzle;
use encycle::render::{ClauseMarks, marks, marks_in_ascii};

/// Show the origin of a clause or row: its rule, its place and its lowering step; or explain a whole formula.
///
/// Clauses are numbered from 1, as in the DIMACS file that `encycle encode` writes with the same
/// options. Rows have names in LP and free MPS files, and numbers: row N is constraint N of the OPB file, and cN
/// of a fixed MPS file.
///
/// --all lists the variables, and for each rule its first constraint: a picture, the constraint in words, and
/// its clauses by each CNF method.
///
/// Examples:
///   encycle explain puzzle.txt --all
///   encycle explain puzzle.txt --clause 57
///   encycle explain puzzle.txt --row degree_2_3 --encoding edge
///   encycle explain puzzle.txt --row 12 --degree-rows equation
///   encycle explain puzzle.txt --encoding edge+order --cnf tseitin --clause 500
///   encycle explain square.cnf --rules square.rules --all       your own problem
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, group = clap::ArgGroup::new("which").required(true))]
pub struct Arguments {
    /// Puzzle: a file, `-` for standard input, or a URL; or a formula of your own with --rules
    puzzle: String,
    /// Number of the clause
    #[arg(long, value_name = "N", group = "which")]
    clause: Option<usize>,
    /// Number or name of the row
    #[arg(long, value_name = "ROW", group = "which")]
    row: Option<String>,
    /// Explain the whole formula, rule by rule
    #[arg(long, group = "which")]
    all: bool,
    #[command(flatten)]
    encoding: EncodingArgument,
    #[command(flatten)]
    second: SecondArguments,
    #[command(flatten)]
    choices: LoweringArguments,
    #[command(flatten)]
    source: SourceArguments,
    #[command(flatten)]
    model: ModelArguments,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    let problems = std::slice::from_ref(&arguments.puzzle);
    let problems = arguments.model.problems(problems, &arguments.source);
    each(problems, "", false, |number, _, problem| {
        if number > 1 {
            print("\n")?;
        }
        explain(arguments, &**problem)
    })
}

fn explain(arguments: &Arguments, problem: &dyn Problem) -> Result<Exit, CliError> {
    let encoding = arguments.second.of(problem, arguments.encoding.of(problem)?)?;
    let choices = arguments.choices.of_problem(problem);
    let puzzle = problem.as_puzzle();
    let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
    if arguments.all {
        let text = whole_formula(puzzle, &encoding, choices)?;
        print_message(&if terminal::is_ascii() { marks_in_ascii(&text) } else { text })?;
        return Ok(Exit::Positive);
    }
    let (what, trace) = match (arguments.clause, &arguments.row) {
        (_, Some(row)) => {
            let number = row_number(row, choices, &encode)?.ok_or_else(|| {
                let help = "use its number, or a name in the LP file of the same encoding";
                CliError::Usage(format!("no row has this name: `{row}`\nhelp: {help}"))
            })?;
            ("row", trace_row(number, choices, &encode))
        }
        (clause, _) => ("clause", trace_clause(clause.unwrap_or(0), choices, &encode)),
    };
    let trace = trace.map_err(|error| CliError::Usage(error.to_string()))?;
    let text = explanation(puzzle, &encoding, choices, what, &trace);
    print_message(&if terminal::is_ascii() { marks_in_ascii(&text) } else { text })?;
    Ok(Exit::Positive)
}

/// The most variables of a family, and clauses of a constraint, that are listed.
const LISTED: usize = 24;

/// Returns the explanation of a whole formula: its variables, and the first constraint of each rule.
fn whole_formula(
    puzzle: Option<&Puzzle>,
    encoding: &Encoding<'_>,
    choices: LoweringOptions,
) -> Result<String, CliError> {
    let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
    let mut firsts: Vec<FirstConstraint> = Vec::new();
    let list = list_of_constraints(encoding, choices, None, |number, family| {
        match firsts.iter().find(|first| first.family == family) {
            Some(first) => first.number == number,
            None => {
                firsts.push(FirstConstraint { family, number });
                true
            }
        }
    })?;
    let mut families = VariableFamilies::default();
    encoding.encode(&mut families);
    let auxiliary = list.names.len() - families.count;
    let mut text = format!(
        "{}\n{}, {} (--cnf {} --card {})\n\nvariables:\n",
        encoding.meaning(),
        counted(list.names.len(), "variable"),
        counted(list.count, "clause"),
        choices.cnf.name(),
        choices.card.name()
    );
    for (family, names) in &families.names {
        text += &format!("  {family}: {}\n", shortened(names));
    }
    if auxiliary > 0 {
        let names: Vec<String> =
            list.names.iter().skip(families.count).map(str::to_owned).collect();
        text += &format!("  auxiliary variables of the CNF method: {}\n", shortened(&names));
    }
    let is_first =
        |number: usize, _: &'static str| firsts.iter().any(|first| first.number == number);
    let of_method = |&cnf: &CnfMethod| {
        let choices = LoweringOptions { cnf, ..choices };
        (choices, list_of_constraints(encoding, choices, None, is_first).ok())
    };
    let listings: Vec<_> = CnfMethod::ALL.iter().map(of_method).collect();
    for &first in &firsts {
        let clauses: Vec<&ListedClause> =
            list.clauses.iter().filter(|one| one.origin.family == first.family).collect();
        let Some(number) = clauses.first().map(|clause| clause.number) else { continue };
        let trace = trace_clause(number, choices, &encode)
            .map_err(|error| CliError::Usage(error.to_string()))?;
        text += &format!("\n{}\n\n", "-".repeat(60));
        text += &explanation(puzzle, encoding, choices, "clause", &trace);
        text += &clauses_by_method(&listings, encoding, first);
    }
    Ok(text)
}

/// The first constraint of a rule that has a clause.
#[derive(Clone, Copy)]
struct FirstConstraint {
    /// The rule.
    family: &'static str,
    /// The number of the constraint in the encoding.
    number: usize,
}

/// Lists the clauses of the constraints for whose number and rule `wanted` is true. With `only`, the other constraints are not
/// lowered at all. A rule may have several constraints at a place, so a place does not identify a constraint.
fn list_of_constraints(
    encoding: &Encoding<'_>,
    choices: LoweringOptions,
    only: Option<usize>,
    mut wanted: impl FnMut(usize, &'static str) -> bool,
) -> Result<ClauseListing, TooLarge> {
    let number = Cell::new(0);
    let encode = |sink: &mut dyn ConstraintSink| {
        encoding.encode(&mut NumberedConstraints { sink, number: &number, only });
    };
    list_clauses(choices, &encode, usize::MAX, |_, origin, _| wanted(number.get(), origin.family))
}

/// Returns the clauses of a constraint, among those that each CNF method lists; methods with the same clauses, in any order,
/// share a list. A method for which the formula is too large has no list, so the constraint is lowered alone.
fn clauses_by_method(
    listings: &[(LoweringOptions, Option<ClauseListing>)],
    encoding: &Encoding<'_>,
    first: FirstConstraint,
) -> String {
    let (mut lists, mut refused): (Vec<MethodClauses>, String) = (Vec::new(), String::new());
    for (choices, listing) in listings {
        let method = choices.cnf.name();
        let alone = || list_of_constraints(encoding, *choices, Some(first.number), |_, _| true);
        let listing = match listing
            .as_ref()
            .map_or_else(|| alone().map(Cow::Owned), |all| Ok(Cow::Borrowed(all)))
        {
            Ok(listing) => listing,
            Err(error) => {
                let error = error.to_string();
                refused += &format!("\n{method}: {}\n", error.lines().next().unwrap_or_default());
                continue;
            }
        };
        let is_wanted = |clause: &&ListedClause| clause.origin.family == first.family;
        let clauses: Vec<&ListedClause> = listing.clauses.iter().filter(is_wanted).collect();
        let count = clauses.len();
        let mut text = counted(count, "clause") + "\n";
        for clause in clauses.iter().take(LISTED) {
            text += &format!("  {}\n", listing.text(clause));
        }
        if count > LISTED {
            text += "  ...\n";
        }
        // the literals of a clause, and the clauses, in one order
        let mut sorted: Vec<Vec<Lit>> =
            clauses.iter().map(|clause| clause.literals.clone()).collect();
        sorted.iter_mut().for_each(|clause| clause.sort_unstable());
        sorted.sort();
        match lists.iter_mut().find(|known| known.sorted == sorted) {
            Some(known) => known.methods.push(method),
            None => lists.push(MethodClauses { methods: vec![method], sorted, text }),
        }
    }
    let shown = |list: &MethodClauses| format!("\n{}: {}", list.methods.join(" = "), list.text);
    lists.iter().map(shown).collect::<String>() + &refused
}

/// A sink that passes on all variables, and all constraints or only one of them.
struct NumberedConstraints<'a> {
    sink: &'a mut dyn ConstraintSink,
    /// The number of constraints so far.
    number: &'a Cell<usize>,
    /// The number of the only constraint that is passed on.
    only: Option<usize>,
}

impl NumberedConstraints<'_> {
    /// Counts a constraint, and returns whether it is passed on.
    fn passes(&self) -> bool {
        self.number.set(self.number.get() + 1);
        self.only.is_none_or(|only| only == self.number.get())
    }
}

impl ConstraintSink for NumberedConstraints<'_> {
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) -> Var {
        self.sink.variable(family, name)
    }

    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin) {
        if self.passes() {
            self.sink.constraint(constraint, origin);
        }
    }

    fn add_instance(&mut self, pattern: &FormulaPattern, literals: &[Lit], origin: Origin) {
        if self.passes() {
            self.sink.add_instance(pattern, literals, origin);
        }
    }

    fn accepts_more(&self) -> bool {
        self.sink.accepts_more()
    }
}

/// The clauses of a constraint by some CNF methods.
struct MethodClauses {
    methods: Vec<&'static str>,
    /// The clauses in an order that does not depend on the method.
    sorted: Vec<Vec<Lit>>,
    text: String,
}

fn shortened(names: &[String]) -> String {
    let more =
        if names.len() > LISTED { format!(", ... ({})", names.len()) } else { String::new() };
    names[..names.len().min(LISTED)].join(", ") + &more
}

/// A sink that collects the names of the variables by their families.
#[derive(Default)]
struct VariableFamilies {
    names: Vec<(&'static str, Vec<String>)>,
    count: usize,
}

impl ConstraintSink for VariableFamilies {
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) -> Var {
        match self.names.iter_mut().find(|(known, _)| *known == family) {
            Some((_, names)) => names.push(name.to_string()),
            None => self.names.push((family, vec![name.to_string()])),
        }
        self.count += 1;
        Var::new(self.count as u32 - 1)
    }

    fn constraint(&mut self, _: Constraint<'_>, _: Origin) {}
}

fn explanation(
    puzzle: Option<&Puzzle>,
    encoding: &Encoding<'_>,
    choices: LoweringOptions,
    what: &str,
    trace: &ConstraintTrace,
) -> String {
    let mut text = String::new();
    let families = encoding.families();
    let family = families.iter().find(|family| family.name == trace.origin.family);
    let meaning = family.map_or("", |family| family.meaning);
    let source = family.map_or("", |family| family.source);
    let method = match what {
        "row" => format!(
            "--degree-rows {}, formulas by --cnf {}",
            choices.degree_rows.name(),
            choices.cnf.name()
        ),
        _ => format!("--cnf {} --card {}", choices.cnf.name(), choices.card.name()),
    };
    // writing to a String cannot fail
    let mut line = |key: &str, value: &str| {
        let _ = writeln!(text, "{key:<10} {value}");
    };
    line(what, &format!("{} of {}: {}", trace.number.0, trace.number.1, trace.text));
    line("rule", &format!("{}: {meaning}", trace.origin.family));
    line("place", &trace.origin.place.to_string());
    line("constraint", &trace.constraint);
    let within = match trace.within {
        (_, 1) => String::new(),
        (which, count) => format!(" ({what} {which} of its {count})"),
    };
    line("step", &format!("{}{within}", trace.origin.step));
    for (name, formula) in &trace.auxiliary {
        line("", &format!("{name} stands for {formula}"));
    }
    line("encoding", &format!("{}, {method}", encoding.name()));
    line("source", source);
    let Some(puzzle) = puzzle else { return text };
    let Sketch::Grid(sketch) = puzzle.sketch(None) else { return text };
    let (literals, place) = (&trace.literals, trace.origin.place);
    match marks(ClauseMarks { sketch: &sketch, literals, place }) {
        None => text.push_str("\nno picture: the variables are too far apart\n"),
        Some((picture, (row, col))) => {
            let _ = writeln!(text, "\nfrom row {row}, column {col} on:\n\n{picture}");
            text.push_str(match puzzle.form() {
                SolutionForm::Values { .. } => {
                    "+ and a value: the cell has this value; - and a value: it does not; a value and *: \
                     several of its variables;\n[ ]: the rule's cells; a value alone: a clue\n"
                }
                _ if puzzle.loop_grid().is_some() => {
                    "── or │: a line; x: a negated line; arrow: the direction of a line; + and -: cell inside, \
                     negated;\n* and ●: other variables of a cell or vertex; [ ]: the rule's cell; ◆: the rule's \
                     vertex;\ndoubled or dashed: the rule's edge\n"
                }
                _ => {
                    "─ or │: a link; x: a negated link; *: other variables of a cell; [ ]: the rule's cells\n"
                }
            });
        }
    }
    text
}
