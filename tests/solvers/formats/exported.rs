//! Real programs read every exported format, for every kind, with the verdict of the built-in solver.

use encycle::decode::{Decoded, decode};
use encycle::encodings::export::{
    MapTarget, MpsLayout, OpbRevision, write_lp, write_mps, write_opb,
};
use encycle::encodings::logic::{ConstraintSink, LoweringOptions};
use encycle::export::variable_map;
use encycle::puzzle::Puzzle;
use encycle::solve::{BatSatSession, Verdict};
use encycle::solvers::{Dialect, find};

use crate::support::folder::Folder;
use crate::support::kinds::{decisive, sample, solved, varied};

/// A format, its file, and the programs that read it, each with its arguments, its dialect, and whether the result is in the
/// file `out`.
type Reader = (&'static str, &'static [&'static str], Dialect);

const LP: [Reader; 4] = [
    ("cbc", &["a.lp", "-solve", "-solu", "out", "-quit"], Dialect::Cbc),
    ("highs", &["--solution_file", "out", "a.lp"], Dialect::Highs),
    ("glpsol", &["--lp", "a.lp", "-w", "out"], Dialect::Glpk),
    (
        "scip",
        &["-q", "-c", "read a.lp", "-c", "optimize", "-c", "write solution out", "-c", "quit"],
        Dialect::Scip,
    ),
];

const MPS: [Reader; 4] = [
    ("cbc", &["a.mps", "-solve", "-solu", "out", "-quit"], Dialect::Cbc),
    ("highs", &["--solution_file", "out", "a.mps"], Dialect::Highs),
    ("glpsol", &["--freemps", "a.mps", "-w", "out"], Dialect::Glpk),
    (
        "scip",
        &["-q", "-c", "read a.mps", "-c", "optimize", "-c", "write solution out", "-c", "quit"],
        Dialect::Scip,
    ),
];

const FIXED: [Reader; 4] =
    [MPS[0], MPS[1], ("glpsol", &["--mps", "a.mps", "-w", "out"], Dialect::Glpk), MPS[3]];

const OPB: [Reader; 2] = [
    ("minisat+", &["-v0", "a.opb"], Dialect::PseudoBoolean),
    (
        "scip-opb",
        &["-q", "-c", "read a.opb", "-c", "optimize", "-c", "write solution out", "-c", "quit"],
        Dialect::Scip,
    ),
];

/// It rejects the first line of 2024.
const CLASP: Reader = ("clasp-opb", &["-V0", "a.opb"], Dialect::PseudoBoolean);

/// Asserts that each program finds a solution of each puzzle that has one, and none of the others.
fn read_alike(
    file: &str,
    target: MapTarget,
    readers: &[Reader],
    write: impl Fn(&mut Vec<u8>, &dyn Fn(&mut dyn ConstraintSink)),
) {
    let options = LoweringOptions::default();
    for puzzle in puzzles() {
        let mut embedded = BatSatSession::new(options, None);
        let (expected, _) = solved(&puzzle, &puzzle.builtin_encoding(), &mut embedded, None);
        let exact = |name: &String| puzzle.encoding(name).is_ok_and(|one| one.is_exact());
        let name = decisive(&puzzle).into_iter().find(exact).expect("an exact encoding");
        let encoding = puzzle.encoding(&name).expect("a known name");
        let mut text = Vec::new();
        write(&mut text, &|sink| encoding.encode(sink));
        let map = variable_map(&puzzle, &encoding, options, target).expect("a map");
        let folder = Folder::with(&[(file, str::from_utf8(&text).expect("ASCII"))]);
        for (program, arguments, dialect) in readers {
            let solver = find(program).unwrap_or_else(|error| panic!("{error}"));
            let output = folder.run(&solver.path, arguments, "");
            let text = match dialect.uses_file() {
                true => std::fs::read_to_string(folder.0.path().join("out")).expect("an output"),
                false => String::from_utf8(output.stdout).expect("text"),
            };
            match decode(&puzzle, &map, *dialect, &text)
                .unwrap_or_else(|error| panic!("{program}: {error}\n{text}"))
            {
                Decoded::Model(model) => {
                    assert_eq!(model.broken, None, "{} by {name}, {program}", puzzle.kind());
                    assert!(matches!(expected, Verdict::Unique | Verdict::Several), "{program}");
                }
                Decoded::NoSolution => assert_eq!(expected, Verdict::NoSolution, "{program}"),
                other => panic!("{program}: {other:?}"),
            }
            let _ = std::fs::remove_file(folder.0.path().join("out"));
        }
    }
}

/// The sample of each kind, and a Slitherlink without solution.
fn puzzles() -> Vec<Puzzle> {
    let none = encycle::formats::read("slitherlink 2 2\n33\n33\n", None).expect("a puzzle").puzzle;
    varied().iter().map(|&kind| sample(kind)).chain([none]).collect()
}

#[test]
fn lp_files() {
    read_alike("a.lp", MapTarget::Lp, &LP, |out, encode| {
        write_lp(out, &[], LoweringOptions::default(), encode).expect("memory");
    });
}

#[test]
fn mps_files() {
    read_alike("a.mps", MapTarget::Lp, &MPS, |out, encode| {
        write_mps(out, &[], MpsLayout::Free, LoweringOptions::default(), encode).expect("memory");
    });
}

#[test]
fn fixed_mps_files() {
    read_alike("a.mps", MapTarget::Opb, &FIXED, |out, encode| {
        write_mps(out, &[], MpsLayout::Fixed, LoweringOptions::default(), encode).expect("memory");
    });
}

#[test]
fn opb_files() {
    for revision in [OpbRevision::Pb16, OpbRevision::Pb24] {
        read_alike("a.opb", MapTarget::Opb, &OPB, |out, encode| {
            write_opb(out, &[], revision, LoweringOptions::default(), encode).expect("memory");
        });
    }
    read_alike("a.opb", MapTarget::Opb, &[CLASP], |out, encode| {
        write_opb(out, &[], OpbRevision::Pb16, LoweringOptions::default(), encode).expect("memory");
    });
}
