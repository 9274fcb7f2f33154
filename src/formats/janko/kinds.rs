//! The cells of each kind in the texts of janko.at. `-` or `.` is a cell without a clue; all other cells are:
//!
//! | kind | cells |
//! |---|---|
//! | Slitherlink, Slitherlynx | numbers 0 to 4 |
//! | Simple Loop | `x` for a black cell |
//! | Masyu | `w` or `1` for a white circle, `b` or `2` for a black circle |
//! | Country Road, Heyawake | numbers, and a section `areas`; in a Country Road, `@` is a cell outside all areas |
//! | Moon-or-Sun | `o` for a sun and `x` for a moon, and a section `areas` |
//! | Hitori, Linesweeper | numbers |
//! | Nurikabe | numbers; `?` for an island of any size |
//! | Geradeweg | numbers; 0 for a circle without a number |
//! | Shingoki, Balance Loop | `w` or `b` with the number before or after it, as in `w4` |
//! | Yajilin | a number with an arrow, as in `2e`; `x` or `@` for a clue cell without number and arrow |
//!
//! In a solution of Slitherlink, `x` or `1` is a cell inside the loop, and `-`, `.` or `0` is a cell outside. In a
//! solution of a loop through cells, two of the letters `n`, `e`, `s` and `w` are the sides of a visited cell that have
//! a line. In a solution of a shading puzzle, `x` is a shaded cell.

use encycle_encodings::cell_values::ValueClueError;
use encycle_encodings::grid::{Cell, Grid, Regions};
use encycle_encodings::kinds::balance_loop::BalanceLoop;
use encycle_encodings::kinds::clues::{CellClue, CellClues};
use encycle_encodings::kinds::country_road::CountryRoad;
use encycle_encodings::kinds::geradeweg::{Geradeweg, LineLength};
use encycle_encodings::kinds::heyawake::Heyawake;
use encycle_encodings::kinds::hitori::Hitori;
use encycle_encodings::kinds::linesweeper::Linesweeper;
use encycle_encodings::kinds::masyu::{Circle, Masyu};
use encycle_encodings::kinds::moon_or_sun::{Mark, MoonOrSun};
use encycle_encodings::kinds::nurikabe::{IslandClue, Nurikabe};
use encycle_encodings::kinds::rooms::{NumberedRooms, OUTSIDE};
use encycle_encodings::kinds::shingoki::Shingoki;
use encycle_encodings::kinds::simple_loop::SimpleLoop;
use encycle_encodings::kinds::slitherlink::clue_rows;
use encycle_encodings::kinds::yajilin::{Arrow, Yajilin};
use encycle_encodings::puzzle::{Solution, SolutionForm};
use encycle_encodings::rules::one_loop::EdgeSet;
use encycle_encodings::text::{Cells, Fault, Span};

use crate::formats::loops;
use crate::puzzle::{Puzzle, PuzzleKind};

/// The kinds that can be read.
pub(super) const ALL: [PuzzleKind; 14] = [
    PuzzleKind::Slitherlink,
    PuzzleKind::Slitherlynx,
    PuzzleKind::SimpleLoop,
    PuzzleKind::Masyu,
    PuzzleKind::CountryRoad,
    PuzzleKind::Yajilin,
    PuzzleKind::MoonOrSun,
    PuzzleKind::Geradeweg,
    PuzzleKind::Shingoki,
    PuzzleKind::BalanceLoop,
    PuzzleKind::Linesweeper,
    PuzzleKind::Hitori,
    PuzzleKind::Heyawake,
    PuzzleKind::Nurikabe,
];

/// Returns the name of a kind in these texts, which has no hyphens.
fn name(kind: PuzzleKind) -> String {
    kind.name().replace('-', "")
}

/// Returns the kind with this name, in any letter case and with or without hyphens.
pub(super) fn named(text: &str) -> Option<PuzzleKind> {
    let text = text.to_ascii_lowercase().replace('-', "");
    ALL.into_iter().find(|&kind| name(kind) == text)
}

/// Returns whether texts of a kind have the section `areas`.
pub(super) fn has_areas(kind: PuzzleKind) -> bool {
    matches!(kind, PuzzleKind::CountryRoad | PuzzleKind::Heyawake | PuzzleKind::MoonOrSun)
}

/// Builds a puzzle from the cells of its problem and from its areas.
pub(super) fn puzzle(
    kind: PuzzleKind,
    problem: Cells<Span<'_>>,
    areas: Option<&Cells<Span<'_>>>,
) -> Result<Puzzle, Fault> {
    let grid = problem.grid;
    let names = areas.map_or(&[][..], |areas| &areas.cells);
    let rooms = || {
        let names: Vec<&str> = names.iter().map(|name| name.text).collect();
        Regions::new(grid, &names)
    };
    let numbered = |has_outside| {
        let numbers = each(&problem, "a number or '-'", number)?;
        let names: Vec<&str> = names.iter().map(|name| name.text).collect();
        let made = match has_outside {
            true => NumberedRooms::with_outside(grid, &names, &numbers),
            false => NumberedRooms::new(rooms(), &numbers),
        };
        made.map_err(|error| {
            let offset = |cell| problem.offsets[grid.cell_index(cell)];
            let offset = error.cell().map_or(problem.offsets[0], offset);
            Fault { offset, message: error.to_string() }
        })
    };
    Ok(match kind {
        PuzzleKind::SimpleLoop => {
            let black =
                each(&problem, "'x' or '-'", |cell| matches!(cell, "x" | "X").then_some(()))?;
            let black: Vec<bool> = black.iter().map(Option::is_some).collect();
            placed(&problem, SimpleLoop::new(grid, &black))?.into()
        }
        PuzzleKind::Masyu => {
            let circles = each(&problem, "'w', 'b' or '-'", |cell| match cell {
                "w" | "W" | "1" => Some(Circle::White),
                "b" | "B" | "2" => Some(Circle::Black),
                _ => None,
            })?;
            placed(&problem, Masyu::new(grid, circles))?.into()
        }
        PuzzleKind::CountryRoad => CountryRoad::new(numbered(true)?).into(),
        PuzzleKind::Heyawake => Heyawake::new(numbered(false)?).into(),
        PuzzleKind::Hitori => {
            let numbers = each(&problem, "a number or '-'", number)?;
            let numbers = numbers.into_iter().map(Option::unwrap_or_default).collect();
            placed(&problem, Hitori::new(grid, numbers))?.into()
        }
        PuzzleKind::Nurikabe => {
            let clues = each(&problem, "a number, '?' or '-'", |cell| match cell {
                "?" => Some(IslandClue::Any),
                _ => number(cell).map(IslandClue::Cells),
            })?;
            placed(&problem, Nurikabe::new(grid, clues))?.into()
        }
        PuzzleKind::MoonOrSun => {
            let marks =
                each(&problem, "'o' for a sun, 'x' for a moon, or '-'", |cell| match cell {
                    "o" | "O" => Some(Mark::Sun),
                    "x" | "X" => Some(Mark::Moon),
                    _ => None,
                })?;
            let clues = placed(&problem, CellClues::new(grid, marks))?;
            placed(&problem, MoonOrSun::new(clues, rooms()))?.into()
        }
        PuzzleKind::Yajilin => {
            let arrow = |cell: &str| Arrow::parse(if cell == "@" { "x" } else { cell });
            of_clues(&problem, arrow, Yajilin::new)?.into()
        }
        PuzzleKind::Geradeweg => {
            let length = |cell: &str| LineLength::parse(if cell == "0" { "?" } else { cell });
            of_clues(&problem, length, Geradeweg::new)?.into()
        }
        PuzzleKind::Shingoki => of_clues(&problem, CellClue::parse, Shingoki::new)?.into(),
        PuzzleKind::BalanceLoop => of_clues(&problem, CellClue::parse, BalanceLoop::new)?.into(),
        PuzzleKind::Linesweeper => of_clues(&problem, CellClue::parse, Linesweeper::new)?.into(),
        _ => {
            let clue = |cell: &str| cell.parse().ok().filter(|_| cell.len() == 1);
            let cells = each(&problem, "a clue as a digit 0 to 3, an empty cell as '-'", clue)?;
            loops(Cells { grid, cells, offsets: problem.offsets }, Some(kind))?
        }
    })
}

/// Reads a number.
fn number(cell: &str) -> Option<u32> {
    cell.parse().ok().filter(|_| cell.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns the error of a puzzle at the position of its cell.
fn placed<T>(problem: &Cells<Span<'_>>, made: Result<T, ValueClueError>) -> Result<T, Fault> {
    made.map_err(|error| error.at(problem.grid.cols(), &problem.offsets))
}

/// Builds a puzzle from the clues of a problem.
fn of_clues<C: CellClue, P>(
    problem: &Cells<Span<'_>>,
    parse: impl Fn(&str) -> Option<C>,
    new: impl FnOnce(CellClues<C>) -> Result<P, ValueClueError>,
) -> Result<P, Fault> {
    let help = C::HELP.strip_prefix("write ").unwrap_or(C::HELP).replace("'.'", "'-'");
    let clues = CellClues::new(problem.grid, each(problem, &help, parse)?);
    placed(problem, clues.and_then(new))
}

/// Reads each cell of a problem; `None` for a cell without a clue.
fn each<T>(
    problem: &Cells<Span<'_>>,
    expected: &str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Vec<Option<T>>, Fault> {
    let one = |cell: &Span<'_>| match cell.text {
        "-" | "." => Ok(None),
        text => read(text).map(Some).ok_or_else(|| {
            cell.fault(format!("{} is not a cell\nhelp: write {expected}", cell.shown()))
        }),
    };
    problem.cells.iter().map(one).collect()
}

/// Reads the solution of a puzzle; `None` if these texts have no solutions for the kind.
pub(super) fn solution(
    puzzle: &Puzzle,
    cells: &Cells<Span<'_>>,
) -> Result<Option<Solution>, Fault> {
    if let Some(grid) = puzzle.loop_grid() {
        let help = "write 'x' for a cell inside the loop and '-' for one outside";
        let inside: Result<Vec<bool>, Fault> =
            cells.cells.iter().map(|cell| marked(*cell, help)).collect();
        return Ok(Some(EdgeSet::around(grid, &inside?).into()));
    }
    if matches!(puzzle.form(), SolutionForm::Values { values: 1, .. }) {
        let help = "write 'x' for a shaded cell and '-' for any other";
        let shaded: Result<Vec<bool>, Fault> =
            cells.cells.iter().map(|cell| marked(*cell, help)).collect();
        return Ok(Some(Solution::new(shaded?)));
    }
    let Some(graph) = puzzle.graph_of_atoms() else { return Ok(None) };
    let (grid, mut lines) = (cells.grid, vec![false; graph.edge_count()]);
    for (cell, sides) in grid.cells().zip(&cells.cells) {
        if matches!(sides.text, "-" | "." | "x" | "X") {
            continue;
        }
        if !sides.text.bytes().all(|byte| b"nesw".contains(&byte)) {
            let help = "write the sides with a line as in 'ne', '-' for a cell without lines";
            let message = format!("{} is not a cell of a solution\nhelp: {help}", sides.shown());
            return Err(sides.fault(message));
        }
        for side in sides.chars() {
            let Cell { row, col } = cell;
            let next = match side.text {
                "n" => row.checked_sub(1).map(|row| Cell { row, col }),
                "w" => col.checked_sub(1).map(|col| Cell { row, col }),
                "s" => Some(Cell { row: row + 1, col }),
                _ => Some(Cell { row, col: col + 1 }),
            };
            let next = next.filter(|next| next.row < grid.rows() && next.col < grid.cols());
            let link = next
                .and_then(|next| graph.edge_between(grid.cell_index(cell), grid.cell_index(next)));
            let link = link.ok_or_else(|| {
                let side = side.shown();
                sides.fault(format!("no cell on the side {side} of {cell}\nhelp: remove {side}"))
            })?;
            lines[link.index()] = true;
        }
    }
    Ok(Some(Solution::new(lines)))
}

/// Parses a cell of a solution that is either marked or unmarked.
fn marked(cell: Span<'_>, help: &str) -> Result<bool, Fault> {
    match cell.text {
        "x" | "X" | "1" => Ok(true),
        "-" | "." | "0" => Ok(false),
        _ => Err(cell.fault(format!("{} is not a cell of a solution\nhelp: {help}", cell.shown()))),
    }
}

/// Writes a puzzle in the format of janko.at, without a solution. Returns `None` if the format cannot express it.
pub(in crate::formats) fn write(puzzle: &Puzzle) -> Option<String> {
    let (grid, cells, areas): (Grid, Vec<Option<String>>, Option<Vec<String>>) = match puzzle {
        Puzzle::Slitherlink(loops) | Puzzle::Slitherlynx(loops) => {
            let clues = clue_rows(loops).flatten().map(|clue| clue.map(|clue| clue.to_string()));
            (loops.grid()?, clues.collect(), None)
        }
        Puzzle::Masyu(masyu) => {
            let letter = |circle: &Option<Circle>| match circle {
                None => None,
                Some(Circle::White) => Some("w".to_owned()),
                Some(Circle::Black) => Some("b".to_owned()),
            };
            (masyu.grid(), masyu.circles().iter().map(letter).collect(), None)
        }
        Puzzle::SimpleLoop(one) => {
            (one.grid(), one.black().map(|black| black.then(|| "x".to_owned())).collect(), None)
        }
        Puzzle::Hitori(one) => {
            let number = |&number: &u32| (number > 0).then(|| number.to_string());
            (one.grid(), one.numbers().iter().map(number).collect(), None)
        }
        Puzzle::Nurikabe(one) => {
            let text = |clue: &Option<IslandClue>| match clue {
                None => None,
                Some(IslandClue::Any) => Some("?".to_owned()),
                Some(IslandClue::Cells(number)) => Some(number.to_string()),
            };
            (one.grid(), one.clues().iter().map(text).collect(), None)
        }
        Puzzle::CountryRoad(one) => of_rooms(one.clues()),
        Puzzle::Heyawake(one) => of_rooms(one.clues()),
        Puzzle::MoonOrSun(one) => {
            let letter = |mark| match mark {
                Mark::Sun => "o".to_owned(),
                Mark::Moon => "x".to_owned(),
            };
            (one.grid(), texts(one.clues(), letter), Some(numbers(one.rooms())))
        }
        Puzzle::Yajilin(one) => (one.grid(), texts(one.clues(), CellClue::text), None),
        Puzzle::Geradeweg(one) => {
            let number = |length: LineLength| length.0.unwrap_or(0).to_string();
            (one.grid(), texts(one.clues(), number), None)
        }
        Puzzle::Shingoki(one) => (one.grid(), texts(one.clues(), CellClue::text), None),
        Puzzle::BalanceLoop(one) => (one.grid(), texts(one.clues(), CellClue::text), None),
        Puzzle::Linesweeper(one) => (one.grid(), texts(one.clues(), CellClue::text), None),
        _ => return None,
    };
    let (rows, cols, kind) = (grid.rows(), grid.cols(), name(puzzle.kind()));
    let mut out = format!("begin\npuzzle {kind}\nrows {rows}\ncols {cols}\nproblem\n");
    let mut add = |cells: &[String]| {
        cells.chunks(cols).for_each(|row| out.push_str(&(row.join(" ") + "\n")));
    };
    add(&cells.into_iter().map(|cell| cell.unwrap_or_else(|| "-".to_owned())).collect::<Vec<_>>());
    if let Some(areas) = areas {
        add(&["areas".to_owned()]);
        add(&areas);
    }
    out.push_str("end\n");
    Some(out)
}

/// Returns the texts of clues.
fn texts<C: CellClue>(clues: &CellClues<C>, text: impl Fn(C) -> String) -> Vec<Option<String>> {
    clues.cells().iter().map(|clue| clue.map(&text)).collect()
}

/// Returns the cells of numbered rooms.
fn of_rooms(clues: &NumberedRooms) -> (Grid, Vec<Option<String>>, Option<Vec<String>>) {
    let cells = clues.placed().into_iter().map(|number| number.map(|number| number.to_string()));
    let areas = numbers(clues.rooms()).into_iter().zip(clues.outside());
    let area = |(area, &outside): (String, &bool)| if outside { OUTSIDE.to_owned() } else { area };
    (clues.grid(), cells.collect(), Some(areas.map(area).collect()))
}

/// Returns the number of the room of each cell, from 1.
fn numbers(rooms: &Regions) -> Vec<String> {
    rooms.numbers().iter().map(|room| (room + 1).to_string()).collect()
}
