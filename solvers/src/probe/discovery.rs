//! Discovery of the description of an unknown program by trial.

use std::io;
use std::path::Path;
use std::time::Duration;

use crate::catalogue::{Catalogue, Description};
use crate::probe::cases::ProbeCase;
use crate::probe::facts::{ExitCodes, TimeLimitSupport, time_limit, works};
use crate::probe::run::{RunSetup, run};
use crate::process::Solver;
use crate::{BuiltIn, SolverKind};

/// The time limit of a tiny case. Many programs do not end at all if run in the wrong way.
const PATIENCE: Duration = Duration::from_secs(3);
/// The number of ways that hang after which the discovery gives up.
const HANGS: usize = 3;

/// Returns a description by which a program returns correct results, if there is one: first a way to run it
/// at all, then the known solver whose options for time and seed it accepts.
///
/// # Errors
/// The cases cannot be written, or the program cannot be started.
pub(crate) fn discover(path: &Path) -> io::Result<Option<Description>> {
    let builtin = Catalogue::builtin();
    let simple = simple_ways();
    let mips = builtin.descriptions().iter().filter(|known| known.kind == SolverKind::Mip);
    let setup = RunSetup { wall: PATIENCE, ..RunSetup::default() };
    let (mut found, mut hangs) = (None, 0);
    for way in simple.descriptions().iter().chain(mips) {
        let solver = Solver::new(way.clone(), path);
        let first = run(&solver, &ProbeCase::satisfiable(), &setup)?;
        if first.is_some_and(|run| run.killed) {
            hangs += 1;
            if hangs == HANGS {
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
        SolverKind::Mip => found,
    };
    let mut description = solver.description.clone();
    // the version arguments of another solver may print anything
    if solver.version().is_none_or(|version| !version.contains(|c: char| c.is_ascii_digit())) {
        description.version = None;
    }
    description.name = name_of(path);
    // a description cannot contain a path that is not UTF-8
    description.programs = path.to_str().map(str::to_owned).into_iter().collect();
    Ok(Some(description))
}

fn simple_ways() -> Catalogue {
    let mut simple = Catalogue::default();
    let read = simple.extend(include_str!("ways.toml"));
    read.expect("ways.toml is valid: a unit test reads it");
    simple
}

/// Returns the known solver whose options the program supports. That it accepts them proves little, since
/// many programs ignore unknown options; that it then ends at the time limit does.
fn with_options(found: &Solver, builtin: &Catalogue) -> io::Result<Option<Solver>> {
    let answer = found.description.answer;
    let setup =
        RunSetup { wall: PATIENCE, seconds: Some(20), seed: Some(7), ..RunSetup::default() };
    // first those whose name is in the file name: some options of others may work by chance
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

/// Returns the file name, restricted to the characters of solver names.
fn name_of(path: &Path) -> String {
    let plain = |c: char| if c.is_alphanumeric() || "-_.+".contains(c) { c } else { '_' };
    let name: String = path
        .file_name()
        .map(|name| name.to_string_lossy().chars().map(plain).collect())
        .unwrap_or_default();
    // no description lists a program of this file name, but one may have it as the name of the solver
    let is_taken = Catalogue::builtin().get(&name).is_some() || BuiltIn::named(&name).is_some();
    if is_taken || name.is_empty() { format!("{name}-by-path") } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_simple_ways_are_valid() {
        assert_eq!(simple_ways().descriptions().len(), 5);
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
