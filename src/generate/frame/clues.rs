//! Frames of Slitherlink and Slitherlynx on grids: a given is a clue.

use encycle_encodings::encoding::{
    Addition, Encoding, EncodingError, Extended, PredictedSize, RuleFamily,
};
use encycle_encodings::grid::{Cell, Grid};
use encycle_encodings::kinds::slitherlink::{self, Slitherlink};
use encycle_encodings::logic::{
    ClauseSink, CnfLowering, Constraint, ConstraintSink, Lit, LoweringOptions, Origin, Place, Var,
};
use encycle_encodings::loops::EdgeSet;
use encycle_encodings::puzzle::Solution;
use rand_pcg::Pcg64Mcg;

use crate::generate::frame::{ClueFrame, FrameEncoding, LoopStyle, PlacedClue};
use crate::generate::random_inside;
use crate::puzzle::Puzzle;

/// A Slitherlink or Slitherlynx without clues.
#[derive(Debug)]
pub struct SlitherlinkFrame {
    grid: Grid,
    several: bool,
    slitherlink: Slitherlink,
    empty: Puzzle,
}

impl SlitherlinkFrame {
    /// One for this grid.
    #[must_use]
    pub fn new(grid: Grid, several: bool) -> Self {
        let slitherlink = puzzle(grid, several, vec![None; grid.cell_count()]);
        let empty = slitherlink.clone().into();
        Self { grid, several, slitherlink, empty }
    }
}

fn puzzle(grid: Grid, several: bool, clues: Vec<Option<u8>>) -> Slitherlink {
    let puzzle = match several {
        true => Slitherlink::with_several_loops(grid, clues),
        false => Slitherlink::new(grid, clues),
    };
    puzzle.expect("a clue for each cell, and none above 4")
}

impl ClueFrame for SlitherlinkFrame {
    fn empty(&self) -> &Puzzle {
        &self.empty
    }

    fn with(&self, givens: &[PlacedClue]) -> Puzzle {
        let mut clues = vec![None; self.grid.cell_count()];
        for given in givens {
            clues[given.place] = Some(given.value as u8);
        }
        puzzle(self.grid, self.several, clues).into()
    }

    fn givens_of(&self, puzzle: &Puzzle) -> Vec<PlacedClue> {
        let (Puzzle::Slitherlink(puzzle) | Puzzle::Slitherlynx(puzzle)) = puzzle else {
            return Vec::new();
        };
        let given =
            |(cell, clue)| PlacedClue { place: self.grid.cell_index(cell), value: u32::from(clue) };
        puzzle.clues().map(given).collect()
    }

    fn possible(&self) -> Vec<PlacedClue> {
        let places = 0..self.grid.cell_count();
        // a 4 of a Slitherlink would be all there is
        let most = if self.several { 4 } else { 3 };
        places.flat_map(|place| (0..=most).map(move |value| PlacedClue { place, value })).collect()
    }

    fn holds(&self, given: PlacedClue, solution: &Solution) -> bool {
        let edges = self.grid.cell_edges(self.grid.cell_at(given.place));
        edges.iter().filter(|edge| solution.has(edge.index())).count() == given.value as usize
    }

    fn name(&self, given: PlacedClue) -> String {
        format!("{} at {}", given.value, self.grid.cell_at(given.place))
    }

    fn cells(&self, given: PlacedClue) -> Vec<Cell> {
        vec![self.grid.cell_at(given.place)]
    }

    fn grid(&self) -> Grid {
        self.grid
    }

    fn encoding(&self) -> String {
        "colour".to_owned()
    }

    /// Only `colour` will do: its cuts hold whatever the clues are.
    fn formula(
        &self,
        encoding: &str,
        givens: &[PlacedClue],
    ) -> Result<FrameEncoding<'_>, EncodingError> {
        if encoding != "colour" {
            let reason = "where clues come and go, only the cuts of `colour` hold; use that";
            return Err(EncodingError::new(encoding, reason));
        }
        let rules = slitherlink::encoding("colour", &self.slitherlink)?;
        let cells = self.grid.cell_count() as u32;
        let literals: Vec<Lit> =
            (0..givens.len() as u32).map(|index| Lit::positive(cells + index)).collect();
        let mut clauses = Vec::new();
        for value in 0..=4 {
            let clues = self.grid.cells().map(|_| Some(value)).collect();
            // where several loops are allowed, 4s are as well, and a clue says the same
            let filled = puzzle(self.grid, true, clues);
            let encoding = slitherlink::encoding("colour", &filled)?;
            let mut given = vec![None; self.grid.cell_count()];
            for (one, &literal) in givens.iter().zip(&literals) {
                if one.value == u32::from(value) {
                    given[one.place] = Some(literal);
                }
            }
            encoding.encode(&mut Collector { grid: self.grid, given, clauses: &mut clauses });
        }
        let encoding = Extended::new(rules, ConditionalClues { clauses, count: givens.len() });
        Ok(FrameEncoding { encoding: Box::new(encoding), literals })
    }

    fn random_solution(&self, taste: &LoopStyle, random: &mut Pcg64Mcg) -> Option<Solution> {
        let inside = random_inside(self.grid, taste.size, taste.winding, random);
        Some(EdgeSet::around(self.grid, &inside).into())
    }
}

/// For each clue that may be set, a variable and the clauses of the clue under the condition that the variable is true.
struct ConditionalClues {
    clauses: Vec<(Vec<Lit>, Origin)>,
    count: usize,
}

/// Takes the clauses of some clues, and adds the condition.
struct Collector<'a> {
    grid: Grid,
    /// By cell, the literal that says that its clue is given.
    given: Vec<Option<Lit>>,
    clauses: &'a mut Vec<(Vec<Lit>, Origin)>,
}

/// The clauses of one constraint.
#[derive(Default)]
struct Clauses(Vec<Vec<Lit>>);

impl ClauseSink for Clauses {
    fn variable(&mut self, _: &'static str, _: std::fmt::Arguments<'_>) {}

    fn clause(&mut self, clause: &[Lit], _: Origin) {
        self.0.push(clause.to_vec());
    }
}

impl ConstraintSink for Collector<'_> {
    fn variable(&mut self, _: &'static str, _: std::fmt::Arguments<'_>) -> Var {
        // `colour` numbers its cells itself
        Var::new(0)
    }

    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin) {
        let Place::Cell { row, col } = origin.place else { return };
        let given = self.given[self.grid.cell_index(Cell { row, col })];
        if let (true, Some(given)) = (origin.family == "clue", given) {
            let mut lowering = CnfLowering::new(Clauses::default(), LoweringOptions::default());
            lowering.constraint(constraint, origin);
            let clauses = lowering.into_sink().expect("a clue has few clauses").0;
            let on_condition = |mut clause: Vec<Lit>| {
                clause.push(!given);
                (clause, origin)
            };
            self.clauses.extend(clauses.into_iter().map(on_condition));
        }
    }
}

impl Addition for ConditionalClues {
    fn meaning(&self) -> &str {
        "a variable for each clue that may be set"
    }

    fn encode(&self, inner: &dyn Encoding, sink: &mut dyn ConstraintSink) {
        inner.encode(sink);
        for index in 0..self.count {
            sink.variable("given", format_args!("given_{}", index + 1));
        }
        for (clause, origin) in &self.clauses {
            sink.constraint(Constraint::Clause(clause), *origin);
        }
    }

    fn families(&self) -> Vec<RuleFamily> {
        vec![RuleFamily {
            name: "given",
            meaning: "whether a clue is set",
            source: "Block 2024, section 3",
        }]
    }

    fn predicted(&self, _: &[PredictedSize]) -> Option<Vec<PredictedSize>> {
        None
    }
}
