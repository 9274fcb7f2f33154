//! The independent check: every rule evaluated on a finished drawing, with plain numbers and cells.
//!
//! It shares the parser with the encoder and nothing else: no sets, no clues by index, no literals.

use crate::cell_loops::Side;
use crate::kinds::codec::{ClueSymbol, OUTSIDE};
use crate::kinds::written::WrittenKind;
use crate::kinds::written::clues::WrittenClues;
use crate::kinds::written::file::Rule;
use crate::kinds::written::terms::{Binder, Gathering, Term, Word};
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

/// What a term is on a finished drawing; `None` stands for an absent clue.
#[derive(Clone, Debug, PartialEq)]
enum Found {
    Truth(bool),
    Number(i64),
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
    drawn: &'a Drawn,
    scope: Vec<Found>,
    /// The number of elements to which binders were bound so far.
    steps: u64,
}

/// The maximum number of steps for one rule. The encoder refuses such rules, so no solver makes drawings for them.
const MOST_STEPS: u64 = 400_000_000;

/// Checks all rules on a drawing that is complete.
///
/// # Errors
/// The first broken rule.
pub(super) fn check_rules(
    kind: WrittenKind,
    clues: &WrittenClues,
    drawn: &Drawn,
) -> Result<(), BrokenRule> {
    kind.file().rules.iter().try_for_each(|rule| {
        let mut reading = Reading { clues, drawn, scope: Vec::new(), steps: 0 };
        let broken = reading.find_broken(&rule.binders, rule);
        if reading.steps > MOST_STEPS {
            let found = "the rule takes too many steps on this grid to be checked";
            return Err(BrokenRule::new(&rule.name, Place::Whole, found));
        }
        match broken {
            Some(place) => Err(BrokenRule::new(&rule.name, place, rule.meaning.clone())),
            None => Ok(()),
        }
    })
}

fn to_side(side: Side) -> At {
    match side {
        Side::Up => (-1, 0),
        Side::Down => (1, 0),
        Side::Left => (0, -1),
        Side::Right => (0, 1),
    }
}

impl Reading<'_> {
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

    /// Returns the place of the first values of the binders for which the rule is false.
    fn find_broken(&mut self, binders: &[Binder], rule: &Rule) -> Option<Place> {
        let Some((binder, rest)) = binders.split_first() else {
            let is_broken = self.truth(&rule.body) == Some(false);
            return is_broken.then(|| self.place());
        };
        for element in self.many(&binder.set)? {
            if self.steps > MOST_STEPS {
                return None;
            }
            let scope = self.scope.len();
            self.bind(element);
            let is_chosen =
                binder.condition.as_ref().is_none_or(|condition| self.condition(condition));
            let broken = if is_chosen { self.find_broken(rest, rule) } else { None };
            self.scope.truncate(scope);
            if broken.is_some() {
                return broken;
            }
        }
        None
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
        let cells: Vec<At> = self.scope.iter().filter_map(first_cell).collect();
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
            other => self.truth(other) == Some(true),
        }
    }

    fn truth(&mut self, term: &Term) -> Option<bool> {
        match self.find(term)? {
            Found::Truth(truth) => Some(truth),
            _ => None,
        }
    }

    fn number(&mut self, term: &Term) -> Option<i64> {
        match self.find(term)? {
            Found::Number(number) => Some(number),
            _ => None,
        }
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
            Term::Number(number) => Found::Number(*number),
            Term::Side(side) => Found::Side(*side),
            Term::Letter(letter) => Found::Letter(*letter),
            Term::Variable(at) => self.scope.get(*at)?.clone(),
            Term::Parameter(at) => Found::Number((*self.clues.parameters.get(*at)?).into()),
            Term::Call(word, arguments) => return self.word(*word, arguments),
            Term::List(terms) => {
                Found::Many(terms.iter().map(|one| self.find(one)).collect::<Option<_>>()?)
            }
            Term::Range(from, to) => {
                let (from, to) = (self.number(from)?, self.number(to)?);
                Found::Many(
                    (from..=to.min(from.saturating_add(100_000))).map(Found::Number).collect(),
                )
            }
            Term::Join(first, second) => {
                let mut all = self.many(first)?;
                all.extend(self.many(second)?);
                Found::Many(all)
            }
            Term::Exists(inner) => Found::Truth(self.find(inner).is_some()),
            Term::Not(inner) => Found::Truth(!self.truth(inner)?),
            Term::And(parts) => {
                let parts: Option<Vec<bool>> = parts.iter().map(|part| self.truth(part)).collect();
                Found::Truth(!parts?.contains(&false))
            }
            Term::Or(parts) => {
                let parts: Option<Vec<bool>> = parts.iter().map(|part| self.truth(part)).collect();
                Found::Truth(parts?.contains(&true))
            }
            Term::Iff(first, second) => Found::Truth(self.truth(first)? == self.truth(second)?),
            Term::Same(first, second) => Found::Truth(self.find(first)? == self.find(second)?),
            Term::Compare(first, comparison, second) => {
                Found::Truth(comparison.holds(self.number(first)?, self.number(second)?))
            }
            Term::Sum(terms) => {
                let mut sum = 0;
                for (sign, term) in terms {
                    sum += sign * self.number(term)?;
                }
                Found::Number(sum)
            }
            Term::Product(first, second) => {
                Found::Number(self.number(first)? * self.number(second)?)
            }
            Term::Gather(gathering, binders, body) => {
                return self.gather(*gathering, binders, body);
            }
        })
    }

    fn gather(&mut self, gathering: Gathering, binders: &[Binder], body: &Term) -> Option<Found> {
        let mut all = Vec::new();
        self.collect(binders, body, &mut all)?;
        if gathering.takes_numbers() {
            let mut numbers: Vec<i64> = all
                .into_iter()
                .filter_map(|found| if let Found::Number(one) = found { Some(one) } else { None })
                .collect();
            numbers.sort_unstable();
            return Some(match gathering {
                Gathering::Sum => Found::Number(numbers.iter().sum()),
                Gathering::Distinct => Found::Truth(numbers.windows(2).all(|two| two[0] != two[1])),
                Gathering::Greatest => Found::Number(numbers.last().copied().unwrap_or(0)),
                _ => Found::Number(numbers.first().copied().unwrap_or(0)),
            });
        }
        let truths: Vec<bool> = all.into_iter().map(|found| found == Found::Truth(true)).collect();
        let count = truths.iter().filter(|truth| **truth).count();
        Some(match gathering {
            Gathering::Count => Found::Number(count as i64),
            Gathering::All => Found::Truth(count == truths.len()),
            Gathering::Any => Found::Truth(count > 0),
            Gathering::None => Found::Truth(count == 0),
            _ => Found::Number(truths.iter().take_while(|truth| **truth).count() as i64),
        })
    }

    /// Collects the body for all values of the binders; `None` if one is about an absent clue.
    fn collect(&mut self, binders: &[Binder], body: &Term, all: &mut Vec<Found>) -> Option<()> {
        let Some((binder, rest)) = binders.split_first() else {
            all.push(self.find(body)?);
            return Some(());
        };
        for element in self.many(&binder.set)? {
            if self.steps > MOST_STEPS {
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
                Found::Number(length) => Some(Found::Many(self.stretches(word, length))),
                _ => None,
            },
        }
    }

    fn whole(&self, word: Word) -> Found {
        let (rows, cols) = (self.rows(), self.cols());
        let both = |a: Found, b: Found| Found::Both(Box::new([a, b]));
        Found::Many(match word {
            Word::Height => return Found::Number(rows),
            Word::Width => return Found::Number(cols),
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
            Word::Values => (1..=i64::from(self.drawn.greatest)).map(Found::Number).collect(),
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
            Word::Size => Found::Number(ats.len() as i64),
            Word::SetNumber => Found::Number(ats.iter().find_map(|&at| self.number_at(at))?),
            Word::BorderNumber => Found::Number(self.at_border(&ats)?),
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
                let (m, n) = (self.number(&rest[0])?, self.number(&rest[1])?);
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
                    ray.truncate(self.number(&rest[1])?.max(0) as usize);
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
            Word::Position | Word::Before => {
                let set = self.many(&rest[0])?;
                let place = set.iter().position(|one| *one == Found::At(at))?;
                match word {
                    Word::Position => Found::Number(place as i64 + 1),
                    _ => Found::Many(set[..place].to_vec()),
                }
            }
            Word::CellsAt => Found::Many(self.cells(|(row, col)| {
                (0..=1).contains(&(at.0 - row)) && (0..=1).contains(&(at.1 - col))
            })),
            Word::CornerNumber => {
                let place = (at.0 * (self.cols() + 1) + at.1) as usize;
                Found::Number((*self.clues.corners.get(place)?)?.into())
            }
            Word::CellNumber => Found::Number(self.number_at(at)?),
            Word::HasClue => Found::Truth(self.symbol(at).is_some()),
            Word::Unknown => Found::Truth(self.symbol(at) == Some(ClueSymbol::Unknown)),
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

    fn has_line(&self, one: At, other: At) -> bool {
        self.drawn.lines.contains(&(one.min(other), one.max(other)))
    }

    fn line_towards(&self, (row, col): At, side: Side) -> bool {
        let (down, right) = to_side(side);
        self.has_line((row, col), (row + down, col + right))
    }

    fn of_drawing(&mut self, word: Word, at: At, rest: &[Term]) -> Option<Found> {
        let sides: Vec<Side> =
            Side::ALL.into_iter().filter(|&side| self.line_towards(at, side)).collect();
        let is_straight = matches!(sides[..], [Side::Up, Side::Down] | [Side::Left, Side::Right]);
        let value = self.drawn.values.get(self.index(at)).copied().unwrap_or(0);
        Some(match word {
            Word::Shaded => Found::Truth(value == 1),
            Word::Unshaded => Found::Truth(value == 0),
            Word::ValueOf => Found::Number(value.into()),
            Word::Empty => Found::Truth(value == 0),
            Word::Link => {
                let side = self.side(&rest[0])?;
                Found::Truth(sides.contains(&side))
            }
            Word::LinkAt => {
                let (side, far) = (self.side(&rest[0])?, self.number(&rest[1])?);
                let (down, right) = to_side(side);
                let from = (at.0 + (far - 1) * down, at.1 + (far - 1) * right);
                Found::Truth(far >= 1 && self.line_towards(from, side))
            }
            Word::LinkBetween => {
                let other = self.at(&rest[0])?;
                Found::Truth(self.has_line(at, other))
            }
            Word::Degree => Found::Number(sides.len() as i64),
            Word::Visited => Found::Truth(!sides.is_empty()),
            Word::Straight => Found::Truth(is_straight),
            Word::Turns => Found::Truth(!sides.is_empty() && !is_straight),
            _ => return None,
        })
    }
}

/// Returns the number of king's moves between two cells.
fn distance(one: At, other: At) -> i64 {
    (one.0 - other.0).abs().max((one.1 - other.1).abs())
}
