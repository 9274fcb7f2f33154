//! The eager parts of rules about graphs of values: trees of connected cells or clues, forests of slopes, and the cells that
//! are joined with a number.

use std::collections::HashMap;

use crate::encoding::{Encoding, EncodingError, EncodingInfo, Part};
use crate::grid::{Cell, Grid};
use crate::logic::{Constraint, ConstraintSink, Lit, Origin};
use crate::rules::acyclic::{Acyclic, AcyclicMethod};
use crate::rules::connected::tree::{self, CellClass, TREE};
use crate::rules::value_graphs::{ValueGraph, ValueRule};

/// The part of bridges: each clue but the first has a bridge to its parent, and the parents have no cycle.
const BRIDGES: EncodingInfo = EncodingInfo {
    name: "tree",
    meaning: "the clues have a spanning tree of bridges",
    source: TREE.source,
    families: &[
        ("parent", "the parent of a clue is at the other end of a bridge"),
        ("acyclic", "the parents form no cycle"),
    ],
};

/// The part of slopes: a graph has no cycle exactly if its edges can be directed such that at most one leads into each vertex,
/// without a directed cycle.
const FOREST: EncodingInfo = EncodingInfo {
    name: "forest",
    meaning: "the slopes lead from parents to children, without a cycle",
    source: TREE.source,
    families: &[
        (
            "parent",
            "a slope makes one of its ends the parent of the other, which has no other parent",
        ),
        ("acyclic", "the parents form no cycle"),
    ],
};

/// The part of counted groups: for each number, the shaded cells that are joined with it, each by a parent that is joined.
const JOINED: EncodingInfo = EncodingInfo {
    name: "joined",
    meaning: "for each number, the shaded cells that are joined with it are variables",
    source: TREE.source,
    families: &[
        ("joined", "which shaded cells are joined with a number"),
        (
            "parent",
            "a cell that is joined with a number, but not beside it, has a parent that is joined, too",
        ),
        ("acyclic", "the parents form no cycle"),
        ("count", "as many cells are joined with a number as it says"),
    ],
};

impl ValueRule {
    /// Returns the description of the part that states the rule.
    pub(crate) fn eager(self) -> EncodingInfo {
        match self {
            Self::Bridges => BRIDGES,
            Self::Slopes => FOREST,
            Self::CountedGroups => JOINED,
            Self::ConnectedValues | Self::ConnectedFilled | Self::ConnectedInRooms => TREE,
        }
    }
}

impl ValueGraph {
    /// Reserves the variables of the part that states the rule, and returns it.
    ///
    /// # Errors
    /// There are too many variables.
    pub fn part(&self, encoding: &mut Encoding<'_>) -> Result<Part<'static>, EncodingError> {
        let first = encoding.variable_count();
        let part = match self.rule {
            ValueRule::Bridges => self.bridge_tree(first).part(self.grid(), BRIDGES),
            ValueRule::Slopes => self.slope_forest(first).part(self.grid(), FOREST),
            ValueRule::CountedGroups => {
                let mut groups = Vec::new();
                let mut next = first;
                for cell in 0..self.numbers.len() {
                    let Some(number) = self.numbers[cell] else { continue };
                    let group = JoinedCells::new(self, cell, number as usize, next);
                    next =
                        encoding.numbers(group.variable_count())? + group.variable_count() as u32;
                    groups.push(group);
                }
                return Ok(joined_part(first, groups));
            }
            _ => {
                let rooms = (self.rule == ValueRule::ConnectedInRooms).then(|| self.rooms.clone());
                return tree::part(self.grid(), rooms, self.classes(), encoding);
            }
        };
        let (count, part) = part;
        encoding.numbers(count)?;
        Ok(part)
    }

    /// Returns the classes of cells that are connected. A cell with a clue is certain in many kinds, so it comes first.
    fn classes(&self) -> Vec<CellClass> {
        let class = |number: usize| {
            let in_class = |&cell: &usize| match self.rule {
                ValueRule::ConnectedInRooms => self.rooms[cell] + 1 == number,
                _ => true,
            };
            let mut cells: Vec<usize> =
                (0..self.values.grid.cell_count()).filter(in_class).collect();
            let clues = (0..self.has_clue.len()).filter(|&cell| self.has_clue[cell]);
            if let (ValueRule::ConnectedValues, Some(clue)) = (self.rule, { clues }.nth(number - 1))
            {
                cells.retain(|&cell| cell != clue);
                cells.insert(0, clue);
            }
            let cells = cells.into_iter().map(|cell| (cell, self.in_class(cell, number))).collect();
            CellClass { cells, goals: None }
        };
        (1..=self.class_count()).map(class).collect()
    }

    /// Returns the tree of bridges between the clues.
    fn bridge_tree(&self, first: u32) -> DirectedEdges {
        let clues: Vec<usize> =
            (0..self.has_clue.len()).filter(|&cell| self.has_clue[cell]).collect();
        let places: HashMap<usize, usize> =
            clues.iter().enumerate().map(|(place, &clue)| (clue, place)).collect();
        let mut edges = Vec::new();
        for &clue in &clues {
            let bridges = self.bridges(clue).into_iter().filter(|(.., end)| *end > clue);
            for (cell, values, end) in bridges {
                let values = values.into_iter().filter(|&value| value <= self.values.values);
                let literals = values.map(|value| self.values.literal(cell, value)).collect();
                edges.push(ValueEdge { cell, ends: [places[&clue], places[&end]], literals });
            }
        }
        DirectedEdges::new(edges, clues.len(), true, first)
    }

    /// Returns the forest of slopes between the corners of the cells.
    fn slope_forest(&self, first: u32) -> DirectedEdges {
        let cells = 0..self.values.grid.cell_count();
        let edges = cells.flat_map(|cell| {
            [1, 2].map(|value| {
                let literals = vec![self.values.literal(cell, value)];
                ValueEdge { cell, ends: self.slope(cell, value), literals }
            })
        });
        let corners = (self.grid().rows() + 1) * (self.grid().cols() + 1);
        DirectedEdges::new(edges.collect(), corners, false, first)
    }
}

/// An edge of a graph that values make.
struct ValueEdge {
    /// The cell whose values decide whether it is drawn.
    cell: usize,
    ends: [usize; 2],
    /// The literals of which one is true if it is drawn.
    literals: Vec<Lit>,
}

/// The directions of drawn edges, from parents to children: a spanning tree with the first vertex as its root, or a forest with
/// all drawn edges.
struct DirectedEdges {
    edges: Vec<ValueEdge>,
    vertices: usize,
    is_tree: bool,
    first: u32,
    acyclic: Acyclic,
}

impl DirectedEdges {
    fn new(edges: Vec<ValueEdge>, vertices: usize, is_tree: bool, first: u32) -> Self {
        let pairs = edges.iter().map(|edge| (edge.ends[0], edge.ends[1]));
        let orders = first + 2 * edges.len() as u32;
        let acyclic = Acyclic::new(AcyclicMethod::MinimumDegree, vertices, pairs, orders);
        Self { edges, vertices, is_tree, first, acyclic }
    }

    /// Returns the number of variables, and the part.
    fn part(self, grid: Grid, about: EncodingInfo) -> (usize, Part<'static>) {
        let count = 2 * self.edges.len() + self.acyclic.variable_count();
        let variables = |edges: &Self, sink: &mut dyn ConstraintSink| {
            for arc in 0..2 * edges.edges.len() {
                let [from, to] = edges.arc(arc);
                sink.variable("parent", format_args!("p_{}_{}", to + 1, from + 1));
            }
            edges.acyclic.variables(|vertex| (vertex + 1).to_string(), sink);
        };
        let constraints =
            move |edges: &Self, sink: &mut dyn ConstraintSink| edges.constraints(grid, sink);
        (count, Part::of(about, self.first, self, variables, constraints))
    }

    /// Returns where an arc begins and ends: the parent and the child.
    fn arc(&self, arc: usize) -> [usize; 2] {
        let [a, b] = self.edges[arc / 2].ends;
        if arc.is_multiple_of(2) { [a, b] } else { [b, a] }
    }

    fn literal(&self, arc: usize) -> Lit {
        Lit::positive(self.first + arc as u32)
    }

    fn constraints(&self, grid: Grid, sink: &mut dyn ConstraintSink) {
        let at =
            |edge: usize, family| Origin::new(family, grid.cell_at(self.edges[edge].cell).into());
        let mut into = vec![Vec::new(); self.vertices];
        for arc in 0..2 * self.edges.len() {
            let ([from, to], literal) = (self.arc(arc), self.literal(arc));
            into[to].push((arc / 2, literal));
            sink.add_clause(&[!literal, self.acyclic.before(from, to)], at(arc / 2, "acyclic"));
            if self.is_tree {
                let mut drawn = vec![!literal];
                drawn.extend(&self.edges[arc / 2].literals);
                sink.add_clause(&drawn, at(arc / 2, "parent"));
            }
        }
        if !self.is_tree {
            for (number, edge) in self.edges.iter().enumerate() {
                for &drawn in &edge.literals {
                    let clause = [!drawn, self.literal(2 * number), self.literal(2 * number + 1)];
                    sink.add_clause(&clause, at(number, "parent"));
                }
            }
        }
        for into in into.iter().skip(usize::from(self.is_tree)) {
            let literals: Vec<Lit> = into.iter().map(|(_, literal)| *literal).collect();
            let origin =
                into.first().map_or(Origin::new("parent", crate::logic::Place::Whole), |one| {
                    at(one.0, "parent")
                });
            match self.is_tree {
                true => sink.add_clause(&literals, origin),
                false if literals.len() > 1 => {
                    let one =
                        Constraint::Cardinality { literals: &literals, at_least: 0, at_most: 1 };
                    sink.constraint(one, origin);
                }
                false => {}
            }
        }
        let place = |vertex: usize| {
            into[vertex]
                .first()
                .map_or(Cell { row: 0, col: 0 }, |one| grid.cell_at(self.edges[one.0].cell))
        };
        self.acyclic
            .constraints(|family, a, b| Origin::new(family, [place(a), place(b)].into()), sink);
    }
}

/// The shaded cells that are joined with a number. A cell that is farther away than the number cannot be one of them.
struct JoinedCells {
    grid: Grid,
    clue: usize,
    number: usize,
    /// The cells that may be joined, those beside the number first.
    cells: Vec<usize>,
    /// Whether each of the cells is shaded, and whether it is joined.
    shaded: Vec<Lit>,
    joined: Vec<Lit>,
    /// The pairs of a parent and a child among the places of `cells`, each with its literal.
    parents: Vec<(usize, usize, Lit)>,
    /// Neighbors of cells, by place, that are too far away, with the literal that they are shaded.
    beyond: Vec<(usize, Lit)>,
    acyclic: Acyclic,
}

impl JoinedCells {
    fn new(graph: &ValueGraph, clue: usize, number: usize, first: u32) -> Self {
        let mut cells = graph.beside(clue);
        let near = cells.len();
        let mut places: HashMap<usize, usize> = HashMap::from([(clue, usize::MAX)]);
        places.extend(cells.iter().enumerate().map(|(place, &cell)| (cell, place)));
        let (mut start, mut distance) = (0, 1);
        while distance < number && start < cells.len() {
            let end = cells.len();
            for place in start..end {
                for next in graph.beside(cells[place]) {
                    places.entry(next).or_insert_with(|| {
                        cells.push(next);
                        cells.len() - 1
                    });
                }
            }
            (start, distance) = (end, distance + 1);
        }
        let shaded: Vec<Lit> = cells.iter().map(|&cell| graph.values.literal(cell, 1)).collect();
        let mut next = first;
        let mut variable = || {
            next += 1;
            Lit::positive(next - 1)
        };
        let joined =
            (0..cells.len()).map(|place| if place < near { shaded[place] } else { variable() });
        let joined: Vec<Lit> = joined.collect();
        let (mut parents, mut beyond, mut pairs) = (Vec::new(), Vec::new(), Vec::new());
        for (place, &cell) in cells.iter().enumerate() {
            for beside in graph.beside(cell) {
                match places.get(&beside) {
                    None => beyond.push((place, graph.values.literal(beside, 1))),
                    Some(&usize::MAX) => {}
                    Some(&child) => {
                        if child >= near {
                            parents.push((place, child, variable()));
                        }
                        if place < child {
                            pairs.push((place, child));
                        }
                    }
                }
            }
        }
        let acyclic =
            Acyclic::new(AcyclicMethod::MinimumDegree, cells.len(), pairs.into_iter(), next);
        let grid = graph.grid();
        Self { grid, clue, number, cells, shaded, joined, parents, beyond, acyclic }
    }

    fn near(&self) -> usize {
        self.joined.iter().zip(&self.shaded).filter(|(joined, shaded)| joined == shaded).count()
    }

    fn variable_count(&self) -> usize {
        self.cells.len() - self.near() + self.parents.len() + self.acyclic.variable_count()
    }

    fn name(&self, place: usize) -> String {
        let [clue, cell] = [self.clue, self.cells[place]].map(|cell| self.grid.cell_at(cell));
        format!("{}_{}_{}_{}", clue.row + 1, clue.col + 1, cell.row + 1, cell.col + 1)
    }

    fn variables(&self, sink: &mut dyn ConstraintSink) {
        for place in self.near()..self.cells.len() {
            sink.variable("joined", format_args!("j_{}", self.name(place)));
        }
        for &(parent, child, _) in &self.parents {
            let Cell { row, col } = self.grid.cell_at(self.cells[parent]);
            sink.variable("parent", format_args!("p_{}_{}_{}", self.name(child), row + 1, col + 1));
        }
        self.acyclic.variables(|place| self.name(place), sink);
    }

    fn constraints(&self, sink: &mut dyn ConstraintSink) {
        let Self { grid, shaded, joined, parents, .. } = self;
        let at = |place: usize, family| Origin::new(family, grid.cell_at(self.cells[place]).into());
        for place in self.near()..self.cells.len() {
            sink.add_clause(&[!joined[place], shaded[place]], at(place, "joined"));
            let mut needs = vec![!joined[place]];
            let own = parents.iter().filter(|(_, child, _)| *child == place);
            needs.extend(own.map(|(.., literal)| *literal));
            sink.add_clause(&needs, at(place, "parent"));
        }
        for &(parent, child, literal) in parents {
            let spreads = [!joined[parent], !shaded[child], joined[child]];
            sink.add_clause(&spreads, at(child, "joined"));
            sink.add_clause(&[!literal, joined[parent]], at(child, "parent"));
            let is_before = self.acyclic.before(parent, child);
            sink.add_clause(&[!literal, is_before], at(child, "acyclic"));
        }
        for &(place, literal) in &self.beyond {
            sink.add_clause(&[!joined[place], !literal], at(place, "joined"));
        }
        let origin = Origin::new("count", grid.cell_at(self.clue).into());
        if self.number > joined.len() {
            sink.add_clause(&[], origin);
        } else {
            let (at_least, at_most) = (self.number, self.number);
            sink.constraint(
                Constraint::Cardinality { literals: joined, at_least, at_most },
                origin,
            );
        }
        let cell = |place: usize| grid.cell_at(self.cells[place]);
        let origin = |family, a, b| Origin::new(family, [cell(a), cell(b)].into());
        self.acyclic.constraints(origin, sink);
    }
}

/// Returns the part of all numbers.
fn joined_part(first: u32, groups: Vec<JoinedCells>) -> Part<'static> {
    let variables = |groups: &Vec<JoinedCells>, sink: &mut dyn ConstraintSink| {
        groups.iter().for_each(|group| group.variables(sink));
    };
    let constraints = |groups: &Vec<JoinedCells>, sink: &mut dyn ConstraintSink| {
        groups.iter().for_each(|group| group.constraints(sink));
    };
    Part::of(JOINED, first, groups, variables, constraints)
}
