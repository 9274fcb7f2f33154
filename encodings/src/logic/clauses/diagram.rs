//! Decision diagrams: the lowering of counts and linear sums that would become too many clauses.
//!
//! A node of the diagram of "sum ≥ b" is a literal x with two children: what remains to be reached if x is true, and if it
//! is false. Equal rests are one node, found by the interval of bounds for which the rest is the same function. Each node
//! becomes a variable n, defined in both directions, so the literals determine it. Since more true literals never harm,
//! four clauses define n: n → high, n ∧ ¬x → low, high ∧ x → n, low → n.
//!
//! Sources: Eén and Sörensson 2006, *Translating pseudo-Boolean constraints into SAT*; the intervals: Abío et al. 2012, *A
//! new look at BDDs for pseudo-Boolean constraints*.

use std::collections::BTreeMap;

use crate::logic::clauses::direct;
use crate::logic::clauses::linear::{positive, signs, suffix_sums};
use crate::logic::emit::{Emit, Refusal, RefusedStep};
use crate::logic::{Constraint, Lit, Relation};

const NODE: &str = "node of the decision diagram";
const ROOT: &str = "the root of the decision diagram";

/// The maximum number of nodes for one constraint.
const NODE_LIMIT: u64 = 1 << 18;

/// Emits a constraint that becomes too many clauses by [`direct`].
pub(super) fn lower_constraint(
    constraint: Constraint<'_>,
    buffer: &mut Vec<Lit>,
    out: &mut dyn Emit,
) -> Result<(), Refusal> {
    let terms = |literals: &[Lit]| literals.iter().map(|&literal| (1, literal)).collect::<Vec<_>>();
    let mut count = |when, literals: &[Lit], at_least: usize, at_most: usize| {
        let terms = terms(literals);
        if at_least > 0 {
            lower(when, &terms, Relation::AtLeast, at_least as i64, out)?;
        }
        match at_most < literals.len() {
            true => lower(when, &terms, Relation::AtMost, at_most as i64, out),
            false => Ok(()),
        }
    };
    match constraint {
        Constraint::Linear { terms, relation, right } => lower(None, terms, relation, right, out),
        Constraint::Cardinality { literals, at_least, at_most } => {
            count(None, literals, at_least, at_most)
        }
        Constraint::Conditional { when, literals, at_least, at_most } => {
            count(Some(when), literals, at_least, at_most)
        }
        Constraint::ZeroOrTwo(literals) => {
            count(None, literals, 0, 2)?;
            direct::not_alone(literals, buffer, out);
            Ok(())
        }
        other => direct::lower(other, buffer, out),
    }
}

/// Emits "the sum of the terms, compared with `right`"; with a condition `when`, only if it is true.
pub(super) fn lower(
    when: Option<Lit>,
    terms: &[(i64, Lit)],
    relation: Relation,
    right: i64,
    out: &mut dyn Emit,
) -> Result<(), Refusal> {
    for &sign in signs(relation) {
        let (terms, bound) = positive(terms, right, sign);
        let rest = suffix_sums(&terms);
        let mut diagram = Diagram { terms: &terms, rest: &rest, levels: Vec::new(), nodes: 0 };
        diagram.levels.resize_with(terms.len(), BTreeMap::new);
        let root = diagram.build(bound, out)?;
        let condition = when.map(|when| !when);
        match root {
            Node::Yes => {}
            Node::No => out.clause(&Vec::from_iter(condition), ROOT),
            Node::If(root) => {
                let clause: Vec<Lit> = condition.into_iter().chain([root]).collect();
                out.clause(&clause, ROOT);
            }
        }
    }
    Ok(())
}

/// A node: a constant, or a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Node {
    Yes,
    No,
    If(Lit),
}

/// A node with the least and the greatest bound for which it is the rest.
#[derive(Clone, Copy)]
struct Span {
    node: Node,
    least: i128,
    greatest: i128,
}

struct Diagram<'a> {
    terms: &'a [(i128, Lit)],
    rest: &'a [i128],
    /// The nodes of each level, by their greatest bound.
    levels: Vec<BTreeMap<i128, Span>>,
    nodes: u64,
}

impl Diagram<'_> {
    /// Returns the node of "the terms from `level` on reach `bound`", if it is known or a constant.
    fn known(&self, level: usize, bound: i128) -> Option<Span> {
        if bound <= 0 {
            return Some(Span { node: Node::Yes, least: i128::MIN / 4, greatest: 0 });
        }
        if self.rest[level] < bound {
            let least = self.rest[level] + 1;
            return Some(Span { node: Node::No, least, greatest: i128::MAX / 4 });
        }
        let (_, span) = self.levels[level].range(bound..).next()?;
        (span.least <= bound).then_some(*span)
    }

    /// Returns the root. The rests are completed depth first, with a stack instead of recursion, because a sum may have
    /// any number of terms.
    fn build(&mut self, bound: i128, out: &mut dyn Emit) -> Result<Node, Refusal> {
        let mut open = vec![(0, bound)];
        while let Some(&(level, bound)) = open.last() {
            if self.known(level, bound).is_some() {
                open.pop();
                continue;
            }
            let coefficient = self.terms[level].0;
            match (self.known(level + 1, bound - coefficient), self.known(level + 1, bound)) {
                (None, _) => open.push((level + 1, bound - coefficient)),
                (_, None) => open.push((level + 1, bound)),
                (Some(high), Some(low)) => {
                    let span = Span {
                        node: self.node(level, high.node, low.node, out)?,
                        least: low.least.max(high.least.saturating_add(coefficient)),
                        greatest: low.greatest.min(high.greatest.saturating_add(coefficient)),
                    };
                    self.levels[level].insert(span.greatest, span);
                }
            }
        }
        Ok(self.known(0, bound).map_or(Node::Yes, |span| span.node))
    }

    /// Returns "`high` if the literal of the level is true, otherwise `low`".
    fn node(
        &mut self,
        level: usize,
        high: Node,
        low: Node,
        out: &mut dyn Emit,
    ) -> Result<Node, Refusal> {
        if high == low {
            return Ok(high);
        }
        let x = self.terms[level].1;
        if (high, low) == (Node::Yes, Node::No) {
            return Ok(Node::If(x));
        }
        self.nodes += 1;
        if self.nodes > NODE_LIMIT {
            return Err((RefusedStep::Diagram, self.nodes));
        }
        let node = out.fresh();
        if let Node::If(high) = high {
            out.clause(&[!node, high], NODE);
            out.clause(&[!high, !x, node], NODE);
        } else if high == Node::Yes {
            out.clause(&[!x, node], NODE);
        }
        if let Node::If(low) = low {
            out.clause(&[!node, x, low], NODE);
            out.clause(&[!low, node], NODE);
        } else if low == Node::No {
            out.clause(&[!node, x], NODE);
        }
        Ok(Node::If(node))
    }
}
