//! Certificates: made, written, read, verified, and damaged.

use std::fs;
use std::path::Path;

use encycle::certify::{Certificate, CertifyError, CertifyOptions, Claim, VerifyError, certify};
use encycle::count::brute_force;
use encycle::encodings::logic::{CardMethod, CnfMethod, LoweringOptions};
use encycle::encodings::puzzle::Solution;
use encycle::puzzle::{Puzzle, PuzzleKind};
use encycle::solve::{BatSatSession, Finder, NextSolution, SearchOptions};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

use crate::support::binary::{code, encycle, stderr, stdout, with_input};

/// All kinds have certificates.
const KINDS: [PuzzleKind; 8] = [
    PuzzleKind::Slitherlink,
    PuzzleKind::Slitherlynx,
    PuzzleKind::Hamilton,
    PuzzleKind::Numberlink,
    PuzzleKind::Sudoku,
    PuzzleKind::Chaos,
    PuzzleKind::NeighborNumber,
    PuzzleKind::Reachability,
];

/// Small puzzles without a solution, with one, and with several; brute force counts them.
const SMALL: [&str; 24] = [
    "slitherlink 2 2\n31\n..\n",
    "slitherlink 2 2\n33\n33\n",
    "slitherlink 2 3\n..2\n3..\n",
    // two loops satisfy the clues, and no single one
    "slitherlink 3 3\n3.3\n...\n3.3\n",
    "slitherlynx 2 3\n...\n.4.\n",
    "slitherlynx 2 2\n3.\n.3\n",
    "hamilton 3 4\n....\n....\n....\n",
    "hamilton 3 3\n...\n...\n...\n",
    "hamilton 2 3 path\nS..\n..E\n",
    "hamilton 3 3 path\nS..\n...\n...\n",
    "hamilton 3 3 path\n.S.\n...\n...\n",
    "hamilton 2 3 path\n...\n...\n",
    "hamilton 3 3 path\n...\n...\n...\n",
    "hamilton graph 5 path\n1 2\n1 3\n1 4\n1 5\n",
    "hamilton 1 1 path\n.\n",
    "numberlink 3 3\n1 . 2\n. . .\n1 . 2\n",
    "numberlink 2 3 cover\n1 . 1\n. . .\n",
    "numberlink 2 2\n1 2\n2 1\n",
    "sudoku 2 2\n1...\n..2.\n.3..\n...4\n",
    "neighbor-number 3\n12.\n...\n...\n",
    "neighbor-number 4\n12.x\n....\n....\n....\n",
    "reachability 2 3\nS . .\n- ?\n. x|o\n",
    "reachability 2 2\nS?o\n? ?\n.?x\n",
    "sudoku 2 2\n12..\n34..\n..1.\n...2\n",
];

fn parse(text: &str) -> Puzzle {
    text.parse().unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// All solutions in order: by brute force, or for a larger puzzle by another encoding than that of the certificate.
pub fn all_solutions(puzzle: &Puzzle) -> Vec<Solution> {
    let mut all = brute_force(puzzle).unwrap_or_else(|| {
        let name = match puzzle.kind() {
            PuzzleKind::Sudoku => "s1",
            PuzzleKind::Hamilton => "order",
            PuzzleKind::Numberlink => "labels",
            PuzzleKind::NeighborNumber => "minimal+minmax+oddeven+notequal",
            PuzzleKind::Reachability => "steps",
            _ => "colour",
        };
        let encoding = puzzle.encoding(name).expect("an encoding");
        let mut session = BatSatSession::new(LoweringOptions::default(), None);
        let mut finder = Finder::new(&*encoding, &mut session, SearchOptions::default());
        let mut all = Vec::new();
        while let NextSolution::Solution(solution) = finder.next(&mut ()).expect("an answer") {
            all.push(solution);
        }
        all
    });
    all.sort();
    all
}

fn made(puzzle: &Puzzle) -> Certificate {
    let options = CertifyOptions { limit: 200, ..CertifyOptions::default() };
    certify(puzzle, &options).unwrap_or_else(|error| panic!("{error}: {puzzle:?}"))
}

/// The listed solutions are those of brute force, and the certificate is accepted, also after it was written and read.
#[test]
fn certificates_list_all_solutions_and_are_verified() {
    for text in SMALL {
        let puzzle = parse(text);
        let certificate = made(&puzzle);
        let all = all_solutions(&puzzle);
        let mut listed = certificate.solutions.clone();
        listed.sort();
        assert_eq!(listed, all, "{text}");
        assert_eq!(certificate.verify(), Ok(()), "{text}");
        let folder = tempfile::tempdir().expect("a folder");
        certificate.write(folder.path()).expect("files");
        let (read, info) =
            Certificate::read(folder.path()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(info.solutions, all.len());
        assert_eq!(
            (&read.formula, &read.proof, &read.solutions),
            (&certificate.formula, &certificate.proof, &certificate.solutions)
        );
        assert_eq!(read.verify(), Ok(()), "{text}");
    }
}

/// Every example of the kinds with certificates is certified and verified.
#[test]
fn examples_are_certified() {
    let mut certified = 0;
    for kind in KINDS {
        for entry in fs::read_dir(Path::new("examples").join(kind.name())).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.to_str().expect("text");
            if name.contains(".solution.") || (name.contains("labath") && kind == PuzzleKind::Chaos)
            {
                continue;
            }
            let puzzle =
                encycle::formats::load(name, None).unwrap_or_else(|error| panic!("{error}")).puzzle;
            let certificate = made(&puzzle);
            assert_eq!(
                (certificate.claim.name(), certificate.verify()),
                ("unique", Ok(())),
                "{name}"
            );
            certified += 1;
        }
    }
    assert!(certified >= 15, "{certified}");
}

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
            let names = [&names[..], &["proof.lrat", "certificate.json"]].concat();
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
        let encoding = if plain.encoding == "edge" { "two-line" } else { &plain.encoding };
        let options = CertifyOptions {
            encoding: Some(encoding.to_owned()),
            lowering: LoweringOptions {
                cnf: CnfMethod::PlaistedGreenbaum,
                card: CardMethod::Totalizer,
                ..LoweringOptions::default()
            },
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
fn holds(certificate: &Certificate) -> bool {
    let all = all_solutions(&certificate.puzzle);
    if certificate.claim == Claim::Forced {
        let has = |&(atom, value): &(usize, bool)| all.iter().all(|one| one.has(atom) == value);
        return certificate.forced.iter().all(has);
    }
    let mut listed = certificate.solutions.clone();
    listed.sort();
    listed == all
}

fn mutate(mutant: &mut Certificate, random: &mut Pcg64Mcg) {
    let below = |random: &mut Pcg64Mcg, bound: usize| random.random_range(0..bound.max(1));
    let Certificate { formula, names, proof, solutions, puzzle, claim, forced, .. } = mutant;
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
            let at = places[below(random, places.len())];
            let clue = [".", "0", "1", "2", "3", "4"][random.random_range(0..6)];
            let changed = format!("{head}\n{}{clue}{}", &rows[..at], &rows[at + 1..]);
            if let Ok(other) = changed.parse::<Puzzle>() {
                *puzzle = other;
            }
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

#[test]
fn the_commands_certify_and_verify() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("certificate");
    let path = out.to_str().expect("text");
    let made = encycle(&["certify", "examples/slitherlink/first.txt", "--out", path]);
    assert_eq!(code(&made), 0, "{}", stderr(&made));
    assert!(stdout(&made).starts_with("examples/slitherlink/first.txt: unique ("));
    let verified = encycle(&["verify", path]);
    assert_eq!(code(&verified), 0, "{}", stderr(&verified));
    assert!(
        stdout(&verified).contains(": verified: unique (slitherlink 5 x 5; "),
        "{}",
        stdout(&verified)
    );
    // a changed file is another one than the certificate names
    let formula = out.join("formula.cnf");
    let text = fs::read_to_string(&formula).expect("a formula");
    fs::write(&formula, text.replacen(" 0\n", " 1 0\n", 1)).expect("a file");
    let changed = encycle(&["verify", path]);
    assert_eq!(code(&changed), 1);
    assert!(
        stdout(&changed).contains("not verified: formula.cnf: its SHA-256 is "),
        "{}",
        stdout(&changed)
    );
    fs::remove_file(&formula).expect("a file");
    assert_eq!(code(&encycle(&["verify", path])), 2);
    // the folder is in use, several solutions are too many, and some kinds have no certificates
    let open = "slitherlink 2 2\n..\n..\n";
    assert_eq!(code(&with_input(&["certify", "-", "--out", path], open)), 2);
    let several = folder.path().join("several");
    let several = several.to_str().expect("text");
    let refused = with_input(&["certify", "-", "--out", several], open);
    assert_eq!((code(&refused), stdout(&refused).contains("more than 1 solutions")), (1, true));
    let all = with_input(&["certify", "-", "--out", several, "--limit", "13", "--force"], open);
    assert_eq!(code(&all), 0, "{}", stderr(&all));
    assert!(stdout(&encycle(&["verify", several])).contains("verified: exactly 13 solutions"));
    let edges = ["certify", "-", "--out", several, "--force", "--forced"];
    let forced = with_input(&[&edges[..], &["h_1_1,-v_1_2"]].concat(), "slitherlink 1 2\n33\n");
    assert_eq!(code(&forced), 0, "{}", stderr(&forced));
    let verified = stdout(&encycle(&["verify", several]));
    assert!(verified.contains("verified: forced h_1_1 -v_1_2 (slitherlink"), "{verified}");
    let all = with_input(&[&edges[..], &["all"]].concat(), "slitherlink 2 2\n2.\n..\n");
    assert_eq!(code(&all), 0, "{}", stderr(&all));
    let free = with_input(&[&edges[..], &["h_1_1"]].concat(), open);
    assert_eq!((code(&free), stdout(&free).contains("`h_1_1` is not forced")), (1, true));
    let unknown = with_input(&[&edges[..], &["h_9_9"]].concat(), open);
    assert_eq!(code(&unknown), 2);
    assert!(stderr(&unknown).contains("`h_9_9` is no atom"), "{}", stderr(&unknown));
    let order = ["--out", several, "--force", "--encoding", "edge+order"];
    let other = encycle(&[&["certify", "examples/slitherlink/first.txt"], &order[..]].concat());
    assert_eq!(code(&other), 2);
    assert!(stderr(&other).contains("with the encoding edge+order"), "{}", stderr(&other));
}

/// The papers' encodings, by each CNF method and cardinality encoding: auxiliary variables are eliminated, and what is left
/// has a local argument.
#[test]
fn auxiliary_variables_are_checked_as_definitions() {
    let mut with_auxiliary = 0;
    for text in SMALL {
        let puzzle = parse(text);
        let encodings: &[&str] = match puzzle.kind() {
            PuzzleKind::Slitherlink | PuzzleKind::Slitherlynx => &["edge", "two-line", "pre-succ"],
            PuzzleKind::Sudoku => &["s1", "s2", "s3", "s3+reduced"],
            PuzzleKind::NeighborNumber => &["minimal", "minimal+minmax+oddeven+notequal"],
            PuzzleKind::Chaos => &["value"],
            PuzzleKind::Reachability => &["closure"],
            _ => &["degree"],
        };
        let methods = CnfMethod::ALL.iter().map(|&cnf| (cnf, CardMethod::default()));
        let methods = methods.chain(CardMethod::ALL.iter().map(|&card| (CnfMethod::Tseitin, card)));
        for (encoding, (cnf, card)) in
            encodings.iter().flat_map(|one| methods.clone().map(move |method| (one, method)))
        {
            let options = CertifyOptions {
                encoding: Some((*encoding).to_owned()),
                lowering: LoweringOptions { cnf, card, ..LoweringOptions::default() },
                limit: 200,
                ..CertifyOptions::default()
            };
            let certificate = certify(&puzzle, &options)
                .unwrap_or_else(|error| panic!("{error}: {text} {encoding} {cnf:?} {card:?}"));
            with_auxiliary +=
                usize::from(certificate.names.iter().any(|name| name.starts_with("t_")));
            assert_eq!(certificate.verify(), Ok(()));
        }
    }
    assert!(with_auxiliary > 50, "{with_auxiliary}");
}

/// What the solutions have in common is certified, and nothing else.
#[test]
fn forced_atoms_are_those_of_all_solutions() {
    for text in SMALL {
        let puzzle = parse(text);
        let all = all_solutions(&puzzle);
        for atom in 0..puzzle.atom_count() {
            for value in [true, false] {
                let options =
                    CertifyOptions { forced: vec![(atom, value)], ..CertifyOptions::default() };
                let is_forced = all.iter().all(|solution| solution.has(atom) == value);
                match certify(&puzzle, &options) {
                    Ok(certificate) => {
                        assert!(is_forced, "{text} {atom} {value}");
                        assert_eq!(certificate.verify(), Ok(()));
                    }
                    Err(error) => {
                        let is_named = matches!(error, CertifyError::NotForced(_));
                        assert!(is_named && !is_forced, "{error}: {text} {atom} {value}");
                    }
                }
            }
        }
    }
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
    for certificate in &certificates {
        let folder = tempfile::tempdir().expect("a folder");
        certificate.write(folder.path()).expect("files");
        let (code, said) = python(folder.path());
        assert_eq!(code, Some(0), "{:?}: {said}", certificate.puzzle);
    }
    let mut random = Pcg64Mcg::seed_from_u64(20);
    for number in 0..2 * certificates.len() {
        let mut mutant = certificates[number % certificates.len()].clone();
        mutate(&mut mutant, &mut random);
        let folder = tempfile::tempdir().expect("a folder");
        mutant.write(folder.path()).expect("files");
        let (code, said) = python(folder.path());
        assert!(code != Some(0) || holds(&mutant), "{number}: {said}");
    }
}
