//! Many puzzles as an argument: files, folders, URLs, and families of generated puzzles.

use encycle::bench::{Collection, SkippedPuzzle};
use encycle::competition::{Family, FamilyError};

use crate::cli::arguments::source::{
    SourceArguments, generated, print_models, print_others, without_solutions,
};
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::eprint_line;

impl From<FamilyError> for CliError {
    fn from(error: FamilyError) -> Self {
        Self::Usage(error.to_string())
    }
}

/// Reads and generates the puzzles in the order of the sources, and returns them with the exit code of what cannot be read. A
/// puzzle that occurs again, even rotated or reflected, is left out.
///
/// # Errors
/// The sources contain no puzzle.
pub fn collection(
    sources: &[String],
    options: &SourceArguments,
) -> Result<(Collection, Exit), CliError> {
    let all = gathered(sources, options)?;
    print_models("these sources", &all.models);
    for (file, guess) in &all.guessed {
        eprint_line!("note: {file}: {guess}");
    }
    if let ([], [SkippedPuzzle { name, reason, is_unreadable: true }]) =
        (&all.entries[..], &all.skipped[..])
    {
        return Err(CliError::Usage(format!("{name}: {reason}")));
    }
    let exit = print_skipped(&all.skipped);
    if all.entries.is_empty() {
        return Err(CliError::Usage("no puzzle in these sources".to_owned()));
    }
    Ok((all, exit))
}

/// Prints what is skipped: an error for what cannot be read, and otherwise a warning. Returns the exit code, as
/// [`each`](crate::cli::arguments::source::each) does.
pub fn print_skipped(skipped: &[SkippedPuzzle]) -> Exit {
    for SkippedPuzzle { name, reason, is_unreadable } in skipped {
        let level = if *is_unreadable { "error" } else { "warning" };
        eprint_line!("{level}: {name}: skipped: {reason}");
    }
    match skipped.iter().any(|one| one.is_unreadable) {
        true => Exit::BadInput,
        false => Exit::Positive,
    }
}

/// Reads and generates the puzzles in the order of the sources, with a list of what was skipped.
///
/// # Errors
/// A source begins like a family of generated puzzles, but is none.
pub fn gathered(sources: &[String], options: &SourceArguments) -> Result<Collection, CliError> {
    let mut all = Collection::default();
    for source in without_solutions(sources) {
        if !source.starts_with(Family::PREFIX) {
            all.add_source(source, options.kind, options.variant.as_deref());
            print_others(source, &std::mem::take(&mut all.others));
            continue;
        }
        for (name, made) in generated(source.parse()?) {
            match made {
                Ok(made) => all.add_puzzle(name, made.puzzle),
                Err(error) => all.skip(&name, &error.to_string(), false),
            }
        }
    }
    Ok(all)
}
