//! Many puzzles as an argument: files, folders, URLs, and families of generated puzzles.

use encycle::bench::{Collection, SkippedPuzzle};
use encycle::competition::{Family, FamilyError};

use crate::cli::arguments::source::{
    SourceArguments, generated, print_models, print_others, without_solutions,
};
use crate::cli::exit::CliError;
use crate::cli::output::eprint_line;

impl From<FamilyError> for CliError {
    fn from(error: FamilyError) -> Self {
        Self::Usage(error.to_string())
    }
}

/// Reads and generates the puzzles in the order of the sources. A puzzle that occurs again, even rotated or reflected,
/// is left out.
///
/// # Errors
/// A source named on the command line cannot be read, or the sources contain no puzzle.
pub fn collection(sources: &[String], options: &SourceArguments) -> Result<Collection, CliError> {
    let all = gathered(sources, options)?;
    print_models("these sources", &all.models);
    for (file, guess) in &all.guessed {
        eprint_line!("note: {file}: {guess}");
    }
    // a source named on the command line must be readable; a folder may contain other files
    if let Some(SkippedPuzzle { name, reason, .. }) = all.skipped.iter().find(|one| one.named) {
        return Err(CliError::Usage(format!("{name}: {reason}")));
    }
    for SkippedPuzzle { name, reason, .. } in &all.skipped {
        eprint_line!("warning: {name}: skipped: {reason}");
    }
    if all.entries.is_empty() {
        return Err(CliError::Usage("no puzzle in these sources".to_owned()));
    }
    Ok(all)
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
                Ok(made) => all.add_puzzle(name, made.puzzle, false),
                Err(error) => all.skip(&name, &error.to_string(), false),
            }
        }
    }
    Ok(all)
}
