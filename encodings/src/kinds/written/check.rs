//! The independent check: the meaning of every rule, on a finished or on an open drawing, with plain numbers and cells.
//!
//! It shares the parser with the encoder and nothing else: no sets, no clues by index, no literals.

use crate::cell_loops::Side;
use crate::grid::Cell;
use crate::kinds::codec::{ClueSymbol, OUTSIDE};
use crate::kinds::written::WrittenKind;
use crate::kinds::written::clues::WrittenClues;
use crate::kinds::written::file::Rule;
use crate::kinds::written::guards::ClueUse;
use crate::kinds::written::meaning::RuleMeaning;
use crate::kinds::written::terms::{Binder, Gathering, NumberComparison, Term, Word};
use crate::logic::Place;
use crate::puzzle::BrokenRule;

/// A cell or a corner: its row and column.
type At = (i64, i64);

/// A finished drawing.
#[derive(Debug, Default)]
pub(super) struct Drawn {
    /// The value of each cell, row by row, 0 for none; 1 for a shaded cell.
    pub values: Vec<u32>,
    /// The pairs of cells that a line joins, the upper or left cell first.
    pub lines: std::collections::HashSet<(At, At)>,
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
enum Drawing<'a> {
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
#[derive(Clone, Debug, PartialEq)]
enum Found {
    Number(RuleMeaning),
    At(At),
    Corner(At),
    Side(Side),
    Letter(usize),
    Symbol(ClueSymbol),
    Both(Box<[Found; 2]>),
    Many(Vec<Found>),
}

/// A reading of the rules on a drawing.
struct Reading<'a> {
    clues: &'a WrittenClues,
    drawing: Drawing<'a>,
    /// A variable, and the only cell that it is.
    only: Option<(usize, At)>,
    scope: Vec<Found>,
    /// The number of elements to which binders were bound so far.
    steps: u64,
}

/// The maximum number of steps for one rule. The encoder refuses such rules, so no solver makes drawings for them.
const MOST_STEPS: u64 = 100_000_000;

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
    kind.file().rules.iter().try_for_each(|rule| check_rule(rule, clues, drawn, None))
}

/// Checks the rules that read a clue, for the clue of one cell; each clue holds or fails whatever the other clues are.
///
/// # Errors
/// The first broken rule.
pub(super) fn check_clue(
    kind: WrittenKind,
    clues: &WrittenClues,
    drawn: &Drawn,
    cell: Cell,
) -> Result<(), BrokenRule> {
    let at = (cell.row as i64, cell.col as i64);
    kind.file().rules.iter().try_for_each(|rule| match rule.clue_use {
        ClueUse::Nothing => Ok(()),
        ClueUse::OfVariable(variable) => check_rule(rule, clues, drawn, Some((variable, at))),
        ClueUse::Several => check_rule(rule, clues, drawn, None),
    })
}

/// Checks a rule: for all values of its binders, or for those among which a variable is a certain cell.
fn check_rule(
    rule: &'static Rule,
    clues: &WrittenClues,
    drawn: &Drawn,
    only: Option<(usize, At)>,
) -> Result<(), BrokenRule> {
    let mut reading = Reading::new(clues, Drawing::Finished(drawn));
    reading.only = only;
    let mut broken = None;
    reading.each(&rule.binders, &mut |reading| {
        if reading.number(&rule.body) == Some(RuleMeaning::Constant(0)) {
            broken = Some(reading.place());
        }
        broken.is_none()
    });
    match broken {
        Some(place) => Err(BrokenRule::new(&rule.name, place, rule.meaning.clone())),
        None if reading.is_too_long() => {
            let found = "the rule takes too many steps on this grid to be checked";
            Err(BrokenRule::new(&rule.name, Place::Whole, found))
        }
        None => Ok(()),
    }
}

/// Returns what all rules say about a drawing that is not known, without instances that always hold; `None` if they take
/// too many steps.
pub(super) fn instances(
    kind: WrittenKind,
    clues: &WrittenClues,
    open: &OpenDrawing<'_>,
) -> Option<Vec<RuleInstance>> {
    let mut all = Vec::new();
    for rule in &kind.file().rules {
        let mut reading = Reading::new(clues, Drawing::Open(open));
        reading.each(&rule.binders, &mut |reading| {
            let meaning = reading.number(&rule.body);
            let place = reading.place();
            let instance = |meaning| RuleInstance { rule: &rule.name, place, meaning };
            all.extend(meaning.filter(|one| one.constant() != Some(1)).map(instance));
            true
        });
        if reading.is_too_long() {
            return None;
        }
    }
    Some(all)
}

fn to_side(side: Side) -> At {
    match side {
        Side::Up => (-1, 0),
        Side::Down => (1, 0),
        Side::Left => (0, -1),
        Side::Right => (0, 1),
    }
}

fn whole_number(number: usize) -> Found {
    Found::Number(RuleMeaning::Constant(number as i64))
}

impl<'a> Reading<'a> {
    fn new(clues: &'a WrittenClues, drawing: Drawing<'a>) -> Self {
        Self { clues, drawing, only: None, scope: Vec::new(), steps: 0 }
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
                vec![Found::At(at)]
            }
            _ => self.many(&binder.set).unwrap_or_default(),
        };
        for element in elements {
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

    fn bind(&mut self, element: Found) {
        self.steps += 1;
        match element {
            Found::Both(pair) => self.scope.extend(*pair),
            one => self.scope.push(one),
        }
    }

    fn place(&self) -> Place {
        if let Some(Found::Corner((row, col))) = self.scope.first() {
            return Place::Vertex { row: *row as usize, col: *col as usize };
        }
        let first_cell = |found: &Found| match found {
            Found::At(at) => Some(*at),
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

    /// Returns whether a condition holds; a part about an absent clue does not.
    fn condition(&mut self, term: &Term) -> bool {
        match term {
            Term::And(parts) => parts.iter().all(|part| self.condition(part)),
            Term::Or(parts) => parts.iter().any(|part| self.condition(part)),
            Term::Not(part) => !self.condition(part),
            other => self.number(other) == Some(RuleMeaning::Constant(1)),
        }
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
        let numbers: Vec<Option<RuleMeaning>> = terms.iter().map(|one| self.number(one)).collect();
        numbers.into_iter().collect()
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

    fn many(&mut self, term: &Term) -> Option<Vec<Found>> {
        match self.find(term)? {
            Found::Many(many) => Some(many),
            _ => None,
        }
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
                Found::Many(terms.iter().map(|one| self.find(one)).collect::<Option<_>>()?)
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
                let mut all = self.many(first)?;
                all.extend(self.many(second)?);
                Found::Many(all)
            }
            Term::Exists(inner) => Found::Number(RuleMeaning::truth(self.find(inner).is_some())),
            Term::Same(first, second) => {
                Found::Number(RuleMeaning::truth(self.find(first)? == self.find(second)?))
            }
            Term::Not(inner) => Found::Number(self.number(inner)?.negated()),
            Term::And(parts) => Found::Number(RuleMeaning::all(self.numbers(parts)?)),
            Term::Or(parts) => Found::Number(RuleMeaning::any(self.numbers(parts)?)),
            Term::Iff(first, second) => self.compare(first, NumberComparison::Equal, second)?,
            Term::Compare(first, comparison, second) => self.compare(first, *comparison, second)?,
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
    ) -> Option<Found> {
        let (first, second) = (self.number(first)?, self.number(second)?);
        Some(Found::Number(RuleMeaning::compare(first, comparison, second)))
    }

    fn gather(&mut self, gathering: Gathering, binders: &[Binder], body: &Term) -> Option<Found> {
        let mut all = Vec::new();
        self.collect(binders, body, &mut all)?;
        let sum =
            |all: Vec<RuleMeaning>| RuleMeaning::sum(all.into_iter().map(|one| (1, one)).collect());
        let known = |all: &[RuleMeaning]| all.iter().map(RuleMeaning::constant).collect();
        Some(Found::Number(match gathering {
            Gathering::Count | Gathering::Sum => sum(all),
            Gathering::All => RuleMeaning::all(all),
            Gathering::Any => RuleMeaning::any(all),
            Gathering::None => RuleMeaning::any(all).negated(),
            Gathering::Run => RuleMeaning::run(all),
            Gathering::Distinct => RuleMeaning::distinct(all),
            Gathering::Greatest | Gathering::Least => {
                let known: Option<Vec<i64>> = known(&all);
                let known = known?.into_iter();
                let one = if gathering == Gathering::Least { known.min() } else { known.max() };
                RuleMeaning::Constant(one.unwrap_or(0))
            }
        }))
    }

    /// Collects the body for all values of the binders; `None` if one is about an absent clue.
    fn collect(
        &mut self,
        binders: &[Binder],
        body: &Term,
        all: &mut Vec<RuleMeaning>,
    ) -> Option<()> {
        let Some((binder, rest)) = binders.split_first() else {
            all.push(self.number(body)?);
            return Some(());
        };
        for element in self.many(&binder.set)? {
            if self.is_too_long() {
                return None;
            }
            let scope = self.scope.len();
            self.bind(element);
            let is_chosen =
                binder.condition.as_ref().is_none_or(|condition| self.condition(condition));
            let collected = if is_chosen { self.collect(rest, body, all) } else { Some(()) };
            // the scope ends after an absent clue, too
            self.scope.truncate(scope);
            collected?;
        }
        Some(())
    }

    fn symbol(&self, at: At) -> Option<ClueSymbol> {
        self.clues.cells.symbols[self.index(at)]
    }

    fn number_at(&self, at: At) -> Option<i64> {
        match self.symbol(at)? {
            ClueSymbol::Number(number)
            | ClueSymbol::Arrow(number, _)
            | ClueSymbol::Letter(_, Some(number)) => Some(number.into()),
            _ => None,
        }
    }

    /// Returns all cells of the grid for which a test is true, row by row.
    fn cells(&self, test: impl Fn(At) -> bool) -> Vec<Found> {
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

    /// Returns the cells of the room of a cell, row by row, found step by step.
    fn room(&self, start: At) -> Vec<Found> {
        let mut seen = vec![start];
        let mut next = 0;
        while let Some(&at) = seen.get(next) {
            next += 1;
            for (down, right) in Side::ALL.map(to_side) {
                let beside = (at.0 + down, at.1 + right);
                if self.is_inside(beside) && self.same_room(at, beside) && !seen.contains(&beside) {
                    seen.push(beside);
                }
            }
        }
        seen.sort_unstable();
        seen.into_iter().map(Found::At).collect()
    }

    fn word(&mut self, word: Word, arguments: &[Term]) -> Option<Found> {
        match arguments {
            [] => Some(self.whole(word)),
            [first, rest @ ..] => match self.find(first)? {
                Found::At(at) | Found::Corner(at) => self.of_cell(word, at, rest),
                Found::Many(cells) => self.of_set(word, &cells),
                Found::Side(side) => Some(Found::Many(self.lines(side))),
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
            Word::AllCells => self.cells(|_| true),
            Word::Rows => self.lines(Side::Right),
            Word::Columns => self.lines(Side::Down),
            Word::Rooms => {
                let is_outside = |at: At| {
                    self.clues.cells.rooms.get(self.index(at)).is_none_or(|name| name == OUTSIDE)
                };
                let first = |at: At| self.room(at).first() == Some(&Found::At(at));
                let firsts = self.cells(|at| !is_outside(at) && first(at));
                firsts
                    .into_iter()
                    .filter_map(|found| {
                        if let Found::At(at) = found {
                            Some(Found::Many(self.room(at)))
                        } else {
                            None
                        }
                    })
                    .collect()
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
                    Found::Many(cells.map(Found::At).to_vec())
                })
                .collect(),
            Word::Directions => Side::ALL.map(Found::Side).to_vec(),
            Word::Axes => {
                Side::AXES.map(|[one, other]| both(Found::Side(one), Found::Side(other))).to_vec()
            }
            Word::Values => (1..=self.greatest() as usize).map(whole_number).collect(),
            Word::Corners => (0..=rows)
                .flat_map(|row| (0..=cols).map(move |col| Found::Corner((row, col))))
                .collect(),
            _ => self.crossings(),
        })
    }

    /// Returns the places at which a block of this height and width fits.
    fn places(&self, height: i64, width: i64) -> Vec<At> {
        let rows = 0..=self.rows() - height;
        rows.flat_map(|row| (0..=self.cols() - width).map(move |col| (row, col))).collect()
    }

    /// Returns the straight lines of cells with exactly two borders, one behind the first and one before the last cell.
    fn crossings(&self) -> Vec<Found> {
        let mut found = Vec::new();
        let all = self.cells(|_| true);
        for start in
            all.iter().filter_map(|one| if let Found::At(at) = one { Some(*at) } else { None })
        {
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
        found
    }

    fn lines(&self, side: Side) -> Vec<Found> {
        let (rows, cols) = (self.rows(), self.cols());
        let line = |mut cells: Vec<At>, is_backwards: bool| {
            if is_backwards {
                cells.reverse();
            }
            Found::Many(cells.into_iter().map(Found::At).collect())
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
    fn stretches(&self, word: Word, length: i64) -> Vec<Found> {
        let run = |(row, col): At, (down, right): At| {
            Found::Many(
                (0..length).map(|far| Found::At((row + far * down, col + far * right))).collect(),
            )
        };
        if length < 1 {
            return Vec::new();
        }
        match word {
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
        }
    }

    fn of_set(&self, word: Word, cells: &[Found]) -> Option<Found> {
        let ats: Vec<At> = cells
            .iter()
            .filter_map(|one| if let Found::At(at) = one { Some(*at) } else { None })
            .collect();
        Some(match word {
            Word::Size => whole_number(ats.len()),
            Word::SetNumber => {
                Found::Number(RuleMeaning::Constant(ats.iter().find_map(|&at| self.number_at(at))?))
            }
            Word::BorderNumber => Found::Number(RuleMeaning::Constant(self.at_border(&ats)?)),
            Word::Pairs => {
                let mut pairs = Vec::new();
                for (place, one) in ats.iter().enumerate() {
                    for other in &ats[place + 1..] {
                        pairs.push(Found::Both(Box::new([Found::At(*one), Found::At(*other)])));
                    }
                }
                Found::Many(pairs)
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
                Found::Many(leaving)
            }
        })
    }

    /// Returns the number at the border where a row or column begins.
    fn at_border(&self, line: &[At]) -> Option<i64> {
        let first = *line.first()?;
        let is_row = line.get(1).map_or(self.cols() == 1, |second| second.0 == first.0);
        let (at, place) = match is_row {
            true => (first.0, if first.1 == 0 { 3 } else { 2 }),
            false => (first.1, if first.0 == 0 { 1 } else { 0 }),
        };
        self.clues.border[place].get(at as usize).copied().flatten().map(i64::from)
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
            Word::Row => Found::Many(self.cells(|other| other.0 == at.0)),
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
                    _ => Found::Many(set[..place].to_vec()),
                }
            }
            Word::CellsAt => Found::Many(self.cells(|(row, col)| {
                (0..=1).contains(&(at.0 - row)) && (0..=1).contains(&(at.1 - col))
            })),
            Word::CornerNumber => {
                let place = (at.0 * (self.cols() + 1) + at.1) as usize;
                whole_number((*self.clues.corners.get(place)?)? as usize)
            }
            Word::CellNumber => Found::Number(RuleMeaning::Constant(self.number_at(at)?)),
            Word::HasClue => Found::Number(RuleMeaning::truth(self.symbol(at).is_some())),
            Word::Unknown => {
                Found::Number(RuleMeaning::truth(self.symbol(at) == Some(ClueSymbol::Unknown)))
            }
            Word::SymbolOf => Found::Symbol(self.symbol(at)?),
            Word::LetterOf => match self.symbol(at)? {
                ClueSymbol::Letter(letter, _) => Found::Letter(letter),
                _ => return None,
            },
            Word::Arrow => match self.symbol(at)? {
                ClueSymbol::Arrow(_, side) => Found::Side(side),
                _ => return None,
            },
            _ => return self.of_drawing(word, at, rest),
        })
    }

    /// Returns the greatest value that a cell may have.
    fn greatest(&self) -> u32 {
        match self.drawing {
            Drawing::Finished(drawn) => drawn.greatest,
            Drawing::Open(open) => open.greatest,
        }
    }

    /// Returns whether a line joins two cells.
    fn has_line(&self, one: At, other: At) -> RuleMeaning {
        let ends = [one.min(other), one.max(other)];
        match self.drawing {
            Drawing::Finished(drawn) => RuleMeaning::truth(drawn.lines.contains(&ends.into())),
            Drawing::Open(open) => {
                (open.line)(ends).map_or(RuleMeaning::Constant(0), RuleMeaning::Atom)
            }
        }
    }

    fn line_towards(&self, (row, col): At, side: Side) -> RuleMeaning {
        let (down, right) = to_side(side);
        self.has_line((row, col), (row + down, col + right))
    }

    /// Returns the value of a cell, 0 for none.
    fn value(&self, at: At) -> RuleMeaning {
        match self.drawing {
            Drawing::Finished(drawn) => {
                let value = drawn.values.get(self.index(at)).copied().unwrap_or(0);
                RuleMeaning::Constant(value.into())
            }
            Drawing::Open(open) => {
                let value = |value: u32| (value.into(), (open.value)(at, value));
                RuleMeaning::Value((1..=open.greatest).map(value).collect())
            }
        }
    }

    /// Returns whether a cell is shaded.
    fn is_shaded(&self, at: At) -> RuleMeaning {
        match self.drawing {
            Drawing::Finished(_) => self.value(at),
            Drawing::Open(open) => RuleMeaning::Atom((open.value)(at, 1)),
        }
    }

    fn of_drawing(&mut self, word: Word, at: At, rest: &[Term]) -> Option<Found> {
        let sides = || Side::ALL.map(|side| self.line_towards(at, side)).to_vec();
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

/// Returns the number of king's moves between two cells.
fn distance(one: At, other: At) -> i64 {
    (one.0 - other.0).abs().max((one.1 - other.1).abs())
}
