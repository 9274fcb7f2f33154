//! The lowering of formulas to clauses by distribution (Westreicher 5.2.1; Huth and Ryan 2004, pages
//! 58-65).
//!
//! Negations are pushed to the literals, then *or* is distributed over *and*. For example, (a ∧ b) ∨ c becomes (a ∨ c)
//! ∧ (b ∨ c). A conjunction has the clauses of all its parts, and a disjunction one clause for each choice of a clause
//! from each part, so the number of clauses is a sum or a product, and grows exponentially. Equation 3.17 at a vertex
//! with four edges is a disjunction of *none* (4 clauses) and six conjunctions of four literals, which makes 4 · 4⁶ =
//! 16,384 clauses. [`DistributionStage`] says which of them remain: 592 are no tautologies, 13 of those are
//! distinct, and 8 are subsumed by no other clause.
//!
//! Equal clauses are formed once and counted, in each step, so that even a stage that is far too large to be written is
//! counted exactly. A clause is a set of literals: a literal that distribution repeats occurs once.

use std::collections::hash_map::Entry;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::logic::clauses::view::{FormulaView, SignedPart, implications, view};
use crate::logic::emit::{CLAUSE_LIMIT, Emit, Refusal, RefusedStep, has_repeated_variable};
use crate::logic::pattern::{FormulaShape, instance};
use crate::logic::{ClauseCounts, Formula, FormulaPattern, Lit};

/// The clauses of a distribution that are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DistributionStage {
    /// All of them, each as often as distribution yields it.
    Raw,
    /// Those that are no tautologies, each as often as distribution yields it.
    NonTautological,
    /// Those that are no tautologies, once each.
    Distinct,
    /// Those that are no tautologies and that no other one subsumes.
    Irredundant,
}

/// A clause of a shape: each number is the position of a literal in [`FormulaShape::literals`].
type Template = Vec<u32>;

/// The clauses of a shape, with their counts.
#[derive(Debug, Default)]
struct ShapeClauses {
    /// The distinct clauses, and how often each occurs.
    templates: Vec<(Template, u128)>,
    /// The number of clauses, and of those with each literal of the shape.
    clauses: u128,
    occurrences: Vec<u128>,
}

impl ShapeClauses {
    fn new(templates: Vec<(Template, u128)>, literals: usize) -> Self {
        let mut all = Self { templates, clauses: 0, occurrences: vec![0; literals] };
        for (template, copies) in &all.templates {
            all.clauses = all.clauses.saturating_add(*copies);
            for &place in template {
                let count = &mut all.occurrences[place as usize];
                *count = count.saturating_add(*copies);
            }
        }
        all
    }

    /// Returns the counts, with `literal` for each literal of the shape.
    fn counts(&self, literal: impl Fn(usize) -> Lit) -> ClauseCounts {
        let places = self.occurrences.iter().enumerate();
        ClauseCounts {
            clauses: self.clauses,
            longest: self.templates.iter().map(|(template, _)| template.len()).max().unwrap_or(0),
            occurrences: places.map(|(place, &count)| (literal(place), count)).collect(),
        }
    }
}

/// The distribution of formulas. Its results are cached by shape, because the formulas of a grid have few shapes.
#[derive(Debug)]
pub(super) struct FormulaDistribution {
    stage: DistributionStage,
    known: FxHashMap<Box<[u32]>, Rc<ShapeClauses>>,
    /// The shape of the last formula, in prefix notation, and its clauses. They are kept because most formulas have the
    /// same shape as the previous formula.
    last: (Vec<u32>, Option<Rc<ShapeClauses>>),
    shape: FormulaShape,
    clause: Vec<Lit>,
}

impl FormulaDistribution {
    pub fn new(stage: DistributionStage) -> Self {
        Self {
            stage,
            known: FxHashMap::default(),
            last: (Vec::new(), None),
            shape: FormulaShape::default(),
            clause: Vec::new(),
        }
    }

    /// Emits the clauses of a formula.
    pub fn lower(&mut self, formula: &Formula, out: &mut dyn Emit) -> Result<(), Refusal> {
        let mut shape = std::mem::take(&mut self.shape);
        shape.set(formula);
        let emitted = self.emit(formula, &shape, |place| shape.literals[place], out);
        self.shape = shape;
        emitted
    }

    /// Emits the clauses of a pattern over these literals.
    pub fn lower_instance(
        &mut self,
        pattern: &FormulaPattern,
        literals: &[Lit],
        out: &mut dyn Emit,
    ) -> Result<(), Refusal> {
        if has_repeated_variable(literals) {
            // the formula then has a simpler shape than its pattern
            return self.lower(&pattern.formula(literals), out);
        }
        let literal = |place: usize| instance(pattern.shape.literals[place], literals);
        self.emit(&pattern.formula, &pattern.shape, literal, out)
    }

    /// Emits the clauses of a formula, with `literal` for each literal of its shape.
    fn emit(
        &mut self,
        formula: &Formula,
        shape: &FormulaShape,
        literal: impl Fn(usize) -> Lit,
        out: &mut dyn Emit,
    ) -> Result<(), Refusal> {
        let found = self.find(formula, shape)?;
        if found.clauses > CLAUSE_LIMIT as u128 {
            return match out.add_counts(&found.counts(literal)) {
                true => Ok(()),
                false => Err((RefusedStep::CountedDistribution, found.clauses)),
            };
        }
        if out.count_only(found.clauses as usize) {
            return Ok(());
        }
        for (template, copies) in &found.templates {
            self.clause.clear();
            self.clause.extend(template.iter().map(|&place| literal(place as usize)));
            for _ in 0..*copies {
                out.clause(&self.clause, "distribution of or over and");
            }
        }
        Ok(())
    }

    /// Returns the clauses of a formula, and keeps them for the next formula.
    fn find(
        &mut self,
        formula: &Formula,
        shape: &FormulaShape,
    ) -> Result<Rc<ShapeClauses>, Refusal> {
        if let (prefix, Some(found)) = &self.last
            && *prefix == shape.prefix
        {
            return Ok(Rc::clone(found));
        }
        let found = match self.known.get(&shape.prefix[..]) {
            Some(known) => Rc::clone(known),
            None => {
                let found = Rc::new(self.distribute(formula, shape)?);
                self.known.insert(shape.prefix.as_slice().into(), Rc::clone(&found));
                found
            }
        };
        self.last = (shape.prefix.clone(), Some(Rc::clone(&found)));
        Ok(found)
    }

    fn distribute(&self, formula: &Formula, shape: &FormulaShape) -> Result<ShapeClauses, Refusal> {
        let place = |literal: Lit| {
            let place = shape.literals.iter().position(|&known| known == literal);
            place.expect("the shape lists all literals") as u32
        };
        match (Distribution { stage: self.stage, place: &place }).clauses(formula, true) {
            Ok(templates) => Ok(ShapeClauses::new(templates, shape.literals.len())),
            Err(OverLimit(products)) => match self.stage {
                // the number of all clauses needs no distribution
                DistributionStage::Raw => {
                    Err((RefusedStep::CountedDistribution, raw_count(formula, true)))
                }
                _ => Err((RefusedStep::Distribution, products as u128)),
            },
        }
    }
}

/// Returns the number of clauses that distribution yields for a formula, or for its negation if `sign` is false: the sum
/// over the parts of a conjunction, and the product over the parts of a disjunction.
fn raw_count(formula: &Formula, sign: bool) -> u128 {
    let product = |parts: &[SignedPart<'_>]| {
        let of = |product: u128, &(part, sign): &_| product.saturating_mul(raw_count(part, sign));
        parts.iter().fold(1, of)
    };
    match view(formula, sign) {
        FormulaView::Literal(_) => 1,
        FormulaView::All(parts) => {
            parts.iter().fold(0, |sum, &(part, sign)| sum.saturating_add(raw_count(part, sign)))
        }
        FormulaView::Any(parts) => product(&parts),
        FormulaView::Equal(a, b, equal) => {
            let [first, second] = implications(a, b, equal).map(|parts| product(&parts));
            first.saturating_add(second)
        }
    }
}

/// The maximum number of products that one step forms if equal clauses are merged.
const MERGED_LIMIT: usize = 1 << 20;

/// A step that would form more products than its limit, with their number.
struct OverLimit(usize);

type Clauses = Result<Vec<(Template, u128)>, OverLimit>;

struct Distribution<'a, P> {
    stage: DistributionStage,
    place: &'a P,
}

impl<P: Fn(Lit) -> u32> Distribution<'_, P> {
    /// Returns the clauses of a formula, or of its negation if `sign` is false.
    fn clauses(&self, formula: &Formula, sign: bool) -> Clauses {
        match view(formula, sign) {
            FormulaView::Literal(literal) => Ok(vec![(vec![(self.place)(literal)], 1)]),
            FormulaView::All(parts) => {
                self.all(parts.into_iter().map(|(part, sign)| self.clauses(part, sign)))
            }
            FormulaView::Any(parts) => self.any(&parts),
            FormulaView::Equal(a, b, equal) => {
                self.all(implications(a, b, equal).map(|parts| self.any(&parts)))
            }
        }
    }

    /// Returns the clauses of a conjunction.
    fn all(&self, parts: impl IntoIterator<Item = Clauses>) -> Clauses {
        let mut clauses = StageClauses::new(self.stage);
        for part in parts {
            part?.into_iter().for_each(|(clause, copies)| clauses.add(clause, copies));
            self.within_limit(clauses.kept.len())?;
        }
        Ok(clauses.into_templates())
    }

    /// Returns the clauses of a disjunction: each clause of one part joined with each clause of the others.
    fn any(&self, parts: &[SignedPart<'_>]) -> Clauses {
        let mut product: Vec<(Template, u128)> = vec![(Vec::new(), 1)];
        for &(part, sign) in parts {
            let part = self.clauses(part, sign)?;
            self.within_limit(product.len().saturating_mul(part.len()))?;
            let mut clauses = StageClauses::new(self.stage);
            for (left, copies) in &product {
                for (right, more) in &part {
                    if let Some(clause) = self.join(left, right) {
                        clauses.add(clause, copies.saturating_mul(*more));
                    }
                }
            }
            product = clauses.into_templates();
        }
        Ok(product)
    }

    fn within_limit(&self, products: usize) -> Result<(), OverLimit> {
        let limit = match self.stage {
            // the search for subsumed clauses takes quadratic time
            DistributionStage::Irredundant => CLAUSE_LIMIT,
            _ => MERGED_LIMIT,
        };
        if products > limit { Err(OverLimit(products)) } else { Ok(()) }
    }

    /// Returns the disjunction of two sorted clauses, or `None` if it is a tautology that the stage drops.
    fn join(&self, left: &[u32], right: &[u32]) -> Option<Template> {
        let mut joined: Template = left.iter().chain(right).copied().collect();
        joined.sort_unstable();
        joined.dedup();
        let is_tautology = joined.windows(2).any(|pair| pair[0] ^ 1 == pair[1]);
        (self.stage == DistributionStage::Raw || !is_tautology).then_some(joined)
    }
}

/// The clauses of a step that the stage keeps, in the order in which they were first added.
struct StageClauses {
    stage: DistributionStage,
    /// The clauses, how often each occurs, and a 64-bit signature of its literals.
    kept: Vec<(Template, u128, u64)>,
    /// The place of each clause in `kept`, if equal clauses are merged.
    places: FxHashMap<Template, usize>,
}

impl StageClauses {
    fn new(stage: DistributionStage) -> Self {
        Self { stage, kept: Vec::new(), places: FxHashMap::default() }
    }

    fn add(&mut self, clause: Template, copies: u128) {
        match self.stage {
            DistributionStage::Irredundant => self.add_irredundant(clause),
            _ => self.merge(clause, copies),
        }
    }

    /// Adds copies of a clause, of which a stage with distinct clauses keeps one.
    fn merge(&mut self, clause: Template, copies: u128) {
        match self.places.entry(clause) {
            Entry::Occupied(_) if self.stage == DistributionStage::Distinct => {}
            Entry::Occupied(known) => {
                let known = &mut self.kept[*known.get()].1;
                *known = known.saturating_add(copies);
            }
            Entry::Vacant(new) => {
                self.kept.push((new.key().clone(), copies, 0));
                new.insert(self.kept.len() - 1);
            }
        }
    }

    /// Adds a clause unless an existing clause subsumes it, and removes the clauses that it subsumes.
    ///
    /// A clause can subsume another clause only if its signature is a subset of the other signature. This test rejects
    /// most pairs without comparing literals.
    fn add_irredundant(&mut self, clause: Template) {
        let signature = clause.iter().fold(0, |bits, &literal| bits | 1 << (literal % 64));
        let contains = |large: &Template, small: &Template| {
            small.iter().all(|literal| large.binary_search(literal).is_ok())
        };
        let subsumes =
            |small: &Template, other: u64| other & !signature == 0 && contains(&clause, small);
        if self.kept.iter().any(|(small, _, other)| subsumes(small, *other)) {
            return;
        }
        self.kept.retain(|(large, _, other)| signature & !other != 0 || !contains(large, &clause));
        self.kept.push((clause, 1, signature));
    }

    fn into_templates(self) -> Vec<(Template, u128)> {
        self.kept.into_iter().map(|(clause, copies, _)| (clause, copies)).collect()
    }
}
