//! The writer of files with an empty solution.

use std::fmt::Write as _;

use encycle_encodings::grid::{Grid, Regions};
use encycle_encodings::kinds::circles::{Circle, NumberedCircle};
use encycle_encodings::kinds::clues::{CellClue, CellClues};
use encycle_encodings::kinds::moon_or_sun::Mark;
use encycle_encodings::kinds::numberlink::NumberlinkRule;
use encycle_encodings::kinds::nurikabe::IslandClue;
use encycle_encodings::kinds::slitherlink::clue_rows;
use encycle_encodings::kinds::yajilin::Arrow;
use encycle_encodings::text::Span;

use crate::formats::pzpr_names::sudoku_boxes;
use crate::formats::pzprv3::cells::ARROWS;
use crate::formats::pzprv3::count;
use crate::puzzle::Puzzle;

/// A file: the name of the kind, the names of rooms if any, the clues, and the layout of the empty solution.
struct PzprFile {
    name: &'static str,
    grid: Grid,
    rooms: Option<Vec<String>>,
    cells: Vec<String>,
    rest: FileRest,
}

/// The part of a file that follows the clues.
enum FileRest {
    /// Nothing, because the solution is drawn among the clues.
    Nothing,
    /// Cells.
    Cells,
    /// Lines across the inner borders.
    Lines,
    /// Cells, then lines.
    CellsAndLines,
    /// Lines, then cells.
    LinesAndCells,
    /// Cells, then lines along all borders.
    Borders,
}

/// Writes a file with an empty solution; `None` if the format cannot express the puzzle.
pub(in crate::formats) fn write(puzzle: &Puzzle) -> Option<String> {
    let number = |number: Option<u32>| number.map_or_else(empty, |number| number.to_string());
    let file = |name, grid, cells, rest| PzprFile { name, grid, rooms: None, cells, rest };
    Some(written(&match puzzle {
        Puzzle::Slitherlink(one) => {
            let clues = clue_rows(one).flatten().map(|clue| number(clue.map(u32::from)));
            file("slither", one.grid()?, clues.collect(), FileRest::Borders)
        }
        Puzzle::Numberlink(one) if one.rule() == NumberlinkRule::Free => {
            let grid = one.grid()?;
            let name = |cell| one.terminal(cell).map(|pair| one.pairs()[pair].name.parse::<u32>());
            let names: Result<Vec<Option<u32>>, _> =
                (0..grid.cell_count()).map(|cell| name(cell).transpose()).collect();
            file("numlin", grid, names.ok()?.into_iter().map(number).collect(), FileRest::Lines)
        }
        Puzzle::Masyu(one) => {
            let cell = |circle: &Option<Circle>| {
                number(circle.map(|one| 1 + u32::from(one == Circle::Black)))
            };
            file("mashu", one.grid(), one.circles().iter().map(cell).collect(), FileRest::Lines)
        }
        Puzzle::SimpleLoop(one) => {
            let cell = |black| if black { "*".to_owned() } else { empty() };
            file("simpleloop", one.grid(), one.black().map(cell).collect(), FileRest::Lines)
        }
        Puzzle::Hitori(one) => {
            let cell = |&value: &u32| number(Some(value).filter(|&value| value > 0));
            file("hitori", one.grid(), one.numbers().iter().map(cell).collect(), FileRest::Cells)
        }
        Puzzle::Sudoku(one) => {
            let known = sudoku_boxes(one.side(), Span { text: "", offset: 0 }).ok();
            let cell = |&value: &u32| number(Some(value).filter(|&value| value > 0));
            let cells = one.clues().iter().map(cell).collect();
            known.filter(|&sides| sides == (one.box_rows(), one.box_cols()))?;
            file("sudoku", one.grid(), cells, FileRest::Cells)
        }
        Puzzle::Nurikabe(one) => {
            let cell = |clue: &Option<IslandClue>| match clue {
                Some(IslandClue::Any) => "-".to_owned(),
                Some(IslandClue::Cells(size)) => size.to_string(),
                None => empty(),
            };
            file("nurikabe", one.grid(), one.clues().iter().map(cell).collect(), FileRest::Nothing)
        }
        Puzzle::Heyawake(one) => {
            let cells = one.clues().placed().into_iter().map(number).collect();
            let rooms = Some(names(one.clues().rooms()));
            PzprFile { rooms, ..file("heyawake", one.clues().grid(), cells, FileRest::Cells) }
        }
        Puzzle::CountryRoad(one) => {
            let cells = one.clues().placed().into_iter().map(number).collect();
            let rooms = names(one.clues().rooms()).into_iter().zip(one.clues().outside());
            let rooms = rooms.map(|(name, &outside)| if outside { empty() } else { name });
            let rooms = Some(rooms.collect());
            PzprFile {
                rooms,
                ..file("country", one.clues().grid(), cells, FileRest::LinesAndCells)
            }
        }
        Puzzle::MoonOrSun(one) => {
            let cells = texts(one.clues(), |mark| (1 + u32::from(mark == Mark::Moon)).to_string());
            let rooms = Some(names(one.rooms()));
            PzprFile { rooms, ..file("moonsun", one.grid(), cells, FileRest::LinesAndCells) }
        }
        Puzzle::Geradeweg(one) => {
            let cell = |length: encycle_encodings::kinds::geradeweg::LineLength| {
                length.0.map_or_else(|| "-".to_owned(), |length| length.to_string())
            };
            file("geradeweg", one.grid(), texts(one.clues(), cell), FileRest::Lines)
        }
        Puzzle::BalanceLoop(one) => {
            let cell = |NumberedCircle { circle, number }| {
                let number = number.map_or_else(|| "-2".to_owned(), |number| number.to_string());
                format!("{},{number}", u32::from(circle == Circle::Black))
            };
            file("balance", one.grid(), texts(one.clues(), cell), FileRest::Lines)
        }
        Puzzle::Yajilin(one) => {
            let cell = |arrow| match arrow {
                Arrow::Blank => "0,-".to_owned(),
                Arrow::Count(number, side) => {
                    let arrow = ARROWS.iter().position(|&one| one == side).unwrap_or(0) + 1;
                    format!("{arrow},{number}")
                }
            };
            file("yajilin", one.grid(), texts(one.clues(), cell), FileRest::CellsAndLines)
        }
        _ => return None,
    }))
}

fn empty() -> String {
    ".".to_owned()
}

/// Returns the texts of clues.
fn texts<C: CellClue>(clues: &CellClues<C>, text: impl Fn(C) -> String) -> Vec<String> {
    clues.cells().iter().map(|clue| clue.map_or_else(empty, &text)).collect()
}

/// Returns the number of the room of each cell.
fn names(rooms: &Regions) -> Vec<String> {
    rooms.numbers().iter().map(usize::to_string).collect()
}

/// Writes the lines of a file.
fn written(file: &PzprFile) -> String {
    let (rows, cols) = (file.grid.rows(), file.grid.cols());
    let is_sudoku = file.name == "sudoku";
    let has_version = matches!(file.rest, FileRest::Borders);
    let mut out = format!("pzprv3{}\n{}\n{rows}\n", if has_version { ".1" } else { "" }, file.name);
    // writing to a String cannot fail
    if !is_sudoku {
        let _ = writeln!(out, "{cols}");
    }
    if let Some(rooms) = &file.rooms {
        let _ = writeln!(out, "{}", count(rooms));
        push(&mut out, cols, rooms.iter().map(String::as_str));
    }
    push(&mut out, cols, file.cells.iter().map(String::as_str));
    let repeated = |out: &mut String, symbol, rows: usize, cols: usize| {
        push(out, cols, std::iter::repeat_n(symbol, rows * cols));
    };
    let lines = |out: &mut String| {
        repeated(out, "0", rows, cols - 1);
        repeated(out, "0", rows - 1, cols);
    };
    match file.rest {
        FileRest::Nothing => {}
        FileRest::Cells => repeated(&mut out, ".", rows, cols),
        FileRest::Lines => lines(&mut out),
        FileRest::CellsAndLines => {
            repeated(&mut out, ".", rows, cols);
            lines(&mut out);
        }
        FileRest::LinesAndCells => {
            lines(&mut out);
            repeated(&mut out, "0", rows, cols);
        }
        FileRest::Borders => {
            repeated(&mut out, "0", rows, cols);
            repeated(&mut out, "0", rows, cols + 1);
            repeated(&mut out, "0", rows + 1, cols);
        }
    }
    out
}

/// Appends rows of words; every word ends in a blank, as pzpr writes it.
fn push<'a>(out: &mut String, cols: usize, words: impl Iterator<Item = &'a str>) {
    for (index, word) in words.enumerate() {
        out.extend([word, " "]);
        if (index + 1) % cols == 0 {
            out.push('\n');
        }
    }
}
