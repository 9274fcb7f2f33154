//! Groups sized by value: each connected group of cells with equal values has as many cells as the value.
//!
//! A model with a group that is too large is cut by a connected part of one cell more than the value; one with a group that
//! is too small by the group and its neighbors, one of which has the value, too, if the group has it. The part `groups` states
//! the constraint eagerly.

use std::collections::VecDeque;

use crate::cell_values::CellValues;
use crate::encoding::{
    Cut, CutKind, CutReason, Encoding, EncodingError, EncodingInfo, GlobalConstraint, Part,
    Separated,
};
use crate::grid::{Cell, Grid};
use crate::logic::{Constraint, ConstraintSink, Lit, Origin, Relation};
use crate::rules::connected::tree::{Parents, TREE, cell_pairs};

/// The constraint on the values of cells.
pub(crate) struct SizedGroups {
    values: CellValues,
    /// Whether a clue gives the value of each cell, so that the cell is a good part of a cut.
    is_given: Vec<bool>,
}

/// The name of the rule.
pub(crate) const RULE: &str = "group-size";

/// The part that names each group by its first cell. Every cell has a parent in its group, or is the root of a tree, and the
/// parents form no cycle; so cells of a group are connected if it has one root. Neighbors with the same value are in the same
/// group.
pub(crate) const GROUPS: EncodingInfo = EncodingInfo {
    name: "groups",
    meaning: "each cell names the first cell of its group, with which a tree joins it",
    source: TREE.source,
    families: &[
        ("group", "the first cell of the group of each cell"),
        ("alike", "neighbours with the same value are in the same group"),
        ("size", "a group has as many cells as its value"),
        ("parent", "the parent of a cell is a neighbour in its group"),
        ("acyclic", "the parents form no cycle"),
    ],
};

/// The variables of the part: for each cell, whether another is the first of its group.
struct FirstCells {
    values: CellValues,
    first: u32,
    /// For each cell, the cells whose groups it may be the first of, itself first: later cells that are near enough. With the
    /// number of the first variable.
    members: Vec<(Vec<usize>, u32)>,
    /// For each cell, the cells that may be the first of its group.
    firsts: Vec<Vec<usize>>,
    pairs: Vec<(usize, usize)>,
    /// The first numbers of the variables *these neighbors have the same value* and *the first cell of a group has this value*.
    alike: u32,
    sized: u32,
    parents: Parents,
}

impl FirstCells {
    fn new(values: CellValues, encoding: &mut Encoding<'_>) -> Result<Self, EncodingError> {
        let CellValues { grid, values: most } = values;
        encoding.refuse_about(Parents::variable_bound(grid))?;
        let first = encoding.variable_count();
        let distance = |a: usize, b: usize| {
            let [a, b] = [a, b].map(|cell| grid.cell_at(cell));
            a.row.abs_diff(b.row) + a.col.abs_diff(b.col)
        };
        let mut members = Vec::new();
        let mut firsts = vec![Vec::new(); grid.cell_count()];
        for start in 0..grid.cell_count() {
            let cells: Vec<usize> = (start..grid.cell_count())
                .filter(|&cell| distance(start, cell) < most as usize)
                .collect();
            cells.iter().for_each(|&cell| firsts[cell].push(start));
            let number = encoding.numbers(cells.len())?;
            members.push((cells, number));
        }
        let pairs = cell_pairs(grid, None);
        let alike = encoding.numbers(pairs.len())?;
        let sized = encoding.numbers(values.count())?;
        let parents = Parents::new(grid, None);
        let numbers = encoding.numbers(parents.variable_count())?;
        let parents = parents.starting_at(numbers);
        Ok(Self { values, first, members, firsts, pairs, alike, sized, parents })
    }

    /// Returns the literal that `first` is the first cell of the group of `cell`; `None` if it cannot be.
    fn literal(&self, cell: usize, first: usize) -> Option<Lit> {
        let (members, number) = &self.members[first];
        let place = members.binary_search(&cell).ok()?;
        Some(Lit::positive(number + place as u32))
    }

    fn variables(&self, sink: &mut dyn ConstraintSink) {
        let name = |cell: usize| {
            let Cell { row, col } = self.values.grid.cell_at(cell);
            format!("{}_{}", row + 1, col + 1)
        };
        for (start, (members, _)) in self.members.iter().enumerate() {
            for &cell in members {
                sink.variable("group", format_args!("g_{}_{}", name(cell), name(start)));
            }
        }
        for &(a, b) in &self.pairs {
            sink.variable("alike", format_args!("alike_{}_{}", name(a), name(b)));
        }
        for cell in 0..self.members.len() {
            for value in 1..=self.values.values {
                sink.variable("size", format_args!("size_{}_{value}", name(cell)));
            }
        }
        self.parents.variables(sink);
    }

    fn constraints(&self, sink: &mut dyn ConstraintSink) {
        let grid = self.values.grid;
        let at = |cell: usize, family| Origin::new(family, grid.cell_at(cell).into());
        for cell in 0..self.members.len() {
            self.of_cell(cell, sink);
            self.size(cell, sink);
        }
        for (number, &(a, b)) in self.pairs.iter().enumerate() {
            let alike = Lit::positive(self.alike + number as u32);
            for value in 1..=self.values.values {
                let [here, there] = [a, b].map(|cell| self.values.literal(cell, value));
                sink.add_clause(&[!here, !there, alike], at(a, "alike"));
            }
            for (cell, other) in [(a, b), (b, a)] {
                self.same_group(alike, cell, other, at(cell, "alike"), sink);
            }
        }
        self.parents.acyclic(sink);
    }

    /// Adds that under a condition, the first cell of the group of `cell` is that of `other`, too.
    fn same_group(
        &self,
        condition: Lit,
        cell: usize,
        other: usize,
        origin: Origin,
        sink: &mut dyn ConstraintSink,
    ) {
        for &first in &self.firsts[cell] {
            let Some(literal) = self.literal(cell, first) else { continue };
            let clause = [!condition, !literal].into_iter().chain(self.literal(other, first));
            sink.add_clause(&clause.collect::<Vec<_>>(), origin);
        }
    }

    /// Adds that a cell with a value is in a group, of which it is the root, or in which it has a parent.
    fn of_cell(&self, cell: usize, sink: &mut dyn ConstraintSink) {
        let at = |family| Origin::new(family, self.values.grid.cell_at(cell).into());
        let values: Vec<Lit> =
            (1..=self.values.values).map(|value| self.values.literal(cell, value)).collect();
        let firsts = &self.firsts[cell];
        let own: Vec<Lit> = firsts.iter().filter_map(|&first| self.literal(cell, first)).collect();
        let one = Constraint::Cardinality { literals: &own, at_least: 0, at_most: 1 };
        sink.constraint(one, at("group"));
        let choices = self.parents.choices(cell);
        let root = self.literal(cell, cell);
        for &value in &values {
            sink.add_clause(&[&[!value], &own[..]].concat(), at("group"));
            let parents = choices.iter().map(|&(_, choice)| choice);
            let needs: Vec<Lit> = [!value].into_iter().chain(root).chain(parents).collect();
            sink.add_clause(&needs, at("parent"));
        }
        for &first in firsts {
            let (Some(literal), Some(head)) =
                (self.literal(cell, first), self.literal(first, first))
            else {
                continue;
            };
            sink.add_clause(&[&[!literal], &values[..]].concat(), at("group"));
            if first != cell {
                sink.add_clause(&[!literal, head], at("group"));
            }
        }
        for (to, choice) in choices {
            for (value, there) in (1..).zip(&values) {
                let parent = self.values.literal(to, value);
                sink.add_clause(&[!choice, !*there, parent], at("parent"));
            }
            self.same_group(choice, cell, to, at("parent"), sink);
            sink.add_clause(&self.parents.is_later(cell, (to, choice)), at("acyclic"));
        }
    }

    /// Adds that the group of which a cell is the first has as many cells as the value of the cell.
    fn size(&self, first: usize, sink: &mut dyn ConstraintSink) {
        let origin = Origin::new("size", self.values.grid.cell_at(first).into());
        let Some(head) = self.literal(first, first) else { return };
        let members = self.members[first].0.iter();
        let members = members.filter_map(|&cell| self.literal(cell, first));
        let mut terms: Vec<(i64, Lit)> = members.map(|literal| (1, literal)).collect();
        for value in 1..=self.values.values {
            let atom = self.values.atom(first, value) as u32;
            let (has_value, sized) = (Lit::positive(atom), Lit::positive(self.sized + atom));
            sink.add_clause(&[!sized, head], origin);
            sink.add_clause(&[!sized, has_value], origin);
            sink.add_clause(&[sized, !head, !has_value], origin);
            terms.push((-i64::from(value), sized));
        }
        let relation = Relation::Equal;
        sink.constraint(Constraint::Linear { terms: &terms, relation, right: 0 }, origin);
    }
}

/// The maximum number of cuts against one group.
const MOST_CUTS: usize = 8;

impl SizedGroups {
    /// Returns the part that states the constraint.
    ///
    /// # Errors
    /// There are too many variables.
    pub fn part(&self, encoding: &mut Encoding<'_>) -> Result<Part<'static>, EncodingError> {
        let groups = FirstCells::new(self.values, encoding)?;
        Ok(Part::of(GROUPS, groups.first, groups, FirstCells::variables, FirstCells::constraints))
    }

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
