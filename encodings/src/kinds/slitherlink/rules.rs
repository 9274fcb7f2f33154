//! The rules of Slitherlink, checked on a set of edges, and its picture. The checks share no code with the encodings.

use std::collections::VecDeque;

use crate::grid::{Cell, Edge, Graph};
use crate::kinds::slitherlink::Slitherlink;
use crate::logic::Place;
use crate::puzzle::{
    BrokenRule, EdgeClue, GraphSketch, GridSketch, Ink, Instance, LineProblem, LineShape, Sketch,
    Solution, VertexDegree,
};
use crate::rules::one_loop::{EdgeSet, LoopPuzzle, graph_sketch};

impl Instance for Slitherlink {
    fn graph_of_atoms(&self) -> Option<&Graph> {
        Some(self.graph())
    }

    /// Checks all rules on a set of edges.
    fn check(&self, solution: &Solution) -> Result<(), BrokenRule> {
        let graph = self.graph();
        let drawn = |edges: &[Edge]| edges.iter().filter(|edge| solution.has(edge.index())).count();
        let Some(first) = solution.true_atoms().next() else {
            return Err(BrokenRule::new("nonempty", Place::Whole, "no line is drawn"));
        };
        for clue in self.edge_clues() {
            let drawn = drawn(&clue.edges);
            if drawn != clue.count {
                let found = format!("{drawn} lines around a {}", clue.count);
                return Err(BrokenRule::new("clue", clue.place, found));
            }
        }
        let mut degrees = vec![0; graph.vertex_count()];
        for edge in graph.edges() {
            let drawn = usize::from(solution.has(edge.index()));
            graph.ends(edge).into_iter().for_each(|end| degrees[end] += drawn);
        }
        if let Some(vertex) = degrees.iter().position(|degree| ![0, 2].contains(degree)) {
            let found = format!("{} lines meet", degrees[vertex]);
            return Err(BrokenRule::new("degree", graph.vertex_place(vertex), found));
        }
        if !self.allows_several_loops()
            && let Some(edge) = line_count_check(graph, Edge(first as u32), solution)
        {
            let found = format!("line {} is on a second loop", graph.edge_name(edge));
            let place = graph.vertex_place(graph.ends(edge)[0]);
            return Err(BrokenRule::new("single-loop", place, found));
        }
        Ok(())
    }

    fn solutions_nest(&self) -> bool {
        self.allows_several_loops()
    }

    fn line_problem(&self) -> Option<LineProblem<'_>> {
        let clues = self.edge_clues().iter();
        Some(LineProblem {
            graph: self.graph(),
            vertices: vec![VertexDegree::NoneOrTwo; self.graph().vertex_count()],
            shape: if self.allows_several_loops() { LineShape::Cycles } else { LineShape::Cycle },
            fixed: vec![None; self.graph().edge_count()],
            clues: clues
                .map(|clue| EdgeClue { edges: (&clue.edges[..]).into(), count: clue.count })
                .collect(),
            clauses: Vec::new(),
        })
    }

    fn sketch(&self, solution: Option<&Solution>) -> Sketch {
        let name = if self.allows_several_loops() { "Slitherlynx" } else { "Slitherlink" };
        let title = format!("{name} {}", self.extent());
        let Some(grid) = self.grid() else {
            return Sketch::Graph(self.graph_sketch(title, solution));
        };
        let mut sketch = GridSketch { dotted: true, ..GridSketch::new(title, grid) };
        for (cell, clue) in self.clues() {
            sketch.write(cell, clue.to_string(), Ink::Clue);
        }
        for atom in solution.iter().flat_map(|solution| solution.true_atoms()) {
            sketch.borders[atom] = Some(Ink::Solution);
        }
        sketch.mark_inside();
        Sketch::Grid(sketch)
    }
}

impl Slitherlink {
    fn graph_sketch(&self, title: String, solution: Option<&Solution>) -> GraphSketch {
        let (graph, points) = (self.graph(), self.points());
        let middle = |edges: &[crate::grid::Edge]| {
            let ends: Vec<(i32, i32)> =
                edges.iter().flat_map(|&edge| graph.ends(edge)).map(|end| points[end]).collect();
            let mean = |of: fn(&(i32, i32)) -> i32| {
                ends.iter().map(|point| i64::from(of(point))).sum::<i64>()
                    / ends.len().max(1) as i64
            };
            (mean(|point| point.0) as i32, mean(|point| point.1) as i32)
        };
        let clues = self.edge_clues().iter();
        let notes = match points {
            [] => Vec::new(),
            _ => clues.clone().map(|clue| (middle(&clue.edges), clue.count.to_string())).collect(),
        };
        let clues = clues.map(|clue| {
            let names: Vec<String> = clue.edges.iter().map(|&edge| graph.edge_name(edge)).collect();
            format!("{} of {}", clue.count, names.join(" "))
        });
        GraphSketch {
            notes,
            clues: clues.collect(),
            ..graph_sketch(title, graph, points, solution)
        }
    }
}

impl Slitherlink {
    /// Returns cells of which at least one is inside the loop in every solution; `None` on a general graph, for a
    /// Slitherlynx, and without a suitable clue.
    ///
    /// The cells lie at the first clue v of the highest value (Westreicher 4.3), because a higher clue gives a smaller
    /// set. A 2 in a corner is not used. If the clue's cell is outside, v of its k neighbors are inside; if it is
    /// inside, 4 - v of its neighbors are. So at least one cell is inside:
    ///
    /// - for v = 1, among all k neighbors;
    /// - for v = 2, among any k - 1 neighbors;
    /// - for v = 3, among the cell itself and any k - 2 neighbors;
    /// - for v = 4, the cell itself.
    #[must_use]
    pub fn one_inside(&self) -> Option<Vec<Cell>> {
        if self.allows_several_loops() {
            return None;
        }
        let grid = self.grid()?;
        let is_corner = |cell: Cell| grid.neighbours(cell).count() == 2;
        let helps = |&(cell, clue): &(Cell, u8)| clue > 0 && !(clue == 2 && is_corner(cell));
        // among equal clues `min_by_key` returns the first, `max_by_key` the last
        let (cell, clue) = self.clues().filter(helps).min_by_key(|&(_, clue)| 4 - clue)?;
        let count = grid.neighbours(cell).count();
        let neighbours = |but: usize| grid.neighbours(cell).take(count.saturating_sub(but));
        Some(match clue {
            1 => neighbours(0).collect(),
            2 => neighbours(1).collect(),
            3 => std::iter::once(cell).chain(neighbours(2)).collect(),
            _ => vec![cell],
        })
    }
}

impl LoopPuzzle for Slitherlink {
    fn graph(&self) -> &Graph {
        self.graph()
    }

    /// Returns the edges around the clues above 0.
    fn certain_lines(&self) -> Box<dyn Iterator<Item = (Place, &[Edge])> + '_> {
        let positive = self.edge_clues().iter().filter(|clue| clue.count > 0);
        Box::new(positive.map(|clue| (clue.place, &clue.edges[..])))
    }
}

/// Returns the first line that is not connected to `start`, or `None` if all lines are: the line-count check
/// (Westreicher 4.2.2, Algorithms 2 and 3), which walks along the lines.
///
/// The result is meaningful only for lines that satisfy the degree rule.
#[must_use]
pub fn line_count_check(graph: &Graph, start: Edge, solution: &Solution) -> Option<Edge> {
    let mut left = solution.atoms().to_vec();
    let mut waiting = vec![start];
    left[start.index()] = false;
    while let Some(edge) = waiting.pop() {
        for vertex in graph.ends(edge) {
            for next in graph.incident(vertex) {
                if left[next.index()] {
                    left[next.index()] = false;
                    waiting.push(*next);
                }
            }
        }
    }
    left.iter().position(|&left| left).map(|index| Edge(index as u32))
}

/// Returns the first cell that neither flood of the fill check reaches, or `None` if the lines form one loop.
///
/// The fill check (Westreicher 4.2.1, Algorithm 1) floods the outside from the border and the inside from the cell to
/// the right of the first vertical line. The result is meaningful only if there is at least one line and all lines
/// satisfy the degree rule.
#[must_use]
pub fn fill_check(lines: &EdgeSet) -> Option<Cell> {
    let grid = lines.grid();
    let (rows, cols) = (grid.rows(), grid.cols());
    let mut reached = vec![false; grid.cell_count()];
    let mut waiting = VecDeque::new();
    let mut visit = |cell: Cell, waiting: &mut VecDeque<Cell>| {
        if !std::mem::replace(&mut reached[grid.cell_index(cell)], true) {
            waiting.push_back(cell);
        }
    };

    let vertical = |cell: &Cell| lines.has(grid.vertical(cell.row, cell.col));
    if let Some(first) = grid.cells().find(vertical) {
        visit(first, &mut waiting);
    }
    for cell in grid.cells() {
        let [top, bottom, left, right] = grid.cell_edges(cell).map(|edge| lines.has(edge));
        let open_to_the_border = (cell.row == 0 && !top)
            || (cell.row + 1 == rows && !bottom)
            || (cell.col == 0 && !left)
            || (cell.col + 1 == cols && !right);
        if open_to_the_border {
            visit(cell, &mut waiting);
        }
    }
    while let Some(Cell { row, col }) = waiting.pop_front() {
        let [top, bottom, left, right] =
            grid.cell_edges(Cell { row, col }).map(|edge| lines.has(edge));
        if row > 0 && !top {
            visit(Cell { row: row - 1, col }, &mut waiting);
        }
        if row + 1 < rows && !bottom {
            visit(Cell { row: row + 1, col }, &mut waiting);
        }
        if col > 0 && !left {
            visit(Cell { row, col: col - 1 }, &mut waiting);
        }
        if col + 1 < cols && !right {
            visit(Cell { row, col: col + 1 }, &mut waiting);
        }
    }
    reached.iter().position(|&reached| !reached).map(|index| grid.cell_at(index))
}
