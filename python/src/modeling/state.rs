//! What a model, its expressions and its graphs share.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use encycle::encodings::logic::{
    CnfMethod, Formula, Lit, LoweringOptions, OtherColumn, ProgramColumn,
};
use encycle::encodings::model::{
    GraphGoal, GraphRule, Model, ModelConstraint, RuleGraph, is_auxiliary_name, is_column_name,
};
use encycle::problem::Problem as _;
use pyo3::prelude::*;

use crate::errors::invalid;

/// The number of literals from which a formula is defined by auxiliary variables instead of being distributed.
const LARGE_FORMULA: usize = 9;

/// The state of a model, to which each of its expressions refers. Expressions of two models refer to two states.
#[derive(Clone, Debug)]
pub struct Shared(Arc<Mutex<State>>);

/// The parts of a model. Rules refer to graphs by their numbers, because a graph may get further edges after a rule about
/// it.
#[derive(Debug)]
pub struct State {
    pub model: Model,
    columns: HashMap<String, usize>,
    pub graphs: Vec<RuleGraph>,
    /// The number of graphs that were read from a file. Their rules are in `model`.
    pub read_graphs: usize,
    rules: Vec<(usize, GraphGoal, Option<Lit>)>,
    has_large_formula: bool,
}

impl Shared {
    /// Wraps a model, which may have rules already.
    pub fn new(model: Model) -> Self {
        let graphs: Vec<RuleGraph> = model.graphs().into_iter().cloned().collect();
        let columns = model.column_names().iter().cloned().zip(0..).collect();
        let read_graphs = graphs.len();
        Self(Arc::new(Mutex::new(State {
            model,
            columns,
            graphs,
            read_graphs,
            rules: Vec::new(),
            has_large_formula: false,
        })))
    }

    /// Locks the state. No Python code may run before it is released.
    pub fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Returns a number that identifies the model.
    pub fn address(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
    }

    /// Checks that an expression belongs to the same model.
    ///
    /// # Errors
    /// It belongs to another model.
    pub fn require_same(&self, other: &Self) -> PyResult<()> {
        match self.is_same(other) {
            true => Ok(()),
            false => Err(invalid(
                "expressions of two models\nhelp: create all variables by the same model",
            )),
        }
    }
}

impl State {
    /// Adds a Boolean variable, or returns the variable of this name.
    pub fn variable(&mut self, name: &str) -> PyResult<Lit> {
        if name.is_empty() {
            return Err(invalid(
                "a variable without a name\nhelp: name it, as in m.variable(\"x\")",
            ));
        }
        match self.columns.contains_key(name) {
            true => Err(invalid(format!(
                "`{name}` is a column that is not Boolean\nhelp: use another name"
            ))),
            false => Ok(self.model.variable(name)),
        }
    }

    /// Adds an integer or continuous column.
    pub fn column(&mut self, column: OtherColumn) -> PyResult<ProgramColumn> {
        let OtherColumn { name, lower, upper, .. } = &column;
        if !is_column_name(name, &[]) || is_auxiliary_name(name) {
            return Err(invalid(format!(
                "`{name}` cannot be the name of a column in files of linear programs\nhelp: use at most 60 letters, digits \
                 and underscores, and begin with a letter other than e, and with r, t_ and y_ only before a letter"
            )));
        }
        if self.columns.contains_key(name) || self.model.find(name).is_some() {
            return Err(invalid(format!(
                "`{name}` is already in the model\nhelp: use another name"
            )));
        }
        if lower > upper || lower.is_nan() || upper.is_nan() {
            return Err(invalid(format!(
                "bounds of column `{name}`: from {lower} to {upper}\nhelp: give the lower bound first"
            )));
        }
        let index = self.model.program().columns.len();
        self.columns.insert(name.clone(), index);
        Ok(self.model.add_column(column))
    }

    /// Returns the index of the column of this name.
    pub fn find_column(&self, name: &str) -> Option<usize> {
        self.columns.get(name).copied()
    }

    /// Returns the name of a column.
    pub fn column_name(&self, column: ProgramColumn) -> String {
        match column {
            ProgramColumn::Boolean(variable) => self.model.variable_names()[variable.idx()].clone(),
            ProgramColumn::Other(index) => self.model.column_names()[index].clone(),
        }
    }

    /// Returns the name of the variable of a literal, after `~` if it is negated.
    pub fn literal_name(&self, literal: Lit) -> String {
        let sign = if literal.is_neg() { "~" } else { "" };
        format!("{sign}{}", self.model.variable_names()[literal.vidx()])
    }

    /// Adds a graph, and returns its number.
    pub fn graph(&mut self, graph: RuleGraph) -> PyResult<usize> {
        let name = graph.name();
        if self.graphs.iter().any(|known| known.name() == name) {
            return Err(invalid(format!(
                "graph `{name}` is already in the model\nhelp: use another name"
            )));
        }
        self.graphs.push(graph);
        Ok(self.graphs.len() - 1)
    }

    /// Adds a rule, after checking that the graph fits it.
    pub fn rule(&mut self, graph: usize, goal: GraphGoal, literal: Option<Lit>) -> PyResult<()> {
        rule(self.graphs[graph].clone(), &goal, literal)?;
        self.rules.push((graph, goal, literal));
        Ok(())
    }

    pub fn rule_count(&self) -> usize {
        self.model.rules().count() + self.rules.len()
    }

    /// Adds a formula that must be true: as clauses, as far as it has that form.
    pub fn require(&mut self, formula: Formula) {
        match formula {
            Formula::Literal(literal) => self.model.add_clause(&[literal]),
            Formula::And(all) => all.into_iter().for_each(|one| self.require(one)),
            Formula::Implies(condition, conclusion) if literals(&condition, false).is_some() => {
                let condition = literals(&condition, false).unwrap_or_default();
                let mut parts: Vec<Formula> =
                    condition.into_iter().map(|literal| (!literal).into()).collect();
                match *conclusion {
                    Formula::Or(any) => parts.extend(any),
                    other => parts.push(other),
                }
                self.require(Formula::Or(parts));
            }
            formula => match literals(&formula, true) {
                Some(clause) => self.model.add_clause(&clause),
                None => {
                    let mut size = 0;
                    formula.for_each_literal(&mut |_| size += 1);
                    self.has_large_formula |= size >= LARGE_FORMULA;
                    self.model.add(ModelConstraint::Formula(formula));
                }
            },
        }
    }

    /// Returns the model with all its rules.
    ///
    /// # Errors
    /// An edge was added after a rule, and the graph does not fit the rule any more.
    pub fn build(&self) -> PyResult<Model> {
        let mut model = self.model.clone();
        let graphs: Vec<Arc<RuleGraph>> = self.graphs.iter().cloned().map(Arc::new).collect();
        for (graph, goal, literal) in &self.rules {
            model.require(rule(Arc::clone(&graphs[*graph]), goal, *literal)?);
        }
        Ok(model)
    }

    /// Returns how constraints become clauses if nothing is chosen.
    pub fn lowering(&self) -> LoweringOptions {
        let cnf = match self.has_large_formula {
            true => CnfMethod::PlaistedGreenbaum,
            false => CnfMethod::default(),
        };
        LoweringOptions { cnf, ..self.model.default_lowering() }
    }
}

/// Creates a rule.
fn rule(
    graph: impl Into<Arc<RuleGraph>>,
    goal: &GraphGoal,
    literal: Option<Lit>,
) -> PyResult<GraphRule> {
    let rule = GraphRule::new(graph, goal.clone()).map_err(invalid)?;
    match literal {
        None => Ok(rule),
        Some(literal) => rule.iff(literal).map_err(invalid),
    }
}

/// Returns the literals of a disjunction, or of a conjunction; `None` for other formulas.
fn literals(formula: &Formula, is_disjunction: bool) -> Option<Vec<Lit>> {
    let literal = |part: &Formula| match part {
        Formula::Literal(literal) => Some(*literal),
        _ => None,
    };
    match formula {
        Formula::Literal(literal) => Some(vec![*literal]),
        Formula::Or(parts) if is_disjunction => parts.iter().map(literal).collect(),
        Formula::And(parts) if !is_disjunction => parts.iter().map(literal).collect(),
        _ => None,
    }
}
