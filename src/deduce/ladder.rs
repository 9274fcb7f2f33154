//! What the ladders of all kinds have in common: techniques one above the other, and a log of what each has done.

use encycle_encodings::encoding::EncodingError;
use encycle_encodings::logic::TooLarge;

use crate::deduce::{Level, Technique};
use crate::puzzle::Puzzle;

/// What is known of each atom; `None` as a whole: there is no solution.
pub(super) type Known = Option<Vec<Option<bool>>>;

/// The techniques for a kind of puzzle, with their tables for one size.
pub(super) trait Ladder {
    /// Whether the tables are those of this puzzle.
    fn fits(&self, puzzle: &Puzzle) -> bool;

    /// Uses the techniques of a level until nothing follows any more.
    fn climb(
        &mut self,
        puzzle: &Puzzle,
        level: Level,
        log: &mut StepLog,
    ) -> Result<Known, DeduceError>;
}

/// A puzzle for which there is no ladder.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeduceError {
    /// Its clauses cannot be made.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
    /// It would have too many clauses.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// One step: which technique, and what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeductionStep {
    /// The name of the technique.
    pub technique: &'static str,
    /// Where it was used and what follows, as a person would say it.
    pub words: String,
}

/// What was done, and by which technique; nothing is written where nobody asked for it.
pub(super) struct StepLog {
    /// The technique at work.
    pub technique: &'static str,
    steps: Option<Vec<DeductionStep>>,
}

impl StepLog {
    pub fn silent() -> Self {
        Self { technique: "", steps: None }
    }

    pub fn told() -> Self {
        Self { technique: "", steps: Some(Vec::new()) }
    }

    pub fn is_told(&self) -> bool {
        self.steps.is_some()
    }

    pub fn tell(&mut self, words: impl FnOnce() -> String) {
        if let Some(steps) = &mut self.steps {
            steps.push(DeductionStep { technique: self.technique, words: words() });
        }
    }

    pub fn into_steps(self) -> Vec<DeductionStep> {
        self.steps.unwrap_or_default()
    }
}

/// A technique, and what it does to a state: whether anything changed.
pub(super) struct Rung<S> {
    pub about: Technique,
    pub act: fn(&mut S, &mut StepLog) -> bool,
}

impl<S> Rung<S> {
    pub const fn new(
        level: Level,
        [name, meaning, source]: [&'static str; 3],
        act: fn(&mut S, &mut StepLog) -> bool,
    ) -> Self {
        Self { about: Technique { name, level, meaning, source }, act }
    }
}

/// Uses the lowest rung of a level that does something, again and again, as a person would who takes the
/// simplest way. Each technique concludes no less from more, so that the order does not matter for what is
/// known in the end, and a higher level knows all that a lower one does.
pub(super) fn climb<S>(
    state: &mut S,
    rungs: &[Rung<S>],
    level: Level,
    is_over: fn(&S) -> bool,
    log: &mut StepLog,
) {
    let mut act = |rung: &Rung<S>, state: &mut S| {
        log.technique = rung.about.name;
        rung.about.level <= level && (rung.act)(state, log)
    };
    while !is_over(state) && rungs.iter().any(|rung| act(rung, state)) {}
}
