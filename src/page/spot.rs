//! Places of rules and constraints as parts of the board.

use encycle_encodings::grid::{Cell, Edge, Graph, GraphLayout, Grid, Vertex};
use encycle_encodings::logic::Place;
use encycle_encodings::puzzle::Extent;

use crate::page::board::graph;
use crate::page::{PicturePart, Spot};
use crate::puzzle::Puzzle;

impl Spot {
    /// Returns the parts of the board at a place of a puzzle. The spot is empty if the place is the whole puzzle.
    #[must_use]
    pub fn of(puzzle: &Puzzle, place: Place) -> Self {
        let none = Self::default();
        if let (Place::Node(vertex), _) | (Place::Nodes(vertex, _), None) = (place, graph(puzzle)) {
            return Self { vertices: vec![vertex], ..none };
        }
        if let (Place::Nodes(a, b), Some(graph)) = (place, graph(puzzle)) {
            let atoms = graph.edge_between(a, b).map(Edge::index).into_iter().collect();
            return Self { vertices: vec![a, b], atoms, ..none };
        }
        if let (Place::Face(face), Puzzle::Slitherlink(loops) | Puzzle::Slitherlynx(loops)) =
            (place, puzzle)
        {
            let clue = loops.edge_clues().iter().find(|clue| clue.place == Place::Face(face));
            let edges = clue.iter().flat_map(|clue| clue.edges.iter());
            return Self { atoms: edges.map(|edge| edge.index()).collect(), ..none };
        }
        let Extent::Grid(grid) = puzzle.extent() else { return none };
        let cells = |wanted: &dyn Fn(Cell) -> bool| {
            let cells = grid
                .cells()
                .filter(|&cell| wanted(cell))
                .map(|cell| grid.cell_index(cell))
                .collect();
            Self { cells, ..Self::default() }
        };
        match place {
            Place::Cell { row, col } => cells(&|cell| (cell.row, cell.col) == (row, col)),
            Place::Cells { from, to } => cells(&|cell| [from, to].contains(&(cell.row, cell.col))),
            Place::Row(row) => cells(&|cell| cell.row == row),
            Place::Column(col) => cells(&|cell| cell.col == col),
            Place::Block(block) => match puzzle {
                Puzzle::Sudoku(sudoku) => cells(&|cell| sudoku.box_of(cell) == block),
                _ => none,
            },
            Place::Vertex { row, col } if row <= grid.rows() && col <= grid.cols() => {
                Self { vertices: vec![grid.vertex_index(Vertex { row, col })], ..none }
            }
            Place::Edge { row, col, horizontal } => {
                let is_on = match horizontal {
                    true => row <= grid.rows() && col < grid.cols(),
                    false => row < grid.rows() && col <= grid.cols(),
                };
                let edge = is_on.then(|| {
                    if horizontal { grid.horizontal(row, col) } else { grid.vertical(row, col) }
                });
                Self {
                    atoms: edge.and_then(|edge| atom(puzzle, grid, edge)).into_iter().collect(),
                    ..none
                }
            }
            _ => none,
        }
    }

    /// Returns whether nothing is marked.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Returns the atom that lies on an edge of the grid, or crosses it.
fn atom(puzzle: &Puzzle, grid: Grid, edge: Edge) -> Option<usize> {
    let graph = graph(puzzle)?;
    match graph.layout() {
        GraphLayout::Lines(_) => Some(edge.index()),
        GraphLayout::Cells(_) => match grid.edge_cells(edge) {
            [Some(a), Some(b)] => {
                graph.edge_between(grid.cell_index(a), grid.cell_index(b)).map(Edge::index)
            }
            _ => None,
        },
        GraphLayout::General => None,
    }
}

/// The meaning of a part of the board: the places of the constraints there, its atoms, and its name.
pub(super) struct PartMeaning {
    pub places: Vec<Place>,
    pub atoms: Vec<usize>,
    pub words: String,
}

/// Returns the meaning of a part of the board, or `None` if the board has no such part.
pub(super) fn meaning(puzzle: &Puzzle, part: PicturePart) -> Option<PartMeaning> {
    let graph = graph(puzzle);
    let of_vertex = |graph: &Graph, vertex: usize| PartMeaning {
        places: vec![graph.vertex_place(vertex)],
        atoms: Vec::new(),
        words: graph.vertex_place(vertex).to_string(),
    };
    match (part, puzzle.extent(), graph) {
        (PicturePart::Atom(atom), _, _) if atom < puzzle.atom_count() => {
            let edge = graph.filter(|graph| atom < graph.edge_count());
            let place = edge.map(|graph| graph.edge_place(Edge(atom as u32)));
            Some(PartMeaning {
                places: place.into_iter().collect(),
                atoms: vec![atom],
                words: puzzle.atom_name(atom),
            })
        }
        (PicturePart::Vertex(vertex), _, Some(graph)) if vertex < graph.vertex_count() => {
            Some(of_vertex(graph, vertex))
        }
        (PicturePart::Cell(cell), Extent::Grid(grid), _) if cell < grid.cell_count() => {
            let place = Place::from(grid.cell_at(cell));
            let values = puzzle.atom_count() / grid.cell_count();
            let atoms = match graph {
                None => (cell * values..(cell + 1) * values).collect(),
                Some(_) => Vec::new(),
            };
            Some(PartMeaning { places: vec![place], atoms, words: place.to_string() })
        }
        _ => None,
    }
}
