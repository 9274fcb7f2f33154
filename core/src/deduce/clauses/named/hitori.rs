//! Hitori: equal numbers close together, in corners and at the border.
//!
//! The patterns rest on two rules. Of two equal numbers in a line at least one is shaded, and no two shaded cells are
//! adjacent. So of two equal adjacent numbers, exactly one is shaded. In the patterns below, letters stand for numbers,
//! and equal letters for equal numbers.

use std::collections::BTreeMap;

use encycle_encodings::grid::{Cell, Grid};

use crate::deduce::Level;
use crate::deduce::clauses::ClauseState;
use crate::deduce::clauses::named::{CaseSplit, Known, TechniqueFinding, borders, corners, lines};
use crate::deduce::ladder::{Rung, StepLog};
use crate::puzzle::Puzzle;

const CONCEPTIS: &str = "Conceptis Puzzles, Hitori techniques";

/// Returns the techniques.
pub(super) fn rungs<'a>() -> Vec<Rung<ClauseState<'a>>> {
    vec![
        Rung::new(
            Level::Easy,
            [
                "adjacent-triplet",
                "of three equal numbers side by side, the middle one is unshaded and the others are shaded",
                CONCEPTIS,
            ],
            |state, log| on(state, log, adjacent_triplet),
        ),
        Rung::new(
            Level::Easy,
            ["square-between-pair", "a cell between two equal numbers is unshaded", CONCEPTIS],
            |state, log| on(state, log, square_between_pair),
        ),
        Rung::new(
            Level::Easy,
            [
                "pair-induction",
                "if two equal numbers are adjacent, the same number elsewhere in their line is shaded",
                CONCEPTIS,
            ],
            |state, log| on(state, log, pair_induction),
        ),
        Rung::new(
            Level::Medium,
            [
                "corner",
                "a cell has the value without which equal numbers next to a corner would shade both its neighbours",
                CONCEPTIS,
            ],
            |state, log| on(state, log, corner),
        ),
        Rung::new(
            Level::Medium,
            [
                "flanked-pair",
                "if two equal numbers flank an adjacent pair (a b b a), other cells of their line with the number a are shaded",
                "UK Puzzle Association forum 2015, Hitori: Solving with pairs; our name",
            ],
            |state, log| on(state, log, flanked_pair),
        ),
        Rung::new(
            Level::Medium,
            [
                "double-edge-pair",
                "if two pairs are side by side at the border, the border cells before and after them are unshaded",
                "UK Puzzle Association forum 2015, Hitori: Solving with pairs; our name",
            ],
            |state, log| on(state, log, double_edge_pair),
        ),
        Rung::new(
            Level::Hard,
            [
                "must-circle",
                "a fact holds whichever of the equal numbers of a line is unshaded, or none",
                "Spiral Mile, Hitori solving techniques: Must Circle, Cannot Circle",
            ],
            |state, log| {
                state.cases(log, |puzzle, known| {
                    HitoriNumbers::of(puzzle).map_or_else(Vec::new, |one| must_circle(&one, known))
                })
            },
        ),
    ]
}

/// The numbers of a Hitori, 0 for a cell without a number.
struct HitoriNumbers {
    grid: Grid,
    numbers: Vec<u32>,
}

impl HitoriNumbers {
    fn of(puzzle: &Puzzle) -> Option<Self> {
        let clues = puzzle.clue_grid()?;
        let numbers = clues.numbers().into_iter().map(Option::unwrap_or_default).collect();
        Some(Self { grid: clues.grid, numbers })
    }

    fn grid(&self) -> Grid {
        self.grid
    }
}

fn on(
    state: &mut ClauseState,
    log: &mut StepLog,
    find: fn(&HitoriNumbers, Known) -> Option<TechniqueFinding>,
) -> bool {
    state.apply(log, |puzzle, known| find(&HitoriNumbers::of(puzzle)?, known))
}

/// Returns the fact that a cell is shaded or not.
fn fact(hitori: &HitoriNumbers, cell: Cell, shaded: bool) -> (usize, bool) {
    (hitori.grid().cell_index(cell), shaded)
}

/// Returns the number of a cell, or 0 for a cell without a number.
fn number(hitori: &HitoriNumbers, cell: Cell) -> u32 {
    hitori.numbers[hitori.grid().cell_index(cell)]
}

/// Returns whether the cells have numbers, all equal.
fn are_equal(hitori: &HitoriNumbers, cells: &[Cell]) -> bool {
    let first = number(hitori, cells[0]);
    first > 0 && cells.iter().all(|&cell| number(hitori, cell) == first)
}

/// Finds the pattern `a a a`. If the middle number were shaded, both outer numbers would be unshaded, but they are
/// equal. So the middle number is unshaded, and the outer numbers are shaded.
fn adjacent_triplet(hitori: &HitoriNumbers, known: Known) -> Option<TechniqueFinding> {
    lines(hitori.grid()).find_map(|line| {
        line.windows(3).filter(|three| are_equal(hitori, three)).find_map(|three| {
            let facts = (0..3).map(|place| fact(hitori, three[place], place != 1));
            TechniqueFinding::new(known, [three[0], three[2]], facts, || {
                format!("three equal numbers from {} to {}", three[0], three[2])
            })
        })
    })
}

/// Finds the pattern `a x a`. At least one `a` is shaded, and x is next to it, so x is unshaded.
fn square_between_pair(hitori: &HitoriNumbers, known: Known) -> Option<TechniqueFinding> {
    lines(hitori.grid()).find_map(|line| {
        let is_pair = |three: &&[Cell]| are_equal(hitori, &[three[0], three[2]]);
        line.windows(3).filter(is_pair).find_map(|three| {
            let facts = [fact(hitori, three[1], false)];
            TechniqueFinding::new(known, [three[0], three[2]], facts, || {
                format!("equal numbers on both sides of {}", three[1])
            })
        })
    })
}

/// Returns the facts that all cells of a line with the number of `but[0]` are shaded, except the two cells `but`.
fn others_shaded<'a>(
    hitori: &'a HitoriNumbers,
    line: &'a [Cell],
    but: [Cell; 2],
) -> impl Iterator<Item = (usize, bool)> + 'a {
    let is_other =
        move |cell: &&Cell| number(hitori, **cell) == number(hitori, but[0]) && !but.contains(cell);
    line.iter().filter(is_other).map(|&cell| fact(hitori, cell, true))
}

/// Finds the pattern `a a ... a`. One number of the pair is unshaded, so every other `a` in the line is shaded.
fn pair_induction(hitori: &HitoriNumbers, known: Known) -> Option<TechniqueFinding> {
    lines(hitori.grid()).find_map(|line| {
        line.windows(2).filter(|pair| are_equal(hitori, pair)).find_map(|pair| {
            let facts = others_shaded(hitori, &line, [pair[0], pair[1]]);
            TechniqueFinding::new(known, [pair[0], pair[1]], facts, || {
                format!("one of the pair at {} and {} is unshaded", pair[0], pair[1])
            })
        })
    })
}

/// Finds facts that hold in all shadings of the four cells at a corner.
fn corner(hitori: &HitoriNumbers, known: Known) -> Option<TechniqueFinding> {
    // the pairs of adjacent cells among the corner (0), its neighbors (1 and 2) and the cell diagonally inside (3)
    const SIDES: [[usize; 2]; 4] = [[0, 1], [0, 2], [1, 3], [2, 3]];
    corners(hitori.grid()).into_iter().find_map(|cells| {
        if !SIDES.iter().any(|side| are_equal(hitori, &side.map(|place| cells[place]))) {
            return None;
        }
        let is_legal = |shading: &u8| {
            let shaded = |place: usize| shading >> place & 1 == 1;
            let fits = |place: usize| {
                let value = known[hitori.grid().cell_index(cells[place])];
                value.is_none_or(|value| value == shaded(place))
            };
            let is_apart = |&[a, b]: &[usize; 2]| {
                let both = shaded(a) && shaded(b);
                let equal = are_equal(hitori, &[cells[a], cells[b]]);
                !both && (!equal || shaded(a) || shaded(b))
            };
            (0..4).all(fits) && SIDES.iter().all(is_apart) && !(shaded(1) && shaded(2))
        };
        let legal: Vec<u8> = (0..16).filter(is_legal).collect();
        if legal.is_empty() {
            return Some(TechniqueFinding::contradiction(
                cells[0],
                "no shading of the corner".to_owned(),
            ));
        }
        let facts = (0..4).flat_map(|place| {
            [true, false].into_iter().filter_map({
                let legal = &legal;
                move |value| {
                    let all = legal.iter().all(|shading| (shading >> place & 1 == 1) == value);
                    all.then(|| fact(hitori, cells[place], value))
                }
            })
        });
        TechniqueFinding::new(known, cells[0], facts, || {
            format!("both neighbours of the corner at {} would be shaded otherwise", cells[0])
        })
    })
}

/// Finds the pattern `a b b a ... a`. One `b` is shaded, so the `a` next to it is unshaded. Therefore every `a` of the
/// line outside `a b b a` is shaded.
fn flanked_pair(hitori: &HitoriNumbers, known: Known) -> Option<TechniqueFinding> {
    lines(hitori.grid()).find_map(|line| {
        let is_flanked = |four: &&[Cell]| {
            are_equal(hitori, &four[1..3]) && are_equal(hitori, &[four[0], four[3]])
        };
        line.windows(4).filter(is_flanked).find_map(|four| {
            let facts = others_shaded(hitori, &line, [four[0], four[3]]);
            TechniqueFinding::new(known, [four[0], four[3]], facts, || {
                format!("one of the numbers at {} and {} is unshaded", four[0], four[3])
            })
        })
    })
}

/// Finds two pairs side by side at the border, where the upper line is the border:
///
/// ```text
/// x a a y
/// . b b .
/// ```
///
/// Exactly one cell of each pair is shaded, and these two cells are diagonal. The border cell next to the shaded `a` is
/// unshaded. So is the other one of x and y, because otherwise three shaded cells would enclose the unshaded `a`.
fn double_edge_pair(hitori: &HitoriNumbers, known: Known) -> Option<TechniqueFinding> {
    borders(hitori.grid()).into_iter().find_map(|[edge, inner]| {
        (2..edge.len().saturating_sub(1)).find_map(|place| {
            let pair = place - 1..=place;
            if !are_equal(hitori, &edge[pair.clone()]) || !are_equal(hitori, &inner[pair]) {
                return None;
            }
            let ends = [edge[place - 2], edge[place + 1]];
            let facts = ends.map(|cell| fact(hitori, cell, false));
            TechniqueFinding::new(known, [edge[place - 1], inner[place]], facts, || {
                format!("two pairs at {} and {}", edge[place - 1], inner[place])
            })
        })
    })
}

/// Returns the cases for the equal numbers of each line: one of them is unshaded, or none.
fn must_circle(hitori: &HitoriNumbers, known: Known) -> Vec<CaseSplit> {
    let mut splits = Vec::new();
    for line in lines(hitori.grid()) {
        let mut groups: BTreeMap<u32, Vec<Cell>> = BTreeMap::new();
        for &cell in &line {
            groups.entry(number(hitori, cell)).or_default().push(cell);
        }
        for (number, group) in groups {
            let is_open = |&cell: &Cell| known[hitori.grid().cell_index(cell)].is_none();
            let open: Vec<Cell> = group.iter().copied().filter(is_open).collect();
            if number == 0 || open.len() < 2 {
                continue;
            }
            let case = |unshaded: Option<&Cell>| {
                open.iter().map(|cell| fact(hitori, *cell, Some(cell) != unshaded)).collect()
            };
            splits.push(CaseSplit {
                place: [open[0], open[open.len() - 1]].into(),
                what: "choices of the unshaded number",
                cases: open.iter().map(Some).chain([None]).map(case).collect(),
            });
        }
    }
    splits
}
