//! Sentences about all kinds, and the tests that keep them.

use std::fs;

use encycle::puzzle::PuzzleKind;

use super::{kinds_where, root, texts};

/// Sentences about all kinds, each with the test that keeps it: a part of the sentence, the file and the function.
const ABOUT_ALL_KINDS: &[(&str, &str, &str)] = &[
    (
        "`examples/` has puzzles of every kind",
        "tests/solvers/page/examples.rs",
        "every_example_of_every_kind_is_solved_by_clicks",
    ),
    (
        "(topic `encodings`) | the encodings of each kind",
        "tests/it/claims/mod.rs",
        "lists_of_kinds_are_complete",
    ),
    (
        "It takes the rows of every encoding of every kind",
        "tests/it/solutions/brute_force.rs",
        "microlp_takes_every_encoding",
    ),
    (
        "lists the encodings of each kind",
        "tests/it/kinds.rs",
        "every_encoding_is_counted_and_explained",
    ),
    (
        "`generate` supports every kind except reachability",
        "tests/it/generate/strategies.rs",
        "SIZES",
    ),
    ("holds an instance of any kind", "core/src/puzzle/mod.rs", "kinds!"),
    (
        "The base encoding of each kind is `degree`",
        "encodings/tests/it/cell_loops/geradeweg.rs",
        "degree",
    ),
    ("has two puzzles of each kind with their solutions", "tests/it/kinds.rs", "examples"),
    ("(`Puzzle` is the enum of all kinds)", "core/src/puzzle/mod.rs", "kinds!"),
    (
        "the tests have done with each kind in the browser",
        "tests/solvers/page/entered.rs",
        "every_kind_does_what_the_table_says",
    ),
    (
        "for each kind they have solved an example",
        "tests/solvers/page/entered.rs",
        "every_kind_does_what_the_table_says",
    ),
    (
        "On the page, puzzles of all kinds",
        "tests/solvers/page/examples.rs",
        "every_example_of_every_kind_is_solved_by_clicks",
    ),
    (
        "puzzles with one solution for every kind except reachability",
        "tests/it/generate/strategies.rs",
        "SIZES",
    ),
    (
        "the human difficulty of a puzzle of any kind",
        "tests/it/deduction/ladders.rs",
        "no_technique_excludes_a_solution",
    ),
    ("generates random small puzzles of every kind", "tests/slow/oracle.rs", "PuzzleKind::all()"),
    ("iterates over all kinds", "tests/it/solutions/brute_force.rs", "cut"),
    ("from `Kind::image` of each kind", "tests/it/solutions/symmetry.rs", "varied()"),
    (
        "small puzzles of each kind",
        "tests/it/solutions/brute_force.rs",
        "batsat_finds_exactly_all_solutions",
    ),
    ("this cell has that value) for every kind", "tests/it/kinds.rs", "PuzzleKind::all()"),
    ("has one input format for each kind", "solvers/src/catalogue/description.rs", "validate"),
    (
        "works for every kind except",
        "tests/it/claims/mod.rs",
        "the_kinds_without_thin_and_repair_are_those_that_the_help_names",
    ),
    ("plain (every kind)", "tests/it/kinds.rs", "every_example_survives_its_formats"),
    (
        "encodings of each kind, CNF methods",
        "tests/it/claims/mod.rs",
        "lists_of_kinds_are_complete",
    ),
    ("kinds of cut", "tests/it/solutions/brute_force.rs", "cut"),
    (
        "reads a bare grid of any kind",
        "tests/it/formats/bare.rs",
        "a_bare_grid_of_most_kinds_was_refused_although_the_kind_was_given",
    ),
    (
        "reads a bare grid of every kind",
        "tests/it/formats/bare.rs",
        "a_bare_grid_of_most_kinds_was_refused_although_the_kind_was_given",
    ),
    (
        "where no value is 0, in all kinds",
        "tests/it/formats/bare.rs",
        "the_symbols_of_an_empty_cell_are_the_same_in_all_kinds",
    ),
    (
        "`pzprv3` files of all kinds with addresses",
        "tests/slow/texts.rs",
        "every_format_and_dialect_is_read_back",
    ),
    (
        "contradictory clues are `no-solution` in all kinds",
        "tests/it/generate/repair.rs",
        "contradict",
    ),
    (
        "read the text that `solve` prints, of every kind",
        "tests/it/formats/printed.rs",
        "a_printed_solution_of_any_kind_was_no_solution",
    ),
    ("the solutions of random puzzles of every kind", "tests/slow/oracle.rs", "PuzzleKind::all()"),
    ("every kind can begin empty", "tests/it/page/edit.rs", "every_kind_begins_empty"),
    (
        "certificates exist for every kind",
        "tests/it/claims/mod.rs",
        "every_kind_has_certificates_as_the_texts_say",
    ),
    (
        "every kind has an encoding whose models are exactly the solutions",
        "tests/it/commands/exported.rs",
        "the_exported_encoding_of_every_kind_is_whole",
    ),
    ("every kind with certificates", "tests/it/certificates/random.rs", "has_certificates"),
    (
        "every kind that is a text file",
        "tests/it/certificates/random.rs",
        "certificates_of_written_kinds_list_the_solutions_of_brute_force",
    ),
];

/// "All kinds" held for nine of twenty.
#[test]
fn every_sentence_about_all_kinds_names_its_test() {
    for (part, file, test) in ABOUT_ALL_KINDS {
        let text = fs::read_to_string(root().join(file));
        let text = text.unwrap_or_else(|error| panic!("`{part}`: {file}: {error}"));
        assert!(text.contains(test), "`{part}`: {file} has no {test}");
    }
    let quantifiers =
        ["all kinds", "every kind", "each kind", "any kind"].map(|words| format!(" {words}"));
    for (name, text) in texts() {
        // measurements are about the puzzles that they name
        if name.starts_with("docs/research/") {
            continue;
        }
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let lower = text.to_lowercase();
        for words in &quantifiers {
            for (start, _) in lower.match_indices(words.as_str()) {
                let least = lower[..start].char_indices().rev().nth(60).map_or(0, |(at, _)| at);
                let most =
                    lower[start..].char_indices().nth(90).map_or(lower.len(), |(at, _)| start + at);
                let around = &lower[least..most];
                let is_kept =
                    ABOUT_ALL_KINDS.iter().any(|(part, ..)| around.contains(&part.to_lowercase()));
                assert!(is_kept, "{name}: `{around}`: name the test that keeps this claim");
            }
        }
    }
}

#[test]
fn every_kind_of_a_program_has_several_encodings() {
    let single = kinds_where(|puzzle| puzzle.encoding_names().len() < 2);
    assert!(single.iter().all(|kind| matches!(kind, PuzzleKind::Written(_))), "{single:?}");
}
