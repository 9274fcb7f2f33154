//! The lowering of constraints to CNF.

pub(super) mod card;
pub(super) mod diagram;
mod direct;
pub(super) mod linear;
mod naive;
mod tseitin;
mod view;

use std::fmt;

use crate::logic::clauses::naive::{DistributionStage, FormulaDistribution};
use crate::logic::clauses::tseitin::DefinitionSides;
use crate::logic::emit::{Emit, Refusal, TooLarge, VariableCounter, refusal};
use crate::logic::{
    CardMethod, CnfMethod, Constraint, ConstraintSink, Formula, FormulaPattern, Lit,
    LoweringOptions, Origin, Var,
};

/// A receiver of variables and clauses.
pub trait ClauseSink {
    /// Receives the next variable. Variables are numbered from 0 in order of these calls.
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>);

    /// Receives one clause, without repeated literals. Only with [`CnfMethod::Naive`] can it have a literal and its
    /// negation; with that method and [`CnfMethod::NaiveNontautological`] it can occur several times.
    fn clause(&mut self, clause: &[Lit], origin: Origin);

    /// Offers the number of the next clauses. A sink that needs nothing else returns `true`, and these clauses are not made.
    fn count_only(&mut self, _clauses: usize) -> bool {
        false
    }

    /// Offers the counts of clauses that are too many to be made. A sink that only counts adds them and returns `true`;
    /// otherwise the constraint is refused ([`TooLarge::Constraint`]).
    fn add_counts(&mut self, _counts: &ClauseCounts, _origin: Origin) -> bool {
        false
    }

    /// Returns whether the sink still processes clauses. Once this is `false`, it ignores all further clauses.
    fn accepts_more(&self) -> bool {
        true
    }
}

/// The counts of clauses that are not made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClauseCounts {
    /// The number of clauses; `u128::MAX` if there are more.
    pub clauses: u128,
    /// The length of the longest clause, in literals.
    pub longest: usize,
    /// For each literal, the number of clauses that it occurs in; `u128::MAX` if there are more.
    pub occurrences: Vec<(Lit, u128)>,
}

/// A lowering of constraints to clauses, which it passes to the sink `S`. With [`CnfMethod::Direct`]:
///
/// | constraint over k literals | clauses |
/// |---|---|
/// | clause | 1 |
/// | at most a | C(k, a+1), one per subset of a+1 literals (2.35-2.44, 2.49) |
/// | at least a | C(k, k-a+1), one per subset of k-a+1 literals (2.34, 2.45-2.48, 2.50-2.55) |
/// | conditional | as for the cardinality, each with the negated condition |
/// | zero or two | k + C(k, 3) (2.16-2.29) |
/// | crossing | 1 |
/// | linear | its prime clauses; with coefficients 1 and -1, as for the cardinality |
/// | formula | the result of distribution |
///
/// The other methods lower every constraint as a formula ([`Constraint::to_formula`]), except clauses, crossings and
/// linear constraints with larger coefficients.
#[derive(Debug)]
pub struct CnfLowering<S> {
    sink: S,
    numbers: VariableCounter,
    to_clauses: ToClauses,
    refused: Option<TooLarge>,
}

/// Runs an encoder, lowers its constraints to clauses, and returns the clause sink.
///
/// # Errors
/// [`TooLarge`] if a constraint would become too many clauses, or the formula has too many variables.
pub fn lower_to_cnf<S: ClauseSink>(
    sink: S,
    choices: LoweringOptions,
    encode: impl FnOnce(&mut dyn ConstraintSink),
) -> Result<S, TooLarge> {
    let mut lowering = CnfLowering::new(sink, choices);
    encode(&mut lowering);
    lowering.into_sink()
}

impl<S: ClauseSink> CnfLowering<S> {
    /// Creates a lowering that passes its clauses to `sink`.
    pub fn new(sink: S, choices: LoweringOptions) -> Self {
        let numbers = VariableCounter::default();
        Self { sink, numbers, to_clauses: ToClauses::new(choices), refused: None }
    }

    /// Creates a lowering whose auxiliary variables have numbers from `first` on.
    pub fn numbered_from(first: u32, sink: S, choices: LoweringOptions) -> Self {
        let numbers = VariableCounter { count: first, ..VariableCounter::default() };
        Self { numbers, ..Self::new(sink, choices) }
    }

    /// Returns the inner sink.
    ///
    /// # Errors
    /// [`TooLarge`] for the first constraint that was refused. The sink then lacks this constraint and all later
    /// constraints.
    pub fn sink(&mut self) -> Result<&mut S, TooLarge> {
        self.refused.map_or(Ok(&mut self.sink), Err)
    }

    fn lower(
        &mut self,
        origin: Origin,
        lower: impl FnOnce(&mut ToClauses, &mut CnfEmit<'_, S>) -> Result<(), Refusal>,
    ) {
        // after a refusal the formula is incomplete, so nothing more is emitted
        if !self.accepts_more() {
            return;
        }
        let mut out = CnfEmit { sink: &mut self.sink, numbers: &mut self.numbers, origin };
        let lowered = lower(&mut self.to_clauses, &mut out);
        self.refused = self.refused.or(refusal(origin, &self.numbers, lowered));
    }

    /// Ends the lowering and returns the inner sink.
    ///
    /// # Errors
    /// The errors of [`Self::sink`].
    pub fn into_sink(self) -> Result<S, TooLarge> {
        self.refused.map_or(Ok(self.sink), Err)
    }
}

impl<S: ClauseSink> ConstraintSink for CnfLowering<S> {
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) -> Var {
        let var = self.numbers.next();
        self.sink.variable(family, name);
        var
    }

    fn accepts_more(&self) -> bool {
        self.refused.is_none() && self.sink.accepts_more()
    }

    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin) {
        self.lower(origin, |to_clauses, out| match constraint {
            // the most frequent constraint needs no lowering
            Constraint::Clause(literals) => {
                out.clause(literals, direct::CLAUSE);
                Ok(())
            }
            _ => to_clauses.lower(constraint, out),
        });
    }

    fn add_instance(&mut self, pattern: &FormulaPattern, literals: &[Lit], origin: Origin) {
        self.lower(origin, |to_clauses, out| to_clauses.lower_instance(pattern, literals, out));
    }
}

struct CnfEmit<'a, S> {
    sink: &'a mut S,
    numbers: &'a mut VariableCounter,
    origin: Origin,
}

impl<S: ClauseSink> Emit for CnfEmit<'_, S> {
    fn variables(&self) -> u32 {
        self.numbers.count
    }

    fn fresh(&mut self) -> Lit {
        let var = self.numbers.next();
        self.sink.variable(self.origin.family, format_args!("t_{}", self.numbers.count));
        var.pos_lit()
    }

    fn clause(&mut self, clause: &[Lit], step: &'static str) {
        self.sink.clause(clause, Origin { step, ..self.origin });
    }

    fn count_only(&mut self, clauses: usize) -> bool {
        self.sink.count_only(clauses)
    }

    fn add_counts(&mut self, counts: &ClauseCounts) -> bool {
        self.sink.add_counts(counts, self.origin)
    }
}

/// Returns the subformulas that define the auxiliary variables of a constraint, in the order in which its lowering
/// creates the variables.
///
/// The result is empty if the lowering creates no auxiliary variables, or only the variables of a cardinality encoding.
#[must_use]
pub fn auxiliary_formulas(constraint: Constraint<'_>, choices: LoweringOptions) -> Vec<Formula> {
    let mut out = ClauseRecorder { variables: 0, formulas: Vec::new() };
    // a refused constraint has no auxiliary variables
    match ToClauses::new(choices).lower(constraint, &mut out) {
        Ok(()) => out.formulas,
        Err(_) => Vec::new(),
    }
}

struct ClauseRecorder {
    variables: u32,
    formulas: Vec<Formula>,
}

impl Emit for ClauseRecorder {
    fn variables(&self) -> u32 {
        self.variables
    }

    fn fresh(&mut self) -> Lit {
        self.variables += 1;
        Lit::positive(self.variables - 1)
    }

    fn fresh_for(&mut self, formula: &Formula) -> Lit {
        self.formulas.push(formula.clone());
        self.fresh()
    }

    fn clause(&mut self, _: &[Lit], _: &'static str) {}
}

/// The lowering of single constraints to clauses, with the state that it keeps between constraints.
#[derive(Debug)]
pub(super) struct ToClauses {
    choices: LoweringOptions,
    distribution: FormulaDistribution,
    buffer: Vec<Lit>,
}

impl ToClauses {
    pub fn new(choices: LoweringOptions) -> Self {
        let stage = match choices.cnf {
            CnfMethod::Naive => DistributionStage::Raw,
            CnfMethod::NaiveNontautological => DistributionStage::NonTautological,
            CnfMethod::NaiveDistinct => DistributionStage::Distinct,
            _ => DistributionStage::Irredundant,
        };
        Self { choices, distribution: FormulaDistribution::new(stage), buffer: Vec::new() }
    }

    pub fn lower(&mut self, constraint: Constraint<'_>, out: &mut dyn Emit) -> Result<(), Refusal> {
        let LoweringOptions { cnf, card, .. } = self.choices;
        match constraint {
            Constraint::Clause(_) | Constraint::Crossing { .. } => {
                direct::lower(constraint, &mut self.buffer, out)
            }
            _ if card == CardMethod::Diagram && direct::is_large(constraint) => {
                diagram::lower_constraint(constraint, &mut self.buffer, out)
            }
            // what would be refused
            _ if card == CardMethod::Binomial && direct::check_size(constraint).is_err() => {
                diagram::lower_constraint(constraint, &mut self.buffer, out)
            }
            Constraint::Cardinality { literals, at_least, at_most } if card.is_separate() => {
                card::lower(card, None, literals, (at_least, at_most), out)
            }
            Constraint::Conditional { when, literals, at_least, at_most } if card.is_separate() => {
                card::lower(card, Some(when), literals, (at_least, at_most), out)
            }
            Constraint::Formula(formula) => self.formula(formula, out),
            Constraint::Linear { terms, relation, right } => {
                match linear::as_count(terms, relation, right) {
                    Some(count) => self.lower(count.constraint(), out),
                    None => direct::lower(constraint, &mut self.buffer, out),
                }
            }
            _ if cnf == CnfMethod::Direct => direct::lower(constraint, &mut self.buffer, out),
            _ => {
                direct::check_size(constraint)?;
                self.formula(&constraint.to_formula(), out)
            }
        }
    }

    pub fn lower_instance(
        &mut self,
        pattern: &FormulaPattern,
        literals: &[Lit],
        out: &mut dyn Emit,
    ) -> Result<(), Refusal> {
        match self.definitions() {
            None => self.distribution.lower_instance(pattern, literals, out),
            Some(_) => self.formula(&pattern.formula(literals), out),
        }
    }

    fn formula(&mut self, formula: &Formula, out: &mut dyn Emit) -> Result<(), Refusal> {
        match self.definitions() {
            None => self.distribution.lower(formula, out),
            Some(definitions) => {
                tseitin::lower(formula, definitions, out);
                Ok(())
            }
        }
    }

    /// Returns the sides of the definitions of auxiliary variables; `None` for the methods without such variables.
    fn definitions(&self) -> Option<DefinitionSides> {
        match self.choices.cnf {
            CnfMethod::Tseitin => Some(DefinitionSides::Both),
            CnfMethod::PlaistedGreenbaum => Some(DefinitionSides::Needed),
            _ => None,
        }
    }
}
