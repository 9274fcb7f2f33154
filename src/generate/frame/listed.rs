//! The frame of clues that are no numbers in cells: sets of edges of a general graph, and terminals without a partner.

use encycle_encodings::encoding::EncodingError;
use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::numberlink::Numberlink;
use encycle_encodings::kinds::slitherlink::Slitherlink;
use encycle_encodings::logic::{Constraint, Lit, Origin, Place};
use encycle_encodings::puzzle::Solution;

use crate::generate::error::UnfitError;
use crate::generate::frame::conditional::ConditionalClues;
use crate::generate::frame::{ClueFrame, FrameEncoding, PlacedClue};
use crate::puzzle::Puzzle;

/// A clue: how many of these atoms are true.
#[derive(Debug)]
struct ListedClue {
    name: String,
    atoms: Vec<usize>,
    count: usize,
}

/// The frame of a list of clues; the place of a clue is its number in the list.
#[derive(Debug)]
pub(super) struct ListedFrame {
    whole: Puzzle,
    empty: Puzzle,
    clues: Vec<ListedClue>,
}

impl ListedFrame {
    /// Returns the frame of a Slitherlink on a general graph.
    pub fn of_edges(puzzle: &Slitherlink) -> Self {
        let clues = puzzle.edge_clues().iter().enumerate().map(|(index, clue)| ListedClue {
            name: format!("clue {}: {} of {} edges", index + 1, clue.count, clue.edges.len()),
            atoms: clue.edges.iter().map(|edge| edge.index()).collect(),
            count: clue.count,
        });
        Self::new(puzzle.clone().into(), clues.collect())
    }

    /// Returns the frame of the terminals without a partner. Other pairs cannot be removed one by one: a terminal also allows a
    /// line to end.
    pub fn of_lone_terminals(puzzle: &Numberlink) -> Result<Self, UnfitError> {
        let lone = puzzle.pairs().iter().filter(|pair| pair.is_lone());
        let clues: Vec<ListedClue> = lone
            .map(|pair| ListedClue {
                name: format!("`{}` at {}", pair.name, puzzle.graph().vertex_place(pair.ends[0])),
                atoms: Vec::new(),
                count: 1,
            })
            .collect();
        match clues.is_empty() {
            true => Err("numberlink has no clues that can be removed one by one".into()),
            false => Ok(Self::new(puzzle.clone().into(), clues)),
        }
    }

    fn new(whole: Puzzle, clues: Vec<ListedClue>) -> Self {
        let empty = kept(&whole, &[]);
        Self { whole, empty, clues }
    }

    fn needs_cuts(&self, name: &str) -> bool {
        self.empty.encoding(name).is_ok_and(|encoding| encoding.separation().is_some())
    }
}

/// Returns the puzzle with these of its clues.
fn kept(whole: &Puzzle, clues: &[PlacedClue]) -> Puzzle {
    let is_kept = |number: usize| clues.iter().any(|clue| clue.place == number);
    match whole {
        Puzzle::Slitherlink(puzzle) => {
            let all = puzzle.edge_clues().iter().enumerate();
            let kept = all.filter(|(number, _)| is_kept(*number));
            let kept = kept.map(|(_, clue)| (clue.edges.clone(), clue.count)).collect();
            Slitherlink::on_graph(puzzle.graph().clone(), puzzle.points().to_vec(), kept)
                .map_or_else(|_| whole.clone(), Puzzle::from)
        }
        Puzzle::Numberlink(puzzle) => {
            let mut lone = 0..;
            let mut pairs = puzzle.pairs().to_vec();
            pairs.retain(|pair| !pair.is_lone() || lone.next().is_some_and(is_kept));
            Numberlink::new(puzzle.graph().clone(), pairs, puzzle.rule())
                .map_or_else(|_| whole.clone(), Puzzle::from)
        }
        _ => whole.clone(),
    }
}

impl ClueFrame for ListedFrame {
    fn empty(&self) -> &Puzzle {
        &self.empty
    }

    fn with(&self, clues: &[PlacedClue]) -> Puzzle {
        kept(&self.whole, clues)
    }

    fn clues_of(&self, _: &Puzzle) -> Vec<PlacedClue> {
        (0..self.clues.len()).map(|place| PlacedClue { place, value: 0 }).collect()
    }

    /// Returns no further clue: any set of edges may have one.
    fn possible(&self) -> Vec<PlacedClue> {
        Vec::new()
    }

    fn holds(&self, clue: PlacedClue, solution: &Solution) -> bool {
        let ListedClue { atoms, count, .. } = &self.clues[clue.place];
        atoms.iter().filter(|&&atom| solution.has(atom)).count() == *count
    }

    fn name(&self, clue: PlacedClue) -> String {
        self.clues[clue.place].name.clone()
    }

    /// Returns a grid with a cell for each clue, of which no symmetry is known.
    fn grid(&self) -> Grid {
        let cols = self.clues.len().clamp(1, Grid::MAX_SIDE);
        let rows = self.clues.len().div_ceil(cols).clamp(1, Grid::MAX_SIDE);
        Grid::new(rows, cols).expect("a size within the limits")
    }

    fn encoding(&self) -> String {
        let mut names = self.empty.encoding_names().into_iter();
        names.find(|name| !self.needs_cuts(name)).unwrap_or_default()
    }

    /// Supports only encodings without cuts, which may depend on the clues.
    fn formula(
        &self,
        encoding: &str,
        clues: &[PlacedClue],
    ) -> Result<FrameEncoding<'_>, EncodingError> {
        let rules = self.empty.encoding(encoding)?;
        if self.needs_cuts(encoding) {
            let reason = "its cuts depend on the clues\nhelp: use an encoding without cuts";
            return Err(EncodingError::new(encoding, reason));
        }
        let mut conditional = ConditionalClues::new(&*rules, clues.len());
        for (number, clue) in clues.iter().enumerate() {
            let ListedClue { atoms, count, .. } = &self.clues[clue.place];
            let literals: Vec<Lit> = atoms.iter().map(|&atom| Lit::positive(atom as u32)).collect();
            let (at_least, at_most) = (*count, *count);
            let constraint = Constraint::Cardinality { literals: &literals, at_least, at_most };
            let rule = |_, sink: &mut dyn encycle_encodings::logic::ConstraintSink| {
                sink.constraint(constraint, Origin::new("clue", Place::Whole));
            };
            conditional.add_clue(number, |_| {}, rule);
        }
        Ok(conditional.added_to(rules))
    }
}
