//! Discovery of a description for an unknown program, by trying known descriptions.

use std::io;
use std::path::Path;
use std::time::Duration;

use crate::catalogue::{Catalogue, Description};
use crate::external::Solver;
use crate::probe::cases::ProbeCase;
use crate::probe::facts::{ExitCodes, TimeLimitSupport, time_limit, works};
use crate::probe::facts::{RunSetup, run};
use crate::{BuiltIn, SolverKind};

/// The wall-clock limit of a run on a tiny case. The limit matters because many programs never exit if their arguments
/// are wrong.
const TIME_LIMIT: Duration = Duration::from_secs(3);
/// The number of descriptions with a run beyond [`TIME_LIMIT`] after which discovery stops.
const MAX_TIMEOUTS: usize = 3;

/// Returns a description with which a program gives correct results, or `None` if no description does.
///
/// Tries the basic SAT descriptions of `ways.toml`, then the known MIP and pseudo-Boolean solvers. For a SAT solver, it
/// then looks for a known solver whose options for time limit and seed the program supports.
///
/// # Errors
/// The cases cannot be written, or the program cannot be started.
pub(crate) fn discover(path: &Path) -> io::Result<Option<Description>> {
    let builtin = Catalogue::builtin();
    let simple = simple_invocations();
    let others = builtin.descriptions().iter().filter(|known| known.kind.is_linear());
    let setup = RunSetup { wall: TIME_LIMIT, ..RunSetup::default() };
    let (mut found, mut hangs) = (None, 0);
    for way in simple.descriptions().iter().chain(others) {
        let solver = Solver::new(way.clone(), path);
        let first = run(&solver, &ProbeCase::satisfiable(), &setup)?;
        if first.is_some_and(|run| run.killed) {
            hangs += 1;
            if hangs == MAX_TIMEOUTS {
                break;
            }
        } else if works(&solver, &setup)? {
            found = Some(solver);
            break;
        }
    }
    let Some(found) = found else { return Ok(None) };
    let solver = match found.description.kind {
        SolverKind::Sat => with_options(&found, builtin)?.unwrap_or(found),
        SolverKind::Mip | SolverKind::Pb | SolverKind::MaxSat => found,
    };
    let mut description = solver.description.clone();
    // with the version arguments of another solver, the program may print something that is not a version
    if solver.version().is_none_or(|version| !version.contains(|c: char| c.is_ascii_digit())) {
        description.version = None;
    }
    description.name = name_of(path);
    // a description is text, so it cannot contain a path that is not UTF-8
    description.programs = path.to_str().map(str::to_owned).into_iter().collect();
    Ok(Some(description))
}

fn simple_invocations() -> Catalogue {
    let mut simple = Catalogue::default();
    let read = simple.extend(include_str!("ways.toml"));
    read.expect("ways.toml is valid: a unit test reads it");
    simple
}

/// Returns `found` with the description of a known solver whose options the program supports.
///
/// It is not enough that the program accepts the options, because many programs ignore unknown options. The program
/// must also stop at the time limit that is passed to it.
fn with_options(found: &Solver, builtin: &Catalogue) -> io::Result<Option<Solver>> {
    let answer = found.description.answer;
    let setup =
        RunSetup { wall: TIME_LIMIT, seconds: Some(20), seed: Some(7), ..RunSetup::default() };
    // first try solvers whose name is part of the file name, because the options of other solvers may work by
    // coincidence
    let name = name_of(&found.path);
    let mut candidates: Vec<_> = builtin.descriptions().iter().collect();
    candidates.retain(|known| known.answer == answer && !known.time.is_empty());
    candidates.sort_by_key(|known| !name.contains(&known.name));
    for known in candidates {
        let solver = Solver::new(known.clone(), &found.path);
        if works(&solver, &setup)?
            && matches!(
                time_limit(&solver, &mut ExitCodes::default())?,
                TimeLimitSupport::Kept { .. }
            )
        {
            return Ok(Some(solver));
        }
    }
    Ok(None)
}

/// Returns a solver name for a program: its file name, with `_` for characters that solver names cannot contain.
/// Appends `-by-path` if the name belongs to a known solver.
fn name_of(path: &Path) -> String {
    let plain = |c: char| if c.is_alphanumeric() || "-_.+".contains(c) { c } else { '_' };
    let name: String = path
        .file_name()
        .map(|name| name.to_string_lossy().chars().map(plain).collect())
        .unwrap_or_default();
    // an unknown program has a file name that no description lists, but the name may still be the name of a solver
    let is_taken = Catalogue::builtin().get(&name).is_some() || BuiltIn::is_reserved(&name);
    if is_taken || name.is_empty() { format!("{name}-by-path") } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_simple_ways_are_valid() {
        assert_eq!(simple_invocations().descriptions().len(), 5);
    }

    #[test]
    fn names_from_paths_are_valid_and_unique() {
        for (path, name) in [
            ("/a/kissat-4", "kissat-4"),
            ("/a/my solver", "my_solver"),
            ("/a/batsat", "batsat-by-path"),
            ("/a/competition", "competition-by-path"),
        ] {
            assert_eq!(name_of(Path::new(path)), name);
        }
    }
}
