//! Certificates whose proofs come from installed provers, and checkers of other authors.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use encycle::certify::{
    Certificate, CertifyError, CertifyOptions, Claim, Prover, RowsCertificate, certify,
};
use encycle::encodings::model::{Model, at_most};
use encycle::formats::model::read_rules;
use encycle::problem::Problem;
use encycle::puzzle::{Puzzle, PuzzleKind};
use encycle::solve::Engine;

use crate::support::binary::stdout;
use crate::support::kinds::examples;

/// The installed solvers that write proofs.
const PROVERS: [&str; 4] = ["cadical", "kissat", "glucose", "cryptominisat5"];

/// Puzzles of the kinds with certificates: without a solution, with one, and with several.
const PUZZLES: [&str; 12] = [
    "slitherlink 2 2\n31\n..\n",
    "slitherlink 2 2\n33\n33\n",
    "slitherlink 2 3\n..2\n3..\n",
    "slitherlink 3 3\n2.2\n.3.\n2.2\n",
    "slitherlynx 2 3\n...\n.4.\n",
    "hamilton 3 4\n....\n....\n....\n",
    "hamilton 3 3\n...\n...\n...\n",
    "hamilton 2 3 path\nS..\n..E\n",
    "numberlink 3 3\n1 . 2\n. . .\n1 . 2\n",
    "numberlink 2 2\n1 2\n2 1\n",
    "sudoku 2 2\n1...\n..2.\n.3..\n...4\n",
    "sudoku 2 2\n12..\n34..\n..1.\n...2\n",
];

fn options(prover: &str) -> CertifyOptions {
    let prover = Prover::try_from(Engine::find(prover).expect("an installed solver"));
    let prover = prover.expect("a solver with proofs");
    CertifyOptions { prover, limit: 50, ..CertifyOptions::default() }
}

fn made(puzzle: &Puzzle, prover: &str) -> Certificate {
    certify(puzzle, &options(prover))
        .unwrap_or_else(|error| panic!("{prover}: {error}: {puzzle:?}"))
}

fn example(name: &str) -> Puzzle {
    let text = fs::read_to_string(Path::new("examples").join(name)).expect("an example");
    encycle::formats::read(&text, None).expect("a puzzle").puzzle
}

/// Runs a program; returns whether it succeeded, and its output.
fn run(program: &str, arguments: &[&Path]) -> (bool, String) {
    let output = Command::new(program).args(arguments).output();
    let output = output.unwrap_or_else(|error| panic!("{program}: {error}"));
    (output.status.success(), stdout(&output))
}

/// Every prover proves every claim, whichever solver finds, and both checkers accept the certificate.
#[test]
fn installed_provers_prove_every_claim() {
    let mut claims = [0; 3];
    let builtin = cfg!(feature = "cadical").then_some("embedded-cadical");
    for prover in PROVERS.into_iter().chain(builtin) {
        for text in PUZZLES {
            let certificate = made(&text.parse().expect("a puzzle"), prover);
            claims[certificate.claim as usize] += 1;
            assert_eq!(certificate.verify(), Ok(()), "{prover}: {text}");
            assert!(certificate.prover.starts_with(prover), "{}", certificate.prover);
            let folder = tempfile::tempdir().expect("a folder");
            certificate.write(folder.path()).expect("files");
            let (is_accepted, said) =
                run("python3", &[&folder.path().join("verify.py"), folder.path()]);
            assert!(is_accepted && said.starts_with("verified: "), "{prover}: {text}: {said}");
        }
    }
    assert!(claims[Claim::NoSolution as usize] > 10 && claims[Claim::Exactly as usize] > 10);
}

#[test]
fn installed_provers_prove_the_examples() {
    let names = [
        "slitherlink/heron.txt",
        "sudoku/stork.txt",
        "chaos/dunlin.txt",
        "hamilton/viper.txt",
        "numberlink/swallow.txt",
    ];
    for name in names {
        let puzzle = example(name);
        for prover in PROVERS {
            let certificate = made(&puzzle, prover);
            assert_eq!(certificate.claim, Claim::Unique, "{prover}: {name}");
            assert_eq!(certificate.verify(), Ok(()), "{prover}: {name}");
        }
    }
    // an external solver finds, and another one proves
    let found_by = Engine::find("minisat").expect("an installed solver");
    let options = CertifyOptions { engine: found_by, ..options("kissat") };
    let certificate = certify(&example("slitherlink/heron.txt"), &options).expect("a certificate");
    assert_eq!(certificate.verify(), Ok(()));
    assert_eq!(certificate.solver, "minisat");
    assert!(certificate.prover.starts_with("kissat "));
}

/// Bounded variable addition is off: it would add variables, by RAT steps.
#[test]
fn rat_steps_are_refused_with_help() {
    let mut options = options("kissat");
    let Prover::External(kissat) = &mut options.prover else { panic!("a program") };
    let group = vec!["--factor".to_owned(), "{proof}".to_owned()];
    kissat.description.proof.insert(encycle::solvers::ProofFormat::Drat, group);
    let error = certify(&example("slitherlink/heron.txt"), &options).unwrap_err().to_string();
    assert!(
        error.starts_with("solver kissat ") && error.contains("help: it may be a RAT step"),
        "{error}"
    );
}

/// The clauses of a proof in LRAT: DRAT without deletions.
fn drat(lrat: &str) -> Vec<Vec<i32>> {
    let line = |line: &str| {
        let words = line.split(' ').skip(1).map(|word| word.parse().expect("a number"));
        words.take_while(|&literal: &i32| literal != 0).collect()
    };
    lrat.lines().map(line).collect()
}

fn drat_text(clauses: &[Vec<i32>]) -> String {
    let line = |clause: &Vec<i32>| {
        clause.iter().map(|literal| format!("{literal} ")).collect::<String>() + "0\n"
    };
    clauses.iter().map(line).collect()
}

fn veripb_text(clauses: &[Vec<i32>]) -> String {
    let line = |clause: &Vec<i32>| {
        let term = |literal: &i32| match literal {
            1.. => format!(" 1 x{literal}"),
            _ => format!(" 1 ~x{}", -literal),
        };
        format!("rup{} >= 1 ;\n", clause.iter().map(term).collect::<String>())
    };
    let steps: String = clauses.iter().map(line).collect();
    format!(
        "pseudo-Boolean proof version 3.0\n{steps}output NONE;\nconclusion UNSAT;\nend pseudo-Boolean proof;\n"
    )
}

/// The kinds whose examples have a count or sum over many cells.
const LARGE_SUMS: [&str; 7] =
    ["fillomino", "kakuro", "minesweeper", "one-to-x", "shikaku", "tenner-grid", "yonmasu"];

/// VeriPB checks solutions and their number from the rules alone, for every kind, and refuses the proof without the constraint
/// that excludes the solution, and a solution of which a variable is changed.
#[test]
fn veripb_derives_the_number_of_solutions_from_the_rules() {
    let few = PUZZLES.iter().map(|text| text.parse().expect("a puzzle"));
    for puzzle in few.chain(smallest_examples()) {
        let made = check_rows(&puzzle);
        if let Err(error) = made {
            let kind = puzzle.kind().name();
            assert!(LARGE_SUMS.contains(&kind), "{kind}: {error}");
            assert!(error.to_string().contains("over many cells"), "{kind}: {error}");
        }
    }
}

/// A model of a user's own with each rule about graphs has such a certificate, too.
#[test]
fn veripb_derives_the_number_of_solutions_of_a_model() {
    for rule in ["one-cycle g", "path g a d", "tree g", "forest g", "connected g a b c d"] {
        let mut model = Model::new();
        let names = ["ab", "bc", "cd", "da", "ac"];
        let edges = names.map(|name| (name, model.variable(name)));
        model.add(at_most(3, &edges.map(|(_, edge)| edge)));
        let edge = |name: &str| format!("edge g {} {} {name}\n", &name[..1], &name[1..]);
        let text = format!("graph g undirected\n{}{rule}\n", names.map(edge).concat());
        read_rules(&text, "own.rules", &mut model, None).expect("rules");
        check_rows(&model).expect(rule);
    }
    let mut model = Model::new();
    let pair = ["a", "b"].map(|name| model.variable(name));
    model.minimize(&pair.map(|variable| (1.0, variable)));
    let error = RowsCertificate::make(&model, &CertifyOptions::default()).unwrap_err().to_string();
    assert!(error.contains("has an objective"), "{error}");
}

/// Makes the certificate of a problem, and has VeriPB check what it should verify and what not.
fn check_rows(problem: &dyn Problem) -> Result<(), CertifyError> {
    let options = CertifyOptions { limit: 50, ..CertifyOptions::default() };
    let certificate = RowsCertificate::make(problem, &options)?;
    let kind = problem.kind_name();
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let verdict = |rows: &str, proof: &str| {
        let (_, said) = run("veripb", &[&path(rows), &path(proof)]);
        said.lines().last().unwrap_or_default().to_owned()
    };
    certificate.write(folder.path()).expect("files");
    assert_eq!(verdict("others.opb", "others.pbp"), "s VERIFIED UNSATISFIABLE", "{kind}");
    assert_eq!(certificate.claim, Claim::of(certificate.solutions.len()));
    for number in 1..=certificate.solutions.len() {
        let proof = format!("solution-{number}.pbp");
        assert_eq!(verdict("rules.opb", &proof), "s VERIFIED SATISFIABLE", "{kind}");
        assert!(!verdict("others.opb", &proof).starts_with("s VERIFIED"), "{kind}");
    }
    let is_refused = !verdict("rules.opb", "others.pbp").starts_with("s VERIFIED");
    assert_eq!(is_refused, !certificate.solutions.is_empty(), "{kind}");
    Ok(())
}

/// Returns the smallest example of each kind that has text files.
fn smallest_examples() -> Vec<Puzzle> {
    let smallest = |kind: &PuzzleKind| {
        let texts = examples(*kind).into_iter().filter_map(|path| fs::read_to_string(path).ok());
        let text = texts.min_by_key(String::len)?;
        encycle::formats::read(&text, Some(*kind)).ok().map(|parsed| parsed.puzzle)
    };
    let all: Vec<Puzzle> = PuzzleKind::all().iter().filter_map(smallest).collect();
    assert!(all.len() > 100, "{} kinds", all.len());
    all
}

/// VeriPB accepts the files of a proof by counting as they are, and refuses them if a step or a row is missing.
#[test]
fn veripb_checks_proofs_by_counting() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let [rows, steps] = ["counting.opb", "counting.pbp"].map(path);
    let is_verified = || {
        let (_, said) = run("veripb", &[&rows, &steps]);
        said.lines().any(|line| line == "s VERIFIED UNSATISFIABLE")
    };
    for text in [
        "hamilton 3 3\n...\n...\n...\n",
        "hamilton 2 3 path\nS.E\n...\n",
        "hamilton graph 3 path\n1 2\n",
        "hamilton graph 4\n1 2\n1 3\n1 4\n",
        // three triangles at a vertex, each an odd component; then two triangles without a connection
        "hamilton graph 10\n1 2\n2 3\n2 4\n3 4\n1 5\n5 6\n5 7\n6 7\n1 8\n8 9\n8 10\n9 10\n",
        "hamilton graph 6\n1 2\n2 3\n1 3\n4 5\n5 6\n4 6\n",
        "numberlink 2 3 cover\n1 . 1\n. . .\n",
    ] {
        let certificate = certify(&text.parse().expect("a puzzle"), &CertifyOptions::default());
        let Ok(certificate) = certificate else { panic!("{text}") };
        assert!(certificate.counting.is_some(), "{text}");
        certificate.write(folder.path()).expect("files");
        assert!(is_verified(), "{text}");
        let proof = fs::read_to_string(&steps).expect("a proof");
        let without = |content: &str, line: usize| -> String {
            let lines = content.lines().enumerate().filter(|(number, _)| *number != line);
            lines.map(|(_, line)| format!("{line}\n")).collect()
        };
        fs::write(&steps, without(&proof, proof.lines().count() - 4)).expect("a file");
        let is_contradictory_row = certificate.counting.as_ref().is_some_and(|proof| {
            proof.rows.iter().any(|row| row.atoms.len() < usize::try_from(row.bound).unwrap_or(0))
        });
        assert!(is_contradictory_row || !is_verified(), "{text}");
        fs::write(&steps, &proof).expect("a file");
        let content = fs::read_to_string(&rows).expect("rows");
        fs::write(&rows, without(&content, 1)).expect("a file");
        assert!(!is_verified(), "{text}");
    }
}

/// The checkers rate (DRAT) and veripb (pseudo-Boolean proofs) accept the proofs, and refuse a proof of a formula that
/// has a model, and the empty clause alone.
#[test]
fn checkers_of_other_authors_agree() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let check = |clauses: &[Vec<i32>]| {
        fs::write(path("proof.drat"), drat_text(clauses)).expect("a file");
        fs::write(path("proof.pbp"), veripb_text(clauses)).expect("a file");
        let (_, rate) = run("rate", &[&path("formula.cnf"), &path("proof.drat")]);
        let (_, veripb) =
            run("veripb", &[Path::new("--cnf"), &path("formula.cnf"), &path("proof.pbp")]);
        [
            rate.lines().any(|line| line == "s VERIFIED"),
            veripb.lines().any(|line| line == "s VERIFIED UNSATISFIABLE"),
        ]
    };
    let puzzles = PUZZLES.iter().map(|text| text.parse().expect("a puzzle"));
    let puzzles: Vec<Puzzle> = puzzles.chain([example("slitherlink/heron.txt")]).collect();
    for (puzzle, prover) in puzzles.iter().zip(["batsat"].iter().chain(&PROVERS).cycle()) {
        let certificate = made(puzzle, prover);
        certificate.write(folder.path()).expect("files");
        let proof = drat(&fs::read_to_string(path("proof.lrat")).expect("a proof"));
        assert_eq!(check(&proof), [true, true], "{prover}: {puzzle:?}");
        // without the clause that excludes a listed solution, that one is a model
        let Some(solution) = certificate.solutions.first() else { continue };
        let is_true: HashMap<String, bool> = (0..puzzle.atom_count())
            .map(|atom| (puzzle.atom_name(atom), solution.has(atom)))
            .collect();
        let mut damaged = certificate.clone();
        damaged.formula.retain(|clause| {
            clause.iter().any(|&literal| {
                is_true[&certificate.names[literal.unsigned_abs() as usize - 1]] == (literal > 0)
            })
        });
        damaged.write(folder.path()).expect("files");
        assert_eq!(check(&proof), [false, false], "{prover}: {puzzle:?}");
    }
    // the empty clause alone
    let certificate = made(&example("slitherlink/heron.txt"), "cadical");
    certificate.write(folder.path()).expect("files");
    assert_eq!(check(&[vec![]]), [false, false]);
}
