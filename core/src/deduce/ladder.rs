//! The common parts of all ladders: ordered techniques, and a log of their steps.

use encycle_encodings::encoding::EncodingError;
use encycle_encodings::logic::{Place, TooLarge};
use encycle_encodings::puzzle::Solution;

use crate::deduce::{Level, Technique, TechniqueSet};
use crate::puzzle::Puzzle;

/// The value of each atom, if known. The outer `None` means that the puzzle has no solution.
pub(super) type Known = Option<Vec<Option<bool>>>;

/// The techniques of a kind of puzzle, with tables for one size.
pub(super) trait Ladder {
    /// Returns whether the tables fit this puzzle.
    fn fits(&self, puzzle: &Puzzle) -> bool;

    /// Applies techniques until none has an effect.
    fn climb(
        &mut self,
        puzzle: &Puzzle,
        techniques: &TechniqueSet,
        log: &mut StepLog,
    ) -> Result<Known, DeduceError>;

    /// Returns whether the techniques derive that all these atoms are true. A ladder may stop as soon as it has derived
    /// them.
    fn derives(&mut self, puzzle: &Puzzle, techniques: &TechniqueSet, atoms: &[usize]) -> bool {
        let known = self.climb(puzzle, techniques, &mut StepLog::silent()).ok().flatten();
        known.is_some_and(|known| atoms.iter().all(|&atom| known[atom] == Some(true)))
    }

    /// Tells of a solution of the next puzzle. A ladder may skip assumptions that it cannot refute, and end without facts if
    /// there is another solution, unless it is known to be the only one.
    fn expect(&mut self, solution: &Solution, is_only: bool) {
        let _ = (solution, is_only);
    }

    /// Returns another solution of the last puzzle, if one was found that showed that the techniques do not solve it.
    fn other(&mut self) -> Option<Solution> {
        None
    }
}

/// An error for a puzzle that has no ladder.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeduceError {
    /// The encoding of the puzzle cannot be built.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
    /// The puzzle has too many clauses.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// One step: a technique and its conclusion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeductionStep {
    /// The name of the technique.
    pub technique: &'static str,
    /// The place where it was applied and the facts that follow, in words.
    pub words: String,
    /// The place, if it is a single one.
    pub place: Option<Place>,
    /// The atoms that follow, with their values. Empty for a step that only narrows the possibilities.
    pub facts: Vec<(usize, bool)>,
    /// The numbers of the earlier steps from which the facts follow, in increasing order, if the technique keeps them.
    pub from: Vec<usize>,
}

/// The part of a [`DeductionStep`] that a technique records itself. The log adds the name of the technique.
#[derive(Default)]
pub(super) struct ToldStep {
    pub words: String,
    pub place: Option<Place>,
    pub facts: Vec<(usize, bool)>,
    pub from: Vec<usize>,
}

impl From<String> for ToldStep {
    fn from(words: String) -> Self {
        Self { words, ..Self::default() }
    }
}

/// A log of steps. A silent log records nothing, and its callers build no text.
pub(super) struct StepLog {
    /// The technique being applied.
    pub technique: &'static str,
    steps: Option<Vec<DeductionStep>>,
}

impl StepLog {
    /// Returns a log that records nothing.
    pub fn silent() -> Self {
        Self { technique: "", steps: None }
    }

    /// Returns a log that records every step.
    pub fn told() -> Self {
        Self { technique: "", steps: Some(Vec::new()) }
    }

    /// Returns whether the log records steps.
    pub fn is_told(&self) -> bool {
        self.steps.is_some()
    }

    /// Returns whether a step with one of these facts was recorded.
    pub fn has_any(&self, facts: &[(usize, bool)]) -> bool {
        let mut steps = self.steps.iter().flatten();
        steps.any(|step| step.facts.iter().any(|fact| facts.contains(fact)))
    }

    /// Records a step of the current technique; `told` runs only if the log records steps.
    pub fn tell<T: Into<ToldStep>>(&mut self, told: impl FnOnce() -> T) {
        if let Some(steps) = &mut self.steps {
            let ToldStep { words, place, facts, from } = told().into();
            steps.push(DeductionStep { technique: self.technique, words, place, facts, from });
        }
    }

    /// Returns the recorded steps.
    pub fn into_steps(self) -> Vec<DeductionStep> {
        self.steps.unwrap_or_default()
    }
}

/// A technique and its implementation, which returns whether it changed the state.
pub(super) struct Rung<S> {
    pub about: Technique,
    pub act: fn(&mut S, &mut StepLog) -> bool,
}

impl<S> Rung<S> {
    /// Returns a rung; the strings are the name, the meaning and the source of the technique.
    pub const fn new(
        level: Level,
        [name, meaning, source]: [&'static str; 3],
        act: fn(&mut S, &mut StepLog) -> bool,
    ) -> Self {
        Self { about: Technique { name, level, meaning, source }, act }
    }
}

/// Applies the lowest rung that has an effect, again and again, like a person who looks for the simplest step.
///
/// The techniques are monotone: from more known facts they derive at least as much. Therefore the order of the
/// techniques does not affect the final facts, and a higher level derives all facts of a lower level.
pub(super) fn climb<S>(
    state: &mut S,
    rungs: &[Rung<S>],
    techniques: &TechniqueSet,
    is_over: fn(&S) -> bool,
    log: &mut StepLog,
) {
    let mut act = |rung: &Rung<S>, state: &mut S| {
        log.technique = rung.about.name;
        techniques.has(&rung.about) && (rung.act)(state, log)
    };
    while !is_over(state) && rungs.iter().any(|rung| act(rung, state)) {}
}
