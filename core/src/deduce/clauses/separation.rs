//! The separation technique: a cell must not separate cells of a color that the rules connect.
//!
//! Take the graph of the cells that can still have the color: the known cells of the color and the open cells. In a
//! solution, its known cells are connected through cells of this graph. So if the removal of an open cell leaves known
//! cells in two different pieces, the open cell has the color. Such a cell is a cut vertex of the graph:
//!
//! ```text
//! . # .      In this Hitori, `#` is shaded and `.` is known to be unshaded. All paths between
//! a b c      the two `.` pass the open cells a, b and c, so each of them is unshaded.
//! ```
//!
//! In Nurikabe, the same is done for the other color: the removal of an open cell must not leave a piece that contains
//! a known unshaded cell, but no clue.
//!
//! A search for each open cell would take quadratic time. Instead, one depth-first search finds all cut vertices, and
//! counts the known cells in each of their pieces (Hopcroft and Tarjan 1973).

use encycle_encodings::grid::Grid;

use crate::puzzle::Puzzle;

/// The rule that the cells of one color are connected and, in Nurikabe, that each cell of the other color is connected
/// with a goal, that is, with a clue.
pub(super) struct ConnectedRule {
    /// The neighbors of each cell.
    neighbours: Vec<Vec<usize>>,
    /// The color that is connected: true for shaded cells.
    colour: bool,
    /// For each cell, whether it is a goal; `None` if the other color has no goals.
    goals: Option<Vec<bool>>,
}

impl ConnectedRule {
    /// Returns the rule of a puzzle with shaded cells.
    pub fn new(puzzle: &Puzzle) -> Option<Self> {
        let (grid, colour, goals): (Grid, bool, _) = match puzzle {
            Puzzle::Written(puzzle) => (puzzle.clues().grid(), puzzle.connected_colour()?, None),
            Puzzle::Nurikabe(puzzle) => {
                let goals = puzzle.clues().iter().map(Option::is_some).collect();
                (puzzle.grid(), true, Some(goals))
            }
            _ => return None,
        };
        let beside = |cell| grid.neighbours(cell).map(|beside| grid.cell_index(beside)).collect();
        let neighbours = grid.cells().map(beside).collect();
        Some(Self { neighbours, colour, goals })
    }

    /// Returns the first open cell, and its value that would separate cells: two cells of the connected color from each
    /// other, or a cell of the other color from all goals.
    pub fn separating(&self, known: &[Option<bool>]) -> Option<(usize, bool)> {
        let colour = self.colour;
        let is_known = |cell: usize| [known[cell] == Some(colour), false];
        let parts = CellParts::new(&self.neighbours, |cell| known[cell] != Some(!colour), is_known);
        // `lost`: the part of the cell has no known cell of the color, but another part has one;
        // `splits`: the removal of the cell leaves known cells of the color in two pieces
        let total: u32 = parts.roots.iter().map(|&root| parts.counts[root][0]).sum();
        let lost = |cell: usize| total > 0 && parts.counts[parts.root_of[cell]][0] == 0;
        let splits =
            |cell: usize| parts.without(cell).into_iter().filter(|piece| piece[0] > 0).count() > 1;
        let open = || (0..known.len()).filter(|&cell| known[cell].is_none());
        let found = open().find_map(|cell| match (lost(cell), splits(cell)) {
            (true, _) => Some((cell, colour)),
            (_, true) => Some((cell, !colour)),
            _ => None,
        });
        let goals = self.goals.as_ref().filter(|_| found.is_none());
        let of_goals = goals.and_then(|goals| {
            let marks = |cell: usize| [known[cell] == Some(!colour), goals[cell]];
            let parts = CellParts::new(&self.neighbours, |cell| known[cell] != Some(colour), marks);
            let is_enclosed = |piece: &[u32; 2]| piece[0] > 0 && piece[1] == 0;
            open().find_map(|cell| {
                let has_goal = parts.counts[parts.root_of[cell]][1] > 0;
                match parts.without(cell).iter().any(is_enclosed) {
                    _ if !has_goal => Some((cell, !colour)),
                    true => Some((cell, colour)),
                    false => None,
                }
            })
        });
        found.or(of_goals)
    }
}

/// The connected parts of a set of cells, found by depth-first search (Hopcroft and Tarjan 1973). For each cell,
/// [`Self::without`] returns the pieces into which its removal splits its part. Cells are marked in two independent
/// ways, and each piece has the number of its cells with the first and with the second mark.
struct CellParts {
    /// The root of each part: the cell that the search visits first.
    roots: Vec<usize>,
    /// The root of the part of each cell.
    root_of: Vec<usize>,
    /// The numbers of marked cells in the subtree of each cell, in the tree of the depth-first search.
    counts: Vec<[u32; 2]>,
    /// The subtrees that the removal of a cell cuts off, as sorted pairs of the cell and the root of the subtree. The
    /// removal cuts off a subtree if no edge leads from it to a cell visited before the removed cell.
    cut: Vec<(usize, usize)>,
    /// The two marks of each cell.
    marks: Vec<[bool; 2]>,
}

impl CellParts {
    fn new(
        neighbours: &[Vec<usize>],
        is_in: impl Fn(usize) -> bool,
        marks: impl Fn(usize) -> [bool; 2],
    ) -> Self {
        const NONE: usize = usize::MAX;
        let count = neighbours.len();
        let (mut order, mut low) = (vec![NONE; count], vec![NONE; count]);
        let mut parts = Self {
            roots: Vec::new(),
            root_of: vec![0; count],
            counts: vec![[0; 2]; count],
            cut: Vec::new(),
            marks: (0..count).map(marks).collect(),
        };
        let mut next_order = 0;
        // the path from the root, each cell with the number of its neighbors that are visited; recursion could be as
        // deep as the grid has cells
        let mut path: Vec<(usize, usize)> = Vec::new();
        for root in (0..count).filter(|&cell| is_in(cell)) {
            if order[root] != NONE {
                continue;
            }
            parts.roots.push(root);
            path.push((root, 0));
            while let Some(&mut (cell, ref mut next)) = path.last_mut() {
                if *next == 0 && order[cell] == NONE {
                    (order[cell], low[cell]) = (next_order, next_order);
                    next_order += 1;
                    parts.root_of[cell] = root;
                    parts.counts[cell] = parts.marks[cell].map(u32::from);
                }
                if let Some(&beside) = neighbours[cell].get(*next) {
                    *next += 1;
                    if is_in(beside) && order[beside] == NONE {
                        path.push((beside, 0));
                    } else if is_in(beside) {
                        low[cell] = low[cell].min(order[beside]);
                    }
                    continue;
                }
                path.pop();
                if let Some(&(parent, _)) = path.last() {
                    low[parent] = low[parent].min(low[cell]);
                    for sort in 0..2 {
                        parts.counts[parent][sort] += parts.counts[cell][sort];
                    }
                    if low[cell] >= order[parent] {
                        parts.cut.push((parent, cell));
                    }
                }
            }
        }
        parts.cut.sort_unstable();
        parts
    }

    /// Returns the numbers of marked cells in the pieces that remain of the part of a cell without this cell. The last
    /// piece is the rest outside the subtrees that are cut off.
    fn without(&self, cell: usize) -> Vec<[u32; 2]> {
        let start = self.cut.partition_point(|&(at, _)| at < cell);
        let cut = self.cut[start..].iter().take_while(|&&(at, _)| at == cell);
        let mut rest = self.counts[self.root_of[cell]];
        let mut pieces: Vec<[u32; 2]> = cut.map(|&(_, below)| self.counts[below]).collect();
        for sort in 0..2 {
            let own = u32::from(self.marks[cell][sort]);
            rest[sort] -= pieces.iter().map(|piece| piece[sort]).sum::<u32>() + own;
        }
        pieces.push(rest);
        pieces
    }
}
