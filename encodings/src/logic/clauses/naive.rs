//! The lowering of formulas to clauses by distribution (Westreicher 5.2.1; Huth and Ryan 2004, pages
//! 58-65).
//!
//! Negations are pushed to the literals, then *or* is distributed over *and*. For example, (a ∧ b) ∨ c becomes (a ∨ c)
//! ∧ (b ∨ c). Tautologies and subsumed clauses are dropped at each step. The result can still grow exponentially, so a
//! step that would form more than [`CLAUSE_LIMIT`] products is refused before it runs.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::logic::emit::{CLAUSE_LIMIT, Emit, Refusal, has_repeated_variable};
use crate::logic::pattern::{FormulaShape, instance};
use crate::logic::{Formula, FormulaPattern, Lit};

/// A clause of a shape: each number is the position of a literal in [`FormulaShape::literals`].
type Template = Vec<u32>;

/// The distribution of formulas. Its results are cached by shape, because the formulas of a grid have few shapes.
#[derive(Debug, Default)]
pub(super) struct FormulaDistribution {
    templates: FxHashMap<Box<[u32]>, Rc<[Template]>>,
    /// The shape of the last formula, in prefix notation, and its templates. They are kept because most formulas have the
    /// same shape as the previous formula.
    last: (Vec<u32>, Option<Rc<[Template]>>),
    shape: FormulaShape,
    clause: Vec<Lit>,
}

impl FormulaDistribution {
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
        let templates = self.find(formula, shape)?;
        if out.count_only(templates.len()) {
            return Ok(());
        }
        for template in &*templates {
            self.clause.clear();
            self.clause.extend(template.iter().map(|&place| literal(place as usize)));
            out.clause(&self.clause, "distribution of or over and");
        }
        Ok(())
    }

    /// Returns the templates of a formula, and keeps them for the next formula.
    fn find(&mut self, formula: &Formula, shape: &FormulaShape) -> Result<Rc<[Template]>, Refusal> {
        if let (prefix, Some(templates)) = &self.last
            && *prefix == shape.prefix
        {
            return Ok(Rc::clone(templates));
        }
        let templates = self.templates(formula, shape)?;
        self.last = (shape.prefix.clone(), Some(Rc::clone(&templates)));
        Ok(templates)
    }

    /// Returns the templates of a formula.
    fn templates(
        &mut self,
        formula: &Formula,
        shape: &FormulaShape,
    ) -> Result<Rc<[Template]>, Refusal> {
        if let Some(known) = self.templates.get(&shape.prefix[..]) {
            return Ok(Rc::clone(known));
        }
        let place = |literal: Lit| {
            let place = shape.literals.iter().position(|&known| known == literal);
            place.expect("the shape lists all literals") as u32
        };
        let clauses: Rc<[Template]> = distribute(formula, true, &place)?.into();
        self.templates.insert(shape.prefix.as_slice().into(), Rc::clone(&clauses));
        Ok(clauses)
    }
}

/// Returns the clauses of a formula, or of its negation if `sign` is false.
fn distribute(
    formula: &Formula,
    sign: bool,
    place: &impl Fn(Lit) -> u32,
) -> Result<Vec<Template>, Refusal> {
    let of = |part: &Formula, sign| distribute(part, sign, place);
    match formula {
        Formula::Literal(literal) => Ok(vec![vec![place(*literal) ^ u32::from(!sign)]]),
        Formula::Not(part) => of(part, !sign),
        Formula::And(parts) if sign => all(parts.iter().map(|part| of(part, true))),
        Formula::Or(parts) if !sign => all(parts.iter().map(|part| of(part, false))),
        Formula::And(parts) | Formula::Or(parts) => any(parts.iter().map(|part| of(part, sign))),
        Formula::Implies(a, b) if sign => any([of(a, false), of(b, true)]),
        Formula::Implies(a, b) => all([of(a, true), of(b, false)]),
        Formula::Iff(a, b) | Formula::Xor(a, b) => {
            let equal = matches!(formula, Formula::Iff(..)) == sign;
            all([any([of(a, false), of(b, equal)]), any([of(a, true), of(b, !equal)])])
        }
    }
}

type Clauses = Result<Vec<Template>, Refusal>;

/// Returns the clauses of a conjunction.
fn all(parts: impl IntoIterator<Item = Clauses>) -> Clauses {
    let mut clauses = Vec::new();
    for part in parts {
        part?.into_iter().for_each(|clause| add(&mut clauses, clause));
        within_limit(clauses.len())?;
    }
    Ok(clauses.into_iter().map(|(clause, _)| clause).collect())
}

/// Returns the clauses of a disjunction: each clause of one part joined with each clause of the others.
fn any(parts: impl IntoIterator<Item = Clauses>) -> Clauses {
    let mut product = vec![Vec::new()];
    for part in parts {
        let part = part?;
        within_limit(product.len().saturating_mul(part.len()))?;
        let mut clauses = Vec::new();
        for left in &product {
            for right in &part {
                if let Some(clause) = join(left, right) {
                    add(&mut clauses, clause);
                }
            }
        }
        product = clauses.into_iter().map(|(clause, _)| clause).collect();
    }
    Ok(product)
}

fn within_limit(count: usize) -> Result<(), Refusal> {
    if count > CLAUSE_LIMIT {
        return Err(("distribution", count as u64, "tseitin or plaisted-greenbaum"));
    }
    Ok(())
}

/// Returns the disjunction of two sorted clauses, or `None` if it is a tautology.
fn join(left: &[u32], right: &[u32]) -> Option<Template> {
    let mut joined: Template = left.iter().chain(right).copied().collect();
    joined.sort_unstable();
    joined.dedup();
    joined.windows(2).all(|pair| pair[0] ^ 1 != pair[1]).then_some(joined)
}

/// Adds a clause unless an existing clause subsumes it, and removes the clauses that it subsumes.
///
/// Each clause has a 64-bit signature of its literals. A clause can subsume another clause only if its signature is a
/// subset of the other signature. This test rejects most pairs without comparing literals.
fn add(clauses: &mut Vec<(Template, u64)>, clause: Template) {
    let signature = clause.iter().fold(0, |bits, &literal| bits | 1 << (literal % 64));
    let contains = |large: &Template, small: &Template| {
        small.iter().all(|literal| large.binary_search(literal).is_ok())
    };
    if clauses.iter().any(|(small, other)| other & !signature == 0 && contains(&clause, small)) {
        return;
    }
    clauses.retain(|(large, other)| signature & !other != 0 || !contains(large, &clause));
    clauses.push((clause, signature));
}
