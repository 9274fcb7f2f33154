//! Recorded outputs, damaged in ten thousand ways for each dialect. Decoding gives the only solution, a model that
//! violates a rule, "unknown", or an error with its line. It gives "no solution" only if the text has the complete
//! statement of its dialect for that. The seeds are fixed.

use std::panic::{AssertUnwindSafe, catch_unwind};

use encycle::decode::{DecodeError, Decoded, decode, recognise};
use encycle::encodings::puzzle::Solution;
use encycle::puzzle::Puzzle;
use encycle::solvers::answers::AnswerReader;
use encycle::solvers::{Dialect, SolverKind, VariableNames};
use proptest::prelude::Rng;
use proptest::test_runner::{RngAlgorithm, TestRng};

use crate::support::recorded::{self, Recording};

const CASES: usize = 10_000;

/// Replacements for a word.
const TOKENS: [&str; 28] = [
    "nan",
    "inf",
    "-inf",
    "0.5",
    "0.9999999",
    "0.9999",
    "1e-12",
    "-0",
    "-1e-9",
    "0",
    "1",
    "-1",
    "2",
    "1,0",
    "1e999",
    "x0",
    "x_1",
    "C1",
    "h_1_1",
    "-h_1_1",
    "h_9_9",
    "32",
    "-32",
    "99999999999999999999",
    "-9223372036854775808",
    "\"",
    "<",
    "",
];

/// Statuses of all dialects, which replace each other.
const STATUSES: [&str; 33] = [
    "UNSATISFIABLE",
    "SATISFIABLE",
    "INDETERMINATE",
    "UNKNOWN",
    "UNSAT",
    "SAT",
    "INDET",
    "unsat",
    "sat",
    "timeout",
    "s cnf 1",
    "s cnf 0",
    "s cnf -1",
    "No solution in",
    "New solution: 0",
    "Optimum: 0",
    "Integer infeasible",
    "Infeasible",
    "infeasible",
    "Optimal Solution Found",
    "Optimal",
    "optimal solution found",
    "Stopped on time",
    "no solution available",
    "INTEGER OPTIMAL",
    "INTEGER EMPTY",
    "INTEGER UNDEFINED",
    "91 31 o",
    "91 31 n",
    "Feasible",
    "None",
    "This problem is infeasible",
    "Problem Infeasible",
];

struct Random(TestRng);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        (self.0.next_u64() % bound.max(1) as u64) as usize
    }

    fn pick<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.below(of.len())]
    }
}

/// Damages a text in a way that turns a status into another one only by a rare coincidence.
fn damage(random: &mut Random, text: &mut Vec<u8>) {
    let mut lines: Vec<Vec<u8>> =
        text.split_inclusive(|&b| b == b'\n').map(<[u8]>::to_vec).collect();
    let (line, other) = (random.below(lines.len()), random.below(lines.len()));
    match random.below(9) {
        0 if !text.is_empty() => {
            let at = random.below(text.len());
            text[at] ^= 1 << random.below(8);
            return;
        }
        1 => {
            let end = random.below(text.len() + 1);
            text.truncate(end);
            return;
        }
        2 => {
            let at = random.below(text.len() + 1);
            text.splice(at..at, [[0xff, 0x80, 0xc3, 0, b'\r', b' ', b'\n'][random.below(7)]]);
            return;
        }
        3 => {
            *text = text
                .iter()
                .flat_map(|&b| {
                    [b"\r".as_slice(), &[]][usize::from(b != b'\n')].iter().copied().chain([b])
                })
                .collect()
        }
        _ if lines.is_empty() => return,
        4 => drop(lines.remove(line)),
        5 => lines.insert(other, lines[line].clone()),
        6 => lines.swap(line, other),
        _ => {
            let line = &mut lines[line];
            let words: Vec<(usize, usize)> = words_of(line);
            if !words.is_empty() {
                let (start, end) = words[random.below(words.len())];
                line.splice(start..end, random.pick(&TOKENS).bytes());
            }
        }
    }
    if !lines.concat().is_empty() {
        *text = lines.concat();
    }
}

/// The start and length of each word of a line.
fn words_of(line: &[u8]) -> Vec<(usize, usize)> {
    let words = line.split(|b| b" \t\n\"".contains(b)).filter(|word| !word.is_empty());
    let start = |word: &[u8]| word.as_ptr() as usize - line.as_ptr() as usize;
    words.map(|word| (start(word), start(word) + word.len())).collect()
}

/// Replaces a status by another one, or the end of the text by the end of another output.
fn change_status(random: &mut Random, text: &mut Vec<u8>, others: &[&str]) {
    let string = String::from_utf8_lossy(text).into_owned();
    let places: Vec<(usize, &str)> =
        STATUSES.iter().flat_map(|word| string.match_indices(word)).collect();
    if places.is_empty() || random.below(3) == 0 {
        let other = random.pick(others).as_bytes();
        text.truncate(random.below(text.len() + 1));
        text.extend_from_slice(&other[random.below(other.len() + 1)..]);
        return;
    }
    let (at, word) = places[random.below(places.len())];
    *text =
        [&string[..at], random.pick(&STATUSES), &string[at + word.len()..]].concat().into_bytes();
}

/// Whether a text has the complete statement of the dialect that there is no solution. Independent of the readers.
fn states_unsatisfiable(dialect: Dialect, text: &str) -> bool {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let any = |test: &dyn Fn(&str) -> bool| lines.iter().any(|line| test(line));
    let first = lines.first().copied().unwrap_or("");
    match dialect {
        Dialect::Competition | Dialect::PseudoBoolean | Dialect::MaxSat => any(&|line| {
            let words = words(line);
            words[0] == "s"
                && words.get(1).is_some_and(|word| word.trim_end_matches(':') == "UNSATISFIABLE")
        }),
        Dialect::Minisat => lines == ["UNSAT"],
        Dialect::Qdimacs => {
            any(&|line| words(line).starts_with(&["s", "cnf", "0"].map(str::to_owned)))
        }
        Dialect::Toulbar2 => any(&|line| line.starts_with("No solution in ")),
        Dialect::SatSolver => any(&|line| line == "UNSATISFIABLE"),
        Dialect::Cbc => {
            first.starts_with("Infeasible - objective value ")
                || first.starts_with("Integer infeasible - objective value ")
        }
        Dialect::Glpk => {
            let status = any(
                &|line| matches!(&words(line)[..], [s, mip, _, _, n, ..] if s == "s" && mip == "mip" && n == "n"),
            );
            status
                && any(&|line| words(line) == ["e", "o", "f"])
                && !text.contains("INTEGER OPTIMAL")
        }
        Dialect::GlpkReport => any(&|line| words(line) == ["Status:", "INTEGER", "EMPTY"]),
        Dialect::Highs => {
            let raw: Vec<&str> = text.lines().map(str::trim).collect();
            raw.windows(2).any(|pair| pair == ["Model status", "Infeasible"])
        }
        Dialect::Scip => {
            any(&|line| words(line) == ["solution", "status:", "infeasible"])
                && any(&|line| words(line) == ["no", "solution", "available"])
        }
        // it writes no file without a solution
        Dialect::Gurobi => false,
        Dialect::Cplex => {
            text.contains("\"integer infeasible\"") || text.contains("\"infeasible\"")
        }
        Dialect::Symphony => {
            text.contains("* Problem Infeasible ")
                || text.contains("* Problem Found Infeasible in Preprocessing ")
        }
        Dialect::LpSolve => any(&|line| line == "This problem is infeasible"),
        Dialect::Z3Lp => first == "unsat",
    }
}

/// The number of cases by result.
#[derive(Debug, Default)]
struct Results {
    solved: usize,
    broken: usize,
    no_solution: usize,
    unknown: usize,
    errors_at_a_line: usize,
    other_errors: usize,
}

/// Decodes a damaged output by a dialect, and asserts that the result is admissible.
fn judge(
    results: &mut Results,
    puzzle: &Puzzle,
    solution: &Solution,
    recording: &Recording,
    dialect: Dialect,
    text: &str,
    blind: bool,
) {
    match decode(puzzle, &recording.map, dialect, text) {
        Ok(Decoded::Model(told)) => match &told.broken {
            None => {
                assert_eq!(told.solution, *solution);
                results.solved += 1;
            }
            Some(broken) => {
                assert!(!broken.rule.is_empty() && !broken.violation.is_empty());
                results.broken += 1;
            }
        },
        Ok(Decoded::NoSolution) => {
            assert!(
                states_unsatisfiable(dialect, text),
                "no solution without the statement of the dialect"
            );
            assert!(!blind, "a solved puzzle has become one without a solution");
            results.no_solution += 1;
        }
        Ok(Decoded::NotEncoded | Decoded::NoSecondSolution | Decoded::NoneInPart { .. }) => {
            panic!("the formulas leave nothing out")
        }
        Ok(Decoded::Unbounded { .. }) => panic!("a puzzle has no objective"),
        Ok(Decoded::Unknown { reason: why }) => {
            let (line, why) = why.expect("a reason");
            assert!(!why.is_empty() && line <= text.lines().count());
            results.unknown += 1;
        }
        Err(DecodeError::Bad(bad) | DecodeError::OtherSide { bad, .. }) => {
            assert!(!bad.reason.is_empty());
            assert!(bad.line.is_none_or(|line| 0 < line && line <= text.lines().count()), "{bad}");
            *(if bad.line.is_some() {
                &mut results.errors_at_a_line
            } else {
                &mut results.other_errors
            }) += 1;
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            results.other_errors += 1;
        }
    }
}

/// Asserts that reading line by line, as from a running solver, gives the same result as reading the file.
fn assert_streamed_alike(dialect: Dialect, recording: &Recording, bytes: &[u8], text: &str) {
    let names = match dialect.kind() {
        SolverKind::Sat | SolverKind::MaxSat => {
            VariableNames::Numbered(recording.map.names().len())
        }
        SolverKind::Mip => VariableNames::Columns(recording.map.names()),
        SolverKind::Pb => VariableNames::Opb(recording.map.names().len()),
    };
    let mut stream = AnswerReader::new(dialect, names.len());
    let mut lines: Vec<&[u8]> = bytes.split(|&b| b == b'\n').collect();
    lines.pop_if(|last| last.is_empty());
    lines.into_iter().for_each(|line| stream.line(line));
    assert_eq!(stream.finish(names), dialect.read(text, names));
}

fn never_a_wrong_verdict(dialect: Dialect) {
    let recordings = recorded::recordings();
    let of_it: Vec<&Recording> = recordings.iter().filter(|one| one.dialect == dialect).collect();
    let (puzzle, solution) = (recorded::puzzle("puzzle.txt"), recorded::solution());
    let mut seed = [0; 32];
    seed[..dialect.name().len()].copy_from_slice(dialect.name().as_bytes());
    let mut random = Random(TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
    let mut results = Results::default();
    for case in 0..CASES {
        let recording = random.pick(&of_it);
        let others: Vec<&str> =
            [Some(&recording.solved), recording.none.as_ref(), recording.unknown.as_ref()]
                .into_iter()
                .flatten()
                .map(String::as_str)
                .collect();
        // every other case starts from a solved output, where a wrong result matters most
        let base = if random.below(2) == 0 { others[0] } else { random.pick(&others) };
        let mut bytes = base.as_bytes().to_vec();
        let mut blind = base == recording.solved;
        if random.below(4) == 0 {
            change_status(&mut random, &mut bytes, &others);
            blind = false;
        }
        for _ in 0..=random.below(3) {
            damage(&mut random, &mut bytes);
        }
        let text = String::from_utf8_lossy(&bytes);
        let result = catch_unwind(AssertUnwindSafe(|| {
            judge(&mut results, &puzzle, &solution, recording, dialect, &text, blind);
            if let Ok(found) = recognise(&text)
                && found != dialect
            {
                judge(&mut results, &puzzle, &solution, recording, found, &text, blind);
            }
            if !dialect.uses_file() {
                assert_streamed_alike(dialect, recording, &bytes, &text);
            }
        }));
        assert!(result.is_ok(), "case {case}, from {}:\n{text:?}", recording.name);
    }
    eprintln!("{}: {results:?}", dialect.name());
    // otherwise the damage is too strong or too weak
    assert!(results.solved > CASES / 50 && results.errors_at_a_line > CASES / 50, "{results:?}");
}

/// Flips every single bit of the smallest solved output: none gives "no solution" or another solution. For long
/// outputs only the lowest bit of each byte is flipped, which turns `n` into `o`.
fn no_bit_flip_gives_a_wrong_verdict(dialect: Dialect) {
    let recordings = recorded::recordings();
    let of_it = recordings.iter().filter(|one| one.dialect == dialect);
    let smallest = of_it.min_by_key(|one| one.solved.len()).expect("a recording");
    let (puzzle, solution) = (recorded::puzzle("puzzle.txt"), recorded::solution());
    let mut results = Results::default();
    let mut bytes = smallest.solved.clone().into_bytes();
    let bits = if bytes.len() > 2000 { 1 } else { 8 };
    for at in 0..bytes.len() {
        for bit in 0..bits {
            bytes[at] ^= 1 << bit;
            let text = String::from_utf8_lossy(&bytes);
            judge(&mut results, &puzzle, &solution, smallest, dialect, &text, true);
            bytes[at] ^= 1 << bit;
        }
    }
    assert!(results.solved > 0 && results.no_solution == 0, "{results:?}");
}

macro_rules! dialects {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                let dialect = stringify!($name).replace('_', "-").parse().expect("a dialect");
                never_a_wrong_verdict(dialect);
                no_bit_flip_gives_a_wrong_verdict(dialect);
            }
        )*

        #[test]
        fn every_dialect_is_damaged() {
            let mut names = [$(stringify!($name).replace('_', "-")),*];
            let mut all = Dialect::ALL.map(|dialect| dialect.name().to_owned());
            names.sort();
            all.sort();
            assert_eq!(names, all);
        }
    };
}

dialects! {
    competition minisat qdimacs toulbar2 sat_solver
    cbc glpk glpk_report highs scip gurobi cplex symphony lp_solve z3_lp
    pseudo_boolean max_sat
}
