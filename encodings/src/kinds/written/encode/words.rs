//! The words of the vocabulary in the encoder: sets and clues by index, the drawing as literals.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::rc::Rc;

use crate::cell_loops::{CellBoard, Side, Visit};
use crate::grid::{Cell, Edge, Grid};
use crate::kinds::codec::ClueSymbol;
use crate::kinds::written::clues::WrittenClues;
use crate::kinds::written::encode::Atoms;
use crate::kinds::written::encode::evaluate::{
    Evaluated, Evaluation, EvaluationStop, Value, cells_of, number, set_of, truth,
};
use crate::kinds::written::encode::symbolic::{Amount, Statement};
use crate::kinds::written::terms::{Term, Word};
use crate::logic::Lit;

/// Returns the step to the next cell in a direction.
fn step(side: Side) -> (isize, isize) {
    match side {
        Side::Up => (-1, 0),
        Side::Down => (1, 0),
        Side::Left => (0, -1),
        Side::Right => (0, 1),
    }
}

impl Evaluation<'_> {
    /// Returns the value of a word with its arguments.
    pub(super) fn call(&mut self, word: Word, arguments: &[Term]) -> Evaluated {
        match word {
            Word::CellNumber
            | Word::CornerNumber
            | Word::SetNumber
            | Word::BorderNumber
            | Word::CellList
            | Word::BorderList
            | Word::HasClue
            | Word::IndexOf
            | Word::Unknown
            | Word::LetterOf
            | Word::SymbolOf
            | Word::Arrow => self.clue(word, &arguments[0]),
            Word::SideNumber => self.side_number(arguments),
            word if word.is_drawn() => self.drawn(word, arguments),
            word => match arguments {
                [] => Ok(self.whole(word)),
                arguments => self.around(word, arguments),
            },
        }
    }

    /// Returns the value of a word about the whole grid.
    fn whole(&self, word: Word) -> Value {
        let grid = self.clues.grid();
        let (rows, cols) = (grid.rows(), grid.cols());
        let index = |row: usize, col: usize| grid.cell_index(Cell { row, col });
        let all = |sets: Vec<Value>| Value::Set(sets.into());
        match word {
            Word::AllCells => Value::Set(self.cells.clone()),
            Word::Rows => self.lines(Side::Right),
            Word::Columns => self.lines(Side::Down),
            Word::Rooms => Value::Set(self.room_sets().all.clone()),
            Word::Adjacent => {
                let pairs = grid.cells().flat_map(|cell| {
                    let right =
                        (cell.col + 1 < cols).then(|| (cell, Cell { col: cell.col + 1, ..cell }));
                    let down =
                        (cell.row + 1 < rows).then(|| (cell, Cell { row: cell.row + 1, ..cell }));
                    [right, down].into_iter().flatten()
                });
                all(pairs
                    .map(|(a, b)| Value::Pair(grid.cell_index(a), grid.cell_index(b)))
                    .collect())
            }
            Word::Squares => {
                let starts = grid.cells().filter(|cell| cell.row + 1 < rows && cell.col + 1 < cols);
                let square = |Cell { row, col }: Cell| {
                    set_of([
                        index(row, col),
                        index(row, col + 1),
                        index(row + 1, col),
                        index(row + 1, col + 1),
                    ])
                };
                all(starts.map(square).collect())
            }
            Word::Boxes => {
                let height = (1..=cols).rfind(|side| cols % side == 0 && side * side <= cols);
                let height = height.unwrap_or(1);
                self.boxes(height, cols / height)
            }
            Word::Directions => all(Side::ALL.into_iter().map(Value::Side).collect()),
            Word::Bends => {
                let [across, along] = Side::AXES;
                let bends = across.into_iter().flat_map(|one| along.map(|other| [one, other]));
                all(bends.map(Value::Axis).collect())
            }
            Word::Axes => all(Side::AXES.into_iter().map(Value::Axis).collect()),
            Word::Values => match self.atoms {
                Atoms::Values { values, .. } => {
                    all((1..=values.values).map(|value| number(value.into())).collect())
                }
                Atoms::Links(_) => all(Vec::new()),
            },
            Word::Corners => all((0..(rows + 1) * (cols + 1)).map(Value::Corner).collect()),
            Word::Height => number(rows as i64),
            Word::Width => number(cols as i64),
            Word::Crossings => all(self.crossings()),
            other => unreachable!("{other:?} has arguments"),
        }
    }

    /// Returns the shortest straight lines of cells that cross two borders between rooms.
    fn crossings(&self) -> Vec<Value> {
        let (grid, regions) = (self.clues.grid(), &self.room_sets().regions);
        let rows =
            (0..grid.rows()).map(|row| (0..grid.cols()).map(|col| Cell { row, col }).collect());
        let columns =
            (0..grid.cols()).map(|col| (0..grid.rows()).map(|row| Cell { row, col }).collect());
        let lines: Vec<Vec<Cell>> = rows.chain(columns).collect();
        let mut found = Vec::new();
        for line in lines {
            let is_border = |&place: &usize| regions.of(line[place - 1]) != regions.of(line[place]);
            let borders: Vec<usize> = (1..line.len()).filter(is_border).collect();
            let between = |two: &[usize]| {
                set_of(line[two[0] - 1..=two[1]].iter().map(|&cell| grid.cell_index(cell)))
            };
            found.extend(borders.windows(2).map(between));
        }
        found
    }

    /// Returns the blocks of this height and width that tile the grid; those at the lower and right border may be smaller.
    fn boxes(&self, height: usize, width: usize) -> Value {
        let grid = self.clues.grid();
        let starts = (0..grid.rows()).step_by(height);
        let starts =
            starts.flat_map(|row| (0..grid.cols()).step_by(width).map(move |col| (row, col)));
        let block = |(top, left): (usize, usize)| {
            let rows = top..grid.rows().min(top.saturating_add(height));
            let cols = left..grid.cols().min(left.saturating_add(width));
            let cells = rows.flat_map(|row| cols.clone().map(move |col| Cell { row, col }));
            set_of(cells.map(|cell| grid.cell_index(cell)))
        };
        Value::Set(starts.map(block).collect())
    }

    /// Returns each four connected cells of a set, found once for each set.
    fn tetrominoes(&mut self, cells: Vec<usize>) -> Value {
        if let Some(known) = self.tetrominoes.get(&cells) {
            return Value::Set(known.clone());
        }
        let grid = self.clues.grid();
        let beside = |cell: usize| {
            grid.neighbours(grid.cell_at(cell))
                .map(|cell| grid.cell_index(cell))
                .collect::<Vec<_>>()
        };
        let mut pieces: BTreeSet<Vec<usize>> = cells.iter().map(|&cell| vec![cell]).collect();
        for _ in 1..4 {
            let larger = |piece: &Vec<usize>| {
                let next = piece.iter().flat_map(|&cell| beside(cell));
                let next = next.filter(|cell| cells.contains(cell) && !piece.contains(cell));
                let larger = next.map(|cell| {
                    let mut piece = [&piece[..], &[cell]].concat();
                    piece.sort_unstable();
                    piece
                });
                larger.collect::<Vec<_>>()
            };
            pieces = pieces.iter().flat_map(larger).collect();
        }
        let found: Rc<[Value]> = pieces.into_iter().map(set_of).collect();
        self.tetrominoes.insert(cells, found.clone());
        Value::Set(found)
    }

    /// Returns the value of a word about its arguments.
    fn around(&mut self, word: Word, arguments: &[Term]) -> Evaluated {
        let grid = self.clues.grid();
        let (rows, cols) = (grid.rows() as isize, grid.cols() as isize);
        let at = |cell: Cell, (down, right): (isize, isize)| {
            let (row, col) = (cell.row as isize + down, cell.col as isize + right);
            let is_inside = (0..rows).contains(&row) && (0..cols).contains(&col);
            is_inside.then(|| grid.cell_index(Cell { row: row as usize, col: col as usize }))
        };
        let all_at = |cell: Cell, steps: &[(isize, isize)]| {
            set_of(steps.iter().filter_map(|&step| at(cell, step)).collect::<Vec<_>>())
        };
        const AROUND: [(isize, isize); 8] =
            [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
        Ok(match word {
            Word::Neighbours => all_at(self.cell(&arguments[0])?, &Side::ALL.map(step)),
            Word::Around => all_at(self.cell(&arguments[0])?, &AROUND),
            Word::Block => {
                let mut steps = AROUND.to_vec();
                steps.insert(4, (0, 0));
                all_at(self.cell(&arguments[0])?, &steps)
            }
            Word::Leaps => {
                let cell = self.cell(&arguments[0])?;
                let (m, n) =
                    (self.fixed(&arguments[1])? as isize, self.fixed(&arguments[2])? as isize);
                let mut steps: Vec<(isize, isize)> = [(m, n), (n, m)]
                    .into_iter()
                    .flat_map(|(m, n)| [(-m, -n), (-m, n), (m, -n), (m, n)])
                    .collect();
                steps.sort_unstable();
                steps.dedup();
                all_at(cell, &steps)
            }
            Word::RectangleAt => {
                let Cell { row, col } = self.cell(&arguments[0])?;
                let sides = [self.fixed(&arguments[1])?, self.fixed(&arguments[2])?];
                let [height, width] = sides.map(|side| usize::try_from(side).unwrap_or(0));
                let rows = row..grid.rows().min(row.saturating_add(height));
                let cols = col..grid.cols().min(col.saturating_add(width));
                let cells = rows.flat_map(|row| cols.clone().map(move |col| Cell { row, col }));
                set_of(cells.map(|cell| grid.cell_index(cell)))
            }
            Word::Between => {
                let (one, other) = (self.cell(&arguments[0])?, self.cell(&arguments[1])?);
                let cols = one.col.min(other.col)..=one.col.max(other.col);
                let rows = one.row.min(other.row)..=one.row.max(other.row);
                let cells = rows.flat_map(|row| cols.clone().map(move |col| Cell { row, col }));
                set_of(cells.map(|cell| grid.cell_index(cell)))
            }
            Word::Mirrored => {
                let (center, cell) = (self.cell(&arguments[0])?, self.cell(&arguments[1])?);
                let far = |center: usize, moved: i64, at: usize| {
                    (2 * center as isize).saturating_add(moved as isize) - 2 * at as isize
                };
                let down = far(center.row, self.fixed(&arguments[2])?, cell.row);
                let right = far(center.col, self.fixed(&arguments[3])?, cell.col);
                Value::Cell(at(cell, (down, right)).ok_or(EvaluationStop::Absent)?)
            }
            Word::PrimesOf => {
                let mut rest = self.fixed(&arguments[0])?;
                let mut primes = Vec::new();
                let mut divisor = 2;
                while rest > 1 {
                    if divisor * divisor > rest {
                        divisor = rest;
                    }
                    if rest % divisor == 0 {
                        primes.push(number(divisor));
                    }
                    while rest % divisor == 0 {
                        rest /= divisor;
                    }
                    divisor += 1;
                }
                Value::Set(primes.into())
            }
            Word::Power => {
                let (base, mut rest) = (self.fixed(&arguments[0])?, self.fixed(&arguments[1])?);
                let mut power = 0;
                while base > 1 && rest > 0 && rest % base == 0 {
                    rest /= base;
                    power += 1;
                }
                number(power)
            }
            Word::Beyond | Word::BeyondBy | Word::Sees => {
                let (cell, side) = (self.cell(&arguments[0])?, self.side(&arguments[1])?);
                let limit = match word {
                    Word::BeyondBy => self.fixed(&arguments[2])?.max(0) as usize,
                    _ => usize::MAX,
                };
                let symbols = &self.clues.cells.symbols;
                let stops = |cell: &usize| word == Word::Sees && symbols[*cell].is_some();
                let (down, right) = step(side);
                let line = (1..).map_while(|far| at(cell, (down * far, right * far)));
                set_of(line.take(limit).take_while(|cell| !stops(cell)).collect::<Vec<_>>())
            }
            Word::Step => {
                let (cell, side) = (self.cell(&arguments[0])?, self.side(&arguments[1])?);
                Value::Cell(at(cell, step(side)).ok_or(EvaluationStop::Absent)?)
            }
            Word::Row => {
                let Cell { row, .. } = self.cell(&arguments[0])?;
                self.line(Side::Right, row)
            }
            Word::Column => {
                let Cell { col, .. } = self.cell(&arguments[0])?;
                self.line(Side::Down, col)
            }
            Word::Room => {
                let cell = self.cell(&arguments[0])?;
                Value::Set(self.room_sets().of_cells[grid.cell_index(cell)].clone())
            }
            Word::Windows | Word::Diagonals => {
                let length = self.fixed(&arguments[0])?;
                let steps: &[(isize, isize)] =
                    if word == Word::Windows { &[(0, 1), (1, 0)] } else { &[(1, 1), (1, -1)] };
                let window = |cell: Cell, (down, right): (isize, isize)| -> Option<Value> {
                    let cells: Option<Vec<usize>> = (0..length as isize)
                        .map(|far| at(cell, (down * far, right * far)))
                        .collect();
                    cells.filter(|cells| !cells.is_empty()).map(set_of)
                };
                let found = steps
                    .iter()
                    .flat_map(|&step| grid.cells().filter_map(move |cell| window(cell, step)));
                // a window of one cell has no direction
                Value::set(found)
            }
            Word::BoxesOf => {
                let sides = [self.fixed(&arguments[0])?, self.fixed(&arguments[1])?];
                match sides.map(usize::try_from) {
                    [Ok(height @ 1..), Ok(width @ 1..)] => self.boxes(height, width),
                    _ => Value::Set(Rc::new([])),
                }
            }
            Word::Lines => {
                let side = self.side(&arguments[0])?;
                self.lines(side)
            }
            Word::Frontier => {
                let inside = self.members(&arguments[0])?;
                let pairs = inside.iter().flat_map(|&cell| {
                    let beside = Side::ALL.map(|side| at(grid.cell_at(cell), step(side)));
                    beside.into_iter().flatten().map(move |next| (cell, next))
                });
                let leaving = pairs.filter(|(_, next)| !inside.contains(next));
                Value::Set(leaving.map(|(cell, next)| Value::Pair(cell, next)).collect())
            }
            Word::Inside => {
                let cell = grid.cell_index(self.cell(&arguments[0])?);
                truth(!self.clues.cells.is_outside(cell))
            }
            Word::Pairs => {
                let set = self.members(&arguments[0])?;
                let first = |at: usize| set[at + 1..].iter().map(move |&other| (at, other));
                let pairs = (0..set.len()).flat_map(first);
                Value::Set(pairs.map(|(at, other)| Value::Pair(set[at], other)).collect())
            }
            Word::Tetrominoes => {
                let cells = self.members(&arguments[0])?;
                self.tetrominoes(cells)
            }
            Word::Shape => number(shape(grid, &self.members(&arguments[0])?)),
            Word::Size => number(self.members(&arguments[0])?.len() as i64),
            Word::Position | Word::Before => {
                let cell = grid.cell_index(self.cell(&arguments[0])?);
                let set = self.members(&arguments[1])?;
                let place =
                    set.iter().position(|&one| one == cell).ok_or(EvaluationStop::Absent)?;
                match word {
                    Word::Position => number(place as i64 + 1),
                    _ => set_of(set[..place].iter().copied()),
                }
            }
            Word::CellsAt | Word::CellsToward => {
                let Value::Corner(corner) = self.value(&arguments[0])? else {
                    return Err(EvaluationStop::Absent);
                };
                let width = grid.cols() + 1;
                let corner = Cell { row: corner / width, col: corner % width };
                let of = |side: Side| match step(side) {
                    (0, right) => (0, (right - 1) / 2),
                    (down, _) => ((down - 1) / 2, 0),
                };
                match word {
                    Word::CellsAt => all_at(corner, &[(-1, -1), (-1, 0), (0, -1), (0, 0)]),
                    _ => {
                        let sides = [self.side(&arguments[1])?, self.side(&arguments[2])?];
                        let is_bend = (step(sides[0]).0 == 0) != (step(sides[1]).0 == 0);
                        let [one, other] = sides.map(of);
                        let toward = [(one.0 + other.0, one.1 + other.1)];
                        all_at(corner, &toward[..usize::from(is_bend)])
                    }
                }
            }
            other => unreachable!("{other:?} is another word"),
        })
    }

    /// Returns the rows or columns, read in a direction.
    fn lines(&self, side: Side) -> Value {
        let grid = self.clues.grid();
        let count =
            if matches!(side, Side::Left | Side::Right) { grid.rows() } else { grid.cols() };
        Value::Set((0..count).map(|line| self.line(side, line)).collect())
    }

    /// Returns the row or column of this number, read in a direction.
    fn line(&self, side: Side, line: usize) -> Value {
        let grid = self.clues.grid();
        let is_row = matches!(side, Side::Left | Side::Right);
        let length = if is_row { grid.cols() } else { grid.rows() };
        let cell = |place: usize| {
            let place = match side {
                Side::Left | Side::Up => length - 1 - place,
                Side::Right | Side::Down => place,
            };
            let (row, col) = if is_row { (line, place) } else { (place, line) };
            grid.cell_index(Cell { row, col })
        };
        match length {
            1 => Value::ShortLine(cell(0), side),
            _ => set_of((0..length).map(cell)),
        }
    }

    /// Returns the value of a word about a clue.
    fn clue(&mut self, word: Word, argument: &Term) -> Evaluated {
        let found = |value: Option<u32>| {
            value.map(|value| number(value.into())).ok_or(EvaluationStop::Absent)
        };
        match self.value(argument)? {
            Value::Corner(corner) => found(self.clues.corners.get(corner).copied().flatten()),
            set @ (Value::Set(_) | Value::ShortLine(..)) => match word {
                Word::BorderNumber => found(match self.border_clue(&set) {
                    Some(&[number]) => number,
                    _ => None,
                }),
                Word::BorderList => self
                    .border_clue(&set)
                    .map(|list| Value::List(list.into()))
                    .ok_or(EvaluationStop::Absent),
                _ => {
                    let mut cells = cells_of(&set).into_iter();
                    found(cells.find_map(|cell| number_in(self.clues.cells.symbols[cell])))
                }
            },
            Value::Cell(cell) => {
                let symbol = self.clues.cells.symbols[cell];
                let absent = |value: Option<Value>| value.ok_or(EvaluationStop::Absent);
                match word {
                    Word::HasClue => Ok(truth(symbol.is_some())),
                    Word::IndexOf => Ok(number(self.clue_place(cell))),
                    Word::Unknown => Ok(truth(symbol == Some(ClueSymbol::Unknown))),
                    Word::CellNumber => found(number_in(symbol)),
                    Word::SymbolOf => absent(symbol.map(Value::Symbol)),
                    Word::LetterOf => absent(match symbol {
                        Some(
                            ClueSymbol::Letter(letter, _) | ClueSymbol::LetterArrow(letter, ..),
                        ) => Some(Value::Letter(letter)),
                        _ => None,
                    }),
                    Word::CellList => absent(match symbol {
                        Some(ClueSymbol::List(list)) => Some(Value::List(list.numbers().into())),
                        _ => None,
                    }),
                    _ => absent(match symbol {
                        Some(ClueSymbol::Arrow(_, side) | ClueSymbol::LetterArrow(_, _, side)) => {
                            Some(Value::Side(side))
                        }
                        _ => None,
                    }),
                }
            }
            other => unreachable!("the parser checks types, but {other:?} has no clue"),
        }
    }

    /// Returns the clue at the border where a row or column begins.
    fn border_clue(&self, line: &Value) -> Option<&[Option<u32>]> {
        let grid = self.clues.grid();
        let (side, at) = match (line, &cells_of(line)[..]) {
            (&Value::ShortLine(cell, side), _) => {
                let Cell { row, col } = grid.cell_at(cell);
                (side, if matches!(side, Side::Left | Side::Right) { row } else { col })
            }
            (_, &[first, second, ..]) => {
                let [first, second] = [first, second].map(|cell| grid.cell_at(cell));
                match (second.row.cmp(&first.row), second.col.cmp(&first.col)) {
                    (Ordering::Greater, _) => (Side::Down, first.col),
                    (Ordering::Less, _) => (Side::Up, first.col),
                    (_, Ordering::Greater) => (Side::Right, first.row),
                    _ => (Side::Left, first.row),
                }
            }
            _ => return None,
        };
        self.clues.border[WrittenClues::place(side)].get(at)?.as_deref()
    }

    /// Returns the number beside the diagonal line of a cell for the cells in a direction.
    fn side_number(&mut self, arguments: &[Term]) -> Evaluated {
        let (cell, side) = (self.cell(&arguments[0])?, self.side(&arguments[1])?);
        let symbol = self.clues.cells.symbols[self.clues.grid().cell_index(cell)];
        let found = match (symbol, side) {
            (Some(ClueSymbol::Sums { down, .. }), Side::Down) => down,
            (Some(ClueSymbol::Sums { right, .. }), Side::Right) => right,
            _ => None,
        };
        found.map(|value| number(value.into())).ok_or(EvaluationStop::Absent)
    }

    /// Returns the value of a word about the drawing.
    fn drawn(&mut self, word: Word, arguments: &[Term]) -> Evaluated {
        let cell = self.cell(&arguments[0])?;
        let index = self.clues.grid().cell_index(cell);
        match self.atoms {
            Atoms::Values { values, may_be_empty } => {
                let literal = |value| values.literal(index, value);
                Ok(match word {
                    Word::Shaded => Value::Truth(Statement::Literal(literal(1))),
                    Word::Unshaded => Value::Truth(Statement::Literal(!literal(1))),
                    Word::Empty if may_be_empty => Value::Truth(Statement::and(
                        (1..=values.values).map(|value| Statement::Literal(!literal(value))),
                    )),
                    Word::Empty => truth(false),
                    _ => Value::Number(Amount { values: vec![(1, index)], ..Amount::default() }),
                })
            }
            Atoms::Links(board) => self.linked(board, word, cell, arguments),
        }
    }

    /// Returns the value of a word about lines.
    fn linked(
        &mut self,
        board: &CellBoard,
        word: Word,
        cell: Cell,
        arguments: &[Term],
    ) -> Evaluated {
        let grid = board.grid();
        let visit = board.visits()[grid.cell_index(cell)];
        // the board itself has the rules of the cells of which it is known whether the loop visits them
        let usable = |link: Option<Edge>| link.and_then(|link| board.usable(link));
        let literal = |cell: Cell, side: Side| usable(board.link(cell, side));
        let statement = |literal: Option<Lit>| literal.map_or(Statement::FALSE, Statement::Literal);
        let links = || board.usable_at(grid.cell_index(cell));
        let straight = || {
            Statement::or(
                Side::AXES
                    .map(|axis| Statement::and(axis.map(|side| statement(literal(cell, side))))),
            )
        };
        let visited = || match visit {
            Visit::Always => Statement::TRUE,
            _ => Statement::or(links().map(Statement::Literal)),
        };
        Ok(Value::Truth(match word {
            Word::Link => statement(literal(cell, self.side(&arguments[1])?)),
            Word::LinkAt => {
                let (side, far) = (self.side(&arguments[1])?, self.fixed(&arguments[2])?);
                // the link from the cell behind the links before
                let before = isize::try_from(far - 1).ok().filter(|before| *before >= 0);
                let (down, right) = step(side);
                let from = before.and_then(|before| {
                    let row = cell.row.checked_add_signed(down.checked_mul(before)?)?;
                    let col = cell.col.checked_add_signed(right.checked_mul(before)?)?;
                    (row < grid.rows() && col < grid.cols()).then_some(Cell { row, col })
                });
                statement(from.and_then(|from| literal(from, side)))
            }
            Word::LinkBetween => {
                let other = self.cell(&arguments[1])?;
                let link =
                    board.graph().edge_between(grid.cell_index(cell), grid.cell_index(other));
                statement(usable(link))
            }
            Word::Degree if visit == Visit::Always => return Ok(number(2)),
            Word::Degree => {
                let terms = links().map(|link| (1, link)).collect();
                return Ok(Value::Number(Amount { terms, ..Amount::default() }));
            }
            Word::Visited => visited(),
            Word::Straight => straight(),
            Word::Enclosed => {
                let mut is_odd = Statement::FALSE;
                for col in 0..cell.col {
                    let below = statement(literal(Cell { col, ..cell }, Side::Down));
                    is_odd = self.compiled.odd(is_odd, below, self.origin);
                }
                Statement::and([visited().not(), is_odd])
            }
            // a visited cell has two lines, so the line turns if one of each axis is drawn
            _ => Statement::and(
                Side::AXES
                    .map(|axis| Statement::or(axis.map(|side| statement(literal(cell, side))))),
            ),
        }))
    }
}

/// Returns the number of the shape of a tetromino, from its extent and its longest row or column.
fn shape(grid: Grid, cells: &[usize]) -> i64 {
    let cells: Vec<Cell> = cells.iter().map(|&cell| grid.cell_at(cell)).collect();
    let are_adjacent = |a: &Cell, b: &Cell| a.row.abs_diff(b.row) + a.col.abs_diff(b.col) == 1;
    let degrees: Vec<usize> = cells
        .iter()
        .map(|cell| cells.iter().filter(|other| are_adjacent(cell, other)).count())
        .collect();
    // four cells with three adjacent pairs have no cycle, so they are connected
    let is_whole = cells.len() == 4 && degrees.iter().sum::<usize>() >= 6;
    let longest = |of: fn(&Cell) -> usize| {
        let count = |line: usize| cells.iter().filter(|cell| of(cell) == line).count();
        cells.iter().map(|cell| count(of(cell))).max().unwrap_or(0)
    };
    match longest(|cell| cell.row).max(longest(|cell| cell.col)) {
        _ if !is_whole => 0,
        4 => 1,
        3 if degrees.contains(&3) => 4,
        3 => 2,
        _ if degrees.iter().all(|&degree| degree == 2) => 5,
        _ => 3,
    }
}

/// Returns the number of a symbol.
fn number_in(symbol: Option<ClueSymbol>) -> Option<u32> {
    match symbol? {
        ClueSymbol::Number(number)
        | ClueSymbol::Arrow(number, _)
        | ClueSymbol::LetterArrow(_, number, _) => Some(number),
        ClueSymbol::Letter(_, number) => number,
        ClueSymbol::Unknown | ClueSymbol::List(_) | ClueSymbol::Sums { .. } => None,
    }
}
