//! Global constraints: what the parts of an encoding leave out, and how it is enforced while a solver runs.

use crate::encoding::{Cut, CutKind, CutReason, Encoding, Repair, RepairSchedule, Sweep};
use crate::logic::{ExternalPropagator, Lit};
use crate::puzzle::Solution;

/// A constraint over all variables that the parts of an encoding do not state, such as *the lines are one loop*.
///
/// It takes too many clauses to state from the beginning. So a solver runs without it, and [`Self::separate`] returns, for
/// each model that violates it, clauses or rows that the model violates and every solution satisfies. The other methods
/// have defaults and save rounds: a [propagator](Self::propagator) separates partial assignments, a
/// [repair](Self::repair) turns an invalid model into a solution, a [sweep](Self::sweep) builds a first model window by
/// window, and [fractional cuts](Self::separate_fractional) are for the linear relaxation of a MIP solver.
///
/// The constraints of the kinds are in [`rules`](crate::rules), beside the parts that state the same constraint eagerly.
pub trait GlobalConstraint: Sync {
    /// Returns the name of the constraint, such as `one loop`: one of
    /// [`GLOBAL_CONSTRAINTS`](crate::rules::GLOBAL_CONSTRAINTS).
    fn name(&self) -> &'static str;

    /// Returns the supported kinds of cut, the default first.
    fn cut_kinds(&self) -> &'static [CutKind];

    /// Splits a model of `encoding`; see [`Encoding::separate`]. `kind` is one of [`Self::cut_kinds`].
    fn separate(&self, encoding: &Encoding<'_>, model: &[bool], kind: CutKind) -> Separated;

    /// Returns whether the cuts of [`Self::separate`] hold in every solution even if the model violates constraints.
    /// For example, a cut against a loop is derived from edges that form a loop, which an invalid model may not
    /// contain.
    fn separates_any_model(&self) -> bool {
        false
    }

    /// Returns whether [`Self::implied`] can find cuts.
    fn implies_cuts(&self) -> bool {
        false
    }

    /// Returns clauses that hold in every solution, and of which all literals but one are false by what is known.
    fn implied(&self, known: &dyn Fn(Lit) -> Option<bool>) -> Vec<Cut> {
        let _ = known;
        Vec::new()
    }

    /// Returns an external propagator that enforces the rule during the search. Without a propagator, only models are
    /// separated.
    fn propagator(&self) -> Option<Box<dyn ExternalPropagator>> {
        None
    }

    /// Returns whether the external propagator should be attached by default. The result depends on the kind only.
    fn prefers_propagator(&self) -> bool {
        false
    }

    /// Returns when repairs and a sweep are worth their time, or `None` if there is no repair. It depends on the puzzle only.
    fn repair_schedule(&self) -> Option<RepairSchedule> {
        None
    }

    /// Returns the construction of a first model for [`Self::repair`]. Without one, the first model is that of the
    /// solver.
    fn sweep(&self) -> Option<Box<dyn Sweep + '_>> {
        None
    }

    /// Returns a local repair of invalid models. Without a repair, invalid models are only cut off.
    fn repair(&self) -> Option<Box<dyn Repair + '_>> {
        None
    }

    /// Returns whether [`Self::separate_fractional`] can find cuts.
    fn has_fractional_cuts(&self) -> bool {
        false
    }

    /// Returns rows that hold in every solution and that a point of the linear relaxation violates.
    fn separate_fractional(&self, point: &[f64]) -> Vec<Cut> {
        let _ = point;
        Vec::new()
    }

    /// Returns candidates for cheap solutions near a point, as values of the projection set. `costs` has what it costs to
    /// make each variable true. With `is_long`, a search for better ones takes its time. They need not be solutions.
    fn candidates(&self, point: &[f64], costs: &[f64], is_long: bool) -> Vec<Vec<bool>> {
        let _ = (point, costs, is_long);
        Vec::new()
    }

    /// Returns a bound on the total cost of the true variables of the projection set, and what holds in every solution whose
    /// cost is at most `most`. It is calculated exactly.
    fn cost_bound(&self, costs: &[i64], most: i64) -> Option<CostBound> {
        let _ = (costs, most);
        None
    }
}

/// What is known about the costs of solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostBound {
    /// The total cost that every solution has at least.
    pub least: i64,
    /// Literals that are true in every solution that is cheap enough.
    pub implied: Vec<Lit>,
}

/// The result of separating a model. At least one of the two fields is not empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Separated {
    /// A solution that the model contains.
    pub solution: Option<Solution>,
    /// Constraints that the model violates and that no further solution violates. If there is a solution, one of the
    /// constraints blocks it.
    pub cuts: Vec<Cut>,
}

/// Returns the model as a solution, and the cut that blocks it. The cut requires that one of the true variables of the
/// projection set is false or, where one solution may contain another, that one variable of the projection set differs.
pub(crate) fn block_solution(encoding: &Encoding<'_>, model: &[bool]) -> Separated {
    let nest = encoding.puzzle().solutions_nest();
    let projected = model.iter().take(encoding.projection_size()).enumerate();
    let literals = projected
        .filter(|&(_, &truth)| truth || nest)
        .map(|(index, &truth)| Lit::new(index as u32, truth))
        .collect();
    Separated {
        solution: Some(encoding.solution(model)),
        cuts: vec![Cut::clause(literals, CutReason::KnownSolution)],
    }
}
