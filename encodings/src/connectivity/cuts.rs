//! Cuts: constraints that a stray loop breaks and no solution does.
//!
//! A loop that satisfies all rules by itself is a solution, even where the model shows it beside
//! others; it must never be cut. [`justified_cut`] therefore takes the puzzle, and refuses.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use super::{Lines, LoopPuzzle, Separation};
use crate::grid::{Cell, Edge};
use crate::logic::{Constraint, Lit, Origin, Place};

/// The kinds of cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CutKind {
    /// Not all edges of the stray loop (Berschneider 2.14 and 2.56; Westreicher 4.2.3).
    #[default]
    Loop,
    /// An edge of the stray loop only with edges that leave its vertices: the generalized subtour
    /// elimination x(δ(S)) ≥ 2·x_e of Fischetti, Salazar González and Toth (1997). Where nothing is
    /// certainly outside the loop's vertices, the `loop` cut is taken instead.
    Leave,
    /// Of colours: a part of one colour is left by one of the cells around it.
    Separator,
}

impl CutKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Loop, Self::Leave, Self::Separator];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Loop => "loop",
            Self::Leave => "leave",
            Self::Separator => "separator",
        }
    }
}

impl FromStr for CutKind {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(|| {
            format!("no cut kind `{name}`; there are `loop`, `leave` and `separator`")
        })
    }
}

/// A constraint against one stray loop, or against finding a known solution again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    literals: Vec<Lit>,
    /// The edge of a connectivity cut; `None` for a clause.
    edge: Option<Lit>,
    /// Why no other solution breaks it.
    pub reason: Reason,
}

/// Why a cut is sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The loop breaks a rule by itself, and no simple loop contains another.
    LoopBreaksRule(&'static str),
    /// Every solution has a line around this cell, which lies beyond the loop's vertices, so a
    /// solution with a line among those vertices must leave them.
    CertainlyBeyond(Cell),
    /// The inside of one loop is connected.
    InsideConnected,
    /// Every cell outside one loop is connected with the border.
    OutsideReachesBorder,
    /// It blocks a solution that is known already, and no other.
    KnownSolution,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LoopBreaksRule(rule) => {
                write!(
                    f,
                    "the loop alone breaks rule `{rule}`, and no simple loop contains another"
                )
            }
            Self::CertainlyBeyond(cell) => {
                write!(f, "the clue at {cell} needs a line beyond the loop's vertices")
            }
            Self::InsideConnected => write!(f, "the inside of one loop is connected"),
            Self::OutsideReachesBorder => {
                write!(f, "every cell outside one loop is connected with the border")
            }
            Self::KnownSolution => write!(f, "the loop is a solution that is known already"),
        }
    }
}

impl Cut {
    /// A cut that is a clause.
    #[must_use]
    pub fn clause(literals: Vec<Lit>, reason: Reason) -> Self {
        Self { literals, edge: None, reason }
    }

    /// The constraint to add.
    #[must_use]
    pub fn constraint(&self) -> Constraint<'_> {
        match self.edge {
            None => Constraint::Clause(&self.literals),
            Some(edge) => Constraint::Crossing { edge, boundary: &self.literals },
        }
    }

    /// The kind that it is in the end (a wished `leave` may have become a `loop`).
    #[must_use]
    pub fn kind(&self) -> CutKind {
        match self.reason {
            Reason::LoopBreaksRule(_) | Reason::KnownSolution => CutKind::Loop,
            Reason::CertainlyBeyond(_) => CutKind::Leave,
            Reason::InsideConnected | Reason::OutsideReachesBorder => CutKind::Separator,
        }
    }

    /// Number of literals of its clause.
    #[must_use]
    pub fn length(&self) -> usize {
        self.literals.len() + usize::from(self.edge.is_some())
    }

    /// The literals of its clause by the names of the variables, negative ones with a `-`: the
    /// first of a connectivity cut is the edge that must not be alone.
    #[must_use]
    pub fn literal_names(&self, names: &[String]) -> Vec<String> {
        self.edge
            .map(|edge| !edge)
            .iter()
            .chain(&self.literals)
            .map(|literal| {
                let sign = if literal.is_neg() { "-" } else { "" };
                let name = names.get(literal.vidx()).map_or("?", String::as_str);
                format!("{sign}{name}")
            })
            .collect()
    }

    /// Its origin as a constraint.
    #[must_use]
    pub fn origin(&self) -> Origin {
        let family = if self.reason == Reason::KnownSolution { "block" } else { "cut" };
        Origin::new(family, Place::Whole)
    }
}

fn literal(edge: Edge) -> Lit {
    Lit::positive(edge.0)
}

fn not_all(edges: &[Edge], reason: Reason) -> Cut {
    Cut::clause(edges.iter().map(|&edge| !literal(edge)).collect(), reason)
}

/// The clause that keeps a known solution from being found again: not all of its edges. It is
/// enough because no simple loop contains another.
#[must_use]
pub fn solution_block(solution: &[Edge]) -> Cut {
    not_all(solution, Reason::KnownSolution)
}

/// The cut against one loop of a model, or `None` where the loop alone satisfies every rule and so
/// is a solution that may not be cut.
///
/// ```
/// use encycle_encodings::connectivity::{CutKind, Lines, justified_cut};
/// use encycle_encodings::puzzles::slitherlink::Slitherlink;
///
/// let puzzle = Slitherlink::from_rows(&["3.3"])?;
/// let loops = Lines::around(puzzle.grid(), &[true, false, true]).loops();
/// assert!(justified_cut(&puzzle, &loops[0], CutKind::Loop).is_some());
/// // without clues each of the two loops is a solution by itself
/// let free = Slitherlink::from_rows(&["..."])?;
/// assert!(justified_cut(&free, &loops[0], CutKind::Loop).is_none());
/// # Ok::<(), encycle_encodings::puzzles::slitherlink::ClueError>(())
/// ```
#[must_use]
pub fn justified_cut(puzzle: &dyn LoopPuzzle, stray: &[Edge], kind: CutKind) -> Option<Cut> {
    let grid = puzzle.grid();
    let broken = puzzle.check(&Lines::from_edges(grid, stray)).err()?;
    let by_rule = Reason::LoopBreaksRule(broken.rule);
    if kind == CutKind::Loop {
        return Some(not_all(stray, by_rule));
    }
    let vertices: HashSet<_> = stray.iter().flat_map(|&edge| grid.edge_ends(edge)).collect();
    let Some(witness) = puzzle.certainly_beyond(&|vertex| vertices.contains(&vertex)) else {
        return Some(not_all(stray, by_rule));
    };
    let mut boundary: Vec<Edge> = vertices
        .iter()
        .flat_map(|&vertex| grid.vertex_edges(vertex))
        .filter(|&edge| grid.edge_ends(edge).iter().any(|end| !vertices.contains(end)))
        .collect();
    boundary.sort_unstable();
    Some(Cut {
        literals: boundary.into_iter().map(literal).collect(),
        edge: stray.first().map(|&edge| literal(edge)),
        reason: Reason::CertainlyBeyond(witness),
    })
}

/// Separation for encodings whose first variables are the edges, in order. Each loop is tested
/// alone against all the rules: the first that holds is the solution and is blocked; further ones
/// stay for a later round; every other loop is cut.
#[must_use]
pub fn separate_loops(puzzle: &dyn LoopPuzzle, lines: &Lines, kind: CutKind) -> Separation {
    let mut separation = Separation { solution: None, cuts: Vec::new() };
    for stray in lines.loops() {
        match justified_cut(puzzle, &stray, kind) {
            Some(cut) => separation.cuts.push(cut),
            None if separation.solution.is_none() => {
                separation.solution = Some(Lines::from_edges(puzzle.grid(), &stray));
                separation.cuts.push(solution_block(&stray));
            }
            None => {}
        }
    }
    separation
}
