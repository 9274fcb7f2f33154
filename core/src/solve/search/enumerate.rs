//! Enumeration of all solutions, one by one in one session.
//!
//! A blocking clause per solution is the simple method, but the formula grows with the number of solutions and every
//! call becomes slower. If the solver reports the trail of its models, the enumeration backtracks chronologically over
//! its decisions instead. After a solution with the decisions d1, ..., dk, the search continues under the assumptions
//! d1, ..., d(k-1), ¬dk; once these have no further solution, under d1, ..., d(k-2), ¬d(k-1); and so on:
//!
//! ```text
//!            d1 ------------- ¬d1   3rd
//!           /  \
//!         d2    ¬d2   2nd              the solution has the decisions d1, d2, d3;
//!        /  \                          the cubes are searched in the order 1st, 2nd, 3rd
//!      d3    ¬d3   1st
//!      |
//!   solution
//! ```
//!
//! This partitions the search space into disjoint *cubes*. No blocking clauses are needed, learnt clauses stay valid,
//! and memory does not grow with the number of solutions. The method is that of Grumberg, Schuster and Yadgar (*Memory
//! efficient all-solutions SAT solver and its application for reachability analysis*, FMCAD 2004), implemented outside
//! the solver with assumptions.
//!
//! Two points are delicate. First, the decisions must be literals of the projection set, because models that differ
//! only elsewhere are the same solution. A decision outside the set may imply literals of the set, so every later
//! literal of the set is treated as a decision. Second, with cuts a solution may be only a part of a model (one loop of
//! several). It then may lie in a cube that was searched before, where it has been found already, or in a cube that is
//! still ahead. Such a solution is recorded as a cube of its own, with a blocking clause.
//!
//! For solvers that report no trail, each solution adds a blocking clause ([`Finder`]).

use encycle_encodings::encoding::{Completeness, Cut, CutReason, EXCLUDED, Encoding, Separated};
use encycle_encodings::logic::{Lit, holds};
use encycle_encodings::puzzle::Solution;

use crate::solve::search::check::check;
use crate::solve::search::finder::{Finder, NextSolution, SolverCall};
use crate::solve::search::options::{SearchOptions, SearchStart};
use crate::solve::search::outcome::Observer;
use crate::solve::session::{Failure, Session};

/// A decision on the path to the current node of the search tree.
#[derive(Clone, Copy, Debug)]
struct PathDecision {
    literal: Lit,
    /// Whether the cube with the negated literal has been searched.
    is_flipped: bool,
}

/// An enumeration of all solutions of a puzzle, one by one in one session, without duplicates.
///
/// Each solution is checked against all rules, and lies in no cube that was searched before. The end of the enumeration
/// rests on an UNSAT result of the solver, which means that the encoding has no further model;
/// [`Encoding::completeness`] states whether its models cover all solutions.
///
/// As an iterator, the enumeration ends after all solutions, or with an error that says why there may be more. So a
/// collected `Ok` contains all solutions:
///
/// ```
/// use encycle::prelude::*;
/// use encycle::solve::BatSatSession;
///
/// let puzzle: Puzzle = "slitherlink 2 2\n..\n..\n".parse()?;
/// let encoding = puzzle.encoding(&puzzle.builtin_encoding())?;
/// let mut session = BatSatSession::new(LoweringOptions::default(), None);
/// let all = Enumerator::new(&encoding, &mut session, SearchOptions::default());
/// let all = all.collect::<Result<Vec<Solution>, _>>()?;
/// // one loop around any of the 15 sets of cells but for the two pairs that meet at a corner
/// assert_eq!(all.len(), 13);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`Self::next_solution`] also reports the rounds of the search. [`Self::done`] returns the searched cubes, from which
/// [`Self::resume`] continues in another session.
pub struct Enumerator<'a> {
    finder: Finder<'a>,
    /// Whether the solver reports the trail of its models; `None` before the first model.
    has_trail: Option<bool>,
    /// The decisions on the path to the current node.
    stack: Vec<PathDecision>,
    /// Whether the cube of the current node has been searched.
    is_leaf: bool,
    /// The cubes searched before a resumption, and the cubes of solutions found ahead of the backtracking order.
    searched_cubes: Vec<Vec<Lit>>,
    /// Whether the iterator has ended.
    has_ended: bool,
}

impl<'a> Enumerator<'a> {
    /// Returns an enumeration in a new session. The clock of the time limit starts now.
    ///
    /// ```
    /// use encycle::prelude::*;
    /// use encycle::solve::{BatSatSession, EnumerateError};
    ///
    /// let puzzle: Puzzle = "slitherlink 2 2\n..\n..\n".parse()?;
    /// let encoding = puzzle.encoding("colour")?;
    /// let mut session = BatSatSession::new(LoweringOptions::default(), None);
    /// let options = SearchOptions { timeout: Some(std::time::Duration::ZERO), ..SearchOptions::default() };
    /// let mut all = Enumerator::new(&encoding, &mut session, options);
    /// assert!(matches!(all.next(), Some(Err(EnumerateError::Limit(_)))));
    /// assert!(all.next().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        encoding: &'a Encoding<'a>,
        session: &'a mut dyn Session,
        options: SearchOptions,
    ) -> Self {
        Self::resume(encoding, session, options, Vec::new())
    }

    /// Returns an enumeration in a new session that skips the solutions in these cubes, which [`Self::done`] returned
    /// for the same puzzle and encoding.
    ///
    /// ```
    /// use encycle::prelude::*;
    /// use encycle::solve::BatSatSession;
    ///
    /// let puzzle: Puzzle = "slitherlink 2 2\n..\n..\n".parse()?;
    /// let encoding = puzzle.encoding("colour")?;
    /// let session = || BatSatSession::new(LoweringOptions::default(), None);
    /// let options = SearchOptions::default;
    ///
    /// let mut first = session();
    /// let mut first = Enumerator::new(&encoding, &mut first, options());
    /// assert_eq!(first.by_ref().take(5).count(), 5);
    /// let done = first.done();
    /// let mut second = session();
    /// assert_eq!(Enumerator::resume(&encoding, &mut second, options(), done).count(), 13 - 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resume(
        encoding: &'a Encoding<'a>,
        session: &'a mut dyn Session,
        options: SearchOptions,
        done: Vec<Vec<Lit>>,
    ) -> Self {
        let is_leaf = done.iter().any(Vec::is_empty);
        let cuts = done.iter().map(|cube| blocking_clause(cube)).collect();
        let start = SearchStart { cuts, ..options.start };
        let finder = Finder::new(encoding, session, SearchOptions { start, ..options });
        Self {
            finder,
            has_trail: None,
            stack: Vec::new(),
            is_leaf,
            searched_cubes: done,
            has_ended: false,
        }
    }

    /// Returns the searched cubes, as literals of the projection set ([`Encoding::projection_size`]).
    ///
    /// All solutions in which every literal of a cube holds have been found; an empty cube stands for all solutions. If
    /// the solver reports trails, there is at most one cube per decision on the current path, some dozens in total;
    /// otherwise there is one cube per solution.
    ///
    /// ```
    /// use encycle::prelude::*;
    /// use encycle::solve::BatSatSession;
    ///
    /// let puzzle: Puzzle = "slitherlink 2 2\n..\n..\n".parse()?;
    /// let encoding = puzzle.encoding("colour")?;
    /// let mut session = BatSatSession::new(LoweringOptions::default(), None);
    /// let mut all = Enumerator::new(&encoding, &mut session, SearchOptions::default());
    /// assert_eq!(all.done(), Vec::<Vec<_>>::new());
    /// assert_eq!(all.by_ref().count(), 13);
    /// // the empty cube contains all solutions
    /// assert!(all.done().contains(&Vec::new()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn done(&self) -> Vec<Vec<Lit>> {
        let mut done = self.searched_cubes.clone();
        let mut cube = Vec::new();
        for decision in &self.stack {
            if decision.is_flipped {
                done.push(cube.iter().copied().chain([!decision.literal]).collect());
            }
            cube.push(decision.literal);
        }
        if self.is_leaf {
            done.push(cube);
        }
        done
    }

    /// Finds the next solution, and reports every round of the search to `observer`.
    ///
    /// ```
    /// use encycle::prelude::*;
    /// use encycle::solve::{BatSatSession, NextSolution};
    ///
    /// let puzzle: Puzzle = "slitherlink 2 2\n3.\n..\n".parse()?;
    /// let encoding = puzzle.encoding("edge")?;
    /// let mut session = BatSatSession::new(LoweringOptions::default(), None);
    /// let mut all = Enumerator::new(&encoding, &mut session, SearchOptions::default());
    /// let mut found = 0;
    /// while let NextSolution::Solution(solution) = all.next_solution(&mut ())? {
    ///     assert!(puzzle.check(&solution).is_ok());
    ///     found += 1;
    /// }
    /// assert_eq!(found, 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the solver fails, or its model is wrong or a repetition.
    pub fn next_solution(&mut self, observer: &mut dyn Observer) -> Result<NextSolution, Failure> {
        loop {
            if self.is_leaf && !self.backtrack() {
                return Ok(NextSolution::Exhausted);
            }
            let cube: Vec<Lit> = self.stack.iter().map(|decision| decision.literal).collect();
            let (mut report, model) = match self.finder.call(&cube, observer)? {
                SolverCall::Model(report, model) => (report, model),
                SolverCall::NoModel(NextSolution::Exhausted, _) => {
                    self.is_leaf = true;
                    continue;
                }
                SolverCall::NoModel(end, _) => return Ok(end),
            };
            let session = &mut self.finder.session;
            let reports_trail =
                || session.incremental().is_some_and(|solver| solver.trail().is_some());
            let has_trail = *self.has_trail.get_or_insert_with(reports_trail);
            let encoding = self.finder.encoding;
            let decoded = encoding.solution(&model);
            // the cubes exclude this solution from then on, so it needs no separation, which would create a blocking
            // clause
            if has_trail && encoding.puzzle().check(&decoded).is_ok() {
                observer.round(&report, Some(&decoded), &[])?;
                if self.searched_cubes.iter().any(|cube| contains(cube, &model)) {
                    return Err(self.finder.wrong_model(EXCLUDED));
                }
                self.push_trail();
                return Ok(NextSolution::Solution(decoded));
            }
            let Separated { solution, cuts } = self.finder.separate(&model);
            report.count(&cuts);
            observer.round(&report, Some(&decoded), &cuts)?;
            self.finder.check_model(&model)?;
            self.finder.check_old_cuts(&model, solution.is_some() || cuts.is_empty())?;
            let is_new = match &solution {
                Some(found) if has_trail => self.is_unsearched(found)?,
                Some(found) => {
                    self.finder.record(found)?;
                    true
                }
                None => false,
            };
            let blocks = cuts.iter().filter(|cut| cut.reason == CutReason::KnownSolution);
            self.searched_cubes
                .extend(blocks.map(|cut| cut.literals().iter().map(|&one| !one).collect()));
            self.finder.cut(cuts)?;
            if let (Some(solution), true) = (solution, is_new) {
                check(encoding, &solution)?;
                return Ok(NextSolution::Solution(solution));
            }
        }
    }

    /// Backtracks to the last decision that is not flipped, and flips it. Returns `false` if there is no such decision.
    fn backtrack(&mut self) -> bool {
        while self.stack.pop_if(|decision| decision.is_flipped).is_some() {}
        let Some(decision) = self.stack.last_mut() else { return false };
        *decision = PathDecision { literal: !decision.literal, is_flipped: true };
        self.is_leaf = false;
        true
    }

    /// Extends the path to the leaf of the last model by the decisions on its trail.
    ///
    /// Before the first decision outside the projection set, implied literals of the set are omitted, because they
    /// follow from the decisions on the path. After it, every literal of the set is treated as a decision.
    fn push_trail(&mut self) {
        let projection_size = self.finder.encoding.projection_size();
        let solver = self.finder.session.incremental();
        let trail = solver.and_then(|solver| solver.trail()).unwrap_or_default();
        let mut is_outside = false;
        for step in trail {
            if step.literal.vidx() >= projection_size {
                is_outside |= step.is_decision;
            } else if is_outside || step.is_decision {
                self.stack.push(PathDecision { literal: step.literal, is_flipped: false });
            }
        }
        self.is_leaf = true;
    }

    /// Returns whether a solution that is a part of a model lies in no searched cube.
    ///
    /// # Errors
    /// Returns an error if the atoms of the solution are not the projection set.
    fn is_unsearched(&self, solution: &Solution) -> Result<bool, Failure> {
        // a part of a model can be compared with cubes only if the projected variables are the atoms
        let atoms = solution.atoms();
        if self.finder.encoding.solution(atoms) != *solution {
            let what =
                "a solution is a part of a model, but the projected variables are not the atoms";
            return Err(Failure::Internal(what.to_owned()));
        }
        let differing = self.stack.iter().find(|decision| !holds(decision.literal, atoms));
        let is_past = differing.is_some_and(|decision| decision.is_flipped);
        Ok(!is_past && !self.searched_cubes.iter().any(|cube| contains(cube, atoms)))
    }
}

impl Iterator for Enumerator<'_> {
    type Item = Result<Solution, EnumerateError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_ended {
            return None;
        }
        let end = match self.next_solution(&mut ()) {
            Ok(NextSolution::Solution(solution)) => return Some(Ok(solution)),
            Ok(NextSolution::Exhausted) => {
                incompleteness_reason(self.finder.encoding).map(EnumerateError::Incomplete)
            }
            Ok(NextSolution::Unknown(reason)) => Some(EnumerateError::Limit(reason)),
            Err(failure) => Some(failure.into()),
        };
        self.has_ended = true;
        end.map(Err)
    }
}

impl std::iter::FusedIterator for Enumerator<'_> {}

/// The reason why there may be more solutions than an [`Enumerator`] returned.
#[derive(Debug, thiserror::Error)]
pub enum EnumerateError {
    /// A limit was reached; the text names it.
    #[error("{0}")]
    Limit(String),
    /// The encoding excludes solutions.
    #[error("{0}\nhelp: enumerate with a complete encoding")]
    Incomplete(String),
    /// The solver failed.
    #[error(transparent)]
    Failure(#[from] Failure),
}

/// The number of solutions found by enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnumeratedCount {
    /// The number of distinct solutions found, each checked.
    pub solutions: u64,
    /// The reason why there may be more solutions: a limit, or an encoding that excludes solutions. `None` if these are
    /// all.
    pub reason: Option<String>,
}

/// Counts the solutions one by one in a new session.
///
/// ```
/// use encycle::formats;
/// use encycle::solve::{BatSatSession, SearchOptions, count};
/// use encycle::encodings::logic::LoweringOptions;
///
/// // the Latin squares of side 4 whose four 2 x 2 boxes each contain all values
/// let puzzle = formats::read("sudoku 2 2\n....\n....\n....\n....\n", None)?.puzzle;
/// let encoding = puzzle.encoding(&puzzle.builtin_encoding())?;
/// let mut session = BatSatSession::new(LoweringOptions::default(), None);
/// let counted = count(&encoding, &mut session, SearchOptions::default(), &mut ())?;
/// assert_eq!((counted.solutions, counted.reason), (288, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if the solver fails.
pub fn count(
    encoding: &Encoding<'_>,
    session: &mut dyn Session,
    options: SearchOptions,
    observer: &mut dyn Observer,
) -> Result<EnumeratedCount, Failure> {
    let mut all = Enumerator::new(encoding, session, options);
    let mut solutions = 0;
    let reason = loop {
        match all.next_solution(observer)? {
            NextSolution::Solution(_) => solutions += 1,
            NextSolution::Exhausted => break incompleteness_reason(encoding),
            NextSolution::Unknown(reason) => break Some(reason),
        }
    };
    Ok(EnumeratedCount { solutions, reason })
}

/// Returns the reason why the models of an encoding may not cover all solutions; `None` if they do.
pub fn incompleteness_reason(encoding: &Encoding<'_>) -> Option<String> {
    let name = encoding.name();
    (encoding.completeness() != Completeness::Complete)
        .then(|| format!("`{name}` excludes solutions of the puzzle"))
}

/// Returns the clause that excludes a cube.
fn blocking_clause(cube: &[Lit]) -> Cut {
    Cut::clause(cube.iter().map(|&literal| !literal).collect(), CutReason::KnownSolution)
}

/// Returns whether a cube contains a model.
fn contains(cube: &[Lit], model: &[bool]) -> bool {
    cube.iter().all(|&literal| holds(literal, model))
}
