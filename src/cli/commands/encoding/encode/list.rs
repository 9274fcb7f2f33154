//! The lists of encodings: a table in the help of `encode`, and all of a kind in `encycle help encodings KIND`.

use crate::cli::terminal::wrapping;
use encycle::encodings::encoding::EncodingInfo;
use encycle::encodings::export::count_clauses;
use encycle::encodings::kinds::slitherlink::bases::BASES;
use encycle::encodings::logic::{ConstraintSink, LoweringOptions};
use encycle::encodings::rules::one_loop::eager::PARTS;
use encycle::formats;
use encycle::puzzle::{Puzzle, PuzzleKind};

/// The width of the table in characters, which fits every terminal.
const WIDTH: usize = 79;
/// The widths of the columns with the names of encodings, and with numbers of clauses.
const COLUMNS: (usize, usize) = (22, 9);
/// The side of the empty Slitherlink whose clauses are counted.
const SIDE: usize = 6;

/// Returns the table of encodings for the help text.
pub fn table_of_encodings() -> String {
    let empty = empty_slitherlink();
    let sized = |name: &str, info: &EncodingInfo, shown: &str| {
        let size = empty.as_ref().and_then(|puzzle| clauses(puzzle, name));
        (size, entry(shown, size, info.meaning.trim_start_matches("one loop: ")))
    };
    let bases = BASES.iter().map(|base| sized(base.info.name, &base.info, base.info.name));
    let parts = PARTS.iter().map(|part| {
        let name = part.about.name;
        sized(&format!("edge+{name}"), &part.about, name)
    });
    format!(
        "Encodings of slitherlink and slitherlynx: a base, followed by parts, each after a `+`.\n\
         The number is that of the clauses for an empty {SIDE}x{SIDE}: of a base, and of `edge` with a part.\n\
         Bases:\n{}Parts, for one loop unless stated otherwise:\n{}\n\
         Encodings of other kinds, the default first (`encycle help encodings KIND` says what each is):\n{}\n\
         After any encoding, `+symmetry` keeps the least of the solutions that symmetries of the puzzle\n\
         map to each other: `edge+symmetry`, `s3+symmetry`.\n\n\
         `encycle help encodings` describes CNF methods and models; docs/encodings names the sources.",
        by_size(bases),
        by_size(parts),
        names_by_kind(),
    )
}

/// Joins entries, ordered by their numbers of clauses.
fn by_size(entries: impl Iterator<Item = (Option<usize>, String)>) -> String {
    let mut entries: Vec<_> = entries.collect();
    entries.sort_by_key(|(size, _)| size.unwrap_or(usize::MAX));
    entries.into_iter().map(|(_, entry)| entry).collect()
}

/// Returns the puzzle whose clauses are counted.
fn empty_slitherlink() -> Option<Puzzle> {
    let rows = format!("{}\n", ".".repeat(SIDE)).repeat(SIDE);
    format!("slitherlink {SIDE} {SIDE}\n{rows}").parse().ok()
}

/// Counts the clauses of an encoding.
fn clauses(puzzle: &Puzzle, name: &str) -> Option<usize> {
    let encoding = puzzle.encoding(name).ok()?;
    let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
    count_clauses(usize::MAX, LoweringOptions::default(), &encode).ok().flatten()
}

/// Returns an entry of the table. A long meaning continues on the next line. The indent of that line is small, so that
/// it can be wrapped again for a narrow terminal.
fn entry(name: &str, size: Option<usize>, meaning: &str) -> String {
    let (names, numbers) = COLUMNS;
    let size = size.map_or_else(|| "-".to_owned(), |size| size.to_string());
    filled(&format!("  {name:<0$}{size:>1$}  {meaning}", names - 2, numbers))
}

fn filled(text: &str) -> String {
    textwrap::fill(text, wrapping(WIDTH, "      ")) + "\n"
}

/// Lists the names of the encodings of all other kinds. Kinds with the same encodings share an entry.
fn names_by_kind() -> String {
    let mut entries: Vec<(Vec<&str>, Vec<String>)> = Vec::new();
    let is_other =
        |kind: &&PuzzleKind| !matches!(kind, PuzzleKind::Slitherlink | PuzzleKind::Slitherlynx);
    for kind in PuzzleKind::all().iter().filter(is_other) {
        let names = sample_puzzle(*kind).map(|puzzle| puzzle.encoding_names()).unwrap_or_default();
        match entries.iter_mut().find(|(_, known)| *known == names) {
            Some((kinds, _)) => kinds.push(kind.name()),
            None => entries.push((vec![kind.name()], names)),
        }
    }
    let entry = |(kinds, names): &(Vec<&str>, Vec<String>)| {
        filled(&format!("  {}: {}", kinds.join(", "), names.join(", ")))
    };
    entries.iter().map(entry).collect()
}

/// Returns the small puzzle of a kind.
pub fn sample_puzzle(kind: PuzzleKind) -> Option<Puzzle> {
    Some(formats::read(kind.sample(), None).ok()?.puzzle)
}

/// Returns the encodings of a kind with their meanings, as Markdown.
pub fn encodings_of_kind(kind: PuzzleKind) -> String {
    let names = sample_puzzle(kind).map(|puzzle| {
        let row = |name: &String| {
            let meaning = puzzle.encoding(name).map(|one| one.meaning().to_owned());
            format!("| `{name}` | {} |\n", meaning.unwrap_or_default())
        };
        puzzle.encoding_names().iter().map(row).collect::<String>()
    });
    format!(
        "# Encodings of {kind}\n\n| encoding, the default first | what it is |\n|---|---|\n{}",
        names.unwrap_or_default()
    )
}
