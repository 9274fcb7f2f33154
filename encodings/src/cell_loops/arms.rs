//! Arms: the straight lines that begin at a cell, and constraints on their lengths.

use crate::cell_loops::{CellBoard, Side};
use crate::grid::Cell;
use crate::logic::{ConstraintSink, Lit, Origin};

/// The family of the variables and their definition.
const FAMILY: &str = "arm";

/// The family of the variables, for the families of a kind.
pub(crate) const ARM: (&str, &str) = (FAMILY, "at least k lines lead straight away from a circle");

/// The arms of a cell: on each side, the lines that lead straight away from it. The length of an arm is the number of
/// these lines.
///
/// `arm_R_C_SIDE_k`, for 2 ≤ k ≤ limit, is true if and only if the arm has a length of at least k, that is, if it has a
/// length of at least k - 1 and the loop takes link k. For k = 1 the literal is the first link itself. Each variable
/// takes 3 clauses.
#[derive(Debug)]
pub(crate) struct Arms {
    cell: Cell,
    /// The links on each side, as in [`Side::ALL`], nearest first; at most `limit` of them.
    links: [Vec<Lit>; 4],
    /// The number of the first variable of each side, relative to the first variable of the cell.
    starts: [u32; 4],
}

/// A literal, or a truth value that does not depend on the loop.
#[derive(Clone, Copy, Debug)]
enum ArmTerm {
    True,
    False,
    Is(Lit),
}

impl std::ops::Not for ArmTerm {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::True => Self::False,
            Self::False => Self::True,
            Self::Is(literal) => Self::Is(!literal),
        }
    }
}

/// Two of the four arms, by their place in [`Side::ALL`].
pub(crate) type Pair = [usize; 2];

impl Arms {
    /// The two pairs of arms in a straight line.
    pub const STRAIGHT: [Pair; 2] = [[0, 1], [2, 3]];

    /// The four pairs of arms that make a turn.
    pub const TURNS: [Pair; 4] = [[0, 2], [0, 3], [1, 2], [1, 3]];

    /// Returns the arms of a cell. Lengths above `limit` are not distinguished.
    pub fn new(board: &CellBoard, cell: Cell, limit: usize) -> Self {
        let towards = |side| {
            let links = board.links_towards(cell, side).take(limit);
            links.map(|link| Lit::positive(link.0)).collect()
        };
        let links: [Vec<Lit>; 4] = Side::ALL.map(towards);
        let mut next = 0;
        let starts = [0, 1, 2, 3].map(|side: usize| {
            let start = next;
            next += links[side].len().saturating_sub(1) as u32;
            start
        });
        Self { cell, links, starts }
    }

    /// Returns whether the grid has a link on the sides of both arms.
    pub fn has(&self, pair: Pair) -> bool {
        pair.iter().all(|&side| !self.links[side].is_empty())
    }

    /// Returns the number of variables.
    pub fn variable_count(&self) -> usize {
        self.links.iter().map(|links| links.len().saturating_sub(1)).sum()
    }

    /// Creates the variables.
    pub fn variables(&self, sink: &mut dyn ConstraintSink) {
        let Cell { row, col } = self.cell;
        for (side, links) in Side::ALL.iter().zip(&self.links) {
            let side = side.name();
            for k in 2..=links.len() {
                sink.variable(FAMILY, format_args!("arm_{}_{}_{side}_{k}", row + 1, col + 1));
            }
        }
    }

    /// Returns whether the arm has a length of at least k.
    fn at_least(&self, side: usize, k: usize, first: u32) -> ArmTerm {
        match k {
            0 => ArmTerm::True,
            1 => self.links[side].first().map_or(ArmTerm::False, |&link| ArmTerm::Is(link)),
            _ if k > self.links[side].len() => ArmTerm::False,
            _ => ArmTerm::Is(Lit::positive(first + self.starts[side] + k as u32 - 2)),
        }
    }

    /// Adds the definitions of the variables, which are numbered from `first`.
    pub fn definitions(&self, first: u32, sink: &mut dyn ConstraintSink) {
        let mut clauses = self.clauses(FAMILY, sink);
        for (side, links) in self.links.iter().enumerate() {
            for k in 2..=links.len() {
                let longer = self.at_least(side, k, first);
                let (shorter, link) =
                    (self.at_least(side, k - 1, first), ArmTerm::Is(links[k - 1]));
                clauses.add(&[!longer, shorter]);
                clauses.add(&[!longer, link]);
                clauses.add(&[!shorter, !link, longer]);
            }
        }
    }

    fn clauses<'a>(
        &self,
        family: &'static str,
        sink: &'a mut dyn ConstraintSink,
    ) -> ArmClauses<'a> {
        ArmClauses { sink, origin: Origin::new(family, self.cell.into()) }
    }

    /// Returns n, or, if two arms cannot have a total length of n, the smallest length that is too long for them. That
    /// length stands for all greater lengths.
    fn nearest(&self, pair: Pair, n: usize) -> usize {
        n.min(pair.map(|side| self.links[side].len()).iter().sum::<usize>() + 1)
    }

    /// Adds the constraint that two arms have a total length of n, if both have a line. For 1 ≤ k ≤ n: one arm is
    /// shorter than k or the other arm is shorter than n + 1 - k. For 1 ≤ k ≤ n - 2: one arm is longer than k, or the
    /// other arm has a length of at least n - k.
    pub fn sum(
        &self,
        pair: Pair,
        n: usize,
        family: &'static str,
        first: u32,
        sink: &mut dyn ConstraintSink,
    ) {
        let n = self.nearest(pair, n).max(1);
        let mut clauses = self.clauses(family, sink);
        let [one, other] = pair.map(|side| move |k| self.at_least(side, k, first));
        for k in 1..=n {
            clauses.add(&[!one(k), !other(n + 1 - k)]);
        }
        for k in 1..(n - 1).max(1) {
            clauses.add(&[!one(1), !other(1), one(k + 1), other(n - k)]);
        }
    }

    /// Adds the constraint that two arms in a straight line have a total length of n, if at least one of them has a
    /// line. For 0 ≤ k ≤ n + 1: one arm is shorter than k or the other arm is shorter than n + 1 - k. For each arm with
    /// a line and 1 ≤ k ≤ n - 1: this arm is longer than k, or the other arm has a length of at least n - k.
    pub fn straight(
        &self,
        pair: Pair,
        n: usize,
        family: &'static str,
        first: u32,
        sink: &mut dyn ConstraintSink,
    ) {
        let n = self.nearest(pair, n);
        let mut clauses = self.clauses(family, sink);
        let [one, other] = pair.map(|side| move |k| self.at_least(side, k, first));
        for k in 0..=n + 1 {
            clauses.add(&[!one(k), !other(n + 1 - k)]);
        }
        for k in 1..n {
            clauses.add(&[!one(1), one(k + 1), other(n - k)]);
            clauses.add(&[!other(1), other(k + 1), one(n - k)]);
        }
    }

    /// Adds the constraint that two arms have the same length, if both have a line: two clauses for each k from 2 to
    /// the larger limit.
    pub fn equal(
        &self,
        pair: Pair,
        family: &'static str,
        first: u32,
        sink: &mut dyn ConstraintSink,
    ) {
        let mut clauses = self.clauses(family, sink);
        let [one, other] = pair.map(|side| move |k| self.at_least(side, k, first));
        for k in 2..=self.lengths(pair)[1] {
            clauses.add(&[!one(1), !other(1), !one(k), other(k)]);
            clauses.add(&[!one(1), !other(1), one(k), !other(k)]);
        }
    }

    /// Adds the constraint that two arms have different lengths: one clause for each k up to the smaller limit.
    pub fn different(
        &self,
        pair: Pair,
        family: &'static str,
        first: u32,
        sink: &mut dyn ConstraintSink,
    ) {
        let mut clauses = self.clauses(family, sink);
        let [one, other] = pair.map(|side| move |k| self.at_least(side, k, first));
        for k in 1..=self.lengths(pair)[0] {
            clauses.add(&[!one(k), one(k + 1), !other(k), other(k + 1)]);
        }
    }

    /// Returns the limits of two arms, the smaller limit first.
    fn lengths(&self, pair: Pair) -> [usize; 2] {
        let mut lengths = pair.map(|side| self.links[side].len());
        lengths.sort_unstable();
        lengths
    }

    /// Adds the clauses of a straight line: the loop takes both first links of an axis, or neither. That takes 2
    /// clauses for an axis with two links, 1 for an axis with a single link.
    pub fn goes_straight(&self, family: &'static str, sink: &mut dyn ConstraintSink) {
        let mut clauses = self.clauses(family, sink);
        for pair in Self::STRAIGHT {
            let [a, b] = pair.map(|side| self.at_least(side, 1, 0));
            clauses.add(&[!a, b]);
            clauses.add(&[a, !b]);
        }
    }

    /// Adds the clauses of a turn: the loop takes exactly one of the two first links of each axis. That takes 2 clauses
    /// for an axis with two links, 1 for an axis with a single link. An axis has no link only in a grid of a single row
    /// or column, which has no loop.
    pub fn turns(&self, family: &'static str, sink: &mut dyn ConstraintSink) {
        let mut clauses = self.clauses(family, sink);
        let axes = Self::STRAIGHT.into_iter();
        for pair in axes.filter(|axis| axis.iter().any(|&side| !self.links[side].is_empty())) {
            let [a, b] = pair.map(|side| self.at_least(side, 1, 0));
            clauses.add(&[!a, !b]);
            clauses.add(&[a, b]);
        }
    }
}

/// A sink for clauses of terms.
struct ArmClauses<'a> {
    sink: &'a mut dyn ConstraintSink,
    origin: Origin,
}

impl ArmClauses<'_> {
    /// Adds a clause without its false terms; adds nothing if a term is true.
    fn add(&mut self, terms: &[ArmTerm]) {
        let mut literals = Vec::with_capacity(terms.len());
        for &term in terms {
            match term {
                ArmTerm::True => return,
                ArmTerm::False => {}
                ArmTerm::Is(literal) => literals.push(literal),
            }
        }
        literals.sort_unstable();
        literals.dedup();
        self.sink.add_clause(&literals, self.origin);
    }
}
