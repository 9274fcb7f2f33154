//! The lowering of formulas to clauses by distribution (Westreicher 5.2.1; Huth and Ryan 2004, pages
//! 58-65).
//!
//! Negations are pushed to the literals, then *or* is distributed over *and*. Tautologies and subsumed
//! clauses are dropped at each step. The result can still grow exponentially, so a step that would form
//! more than [`CLAUSE_LIMIT`] products is refused before it runs.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::logic::emit::{CLAUSE_LIMIT, Emit, Refusal};
use crate::logic::{Formula, Lit, Var};

/// A clause over the positions in the list of the formula's variables: a literal is twice the position,
/// plus 1 if negated.
type Template = Vec<u32>;

/// The distribution of formulas, with a cache by shape: the formulas of a grid have few shapes.
#[derive(Debug, Default)]
pub(super) struct Distribution {
    templates: FxHashMap<Box<[u32]>, Rc<[Template]>>,
    shape: Vec<u32>,
    variables: Vec<Var>,
    clause: Vec<Lit>,
}

impl Distribution {
    /// Emits the clauses of a formula.
    pub fn lower(&mut self, formula: &Formula, out: &mut impl Emit) -> Result<(), Refusal> {
        self.shape.clear();
        self.variables.clear();
        write_shape(formula, &mut self.variables, &mut self.shape);
        let templates = match self.templates.get(&self.shape[..]) {
            Some(known) => Rc::clone(known),
            None => {
                let place = |literal: Lit| {
                    let place = self.variables.iter().position(|&var| var == literal.var());
                    place.expect("write_shape lists all variables") as u32 * 2
                        + u32::from(literal.is_neg())
                };
                let clauses: Rc<[Template]> = distribute(formula, true, &place)?.into();
                self.templates.insert(self.shape.as_slice().into(), Rc::clone(&clauses));
                clauses
            }
        };
        for template in &*templates {
            self.clause.clear();
            let literal = |&place: &u32| self.variables[place as usize / 2].lit(place % 2 == 1);
            self.clause.extend(template.iter().map(literal));
            out.clause(&self.clause, "distribution of or over and");
        }
        Ok(())
    }
}

/// Appends the shape of a formula: its prefix notation, with variables numbered in order of first
/// occurrence. Also appends these variables.
fn write_shape(formula: &Formula, variables: &mut Vec<Var>, shape: &mut Vec<u32>) {
    match formula {
        Formula::Literal(literal) => {
            let var = literal.var();
            let place = variables.iter().position(|&known| known == var).unwrap_or_else(|| {
                variables.push(var);
                variables.len() - 1
            });
            shape.extend([0, place as u32 * 2 + u32::from(literal.is_neg())]);
        }
        Formula::Not(part) => {
            shape.push(1);
            write_shape(part, variables, shape);
        }
        Formula::And(parts) | Formula::Or(parts) => {
            let tag = if matches!(formula, Formula::And(_)) { 2 } else { 3 };
            shape.extend([tag, parts.len() as u32]);
            parts.iter().for_each(|part| write_shape(part, variables, shape));
        }
        Formula::Implies(a, b) | Formula::Iff(a, b) | Formula::Xor(a, b) => {
            shape.push(match formula {
                Formula::Implies(..) => 4,
                Formula::Iff(..) => 5,
                _ => 6,
            });
            write_shape(a, variables, shape);
            write_shape(b, variables, shape);
        }
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

/// Returns the clauses of a disjunction: each clause of one part joined with each of the others.
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
/// Each clause has a 64-bit signature of its literals. A clause can subsume another only if its
/// signature is a subset of the other's, which rejects most pairs without comparing literals.
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
