//! The clues of a puzzle of a written kind, and their plain text.
//!
//! Below the header `NAME ROWS COLS` and the parameters come, as far as the kind has them: a row of numbers for each row of
//! corners; the rows of cells, with a frame of numbers around them if the kind has a border; and the rows with the names of
//! the rooms.

use crate::cell_loops::Side;
use crate::cell_values::{read_cells, read_texts, write_rows};
use crate::grid::{Cell, Grid, Isometry, Regions};
use crate::kinds::codec::{ClueError, ClueGrid, ClueSymbol, OUTSIDE, list_text, parse_list};
use crate::kinds::written::WrittenKind;
use crate::kinds::written::constant::constant_number;
use crate::kinds::written::file::{BareGrid, ParameterInfo};
use crate::text::{EmptyCells, Fault, Header, Span, Text, TextSize, counted, number, size};

/// The numbers of a clue at the border, in which `None` is any number. A kind without lists has one number there.
pub type NumberList = Vec<Option<u32>>;

/// The clues: symbols and rooms of cells, numbers at corners and at the border, and the parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenClues {
    /// The symbols and the rooms.
    pub cells: ClueGrid,
    /// The number at each corner, row by row; empty if the kind has none.
    pub corners: Vec<Option<u32>>,
    /// The numbers at the border, by the direction in which its rows or columns are read, as in [`Side::ALL`]; empty if the
    /// kind has none.
    pub border: [Vec<Option<NumberList>>; 4],
    /// The further numbers of the header.
    pub parameters: Vec<u32>,
}

impl WrittenClues {
    /// Creates the clues of a kind without corners, border and parameters.
    #[must_use]
    pub fn of_cells(cells: ClueGrid) -> Self {
        Self { cells, corners: Vec::new(), border: Default::default(), parameters: Vec::new() }
    }

    /// Creates a grid without clues, in one room if the kind has rooms. The parameters have their defaults, or their least values.
    #[must_use]
    pub fn empty(kind: WrittenKind, grid: Grid) -> Self {
        let file = kind.file();
        let mut clues = Self::of_cells(ClueGrid::empty(grid));
        if file.codec.has_rooms {
            clues.cells.rooms = vec!["a".to_owned(); grid.cell_count()];
        }
        if file.has_corners {
            clues.corners = vec![None; grid.vertex_count()];
        }
        if file.has_border {
            clues.border = Side::ALL.map(|side| match side {
                Side::Up | Side::Down => vec![None; grid.cols()],
                Side::Left | Side::Right => vec![None; grid.rows()],
            });
        }
        for info in &file.parameters {
            let default = info
                .default
                .as_ref()
                .and_then(|default| constant_number(default, grid, &clues.parameters));
            let default = default.and_then(|default| u32::try_from(default).ok());
            let value = default.unwrap_or(info.least).clamp(info.least, info.greatest);
            clues.parameters.push(value);
        }
        clues
    }

    /// Returns the grid.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.cells.grid
    }

    /// Returns the place of a direction in [`Self::border`].
    pub(super) fn place(side: Side) -> usize {
        Side::ALL.iter().position(|one| *one == side).unwrap_or_default()
    }

    /// Returns where the number of a row or column is that is read in a direction. It is read into the grid, so a number that
    /// is read downwards is above.
    #[must_use]
    pub fn border_place(side: Side, at: usize) -> String {
        let place = match side {
            Side::Up => "below column",
            Side::Down => "above column",
            Side::Left => "right of row",
            Side::Right => "left of row",
        };
        format!("{place} {}", at + 1)
    }

    /// Checks the symbols and the numbers of cells against the alphabet, and that the rules read the numbers at the border.
    ///
    /// # Errors
    /// The first clue that the kind does not have, or a room with two numbers.
    pub fn check(&self, kind: WrittenKind) -> Result<(), ClueError> {
        self.cells.check(&kind.codec)?;
        let range = kind.codec.alphabet.numbers.unwrap_or((0, u32::MAX));
        for (cell, symbol) in self.grid().cells().zip(&self.cells.symbols) {
            if let Some(ClueSymbol::Number(number)) = symbol
                && !(range.0..=range.1).contains(number)
            {
                return Err(ClueError::foreign(cell, &kind.codec.alphabet));
            }
        }
        if kind.file().has_room_numbers {
            self.check_rooms()?;
        }
        match self.unread_number(kind) {
            Some((side, at)) => {
                Err(ClueError { cell: None, message: unread_message(kind, side, at) })
            }
            None => Ok(()),
        }
    }

    /// Returns the first number on a side of the border that no rule reads: the direction in which it is read, and its line.
    fn unread_number(&self, kind: WrittenKind) -> Option<(Side, usize)> {
        let lines = Side::ALL.into_iter().zip(&self.border);
        lines
            .filter_map(|(side, line)| Some((side, line.iter().position(Option::is_some)?)))
            .find(|&(side, _)| !kind.reads_border(side))
    }

    /// Returns the same clues as every format writes them: the rooms have new names, and the number of a room is in its first
    /// cell.
    pub(super) fn normal(mut self, kind: WrittenKind) -> Self {
        if self.cells.rooms.is_empty() {
            return self;
        }
        let regions = self.regions();
        let names = regions.names().into_iter().zip(&self.cells.rooms);
        let names = names.map(|(new, old)| if old == OUTSIDE { OUTSIDE.to_owned() } else { new });
        self.cells.rooms = names.collect();
        if !kind.file().has_room_numbers {
            return self;
        }
        let index = |cell: &Cell| self.cells.grid.cell_index(*cell);
        for cells in regions.cells() {
            let is_number =
                |at: &usize| matches!(self.cells.symbols[*at], Some(ClueSymbol::Number(_)));
            let (first, number) = (index(&cells[0]), cells.iter().map(index).find(is_number));
            if let Some(number) = number.filter(|_| self.cells.symbols[first].is_none()) {
                self.cells.symbols.swap(first, number);
            }
        }
        self
    }

    /// Checks that no room has two numbers, and no number is outside all rooms.
    fn check_rooms(&self) -> Result<(), ClueError> {
        let regions = self.regions();
        let mut has_number = vec![false; regions.count()];
        for (cell, symbol) in self.grid().cells().zip(&self.cells.symbols) {
            let is_number = matches!(symbol, Some(ClueSymbol::Number(_)));
            if is_number && self.cells.is_outside(self.grid().cell_index(cell)) {
                let message = format!(
                    "number outside all rooms at {cell}\nhelp: remove it, or use a name other than `@` for the room"
                );
                return Err(ClueError { cell: Some(cell), message });
            }
            if is_number && std::mem::replace(&mut has_number[regions.of(cell)], true) {
                let message = format!(
                    "second number in a room at {cell}\nhelp: give each room one number at most"
                );
                return Err(ClueError { cell: Some(cell), message });
            }
        }
        Ok(())
    }

    /// Returns the image under an isometry. Where a reflection would move the numbers of a side of the border to the opposite
    /// side, they may keep their side: then the lists are reversed.
    #[must_use]
    pub fn image(&self, isometry: Isometry, keeps_sides: bool) -> Self {
        let grid = self.grid();
        let corners = match self.corners.is_empty() {
            true => Vec::new(),
            false => {
                let of_corners = Grid::new(grid.rows() + 1, grid.cols() + 1);
                of_corners.map_or_else(Vec::new, |corners| isometry.cells(corners, &self.corners))
            }
        };
        let mut border: [Vec<Option<NumberList>>; 4] = Default::default();
        for (side, numbers) in Side::ALL.into_iter().zip(&self.border) {
            // the lines of a direction keep their order, unless the isometry flips the axis across it
            let (flips_order, flips_lines) = match side {
                Side::Up | Side::Down => (isometry.flips_cols, isometry.flips_rows),
                Side::Left | Side::Right => (isometry.flips_rows, isometry.flips_cols),
            };
            let mut numbers = numbers.clone();
            if flips_order {
                numbers.reverse();
            }
            let mut image = side.image(isometry);
            if keeps_sides && flips_lines {
                numbers.iter_mut().flatten().for_each(|list| list.reverse());
                image = side.image(Isometry { flips_rows: false, flips_cols: false, ..isometry });
            }
            border[Self::place(image)] = numbers;
        }
        Self {
            cells: self.cells.image(isometry),
            corners,
            border,
            parameters: self.parameters.clone(),
        }
    }

    /// Reads the plain text below a header. Returns also the position of each cell in the text.
    ///
    /// # Errors
    /// The text is malformed, or the kind refuses the clues.
    pub(super) fn read<'a>(
        kind: WrittenKind,
        text: Text<'a>,
        header: &Header<'a>,
        lines: &mut dyn Iterator<Item = Span<'a>>,
    ) -> Result<(Self, Vec<usize>), Fault> {
        let (size, parameters) = read_header(kind, header)?;
        let grid = size.grid;
        let rows = grid.rows();
        let mut empty = EmptyCells::new(true);
        if kind.codec.alphabet.numbers.is_none_or(|(least, _)| least > 0)
            && !kind.codec.alphabet.has_lists
            && !kind.has_border
            && !kind.has_corners
        {
            empty = EmptyCells::new(false);
        }
        let corners = match kind.has_corners {
            true => {
                let of_corners = larger(grid, 1, header)?;
                read_cells(text, of_corners, &mut lines.take(rows + 1), empty, plain_number)?.cells
            }
            false => Vec::new(),
        };
        let mut clues = Self { corners, parameters, ..Self::of_cells(ClueGrid::empty(grid)) };
        let mut offsets = vec![header.line.offset; grid.cell_count()];
        let has_rooms = kind.codec.has_rooms;
        if kind.has_border {
            let framed = larger(grid, 2, header)?;
            let read = |cell: Span<'a>| Ok(cell);
            let cells = match has_rooms {
                true => read_cells(text, framed, &mut lines.take(rows + 2), empty, read)?,
                false => read_cells(text, framed, lines, empty, read)?,
            };
            clues.take_framed(kind, &cells.cells)?;
        } else if kind.has_cells {
            let alphabet = &kind.codec.alphabet;
            let read = |cell: Span<'a>| {
                let unknown = || {
                    cell.fault(format!("{} is not a cell\nhelp: {}", cell.shown(), alphabet.help))
                };
                alphabet.parse(cell.text).ok_or_else(unknown)
            };
            let cells = match has_rooms {
                true => read_cells(text, size, &mut lines.take(rows), empty, read)?,
                false => read_cells(text, size, lines, empty, read)?,
            };
            offsets = cells.offsets;
            clues.cells.symbols = cells.cells;
            if kind.file().bare == Some(BareGrid::Full) {
                clues.check_zeros(text, &offsets)?;
            }
        }
        if has_rooms {
            clues.cells.rooms =
                read_texts(text, size, lines, |cell| Ok(cell.text.to_owned()))?.cells;
        }
        if let Some(more) = lines.next() {
            return Err(more.wrong("below the puzzle\nhelp: remove it"));
        }
        match clues.check(kind) {
            Ok(()) => Ok((clues, offsets)),
            Err(error) => Err(error.at(grid, &offsets, header.line.offset)),
        }
    }

    /// Checks that a 0, which is an empty cell, is not the lowest number of a grid whose cells all have one.
    fn check_zeros(&self, text: Text<'_>, offsets: &[usize]) -> Result<(), Fault> {
        let side = self.grid().rows().max(self.grid().cols()) as u32;
        let is_below = |symbol: &Option<ClueSymbol>| match symbol {
            Some(ClueSymbol::Number(number)) => *number < side,
            _ => true,
        };
        let is_zero = |at: &usize| {
            self.cells.symbols[*at].is_none() && text.0[offsets[*at]..].starts_with('0')
        };
        match (0..offsets.len()).find(is_zero) {
            Some(zero) if self.cells.symbols.iter().all(is_below) => Err(Fault {
                offset: offsets[zero],
                message: format!(
                    "two readings of '0': an empty cell, or the lowest number of 0 to {}\n\
                     help: write empty cells as '.', and numbers from 1",
                    side - 1
                ),
            }),
            _ => Ok(()),
        }
    }

    /// Takes the cells of a grid with a frame of numbers.
    fn take_framed(&mut self, kind: WrittenKind, cells: &[Option<Span<'_>>]) -> Result<(), Fault> {
        let grid = self.grid();
        let (rows, cols) = (grid.rows(), grid.cols());
        let at = |row: usize, col: usize| cells[row * (cols + 2) + col];
        let read_number =
            |cell: Option<Span<'_>>| cell.map(|cell| border_clue(kind, cell)).transpose();
        let corners = [at(0, 0), at(0, cols + 1), at(rows + 1, 0), at(rows + 1, cols + 1)];
        if let Some(corner) = corners.into_iter().flatten().next() {
            return Err(corner.wrong("in a corner of the frame\nhelp: write '.' there"));
        }
        let column = |col| (1..=rows).map(move |row| (row, col));
        let row = |row| (1..=cols).map(move |col| (row, col));
        let places: [Vec<(usize, usize)>; 4] = [
            row(rows + 1).collect(),
            row(0).collect(),
            column(cols + 1).collect(),
            column(0).collect(),
        ];
        for (line, places) in self.border.iter_mut().zip(&places) {
            *line = places
                .iter()
                .map(|&(row, col)| read_number(at(row, col)))
                .collect::<Result<_, Fault>>()?;
        }
        if let Some((side, line)) = self.unread_number(kind) {
            let (row, col) = places[Self::place(side)][line];
            let message = unread_message(kind, side, line);
            return Err(Fault { offset: at(row, col).map_or(0, |cell| cell.offset), message });
        }
        let alphabet = &kind.codec.alphabet;
        for cell in grid.cells() {
            let Some(word) = at(cell.row + 1, cell.col + 1) else { continue };
            let symbol = alphabet.parse(word.text);
            let unknown =
                || word.fault(format!("{} is not a cell\nhelp: {}", word.shown(), alphabet.help));
            self.cells.symbols[grid.cell_index(cell)] = Some(symbol.ok_or_else(unknown)?);
        }
        Ok(())
    }

    /// Returns the plain text, header included.
    pub(super) fn write(&self, kind: WrittenKind) -> String {
        let grid = self.grid();
        let (rows, cols) = (grid.rows(), grid.cols());
        let numbers: String = self.parameters.iter().map(|number| format!(" {number}")).collect();
        let number = |number: &Option<u32>| {
            number.map_or_else(|| ".".to_owned(), |number| number.to_string())
        };
        let symbol = |symbol: &Option<ClueSymbol>| {
            symbol.map_or_else(|| ".".to_owned(), |symbol| kind.codec.alphabet.text(symbol))
        };
        let mut text = format!("{} {rows} {cols}{numbers}\n", kind.name);
        if kind.has_corners {
            text += &write_rows(cols + 1, self.corners.iter().map(number));
        }
        if kind.has_border {
            let [up, down, left, right] = &self.border;
            let dot = || ".".to_owned();
            let list = |list: &Option<NumberList>| list.as_deref().map_or_else(dot, list_text);
            let frame = |line: &[Option<NumberList>]| -> Vec<String> {
                [dot()].into_iter().chain(line.iter().map(list)).chain([dot()]).collect()
            };
            let mut cells = frame(down);
            for row in 0..rows {
                cells.push(list(&right[row]));
                cells.extend(self.cells.symbols[row * cols..(row + 1) * cols].iter().map(symbol));
                cells.push(list(&left[row]));
            }
            cells.extend(frame(up));
            text += &write_rows(cols + 2, cells.into_iter());
        } else if kind.has_cells {
            text += &write_rows(cols, self.cells.symbols.iter().map(symbol));
        }
        if kind.codec.has_rooms {
            text += &write_rows(cols, self.cells.rooms.iter().cloned());
        }
        text
    }

    /// Returns the regions of equal names.
    pub(super) fn regions(&self) -> Regions {
        match self.cells.rooms.is_empty() {
            true => Regions::new(self.grid(), &vec![OUTSIDE; self.grid().cell_count()]),
            false => self.cells.regions(),
        }
    }
}

/// Returns what is wrong with a number at the border that no rule reads.
fn unread_message(kind: WrittenKind, side: Side, at: usize) -> String {
    let line = match side {
        Side::Up | Side::Down => "column",
        Side::Left | Side::Right => "row",
    };
    format!(
        "number {}, where {} has no numbers\nhelp: write the number at the other end of the {line}",
        WrittenClues::border_place(side, at),
        kind.name
    )
}

fn plain_number(cell: Span<'_>) -> Result<u32, Fault> {
    number(cell.text)
        .ok_or_else(|| cell.wrong("is not a number\nhelp: write a number, or '.' for none"))
}

/// Reads a clue at the border.
fn border_clue(kind: WrittenKind, cell: Span<'_>) -> Result<NumberList, Fault> {
    match kind.has_lists {
        true => parse_list(cell.text).ok_or_else(|| {
            cell.wrong("is not a list of numbers\nhelp: write numbers as in '3,1', '?' for an unknown one, or '.' for none")
        }),
        false => Ok(vec![Some(plain_number(cell)?)]),
    }
}

/// Returns the size of a grid with `more` rows and columns.
fn larger(grid: Grid, more: usize, header: &Header<'_>) -> Result<TextSize, Fault> {
    let grid = Grid::new(grid.rows() + more, grid.cols() + more);
    grid.map(Into::into).ok_or_else(|| header.line.fault("a grid too large for its border"))
}

/// Reads the size and the parameters.
fn read_header(kind: WrittenKind, header: &Header<'_>) -> Result<(TextSize, Vec<u32>), Fault> {
    let parameters = &kind.parameters;
    if let Some(counted) = header.counted() {
        return match parameters.is_empty() && !kind.has_border && !kind.has_corners {
            true => Ok((counted, Vec::new())),
            false => Err(header
                .line
                .fault(format!("no header\nhelp: begin with `{}`", header_form(kind)))),
        };
    }
    let words = &header.words;
    let needed = parameters.iter().filter(|one| one.default.is_none()).count();
    if !(2 + needed..=2 + parameters.len()).contains(&words.len()) {
        let message = format!(
            "{} behind the name\nhelp: write the header `{}`",
            counted(words.len(), "word"),
            header_form(kind)
        );
        return Err(header.line.fault_after(message));
    }
    let value = |(word, info): (&Span<'_>, &ParameterInfo)| {
        let value = number(word.text).filter(|value| (info.least..=info.greatest).contains(value));
        let range =
            || word.wrong(format!("for `{}`: use {} to {}", info.name, info.least, info.greatest));
        value.ok_or_else(range)
    };
    let values: Result<Vec<u32>, Fault> = words[2..].iter().zip(parameters).map(value).collect();
    let (grid, mut values) = (size(words[0], words[1])?, values?);
    for info in &parameters[values.len()..] {
        let default = info.default.as_ref();
        let number = default.and_then(|default| constant_number(default, grid, &values));
        let number = number.and_then(|number| u32::try_from(number).ok());
        let none = || {
            header.line.fault(format!(
                "no value of `{}`\nhelp: write the header `{}`",
                info.name,
                header_form(kind)
            ))
        };
        values.push(number.ok_or_else(none)?);
    }
    Ok((grid.into(), values))
}

/// Returns the form of the header.
pub(super) fn header_form(kind: WrittenKind) -> String {
    let shown = |one: &ParameterInfo| match one.default {
        None => format!(" {}", one.name.to_uppercase()),
        Some(_) => format!(" [{}]", one.name.to_uppercase()),
    };
    let parameters: String = kind.parameters.iter().map(shown).collect();
    format!("{} ROWS COLS{parameters}", kind.name)
}
