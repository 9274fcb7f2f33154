//! The trait of lazy rules, and a type for each rule about graphs.

use std::fmt;
use std::sync::Arc;

use crate::encoding::{Cut, CutForm, CutKind, Encoding, EncodingError, Part};
use crate::logic::Lit;
use crate::model::goal::{GraphGoal, GraphRule};
use crate::model::graph::RuleGraph;
use crate::model::{argument, check, cuts, eager, fractional, spanning};
use crate::puzzle::BrokenRule;

/// A rule that a solver need not know: a solver runs without it, and each model that breaks it is excluded by cuts.
///
/// Implement it for a rule of your own. `values` are the values of the variables of the
/// [`Model`](crate::model::Model), by their indices.
///
/// ```
/// use encycle_encodings::encoding::{Cut, CutKind, CutReason};
/// use encycle_encodings::logic::{Lit, holds};
/// use encycle_encodings::model::{LazyRule, Model};
///
/// /// No two neighbors in a row are true.
/// #[derive(Debug)]
/// struct Apart(Vec<Lit>);
///
/// impl LazyRule for Apart {
///     fn name(&self) -> &'static str {
///         "apart"
///     }
///
///     fn violated(&self, values: &[bool], _: CutKind) -> Vec<Cut> {
///         let pairs = self.0.windows(2).filter(|pair| pair.iter().all(|&one| holds(one, values)));
///         pairs.map(|pair| Cut::clause(vec![!pair[0], !pair[1]], CutReason::Rule("apart"))).collect()
///     }
/// }
///
/// let mut model = Model::new();
/// let row = ["a", "b", "c"].map(|name| model.variable(name));
/// model.require(Apart(row.to_vec()));
/// ```
pub trait LazyRule: fmt::Debug + Send + Sync {
    /// Returns the name, such as `one-cycle`.
    fn name(&self) -> &'static str;

    /// Returns cuts that the values violate and every solution satisfies; none if the values satisfy the rule.
    fn violated(&self, values: &[bool], kind: CutKind) -> Vec<Cut>;

    /// Checks the values. The rules of this crate do so without [`Self::violated`]; the default asks for cuts.
    ///
    /// # Errors
    /// The values break the rule.
    fn check(&self, values: &[bool]) -> Result<(), BrokenRule> {
        match self.violated(values, CutKind::Loop).first() {
            None => Ok(()),
            Some(_) => {
                let violation = "the rule has a cut that the values violate";
                Err(BrokenRule::new(self.name(), crate::logic::Place::Whole, violation))
            }
        }
    }

    /// Returns cuts that a point of the linear relaxation violates, with a value from 0 to 1 for each variable.
    fn fractional(&self, point: &[f64]) -> Vec<Cut> {
        let _ = point;
        Vec::new()
    }

    /// Returns the constraints that a solver gets from the beginning beside the cuts, if there are any. `number` tells
    /// the rules of a model apart.
    ///
    /// # Errors
    /// There are more variables than files can number.
    fn local(
        &self,
        number: usize,
        encoding: &mut Encoding<'_>,
    ) -> Result<Option<Part<'static>>, EncodingError> {
        let _ = (number, encoding);
        Ok(None)
    }

    /// Returns the constraints that state the rule without cuts, in the form of this name
    /// ([`Model::FORMS`](crate::model::Model::FORMS)).
    ///
    /// # Errors
    /// The rule has no such form, which is the default, or the form is too large.
    fn stated(
        &self,
        form: &str,
        number: usize,
        encoding: &mut Encoding<'_>,
    ) -> Result<Part<'static>, EncodingError> {
        let _ = number;
        let reason = format!(
            "the rule `{}` has cuts only, no form `{form}`\nhelp: use the encoding `cuts`",
            self.name()
        );
        Err(EncodingError::new(encoding.name(), reason))
    }

    /// Returns why the rule has no form of this name for its graph, if it has none; the form is then not offered.
    fn form_obstacle(&self, form: &str) -> Option<String> {
        let _ = form;
        None
    }

    /// Returns whether some kinds of cut are rows that a MIP solver prefers to clauses.
    fn has_rows(&self) -> bool {
        false
    }

    /// Returns whether every solution satisfies a clause, by a local argument that does not depend on how cuts are found. Only
    /// then is a recorded cut used again. By default, no clause has an argument.
    fn justifies(&self, clause: &[Lit]) -> bool {
        let _ = clause;
        false
    }

    /// Returns whether every solution satisfies a cut, as [`Self::justifies`] does for a clause.
    fn justifies_cut(&self, cut: &Cut) -> bool {
        cut.form() == CutForm::Clause && self.justifies(cut.literals())
    }

    /// Returns the rule as a rule about a graph, if it is one.
    fn graph_rule(&self) -> Option<&GraphRule> {
        None
    }
}

impl LazyRule for GraphRule {
    fn name(&self) -> &'static str {
        self.goal().name()
    }

    fn violated(&self, values: &[bool], kind: CutKind) -> Vec<Cut> {
        cuts::violated(self, values, kind)
    }

    fn check(&self, values: &[bool]) -> Result<(), BrokenRule> {
        check::check(self, values)
    }

    fn fractional(&self, point: &[f64]) -> Vec<Cut> {
        fractional::separate(self, point)
    }

    fn local(
        &self,
        number: usize,
        encoding: &mut Encoding<'_>,
    ) -> Result<Option<Part<'static>>, EncodingError> {
        eager::local(self, number, encoding)
    }

    fn stated(
        &self,
        form: &str,
        number: usize,
        encoding: &mut Encoding<'_>,
    ) -> Result<Part<'static>, EncodingError> {
        eager::stated(self, form, number, encoding)
    }

    fn form_obstacle(&self, form: &str) -> Option<String> {
        spanning::obstacle(self, form)
    }

    fn has_rows(&self) -> bool {
        true
    }

    fn justifies(&self, clause: &[Lit]) -> bool {
        argument::justifies(self, clause)
    }

    fn justifies_cut(&self, cut: &Cut) -> bool {
        argument::justifies_cut(self, cut)
    }

    fn graph_rule(&self) -> Option<&GraphRule> {
        Some(self)
    }
}

/// Makes a type for each rule, as `OneCycle::new(graph)`: a rule that must hold.
macro_rules! graph_rules {
    ($($(#[$doc:meta])* $name:ident($($argument:ident: $kind:ty),*) = $goal:expr;)*) => {
        $(
            $(#[$doc])*
            ///
            /// The vertices are named as in the graph; new names are added to it.
            #[derive(Clone, Debug)]
            pub struct $name(GraphRule);

            impl $name {
                /// Creates the rule.
                ///
                /// # Panics
                /// The graph does not fit the rule; [`GraphRule::new`] returns an error instead.
                #[must_use]
                pub fn new(graph: impl Into<Arc<RuleGraph>> $(, $argument: $kind)*) -> Self {
                    #[allow(unused_mut, reason = "some rules name no vertex")]
                    let mut graph = Arc::unwrap_or_clone(graph.into());
                    let goal = $goal(&mut graph $(, $argument)*);
                    match GraphRule::new(graph, goal) {
                        Ok(rule) => Self(rule),
                        Err(error) => panic!("{error}"),
                    }
                }

                /// Returns the rule.
                #[must_use]
                pub fn into_rule(self) -> GraphRule {
                    self.0
                }
            }

            impl From<$name> for GraphRule {
                fn from(rule: $name) -> Self {
                    rule.0
                }
            }

            impl From<$name> for Box<dyn LazyRule> {
                fn from(rule: $name) -> Self {
                    Box::new(rule.0)
                }
            }
        )*
    };
}

impl<T: LazyRule + 'static> From<T> for Box<dyn LazyRule> {
    fn from(rule: T) -> Self {
        Box::new(rule)
    }
}

/// Returns the indices of the vertices with these names.
fn numbered(graph: &mut RuleGraph, names: &[&str]) -> Vec<usize> {
    names.iter().map(|name| graph.add_vertex(name)).collect()
}

/// Returns the indices of two vertices.
fn pair(graph: &mut RuleGraph, from: &str, to: &str) -> [usize; 2] {
    [from, to].map(|name| graph.add_vertex(name))
}

graph_rules! {
    /// The drawn edges are exactly one cycle; vertices may be left out.
    OneCycle() = |_: &mut RuleGraph| GraphGoal::OneCycle;
    /// The drawn edges are one cycle through all vertices.
    HamiltonCycle() = |_: &mut RuleGraph| GraphGoal::HamiltonCycle;
    /// The drawn edges are disjoint cycles, possibly none.
    DisjointCycles() = |_: &mut RuleGraph| GraphGoal::Cycles;
    /// The drawn edges are one path between two vertices.
    OnePath(from: &str, to: &str) = |graph: &mut RuleGraph, from, to| {
        GraphGoal::Path(pair(graph, from, to))
    };
    /// The drawn edges are one path through all vertices, with any ends.
    HamiltonPath() = |_: &mut RuleGraph| GraphGoal::HamiltonPath(None);
    /// The drawn edges connect these vertices; without vertices, all vertices that they touch.
    ConnectedEdges(vertices: &[&str]) = |graph: &mut RuleGraph, vertices| {
        GraphGoal::Connected(numbered(graph, vertices))
    };
    /// The chosen vertices are connected by drawn edges between them.
    ConnectedVertices() = |_: &mut RuleGraph| GraphGoal::ConnectedVertices;
    /// The drawn edges are one tree, which contains these vertices.
    OneTree(vertices: &[&str]) = |graph: &mut RuleGraph, vertices| {
        GraphGoal::Tree(numbered(graph, vertices))
    };
    /// The drawn edges contain no cycle, whatever their directions.
    ForestEdges() = |_: &mut RuleGraph| GraphGoal::Forest;
    /// The drawn edges contain no cycle; in a directed graph, no directed cycle.
    AcyclicEdges() = |_: &mut RuleGraph| GraphGoal::Acyclic;
    /// Drawn edges lead from the first vertex to the second.
    ReachVertex(from: &str, to: &str) = |graph: &mut RuleGraph, from, to| {
        GraphGoal::Reach(pair(graph, from, to))
    };
    /// At most this number of drawn edges lead from the first vertex to the second.
    WithinDistance(from: &str, to: &str, most: usize) = |graph: &mut RuleGraph, from, to, most| {
        GraphGoal::Distance(pair(graph, from, to), most)
    };
}
