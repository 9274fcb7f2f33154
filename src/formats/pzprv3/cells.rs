//! The clues of each kind in the files of pzpr. `.` is a cell without a clue; all other cells are:
//!
//! | kind | cells |
//! |---|---|
//! | Slitherlink | numbers; `-` is a `?`, which restricts nothing |
//! | Masyu | `1` for a white circle, `2` for a black circle |
//! | Moon-or-Sun | `1` for a sun, `2` for a moon |
//! | Nurikabe | numbers; `-` is a `?`; `#` and `+` are shaded and unshaded cells of the solution |
//! | Geradeweg | numbers; `-` is a circle without a number |
//! | Balance Loop | `COLOR,NUMBER`, where the color 1 is black, and the number -2 means no number |
//! | Yajilin | `ARROW,NUMBER`, where 1 to 4 are up, down, left and right, and `-` is a `?` |
//! | Simple Loop | `*` for a black cell |
//! | others | numbers |

use encycle_encodings::cell_loops::Side;
use encycle_encodings::cell_values::ValueClueError;
use encycle_encodings::grid::{Grid, Regions};
use encycle_encodings::kinds::balance_loop::BalanceLoop;
use encycle_encodings::kinds::circles::{Circle, NumberedCircle};
use encycle_encodings::kinds::clues::{CellClue, CellClues};
use encycle_encodings::kinds::country_road::CountryRoad;
use encycle_encodings::kinds::geradeweg::{Geradeweg, LineLength};
use encycle_encodings::kinds::heyawake::Heyawake;
use encycle_encodings::kinds::hitori::Hitori;
use encycle_encodings::kinds::masyu::Masyu;
use encycle_encodings::kinds::moon_or_sun::{Mark, MoonOrSun};
use encycle_encodings::kinds::numberlink::Numberlink;
use encycle_encodings::kinds::nurikabe::{IslandClue, Nurikabe};
use encycle_encodings::kinds::rooms::{NumberedRooms, OUTSIDE};
use encycle_encodings::kinds::simple_loop::SimpleLoop;
use encycle_encodings::kinds::sudoku::Sudoku;
use encycle_encodings::kinds::yajilin::{Arrow, Yajilin};
use encycle_encodings::text::{Cells, Fault, Span};

use crate::formats::loops;
use crate::formats::pzpr_names::sudoku_boxes;
use crate::puzzle::{Puzzle, PuzzleKind};

/// The sides of arrows, by their number less one.
pub(super) const ARROWS: [Side; 4] = [Side::Up, Side::Down, Side::Left, Side::Right];

/// Builds a puzzle from its cells, and from the names of its rooms. `size` is the position of the size.
pub(in crate::formats) fn puzzle(
    kind: PuzzleKind,
    expected: Option<PuzzleKind>,
    cells: &Cells<Span<'_>>,
    rooms: Option<&Vec<String>>,
    size: Span<'_>,
) -> Result<Puzzle, Fault> {
    let grid = cells.grid;
    let numbers = |unknown: bool| -> Result<Vec<Option<Option<u32>>>, Fault> {
        each(cells, |text| match text {
            "-" if unknown => Some(None),
            _ => number(text).map(Some),
        })
    };
    let known = || Ok(numbers(false)?.into_iter().map(Option::flatten).collect::<Vec<_>>());
    let regions = || Regions::new(grid, rooms.map_or(&[][..], |names| names));
    Ok(match kind {
        PuzzleKind::Slitherlink | PuzzleKind::Slitherlynx => {
            let clue = |number: Option<u32>| number.and_then(|number| u8::try_from(number).ok());
            let clues = numbers(true)?.into_iter().map(|one| one.and_then(clue)).collect();
            loops(Cells { grid, cells: clues, offsets: cells.offsets.clone() }, expected)?
        }
        PuzzleKind::Numberlink => {
            let names: Vec<Option<String>> = known()?
                .into_iter()
                .map(|number| number.map(|number| number.to_string()))
                .collect();
            Numberlink::from_texts(grid, &names, None, |cell| cells.offsets[cell])?.into()
        }
        PuzzleKind::Masyu => {
            let circles = each(cells, |text| match text {
                "1" => Some(Circle::White),
                "2" => Some(Circle::Black),
                _ => None,
            })?;
            placed(cells, Masyu::new(grid, circles))?.into()
        }
        PuzzleKind::SimpleLoop => {
            let black = each(cells, |text| matches!(text, "*" | "#" | "1").then_some(()))?;
            let black: Vec<bool> = black.iter().map(Option::is_some).collect();
            placed(cells, SimpleLoop::new(grid, &black))?.into()
        }
        PuzzleKind::Hitori => {
            let values = numbers(true)?.into_iter().map(|one| one.flatten().unwrap_or(0)).collect();
            placed(cells, Hitori::new(grid, values))?.into()
        }
        PuzzleKind::Sudoku => {
            let (box_rows, box_cols) = sudoku_boxes(grid.rows(), size)?;
            let values = known()?.into_iter().map(|one| one.unwrap_or(0)).collect();
            placed(cells, Sudoku::new(box_rows, box_cols, values))?.into()
        }
        PuzzleKind::Nurikabe => {
            let clues = each(cells, |text| match text {
                "#" | "+" => Some(None),
                "-" => Some(Some(IslandClue::Any)),
                _ => number(text).map(|number| Some(IslandClue::Cells(number))),
            })?;
            let clues = clues.into_iter().map(Option::flatten).collect();
            placed(cells, Nurikabe::new(grid, clues))?.into()
        }
        PuzzleKind::Heyawake => Heyawake::new(numbered(cells, regions(), &numbers(true)?)?).into(),
        PuzzleKind::CountryRoad => {
            let names: Vec<&str> = rooms.map_or(Vec::new(), |names| {
                names.iter().map(|name| if name == "." { OUTSIDE } else { name }).collect()
            });
            let flat: Vec<Option<u32>> = numbers(true)?.into_iter().map(Option::flatten).collect();
            CountryRoad::new(at_cell(cells, NumberedRooms::with_outside(grid, &names, &flat))?)
                .into()
        }
        PuzzleKind::MoonOrSun => {
            let marks = each(cells, |text| match text {
                "1" => Some(Mark::Sun),
                "2" => Some(Mark::Moon),
                _ => None,
            })?;
            let made =
                CellClues::new(grid, marks).and_then(|clues| MoonOrSun::new(clues, regions()));
            placed(cells, made)?.into()
        }
        PuzzleKind::Geradeweg => {
            let lengths = numbers(true)?.into_iter().map(|one| one.map(LineLength)).collect();
            of_clues(cells, lengths, Geradeweg::new)?.into()
        }
        PuzzleKind::BalanceLoop => of_clues(cells, each(cells, circle)?, BalanceLoop::new)?.into(),
        PuzzleKind::Yajilin => of_clues(cells, each(cells, arrow)?, Yajilin::new)?.into(),
        _ => return Err(size.fault(format!("{kind}: the kind has no such files"))),
    })
}

/// Parses a number.
fn number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Parses a circle with its number.
fn circle(text: &str) -> Option<NumberedCircle> {
    let (color, count) = text.split_once(',')?;
    let circle = match color {
        "0" => Circle::White,
        "1" => Circle::Black,
        _ => return None,
    };
    let number = if matches!(count, "-2" | "-") { None } else { Some(number(count)?) };
    Some(NumberedCircle { circle, number })
}

/// Parses an arrow with its number.
fn arrow(text: &str) -> Option<Arrow> {
    if text == "#" {
        return Some(Arrow::Blank);
    }
    let (arrow, count) = text.split_once(',')?;
    let arrow: usize = arrow.parse().ok().filter(|&arrow| arrow <= ARROWS.len())?;
    match (count, arrow.checked_sub(1)) {
        ("-" | "-2", _) => Some(Arrow::Blank),
        (count, Some(side)) => Some(Arrow::Count(number(count)?, ARROWS[side])),
        (_, None) => None,
    }
}

/// Reads each cell; `None` for a cell without a clue.
fn each<T>(
    cells: &Cells<Span<'_>>,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Vec<Option<T>>, Fault> {
    let one = |cell: &Span<'_>| match cell.text {
        "." => Ok(None),
        text => read(text).map(Some).ok_or_else(|| {
            let help = "write the clue as pzpr does, a cell without one as '.'";
            cell.fault(format!("{} is not a cell\nhelp: {help}", cell.shown()))
        }),
    };
    cells.cells.iter().map(one).collect()
}

/// Returns the error of a puzzle at the position of its cell.
fn placed<T>(cells: &Cells<Span<'_>>, made: Result<T, ValueClueError>) -> Result<T, Fault> {
    made.map_err(|error| error.at(cells.grid.cols(), &cells.offsets))
}

/// Builds a puzzle from clues.
fn of_clues<C: CellClue, P>(
    cells: &Cells<Span<'_>>,
    clues: Vec<Option<C>>,
    new: impl FnOnce(CellClues<C>) -> Result<P, ValueClueError>,
) -> Result<P, Fault> {
    placed(cells, CellClues::new(cells.grid, clues).and_then(new))
}

/// Returns the error of numbered rooms at the position of its cell.
fn at_cell<T>(
    cells: &Cells<Span<'_>>,
    made: Result<T, encycle_encodings::kinds::rooms::RoomNumberError>,
) -> Result<T, Fault> {
    let grid: Grid = cells.grid;
    made.map_err(|error| Fault {
        offset: error.cell().map_or(0, |cell| cells.offsets[grid.cell_index(cell)]),
        message: error.to_string(),
    })
}

/// Builds rooms with their numbers.
fn numbered(
    cells: &Cells<Span<'_>>,
    rooms: Regions,
    numbers: &[Option<Option<u32>>],
) -> Result<NumberedRooms, Fault> {
    let numbers: Vec<Option<u32>> = numbers.iter().map(|number| number.flatten()).collect();
    at_cell(cells, NumberedRooms::new(rooms, &numbers))
}
