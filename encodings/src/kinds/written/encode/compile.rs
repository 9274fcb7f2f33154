//! From statements to constraints over the variables of the drawing and further variables that these determine.

use std::borrow::Cow;
use std::collections::HashMap;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cell_loops::{CellBoard, CertainSet, LineCounts};
use crate::encoding::EncodingError;
use crate::grid::{Edge, Graph};
use crate::kinds::written::encode::symbolic::{Statement, reach};
use crate::logic::{Constraint, ConstraintSink, Formula, Lit, Origin, Place, Relation};
use crate::puzzle::EdgeClue;

/// A constraint that owns its literals.
#[derive(Clone, Debug)]
enum Owned {
    Clause(Vec<Lit>),
    Count { when: Option<Lit>, literals: Vec<Lit>, at_least: usize, at_most: usize },
    Linear { terms: Vec<(i64, Lit)>, relation: Relation, right: i64 },
    Formula(Formula),
}

/// The constraints of the rules of a puzzle.
///
/// Variables from [`Self::atoms`] on are its own; they are renumbered to the number that the encoding gives them.
#[derive(Debug)]
pub(in crate::kinds::written) struct Compiled {
    atoms: u32,
    /// The family and the name of each variable.
    variables: Vec<(&'static str, String)>,
    constraints: Vec<(Owned, Origin)>,
    /// Whether each constraint is part of the definition of a variable.
    is_definition: Vec<bool>,
    /// How many definitions of variables are being made, one inside the other.
    depth: usize,
    /// The variable of each statement that has one.
    named: FxHashMap<Statement, Lit>,
    /// The variable of each conjunction of two literals for which [`Self::both`] was called: a shorter way to [`Self::named`].
    pairs: FxHashMap<[Lit; 2], Lit>,
    /// For each variable, the literals of which it is the conjunction; none if it stands for another statement.
    parts: Vec<Vec<Lit>>,
    /// The clauses of two literals of the current rule. A rule about the cells around each cell states each of them twice.
    pair_clauses: FxHashSet<[Lit; 2]>,
    size: usize,
}

/// The maximum size of all constraints, in literals: about 1 GiB.
const LARGEST: usize = 240_000_000;

/// The size of a constraint without its literals, in literals.
const OVERHEAD: usize = 24;

impl Compiled {
    /// Creates an empty list for a puzzle with this many atoms.
    pub fn new(atoms: usize) -> Self {
        Self {
            atoms: atoms as u32,
            variables: Vec::new(),
            constraints: Vec::new(),
            is_definition: Vec::new(),
            depth: 0,
            named: FxHashMap::default(),
            pairs: FxHashMap::default(),
            parts: Vec::new(),
            pair_clauses: FxHashSet::default(),
            size: 0,
        }
    }

    /// Returns the error of an encoding that became too large.
    pub fn too_large(name: &str) -> EncodingError {
        EncodingError::new(
            name,
            "the rules become too many constraints or too large numbers for this puzzle",
        )
    }

    /// Returns whether no more constraints should be added.
    pub fn is_too_large(&self) -> bool {
        self.size > LARGEST
    }

    /// Forgets which clauses of two literals the current rule has stated: the next rule may state them again.
    pub fn end_rule(&mut self) {
        self.pair_clauses = FxHashSet::default();
    }

    fn push(&mut self, constraint: Owned, origin: Origin) {
        let literals = match &constraint {
            Owned::Clause(literals) | Owned::Count { literals, .. } => literals.len(),
            Owned::Linear { terms, .. } => terms.len(),
            Owned::Formula(_) => 8,
        };
        self.size += OVERHEAD + literals;
        self.constraints.push((constraint, origin));
        self.is_definition.push(self.depth > 0);
    }

    /// Adds a clause, without repeated literals; nothing if it is always true, or a pair that the rule has stated.
    fn clause(&mut self, literals: Vec<Lit>, origin: Origin) {
        let mut distinct: Vec<Lit> = Vec::with_capacity(literals.len());
        for literal in literals {
            if distinct.contains(&!literal) {
                return;
            }
            if !distinct.contains(&literal) {
                distinct.push(literal);
            }
        }
        self.drop_implied(&mut distinct);
        if let [first, second] = distinct[..]
            && self.depth == 0
            && !self.pair_clauses.insert([first.min(second), first.max(second)])
        {
            return;
        }
        self.push(Owned::Clause(distinct), origin);
    }

    /// Removes the literals of a clause that imply another one: where the clause has the negation of a variable that stands for a
    /// conjunction, the negations of its parts.
    fn drop_implied(&self, clause: &mut Vec<Lit>) {
        let mut open: Vec<Lit> = clause.iter().copied().filter(|one| one.is_neg()).collect();
        while let Some(literal) = open.pop() {
            let own = literal.vidx32().checked_sub(self.atoms);
            for &part in own.and_then(|own| self.parts.get(own as usize)).into_iter().flatten() {
                clause.retain(|&one| one != !part);
                open.extend(part.is_pos().then_some(!part));
            }
        }
    }

    /// Requires a statement, unless a literal is true.
    pub(super) fn require(&mut self, unless: Option<Lit>, statement: Statement, origin: Origin) {
        match statement {
            Statement::And(parts) => {
                parts.into_iter().for_each(|part| self.require(unless, part, origin));
            }
            Statement::Literal(literal) => {
                self.clause(unless.into_iter().chain([literal]).collect(), origin);
            }
            Statement::Sum { terms, least, most } => {
                self.sum(unless.map(|literal| !literal), terms, least, most, origin);
            }
            Statement::Or(parts) => self.one_of(unless, parts, origin),
        }
    }

    /// Requires one of some statements, unless a literal is true.
    fn one_of(&mut self, unless: Option<Lit>, parts: Vec<Statement>, origin: Origin) {
        if parts.iter().all(|part| matches!(part, Statement::Literal(_))) {
            let literals = parts.iter().filter_map(atom);
            return self.clause(unless.into_iter().chain(literals).collect(), origin);
        }
        if unless.is_none() {
            let others = parts.iter().filter(|part| !matches!(part, Statement::Literal(_))).count();
            // a formula over literals is left to the method that makes clauses of formulas
            if others > 0
                && parts.iter().all(is_plain)
                && parts.iter().map(leaves).sum::<usize>() <= PLAIN_LEAVES
            {
                let formula = Formula::Or(parts.iter().map(formula).collect());
                return self.push(Owned::Formula(formula), origin);
            }
        }
        if let Some(at) = only_sum(&parts) {
            return self.sum_or_literals(unless, parts, at, origin);
        }
        if let Some(clauses) = distributed(&parts) {
            for clause in clauses {
                self.clause(unless.into_iter().chain(clause).collect(), origin);
            }
            return;
        }
        // several alternatives to one literal each: one clause for each part of the only conjunction
        let is_and = |part: &Statement| matches!(part, Statement::And(_));
        let others = parts.iter().filter(|part| !matches!(part, Statement::Literal(_))).count();
        if let (1, Some(at)) = (others, parts.iter().position(is_and)) {
            let mut rest = parts;
            if let Statement::And(conjunction) = rest.remove(at) {
                for part in conjunction {
                    let with = rest.iter().cloned().chain([part]);
                    self.require(unless, Statement::or(with), origin);
                }
            }
            return;
        }
        let parts = parts.into_iter().map(|part| self.literal(part, origin));
        let literals = unless.into_iter().chain(parts).collect();
        self.clause(literals, origin);
    }

    /// Requires the sum at a place, unless a literal or one of the other parts, which are literals, is true: with a variable for
    /// that condition, not for the sum, which would need rows for both of its values.
    fn sum_or_literals(
        &mut self,
        unless: Option<Lit>,
        mut parts: Vec<Statement>,
        at: usize,
        origin: Origin,
    ) {
        let sum = self.shortened(parts.swap_remove(at));
        let others = unless.map(Statement::Literal).into_iter().chain(parts);
        if let Statement::Sum { terms, least, most } = sum {
            let when = self.literal(Statement::or(others).not(), origin);
            return self.sum(Some(when), terms, least, most, origin);
        }
        self.clause(others.chain([sum]).filter_map(|part| atom(&part)).collect(), origin);
    }

    /// Requires a sum in a range, if the condition is true.
    fn sum(
        &mut self,
        when: Option<Lit>,
        terms: Vec<(i64, Lit)>,
        least: i64,
        most: i64,
        origin: Origin,
    ) {
        let (terms, least, most) = match when {
            Some(when) => under(when, terms, least, most),
            None => (terms, least, most),
        };
        if terms.is_empty() {
            if !(least..=most).contains(&0) {
                self.clause(when.map(|when| !when).into_iter().collect(), origin);
            }
            return;
        }
        let (smallest, largest) = reach(&terms);
        let step = terms[0].0.abs();
        if terms.iter().all(|(factor, _)| factor.abs() == step) {
            // the negative terms count false literals
            let literals: Vec<Lit> = terms
                .iter()
                .map(|&(factor, literal)| if factor < 0 { !literal } else { literal })
                .collect();
            let up = |bound: i64| (bound - smallest + step - 1).div_euclid(step).max(0) as usize;
            let down = |bound: i64| (bound - smallest).div_euclid(step);
            let at_most = down(most);
            if at_most < up(least) as i64 || up(least) > literals.len() {
                return self.clause(when.map(|when| !when).into_iter().collect(), origin);
            }
            let at_most = (at_most as usize).min(literals.len());
            return self
                .push(Owned::Count { when, literals, at_least: up(least), at_most }, origin);
        }
        let bounds = [
            (Relation::AtLeast, least, least > smallest),
            (Relation::AtMost, most, most < largest),
        ];
        if when.is_none() && least == most {
            return self
                .push(Owned::Linear { terms, relation: Relation::Equal, right: least }, origin);
        }
        for (relation, right, _) in bounds.into_iter().filter(|(.., is_bound)| *is_bound) {
            let mut terms = terms.clone();
            // where the condition is false, a large term makes the row hold
            if let Some(when) = when {
                let slack =
                    if relation == Relation::AtLeast { right - smallest } else { right - largest };
                terms.push((slack, !when));
            }
            self.push(Owned::Linear { terms, relation, right }, origin);
        }
    }

    /// Returns the literal of a statement that has a variable, or else the statement itself.
    pub(super) fn shortened(&self, statement: Statement) -> Statement {
        // a literal has no variable
        if let Statement::Literal(_) = statement {
            return statement;
        }
        let opposite = || self.named.get(&statement.clone().not()).map(|&known| !known);
        let known = self.named.get(&statement).copied().or_else(opposite);
        known.map_or(statement, Statement::Literal)
    }

    /// Returns a literal that is true exactly if two literals are.
    pub(super) fn both(&mut self, first: Lit, second: Lit, origin: Origin) -> Lit {
        if let Some(&known) = self.pairs.get(&[first, second]) {
            return known;
        }
        let conjunction = Statement::And(vec![first.into(), second.into()]);
        let literal = self.literal(conjunction, origin);
        self.pairs.insert([first, second], literal);
        literal
    }

    /// Returns a literal that is true exactly if a statement is.
    pub(super) fn literal(&mut self, statement: Statement, origin: Origin) -> Lit {
        if let Statement::Literal(literal) = statement {
            return literal;
        }
        if let Some(&known) = self.named.get(&statement) {
            return known;
        }
        let opposite = statement.clone().not();
        if let Statement::And(parts) = &statement
            && parts.iter().all(|part| matches!(part, Statement::Literal(one) if one.is_neg()))
        {
            return !self.literal(opposite, origin);
        }
        if let Some(&known) = self.named.get(&opposite) {
            return !known;
        }
        let literal = Lit::positive(self.atoms + self.variables.len() as u32);
        let name = format!("{}{}", origin.family.replace('-', "_"), self.variables.len() + 1);
        self.variables.push((origin.family, format!("z_{name}")));
        self.named.insert(statement.clone(), literal);
        let parts: Option<Vec<Lit>> = match &statement {
            Statement::And(parts) => parts.iter().map(atom).collect(),
            _ => None,
        };
        self.parts.push(parts.unwrap_or_default());
        self.depth += 1;
        self.require(Some(!literal), statement, origin);
        self.require(Some(literal), opposite, origin);
        self.depth -= 1;
        literal
    }

    /// Returns the statement that exactly one of two statements is true, each of which is a literal or constant.
    pub(super) fn odd(&mut self, first: Statement, second: Statement, origin: Origin) -> Statement {
        match (first.value(), second.value()) {
            (Some(true), _) => second.not(),
            (Some(false), _) => second,
            (_, Some(true)) => first.not(),
            (_, Some(false)) => first,
            _ => Statement::Literal(self.literal(Statement::iff(first, second.not()), origin)),
        }
    }

    /// Returns whether there is no constraint.
    pub fn is_empty(&self) -> bool {
        self.constraints.is_empty()
    }

    /// Returns the number of variables.
    pub fn variable_count(&self) -> usize {
        self.variables.len()
    }

    /// Creates the variables.
    pub fn create_variables(&self, sink: &mut dyn ConstraintSink) {
        for (family, name) in &self.variables {
            sink.variable(family, format_args!("{name}"));
        }
    }

    /// Adds the constraints; `first` is the number of the first variable.
    pub fn add_constraints(&self, first: u32, sink: &mut dyn ConstraintSink) {
        let atoms = self.atoms;
        let moved = |literal: Lit| match literal.vidx32() < atoms {
            true => literal,
            false => Lit::new(literal.vidx32() - atoms + first, literal.is_neg()),
        };
        for (constraint, origin) in &self.constraints {
            match constraint {
                Owned::Clause(literals) => {
                    let literals: Vec<Lit> = literals.iter().copied().map(moved).collect();
                    sink.constraint(Constraint::Clause(&literals), *origin);
                }
                Owned::Count { when, literals, at_least, at_most } => {
                    let literals: Vec<Lit> = literals.iter().copied().map(moved).collect();
                    let (at_least, at_most) = (*at_least, *at_most);
                    let constraint = match when.map(moved) {
                        Some(when) => {
                            Constraint::Conditional { when, literals: &literals, at_least, at_most }
                        }
                        None => Constraint::Cardinality { literals: &literals, at_least, at_most },
                    };
                    sink.constraint(constraint, *origin);
                }
                Owned::Linear { terms, relation, right } => {
                    let terms: Vec<(i64, Lit)> =
                        terms.iter().map(|&(factor, literal)| (factor, moved(literal))).collect();
                    let constraint =
                        Constraint::Linear { terms: &terms, relation: *relation, right: *right };
                    sink.constraint(constraint, *origin);
                }
                Owned::Formula(formula) => {
                    sink.constraint(Constraint::Formula(&mapped(formula, &moved)), *origin);
                }
            }
            if !sink.accepts_more() {
                return;
            }
        }
    }

    /// Returns sets of literals, of each of which at least one is true in every solution, with their origins.
    fn required(&self) -> impl Iterator<Item = (Vec<Lit>, Origin)> {
        let is_rule = self.constraints.iter().zip(&self.is_definition).filter(|(_, is)| !**is);
        is_rule.flat_map(|((constraint, origin), _)| {
            let sets: Vec<Vec<Lit>> = match constraint {
                Owned::Count { when: None, literals, at_least, at_most } => {
                    match (literals.len() - at_least, at_most) {
                        (0, _) => literals.iter().map(|&literal| vec![literal]).collect(),
                        (_, 0) => literals.iter().map(|&literal| vec![!literal]).collect(),
                        _ if *at_least > 0 => vec![literals.clone()],
                        _ => Vec::new(),
                    }
                }
                // a formula has no negations but at literals, so it is false if all literals are false
                Owned::Clause(_) | Owned::Formula(_) => vec![constraint.literals()],
                _ => Vec::new(),
            };
            sets.into_iter().map(|set| (set, *origin))
        })
    }

    /// Returns sets of literals over the atoms, of each of which at least one is true in every solution, with their origins.
    pub fn facts(&self) -> impl Iterator<Item = (Vec<Lit>, Origin)> {
        let statements = self.statements();
        self.required().flat_map(move |(literals, origin)| {
            let sets = match literals[..] {
                [one] if one.is_neg() => match statements.get(&one.vidx32()) {
                    Some(Statement::Or(parts)) => {
                        parts.iter().filter_map(atom).map(|part| vec![!part]).collect()
                    }
                    Some(_) => Vec::new(),
                    None => vec![vec![one]],
                },
                _ => {
                    let atoms = |literal: Lit| match statements.get(&literal.vidx32()) {
                        None => Some(vec![literal]),
                        Some(Statement::Or(parts)) if literal.is_pos() => {
                            parts.iter().map(atom).collect()
                        }
                        Some(_) => None,
                    };
                    let all: Option<Vec<Vec<Lit>>> = literals.into_iter().map(atoms).collect();
                    all.map(|all| all.concat()).into_iter().collect()
                }
            };
            let is_plain = |set: &Vec<Lit>| set.iter().all(|literal| literal.vidx32() < self.atoms);
            sets.into_iter().filter(is_plain).map(|set| (set, origin)).collect::<Vec<_>>()
        })
    }

    /// Returns, by the number of a variable, the statement that it stands for if it is true.
    fn statements(&self) -> HashMap<u32, &Statement> {
        let named = self.named.iter().filter(|(_, literal)| literal.is_pos());
        named.map(|(statement, literal)| (literal.vidx32(), statement)).collect()
    }

    /// Returns sets of links, of each of which at least one is a line in every solution; `graph` has the links.
    pub fn certain_sets(&self, graph: &Graph) -> Vec<CertainSet> {
        let certain = |(literals, origin): (Vec<Lit>, Origin)| {
            let first = literals.first()?;
            let place = match origin.place {
                Place::Whole => graph.edge_place(Edge(first.vidx32())),
                place => place,
            };
            let are_lines = literals.iter().all(|literal| literal.is_pos());
            let links = literals.iter().map(|literal| Edge(literal.vidx32())).collect();
            are_lines.then_some(CertainSet { place, links })
        };
        self.facts().filter_map(certain).collect()
    }

    /// Returns the rules that count lines or visited cells, as counts of lines. Such a rule has no other constraint, and no
    /// other rule uses its variables.
    pub fn line_counts(&self, board: &CellBoard) -> LineCounts {
        let statements = self.statements();
        let visited: HashMap<Statement, usize> = (0..board.graph().vertex_count())
            .map(|cell| {
                let links = board.usable_at(cell).map(Statement::Literal);
                (Statement::or(links), cell)
            })
            .collect();
        // the lines whose number is twice the number of true literals
        let twice = |literal: Lit| -> Option<Vec<Edge>> {
            match statements.get(&literal.vidx32()) {
                None => Some(vec![Edge(literal.vidx32()); 2]),
                Some(statement) => {
                    let cell = *visited.get(statement)?;
                    Some(board.usable_at(cell).map(|link| Edge(link.vidx32())).collect())
                }
            }
        };
        let count = |constraint: &Owned| -> Option<EdgeClue<'static>> {
            let Owned::Count { when: None, literals, at_least, at_most } = constraint else {
                return None;
            };
            let negated = literals.iter().filter(|literal| literal.is_neg()).count();
            let count = match negated {
                0 => *at_least,
                _ if negated == literals.len() => literals.len() - at_least,
                _ => return None,
            };
            let edges = literals.iter().map(|&one| twice(one)).collect::<Option<Vec<_>>>()?;
            (at_least == at_most)
                .then(|| EdgeClue { edges: Cow::Owned(edges.concat()), count: 2 * count })
        };
        let rules = || self.constraints.iter().zip(&self.is_definition);
        let mut others: Vec<&str> = rules()
            .filter(|((one, _), is_definition)| !**is_definition && count(one).is_none())
            .map(|((_, origin), _)| origin.family)
            .collect();
        let of = |literal: &Lit| {
            let own = literal.vidx32().checked_sub(self.atoms)?;
            Some(self.variables[own as usize].0)
        };
        let mut known = usize::MAX;
        while known != others.len() {
            known = others.len();
            for (constraint, origin) in &self.constraints {
                if others.contains(&origin.family) {
                    let used: Vec<&str> = constraint.literals().iter().filter_map(of).collect();
                    others.extend(used);
                }
            }
            others.sort_unstable();
            others.dedup();
        }
        let counted = || {
            let is_rule = rules().filter(|(_, is_definition)| !**is_definition);
            is_rule.filter(|((_, origin), _)| !others.contains(&origin.family))
        };
        let mut families: Vec<&'static str> =
            counted().map(|((_, origin), _)| origin.family).collect();
        families.dedup();
        let counts = counted().filter_map(|((constraint, _), _)| count(constraint)).collect();
        LineCounts { families, counts }
    }
}

impl Owned {
    fn literals(&self) -> Vec<Lit> {
        match self {
            Self::Clause(literals) => literals.clone(),
            Self::Count { when, literals, .. } => {
                literals.iter().chain(when.as_ref()).copied().collect()
            }
            Self::Linear { terms, .. } => terms.iter().map(|(_, literal)| *literal).collect(),
            Self::Formula(formula) => {
                let mut literals = Vec::new();
                formula.for_each_literal(&mut |literal| literals.push(literal));
                literals
            }
        }
    }
}

/// Returns the literal of a statement that is one.
fn atom(statement: &Statement) -> Option<Lit> {
    match statement {
        Statement::Literal(literal) => Some(*literal),
        _ => None,
    }
}

/// Returns the place of the only part that is no literal, if it is a sum.
fn only_sum(parts: &[Statement]) -> Option<usize> {
    let mut others = (0..parts.len()).filter(|&at| atom(&parts[at]).is_none());
    let at = others.next()?;
    (others.next().is_none() && matches!(parts[at], Statement::Sum { .. })).then_some(at)
}

/// Returns a sum and its range where a literal is true.
fn under(
    when: Lit,
    terms: Vec<(i64, Lit)>,
    mut least: i64,
    mut most: i64,
) -> (Vec<(i64, Lit)>, i64, i64) {
    let mut rest = Vec::with_capacity(terms.len());
    for (factor, literal) in terms {
        match literal {
            one if one == when => {
                least -= factor;
                most -= factor;
            }
            one if one == !when => {}
            _ => rest.push((factor, literal)),
        }
    }
    (rest, least, most)
}

/// The maximum number of clauses into which a disjunction is distributed; a larger one gets variables.
const MOST_DISTRIBUTED: usize = 4;

/// Returns the clauses of a disjunction of literals and conjunctions of literals, if they are few.
fn distributed(parts: &[Statement]) -> Option<Vec<Vec<Lit>>> {
    let mut clauses = vec![Vec::new()];
    for part in parts {
        let choices: Vec<Lit> = match part {
            Statement::Literal(literal) => vec![*literal],
            Statement::And(parts) => parts
                .iter()
                .map(|part| if let Statement::Literal(one) = part { Some(*one) } else { None })
                .collect::<Option<_>>()?,
            _ => return None,
        };
        if clauses.len() * choices.len() > MOST_DISTRIBUTED {
            return None;
        }
        let longer = |clause: &Vec<Lit>| {
            let clause = clause.clone();
            choices.iter().map(move |&choice| [&clause[..], &[choice]].concat()).collect::<Vec<_>>()
        };
        clauses = clauses.iter().flat_map(longer).collect();
    }
    Some(clauses)
}

/// The maximum number of literals of a statement that becomes a formula; a larger one gets variables.
const PLAIN_LEAVES: usize = 12;

fn is_plain(statement: &Statement) -> bool {
    match statement {
        Statement::Literal(_) => true,
        Statement::And(parts) | Statement::Or(parts) => parts.iter().all(is_plain),
        Statement::Sum { .. } => false,
    }
}

fn leaves(statement: &Statement) -> usize {
    match statement {
        Statement::And(parts) | Statement::Or(parts) => parts.iter().map(leaves).sum(),
        _ => 1,
    }
}

fn formula(statement: &Statement) -> Formula {
    match statement {
        Statement::Literal(literal) => Formula::Literal(*literal),
        Statement::And(parts) => Formula::And(parts.iter().map(formula).collect()),
        Statement::Or(parts) => Formula::Or(parts.iter().map(formula).collect()),
        Statement::Sum { .. } => unreachable!("a plain statement has no sum"),
    }
}

fn mapped(formula: &Formula, map: &impl Fn(Lit) -> Lit) -> Formula {
    let all = |parts: &[Formula]| parts.iter().map(|part| mapped(part, map)).collect();
    match formula {
        Formula::Literal(literal) => Formula::Literal(map(*literal)),
        Formula::And(parts) => Formula::And(all(parts)),
        Formula::Or(parts) => Formula::Or(all(parts)),
        other => other.clone(),
    }
}
