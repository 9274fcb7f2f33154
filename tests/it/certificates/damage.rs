//! Damaged certificates are refused, unless the claim still holds.

use std::fs;
#[cfg(feature = "installed-solvers")]
use std::path::Path;

use encycle::certify::{
    Certificate, CertifyOptions, Claim, CountingProof, CountingToken, VerifyError,
    certificate_encoding, certify,
};
use encycle::encodings::grid::Isometry;
use encycle::encodings::kinds::SolutionFamily;
use encycle::encodings::logic::{CardMethod, CnfMethod, LoweringOptions};
use encycle::encodings::puzzle::Solution;
use encycle::puzzle::{Puzzle, PuzzleKind};
use encycle::solve::Solve;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

use super::{SMALL, all_solutions, made, parse};
use crate::support::binary::stdout;
#[cfg(feature = "installed-solvers")]
use crate::support::long_or;

/// A certificate is accepted only if its claim holds: after any change to formula, names, proof, solutions, claim or puzzle,
/// it is refused, or brute force confirms what it says.
#[test]
fn mutants_are_accepted_only_if_the_claim_still_holds() {
    let mut random = Pcg64Mcg::seed_from_u64(19);
    let certificates = certificates_to_damage();
    let (mut refused, mut accepted) = (0, 0);
    for number in 0..12_000 {
        let mut mutant = certificates[number % certificates.len()].clone();
        mutate(&mut mutant, &mut random);
        match mutant.verify() {
            Err(_) => refused += 1,
            Ok(()) => {
                accepted += 1;
                assert!(holds(&mutant), "mutant {number} of {:?}", mutant.puzzle);
            }
        }
    }
    assert!(refused > 6_000 && accepted > 100, "{refused} refused, {accepted} accepted");
}

/// The same for the files: a word or a line that is lost, doubled, swapped or replaced, with the right SHA-256.
#[test]
fn damaged_files_are_accepted_only_if_the_claim_still_holds() {
    let mut random = Pcg64Mcg::seed_from_u64(21);
    let (mut refused, mut accepted) = (0, 0);
    for certificate in certificates_to_damage() {
        let folder = tempfile::tempdir().expect("a folder");
        certificate.write(folder.path()).expect("files");
        let manifest = folder.path().join("certificate.json");
        let info = fs::read_to_string(&manifest).expect("a file");
        for _ in 0..60 {
            let names = ["puzzle.txt", "formula.map", "formula.cnf", "cuts.jsonl", "solutions.txt"];
            let mut names = [&names[..], &["proof.lrat", "certificate.json"]].concat();
            names.extend(folder.path().join("rules.txt").exists().then_some("rules.txt"));
            let path = folder.path().join(names[random.random_range(0..names.len())]);
            let text = fs::read_to_string(&path).expect("a file");
            let changed = damaged(&text, &mut random);
            fs::write(&path, &changed).expect("a file");
            if path != manifest {
                let hash = |text: &str| encycle::files::sha256::of_text(text);
                let changed = info.replace(&hash(&text), &hash(&changed));
                fs::write(&manifest, changed).expect("a file");
            }
            let read = Certificate::read(folder.path());
            match read.ok().filter(|(read, _)| read.verify().is_ok()) {
                None => refused += 1,
                Some((read, _)) => {
                    accepted += 1;
                    assert!(holds(&read), "{}: {text} became {changed}", path.display());
                }
            }
            fs::write(&path, &text).expect("a file");
            fs::write(&manifest, &info).expect("a file");
        }
    }
    assert!(refused > 1_000 && accepted > 100, "{refused} refused, {accepted} accepted");
}

/// Loses, doubles, swaps or replaces a line or a word.
fn damaged(text: &str, random: &mut Pcg64Mcg) -> String {
    let separator = if random.random() { '\n' } else { ' ' };
    let mut parts: Vec<&str> = text.split(separator).collect();
    let [a, b] = [(); 2].map(|()| random.random_range(0..parts.len()));
    match random.random_range(0..4) {
        0 => drop(parts.remove(a)),
        1 => parts.insert(a, parts[b]),
        2 => parts.swap(a, b),
        _ => parts[a] = parts[b],
    }
    parts.join(&separator.to_string())
}

/// Certificates of all small puzzles with a variable: with atoms only, with auxiliary variables, and for forced atoms.
fn certificates_to_damage() -> Vec<Certificate> {
    let mut all = Vec::new();
    for puzzle in SMALL.iter().map(|text| parse(text)).filter(|puzzle| puzzle.atom_count() > 0) {
        let plain = made(&puzzle);
        let encoding = match certificate_encoding(&puzzle) {
            edge if edge == "edge" => "two-line".to_owned(),
            encoding => encoding,
        };
        let options = CertifyOptions {
            encoding: Some(encoding),
            lowering: Some(LoweringOptions {
                cnf: CnfMethod::PlaistedGreenbaum,
                card: CardMethod::Totalizer,
                ..LoweringOptions::default()
            }),
            limit: 200,
            ..CertifyOptions::default()
        };
        all.push(certify(&puzzle, &options).expect("a certificate"));
        if let Some(first) = plain.solutions.first() {
            let has =
                |atom: usize| plain.solutions.iter().all(|one| one.has(atom) == first.has(atom));
            let forced: Vec<(usize, bool)> = (0..puzzle.atom_count())
                .filter(|&atom| has(atom))
                .map(|atom| (atom, first.has(atom)))
                .collect();
            if !forced.is_empty() {
                let options = CertifyOptions { forced, ..CertifyOptions::default() };
                all.push(certify(&puzzle, &options).expect("a certificate"));
            }
        }
        all.push(plain);
    }
    all
}

/// Whether the claim of a certificate is true, by brute force.
pub fn holds(certificate: &Certificate) -> bool {
    let all = all_solutions(&certificate.puzzle);
    if certificate.claim == Claim::Forced {
        let has = |&(atom, value): &(usize, bool)| all.iter().all(|one| one.has(atom) == value);
        return certificate.forced.iter().all(has);
    }
    let mut listed = certificate.solutions.clone();
    listed.sort();
    listed == all
}

pub fn mutate(mutant: &mut Certificate, random: &mut Pcg64Mcg) {
    let below = |random: &mut Pcg64Mcg, bound: usize| random.random_range(0..bound.max(1));
    let Certificate { formula, names, proof, solutions, puzzle, claim, forced, counting, .. } =
        mutant;
    if let Some(counting) = counting.as_mut().filter(|_| random.random_bool(0.7)) {
        return mutate_counting(counting, random);
    }
    let clause = below(random, formula.len());
    match random.random_range(0..13) {
        0 => drop(formula.remove(clause)),
        1 | 2 => {
            let at = below(random, formula[clause].len());
            if let Some(literal) = formula[clause].get_mut(at) {
                *literal = -*literal;
            }
        }
        3 => {
            let at = below(random, formula[clause].len());
            if !formula[clause].is_empty() {
                formula[clause].remove(at);
            }
        }
        // a clause that makes the formula unsatisfiable, as an unsound cut does
        4 => {
            formula[clause] =
                vec![if random.random() { 1 } else { -1 } * (below(random, names.len()) as i32 + 1)]
        }
        5 => formula[clause].clear(),
        6 if random.random() && !forced.is_empty() => {
            let one = below(random, forced.len());
            forced[one].1 = !forced[one].1;
        }
        // a proof by counting has no variables
        6 if names.is_empty() => {}
        // a variable without a meaning
        6 if random.random() => {
            let variable = below(random, names.len());
            names[variable] = "t_99999".to_owned();
        }
        6 => {
            let (a, b) = (below(random, names.len()), below(random, names.len()));
            names.swap(a, b);
        }
        7 if !proof.steps.is_empty() => {
            let step = below(random, proof.steps.len());
            match random.random_range(0..3) {
                0 => drop(proof.steps.remove(step)),
                1 => proof.steps[step].clause.push(1),
                _ => drop(proof.steps[step].hints.pop()),
            }
        }
        8 if !solutions.is_empty() => drop(solutions.pop()),
        9 if !solutions.is_empty() => {
            let one = below(random, solutions.len());
            let mut atoms = solutions[one].atoms().to_vec();
            let atom = below(random, atoms.len());
            atoms[atom] = !atoms[atom];
            solutions[one] = Solution::new(atoms);
        }
        10 if !solutions.is_empty() => solutions.push(solutions[0].clone()),
        11 => *claim = Claim::of(below(random, 3)),
        _ => {
            // another puzzle of the same kind and size
            let text = encycle::formats::write_default(puzzle).expect("a text");
            let (head, rows) = text.split_once('\n').expect("rows");
            let places: Vec<usize> = rows
                .char_indices()
                .filter(|(_, one)| one.is_ascii_digit() || *one == '.')
                .map(|(at, _)| at)
                .collect();
            // a kind without clues has no place
            let Some(&at) = places.get(below(random, places.len())) else { return };
            let clue = [".", "0", "1", "2", "3", "4"][random.random_range(0..6)];
            let changed = format!("{head}\n{}{clue}{}", &rows[..at], &rows[at + 1..]);
            if let Ok(other) = changed.parse::<Puzzle>() {
                *puzzle = other;
            }
        }
    }
}

/// Changes a row, a step, or a word of a step.
fn mutate_counting(counting: &mut CountingProof, random: &mut Pcg64Mcg) {
    let below = |random: &mut Pcg64Mcg, bound: usize| random.random_range(0..bound.max(1));
    let CountingProof { rows, steps } = counting;
    let row = below(random, rows.len());
    let step = below(random, steps.len());
    let at = below(random, steps[step].len());
    match random.random_range(0..11) {
        0 => drop(rows.remove(row)),
        1 => rows[row].bound += [-1, 1, 2][random.random_range(0..3)],
        2 => rows[row].is_equation = !rows[row].is_equation,
        3 => drop(rows[row].atoms.pop()),
        4 => {
            let other = rows[below(random, rows.len())].atoms.clone();
            rows[row].atoms.extend(other.first());
        }
        5 => drop(steps.remove(step)),
        6 => drop(steps[step].remove(at)),
        7 => {
            let other = below(random, steps[step].len());
            steps[step].swap(at, other);
        }
        8 => {
            let token = steps[step][at];
            steps[step].insert(at, token);
        }
        _ => {
            let number = random.random_range(0..=3);
            steps[step][at] = match steps[step][at] {
                CountingToken::Inequality(old) if random.random() => {
                    CountingToken::Inequality((old + number as usize).saturating_sub(2))
                }
                CountingToken::Inequality(_) => {
                    CountingToken::Inequality(below(random, 2 * rows.len() + steps.len()))
                }
                CountingToken::Literal { atom, is_positive } => {
                    CountingToken::Literal { atom, is_positive: !is_positive }
                }
                CountingToken::Add => CountingToken::Multiply(number),
                CountingToken::Multiply(_) => CountingToken::Multiply(number),
                CountingToken::Divide(_) => CountingToken::Divide(number),
            };
        }
    }
}

/// An unsound cut makes a formula that really has no model: the proof holds, and the cut is refused.
#[test]
fn an_unsound_cut_is_refused_although_the_proof_holds() {
    let puzzle = parse("slitherlink 3 3\n...\n...\n...\n");
    let options = CertifyOptions { limit: 500, ..CertifyOptions::default() };
    let mut certificate = certify(&puzzle, &options).expect("a certificate");
    let all = certificate.solutions.len();
    // a loop that is a solution is excluded as if it were a stray one, and no longer listed
    let hidden = certificate.solutions.pop().expect("a solution");
    let error = certificate.verify().expect_err("a solution is missing");
    let VerifyError::Clause { text, .. } = &error else { panic!("{error}") };
    assert_eq!(text.split(" v ").count(), hidden.true_atoms().count(), "{error}");
    assert!(all > 100);
}

/// If the loop did not visit the first cell, it was taken for a stray loop, so that a certificate without the solution was accepted.
#[test]
fn a_loop_that_is_not_listed_is_missed_wherever_it_is() {
    let mut count = 0;
    for kind in PuzzleKind::all() {
        let PuzzleKind::Written(_) = kind else { continue };
        if kind.family() != SolutionFamily::CellLoop {
            continue;
        }
        let sample: Puzzle = parse(kind.sample());
        let is_first_free = |puzzle: &Puzzle| {
            let outcome = Solve::new(puzzle).run().expect("an outcome");
            let solution = outcome.solution().expect("a solution").clone();
            let graph = puzzle.graph_of_atoms().expect("links");
            !graph.incident(0).iter().any(|edge| solution.has(edge.index()))
        };
        let images = Isometry::ALL.into_iter().filter_map(|one| sample.image(&one.into()));
        let Some(puzzle) = images.into_iter().find(is_first_free) else { continue };
        let options = CertifyOptions { limit: 200, ..CertifyOptions::default() };
        let Ok(mut certificate) = certify(&puzzle, &options) else { continue };
        certificate.verify().unwrap_or_else(|error| panic!("{kind}: {error}"));
        certificate.solutions.clear();
        certificate.claim = Claim::NoSolution;
        assert!(certificate.verify().is_err(), "{kind}");
        count += 1;
    }
    assert!(count > 5, "{count} kinds");
}

/// The checker in Python did not compare the puzzle with the rules of a text kind, so it accepted them beside any puzzle.
#[cfg(feature = "installed-solvers")]
#[test]
fn rules_beside_another_puzzle_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    made(&parse("kuromasu 2 3\n...\n.3.\n")).write(folder.path()).expect("files");
    let [file, manifest] = ["puzzle.txt", "certificate.json"].map(|name| folder.path().join(name));
    let text = |path: &Path| fs::read_to_string(path).expect("a file");
    let (puzzle, info) = (text(&file), text(&manifest));
    let accepted = |changed: &str| {
        let hash = |text: &str| encycle::files::sha256::of_text(text);
        fs::write(&file, changed).expect("a file");
        fs::write(&manifest, info.replace(&hash(&puzzle), &hash(changed))).expect("a file");
        let script = folder.path().join("verify.py");
        let output = std::process::Command::new("python3").arg(script).arg(folder.path()).output();
        [Certificate::read(folder.path()).is_ok(), output.expect("python3").status.success()]
    };
    assert_eq!(accepted(&puzzle), [true; 2]);
    assert_eq!(accepted(&puzzle.replacen('\n', "\n# a comment\n", 1)), [true; 2]);
    let (before, after) = puzzle.rsplit_once('3').expect("a clue");
    assert_eq!(accepted(&format!("{before}4{after}")), [false; 2]);
}

/// The checker in Python accepts the same certificates, and refuses the same damage.
#[cfg(feature = "installed-solvers")]
#[test]
fn the_checker_in_python_agrees() {
    let python = |folder: &Path| {
        let script = folder.join("verify.py");
        let output = std::process::Command::new("python3")
            .arg(script)
            .arg(folder)
            .output()
            .expect("python3");
        (output.status.code(), stdout(&output))
    };
    for text in SMALL {
        let certificate = made(&parse(text));
        let folder = tempfile::tempdir().expect("a folder");
        certificate.write(folder.path()).expect("files");
        let (code, said) = python(folder.path());
        assert_eq!(code, Some(0), "{text}: {said}");
        assert!(said.starts_with("verified: "), "{said}");
    }
    let certificates = certificates_to_damage();
    for certificate in certificates.iter().step_by(long_or(1, 3)) {
        let folder = tempfile::tempdir().expect("a folder");
        certificate.write(folder.path()).expect("files");
        let (code, said) = python(folder.path());
        assert_eq!(code, Some(0), "{:?}: {said}", certificate.puzzle);
    }
    let mut random = Pcg64Mcg::seed_from_u64(20);
    for number in (0..2 * certificates.len()).step_by(long_or(1, 7)) {
        let mut mutant = certificates[number % certificates.len()].clone();
        mutate(&mut mutant, &mut random);
        let folder = tempfile::tempdir().expect("a folder");
        mutant.write(folder.path()).expect("files");
        let (code, said) = python(folder.path());
        assert!(code != Some(0) || holds(&mutant), "{number}: {said}");
    }
}
