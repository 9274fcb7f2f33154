//! Decision diagrams: the lowering of counts and linear sums that would become too many clauses.
//!
//! A node of the diagram of "sum ≥ b" is a literal x with two children: what remains to be reached if x is true, and if it
//! is false. Equal rests are one node, found by the interval of bounds for which the rest is the same function. Each node
//! becomes a variable n, defined in both directions, so the literals determine it. Since more true literals never harm,
//! four clauses define n: n → high, n ∧ ¬x → low, high ∧ x → n, low → n.
//!
//! "sum ≤ b" says that "sum ≥ b + 1" is false, so both bounds of a sum share their nodes. The roots need no variables: a
//! node is false if and only if high is false or x is, and low is false, too; it is true if and only if x or low is true,
//! and high is true, too. The clauses state that along the chain of low, or of high, children. For "exactly k of n
//! literals" this leaves k nodes for each literal: a sequential counter (Sinz 2005), from the last literal to the first.
//!
//! Sources: Eén and Sörensson 2006, *Translating pseudo-Boolean constraints into SAT*; the intervals: Abío et al. 2012, *A
//! new look at BDDs for pseudo-Boolean constraints*.

use std::collections::BTreeMap;

use crate::logic::clauses::direct;
use crate::logic::clauses::linear::{positive, suffix_sums};
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
    let mut count = |when, literals: &[Lit], at_least: usize, at_most: usize| {
        let terms: Vec<(i64, Lit)> = literals.iter().map(|&literal| (1, literal)).collect();
        lower(when, &terms, Some(at_least as i64), Some(at_most as i64), out)
    };
    match constraint {
        Constraint::Linear { terms, relation, right } => {
            let least = (relation != Relation::AtMost).then_some(right);
            let most = (relation != Relation::AtLeast).then_some(right);
            lower(None, terms, least, most, out)
        }
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

/// Emits "the sum of the terms is between two bounds"; with a condition `when`, only if it is true.
fn lower(
    when: Option<Lit>,
    terms: &[(i64, Lit)],
    least: Option<i64>,
    most: Option<i64>,
    out: &mut dyn Emit,
) -> Result<(), Refusal> {
    let (terms, constant) = positive(terms, 0, 1);
    let rest = suffix_sums(&terms);
    let mut diagram = SumDiagram { terms: &terms, rest: &rest, levels: Vec::new(), nodes: 0 };
    diagram.levels.resize_with(terms.len(), BTreeMap::new);
    let mut bounds = [(true, least), (false, most)].into_iter();
    bounds.try_for_each(|(is_reached, bound)| match bound {
        Some(bound) => {
            let bound = i128::from(bound) + i128::from(!is_reached) + constant;
            diagram.require(is_reached, bound, when, out)
        }
        None => Ok(()),
    })
}

/// A node: a constant, or a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DiagramNode {
    Yes,
    No,
    If(Lit),
}

/// A node with the least and the greatest bound for which it is the rest.
#[derive(Clone, Copy)]
struct NodeSpan {
    node: DiagramNode,
    least: i128,
    greatest: i128,
}

struct SumDiagram<'a> {
    terms: &'a [(i128, Lit)],
    rest: &'a [i128],
    /// The nodes of each level, by their greatest bound.
    levels: Vec<BTreeMap<i128, NodeSpan>>,
    nodes: u64,
}

impl SumDiagram<'_> {
    /// Returns the node of "the terms from `level` on reach `bound`", if it is known or a constant.
    fn known(&self, level: usize, bound: i128) -> Option<NodeSpan> {
        if bound <= 0 {
            return Some(NodeSpan { node: DiagramNode::Yes, least: i128::MIN / 4, greatest: 0 });
        }
        if self.rest[level] < bound {
            let least = self.rest[level] + 1;
            return Some(NodeSpan { node: DiagramNode::No, least, greatest: i128::MAX / 4 });
        }
        let (_, span) = self.levels[level].range(bound..).next()?;
        (span.least <= bound).then_some(*span)
    }

    /// Emits that the terms reach a bound, or that they do not; with a condition `when`, only if it is true.
    fn require(
        &mut self,
        is_reached: bool,
        mut bound: i128,
        when: Option<Lit>,
        out: &mut dyn Emit,
    ) -> Result<(), Refusal> {
        let condition = when.map(|when| !when);
        for (level, &(coefficient, x)) in self.terms.iter().enumerate() {
            if bound <= 0 || self.rest[level] < bound {
                break;
            }
            let next = if is_reached { bound } else { bound - coefficient };
            let other = match self.build(level + 1, next, out)? {
                DiagramNode::If(node) => Some(Some(node)),
                node => ((node == DiagramNode::Yes) != is_reached).then_some(None),
            };
            if let Some(other) = other {
                let pair = [Some(x), other].into_iter().flatten();
                let pair = pair.map(|one| if is_reached { one } else { !one });
                out.clause(&Vec::from_iter(condition.into_iter().chain(pair)), ROOT);
            }
            bound -= if is_reached { coefficient } else { 0 };
        }
        if (bound <= 0) != is_reached {
            out.clause(&Vec::from_iter(condition), ROOT);
        }
        Ok(())
    }

    /// Returns the node of a level and bound. The rests are completed depth first, with a stack instead of recursion,
    /// because a sum may have any number of terms.
    fn build(
        &mut self,
        level: usize,
        bound: i128,
        out: &mut dyn Emit,
    ) -> Result<DiagramNode, Refusal> {
        let mut open = vec![(level, bound)];
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
                    let span = NodeSpan {
                        node: self.node(level, high.node, low.node, out)?,
                        least: low.least.max(high.least.saturating_add(coefficient)),
                        greatest: low.greatest.min(high.greatest.saturating_add(coefficient)),
                    };
                    self.levels[level].insert(span.greatest, span);
                }
            }
        }
        Ok(self.known(level, bound).map_or(DiagramNode::Yes, |span| span.node))
    }

    /// Returns "`high` if the literal of the level is true, otherwise `low`".
    fn node(
        &mut self,
        level: usize,
        high: DiagramNode,
        low: DiagramNode,
        out: &mut dyn Emit,
    ) -> Result<DiagramNode, Refusal> {
        if high == low {
            return Ok(high);
        }
        let x = self.terms[level].1;
        if (high, low) == (DiagramNode::Yes, DiagramNode::No) {
            return Ok(DiagramNode::If(x));
        }
        self.nodes += 1;
        if self.nodes > NODE_LIMIT {
            return Err((RefusedStep::Diagram, self.nodes.into()));
        }
        let node = out.fresh();
        if let DiagramNode::If(high) = high {
            out.clause(&[!node, high], NODE);
            out.clause(&[!high, !x, node], NODE);
        } else if high == DiagramNode::Yes {
            out.clause(&[!x, node], NODE);
        }
        if let DiagramNode::If(low) = low {
            out.clause(&[!node, x, low], NODE);
            out.clause(&[!low, node], NODE);
        } else if low == DiagramNode::No {
            out.clause(&[!node, x], NODE);
        }
        Ok(DiagramNode::If(node))
    }
}
