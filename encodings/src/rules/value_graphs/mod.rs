//! Rules about graphs that the values of cells make: connected values, counted groups, slopes without cycles, bridges.
//!
//! A model that breaks the rule is cut by clauses that each drawing with the rule satisfies:
//!
//! - *connected*: two cells of a class in different components. Every way between them passes a cell beside the first
//!   component, so one of these cells is of the class, or one of the two is not.
//! - *counted*: too many shaded cells are joined with a number: one of them is not shaded. Too few: a cell is shaded that,
//!   with others, encloses them.
//! - *slopes*: the slopes of a cycle are not all there.
//! - *bridges*: a bridge leads from a component of clues to another.
//!
//! Connected values are also cut before the search: where unit propagation has already excluded a value from some cells, the
//! value cannot get past them. Each rule has a part that states it eagerly (`eager.rs`).

mod eager;

use std::collections::VecDeque;

use crate::cell_values::CellValues;
use crate::encoding::{Cut, CutKind, CutReason, Encoding, GlobalConstraint, Separated};
use crate::grid::{Cell, Grid, Side, components};
use crate::logic::Lit;

/// A rule about a graph that the values of cells make. A shaded cell has the value 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueRule {
    /// Cells with the same value are connected by their sides.
    ConnectedValues,
    /// Cells with a value are connected.
    ConnectedFilled,
    /// The cells with a value in each room are connected within the room.
    ConnectedInRooms,
    /// The groups of cells with a value beside a number have as many cells as the number.
    CountedGroups,
    /// Cells with the value 1 join their upper right with their lower left corner, those with 2 the other corners, and these
    /// slopes have no cycle.
    Slopes,
    /// All cells with clues are joined by bridges: cells with the values 1 and 2 lead to the left and the right, those with 3
    /// and 4 up and down.
    Bridges,
}

impl ValueRule {
    /// The rules, each with its words in kind files, the name of the broken rule, and its meaning.
    pub const ALL: [(Self, &'static str, &'static str, &'static str); 6] = [
        (
            Self::ConnectedValues,
            "values connected",
            "connected-values",
            "cells with equal values are connected",
        ),
        (
            Self::ConnectedFilled,
            "filled connected",
            "connected-filled",
            "the cells with values are connected",
        ),
        (
            Self::ConnectedInRooms,
            "shaded connected in rooms",
            "connected-rooms",
            "the shaded cells of each room are connected within the room",
        ),
        (
            Self::CountedGroups,
            "groups counted by numbers",
            "counted-groups",
            "the groups of shaded cells beside a number have as many cells as the number",
        ),
        (
            Self::Slopes,
            "slopes without cycles",
            "slopes",
            "the slopes, 1 for / and 2 for \\, have no cycle",
        ),
        (
            Self::Bridges,
            "bridges connect clues",
            "bridges",
            "the bridges, 1 and 2 across, 3 and 4 along, connect all clues",
        ),
    ];

    fn row(self) -> (Self, &'static str, &'static str, &'static str) {
        let found = Self::ALL.into_iter().find(|row| row.0 == self);
        found.unwrap_or_else(|| unreachable!("each rule has a row"))
    }

    /// Returns the words in a kind file.
    #[must_use]
    pub fn words(self) -> &'static str {
        self.row().1
    }

    /// Returns whether the rule is about clues.
    #[must_use]
    pub fn reads_clues(self) -> bool {
        matches!(self, Self::CountedGroups | Self::Bridges)
    }

    /// Returns what is wrong where the rule is broken.
    #[must_use]
    pub fn violation(self) -> &'static str {
        match self {
            Self::ConnectedValues => "cells with the same value are not connected",
            Self::ConnectedFilled => "the cells with values are not connected",
            Self::ConnectedInRooms => "the shaded cells of the room are not connected",
            Self::CountedGroups => "the groups beside the number do not have as many cells",
            Self::Slopes => "the slopes form a cycle",
            Self::Bridges => "the bridges do not connect all clues",
        }
    }

    /// Returns the name of the broken rule.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().2
    }
}

/// The constraint on the values of cells.
pub(crate) struct ValueGraph {
    pub rule: ValueRule,
    pub values: CellValues,
    /// The room of each cell.
    pub rooms: Vec<usize>,
    /// The number in each cell.
    pub numbers: Vec<Option<u32>>,
    /// Whether each cell has a clue.
    pub has_clue: Vec<bool>,
}

/// The maximum number of cuts against one component.
const MOST_CUTS: usize = 8;

impl ValueGraph {
    fn grid(&self) -> Grid {
        self.values.grid
    }

    fn cut(&self, literals: Vec<Lit>) -> Cut {
        Cut::clause(literals, CutReason::Rule(self.rule.name()))
    }

    fn beside(&self, cell: usize) -> Vec<usize> {
        let grid = self.grid();
        let all = grid.neighbours(grid.cell_at(cell)).map(|next| grid.cell_index(next));
        let in_rooms = self.rule == ValueRule::ConnectedInRooms;
        all.filter(|&next| !in_rooms || self.rooms[next] == self.rooms[cell]).collect()
    }

    /// Returns the class of a cell with a value; 0 for none.
    fn class(&self, cell: usize, value: u32) -> usize {
        match self.rule {
            _ if value == 0 => 0,
            ValueRule::ConnectedValues => value as usize,
            ValueRule::ConnectedInRooms => self.rooms[cell] + 1,
            _ => 1,
        }
    }

    /// Returns how many classes there are, from 1.
    fn class_count(&self) -> usize {
        match self.rule {
            ValueRule::ConnectedValues => self.values.values as usize,
            ValueRule::ConnectedInRooms => self.rooms.iter().max().map_or(0, |last| last + 1),
            _ => 1,
        }
    }

    /// Returns the literals of which one is true if a cell is in a class that it can be in.
    fn in_class(&self, cell: usize, class: usize) -> Vec<Lit> {
        match self.rule {
            ValueRule::ConnectedValues => vec![self.values.literal(cell, class as u32)],
            _ => (1..=self.values.values).map(|value| self.values.literal(cell, value)).collect(),
        }
    }

    /// Returns the cells that are reached from the first by cells that pass the test, at most `most`.
    fn reached(&self, start: &[usize], most: usize, goes: &dyn Fn(usize) -> bool) -> Vec<usize> {
        let mut seen = vec![false; self.grid().cell_count()];
        let mut queue: VecDeque<usize> = start.iter().copied().collect();
        start.iter().for_each(|&cell| seen[cell] = true);
        let mut found = Vec::new();
        while let Some(cell) = queue.pop_front().filter(|_| found.len() < most) {
            found.push(cell);
            for next in self.beside(cell).into_iter().filter(|&next| goes(next)) {
                if !std::mem::replace(&mut seen[next], true) {
                    queue.push_back(next);
                }
            }
        }
        found
    }

    /// Returns the cells beside some cells, without these.
    fn border(&self, cells: &[usize]) -> Vec<usize> {
        let mut border: Vec<usize> = cells.iter().flat_map(|&cell| self.beside(cell)).collect();
        border.retain(|cell| !cells.contains(cell));
        border.sort_unstable();
        border.dedup();
        border
    }

    fn separators(&self, values: &[u32]) -> Vec<Vec<Lit>> {
        let classes: Vec<usize> =
            (0..values.len()).map(|cell| self.class(cell, values[cell])).collect();
        let mut is_known = vec![false; values.len()];
        let mut components: Vec<Vec<usize>> = Vec::new();
        for start in (0..values.len()).filter(|&cell| classes[cell] > 0) {
            if !is_known[start] {
                let component =
                    self.reached(&[start], usize::MAX, &|next| classes[next] == classes[start]);
                component.iter().for_each(|&cell| is_known[cell] = true);
                components.push(component);
            }
        }
        let is_given = |component: &Vec<usize>| component.iter().any(|&cell| self.has_clue[cell]);
        let mut clauses = Vec::new();
        for (place, component) in components.iter().enumerate() {
            let class = classes[component[0]];
            let others = components.iter().enumerate().filter(|(other, _)| *other != place);
            let others = others.map(|(_, cells)| cells).filter(|cells| classes[cells[0]] == class);
            // a cell with a clue is certain in many kinds, and a large component is likely to stay
            let Some(main) = others.max_by_key(|cells| (is_given(cells), cells.len())) else {
                continue;
            };
            if (is_given(component), component.len()) > (is_given(main), main.len()) {
                continue;
            }
            let certain = main.iter().copied().find(|&cell| self.has_clue[cell]).unwrap_or(main[0]);
            let border = self.border(component);
            for &cell in component.iter().step_by(component.len().div_ceil(MOST_CUTS)) {
                let ends = [cell, certain].map(|end| !self.values.literal(end, values[end]));
                let passed = border.iter().flat_map(|&next| self.in_class(next, class));
                clauses.push(ends.into_iter().chain(passed).collect());
            }
        }
        clauses
    }

    /// Returns clauses that exclude one more literal each: where cells that are certainly not of a class separate a cell from
    /// one that certainly is.
    fn implied_by(&self, class: usize, known: &dyn Fn(Lit) -> Option<bool>) -> Vec<Vec<Lit>> {
        let is_in_room =
            |cell: usize| self.rule != ValueRule::ConnectedInRooms || self.rooms[cell] + 1 == class;
        let cells: Vec<usize> =
            (0..self.grid().cell_count()).filter(|&cell| is_in_room(cell)).collect();
        let own = |cell: usize| {
            self.in_class(cell, class).into_iter().find(|&literal| known(literal) == Some(true))
        };
        let is_open =
            |cell: usize| self.in_class(cell, class).iter().any(|&one| known(one) != Some(false));
        let certain = cells.iter().filter_map(|&cell| Some((cell, own(cell)?)));
        let Some((start, given)) = certain.max_by_key(|&(cell, _)| self.has_clue[cell]) else {
            return Vec::new();
        };
        let mut is_known = vec![false; self.grid().cell_count()];
        let reached = self.reached(&[start], usize::MAX, &is_open);
        reached.into_iter().for_each(|cell| is_known[cell] = true);
        let mut clauses = Vec::new();
        for &cell in &cells {
            if is_known[cell] || !is_open(cell) {
                continue;
            }
            let part = self.reached(&[cell], usize::MAX, &is_open);
            part.iter().for_each(|&cell| is_known[cell] = true);
            let passed: Vec<Lit> = self
                .border(&part)
                .into_iter()
                .flat_map(|next| self.in_class(next, class))
                .collect();
            for literal in part.iter().flat_map(|&cell| self.in_class(cell, class)) {
                if known(literal) != Some(false) {
                    clauses.push([&[!literal, !given], &passed[..]].concat());
                }
            }
        }
        clauses
    }

    fn counted(&self, values: &[u32]) -> Vec<Vec<Lit>> {
        let mut clauses = Vec::new();
        for (cell, number) in self.numbers.iter().enumerate() {
            let Some(number) = number.map(|number| number as usize) else { continue };
            // the cell itself may be shaded, but it is in none of its groups
            let is_shaded = |next: usize| next != cell && values[next] > 0;
            let near: Vec<usize> =
                self.beside(cell).into_iter().filter(|&next| is_shaded(next)).collect();
            let joined = self.reached(&near, number + 1, &is_shaded);
            if joined.len() > number {
                let literal = |&cell: &usize| !self.values.literal(cell, values[cell]);
                clauses.push(joined.iter().map(literal).collect());
            } else if joined.len() < number {
                let beside = self.enclosure(cell, joined, number, &is_shaded);
                clauses.push(beside.iter().map(|&next| self.values.literal(next, 1)).collect());
            }
        }
        clauses
    }

    /// Returns unshaded cells around fewer than `number` cells with all groups beside a cell, few where it is easy: a cell
    /// moves inside if at most one cell takes its place.
    fn enclosure(
        &self,
        cell: usize,
        mut inside: Vec<usize>,
        number: usize,
        is_shaded: &dyn Fn(usize) -> bool,
    ) -> Vec<usize> {
        inside.push(cell);
        loop {
            let border = self.border(&inside);
            let outside = |from: usize| {
                let mut next = self.beside(from);
                next.retain(|next| !inside.contains(next) && !border.contains(next));
                next
            };
            let moves = |from: &usize| {
                let outside = outside(*from);
                outside.len() < 2 && !outside.iter().any(|&next| is_shaded(next))
            };
            match border.iter().copied().find(moves) {
                // the cell itself is not counted
                Some(next) if inside.len() < number => inside.push(next),
                _ => return border,
            }
        }
    }

    fn cycles(&self, values: &[u32]) -> Vec<Vec<Lit>> {
        let grid = self.grid();
        let corners = (grid.rows() + 1) * (grid.cols() + 1);
        let mut forest: Vec<Vec<(usize, usize)>> = vec![Vec::new(); corners];
        let mut clauses = Vec::new();
        for cell in (0..values.len()).filter(|&cell| values[cell] > 0) {
            let [from, to] = self.slope(cell, values[cell]);
            match way(&forest, from, to) {
                Some(mut cycle) => {
                    cycle.push(cell);
                    let literals = cycle.iter().map(|&one| !self.values.literal(one, values[one]));
                    clauses.push(literals.collect());
                }
                None => {
                    forest[from].push((to, cell));
                    forest[to].push((from, cell));
                }
            }
        }
        clauses
    }

    /// Returns the two corners that a value joins.
    fn slope(&self, cell: usize, value: u32) -> [usize; 2] {
        let Cell { row, col } = self.grid().cell_at(cell);
        let width = self.grid().cols() + 1;
        match value {
            1 => [row * width + col + 1, (row + 1) * width + col],
            _ => [row * width + col, (row + 1) * width + col + 1],
        }
    }

    /// Returns the bridges that may lead from a clue: the cell beside it, the two values, and the clue at the other end.
    fn bridges(&self, clue: usize) -> Vec<(usize, [u32; 2], usize)> {
        let grid = self.grid();
        let mut bridges = Vec::new();
        for side in Side::ALL {
            let (down, right, values) = match side {
                Side::Up => (-1, 0, [3, 4]),
                Side::Down => (1, 0, [3, 4]),
                Side::Left => (0, -1, [1, 2]),
                Side::Right => (0, 1, [1, 2]),
            };
            let start = grid.cell_at(clue);
            let at = |far: isize| {
                let row = start.row.checked_add_signed(down * far)?;
                let col = start.col.checked_add_signed(right * far)?;
                (row < grid.rows() && col < grid.cols()).then(|| grid.cell_index(Cell { row, col }))
            };
            let ray: Vec<usize> = (1..).map_while(at).collect();
            if let Some(length) = ray.iter().position(|&cell| self.has_clue[cell])
                && length > 0
            {
                bridges.push((ray[0], values, ray[length]));
            }
        }
        bridges
    }

    fn islands(&self, values: &[u32]) -> Vec<Vec<Lit>> {
        let drawn = |clue: usize| {
            let bridges = self.bridges(clue).into_iter();
            let drawn = bridges.filter(|(cell, bridge, _)| bridge.contains(&values[*cell]));
            drawn.map(|(.., end)| end)
        };
        let found = components(values.len(), |cell| self.has_clue[cell], drawn);
        if found.count < 2 {
            return Vec::new();
        }
        let mut clauses = vec![Vec::new(); found.count];
        for clue in 0..values.len() {
            let Some(number) = found.numbers[clue] else { continue };
            let leaving = self.bridges(clue).into_iter();
            for (cell, bridge, _) in leaving.filter(|one| found.numbers[one.2] != Some(number)) {
                let values = bridge.into_iter().filter(|&value| value <= self.values.values);
                clauses[number].extend(values.map(|value| self.values.literal(cell, value)));
            }
        }
        clauses
    }
}

/// Returns the edges of the way between two vertices of a forest, if there is one.
fn way(forest: &[Vec<(usize, usize)>], from: usize, to: usize) -> Option<Vec<usize>> {
    let mut before: Vec<Option<(usize, usize)>> = vec![None; forest.len()];
    let mut queue = VecDeque::from([from]);
    while let Some(vertex) = queue.pop_front() {
        for &(next, edge) in &forest[vertex] {
            if next != from && before[next].is_none() {
                before[next] = Some((vertex, edge));
                queue.push_back(next);
            }
        }
    }
    let mut edges = Vec::new();
    let mut vertex = to;
    while vertex != from {
        let (previous, edge) = before[vertex]?;
        edges.push(edge);
        vertex = previous;
    }
    Some(edges)
}

impl GlobalConstraint for ValueGraph {
    fn name(&self) -> &'static str {
        self.rule.words()
    }

    fn cut_kinds(&self) -> &'static [CutKind] {
        &[CutKind::Loop]
    }

    fn separate(&self, encoding: &Encoding<'_>, model: &[bool], _: CutKind) -> Separated {
        let has = |cell, value| model[self.values.atom(cell, value)];
        let value = |cell| (1..=self.values.values).find(|&value| has(cell, value)).unwrap_or(0);
        let values: Vec<u32> = (0..self.grid().cell_count()).map(value).collect();
        let mut clauses = match self.rule {
            ValueRule::CountedGroups => self.counted(&values),
            ValueRule::Slopes => self.cycles(&values),
            ValueRule::Bridges => self.islands(&values),
            _ => self.separators(&values),
        };
        clauses.iter_mut().for_each(|clause| clause.sort_unstable());
        clauses.sort_unstable();
        clauses.dedup();
        let cuts = clauses.into_iter().map(|literals| self.cut(literals)).collect();
        encoding.cut_or_block(cuts, model)
    }

    fn implies_cuts(&self) -> bool {
        !matches!(self.rule, ValueRule::CountedGroups | ValueRule::Slopes | ValueRule::Bridges)
    }

    fn implied(&self, known: &dyn Fn(Lit) -> Option<bool>) -> Vec<Cut> {
        let clauses = (1..=self.class_count()).flat_map(|class| self.implied_by(class, known));
        clauses.map(|literals| self.cut(literals)).collect()
    }
}
