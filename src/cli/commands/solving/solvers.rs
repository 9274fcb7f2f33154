//! `encycle solvers`: list and probe the known solvers.

use std::fmt::Write;
use std::process::ExitCode;

use clap::Args;

use crate::cli::arguments::solver_list::{self, SolverListArguments};
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{eprint_line, print, print_json, print_message};
use crate::cli::progress::{self, Progress};
use encycle::report::{ProbeFields, SolverEntry, SolverList};
use encycle::solve::SelectError;
use encycle::solvers::{
    BuiltIn, Catalogue, Check, ProbeCache, ProbeOutcome, Solver, SolverKind, capabilities,
    markdown_table, probe_cached,
};

/// List the known solvers: which are installed, where, and in which version.
///
/// With --probe, each installed solver solves tiny satisfiable and unsatisfiable instances and a hard
/// one with a time limit, and its results are checked. Then its capabilities are tested: exit codes,
/// own time limit, seed, standard input, .gz, proofs. The results are cached in
/// ~/.cache/encycle/probes ($XDG_CACHE_HOME) by the SHA-256 of the program, until the program changes
/// or --again is set.
/// A program that is named by its path and has no description is run in all known ways; if one works,
/// `encycle solve --solver PATH` uses it from then on.
///
/// Solvers are described in TOML: those compiled in, then those in ~/.config/encycle/solvers.toml
/// ($XDG_CONFIG_HOME), then those of --solvers. A later solver replaces an earlier one of the same
/// name. --describe prints a description to start from; `encycle help solvers` lists every field. Two short
/// examples:
///   [[solver]]
///   name = "mine"
///   like = "minisat"
///
///   [[solver]]
///   name = "cadical"
///   like = "cadical"
///   programs = ["/opt/cadical/bin/cadical"]
///
/// Examples:
///   encycle solvers
///   encycle solvers --probe
///   encycle solvers --probe ./my-solver
///   encycle solvers --describe kissat > solvers.toml
///   encycle solvers --solvers solvers.toml --probe mine
///
/// Exit codes: 0 success; 2 a named solver is missing, or a description is invalid; 4 --probe found a
/// solver that does not work.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Names or paths of solvers [default: all known solvers]
    #[arg(value_name = "NAME|PATH")]
    wanted: Vec<String>,
    /// Test each installed solver
    #[arg(long)]
    probe: bool,
    /// Ignore the cached results of earlier probes
    #[arg(long, requires = "probe")]
    again: bool,
    /// Print JSON
    #[arg(short, long)]
    json: bool,
    /// Print the capabilities of the solvers as a Markdown table
    #[arg(long, requires = "probe", conflicts_with = "json")]
    markdown: bool,
    /// Print the complete description of one solver, as a list that --solvers reads
    #[arg(long, value_name = "NAME|PATH", conflicts_with_all = ["wanted", "probe", "json"])]
    describe: Option<String>,
    #[command(flatten)]
    list: SolverListArguments,
}

/// The marks around the table in docs/reference/probing.md.
const TABLE_START: &str = "<!-- table of encycle solvers --probe --markdown -->";
const TABLE_END: &str = "<!-- end of the table -->";

/// The entry of one solver in the list.
struct SolverRow {
    name: String,
    kind: SolverKind,
    place: Option<String>,
    version: Option<String>,
    probed: Option<ProbeOutcome>,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    let catalogue = arguments.list.catalogue()?;
    if let Some(wanted) = &arguments.describe {
        // a solver with a description need not be installed
        let description = match catalogue.get(wanted) {
            Some(description) => description.clone(),
            None => solver_list::find(&catalogue, wanted)?.description,
        };
        print(&description.to_toml())?;
        return Ok(Exit::Positive.code());
    }
    let rows = rows(arguments, &catalogue)?;
    let probed: Vec<&ProbeOutcome> = rows.iter().filter_map(|row| row.probed.as_ref()).collect();
    for warning in probed.iter().flat_map(|probed| &probed.warnings) {
        eprint_line!("warning: {warning}");
    }
    if arguments.markdown {
        let rows: Vec<_> = probed.iter().map(|probed| (&probed.solver, &probed.probe)).collect();
        print(&format!("{TABLE_START}\n{}{TABLE_END}\n", markdown_table(&rows)))?;
    } else if arguments.json {
        print_json(&SolverList(rows.iter().map(SolverEntry::from).collect()))?;
    } else {
        print_message(&table(&rows))?;
    }
    let is_broken = probed.iter().any(|probed| !probed.probe.is_ok());
    Ok(if is_broken { Exit::SolverFailed } else { Exit::Positive }.code())
}

fn rows(arguments: &Arguments, catalogue: &Catalogue) -> Result<Vec<SolverRow>, CliError> {
    let cache = ProbeCache::of_user();
    let _shown = arguments.probe.then(|| Progress::count("probing"));
    let row = |solver: Solver| {
        progress::update(|| solver.description.name.clone());
        let probe = || probe_cached(&solver, cache.as_ref(), arguments.again);
        let probed = arguments.probe.then(probe);
        let solver = probed.as_ref().map_or(&solver, |probed| &probed.solver);
        SolverRow {
            name: solver.description.name.clone(),
            kind: solver.description.kind,
            place: Some(solver.path.display().to_string()),
            version: solver.version(),
            probed,
        }
    };
    let built_in = |solver: BuiltIn| SolverRow {
        name: solver.name.to_owned(),
        kind: solver.kind,
        place: Some("(built in)".to_owned()),
        version: solver.version.map(str::to_owned),
        probed: None,
    };
    if !arguments.wanted.is_empty() {
        let present = |name: &str| BuiltIn::present().find(|one| one.name == name);
        let wanted = arguments.wanted.iter().map(|wanted| match present(wanted) {
            Some(solver) => Ok(built_in(solver)),
            // the probe itself looks up the cached result of a program without a description
            _ if arguments.probe => Ok(row(catalogue.find(wanted).map_err(SelectError::from)?)),
            _ => Ok(row(solver_list::find(catalogue, wanted)?)),
        });
        return wanted.collect();
    }
    let known = catalogue.installed().into_iter().map(|(description, path)| match path {
        Some(path) => row(Solver::new(description, path)),
        None => SolverRow {
            name: description.name,
            kind: description.kind,
            place: None,
            version: None,
            probed: None,
        },
    });
    Ok(BuiltIn::present().map(built_in).chain(known).collect())
}

fn table(rows: &[SolverRow]) -> String {
    let width = |of: &dyn Fn(&SolverRow) -> usize| rows.iter().map(of).max().unwrap_or(0);
    let names = width(&|row| row.name.len());
    let kinds = width(&|row| row.kind.name().len());
    let versions = width(&|row| row.version.as_ref().map_or(1, String::len));
    let mut out = String::new();
    for row in rows {
        let place = row.place.as_deref().unwrap_or("not installed");
        let version = row.version.as_deref().unwrap_or("-");
        let kind = row.kind.name();
        // writing to a String cannot fail
        let _ = writeln!(out, "{:names$}  {kind:kinds$}  {version:versions$}  {place}", row.name);
        let Some(probed) = &row.probed else { continue };
        let mut line = |key: &str, value: &str| {
            let _ = writeln!(out, "{:names$}       {key}: {value}", "");
        };
        let checks = probed.probe.checks();
        let passed = checks.iter().filter(|(_, check)| check.is_ok()).count();
        line("cases", &format!("{passed} of {} correct", checks.len()));
        for (case, check) in checks.into_iter().filter(|(_, check)| check.is_err()) {
            line(case, &outcome(check));
        }
        if probed.probe.is_ok() {
            capabilities(&probed.probe).iter().for_each(|(key, value)| line(key, value));
        }
        if probed.solver.is_fallback() {
            line("dialect", "unknown; no known way of running it gave correct results");
        }
        if probed.is_remembered {
            line("cached", "from an earlier probe of the same program; --again repeats the probe");
        }
    }
    out
}

/// Formats the outcome of a check: `ok` or the fault.
fn outcome(check: &Check) -> String {
    match check {
        Ok(()) => "ok".to_owned(),
        Err(failure) => failure.to_string(),
    }
}

impl From<&SolverRow> for SolverEntry {
    fn from(row: &SolverRow) -> Self {
        Self {
            name: row.name.clone(),
            kind: row.kind,
            path: row.place.clone(),
            version: row.version.clone(),
            probe: row.probed.as_ref().map(ProbeFields::from),
        }
    }
}
