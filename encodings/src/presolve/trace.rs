//! The trace of the presolver: its conclusions, step by step.

use std::fmt::Write;

use crate::grid::{Edge, Grid};
use crate::logic::Place;
use crate::presolve::rule::PresolveRule;
use crate::presolve::tables::Pair;

/// A fact that holds in every solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PresolveFact {
    /// An edge is a line (true) or empty (false).
    Edge(Edge, bool),
    /// Two cells are on opposite sides of the loop, or on the same side. Cells are numbered row by row from 0; the
    /// number after the last cell means the outside of the grid.
    Sides {
        /// The two cells.
        cells: [u32; 2],
        /// Whether they are on opposite sides.
        differ: bool,
    },
    /// The possible states of two edges at a corner of a cell: bit 0 for neither edge drawn, bit 1 for only the first,
    /// bit 2 for only the second, bit 3 for both.
    Corner {
        /// The two edges.
        edges: [Edge; 2],
        /// The possible states, as bits.
        ways: u8,
    },
}

impl PresolveFact {
    /// Returns the fact as text.
    #[must_use]
    pub fn words(self, grid: Grid) -> String {
        match self {
            Self::Edge(edge, is_line) => {
                format!("{} at {}", if is_line { "a line" } else { "no line" }, grid.place(edge))
            }
            Self::Sides { cells, differ } => {
                let outside = grid.cell_count() as u32;
                let name = |cell: u32| format!("({})", grid.cell_at(cell as usize));
                match (cells, differ) {
                    ([a, b], differ) if b == outside || a == outside => {
                        let side = if differ { "inside" } else { "outside" };
                        format!("{} is {side}", name(a.min(b)))
                    }
                    ([a, b], true) => format!("{} and {} are on opposite sides", name(a), name(b)),
                    ([a, b], false) => format!("{} and {} are on the same side", name(a), name(b)),
                }
            }
            Self::Corner { edges, ways } => {
                let [a, b] = edges.map(|edge| grid.place(edge));
                match ways {
                    0b0111 => format!("at most one of {a} and {b} is a line"),
                    0b1110 => format!("at least one of {a} and {b} is a line"),
                    0b0110 => format!("exactly one of {a} and {b} is a line"),
                    0b1001 => format!("{a} and {b} are equal: both drawn or both empty"),
                    // an implication: the excluded state is one edge without the other
                    0b1011 => format!("{a} is a line if {b} is"),
                    0b1101 => format!("{b} is a line if {a} is"),
                    _ => format!("{a} and {b} are fixed"),
                }
            }
        }
    }
}

/// A step: the rule, the place, the new facts, and the earlier steps on which they depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PresolveStep<'a> {
    /// The rule.
    pub rule: PresolveRule,
    /// The place where the rule was applied.
    pub place: Place,
    /// The new facts; empty in the last step of a contradiction.
    pub facts: &'a [PresolveFact],
    /// The steps on which this step depends, counted from 0, in addition to the clues. Steps that only relate colors
    /// are not listed, but steps that fix an edge between two cells are.
    pub from: &'a [u32],
}

impl PresolveStep<'_> {
    /// Returns the step as a sentence.
    #[must_use]
    pub fn words(&self, grid: Grid) -> String {
        let mut text = format!("{} at {}: {}", self.rule, self.place, self.rule.reason());
        let mut sign = "; so ";
        for fact in self.facts {
            // writing to a String cannot fail
            let _ = write!(text, "{sign}{}", fact.words(grid));
            sign = "; ";
        }
        if self.facts.is_empty() {
            text.push_str("; nothing is possible here");
        }
        text
    }
}

/// The steps of the presolver, in order.
#[derive(Clone, Debug, Default)]
pub struct PresolveTrace {
    steps: Vec<TraceRecord>,
    facts: Vec<PresolveFact>,
    from: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct TraceRecord {
    rule: PresolveRule,
    place: Place,
    /// The number of facts before this step; `from` is the number of predecessors before it.
    facts: u32,
    from: u32,
}

impl PresolveTrace {
    pub(super) fn begin(&mut self, rule: PresolveRule, place: Place) {
        let (facts, from) = (self.facts.len() as u32, self.from.len() as u32);
        self.steps.push(TraceRecord { rule, place, facts, from });
    }

    pub(super) fn fact(&mut self, fact: PresolveFact) {
        self.facts.push(fact);
    }

    pub(super) fn from(&mut self, step: u32) {
        self.from.push(step);
    }

    /// Returns the number of steps.
    #[must_use]
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Returns whether there are no steps.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Returns a step.
    #[must_use]
    pub fn step(&self, index: usize) -> Option<PresolveStep<'_>> {
        let record = self.steps.get(index)?;
        let next = self.steps.get(index + 1);
        let facts = next.map_or(self.facts.len(), |next| next.facts as usize);
        let from = next.map_or(self.from.len(), |next| next.from as usize);
        Some(PresolveStep {
            rule: record.rule,
            place: record.place,
            facts: &self.facts[record.facts as usize..facts],
            from: &self.from[record.from as usize..from],
        })
    }

    /// Returns all steps, in order.
    pub fn steps(&self) -> impl Iterator<Item = PresolveStep<'_>> {
        (0..self.len()).filter_map(|index| self.step(index))
    }

    /// Returns, for each step, whether it is needed, that is, whether it fixes an edge, relates colors, is a
    /// contradiction, or is a predecessor of such a step. The other steps only restrict corners, and have no further
    /// consequences.
    #[must_use]
    pub fn needed(&self) -> Vec<bool> {
        let mut needed = vec![false; self.len()];
        for index in (0..self.len()).rev() {
            let Some(step) = self.step(index) else { continue };
            let corner = |fact: &PresolveFact| matches!(fact, PresolveFact::Corner { .. });
            needed[index] |= !step.facts.iter().all(corner) || step.facts.is_empty();
            if needed[index] {
                step.from.iter().for_each(|&from| needed[from as usize] = true);
            }
        }
        needed
    }
}

/// Returns the fact about a corner.
pub(super) fn corner(edges: [u32; 2], ways: Pair) -> PresolveFact {
    PresolveFact::Corner { edges: edges.map(Edge), ways }
}
