//! How does a program want to be spoken to that no description knows?

use std::io;
use std::path::Path;
use std::time::Duration;

use crate::SolverKind;
use crate::catalogue::Catalogue;
use crate::catalogue::Description;
use crate::probe::ask::{RunSetup, ask};
use crate::probe::cases::ProbeCase;
use crate::probe::facts::{ExitCodes, TimeLimitSupport, time_limit, works};
use crate::process::Solver;

/// How long a program may take for a tiny question while ways are tried; many will not answer at all.
const PATIENCE: Duration = Duration::from_secs(3);
/// A program that hangs in so many ways will hang in all.
const HANGS: usize = 3;

/// The description by which a program answers rightly, if one does: first a way to ask at all, then
/// the known solver whose options for time and seed it understands.
///
/// # Errors
/// The questions cannot be written, or the program cannot be started.
pub(crate) fn find_out(path: &Path) -> io::Result<Option<Description>> {
    let builtin = Catalogue::builtin();
    let simple = simple_ways();
    let mips = builtin.descriptions().iter().filter(|known| known.kind == SolverKind::Mip);
    let manner = RunSetup { wall: PATIENCE, ..RunSetup::default() };
    let (mut found, mut hangs) = (None, 0);
    for way in simple.descriptions().iter().chain(mips) {
        let solver = Solver::new(way.clone(), path);
        let said = ask(&solver, &ProbeCase::satisfiable(), &manner)?;
        if said.is_some_and(|said| said.killed) {
            hangs += 1;
            if hangs == HANGS {
                break;
            }
        } else if works(&solver, &manner)? {
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
    // asked in another solver's way, it may say anything
    if solver.version().is_none_or(|version| !version.contains(|c: char| c.is_ascii_digit())) {
        description.version = None;
    }
    description.name = name_of(path);
    // a path that is no text cannot stand in a description
    description.programs = path.to_str().map(str::to_owned).into_iter().collect();
    Ok(Some(description))
}

fn simple_ways() -> Catalogue {
    let mut simple = Catalogue::default();
    let read = simple.extend(include_str!("ways.toml"));
    read.expect("ways.toml is sound: a unit test reads it");
    simple
}

/// The known solver whose options the program understands: that it takes them says little, since many
/// ignore what they do not know, but that it then ends at the limit says all.
fn with_options(found: &Solver, builtin: &Catalogue) -> io::Result<Option<Solver>> {
    let answer = found.description.answer;
    let manner =
        RunSetup { wall: PATIENCE, seconds: Some(20), seed: Some(7), ..RunSetup::default() };
    // first those whose name is in the file's name: some options of another may work by chance
    let name = name_of(&found.path);
    let mut candidates: Vec<_> = builtin.descriptions().iter().collect();
    candidates.retain(|known| known.answer == answer && !known.time.is_empty());
    candidates.sort_by_key(|known| !name.contains(&known.name));
    for known in candidates {
        let solver = Solver::new(known.clone(), &found.path);
        if works(&solver, &manner)?
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

/// The file's name, of the characters that names of solvers have.
fn name_of(path: &Path) -> String {
    let plain = |c: char| if c.is_alphanumeric() || "-_.+".contains(c) { c } else { '_' };
    let name: String = path
        .file_name()
        .map(|name| name.to_string_lossy().chars().map(plain).collect())
        .unwrap_or_default();
    // it was named by its path because no description has this program; one may still have the name
    let taken = Catalogue::builtin().get(&name).is_some() || crate::BuiltIn::named(&name).is_some();
    if taken || name.is_empty() { format!("{name}-by-path") } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_simple_ways_are_sound() {
        assert_eq!(simple_ways().descriptions().len(), 5);
    }

    /// The name must be one that a list of solvers may have, and nobody else's.
    #[test]
    fn names_come_from_paths() {
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
