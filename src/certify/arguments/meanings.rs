//! What auxiliary variables mean, where elimination takes too many clauses: sums and counts over many atoms.
//!
//! Each auxiliary variable becomes a function of the atoms, in an order in which each variable is defined by earlier ones. Of
//! the clauses whose last auxiliary variable is `z`, those with `-z` define it: `z` is true unless one of these clauses
//! needs it false. So these clauses hold whatever the atoms are. Any other clause holds in every solution if its negation
//! contradicts the rules near it. An assignment of the atoms that satisfies all these clauses extends to a model, since the
//! functions are total: so a solution that is not listed satisfies the formula.
//!
//! Functions are decision diagrams, and so are the rules. For example, the node `z` of a decision diagram with the clauses
//! `-z high`, `-z x low`, `-high -x z`, `-low z` means `high and (x or low)`, that is, "the sum of the atoms from `x` on
//! reaches a bound". The last two clauses hold because their negation is the function that is always false; a clause `x
//! z`, because its negation and the rule about the sum are.
//!
//! A rule may count statements, such as "a ship of three cells begins here", which overlap, so that no short diagram over
//! atoms exists. If an auxiliary variable means such a statement, the diagram of the rule counts the variable instead. It
//! may then have any value, which only makes contradictions rarer.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use encycle_encodings::kinds::written::{NumberComparison, RuleMeaning};
use encycle_proofs::Clause;

use crate::certify::arguments::diagrams::{DiagramIndex, Diagrams, NO, YES};

/// The numbers of rules that are tried together, the nearest first: the more, the slower.
const TRIED_RULES: [usize; 4] = [0, 2, 20, 200];

/// The maximum number of terms of a sum, which limits recursion.
const MOST_TERMS: usize = 1_000;

/// A function of an auxiliary variable; `None` if it takes too many nodes.
type VariableMeaning = Option<DiagramIndex>;

/// A rule, and the variables on which it depends.
struct RuleDiagram {
    ranks: BTreeSet<u32>,
    function: DiagramIndex,
}

/// The meanings of auxiliary variables.
pub(in crate::certify) struct Meanings<'a> {
    diagrams: Diagrams,
    /// The atom of each variable, from the variable 1 on; `None` for auxiliary variables.
    atoms: &'a [Option<usize>],
    /// The atoms that have the same value in all solutions.
    fixed: &'a [Option<bool>],
    /// The place of each auxiliary variable in the order of definitions.
    places: HashMap<usize, (bool, usize)>,
    /// The meaning of each auxiliary variable where other clauses use it, and its own.
    functions: HashMap<usize, [VariableMeaning; 2]>,
    /// The functions for which variables stand.
    stands: HashMap<DiagramIndex, DiagramIndex>,
    rules: Vec<RuleDiagram>,
}

impl<'a> Meanings<'a> {
    /// Returns the meanings of the auxiliary variables in some clauses.
    pub fn new(
        rules: &[RuleMeaning],
        fixed: &'a [Option<bool>],
        clauses: &[&Clause],
        atoms: &'a [Option<usize>],
    ) -> Self {
        let mut meanings = Self {
            diagrams: Diagrams::new(),
            atoms,
            fixed,
            places: HashMap::new(),
            functions: HashMap::new(),
            stands: HashMap::new(),
            rules: Vec::new(),
        };
        let rules = meanings.rules_near(rules, clauses);
        let counted = meanings.counted_statements(&rules);
        meanings.order(clauses);
        meanings.define(clauses, &counted);
        for rule in rules.into_iter().flat_map(parts_of) {
            if let Some(function) = meanings.attempt(|all| all.statement(&rule)) {
                let ranks = meanings.diagrams.support(function);
                meanings.rules.push(RuleDiagram { ranks, function });
            }
        }
        meanings
    }

    fn atom(&self, variable: usize) -> Option<usize> {
        self.atoms.get(variable.checked_sub(1)?).copied().flatten()
    }

    /// Returns the rules that share an atom with some clauses.
    fn rules_near<'r>(
        &self,
        rules: &'r [RuleMeaning],
        clauses: &[&Clause],
    ) -> Vec<&'r RuleMeaning> {
        let literals = clauses.iter().flat_map(|clause| clause.iter());
        let near: HashSet<usize> =
            literals.filter_map(|literal| self.atom(variable_of(*literal))).collect();
        let is_near = |rule: &&RuleMeaning| {
            let mut is_near = false;
            rule.each_atom(&mut |atom| is_near |= near.contains(&atom));
            is_near
        };
        rules.iter().filter(is_near).collect()
    }

    /// Calls a function that returns `None` if it takes too many nodes.
    fn attempt<T>(&mut self, make: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        self.diagrams.begin();
        make(self)
    }

    /// Returns the functions of the statements that rules count.
    fn counted_statements(&mut self, rules: &[&RuleMeaning]) -> HashSet<DiagramIndex> {
        let mut statements = Vec::new();
        rules.iter().for_each(|rule| each_counted(rule, &mut |one| statements.push(one)));
        let mut counted = HashSet::new();
        for statement in statements {
            counted.extend(self.attempt(|all| all.statement(statement)));
        }
        counted
    }

    /// Puts the auxiliary variables in an order in which each is defined by earlier ones. This is the order of their
    /// numbers, but variables that it leaves without a definition come last.
    fn order(&mut self, clauses: &[&Clause]) {
        let literals = clauses.iter().flat_map(|clause| clause.iter());
        let variables: HashSet<usize> = literals
            .map(|literal| variable_of(*literal))
            .filter(|&variable| self.atom(variable).is_none())
            .collect();
        self.places = variables.iter().map(|&variable| (variable, (false, variable))).collect();
        let defined: HashSet<usize> =
            clauses.iter().filter_map(|clause| self.defined_by(clause)).collect();
        self.places = variables.iter().map(|one| (*one, (!defined.contains(one), *one))).collect();
    }

    /// Returns the auxiliary variable that a clause helps to define.
    fn defined_by(&self, clause: &[i32]) -> Option<usize> {
        let variables = clause.iter().map(|literal| variable_of(*literal));
        let last = variables
            .filter_map(|variable| Some((self.places.get(&variable)?, variable)))
            .max()
            .map(|(_, variable)| variable)?;
        clause.contains(&-(last as i32)).then_some(last)
    }

    fn define(&mut self, clauses: &[&Clause], counted: &HashSet<DiagramIndex>) {
        let mut defining: HashMap<usize, Vec<&Clause>> = HashMap::new();
        for &clause in clauses {
            if let Some(variable) = self.defined_by(clause) {
                defining.entry(variable).or_default().push(clause);
            }
        }
        let mut variables: Vec<usize> = self.places.keys().copied().collect();
        variables.sort_unstable_by_key(|variable| self.places[variable]);
        for variable in variables {
            let own = defining.remove(&variable).unwrap_or_default();
            let function = self.attempt(|all| all.definition(variable, &own));
            let stands =
                function.and_then(|one| self.attempt(|all| all.stand(variable, one, counted)));
            self.functions.insert(variable, [stands.or(function), function]);
        }
    }

    /// Returns the function that is true unless one of the clauses needs the variable false.
    fn definition(&mut self, variable: usize, clauses: &[&Clause]) -> VariableMeaning {
        let mut function = YES;
        for clause in clauses {
            let others = clause.iter().filter(|literal| variable_of(**literal) != variable);
            let others: Clause = others.copied().collect();
            // a clause with the variable and its negation always holds
            if !clause.contains(&(variable as i32)) {
                let fails = self.fails(&others, 0)?;
                function = self.diagrams.choose(fails, NO, function)?;
            }
        }
        Some(function)
    }

    /// Lets a variable stand for its function if rules count the statement or its negation.
    fn stand(
        &mut self,
        variable: usize,
        function: DiagramIndex,
        counted: &HashSet<DiagramIndex>,
    ) -> VariableMeaning {
        if let Some(&own) = self.stands.get(&function) {
            return Some(own);
        }
        let opposite = self.diagrams.not(function)?;
        let is_counted = counted.contains(&function) || counted.contains(&opposite);
        if function <= YES || self.diagrams.is_literal(function) || !is_counted {
            return None;
        }
        let own = self.diagrams.variable((self.fixed.len() + variable) as u32)?;
        let not_own = self.diagrams.not(own)?;
        self.stands.extend([(function, own), (opposite, not_own)]);
        Some(own)
    }

    /// Returns the function that is true if all literals of a clause are false; `usage` selects the meanings.
    fn fails(&mut self, clause: &[i32], usage: usize) -> VariableMeaning {
        let mut function = YES;
        for literal in clause {
            let variable = variable_of(*literal);
            let one = match self.atom(variable) {
                Some(atom) => self.of_atom(atom)?,
                None => (*self.functions.get(&variable)?)[usage]?,
            };
            function = match *literal > 0 {
                true => self.diagrams.choose(one, NO, function)?,
                false => self.diagrams.and(one, function)?,
            };
        }
        Some(function)
    }

    fn of_atom(&mut self, atom: usize) -> VariableMeaning {
        match self.fixed[atom] {
            Some(value) => Some(DiagramIndex::from(value)),
            None => self.diagrams.variable(atom as u32),
        }
    }

    /// Returns whether every solution satisfies a clause, if the auxiliary variables have their meanings.
    pub fn hold(&mut self, clause: &[i32]) -> bool {
        self.defined_by(clause).is_some()
            || TRIED_RULES.into_iter().any(|most| {
                (0..2).any(|usage| {
                    let excludes = |all: &mut Self| all.excludes(clause, usage, most);
                    self.attempt(excludes).unwrap_or(false)
                })
            })
    }

    /// Returns whether the negation of a clause contradicts the rules that are nearest to it.
    fn excludes(&mut self, clause: &[i32], usage: usize, most: usize) -> Option<bool> {
        let mut function = self.fails(clause, usage)?;
        let ranks = if most > 0 { self.diagrams.support(function) } else { BTreeSet::new() };
        for rule in self.nearest(&ranks, most) {
            if function == NO {
                break;
            }
            function = self.diagrams.and(rule, function)?;
        }
        Some(function == NO)
    }

    /// Returns the rules that share the largest part of their variables with others.
    fn nearest(&self, ranks: &BTreeSet<u32>, most: usize) -> Vec<DiagramIndex> {
        let nearness = |rule: &RuleDiagram| {
            let common = rule.ranks.intersection(ranks).count();
            let all = rule.ranks.len() + ranks.len() - common;
            (common > 0).then(|| (common * 1_000_000 / all, rule.function))
        };
        let mut near: Vec<(usize, DiagramIndex)> = self.rules.iter().filter_map(nearness).collect();
        near.sort_unstable_by_key(|&pair| Reverse(pair));
        near.into_iter().take(most).map(|(_, function)| function).collect()
    }

    /// Returns the function of a statement.
    fn statement(&mut self, meaning: &RuleMeaning) -> VariableMeaning {
        match meaning {
            RuleMeaning::Constant(value) => Some(DiagramIndex::from(*value > 0)),
            RuleMeaning::Atom(atom) => self.of_atom(*atom),
            RuleMeaning::Not(part) => {
                let part = self.statement(part)?;
                self.diagrams.not(part)
            }
            RuleMeaning::All(parts) => self.all(parts),
            RuleMeaning::Any(parts) => {
                let mut function = NO;
                for part in parts {
                    let part = self.statement(part)?;
                    function = self.diagrams.choose(part, YES, function)?;
                }
                Some(function)
            }
            RuleMeaning::Distinct(parts) => {
                let mut function = YES;
                for (place, part) in parts.iter().enumerate() {
                    for earlier in &parts[..place] {
                        let differ = self.compare(part, NumberComparison::Unequal, earlier)?;
                        function = self.diagrams.and(differ, function)?;
                    }
                }
                Some(function)
            }
            RuleMeaning::Compare(sides, comparison) => {
                self.compare(&sides[0], *comparison, &sides[1])
            }
            // numbers, and lists of lengths
            RuleMeaning::Value(_)
            | RuleMeaning::Sum(_)
            | RuleMeaning::Run(_)
            | RuleMeaning::Runs(..) => None,
        }
    }

    fn all(&mut self, parts: &[RuleMeaning]) -> VariableMeaning {
        let mut function = YES;
        for part in parts {
            let part = self.statement(part)?;
            function = self.diagrams.and(part, function)?;
        }
        Some(function)
    }

    fn compare(
        &mut self,
        first: &RuleMeaning,
        comparison: NumberComparison,
        second: &RuleMeaning,
    ) -> VariableMeaning {
        let mut terms = Vec::new();
        self.add_terms(first, 1, &mut terms)?;
        self.add_terms(second, -1, &mut terms)?;
        if terms.len() > MOST_TERMS {
            return None;
        }
        terms.sort_by_key(|&(_, function)| self.diagrams.rank(function));
        // for each place, the least and the greatest sum of the terms from this place on
        let mut reach = vec![(0_i64, 0_i64); terms.len() + 1];
        for (place, &(factor, _)) in terms.iter().enumerate().rev() {
            let (least, most) = reach[place + 1];
            reach[place] = (least.checked_add(factor.min(0))?, most.checked_add(factor.max(0))?);
        }
        SumDiagram { terms: &terms, reach: &reach, comparison, known: HashMap::new() }.rest(
            &mut self.diagrams,
            0,
            0,
        )
    }

    /// Adds factors and statements, the sum of whose products is a number times a factor.
    fn add_terms(
        &mut self,
        number: &RuleMeaning,
        factor: i64,
        terms: &mut Vec<(i64, DiagramIndex)>,
    ) -> Option<()> {
        match number {
            RuleMeaning::Constant(value) => terms.push((factor.checked_mul(*value)?, YES)),
            // at most one of the atoms is true
            RuleMeaning::Value(values) => {
                for (value, atom) in values {
                    terms.push((factor.checked_mul(*value)?, self.of_atom(*atom)?));
                }
            }
            RuleMeaning::Sum(parts) => {
                for (one, part) in parts {
                    self.add_terms(part, factor.checked_mul(*one)?, terms)?;
                }
            }
            RuleMeaning::Run(parts) => {
                let mut all_so_far = YES;
                for part in parts {
                    let part = self.statement(part)?;
                    all_so_far = self.diagrams.and(part, all_so_far)?;
                    terms.push((factor, all_so_far));
                }
            }
            statement => {
                let function = self.statement(statement)?;
                terms.push((factor, self.stands.get(&function).copied().unwrap_or(function)));
            }
        }
        Some(())
    }
}

/// A comparison of a sum with 0.
struct SumDiagram<'a> {
    /// Factors and statements.
    terms: &'a [(i64, DiagramIndex)],
    /// For each place, the least and the greatest sum of the terms from this place on.
    reach: &'a [(i64, i64)],
    comparison: NumberComparison,
    /// The rests by place and sum.
    known: HashMap<(usize, i64), DiagramIndex>,
}

impl SumDiagram<'_> {
    /// Returns the comparison if the terms before a place have a sum.
    fn rest(&mut self, diagrams: &mut Diagrams, place: usize, sum: i64) -> VariableMeaning {
        let (least, most) = self.reach[place];
        let bounds = (sum.checked_add(least)?, sum.checked_add(most)?);
        if let Some(holds) = decided(self.comparison, bounds) {
            return Some(DiagramIndex::from(holds));
        }
        if let Some(&known) = self.known.get(&(place, sum)) {
            return Some(known);
        }
        let (factor, statement) = self.terms[place];
        let yes = self.rest(diagrams, place + 1, sum.checked_add(factor)?)?;
        let no = self.rest(diagrams, place + 1, sum)?;
        let function = diagrams.choose(statement, yes, no)?;
        self.known.insert((place, sum), function);
        Some(function)
    }
}

/// Returns whether a number between two bounds compares with 0 in a way, if all these numbers agree.
fn decided(comparison: NumberComparison, (least, most): (i64, i64)) -> Option<bool> {
    let is_below = |bound: i64| match (most < bound, least < bound) {
        (true, _) => Some(true),
        (_, false) => Some(false),
        _ => None,
    };
    let is_zero = || match (least, most) {
        (0, 0) => Some(true),
        _ if least > 0 || most < 0 => Some(false),
        _ => None,
    };
    match comparison {
        NumberComparison::Equal => is_zero(),
        NumberComparison::Unequal => is_zero().map(|is| !is),
        NumberComparison::Less => is_below(0),
        NumberComparison::AtMost => is_below(1),
        NumberComparison::Greater => is_below(1).map(|is| !is),
        NumberComparison::AtLeast => is_below(0).map(|is| !is),
    }
}

/// Returns rules that a rule implies: that each value occurs at most once among distinct numbers, whose common diagram may be
/// large. A number none of whose atoms is true is 0, so all but one are not, and no more numbers than there are other values.
fn parts_of(rule: &RuleMeaning) -> Vec<Cow<'_, RuleMeaning>> {
    let RuleMeaning::Distinct(numbers) = rule else { return vec![Cow::Borrowed(rule)] };
    let mut by_value: BTreeMap<i64, Vec<(i64, RuleMeaning)>> = BTreeMap::new();
    for number in numbers {
        let values: Vec<(i64, RuleMeaning)> = match number {
            RuleMeaning::Value(values) => {
                values.iter().map(|&(value, atom)| (value, RuleMeaning::Atom(atom))).collect()
            }
            RuleMeaning::Constant(value) => vec![(*value, RuleMeaning::Constant(1))],
            _ => return vec![Cow::Borrowed(rule)],
        };
        for (value, statement) in values {
            by_value.entry(value).or_default().push((1, statement));
        }
    }
    let compared = |terms, comparison, bound| {
        let sides = [RuleMeaning::Sum(terms), RuleMeaning::Constant(bound)];
        RuleMeaning::Compare(Box::new(sides), comparison)
    };
    let others = || by_value.iter().filter(|(value, _)| **value != 0);
    let not_zero: Vec<_> = others().flat_map(|(_, terms)| terms.iter().cloned()).collect();
    let count_not_zero = RuleMeaning::All(vec![
        compared(not_zero.clone(), NumberComparison::AtLeast, numbers.len() as i64 - 1),
        compared(not_zero, NumberComparison::AtMost, others().count() as i64),
    ]);
    let at_most_once = |terms| compared(terms, NumberComparison::AtMost, 1);
    let parts = by_value.into_values().map(at_most_once).chain([count_not_zero]);
    parts.map(Cow::Owned).collect()
}

fn variable_of(literal: i32) -> usize {
    literal.unsigned_abs() as usize
}

/// Calls `visit` for each number in a sum.
fn each_counted<'r>(meaning: &'r RuleMeaning, visit: &mut dyn FnMut(&'r RuleMeaning)) {
    match meaning {
        RuleMeaning::Constant(_) | RuleMeaning::Atom(_) | RuleMeaning::Value(_) => {}
        RuleMeaning::Sum(terms) => {
            for (_, term) in terms {
                visit(term);
                each_counted(term, visit);
            }
        }
        RuleMeaning::Not(part) => each_counted(part, visit),
        RuleMeaning::All(parts)
        | RuleMeaning::Any(parts)
        | RuleMeaning::Run(parts)
        | RuleMeaning::Runs(parts, _)
        | RuleMeaning::Distinct(parts) => {
            parts.iter().for_each(|part| each_counted(part, visit));
        }
        RuleMeaning::Compare(sides, _) => sides.iter().for_each(|side| each_counted(side, visit)),
    }
}

#[cfg(test)]
mod tests {
    use encycle_encodings::export::list_clauses;
    use encycle_encodings::logic::{
        CardMethod, Constraint, ConstraintSink, Lit, LoweringOptions, Origin, Place,
    };

    use super::*;

    const ATOMS: usize = 8;
    const TRUE_ATOMS: usize = 4;

    /// Returns the clauses of "this number of these atoms", with the variables of a decision diagram, and the number of
    /// variables.
    fn count(atoms: usize, true_atoms: usize) -> (Vec<Clause>, usize) {
        let literals: Vec<Lit> = (0..atoms as u32).map(Lit::positive).collect();
        let encode = |sink: &mut dyn ConstraintSink| {
            for atom in 0..atoms {
                sink.variable("x", format_args!("x_{atom}"));
            }
            let (at_least, at_most) = (true_atoms, true_atoms);
            let constraint = Constraint::Cardinality { literals: &literals, at_least, at_most };
            sink.constraint(constraint, Origin::new("count", Place::Whole));
        };
        let choices = LoweringOptions { card: CardMethod::Diagram, ..LoweringOptions::default() };
        let list = list_clauses(choices, &encode, usize::MAX, |_, _, _| true).expect("small");
        let numbers = |literals: &[Lit]| literals.iter().map(|one| one.to_ipasir()).collect();
        let clauses = list.clauses.iter().map(|clause| numbers(&clause.literals)).collect();
        (clauses, list.names.iter().count())
    }

    /// Returns the rule "four of eight atoms".
    fn rule() -> RuleMeaning {
        let terms = (0..ATOMS).map(|atom| (1, RuleMeaning::Atom(atom))).collect();
        let sides = [RuleMeaning::Sum(terms), RuleMeaning::Constant(TRUE_ATOMS as i64)];
        RuleMeaning::Compare(Box::new(sides), NumberComparison::Equal)
    }

    /// Returns whether all clauses hold by a rule; the first variables are atoms.
    fn all_hold(rule: RuleMeaning, atoms: usize, clauses: &[Clause], variables: usize) -> bool {
        let fixed = vec![None; atoms];
        let atoms: Vec<Option<usize>> =
            (0..variables).map(|one| (one < atoms).then_some(one)).collect();
        let clauses: Vec<&Clause> = clauses.iter().collect();
        let mut meanings = Meanings::new(&[rule], &fixed, &clauses, &atoms);
        clauses.into_iter().all(|clause| meanings.hold(clause))
    }

    /// Returns whether the clauses have a model with these literals.
    fn has_model(clauses: &[Clause], literals: &[i32]) -> bool {
        let mut known: HashSet<i32> = literals.iter().copied().collect();
        loop {
            let is_open = |clause: &&Clause| !clause.iter().any(|one| known.contains(one));
            let left = |clause: &Clause| -> Clause {
                clause.iter().copied().filter(|one| !known.contains(&-one)).collect()
            };
            let open: Vec<Clause> = clauses.iter().filter(is_open).map(left).collect();
            let Some(shortest) = open.iter().min_by_key(|clause| clause.len()) else { return true };
            match shortest[..] {
                [] => return false,
                [one] => {
                    known.insert(one);
                }
                [one, ..] => {
                    let with = |literal| {
                        let all: Vec<i32> = known.iter().copied().chain([literal]).collect();
                        has_model(&open, &all)
                    };
                    return with(one) || with(-one);
                }
            }
        }
    }

    /// A clause that a wrong definition or a wrong root would need is refused, unless every solution still satisfies the
    /// formula.
    #[test]
    fn forged_clauses_of_a_sum_are_refused() {
        let (clauses, variables) = count(ATOMS, TRUE_ATOMS);
        assert!(variables > ATOMS && all_hold(rule(), ATOMS, &clauses, variables));
        let solutions: Vec<Vec<i32>> = (0..1_u32 << ATOMS)
            .filter(|values| values.count_ones() as usize == TRUE_ATOMS)
            .map(|values| {
                let literal = |atom: i32| if values >> (atom - 1) & 1 == 1 { atom } else { -atom };
                (1..=ATOMS as i32).map(literal).collect()
            })
            .collect();
        let (mut refused, mut accepted) = (0, 0);
        for (number, clause) in clauses.iter().enumerate() {
            for place in 0..clause.len() {
                for literal in [None, Some(-clause[place])] {
                    let mut forged = clauses.clone();
                    forged[number].remove(place);
                    forged[number].extend(literal);
                    if all_hold(rule(), ATOMS, &forged, variables) {
                        accepted += 1;
                        let holds = |solution: &Vec<i32>| has_model(&forged, solution);
                        assert!(solutions.iter().all(holds), "{clause:?}: {:?}", forged[number]);
                    } else {
                        refused += 1;
                    }
                }
            }
        }
        assert!(refused > 100, "{refused} refused, {accepted} accepted");
    }

    /// A row of Tenner Grid was refused: no values that occur at most once, but their common diagram, which is too large,
    /// showed that no more cells have a value than there are values.
    #[test]
    fn as_many_distinct_numbers_as_there_are_values_are_not_zero() {
        let hold = |cells: usize, values: usize, true_atoms: usize| {
            let number = |cell: usize| {
                let atoms = (0..values).map(|value| (value as i64 + 1, cell * values + value));
                RuleMeaning::Value(atoms.collect())
            };
            let rule = RuleMeaning::Distinct((0..cells).map(number).collect());
            let (clauses, variables) = count(cells * values, true_atoms);
            all_hold(rule, cells * values, &clauses, variables)
        };
        assert!(hold(10, 9, 9));
        // in a row with a value to spare, one cell may be empty
        assert!(!hold(3, 4, 3) && !hold(3, 4, 2));
        assert!(!hold(3, 2, 1) && !hold(3, 2, 3));
    }

    /// A variable that stands for a counted statement is counted in its place, and only if it means the statement.
    #[test]
    fn variables_stand_only_for_statements_that_they_mean() {
        // the statements "atoms 0 and 1" and "atoms 1 and 2", and the variables 4 and 5 for them
        let both = |first, second| {
            RuleMeaning::All(vec![RuleMeaning::Atom(first), RuleMeaning::Atom(second)])
        };
        let sum = RuleMeaning::Sum(vec![(1, both(0, 1)), (1, both(1, 2))]);
        let sides = Box::new([sum, RuleMeaning::Constant(1)]);
        let rules = [RuleMeaning::Compare(sides, NumberComparison::Equal)];
        let atoms = [Some(0), Some(1), Some(2), None, None];
        let define = |one: i32, first: i32, second: i32| {
            [vec![-one, first], vec![-one, second], vec![one, -first, -second]]
        };
        let hold = |definition: [Clause; 3]| {
            let mut clauses = define(4, 1, 2).to_vec();
            clauses.extend(definition);
            clauses.extend([vec![4, 5], vec![-4, -5]]);
            let clauses: Vec<&Clause> = clauses.iter().collect();
            let mut meanings = Meanings::new(&rules, &[None; 3], &clauses, &atoms);
            clauses.into_iter().all(|clause| meanings.hold(clause))
        };
        assert!(hold(define(5, 2, 3)));
        assert!(!hold(define(5, 1, 3)));
    }

    /// Variables with the same meaning stand for one statement, so a clause may have any of them.
    #[test]
    fn variables_with_one_meaning_are_counted_as_one() {
        let rule = || {
            let both = RuleMeaning::All(vec![RuleMeaning::Atom(0), RuleMeaning::Atom(1)]);
            let sum = RuleMeaning::Sum(vec![(1, both), (1, RuleMeaning::Atom(2))]);
            let sides = Box::new([sum, RuleMeaning::Constant(1)]);
            [RuleMeaning::Compare(sides, NumberComparison::Equal)]
        };
        let atoms = [Some(0), Some(1), Some(2), None, None];
        let define = |one: i32| [vec![-one, 1], vec![-one, 2], vec![one, -1, -2]];
        let mut clauses: Vec<Clause> = [define(4), define(5)].concat();
        clauses.extend([vec![4, 3], vec![5, 3], vec![-4, -3], vec![-5, -3]]);
        let clauses: Vec<&Clause> = clauses.iter().collect();
        let mut meanings = Meanings::new(&rule(), &[None; 3], &clauses, &atoms);
        assert!(clauses.into_iter().all(|clause| meanings.hold(clause)));
    }
}
