//! `encycle solve`: solve puzzles and draw their solutions.

use std::cell::Cell;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use encycle::certify::{CertifyError, CertifyOptions, RecordedCuts, certificate_encoding, certify};
use encycle::count::CountOptions;
use encycle::encodings::encoding::CutKind;
use encycle::encodings::model::Model;
use encycle::encodings::text::counted;
use encycle::formats::{self, AtomWeights, LoadError, Parsed};
use encycle::methods::{DirectMethod, solve_directly};
use encycle::problem::Problem;
use encycle::puzzle::Puzzle;
use encycle::render::Picture;
use encycle::report::SolveReport;
use encycle::solve::{
    Engine, Failure, LengthGoal, LoopCheckMode, RepairMode, RoundEvent, SearchOptions, SearchStart,
    Solve, SolveOutcome, SolverSelection, Verdict,
};

use crate::cli::arguments::certificate::{self, folder_of};
use crate::cli::arguments::limits::LimitArguments;
use crate::cli::arguments::lowering::{LoweringArguments, Presolve};
use crate::cli::arguments::method::{MethodChoice, method_choice};
use crate::cli::arguments::model::{ModelArguments, NamedModel, check_unique};
use crate::cli::arguments::picture::PictureArguments;
use crate::cli::arguments::solver::EngineArguments;
use crate::cli::arguments::solver_list;
use crate::cli::arguments::source::{SourceArguments, each, each_on};
use crate::cli::commands::solving::ledger::Ledger;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{eprint_line, print_json, print_message, write_to};
use crate::cli::outputs::{self, Output};
use crate::cli::progress::{self, Progress, ProgressMode};
use crate::cli::views::model::text_of as model_text;
use crate::cli::views::solve::text_of;

/// Solve puzzles and draw their solutions.
///
/// Without --solver, the built-in solver is used. Every solution is checked against the constraints
/// and against the rules before it is shown.
///
/// With --replay, the search starts from the cuts of an earlier run: 38 rounds become one, and solvers can be
/// compared on the same formula. With --unique, the solutions of the ledger are excluded, too, so that the
/// solver only has to prove that there is no other one. The ledger is not trusted: a cut is used only if the
/// rules of the puzzle justify it, as in `encycle verify`; other entries are listed on standard error. So a
/// wrong ledger costs rounds, but never gives a wrong verdict.
///
/// Examples:
///   encycle solve examples/slitherlink/heron.txt
///   encycle solve puzzle.txt --unique             is the solution the only one?
///   encycle solve puzzle.txt --solver cadical     an installed solver (see `encycle solvers`)
///   encycle solve puzzle.txt --method zdd         without a formula: from the diagram of all solutions
///   encycle solve puzzle.txt --solver ./my-sat    any solver with the input and output of SAT competitions
///   encycle solve puzzle.txt --race kissat,cbc    at the same time: the first definite verdict counts
///   encycle solve puzzle.txt --unique --confirm   a second solver must agree
///   encycle solve tour.lp --rules tour.rules      a formula of your own with rules about graphs (`encycle help own-problem`)
///   encycle solve *.txt --json --timeout 10       one JSON object per line
///   encycle solve *.txt --jobs 2 --json           two puzzles at a time
///   geng -c 8 | encycle solve - --kind hamilton --json       graphs of nauty, one a line
///   encycle solve puzzle.txt --rounds steps       keep the formula, model, picture and cuts of every round
///   encycle solve --replay steps --unique         again from their cuts, in one round; with --solver, by another solver
///   encycle solve puzzle.txt --replay steps/cuts.jsonl --encoding edge --rounds final    final/round-001.cnf: the formula
///   encycle solve puzzle.txt --maximize length    the longest loop, of an open puzzle
///   encycle solve puzzle.txt --minimize tolls.txt         the cheapest loop; a line of the file: `h_1_1 3`
///   encycle solve puzzle.txt --unique --heat heat.svg        where the search has its conflicts, as a heat map
///   encycle solve puzzle.txt --unique --certificate proof    a proof of the verdict (`encycle verify proof`)
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Puzzles: files, `-` for standard input, or URLs [default with --replay: `puzzle.txt` beside the ledger]
    #[arg(required_unless_present = "replay", value_name = "PUZZLE")]
    puzzles: Vec<String>,
    /// Method: solver, zdd or backtracking. `solver` solves a formula; `zdd` builds the decision diagram of all
    /// solutions (puzzles about lines); `backtracking` searches with the rules of the presolver (Slitherlink on
    /// grids)
    #[arg(long, value_name = "METHOD", value_parser = method_choice(), hide_possible_values = true, default_value = "solver")]
    method: MethodChoice,
    #[command(flatten)]
    model: ModelArguments,
    #[command(flatten)]
    engines: EngineArguments,
    /// Encoding: which constraints express the rules; `encycle encode --help` lists the encodings.
    /// [default: the first one listed for the kind; with the built-in solver and MIP solvers, the fastest]
    #[arg(short, long, value_name = "E")]
    encoding: Option<String>,
    /// Run these encodings at the same time, instead of --encoding: each with every solver of --race
    #[arg(long, value_name = "E,...", value_delimiter = ',', conflicts_with_all = ["encoding", "replay"])]
    race_encodings: Option<Vec<String>>,
    /// Add the edges fixed by the presolver to the formula (Slitherlink on grids; see `encycle
    /// grade --steps`)
    #[arg(long, value_enum, value_name = "ON|OFF", default_value = "on")]
    presolve: Presolve,
    #[command(flatten)]
    choices: LoweringArguments,
    /// Kind of cut. Against a stray loop, with edge variables: `loop` (one of its edges must be absent,
    /// the default) or `leave` (an edge must leave its vertices, the default of MIP solvers). With
    /// `colour`, `shaded` and `islands`: `separator`
    #[arg(long, value_name = "KIND")]
    cuts: Option<CutKind>,
    /// When stray loops and disconnected cells are excluded: after each model, by `cuts` and another
    /// solver run, or during the search of the built-in solver (`propagate`, with the encodings
    /// `colour`, `...+colours`, `shaded` and `islands`). With `auto`, during the search with `islands`
    #[arg(long, value_name = "MODE", value_parser = mode, default_value = "auto")]
    mode: LoopCheckMode,
    /// Which models with stray loops are repaired locally: before they are cut off, from some round on,
    /// depending on the puzzle, and with MIP solvers from the first (`auto`), from the first round on
    /// (`models`, `always`), or none (`never`). With the encodings `colour` and `degree+colours`. With
    /// `auto` for large puzzles with few clues, and with `always`, a built-in solver does not search
    /// for the first model: it is made window by window
    #[arg(long, value_name = "MODE", value_parser = repair, default_value = "auto")]
    repair: RepairMode,
    /// Add cuts against solutions of the linear relaxation first (with MIP solvers, for Slitherlink
    /// encodings with edge variables and no eager part for "one loop", such as `edge`)
    #[arg(long)]
    fractional: bool,
    /// After a solution, search for a second one
    #[arg(short, long)]
    unique: bool,
    /// Search the solution for which this is least; the verdict is `optimal`. Of puzzles whose solutions are lines,
    /// `length` is the number of drawn edges. Of any puzzle, a file states weights: lines `NAME WEIGHT` with the names
    /// of `encode --map`. A formula of your own has its objective in its file
    #[arg(long, value_name = "OBJECTIVE", conflicts_with = "unique")]
    minimize: Option<PuzzleObjective>,
    /// Search the solution for which this is greatest, like --minimize
    #[arg(long, value_name = "OBJECTIVE", conflicts_with_all = ["unique", "minimize"])]
    maximize: Option<PuzzleObjective>,
    #[command(flatten)]
    limits: LimitArguments,
    /// Number of puzzles solved in parallel; the results keep the order of the puzzles. The time limit is that of each
    /// puzzle
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1024))]
    jobs: u64,
    /// Folder for every round: its formula, model, picture and cuts
    #[arg(long, value_name = "DIR")]
    rounds: Option<PathBuf>,
    /// Start from the cuts of a ledger: a folder of --rounds, a certificate, or a file `cuts.jsonl` of either. It
    /// names variables of --encoding [default: the encoding of `formula.map` beside the ledger, or the first one
    /// listed for the kind]
    #[arg(long, value_name = "LEDGER")]
    replay: Option<PathBuf>,
    /// Also write a certificate of the verdict into this folder (of `unique` and `no-solution`; see
    /// `encycle certify`); for several puzzles, into its subfolders 1, 2, ...
    #[arg(long, value_name = "DIR", requires = "unique")]
    certificate: Option<PathBuf>,
    /// Also write the picture as SVG (one puzzle only)
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Also draw where the search has its conflicts: a heat map of the variables of learnt clauses, as SVG
    /// (one puzzle only; with the built-in solver batsat)
    #[arg(long, value_name = "FILE")]
    heat: Option<PathBuf>,
    #[command(flatten)]
    picture: PictureArguments,
    /// Print one JSON object per puzzle instead (`encycle help json`)
    #[arg(short, long)]
    json: bool,
    #[command(flatten)]
    source: SourceArguments,
}

/// What is optimized.
#[derive(Clone, Debug)]
enum PuzzleObjective {
    /// The number of drawn edges.
    Length,
    /// The total of the weights in this file.
    Weights(PathBuf),
}

impl From<OsString> for PuzzleObjective {
    fn from(word: OsString) -> Self {
        match word == "length" {
            true => Self::Length,
            false => Self::Weights(word.into()),
        }
    }
}

/// Reads the weights of a puzzle's atoms.
fn read_weights(path: &Path, puzzle: &Puzzle) -> Result<AtomWeights, CliError> {
    let name = path.display().to_string();
    if !path.exists() {
        return Err(CliError::Usage(format!(
            "{name}: no such file\nhelp: write `length` or the name of a file of weights"
        )));
    }
    let text = formats::load_text(path)?;
    Ok(AtomWeights::read(&text, &name, puzzle).map_err(LoadError::from)?)
}

fn mode(word: &str) -> Result<LoopCheckMode, String> {
    let found = LoopCheckMode::ALL.iter().find(|(name, _)| *name == word);
    found.map(|&(_, mode)| mode).ok_or_else(|| "write auto, cuts or propagate".to_owned())
}

fn repair(word: &str) -> Result<RepairMode, String> {
    let found = RepairMode::ALL.iter().find(|(name, _)| *name == word);
    found.map(|&(_, mode)| mode).ok_or_else(|| "write auto, always or never".to_owned())
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    arguments.check_method()?;
    let ledger = arguments.replay.as_deref();
    let ledger = ledger.map(|path| Ledger::read(path, arguments.encoding.clone())).transpose()?;
    let sources = match &ledger {
        Some(ledger) if arguments.puzzles.is_empty() => vec![ledger.puzzle()?],
        _ => arguments.puzzles.clone(),
    };
    outputs::check(
        &sources.iter().map(String::as_str).collect::<Vec<_>>(),
        [&arguments.svg, &arguments.heat]
            .into_iter()
            .filter_map(|path| path.as_deref().map(Output::svg)),
    )?;
    let selection = arguments.engines.selection()?;
    if let Some(models) = arguments.model.load_all(&sources, &arguments.source) {
        return solve_models(arguments, models, &selection, ledger.as_ref());
    }
    let is_counted = |engine: &Engine| matches!(engine, Engine::Default | Engine::BatSat);
    if arguments.heat.is_some() && !selection.solvers.iter().all(is_counted) {
        let message = "--heat needs the built-in solver batsat\nhelp: omit --solver";
        return Err(CliError::Usage(message.to_owned()));
    }
    if let Some(folder) = &arguments.rounds {
        outputs::check_folder(folder)?;
    }
    if let Some(folder) = &arguments.certificate {
        outputs::check_folder(folder)?;
    }
    let puzzles = arguments.source.load_each(&sources);
    let several = puzzles.len() > 1;
    for (option, path) in [("--svg", &arguments.svg), ("--heat", &arguments.heat)] {
        if several && path.is_some() {
            let message = format!("{option} writes one picture\nhelp: name one puzzle");
            return Err(CliError::Usage(message));
        }
    }
    let _shown = match arguments.jobs {
        1 => None,
        _ => Some(Progress::steps(puzzles.len() as u64, "solving")),
    };
    let make = |number: usize, name: &str, parsed: &Parsed| {
        let folder = arguments.rounds.as_ref().map(|folder| match several {
            true => folder.join(format!("{:03}-{}", number, outputs::stem(name))),
            false => folder.clone(),
        });
        let certificate = arguments.certificate.as_ref();
        let certificate = certificate.map(|folder| folder_of(folder, number, !several));
        let folders = ResultFolders { rounds: folder, certificate };
        solve_one(arguments, name, &parsed.puzzle, (&selection, ledger.as_ref()), folders)
    };
    let done = Cell::new(0);
    let show = |name: &str, parsed: &Parsed, solved: SolvedPuzzle| {
        done.set(done.get() + 1);
        if arguments.jobs > 1 {
            progress::set_position(done.get());
        }
        show_one(arguments, name, parsed, solved)
    };
    each_on(arguments.jobs, &puzzles, SolveReport::SCHEMA, arguments.json, make, show)
}

/// The outcome for one puzzle, the cuts it started from, and its certificate with its exit code and folder.
struct SolvedPuzzle {
    outcome: SolveOutcome,
    recorded: Option<RecordedCuts>,
    certificate: Option<Result<(Option<Exit>, PathBuf), CliError>>,
}

/// The folders for the further results of one puzzle.
struct ResultFolders {
    rounds: Option<PathBuf>,
    certificate: Option<PathBuf>,
}

/// Solves one puzzle. The outcome may be the failure of a solver.
fn solve_one(
    arguments: &Arguments,
    name: &str,
    puzzle: &Puzzle,
    (selection, ledger): (&SolverSelection, Option<&Ledger>),
    folders: ResultFolders,
) -> Result<SolvedPuzzle, CliError> {
    if let Some(method) = arguments.method.0 {
        return solve_without_formula(arguments, name, puzzle, method);
    }
    let started_at = Some(Instant::now());
    let (encodings, recorded) = arguments.start_of(puzzle, ledger)?;
    let options = SearchOptions { started_at, ..arguments.search_options_from(recorded.as_ref()) };
    let run = arguments.run_of(puzzle, selection, &options, encodings, folders.rounds);
    let run = arguments.with_goal(run, puzzle)?;
    let _shown = (arguments.jobs == 1).then(|| Progress::start(name));
    let outcome = run.run()?;
    let certificate = folders
        .certificate
        .map(|folder| Ok((write_certificate(name, puzzle, &outcome, &options, &folder)?, folder)));
    Ok(SolvedPuzzle { outcome, recorded, certificate })
}

/// Solves one puzzle by a method that has no formula.
fn solve_without_formula(
    arguments: &Arguments,
    name: &str,
    puzzle: &Puzzle,
    method: DirectMethod,
) -> Result<SolvedPuzzle, CliError> {
    let limits = arguments.limits.options();
    let options = CountOptions {
        presolve: arguments.presolve == Presolve::On,
        timeout: limits.timeout,
        memory_mb: limits.memory_mb,
        ..CountOptions::default()
    };
    let _shown = (arguments.jobs == 1).then(|| Progress::start(name));
    let outcome = solve_directly(puzzle, method, arguments.unique, &options);
    let outcome = outcome.map_err(|error| CliError::Usage(error.to_string()))?;
    Ok(SolvedPuzzle { outcome, recorded: None, certificate: None })
}

impl Arguments {
    /// Returns the encodings that the user chose.
    fn encodings(&self) -> Option<Vec<String>> {
        let single = || self.encoding.clone().map(|name| vec![name]);
        self.race_encodings.clone().or_else(single)
    }

    /// Returns the encodings of a run, and the cuts of the ledger from which it starts.
    fn start_of(
        &self,
        problem: &dyn Problem,
        ledger: Option<&Ledger>,
    ) -> Result<(Option<Vec<String>>, Option<RecordedCuts>), CliError> {
        let Some(ledger) = ledger else { return Ok((self.encodings(), None)) };
        let encoding = ledger.encoding(problem)?;
        let recorded = ledger.cuts(problem, &encoding, self.unique)?;
        Ok((Some(vec![encoding]), Some(recorded)))
    }

    /// Returns the options of a search that starts from recorded cuts.
    fn search_options_from(&self, recorded: Option<&RecordedCuts>) -> SearchOptions {
        SearchOptions {
            start: recorded.map(|one| one.start.clone()).unwrap_or_default(),
            cuts: self.cuts,
            mode: self.mode,
            repair: self.repair,
            fractional: self.fractional,
            ..self.limits.options()
        }
    }

    /// Returns the run of a problem with these options.
    fn run_of<'a>(
        &self,
        problem: &'a dyn Problem,
        selection: &SolverSelection,
        options: &SearchOptions,
        encodings: Option<Vec<String>>,
        rounds: Option<PathBuf>,
    ) -> Solve<'a> {
        let mut run = Solve::new(problem)
            .selection(selection.clone())
            .presolve(self.presolve == Presolve::On)
            .lowering(self.choices.options())
            .options(options.clone());
        if self.choices.degree_rows().is_none() {
            run = run.suited_degree_rows();
        }
        if let Some(encodings) = encodings {
            run = run.encodings(encodings);
        }
        if self.unique {
            run = run.unique();
        }
        if self.heat.is_some() {
            run = run.heat();
        }
        if let Some(folder) = rounds {
            run = run.rounds(folder);
        }
        if progress::mode() == ProgressMode::Lines {
            run = run.observe(&print_round);
        }
        run
    }

    /// Returns the run with what is optimized.
    fn with_goal<'a>(&self, run: Solve<'a>, puzzle: &Puzzle) -> Result<Solve<'a>, CliError> {
        Ok(match (&self.minimize, &self.maximize) {
            (Some(PuzzleObjective::Length), _) => run.length(LengthGoal::Shortest),
            (Some(PuzzleObjective::Weights(path)), _) => run.minimize(read_weights(path, puzzle)?),
            (None, Some(PuzzleObjective::Length)) => run.length(LengthGoal::Longest),
            (None, Some(PuzzleObjective::Weights(path))) => {
                run.maximize(read_weights(path, puzzle)?)
            }
            (None, None) => run,
        })
    }

    /// Rejects options of formulas and solvers if the method has neither.
    fn check_method(&self) -> Result<(), CliError> {
        let Some(method) = self.method.0 else { return Ok(()) };
        let others = [
            ("encoding", self.encoding.is_some()),
            ("race-encodings", self.race_encodings.is_some()),
            ("cuts", self.cuts.is_some()),
            ("mode", self.mode != LoopCheckMode::Auto),
            ("repair", self.repair != RepairMode::Auto),
            ("fractional", self.fractional),
            ("rounds", self.rounds.is_some()),
            ("replay", self.replay.is_some()),
            ("certificate", self.certificate.is_some()),
            ("heat", self.heat.is_some()),
            ("minimize", self.minimize.is_some()),
            ("maximize", self.maximize.is_some()),
            ("cpu-time", self.limits.options().cpu.is_some()),
            ("threads", self.limits.options().threads.is_some()),
        ];
        let lowering = self.choices.named().map(|(option, value)| (option, value.is_some()));
        let options = self.engines.solver_options().into_iter().chain(others).chain(lowering);
        match options.filter(|(_, is_set)| *is_set).map(|(option, _)| option).next() {
            None => Ok(()),
            Some(option) => Err(CliError::Usage(format!(
                "--{option} needs a formula and a solver, and `--method {}` has neither\nhelp: leave out one of them",
                method.name()
            ))),
        }
    }
}

/// Prints the outcome for one puzzle.
fn show_one(
    arguments: &Arguments,
    name: &str,
    parsed: &Parsed,
    solved: SolvedPuzzle,
) -> Result<Exit, CliError> {
    let puzzle = &parsed.puzzle;
    let SolvedPuzzle { outcome, recorded, certificate } = solved;
    print_failures(name, &outcome);
    let style = arguments.picture.style();
    let made = certificate.transpose()?;
    let written = made.as_ref().filter(|(exit, _)| *exit == Some(Exit::Positive));
    match arguments.json {
        true => {
            let mut report =
                SolveReport::new(name, puzzle, arguments.choices.of_problem(puzzle), &outcome);
            if arguments.method.0.is_some() {
                report.cnf = "none".to_owned();
            }
            report.replayed = recorded.as_ref().map(Into::into);
            report.certificate = written.map(|(_, folder)| folder.display().to_string());
            print_json(&report)?;
        }
        false => {
            let recorded = recorded.as_ref().map(|one| one.cuts);
            print_message(&text_of(name, parsed, &outcome, recorded, &style))?;
        }
    }
    if let (Some(path), Some(solution)) = (&arguments.svg, outcome.solution()) {
        let picture = match outcome.solutions().get(1) {
            Some(other) => Picture::compared(&**puzzle, solution, other),
            None => Picture::solved(&**puzzle, solution),
        };
        let picture = arguments.picture.svg(picture);
        write_to(Some(path), |out| out.write_all(picture.as_bytes()))?;
    }
    if let (Some(path), Some(heat)) = (&arguments.heat, &outcome.main.heat) {
        let picture = Picture::new(&**puzzle, outcome.solution());
        let weights = heat.iter().map(|(name, count)| (&**name, *count as f64));
        let picture = arguments.picture.svg(picture.heated(&**puzzle, "conflicts", weights));
        write_to(Some(path), |out| out.write_all(picture.as_bytes()))?;
    }
    let certified = made.and_then(|(exit, _)| exit).unwrap_or(Exit::Positive);
    Ok(Exit::of_run(&outcome).worse(certified))
}

/// Writes a certificate of the verdict, with the solver that found the verdict. If that solver used the encoding of
/// certificates, the certificate reuses its cuts and solutions instead of searching for them again. Returns `None` for
/// a verdict without a certificate, such as `several`.
fn write_certificate(
    name: &str,
    puzzle: &Puzzle,
    outcome: &SolveOutcome,
    options: &SearchOptions,
    folder: &Path,
) -> Result<Option<Exit>, CliError> {
    let (main, verdict) = (&outcome.main, outcome.verdict());
    if !matches!(verdict, Verdict::Unique | Verdict::NoSolution) {
        eprint_line!("note: {name}: no certificate: the verdict is `{verdict}`");
        return Ok(None);
    }
    let start = match main.encoding == certificate_encoding(puzzle) {
        true => SearchStart {
            cuts: main.outcome.ledger.clone(),
            solutions: main.outcome.solutions.clone(),
            ..SearchStart::default()
        },
        false => SearchStart::default(),
    };
    let spent = options.started_at.map_or(Duration::ZERO, |start| start.elapsed());
    let made = certify(
        puzzle,
        &CertifyOptions {
            engine: main.engine.clone(),
            limit: outcome.solutions().len(),
            timeout: options.timeout.map(|timeout| timeout.saturating_sub(spent)),
            stop: options.stop.clone(),
            start,
            ..CertifyOptions::default()
        },
    );
    if let Err(CertifyError::Several(_)) = made {
        return Err(CliError::Failure(Failure::Refuted {
            solver: main.solver.to_string(),
            verdict: verdict.name(),
            other_solver: main.solver.to_string(),
            counterexample: "another solution",
        }));
    }
    certificate::write(name, made, folder).map(Some)
}

/// Prints the failures of solvers on standard error.
fn print_failures(name: &str, outcome: &SolveOutcome) {
    for attempt in outcome.others.iter().chain([&outcome.main]) {
        if let Some(failure) = &attempt.outcome.failure {
            eprint_line!("error: {name}: {failure}");
            if let Some(hint) = solver_list::hint(&attempt.engine) {
                eprint_line!("help: {hint}");
            }
        }
    }
}

/// Prints one line for a round on standard error.
fn print_round(event: &RoundEvent<'_>) {
    let report = event.report;
    eprint_line!(
        "{}: round {}: {}, {}, {:.3} s, {}{}",
        event.solver,
        event.round,
        counted(report.variables, "variable"),
        counted(report.clauses, "clause"),
        report.solver_time.as_secs_f64(),
        match report.relaxations {
            0 => String::new(),
            relaxations => {
                let cuts = counted(report.fractional_cuts, "cut");
                format!("{cuts} from {}, ", counted(relaxations, "relaxation"))
            }
        },
        match event.model {
            Some(_) if report.repaired > 0 => {
                let windows = counted(report.repaired, "window");
                let loops = counted(report.loops, "loop");
                format!("{windows} repaired, {loops}, {} cut", report.cuts)
            }
            Some(_) => format!("{}, {} cut", counted(report.loops, "loop"), report.cuts),
            None => "no model".to_owned(),
        }
    );
}

/// Solves models one after the other and prints the outcomes.
fn solve_models(
    arguments: &Arguments,
    models: Vec<NamedModel>,
    selection: &SolverSelection,
    ledger: Option<&Ledger>,
) -> Result<ExitCode, CliError> {
    check_options(arguments)?;
    let is_single = models.len() == 1;
    each(models, SolveReport::SCHEMA, arguments.json, |number, name, model| {
        if arguments.unique {
            check_unique(model)?;
        }
        let rounds = arguments.rounds.as_ref().map(|folder| match is_single {
            true => folder.clone(),
            false => folder.join(format!("{number:03}-{}", outputs::stem(name))),
        });
        let started_at = Some(Instant::now());
        let (encodings, recorded) = arguments.start_of(model, ledger)?;
        let options =
            SearchOptions { started_at, ..arguments.search_options_from(recorded.as_ref()) };
        let run = arguments.run_of(model, selection, &options, encodings, rounds);
        let outcome = {
            let _shown = Progress::start(name);
            run.run()?
        };
        show_model(arguments, name, model, (&outcome, recorded.as_ref()))
    })
}

/// Rejects options that apply to puzzles only.
fn check_options(arguments: &Arguments) -> Result<(), CliError> {
    let refused = [
        ("--method", arguments.method.0.is_some()),
        ("--minimize", arguments.minimize.is_some()),
        ("--maximize", arguments.maximize.is_some()),
        ("--certificate", arguments.certificate.is_some()),
        ("--svg", arguments.svg.is_some()),
        ("--heat", arguments.heat.is_some()),
    ];
    let Some((option, _)) = refused.iter().find(|(_, is_set)| *is_set) else { return Ok(()) };
    let instead = match *option {
        "--certificate" => "make a certificate with `encycle certify FORMULA --out DIR`".to_owned(),
        option => format!("omit {option}"),
    };
    Err(CliError::Usage(format!(
        "{option} applies to puzzles, not to a formula of your own\nhelp: {instead}"
    )))
}

fn show_model(
    arguments: &Arguments,
    name: &str,
    model: &Model,
    (outcome, recorded): (&SolveOutcome, Option<&RecordedCuts>),
) -> Result<Exit, CliError> {
    print_failures(name, outcome);
    match arguments.json {
        true => {
            let report =
                SolveReport::new(name, model, arguments.choices.of_problem(model), outcome);
            print_json(&SolveReport { replayed: recorded.map(Into::into), ..report })?;
        }
        false => {
            let recorded = recorded.map(|one| one.cuts);
            print_message(&model_text(name, model, outcome, recorded))?;
        }
    }
    Ok(Exit::of_run(outcome))
}
