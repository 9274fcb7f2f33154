//! The reference page of the kinds, `docs/reference/kinds.md`, which is generated from the registry.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use encycle::certify::has_certificates;
use encycle::deduce::techniques;
use encycle::encodings::kinds::SolutionFamily;
use encycle::encodings::rules::GLOBAL_CONSTRAINTS;
use encycle::formats::{self, PuzzleFormat};
use encycle::generate::{frame, frame_of, origin_of_clues};
use encycle::puzzle::{Puzzle, PuzzleKind};

use crate::reports::assert_current;

/// The page.
const PAGE: &str = "docs/reference/kinds.md";

const INTRODUCTION: &str = "\
# Kinds of puzzles

This page is generated from the registry of kinds. `encycle help encodings KIND` describes the
encodings of a kind, and [formats](formats.md) the texts.

| kind | solution | made by `generate` | `thin`, `repair` | `certify` | diagrams of `count` | puzz.link, pzprv3 | janko |
|---|---|---|---|---|---|---|---|
";

#[test]
fn the_reference_of_the_kinds_is_generated_from_the_registry() {
    assert_current(PAGE, &page());
}

fn page() -> String {
    let mut page = INTRODUCTION.to_owned();
    for &kind in PuzzleKind::all() {
        push_row(&mut page, kind);
    }
    for &kind in PuzzleKind::all() {
        push_section(&mut page, kind);
    }
    page
}

fn sample(kind: PuzzleKind) -> Puzzle {
    formats::read(kind.sample(), None).unwrap_or_else(|error| panic!("{kind}: {error}")).puzzle
}

fn push_row(page: &mut String, kind: PuzzleKind) {
    let solution = match kind.family() {
        SolutionFamily::Loop => "a loop",
        SolutionFamily::SeveralLoops => "loops",
        SolutionFamily::Paths => "paths",
        SolutionFamily::CellLoop => "a loop through cells",
        SolutionFamily::Shading => "shaded cells",
        SolutionFamily::Values => "values",
        SolutionFamily::Walls => "walls",
    };
    // a Neighbor Number needs at least three cells a side, and its empty cells cannot be removed
    let puzzle = sample(kind);
    let has_frame = frame(kind, 4, 4).is_ok();
    let codec = kind.codec();
    let columns = [
        has_frame || origin_of_clues(kind).is_some(),
        has_frame || frame_of(&puzzle).is_ok(),
        has_certificates(&puzzle),
        puzzle.line_problem().is_some(),
        codec.is_some_and(|codec| codec.pzpr.is_some()),
        codec.is_some_and(|codec| codec.janko.is_some()),
    ];
    let columns = columns.map(|has| if has { "yes" } else { "-" }).join(" | ");
    let _ = writeln!(page, "| [{kind}](#{kind}) | {solution} | {columns} |");
}

fn push_section(page: &mut String, kind: PuzzleKind) {
    let puzzle = sample(kind);
    let _ = write!(page, "\n## {kind}\n\n{}\n\n```puzzle\n{}```\n\n", kind.rules(), kind.sample());
    let mut item = |name: &str, text: String| {
        if !text.is_empty() {
            let _ = writeln!(page, "- {name}: {text}");
        }
    };
    let list = |names: &[&str]| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>();
    item("Texts", kind.text_form().to_owned());
    if let Puzzle::Written(puzzle) = &puzzle {
        item("Conditions on the clues", puzzle.kind().conditions().collect::<Vec<_>>().join(" "));
    }
    if let Some(codec) = kind.codec() {
        let help = codec.alphabet.help.strip_prefix("write ").unwrap_or(codec.alphabet.help);
        item("Clues", help.to_owned());
        let names = codec.pzpr.map_or_else(Vec::new, |spelling| list(spelling.names));
        item("Names in addresses and files of pzpr", names.join(", "));
    }
    item("Variants", list(kind.variants()).join(", "));
    let atoms: Vec<String> = (0..puzzle.atom_count().min(3))
        .map(|atom| format!("`{}`", puzzle.atom_name(atom)))
        .collect();
    item("Atoms", format!("{}, ...", atoms.join(", ")));
    let formats = PuzzleFormat::ALL.iter().filter(|&&one| formats::write(&puzzle, one).is_ok());
    let formats: Vec<&str> = formats.map(|format| format.name()).collect();
    item("Formats of this puzzle", list(&formats).join(", "));
    let names = puzzle.encoding_names();
    let bases: Vec<&str> =
        names.iter().map(String::as_str).filter(|name| !name.contains('+')).collect();
    item("Encodings without parts, the default first", list(&bases).join(", "));
    let omitted = names.iter().filter_map(|name| {
        let encoding = puzzle.encoding(name).ok()?;
        encoding.global_constraint().map(|constraint| constraint.name())
    });
    let omitted: BTreeSet<&str> = omitted.collect();
    for name in &omitted {
        assert!(GLOBAL_CONSTRAINTS.iter().any(|(known, _)| known == name), "{kind}: {name}");
    }
    item("Left to cuts by some encodings", omitted.into_iter().collect::<Vec<_>>().join(", "));
    item(
        "Encoding of the built-in solver for this puzzle",
        format!("`{}`", puzzle.builtin_encoding()),
    );
    let techniques: Vec<&str> = techniques(kind).iter().map(|technique| technique.name).collect();
    item("Techniques of `grade`", list(&techniques).join(", "));
}
