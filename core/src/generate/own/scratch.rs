//! Tests of puzzles that are solved from scratch, for kinds whose clues are not assumptions.

use encycle_encodings::encoding::{EncodingInfo, Part};
use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::SolutionFamily;
use encycle_encodings::logic::{Lit, LoweringOptions, Origin, Place};
use encycle_encodings::puzzle::Solution;

use crate::deduce::Deducer;
use crate::generate::error::GenerateError;
use crate::generate::frame::encoding_with_few_cuts;
use crate::generate::options::{GenerateOptions, GeneratedPuzzle};
use crate::puzzle::Puzzle;
use crate::solve::{Finder, JobLimits, NextSolution, Session};

/// The steps after which a solver gives up a test, without those for each atom. A puzzle that takes more is hard for a person.
const TEST_STEPS: u64 = 1_000;

/// The same, for each atom: a model takes a decision for some of the variables.
const ATOM_STEPS: u64 = 10;

/// The same, for each atom that is a value of a cell, most of which are false.
const VALUE_STEPS: u64 = 5;

/// The steps after which a solver gives up the search for a random solution, again without those for each atom.
const RANDOM_STEPS: u64 = 4_000;

/// The same, for each atom.
const RANDOM_ATOM_STEPS: u64 = 4;

/// The part of these steps after which a solver gives up the search for a solution with wanted literals.
const WISH_SHARE: u64 = 8;

/// Clauses that a random solution must satisfy.
const REQUIRED: EncodingInfo =
    EncodingInfo::of_families("required", "Encycle", &[("required", "a change of a solution")]);

/// Returns the part with these clauses.
fn required_part<'a>(clauses: Vec<Vec<Lit>>) -> Part<'a> {
    Part::new(REQUIRED, move |sink| {
        for clause in &clauses {
            sink.add_clause(clause, Origin::new("required", Place::Whole));
        }
    })
}

/// The result of a test of a puzzle.
pub(in crate::generate) enum Tested {
    /// The puzzle has exactly one solution, and the required techniques find it.
    Sufficient,
    /// The puzzle has this other solution.
    Other(Solution),
    /// The puzzle has exactly one solution, but the required techniques do not find it.
    TooHard,
}

/// How a random solution differs from the one that is wanted.
#[derive(Default)]
pub(in crate::generate) struct Wish {
    /// Literals of atoms; the more of them, the better. The first matter most.
    pub wanted: Vec<Lit>,
    /// Clauses of atoms that it must satisfy.
    pub required: Vec<Vec<Lit>>,
}

/// The tests of one attempt, which are counted.
pub(in crate::generate) struct ScratchTests<'a> {
    pub options: &'a GenerateOptions,
    pub limits: &'a JobLimits,
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
        if self.is_deduced(puzzle, known, false) == Some(true) {
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

    /// Tests a puzzle with a known solution, the solver first: techniques take long if they get stuck, and a puzzle with
    /// another solution is one where they do. If the solver takes long, the puzzle counts as too hard. Also returns the atoms
    /// that techniques leave open if it is too hard.
    pub fn test_by_solver(
        &mut self,
        puzzle: &Puzzle,
        known: &Solution,
    ) -> Result<(Tested, Vec<usize>), GenerateError> {
        if let Some(reason) = self.limits.reached() {
            return Err(GenerateError::Limit(reason));
        }
        match self.find_other(puzzle, known, self.test_limits(known))? {
            NextSolution::Solution(other) => return Ok((Tested::Other(other), Vec::new())),
            NextSolution::Unknown(_) => return Ok((Tested::TooHard, Vec::new())),
            NextSolution::Exhausted => {}
        }
        Ok(match self.is_deduced(puzzle, known, true) {
            Some(false) => {
                let open = self.deducer.as_ref().map_or(&[][..], Deducer::open);
                (Tested::TooHard, open.to_vec())
            }
            _ => (Tested::Sufficient, Vec::new()),
        })
    }

    /// Returns whether the solver soon proves that a known solution of a puzzle is its only one.
    pub fn is_unique(&mut self, puzzle: &Puzzle, known: &Solution) -> Result<bool, GenerateError> {
        if let Some(reason) = self.limits.reached() {
            return Err(GenerateError::Limit(reason));
        }
        if self.options.encoding.is_some() || puzzle.cell_loop().is_some() {
            // the first variables may not be the atoms, or a model may have several loops
            let found = self.find_other(puzzle, known, self.test_limits(known));
            return match found {
                Ok(found) => Ok(found == NextSolution::Exhausted),
                // the known solution is none
                Err(GenerateError::Impossible(_)) => Ok(false),
                Err(error) => Err(error),
            };
        }
        let atoms = known.atoms().iter().enumerate();
        let differs = atoms.map(|(atom, &value)| Lit::new(atom as u32, value)).collect();
        let name = encoding_with_few_cuts(puzzle);
        let encoding = puzzle.encoding(&name)?.with_part(required_part(vec![differs]));
        let mut session = self.session(None)?;
        let options = self.test_limits(known).search_options();
        let mut finder = Finder::new(&encoding, &mut *session, options);
        let found = self.next(&mut finder, &[])?;
        // reading all rules takes long, so this is left for the end
        Ok(found == NextSolution::Exhausted && puzzle.check(known).is_ok())
    }

    /// Returns whether the difficulty requires techniques.
    pub fn requires_techniques(&self) -> bool {
        self.options.wanted_difficulty().solver().is_some()
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
        match self.is_deduced(puzzle, known, false) {
            Some(is_deduced) => Ok(is_deduced),
            None => Ok(self.other_solution(puzzle, known)?.is_none()),
        }
    }

    /// Returns whether the required techniques find a known solution of a puzzle, which may be known to be the only one;
    /// `None` if none are required.
    fn is_deduced(&mut self, puzzle: &Puzzle, known: &Solution, is_only: bool) -> Option<bool> {
        let level = self.options.wanted_difficulty().solver()?;
        self.solved += 1;
        let deducer = self.deducer.get_or_insert_with(|| Deducer::new(puzzle, level));
        deducer.expect(known, is_only);
        Some(deducer.solve(puzzle).is_some())
    }

    /// Returns a solution other than the known solution, or `None` if there is no other solution.
    pub fn other_solution(
        &mut self,
        puzzle: &Puzzle,
        known: &Solution,
    ) -> Result<Option<Solution>, GenerateError> {
        match self.find_other(puzzle, known, self.limits.clone())? {
            NextSolution::Solution(other) => Ok(Some(other)),
            NextSolution::Exhausted => Ok(None),
            NextSolution::Unknown(reason) => Err(GenerateError::Limit(reason)),
        }
    }

    /// Looks for a solution other than the known solution. The search starts from the known one, so that the other one tends
    /// to differ in one place.
    fn find_other(
        &mut self,
        puzzle: &Puzzle,
        known: &Solution,
        limits: JobLimits,
    ) -> Result<NextSolution, GenerateError> {
        let preferred = self.options.encoding.clone();
        let name = preferred.unwrap_or_else(|| encoding_with_few_cuts(puzzle));
        let encoding = puzzle.encoding(&name)?;
        let mut session = self.session(None)?;
        let mut finder = Finder::new(&encoding, &mut *session, limits.search_options());
        let atoms = known.atoms().iter().enumerate();
        let literals: Vec<Lit> =
            atoms.map(|(atom, &value)| Lit::new(atom as u32, !value)).collect();
        let mut found = self.next(&mut finder, &literals)?;
        if found == NextSolution::Exhausted {
            // the first variables of this encoding are not the atoms
            found = self.next(&mut finder, &[])?;
        }
        match found {
            NextSolution::Solution(first) if first == *known => self.next(&mut finder, &[]),
            NextSolution::Exhausted => {
                let message = "the generated solution is none of the puzzle".to_owned();
                Err(GenerateError::Impossible(message))
            }
            other => Ok(other),
        }
    }

    /// Returns a solution that a search with this seed finds, or `None` if there is none or it is not found soon.
    pub fn any_solution(
        &mut self,
        puzzle: &Puzzle,
        seed: u64,
    ) -> Result<Option<Solution>, GenerateError> {
        self.solution_near(puzzle, Wish::default(), seed)
    }

    /// Returns a random solution that satisfies a wish, or `None` if there is none or it is not found soon. Without wanted
    /// literals, a solver tends to solutions with few true atoms.
    pub fn solution_near(
        &mut self,
        puzzle: &Puzzle,
        wish: Wish,
        seed: u64,
    ) -> Result<Option<Solution>, GenerateError> {
        let Wish { mut wanted, required } = wish;
        let name = match puzzle.cell_loop() {
            Some(_) => puzzle.builtin_encoding(),
            None => encoding_with_few_cuts(puzzle),
        };
        let encoding = puzzle.encoding(&name)?.with_part(required_part(required));
        let mut session = self.session(Some(seed))?;
        let steps = RANDOM_STEPS + RANDOM_ATOM_STEPS * puzzle.atom_count() as u64;
        let limits = JobLimits { steps: Some(steps), ..self.limits.clone() };
        let options = limits.search_options();
        let mut finder = Finder::new(&encoding, &mut *session, options);
        loop {
            // a wish that is not refuted soon is not worth the search
            finder.limit_steps(if wanted.is_empty() { steps } else { steps / WISH_SHARE });
            match self.next(&mut finder, &wanted)? {
                NextSolution::Solution(found) => return Ok(Some(found)),
                _ if wanted.is_empty() => return Ok(None),
                NextSolution::Unknown(_) => {
                    wanted.truncate(wanted.len() / 8);
                    continue;
                }
                NextSolution::Exhausted => {}
            }
            // at least one of the literals in a core is given up
            let core = finder.core();
            let in_core = |literal: &Lit| core.as_ref().is_none_or(|core| core.contains(literal));
            match wanted.iter().rposition(in_core) {
                Some(last) => _ = wanted.remove(last),
                None => wanted.clear(),
            }
        }
    }

    fn session(&self, seed: Option<u64>) -> Result<Box<dyn Session>, GenerateError> {
        Ok(self.options.engine.confirmed_session(LoweringOptions::default(), seed)?)
    }

    /// Returns the limits of a test whether this is the only solution, under which a solver gives up soon, whatever the
    /// machine.
    pub fn test_limits(&self, solution: &Solution) -> JobLimits {
        let for_atom = match self.options.kind.family() {
            SolutionFamily::Values => VALUE_STEPS,
            _ => ATOM_STEPS,
        };
        let steps = TEST_STEPS + for_atom * solution.atoms().len() as u64;
        JobLimits { steps: Some(steps), ..self.limits.clone() }
    }

    /// Returns the next solution under assumptions, and counts the search.
    fn next(
        &mut self,
        finder: &mut Finder<'_>,
        assumed: &[Lit],
    ) -> Result<NextSolution, GenerateError> {
        self.solved += 1;
        let found = finder.next_under(assumed, &mut ())?;
        match self.limits.reached() {
            Some(reason) => Err(GenerateError::Limit(reason)),
            None => Ok(found),
        }
    }
}
