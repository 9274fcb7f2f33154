//! The frame of clues that no solution satisfies. In a Numberlink, these are the terminals without a partner; in a
//! Slitherlink on a general graph, they are the clues that exceed the number of their edges. The other clues of these
//! puzzles cannot be removed one by one.

use encycle_encodings::encoding::EncodingError;
use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::numberlink::Numberlink;
use encycle_encodings::kinds::slitherlink::Slitherlink;
use encycle_encodings::logic::{Origin, Place};
use encycle_encodings::puzzle::Solution;
use encycle_encodings::text::counted;

use crate::generate::error::UnfitError;
use crate::generate::frame::conditional::ConditionalClues;
use crate::generate::frame::{ClueFrame, FrameEncoding, PlacedClue};
use crate::puzzle::Puzzle;

/// The frame of a puzzle with impossible clues. The place of a clue is its number in the puzzle.
#[derive(Debug)]
pub(super) struct ImpossibleFrame {
    whole: Puzzle,
    empty: Puzzle,
    clues: Vec<(usize, String)>,
}

impl ImpossibleFrame {
    /// Returns the frame of a puzzle.
    ///
    /// # Errors
    /// Returns an error if the puzzle has no impossible clue.
    pub fn of(whole: &Puzzle) -> Result<Self, UnfitError> {
        let clues: Vec<(usize, String)> = match whole {
            Puzzle::Slitherlink(puzzle) => {
                let all = puzzle.edge_clues().iter().enumerate();
                let name = |number, count, edges| {
                    format!("clue {number}: {count} of {}", counted(edges, "edge"))
                };
                all.filter(|(_, clue)| clue.count > clue.edges.len())
                    .map(|(index, clue)| (index, name(index + 1, clue.count, clue.edges.len())))
                    .collect()
            }
            Puzzle::Numberlink(puzzle) => {
                let place = |end: usize| puzzle.graph().vertex_place(end);
                let all = puzzle.pairs().iter().enumerate().filter(|(_, pair)| pair.is_lone());
                all.map(|(index, pair)| {
                    (index, format!("`{}` at {}", pair.name, place(pair.ends[0])))
                })
                .collect()
            }
            _ => Vec::new(),
        };
        match (clues.is_empty(), whole) {
            (true, Puzzle::Slitherlink(_)) => {
                Err("clues on a general graph cannot be removed one by one".into())
            }
            (true, _) => {
                Err(format!("{} has no clues that can be removed one by one", whole.kind()).into())
            }
            (false, _) => {
                let mut frame = Self { whole: whole.clone(), empty: whole.clone(), clues };
                frame.empty = frame.with(&[]);
                Ok(frame)
            }
        }
    }
}

impl ClueFrame for ImpossibleFrame {
    fn empty(&self) -> &Puzzle {
        &self.empty
    }

    fn with(&self, clues: &[PlacedClue]) -> Puzzle {
        let is_kept = |number: usize| {
            clues.iter().any(|clue| clue.place == number)
                || self.clues.iter().all(|&(impossible, _)| impossible != number)
        };
        let mut numbers = 0..;
        let mut next_is_kept = || numbers.next().is_some_and(is_kept);
        let kept = match &self.whole {
            Puzzle::Slitherlink(puzzle) => {
                let kept = puzzle.edge_clues().iter().filter(|_| next_is_kept());
                let kept = kept.map(|clue| (clue.edges.clone(), clue.count)).collect();
                let (graph, points) = (puzzle.graph().clone(), puzzle.points().to_vec());
                Slitherlink::on_graph(graph, points, kept).ok().map(Puzzle::from)
            }
            Puzzle::Numberlink(puzzle) => {
                let mut pairs = puzzle.pairs().to_vec();
                pairs.retain(|_| next_is_kept());
                let graph = puzzle.graph().clone();
                Numberlink::new(graph, pairs, puzzle.rule()).ok().map(Puzzle::from)
            }
            _ => None,
        };
        kept.expect("fewer clues are as valid")
    }

    fn clues_of(&self, _: &Puzzle) -> Vec<PlacedClue> {
        self.clues.iter().map(|&(place, _)| PlacedClue { place, value: 0 }).collect()
    }

    fn possible(&self) -> Vec<PlacedClue> {
        Vec::new()
    }

    fn holds(&self, _: PlacedClue, _: &Solution) -> bool {
        false
    }

    fn name(&self, clue: PlacedClue) -> String {
        let found = self.clues.iter().find(|(place, _)| *place == clue.place);
        found.map_or_else(String::new, |(_, name)| name.clone())
    }

    /// Returns a grid of one cell, because a clue on a general graph is not in a cell.
    fn grid(&self) -> Grid {
        Grid::new(1, 1).expect("a size within the limits")
    }

    fn formula(
        &self,
        encoding: &str,
        clues: &[PlacedClue],
    ) -> Result<FrameEncoding<'_>, EncodingError> {
        let rules = self.empty.encoding(encoding)?;
        let mut conditional = ConditionalClues::new(&rules, clues.len());
        for number in 0..clues.len() {
            conditional.add_clue(
                number,
                |_| {},
                |_, sink| {
                    sink.add_clause(&[], Origin::new("clue", Place::Whole));
                },
            );
        }
        conditional.added_to(rules)
    }
}
