//! Problems: what a run solves, a puzzle of a kind or a user's own model.

use encycle_encodings::encoding::{Encodable, Encoding, EncodingError};
use encycle_encodings::export::count_clauses;
use encycle_encodings::logic::{CardMethod, ConstraintSink, LoweringOptions, ProgramPart};
use encycle_encodings::model::{GraphGoal, GraphRule, Model};
use encycle_solvers::{BatSatOptions, StableOptions};

use crate::formats;
use crate::puzzle::Puzzle;

/// A problem whose solutions are not assignments of Boolean variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the solutions cannot be counted or enumerated: there are columns that are not 0-1, or rows with numbers that are not \
     integers\nhelp: use 0-1 columns and integer coefficients, or `encycle solve`"
)]
pub struct NotBoolean;

/// The largest number of clauses of the default encoding for which all others are counted, to find the smallest for a file.
const COUNTED: usize = 1 << 14;

/// The parts for one loop whose sizes grow least with the puzzle, the smallest first.
const LINEAR_PARTS: [&str; 3] = ["cotree", "tree", "order"];

/// The form of rules about graphs by vertex elimination, and the forms with times in binary.
const ELIMINATION: &str = "elimination";
const TIMED_FORMS: [&str; 3] = ["leaf", "hybrid", "labels"];

/// The form that states `acyclic` of a directed graph by potentials.
const POTENTIALS: &str = "flow";

/// What a run solves: a [`Puzzle`], or a [`Model`] of a user's own.
///
/// ```
/// use encycle::prelude::*;
/// use encycle::encodings::model::{Model, exactly};
///
/// let mut model = Model::new();
/// let pair = ["a", "b"].map(|name| model.variable(name));
/// model.add(exactly(1, &pair));
/// let outcome = Solve::new(&model).unique().run()?;
/// assert_eq!(outcome.verdict(), Verdict::Several);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Problem: Sync {
    /// Returns the interface of everything that has encodings.
    fn as_encodable(&self) -> &dyn Encodable;

    /// Returns the puzzle, if it is one.
    fn as_puzzle(&self) -> Option<&Puzzle> {
        None
    }

    /// Returns the model, if it is one.
    fn as_model(&self) -> Option<&Model> {
        None
    }

    /// Returns the encoding with this name.
    ///
    /// # Errors
    /// The name is unknown, or the encoding is too large.
    fn encoding<'a>(&'a self, name: &str) -> Result<Encoding<'a>, EncodingError> {
        match self.as_puzzle() {
            Some(puzzle) => puzzle.encoding(name),
            None => self.as_encodable().encoding(name),
        }
    }

    /// Returns how constraints become clauses or rows if nothing is chosen. The sums of a model or of a
    /// written kind may be long, so its counts and sums become decision diagrams where clauses would be many.
    fn default_lowering(&self) -> LoweringOptions {
        let has_sums = match self.as_puzzle() {
            Some(puzzle) => matches!(puzzle, Puzzle::Written(_)),
            None => true,
        };
        match has_sums {
            true => LoweringOptions { card: CardMethod::Diagram, ..LoweringOptions::default() },
            false => LoweringOptions::default(),
        }
    }

    /// Returns an encoding that has all solutions: `preferred`, or [`Puzzle::complete_encoding`].
    fn complete_encoding(&self, preferred: String) -> String {
        match self.as_puzzle() {
            Some(puzzle) => puzzle.complete_encoding(preferred),
            None => preferred,
        }
    }

    /// Returns what a MIP solver takes beyond the encoding; `None` if there is nothing.
    fn program(&self) -> Option<&ProgramPart> {
        let program = self.as_model()?.program();
        (program.needs_mip() || program.objective.is_some()).then_some(program)
    }

    /// Checks that the solutions are assignments of Boolean variables, so that they can be counted and enumerated.
    ///
    /// # Errors
    /// There are columns or rows that only a MIP solver takes.
    fn require_boolean(&self) -> Result<(), NotBoolean> {
        match self.program().is_some_and(ProgramPart::needs_mip) {
            true => Err(NotBoolean),
            false => Ok(()),
        }
    }

    /// Adds what the presolver derives to an encoding.
    fn presolved<'a>(&self, encoding: Encoding<'a>) -> Encoding<'a> {
        match self.as_puzzle() {
            Some(puzzle) => puzzle.presolved(encoding),
            None => encoding,
        }
    }

    /// Returns the name of the kind, or `model`.
    fn kind_name(&self) -> &'static str {
        self.as_puzzle().map_or("model", |puzzle| puzzle.kind().name())
    }

    /// Returns the name of an atom for readers: that of a variable of a model as the user wrote it.
    fn atom_label(&self, atom: usize) -> String {
        match self.as_model() {
            Some(model) => model.variable_names()[atom].clone(),
            None => self.as_encodable().atom_name(atom),
        }
    }

    /// Returns the plain text of a puzzle; `None` if there is none.
    fn text(&self) -> Option<String> {
        formats::write_default(self.as_puzzle()?).ok()
    }

    /// Returns [`Puzzle::builtin_encoding`], or the default of a model.
    fn builtin_encoding(&self) -> String {
        match self.as_puzzle() {
            Some(puzzle) => puzzle.builtin_encoding(),
            None => self.as_encodable().default_encoding(),
        }
    }

    /// Returns [`Puzzle::mip_encoding`], or the default of a model.
    fn mip_encoding(&self) -> String {
        match self.as_puzzle() {
            Some(puzzle) => puzzle.mip_encoding(),
            None => self.as_encodable().default_encoding(),
        }
    }

    /// Returns [`Puzzle::encoding_without_outline`], or the default of a model.
    fn encoding_without_outline(&self) -> String {
        match self.as_puzzle() {
            Some(puzzle) => puzzle.encoding_without_outline(),
            None => self.as_encodable().default_encoding(),
        }
    }

    /// Returns the encoding that a file gets if none is chosen, whose models are the solutions: the default if its are, or the
    /// smallest among the default with a part, or else among all. Where the default has more than 16,384 clauses, it is the default
    /// with the first of the parts `cotree`, `tree` and `order` that fits, since others would take long to count. The default is
    /// the last resort. A model has vertex elimination in place of smaller forms with times, unless it has more than three times
    /// their clauses.
    fn exported_encoding(&self) -> String {
        let is_whole = |encoding: &Encoding<'_>| encoding.is_whole();
        let all = self.as_encodable().encoding_names();
        let default = self.as_encodable().default_encoding();
        let made = self.encoding(&default).ok();
        if made.as_ref().is_some_and(is_whole) {
            return default;
        }
        let with_part = format!("{default}+");
        let (near, others): (Vec<String>, Vec<String>) =
            all.into_iter().partition(|name| name.starts_with(&with_part));
        let is_small = made.is_some_and(|encoding| {
            let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
            matches!(count_clauses(COUNTED, self.default_lowering(), &encode), Ok(Some(_)))
        });
        let linear = LINEAR_PARTS.iter().map(|part| format!("{with_part}{part}"));
        let mut fitting = linear.filter(|name| self.encoding(name).as_ref().is_ok_and(is_whole));
        let quick = if is_small { None } else { fitting.next() };
        quick
            .or_else(|| self.smallest_of(near, &is_whole))
            .or_else(|| self.smallest_of(others, &is_whole))
            .map(|name| if self.prefers_elimination(&name) { ELIMINATION.to_owned() } else { name })
            .unwrap_or(default)
    }

    /// Returns whether vertex elimination suits a model better than a smaller form: a form with times derives less by unit
    /// propagation, which costs more time than three times the clauses (`docs/research/measurements.md`, Problems of the user's own).
    fn prefers_elimination(&self, smallest: &str) -> bool {
        let count = |name, most| {
            let encoding = self.encoding(name).ok()?;
            let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
            count_clauses(most, self.default_lowering(), &encode).ok()?
        };
        self.as_model().is_some()
            && TIMED_FORMS.contains(&smallest)
            && count(smallest, usize::MAX / 3)
                .is_some_and(|most| count(ELIMINATION, 3 * most).is_some())
    }

    /// Returns the name of the smallest encoding among those that are suitable ([`Self::smallest_of`]).
    fn smallest_encoding(&self, is_suitable: &dyn Fn(&Encoding<'_>) -> bool) -> Option<String> {
        self.smallest_of(self.as_encodable().encoding_names(), is_suitable)
    }

    /// Returns the name of the encoding with the fewest clauses among those that are suitable. Larger encodings than the one
    /// that is returned are not tested, since a test may encode them, and much larger ones are not even counted.
    fn smallest_of(
        &self,
        mut names: Vec<String>,
        is_suitable: &dyn Fn(&Encoding<'_>) -> bool,
    ) -> Option<String> {
        names.retain(|name| !self.suits_rows_only(name));
        let mut most = 1 << 14;
        while !names.is_empty() {
            let (mut counted, mut larger) = (Vec::new(), Vec::new());
            for name in names {
                let Ok(encoding) = self.encoding(&name) else { continue };
                let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
                match count_clauses(most, self.default_lowering(), &encode) {
                    Ok(Some(clauses)) => counted.push((clauses, name)),
                    Ok(None) => larger.push(name),
                    Err(_) => {}
                }
            }
            counted.sort_by_key(|(clauses, _)| *clauses);
            let fits =
                |name: &String| self.encoding(name).is_ok_and(|encoding| is_suitable(&encoding));
            if let Some(found) = counted.into_iter().map(|(_, name)| name).find(fits) {
                return Some(found);
            }
            (names, most) = (larger, most.saturating_mul(8));
        }
        None
    }

    /// Returns whether a form is meant for linear programs: potentials are one row for each arc, but many clauses.
    fn suits_rows_only(&self, name: &str) -> bool {
        let has_potentials =
            |rule: &GraphRule| rule.graph().is_directed() && *rule.goal() == GraphGoal::Acyclic;
        let mut rules = self.as_model().into_iter().flat_map(Model::rules);
        name == POTENTIALS && rules.any(|rule| rule.graph_rule().is_some_and(has_potentials))
    }

    /// Returns [`Puzzle::builtin_underapproximation`].
    fn builtin_underapproximation(&self) -> Option<String> {
        self.as_puzzle()?.builtin_underapproximation()
    }

    /// Returns [`Puzzle::builtin_late_encoding`].
    fn builtin_late_encoding(&self) -> Option<String> {
        self.as_puzzle()?.builtin_late_encoding()
    }

    /// Returns whether only a MIP solver takes the problem: it has columns that are not 0-1, or an objective that clauses
    /// cannot count.
    fn needs_mip(&self) -> bool {
        self.program().is_some_and(|program| program.cost().is_err())
    }

    /// Returns whether a MIP solver suits the problem better than a SAT solver: it is the only one that takes the problem, or
    /// there are rules about graphs and an objective of unequal weights, whose linear relaxation is strong.
    fn prefers_mip(&self) -> bool {
        let Some(model) = self.as_model() else { return false };
        let program = model.program();
        let has_weights = program.objective.as_ref().is_some_and(|objective| {
            let mut sizes = objective.terms.iter().map(|(size, _)| size.abs());
            sizes.next().is_some_and(|first| sizes.any(|size| size != first))
        });
        self.needs_mip() || (has_weights && model.rules().next().is_some())
    }

    /// Returns [`Puzzle::prefers_stable`].
    fn prefers_stable(&self) -> bool {
        self.as_puzzle().is_some_and(Puzzle::prefers_stable)
    }

    /// Returns [`Puzzle::builtin_search`].
    fn builtin_search(&self, encoding: &Encoding<'_>) -> BatSatOptions {
        self.as_puzzle()
            .map_or_else(BatSatOptions::default, |puzzle| puzzle.builtin_search(encoding))
    }

    /// Returns [`Puzzle::stable_search`].
    fn stable_search(&self) -> StableOptions {
        self.as_puzzle().map_or_else(StableOptions::default, Puzzle::stable_search)
    }
}

impl Problem for Puzzle {
    fn as_encodable(&self) -> &dyn Encodable {
        &**self
    }

    fn as_puzzle(&self) -> Option<&Puzzle> {
        Some(self)
    }
}

impl Problem for Model {
    fn as_encodable(&self) -> &dyn Encodable {
        self
    }

    fn as_model(&self) -> Option<&Model> {
        Some(self)
    }
}

impl<T: Problem + ?Sized> Problem for Box<T> {
    fn as_encodable(&self) -> &dyn Encodable {
        (**self).as_encodable()
    }

    fn as_puzzle(&self) -> Option<&Puzzle> {
        (**self).as_puzzle()
    }

    fn as_model(&self) -> Option<&Model> {
        (**self).as_model()
    }
}
