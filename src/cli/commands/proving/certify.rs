//! `encycle certify`: a certificate for the number of solutions of a puzzle, or of a formula of the user's own.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::cli::arguments::certificate::{self, claim_words, counting_size};
use crate::cli::arguments::limits::{seconds, whole_number_from};
use crate::cli::arguments::lowering::LoweringArguments;
use crate::cli::arguments::model::{ModelArguments, NamedProblem};
use crate::cli::arguments::solver::EngineArgument;
use crate::cli::arguments::source::{SourceArguments, each};
use crate::cli::commands::proving::cubes::{self, CubeArguments};
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::print_message;
use crate::cli::progress::Progress;
use encycle::certify::{
    Certificate, CertifyError, CertifyOptions, Prover, RowsCertificate, certify, literals_of,
};
use encycle::count::{self, CountMethod, CountOptions};
use encycle::encodings::text::counted;
use encycle::problem::Problem;
use encycle::puzzle::Puzzle;

/// Make a certificate for the number of solutions: a "no" that anyone can check.
///
/// The folder has the puzzle, the solutions, a formula (rules, cuts, and "not this solution"), and a
/// proof that the formula has no model (LRAT). `encycle verify PATH` checks it without a solver and
/// without an encoder, and so does `python3 PATH/verify.py PATH`, a program to read in ten minutes. Any
/// solver finds the solutions and the cuts (--solver), and any one that writes DRAT or FRAT proofs
/// proves that there are no others (--prover). Every proof is checked before it is written.
///
/// If the lines at the vertices of a Hamilton puzzle, or of a Numberlink that covers all cells, do not
/// add up, the certificate is a sum of rows (counting.opb, counting.pbp), which VeriPB reads, too. Then
/// no solver runs; with --encoding or --prover, the certificate has clauses.
///
/// With --format veripb, the folder has the rules as pseudo-Boolean constraints (rules.opb), by an
/// encoding that states all of them, a proof for each solution, and a proof that there are no others. VeriPB
/// checks both from the rules alone: `veripb PATH/others.opb PATH/others.pbp`. This is the only format for a
/// formula of your own, with or without --rules.
///
/// Certificates exist for every kind. With several puzzles, each has a folder of its own in PATH: 1, 2, ...
///
/// With --cubes, a hard puzzle is split into cubes, which threads (--jobs) or the nodes of a cluster
/// (--executor slurm) refute. The one proof in the end contains those of all cubes, and that the cubes
/// cover everything. Cubes that are done are kept in PATH/cubes, and --resume continues with the others.
///
/// Examples:
///   encycle certify puzzle.txt --out certificate
///   encycle certify puzzle.txt --out certificate --solver minisat
///   encycle certify puzzle.txt --out certificate --solver cbc --prover cadical
///   encycle certify puzzle.txt --out certificate --limit 10
///   encycle certify puzzle.txt --out certificate --encoding pre-succ --cnf tseitin
///   encycle certify puzzle.txt --out certificate --facts h_1_1,-v_1_2
///   encycle certify puzzle.txt --out certificate --format veripb
///   encycle certify square.cnf --rules square.rules --out certificate --limit 2
///   encycle certify puzzle.txt --out certificate --cubes 64 --jobs 4
///   encycle certify puzzle.txt --out certificate --cubes 512 --executor slurm
///   encycle verify certificate
///
/// Exit codes: 0 done; 1 more solutions than --limit, or an atom is not forced; 2 bad usage or bad input; 3 a limit was reached;
/// 4 the solver failed.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Puzzles, or formulas of your own: files, `-` for standard input, or URLs
    #[arg(required = true, value_name = "PUZZLE")]
    puzzles: Vec<String>,
    /// Folder for the certificate
    #[arg(short, long, value_name = "PATH")]
    out: PathBuf,
    /// Greatest number of solutions that are listed
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1, value_parser = whole_number_from(0))]
    limit: usize,
    /// Claim that every solution has these atoms, instead of the number of solutions: names separated by
    /// commas, with a `-` before absent ones, or `all` for all that the solutions have in common
    #[arg(long, value_name = "ATOMS", allow_hyphen_values = true)]
    facts: Option<String>,
    /// Encoding of the rules: one whose clauses are rules of one place [default: that of the kind]
    #[arg(short, long, value_name = "E")]
    encoding: Option<String>,
    /// Format: one that `encycle verify` checks, or one for VeriPB [default: encycle; veripb for a formula of your own]
    #[arg(long, value_enum)]
    format: Option<CertificateFormat>,
    #[command(flatten)]
    choices: LoweringArguments,
    #[command(flatten)]
    engine: EngineArgument,
    /// The solver that proves: batsat, or one with a `proof` group in its description (cadical, kissat,
    /// glucose, cryptominisat5); may be followed by its own options, as in 'kissat --plain' [default: the
    /// built-in batsat]
    #[arg(short, long, value_name = "NAME|PATH")]
    prover: Option<String>,
    /// Wall-clock limit of each puzzle, in seconds
    #[arg(short, long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Option<Duration>,
    #[command(flatten)]
    cubes: CubeArguments,
    #[command(flatten)]
    source: SourceArguments,
    #[command(flatten)]
    model: ModelArguments,
}

/// Who checks a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CertificateFormat {
    /// `encycle verify` and verify.py: clauses with local arguments, and LRAT
    Encycle,
    /// VeriPB: rules as OPB, and proofs
    Veripb,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    arguments.cubes.check(&arguments.out)?;
    let engine = arguments.engine.engine()?;
    let prover = match &arguments.prover {
        Some(name) => arguments.engine.prover(name)?,
        None => Prover::default(),
    };
    let options = CertifyOptions {
        engine,
        prover,
        encoding: arguments.encoding.clone(),
        lowering: arguments.choices.chosen(),
        limit: arguments.limit,
        timeout: arguments.timeout,
        ..CertifyOptions::default()
    };
    let problems = arguments.model.counted_problems(&arguments.puzzles, &arguments.source);
    if let Some(most) = arguments.cubes.cubes {
        return certify_by_cubes(arguments, problems, &options, most);
    }
    let is_single = problems.len() == 1;
    each(problems, "", false, |number, name, problem| {
        let folder = certificate::folder_of(&arguments.out, number, is_single);
        certify_one(name, &**problem, arguments, &options, &folder)
    })
}

fn certify_one(
    name: &str,
    problem: &dyn Problem,
    arguments: &Arguments,
    options: &CertifyOptions,
    folder: &Path,
) -> Result<Exit, CliError> {
    let shown = Progress::start(name);
    let puzzle = match arguments.format {
        Some(CertificateFormat::Veripb) => None,
        Some(CertificateFormat::Encycle) => Some(puzzle_of(problem)?),
        None => problem.as_puzzle(),
    };
    let Some(puzzle) = puzzle else {
        arguments.check_rows()?;
        let made = RowsCertificate::make(problem, options);
        drop(shown);
        return written(name, made, |certificate| {
            certificate.write(folder)?;
            let RowsCertificate { claim, solutions, encoding, steps, .. } = certificate;
            let claim = claim_words(*claim, solutions.len(), &[]);
            let steps = counted(*steps, "step");
            Ok(format!("{claim} (encoding {encoding}, proof of {steps}; {})", folder.display()))
        });
    };
    let options = CertifyOptions { forced: forced(puzzle, arguments)?, ..options.clone() };
    let made = certify(puzzle, &options);
    drop(shown);
    write(name, made, folder)
}

impl Arguments {
    /// Checks that a certificate for VeriPB has all that is asked for.
    fn check_rows(&self) -> Result<(), CliError> {
        let lowering =
            self.choices.named().into_iter().find_map(|(option, value)| value.and(Some(option)));
        let refused = self.facts.as_ref().map(|_| "facts").or(lowering);
        refused.map_or(Ok(()), |option| {
            Err(CliError::Usage(format!(
                "--{option} does not apply to certificates for VeriPB\nhelp: omit --{option}"
            )))
        })
    }
}

/// Returns the puzzle, since rules of the user's own have no local arguments.
fn puzzle_of(problem: &dyn Problem) -> Result<&Puzzle, CliError> {
    problem.as_puzzle().ok_or_else(|| {
        let message =
            "a formula of your own has certificates for VeriPB only\nhelp: use --format veripb";
        CliError::Usage(message.to_owned())
    })
}

fn certify_by_cubes(
    arguments: &Arguments,
    problems: Vec<NamedProblem>,
    options: &CertifyOptions,
    most: usize,
) -> Result<ExitCode, CliError> {
    let [(name, problem)] = <[_; 1]>::try_from(problems).map_err(|problems| {
        let count = problems.len();
        CliError::Usage(format!(
            "--cubes splits one puzzle, not {count}\nhelp: select one with -#N"
        ))
    })?;
    let problem = problem?;
    let puzzle = puzzle_of(&*problem)?;
    if arguments.format == Some(CertificateFormat::Veripb) {
        let message = "--cubes does not apply to certificates for VeriPB\nhelp: omit --cubes";
        return Err(CliError::Usage(message.to_owned()));
    }
    if arguments.facts.is_some() {
        let message = "--cubes does not apply to --facts\nhelp: omit --cubes";
        return Err(CliError::Usage(message.to_owned()));
    }
    if let Some(task) = arguments.cubes.task() {
        return cubes::run_task(puzzle, options, (most, task));
    }
    let out = &arguments.out;
    let (made, folder) = arguments.cubes.certify(&name, puzzle, options, (most, out))?;
    let exit = write(&name, made, out)?;
    if exit == Exit::Positive {
        folder.remove()?;
    }
    Ok(exit.code())
}

/// Writes a certificate and prints its claim, or prints the reason why there is no certificate.
fn write(
    name: &str,
    made: Result<Certificate, CertifyError>,
    folder: &Path,
) -> Result<Exit, CliError> {
    written(name, made, |certificate| {
        let info = certificate.write(folder)?;
        let size = match &certificate.counting {
            Some(counting) => counting_size(counting),
            None => format!(
                "{}, {}, proof of {}",
                counted(certificate.formula.len(), "clause"),
                counted(certificate.cuts.len(), "cut"),
                counted(certificate.proof.steps.len(), "step"),
            ),
        };
        let claim = claim_words(info.claim, info.solutions, &info.forced);
        Ok(format!("{claim} ({size}; {})", folder.display()))
    })
}

/// Prints what `write` says about a certificate that it has written, or the reason why there is none.
fn written<C>(
    name: &str,
    made: Result<C, CertifyError>,
    write: impl FnOnce(&C) -> Result<String, CliError>,
) -> Result<Exit, CliError> {
    let (text, exit) = match made {
        Ok(certificate) => (write(&certificate)?, Exit::Positive),
        Err(error @ (CertifyError::Several(_) | CertifyError::NotForced(_))) => {
            (error.to_string(), Exit::Negative)
        }
        Err(CertifyError::Limit(limit)) => (format!("unknown, {limit}"), Exit::Unknown),
        Err(error) => return Err(error.into()),
    };
    print_message(&format!("{name}: {text}\n"))?;
    Ok(exit)
}

/// Returns the literals of the option `--facts`, as atoms with their values.
fn forced(puzzle: &Puzzle, arguments: &Arguments) -> Result<Vec<(usize, bool)>, CliError> {
    match arguments.facts.as_deref() {
        None => Ok(Vec::new()),
        Some("all") => {
            let options = CountOptions { timeout: arguments.timeout, ..CountOptions::default() };
            let common = count::common(puzzle, CountMethod::best(puzzle, &options), &options);
            let common = common.map_err(|error| CliError::Usage(error.to_string()))?;
            let common = common.into_iter().flatten().enumerate();
            let forced: Vec<_> =
                common.filter_map(|(atom, value)| Some((atom, value?))).collect();
            if forced.is_empty() {
                let message = "the solutions have nothing in common, or there is none";
                return Err(CliError::Usage(message.to_owned()));
            }
            Ok(forced)
        }
        Some(names) => literals_of(puzzle, names.split(',').map(str::trim)).map_err(|name| {
            let known = puzzle.atom_name(0);
            CliError::Usage(format!(
                "`{name}` is no atom of the puzzle\nhelp: use names such as `{known}`, or `-{known}` if it is not drawn"
            ))
        }),
    }
}
