//! The encoding `shaded`: the cells alone, with all rules about connected cells as cuts.
//!
//! The encoding `islands` has a variable for each clue and cell, and counters. Here each clause is about cells that are
//! shaded or not, so that a reader can check it against the rules: certificates use this encoding.

use std::collections::VecDeque;

use crate::encoding::{
    Cut, CutKind, CutReason, Encoding, EncodingError, EncodingInfo, GlobalConstraint, Part,
    Separated,
};
use crate::grid::Regions;
use crate::kinds::nurikabe::{IslandClue, Nurikabe};
use crate::logic::{ConstraintSink, Lit, Origin};
use crate::rules::connected::Colouring;

/// The description of the encoding. For n rows and m columns, it has n·m variables, a clause for each clue, and
/// (n - 1)(m - 1) clauses for the squares.
pub(super) const SHADED: EncodingInfo = EncodingInfo {
    name: "shaded",
    meaning: "a variable for each cell, shaded or not; islands and disconnected cells are cut",
    source: "the rules of Nurikabe (Nikoli); our own cuts",
    families: &[
        ("shaded", "whether a cell is shaded"),
        ("clue", "the cell of a clue is not shaded"),
        ("block", "no square of 2 x 2 cells is shaded"),
    ],
};

/// The name of the rule that an island has as many cells as its number.
const SIZE: &str = "size";
/// The name of the rule that an island has one clue.
const ISLAND: &str = "island";

/// Returns the encoding.
pub(super) fn encoding(puzzle: &Nurikabe) -> Result<Encoding<'_>, EncodingError> {
    let mut encoding = Encoding::new(puzzle, SHADED.name, SHADED.meaning.to_owned());
    encoding.numbers(puzzle.grid().cell_count())?;
    let variables = move |sink: &mut dyn ConstraintSink| {
        let values = puzzle.shaded_board().values();
        for cell in 0..puzzle.grid().cell_count() {
            sink.variable("shaded", format_args!("{}", values.name(cell)));
        }
    };
    let rules = Part::new(SHADED, move |sink| {
        let board = puzzle.shaded_board();
        for cell in puzzle.grid().cells().filter(|&cell| puzzle.clue(cell).is_some()) {
            sink.add_clause(&[!board.shaded(cell)], Origin::new("clue", cell.into()));
        }
        puzzle.keep_squares_open(sink);
    });
    encoding.push(rules.with_variables(0, variables));
    Ok(encoding.with_global_constraint(Some(Box::new(SizedIslands { puzzle }))))
}

/// The constraint that each island has one clue and as many cells as its number, and that the shaded cells are connected.
struct SizedIslands<'a> {
    puzzle: &'a Nurikabe,
}

impl GlobalConstraint for SizedIslands<'_> {
    fn name(&self) -> &'static str {
        "sized islands"
    }

    fn cut_kinds(&self) -> &'static [CutKind] {
        &[CutKind::Separator]
    }

    fn separate(&self, encoding: &Encoding<'_>, model: &[bool], _: CutKind) -> Separated {
        let goals = self.puzzle.clues().iter().map(Option::is_some).collect();
        let mut cuts = Colouring::connected(self.puzzle.grid(), true, Some(goals)).cuts(model);
        let cells = &model[..self.puzzle.grid().cell_count()];
        let islands = Regions::new(self.puzzle.grid(), cells);
        for island in islands.cells() {
            let island: Vec<usize> =
                island.iter().map(|&cell| self.puzzle.grid().cell_index(cell)).collect();
            if !cells[island[0]] {
                cuts.extend(self.island_cuts(&island));
            }
        }
        cuts.retain(|cut| !cut.constraint().is_satisfied(model));
        encoding.cut_or_block(cuts, model)
    }

    fn separates_any_model(&self) -> bool {
        true
    }
}

impl SizedIslands<'_> {
    fn beside(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let grid = self.puzzle.grid();
        grid.neighbours(grid.cell_at(cell)).map(move |cell| grid.cell_index(cell))
    }

    /// Returns the cuts against an island of a model.
    ///
    /// Two clues: of the cells of a shortest path between them, one is shaded. Too many cells: of as many connected cells
    /// with the clue as the number and one more, one is shaded. Too few: of the cells around the island, one is not shaded,
    /// because otherwise the island of the clue has no cells but these.
    fn island_cuts(&self, island: &[usize]) -> Vec<Cut> {
        let clues = self.puzzle.clues();
        let mut cuts = Vec::new();
        let shaded = |cell: usize| Lit::positive(cell as u32);
        let clued: Vec<usize> =
            island.iter().copied().filter(|&cell| clues[cell].is_some()).collect();
        // if there are clues, an island without one is separated from them by the cuts about goals
        if clues.iter().all(Option::is_none) {
            let all =
                island.iter().map(|&cell| Cut::clause(vec![shaded(cell)], CutReason::Rule(ISLAND)));
            return all.collect();
        }
        for &clue in &clued {
            let (cells, before) = self.spread(island, clue);
            let others = cells.iter().skip(1);
            if let Some(&other) = others.into_iter().find(|&&cell| clues[cell].is_some()) {
                let path = std::iter::successors(Some(other), |cell| before[*cell]);
                cuts.push(Cut::clause(path.map(shaded).collect(), CutReason::Rule(ISLAND)));
            }
            let Some(IslandClue::Cells(number)) = clues[clue] else { continue };
            let number = number as usize;
            if cells.len() > number {
                let part = cells[..=number].iter().copied().map(shaded).collect();
                cuts.push(Cut::clause(part, CutReason::Rule(SIZE)));
            } else if cells.len() < number {
                let mut around: Vec<usize> =
                    island.iter().flat_map(|&cell| self.beside(cell)).collect();
                around.retain(|cell| !cells.contains(cell));
                around.sort_unstable();
                around.dedup();
                let open = around.into_iter().map(|cell| !shaded(cell));
                // the clue itself, so that the clause is not empty if the island is the whole grid
                let literals = std::iter::once(shaded(clue)).chain(open).collect();
                cuts.push(Cut::clause(literals, CutReason::Rule(SIZE)));
            }
        }
        cuts
    }

    /// Returns the cells of an island, those near a cell first, and for each cell of the grid the one before it on a
    /// shortest path.
    fn spread(&self, island: &[usize], start: usize) -> (Vec<usize>, Vec<Option<usize>>) {
        let count = self.puzzle.grid().cell_count();
        let mut is_open = vec![false; count];
        island.iter().for_each(|&cell| is_open[cell] = true);
        is_open[start] = false;
        let mut before = vec![None; count];
        let (mut cells, mut queue) = (Vec::with_capacity(island.len()), VecDeque::from([start]));
        while let Some(cell) = queue.pop_front() {
            cells.push(cell);
            for next in self.beside(cell) {
                if std::mem::replace(&mut is_open[next], false) {
                    before[next] = Some(cell);
                    queue.push_back(next);
                }
            }
        }
        (cells, before)
    }
}
