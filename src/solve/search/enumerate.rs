//! All solutions, one by one, in one session.
//!
//! A solver that tells how it came to a model is led through the tree of its own decisions: after a solution
//! with the decisions d1, ..., dk the search goes on under d1, ..., d(k-1), not dk, and once there is nothing
//! left, under d1, ..., d(k-2), not d(k-1), and so on. So the space falls into disjoint *cubes*: no clause
//! is needed to block a solution, what the solver has learnt stays true, and memory does not grow with the
//! number of solutions. This is chronological backtracking as of Grumberg, Schuster and Yadgar (*Memory efficient
//! all-solutions SAT solver and its application for reachability analysis*, FMCAD 2004), from outside the
//! solver, by assumptions.
//!
//! Other solvers get a clause for each solution ([`Finder`]).

use encycle_encodings::encoding::{Completeness, Cut, CutReason, Encoding, Separated};
use encycle_encodings::logic::{Lit, holds};
use encycle_encodings::puzzle::Solution;

use crate::solve::search::finder::{Asked, Finder, NextSolution};
use crate::solve::search::options::SearchOptions;
use crate::solve::search::round::Observer;
use crate::solve::search::rules::check;
use crate::solve::session::{Failure, Session};

/// A literal on the way to where the search is.
#[derive(Clone, Copy, Debug)]
struct Turn {
    literal: Lit,
    /// Whether everything with its opposite has been searched.
    is_last: bool,
}

/// Finds all solutions of a puzzle one by one in one session, none of them twice.
///
/// Each solution has been checked against all rules, and against what was found before: it lies in a part of
/// the space that was not searched. That nothing is left is the solver's word, and holds for the models
/// of the encoding: whether they are all solutions, [`Encoding::completeness`] says.
///
/// What was done can be kept ([`Self::done`]) and gone on with in another session ([`Self::resume`]).
///
/// ```
/// use encycle::solve::{BatSatSession, Enumerator, NextSolution, SearchOptions};
/// use encycle::encodings::logic::LoweringOptions;
/// use encycle::encodings::kinds::slitherlink::{Slitherlink, encoding};
///
/// let puzzle = Slitherlink::from_rows(&["..", ".."])?;
/// let encoding = encoding("colour", &puzzle)?;
/// let mut session = BatSatSession::new(LoweringOptions::default(), None);
/// let mut all = Enumerator::new(&*encoding, &mut session, SearchOptions::default());
/// let mut count = 0;
/// while let NextSolution::Solution(_) = all.next(&mut ())? {
///     count += 1;
/// }
/// // one loop around any of the 15 sets of cells but for the two pairs that meet at a corner
/// assert_eq!(count, 13);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Enumerator<'a> {
    finder: Finder<'a>,
    /// Whether the solver tells how it came to its models; `None` before the first one.
    has_paths: Option<bool>,
    /// Where the search is.
    stack: Vec<Turn>,
    /// Whether everything there has been searched.
    is_leaf: bool,
    /// Cubes that were searched by somebody else, and those of solutions that were found before their turn.
    done: Vec<Vec<Lit>>,
}

impl<'a> Enumerator<'a> {
    /// A search in a session that nothing was added to yet. The clock of the time limit starts now.
    pub fn new(
        encoding: &'a dyn Encoding,
        session: &'a mut dyn Session,
        options: SearchOptions,
    ) -> Self {
        Self::resume(encoding, session, options, Vec::new())
    }

    /// The same, without the solutions in these cubes, which [`Self::done`] has given for the same puzzle and
    /// the same encoding.
    pub fn resume(
        encoding: &'a dyn Encoding,
        session: &'a mut dyn Session,
        options: SearchOptions,
        done: Vec<Vec<Lit>>,
    ) -> Self {
        let mut finder = Finder::new(encoding, session, options);
        let is_leaf = done.iter().any(Vec::is_empty);
        finder.begin_with(done.iter().map(|cube| without(cube)).collect());
        Self { finder, has_paths: None, stack: Vec::new(), is_leaf, done }
    }

    /// What has been searched: cubes, each of them literals of the encoding's shown variables
    /// ([`Encoding::projection_size`]). The solutions in which all literals of one of them are true have been found; an
    /// empty cube stands for all solutions. The cubes are as many as decisions lead to where the search is, some
    /// dozens; but with a solver that does not tell its decisions, one for each solution.
    #[must_use]
    pub fn done(&self) -> Vec<Vec<Lit>> {
        let mut done = self.done.clone();
        let mut cube = Vec::new();
        for turn in &self.stack {
            if turn.is_last {
                done.push(cube.iter().copied().chain([!turn.literal]).collect());
            }
            cube.push(turn.literal);
        }
        if self.is_leaf {
            done.push(cube);
        }
        done
    }

    /// The next solution.
    ///
    /// # Errors
    /// If the solver fails, gives a wrong model, or one that it has given before.
    pub fn next(&mut self, observer: &mut dyn Observer) -> Result<NextSolution, Failure> {
        loop {
            if self.is_leaf && !self.turn() {
                return Ok(NextSolution::Exhausted);
            }
            let cube: Vec<Lit> = self.stack.iter().map(|turn| turn.literal).collect();
            let (mut report, model) = match self.finder.ask(&cube, observer)? {
                Asked::Model(report, model) => (report, model),
                Asked::None(report) => {
                    observer.round(&report, None, &[])?;
                    self.is_leaf = true;
                    continue;
                }
                Asked::Unknown(report, reason) => {
                    report.map_or(Ok(()), |report| observer.round(&report, None, &[]))?;
                    return Ok(NextSolution::Unknown(reason));
                }
            };
            self.finder.check_assumed(&cube, &model)?;
            let session = self.finder.session();
            let has_paths = *self.has_paths.get_or_insert_with(|| session.trail().is_some());
            let encoding = self.finder.encoding();
            let told = encoding.solution(&model);
            let Separated { solution, cuts } = self.finder.separate(&model);
            report.count(&cuts);
            observer.round(&report, Some(&told), &cuts)?;
            let is_whole = solution.as_ref() == Some(&told);
            if has_paths && is_whole && encoding.puzzle().check(&told).is_ok() {
                if self.done.iter().any(|cube| is_in(cube, &model)) {
                    return Err(self.finder.wrong_model("block"));
                }
                self.branch();
                return Ok(NextSolution::Solution(told));
            }
            self.finder.check_model(&model)?;
            self.finder.check_old_cuts(&model, solution.is_some() || cuts.is_empty())?;
            let is_new = match &solution {
                Some(found) if has_paths => self.is_ahead(found)?,
                Some(found) => {
                    self.finder.note(found)?;
                    true
                }
                None => false,
            };
            let blocks = cuts.iter().filter(|cut| cut.reason == CutReason::KnownSolution);
            self.done.extend(blocks.map(|cut| cut.literals().iter().map(|&one| !one).collect()));
            self.finder.cut(cuts)?;
            if let (Some(solution), true) = (solution, is_new) {
                check(encoding, &solution)?;
                return Ok(NextSolution::Solution(solution));
            }
        }
    }

    /// Goes on to what has not been searched. False: there is nothing.
    fn turn(&mut self) -> bool {
        while self.stack.pop_if(|turn| turn.is_last).is_some() {}
        let Some(turn) = self.stack.last_mut() else { return false };
        *turn = Turn { literal: !turn.literal, is_last: true };
        self.is_leaf = false;
        true
    }

    /// Takes the decisions that led to the last model as the way to its leaf.
    ///
    /// Decisions about shown variables are enough as long as there are no others before them: the shown
    /// variables follow. Behind another decision each shown variable is taken for one.
    fn branch(&mut self) {
        let shown = self.finder.encoding().projection_size();
        let path = self.finder.session().trail().unwrap_or_default();
        let mut all = false;
        for step in path {
            if step.literal.vidx() >= shown {
                all |= step.is_decision;
            } else if all || step.is_decision {
                self.stack.push(Turn { literal: step.literal, is_last: false });
            }
        }
        self.is_leaf = true;
    }

    /// Whether a solution that is only a part of a model lies where nothing was searched yet.
    fn is_ahead(&self, solution: &Solution) -> Result<bool, Failure> {
        // its shown variables are its atoms, or it could not be a part
        let atoms = solution.atoms();
        if self.finder.encoding().solution(atoms) != *solution {
            let what = "a solution is a part of a model whose variables are not its atoms";
            return Err(Failure::Disagreement(what.to_owned()));
        }
        let off = self.stack.iter().find(|turn| !holds(turn.literal, atoms));
        let is_past = off.is_some_and(|turn| turn.is_last);
        Ok(!is_past && !self.done.iter().any(|cube| is_in(cube, atoms)))
    }
}

/// How many solutions an encoding has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnumeratedCount {
    /// So many were found, each checked, and none twice.
    pub solutions: u64,
    /// Why there may be more: a limit, or the encoding leaves out solutions. `None`: these are all.
    pub reason: Option<String>,
}

/// Counts the solutions one by one, in a session that nothing was added to yet.
///
/// ```
/// use encycle::formats;
/// use encycle::solve::{BatSatSession, SearchOptions, count};
/// use encycle::encodings::logic::LoweringOptions;
///
/// // the Latin squares of side 4 whose four boxes of 2 x 2 have each value, too
/// let puzzle = formats::read("sudoku 2 2\n....\n....\n....\n....\n", None)?.puzzle;
/// let encoding = puzzle.encoding(&puzzle.builtin_encoding())?;
/// let mut session = BatSatSession::new(LoweringOptions::default(), None);
/// let counted = count(&*encoding, &mut session, SearchOptions::default(), &mut ())?;
/// assert_eq!((counted.solutions, counted.reason), (288, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the solver fails.
pub fn count(
    encoding: &dyn Encoding,
    session: &mut dyn Session,
    options: SearchOptions,
    observer: &mut dyn Observer,
) -> Result<EnumeratedCount, Failure> {
    let mut all = Enumerator::new(encoding, session, options);
    let mut solutions = 0;
    let reason = loop {
        match all.next(observer)? {
            NextSolution::Solution(_) => solutions += 1,
            NextSolution::Exhausted => break left_out(encoding),
            NextSolution::Unknown(reason) => break Some(reason),
        }
    };
    Ok(EnumeratedCount { solutions, reason })
}

/// Why the models of an encoding may not be all solutions; `None` if they are.
pub fn left_out(encoding: &dyn Encoding) -> Option<String> {
    let name = encoding.name();
    (encoding.completeness() != Completeness::Complete)
        .then(|| format!("`{name}` leaves out solutions of the puzzle"))
}

/// Not all of these.
fn without(cube: &[Lit]) -> Cut {
    Cut::clause(cube.iter().map(|&literal| !literal).collect(), CutReason::KnownSolution)
}

fn is_in(cube: &[Lit], model: &[bool]) -> bool {
    cube.iter().all(|&literal| holds(literal, model))
}
