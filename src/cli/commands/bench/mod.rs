//! `encycle bench`: run benchmark campaigns and report their results.

mod cluster;
mod progress;
mod report;

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use clap::Args;
use encycle::encodings::encoding::CutKind;
use encycle::encodings::logic::{CardMethod, CnfMethod, DegreeRows};
use encycle::encodings::text::counted;

use crate::cli::arguments::collection::{gathered, print_skipped};
use crate::cli::arguments::executor::Executor;
use crate::cli::arguments::limits::seconds;
use crate::cli::arguments::lowering::{Presolve, chosen, chosen_encodings, names_or_all};
use crate::cli::arguments::method::{MethodChoice, method_choice};
use crate::cli::arguments::model::ModelArguments;
use crate::cli::arguments::solver_list::{self, SolverListArguments};
use crate::cli::arguments::source::SourceArguments;
use crate::cli::commands::bench::cluster::{ClusterArguments, print_alive, print_unfinished};
use crate::cli::commands::bench::progress::{CampaignProgress, lock};
use crate::cli::commands::bench::report::{export, publish};
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{eprint_line, print};
use crate::cli::progress::set_kept;
use encycle::bench::slurm::{ArrayEvent, Arrays, Task};
use encycle::bench::{
    Campaign, CampaignEntry, CampaignError, CampaignInfo, CampaignJob, Configuration, Entrant,
    LogError, Matrix, RecordedLedger, RowLog, Settings, TrialResult, UsedProgram, read_rows,
    try_solver,
};
use encycle::solve::Engine;
use encycle::solvers::BatSat;

/// Compare solvers, encodings and presolving on whole collections of puzzles.
///
/// Runs every combination of the listed options on every puzzle, each in a process of its own.
/// Each finished run appends a JSON row to PATH/rows.jsonl (`encycle help json`). At the end, the
/// report is written to PATH. After a crash, `kill -9` or Ctrl-C, the same command with `--resume`
/// continues the campaign; only the runs in progress are lost.
///
/// A COLLECTION is a file with one or more puzzles, a folder (searched recursively), a URL, or a formula
/// of your own, with --rules (`encycle help own-problem`).
/// Duplicate puzzles are skipped, and so are combinations that do not apply to a puzzle, such as an
/// encoding of another kind. Before the first run, each solver is tried on a tiny puzzle.
///
/// Examples:
///   encycle bench examples --out first                        the built-in solver on all examples
///   encycle bench examples --solver batsat,kissat,cbc --timeout 10 --out solvers
///   encycle bench puzzles/ --encoding edge,colour --presolve on,off --repeat 3 --out enc
///   encycle bench puzzles/ --method solver,zdd,backtracking --solver minisat,highs --out methods
///   encycle bench puzzles/ --encoding edge,colour --presolve on,off --repeat 3 --out enc --resume
///   encycle bench puzzles/ --solver cadical,kissat --unique --replay --out same
///   encycle bench tour.lp --rules tour.rules --solver highs,scip,cbc --out tours
///   encycle bench puzzles/ --out enc --executor slurm --sbatch=--partition=long --sbatch=--mem=8G
///   encycle bench --report enc                                the report again, also while the runs go on
///   encycle bench --benchexec enc                             for `table-generator -x enc/benchexec/table.xml`
///
/// The report is a folder's report.html (one self-contained page), report.md with its plots, report.tex
/// with tables for a paper, cactus.csv with the points of the cactus plot, and rows.csv; the table of
/// configurations is also printed.
///
/// With `--executor slurm`, the runs are tasks of one job array. All nodes must share PATH, the
/// puzzles, the solvers and encycle itself. Finished rows are collected into PATH/rows.jsonl while the
/// array runs. After `--detach`, Ctrl-C or a cancelled task, the same command with `--resume` waits
/// for the tasks that are still queued or running, then submits the runs without a row again.
///
/// With `--replay`, the first configuration solves each puzzle once, which is not measured, and its
/// cuts are kept in PATH/ledgers. Every run then starts from them (`encycle solve --replay`), so all solvers get
/// the final formula, in most cases in a single call. Without --encoding, all use the first encoding
/// of the kind.
///
/// Exit codes: 0 every run has an answer; 3 some runs reached a limit or were not done (a task was
/// cancelled); 4 some runs failed or were wrong.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Puzzle files, folders, URLs, or generate:KIND:SIZE..SIZE:COUNT
    #[arg(required_unless_present_any = ["report", "benchexec"], value_name = "COLLECTION")]
    collections: Vec<String>,
    /// Methods: `solver` solves a formula; `zdd` builds the decision diagram of all solutions (puzzles about lines);
    /// `backtracking` searches with the rules of the presolver (Slitherlink on grids) [default: solver]
    #[arg(long = "method", value_name = "METHOD,...", value_delimiter = ',', value_parser = method_choice())]
    methods: Vec<MethodChoice>,
    /// Solvers, by name or path (`encycle solvers` lists the names)
    #[arg(short, long = "solver", value_name = "NAME|PATH,...", value_delimiter = ',', default_value = BatSat::NAME)]
    solvers: Vec<String>,
    /// Encodings (`encycle encode --help` lists them), or `all` [default: that of `encycle solve`]
    #[arg(short, long = "encoding", value_name = "E,...", value_delimiter = ',')]
    encodings: Vec<String>,
    /// CNF methods, or `all` [default: that of `encycle solve`]
    #[arg(long, value_name = "METHOD,...", value_delimiter = ',',
        value_parser = names_or_all(CnfMethod::ALL, CnfMethod::name))]
    cnf: Vec<String>,
    /// Cardinality encodings, or `all` [default: that of `encycle solve`]
    #[arg(long, value_name = "METHOD,...", value_delimiter = ',',
        value_parser = names_or_all(CardMethod::ALL, CardMethod::name))]
    card: Vec<String>,
    /// Forms of the rows of "zero or two of these", or `all` [default: what suits the solver]
    #[arg(long, value_name = "FORM,...", value_delimiter = ',',
        value_parser = names_or_all(DegreeRows::ALL, DegreeRows::name))]
    degree_rows: Vec<String>,
    /// Kinds of cut [default: that of the encoding]
    #[arg(long, value_name = "KIND,...", value_delimiter = ',')]
    cuts: Vec<CutKind>,
    /// Run with the presolver, without it, or both [default: on]
    #[arg(long, value_name = "ON|OFF,...", value_delimiter = ',', value_enum)]
    presolve: Vec<Presolve>,
    /// Also search for a second solution
    #[arg(short, long)]
    unique: bool,
    /// Wall-clock limit of each run, in seconds
    #[arg(short, long, value_name = "S", value_parser = seconds, allow_negative_numbers = true, default_value = "60")]
    timeout: Duration,
    /// Memory limit of each run, in megabytes
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..))]
    memory: Option<u64>,
    /// Number of times each combination solves each puzzle
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..))]
    repeat: u32,
    /// Solver seed in the first repeat; each further repeat uses the next integer
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Number of parallel runs; one at a time disturbs the measured times least
    #[arg(long, value_name = "N", default_value = "1")]
    jobs: NonZero<usize>,
    /// Folder for rows, puzzles and report
    #[arg(short, long, value_name = "PATH", required_unless_present_any = ["report", "benchexec"])]
    out: Option<PathBuf>,
    /// Continue the campaign in PATH: skip the runs that have a row
    #[arg(long)]
    resume: bool,
    /// Only write the report of the campaign in this folder again, from its rows so far
    #[arg(long, value_name = "DIR", exclusive = true)]
    report: Option<PathBuf>,
    /// Only write the rows of the campaign in this folder for BenchExec, into DIR/benchexec: results and a
    /// table for `table-generator`, and a benchmark with its tool for `benchexec`
    #[arg(long, value_name = "DIR", exclusive = true)]
    benchexec: Option<PathBuf>,
    /// Compare solvers on the same formulas: record the cuts of each puzzle once, then start every run from
    /// them
    #[arg(long)]
    replay: bool,
    #[command(flatten)]
    cluster: ClusterArguments,
    #[command(flatten)]
    list: SolverListArguments,
    #[command(flatten)]
    model: ModelArguments,
    #[command(flatten)]
    source: SourceArguments,
}

impl From<CampaignError> for CliError {
    fn from(error: CampaignError) -> Self {
        match error {
            CampaignError::Log(error) => error.into(),
            CampaignError::Io { what, error } => Self::Io { what, error },
            CampaignError::Different { .. } => Self::Usage(error.to_string()),
        }
    }
}

impl From<LogError> for CliError {
    fn from(error: LogError) -> Self {
        match error {
            LogError::Io { path, error } => Self::Io { what: path.display().to_string(), error },
            other => Self::Usage(other.to_string()),
        }
    }
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    if let Some(folder) = &arguments.report {
        publish(folder, read_rows(folder)?)?;
        return Ok(Exit::Positive.code());
    }
    if let Some(folder) = &arguments.benchexec {
        return export(folder, read_rows(folder)?);
    }
    arguments.cluster.check()?;
    if let Some(method) =
        arguments.methods.iter().find_map(|choice| choice.0).filter(|_| arguments.replay)
    {
        let message = format!(
            "--replay compares solvers on the same formulas, and `--method {}` has none\nhelp: leave out one of them",
            method.name()
        );
        return Err(CliError::Usage(message));
    }
    if let Some(folder) = &arguments.cluster.place.task {
        return run_task(arguments, &Task { folder: folder.clone() });
    }
    let (entries, mut exit) = arguments.entries()?;
    let entrants = arguments.entrants(&entries)?;
    try_solvers(&entrants)?;
    let campaign = arguments.campaign(entries, entrants)?;
    refuse_idle(&campaign)?;
    let folder = arguments.folder();
    std::fs::create_dir_all(folder).map_err(CliError::io(folder.display().to_string()))?;
    let (log, mut rows) = RowLog::open(folder)?;
    let mut arrays =
        Arrays::new(folder, &rows).map_err(CliError::io(folder.display().to_string()))?;
    if !arguments.resume && (!rows.is_empty() || arrays.any()) {
        let message = format!(
            "{}: the folder already has rows or tasks\nhelp: add --resume to continue, or use another folder",
            folder.display()
        );
        return Err(CliError::Usage(message));
    }
    campaign.keep_puzzles()?;
    print_idle(&campaign);
    rows.extend(arrays.collect(&campaign, &log)?);
    let left = campaign.left(&rows)?;
    CampaignInfo::record(folder, &arguments.collections, own_command())?;
    print_planned(campaign.jobs().len(), left.len());
    set_kept(format!(
        "finished runs are kept in {}; the same command with --resume continues",
        folder.display()
    ));
    let progress = Mutex::new(CampaignProgress::new(rows, left.len()));
    let mut on_event = |event: ArrayEvent<'_>| lock(&progress).record_event(event);
    let (executor, detach) = (arguments.cluster.place.executor, arguments.cluster.detach);
    let alive = arrays.alive()?;
    let goes_on = detach && !alive.is_empty();
    if !alive.is_empty() {
        // jobs that are queued or running must not be started a second time
        print_alive(&alive, !detach);
    }
    if !goes_on {
        // even if no task is active, because tasks may have written rows and ended since the last collection of rows
        arrays.wait(&campaign, &log, &mut on_event)?;
    }
    let left = campaign.left(&lock(&progress).rows)?;
    if !goes_on {
        campaign.record_ledgers(&left, &mut print_ledger)?;
    }
    match executor {
        _ if left.is_empty() || goes_on => {}
        Executor::Local => campaign.run(&left, &log, &|row| lock(&progress).record_row(row))?,
        Executor::Slurm => {
            let submitted = arrays.submit(&campaign, &left, &arguments.cluster.array_options())?;
            arguments.cluster.print_submitted(&submitted);
            if detach {
                print(&format!("{}\n", submitted.id))?;
                return Ok(exit.code());
            }
            arrays.wait(&campaign, &log, &mut on_event)?;
        }
    }
    let rows = progress.into_inner().unwrap_or_else(PoisonError::into_inner).finish();
    let left = campaign.left(&rows)?.len();
    if !goes_on {
        print_unfinished(&arrays.unfinished(&rows)?);
        if left == 0 {
            arrays.remove();
        }
    }
    if left > 0 {
        eprint_line!("warning: runs without a row: {left}\nhelp: repeat the command with --resume");
        exit = exit.worse(Exit::Unknown);
    }
    exit = exit.worse(publish(folder, rows)?);
    Ok(exit.code())
}

/// Prints how many runs there are, and how many of them are left.
fn print_planned(runs: usize, left: usize) {
    eprint_line!("note: {}, {left} to do", counted(runs as u64, "run"));
}

/// Prints a warning for a ledger that may lack cuts, because its run ended without a verdict.
fn print_ledger(ledger: RecordedLedger) {
    let RecordedLedger { puzzle, configuration, entries, is_complete } = ledger;
    if !is_complete {
        eprint_line!(
            "warning: {puzzle}: not decided by {configuration}: runs start from the {entries} cuts that it recorded"
        );
    }
}

/// Returns the words of the command that runs this process.
fn own_command() -> Vec<String> {
    let words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    std::iter::once("encycle".to_owned()).chain(words).collect()
}

/// Runs the jobs of one Slurm task, and appends their rows to the log in the folder of the task.
fn run_task(arguments: &Arguments, task: &Task) -> Result<ExitCode, CliError> {
    let (entries, _) = arguments.entries()?;
    let entrants = arguments.entrants(&entries)?;
    let campaign = arguments.campaign(entries, entrants)?;
    campaign.keep_puzzles()?;
    let (log, rows) = RowLog::open(&task.folder)?;
    let wanted = task.jobs()?;
    let known: HashSet<&str> = campaign.jobs().iter().map(|job| &*job.id).collect();
    let unknown = wanted.iter().filter(|id| !known.contains(&***id)).count();
    let left = campaign.left(&rows)?.into_iter().filter(|job| wanted.contains(&job.id));
    let left: Vec<CampaignJob> = left.collect();
    print_planned(wanted.len(), left.len());
    campaign.run(&left, &log, &|_| {})?;
    if unknown > 0 {
        // one line, because the submitting process shows the last line of the task's log
        let message = format!(
            "{unknown} runs of this task are not part of the campaign: the puzzles have changed since it was \
             submitted, or this node has different files"
        );
        return Err(CliError::Usage(message));
    }
    eprint_line!("note: all runs of this task have a row");
    Ok(Exit::Positive.code())
}

/// Rejects a campaign with a configuration that applies to no puzzle.
fn refuse_idle(campaign: &Campaign) -> Result<(), CliError> {
    let busy: HashSet<usize> = campaign.jobs().iter().map(|job| job.entrant).collect();
    let idle = campaign.entrants().iter().enumerate().find(|(number, _)| !busy.contains(number));
    let Some((_, Entrant { configuration, .. })) = idle else { return Ok(()) };
    if let (Some(name), Some(problem)) = (&configuration.encoding, campaign.problems().next()) {
        problem.encoding(name)?;
    }
    Err(CliError::Usage(format!(
        "configuration `{}` applies to none of the puzzles\nhelp: each kind of puzzle has its own encodings \
         (`encycle encode --help`), each encoding its own cuts, and each `--method` its own kinds (`encycle solve --help`)",
        configuration.label()
    )))
}

/// Runs each solver on a tiny puzzle, and rejects a campaign with a solver that does not work.
fn try_solvers(entrants: &[Entrant]) -> Result<(), CliError> {
    let mut tried = HashSet::new();
    let with_solver = entrants.iter().filter(|one| one.configuration.method.is_none());
    for entrant in with_solver.filter(|one| tried.insert(&one.configuration.solver)) {
        let (name, engine) = (&entrant.configuration.solver, &entrant.engine);
        match try_solver(engine) {
            TrialResult::Solved => {}
            TrialResult::Doubtful(reason) => eprint_line!("warning: {name}: {reason}"),
            TrialResult::Unusable(reason) => {
                let hint = solver_list::hint(engine).unwrap_or_else(|| {
                    "`encycle solvers --probe` tests a solver; leave it out or correct its description"
                        .to_owned()
                });
                let message =
                    format!("solver `{name}` fails on a tiny puzzle: {reason}\nhelp: {hint}");
                return Err(CliError::Usage(message));
            }
        }
    }
    Ok(())
}

/// Prints a warning for each puzzle that no configuration accepts.
fn print_idle(campaign: &Campaign) {
    for entry in campaign.idle() {
        let kind = entry.problem.kind_name();
        eprint_line!("warning: {}: skipped: no configuration accepts the kind {kind}", entry.name);
    }
}

/// Returns the names of all encodings that the problems have, each once.
fn encoding_names(entries: &[CampaignEntry]) -> Vec<String> {
    let all = entries.iter().flat_map(|entry| entry.problem.as_encodable().encoding_names());
    let mut known = HashSet::new();
    all.filter(|name| known.insert(name.clone())).collect()
}

impl Arguments {
    /// Returns the folder of the campaign.
    fn folder(&self) -> &Path {
        self.out.as_deref().unwrap_or(Path::new(""))
    }

    /// Returns the puzzles and models of the sources, and the exit code of what could not be read.
    fn entries(&self) -> Result<(Vec<CampaignEntry>, Exit), CliError> {
        if self.collections.iter().any(|source| source == "-") {
            let message = "a campaign cannot read puzzles from standard input, because --resume reads them \
                           again\nhelp: use a file";
            return Err(CliError::Usage(message.to_owned()));
        }
        let (mut models, mut puzzles) = (Vec::new(), Vec::new());
        for source in &self.collections {
            match self.model.campaign_entries(source, &self.source, self.unique)? {
                Some(all) => models.extend(all),
                None => puzzles.push(source.clone()),
            }
        }
        let collection = gathered(&puzzles, &self.source)?;
        for file in &collection.models {
            let all = self.model.campaign_entries(file, &self.source, self.unique)?;
            models.extend(all.into_iter().flatten());
        }
        let mut known = HashSet::new();
        models.retain(|model: &CampaignEntry| known.insert(model.sha256.clone()));
        let exit = print_skipped(&collection.skipped);
        let puzzles = collection.entries.into_iter().map(CampaignEntry::from);
        let entries: Vec<CampaignEntry> = puzzles.chain(models).collect();
        if entries.is_empty() {
            return Err(CliError::Usage("no puzzle in these collections".to_owned()));
        }
        Ok((entries, exit))
    }

    fn entrants(&self, entries: &[CampaignEntry]) -> Result<Vec<Entrant>, CliError> {
        let catalogue = self.list.catalogue()?;
        let matrix = Matrix {
            methods: self.methods.iter().map(|choice| choice.0).collect(),
            solvers: self.solvers.clone(),
            encodings: chosen_encodings(&self.encodings, || encoding_names(entries)),
            cnf: chosen(&self.cnf, CnfMethod::ALL, CnfMethod::name),
            card: chosen(&self.card, CardMethod::ALL, CardMethod::name),
            degree_rows: chosen(&self.degree_rows, DegreeRows::ALL, DegreeRows::name),
            cuts: self.cuts.clone(),
            presolve: self.presolve.iter().map(|&on| on == Presolve::On).collect(),
        };
        // each program is hashed once, not once per configuration
        let mut known: HashMap<Option<String>, (Engine, UsedProgram)> = HashMap::new();
        let entrant = |configuration: Configuration| {
            let method = configuration.method;
            // a method without a formula is a part of this program, as the built-in solvers are
            let solver = method.is_none().then(|| configuration.solver.clone());
            let (engine, program) = match known.entry(solver.clone()) {
                Entry::Occupied(entry) => entry.into_mut(),
                Entry::Vacant(entry) => {
                    let find = |word: &str| solver_list::find(&catalogue, word);
                    let engine = match &solver {
                        Some(word) => Engine::named(word, find)?,
                        None => Engine::Default,
                    };
                    let program = UsedProgram::of(&engine);
                    let program = program.map_err(CliError::io(configuration.name()))?;
                    entry.insert((engine, program))
                }
            };
            let (engine, mut program) = (engine.clone(), program.clone());
            if let Some(method) = method {
                program.name = method.name().to_owned();
            }
            Ok(Entrant { configuration, engine, program })
        };
        matrix.configurations().map(entrant).collect()
    }

    fn campaign(
        &self,
        entries: Vec<CampaignEntry>,
        entrants: Vec<Entrant>,
    ) -> Result<Campaign, CliError> {
        let program =
            std::env::current_exe().map_err(CliError::io("path of the encycle program"))?;
        Ok(Campaign::new(program, self.folder(), entries, entrants, self.settings()?)?)
    }

    fn settings(&self) -> Result<Settings, CliError> {
        let mut further = Vec::new();
        if self.unique {
            further.push("--unique".to_owned());
        }
        if let Some(memory) = self.memory {
            further.extend(["--memory".to_owned(), memory.to_string()]);
        }
        for file in self.list.files() {
            let path =
                std::path::absolute(file).map_err(CliError::io(file.display().to_string()))?;
            further.extend(["--solvers".to_owned(), path.display().to_string()]);
        }
        Ok(Settings {
            timeout: self.timeout,
            repeats: self.repeat,
            seed: self.seed,
            jobs: self.jobs,
            replay: self.replay,
            further,
        })
    }
}
