//! Replaying cut ledgers: recorded, damaged, and for another puzzle; and certificates that other commands write.

mod command;
mod written;

use std::collections::BTreeSet;

use encycle::certify::read_ledger;
use encycle::encodings::export::variable_names;
use encycle::encodings::puzzle::LineShape;
use encycle::puzzle::{Puzzle, PuzzleKind};
use encycle::solve::{LedgerEntry, SearchOptions, Solve, Verdict};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

use crate::certificates::{all_solutions, parse};

/// Small puzzles with all verdicts, and several of the same size.
const SMALL: [&str; 16] = [
    "slitherlink 3 3\n3.3\n...\n3.3\n",
    "slitherlink 3 3\n.2.\n2.2\n.2.\n",
    "slitherlink 3 3\n...\n.0.\n...\n",
    "slitherlink 3 3\n3..\n..3\n.3.\n",
    "slitherlink 1 5\n3...3\n",
    "slitherlink 1 5\n..0..\n",
    "slitherlynx 2 3\n...\n.4.\n",
    "hamilton 3 4\n....\n....\n....\n",
    "hamilton 3 3\n...\n...\n...\n",
    "hamilton 3 3 path\n...\n...\n...\n",
    "hamilton 3 3 path\nS..\n...\n..E\n",
    "numberlink 3 3 cover\n1 . .\n. . .\n1 2 2\n",
    "numberlink 3 4 cover\n1 . . 2\n. . . .\n1 . . 2\n",
    "numberlink 3 3\n1 . 2\n. . .\n1 . 2\n",
    "numberlink 3 3\n1 . .\n. . .\n2 1 2\n",
    "reachability 2 3\nS . .\n- ?\n. x|o\n",
];

/// The verdict by the number of solutions.
fn verdict(puzzle: &Puzzle) -> Verdict {
    match all_solutions(puzzle).len() {
        0 => Verdict::NoSolution,
        1 => Verdict::Unique,
        _ => Verdict::Several,
    }
}

/// The ledger of a search for two solutions, as text.
fn ledger(puzzle: &Puzzle, encoding: &str) -> String {
    let outcome = Solve::new(puzzle).encodings([encoding]).presolve(false).unique().run();
    let outcome = outcome.expect("an outcome").main.outcome;
    let encoding = puzzle.encoding(encoding).expect("an encoding");
    let names = variable_names(&|sink| encoding.encode(sink));
    let line = |cut| serde_json::to_string(&LedgerEntry::new(1, cut, &names)).expect("JSON");
    outcome.ledger.iter().map(|cut| line(cut) + "\n").collect()
}

/// The verdict of a search that starts from a ledger; `None` if the ledger is refused as a whole.
fn replayed(puzzle: &Puzzle, encoding: &str, text: &str) -> Option<(Verdict, usize, usize)> {
    let inner = puzzle.encoding(encoding).expect("an encoding");
    let recorded = read_ledger(text, puzzle, &inner, true).ok()?;
    let (used, refused) = (recorded.cuts, recorded.refused.len());
    let options = SearchOptions { start: recorded.start, ..SearchOptions::default() };
    let run = Solve::new(puzzle).encodings([encoding]).presolve(false).options(options).unique();
    Some((run.run().expect("an outcome").verdict(), used, refused))
}

/// Encodings with cuts over edges, over cells, and over both.
fn encodings(puzzle: &Puzzle) -> Vec<String> {
    let wanted = ["edge", "colour", "edge+colours", "degree"];
    puzzle.encoding_names().into_iter().filter(|name| wanted.contains(&&**name)).collect()
}

#[test]
fn a_recorded_ledger_needs_one_round_at_most() {
    for puzzle in SMALL.iter().map(|text| parse(text)) {
        // there are no arguments for reachability, for the cells of several loops, and for the ends of a path
        let free = LineShape::Paths { free_ends: 2 };
        let has_free_ends = puzzle.line_problem().is_some_and(|problem| problem.shape == free);
        let has_arguments = |name: &String| match puzzle.kind() {
            PuzzleKind::Reachability => false,
            PuzzleKind::Slitherlynx => name == "edge",
            _ => !has_free_ends,
        };
        for encoding in encodings(&puzzle).into_iter().filter(has_arguments) {
            let text = ledger(&puzzle, &encoding);
            let inner = puzzle.encoding(&encoding).expect("an encoding");
            let recorded = read_ledger(&text, &puzzle, &inner, true).expect("a ledger");
            assert_eq!(recorded.refused, [], "{encoding}: {puzzle:?}");
            let options = SearchOptions { start: recorded.start, ..SearchOptions::default() };
            let run = Solve::new(&puzzle).encodings([encoding]).presolve(false).options(options);
            let outcome = run.unique().run().expect("an outcome");
            assert_eq!(outcome.verdict(), verdict(&puzzle), "{puzzle:?}");
            assert!(outcome.main.outcome.rounds.len() <= 1, "{puzzle:?}");
        }
    }
}

/// After any change to a ledger, and with the ledger of another puzzle, the verdict is that of all solutions.
#[test]
fn a_damaged_ledger_gives_no_wrong_verdict() {
    let mut random = Pcg64Mcg::seed_from_u64(23);
    let puzzles: Vec<Puzzle> = SMALL.iter().map(|text| parse(text)).collect();
    let mut cases = Vec::new();
    for puzzle in &puzzles {
        let expected = verdict(puzzle);
        for encoding in encodings(puzzle) {
            let inner = puzzle.encoding(&encoding).expect("an encoding");
            let names = variable_names(&|sink| inner.encode(sink));
            cases.push((puzzle, expected, names, ledger(puzzle, &encoding), encoding));
        }
    }
    let (mut whole, mut used, mut refused) = (0, 0, 0);
    for number in 0..6_000 {
        let (puzzle, expected, names, _, encoding) = &cases[number % cases.len()];
        // the ledger of this puzzle or of another one
        let (.., text, _) = match random.random_range(0..3) {
            0 => &cases[random.random_range(0..cases.len())],
            _ => &cases[number % cases.len()],
        };
        let text = mutated(text, names, &mut random);
        match replayed(puzzle, encoding, &text) {
            None => whole += 1,
            Some((verdict, cuts, bad)) => {
                assert_eq!(verdict, *expected, "{number}: {encoding}, {puzzle:?}\n{text}");
                used += cuts;
                refused += bad;
            }
        }
    }
    assert!(whole > 200 && used > 2_000 && refused > 2_000, "{whole} {used} {refused}");
}

/// Changes some lines of a ledger.
fn mutated(text: &str, names: &[String], random: &mut Pcg64Mcg) -> String {
    let entries = text.lines().map(serde_json::from_str::<LedgerEntry>);
    let mut entries: Vec<LedgerEntry> = entries.collect::<Result<_, _>>().expect("a ledger");
    let any = |random: &mut Pcg64Mcg| {
        let sign = if random.random() { "-" } else { "" };
        format!("{sign}{}", names[random.random_range(0..names.len())])
    };
    for _ in 0..random.random_range(1..4) {
        // a cut that makes the formula unsatisfiable, or cuts off solutions
        if entries.is_empty() || random.random_range(0..3) == 0 {
            let literals = (0..random.random_range(0..5)).map(|_| any(random)).collect();
            let (kind, reason) = ("loop".to_owned(), String::new());
            let family = if random.random() { "cut" } else { "block" }.to_owned();
            let form = ["clause", "two", "crossing"][random.random_range(0..3)].to_owned();
            entries.push(LedgerEntry { round: 1, family, kind, literals, reason, length: 0, form });
            continue;
        }
        let entry = random.random_range(0..entries.len());
        let entry = &mut entries[entry];
        let at = random.random_range(0..entry.literals.len().max(1));
        match random.random_range(0..6) {
            0 if !entry.literals.is_empty() => drop(entry.literals.remove(at)),
            1 if !entry.literals.is_empty() => {
                let literal = &entry.literals[at];
                let flipped = literal.strip_prefix('-').map(str::to_owned);
                entry.literals[at] = flipped.unwrap_or_else(|| format!("-{literal}"));
            }
            2 if !entry.literals.is_empty() => entry.literals[at] = any(random),
            3 => entry.literals.clear(),
            4 => entry.family = if entry.family == "cut" { "block" } else { "cut" }.to_owned(),
            _ => entry.literals.push(any(random)),
        }
    }
    let line = |entry: &LedgerEntry| serde_json::to_string(entry).expect("JSON") + "\n";
    entries.iter().map(line).collect()
}

/// Any clause that is accepted as a cut holds in every solution, over edges, of loops and paths, and over cells.
#[test]
fn accepted_cuts_hold_in_every_solution() {
    let mut random = Pcg64Mcg::seed_from_u64(24);
    let (mut accepted, mut tried) = (0, 0);
    for text in [
        "slitherlink 3 3\n...\n...\n...\n",
        "slitherlink 3 4\n...2\n.1..\n....\n",
        "numberlink 3 3\n1 . 2\n. . .\n1 . 2\n",
        "numberlink 3 4 cover\n1 . . 2\n. . . .\n1 . . 2\n",
        "hamilton 3 3 path\nS..\n...\n..E\n",
    ] {
        let puzzle = parse(text);
        let solutions = all_solutions(&puzzle);
        for name in encodings(&puzzle).iter().map(String::as_str).filter(|name| !name.contains('+'))
        {
            let encoding = puzzle.encoding(name).expect("an encoding");
            let names = variable_names(&|sink| encoding.encode(sink));
            let names = match name {
                "colour" => &names[..puzzle.loop_grid().expect("a grid").cell_count()],
                _ => &names[..puzzle.atom_count()],
            };
            for _ in 0..3_000 {
                tried += 1;
                let literals: BTreeSet<String> = (0..random.random_range(1..9))
                    .map(|_| {
                        let sign = if random.random() { "-" } else { "" };
                        format!("{sign}{}", names[random.random_range(0..names.len())])
                    })
                    .collect();
                let list: Vec<String> = literals.iter().cloned().collect();
                let line = format!(
                    "{{\"round\":1,\"family\":\"cut\",\"kind\":\"loop\",\"literals\":{},\"reason\":\"\",\"length\":1}}",
                    serde_json::to_string(&list).expect("JSON")
                );
                let recorded = read_ledger(&line, &puzzle, &encoding, false).expect("a ledger");
                if recorded.cuts == 0 {
                    continue;
                }
                accepted += 1;
                for solution in &solutions {
                    let drawn: BTreeSet<String> =
                        puzzle.atom_names(solution).iter().map(ToString::to_string).collect();
                    let is_true = |name: &str| match name.strip_prefix("in_") {
                        None => drawn.contains(name),
                        Some(place) => {
                            let (row, col) = place.split_once('_').expect("a cell");
                            let col: usize = col.parse().expect("a column");
                            let left = |col| drawn.contains(&format!("v_{row}_{col}"));
                            (1..=col).filter(|&col| left(col)).count() % 2 == 1
                        }
                    };
                    let holds = |literal: &String| match literal.strip_prefix('-') {
                        Some(name) => !is_true(name),
                        None => is_true(literal),
                    };
                    assert!(literals.iter().any(holds), "{text}{literals:?}");
                }
            }
        }
    }
    assert!(accepted > 500 && tried == 21_000, "{accepted} of {tried}");
}
