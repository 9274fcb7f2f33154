//! Constraints of a rule, stored until the encoding emits them, and the relation *is before* that forms need.

use std::borrow::Cow;
use std::sync::Arc;

use crate::encoding::{Encoding, EncodingError, EncodingInfo, Part};
use crate::logic::{
    Constraint, ConstraintSink, Formula, Lit, Origin, Place, Relation, Var, tidied,
};
use crate::model::goal::GraphRule;
use crate::model::graph::{Condition, RuleGraph};
use crate::rules::acyclic::{ACYCLIC, Acyclic, AcyclicMethod};

/// How the relation *is before* is stated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OrderForm {
    /// All pairs of vertices are ordered, transitively.
    Order,
    /// Vertex or leaf elimination.
    By(AcyclicMethod),
    /// Numbers in binary, which grow by one.
    Labels,
}

impl OrderForm {
    pub fn named(name: &str) -> Self {
        match name {
            "elimination" => Self::By(AcyclicMethod::MinimumDegree),
            "leaf" => Self::By(AcyclicMethod::Leaf),
            "hybrid" => Self::By(AcyclicMethod::Hybrid),
            "labels" => Self::Labels,
            _ => Self::Order,
        }
    }
}

/// A relation *u is before v* without a cycle, for the pairs of vertices that an edge joins.
pub(super) enum Before {
    /// The first variable, and the number of vertices.
    Order(u32, usize),
    By(Arc<Acyclic>),
}

impl Before {
    pub fn literal(&self, a: usize, b: usize) -> Lit {
        match self {
            Self::By(acyclic) => acyclic.before(a, b),
            Self::Order(first, count) => {
                let [low, high] = [a.min(b), a.max(b)];
                let place = low * (2 * count - low - 1) / 2 + high - low - 1;
                let literal = Lit::positive(first + place as u32);
                if a < b { literal } else { !literal }
            }
        }
    }
}

/// What emits its own variables and constraints, because they are too many to store. `rule` is the number of the rule.
pub(super) trait StreamedPart: Send + Sync {
    fn variables(&self, rule: usize, sink: &mut dyn ConstraintSink);
    fn constraints(&self, sink: &mut dyn ConstraintSink);
}

impl StreamedPart for Arc<Acyclic> {
    fn variables(&self, rule: usize, sink: &mut dyn ConstraintSink) {
        // all auxiliary variables of rules begin with the number of their rule
        let prefix = format!("r{rule}_");
        self.prefixed_variables(&prefix, |vertex| (vertex + 1).to_string(), sink);
    }

    fn constraints(&self, sink: &mut dyn ConstraintSink) {
        let origin = |family, a, b| Origin::new(family, Place::Nodes(a, b));
        Acyclic::constraints(self, origin, sink);
    }
}

/// A sink that stores what it receives. Lowering is left to the sink that gets it later.
#[derive(Default)]
pub(super) struct StoringSink {
    pub variables: Vec<(&'static str, String)>,
    pub constraints: Vec<(Stored, &'static str, Place)>,
}

impl ConstraintSink for StoringSink {
    fn variable(&mut self, family: &'static str, name: std::fmt::Arguments<'_>) -> Var {
        self.variables.push((family, name.to_string()));
        Var::new(self.variables.len() as u32 - 1)
    }

    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin) {
        let stored = match constraint {
            Constraint::Clause(literals) => Stored::Clause(literals.to_vec()),
            other => Stored::Formula(other.to_formula()),
        };
        self.constraints.push((stored, origin.family, origin.place));
    }
}

/// Constraints of a rule, stored until the encoding emits them.
pub(super) struct StoredRule<'a> {
    pub rule: &'a GraphRule,
    pub graph: &'a RuleGraph,
    pub number: usize,
    /// The number of the next variable.
    pub next: u32,
    first: u32,
    variables: Vec<(&'static str, String)>,
    pub constraints: Vec<(Stored, &'static str, Place)>,
    /// With the number of `variables` before each.
    streamed: Vec<(usize, Box<dyn StreamedPart>)>,
    /// The literal of each edge, different for all edges.
    pub edges: Vec<Lit>,
}

/// A constraint that is stored.
pub(super) enum Stored {
    Clause(Vec<Lit>),
    Count(Vec<Lit>, usize, usize),
    ZeroOrTwo(Vec<Lit>),
    Linear(Vec<(i64, Lit)>, Relation, i64),
    Formula(Formula),
}

impl Stored {
    /// Joins the equal literals of a clause, such as those of a rule and an edge with the same literal. Returns whether the
    /// constraint is not a tautology.
    fn tidy(&mut self) -> bool {
        let Self::Clause(literals) = self else { return true };
        let shorter = match tidied(literals) {
            None => return false,
            Some(Cow::Borrowed(_)) => return true,
            Some(Cow::Owned(shorter)) => shorter,
        };
        *literals = shorter;
        true
    }
}

/// What a part emits.
struct StoredPart {
    variables: Vec<(&'static str, String)>,
    constraints: Vec<(Stored, &'static str, Place)>,
    /// With the number of `variables` before each.
    streamed: Vec<(usize, Box<dyn StreamedPart>)>,
}

impl StoredPart {
    fn constraints(&self, sink: &mut dyn ConstraintSink) {
        for (stored, family, place) in &self.constraints {
            let origin = Origin::new(family, *place);
            match stored {
                Stored::Clause(literals) => sink.add_clause(literals, origin),
                Stored::ZeroOrTwo(literals) => {
                    sink.constraint(Constraint::ZeroOrTwo(literals), origin);
                }
                &Stored::Linear(ref terms, relation, right) => {
                    sink.constraint(Constraint::Linear { terms, relation, right }, origin);
                }
                Stored::Formula(formula) => sink.constraint(Constraint::Formula(formula), origin),
                &Stored::Count(ref literals, at_least, at_most) => {
                    sink.constraint(
                        Constraint::Cardinality { literals, at_least, at_most },
                        origin,
                    );
                }
            }
        }
        self.streamed.iter().for_each(|(_, streamed)| streamed.constraints(sink));
    }
}

impl<'a> StoredRule<'a> {
    pub fn new(rule: &'a GraphRule, number: usize, first: u32) -> Self {
        let graph = rule.graph();
        let mut statement = Self {
            rule,
            graph,
            number,
            next: first,
            first,
            variables: Vec::new(),
            constraints: Vec::new(),
            streamed: Vec::new(),
            edges: Vec::new(),
        };
        let mut used = std::collections::HashSet::new();
        for (index, edge) in graph.edges().iter().enumerate() {
            let literal = match edge.when {
                Condition::If(literal) if used.insert(literal.vidx()) => literal,
                when => {
                    let drawn = statement.variable("drawn", format!("d{index}"));
                    match when {
                        Condition::Always => statement.clause("drawn", vec![drawn]),
                        Condition::If(literal) => {
                            statement.clause("drawn", vec![!drawn, literal]);
                            statement.clause("drawn", vec![drawn, !literal]);
                        }
                    }
                    drawn
                }
            };
            statement.edges.push(literal);
        }
        statement
    }

    pub fn variable(&mut self, family: &'static str, name: String) -> Lit {
        self.variables.push((family, format!("r{}_{name}", self.number)));
        self.next += 1;
        Lit::positive(self.next - 1)
    }

    /// Returns a variable for each vertex.
    pub fn of_vertices(&mut self, family: &'static str, letter: &str) -> Vec<Lit> {
        (0..self.graph.vertex_count())
            .map(|vertex| self.variable(family, format!("{letter}{}", vertex + 1)))
            .collect()
    }

    pub fn clause(&mut self, family: &'static str, literals: Vec<Lit>) {
        self.constraints.push((Stored::Clause(literals), family, Place::Whole));
    }

    /// Adds what emits this number of variables, and its constraints.
    pub fn stream(&mut self, variables: usize, streamed: impl StreamedPart + 'static) {
        self.next += variables as u32;
        self.streamed.push((self.variables.len(), Box::new(streamed)));
    }

    /// Returns the literal that is false if the rule need not hold.
    pub fn unless(&self) -> Option<Lit> {
        self.rule.literal().map(|literal| !literal)
    }

    /// Returns the part with everything stated, and numbers its variables.
    pub fn part(
        self,
        about: EncodingInfo,
        encoding: &mut Encoding<'_>,
    ) -> Result<Part<'static>, EncodingError> {
        let first = encoding.numbers(self.next - self.first)?;
        let number = self.number;
        let Self { variables, mut constraints, streamed, .. } = self;
        constraints.retain_mut(|(stored, ..)| stored.tidy());
        let stored = StoredPart { variables, constraints, streamed };
        let variables = move |stored: &StoredPart, sink: &mut dyn ConstraintSink| {
            let mut streamed = stored.streamed.iter().peekable();
            for (place, (family, text)) in stored.variables.iter().enumerate() {
                while let Some((_, next)) = streamed.next_if(|(before, _)| *before <= place) {
                    next.variables(number, sink);
                }
                sink.variable(family, format_args!("{text}"));
            }
            streamed.for_each(|(_, next)| next.variables(number, sink));
        };
        Ok(Part::of(about, first, stored, variables, StoredPart::constraints))
    }

    /// Returns the relation on the pairs of vertices that an edge joins.
    pub fn before(&mut self, form: OrderForm) -> Before {
        let count = self.graph.vertex_count();
        match form {
            OrderForm::Order => {
                let first = self.next;
                for a in 0..count {
                    for b in a + 1..count {
                        self.variable(ACYCLIC.0, format!("o_{}_{}", a + 1, b + 1));
                    }
                }
                let before = Before::Order(first, count);
                for a in 0..count {
                    for b in 0..count {
                        for c in (0..count).filter(|&c| a < b && a < c && b != c) {
                            // a is the least of the three, so each cyclic order is named once
                            let cycle = [(a, b), (b, c), (c, a)];
                            let clause =
                                cycle.iter().map(|&(u, v)| !before.literal(u, v)).collect();
                            self.clause(ACYCLIC.0, clause);
                        }
                    }
                }
                before
            }
            OrderForm::By(method) => {
                let mut pairs: Vec<(usize, usize)> = self
                    .graph
                    .edges()
                    .iter()
                    .map(|edge| (edge.ends[0].min(edge.ends[1]), edge.ends[0].max(edge.ends[1])))
                    .filter(|(a, b)| a != b)
                    .collect();
                pairs.sort_unstable();
                pairs.dedup();
                let relation =
                    Arc::new(Acyclic::new(method, count, pairs.iter().copied(), self.next));
                self.stream(relation.variable_count(), relation.clone());
                Before::By(relation)
            }
            OrderForm::Labels => self.before(OrderForm::By(AcyclicMethod::Leaf)),
        }
    }
}
