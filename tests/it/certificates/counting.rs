//! Proofs by counting: the lines at the vertices do not add up.

use std::fs;
#[cfg(feature = "installed-solvers")]
use std::process::Command;

use encycle::certify::{Certificate, CertifyOptions, Claim, CountingProof, VerifyError, certify};
use encycle::encodings::grid::Graph;
use encycle::encodings::kinds::hamilton::{Hamilton, HamiltonGoal};
use encycle::prelude::*;
use encycle::solve::JobLimits;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

use super::damage::{holds, mutate};
use super::{all_solutions, parse};
use crate::support::binary::{code, encycle, stdout, with_input};
#[cfg(feature = "installed-solvers")]
use crate::support::long_or;

fn puzzle(vertices: usize, edges: Vec<[u32; 2]>, goal: HamiltonGoal) -> Puzzle {
    let graph = Graph::new(vertices, edges).expect("a simple graph");
    Hamilton::new(graph, goal, &[]).expect("a puzzle").into()
}

/// Returns the puzzle of a leaper on a board: a graph of squares, with an edge for each move.
fn leaper([a, b]: [usize; 2], [height, width]: [usize; 2]) -> Puzzle {
    let mut edges = Vec::new();
    for (row, col) in (0..height).flat_map(|row| (0..width).map(move |col| (row, col))) {
        for (down, across) in [(a, b), (b, a)] {
            let right = Some(col + across).filter(|&end| end < width);
            for end in [right, col.checked_sub(across)].into_iter().flatten() {
                if row + down < height {
                    edges.push([row * width + col, (row + down) * width + end].map(|v| v as u32));
                }
            }
        }
    }
    puzzle(height * width, edges, HamiltonGoal::Cycle)
}

fn made(puzzle: &Puzzle) -> Option<Certificate> {
    CountingProof::find(puzzle, &JobLimits::default())?;
    let certificate = certify(puzzle, &CertifyOptions::default()).expect("a certificate");
    assert!(certificate.counting.is_some() && certificate.claim == Claim::NoSolution);
    Some(certificate)
}

/// Returns a random graph of up to `most` vertices with a goal; the paths have two, one or no fixed ends.
fn random_puzzle(most: usize, random: &mut Pcg64Mcg) -> Puzzle {
    let count = random.random_range(1..=most);
    let density = random.random_range(0.2..0.7);
    let all = (0..count as u32).flat_map(|b| (0..b).map(move |a| [a, b]));
    let edges = all.filter(|_| random.random_bool(density)).collect();
    let is_path = random.random_range(0..3) == 0;
    let mut end = || Some(random.random_range(0..count)).filter(|_| random.random());
    let (start, end) = (end(), end());
    let goal = match is_path {
        // the plain text fixes no end without a start
        true => {
            HamiltonGoal::Path { start, end: end.filter(|&end| start.is_some_and(|s| s != end)) }
        }
        false => HamiltonGoal::Cycle,
    };
    puzzle(count, edges, goal)
}

/// All graphs of up to six vertices: a proof is found only if there is no cycle, and whenever the search says so by
/// counting; the check accepts it.
#[test]
fn all_small_graphs_agree_with_brute_force() {
    let mut counts = [0; 2];
    for count in 1..=6_u32 {
        let all: Vec<[u32; 2]> = (0..count).flat_map(|b| (0..b).map(move |a| [a, b])).collect();
        for bits in 0..1_u32 << all.len() {
            let edges = (0..all.len()).filter(|index| bits >> index & 1 == 1);
            let edges: Vec<[u32; 2]> = edges.map(|index| all[index]).collect();
            let puzzle = puzzle(count as usize, edges, HamiltonGoal::Cycle);
            let certificate = made(&puzzle);
            counts[usize::from(certificate.is_some())] += 1;
            if certificate.is_some() {
                assert_eq!(all_solutions(&puzzle), [], "{puzzle:?}");
            }
            if count < 6 || bits % 16 == 0 {
                let outcome = Solve::new(&puzzle).run().expect("a run");
                let has_solution = outcome.verdict() == Verdict::Solved;
                assert_eq!(has_solution, !all_solutions(&puzzle).is_empty(), "{puzzle:?}");
                let by_counting = outcome.main.encoding == "counting";
                // the pieces show what two vertices separate
                assert!(certificate.is_some() || !by_counting, "{puzzle:?}");
            }
        }
    }
    assert!(counts[0] > 5_000 && counts[1] > 10_000, "{counts:?}");
}

/// Returns the number of ways to complete a path, whose vertices are marked, to all vertices and to one of the `ends`.
fn completions(neighbours: &[Vec<usize>], used: &mut [bool], last: usize, ends: &[usize]) -> usize {
    used[last] = true;
    let count = match used.contains(&false) {
        false => usize::from(ends.contains(&last)),
        true => neighbours[last]
            .iter()
            .map(|&next| if used[next] { 0 } else { completions(neighbours, used, next, ends) })
            .sum(),
    };
    used[last] = false;
    count
}

/// Returns the number of solutions, by trying all paths.
fn solution_count(puzzle: &Hamilton) -> usize {
    let graph = puzzle.graph();
    let count = graph.vertex_count();
    let neighbours: Vec<Vec<usize>> = (0..count).map(|v| graph.neighbours(v).collect()).collect();
    let all: Vec<usize> = (0..count).collect();
    let of = |starts: &[usize], ends: &[usize]| {
        let lines =
            starts.iter().map(|&s| completions(&neighbours, &mut vec![false; count], s, ends));
        lines.sum::<usize>()
    };
    match puzzle.goal() {
        _ if count == 1 => usize::from(puzzle.goal() != HamiltonGoal::Cycle),
        HamiltonGoal::Cycle if count == 2 => 0,
        // each is walked in both directions
        HamiltonGoal::Cycle => of(&[0], &neighbours[0]) / 2,
        HamiltonGoal::Path { start: None, end: None } => of(&all, &all) / 2,
        HamiltonGoal::Path { start, end } => {
            let set = |end: Option<usize>| end.map_or(all.clone(), |end| vec![end]);
            of(&set(start), &set(end))
        }
    }
}

#[test]
fn random_graphs_agree_with_brute_force() {
    let mut random = Pcg64Mcg::seed_from_u64(50);
    let (mut proofs, mut rounded) = (0, 0);
    for _ in 0..3_000 {
        let puzzle = random_puzzle(9, &mut random);
        let Puzzle::Hamilton(hamilton) = &puzzle else { panic!("{puzzle:?}") };
        let count = solution_count(hamilton);
        let outcome = Solve::new(&puzzle).unique().run().expect("a run");
        let expected = [Verdict::NoSolution, Verdict::Unique, Verdict::Several];
        assert_eq!(outcome.verdict(), expected[count.min(2)], "{puzzle:?}");
        if let Some(certificate) = made(&puzzle) {
            assert_eq!(count, 0, "{puzzle:?}");
            proofs += 1;
            rounded += usize::from(certificate.counting.is_some_and(|proof| proof.steps.len() > 1));
        }
    }
    assert!(proofs > 500 && rounded > 50, "{proofs} {rounded}");
}

/// Certificates of graphs of up to seven vertices: by sums alone, with odd components, and with cuts.
fn certificates(random: &mut Pcg64Mcg) -> Vec<Certificate> {
    let mut found = [Vec::new(), Vec::new(), Vec::new()];
    while found.iter().any(|certificates| certificates.len() < 20) {
        let Some(certificate) = made(&random_puzzle(7, random)) else { continue };
        let proof = certificate.counting.as_ref().expect("a proof by counting");
        let has_cut = proof.rows.iter().any(|row| !row.is_equation);
        let class = if has_cut { 2 } else { usize::from(proof.steps.len() > 1) };
        let same = &mut found[class];
        if same.len() < 20 {
            same.push(certificate);
        }
    }
    found.concat()
}

#[test]
fn mutants_are_accepted_only_if_there_is_no_solution() {
    let mut random = Pcg64Mcg::seed_from_u64(51);
    let certificates = certificates(&mut random);
    let (mut refused, mut accepted) = (0, 0);
    for number in 0..10_000 {
        let mut mutant = certificates[number % certificates.len()].clone();
        mutate(&mut mutant, &mut random);
        match mutant.verify() {
            Err(_) => refused += 1,
            Ok(()) => {
                accepted += 1;
                assert!(holds(&mutant), "mutant {number}: {mutant:?}");
            }
        }
    }
    assert!(refused > 4_000 && accepted > 100, "{refused} refused, {accepted} accepted");
}

/// The proof of a graph does not fit the same graph with a solution.
#[test]
fn a_proof_of_another_graph_is_refused() {
    let tree = parse("hamilton graph 4\n1 2\n2 3\n3 4\n1 3\n");
    let cycle = parse("hamilton graph 4\n1 2\n2 3\n3 4\n1 4\n");
    let mut certificate = made(&tree).expect("no 2-factor");
    certificate.puzzle = cycle.clone();
    let error = certificate.verify();
    assert!(matches!(error, Err(VerifyError::Row { .. })), "{error:?}");
    assert_eq!(all_solutions(&cycle).len(), 1);
}

/// Lets a proof of 21 MB, by clauses, shrink to a sum.
#[test]
fn the_proof_of_a_leaper_is_short() {
    let certificate = made(&leaper([6, 7], [13, 90])).expect("no 2-factor");
    assert_eq!(certificate.verify(), Ok(()));
    let folder = tempfile::tempdir().expect("a folder");
    certificate.write(folder.path()).expect("files");
    let (read, _) = Certificate::read(folder.path()).expect("a certificate");
    assert_eq!((&read.counting, read.verify()), (&certificate.counting, Ok(())));
    let size = |name: &str| fs::metadata(folder.path().join(name)).expect("a file").len();
    assert!(size("counting.pbp") < 20_000, "{}", size("counting.pbp"));
    // the smallest board with a tour has a 2-factor
    assert!(made(&leaper([1, 2], [5, 6])).is_none());
}

#[test]
fn the_commands_prove_by_counting() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().to_str().expect("text");
    let path = |name: &str| folder.path().join(name);
    let chessboard = "hamilton 3 3\n...\n...\n...\n";
    let made = with_input(&["certify", "-", "--out", out], chessboard);
    let expected = format!("-: no-solution (9 rows, counting proof of 1 step; {out})\n");
    assert_eq!((code(&made), stdout(&made)), (0, expected));
    let verified = "verified: no-solution (hamilton 3 x 3; 9 rows, counting proof of 1 step)\n";
    let verify = || encycle(&["verify", out]);
    assert_eq!(stdout(&verify()), format!("{out}: {verified}"));
    let solved =
        with_input(&["solve", "-", "--unique", "--certificate", out, "--force"], chessboard);
    assert_eq!(code(&solved), 1, "{}", stdout(&solved));
    assert_eq!(stdout(&verify()), format!("{out}: {verified}"));
    // an encoding or a prover asks for clauses
    let clauses = ["certify", "-", "--out", out, "--force", "--encoding", "degree"];
    let made = with_input(&clauses, chessboard);
    assert!(stdout(&made).contains("clauses, 0 cuts, proof of"), "{}", stdout(&made));
    assert_eq!(code(&verify()), 0);
    assert!(!path("counting.opb").exists(), "an old proof is removed");
}

/// A cycle crosses between two parts of a graph at least twice: k vertices cannot serve more than k parts.
#[test]
fn components_are_counted() {
    // each with a 2-factor: two triangles, two that share a vertex, three that share two, four that share three
    let triangle = |a: u32| [[a, a + 1], [a + 1, a + 2], [a, a + 2]];
    for shared in 0..4_u32 {
        let corners = (0..=shared.max(1)).map(|number| shared + 3 * number);
        let mut edges: Vec<[u32; 2]> = corners.clone().flat_map(triangle).collect();
        for vertex in 0..shared {
            edges.extend(corners.clone().flat_map(|a| [[vertex, a], [vertex, a + 1]]));
        }
        let count = (shared + 3 * (shared.max(1) + 1)) as usize;
        let puzzle = puzzle(count, edges, HamiltonGoal::Cycle);
        let certificate = made(&puzzle).expect("a separating set");
        let proof = certificate.counting.as_ref().expect("a proof by counting");
        let cuts = proof.rows.iter().filter(|row| !row.is_equation).count();
        assert_eq!(cuts, shared.max(1) as usize + usize::from(shared > 0), "{proof:?}");
        let outcome = Solve::new(&puzzle).run().expect("a run");
        assert_eq!(outcome.verdict(), Verdict::NoSolution);
        // an edge more, and the cut is not the boundary of a part
        let mut damaged = certificate.clone();
        let rows = &mut damaged.counting.as_mut().expect("a proof").rows;
        let cut = rows.iter().position(|row| !row.is_equation).expect("a cut");
        let atom = (0..puzzle.atom_count()).find(|atom| !rows[cut].atoms.contains(atom));
        rows[cut].atoms.extend(atom);
        let error = damaged.verify();
        assert!(matches!(error, Err(VerifyError::Row { .. })), "{error:?}");
    }
}

/// This board has a 2-factor, but none with at least two edges between any two parts: degrees and cuts together have no
/// point. A search without counting takes minutes or more.
#[test]
fn cuts_and_degrees_have_no_point() {
    let puzzle = leaper([6, 7], [13, 82]);
    let certificate = made(&puzzle).expect("a combination of rows");
    let proof = certificate.counting.as_ref().expect("a proof by counting");
    let cuts = proof.rows.iter().filter(|row| !row.is_equation).count();
    assert!(cuts > 0 && cuts < proof.rows.len(), "{cuts} of {}", proof.rows.len());
    assert_eq!(certificate.verify(), Ok(()));
    let mut damaged = certificate.clone();
    let last = damaged.counting.as_mut().and_then(|proof| proof.steps.last_mut());
    last.expect("a step").truncate(3);
    assert!(matches!(damaged.verify(), Err(VerifyError::Step { step: 1, .. })));
}

/// The error names the file and the line.
#[test]
fn damaged_files_are_refused_with_their_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().to_str().expect("text");
    let made = with_input(&["certify", "-", "--out", out], "hamilton 3 3\n...\n...\n...\n");
    assert_eq!(code(&made), 0);
    let manifest = folder.path().join("certificate.json");
    let info = fs::read_to_string(&manifest).expect("a file");
    for (file, old, new, message) in [
        (
            "counting.opb",
            " = 2;",
            " = 1;",
            "counting.opb:2: row 1: no rule or cut justifies it: 1 ",
        ),
        ("counting.opb", " = 2;", " < 2;", "counting.opb:2: `<` is not `=` or `>=`"),
        ("counting.pbp", "pol 1", "pol 2", "counting.pbp:2: step 1: it is not contradictory"),
        ("counting.pbp", "pol 1", "pol x", "counting.pbp:2: `x` is not an atom of the puzzle"),
        ("counting.pbp", "UNSAT", "SAT", "counting.pbp:5: the last lines are not `output NONE;"),
    ] {
        let path = folder.path().join(file);
        let text = fs::read_to_string(&path).expect("a file");
        let changed = text.replacen(old, new, 1);
        assert_ne!(text, changed, "{file}");
        fs::write(&path, &changed).expect("a file");
        let hash = |text: &str| encycle::files::sha256::of_text(text);
        fs::write(&manifest, info.replace(&hash(&text), &hash(&changed))).expect("a file");
        let verified = encycle(&["verify", out]);
        assert_eq!(code(&verified), 1);
        let expected = format!("{out}: not verified: {message}");
        assert!(stdout(&verified).starts_with(&expected), "{}", stdout(&verified));
        fs::write(&path, &text).expect("a file");
    }
}

/// The checker in Python accepts the same certificates, and accepts a mutant only if there is no solution.
#[cfg(feature = "installed-solvers")]
#[test]
fn the_checker_in_python_agrees() {
    let mut random = Pcg64Mcg::seed_from_u64(52);
    let mut certificates = certificates(&mut random);
    certificates.extend(made(&leaper([6, 7], [13, 90])));
    let folder = tempfile::tempdir().expect("a folder");
    let accepts = |certificate: &Certificate| {
        certificate.write(folder.path()).expect("files");
        let script = folder.path().join("verify.py");
        let output = Command::new("python3").arg(script).arg(folder.path()).output();
        let output = output.expect("python3");
        (output.status.success(), stdout(&output))
    };
    for certificate in &certificates {
        let (is_accepted, said) = accepts(certificate);
        assert!(is_accepted && said.starts_with("verified: no-solution"), "{said}");
    }
    for number in 0..long_or(200, 30) {
        let mut mutant = certificates[number % (certificates.len() - 1)].clone();
        mutate(&mut mutant, &mut random);
        let (is_accepted, said) = accepts(&mutant);
        // clauses do not matter, and no other claim is accepted
        assert!(is_accepted || mutant.verify().is_err(), "{said}: {mutant:?}");
        assert!(!is_accepted || all_solutions(&mutant.puzzle).is_empty(), "{said}: {mutant:?}");
    }
}
