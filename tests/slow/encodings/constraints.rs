//! Every constraint of every clue pattern up to 2 x 3 has the same meaning as clauses by each method and as rows.

use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::fmt::Arguments;
use std::hash::{Hash, Hasher};

use encycle::encodings::kinds::slitherlink::encoding;
use encycle::encodings::logic::{
    CardMethod, CnfMethod, Constraint, ConstraintSink, DegreeRows, Formula, Lit, LoweringOptions,
    Origin, Place, Var,
};

use crate::support::long_or;

use super::common::{Counter, cnf, rows};
use super::{AllLoops, SMALL, names};

/// A sink that compares each constraint with its lowerings once. Two constraints are the same if they differ only in
/// their variables, and these are in the same order.
#[derive(Default)]
struct Lowered {
    variables: u32,
    seen: HashSet<u64>,
}

impl ConstraintSink for Lowered {
    fn variable(&mut self, _: &'static str, _: Arguments<'_>) -> Var {
        self.variables += 1;
        Var::new(self.variables - 1)
    }

    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin) {
        let mut variables = Vec::new();
        constraint.for_each_literal(&mut |literal| variables.push(literal.var()));
        variables.sort_unstable();
        variables.dedup();
        let renamed = |literal: Lit| {
            let place = variables.binary_search(&literal.var()).expect("a variable of it");
            Lit::new(place as u32, literal.is_neg())
        };
        let mut hasher = DefaultHasher::new();
        hash(constraint, &renamed, &mut hasher);
        if self.seen.insert(hasher.finish()) {
            with_renamed(constraint, &renamed, &|constraint| {
                assert_lowered_rightly(constraint, variables.len(), origin.family);
            });
        }
    }
}

fn hash(constraint: Constraint<'_>, renamed: &dyn Fn(Lit) -> Lit, hasher: &mut DefaultHasher) {
    std::mem::discriminant(&constraint).hash(hasher);
    match constraint {
        Constraint::Cardinality { at_least, at_most, .. }
        | Constraint::Conditional { at_least, at_most, .. } => (at_least, at_most).hash(hasher),
        Constraint::Linear { terms, relation, right } => {
            (relation, right).hash(hasher);
            terms.iter().for_each(|(coefficient, _)| coefficient.hash(hasher));
        }
        Constraint::Formula(formula) => return hash_formula(formula, renamed, hasher),
        _ => {}
    }
    constraint.for_each_literal(&mut |literal| hash_literal(renamed(literal), hasher));
}

fn hash_literal(literal: Lit, hasher: &mut DefaultHasher) {
    (literal.vidx(), literal.is_neg()).hash(hasher);
}

fn hash_formula(formula: &Formula, renamed: &dyn Fn(Lit) -> Lit, hasher: &mut DefaultHasher) {
    std::mem::discriminant(formula).hash(hasher);
    match formula {
        Formula::Literal(literal) => hash_literal(renamed(*literal), hasher),
        Formula::Not(part) => hash_formula(part, renamed, hasher),
        Formula::And(parts) | Formula::Or(parts) => {
            parts.len().hash(hasher);
            parts.iter().for_each(|part| hash_formula(part, renamed, hasher));
        }
        Formula::Implies(one, other) | Formula::Iff(one, other) | Formula::Xor(one, other) => {
            hash_formula(one, renamed, hasher);
            hash_formula(other, renamed, hasher);
        }
    }
}

fn with_renamed(
    constraint: Constraint<'_>,
    renamed: &dyn Fn(Lit) -> Lit,
    test: &dyn Fn(Constraint<'_>),
) {
    let all = |literals: &[Lit]| -> Vec<Lit> { literals.iter().map(|&one| renamed(one)).collect() };
    match constraint {
        Constraint::Clause(literals) => test(Constraint::Clause(&all(literals))),
        Constraint::Cardinality { literals, at_least, at_most } => {
            test(Constraint::Cardinality { literals: &all(literals), at_least, at_most });
        }
        Constraint::Conditional { when, literals, at_least, at_most } => {
            let (when, literals) = (renamed(when), &all(literals));
            test(Constraint::Conditional { when, literals, at_least, at_most });
        }
        Constraint::ZeroOrTwo(literals) => test(Constraint::ZeroOrTwo(&all(literals))),
        Constraint::Crossing { edge, boundary } => {
            test(Constraint::Crossing { edge: renamed(edge), boundary: &all(boundary) });
        }
        Constraint::Linear { terms, relation, right } => {
            let terms: Vec<(i64, Lit)> =
                terms.iter().map(|&(coefficient, one)| (coefficient, renamed(one))).collect();
            test(Constraint::Linear { terms: &terms, relation, right });
        }
        Constraint::Formula(formula) => {
            test(Constraint::Formula(&formula.map_literals(renamed)));
        }
    }
}

/// The clauses by every method and the rows of every form, projected on the variables of the constraint, have exactly
/// the points that satisfy it.
fn assert_lowered_rightly(constraint: Constraint<'_>, variables: usize, family: &str) {
    let encode = |sink: &mut dyn ConstraintSink| {
        for number in 0..variables {
            sink.variable("own", format_args!("v_{number}"));
        }
        sink.constraint(constraint, Origin::new("own", Place::Whole));
    };
    let methods = CnfMethod::ALL.iter().map(|&cnf| LoweringOptions { cnf, ..Default::default() });
    let cards = CardMethod::ALL.iter().map(|&card| LoweringOptions { card, ..Default::default() });
    let choices: Vec<LoweringOptions> = methods.clone().chain(cards).collect();
    if let Constraint::Clause(literals) = constraint {
        // long clauses have too many points to enumerate; every method emits the clause itself
        let mut expected = literals.to_vec();
        expected.sort_unstable();
        for &choice in &choices {
            let mut formula = cnf(choice, encode);
            formula.clauses.iter_mut().for_each(|clause| clause.sort_unstable());
            assert_eq!(formula.clauses, [&expected[..]], "{family}: {choice:?}");
            assert_eq!(formula.names.len(), variables, "{family}: {choice:?}");
        }
        if variables > 10 {
            let program = rows(LoweringOptions::default(), encode);
            assert_eq!(program.rows.len(), 1, "{family}: {program:?}");
            return;
        }
    }
    assert!(variables <= 12, "{family}: {variables} variables are too many: {constraint:?}");
    let points = (0..1_u32 << variables)
        .map(|bits| (0..variables).map(|i| bits >> i & 1 == 1).collect::<Vec<bool>>());
    let mut expected: Vec<Vec<bool>> =
        points.filter(|point| constraint.is_satisfied(point)).collect();
    expected.sort();
    for &choice in &choices {
        let points = Counter::of_formula(&cnf(choice, encode)).points(variables);
        assert!(points.keys().eq(&expected), "{family}: {choice:?}: {constraint:?}");
    }
    for choice in methods {
        for &degree_rows in DegreeRows::ALL {
            let program = rows(LoweringOptions { degree_rows, ..choice }, encode);
            let points = Counter::of_program(&program).points(variables);
            assert!(points.keys().eq(&expected), "{family}: {choice:?}: {constraint:?}");
        }
    }
}

#[test]
fn every_constraint_of_small_patterns_is_lowered_rightly() {
    let mut lowered = Lowered::default();
    for (rows, cols) in SMALL {
        // the constraints of a cell depend on few clues, so a sample of the largest size has nearly all
        let step = if rows * cols < 6 { 1 } else { long_or(1, 11) };
        for puzzle in AllLoops::new(rows, cols).patterns().step_by(step) {
            for name in names() {
                let encoding = encoding(&name, &puzzle).expect("a known name");
                lowered.variables = 0;
                encoding.encode(&mut lowered);
            }
        }
    }
    // clauses of many lengths and signs, cardinalities, and formulas
    assert!(lowered.seen.len() > 100, "{} different constraints", lowered.seen.len());
}
