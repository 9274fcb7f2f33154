//! Many puzzles as an argument: files, folders, URLs, and families of generated puzzles.

use encycle::bench::{Collection, CollectionEntry, SkippedPuzzle};
use encycle::competition::{Family, FamilyError};

use crate::cli::arguments::source::SourceArguments;
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
    let mut all = Collection::default();
    for source in sources {
        if source.starts_with(Family::PREFIX) {
            generate_family(source.parse()?, &mut all);
            continue;
        }
        let variant = options.variant.as_deref();
        let read = Collection::of(std::slice::from_ref(source), options.kind, variant);
        for SkippedPuzzle { name, reason, named } in read.skipped {
            // a source named on the command line must be readable; a folder may contain other files
            if named {
                return Err(CliError::Usage(format!("{name}: {reason}")));
            }
            eprint_line!("warning: {name}: skipped: {reason}");
        }
        for CollectionEntry { name, puzzle, .. } in read.entries {
            all.add_puzzle(name, puzzle, false);
        }
    }
    if all.entries.is_empty() {
        return Err(CliError::Usage("no puzzle in these sources".to_owned()));
    }
    Ok(all)
}

fn generate_family(family: Family, all: &mut Collection) {
    for size in family.sizes() {
        for seed in 1..=family.count {
            let name = format!("{}-{}x{}-{seed}", family.kind, size.0, size.1);
            match family.puzzle(size, seed) {
                Ok(made) => all.add_puzzle(name, made.puzzle, false),
                Err(error) => eprint_line!("warning: {name}: skipped: {error}"),
            }
        }
    }
}
