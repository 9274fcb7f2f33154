//! Masyu: circles close together.
//!
//! The loop goes straight through a white circle and turns in at least one of the two cells next to it on the loop. The
//! loop turns in a black circle and goes straight through both cells next to it on the loop.

use encycle_encodings::cell_loops::{CellBoard, Side};
use encycle_encodings::grid::{Cell, Grid};
use encycle_encodings::kinds::codec::ClueSymbol;

use crate::deduce::Level;
use crate::deduce::clauses::ClauseState;
use crate::deduce::clauses::named::{CaseSplit, Known, TechniqueFinding, lines};
use crate::deduce::ladder::{Rung, StepLog};
use crate::puzzle::Puzzle;

/// Returns the techniques.
pub(super) fn rungs<'a>() -> Vec<Rung<ClauseState<'a>>> {
    vec![
        Rung::new(
            Level::Easy,
            [
                "three-white-circles",
                "the loop crosses three white circles side by side at right angles to their line",
                "dkmgames, Pearls Help",
            ],
            |state, log| on(state, log, three_whites),
        ),
        Rung::new(
            Level::Easy,
            [
                "adjacent-black-circles",
                "no line joins two adjacent black circles",
                "dkmgames, Pearls Help",
            ],
            |state, log| on(state, log, adjacent_blacks),
        ),
        Rung::new(
            Level::Easy,
            [
                "diagonal-white-circles",
                "the loop does not leave a black circle between two white circles diagonal to it",
                "Sudoku Xtra forum 2009, Masyu/Yajilin puzzles",
            ],
            |state, log| on(state, log, diagonal_whites),
        ),
        Rung::new(
            Level::Hard,
            [
                "circle-ways",
                "a fact holds in each way of the loop through a circle that simpler techniques do not refute",
                "the dilemma rule, with the ways through a circle as its cases",
            ],
            |state, log| {
                state.cases(log, |puzzle, known| {
                    MasyuCircles::of(puzzle).map_or_else(Vec::new, |masyu| ways(&masyu, known))
                })
            },
        ),
    ]
}

/// The circles of a Masyu, and the links between its cells.
struct MasyuCircles<'a> {
    board: &'a CellBoard,
    circles: &'a [Option<ClueSymbol>],
}

/// A white circle.
const WHITE: ClueSymbol = ClueSymbol::Letter(0, None);

/// A black circle.
const BLACK: ClueSymbol = ClueSymbol::Letter(1, None);

impl<'a> MasyuCircles<'a> {
    fn of(puzzle: &'a Puzzle) -> Option<Self> {
        let Puzzle::Written(puzzle) = puzzle else { return None };
        let board = puzzle.cell_loop()?.board();
        Some(Self { board, circles: &puzzle.clues().cells.symbols })
    }

    fn grid(&self) -> Grid {
        self.board.grid()
    }
}

fn on(
    state: &mut ClauseState,
    log: &mut StepLog,
    find: fn(&MasyuCircles<'_>, Known) -> Option<TechniqueFinding>,
) -> bool {
    state.apply(log, |puzzle, known| find(&MasyuCircles::of(puzzle)?, known))
}

/// Returns whether a cell has this circle.
fn has(masyu: &MasyuCircles<'_>, cell: Cell, circle: ClueSymbol) -> bool {
    masyu.circles[masyu.grid().cell_index(cell)] == Some(circle)
}

/// Returns the link from a cell across a side.
fn link(masyu: &MasyuCircles<'_>, cell: Cell, side: Side) -> Option<usize> {
    masyu.board.link(cell, side).map(|link| link.index())
}

/// Returns the side of a cell on which an adjacent cell is, to the right or below.
fn side_of(from: Cell, to: Cell) -> Side {
    if from.row == to.row { Side::Right } else { Side::Down }
}

/// Finds the pattern `w w w`. If the loop ran along this line, it would go straight through all three circles, so it
/// would not turn next to the middle one.
fn three_whites(masyu: &MasyuCircles<'_>, known: Known) -> Option<TechniqueFinding> {
    lines(masyu.grid()).find_map(|line| {
        let are_white = |three: &&[Cell]| three.iter().all(|&cell| has(masyu, cell, WHITE));
        line.windows(3).filter(are_white).find_map(|three| {
            let between = three.windows(2);
            let links = between.filter_map(|two| link(masyu, two[0], side_of(two[0], two[1])));
            TechniqueFinding::new(
                known,
                [three[0], three[2]],
                links.map(|link| (link, false)),
                || format!("three white circles from {} to {}", three[0], three[2]),
            )
        })
    })
}

/// Finds the pattern `b b`. If a line joined the two black circles, the loop would have to turn in one of them and go
/// straight through it at the same time.
fn adjacent_blacks(masyu: &MasyuCircles<'_>, known: Known) -> Option<TechniqueFinding> {
    lines(masyu.grid()).find_map(|line| {
        let are_black = |two: &&[Cell]| two.iter().all(|&cell| has(masyu, cell, BLACK));
        line.windows(2).filter(are_black).find_map(|two| {
            let link = link(masyu, two[0], side_of(two[0], two[1]));
            TechniqueFinding::new(known, [two[0], two[1]], link.map(|link| (link, false)), || {
                format!("black circles at {} and {}", two[0], two[1])
            })
        })
    })
}

/// Finds a black circle b whose next cell n on one side lies between two white circles:
///
/// ```text
/// . w .
/// b n .      no line joins b and n
/// . w .
/// ```
///
/// Otherwise the loop would go straight through n, so it would pass both white circles from left to right. It would
/// thus pass the cells above and below b, but it also has to leave b straight through one of these cells.
fn diagonal_whites(masyu: &MasyuCircles<'_>, known: Known) -> Option<TechniqueFinding> {
    let board = masyu.board;
    masyu.grid().cells().filter(|&cell| has(masyu, cell, BLACK)).find_map(|cell| {
        Side::AXES.into_iter().enumerate().find_map(|(axis, sides)| {
            sides.into_iter().find_map(|side| {
                let next = board.neighbour(cell, side)?;
                let beside = Side::AXES[1 - axis].map(|side| board.neighbour(next, side));
                let are_white =
                    beside.iter().all(|beside| beside.is_some_and(|cell| has(masyu, cell, WHITE)));
                let link = link(masyu, cell, side).filter(|_| are_white);
                TechniqueFinding::new(known, cell, link.map(|link| (link, false)), || {
                    format!("the black circle at {cell} has two white circles beside {next}")
                })
            })
        })
    })
}

/// Returns the paths through each circle as cases: two paths through a white circle, four through a black circle.
fn ways(masyu: &MasyuCircles<'_>, known: Known) -> Vec<CaseSplit> {
    let ways_of = |(cell, &circle): (Cell, &Option<ClueSymbol>)| {
        let [horizontal, vertical] = Side::AXES;
        let ways: Vec<[Side; 2]> = match circle? {
            WHITE => Side::AXES.to_vec(),
            _ => {
                horizontal.into_iter().flat_map(|one| vertical.map(|other| [one, other])).collect()
            }
        };
        let is_open = Side::ALL
            .iter()
            .any(|&side| link(masyu, cell, side).is_some_and(|link| known[link].is_none()));
        let facts = |way: [Side; 2]| {
            let sides = Side::ALL.into_iter();
            let facts = sides.map(|side| (link(masyu, cell, side), way.contains(&side)));
            // no path leaves the grid: a side at the border has no link
            facts
                .filter(|&(link, is_line)| link.is_some() || is_line)
                .map(|(link, is_line)| Some((link?, is_line)))
                .collect::<Option<Vec<_>>>()
        };
        let fits = |facts: &Vec<(usize, bool)>| {
            facts.iter().all(|&(link, value)| known[link].is_none_or(|known| known == value))
        };
        let cases: Vec<_> = ways.into_iter().filter_map(facts).filter(fits).collect();
        is_open.then_some(CaseSplit { place: cell.into(), what: "ways through the circle", cases })
    };
    masyu.grid().cells().zip(masyu.circles).filter_map(ways_of).collect()
}
