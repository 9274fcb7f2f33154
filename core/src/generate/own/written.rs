//! The generator of written kinds: a random solution, all clues that hold in it, and then as few of them as possible.
//!
//! The check of the rules decides which clues hold, so a kind needs no code of its own. A clue that says nothing, because any
//! other one would hold as well, is left out. Letters are placed before the solution is made, because they may be part of the
//! board, such as black cells.

use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::codec::{ClueAlphabet, ClueSymbol};
use encycle_encodings::kinds::written::{WrittenClues, WrittenKind, WrittenPuzzle};
use encycle_encodings::puzzle::Solution;
use rand::RngExt as _;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand_pcg::Pcg64Mcg;

use crate::generate::error::GenerateError;
use crate::generate::frame::{CluePlace, PlaceClue, clue_at, clue_places, set_clue};
use crate::generate::options::GeneratedPuzzle;
use crate::generate::own::scratch::ScratchTests;
use crate::puzzle::{Puzzle, PuzzleKind};

/// The shares of cells that may get a letter before the solution is made.
const LETTER_SHARES: [f64; 4] = [0.0, 0.1, 0.2, 0.3];

/// Generates a puzzle. Returns `None` if this attempt fails.
pub(super) fn written(
    tests: &mut ScratchTests<'_>,
    random: &mut Pcg64Mcg,
) -> Result<Option<GeneratedPuzzle>, GenerateError> {
    let PuzzleKind::Written(kind) = tests.options.kind else { return Ok(None) };
    let grid = tests.grid(2)?;
    let mut clues = WrittenClues::empty(kind, grid);
    if kind.file().codec.has_rooms {
        clues.cells.rooms = random_rooms(grid, random);
    }
    place_letters(&kind.file().codec.alphabet, &mut clues, random);
    let Ok(bare) = WrittenPuzzle::new(kind, clues.clone()) else { return Ok(None) };
    let seed = random.random_range(0..1 << 32);
    let empty = Puzzle::Written(bare.clone());
    let mut atoms: Vec<usize> = (0..empty.atom_count()).collect();
    atoms.shuffle(random);
    let share = random.random_range(2..=8);
    atoms.truncate(grid.cell_count() / share);
    let Some(solution) = tests.solution_with(&empty, &atoms, seed)? else {
        return Ok(None);
    };
    let places = add_clues(&bare, &mut clues, &solution, random);
    match test(tests, kind, &clues, &solution)? {
        true => {}
        false => return Ok(None),
    }
    remove_clues(tests, &bare, &mut clues, places, &solution)?;
    let count = clue_count(&clues);
    let made = WrittenPuzzle::new(kind, clues)
        .map_err(|error| GenerateError::Impossible(error.to_string()))?;
    Ok(Some(tests.unique(Puzzle::Written(made), solution, count)))
}

/// Returns whether the clues have exactly this solution, and the required techniques find it.
fn test(
    tests: &mut ScratchTests<'_>,
    kind: WrittenKind,
    clues: &WrittenClues,
    solution: &Solution,
) -> Result<bool, GenerateError> {
    match WrittenPuzzle::new(kind, clues.clone()) {
        Ok(puzzle) => tests.is_sufficient(&Puzzle::Written(puzzle), solution),
        Err(_) => Ok(false),
    }
}

/// Returns random rooms of about equal sizes, or two by two cells long: the name of the room of each cell.
fn random_rooms(grid: Grid, random: &mut Pcg64Mcg) -> Vec<String> {
    let sizes = [2, 3, 4, 5, grid.cols()];
    let size = sizes.choose(random).copied().unwrap_or(4);
    let mut room: Vec<Option<usize>> = vec![None; grid.cell_count()];
    let mut order: Vec<usize> = (0..grid.cell_count()).collect();
    order.shuffle(random);
    let mut count = 0;
    for start in order {
        if room[start].is_some() {
            continue;
        }
        let mut cells = vec![start];
        room[start] = Some(count);
        while cells.len() < size {
            let beside = cells.iter().flat_map(|&cell| grid.neighbours(grid.cell_at(cell)));
            let free: Vec<usize> = beside
                .map(|cell| grid.cell_index(cell))
                .filter(|&cell| room[cell].is_none())
                .collect();
            let Some(&next) = free.choose(random) else { break };
            room[next] = Some(count);
            cells.push(next);
        }
        // a remainder joins a neighbor, unless small rooms are as good
        if cells.len() < size.min(3) {
            let beside = cells.iter().flat_map(|&cell| grid.neighbours(grid.cell_at(cell)));
            let others: Vec<usize> = beside
                .filter_map(|cell| room[grid.cell_index(cell)])
                .filter(|&other| other != count)
                .collect();
            if let Some(&other) = others.choose(random) {
                cells.iter().for_each(|&cell| room[cell] = Some(other));
                continue;
            }
        }
        count += 1;
    }
    room.into_iter().map(|number| room_name(number.unwrap_or_default())).collect()
}

/// Returns a short name: a to z, then a1 to z1, and so on.
fn room_name(number: usize) -> String {
    let letter = (b'a' + (number % 26) as u8) as char;
    match number / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

/// Places random letters in random cells.
fn place_letters(alphabet: &ClueAlphabet, clues: &mut WrittenClues, random: &mut Pcg64Mcg) {
    let share = LETTER_SHARES.choose(random).copied().unwrap_or(0.0);
    let letters = (0..alphabet.letters.len()).map(|letter| ClueSymbol::Letter(letter, None));
    let sums = alphabet.has_sums.then_some(ClueSymbol::Sums { down: None, right: None });
    let symbols: Vec<ClueSymbol> = letters.chain(sums).collect();
    for symbol in &mut clues.cells.symbols {
        if !symbols.is_empty() && random.random_bool(share) {
            *symbol = symbols.choose(random).copied();
        }
    }
}

/// Returns the list at the border of a line with runs of these lengths.
fn listed(lengths: Vec<u32>) -> PlaceClue {
    let lengths = if lengths.is_empty() { vec![0] } else { lengths };
    PlaceClue::List(lengths.into_iter().map(Some).collect())
}

/// Adds all clues that hold in the solution and say something; returns their places.
fn add_clues(
    bare: &WrittenPuzzle,
    clues: &mut WrittenClues,
    solution: &Solution,
    random: &mut Pcg64Mcg,
) -> Vec<CluePlace> {
    let mut places = clue_places(clues);
    // the letters that are there already belong to the board
    places.retain(|&place| clue_at(clues, place).is_none());
    places.shuffle(random);
    places.retain(|&place| {
        let candidates = match place {
            CluePlace::Border(..) if bare.kind().has_border_lists() => {
                set_clue(clues, place, Some(&PlaceClue::List(vec![None])));
                let found = bare.compared_runs(clues, solution).pop();
                found.map(listed).into_iter().collect()
            }
            place => place.candidates(&bare.kind().file().codec.alphabet),
        };
        let all = candidates.len();
        let is_letter =
            |clue: &PlaceClue| matches!(clue, PlaceClue::Symbol(ClueSymbol::Letter(_, None)));
        let holds = |clue: &PlaceClue| {
            set_clue(clues, place, Some(clue));
            bare.holds_with(clues, solution)
        };
        let mut holding: Vec<PlaceClue> = candidates.into_iter().filter(holds).collect();
        // numbers and letters with numbers say more
        if holding.iter().any(|clue| !is_letter(clue)) {
            holding.retain(|clue| !is_letter(clue));
        }
        let is_list = matches!(holding[..], [PlaceClue::List(_)]);
        let says_something = holding.len() < all || is_list;
        let chosen = holding.choose(random).filter(|_| says_something);
        set_clue(clues, place, chosen);
        chosen.is_some()
    });
    places
}

/// Removes clues one by one, as long as the puzzle keeps its only solution.
fn remove_clues(
    tests: &mut ScratchTests<'_>,
    bare: &WrittenPuzzle,
    clues: &mut WrittenClues,
    places: Vec<CluePlace>,
    solution: &Solution,
) -> Result<(), GenerateError> {
    for place in places {
        let known = clue_at(clues, place);
        set_clue(clues, place, None);
        if !bare.holds_with(clues, solution) || !test(tests, bare.kind(), clues, solution)? {
            set_clue(clues, place, known.as_ref());
        }
    }
    Ok(())
}

fn clue_count(clues: &WrittenClues) -> usize {
    let outside = clues.border.iter().flatten().flatten().count();
    let corners = clues.corners.iter().flatten().count();
    clues.cells.symbols.iter().flatten().count() + outside + corners
}
