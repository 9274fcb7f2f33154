//! `encycle decode`: turn a solver's saved output into a picture and a verdict.

use std::collections::HashSet;
use std::fmt;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;

use crate::cli::arguments::lowering::LoweringArguments;
use crate::cli::arguments::map;
use crate::cli::arguments::model::ModelArguments;
use crate::cli::arguments::picture::PictureArguments;
use crate::cli::arguments::source::SourceArguments;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{eprint_line, print_json, print_message, write_to};
use crate::cli::outputs::{self, Output};
use crate::cli::views::decode::DecodeView;
use encycle::decode::{
    DecodeError, Decoded, DecodedModel, check_map, decode, map_target, recognise,
};
use encycle::encodings::encoding::{CUT, Cut, CutReason};
use encycle::encodings::export::{LpRows, MapTarget, variable_names};
use encycle::encodings::logic::{
    Constraint, ConstraintSink, LoweringOptions, Origin, Place, ProgramNames, Var, lower_to_rows,
};
use encycle::encodings::model::{Model, is_auxiliary_name};
use encycle::export::variable_map;
use encycle::files::sha256;
use encycle::formats::map::VariableMap;
use encycle::formats::{self, Parsed};
use encycle::problem::Problem;
use encycle::render::Picture;
use encycle::report::{DecodeReport, DecodeVerdict, FailedDecode};
use encycle::solve::{Solve, Verdict};
use encycle::solvers::{Dialect, SolverKind};

/// Decode a solver's saved output: draw the solution, and check it against the rules.
///
/// The map written by `encycle encode --map` gives the meaning of each variable. Without a map, the
/// output must belong to the formula of --encoding, --cnf and --card. The output may consist of `s`
/// and `v` lines of any SAT solver, or be in one of the dialects listed below; the dialect is detected
/// from the content.
///
/// Examples:
///   encycle encode puzzle.txt -o puzzle.cnf --map puzzle.map
///   kissat puzzle.cnf > puzzle.out; encycle decode puzzle.txt puzzle.out --map puzzle.map
///   encycle encode puzzle.txt | cadical | encycle decode puzzle.txt -
///   encycle encode puzzle.txt -o puzzle.lp && highs puzzle.lp --solution_file puzzle.sol
///   encycle decode puzzle.txt puzzle.sol --svg picture.svg
///   encycle decode puzzle.txt puzzle.sol --cuts cuts.lp
///
/// The output of a solver for a formula of your own, or for what `encycle encode` makes of it, is checked
/// against the formula and each rule of --rules; without a map, its variables are those of the formula:
///   encycle decode tour.lp highs.sol --rules tour.rules
///
/// If the formula has no model, the map states what follows: that of `encycle encode --second` has a line
/// `unsat no-second-solution`, and the verdict is `unique`.
///
/// Exit codes: 0 the output is a solution, or the solution is unique; 1 a rule is broken, the puzzle has no
/// solution, or it has several; 2 the output cannot be read or has no result; 3 the solver reported that it has
/// no result, or the formula leaves out solutions.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Puzzle: a file, `-` for standard input, or a URL
    puzzle: String,
    /// File with the solver's output, or `-` for standard input
    output: String,
    #[arg(long, value_name = "FILE", help = map::HELP)]
    map: Option<String>,
    /// Encoding of the formula, whose map is used without --map; `own` if the solver read your own formula
    /// itself [default: the one named in the map, else the one that `encode` chooses]
    #[arg(short, long, value_name = "E")]
    encoding: Option<String>,
    #[command(flatten)]
    choices: LoweringArguments,
    /// Dialect of the output, from the list below [default: detected from the content]
    #[arg(long, value_name = "NAME")]
    dialect: Option<Dialect>,
    /// Also write the picture as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Append rows in LP format that cut off the stray loops of the solution; paste them before `Binary` in the LP
    /// file, and solve again
    #[arg(long, value_name = "FILE")]
    cuts: Option<PathBuf>,
    #[command(flatten)]
    picture: PictureArguments,
    /// Print a JSON object instead of a picture (`encycle help json`)
    #[arg(short, long)]
    json: bool,
    #[command(flatten)]
    source: SourceArguments,
    #[command(flatten)]
    model: ModelArguments,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    let result = decode_output(arguments);
    if let (true, Err(error)) = (arguments.json, &result) {
        print_json(&FailedDecode::new(&arguments.puzzle, &arguments.output, error))?;
    }
    result.map(Exit::code)
}

fn decode_output(arguments: &Arguments) -> Result<Exit, CliError> {
    let Arguments { puzzle: name, output, .. } = arguments;
    let map_source = arguments.map.as_deref();
    if [Some(name.as_str()), Some(output), map_source].iter().filter(|&&s| s == Some("-")).count()
        > 1
    {
        let message = "only one of puzzle, output and map can be `-` (standard input)";
        return Err(CliError::Usage(message.to_owned()));
    }
    outputs::check(
        &[name, output, map_source.unwrap_or("-")],
        arguments.svg.as_deref().map(Output::svg),
    )?;
    let given_map = map_source.map(formats::map::load).transpose()?;
    let kind = given_map.as_ref().and_then(|map| map.fact("kind")?.parse().ok());
    // the puzzle is read before the output, so that errors have the order of the arguments
    let loaded: Result<Box<dyn Problem>, CliError> =
        match arguments.model.model(name, &arguments.source)? {
            Some(model) => Ok(Box::new(model)),
            None => arguments.source.load_as(name, kind).map(|parsed| Box::new(parsed.puzzle) as _),
        };
    let text = formats::load_saved(output)?;
    let unreadable = |error| CliError::Usage(format!("{output}: {error}"));
    let dialect = arguments.dialect.map_or_else(|| recognise(&text), Ok).map_err(unreadable)?;
    let named = |error| match map_source {
        None => of_named_kind(arguments, dialect, &text).ok_or(error),
        Some(_) => Err(error),
    };
    let problem = loaded.or_else(named)?;
    let problem = &*problem;
    let map = match (given_map, problem.as_model()) {
        (Some(map), _) => map,
        (None, Some(model)) => map_of_model(arguments, model, dialect, &text)?,
        (None, None) => map_of_encoding(arguments, problem, dialect)?,
    };
    let map_name = map_source.unwrap_or(MAP_OF_ENCODING);
    check_map(&map, problem).map_err(|error| CliError::Usage(format!("{map_name}: {error}")))?;
    let is_assumed = map_source.is_none() && arguments.encoding.is_none();
    let encoding = ("encoding", arguments.encoding.as_deref());
    for (key, wanted) in [encoding].into_iter().chain(arguments.choices.named()) {
        if let (Some(found), Some(wanted)) = (map.fact(key), wanted)
            && found != wanted
        {
            let message = format!("{map_name}: the map has {key} {found}, but --{key} is {wanted}");
            return Err(CliError::Usage(message));
        }
    }
    let decoded = decode(problem, &map, dialect, &text).map_err(|error| match error {
        DecodeError::Map(error) => CliError::Usage(format!("{map_name}: {error}")),
        DecodeError::Bad(error) if is_assumed => {
            CliError::Usage(without_map(problem, format!("{output}: {error}")))
        }
        error => unreadable(error),
    })?;

    if let Some(contradiction) = contradiction(problem, &decoded) {
        return Err(CliError::Usage(format!(
            "{output}: {contradiction}\nhelp: an output belongs to one formula; give the map of that formula with --map"
        )));
    }
    let report = DecodeReport::new(name, output, problem, &map, dialect, &decoded);
    report.notes.iter().for_each(|note| eprint_line!("note: {output}: {note}"));
    let style = arguments.picture.style();
    match arguments.json {
        true => print_json(&report)?,
        false => {
            print_message(&DecodeView { report: &report, problem, decoded: &decoded }.text(&style))?
        }
    }
    if let (Some(path), Decoded::Model(model)) = (&arguments.svg, &decoded) {
        let picture =
            arguments.picture.svg(Picture::solved(problem.as_encodable(), &model.solution));
        write_to(Some(path), |out| out.write_all(picture.as_bytes()))?;
    }
    if let Some(path) = &arguments.cuts {
        append_cuts(path, problem, &decoded)?;
    }
    Ok(match report.verdict {
        DecodeVerdict::Solved | DecodeVerdict::Unique => Exit::Positive,
        DecodeVerdict::RuleBroken
        | DecodeVerdict::NoSolution
        | DecodeVerdict::Several
        | DecodeVerdict::Unbounded => Exit::Negative,
        DecodeVerdict::Unknown => Exit::Unknown,
    })
}

/// Returns an error of an output that was read without a map, with the formula to which it should belong.
fn without_map(problem: &dyn Problem, error: String) -> String {
    if error.contains("\nhelp: ") {
        return error;
    }
    let formula = match problem.as_model() {
        Some(_) => "your own formula".to_owned(),
        None => format!("a formula of `{}`", problem.exported_encoding()),
    };
    format!(
        "{error}\nhelp: without --map and --encoding, this is {formula}; name the map that \
         `encycle encode --map FILE` wrote, or the encoding"
    )
}

/// The time limit of the search that may contradict an output.
const CHECK_LIMIT: Duration = Duration::from_secs(1);

/// Searches a solution that contradicts what the output claims, for a second at most: an output that belongs to another
/// formula would otherwise be a false verdict, because nothing else checks that a formula has no model.
fn contradiction(problem: &dyn Problem, decoded: &Decoded) -> Option<&'static str> {
    let search = Solve::new(problem).timeout(CHECK_LIMIT);
    match decoded {
        Decoded::NoSolution => {
            let found = search.run().ok()?;
            found.solution().map(|_| "it claims that there is no solution, but there is one")
        }
        Decoded::NoSecondSolution => {
            let found = search.unique().run().ok()?;
            (found.verdict() == Verdict::Several)
                .then_some("it claims that there is no second solution, but there is one")
        }
        Decoded::Model(model) if model.broken.is_none() && model.is_second => {
            let found = search.unique().run().ok()?;
            (found.verdict() == Verdict::Unique)
                .then_some("its solution is the only one, but its formula excludes a solution")
        }
        _ => None,
    }
}

/// Appends rows to a file that a decoded candidate violates and every solution satisfies: cuts over the atoms, which have
/// their names in the LP files of all encodings. A row that the file has is not appended again.
fn append_cuts(path: &Path, problem: &dyn Problem, decoded: &Decoded) -> Result<(), CliError> {
    let path_text = path.display();
    let nothing = |reason: &str| eprint_line!("note: {path_text} gets no cuts: {reason}");
    let Decoded::Model(model) = decoded else {
        nothing("the output has no solution");
        return Ok(());
    };
    let puzzle = problem.as_encodable();
    let encoding = problem.encoding(&puzzle.default_encoding())?;
    if model.broken.is_none() || encoding.is_exact() {
        nothing("no rule is left to them, or none is broken");
        return Ok(());
    }
    let names = variable_names(&|sink| encoding.encode(sink));
    let mut values = model.solution.atoms().to_vec();
    values.resize(names.len(), false);
    let kind = encoding.cut_kinds().first().copied().unwrap_or_default();
    let mut cuts = encoding.separate(&values, kind).cuts;
    // one of the loops may be a solution, which every program must keep
    cuts.retain(|cut| cut.reason != CutReason::KnownSolution);
    if cuts.is_empty() {
        nothing("no rule that is left to them is broken");
        return Ok(());
    }
    let io = || CliError::io(path.display().to_string());
    let known = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(io()(error)),
    };
    let known: HashSet<&str> = known.lines().filter_map(row_name).collect();
    cuts.retain(|cut| !known.contains(&*cut_name(cut, &names)));
    if cuts.is_empty() {
        nothing("it has the cuts of this output already");
        return Ok(());
    }
    let row_names = cuts.iter().map(|cut| cut_name(cut, &names)).enumerate().collect();
    let row_names = ProgramNames { constraints: row_names, ..ProgramNames::default() };
    let rows = LpRows::new(Vec::new()).named(&row_names);
    let mut rows = lower_to_rows(rows, LoweringOptions::default(), |sink| {
        encoding.encode(&mut OnlyVariables(sink));
        for (number, cut) in cuts.iter().enumerate() {
            sink.constraint(cut.constraint(), Origin::new(CUT, Place::Constraint(number)));
        }
    })?;
    let text = rows.out().map_err(io())?;
    let mut file = File::options().create(true).append(true).open(path).map_err(io())?;
    file.write_all(text).map_err(io())
}

/// Returns the name of the row of a cut. It depends on the cut only, so the rows of several outputs fit into one file, and a
/// cut that is found again has the same name.
fn cut_name(cut: &Cut, names: &[String]) -> String {
    let mut literals = cut.literal_names(names);
    literals.sort_unstable();
    let hash = sha256::of_text(&format!("{} {}", cut.form().name(), literals.join(" ")));
    format!("cut_{}", &hash[..HASH_LENGTH])
}

/// The characters of a hash in the name of a row: of ten thousand rows, two have the same name once in 20,000 files.
const HASH_LENGTH: usize = 10;

/// Returns the name of the row that begins in a line of a file of cuts.
fn row_name(line: &str) -> Option<&str> {
    Some(line.strip_prefix(' ')?.split_once(':')?.0)
}

/// A sink that hands on the variables, and leaves out the constraints.
struct OnlyVariables<'a>(&'a mut dyn ConstraintSink);

impl ConstraintSink for OnlyVariables<'_> {
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) -> Var {
        self.0.variable(family, name)
    }

    fn constraint(&mut self, _: Constraint<'_>, _: Origin) {}
}

/// The name of the encoding of an output for the problem itself.
const OWN: &str = "own";

/// Returns the map of the encoding that the options name, otherwise of the one that `encycle encode` chooses.
fn map_of_encoding(
    arguments: &Arguments,
    problem: &dyn Problem,
    dialect: Dialect,
) -> Result<VariableMap, CliError> {
    let name = arguments.encoding.clone().unwrap_or_else(|| problem.exported_encoding());
    map_of_named(&name, arguments, problem, map_target(dialect))
}

fn map_of_named(
    name: &str,
    arguments: &Arguments,
    problem: &dyn Problem,
    target: MapTarget,
) -> Result<VariableMap, CliError> {
    let encoding = problem.encoding(name)?;
    let choices = arguments.choices.of_problem(problem);
    variable_map(problem, &encoding, choices, target).map_err(CliError::io(MAP_OF_ENCODING))
}

/// Returns the map of a formula of the user's own: of the formula itself, if the output fits it, otherwise of a formula that
/// `encycle encode` writes, which renames columns that not every solver reads: the one that leaves the rules to cuts, or
/// the one that it chooses.
fn map_of_model(
    arguments: &Arguments,
    model: &Model,
    dialect: Dialect,
    output: &str,
) -> Result<VariableMap, CliError> {
    let own = VariableMap::of_model(model, map_target(dialect));
    let is_unclear = || {
        let read = || decode(model, &own, dialect, output);
        dialect.kind() == SolverKind::Mip
            && matches!(read(), Err(DecodeError::Bad(bad)) if bad.is_unclear)
    };
    match arguments.encoding.as_deref() {
        Some(OWN) => return Ok(own),
        // another map would give the same names one of the two meanings
        None if is_unclear() => return Ok(own),
        _ => {}
    }
    if may_mislead(model, dialect)
        && let Some(map) = only_reading(arguments, model, dialect, output)?
    {
        return Ok(map);
    }
    if arguments.encoding.is_some() {
        return map_of_encoding(arguments, model, dialect);
    }
    let fits = |map: &VariableMap| decode(model, map, dialect, output).is_ok();
    if fits(&own) {
        return Ok(own);
    }
    let relaxed = map_of_named(Model::CUTS, arguments, model, map_target(dialect))?;
    if fits(&relaxed) {
        return Ok(relaxed);
    }
    let encoded = map_of_encoding(arguments, model, dialect)?;
    // the error of a malformed output is about the user's own formula
    Ok(if fits(&encoded) { encoded } else { own })
}

/// Returns whether an output for a file that `encycle encode` writes may be read as one for the model itself: if the columns have other
/// numbers, in a dialect without names, or a name belongs to another column.
fn may_mislead(model: &Model, dialect: Dialect) -> bool {
    match dialect {
        Dialect::Glpk => !model.file_order().is_sorted(),
        _ => dialect.kind() == SolverKind::Mip && has_misleading_name(model),
    }
}

/// Returns whether a file that `encycle encode` writes may have a name of the model for another column: an auxiliary one or, if
/// columns are numbered, the one with this number.
fn has_misleading_name(model: &Model) -> bool {
    let number = |name: &str| name.strip_prefix('x')?.parse::<usize>().ok();
    let mut booleans = (1..).zip(model.variable_names());
    let mut others = model.column_names().iter();
    booleans.any(|(place, name)| {
        is_auxiliary_name(name) || number(name).is_some_and(|number| number != place)
    }) || others.any(|name| is_auxiliary_name(name) || number(name).is_some())
}

/// Returns the map by which an output is read, among those of the model itself and of the files that `encycle encode` writes; `None` if
/// none fits. All these files contain the constraints of the model, so a reading that breaks one counts only if each does.
///
/// # Errors
/// Two maps give a column different values.
fn only_reading(
    arguments: &Arguments,
    model: &Model,
    dialect: Dialect,
    output: &str,
) -> Result<Option<VariableMap>, CliError> {
    let (mut maps, names) = match &arguments.encoding {
        Some(name) => (Vec::new(), vec![name.clone()]),
        None => {
            let own = VariableMap::of_model(model, MapTarget::Lp);
            (vec![own], vec![Model::CUTS.to_owned(), model.exported_encoding()])
        }
    };
    for name in &names {
        for target in [MapTarget::Lp, MapTarget::Opb] {
            // a form may be too large, so that no file of it was written
            maps.extend(map_of_named(name, arguments, model, target).ok());
        }
    }
    let read = |map: VariableMap| match decode(model, &map, dialect, output) {
        Ok(Decoded::Model(found)) => Some((map, found)),
        _ => None,
    };
    let mut readings: Vec<(VariableMap, Box<DecodedModel>)> =
        maps.into_iter().filter_map(read).collect();
    if readings.iter().any(|(_, found)| keeps_constraints(model, found)) {
        readings.retain(|(_, found)| keeps_constraints(model, found));
    }
    let mut readings = readings.into_iter();
    let Some((map, first)) = readings.next() else { return Ok(None) };
    let is_other =
        |other: &DecodedModel| (&other.solution, &other.others) != (&first.solution, &first.others);
    if readings.any(|(_, other)| is_other(&other)) {
        let name = &arguments.output;
        let what = if dialect == Dialect::Glpk { "numbers" } else { "names" };
        return Err(CliError::Usage(format!(
            "{name}: its columns may be those of the problem, or those of another file, where the same {what} mean others\n\
             help: if the solver read the problem itself, add `--encoding {OWN}`; otherwise name the map that `encycle encode \
             --map` wrote with the file"
        )));
    }
    Ok(Some(map))
}

/// Returns whether values satisfy the constraints and rows of a model, apart from its rules.
fn keeps_constraints(model: &Model, found: &DecodedModel) -> bool {
    let booleans = found.solution.atoms().iter().map(|&value| f64::from(u8::from(value)));
    let booleans: Vec<f64> = booleans.collect();
    found.broken.as_ref().is_none_or(|broken| broken.rule != "constraint")
        && model.program().violation(&booleans, &found.others).is_none()
}

/// Reads a bare grid that fits several kinds. The output of the solver determines the kind: among these kinds, only one
/// has an encoding with a variable that the output names. Returns `None` if no kind or several kinds have one.
fn of_named_kind(
    arguments: &Arguments,
    dialect: Dialect,
    output: &str,
) -> Option<Box<dyn Problem>> {
    if arguments.puzzle == "-" || arguments.source.kind.is_some() {
        return None;
    }
    let words: HashSet<&str> = output.split_whitespace().collect();
    let is_named = |parsed: &Parsed| {
        let map = map_of_encoding(arguments, &parsed.puzzle, dialect);
        map.is_ok_and(|map| map.names().iter().any(|name| words.contains(&**name)))
    };
    let grid = formats::load_saved(&arguments.puzzle).ok()?;
    let kinds = formats::likely_kinds(&grid).into_iter();
    let mut fits = kinds.filter_map(|kind| formats::read(&grid, Some(kind)).ok()).filter(is_named);
    let only = fits.next().filter(|_| fits.next().is_none())?;
    let (name, kind) = (&arguments.puzzle, only.puzzle.kind());
    eprint_line!("note: {name}: read as {kind}, whose variables the output names");
    Some(Box::new(only.puzzle))
}

/// Returns the list of dialects for the help text.
pub fn list_of_dialects() -> String {
    let line = |dialect: Dialect| format!("  {:<14}  {}\n", dialect.name(), dialect.meaning());
    let of = |kind| -> String {
        Dialect::ALL.into_iter().filter(|one| one.kind() == kind).map(line).collect()
    };
    let (sat, mip, pb) = (of(SolverKind::Sat), of(SolverKind::Mip), of(SolverKind::Pb));
    let max_sat = of(SolverKind::MaxSat);
    format!(
        "Dialects of SAT solvers (output for DIMACS CNF):\n{sat}\
         Dialects of MIP solvers (output for CPLEX LP and MPS):\n{mip}\
         Dialects of pseudo-Boolean solvers (output for OPB):\n{pb}\
         Dialects of MaxSAT solvers (output for the clauses of DIMACS CNF as hard clauses):\n{max_sat}\n\
         `encycle help dialects` describes each dialect and names its documentation."
    )
}

/// The name of the default map in messages.
const MAP_OF_ENCODING: &str = "map of the encoding";
