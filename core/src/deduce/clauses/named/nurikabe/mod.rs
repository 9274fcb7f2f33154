//! Nurikabe: the cells to which islands can still grow, and the cells that all their possible shapes share.

mod growth;
mod shapes;

use encycle_encodings::grid::Cell;
use encycle_encodings::kinds::nurikabe::Nurikabe;

use crate::deduce::Level;
use crate::deduce::clauses::ClauseState;
use crate::deduce::clauses::named::{CaseSplit, Known, TechniqueFinding};
use crate::deduce::ladder::{Rung, StepLog};
use crate::puzzle::Puzzle;
use growth::KnownIslands;

const CONCEPTIS: &str = "Conceptis Puzzles, Nurikabe techniques; tectonicpuzzel.eu";

/// Returns the techniques.
pub(super) fn rungs<'a>() -> Vec<Rung<ClauseState<'a>>> {
    vec![
        Rung::new(
            Level::Easy,
            [
                "island-expansion",
                "a cell is unshaded if it is the only way out of a part of an island that is not complete",
                CONCEPTIS,
            ],
            |state, log| on(state, log, |islands| islands.expansion()),
        ),
        Rung::new(
            Level::Easy,
            [
                "two-ways-out",
                "if the last cell of an island is one of two cells, a cell adjacent to both is shaded",
                CONCEPTIS,
            ],
            |state, log| on(state, log, |islands| islands.two_ways_out()),
        ),
        Rung::new(
            Level::Easy,
            ["unreachable", "a cell that no island can reach is shaded", CONCEPTIS],
            |state, log| on(state, log, |islands| islands.unreachable()),
        ),
        Rung::new(
            Level::Medium,
            [
                "island-continuity",
                "a cell is unshaded if without it an island has no room, or no clue reaches known unshaded cells",
                "Conceptis Puzzles, Nurikabe techniques: wall continuity, for islands",
            ],
            |state, log| on(state, log, |islands| islands.continuity()),
        ),
        Rung::new(
            Level::Hard,
            [
                "island-shapes",
                "a fact holds for each shape that an island can have",
                "puzzlers' practice; Bram-Hub LEGUP issue 820, Finish Room",
            ],
            |state, log| on(state, log, shapes::common),
        ),
        Rung::new(
            Level::Hard,
            [
                "avoid-2x2",
                "a fact holds whichever cell of a square of 2 x 2 cells is the first unshaded one",
                CONCEPTIS,
            ],
            |state, log| {
                state.cases(log, |puzzle, known| match puzzle {
                    Puzzle::Nurikabe(nurikabe) => squares(nurikabe, known),
                    _ => Vec::new(),
                })
            },
        ),
        Rung::new(
            Level::Hard,
            [
                "shape-cases",
                "a fact holds for each shape of an island that simpler techniques do not refute",
                "the dilemma rule, with the shapes of an island as its cases",
            ],
            |state, log| {
                state.cases(log, |puzzle, known| match puzzle {
                    Puzzle::Nurikabe(nurikabe) => {
                        shapes::cases(&KnownIslands::new(nurikabe, known))
                    }
                    _ => Vec::new(),
                })
            },
        ),
    ]
}

fn on(
    state: &mut ClauseState,
    log: &mut StepLog,
    find: fn(&KnownIslands) -> Option<TechniqueFinding>,
) -> bool {
    state.apply(log, |puzzle, known| match puzzle {
        Puzzle::Nurikabe(nurikabe) => find(&KnownIslands::new(nurikabe, known)),
        _ => None,
    })
}

/// Returns the cases of each square of 2 x 2 cells without a known unshaded cell. The four cells are not all shaded, so
/// some open cell is the first unshaded one: in case k, open cell k is unshaded and the open cells before it are
/// shaded.
fn squares(nurikabe: &Nurikabe, known: Known) -> Vec<CaseSplit> {
    let grid = nurikabe.grid();
    let is_corner = |cell: &Cell| cell.row + 1 < grid.rows() && cell.col + 1 < grid.cols();
    let split = |corner: Cell| {
        let Cell { row, col } = corner;
        let square = [(row, col), (row, col + 1), (row + 1, col), (row + 1, col + 1)]
            .map(|(row, col)| grid.cell_index(Cell { row, col }));
        if square.iter().any(|&cell| known[cell] == Some(false)) {
            return None;
        }
        let open: Vec<usize> = square.into_iter().filter(|&cell| known[cell].is_none()).collect();
        let case = |first: usize| (0..=first).map(|place| (open[place], place < first)).collect();
        Some(CaseSplit {
            place: [corner, Cell { row: row + 1, col: col + 1 }].into(),
            what: "choices of the unshaded cell",
            cases: (0..open.len()).map(case).collect(),
        })
    };
    grid.cells().filter(is_corner).filter_map(split).collect()
}
