//! `encycle competition`: make a bundle of instances for a competition of solvers.

mod results;

use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use encycle::bench::Collection;
use encycle::competition::{
    BundleError, BundleFinding, Candidate, Competition, Difficulty, MEASURED, MeasureError,
    TimedSolver, Track, check_bundle, is_permitted, select,
};
use encycle::encodings::logic::CnfMethod;
use encycle::lint::Severity;
use encycle::solve::Engine;

use crate::cli::arguments::collection::collection;
use crate::cli::arguments::executor::{Executor, ExecutorArguments};
use crate::cli::arguments::limits::seconds;
use crate::cli::arguments::lowering::{chosen, named, names_or_all};
use crate::cli::arguments::solver_list::{self, SolverListArguments};
use crate::cli::arguments::source::SourceArguments;
use crate::cli::commands::making::competition::results::Results;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{eprint_line, print};
use crate::cli::outputs;
use crate::cli::progress::set_kept;

/// Make a bundle of instances for a competition of solvers.
///
/// Encodes puzzles, and for each the search for a second solution, with encodings that need no cuts. Times
/// every candidate with an easy and a hard solver, selects those that only the hard one solves, and writes
/// the instances with a table, a description in LaTeX, license, lint report and checksums. At least half of
/// the instances must be in this window; the hardest of the easy ones and unsolved ones fill the rest.
///
/// A SOURCE is a file with puzzles, a folder, a URL, or a family of generated puzzles of growing size:
/// generate:KIND:SIZE..SIZE:COUNT, with COUNT puzzles of each size (seeds 1 to COUNT). The candidates are
/// timed in order until there are enough. Their times are kept in PATH/measured, so that --resume continues
/// a run that was interrupted, or extends a bundle (--instances 24).
///
/// Tracks: sat (DIMACS CNF), mc (model counting: CNF with a type line, and the exact count by a diagram), pb
/// (OPB), mip (MPS).
///
/// Examples:
///   encycle competition generate:slitherlink:20x20..60x60:3 --encoding edge+order --authors authors.txt --out bundle
///   encycle competition puzzles/ --track pb --easy minisat+:60 --hard clasp-opb:3600 --authors authors.txt --out pb
///   encycle competition puzzles/ --encoding edge+order,edge+tree --cnf direct,tseitin --authors authors.txt --out b
///   encycle competition puzzles/ --authors authors.txt --out bundle --executor slurm --resume
///   encycle lint --bundle bundle                 checks a bundle against the rules of the competition
///
/// Exit codes: 0 the bundle was written; 1 too few instances of suitable difficulty (the message says what to
/// sweep), or the bundle breaks a rule; 2 bad usage; 4 a solver failed or gave a wrong answer.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Puzzle files, folders, URLs or generate:KIND:SIZE..SIZE:COUNT
    #[arg(required = true, value_name = "SOURCE")]
    sources: Vec<String>,
    /// Track of the competition
    #[arg(long, value_name = "TRACK", default_value = "sat", value_parser = named(&Track::ALL, Track::name))]
    track: Track,
    /// Number of instances
    #[arg(long, value_name = "N", default_value = "20")]
    instances: NonZero<usize>,
    /// Solver and wall-clock limit in seconds: what it solves is too easy
    #[arg(long, value_name = "NAME:S", default_value = "minisat:60")]
    easy: String,
    /// Solver and wall-clock limit in seconds: what it does not solve is too hard
    #[arg(long, value_name = "NAME:S", default_value = "kissat:3600")]
    hard: String,
    /// Encodings that need no cuts [default: the one with the fewest clauses]
    #[arg(short, long = "encoding", value_name = "E,...", value_delimiter = ',')]
    encodings: Vec<String>,
    /// CNF methods, or `all` [default: direct]. `naive` is refused, and `all` leaves it out: competitions
    /// forbid its tautologies
    #[arg(long, value_name = "METHOD,...", value_delimiter = ',',
        value_parser = names_or_all(CnfMethod::ALL, CnfMethod::name))]
    cnf: Vec<String>,
    /// Write instances without comments
    #[arg(long)]
    no_comments: bool,
    /// File with one author a line: name and affiliation; lines that begin with `#` are comments
    #[arg(long, value_name = "FILE")]
    authors: PathBuf,
    /// Number of candidates that are timed at once; one at a time disturbs the times least
    #[arg(long, value_name = "N", default_value = "1")]
    jobs: NonZero<usize>,
    /// Folder of the bundle
    #[arg(short, long, value_name = "PATH")]
    out: PathBuf,
    /// Continue in PATH: keep the candidates that are timed
    #[arg(long)]
    resume: bool,
    #[command(flatten)]
    place: ExecutorArguments,
    #[command(flatten)]
    list: SolverListArguments,
    #[command(flatten)]
    source: SourceArguments,
}

impl From<MeasureError> for CliError {
    fn from(error: MeasureError) -> Self {
        match error {
            MeasureError::Encoding(error) => error.into(),
            MeasureError::TooLarge(error) => error.into(),
            MeasureError::Solve(error) => error.into(),
            MeasureError::Io(error) => Self::io("the formula")(error),
            // its own help says what to do: the fault is the solver's
            MeasureError::Solver { instance, solver, reason } => {
                Self::Failure(encycle::solve::Failure::Solver {
                    solver,
                    reason: format!("{instance}: {reason}\nhelp: probe the solver"),
                    last_lines: Vec::new(),
                })
            }
        }
    }
}

impl From<BundleError> for CliError {
    fn from(error: BundleError) -> Self {
        Self::Failure(encycle::solve::Failure::Internal(error.to_string()))
    }
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    arguments.place.check()?;
    let competition = arguments.competition()?;
    let task = arguments.place.task.as_deref();
    if task.is_none() && !arguments.resume {
        refuse_timed(&arguments.out)?;
        outputs::check_folder(&arguments.out)?;
    }
    let (collection, read) = collection(&arguments.sources, &arguments.source)?;
    let candidates = candidates(&competition, &collection)?;
    let results = Results { competition: &competition, folder: arguments.out.join(MEASURED) };
    if let Some(task) = task {
        let number = task.file_name().and_then(|name| name.to_str()?.parse::<usize>().ok());
        let candidate = number.and_then(|number| candidates.get(number.checked_sub(1)?));
        let lost = || CliError::Usage(format!("{}: no candidate has this number", task.display()));
        results.measure(candidate.ok_or_else(lost)?)?;
        return Ok(Exit::Positive.code());
    }
    results.start(arguments.resume)?;
    set_kept(format!(
        "timed candidates are kept in {}; the same command with --resume continues",
        results.folder.display()
    ));
    let measured = match arguments.place.executor {
        Executor::Local => arguments.run_here(&results, &candidates)?,
        Executor::Slurm => arguments.run_on_slurm(&results, &candidates)?,
    };
    let selection = match select(measured, arguments.instances.get()) {
        Ok(selection) => selection,
        Err(too_few) => {
            eprint_line!("error: {too_few}");
            eprint_line!(
                "note: the times are in {}; with --resume, the same candidates are not timed again",
                results.folder.display()
            );
            return Ok(read.worse(Exit::Negative).code());
        }
    };
    for one in &selection.instances {
        let entry = candidates.iter().find(|candidate| candidate.puzzle_file() == one.puzzle);
        let text = entry.map_or("", |candidate| &candidate.entry.text);
        let path = arguments.out.join(&one.puzzle);
        let written =
            path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&path, text));
        written.map_err(CliError::io(path.display().to_string()))?;
    }
    results.remove_logs()?;
    let window =
        selection.instances.iter().filter(|one| one.difficulty() == Difficulty::Window).count();
    let count = selection.instances.len();
    let has_pdf = competition.write(selection)?;
    if !has_pdf {
        eprint_line!(
            "note: neither tectonic nor pdflatex made description.pdf from description.tex"
        );
    }
    let findings = check_bundle(&arguments.out, None);
    for finding in &findings {
        eprint_line!("{}", line(&arguments.out, finding));
    }
    print(&format!(
        "{}: {count} instances, {window} of them in the window\n",
        arguments.out.display()
    ))?;
    Ok(read.worse(exit(&findings)).code())
}

/// Rejects a folder in which candidates are timed, because `--resume` continues there.
fn refuse_timed(folder: &Path) -> Result<(), CliError> {
    match folder.join(MEASURED).is_dir() && !outputs::is_forced() {
        true => Err(CliError::Usage(format!(
            "{}: candidates are timed in this folder\nhelp: add --resume to keep them, or choose another folder",
            folder.display()
        ))),
        false => Ok(()),
    }
}

/// Returns the candidates of all puzzles. A puzzle has no candidates if an encoding does not apply to it, for example
/// because the encoding is for another kind.
fn candidates<'a>(
    competition: &Competition,
    collection: &'a Collection,
) -> Result<Vec<Candidate<'a>>, CliError> {
    let (mut all, mut refused) = (Vec::new(), Vec::new());
    for entry in &collection.entries {
        match competition.candidates(entry) {
            Ok(candidates) => all.extend(candidates),
            Err(error) => refused.push((&entry.name, error)),
        }
    }
    if !all.is_empty() {
        for (name, error) in refused {
            eprint_line!("warning: {name}: skipped: {error}");
        }
        return Ok(all);
    }
    match refused.into_iter().next() {
        Some((_, error)) => Err(error.into()),
        None => {
            let message = "none of the puzzles has an encoding without cuts";
            Err(CliError::Usage(message.to_owned()))
        }
    }
}

impl Arguments {
    fn competition(&self) -> Result<Competition, CliError> {
        let authors = self.authors()?;
        let cnf = self.methods()?;
        Ok(Competition {
            track: self.track,
            instances: self.instances.get(),
            easy: self.timed("--easy", &self.easy)?,
            hard: self.timed("--hard", &self.hard)?,
            encodings: self.encodings.clone(),
            cnf,
            comments: !self.no_comments,
            authors,
            folder: self.out.clone(),
            program: std::env::current_exe()
                .map_err(CliError::io("path of the encycle program"))?,
        })
    }

    /// Reads the authors. The file may be written by an editor that adds a byte order mark.
    fn authors(&self) -> Result<Vec<String>, CliError> {
        let name = self.authors.display();
        let text = fs::read_to_string(&self.authors).map_err(CliError::io(name.to_string()))?;
        let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
        let authors = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        let authors: Vec<String> = authors.map(str::to_owned).collect();
        if authors.is_empty() {
            let message =
                format!("{name}: no author\nhelp: write one author a line, with affiliation");
            return Err(CliError::Usage(message));
        }
        Ok(authors)
    }

    /// Returns the CNF methods of the candidates; none if the option is not set.
    fn methods(&self) -> Result<Vec<CnfMethod>, CliError> {
        let (permitted, refused): (Vec<CnfMethod>, Vec<CnfMethod>) =
            chosen(&self.cnf, CnfMethod::ALL, CnfMethod::name)
                .into_iter()
                .partition(|&method| is_permitted(method));
        match refused.iter().find(|method| self.cnf.iter().any(|name| name == method.name())) {
            None => Ok(permitted),
            Some(method) => Err(CliError::Usage(format!(
                "--cnf: {} also writes tautologies, and competitions forbid clauses with opposite literals\n\
                 help: use naive-nontautological",
                method.name()
            ))),
        }
    }

    /// Parses `NAME:S`, and finds the solver of this name; `S` is its limit in seconds.
    fn timed(&self, option: &str, text: &str) -> Result<TimedSolver, CliError> {
        let parts =
            text.rsplit_once(':').and_then(|(name, limit)| Some((name, seconds(limit).ok()?)));
        let Some((name, limit)) = parts else {
            let message = format!(
                "{option}: not a solver with a limit: `{text}`\nhelp: write NAME:SECONDS, such as kissat:3600"
            );
            return Err(CliError::Usage(message));
        };
        if Engine::builtin(name).is_some() {
            let message = format!(
                "{option}: {name} is built in, but instances are timed by programs of their own\n\
                 help: `encycle` is batsat as a program for CNF files, such as encycle:60"
            );
            return Err(CliError::Usage(message));
        }
        let solver = solver_list::find(&self.list.catalogue()?, name)?;
        let (kind, wanted) = (solver.description.kind, self.track.solver_kind());
        if kind != wanted {
            let message = format!(
                "{option}: {name} is a {kind} solver, but the track {} needs one of the kind {wanted}\n\
                 help: `encycle solvers` lists the kinds",
                self.track.name()
            );
            return Err(CliError::Usage(message));
        }
        Ok(TimedSolver { solver, limit })
    }
}

/// Prints the violations in a bundle, for `encycle lint --bundle`.
pub fn lint_bundle(folder: &Path) -> Result<Exit, CliError> {
    let program = std::env::current_exe().map_err(CliError::io("path of the encycle program"))?;
    let findings = check_bundle(folder, Some(&program));
    let lines: String = findings.iter().map(|one| line(folder, one) + "\n").collect();
    print(&lines)?;
    if findings.is_empty() {
        print(&format!("{}: follows the rules of the competition\n", folder.display()))?;
    }
    Ok(exit(&findings))
}

/// Formats a violation.
fn line(folder: &Path, finding: &BundleFinding) -> String {
    let BundleFinding { rule, file, message } = finding;
    format!("{}/{file}: {} [{}] {message}", folder.display(), rule.severity, rule.name)
}

/// Returns the exit code for the violations in a bundle.
fn exit(findings: &[BundleFinding]) -> Exit {
    match findings.iter().any(|one| one.rule.severity == Severity::Error) {
        true => Exit::Negative,
        false => Exit::Positive,
    }
}
