//! The value of a term: cells, sets and numbers as far as the clues decide, statements of literals where the drawing does.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::mem;
use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::cell_loops::Side;
use crate::grid::{Cell, Regions};
use crate::kinds::codec::ClueSymbol;
use crate::kinds::written::clues::WrittenClues;
use crate::kinds::written::encode::symbolic::{Amount, Statement, compared_sum};
use crate::kinds::written::encode::{Atoms, Compiled};
use crate::kinds::written::file::Rule;
use crate::kinds::written::terms::{Binder, Gathering, NumberComparison, Term};
use crate::logic::{Lit, Origin, Place};

/// A value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Value {
    Truth(Statement),
    Number(Amount),
    Cell(usize),
    Side(Side),
    Letter(usize),
    Symbol(ClueSymbol),
    Corner(usize),
    /// A list of numbers, in which `None` is any number.
    List(Rc<[Option<u32>]>),
    /// The statements whose runs are compared with a list.
    Runs(Vec<Statement>),
    /// The cells, each with its statement, whose groups are compared with a list.
    Groups(Vec<(usize, Statement)>),
    Pair(usize, usize),
    Axis([Side; 2]),
    /// The elements of a set, each once, in their order.
    Set(Rc<[Value]>),
    /// A row or column of one cell, read in this direction, which the cell alone does not show.
    ShortLine(usize, Side),
}

impl Value {
    /// Returns the set of these elements, each at its first place only.
    pub(super) fn set(elements: impl IntoIterator<Item = Self>) -> Self {
        let mut distinct = FxHashSet::default();
        Self::Set(elements.into_iter().filter(|one| distinct.insert(one.clone())).collect())
    }

    /// Returns the elements of a set; `None` for any other value.
    fn elements(&self) -> Option<Rc<[Value]>> {
        match self {
            Value::Set(set) => Some(set.clone()),
            Value::ShortLine(cell, _) => Some(Rc::new([Value::Cell(*cell)])),
            _ => None,
        }
    }
}

/// Why a term has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EvaluationStop {
    /// A clue or a cell is absent.
    Absent,
    /// The evaluation takes too many steps.
    TooLarge,
}

pub(super) type Evaluated = Result<Value, EvaluationStop>;

/// The maximum number of steps of a rule.
const MOST_STEPS: u64 = 30_000_000;

/// The steps for each value that is kept until all values of a binder are known, since it takes memory.
const KEPT_STEPS: u64 = 10;

/// The maximum number of elements of a range, and the maximum of a product.
const MOST_NUMBERS: i64 = 100_000;
const MOST_PRODUCT: i64 = 1 << 50;

/// The evaluation of terms for one puzzle.
pub(super) struct Evaluation<'a> {
    pub(super) clues: &'a WrittenClues,
    pub(super) atoms: Atoms<'a>,
    /// The values of the variables in scope.
    variables: Vec<Value>,
    /// What receives the statements, and variables for parts of them.
    pub(super) compiled: &'a mut Compiled,
    /// The current rule, and the place of the current values of its binders.
    pub(super) origin: Origin,
    /// The rooms, if they were needed.
    room_sets: OnceCell<RoomSets>,
    pub(super) cells: Rc<[Value]>,
    /// The place of each cell with a clue among these, if it was needed.
    clue_places: OnceCell<Vec<i64>>,
    /// The tetrominoes of the sets of which they were needed.
    pub(super) tetrominoes: HashMap<Vec<usize>, Rc<[Value]>>,
    /// The steps of the current rule.
    steps: u64,
    /// Whether a condition is evaluated, in which a comparison with an absent clue is false.
    is_condition: bool,
    /// Whether the statement of a rule is evaluated, which says nothing if it is about an absent clue.
    is_body: bool,
}

/// The rooms as sets.
pub(super) struct RoomSets {
    pub regions: Regions,
    /// All rooms.
    pub all: Rc<[Value]>,
    /// The cells of the room of each cell.
    pub of_cells: Vec<Rc<[Value]>>,
}

pub(super) fn set_of(cells: impl IntoIterator<Item = usize>) -> Value {
    Value::Set(cells.into_iter().map(Value::Cell).collect())
}

/// Returns the indices of the cells of a set.
pub(super) fn cells_of(set: &Value) -> Vec<usize> {
    let Some(set) = set.elements() else { return Vec::new() };
    let cell = |value: &Value| if let Value::Cell(cell) = value { Some(*cell) } else { None };
    set.iter().filter_map(cell).collect()
}

/// Returns whether the elements of a set are those of another one, in the same or another order.
fn is_permutation(first: &Rc<[Value]>, second: &Rc<[Value]>) -> bool {
    // cells of one room are often compared
    if first.len() != second.len() || Rc::ptr_eq(first, second) || first == second {
        return first.len() == second.len();
    }
    let all: FxHashSet<&Value> = first.iter().collect();
    second.iter().all(|value| all.contains(value))
}

pub(super) fn number(number: i64) -> Value {
    Value::Number(Amount::constant(number))
}

pub(super) fn truth(truth: bool) -> Value {
    Value::Truth(Statement::constant(truth))
}

impl<'a> Evaluation<'a> {
    pub fn new(clues: &'a WrittenClues, atoms: Atoms<'a>, compiled: &'a mut Compiled) -> Self {
        let cells = (0..clues.grid().cell_count()).map(Value::Cell).collect();
        let origin = Origin::new("", Place::Whole);
        Self {
            clues,
            atoms,
            variables: Vec::new(),
            compiled,
            origin,
            room_sets: OnceCell::new(),
            cells,
            clue_places: OnceCell::new(),
            tetrominoes: HashMap::new(),
            steps: 0,
            is_condition: false,
            is_body: false,
        }
    }

    /// Returns the rooms, which are found once; most kinds have no word about them.
    pub(super) fn room_sets(&self) -> &RoomSets {
        self.room_sets.get_or_init(|| {
            let (grid, regions) = (self.clues.grid(), self.clues.regions());
            let set = |cells: Vec<Cell>| -> Rc<[Value]> {
                cells.into_iter().map(|cell| Value::Cell(grid.cell_index(cell))).collect()
            };
            let sets: Vec<Rc<[Value]>> = regions.cells().into_iter().map(set).collect();
            let is_room = |set: &&Rc<[Value]>| match set.first() {
                Some(Value::Cell(first)) => !self.clues.cells.is_outside(*first),
                _ => false,
            };
            let all = sets.iter().filter(is_room).cloned().map(Value::Set).collect();
            let of_cells = regions.numbers().iter().map(|&number| sets[number].clone()).collect();
            RoomSets { regions, all, of_cells }
        })
    }

    /// Requires the statement of a rule for all values of its binders. Returns whether that did not become too large.
    pub fn rule(&mut self, rule: &'static Rule) -> bool {
        self.origin = Origin::new(&rule.name, Place::Whole);
        self.steps = 0;
        let outcome = self.each(&rule.binders, &mut |evaluation| {
            evaluation.origin.place = evaluation.place();
            evaluation.is_body = true;
            let statement = evaluation.statement(&rule.body);
            evaluation.is_body = false;
            let statement = match statement {
                Err(EvaluationStop::Absent) => return Ok(true),
                other => other?,
            };
            evaluation.compiled.require(None, statement, evaluation.origin);
            Ok(!evaluation.compiled.is_too_large())
        });
        self.compiled.end_rule();
        outcome == Ok(true)
    }

    pub fn fixed_number(&mut self, term: &Term) -> Option<i64> {
        self.is_condition = true;
        self.amount(term).ok()?.value()
    }

    /// Returns the cells of each set of a set of sets that depends on no variable.
    pub fn sets(&mut self, term: &Term) -> Option<Vec<Vec<usize>>> {
        let sets = self.set(term).ok()?;
        Some(sets.iter().map(cells_of).collect())
    }

    /// Calls `visit` for all values of the binders, until it returns false.
    fn each(
        &mut self,
        binders: &[Binder],
        visit: &mut dyn FnMut(&mut Self) -> Result<bool, EvaluationStop>,
    ) -> Result<bool, EvaluationStop> {
        let Some((binder, rest)) = binders.split_first() else { return visit(self) };
        let scope = self.variables.len();
        let set = match self.set(&binder.set) {
            // at the variables of a rule, a set about an absent clue or cell has no elements, as in the check
            Err(EvaluationStop::Absent) if !self.is_body && !self.is_condition => return Ok(true),
            set => set?,
        };
        for element in set.iter() {
            self.steps += 1;
            if self.steps > MOST_STEPS {
                return Err(EvaluationStop::TooLarge);
            }
            match element {
                Value::Pair(a, b) => self.variables.extend([Value::Cell(*a), Value::Cell(*b)]),
                Value::Axis(sides) => self.variables.extend(sides.map(Value::Side)),
                one => self.variables.push(one.clone()),
            }
            let was_condition = mem::replace(&mut self.is_condition, true);
            let chosen = binder.condition.as_ref().map_or(Ok(true), |one| self.holds(one));
            self.is_condition = was_condition;
            let goes_on = match chosen {
                Ok(true) => self.each(rest, visit),
                other => other.map(|_| true),
            };
            // the scope ends after an absent clue, too
            self.variables.truncate(scope);
            if !goes_on? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the place of the current values of the binders.
    fn place(&self) -> Place {
        let grid = self.clues.grid();
        let cell = |value: &Value| match value {
            Value::Cell(cell) => Some(grid.cell_at(*cell)),
            _ => None,
        };
        let first_of_set = |value: &Value| match value {
            Value::Set(cells) => cells.first().and_then(cell),
            Value::ShortLine(cell, _) => Some(grid.cell_at(*cell)),
            _ => None,
        };
        let mut cells: Vec<Cell> = self.variables.iter().filter_map(cell).collect();
        if cells.is_empty() {
            cells = self.variables.iter().filter_map(first_of_set).collect();
        }
        if let Some(Value::Corner(corner)) = self.variables.first() {
            let width = grid.cols() + 1;
            return Place::Vertex { row: corner / width, col: corner % width };
        }
        match cells[..] {
            [] => Place::Whole,
            [cell] => cell.into(),
            [first, second, ..] => [first, second].into(),
        }
    }

    /// Returns whether a condition holds; it depends on clues only.
    fn holds(&mut self, condition: &Term) -> Result<bool, EvaluationStop> {
        match condition {
            Term::And(parts) => {
                for part in parts {
                    if !self.holds(part)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Term::Or(parts) => {
                for part in parts {
                    if self.holds(part)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Term::Not(inner) => Ok(!self.holds(inner)?),
            other => match self.statement(other) {
                Err(EvaluationStop::Absent) => Ok(false),
                statement => Ok(statement?.value() == Some(true)),
            },
        }
    }

    fn set(&mut self, term: &Term) -> Result<Rc<[Value]>, EvaluationStop> {
        let value = self.value(term)?;
        let elements = value.elements();
        Ok(elements
            .unwrap_or_else(|| unreachable!("the parser checks types, but {value:?} is no set")))
    }

    fn statement(&mut self, term: &Term) -> Result<Statement, EvaluationStop> {
        match self.value(term)? {
            Value::Truth(statement) => Ok(statement),
            other => unreachable!("the parser checks types, but {other:?} is no statement"),
        }
    }

    fn amount(&mut self, term: &Term) -> Result<Amount, EvaluationStop> {
        match self.value(term)? {
            Value::Number(amount) => Ok(amount),
            other => unreachable!("the parser checks types, but {other:?} is no number"),
        }
    }

    /// Returns a number that the drawing does not change.
    pub(super) fn fixed(&mut self, term: &Term) -> Result<i64, EvaluationStop> {
        self.amount(term)?.value().ok_or(EvaluationStop::Absent)
    }

    /// Returns the place of a cell among the cells with clues, from 1; 0 without a clue.
    pub(super) fn clue_place(&self, cell: usize) -> i64 {
        let symbols = &self.clues.cells.symbols;
        let places = self.clue_places.get_or_init(|| {
            let mut count = 0;
            let place = |is_clue: bool| {
                count += i64::from(is_clue);
                count * i64::from(is_clue)
            };
            symbols.iter().map(Option::is_some).map(place).collect()
        });
        places[cell]
    }

    pub(super) fn cell(&mut self, term: &Term) -> Result<Cell, EvaluationStop> {
        match self.value(term)? {
            Value::Cell(cell) => Ok(self.clues.grid().cell_at(cell)),
            other => unreachable!("the parser checks types, but {other:?} is no cell"),
        }
    }

    pub(super) fn side(&mut self, term: &Term) -> Result<Side, EvaluationStop> {
        match self.value(term)? {
            Value::Side(side) => Ok(side),
            other => unreachable!("the parser checks types, but {other:?} is no direction"),
        }
    }

    /// Returns the indices of the cells of a set.
    pub(super) fn members(&mut self, term: &Term) -> Result<Vec<usize>, EvaluationStop> {
        Ok(cells_of(&self.value(term)?))
    }

    /// Returns the statement of a comparison.
    fn comparison(&mut self, term: &Term) -> Result<Statement, EvaluationStop> {
        Ok(match term {
            Term::Same(first, second) => match (self.value(first)?, self.value(second)?) {
                (Value::List(list), Value::Runs(parts))
                | (Value::Runs(parts), Value::List(list)) => self.runs(parts, &list),
                (Value::List(list), Value::Groups(cells))
                | (Value::Groups(cells), Value::List(list)) => self.groups(&cells, &list)?,
                (first, second) => {
                    Statement::constant(match (first.elements(), second.elements()) {
                        (Some(first), Some(second)) => is_permutation(&first, &second),
                        _ => first == second,
                    })
                }
            },
            Term::Compare(first, comparison, second) => {
                self.compare_terms(first, *comparison, second)?
            }
            other => unreachable!("{other:?} is no comparison"),
        })
    }

    fn compare_terms(
        &mut self,
        first: &Term,
        comparison: NumberComparison,
        second: &Term,
    ) -> Result<Statement, EvaluationStop> {
        let mut difference = self.amount(first)?;
        difference.add(-1, &self.amount(second)?);
        Ok(self.compare(&difference, comparison))
    }

    pub(super) fn value(&mut self, term: &Term) -> Evaluated {
        Ok(match term {
            Term::Number(value) => number(*value),
            Term::Side(side) => Value::Side(*side),
            Term::Letter(letter) => Value::Letter(*letter),
            Term::Variable(at) => self.variables[*at].clone(),
            Term::Parameter(at) => number(self.clues.parameters[*at].into()),
            Term::Call(word, arguments) => return self.call(*word, arguments),
            Term::List(terms) => {
                let values: Result<Vec<Value>, EvaluationStop> =
                    terms.iter().map(|one| self.value(one)).collect();
                Value::set(values?)
            }
            Term::Range(first, last) => {
                let (first, last) = (self.fixed(first)?, self.fixed(last)?);
                if last.saturating_sub(first) >= MOST_NUMBERS {
                    return Err(EvaluationStop::TooLarge);
                }
                Value::Set((first..=last).map(number).collect())
            }
            Term::Join(first, second) => {
                let (first, second) = (self.set(first)?, self.set(second)?);
                Value::set(first.iter().chain(second.iter()).cloned())
            }
            Term::Exists(inner) => match self.value(inner) {
                Ok(_) => truth(true),
                Err(EvaluationStop::Absent) => truth(false),
                Err(stop) => return Err(stop),
            },
            Term::Not(inner) => match &**inner {
                // the opposite comparison has shorter clauses; in a condition, one about an absent clue is false
                Term::Compare(first, comparison, second) if !self.is_condition => {
                    Value::Truth(self.compare_terms(first, comparison.opposite(), second)?)
                }
                inner => Value::Truth(self.statement(inner)?.not()),
            },
            Term::And(parts) => {
                let parts: Result<Vec<Statement>, EvaluationStop> =
                    parts.iter().map(|one| self.statement(one)).collect();
                Value::Truth(Statement::and(parts?))
            }
            Term::Or(parts) => {
                // where a conjunction has a variable, one clause is enough
                let part = |one: &Term| match self.statement(one)? {
                    one @ Statement::And(_) => Ok(self.compiled.shortened(one)),
                    one => Ok(one),
                };
                let parts: Result<Vec<Statement>, EvaluationStop> =
                    parts.iter().map(part).collect();
                Value::Truth(Statement::or(parts?))
            }
            Term::Iff(first, second) => {
                let [first, second] = [self.statement(first)?, self.statement(second)?]
                    .map(|one| self.compiled.shortened(one));
                Value::Truth(Statement::iff(first, second))
            }
            Term::Same(..) | Term::Compare(..) => match self.comparison(term) {
                Err(EvaluationStop::Absent) if self.is_condition => truth(false),
                compared => Value::Truth(compared?),
            },
            Term::Sum(terms) => {
                let mut sum = Amount::default();
                for (sign, term) in terms {
                    sum.add(*sign, &self.amount(term)?);
                }
                Value::Number(sum)
            }
            Term::Product(first, second) => {
                let (first, second) = (self.amount(first)?, self.amount(second)?);
                let (factor, other) = match (first.value(), second.value()) {
                    (Some(factor), _) => (factor, second),
                    (None, Some(factor)) => (factor, first),
                    (None, None) => {
                        unreachable!("the parser refuses products of two drawn numbers")
                    }
                };
                let factors = other.terms.iter().map(|(one, _)| *one);
                let factors = factors.chain(other.values.iter().map(|(one, _)| *one));
                let is_small =
                    |one: i64| factor.checked_mul(one).is_some_and(|one| one.abs() <= MOST_PRODUCT);
                if !factors.chain([other.constant]).all(is_small) {
                    return Err(EvaluationStop::TooLarge);
                }
                let mut product = Amount::default();
                product.add(factor, &other);
                Value::Number(product)
            }
            Term::Gather(gathering, binders, body) => {
                return self.gather(*gathering, binders, body);
            }
        })
    }

    /// Returns the statement that a number compares with 0.
    fn compare(&self, difference: &Amount, comparison: NumberComparison) -> Statement {
        if let Some(value) = difference.value() {
            return Statement::constant(comparison.holds(value, 0));
        }
        if let Some(statement) = difference.compared_runs(comparison) {
            return statement;
        }
        let difference = difference.without_runs();
        match self.atoms {
            Atoms::Values { values, may_be_empty } => {
                difference.compared(values, may_be_empty, comparison)
            }
            Atoms::Links(_) => compared_sum(difference.terms, comparison, -difference.constant),
        }
    }

    fn gather(&mut self, gathering: Gathering, binders: &[Binder], body: &Term) -> Evaluated {
        if gathering.takes_numbers() {
            let mut amounts = Vec::new();
            self.each(binders, &mut |evaluation| {
                amounts.push(evaluation.amount(body)?);
                evaluation.steps += KEPT_STEPS;
                Ok(true)
            })?;
            return Ok(self.gather_numbers(gathering, &amounts));
        }
        let mut statements = Vec::new();
        let mut cells = Vec::new();
        let scope = self.variables.len();
        self.each(binders, &mut |evaluation| {
            let statement = evaluation.statement(body)?;
            if let Some(&Value::Cell(cell)) = evaluation.variables.get(scope) {
                cells.push(cell);
            }
            // behind a false statement, a run is over
            let goes_on = gathering != Gathering::Run || statement.value() != Some(false);
            statements.push(statement);
            evaluation.steps += KEPT_STEPS;
            Ok(goes_on)
        })?;
        Ok(match gathering {
            Gathering::All => Value::Truth(Statement::and(statements)),
            Gathering::Any => Value::Truth(Statement::or(statements)),
            Gathering::None => Value::Truth(Statement::or(statements).not()),
            Gathering::Count => self.counted(statements),
            Gathering::Runs => Value::Runs(statements),
            Gathering::Groups => Value::Groups(cells.into_iter().zip(statements).collect()),
            _ => self.run_length(statements),
        })
    }

    /// Returns the number of statements in front of the first false one.
    fn run_length(&mut self, statements: Vec<Statement>) -> Value {
        let mut run: Vec<Lit> = Vec::new();
        let mut constant = 0;
        for statement in statements {
            match (statement.value(), run.last().copied()) {
                (Some(false), _) => break,
                (Some(true), None) => constant += 1,
                (Some(true), Some(before)) => run.push(before),
                (None, before) => {
                    let longer = match (before, statement) {
                        (None, Statement::Literal(next)) => next,
                        (Some(before), Statement::Literal(next)) => {
                            self.compiled.both(before, next, self.origin)
                        }
                        (before, statement) => {
                            let before = before.map(Statement::Literal);
                            let longer = Statement::and(before.into_iter().chain([statement]));
                            self.compiled.literal(longer, self.origin)
                        }
                    };
                    run.push(longer);
                }
            }
        }
        let runs = if run.is_empty() { Vec::new() } else { vec![(1, run.into())] };
        Value::Number(Amount { constant, runs, ..Amount::default() })
    }

    /// Returns the number of true statements.
    fn counted(&mut self, statements: Vec<Statement>) -> Value {
        let mut amount = Amount::default();
        for statement in statements {
            match statement.value() {
                Some(truth) => amount.constant += i64::from(truth),
                None => amount.terms.push((1, self.compiled.literal(statement, self.origin))),
            }
        }
        Value::Number(amount)
    }

    fn gather_numbers(&mut self, gathering: Gathering, amounts: &[Amount]) -> Value {
        match gathering {
            Gathering::Sum => {
                let mut sum = Amount::default();
                amounts.iter().for_each(|amount| sum.add(1, amount));
                Value::Number(sum)
            }
            Gathering::Distinct => Value::Truth(self.distinct(amounts)),
            Gathering::Greatest => {
                number(amounts.iter().filter_map(Amount::value).max().unwrap_or(0))
            }
            _ => number(amounts.iter().filter_map(Amount::value).min().unwrap_or(0)),
        }
    }

    /// Returns the statement that no two numbers are equal. Values of cells become one count for each value.
    fn distinct(&self, amounts: &[Amount]) -> Statement {
        let cell = |amount: &Amount| match (&amount.terms[..], &amount.values[..]) {
            ([], &[(1, cell)]) if amount.constant == 0 && amount.runs.is_empty() => Some(cell),
            _ => None,
        };
        let cells: Option<Vec<usize>> = amounts.iter().map(cell).collect();
        if let (Some(cells), Atoms::Values { values, may_be_empty }) = (cells, self.atoms) {
            let at_most_one = |value: u32| {
                let literals = cells.iter().map(|&cell| (1, values.literal(cell, value)));
                Statement::in_range(literals.collect(), 0, 1)
            };
            // empty cells have the same number, 0, so at most one cell is empty
            let filled = cells.iter().flat_map(|&cell| {
                (1..=values.values).map(move |value| (1, values.literal(cell, value)))
            });
            let (most, least) = (cells.len() as i64, cells.len().saturating_sub(1) as i64);
            let filled = may_be_empty.then(|| Statement::in_range(filled.collect(), least, most));
            return Statement::and((1..=values.values).map(at_most_one).chain(filled));
        }
        let pairs = amounts.iter().enumerate().flat_map(|(at, first)| {
            amounts[..at].iter().map(move |second| {
                let mut difference = first.clone();
                difference.add(-1, second);
                difference
            })
        });
        let unequal: Vec<Statement> =
            pairs.map(|difference| self.compare(&difference, NumberComparison::Unequal)).collect();
        Statement::and(unequal)
    }
}
