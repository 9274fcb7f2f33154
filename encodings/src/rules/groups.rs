//! Groups sized by value: each connected group of cells with equal values has as many cells as the value.
//!
//! A model with a group that is too large is cut by a connected part of one cell more than the value; one with a group that
//! is too small by the group and its neighbors, one of which has the value, too, if the group has it.

use std::collections::VecDeque;

use crate::cell_values::CellValues;
use crate::encoding::{Cut, CutKind, CutReason, Encoding, GlobalConstraint, Separated};
use crate::grid::Grid;
use crate::logic::Lit;

/// The constraint on the values of cells.
pub(crate) struct SizedGroups {
    values: CellValues,
    /// Whether a clue gives the value of each cell, so that the cell is a good part of a cut.
    is_given: Vec<bool>,
}

/// The name of the rule.
pub(crate) const RULE: &str = "group-size";

/// The maximum number of cuts against one group.
const MOST_CUTS: usize = 8;

impl SizedGroups {
    /// Creates the constraint.
    pub fn new(values: CellValues, is_given: Vec<bool>) -> Self {
        Self { values, is_given }
    }

    fn beside(&self, cell: usize) -> impl Iterator<Item = usize> {
        let grid: Grid = self.values.grid;
        grid.neighbours(grid.cell_at(cell)).map(move |cell| grid.cell_index(cell))
    }

    /// Returns cells that are connected to `start` by cells with its value, at most `most`. A given cell comes before others.
    fn connected(&self, values: &[u32], start: usize, most: usize) -> Vec<usize> {
        let mut seen = vec![false; values.len()];
        let mut queue = VecDeque::from([start]);
        let mut found = Vec::new();
        seen[start] = true;
        while let Some(cell) = queue.pop_front().filter(|_| found.len() < most) {
            found.push(cell);
            for next in self.beside(cell).filter(|&next| values[next] == values[start]) {
                if !std::mem::replace(&mut seen[next], true) {
                    match self.is_given[next] {
                        true => queue.push_front(next),
                        false => queue.push_back(next),
                    }
                }
            }
        }
        found
    }

    fn cuts(&self, values: &[u32]) -> Vec<Cut> {
        let mut cuts = Vec::new();
        let mut is_known = vec![false; values.len()];
        for start in 0..values.len() {
            if values[start] == 0 || is_known[start] {
                continue;
            }
            let (value, wanted) = (values[start], values[start] as usize);
            let group = self.connected(values, start, usize::MAX);
            group.iter().for_each(|&cell| is_known[cell] = true);
            let mut literals = |cells: &[usize], others: &[usize]| {
                let here = cells.iter().map(|&cell| !self.values.literal(cell, value));
                let there = others.iter().map(|&cell| self.values.literal(cell, value));
                let literals: Vec<Lit> = here.chain(there).collect();
                let cut = Cut::clause(literals, CutReason::Rule(RULE));
                if !cuts.contains(&cut) {
                    cuts.push(cut);
                }
            };
            if group.len() > wanted {
                let step = group.len().div_ceil(MOST_CUTS);
                for &first in group.iter().step_by(step) {
                    let mut part = self.connected(values, first, wanted + 1);
                    part.sort_unstable();
                    literals(&part, &[]);
                }
            } else if group.len() < wanted {
                let mut others: Vec<usize> =
                    group.iter().flat_map(|&cell| self.beside(cell)).collect();
                others.retain(|cell| !group.contains(cell));
                others.sort_unstable();
                others.dedup();
                literals(&group, &others);
            }
        }
        cuts
    }
}

impl GlobalConstraint for SizedGroups {
    fn name(&self) -> &'static str {
        "groups sized by value"
    }

    fn cut_kinds(&self) -> &'static [CutKind] {
        &[CutKind::Loop]
    }

    fn separate(&self, encoding: &Encoding<'_>, model: &[bool], _: CutKind) -> Separated {
        let has = |cell, value| model[self.values.atom(cell, value)];
        let value = |cell| (1..=self.values.values).find(|&value| has(cell, value)).unwrap_or(0);
        let values: Vec<u32> = (0..self.values.grid.cell_count()).map(value).collect();
        encoding.cut_or_block(self.cuts(&values), model)
    }
}
