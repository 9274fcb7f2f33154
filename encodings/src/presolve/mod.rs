//! The presolver of Slitherlink on grids: consequences of the rules, deduced without search (Berschneider 2.4;
//! Westreicher 4.2.3 calls it prework). It fixes edges, gives a reason for each, and solves many puzzles without a
//! solver.
//!
//! The presolver is sound: what it fixes holds in *every* solution, even if there are several, and it reports "no
//! solution" only if there is none.
//!
//! Its time is near-linear, because work lists contain only the places where something has changed. A vertex or a cell
//! is processed again when an edge, a corner or a color next to it becomes known, and the color class of a cell is
//! renamed at most log N times. The cheap rules come first:
//!
//! ```text
//! closed loop -> simple rules -> known colors -> grown chains -> table rules -> regions
//! ```
//!
//! A list is processed only while all lists before it are empty. The search for closed regions visits the whole grid,
//! so it runs only when all work lists are empty.
//!
//! `docs/research/presolve.md` lists the rules, the reasons why they are sound, and measurements.

mod backtracking;
mod board;
mod chains;
mod colours;
mod encoding;
mod geometry;
mod regions;
mod rule;
mod rules;
mod tables;
mod trace;

pub use backtracking::{BacktrackResult, backtrack};
pub use encoding::with_presolved;
pub use rule::{PresolveRule, PresolveRules};
pub use trace::{PresolveFact, PresolveStep, PresolveTrace};

use crate::grid::Grid;
use crate::kinds::slitherlink::Slitherlink;
use crate::puzzle::{Instance, Solution};
use board::{EdgeMark, NO_CLUE, PresolveBoard, RuleSite};
use rules::{cells, closure, clue, start, vertex, vertices};

/// The result of the presolver.
#[derive(Clone, Debug)]
pub struct Presolved {
    /// For each edge, whether it is a line in every solution, or in no solution; `None` if it is open.
    pub edges: Vec<Option<bool>>,
    /// For each cell, row by row, whether it is inside the loop in every solution, or in no solution; `None` if this is
    /// open.
    pub inside: Vec<Option<bool>>,
    /// The steps that lead to this result.
    pub trace: PresolveTrace,
    /// The verdict.
    pub verdict: PresolveVerdict,
}

/// The verdict of the presolver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PresolveVerdict {
    /// The only solution, which [`Instance::check`] accepts.
    Solved(Solution),
    /// There is no solution; the last step gives the reason.
    Contradiction,
    /// Some edges remain open.
    Open,
}

impl Presolved {
    /// Returns the number of fixed edges.
    #[must_use]
    pub fn fixed(&self) -> usize {
        self.edges.iter().flatten().count()
    }

    fn nothing(edges: usize) -> Self {
        let trace = PresolveTrace::default();
        Self { edges: vec![None; edges], inside: Vec::new(), trace, verdict: PresolveVerdict::Open }
    }
}

/// Applies all rules. No edge is fixed in a general graph, or in a Slitherlynx, because its rules are different.
///
/// ```
/// use encycle_encodings::presolve::{PresolveVerdict, presolve};
/// use encycle_encodings::kinds::slitherlink::Slitherlink;
///
/// let presolved = presolve(&Slitherlink::from_rows(&["3.", ".."])?);
/// assert_eq!((presolved.fixed(), &presolved.verdict), (2, &PresolveVerdict::Open));
/// let step = presolved.trace.step(0).unwrap();
/// assert_eq!(step.rule.name(), "three-in-corner");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn presolve(puzzle: &Slitherlink) -> Presolved {
    presolve_with(puzzle, PresolveRules::ALL)
}

/// Applies only the given rules. For example, a difficulty level is a set of rules.
///
/// ```
/// use encycle_encodings::presolve::{PresolveRule, PresolveRules, presolve_with};
/// use encycle_encodings::kinds::slitherlink::Slitherlink;
///
/// let puzzle = Slitherlink::from_rows(&["...", "30.", "..."])?;
/// let fixed = |rules: &[PresolveRule]| presolve_with(&puzzle, PresolveRules::only(rules)).fixed();
/// assert_eq!(fixed(&[PresolveRule::ClueFull]), 4);
/// assert_eq!(fixed(&[PresolveRule::ClueFull, PresolveRule::ClueRest]), 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn presolve_with(puzzle: &Slitherlink, rules: PresolveRules) -> Presolved {
    match presolved_grid(puzzle) {
        Some(grid) => {
            let mut board = board_of(puzzle, grid, rules);
            enqueue_clues(&mut board);
            apply(&mut board);
            result(puzzle, board)
        }
        None => Presolved::nothing(puzzle.atom_count()),
    }
}

/// Returns the grid of a puzzle to which the rules apply: a Slitherlink on a grid, with one loop.
#[must_use]
pub fn presolved_grid(puzzle: &Slitherlink) -> Option<Grid> {
    puzzle.grid().filter(|_| !puzzle.allows_several_loops())
}

fn board_of(puzzle: &Slitherlink, grid: Grid, rules: PresolveRules) -> PresolveBoard {
    let clue = |cell| puzzle.clue(cell).unwrap_or(NO_CLUE);
    PresolveBoard::new(grid, grid.cells().map(clue).collect(), rules)
}

/// Applies the patterns of clues, and puts the sites where something may follow on the work lists.
fn enqueue_clues(board: &mut PresolveBoard) {
    start::start(board);
    for cell in 0..board.geometry.outside() {
        if board.clues[cell as usize] != NO_CLUE {
            board.wait_for_all(RuleSite::Cell(cell));
        }
    }
    // at all other vertices, nothing follows until an edge or a corner is known
    for vertex in 0..board.geometry.vertex_edges.len() as u32 {
        let edges = board.geometry.vertex_edges[vertex as usize];
        if edges.iter().filter(|&&edge| board.mark(edge) == EdgeMark::Empty).count() == 2 {
            board.wait_for_all(RuleSite::Vertex(vertex));
        }
    }
}

/// Applies the rules until nothing new follows, the simple rules first.
fn apply(board: &mut PresolveBoard) {
    while !board.contradiction && board.open > 0 {
        if !next(board) {
            let before = board.trace.len();
            regions::regions(board);
            if board.trace.len() == before {
                return;
            }
        }
    }
}

/// Processes one entry of the work lists; returns `false` if they are empty.
fn next(board: &mut PresolveBoard) -> bool {
    if let Some((edge, length)) = board.closed.take() {
        closure::closed(board, edge, length);
    } else if let Some(site) = board.next_simple() {
        match site {
            RuleSite::Cell(cell) => clue::clue(board, cell),
            RuleSite::Vertex(vertex) => vertex::vertex(board, vertex),
            RuleSite::Edge(_) | RuleSite::Whole => {}
        }
    } else if let Some((edge, step)) = board.coloured.pop() {
        let [a, b] = board.geometry.edge_cells[edge as usize];
        if let (true, Some(differ)) =
            (board.rules.has(PresolveRule::Colour), board.colours.differ(a, b))
        {
            board.begin_after(PresolveRule::Colour, RuleSite::Edge(edge), step);
            board.fix(edge, differ);
        }
    } else if let Some(ends) = board.grown.pop() {
        closure::grown(board, ends);
    } else if let Some(site) = board.next_for_tables() {
        match site {
            RuleSite::Cell(cell) => cells::cell(board, cell),
            RuleSite::Vertex(vertex) => vertices::vertex(board, vertex),
            RuleSite::Edge(_) | RuleSite::Whole => {}
        }
    } else {
        return false;
    }
    true
}

fn result(puzzle: &Slitherlink, mut board: PresolveBoard) -> Presolved {
    let line = |&mark: &EdgeMark| match mark {
        EdgeMark::Open => None,
        EdgeMark::Line => Some(true),
        EdgeMark::Empty => Some(false),
    };
    let edges: Vec<Option<bool>> = board.marks[..puzzle.atom_count()].iter().map(line).collect();
    let all: Option<Vec<bool>> = edges.iter().copied().collect();
    let verdict = match all.map(Solution::new) {
        _ if board.contradiction => PresolveVerdict::Contradiction,
        None => PresolveVerdict::Open,
        Some(only) if puzzle.check(&only).is_ok() => PresolveVerdict::Solved(only),
        Some(_) => {
            // every solution would equal this set of lines, which breaks a rule
            if board.rules.has(PresolveRule::Check) {
                board.begin(PresolveRule::Check, RuleSite::Whole);
                board.contradict();
            }
            PresolveVerdict::Contradiction
        }
    };
    let inside = (0..board.geometry.outside()).map(|cell| board.colours.inside(cell)).collect();
    Presolved { edges, inside, trace: board.trace, verdict }
}
