//! The independent check: the meaning of every rule, on a finished or on an open drawing, with plain numbers and cells.
//!
//! It shares the parser with the encoder and nothing else: no sets, no clues by index, no literals.

use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, HashSet};
use std::mem;
use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::cell_loops::Side;
use crate::grid::Cell;
use crate::kinds::codec::{ClueSymbol, OUTSIDE, list_text};
use crate::kinds::written::WrittenKind;
use crate::kinds::written::clues::WrittenClues;
use crate::kinds::written::file::Globals;
use crate::kinds::written::file::Rule;
use crate::kinds::written::guards::{self, ClueUse};
use crate::kinds::written::meaning::RuleMeaning;
use crate::kinds::written::terms::{Binder, Gathering, NumberComparison, Term, Word, each_term};
use crate::logic::Place;
use crate::puzzle::BrokenRule;
use crate::rules::value_graphs::ValueRule;

/// A cell or a corner: its row and column.
type At = (i64, i64);

/// A finished drawing.
#[derive(Debug, Default)]
pub(super) struct Drawn {
    /// The value of each cell, row by row, 0 for none; 1 for a shaded cell.
    pub values: Vec<u32>,
    /// For each cell, row by row, whether a line joins it to the cell on its right, and to the cell below.
    pub lines: Vec<[bool; 2]>,
    /// The number of lines at each cell.
    pub degrees: Vec<u32>,
    /// The greatest value that a cell may have.
    pub greatest: u32,
}

/// A drawing that is not known yet: which atom a line or a value is.
pub(super) struct OpenDrawing<'a> {
    /// The greatest value that a cell may have.
    pub greatest: u32,
    /// Returns the atom of the line between two cells, the upper or left cell first.
    pub line: &'a dyn Fn([At; 2]) -> Option<usize>,
    /// Returns the atom of a value in a cell.
    pub value: &'a dyn Fn(At, u32) -> usize,
}

/// What the rules are read on.
#[derive(Clone, Copy)]
enum CheckedDrawing<'a> {
    Finished(&'a Drawn),
    Open(&'a OpenDrawing<'a>),
}

/// A rule for some values of its variables.
#[derive(Clone, Debug)]
pub struct RuleInstance {
    /// The name of the rule.
    pub rule: &'static str,
    /// The first cells among the values.
    pub place: Place,
    /// What it says.
    pub meaning: RuleMeaning,
}

/// What a term is; `None` stands for an absent clue.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Found {
    Number(RuleMeaning),
    At(At),
    Corner(At),
    Side(Side),
    Letter(usize),
    Symbol(ClueSymbol),
    /// A list of a clue, in which `None` is any number.
    List(Vec<Option<u32>>),
    /// Statements whose runs, or of which the groups of cells, are compared with a list.
    Parts {
        parts: Vec<(At, RuleMeaning)>,
        is_ordered: bool,
    },
    Both(Box<[Found; 2]>),
    /// The elements of a set, each once, in their order. Shared, because the same rooms and cells are asked for at many places.
    Many(Rc<[Found]>),
    /// A row or column that has one cell only, with the direction in which it is read.
    ShortLine(At, Side),
}

impl Found {
    /// Returns what is in a set.
    fn into_many(self) -> Option<Rc<[Found]>> {
        match self {
            Found::Many(many) => Some(many),
            Found::ShortLine(at, _) => Some(Rc::new([Found::At(at)])),
            _ => None,
        }
    }

    /// Returns a row or column of cells, read in a direction.
    fn line(cells: Vec<At>, side: Side) -> Self {
        match cells[..] {
            [at] => Found::ShortLine(at, side),
            _ => Found::Many(cells.into_iter().map(Found::At).collect()),
        }
    }
}

/// A reading of the rules on a drawing.
struct Reading<'a> {
    clues: &'a WrittenClues,
    drawing: CheckedDrawing<'a>,
    /// A variable, and the only cell that it is.
    only: Option<(usize, At)>,
    scope: Vec<Found>,
    /// The number of elements to which binders were bound so far.
    steps: u64,
    /// Whether a condition is read, in which a comparison with an absent clue is false.
    in_condition: bool,
    /// The lengths that were compared with lists so far.
    compared: Vec<Vec<u32>>,
    /// All cells, if they were found.
    all_cells: OnceCell<Rc<[Found]>>,
    /// The room of each cell, if it was found.
    rooms: RefCell<Vec<Option<Rc<[Found]>>>>,
}

/// Returns the lengths of runs that the rules compare with lists, on a drawing.
pub(super) fn compared_runs(
    kind: WrittenKind,
    clues: &WrittenClues,
    drawn: &Drawn,
) -> Vec<Vec<u32>> {
    let mut reading = Reading::new(clues, CheckedDrawing::Finished(drawn));
    for rule in &kind.file().rules {
        reading.each(&rule.binders, &mut |reading| {
            reading.find(&rule.body);
            true
        });
    }
    reading.compared
}

/// The maximum number of steps for one rule. The encoder refuses such rules, so no solver makes drawings for them.
const MOST_STEPS: u64 = 30_000_000;

/// The maximum number of elements of a range.
const MOST_NUMBERS: i64 = 100_000;

/// Checks all rules on a drawing that is complete.
///
/// # Errors
/// The first broken rule.
pub(super) fn check_rules(
    kind: WrittenKind,
    clues: &WrittenClues,
    drawn: &Drawn,
) -> Result<(), BrokenRule> {
    // one reading, because rooms are found once
    let mut reading = Reading::new(clues, CheckedDrawing::Finished(drawn));
    kind.file().rules.iter().try_for_each(|rule| reading.check_rule(rule))
}

/// Checks the rules that read clues.
///
/// # Errors
/// The first broken rule.
pub(super) fn check_clues(
    kind: WrittenKind,
    clues: &WrittenClues,
    drawn: &Drawn,
) -> Result<(), BrokenRule> {
    let file = kind.file();
    let mut reading = Reading::new(clues, CheckedDrawing::Finished(drawn));
    // where cells keep their clues, rules about cells with a clue count as rules without one
    let reads = |rule: &&Rule| rule.clue_use != ClueUse::Nothing || file.blank.is_some();
    let mut rules = file.rules.iter().filter(reads);
    rules.try_for_each(|rule| reading.check_rule(rule))?;
    let is_about_clues = file.globals.matched.is_some()
        || file.globals.value_rule.is_some_and(ValueRule::reads_clues);
    if is_about_clues { check_globals(file.globals, clues, drawn) } else { Ok(()) }
}

/// Checks the rules that read no clue, those about the drawing as a whole included.
///
/// # Errors
/// The first broken rule.
pub(super) fn check_without_clues(
    kind: WrittenKind,
    clues: &WrittenClues,
    drawn: &Drawn,
) -> Result<(), BrokenRule> {
    let mut reading = Reading::new(clues, CheckedDrawing::Finished(drawn));
    let mut rules = kind.file().rules.iter().filter(|rule| rule.clue_use == ClueUse::Nothing);
    rules.try_for_each(|rule| reading.check_rule(rule))?;
    check_globals(kind.file().globals, clues, drawn)
}

/// Checks some of the rules that read a clue, for the clue of one cell; each clue holds or fails whatever the other clues are.
/// The rules are those that read what the clue is, or those that only read that there is one.
///
/// # Errors
/// The first broken rule.
pub(super) fn check_clue(
    kind: WrittenKind,
    clues: &WrittenClues,
    drawn: &Drawn,
    cell: Cell,
    reads_symbol: bool,
) -> Result<(), BrokenRule> {
    let at = (cell.row as i64, cell.col as i64);
    let mut reading = Reading::new(clues, CheckedDrawing::Finished(drawn));
    let rules = kind.file().rules.iter();
    let mut rules =
        rules.filter(|rule| guards::reads_symbol(&rule.binders, &rule.body) == reads_symbol);
    rules.try_for_each(|rule| {
        reading.only = match rule.clue_use {
            ClueUse::Nothing => return Ok(()),
            ClueUse::OfVariable(variable) => Some((variable, at)),
            ClueUse::Several => None,
        };
        reading.check_rule(rule)
    })
}

/// Returns what all rules say about a drawing that is not known; of the instances that always hold, only the first of each
/// rule, which shows that something meets its conditions. `None` if they take too many steps.
pub(super) fn instances(
    kind: WrittenKind,
    clues: &WrittenClues,
    open: &OpenDrawing<'_>,
) -> Option<Vec<RuleInstance>> {
    let mut all: Vec<RuleInstance> = Vec::new();
    for rule in &kind.file().rules {
        let mut reading = Reading::new(clues, CheckedDrawing::Open(open));
        let mut is_met = false;
        reading.each(&rule.binders, &mut |reading| {
            let meaning = reading.number(&rule.body);
            let place = reading.place();
            if let Some(meaning) = meaning.filter(|one| !one.is_true() || !is_met) {
                all.push(RuleInstance { rule: &rule.name, place, meaning });
                is_met = true;
            }
            true
        });
        if reading.is_too_long() {
            return None;
        }
    }
    Some(all)
}

/// A condition on the clues that they break.
pub(super) struct BrokenRequirement {
    /// What it says.
    pub sentence: &'static str,
    /// The first cells that are wrong.
    pub place: Place,
    /// What is wrong: a row, a column, a room, or these cells.
    pub name: String,
}

/// Returns the conditions on the clues that they break, each with the first place where.
pub(super) fn broken_requirements(
    kind: WrittenKind,
    clues: &WrittenClues,
) -> impl Iterator<Item = BrokenRequirement> {
    kind.file().requirements.iter().filter_map(move |requirement| {
        // no drawing changes such a condition
        let drawn = Drawn::default();
        let mut reading = Reading::new(clues, CheckedDrawing::Finished(&drawn));
        let mut found = None;
        reading.each(&requirement.binders, &mut |reading| {
            if reading.is_broken(&requirement.body) {
                found = Some((reading.place(), reading.place_name()));
            }
            found.is_none()
        });
        let (place, name) = found?;
        Some(BrokenRequirement { sentence: &requirement.sentence, place, name })
    })
}

/// Returns the cells that a rule of the form `for ...: unshaded(c)` is about. In a drawing of shaded cells, the atom of a cell is
/// its number.
pub(super) fn unshaded_cells(
    kind: WrittenKind,
    clues: &WrittenClues,
    open: &OpenDrawing<'_>,
) -> HashSet<usize> {
    let mut cells = HashSet::new();
    let is_about_one = |body: &Term| matches!(body, Term::Call(Word::Unshaded, _));
    for rule in kind.file().rules.iter().filter(|rule| is_about_one(&rule.body)) {
        let mut reading = Reading::new(clues, CheckedDrawing::Open(open));
        reading.each(&rule.binders, &mut |reading| {
            if let Some(RuleMeaning::Not(inner)) = reading.number(&rule.body)
                && let RuleMeaning::Atom(cell) = *inner
            {
                cells.insert(cell);
            }
            true
        });
    }
    cells
}

/// Checks the global rules about matched cells and groups of equal values.
///
/// # Errors
/// A cell without a partner, or a group of another size than its value.
pub(super) fn check_globals(
    globals: Globals,
    clues: &WrittenClues,
    drawn: &Drawn,
) -> Result<(), BrokenRule> {
    let reading = Reading::new(clues, CheckedDrawing::Finished(drawn));
    let place = |(row, col): At| Place::Cell { row: row as usize, col: col as usize };
    if let Some(letter) = globals.matched {
        let is_of = |at: At| matches!(reading.symbol(at), Some(ClueSymbol::Letter(one, _)) if one == letter);
        let is_shaded = |at: At| drawn.values[reading.index(at)] == 1 && !is_of(at);
        let all = reading.places(1, 1);
        let mut partner = HashMap::new();
        for at in all.iter().copied().filter(|&at| is_of(at)) {
            let mut tried = Vec::new();
            if !reading.finds_partner(at, &is_shaded, &mut partner, &mut tried) {
                let found = "no shaded neighbour is left for the clue";
                return Err(BrokenRule::new("matched", place(at), found));
            }
        }
        let mut left = all.into_iter().filter(|&at| is_shaded(at) && !partner.contains_key(&at));
        if let Some(at) = left.next() {
            let found = "no clue beside the shaded cell is left for it";
            return Err(BrokenRule::new("matched", place(at), found));
        }
    }
    if globals.sized_groups {
        for at in reading.places(1, 1) {
            let value = drawn.values[reading.index(at)];
            let group = reading.spread(at, |_, next| drawn.values[reading.index(next)] == value);
            if value > 0 && group.len() != value as usize {
                let found = format!("{} connected cells have the value {value}", group.len());
                return Err(BrokenRule::new("group-size", place(at), found));
            }
        }
    }
    match globals.value_rule {
        Some(rule) => reading
            .check_values(rule, &drawn.values)
            .map_err(|at| BrokenRule::new(rule.name(), place(at), rule.violation())),
        None => Ok(()),
    }
}

fn to_side(side: Side) -> At {
    match side {
        Side::Up => (-1, 0),
        Side::Down => (1, 0),
        Side::Left => (0, -1),
        Side::Right => (0, 1),
    }
}

/// Returns whether a term gathers something, or is the negation of such a statement.
fn gathers(term: &Term) -> bool {
    match term {
        Term::Gather(..) => true,
        Term::Not(inner) => gathers(inner),
        _ => false,
    }
}

/// Returns the cells among the elements of a set.
fn cells_in(set: &[Found]) -> impl Iterator<Item = At> {
    set.iter().filter_map(|one| if let Found::At(at) = one { Some(*at) } else { None })
}

/// Returns the elements of a set, each at its first place only.
fn without_repeats(elements: Vec<Found>) -> Rc<[Found]> {
    let mut seen = FxHashSet::default();
    elements.into_iter().filter(|one| seen.insert(one.clone())).collect()
}

/// Returns whether two sets have the same elements, in whatever order.
fn are_same_sets(first: &[Found], second: &[Found]) -> bool {
    let has_all = || {
        let first: FxHashSet<&Found> = first.iter().collect();
        second.iter().all(|one| first.contains(one))
    };
    first == second || first.len() == second.len() && has_all()
}

fn whole_number(number: usize) -> Found {
    Found::Number(RuleMeaning::Constant(number as i64))
}

impl<'a> Reading<'a> {
    fn new(clues: &'a WrittenClues, drawing: CheckedDrawing<'a>) -> Self {
        Self {
            clues,
            drawing,
            only: None,
            scope: Vec::new(),
            steps: 0,
            in_condition: false,
            compared: Vec::new(),
            all_cells: OnceCell::new(),
            rooms: RefCell::default(),
        }
    }

    /// Checks a rule: for all values of its binders, or for those among which a variable is a certain cell.
    fn check_rule(&mut self, rule: &'static Rule) -> Result<(), BrokenRule> {
        self.steps = 0;
        let mut broken = None;
        self.each(&rule.binders, &mut |reading| {
            if reading.is_broken(&rule.body) {
                let clue = reading.line_clue(rule).map(|clue| format!(" ({clue})"));
                broken = Some((reading.place(), rule.meaning.clone() + &clue.unwrap_or_default()));
            }
            broken.is_none()
        });
        match broken {
            Some((place, violation)) => Err(BrokenRule::new(&rule.name, place, violation)),
            None if self.is_too_long() => {
                let found = "the rule takes too many steps on this grid to be checked";
                Err(BrokenRule::new(&rule.name, Place::Whole, found))
            }
            None => Ok(()),
        }
    }

    /// Returns whether a statement about a finished drawing does not hold. A part that holds, or is about an absent clue,
    /// decides an alternative, whatever the parts behind it are: most implications have a premise that does not hold.
    fn is_broken(&mut self, body: &Term) -> bool {
        let false_statement = Some(RuleMeaning::Constant(0));
        match body {
            Term::Or(parts) => {
                // those that gather something take longest
                let short = parts.iter().filter(|part| !gathers(part));
                let mut parts = short.chain(parts.iter().filter(|part| gathers(part)));
                parts.all(|part| self.number(part) == false_statement)
            }
            other => self.number(other) == false_statement,
        }
    }

    fn rows(&self) -> i64 {
        self.clues.grid().rows() as i64
    }

    fn cols(&self) -> i64 {
        self.clues.grid().cols() as i64
    }

    fn is_inside(&self, (row, col): At) -> bool {
        row >= 0 && col >= 0 && row < self.rows() && col < self.cols()
    }

    fn index(&self, (row, col): At) -> usize {
        (row * self.cols() + col) as usize
    }

    /// Calls `visit` for all values of the binders, until it returns false. Returns whether it never did. A set about an
    /// absent clue has no elements.
    fn each(&mut self, binders: &[Binder], visit: &mut dyn FnMut(&mut Self) -> bool) -> bool {
        let Some((binder, rest)) = binders.split_first() else { return visit(self) };
        let elements = match (self.only, &binder.set) {
            (Some((variable, at)), Term::Call(Word::AllCells, _))
                if self.scope.len() == variable =>
            {
                Rc::new([Found::At(at)])
            }
            _ => match self.many(&binder.set) {
                Some(elements) => elements,
                None => return true,
            },
        };
        for element in elements.iter() {
            if self.is_too_long() {
                return false;
            }
            let scope = self.scope.len();
            self.bind(element);
            let is_chosen = self.is_wanted()
                && binder.condition.as_ref().is_none_or(|condition| self.condition(condition));
            let goes_on = !is_chosen || self.each(rest, visit);
            self.scope.truncate(scope);
            if !goes_on {
                return false;
            }
        }
        true
    }

    fn is_too_long(&self) -> bool {
        self.steps > MOST_STEPS
    }

    /// Returns whether the value of the variable that may be only one cell is this cell, or not bound yet.
    fn is_wanted(&self) -> bool {
        let Some((variable, at)) = self.only else { return true };
        self.scope.get(variable).is_none_or(|value| *value == Found::At(at))
    }

    fn bind(&mut self, element: &Found) {
        self.steps += 1;
        match element {
            Found::Both(pair) => self.scope.extend(pair.iter().cloned()),
            one => self.scope.push(one.clone()),
        }
    }

    /// Returns the number of a room or line, or the clue at the border, that a rule reads for the values in scope. The cells in
    /// scope do not show where it is.
    fn line_clue(&self, rule: &Rule) -> Option<String> {
        let (mut reads_border, mut reads_number) = (false, false);
        each_term(&rule.binders, &rule.body, &mut |term| {
            let Term::Call(word, _) = term else { return };
            reads_border |= matches!(word, Word::BorderNumber | Word::BorderList);
            reads_number |= *word == Word::SetNumber;
        });
        let cell = |found: &Found| if let Found::At(at) = found { Some(*at) } else { None };
        let cells = |found: &Found| match found {
            Found::Many(many) => many.iter().map(cell).collect::<Option<Vec<At>>>(),
            Found::ShortLine(at, _) => Some(vec![*at]),
            _ => None,
        };
        let (set, line) = self.scope.iter().find_map(|found| Some((found, cells(found)?)))?;
        if reads_number {
            let number = line.iter().find_map(|&at| self.number_at(at))?;
            let set = match guards::reads_room_number(&rule.binders, &rule.body) {
                true => "this room".to_owned(),
                false => self.set_name(set)?,
            };
            return Some(format!("`{number}` in {set}"));
        }
        let first = *line.first()?;
        let side = self.scope.iter().find_map(|found| match found {
            Found::Side(side) | Found::ShortLine(_, side) => Some(*side),
            _ => None,
        })?;
        let list = self.at_border(&line, Some(side)).filter(|_| reads_border)?;
        let at = if matches!(side, Side::Left | Side::Right) { first.0 } else { first.1 };
        Some(format!("`{}` {}", list_text(&list), WrittenClues::border_place(side, at as usize)))
    }

    fn place(&self) -> Place {
        if let Some(Found::Corner((row, col))) = self.scope.first() {
            return Place::Vertex { row: *row as usize, col: *col as usize };
        }
        let first_cell = |found: &Found| match found {
            Found::At(at) | Found::ShortLine(at, _) => Some(*at),
            Found::Many(cells) => match cells.first() {
                Some(Found::At(at)) => Some(*at),
                _ => None,
            },
            _ => None,
        };
        let is_cell = |found: &&Found| matches!(found, Found::At(_));
        let mut cells: Vec<At> = self.scope.iter().filter(is_cell).filter_map(first_cell).collect();
        if cells.is_empty() {
            cells = self.scope.iter().filter_map(first_cell).collect();
        }
        let place = |(row, col): At| (row as usize, col as usize);
        match cells[..] {
            [] => Place::Whole,
            [cell] => {
                let (row, col) = place(cell);
                Place::Cell { row, col }
            }
            [from, to, ..] => Place::Cells { from: place(from), to: place(to) },
        }
    }

    /// Returns what is in scope: a row, a column or a room, if no cell is, or the place.
    fn place_name(&self) -> String {
        let is_point = |found: &Found| matches!(found, Found::At(_) | Found::Corner(_));
        let set = match self.scope.iter().any(is_point) {
            true => None,
            false => self.scope.iter().find_map(|found| self.set_name(found)),
        };
        set.unwrap_or_else(|| self.place().to_string())
    }

    /// Returns the name of a set of cells that is a row, a column or a room.
    fn set_name(&self, set: &Found) -> Option<String> {
        let row = |(row, _): At| Place::Row(row as usize).to_string();
        let column = |(_, col): At| Place::Column(col as usize).to_string();
        let cells: Vec<At> = match set {
            Found::ShortLine(at, Side::Left | Side::Right) => return Some(row(*at)),
            Found::ShortLine(at, Side::Up | Side::Down) => return Some(column(*at)),
            Found::Many(many) => cells_in(many).collect(),
            _ => return None,
        };
        let first = *cells.first()?;
        let count = cells.len() as i64;
        if count == self.cols() && cells.iter().all(|cell| cell.0 == first.0) {
            return Some(row(first));
        }
        if count == self.rows() && cells.iter().all(|cell| cell.1 == first.1) {
            return Some(column(first));
        }
        let rooms = &self.clues.cells.rooms;
        let room = rooms.get(self.index(first))?;
        let is_room = cells.len() == rooms.iter().filter(|one| *one == room).count()
            && cells.iter().all(|&cell| rooms[self.index(cell)] == *room);
        is_room.then(|| format!("the room of {}", self.place()))
    }

    /// Returns whether a condition holds; a part about an absent clue does not.
    fn condition(&mut self, term: &Term) -> bool {
        let outer = mem::replace(&mut self.in_condition, true);
        let holds = match term {
            Term::And(parts) => parts.iter().all(|part| self.condition(part)),
            Term::Or(parts) => parts.iter().any(|part| self.condition(part)),
            Term::Not(part) => !self.condition(part),
            other => self.number(other) == Some(RuleMeaning::Constant(1)),
        };
        self.in_condition = outer;
        holds
    }

    /// Returns a number, or a statement.
    fn number(&mut self, term: &Term) -> Option<RuleMeaning> {
        match self.find(term)? {
            Found::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Returns a number that the drawing does not change.
    fn fixed(&mut self, term: &Term) -> Option<i64> {
        self.number(term)?.constant()
    }

    fn numbers(&mut self, terms: &[Term]) -> Option<Vec<RuleMeaning>> {
        terms.iter().map(|one| self.number(one)).collect()
    }

    fn at(&mut self, term: &Term) -> Option<At> {
        match self.find(term)? {
            Found::At(at) => Some(at),
            _ => None,
        }
    }

    fn side(&mut self, term: &Term) -> Option<Side> {
        match self.find(term)? {
            Found::Side(side) => Some(side),
            _ => None,
        }
    }

    fn many(&mut self, term: &Term) -> Option<Rc<[Found]>> {
        self.find(term)?.into_many()
    }

    fn find(&mut self, term: &Term) -> Option<Found> {
        Some(match term {
            Term::Number(number) => Found::Number(RuleMeaning::Constant(*number)),
            Term::Side(side) => Found::Side(*side),
            Term::Letter(letter) => Found::Letter(*letter),
            Term::Variable(at) => self.scope.get(*at)?.clone(),
            Term::Parameter(at) => whole_number(*self.clues.parameters.get(*at)? as usize),
            Term::Call(word, arguments) => return self.word(*word, arguments),
            Term::List(terms) => {
                let elements = terms.iter().map(|one| self.find(one)).collect::<Option<_>>();
                Found::Many(without_repeats(elements?))
            }
            Term::Range(from, to) => {
                let (from, to) = (self.fixed(from)?, self.fixed(to)?);
                if to.saturating_sub(from) >= MOST_NUMBERS {
                    // as in the encoder, the rule cannot be read
                    self.steps = MOST_STEPS + 1;
                    return None;
                }
                let numbers = from..=to;
                Found::Many(numbers.map(|one| Found::Number(RuleMeaning::Constant(one))).collect())
            }
            Term::Join(first, second) => {
                let (first, second) = (self.many(first)?, self.many(second)?);
                Found::Many(without_repeats([first, second].concat()))
            }
            Term::Exists(inner) => Found::Number(RuleMeaning::truth(self.find(inner).is_some())),
            Term::Same(first, second) => Found::Number(match self.same(first, second) {
                None if self.in_condition => RuleMeaning::Constant(0),
                same => same?,
            }),
            Term::Not(inner) => Found::Number(self.number(inner)?.negated()),
            Term::And(parts) => Found::Number(RuleMeaning::all(self.numbers(parts)?)),
            Term::Or(parts) => Found::Number(RuleMeaning::any(self.numbers(parts)?)),
            Term::Iff(first, second) => {
                Found::Number(self.compare(first, NumberComparison::Equal, second)?)
            }
            Term::Compare(first, comparison, second) => {
                Found::Number(match self.compare(first, *comparison, second) {
                    None if self.in_condition => RuleMeaning::Constant(0),
                    compared => compared?,
                })
            }
            Term::Sum(terms) => {
                let mut sum = Vec::new();
                for (sign, term) in terms {
                    sum.push((*sign, self.number(term)?));
                }
                Found::Number(RuleMeaning::sum(sum))
            }
            Term::Product(first, second) => {
                let (first, second) = (self.number(first)?, self.number(second)?);
                let product = match (first.constant(), second.constant()) {
                    (Some(factor), _) => (factor, second),
                    (None, factor) => (factor?, first),
                };
                Found::Number(RuleMeaning::sum(vec![product]))
            }
            Term::Gather(gathering, binders, body) => {
                return self.gather(*gathering, binders, body);
            }
        })
    }

    fn compare(
        &mut self,
        first: &Term,
        comparison: NumberComparison,
        second: &Term,
    ) -> Option<RuleMeaning> {
        let (first, second) = (self.number(first)?, self.number(second)?);
        Some(RuleMeaning::compare(first, comparison, second))
    }

    fn same(&mut self, first: &Term, second: &Term) -> Option<RuleMeaning> {
        Some(match (self.find(first)?, self.find(second)?) {
            (Found::List(list), Found::Parts { parts, is_ordered })
            | (Found::Parts { parts, is_ordered }, Found::List(list)) => match is_ordered {
                true => self.has_runs(parts, list),
                false => has_groups(&parts, &list)?,
            },
            // cells of one room are often compared
            (Found::Many(first), Found::Many(second)) => {
                RuleMeaning::truth(Rc::ptr_eq(&first, &second) || are_same_sets(&first, &second))
            }
            (one @ Found::ShortLine(..), other) | (other, one @ Found::ShortLine(..)) => {
                RuleMeaning::truth(one.into_many() == other.into_many())
            }
            (first, second) => RuleMeaning::truth(first == second),
        })
    }

    fn gather(&mut self, gathering: Gathering, binders: &[Binder], body: &Term) -> Option<Found> {
        let (mut all, mut places) = (Vec::new(), Vec::new());
        let first = self.scope.len();
        let has_places = matches!(gathering, Gathering::Runs | Gathering::Groups);
        self.collect(binders, &mut |reading| {
            let one = reading.number(body)?;
            // behind a false statement, a run is over
            let goes_on = gathering != Gathering::Run || one != RuleMeaning::Constant(0);
            all.push(one);
            if has_places {
                places.push(match reading.scope.get(first) {
                    Some(Found::At(at)) => *at,
                    _ => (0, 0),
                });
            }
            Some(goes_on)
        })?;
        Some(Found::Number(match gathering {
            Gathering::Count | Gathering::Sum => {
                RuleMeaning::sum(all.into_iter().map(|one| (1, one)).collect())
            }
            Gathering::All => RuleMeaning::all(all),
            Gathering::Any => RuleMeaning::any(all),
            Gathering::None => RuleMeaning::any(all).negated(),
            Gathering::Run => RuleMeaning::run(all),
            Gathering::Distinct => RuleMeaning::distinct(all),
            Gathering::Greatest | Gathering::Least => {
                let known: Option<Vec<i64>> = all.iter().map(RuleMeaning::constant).collect();
                let known = known?.into_iter();
                let one = if gathering == Gathering::Least { known.min() } else { known.max() };
                RuleMeaning::Constant(one.unwrap_or(0))
            }
            Gathering::Runs | Gathering::Groups => {
                let parts = places.into_iter().zip(all).collect();
                return Some(Found::Parts { parts, is_ordered: gathering == Gathering::Runs });
            }
        }))
    }

    /// Returns whether the runs of true statements have the lengths of a list, in order.
    fn has_runs(&mut self, parts: Vec<(At, RuleMeaning)>, list: Vec<Option<u32>>) -> RuleMeaning {
        let parts: Vec<RuleMeaning> = parts.into_iter().map(|(_, part)| part).collect();
        let truths: Option<Vec<i64>> = parts.iter().map(RuleMeaning::constant).collect();
        if let Some(truths) = truths {
            let runs = truths.split(|truth| *truth == 0).map(|run| run.len() as u32);
            let lengths: Vec<u32> = runs.filter(|&length| length > 0).collect();
            let fits = fits(&lengths, &list, true);
            self.compared.push(lengths);
            return RuleMeaning::truth(fits);
        }
        RuleMeaning::Runs(parts, if list == [Some(0)] { Vec::new() } else { list })
    }

    /// Calls `visit` for all values of the binders, until it returns false. Returns whether it never did; `None` if one is
    /// about an absent clue.
    fn collect(
        &mut self,
        binders: &[Binder],
        visit: &mut dyn FnMut(&mut Self) -> Option<bool>,
    ) -> Option<bool> {
        let Some((binder, rest)) = binders.split_first() else { return visit(self) };
        for element in self.many(&binder.set)?.iter() {
            if self.is_too_long() {
                return None;
            }
            let scope = self.scope.len();
            self.bind(element);
            let is_chosen =
                binder.condition.as_ref().is_none_or(|condition| self.condition(condition));
            let goes_on = if is_chosen { self.collect(rest, visit) } else { Some(true) };
            // the scope ends after an absent clue, too
            self.scope.truncate(scope);
            if !goes_on? {
                return Some(false);
            }
        }
        Some(true)
    }

    fn symbol(&self, at: At) -> Option<ClueSymbol> {
        self.clues.cells.symbols[self.index(at)]
    }

    fn number_at(&self, at: At) -> Option<i64> {
        self.symbol(at)?.number().map(i64::from)
    }

    /// Returns all cells of the grid for which a test is true, row by row.
    fn cells(&self, test: impl Fn(At) -> bool) -> Rc<[Found]> {
        let (rows, cols) = (self.rows(), self.cols());
        let all = (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
        all.filter(|&at| test(at)).map(Found::At).collect()
    }

    /// Returns the cells from a cell to the border, without the cell.
    fn ray(&self, (row, col): At, side: Side) -> Vec<At> {
        let (down, right) = to_side(side);
        let mut ray = Vec::new();
        let mut next = (row + down, col + right);
        while self.is_inside(next) {
            ray.push(next);
            next = (next.0 + down, next.1 + right);
        }
        ray
    }

    /// Returns whether two cells that share a side are in one room.
    fn same_room(&self, one: At, other: At) -> bool {
        let name = |at: At| self.clues.cells.rooms.get(self.index(at));
        name(one) == name(other)
    }

    /// Returns all cells of the grid, row by row; they are found once.
    fn all_cells(&self) -> Rc<[Found]> {
        self.all_cells.get_or_init(|| self.cells(|_| true)).clone()
    }

    /// Returns the cells of the room of a cell, row by row; they are found once.
    fn room(&self, start: At) -> Rc<[Found]> {
        let mut rooms = self.rooms.borrow_mut();
        rooms.resize(self.clues.grid().cell_count(), None);
        if let Some(room) = &rooms[self.index(start)] {
            return room.clone();
        }
        let cells = self.spread(start, |at, beside| self.same_room(at, beside));
        let room: Rc<[Found]> = cells.iter().copied().map(Found::At).collect();
        cells.into_iter().for_each(|at| rooms[self.index(at)] = Some(room.clone()));
        room
    }

    /// Returns the cells that are reached from a cell, row by row, found step by step; `goes` tells whether a step from a cell
    /// to one beside it is made.
    fn spread(&self, start: At, goes: impl Fn(At, At) -> bool) -> Vec<At> {
        let mut seen = vec![start];
        let mut next = 0;
        while let Some(&at) = seen.get(next) {
            next += 1;
            for (down, right) in Side::ALL.map(to_side) {
                let beside = (at.0 + down, at.1 + right);
                if self.is_inside(beside) && goes(at, beside) && !seen.contains(&beside) {
                    seen.push(beside);
                }
            }
        }
        seen.sort_unstable();
        seen
    }

    /// Checks a rule about a graph that values make.
    ///
    /// # Errors
    /// A cell at which it is broken.
    fn check_values(&self, rule: ValueRule, values: &[u32]) -> Result<(), At> {
        let value = |at: At| values[self.index(at)];
        let all = self.places(1, 1);
        let filled = || all.iter().copied().filter(|&at| value(at) > 0);
        let first_apart = |same: &dyn Fn(At, At) -> bool| {
            filled().find(|&at| {
                let group = self.spread(at, |_, next| value(next) > 0 && same(at, next));
                filled().any(|other| same(at, other) && !group.contains(&other))
            })
        };
        let wrong = match rule {
            ValueRule::ConnectedValues => first_apart(&|one, other| value(one) == value(other)),
            ValueRule::ConnectedFilled => first_apart(&|_, _| true),
            ValueRule::ConnectedInRooms => {
                first_apart(&|one, other| self.room(one).contains(&Found::At(other)))
            }
            ValueRule::CountedGroups => all.iter().copied().find(|&at| {
                let Some(number) = self.number_at(at) else { return false };
                let joined = self
                    .spread(at, |from, next| value(next) > 0 && (from == at || value(from) > 0));
                joined.len() as i64 - 1 != number
            }),
            ValueRule::Slopes => self.slope_of_cycle(&filled().collect::<Vec<_>>(), &value),
            ValueRule::Bridges => self.clue_apart(&all, &value),
        };
        wrong.map_or(Ok(()), Err)
    }

    /// Returns a slope of a cycle: one that is left when slopes with a free end are removed again and again.
    fn slope_of_cycle(&self, cells: &[At], value: &impl Fn(At) -> u32) -> Option<At> {
        let ends = |(row, col): At| match value((row, col)) {
            1 => [(row, col + 1), (row + 1, col)],
            _ => [(row, col), (row + 1, col + 1)],
        };
        let mut left = cells.to_vec();
        loop {
            let mut count = HashMap::new();
            left.iter()
                .flat_map(|&at| ends(at))
                .for_each(|end| *count.entry(end).or_insert(0) += 1);
            let before = left.len();
            left.retain(|&at| ends(at).iter().all(|end| count[end] > 1));
            if left.len() == before {
                return left.first().copied();
            }
        }
    }

    /// Returns a clue that bridges do not join with the first clue.
    fn clue_apart(&self, all: &[At], value: &impl Fn(At) -> u32) -> Option<At> {
        let clues: Vec<At> = all.iter().copied().filter(|&at| self.symbol(at).is_some()).collect();
        let mut reached: Vec<At> = clues.iter().copied().take(1).collect();
        let mut next = 0;
        while let Some(&clue) = reached.get(next) {
            next += 1;
            for side in Side::ALL {
                let carries: [u32; 2] =
                    if matches!(side, Side::Left | Side::Right) { [1, 2] } else { [3, 4] };
                let ray = self.ray(clue, side);
                let length = ray.iter().take_while(|&&at| carries.contains(&value(at))).count();
                let end = ray.get(length).filter(|at| clues.contains(at) && length > 0);
                reached.extend(
                    end.filter(|end| !reached.contains(end))
                        .copied()
                        .into_iter()
                        .collect::<Vec<_>>(),
                );
            }
        }
        clues.into_iter().find(|clue| !reached.contains(clue))
    }

    /// Finds a shaded neighbor for a clue, where clues that have one already may change theirs. `partner` has the clue of
    /// each shaded cell.
    fn finds_partner(
        &self,
        clue: At,
        is_shaded: &impl Fn(At) -> bool,
        partner: &mut HashMap<At, At>,
        tried: &mut Vec<At>,
    ) -> bool {
        for (down, right) in Side::ALL.map(to_side) {
            let beside = (clue.0 + down, clue.1 + right);
            if !self.is_inside(beside) || !is_shaded(beside) || tried.contains(&beside) {
                continue;
            }
            tried.push(beside);
            let known = partner.get(&beside).copied();
            if known.is_none_or(|other| self.finds_partner(other, is_shaded, partner, tried)) {
                partner.insert(beside, clue);
                return true;
            }
        }
        false
    }

    fn word(&mut self, word: Word, arguments: &[Term]) -> Option<Found> {
        match arguments {
            [] => Some(self.whole(word)),
            // the most frequent set need not be made to be counted
            [Term::Call(Word::AllCells, _)] if word == Word::Size => {
                Some(whole_number(self.clues.grid().cell_count()))
            }
            [first, rest @ ..] => match self.find(first)? {
                Found::At(at) | Found::Corner(at) => self.of_cell(word, at, rest),
                Found::Many(cells) => self.of_set(word, &cells, None),
                Found::ShortLine(at, side) => self.of_set(word, &[Found::At(at)], Some(side)),
                Found::Side(side) => Some(Found::Many(self.lines(side))),
                Found::Number(height) if word == Word::BoxesOf => {
                    let width = self.fixed(&rest[0])?;
                    Some(Found::Many(self.blocks(height.constant()?, width)))
                }
                Found::Number(number) if word == Word::PrimesOf => {
                    let number = number.constant()?;
                    let is_prime = |one: i64| {
                        (2..one)
                            .take_while(|other| other * other <= one)
                            .all(|other| one % other != 0)
                    };
                    let small = (2..=number).take_while(|one| one * one <= number);
                    // the divisor that belongs to a small one
                    let divisors =
                        small.filter(|one| number % one == 0).flat_map(|one| [one, number / one]);
                    let mut primes: Vec<i64> =
                        divisors.chain([number]).filter(|&one| one > 1 && is_prime(one)).collect();
                    primes.sort_unstable();
                    primes.dedup();
                    let all = primes.into_iter().map(|one| whole_number(one as usize));
                    Some(Found::Many(all.collect()))
                }
                Found::Number(base) if word == Word::Power => {
                    let (base, of) = (base.constant()?, self.fixed(&rest[0])?);
                    let divides = |power: &u32| {
                        base.checked_pow(*power).is_some_and(|divisor| of % divisor == 0)
                    };
                    let has_power = base > 1 && of > 0;
                    let greatest = if has_power { (0..64).rfind(divides) } else { None };
                    Some(whole_number(greatest.unwrap_or(0) as usize))
                }
                Found::Number(length) => {
                    Some(Found::Many(self.stretches(word, length.constant()?)))
                }
                _ => None,
            },
        }
    }

    fn whole(&self, word: Word) -> Found {
        let (rows, cols) = (self.rows(), self.cols());
        let both = |a: Found, b: Found| Found::Both(Box::new([a, b]));
        Found::Many(match word {
            Word::Height => return whole_number(rows as usize),
            Word::Width => return whole_number(cols as usize),
            Word::AllCells => self.all_cells(),
            Word::Rows => self.lines(Side::Right),
            Word::Columns => self.lines(Side::Down),
            Word::Rooms => {
                let is_outside = |at: At| {
                    self.clues.cells.rooms.get(self.index(at)).is_none_or(|name| name == OUTSIDE)
                };
                let mut is_known = vec![false; self.clues.cells.rooms.len()];
                let mut rooms = Vec::new();
                for at in self.places(1, 1) {
                    if !is_outside(at) && !is_known[self.index(at)] {
                        let room = self.room(at);
                        cells_in(&room).for_each(|at| is_known[self.index(at)] = true);
                        rooms.push(Found::Many(room));
                    }
                }
                rooms.into()
            }
            Word::Adjacent => self
                .places(1, 2)
                .into_iter()
                .map(|(row, col)| both(Found::At((row, col)), Found::At((row, col + 1))))
                .chain(
                    self.places(2, 1)
                        .into_iter()
                        .map(|(row, col)| both(Found::At((row, col)), Found::At((row + 1, col)))),
                )
                .collect(),
            Word::Squares => self
                .places(2, 2)
                .into_iter()
                .map(|(row, col)| {
                    let cells = [(row, col), (row, col + 1), (row + 1, col), (row + 1, col + 1)];
                    Found::Many(cells.map(Found::At).into())
                })
                .collect(),
            Word::Boxes => {
                let mut height = 1;
                for side in 2..=cols {
                    if side * side <= cols && cols % side == 0 {
                        height = side;
                    }
                }
                self.blocks(height, cols / height)
            }
            Word::Directions => Side::ALL.map(Found::Side).into(),
            Word::Bends => {
                let across = [Side::Left, Side::Right].into_iter();
                let bends = across.flat_map(|one| [Side::Up, Side::Down].map(|two| (one, two)));
                bends.map(|(one, two)| both(Found::Side(one), Found::Side(two))).collect()
            }
            Word::Axes => {
                Side::AXES.map(|[one, other]| both(Found::Side(one), Found::Side(other))).into()
            }
            Word::Values => (1..=self.greatest() as usize).map(whole_number).collect(),
            Word::Corners => (0..=rows)
                .flat_map(|row| (0..=cols).map(move |col| Found::Corner((row, col))))
                .collect(),
            _ => self.crossings(),
        })
    }

    /// Returns the cells of each block of this height and width: of cells whose row and column fall into the same ones.
    fn blocks(&self, height: i64, width: i64) -> Rc<[Found]> {
        if height < 1 || width < 1 {
            return Rc::new([]);
        }
        let block_of = |(row, col): At| (row / height, col / width);
        let is_first = |(row, col): At| row % height == 0 && col % width == 0;
        let firsts = self.places(1, 1).into_iter().filter(|&at| is_first(at));
        firsts.map(|first| Found::Many(self.cells(|at| block_of(at) == block_of(first)))).collect()
    }

    /// Returns the places at which a block of this height and width fits.
    fn places(&self, height: i64, width: i64) -> Vec<At> {
        let rows = 0..=self.rows() - height;
        rows.flat_map(|row| (0..=self.cols() - width).map(move |col| (row, col))).collect()
    }

    /// Returns the straight lines of cells with exactly two borders, one behind the first and one before the last cell.
    fn crossings(&self) -> Rc<[Found]> {
        let mut found = Vec::new();
        for start in self.places(1, 1) {
            for side in [Side::Right, Side::Down] {
                let mut line = vec![start];
                line.extend(self.ray(start, side));
                if line.len() < 3 || self.same_room(line[0], line[1]) {
                    continue;
                }
                let second =
                    (2..line.len()).find(|&place| !self.same_room(line[place - 1], line[place]));
                if let Some(end) = second {
                    found.push(Found::Many(line[..=end].iter().copied().map(Found::At).collect()));
                }
            }
        }
        found.into()
    }

    fn lines(&self, side: Side) -> Rc<[Found]> {
        let (rows, cols) = (self.rows(), self.cols());
        let line = |mut cells: Vec<At>, is_backwards: bool| {
            if is_backwards {
                cells.reverse();
            }
            Found::line(cells, side)
        };
        match side {
            Side::Left | Side::Right => (0..rows)
                .map(|row| line((0..cols).map(|col| (row, col)).collect(), side == Side::Left))
                .collect(),
            Side::Up | Side::Down => (0..cols)
                .map(|col| line((0..rows).map(|row| (row, col)).collect(), side == Side::Up))
                .collect(),
        }
    }

    /// Returns each run of consecutive cells of this length, in lines or diagonals.
    fn stretches(&self, word: Word, length: i64) -> Rc<[Found]> {
        let run = |(row, col): At, (down, right): At| {
            Found::Many(
                (0..length).map(|far| Found::At((row + far * down, col + far * right))).collect(),
            )
        };
        if length < 1 {
            return Rc::new([]);
        }
        // a single cell lies in either direction
        without_repeats(match word {
            Word::Windows => {
                let across = self.places(1, length).into_iter().map(|at| run(at, (0, 1)));
                across.chain(self.places(length, 1).into_iter().map(|at| run(at, (1, 0)))).collect()
            }
            _ => {
                let places = self.places(length, length);
                let falling = places.iter().map(|&at| run(at, (1, 1)));
                let rising = places.iter().map(|&(row, col)| run((row, col + length - 1), (1, -1)));
                falling.chain(rising).collect()
            }
        })
    }

    /// Returns the value of a word about a set; `side` is the direction of a row or column of one cell.
    fn of_set(&self, word: Word, cells: &[Found], side: Option<Side>) -> Option<Found> {
        if word == Word::Size {
            return Some(whole_number(cells_in(cells).count()));
        }
        let ats: Vec<At> = cells_in(cells).collect();
        Some(match word {
            Word::Tetrominoes => Found::Many(self.tetrominoes(&ats)),
            Word::Shape => whole_number(shape(&ats)),
            Word::SetNumber => {
                Found::Number(RuleMeaning::Constant(ats.iter().find_map(|&at| self.number_at(at))?))
            }
            Word::BorderNumber => match self.at_border(&ats, side)?[..] {
                [number] => whole_number(number? as usize),
                _ => return None,
            },
            Word::BorderList => Found::List(self.at_border(&ats, side)?),
            Word::Pairs => {
                let mut pairs = Vec::new();
                for (place, one) in ats.iter().enumerate() {
                    for other in &ats[place + 1..] {
                        pairs.push(Found::Both(Box::new([Found::At(*one), Found::At(*other)])));
                    }
                }
                Found::Many(pairs.into())
            }
            _ => {
                let mut leaving = Vec::new();
                for &at in &ats {
                    for (down, right) in Side::ALL.map(to_side) {
                        let next = (at.0 + down, at.1 + right);
                        if self.is_inside(next) && !ats.contains(&next) {
                            leaving.push(Found::Both(Box::new([Found::At(at), Found::At(next)])));
                        }
                    }
                }
                Found::Many(leaving.into())
            }
        })
    }

    /// Returns the places of the 19 tetrominoes that lie in a set.
    fn tetrominoes(&self, cells: &[At]) -> Rc<[Found]> {
        let mut found = Vec::new();
        for &(row, col) in cells {
            for picture in TETROMINOES {
                let part = |at: usize, line: &str| {
                    let places = line.char_indices().filter(|(_, sign)| *sign == '#');
                    let places = places.map(|(right, _)| (row + at as i64, col + right as i64));
                    places.collect::<Vec<At>>()
                };
                let lines = picture.split('/').enumerate();
                let piece: Vec<At> = lines.flat_map(|(at, line)| part(at, line)).collect();
                // the first cell of the picture may be to the right of its corner
                let shift = piece[0].1 - col;
                let piece = piece.into_iter().map(|(row, col)| (row, col - shift));
                let piece: Vec<At> = piece.collect();
                if piece.iter().all(|at| cells.contains(at)) {
                    found.push(Found::Many(piece.into_iter().map(Found::At).collect()));
                }
            }
        }
        found.into()
    }

    /// Returns the clue at the border where a row or column begins.
    fn at_border(&self, line: &[At], side: Option<Side>) -> Option<Vec<Option<u32>>> {
        let first = *line.first()?;
        let side = match (side, line.get(1)) {
            (Some(side), _) => side,
            (None, Some(second)) => match (second.0 == first.0, first) {
                (true, (_, 0)) => Side::Right,
                (true, _) => Side::Left,
                (false, (0, _)) => Side::Down,
                (false, _) => Side::Up,
            },
            (None, None) => return None,
        };
        let at = if matches!(side, Side::Left | Side::Right) { first.0 } else { first.1 };
        self.clues.border[WrittenClues::place(side)].get(at as usize)?.clone()
    }

    fn of_cell(&mut self, word: Word, at: At, rest: &[Term]) -> Option<Found> {
        let near = |steps: &[At]| {
            let all = steps.iter().map(|(down, right)| (at.0 + down, at.1 + right));
            Found::Many(all.filter(|&next| self.is_inside(next)).map(Found::At).collect())
        };
        Some(match word {
            Word::Neighbours => near(&Side::ALL.map(to_side)),
            Word::Around => {
                Found::Many(self.cells(|other| other != at && distance(at, other) == 1))
            }
            Word::Block => Found::Many(self.cells(|other| distance(at, other) <= 1)),
            Word::Leaps => {
                let (m, n) = (self.fixed(&rest[0])?, self.fixed(&rest[1])?);
                Found::Many(self.cells(|other| {
                    let away = ((other.0 - at.0).abs(), (other.1 - at.1).abs());
                    away == (m, n) || away == (n, m)
                }))
            }
            Word::RectangleAt => {
                let (height, width) = (self.fixed(&rest[0])?, self.fixed(&rest[1])?);
                Found::Many(self.cells(|(row, col)| {
                    (0..height).contains(&(row - at.0)) && (0..width).contains(&(col - at.1))
                }))
            }
            Word::Between => {
                let other = self.at(&rest[0])?;
                let is_between = |one: i64, other: i64, value: i64| {
                    (one <= value) == (value <= other) || value == one || value == other
                };
                Found::Many(self.cells(|(row, col)| {
                    is_between(at.0, other.0, row) && is_between(at.1, other.1, col)
                }))
            }
            Word::Mirrored => {
                let other = self.at(&rest[0])?;
                let (down, right) = (self.fixed(&rest[1])?, self.fixed(&rest[2])?);
                // the sum of a cell and its image is twice the center
                let image = self.cells(|(row, col)| {
                    row + other.0 == 2 * at.0 + down && col + other.1 == 2 * at.1 + right
                });
                image.first()?.clone()
            }
            Word::Step => {
                let side = self.side(&rest[0])?;
                Found::At(*self.ray(at, side).first()?)
            }
            Word::Beyond | Word::BeyondBy | Word::Sees => {
                let side = self.side(&rest[0])?;
                let mut ray = self.ray(at, side);
                if word == Word::BeyondBy {
                    ray.truncate(self.fixed(&rest[1])?.max(0) as usize);
                }
                if word == Word::Sees
                    && let Some(end) = ray.iter().position(|&next| self.symbol(next).is_some())
                {
                    ray.truncate(end);
                }
                Found::Many(ray.into_iter().map(Found::At).collect())
            }
            Word::Row if self.cols() == 1 => Found::ShortLine(at, Side::Right),
            Word::Row => Found::Many(self.cells(|other| other.0 == at.0)),
            Word::Column if self.rows() == 1 => Found::ShortLine(at, Side::Down),
            Word::Column => Found::Many(self.cells(|other| other.1 == at.1)),
            Word::Room => Found::Many(self.room(at)),
            Word::Inside => {
                let name = self.clues.cells.rooms.get(self.index(at));
                Found::Number(RuleMeaning::truth(name.is_some_and(|name| name != OUTSIDE)))
            }
            Word::Position | Word::Before => {
                let set = self.many(&rest[0])?;
                let place = set.iter().position(|one| *one == Found::At(at))?;
                match word {
                    Word::Position => whole_number(place + 1),
                    _ => Found::Many(set[..place].into()),
                }
            }
            Word::CellsAt => Found::Many(self.cells(|(row, col)| {
                (0..=1).contains(&(at.0 - row)) && (0..=1).contains(&(at.1 - col))
            })),
            Word::CellsToward => {
                let sides = [self.side(&rest[0])?, self.side(&rest[1])?];
                let has = |side| sides.contains(&side);
                Found::Many(self.cells(|(row, col)| {
                    let is_down =
                        row == at.0 && has(Side::Down) || row == at.0 - 1 && has(Side::Up);
                    let is_right =
                        col == at.1 && has(Side::Right) || col == at.1 - 1 && has(Side::Left);
                    is_down && is_right
                }))
            }
            Word::CornerNumber => {
                let place = (at.0 * (self.cols() + 1) + at.1) as usize;
                whole_number((*self.clues.corners.get(place)?)? as usize)
            }
            Word::CellNumber => Found::Number(RuleMeaning::Constant(self.number_at(at)?)),
            Word::IndexOf => {
                let before = &self.clues.cells.symbols[..=self.index(at)];
                let is_clue = self.symbol(at).is_some();
                whole_number(if is_clue { before.iter().flatten().count() } else { 0 })
            }
            Word::HasClue => Found::Number(RuleMeaning::truth(self.symbol(at).is_some())),
            Word::Unknown => {
                Found::Number(RuleMeaning::truth(self.symbol(at) == Some(ClueSymbol::Unknown)))
            }
            Word::SymbolOf => Found::Symbol(self.symbol(at)?),
            Word::LetterOf => match self.symbol(at)? {
                ClueSymbol::Letter(letter, _) | ClueSymbol::LetterArrow(letter, ..) => {
                    Found::Letter(letter)
                }
                _ => return None,
            },
            Word::CellList => match self.symbol(at)? {
                ClueSymbol::List(list) => Found::List(list.numbers().to_vec()),
                _ => return None,
            },
            Word::SideNumber => {
                let ClueSymbol::Sums { down, right } = self.symbol(at)? else { return None };
                let is_down = self.side(&rest[0])? == Side::Down;
                let is_right = self.side(&rest[0])? == Side::Right;
                let number = if is_down { down } else { right.filter(|_| is_right) };
                whole_number(number? as usize)
            }
            Word::Arrow => match self.symbol(at)? {
                ClueSymbol::Arrow(_, side) | ClueSymbol::LetterArrow(_, _, side) => {
                    Found::Side(side)
                }
                _ => return None,
            },
            _ => return self.of_drawing(word, at, rest),
        })
    }

    /// Returns the greatest value that a cell may have.
    fn greatest(&self) -> u32 {
        match self.drawing {
            CheckedDrawing::Finished(drawn) => drawn.greatest,
            CheckedDrawing::Open(open) => open.greatest,
        }
    }

    /// Returns whether a line joins two cells.
    fn has_line(&self, one: At, other: At) -> RuleMeaning {
        let ends = [one.min(other), one.max(other)];
        match self.drawing {
            CheckedDrawing::Finished(drawn) => RuleMeaning::truth(self.is_drawn(drawn, ends)),
            CheckedDrawing::Open(open) => {
                (open.line)(ends).map_or(RuleMeaning::Constant(0), RuleMeaning::Atom)
            }
        }
    }

    /// Returns whether a line joins two cells of a finished drawing, the upper or left cell first.
    fn is_drawn(&self, drawn: &Drawn, [from, to]: [At; 2]) -> bool {
        let way = match (to.0 - from.0, to.1 - from.1) {
            (0, 1) => 0,
            (1, 0) => 1,
            _ => return false,
        };
        let are_inside = self.is_inside(from) && self.is_inside(to);
        are_inside && drawn.lines.get(self.index(from)).is_some_and(|lines| lines[way])
    }

    fn line_towards(&self, (row, col): At, side: Side) -> RuleMeaning {
        let (down, right) = to_side(side);
        self.has_line((row, col), (row + down, col + right))
    }

    /// Returns the value of a cell, 0 for none.
    fn value(&self, at: At) -> RuleMeaning {
        match self.drawing {
            CheckedDrawing::Finished(drawn) => {
                let value = drawn.values.get(self.index(at)).copied().unwrap_or(0);
                RuleMeaning::Constant(value.into())
            }
            CheckedDrawing::Open(open) => {
                let value = |value: u32| (value.into(), (open.value)(at, value));
                RuleMeaning::Value((1..=open.greatest).map(value).collect())
            }
        }
    }

    /// Returns whether a cell is shaded.
    fn is_shaded(&self, at: At) -> RuleMeaning {
        match self.drawing {
            CheckedDrawing::Finished(_) => self.value(at),
            CheckedDrawing::Open(open) => RuleMeaning::Atom((open.value)(at, 1)),
        }
    }

    fn of_drawing(&mut self, word: Word, at: At, rest: &[Term]) -> Option<Found> {
        let sides = || Side::ALL.map(|side| self.line_towards(at, side)).to_vec();
        if let (Word::Visited | Word::Degree, CheckedDrawing::Finished(drawn)) =
            (word, self.drawing)
        {
            let degree = drawn.degrees.get(self.index(at)).copied().unwrap_or(0).into();
            return Some(Found::Number(match word {
                Word::Visited => RuleMeaning::truth(degree > 0),
                _ => RuleMeaning::Constant(degree),
            }));
        }
        Some(Found::Number(match word {
            Word::Shaded => self.is_shaded(at),
            Word::Unshaded => self.is_shaded(at).negated(),
            Word::ValueOf => self.value(at),
            Word::Empty => {
                let zero = RuleMeaning::Constant(0);
                RuleMeaning::compare(self.value(at), NumberComparison::Equal, zero)
            }
            Word::Link => {
                let side = self.side(&rest[0])?;
                self.line_towards(at, side)
            }
            Word::LinkAt => {
                let (side, far) = (self.side(&rest[0])?, self.fixed(&rest[1])?);
                let (down, right) = to_side(side);
                let from = (at.0 + (far - 1) * down, at.1 + (far - 1) * right);
                match far >= 1 {
                    true => self.line_towards(from, side),
                    false => RuleMeaning::Constant(0),
                }
            }
            Word::LinkBetween => {
                let other = self.at(&rest[0])?;
                self.has_line(at, other)
            }
            Word::Degree => RuleMeaning::sum(sides().into_iter().map(|one| (1, one)).collect()),
            Word::Visited => RuleMeaning::any(sides()),
            Word::Straight => is_straight(sides()),
            // a line upward from the right of the cell's middle crosses the loop an odd number of times
            Word::Enclosed => {
                let above = (0..at.0).map(|row| (1, self.has_line((row, at.1), (row, at.1 + 1))));
                let (count, most) = (RuleMeaning::sum(above.collect()), at.0);
                let is = |number: i64| {
                    let number = RuleMeaning::Constant(number);
                    RuleMeaning::compare(count.clone(), NumberComparison::Equal, number)
                };
                let is_odd = RuleMeaning::any((1..=most).step_by(2).map(is).collect());
                RuleMeaning::all(vec![RuleMeaning::any(sides()).negated(), is_odd])
            }
            Word::Turns => {
                RuleMeaning::all(vec![RuleMeaning::any(sides()), is_straight(sides()).negated()])
            }
            _ => return None,
        }))
    }
}

/// Returns whether the lines of a cell are those of one axis; `sides` are in the order of [`Side::ALL`].
fn is_straight(sides: Vec<RuleMeaning>) -> RuleMeaning {
    let only = |wanted: &[Side]| {
        let all = Side::ALL.iter().zip(sides.iter().cloned());
        RuleMeaning::all(
            all.map(|(side, line)| if wanted.contains(side) { line } else { line.negated() })
                .collect(),
        )
    };
    RuleMeaning::any(vec![only(&[Side::Up, Side::Down]), only(&[Side::Left, Side::Right])])
}

/// The 19 tetrominoes, row by row.
const TETROMINOES: [&str; 19] = [
    "####", "#/#/#/#", "##/##", "###/#", "###/..#", "#/###", "..#/###", "##/#/#", "##/.#/.#",
    "#/#/##", ".#/.#/##", "##/.##", ".##/##", "#/##/.#", ".#/##/#", "###/.#", ".#/###", "#/##/#",
    ".#/##/.#",
];

/// Returns the number of the shape of a tetromino, by the pairs of its cells in a line without a cell between them.
fn shape(cells: &[At]) -> usize {
    let steps = |one: &At, other: &At| ((one.0 - other.0).abs(), (one.1 - other.1).abs());
    let count = |wanted: (i64, i64)| {
        let turned = (wanted.1, wanted.0);
        let pairs = cells.iter().flat_map(|one| cells.iter().map(move |other| steps(one, other)));
        pairs.filter(|&found| found == wanted || found == turned).count() / 2
    };
    // the numbers of pairs at the distances 1, a diagonal step, 2 and 3
    match (cells.len(), count((0, 1)), count((1, 1)), count((0, 2)), count((0, 3))) {
        (4, 3, 0, 2, 1) => 1,
        (4, 3, 1, 1, 0) => 2,
        (4, 3, 2, 0, 0) => 3,
        (4, 3, 2, 1, 0) => 4,
        (4, 4, 2, 0, 0) => 5,
        _ => 0,
    }
}

/// The maximum number of cells whose groups are compared with a list.
const MOST_GROUPED: usize = 9;

/// Returns whether the groups of adjacent cells with true statements have the sizes of a list, in any order; `None` if the
/// cells are too many.
fn has_groups(parts: &[(At, RuleMeaning)], list: &[Option<u32>]) -> Option<RuleMeaning> {
    if parts.len() > MOST_GROUPED {
        return None;
    }
    let sizes = |is_true: &dyn Fn(usize) -> bool| {
        let cells = parts.iter().enumerate().filter(|(place, _)| is_true(*place));
        group_sizes(cells.map(|(_, (at, _))| *at))
    };
    let truths: Option<Vec<i64>> = parts.iter().map(|(_, part)| part.constant()).collect();
    if let Some(truths) = truths {
        let fits = fits(&sizes(&|place| truths[place] == 1), list, false);
        return Some(RuleMeaning::truth(fits));
    }
    let patterns = (0..1_u32 << parts.len())
        .filter(|pattern| fits(&sizes(&|place| pattern >> place & 1 == 1), list, false));
    let drawn = patterns.map(|pattern| {
        let parts = parts.iter().enumerate().map(|(place, (_, part))| match pattern >> place & 1 {
            1 => part.clone(),
            _ => part.clone().negated(),
        });
        RuleMeaning::all(parts.collect())
    });
    Some(RuleMeaning::any(drawn.collect()))
}

/// Returns the sizes of the groups of adjacent cells.
fn group_sizes(cells: impl Iterator<Item = At>) -> Vec<u32> {
    let mut group_of: Vec<(At, usize)> = cells.zip(0..).collect();
    // adjacent cells get the lower number of both, until nothing changes
    let mut changes = true;
    while changes {
        changes = false;
        for (at, group) in group_of.clone() {
            for (other, number) in &mut group_of {
                let steps = (at.0 - other.0).abs() + (at.1 - other.1).abs();
                if steps == 1 && group < *number {
                    *number = group;
                    changes = true;
                }
            }
        }
    }
    let size = |group: usize| group_of.iter().filter(|(_, one)| *one == group).count() as u32;
    (0..group_of.len()).map(size).filter(|&size| size > 0).collect()
}

/// Returns whether lengths are those of a list, in which 0 alone stands for none, and `None` for any length.
fn fits(lengths: &[u32], list: &[Option<u32>], is_ordered: bool) -> bool {
    if *list == [Some(0)] {
        return lengths.is_empty();
    }
    let same = |(length, wanted): (&u32, &Option<u32>)| wanted.is_none_or(|one| one == *length);
    if is_ordered {
        return lengths.len() == list.len() && lengths.iter().zip(list).all(same);
    }
    let count = |of: u32| lengths.iter().filter(|length| **length == of).count();
    let wanted = |of: u32| list.iter().filter(|length| **length == Some(of)).count();
    lengths.len() == list.len() && list.iter().flatten().all(|&of| count(of) >= wanted(of))
}

/// Returns the number of king's moves between two cells.
fn distance(one: At, other: At) -> i64 {
    (one.0 - other.0).abs().max((one.1 - other.1).abs())
}
