//! Cells that would separate others: cut vertices of the cells that can still have a colour.

use encycle_encodings::grid::Grid;

use crate::puzzle::Puzzle;

/// The rule that the cells of one colour are connected, and perhaps each cell of the other colour with a goal.
pub(super) struct ConnectedRule {
    /// The neighbours of each cell.
    neighbours: Vec<Vec<usize>>,
    /// The colour that is connected: true for shaded cells.
    colour: bool,
    goals: Option<Vec<bool>>,
}

impl ConnectedRule {
    /// Returns the rule of a puzzle with shaded cells.
    pub fn new(puzzle: &Puzzle) -> Option<Self> {
        let (grid, goals): (Grid, _) = match puzzle {
            Puzzle::Hitori(puzzle) => (puzzle.grid(), None),
            Puzzle::Heyawake(puzzle) => (puzzle.grid(), None),
            Puzzle::Nurikabe(puzzle) => {
                (puzzle.grid(), Some(puzzle.clues().iter().map(Option::is_some).collect()))
            }
            _ => return None,
        };
        let beside = |cell| grid.neighbours(cell).map(|beside| grid.cell_index(beside)).collect();
        let neighbours = grid.cells().map(beside).collect();
        Some(Self { neighbours, colour: goals.is_some(), goals })
    }

    /// Returns the first value of an open cell that would separate cells: two of the connected colour, or one of the other
    /// colour from all goals.
    pub fn separating(&self, known: &[Option<bool>]) -> Option<(usize, bool)> {
        let colour = self.colour;
        let is_known = |cell: usize| [known[cell] == Some(colour), false];
        let parts = CellParts::new(&self.neighbours, |cell| known[cell] != Some(!colour), is_known);
        // a cell in a part without such cells, or whose removal leaves them in two parts
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

/// The connected parts of some cells, by depth-first search (Hopcroft, Tarjan 1973): for each cell how many marked cells
/// of two sorts its removal leaves in which pieces.
struct CellParts {
    /// The first cell of each part, and of the part of each cell.
    roots: Vec<usize>,
    root_of: Vec<usize>,
    /// The numbers of marked cells in the subtree of each cell.
    counts: Vec<[u32; 2]>,
    /// The subtrees that the removal of a cell cuts off, as pairs of it and the root of the subtree, sorted.
    cut: Vec<(usize, usize)>,
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
        // the path from the root: each cell with the number of its neighbours visited
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

    /// Returns the numbers of marked cells in the pieces of the part of a cell without this cell.
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
