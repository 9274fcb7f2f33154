//! Tests of the local cuts of repair and sweep against all colorings of small windows.

use crate::encoding::{Repair as _, Sweep as _};
use crate::grid::{Graph, Grid};
use crate::logic::{Lit, Var};
use crate::puzzle::Solution;
use crate::rules::one_loop::eager::{Drawing, DrawingVariables};
use crate::rules::one_loop::{ColourRepair, ColourSweep, EdgeSet, separate_colours};

const GRIDS: [(usize, usize); 3] = [(3, 4), (2, 6), (4, 3)];

/// Returns the board of a grid that has inside variables only.
fn colours_of(grid: Grid) -> DrawingVariables {
    DrawingVariables::new(&Graph::of_lines(grid), &[Drawing::Cells])
}

/// Returns the number of parts of both colors, including the frame; 2 for one loop.
fn parts(grid: Grid, inside: &[bool]) -> usize {
    let mut repair = ColourRepair::new(colours_of(grid));
    repair.load(inside, &[]);
    repair.targets.len() + 1 + usize::from(inside.contains(&true))
}

/// Loads all colorings. In each window, all colorings are checked: a coloring that needs no cut has fewer parts than
/// before and is not empty, and it satisfies the cuts of all others.
#[test]
fn acceptable_windows_have_fewer_parts_and_satisfy_all_cuts() {
    let mut windows = 0;
    for (rows, cols) in GRIDS {
        let grid = Grid::new(rows, cols).expect("a size");
        let cells = grid.cell_count();
        // a sample of the colorings, which takes some seconds
        for code in (1..1_u32 << cells).step_by(67) {
            let model: Vec<bool> = (0..cells).map(|cell| code >> cell & 1 == 1).collect();
            let before = parts(grid, &model);
            let mut repair = ColourRepair::new(colours_of(grid));
            repair.load(&model, &vec![false; cells]);
            let Some(variables) = repair.next_window().map(<[_]>::to_vec) else {
                assert_eq!(before, 2, "{model:?}");
                assert!(separate_colours(grid, &model).solution.is_some(), "{model:?}");
                continue;
            };
            windows += 1;
            let mut accepted = Vec::new();
            let mut cuts = Vec::new();
            for values in 0..1_u32 << variables.len() {
                let value = |index: usize| values >> index & 1 == 1;
                let values: Vec<bool> = (0..variables.len()).map(value).collect();
                let mut changed = model.clone();
                for (variable, &value) in variables.iter().zip(&values) {
                    changed[variable.idx()] = value;
                }
                let found = repair.window_cuts(&values);
                for cut in &found {
                    let is_false = |literal: &Lit| changed[literal.vidx()] != literal.is_pos();
                    assert!(cut.iter().all(is_false), "{cut:?} {changed:?}");
                }
                match found.is_empty() {
                    true => accepted.push(changed),
                    false => cuts.extend(found),
                }
            }
            cuts.sort_unstable();
            cuts.dedup();
            for changed in accepted.iter().filter(|changed| changed.contains(&true)) {
                assert!(parts(grid, changed) < before, "{model:?} to {changed:?}");
                for cut in &cuts {
                    let holds = |literal: &Lit| changed[literal.vidx()] == literal.is_pos();
                    assert!(cut.iter().any(holds), "{cut:?} excludes {changed:?} of {model:?}");
                }
            }
        }
    }
    assert!(windows > 80, "{windows} windows");
}

/// Checks all colorings of each window: a coloring that needs no cut satisfies the cuts of all others. One of the
/// colorings without a cut is accepted, a different one in each sweep. Every sweep ends with all cells closed, because
/// after some rejected windows it accepts any coloring.
#[test]
fn a_sweep_accepts_what_satisfies_all_cuts_and_closes_all_cells() {
    let mut rejected = 0;
    for (rows, cols) in [(3, 3), (3, 4), (2, 5)] {
        let grid = Grid::new(rows, cols).expect("a size");
        for choice in 0..20 {
            let mut sweep = ColourSweep::new(colours_of(grid));
            let mut model = sweep.model();
            while let Some(variables) = sweep.next_window().map(<[_]>::to_vec) {
                let mut accepted = Vec::new();
                let mut cuts = Vec::new();
                for values in 0..1_u32 << variables.len() {
                    let values: Vec<bool> =
                        (0..variables.len()).map(|index| values >> index & 1 == 1).collect();
                    let value = |literal: &Lit| {
                        let index = variables.iter().position(|&one| one == literal.var());
                        values[index.expect("a variable of the window")] == literal.is_pos()
                    };
                    let found = sweep.window_cuts(&values);
                    assert!(found.iter().all(|cut| !cut.iter().any(value)), "{found:?}");
                    match found.is_empty() {
                        true => accepted.push(values),
                        false => cuts.extend(found),
                    }
                }
                cuts.sort_unstable();
                cuts.dedup();
                for values in &accepted {
                    for (variable, &value) in variables.iter().zip(values) {
                        model[variable.idx()] = value;
                    }
                    let holds = |literal: &Lit| model[literal.vidx()] == literal.is_pos();
                    assert!(cuts.iter().all(|cut| cut.iter().any(holds)), "{values:?}");
                }
                rejected += usize::from(accepted.is_empty());
                let values = accepted.get(choice * 7 % accepted.len().max(1));
                sweep.end_window(values.map(Vec::as_slice));
            }
            assert!(sweep.is_complete());
            assert!((0..grid.cell_count()).all(|cell| !sweep.is_open(Var::new(cell as u32))));
        }
    }
    assert!(rejected > 0, "no window became larger");
}

/// The lines are the first variables, and a window contains the lines around its cells, which follow from the colors.
#[test]
fn lines_change_with_the_colours() {
    let grid = Grid::new(4, 5).expect("a size");
    let graph = Graph::of_lines(grid);
    let board = DrawingVariables::new(&graph, &[Drawing::Edges, Drawing::Cells]);
    let mut repair = ColourRepair::new(board);
    let inside: Vec<bool> = (0..grid.cell_count()).map(|cell| [0, 14].contains(&cell)).collect();
    let lines = Solution::from(EdgeSet::around(grid, &inside));
    let model = [lines.atoms(), &inside].concat();
    repair.load(&model, &vec![false; model.len()]);
    assert_eq!(repair.model(), model);
    let window = repair.next_window().expect("two inside parts").to_vec();
    let cells: Vec<usize> =
        window.iter().filter_map(|&one| Some(grid.cell_index(board.cell_of(one)?))).collect();
    for &cell in &cells {
        for edge in grid.cell_edges(grid.cell_at(cell)) {
            assert!(window.contains(&board.edge(edge).var()), "{cell}");
        }
    }
    // everything in the window becomes inside
    let values: Vec<bool> = window.iter().map(|&one| board.cell_of(one).is_some()).collect();
    assert!(repair.window_cuts(&values).is_empty());
    repair.end_window(Some(&values));
    let joined: Vec<bool> =
        (0..grid.cell_count()).map(|cell| inside[cell] || cells.contains(&cell)).collect();
    let lines = Solution::from(EdgeSet::around(grid, &joined));
    assert_eq!(repair.model(), [lines.atoms(), &joined].concat());
}

/// A line is open as long as one of the cells next to it is.
#[test]
fn a_line_is_open_with_the_cells_beside_it() {
    let grid = Grid::new(6, 6).expect("a size");
    let graph = Graph::of_lines(grid);
    let board = DrawingVariables::new(&graph, &[Drawing::Edges, Drawing::Cells]);
    let mut sweep = ColourSweep::new(board);
    let mut model = sweep.model();
    let mut windows = 0;
    while let Some(window) = sweep.next_window().map(<[_]>::to_vec) {
        for edge in graph.edges() {
            let cells = grid.edge_cells(edge).into_iter().flatten();
            let is_open = cells.map(|cell| sweep.is_open(board.inside(cell).var()));
            assert_eq!(sweep.is_open(board.edge(edge).var()), is_open.into_iter().any(|one| one));
        }
        let values: Vec<bool> = window.iter().map(|one| model[one.idx()]).collect();
        sweep.end_window(Some(&values));
        windows += 1;
    }
    assert_eq!((windows, sweep.is_complete()), (9, true));
    model.truncate(graph.edge_count());
    let stripes: Vec<bool> = grid.cells().map(|cell| cell.row.is_multiple_of(2)).collect();
    assert_eq!(model, Solution::from(EdgeSet::around(grid, &stripes)).atoms());
}
