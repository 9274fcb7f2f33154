//! Models: a problem of a user's own, as constraints over named variables, with rules about graphs and an objective.
//!
//! A [`Model`] takes the place of a puzzle: it has encodings, and the commands that solve, count, check, encode, decode and
//! compare take it. Its rules are enforced lazily, by cuts, or stated from the beginning:
//!
//! ```text
//!   constraints ──────────────► solver ──► values ──► check of each rule ──► solution
//!   rules ── local part ──────►   ▲                        │
//!                                 └────────── cuts ◄───────┘
//! ```
//!
//! | file | content |
//! |---|---|
//! | `constraints.rs` | constraints that a model owns |
//! | `graph.rs` | graphs whose edges are drawn where a literal is true |
//! | `goal.rs` | the rules about graphs |
//! | `rule.rs` | the trait of lazy rules, and a type for each rule about graphs |
//! | `check.rs` | the independent check of a rule |
//! | `argument.rs` | whether a recorded cut follows from a rule |
//! | `cuts.rs`, `fractional.rs` | cuts for a model, and for a point of the linear relaxation |
//! | `eager.rs` | the constraints beside the cuts, and the forms without cuts |
//! | `spanning.rs` | the forms that state a spanning tree |
//! | `stored.rs` | the constraints of a rule until an encoding emits them |
//! | `names.rs` | the names of columns in exported files |
//! | `text.rs` | the text that identifies a model |
//! | `candidates.rs` | solutions near a point, and bounds: tours (`tour.rs`, `tour_bound.rs`), `steiner_tree.rs` |

mod argument;
mod candidates;
mod check;
mod constraints;
mod cuts;
mod eager;
mod fractional;
mod goal;
mod graph;
mod names;
mod rule;
mod spanning;
mod steiner_tree;
mod stored;
mod text;
mod tour;
mod tour_bound;

pub use constraints::{ModelConstraint, at_least, at_most, clause, exactly, implies, linear};
pub use goal::{GraphGoal, GraphRule, RuleError};
pub use graph::{Condition, RuleEdge, RuleGraph};
pub use names::{is_auxiliary_name, is_column_name};
pub use rule::{
    AcyclicEdges, ConnectedEdges, ConnectedVertices, DisjointCycles, ForestEdges, HamiltonCycle,
    HamiltonPath, LazyRule, OneCycle, OnePath, OneTree, ReachVertex, WithinDistance,
};

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use rustsat::instances::Cnf;

use crate::encoding::{
    CostBound, Cut, CutKind, Encodable, Encoding, EncodingError, EncodingInfo, GlobalConstraint,
    Part, Separated,
};
use crate::logic::{
    ConstraintSink, LinearObjective, Lit, OtherColumn, Place, ProgramColumn, ProgramNames,
    ProgramPart, ProgramRow, Var, holds,
};
use crate::puzzle::{BrokenRule, Extent, GraphSketch, Instance, Sketch, Solution, SolutionForm};
use constraints::ConstraintList;
use names::{FileNames, keeps_name};

/// A problem of a user's own.
///
/// ```
/// use encycle_encodings::model::{Model, OneCycle, RuleGraph, at_least};
/// use encycle_encodings::encoding::Encodable;
///
/// // a triangle with a tail: its only cycle is the triangle
/// let mut model = Model::new();
/// let mut graph = RuleGraph::undirected("g");
/// for (from, to) in [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")] {
///     graph.edge(from, to, model.variable(&format!("{from}{to}")));
/// }
/// model.require(OneCycle::new(graph));
/// assert_eq!(model.encoding_names()[0], "cuts");
/// assert_eq!(model.variable_names(), ["ab", "bc", "ca", "cd"]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Model {
    names: Vec<String>,
    numbers: HashMap<String, u32>,
    /// The columns whose names are not possible in files.
    file_names: FileNames,
    constraints: ConstraintList,
    /// The soft clauses with more than one literal, each with the variable that is true if it is violated.
    soft: Vec<(Lit, Vec<Lit>)>,
    program: ProgramPart,
    column_names: Vec<String>,
    /// The same names.
    column_name_set: HashSet<String>,
    /// The columns in the order of the file that states the model; empty if it is that of [`Model::all_columns`].
    file_order: Vec<ProgramColumn>,
    has_open_end: bool,
    rules: Vec<Arc<dyn LazyRule>>,
}

/// The parts of an encoding of a model that are not rules.
const MODEL: EncodingInfo = EncodingInfo::of_families(
    "model",
    "the user",
    &[("variable", "the variables of the model"), ("constraint", "the constraints of the model")],
);

impl Model {
    /// The forms that state rules without cuts: name and meaning.
    pub const FORMS: &[(&str, &str)] = &[
        ("order", "a transitive order of all vertices"),
        ("elimination", "an acyclic relation by vertex elimination"),
        ("leaf", "an acyclic relation by leaf elimination, with times in binary"),
        ("hybrid", "vertex elimination as long as it saves clauses, then leaf elimination"),
        (
            "labels",
            "numbers in binary that grow by one along a tree; leaf elimination for directed cycles",
        ),
        ("tree", "a spanning tree, without a cycle by vertex elimination"),
        ("cotree", "a spanning tree, and one of the faces; planar graphs only"),
        ("flow", "a spanning tree, with a flow to each vertex; potentials for directed cycles"),
    ];

    /// The name of the encoding whose rules are enforced by cuts.
    pub const CUTS: &str = "cuts";

    /// Creates a model without variables.
    ///
    /// ```
    /// use encycle_encodings::model::Model;
    /// use encycle_encodings::puzzle::{Instance as _, Solution};
    ///
    /// // without constraints, the empty assignment is the only solution
    /// assert!(Model::new().check(&Solution::new(Vec::new())).is_ok());
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a Boolean variable, or returns the variable of this name.
    ///
    /// ```
    /// use encycle_encodings::model::Model;
    ///
    /// let mut model = Model::new();
    /// let [red, green] = ["red", "green"].map(|name| model.variable(name));
    /// assert_eq!(model.variable("red"), red);
    /// model.add_clause(&[!red, !green]);
    /// ```
    pub fn variable(&mut self, name: &str) -> Lit {
        if let Some(&known) = self.numbers.get(name) {
            return Lit::positive(known);
        }
        let number = self.names.len() as u32;
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        self.choose_file_name(ProgramColumn::Boolean(Var::new(number)));
        Lit::positive(number)
    }

    /// Chooses the name of a new column in files, and another one for the column that had its name there.
    fn choose_file_name(&mut self, column: ProgramColumn) {
        let given = match column {
            ProgramColumn::Boolean(variable) => &self.names[variable.idx()],
            ProgramColumn::Other(index) => &self.column_names[index],
        };
        let previous = self.file_names.column(given);
        if !keeps_name(given) {
            self.file_names.replace(column, given, |name| {
                self.numbers.contains_key(name) || self.column_name_set.contains(name)
            });
        }
        if let (ProgramColumn::Other(index), Some(name)) = (column, self.file_names.get(column)) {
            self.program.names.columns.insert(index, given.clone());
            name.clone_into(&mut self.program.columns[index].name);
        }
        if let Some(previous) = previous {
            self.choose_file_name(previous);
        }
    }

    /// Returns the name of a column in exported files: its own if that is possible there, otherwise a similar one that no
    /// column of the model has.
    ///
    /// ```
    /// use encycle_encodings::logic::ProgramColumn;
    /// use encycle_encodings::model::Model;
    ///
    /// let mut model = Model::new();
    /// let [cell, x1] = ["cell (1, 2)", "x1"].map(|name| model.variable(name).var());
    /// assert_eq!(model.file_name(ProgramColumn::Boolean(cell)), "cell_1_2");
    /// assert_eq!(model.file_name(ProgramColumn::Boolean(x1)), "x1");
    /// model.variable("cell_1_2");
    /// assert_eq!(model.file_name(ProgramColumn::Boolean(cell)), "cell_1_2_2");
    /// ```
    ///
    /// # Panics
    /// There is no such column.
    #[must_use]
    pub fn file_name(&self, column: ProgramColumn) -> &str {
        self.file_names.get(column).unwrap_or_else(|| self.given_name(column))
    }

    /// Returns the name of a column as it was given.
    fn given_name(&self, column: ProgramColumn) -> &str {
        match column {
            ProgramColumn::Boolean(variable) => &self.names[variable.idx()],
            ProgramColumn::Other(index) => &self.column_names[index],
        }
    }

    /// Returns comments for LP and MPS files that name the columns with another name in files: each of them, or their number if
    /// they are very many.
    ///
    /// ```
    /// use encycle_encodings::model::Model;
    ///
    /// let mut model = Model::new();
    /// for name in ["a", "b[1]"] {
    ///     model.variable(name);
    /// }
    /// assert_eq!(model.rename_comments(), ["column b_1: b[1]"]);
    /// ```
    #[must_use]
    pub fn rename_comments(&self) -> Vec<String> {
        let columns = self.file_names.columns();
        if columns.len() > MOST_RENAMED {
            return vec![format!(
                "{} columns have other names than in the model; the map has the columns in the order of the model",
                columns.len()
            )];
        }
        let line = |&column: &ProgramColumn| {
            let given = self.given_name(column).escape_debug();
            format!("column {}: {given}", self.file_name(column))
        };
        columns.iter().map(line).collect()
    }

    /// Renames the variables, the first ones if there are fewer names. Returns `false`, and renames none, if a name would occur
    /// twice.
    ///
    /// ```
    /// use encycle_encodings::model::Model;
    ///
    /// let mut model = Model::new();
    /// let first = model.variable("x1");
    /// assert!(model.rename(&["edge_1_2".to_owned()]));
    /// assert_eq!(model.find("edge_1_2"), Some(first));
    /// ```
    pub fn rename(&mut self, names: &[String]) -> bool {
        let mut all = self.names.clone();
        all.iter_mut().zip(names).for_each(|(old, new)| old.clone_from(new));
        let numbers: HashMap<String, u32> = all.iter().cloned().zip(0..).collect();
        let is_valid = numbers.len() == all.len();
        if is_valid {
            (self.names, self.numbers) = (all, numbers);
            self.file_names = FileNames::default();
            self.all_columns().for_each(|column| self.choose_file_name(column));
        }
        is_valid
    }

    /// Lets rules add the variables `x1`, `x2`, ... that no constraint has, because the file that states the model does not say
    /// how many there are.
    ///
    /// ```
    /// use encycle_encodings::model::Model;
    ///
    /// let mut model = Model::new();
    /// assert!(!model.allows_further_variables());
    /// model.allow_further_variables();
    /// assert!(model.allows_further_variables());
    /// ```
    pub fn allow_further_variables(&mut self) {
        self.has_open_end = true;
    }

    /// Returns whether [`Self::allow_further_variables`] was called.
    ///
    /// ```
    /// use encycle_encodings::model::Model;
    ///
    /// assert!(!Model::new().allows_further_variables());
    /// ```
    #[must_use]
    pub fn allows_further_variables(&self) -> bool {
        self.has_open_end
    }

    /// Returns the variable of this name, if there is one.
    ///
    /// ```
    /// use encycle_encodings::model::Model;
    ///
    /// let mut model = Model::new();
    /// let red = model.variable("red");
    /// assert_eq!((model.find("red"), model.find("blue")), (Some(red), None));
    /// ```
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Lit> {
        self.numbers.get(name).map(|&number| Lit::positive(number))
    }

    /// Returns the names of the variables.
    ///
    /// ```
    /// use encycle_encodings::model::Model;
    ///
    /// let mut model = Model::new();
    /// for color in ["red", "green"] {
    ///     model.variable(color);
    /// }
    /// assert_eq!(model.variable_names(), ["red", "green"]);
    /// ```
    #[must_use]
    pub fn variable_names(&self) -> &[String] {
        &self.names
    }

    /// Adds a constraint.
    ///
    /// ```
    /// use encycle_encodings::logic::Relation;
    /// use encycle_encodings::model::{Model, at_most, exactly, implies, linear};
    /// use encycle_encodings::puzzle::{Instance as _, Solution};
    ///
    /// let mut model = Model::new();
    /// let [a, b, c] = ["a", "b", "c"].map(|name| model.variable(name));
    /// model.add(exactly(2, &[a, b, c]));
    /// model.add(at_most(1, &[a, b]));
    /// model.add(implies(a, c));
    /// model.add(linear(&[(3, a), (2, b)], Relation::AtMost, 3));
    /// assert!(model.check(&Solution::new(vec![true, false, true])).is_ok());
    /// ```
    pub fn add(&mut self, constraint: ModelConstraint) {
        self.constraints.push(constraint);
    }

    /// Adds a clause. Equal literals are joined; a clause that is always true is left out.
    ///
    /// ```
    /// use encycle_encodings::model::Model;
    /// use encycle_encodings::puzzle::{Instance as _, Solution};
    ///
    /// let mut model = Model::new();
    /// let [a, b] = ["a", "b"].map(|name| model.variable(name));
    /// model.add_clause(&[a, !b]);
    /// let broken = model.check(&Solution::new(vec![false, true])).unwrap_err();
    /// assert_eq!(broken.rule, "constraint");
    /// ```
    pub fn add_clause(&mut self, literals: &[Lit]) {
        self.constraints.push_clause(literals);
    }

    /// Adds a soft clause: returns a literal that is true if the clause is false. That of a clause with one literal is its
    /// negation; for any other, a variable `soft_NUMBER` is added to the clause.
    ///
    /// ```
    /// use encycle_encodings::model::Model;
    ///
    /// // a and b exclude each other, and each would be nice: the fewest violated wishes
    /// let mut model = Model::new();
    /// let [a, b, c] = ["a", "b", "c"].map(|name| model.variable(name));
    /// model.add_clause(&[!a, !b]);
    /// let costs = [model.soften(1, &[a]), model.soften(2, &[b, c])];
    /// assert_eq!(model.literal_text(costs[0]), "-a");
    /// assert_eq!(model.literal_text(costs[1]), "soft_2");
    /// model.minimize(&costs.map(|violated| (1.0, violated)));
    /// ```
    pub fn soften(&mut self, number: usize, clause: &[Lit]) -> Lit {
        if let [literal] = *clause {
            return !literal;
        }
        let violated = self.variable(&format!("soft_{number}"));
        self.add_clause(&[clause, &[violated]].concat());
        self.soft.push((violated, clause.to_vec()));
        violated
    }

    /// Requires that the variable of each soft clause is true only if the clause is violated, so that the solutions are as many as
    /// the assignments of the other variables.
    ///
    /// ```
    /// use encycle_encodings::model::Model;
    ///
    /// let mut model = Model::new();
    /// let [a, b] = ["a", "b"].map(|name| model.variable(name));
    /// model.soften(1, &[a, b]);
    /// let before = model.constraint_count();
    /// assert_eq!(model.with_defined_soft().constraint_count(), before + 2);
    /// ```
    #[must_use]
    pub fn with_defined_soft(mut self) -> Self {
        for (violated, clause) in self.soft.clone() {
            clause.into_iter().for_each(|literal| self.add_clause(&[!violated, !literal]));
        }
        self
    }

    /// Returns the variables that no constraint, row or rule mentions, so that they have both values in solutions that agree
    /// otherwise. With a rule other than those about graphs, none is returned.
    ///
    /// ```
    /// use encycle_encodings::model::Model;
    ///
    /// let mut model = Model::new();
    /// let [a, b] = ["a", "b"].map(|name| model.variable(name));
    /// model.add_clause(&[a]);
    /// assert_eq!(model.free_variables(), [b]);
    /// ```
    #[must_use]
    pub fn free_variables(&self) -> Vec<Lit> {
        let mut is_free = vec![true; self.names.len()];
        let mut mention = |literal: Lit| is_free[literal.vidx()] = false;
        self.constraints.visit(&mut |constraint| {
            constraint.for_each_literal(&mut mention);
            true
        });
        for (_, column) in self.program.rows.iter().flat_map(|row| &row.terms) {
            if let ProgramColumn::Boolean(variable) = column {
                mention(variable.pos_lit());
            }
        }
        for rule in self.rules() {
            let Some(rule) = rule.graph_rule() else { return Vec::new() };
            let graph = rule.graph();
            let edges = graph.edges().iter().map(|edge| edge.when);
            let vertices = (0..graph.vertex_count()).map(|vertex| graph.chosen(vertex));
            let conditions = edges.chain(vertices).filter_map(Condition::literal);
            conditions.chain(rule.literal()).for_each(&mut mention);
        }
        let variables = (0..self.names.len() as u32).map(Lit::positive);
        variables.filter(|literal| is_free[literal.vidx()]).collect()
    }

    /// Returns the values of an assignment. A variable without a value is false, except that of a soft clause, which is
    /// true exactly if the clause is violated.
    ///
    /// ```
    /// use encycle_encodings::model::Model;
    ///
    /// let mut model = Model::new();
    /// let [a, b] = ["a", "b"].map(|name| model.variable(name));
    /// model.soften(1, &[a, b]);
    /// // the solver says nothing about `soft_1`, so it is true exactly if both are false
    /// assert_eq!(model.completed(&[Some(false), None]), [false, false, true]);
    /// assert_eq!(model.completed(&[Some(true), None]), [true, false, false]);
    /// ```
    #[must_use]
    pub fn completed(&self, values: &[Option<bool>]) -> Vec<bool> {
        let value = |number: usize| values.get(number).copied().flatten();
        let mut completed: Vec<bool> =
            (0..self.names.len()).map(|number| value(number).unwrap_or(false)).collect();
        for (violated, clause) in &self.soft {
            if value(violated.vidx()).is_none() {
                completed[violated.vidx()] =
                    !clause.iter().any(|&literal| holds(literal, &completed));
            }
        }
        completed
    }

    /// Returns the number of variables that are not those of soft clauses with more than one literal.
    ///
    /// ```
    /// use encycle_encodings::model::Model;
    ///
    /// let mut model = Model::new();
    /// let [a, b] = ["a", "b"].map(|name| model.variable(name));
    /// model.soften(1, &[a, b]);
    /// assert_eq!((model.variable_names().len(), model.own_variable_count()), (3, 2));
    /// ```
    #[must_use]
    pub fn own_variable_count(&self) -> usize {
        self.names.len() - self.soft.len()
    }

    /// Checks the values of all columns against the constraints, the rows and the rules.
    ///
    /// ```
    /// use encycle_encodings::model::Model;
    ///
    /// let mut model = Model::new();
    /// let a = model.variable("a");
    /// model.add_clause(&[a]);
    /// assert!(model.check_point(&[true], &[]).is_ok());
    /// assert!(model.check_point(&[false], &[]).is_err());
    /// ```
    ///
    /// # Errors
    /// The first constraint, row or rule that is broken.
    pub fn check_point(&self, booleans: &[bool], others: &[f64]) -> Result<(), BrokenRule> {
        self.check(&Solution::new(booleans.to_vec()))?;
        match self.program.violation(&numbers(booleans), others) {
            None => Ok(()),
            Some(what) => Err(BrokenRule::new("constraint", Place::Whole, what)),
        }
    }

    /// Returns the value of the objective; `None` if there is no objective.
    ///
    /// ```
    /// use encycle_encodings::model::Model;
    ///
    /// let mut model = Model::new();
    /// let [a, b] = ["a", "b"].map(|name| model.variable(name));
    /// assert_eq!(model.value(&[true, true], &[]), None);
    /// model.maximize(&[(2.5, a), (1.0, !b)]);
    /// assert_eq!(model.value(&[true, true], &[]), Some(2.5));
    /// assert_eq!(model.value(&[true, false], &[]), Some(3.5));
    /// ```
    #[must_use]
    pub fn value(&self, booleans: &[bool], others: &[f64]) -> Option<f64> {
        Some(self.objective()?.value(&numbers(booleans), others))
    }

    /// Returns the number of constraints, without rules and rows.
    ///
    /// ```
    /// use encycle_encodings::model::{Model, exactly};
    ///
    /// let mut model = Model::new();
    /// let pair = ["a", "b"].map(|name| model.variable(name));
    /// model.add(exactly(1, &pair));
    /// model.add_clause(&pair);
    /// assert_eq!(model.constraint_count(), 2);
    /// ```
    #[must_use]
    pub fn constraint_count(&self) -> usize {
        self.constraints.len()
    }

    /// Requires a rule.
    ///
    /// ```
    /// use encycle_encodings::model::{AcyclicEdges, Model, RuleGraph};
    /// use encycle_encodings::puzzle::{Instance as _, Solution};
    ///
    /// let mut model = Model::new();
    /// let mut graph = RuleGraph::directed("before");
    /// for (from, to) in [("a", "b"), ("b", "a")] {
    ///     graph.edge(from, to, model.variable(&format!("{from}_{to}")));
    /// }
    /// model.require(AcyclicEdges::new(graph));
    /// assert!(model.check(&Solution::new(vec![true, false])).is_ok());
    /// let broken = model.check(&Solution::new(vec![true, true])).unwrap_err();
    /// assert_eq!(broken.rule, "acyclic");
    /// ```
    pub fn require(&mut self, rule: impl Into<Box<dyn LazyRule>>) {
        self.rules.push(Arc::from(rule.into()));
    }

    /// Returns the rules.
    ///
    /// ```
    /// use encycle_encodings::model::{ForestEdges, Model, RuleGraph};
    ///
    /// let mut model = Model::new();
    /// let mut graph = RuleGraph::undirected("g");
    /// graph.edge("a", "b", model.variable("ab"));
    /// model.require(ForestEdges::new(graph));
    /// assert_eq!(model.rules().count(), 1);
    /// ```
    pub fn rules(&self) -> impl Iterator<Item = &dyn LazyRule> {
        self.rules.iter().map(|rule| &**rule)
    }

    /// Returns whether there are rules.
    ///
    /// ```
    /// use encycle_encodings::encoding::Encodable as _;
    /// use encycle_encodings::model::Model;
    ///
    /// let model = Model::new();
    /// // without rules there is nothing to cut, so one encoding is enough
    /// assert!(!model.has_rules() && model.encoding_names() == [Model::CUTS]);
    /// ```
    #[must_use]
    pub fn has_rules(&self) -> bool {
        !self.rules.is_empty()
    }

    /// Returns whether a rule justifies a clause: whether every solution satisfies it, by a local argument.
    ///
    /// ```
    /// use encycle_encodings::model::{AcyclicEdges, Model, RuleGraph};
    ///
    /// let mut model = Model::new();
    /// let mut graph = RuleGraph::directed("before");
    /// let arcs = [("a", "b"), ("b", "a")].map(|(from, to)| {
    ///     let arc = model.variable(&format!("{from}_{to}"));
    ///     graph.edge(from, to, arc);
    ///     arc
    /// });
    /// model.require(AcyclicEdges::new(graph));
    /// assert!(model.justifies(&[!arcs[0], !arcs[1]]));
    /// assert!(!model.justifies(&[!arcs[0]]));
    /// ```
    #[must_use]
    pub fn justifies(&self, clause: &[Lit]) -> bool {
        self.rules.iter().any(|rule| rule.justifies(clause))
    }

    /// Returns whether a rule justifies a cut, as [`Self::justifies`] does for a clause.
    ///
    /// ```
    /// use encycle_encodings::encoding::{Cut, CutForm, CutReason};
    /// use encycle_encodings::logic::Lit;
    /// use encycle_encodings::model::{GraphGoal, GraphRule, Model, RuleGraph};
    ///
    /// let mut model = Model::new();
    /// let mut graph = RuleGraph::undirected("square");
    /// let sides = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")].map(|(from, to)| {
    ///     let side = model.variable(&format!("{from}{to}"));
    ///     graph.edge(from, to, side);
    ///     side
    /// });
    /// model.require(GraphRule::new(graph, GraphGoal::HamiltonCycle)?);
    /// let two = |sides: &[Lit]| Cut::new(sides.to_vec(), CutForm::AtLeastTwo, CutReason::Recorded);
    /// // the sides between a, b and c, d
    /// assert!(model.justifies_cut(&two(&[sides[1], sides[3]])));
    /// assert!(!model.justifies_cut(&two(&sides[..1])));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn justifies_cut(&self, cut: &Cut) -> bool {
        self.rules.iter().any(|rule| rule.justifies_cut(cut))
    }

    /// Returns the graphs of the rules, each once.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use encycle_encodings::model::{ConnectedEdges, ForestEdges, Model, RuleGraph};
    ///
    /// let mut model = Model::new();
    /// let mut graph = RuleGraph::undirected("net");
    /// graph.edge("a", "b", model.variable("ab"));
    /// let graph = Arc::new(graph);
    /// model.require(ForestEdges::new(graph.clone()));
    /// model.require(ConnectedEdges::new(graph, &["a"]));
    /// let names: Vec<&str> = model.graphs().iter().map(|graph| graph.name()).collect();
    /// assert_eq!(names, ["net"]);
    /// ```
    #[must_use]
    pub fn graphs(&self) -> Vec<&RuleGraph> {
        let mut graphs: Vec<&RuleGraph> = Vec::new();
        for rule in self.rules.iter().filter_map(|rule| rule.graph_rule()) {
            if !graphs.iter().any(|known| known.name() == rule.graph().name()) {
                graphs.push(rule.graph());
            }
        }
        graphs
    }

    /// Minimizes the sum of the coefficients of the true literals.
    ///
    /// ```
    /// use encycle_encodings::model::{Model, at_least};
    ///
    /// // the cheapest two of three
    /// let mut model = Model::new();
    /// let [a, b, c] = ["a", "b", "c"].map(|name| model.variable(name));
    /// model.add(at_least(2, &[a, b, c]));
    /// model.minimize(&[(4.0, a), (1.5, b), (2.0, c)]);
    /// assert_eq!(model.value(&[false, true, true], &[]), Some(3.5));
    /// ```
    pub fn minimize(&mut self, terms: &[(f64, Lit)]) {
        self.optimize(terms, false);
    }

    /// Maximizes the sum of the coefficients of the true literals.
    ///
    /// ```
    /// use encycle_encodings::logic::Relation;
    /// use encycle_encodings::model::{Model, linear};
    ///
    /// // a knapsack for a weight of 5
    /// let mut model = Model::new();
    /// let [tent, stove] = ["tent", "stove"].map(|name| model.variable(name));
    /// model.add(linear(&[(4, tent), (3, stove)], Relation::AtMost, 5));
    /// model.maximize(&[(10.0, tent), (6.0, stove)]);
    /// assert!(model.objective().is_some_and(|objective| objective.is_maximized));
    /// ```
    pub fn maximize(&mut self, terms: &[(f64, Lit)]) {
        self.optimize(terms, true);
    }

    fn optimize(&mut self, terms: &[(f64, Lit)], is_maximized: bool) {
        let mut objective = LinearObjective { is_maximized, ..LinearObjective::default() };
        let mut places = HashMap::new();
        for &(size, literal) in terms {
            let signed = if literal.is_pos() { size } else { -size };
            objective.constant += if literal.is_pos() { 0.0 } else { size };
            let place = *places.entry(literal.vidx()).or_insert(objective.terms.len());
            match objective.terms.get_mut(place) {
                Some((sum, _)) => *sum += signed,
                None => objective.terms.push((signed, ProgramColumn::Boolean(literal.var()))),
            }
        }
        self.program.objective = Some(objective);
    }

    /// Sets the objective, which may contain columns that are not Boolean.
    ///
    /// ```
    /// use encycle_encodings::model::Model;
    ///
    /// let mut model = Model::new();
    /// let a = model.variable("a");
    /// model.minimize(&[(1.0, a)]);
    /// model.set_objective(None);
    /// assert_eq!(model.value(&[true], &[]), None);
    /// ```
    pub fn set_objective(&mut self, objective: Option<LinearObjective>) {
        self.program.objective = objective;
    }

    /// Adds an integer or continuous column, which only MIP solvers take.
    ///
    /// In [`Self::program`], a name that is not possible in files is replaced ([`Self::file_name`]); [`Self::column_names`] has the
    /// names as given.
    ///
    /// ```
    /// use encycle_encodings::logic::OtherColumn;
    /// use encycle_encodings::model::Model;
    ///
    /// let mut model = Model::new();
    /// model.add_column(OtherColumn {
    ///     name: "litres".to_owned(),
    ///     is_integer: false,
    ///     lower: 0.0,
    ///     upper: 7.5,
    /// });
    /// assert_eq!(model.column_names(), ["litres"]);
    /// ```
    pub fn add_column(&mut self, column: OtherColumn) -> ProgramColumn {
        let added = ProgramColumn::Other(self.program.columns.len());
        self.column_names.push(column.name.clone());
        self.column_name_set.insert(column.name.clone());
        self.program.columns.push(column);
        self.choose_file_name(added);
        added
    }

    /// Returns the names of the integer and continuous columns, as they were given.
    ///
    /// ```
    /// use encycle_encodings::logic::OtherColumn;
    /// use encycle_encodings::model::Model;
    ///
    /// let mut model = Model::new();
    /// let column = |name: &str| OtherColumn {
    ///     name: name.to_owned(),
    ///     is_integer: true,
    ///     lower: 0.0,
    ///     upper: 9.0,
    /// };
    /// model.add_column(column("litres[1]"));
    /// // brackets are not possible in every file
    /// assert_eq!(model.column_names(), ["litres[1]"]);
    /// assert_eq!(model.program().columns[0].name, "litres_1");
    /// ```
    #[must_use]
    pub fn column_names(&self) -> &[String] {
        &self.column_names
    }

    /// Sets the order of the columns in the file that states the model. Solvers that write no names number the columns in this
    /// order.
    ///
    /// ```
    /// use encycle_encodings::model::Model;
    ///
    /// let mut model = Model::new();
    /// ["x", "y"].map(|name| model.variable(name));
    /// let order: Vec<_> = model.file_order().into_iter().rev().collect();
    /// model.set_file_order(&order);
    /// assert_eq!(model.file_order(), order);
    /// ```
    pub fn set_file_order(&mut self, columns: &[ProgramColumn]) {
        self.file_order = match self.all_columns().eq(columns.iter().copied()) {
            true => Vec::new(),
            false => columns.to_vec(),
        };
    }

    /// Returns all columns in the order of [`Self::set_file_order`], then the others: the Boolean ones first.
    ///
    /// ```
    /// use encycle_encodings::logic::OtherColumn;
    /// use encycle_encodings::model::Model;
    ///
    /// // a file whose objective is y + x
    /// let mut model = Model::new();
    /// let (name, is_integer) = ("y".to_owned(), false);
    /// let y = model.add_column(OtherColumn { name, is_integer, lower: 0.0, upper: 1.0 });
    /// model.variable("x");
    /// let first = model.file_order();
    /// assert_ne!(first[0], y);
    /// model.set_file_order(&[y, first[0]]);
    /// assert_eq!(model.file_order()[0], y);
    /// ```
    #[must_use]
    pub fn file_order(&self) -> Vec<ProgramColumn> {
        let known: HashSet<ProgramColumn> = self.file_order.iter().copied().collect();
        let added = self.all_columns().filter(|column| !known.contains(column));
        self.file_order.iter().copied().chain(added).collect()
    }

    /// Returns the Boolean columns, then the others.
    fn all_columns(&self) -> impl Iterator<Item = ProgramColumn> + use<> {
        let booleans = (0..self.names.len() as u32).map(Var::new).map(ProgramColumn::Boolean);
        booleans.chain((0..self.column_names.len()).map(ProgramColumn::Other))
    }

    /// Adds a row with real coefficients or columns that are not Boolean, which only MIP solvers take.
    ///
    /// ```
    /// use encycle_encodings::logic::{ProgramColumn, ProgramRow};
    /// use encycle_encodings::model::Model;
    ///
    /// let mut model = Model::new();
    /// let a = model.variable("a");
    /// model.add_row(ProgramRow {
    ///     terms: vec![(0.5, ProgramColumn::Boolean(a.var()))],
    ///     lower: f64::NEG_INFINITY,
    ///     upper: 0.25,
    /// });
    /// assert!(model.check_point(&[false], &[]).is_ok());
    /// assert!(model.check_point(&[true], &[]).is_err());
    /// ```
    pub fn add_row(&mut self, row: ProgramRow) {
        self.program.rows.push(row);
    }

    /// Sets the names of the objective, of constraints and of rows in exported files. A name that could not be that of a row of
    /// every file, or that an exported row without a name might have, is left out.
    ///
    /// ```
    /// use encycle_encodings::logic::ProgramNames;
    /// use encycle_encodings::model::Model;
    ///
    /// let mut model = Model::new();
    /// model.set_row_names(ProgramNames {
    ///     objective: Some("profit".to_owned()),
    ///     constraints: [(0, "weight".to_owned()), (1, "2nd".to_owned())].into(),
    ///     ..ProgramNames::default()
    /// });
    /// let names = &model.program().names;
    /// assert_eq!((names.objective.as_deref(), names.constraints.len()), (Some("profit"), 1));
    /// ```
    pub fn set_row_names(&mut self, mut names: ProgramNames) {
        // rows of a program are named p1, p2, ..., and those of fixed assumptions a1, a2, ...
        let keeps = |name: &String| is_column_name(name, &["p", "a", "cut_", "constraint_"]);
        names.objective = names.objective.filter(keeps);
        names.constraints.retain(|_, name| keeps(name));
        names.rows.retain(|_, name| keeps(name));
        names.columns = std::mem::take(&mut self.program.names.columns);
        self.program.names = names;
    }

    /// Returns the part of the model that is not made of constraints over Boolean variables.
    ///
    /// ```
    /// use encycle_encodings::model::Model;
    ///
    /// let mut model = Model::new();
    /// let a = model.variable("a");
    /// model.add_clause(&[a]);
    /// // constraints over Boolean variables are not part of it
    /// assert!(model.program().rows.is_empty() && model.program().columns.is_empty());
    /// ```
    #[must_use]
    pub fn program(&self) -> &ProgramPart {
        &self.program
    }

    /// Returns the objective.
    ///
    /// ```
    /// use encycle_encodings::model::Model;
    ///
    /// let mut model = Model::new();
    /// let a = model.variable("a");
    /// model.minimize(&[(3.0, !a)]);
    /// // 3 - 3a
    /// let objective = model.objective().expect("one");
    /// assert_eq!((objective.constant, objective.terms[0].0), (3.0, -3.0));
    /// ```
    #[must_use]
    pub fn objective(&self) -> Option<&LinearObjective> {
        self.program.objective.as_ref()
    }

    /// Returns a text that identifies the model: its variables, constraints, objective and rules. It does not depend on the
    /// process, so a file may keep its hash. A rule other than those about graphs is part of it as its [`Debug`](std::fmt::Debug) text.
    ///
    /// ```
    /// use encycle_encodings::model::{ForestEdges, Model, RuleGraph};
    ///
    /// let forest = |ends: [&str; 2]| {
    ///     let mut model = Model::new();
    ///     let mut graph = RuleGraph::undirected("g");
    ///     graph.edge(ends[0], ends[1], model.variable("x"));
    ///     model.require(ForestEdges::new(graph));
    ///     model.identity_text()
    /// };
    /// assert_eq!(forest(["a", "b"]), forest(["a", "b"]));
    /// assert_ne!(forest(["a", "b"]), forest(["a", "c"]));
    /// ```
    #[must_use]
    pub fn identity_text(&self) -> String {
        let names = self.names.iter().map(|name| format!("variable {name:?}"));
        let columns = self.column_names.iter().zip(&self.program.columns);
        let columns = columns.map(|(name, column)| text::column_line(name, column));
        let mut lines: Vec<String> = names.chain(columns).collect();
        self.constraints.visit(&mut |constraint| {
            lines.push(constraint.describe(&text::number));
            true
        });
        lines.extend(self.soft.iter().map(|(violated, clause)| text::soft_line(*violated, clause)));
        lines.extend(self.program.rows.iter().map(text::row_line));
        lines.extend(self.objective().map(text::objective_line));
        lines.extend(text::rule_lines(&self.rules));
        lines.join("\n")
    }

    /// Returns a text for a literal: the name of its variable, after `-` if it is negated.
    ///
    /// ```
    /// use encycle_encodings::model::Model;
    ///
    /// let mut model = Model::new();
    /// let red = model.variable("red");
    /// assert_eq!((model.literal_text(red), model.literal_text(!red)), ("red".into(), "-red".into()));
    /// ```
    #[must_use]
    pub fn literal_text(&self, literal: Lit) -> String {
        let sign = if literal.is_neg() { "-" } else { "" };
        format!("{sign}{}", self.names[literal.vidx()])
    }
}

/// A formula of RustSAT as a model. Its variables are named `x1`, `x2`, and so on, by their numbers in DIMACS.
///
/// ```
/// use encycle_encodings::model::Model;
/// use encycle_encodings::rustsat::instances::{Cnf, SatInstance};
/// use encycle_encodings::rustsat::lit;
///
/// let mut instance: SatInstance = SatInstance::new();
/// instance.add_binary(lit![0], !lit![2]);
/// let (cnf, _) = instance.into_cnf();
/// let model = Model::from(&cnf);
/// assert_eq!(model.variable_names(), ["x1", "x2", "x3"]);
/// assert_eq!(model.constraint_count(), 1);
/// ```
impl From<&Cnf> for Model {
    fn from(cnf: &Cnf) -> Self {
        let mut model = Self::new();
        let numbers = cnf.iter().flat_map(|clause| clause.iter().map(|literal| literal.vidx() + 1));
        for number in 1..=numbers.max().unwrap_or_default() {
            model.variable(&format!("x{number}"));
        }
        for clause in cnf {
            model.add_clause(&clause.iter().copied().collect::<Vec<Lit>>());
        }
        model
    }
}

/// The number of renamed columns that the comments of a file list.
const MOST_RENAMED: usize = 300;

/// The number of characters of a constraint that a message contains.
const LONGEST: usize = 200;

fn numbers(booleans: &[bool]) -> Vec<f64> {
    booleans.iter().map(|&value| f64::from(u8::from(value))).collect()
}

impl Instance for Model {
    fn extent(&self) -> Extent {
        match self.graphs().first() {
            Some(graph) => {
                Extent::Graph { vertices: graph.vertex_count(), edges: graph.edges().len() }
            }
            None => Extent::Formula {
                variables: self.names.len() + self.program.columns.len(),
                constraints: self.constraints.len() + self.program.rows.len(),
            },
        }
    }

    fn form(&self) -> SolutionForm {
        SolutionForm::Atoms
    }

    fn atom_count(&self) -> usize {
        self.names.len()
    }

    fn atom_name(&self, atom: usize) -> String {
        self.file_name(ProgramColumn::Boolean(Var::new(atom as u32))).to_owned()
    }

    fn check(&self, solution: &Solution) -> Result<(), BrokenRule> {
        let values = solution.atoms();
        let mut text = String::new();
        let wrong = self.constraints.visit(&mut |constraint| {
            let is_satisfied = constraint.is_satisfied(values);
            if !is_satisfied {
                text = constraint.describe(&|literal| self.literal_text(literal));
            }
            is_satisfied
        });
        if let Some(number) = wrong {
            if text.len() > LONGEST {
                text = text.chars().take(LONGEST).collect::<String>() + " ...";
            }
            let violation = format!("constraint {} of the model is violated: {text}", number + 1);
            return Err(BrokenRule::new("constraint", Place::Whole, violation));
        }
        self.rules.iter().try_for_each(|rule| rule.check(values))
    }

    fn solutions_nest(&self) -> bool {
        true
    }

    fn sketch(&self, solution: Option<&Solution>) -> Sketch {
        let graphs = self.graphs();
        let graph = graphs.first();
        let text = |graph: &&RuleGraph| graph.vertex_names().to_vec();
        let edges = graph.map_or(&[][..], |graph| graph.edges());
        let drawn = solution
            .map(|solution| graph.map_or_else(Vec::new, |graph| graph.drawn(solution.atoms())));
        Sketch::Graph(GraphSketch {
            title: "model".to_owned(),
            vertices: graph.map_or_else(Vec::new, text),
            points: Vec::new(),
            edges: edges.iter().map(|edge| (edge.ends[0] as u32, edge.ends[1] as u32)).collect(),
            pairs: vec![None; graph.map_or(0, |graph| graph.vertex_count())],
            drawn,
            walks: Vec::new(),
            notes: Vec::new(),
            terminals: Vec::new(),
            clues: Vec::new(),
        })
    }
}

impl Encodable for Model {
    fn encoding_names(&self) -> Vec<String> {
        let has_form = |form: &str| {
            !self.rules.is_empty()
                && self.rules.iter().all(|rule| rule.form_obstacle(form).is_none())
        };
        let forms = Self::FORMS.iter().map(|(name, _)| *name).filter(|form| has_form(form));
        [Self::CUTS].into_iter().chain(forms).map(str::to_owned).collect()
    }

    fn default_encoding(&self) -> String {
        Self::CUTS.to_owned()
    }

    fn encoding<'a>(&'a self, name: &str) -> Result<Encoding<'a>, EncodingError> {
        let form = Self::FORMS.iter().find(|(form, _)| *form == name);
        if name != Self::CUTS && form.is_none() {
            return Err(EncodingError::unknown(name, &self.encoding_names()));
        }
        if name != Self::CUTS && self.rules.is_empty() {
            let why = "the model has no rules about graphs that a form could state";
            return Err(EncodingError::new(name, format!("{why}\nhelp: add rules, or use cuts")));
        }
        if let Some(obstacle) = self.rules.iter().find_map(|rule| rule.form_obstacle(name)) {
            let known = self.encoding_names().join(", ");
            return Err(EncodingError::new(name, format!("{obstacle}\nhelp: use {known}")));
        }
        let meaning = match (form, self.rules.is_empty()) {
            (_, true) => "the constraints of the model".to_owned(),
            (None, _) => "the constraints of the model; the rules by cuts".to_owned(),
            (Some((_, meaning)), _) => {
                format!("the constraints of the model; the rules by {meaning}")
            }
        };
        let mut encoding = Encoding::new(self, name, meaning);
        let first = encoding.numbers(self.names.len())?;
        let constraints = Part::new(MODEL, move |sink| self.constraints.encode(sink));
        encoding.push(constraints.with_variables(first, move |sink| self.create_variables(sink)));
        for (number, rule) in (1..).zip(&self.rules) {
            match form {
                Some(_) => {
                    let part = rule.stated(name, number, &mut encoding)?;
                    encoding.push(part);
                }
                None => {
                    if let Some(part) = rule.local(number, &mut encoding)? {
                        encoding.push(part);
                    }
                }
            }
        }
        encoding.is_determined = form.is_none();
        let lazy = form.is_none() && !self.rules.is_empty();
        let rules =
            lazy.then(|| Box::new(ModelRules { rules: &self.rules }) as Box<dyn GlobalConstraint>);
        Ok(encoding.with_global_constraint(rules))
    }
}

impl Model {
    fn create_variables(&self, sink: &mut dyn ConstraintSink) {
        for number in 0..self.names.len() as u32 {
            let name = self.file_name(ProgramColumn::Boolean(Var::new(number)));
            sink.variable("variable", format_args!("{name}"));
        }
    }
}

/// The rules of a model, as one global constraint.
struct ModelRules<'a> {
    rules: &'a [Arc<dyn LazyRule>],
}

impl GlobalConstraint for ModelRules<'_> {
    fn name(&self) -> &'static str {
        "rules of a model"
    }

    fn cut_kinds(&self) -> &'static [CutKind] {
        match self.rules.iter().any(|rule| rule.has_rows()) {
            true => &[CutKind::Loop, CutKind::Leave],
            false => &[CutKind::Loop],
        }
    }

    fn separate(&self, encoding: &Encoding<'_>, model: &[bool], kind: CutKind) -> Separated {
        let values = &model[..encoding.projection_size().min(model.len())];
        let cuts = self.rules.iter().flat_map(|rule| rule.violated(values, kind)).collect();
        encoding.cut_or_block(cuts, model)
    }

    fn has_fractional_cuts(&self) -> bool {
        self.rules.iter().any(|rule| rule.graph_rule().is_some())
    }

    fn separate_fractional(&self, point: &[f64]) -> Vec<Cut> {
        let mut cuts: Vec<Cut> = Vec::new();
        for cut in self.rules.iter().flat_map(|rule| rule.fractional(point)) {
            if !cuts.contains(&cut) {
                cuts.push(cut);
            }
        }
        cuts
    }

    fn candidates(&self, point: &[f64], costs: &[f64], is_long: bool) -> Vec<Vec<bool>> {
        candidates::candidates(self.rules, point, costs, is_long)
    }

    fn cost_bound(&self, costs: &[i64], most: i64) -> Option<CostBound> {
        candidates::cost_bound(self.rules, costs, most)
    }
}
