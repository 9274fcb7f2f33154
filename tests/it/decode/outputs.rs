//! Saved outputs, intact and damaged: the decoder never panics and never returns an invalid solution.

use encycle::decode::{Decoded, decode, recognise};
use encycle::encodings::export::{MapTarget, write_map};
use encycle::encodings::kinds::slitherlink::{Slitherlink, encoding};
use encycle::encodings::logic::LoweringOptions;
use encycle::encodings::puzzle::{Extent, Solution};
use encycle::encodings::rules::one_loop::EdgeSet;
use encycle::formats::map::{self, VariableMap};
use encycle::puzzle::Puzzle;
use encycle::solvers::Dialect;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::support::puzzles::slitherlink;
use crate::support::recorded;

/// Every cell has a clue, so even as a Slitherlynx it has one solution, around the cells of `INSIDE`.
const CLUES: [&str; 3] = ["3323", "1213", "3323"];
const INSIDE: [&str; 3] = ["x.xx", "xxx.", "x.xx"];

fn puzzle() -> Slitherlink {
    Slitherlink::from_rows(&CLUES).expect("legal clues")
}

fn inside() -> Vec<bool> {
    INSIDE.iter().flat_map(|row| row.chars().map(|cell| cell == 'x')).collect()
}

fn map_of(puzzle: &Slitherlink, name: &str) -> VariableMap {
    let encoding = encoding(name, puzzle).expect("an encoding");
    let grid = puzzle.grid().expect("a grid");
    let size = format!("{} {}", grid.rows(), grid.cols());
    let facts = [("kind", "slitherlink".to_owned()), ("size", size)];
    let mut text = Vec::new();
    write_map(&mut text, &facts, MapTarget::Cnf, LoweringOptions::default(), &|sink| {
        encoding.encode(sink)
    })
    .expect("text");
    map::read(&String::from_utf8(text).expect("text")).expect("a map")
}

/// The values of the map's variables in the solution.
fn model(map: &VariableMap) -> Vec<bool> {
    let grid = puzzle().grid().expect("a grid");
    let lines = EdgeSet::around(grid, &inside());
    let edges = lines.edges().map(|edge| grid.edge_name(edge).to_string());
    let cells = grid.cells().filter(|&cell| inside()[grid.cell_index(cell)]);
    let cells = cells.map(|cell| format!("in_{}_{}", cell.row + 1, cell.col + 1));
    let on: Vec<String> = edges.chain(cells).collect();
    map.names().iter().map(|name| on.contains(name)).collect()
}

/// A model as a solver with this dialect writes it.
fn written(dialect: Dialect, map: &VariableMap, model: &[bool]) -> String {
    let number = |on: bool| if on { "1" } else { "0" };
    let lines = |line: &dyn Fn(usize, &str, bool) -> String| -> String {
        let columns = map.names().iter().zip(model).enumerate();
        columns.map(|(index, (name, &on))| line(index + 1, name, on)).collect()
    };
    let literals = lines(&|index, _, on| format!("{}{index} ", if on { "" } else { "-" }));
    match dialect {
        Dialect::Competition => format!("c solver\ns SATISFIABLE\nv {literals}0\n"),
        Dialect::Minisat => format!("SAT\n{literals}0\n"),
        Dialect::PseudoBoolean => {
            let literals = lines(&|index, _, on| format!("{}x{index} ", if on { "" } else { "-" }));
            format!("s SATISFIABLE\nv {literals}\n")
        }
        Dialect::Cbc => {
            let columns = lines(&|index, name, on| match on {
                true => format!("{:7} {name:<20} 1 0\n", index - 1),
                false => String::new(),
            });
            format!("Optimal - objective value 0.00000000\n{columns}")
        }
        Dialect::Glpk => {
            let columns = lines(&|index, _, on| format!("j {index} {}\n", number(on)));
            format!("c Problem:\nc\ns mip 9 {} o 0\n{columns}e o f\n", model.len())
        }
        Dialect::Highs => {
            let columns = lines(&|_, name, on| format!("{name} {}\n", number(on)));
            let count = model.len();
            format!(
                "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 0\n\
                 # Columns {count}\n{columns}# Rows 9\n"
            )
        }
        Dialect::Scip => {
            let columns = lines(&|_, name, on| match on {
                true => format!("{name} \t 1 \t(obj:0)\n"),
                false => String::new(),
            });
            format!("solution status: optimal solution found\nobjective value: 0\n{columns}")
        }
        Dialect::Qdimacs => {
            let values =
                lines(&|index, _, on| format!("V {}{index} 0\n", if on { "" } else { "-" }));
            format!("s cnf 1 {} 9\n{values}", model.len())
        }
        Dialect::Toulbar2 => {
            let values = lines(&|_, _, on| format!("{} ", number(on)));
            format!("New solution: 0 (0 nodes)\n {values}\nOptimum: 0 in 0 nodes\n")
        }
        Dialect::SatSolver => format!("Solutions: {literals}\n\nSATISFIABLE\n"),
        Dialect::GlpkReport => {
            let columns = lines(&|index, name, on| {
                let wrap = if name.len() > 12 { "\n" } else { "" };
                format!("{index:6} {name:<12} {wrap}   *   {}   0   1\n", number(on))
            });
            format!(
                "Columns:    {}\nStatus:     INTEGER OPTIMAL\n\n   No. Column name  Activity\n\
                 ------ --------\n{columns}\nEnd of output\n",
                model.len()
            )
        }
        Dialect::Gurobi => {
            let columns = lines(&|_, name, on| format!("{name} {}\n", number(on)));
            format!("# Solution for model obj\n# Objective value = 0\n{columns}")
        }
        Dialect::Cplex => {
            let columns = lines(&|index, name, on| {
                let (index, value) = (index - 1, number(on));
                format!("<variable name=\"{name}\" index=\"{index}\" value=\"{value}\"/>\n")
            });
            format!(
                "<CPLEXSolution version=\"1.2\">\n<header solutionStatusValue=\"101\" \
                 solutionStatusString=\"integer optimal solution\" writeLevel=\"1\"/>\n\
                 <variables>\n{columns}</variables>\n</CPLEXSolution>\n"
            )
        }
        Dialect::Symphony => {
            let columns = lines(&|_, name, on| match on {
                true => format!("{name:<50} 1.0000000000\n"),
                false => String::new(),
            });
            format!(
                "==  Welcome to the SYMPHONY MILP Solver\n* Optimal Solution Found       *\n\
                 Column names and values of nonzeros in the solution\n+++++\n{columns}\n"
            )
        }
        Dialect::LpSolve => {
            let columns = lines(&|_, name, on| format!("{name:<30} {}\n", number(on)));
            format!(
                "\nValue of objective function: 0\n\nActual values of the variables:\n{columns}\n\
                 Actual values of the constraints:\n"
            )
        }
        Dialect::MaxSat => {
            let digits = lines(&|_, _, on| number(on).to_string());
            format!("o 0\ns OPTIMUM FOUND\nv {digits}\n")
        }
        Dialect::Z3Lp => {
            let columns =
                lines(&|_, name, on| format!("(define-fun {name} () Int\n  {})\n", number(on)));
            format!("sat\n{columns}   0\n")
        }
    }
}

/// Decodes as the command does; returns the solution if all rules hold.
fn solution(map: &VariableMap, text: &str) -> Option<Solution> {
    let puzzle = Puzzle::from(puzzle());
    let decoded = decode(&puzzle, map, recognise(text).ok()?, text).ok()?;
    match decoded {
        Decoded::Model(told) if told.broken.is_none() => Some(told.solution),
        _ => None,
    }
}

fn encoding_name() -> impl Strategy<Value = &'static str> {
    select(&["edge", "colour"][..])
}

#[test]
fn a_model_in_any_dialect_is_the_solution() {
    let expected = Solution::from(EdgeSet::around(puzzle().grid().expect("a grid"), &inside()));
    for name in ["edge", "colour"] {
        let map = map_of(&puzzle(), name);
        for dialect in Dialect::ALL {
            let text = written(dialect, &map, &model(&map));
            assert_eq!(recognise(&text), Ok(dialect), "{text}");
            assert_eq!(solution(&map, &text).as_ref(), Some(&expected), "{name}: {text}");
        }
    }
}

/// The dialect of each recorded output is recognised, and the decoded result is what the solver found.
#[test]
fn recorded_outputs_are_recognised_and_decoded() {
    let (puzzle, none) = (recorded::puzzle("puzzle.txt"), recorded::puzzle("none.txt"));
    let recordings = recorded::recordings();
    assert!(recordings.len() >= 30, "{}", recordings.len());
    for recorded::Recording { name, dialect, map, solved, none: without, unknown } in &recordings {
        let decoded = |puzzle, text: &str| {
            // z3 prints the same line at a limit for a formula and for an LP
            let found = recognise(text);
            // without a model, the competitions have the same lines
            let is_shared = found == Ok(Dialect::Competition)
                && matches!(dialect, Dialect::PseudoBoolean | Dialect::MaxSat)
                && !text.lines().any(|line| line.starts_with('v'));
            let is_known = found == Ok(*dialect) || is_shared || text == "timeout\n";
            assert!(is_known, "{name}: {found:?} {text}");
            decode(puzzle, map, *dialect, text).unwrap_or_else(|error| panic!("{name}: {error}"))
        };
        match decoded(&puzzle, solved) {
            Decoded::Model(told) => {
                assert_eq!(told.solution, recorded::solution(), "{name}");
                assert_eq!((told.broken, told.missing), (None, 0), "{name}");
            }
            other => panic!("{name}: {other:?}"),
        }
        if let Some(text) = without {
            assert_eq!(decoded(&none, text), Decoded::NoSolution, "{name}");
        }
        if let Some(text) = unknown {
            match decoded(&puzzle, text) {
                Decoded::Unknown { reason: Some((line, why)) } => {
                    let lines = text.lines().count();
                    assert!((1..=lines).contains(&line) && !why.is_empty(), "{name}: {line} {why}");
                }
                other => panic!("{name}: {other:?}"),
            }
        }
    }
    for dialect in Dialect::ALL {
        assert!(recordings.iter().any(|one| one.dialect == dialect), "{}", dialect.name());
    }
}

/// A truncated output is refused, has no solution, or has the right solution.
#[test]
fn a_truncated_output_is_never_a_wrong_solution() {
    let expected = Solution::from(EdgeSet::around(puzzle().grid().expect("a grid"), &inside()));
    for name in ["edge", "colour"] {
        let map = map_of(&puzzle(), name);
        for dialect in Dialect::ALL {
            let text = written(dialect, &map, &model(&map));
            for end in 0..text.len() {
                let found = solution(&map, &text[..end]);
                assert!(found.is_none_or(|lines| lines == expected), "{:?}", &text[..end]);
            }
        }
    }
}

#[test]
fn an_output_decoded_with_the_map_of_another_encoding_is_no_solution() {
    for (written_with, read_with) in [("edge", "colour"), ("colour", "edge")] {
        let (map, other) = (map_of(&puzzle(), written_with), map_of(&puzzle(), read_with));
        for dialect in Dialect::ALL {
            let text = written(dialect, &map, &model(&map));
            assert_eq!(solution(&other, &text), None, "{text}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn a_map_is_read_as_it_was_written(
        puzzle in slitherlink(12),
        name in encoding_name(),
    ) {
        let map = map_of(&puzzle, name);
        let grid = puzzle.grid().expect("a grid");
        prop_assert_eq!(map.extent(), Some(Extent::Grid(grid)));
        let expected: Vec<String> = match name {
            "edge" => grid.edges().map(|edge| grid.edge_name(edge).to_string()).collect(),
            _ => grid.cells().map(|c| format!("in_{}_{}", c.row + 1, c.col + 1)).collect(),
        };
        prop_assert_eq!(map.names(), &expected[..]);
    }

    #[test]
    fn a_damaged_output_is_never_a_wrong_solution(
        name in encoding_name(),
        dialect in select(&Dialect::ALL[..]),
        changes in proptest::collection::vec(
            (any::<Index>(), 0..4_usize, "[-0-9a-z_ .\n]{0,3}"),
            1..4,
        ),
    ) {
        let map = map_of(&puzzle(), name);
        let mut text = written(dialect, &map, &model(&map));
        for (at, length, new) in changes {
            let start = at.index(text.len() + 1);
            text.replace_range(start..(start + length).min(text.len()), &new);
        }
        let expected = Solution::from(EdgeSet::around(puzzle().grid().expect("a grid"), &inside()));
        prop_assert!(solution(&map, &text).is_none_or(|lines| lines == expected), "{}", text);
    }

    #[test]
    fn a_wrong_model_is_never_a_solution(
        name in encoding_name(),
        dialect in select(&Dialect::ALL[..]),
        flips in proptest::collection::vec(any::<Index>(), 1..6),
    ) {
        let map = map_of(&puzzle(), name);
        let right = model(&map);
        let mut wrong = right.clone();
        for flip in flips {
            let at = flip.index(wrong.len());
            wrong[at] = !wrong[at];
        }
        let found = solution(&map, &written(dialect, &map, &wrong));
        prop_assert_eq!(found.is_some(), wrong == right);
    }

    #[test]
    fn any_text_is_decoded_or_refused(
        text in any::<String>(),
        dialect in select(&Dialect::ALL[..]),
        start in select(&["", "s SATISFIABLE\nv ", "SAT\n", "Optimal - objective value 0\n"][..]),
    ) {
        let map = map_of(&puzzle(), "edge");
        let _ = recognise(&text);
        let _ = decode(&Puzzle::from(puzzle()), &map, dialect, &(start.to_owned() + &text));
        let _ = map::read(&text);
    }
}
