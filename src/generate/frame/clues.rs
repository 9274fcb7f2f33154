//! Frames of Slitherlink and Slitherlynx on grids: a clue is a number in a cell.

use encycle_encodings::encoding::{
    Addition, Encoding, EncodingError, Extended, PredictedSize, RuleFamily, encode_with_variables,
};
use encycle_encodings::export::variable_names;
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

/// The frame of a Slitherlink or Slitherlynx on a grid.
#[derive(Debug)]
pub struct SlitherlinkFrame {
    grid: Grid,
    several: bool,
    slitherlink: Slitherlink,
    empty: Puzzle,
}

impl SlitherlinkFrame {
    /// Creates the frame of this grid: a Slitherlynx if `several` (several loops are allowed), else a Slitherlink.
    #[must_use]
    pub fn new(grid: Grid, several: bool) -> Self {
        let slitherlink = puzzle(grid, several, vec![None; grid.cell_count()]);
        let empty = slitherlink.clone().into();
        Self { grid, several, slitherlink, empty }
    }
}

/// Builds a puzzle from one optional clue per cell.
fn puzzle(grid: Grid, several: bool, clues: Vec<Option<u8>>) -> Slitherlink {
    let puzzle = match several {
        true => Slitherlink::with_several_loops(grid, clues),
        false => Slitherlink::new(grid, clues),
    };
    puzzle.expect("one clue per cell, none above 4")
}

impl ClueFrame for SlitherlinkFrame {
    fn empty(&self) -> &Puzzle {
        &self.empty
    }

    fn with(&self, clues: &[PlacedClue]) -> Puzzle {
        let mut cells = vec![None; self.grid.cell_count()];
        for clue in clues {
            cells[clue.place] = Some(clue.value as u8);
        }
        puzzle(self.grid, self.several, cells).into()
    }

    fn clues_of(&self, puzzle: &Puzzle) -> Vec<PlacedClue> {
        let (Puzzle::Slitherlink(puzzle) | Puzzle::Slitherlynx(puzzle)) = puzzle else {
            return Vec::new();
        };
        let placed =
            |(cell, clue)| PlacedClue { place: self.grid.cell_index(cell), value: u32::from(clue) };
        puzzle.clues().map(placed).collect()
    }

    fn possible(&self) -> Vec<PlacedClue> {
        let places = 0..self.grid.cell_count();
        // in a Slitherlink, clue 4 fixes the loop: it is the boundary of that cell
        let max_value = if self.several { 4 } else { 3 };
        places
            .flat_map(|place| (0..=max_value).map(move |value| PlacedClue { place, value }))
            .collect()
    }

    fn holds(&self, clue: PlacedClue, solution: &Solution) -> bool {
        let edges = self.grid.cell_edges(self.grid.cell_at(clue.place));
        edges.iter().filter(|edge| solution.has(edge.index())).count() == clue.value as usize
    }

    fn name(&self, clue: PlacedClue) -> String {
        format!("{} at {}", clue.value, self.grid.cell_at(clue.place))
    }

    fn cells(&self, clue: PlacedClue) -> Vec<Cell> {
        vec![self.grid.cell_at(clue.place)]
    }

    fn grid(&self) -> Grid {
        self.grid
    }

    fn encoding(&self) -> String {
        "colour".to_owned()
    }

    /// Supports only the encoding `colour`: the formula serves all sets of clues, so no cut may depend on the clues.
    fn formula(
        &self,
        encoding: &str,
        clues: &[PlacedClue],
    ) -> Result<FrameEncoding<'_>, EncodingError> {
        let rules = slitherlink::encoding(encoding, &self.slitherlink)?;
        if rules.projection_size() != self.grid.cell_count() {
            let reason = "its variables are not those of `colour`, or its cuts depend on the clues\nhelp: use `colour`";
            return Err(EncodingError::new(encoding, reason));
        }
        let first = variable_names(&|sink| rules.encode(sink)).len() as u32;
        let literals: Vec<Lit> =
            (0..clues.len() as u32).map(|index| Lit::positive(first + index)).collect();
        let mut clauses = Vec::new();
        for value in 0..=4 {
            let everywhere = self.grid.cells().map(|_| Some(value)).collect();
            // a Slitherlynx also accepts clue 4; both kinds of puzzle have the same clauses for a clue
            let filled = puzzle(self.grid, true, everywhere);
            let encoding = slitherlink::encoding("colour", &filled)?;
            let mut indicators = vec![None; self.grid.cell_count()];
            for (one, &literal) in clues.iter().zip(&literals) {
                if one.value == u32::from(value) {
                    indicators[one.place] = Some(literal);
                }
            }
            encoding.encode(&mut Collector { grid: self.grid, indicators, clauses: &mut clauses });
        }
        let encoding = Extended::new(rules, ConditionalClues { clauses, count: clues.len() });
        Ok(FrameEncoding { encoding: Box::new(encoding), literals })
    }

    fn random_solution(&self, taste: &LoopStyle, random: &mut Pcg64Mcg) -> Option<Solution> {
        let inside = random_inside(self.grid, taste.size, taste.winding, random);
        Some(EdgeSet::around(self.grid, &inside).into())
    }
}

/// Adds an indicator variable for each possible clue. The indicator implies the clauses of its clue.
struct ConditionalClues {
    clauses: Vec<(Vec<Lit>, Origin)>,
    count: usize,
}

/// A sink that collects the clauses of each clue that has an indicator, and adds the negated indicator to them.
struct Collector<'a> {
    grid: Grid,
    /// For each cell, the indicator literal of its clue, if the clue has one.
    indicators: Vec<Option<Lit>>,
    clauses: &'a mut Vec<(Vec<Lit>, Origin)>,
}

/// A sink that collects the clauses of one constraint.
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
        // `colour` computes the numbers of its cell variables and ignores the returned one
        Var::new(0)
    }

    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin) {
        let Place::Cell { row, col } = origin.place else { return };
        let indicator = self.indicators[self.grid.cell_index(Cell { row, col })];
        if let (true, Some(indicator)) = (origin.family == "clue", indicator) {
            let mut lowering = CnfLowering::new(Clauses::default(), LoweringOptions::default());
            lowering.constraint(constraint, origin);
            let clauses = lowering.into_sink().expect("a clue has few clauses").0;
            let on_condition = |mut clause: Vec<Lit>| {
                clause.push(!indicator);
                (clause, origin)
            };
            self.clauses.extend(clauses.into_iter().map(on_condition));
        }
    }
}

impl Addition for ConditionalClues {
    fn meaning(&self) -> &str {
        "an indicator variable for each possible clue"
    }

    fn encode(&self, inner: &dyn Encoding, sink: &mut dyn ConstraintSink) {
        encode_with_variables(inner, sink, &mut |sink| {
            for index in 0..self.count {
                sink.variable("given", format_args!("given_{}", index + 1));
            }
        });
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

    fn predicted_sizes(&self, _: &[PredictedSize]) -> Option<Vec<PredictedSize>> {
        None
    }
}
