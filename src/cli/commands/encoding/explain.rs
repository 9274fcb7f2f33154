//! `encycle explain`: show the origin of a clause or row.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::fmt::{self, Write};
use std::process::ExitCode;

use clap::Args;
use encycle::encodings::encoding::Encoding;
use encycle::encodings::export::{
    ClauseListing, ConstraintTrace, ListedClause, list_clauses, row_number, trace_clause, trace_row,
};
use encycle::encodings::logic::{
    CnfMethod, Constraint, ConstraintSink, FormulaPattern, Lit, LoweringOptions, Origin, Place,
    TooLarge, Var,
};
use encycle::encodings::model::Model;
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
use encycle::render::{ClauseMarks, marks, marks_in_ascii, unmarked};

/// Show the origin of a clause or row: its rule, its place and its lowering step; or explain a whole formula.
///
/// Clauses are numbered from 1, as in the DIMACS file that `encycle encode` writes with the same
/// options. Rows have names in LP and free MPS files, and numbers: row N is constraint N of the OPB file, and cN
/// of a fixed MPS file.
///
/// --all lists the variables, and for each rule its first constraint of each form: a picture, the constraint in
/// words, and its clauses by each CNF method. Constraints of a form differ in their variables and numbers only.
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
    let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
    if arguments.all {
        let text = whole_formula(problem, &encoding, choices)?;
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
    let text = explanation(problem, &encoding, choices, what, &trace);
    print_message(&if terminal::is_ascii() { marks_in_ascii(&text) } else { text })?;
    Ok(Exit::Positive)
}

/// The most variables of a family, and clauses of a constraint, that are listed.
const LISTED: usize = 24;

/// The most forms of a rule of which a constraint is shown.
const SHOWN_FORMS: usize = 8;

/// Returns the explanation of a whole formula: its variables, and the first constraints of each rule.
fn whole_formula(
    problem: &dyn Problem,
    encoding: &Encoding<'_>,
    choices: LoweringOptions,
) -> Result<String, CliError> {
    let mut families = VariableFamilies::default();
    encoding.encode(&mut families);
    let rules = shown_rules(encoding, choices, &families.of_variables)?;
    let numbers: BTreeSet<usize> = rules.iter().flat_map(ShownRule::numbers).collect();
    let is_shown = |number: usize| numbers.contains(&number);
    let shown = constraints(encoding, choices, None, is_shown)?;
    let mut text = format!(
        "{}\n{}, {} (--cnf {} --card {})\n\nvariables:\n",
        encoding.meaning(),
        counted(shown.list.names.len(), "variable"),
        counted(shown.list.count, "clause"),
        choices.cnf.name(),
        choices.card.name()
    );
    for (family, names) in &families.names {
        text += &format!("  {family}: {}\n", shortened(names));
    }
    let auxiliary = shown.list.names.iter().skip(families.of_variables.len());
    let auxiliary: Vec<String> = auxiliary.map(str::to_owned).collect();
    if !auxiliary.is_empty() {
        text += &format!("  auxiliary variables of the CNF method: {}\n", shortened(&auxiliary));
    }
    let of_method = |&cnf: &CnfMethod| {
        let choices = LoweringOptions { cnf, ..choices };
        (choices, constraints(encoding, choices, None, is_shown).ok())
    };
    let listings: Vec<_> = CnfMethod::ALL.iter().map(of_method).collect();
    let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
    for rule in &rules {
        for number in rule.numbers() {
            let Some(clause) = shown.clauses_of(number).next() else { continue };
            let trace = trace_clause(clause.number, choices, &encode)
                .map_err(|error| CliError::Usage(error.to_string()))?;
            text += &format!("\n{}\n\n", "-".repeat(60));
            text += &explanation(problem, encoding, choices, "clause", &trace);
            text += &clauses_by_method(&listings, encoding, number);
        }
        if rule.has_more_forms {
            text += &format!("\n`{}` has constraints of further forms\n", rule.family);
        }
    }
    Ok(text)
}

/// A rule, and its first constraint of each form that has a clause.
struct ShownRule {
    family: &'static str,
    /// The form of each constraint, and its number in the encoding.
    constraints: Vec<(String, usize)>,
    /// Whether there are more forms than are shown.
    has_more_forms: bool,
}

impl ShownRule {
    fn new(family: &'static str) -> Self {
        Self { family, constraints: Vec::new(), has_more_forms: false }
    }

    /// Adds a constraint, unless another one of its form is known.
    fn add(&mut self, form: &str, number: usize) {
        let is_known = self.constraints.iter().any(|(known, _)| known == form);
        if !is_known && self.constraints.len() < SHOWN_FORMS {
            self.constraints.push((form.to_owned(), number));
        } else {
            self.has_more_forms |= !is_known;
        }
    }

    /// Returns the numbers of the constraints in the encoding.
    fn numbers(&self) -> impl Iterator<Item = usize> {
        self.constraints.iter().map(|&(_, number)| number)
    }
}

/// Returns the rules with their first constraints, in the order of the formula. `families` has the family of each variable.
fn shown_rules(
    encoding: &Encoding<'_>,
    choices: LoweringOptions,
    families: &[&'static str],
) -> Result<Vec<ShownRule>, TooLarge> {
    let last = RefCell::new((0, String::new()));
    let encode = |sink: &mut dyn ConstraintSink| {
        encoding.encode(&mut ConstraintForms { sink, families, last: &last });
    };
    let mut rules: Vec<ShownRule> = Vec::new();
    list_clauses(choices, &encode, 0, |_, origin, _| {
        let at = rules.iter().position(|rule| rule.family == origin.family);
        let at = at.unwrap_or_else(|| {
            rules.push(ShownRule::new(origin.family));
            rules.len() - 1
        });
        let last = last.borrow();
        rules[at].add(&last.1, last.0);
        false
    })?;
    Ok(rules)
}

/// A sink that passes on everything, and notes the number and the form of each constraint before its clauses.
struct ConstraintForms<'a> {
    sink: &'a mut dyn ConstraintSink,
    /// The family of each variable.
    families: &'a [&'static str],
    last: &'a RefCell<(usize, String)>,
}

impl ConstraintSink for ConstraintForms<'_> {
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) -> Var {
        self.sink.variable(family, name)
    }

    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin) {
        let form = form_of(constraint, self.families);
        let number = self.last.borrow().0 + 1;
        *self.last.borrow_mut() = (number, form);
        self.sink.constraint(constraint, origin);
    }

    fn accepts_more(&self) -> bool {
        self.sink.accepts_more()
    }
}

/// Returns the form of a constraint: its phrase with the families of its variables in place of their names, with the sign of
/// the first only, and without numbers and repetitions. For example, the counts of all vertices have one form.
fn form_of(constraint: Constraint<'_>, families: &[&'static str]) -> String {
    let is_first = Cell::new(true);
    let phrase = constraint.describe(&|literal| {
        let sign = if is_first.replace(false) && literal.is_neg() { "-" } else { "" };
        format!("{sign}{}", families.get(literal.vidx()).copied().unwrap_or_default())
    });
    let mut form: Vec<&str> = Vec::new();
    let words = phrase.split([' ', ',', '(', ')']).filter(|word| !word.is_empty());
    for word in words.filter(|word| word.parse::<i64>().is_err()) {
        let is_repeated = |before: usize| {
            let at = form.len().checked_sub(before);
            at.is_some_and(|at| form[at].trim_start_matches('-') == word)
        };
        let is_joined = form.last().is_some_and(|last| ["^", "v", "+"].contains(last));
        match (is_repeated(1), is_joined && is_repeated(2)) {
            (true, _) => {}
            (_, true) => {
                form.pop();
            }
            _ => form.push(word),
        }
    }
    form.join(" ")
}

/// Some constraints of a formula, with their clauses.
#[derive(Clone)]
struct ListedConstraints {
    list: ClauseListing,
    /// The number of the constraint of each clause.
    numbers: Vec<usize>,
}

impl ListedConstraints {
    /// Returns the clauses of a constraint.
    fn clauses_of(&self, number: usize) -> impl Iterator<Item = &ListedClause> {
        let clauses = self.list.clauses.iter().zip(&self.numbers);
        clauses.filter(move |&(_, &of)| of == number).map(|(clause, _)| clause)
    }
}

/// Lists the clauses of the constraints for whose number `wanted` is true. With `only`, the other constraints are not
/// lowered at all. A rule may have several constraints at a place, so a place does not identify a constraint.
fn constraints(
    encoding: &Encoding<'_>,
    choices: LoweringOptions,
    only: Option<usize>,
    wanted: impl Fn(usize) -> bool,
) -> Result<ListedConstraints, TooLarge> {
    let number = Cell::new(0);
    let encode = |sink: &mut dyn ConstraintSink| {
        encoding.encode(&mut NumberedConstraints { sink, number: &number, only });
    };
    let mut numbers = Vec::new();
    let list = list_clauses(choices, &encode, usize::MAX, |_, _, _| {
        let is_wanted = wanted(number.get());
        numbers.extend(is_wanted.then(|| number.get()));
        is_wanted
    })?;
    Ok(ListedConstraints { list, numbers })
}

/// Returns the clauses of a constraint, among those that each CNF method lists; methods with the same clauses, in any order,
/// share a list. A method for which the formula is too large has no list, so the constraint is lowered alone.
fn clauses_by_method(
    listings: &[(LoweringOptions, Option<ListedConstraints>)],
    encoding: &Encoding<'_>,
    number: usize,
) -> String {
    let (mut lists, mut refused): (Vec<MethodClauses>, String) = (Vec::new(), String::new());
    for (choices, listing) in listings {
        let method = choices.cnf.name();
        let alone = || constraints(encoding, *choices, Some(number), |_| true);
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
        let clauses: Vec<&ListedClause> = listing.clauses_of(number).collect();
        let count = clauses.len();
        let mut text = counted(count, "clause") + "\n";
        for clause in clauses.iter().take(LISTED) {
            text += &format!("  {}\n", listing.list.text(clause));
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
    /// The family of each variable.
    of_variables: Vec<&'static str>,
}

impl ConstraintSink for VariableFamilies {
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) -> Var {
        match self.names.iter_mut().find(|(known, _)| *known == family) {
            Some((_, names)) => names.push(name.to_string()),
            None => self.names.push((family, vec![name.to_string()])),
        }
        self.of_variables.push(family);
        Var::new(self.of_variables.len() as u32 - 1)
    }

    fn constraint(&mut self, _: Constraint<'_>, _: Origin) {}
}

fn explanation(
    problem: &dyn Problem,
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
    line("place", &place_text(problem.as_model(), trace.origin.place));
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
    if let Some(puzzle) = problem.as_puzzle() {
        text += &picture(puzzle, what, trace);
    }
    text
}

/// Returns the text of a place. The vertices and constraints of a problem of one's own have the names of its files.
fn place_text(model: Option<&Model>, place: Place) -> String {
    let Some(model) = model else { return place.to_string() };
    let name = |vertex: usize| vertex_name(model, vertex);
    match place {
        Place::Whole => "the whole model".to_owned(),
        Place::Node(vertex) => format!("vertex {}", name(vertex)),
        Place::Nodes(a, b) => format!("the vertices {} and {}", name(a), name(b)),
        Place::Constraint(number) => match model.program().names.constraints.get(&number) {
            Some(name) => format!("{place}, {name}"),
            None => place.to_string(),
        },
        _ => place.to_string(),
    }
}

/// Returns the name of a vertex of a rule. If graphs of several rules have vertices with this number, and other names, the text
/// has all of them.
fn vertex_name(model: &Model, vertex: usize) -> String {
    let mut graphs = model.graphs();
    graphs.retain(|graph| vertex < graph.vertex_count());
    let names: BTreeSet<&str> = graphs.iter().map(|graph| graph.vertex_name(vertex)).collect();
    match (names.first(), names.len()) {
        (None, _) => (vertex + 1).to_string(),
        (Some(&only), 1) => only.to_owned(),
        _ => {
            let named = graphs
                .iter()
                .map(|graph| format!("{} of {}", graph.vertex_name(vertex), graph.name()));
            named.collect::<Vec<_>>().join(" or ")
        }
    }
}

/// Returns the picture of a clause or row on a puzzle, with the meanings of its signs; nothing if the puzzle is on no grid.
fn picture(puzzle: &Puzzle, what: &str, trace: &ConstraintTrace) -> String {
    let Sketch::Grid(sketch) = puzzle.sketch(None) else { return String::new() };
    let place = trace.origin.place;
    let marked = ClauseMarks { sketch: &sketch, literals: &trace.literals, place };
    let Some((picture, (row, col))) = marks(marked) else {
        return "\nno picture: the variables are too far apart\n".to_owned();
    };
    let signs = match puzzle.form() {
        SolutionForm::Values { .. } => {
            "+ and a value: the cell has this value; - and a value: it does not; a value and *: \
             several of its variables;\n[ ]: the rule's cells; a value alone: a clue\n"
        }
        _ if puzzle.loop_grid().is_some() => {
            "── or │: a line; x: a negated line; ► or ▼: the direction of a line; ◄ or ▲: its negation;\n\
             + and -: cell inside, negated; * and ●: other variables of a cell or vertex; [ ]: the rule's cell;\n\
             ◆: the rule's vertex; doubled or dashed: the rule's edge\n"
        }
        _ => {
            "─ or │: a link; x: a negated link; *: other variables of a cell; [ ]: the rule's cells\n"
        }
    };
    let mut text = format!("\nfrom row {row}, column {col} on:\n\n{picture}\n{signs}");
    let unsigned = unmarked(marked).into_iter().map(|(name, positive)| {
        let sign = if *positive { "" } else { "-" };
        format!("{sign}{name}")
    });
    let unsigned: Vec<String> = unsigned.collect();
    if !unsigned.is_empty() {
        let parts = if what == "row" { "terms" } else { "literals" };
        text += &format!("{parts} without a sign in the picture: {}\n", unsigned.join(", "));
    }
    text
}
