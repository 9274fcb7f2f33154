//! The trait of the kinds whose solution is a loop through cells, and the traits that follow from it, with the encodings:
//! the base of the kind, and any eager parts.

use std::fmt::Debug;

use crate::cell_loops::{CellBoard, LineCounts, Visit, demands};
use crate::encoding::{
    Encodable, Encoding, EncodingError, EncodingInfo, GlobalConstraint, Part, RepairSchedule,
    count_variables,
};
use crate::grid::{Edge, Graph};
use crate::logic::{ConstraintSink, Place};
use crate::puzzle::{
    BrokenRule, GridSketch, Ink, Instance, LineProblem, LineShape, Sketch, Solution,
};
use crate::rules::one_loop::eager::{Drawing, EagerParts, PartRules, unknown_base};
use crate::rules::one_loop::{LoopPuzzle, OneLoop};

/// A kind of puzzle whose solution is one loop through the cells of a grid. [`Instance`], [`LoopPuzzle`] and
/// [`Encodable`] follow.
///
/// The rules are the rules of [`CellBoard`] and of the clues. The first variables of every encoding are the links, in
/// order.
pub trait CellLoop: Debug + Sync {
    /// Returns the name of the kind in titles.
    fn title(&self) -> &'static str;

    /// Returns the base encoding: its name, its meaning, the source of the rules, and the families of the clues.
    fn base(&self) -> EncodingInfo;

    /// Returns the cells, and which of them the loop visits.
    fn board(&self) -> &CellBoard;

    /// Checks the rules of the clues, and with them which cells the loop visits, on a solution that satisfies the other rules
    /// of the board.
    ///
    /// # Errors
    /// The first broken rule.
    fn check_clues(&self, solution: &Solution) -> Result<(), BrokenRule>;

    /// Returns how many clues there are, which tells how sparse they are.
    fn clue_count(&self) -> usize;

    /// Returns sets of links, in addition to the links at cells that are always visited; every solution has a line of each
    /// set.
    fn certain_sets(&self) -> &[CertainSet];

    /// Creates the variables of the clues, whose values the links determine.
    fn clue_variables(&self, sink: &mut dyn ConstraintSink);

    /// Returns a lower bound of the number of [`Self::clue_variables`] that takes no time, for kinds whose clues may
    /// have too many variables to count them.
    fn variable_bound(&self) -> u128;

    /// Adds the rules of the clues; `first` is the number of the clues' first variable.
    fn clue_rules(&self, first: u32, sink: &mut dyn ConstraintSink);

    /// Returns the rules on numbers of lines and of visited cells as counts of lines. Decision diagrams use the counts
    /// in place of the clauses.
    fn line_counts(&self) -> LineCounts;

    /// Draws the clues.
    fn draw_clues(&self, sketch: &mut GridSketch);

    /// Draws what a solution shows in addition to the loop, for example the numbers that it determines.
    fn draw_solution(&self, solution: &Solution, sketch: &mut GridSketch);
}

/// A set of links; every solution has a line at one of them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CertainSet {
    /// The place of the clue or room that implies the line.
    pub place: Place,
    /// The links.
    pub links: Vec<Edge>,
}

impl<P: CellLoop> Instance for P {
    fn graph_of_atoms(&self) -> Option<&Graph> {
        Some(self.board().graph())
    }

    fn check(&self, solution: &Solution) -> Result<(), BrokenRule> {
        self.board().check_lines(solution)?;
        self.check_clues(solution)
    }

    fn line_problem(&self) -> Option<LineProblem<'_>> {
        let LineCounts { families, counts } = self.line_counts();
        let clauses = demands::clauses(self, &families)?;
        self.line_rules().map(|rules| LineProblem { clues: counts, clauses, ..rules })
    }

    fn line_rules(&self) -> Option<LineProblem<'_>> {
        let board = self.board();
        Some(LineProblem {
            graph: board.graph(),
            vertices: board.degrees(),
            shape: LineShape::Cycle,
            fixed: vec![None; board.graph().edge_count()],
            clues: Vec::new(),
            clauses: Vec::new(),
        })
    }

    fn sketch(&self, solution: Option<&Solution>) -> Sketch {
        let (grid, graph) = (self.board().grid(), self.board().graph());
        let mut sketch = GridSketch::new(format!("{} {}", self.title(), self.extent()), grid);
        sketch.walled = true;
        sketch.frame(|_, _| false);
        self.draw_clues(&mut sketch);
        if let Some(solution) = solution {
            self.draw_solution(solution, &mut sketch);
        }
        for atom in solution.iter().flat_map(|solution| solution.true_atoms()) {
            if let Some(border) = graph.border(Edge(atom as u32)) {
                sketch.link(border, Ink::Solution);
            }
        }
        Sketch::Grid(sketch)
    }
}

impl<P: CellLoop> LoopPuzzle for P {
    fn graph(&self) -> &Graph {
        self.board().graph()
    }

    fn certain_lines(&self) -> Box<dyn Iterator<Item = (Place, &[Edge])> + '_> {
        let graph = self.board().graph();
        let visited = self.board().cells_with(Visit::Always);
        let visited = visited.map(|cell| (graph.vertex_place(cell), graph.incident(cell)));
        Box::new(visited.chain(self.certain_sets().iter().map(|set| (set.place, &*set.links))))
    }

    /// A visited cell outside the region is enough, even if its lines lead into the region. So is a certain set each of
    /// whose links has an end outside the region.
    fn certainly_beyond(&self, inside: &dyn Fn(usize) -> bool) -> Option<Place> {
        let cell = self.board().cells_with(Visit::Always).find(|&cell| !inside(cell));
        let leaves = |link: &Edge| !self.graph().ends(*link).into_iter().all(inside);
        let is_beyond = |set: &&CertainSet| set.links.iter().all(leaves);
        match cell {
            Some(cell) => Some(self.board().graph().vertex_place(cell)),
            None => self.certain_sets().iter().find(is_beyond).map(|set| set.place),
        }
    }
}

impl<P: CellLoop> Encodable for P {
    /// Returns the names of the base alone, and of the base with each part.
    fn encoding_names(&self) -> Vec<String> {
        let has_parts = self.board().field().is_some();
        EagerParts::names(self.base().name).take(if has_parts { usize::MAX } else { 1 }).collect()
    }

    fn default_encoding(&self) -> String {
        self.base().name.to_owned()
    }

    fn swept_encoding(&self) -> Option<String> {
        let is_worth = repair_schedule(self).is_worth_sweeping();
        // a single row or column has no inside
        (is_worth && self.board().field().is_some())
            .then(|| format!("{}+colours", self.base().name))
    }

    /// Returns the encoding with this name: the name of the base, followed by `+` and a name for each eager part.
    fn encoding<'a>(&'a self, name: &str) -> Result<Encoding<'a>, EncodingError> {
        let base = name.split('+').next().unwrap_or_default();
        if base != self.base().name {
            return Err(unknown_base(name, base, &[self.base().name]));
        }
        let rules = PartRules {
            base: Drawing::Edges,
            field: self.board().field().ok_or("needs two rows and two columns"),
            allows_several: false,
        };
        let eager = EagerParts::new(name, rules)?;
        let mut encoding = Encoding::new(self, name, eager.meaning(self.base().meaning));
        let graph = self.board().graph();
        let (board, parts) = eager.build(graph, &mut encoding)?;
        encoding.refuse_about(self.variable_bound())?;
        let first = encoding.numbers(count_variables(|sink| self.clue_variables(sink)))?;
        encoding.is_determined = eager.are_determined();
        let one_loop = OneLoop {
            puzzle: self,
            board,
            coloured: None,
            schedule: board.first_inside().map(|_| repair_schedule(self)),
        };
        let omitted =
            (!eager.are_one_loop()).then(|| Box::new(one_loop) as Box<dyn GlobalConstraint>);
        let shared = EncodingInfo { families: &CellBoard::FAMILIES, ..self.base() };
        let cells = Part::new(shared, move |sink| self.board().rules(&board, sink));
        encoding.push(cells.with_variables(0, move |sink| eager.variables(graph, sink)));
        let clues = Part::new(self.base(), move |sink| self.clue_rules(first, sink));
        encoding.push(clues.with_variables(first, move |sink| self.clue_variables(sink)));
        parts.into_iter().for_each(|part| encoding.push(part));
        Ok(encoding.with_global_constraint(omitted))
    }
}

/// Returns the schedule by which the inside variables are repaired.
fn repair_schedule<P: CellLoop>(puzzle: &P) -> RepairSchedule {
    let board = puzzle.board();
    let cells = board.grid().cell_count();
    RepairSchedule {
        cells,
        clues: puzzle.clue_count(),
        large: 900,
        // few clues make a loop through cells unique, so repair ends with the first solution, however sparse the clues
        // are
        sparse_percent: None,
        sweep_percent: 20,
    }
}
