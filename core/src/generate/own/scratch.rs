//! Tests of puzzles that are solved from scratch, for kinds whose clues are not assumptions.

use encycle_encodings::encoding::{Encoding, EncodingInfo, Part};
use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::SolutionFamily;
use encycle_encodings::logic::{Lit, LoweringOptions, Origin, Place};
use encycle_encodings::puzzle::Solution;

use crate::deduce::Deducer;
use crate::generate::error::GenerateError;
use crate::generate::options::{GenerateOptions, GeneratedPuzzle};
use crate::puzzle::Puzzle;
use crate::solve::{JobLimits, Verdict, solve};

/// Atoms that a random solution should have.
const WANTED: EncodingInfo =
    EncodingInfo::of_families("wanted", "Encycle", &[("wanted", "a wanted atom")]);

/// The result of a test of a puzzle.
pub(in crate::generate) enum Tested {
    /// The puzzle has exactly one solution, and the required techniques find it.
    Sufficient,
    /// The puzzle has this other solution.
    Other(Solution),
    /// The puzzle has exactly one solution, but the required techniques do not find it.
    TooHard,
}

/// The tests of one attempt, which are counted.
pub(in crate::generate) struct ScratchTests<'a> {
    pub options: &'a GenerateOptions,
    limits: &'a JobLimits,
    /// The number of puzzles solved so far.
    solved: u64,
    deducer: Option<Deducer>,
}

impl<'a> ScratchTests<'a> {
    pub fn new(options: &'a GenerateOptions, limits: &'a JobLimits) -> Self {
        Self { options, limits, solved: 0, deducer: None }
    }

    /// Returns the grid of the options.
    ///
    /// # Errors
    /// There are too many rows or columns, or too few: a loop through cells needs two of each.
    pub fn grid(&self) -> Result<Grid, GenerateError> {
        let (rows, cols) = (self.options.rows, self.options.cols);
        let is_loop = self.options.kind.family() == SolutionFamily::CellLoop;
        let least = if is_loop { 2 } else { 1 };
        let grid = Grid::new(rows, cols).filter(|_| rows.min(cols) >= least);
        grid.ok_or_else(|| {
            let most = Grid::MAX_SIDE;
            GenerateError::Impossible(format!(
                "invalid grid size: {rows} x {cols}\nhelp: use {least} to {most} rows and columns"
            ))
        })
    }

    /// Returns a puzzle whose only solution is this one, with the number of its clues.
    pub fn unique(&self, puzzle: Puzzle, solution: Solution, clues: usize) -> GeneratedPuzzle {
        let generated = GeneratedPuzzle::new(puzzle, solution, clues);
        GeneratedPuzzle { is_unique: true, tested_sets: self.solved, ..generated }
    }

    /// Tests a puzzle with a known solution.
    pub fn test(&mut self, puzzle: &Puzzle, known: &Solution) -> Result<Tested, GenerateError> {
        if self.is_deduced(puzzle, known) == Some(true) {
            return Ok(Tested::Sufficient);
        }
        if let Some(other) = self.deducer.as_mut().and_then(Deducer::other) {
            return Ok(Tested::Other(other));
        }
        Ok(match (self.other_solution(puzzle, known)?, self.options.wanted_difficulty().solver()) {
            (Some(other), _) => Tested::Other(other),
            (None, None) => Tested::Sufficient,
            (None, Some(_)) => Tested::TooHard,
        })
    }

    /// Returns whether a known solution of a puzzle is its only one, and the required techniques find it.
    pub fn is_sufficient(
        &mut self,
        puzzle: &Puzzle,
        known: &Solution,
    ) -> Result<bool, GenerateError> {
        if let Some(reason) = self.limits.reached() {
            return Err(GenerateError::Limit(reason));
        }
        match self.is_deduced(puzzle, known) {
            Some(is_deduced) => Ok(is_deduced),
            None => Ok(self.other_solution(puzzle, known)?.is_none()),
        }
    }

    /// Returns whether the required techniques find a known solution of a puzzle; `None` if none are required.
    fn is_deduced(&mut self, puzzle: &Puzzle, known: &Solution) -> Option<bool> {
        let level = self.options.wanted_difficulty().solver()?;
        self.solved += 1;
        let deducer = self.deducer.get_or_insert_with(|| Deducer::new(puzzle, level));
        deducer.expect(known);
        Some(deducer.solve(puzzle).is_some())
    }

    /// Returns a solution other than the known solution, or `None` if there is no other solution.
    pub fn other_solution(
        &mut self,
        puzzle: &Puzzle,
        known: &Solution,
    ) -> Result<Option<Solution>, GenerateError> {
        let preferred = self.options.encoding.clone();
        let name = preferred.unwrap_or_else(|| puzzle.complete_encoding(puzzle.builtin_encoding()));
        let (verdict, solutions) = self.solutions(puzzle, &name, None, true)?;
        match verdict {
            Verdict::Unique if solutions.first() == Some(known) => Ok(None),
            Verdict::Several => Ok(solutions.into_iter().find(|one| one != known)),
            verdict => {
                let message =
                    format!("the generated solution is none of the puzzle: verdict {verdict}");
                Err(GenerateError::Impossible(message))
            }
        }
    }

    /// Returns a solution that a search with this seed finds, or `None` if there is none.
    pub fn any_solution(
        &mut self,
        puzzle: &Puzzle,
        seed: u64,
    ) -> Result<Option<Solution>, GenerateError> {
        let name = puzzle.builtin_encoding();
        Ok(self.solutions(puzzle, &name, Some(seed), false)?.1.into_iter().next())
    }

    /// Returns a solution with some of these atoms, the more the better, or `None` if there is no solution. Without wanted
    /// atoms, a solver tends to solutions with few true atoms.
    pub fn solution_with(
        &mut self,
        puzzle: &Puzzle,
        mut atoms: &[usize],
        seed: u64,
    ) -> Result<Option<Solution>, GenerateError> {
        loop {
            let wanted = atoms.to_vec();
            let part = Part::new(WANTED, move |sink| {
                for &atom in &wanted {
                    sink.add_clause(
                        &[Lit::positive(atom as u32)],
                        Origin::new("wanted", Place::Whole),
                    );
                }
            });
            let encoding = puzzle.encoding(&puzzle.builtin_encoding())?.with_part(part);
            let found = self.solved(&encoding, Some(seed), false)?.1.into_iter().next();
            if found.is_some() || atoms.is_empty() {
                return Ok(found);
            }
            atoms = &atoms[..atoms.len() / 2];
        }
    }

    /// Solves a puzzle with a seed; also searches for a second solution if it is wanted.
    fn solutions(
        &mut self,
        puzzle: &Puzzle,
        encoding: &str,
        seed: Option<u64>,
        is_second_wanted: bool,
    ) -> Result<(Verdict, Vec<Solution>), GenerateError> {
        self.solved(&puzzle.encoding(encoding)?, seed, is_second_wanted)
    }

    fn solved(
        &mut self,
        encoding: &Encoding<'_>,
        seed: Option<u64>,
        is_second_wanted: bool,
    ) -> Result<(Verdict, Vec<Solution>), GenerateError> {
        self.solved += 1;
        let mut session =
            self.options.engine.confirmed_session(LoweringOptions::default(), seed)?;
        let search = self.limits.search_options();
        let outcome = solve(encoding, &mut *session, search, is_second_wanted, &mut ());
        match (outcome.failure, outcome.verdict) {
            (Some(failure), _) => Err(failure.into()),
            (None, Verdict::Unknown) => {
                Err(GenerateError::Limit(outcome.reason.unwrap_or_default()))
            }
            (None, verdict) => Ok((verdict, outcome.solutions)),
        }
    }
}
