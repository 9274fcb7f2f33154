//! The generator of written kinds: a random solution, all clues that hold in it, and then as few of them as possible.
//!
//! The check of the rules decides which clues hold, so a kind needs no code of its own. A clue that says nothing, because any
//! other one would hold as well, is left out. Letters are placed before the solution is made, because they may be part of the
//! board, such as black cells.

use encycle_encodings::grid::{Cell, Grid, components};
use encycle_encodings::kinds::SolutionFamily;
use encycle_encodings::kinds::codec::{ClueAlphabet, ClueSymbol};
use encycle_encodings::kinds::written::{RuleInstance, WrittenClues, WrittenKind, WrittenPuzzle};
use encycle_encodings::puzzle::Solution;
use rand::RngExt as _;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand_pcg::Pcg64Mcg;

use crate::generate::error::GenerateError;
use crate::generate::frame::{CluePlace, PlaceClue, clue_at, clue_places, set_clue};
use crate::generate::options::GeneratedPuzzle;
use crate::generate::own::scratch::{ScratchTests, Tested};
use crate::puzzle::{Puzzle, PuzzleKind};

/// The shares of cells that may get a letter before the solution is made.
const LETTER_SHARES: [f64; 4] = [0.0, 0.1, 0.2, 0.3];

/// The least number of cells of a board that some rule must concern.
const MEANINGFUL: usize = 16;

/// Generates a puzzle. Returns `None` if this attempt fails.
pub(super) fn written(
    tests: &mut ScratchTests<'_>,
    random: &mut Pcg64Mcg,
) -> Result<Option<GeneratedPuzzle>, GenerateError> {
    let PuzzleKind::Written(kind) = tests.options.kind else { return Ok(None) };
    let grid = tests.grid()?;
    let mut clues = WrittenClues::empty(kind, grid);
    if kind.file().codec.has_rooms {
        clues.cells.rooms = match room_size(tests.options.kind, grid) {
            Some(size) => equal_rooms(tests.options.kind, grid, size, random)?,
            None => random_rooms(grid, random),
        };
    }
    place_letters(&kind.file().codec.alphabet, &mut clues, random);
    if kind.family() == SolutionFamily::Shading && kind.compares_numbers_with_border() {
        place_numbers(&kind.file().codec.alphabet, &mut clues, random);
    }
    let Ok(bare) = WrittenPuzzle::new(kind, clues.clone()) else { return Ok(None) };
    let Some((bare, solution)) = random_solution(tests, bare, random)? else { return Ok(None) };
    clues.parameters.clone_from(&bare.clues().parameters);
    let mut places = add_clues(&bare, &mut clues, &solution, random);
    if bare.kind() != kind {
        let Some(mended) = mend_clues(kind, &mut clues, &solution, random) else { return Ok(None) };
        places = mended;
    }
    let Ok(bare) = WrittenPuzzle::new(kind, bare.clues().clone()) else { return Ok(None) };
    let Some(bare) = separated(tests, bare, &mut clues, &mut places, &solution, random)? else {
        return Ok(None);
    };
    remove_clues(tests, &bare, &mut clues, places, &solution)?;
    let count = clue_count(&clues);
    if count == 0 && !kind.codec.has_rooms && grid.cell_count() >= MEANINGFUL {
        return Ok(None);
    }
    let made = WrittenPuzzle::new(kind, clues)
        .map_err(|error| GenerateError::Impossible(error.to_string()))?;
    // such as a Samurai Sudoku without room for a Sudoku; in a tiny board, no two cells may be related
    if grid.cell_count() >= MEANINGFUL
        && made.whole_rules().is_empty()
        && made.rule_instances().is_some_and(|all| all.is_empty())
    {
        let name = tests.options.kind;
        let message =
            format!("no rule of {name} concerns a board of this size\nhelp: use another size");
        return Err(GenerateError::Impossible(message));
    }
    Ok(Some(tests.unique(Puzzle::Written(made), solution, count)))
}

/// Returns a random solution of a puzzle without clues. If there is none, some numbers in the header are too large, or some
/// rules cannot hold without clues: then the puzzle with smaller numbers, or of a kind without these rules.
fn random_solution(
    tests: &mut ScratchTests<'_>,
    mut bare: WrittenPuzzle,
    random: &mut Pcg64Mcg,
) -> Result<Option<(WrittenPuzzle, Solution)>, GenerateError> {
    let kind = bare.kind();
    let never = |one: &RuleInstance| one.meaning.constant() == Some(0);
    let instances = bare.rule_instances().unwrap_or_default();
    let impossible: Vec<&str> =
        instances.iter().filter(|one| never(one)).map(|one| one.rule).collect();
    if !impossible.is_empty() {
        // random letters may contradict each other
        if bare.clues().cells.symbols.iter().any(Option::is_some) {
            return Ok(None);
        }
        let relaxed = kind.without_rules(&impossible);
        let relaxed = relaxed.and_then(|kind| WrittenPuzzle::new(kind, bare.clues().clone()).ok());
        let Some(relaxed) = relaxed else { return Ok(None) };
        bare = relaxed;
    }
    let seed = random.random_range(0..1 << 32);
    let mut atoms: Vec<usize> = (0..Puzzle::Written(bare.clone()).atom_count()).collect();
    atoms.shuffle(random);
    let share = random.random_range(2..=8);
    atoms.truncate(bare.clues().grid().cell_count() / share);
    loop {
        let puzzle = Puzzle::Written(bare.clone());
        if let Some(solution) = tests.solution_with(&puzzle, &atoms, seed)? {
            return Ok(Some((bare, solution)));
        }
        let mut clues = bare.clues().clone();
        for (number, info) in clues.parameters.iter_mut().zip(kind.parameters()) {
            *number = (*number / 2).max(info.least);
        }
        if clues.parameters == bare.clues().parameters {
            return Ok(None);
        }
        let Ok(smaller) = WrittenPuzzle::new(bare.kind(), clues) else { return Ok(None) };
        bare = smaller;
    }
}

/// The maximum number of cells that change their rooms.
const MOVES: usize = 60;

/// Returns the board on which all clues have only this solution. In a kind whose only clues are the rooms, while there is
/// another solution, a cell that the two differ in moves to another room, if the solution still obeys the rules. `None` if
/// that fails.
fn separated(
    tests: &mut ScratchTests<'_>,
    mut bare: WrittenPuzzle,
    clues: &mut WrittenClues,
    places: &mut Vec<CluePlace>,
    solution: &Solution,
    random: &mut Pcg64Mcg,
) -> Result<Option<WrittenPuzzle>, GenerateError> {
    let kind = bare.kind();
    // with other clues, another solution is found faster
    let are_rooms_alone = kind.codec.has_rooms && places.is_empty();
    for _ in 0..if are_rooms_alone { MOVES } else { 1 } {
        let Ok(puzzle) = WrittenPuzzle::new(kind, clues.clone()) else { return Ok(None) };
        let other = match tests.test(&Puzzle::Written(puzzle), solution)? {
            Tested::Sufficient => return Ok(Some(bare)),
            Tested::Other(other) if are_rooms_alone => other,
            Tested::Other(_) | Tested::TooHard => return Ok(None),
        };
        let grid = bare.clues().grid();
        let values = solution.atoms().len() / grid.cell_count();
        let differs = |cell: &usize| {
            (cell * values..(cell + 1) * values).any(|atom| solution.has(atom) != other.has(atom))
        };
        let mut cells: Vec<usize> = (0..grid.cell_count()).filter(differs).collect();
        cells.shuffle(random);
        let obeyed = |rooms: Vec<String>| {
            let mut clues = bare.clues().clone();
            clues.cells.rooms = rooms;
            let board = WrittenPuzzle::new(kind, clues).ok()?;
            board.check(solution).is_ok().then_some(board)
        };
        let rooms = &bare.clues().cells.rooms;
        let moved =
            cells.into_iter().flat_map(|cell| moved_to_rooms(grid, rooms, cell)).find_map(obeyed);
        let Some(board) = moved else { return Ok(None) };
        bare = board;
        *clues = bare.clues().clone();
        *places = add_clues(&bare, clues, solution, random);
    }
    Ok(None)
}

/// Returns the rooms after a cell has moved to a room beside it, for each of these, if its own room stays connected.
fn moved_to_rooms(grid: Grid, rooms: &[String], cell: usize) -> Vec<Vec<String>> {
    let beside =
        |cell: usize| grid.neighbours(grid.cell_at(cell)).map(|next| grid.cell_index(next));
    let is_left = |one: usize| one != cell && rooms[one] == rooms[cell];
    if components(rooms.len(), is_left, beside).count != 1 {
        return Vec::new();
    }
    let mut others: Vec<&String> = beside(cell).map(|next| &rooms[next]).collect();
    others.sort_unstable();
    others.dedup();
    let moved = |room: &String| {
        let mut rooms = rooms.to_vec();
        rooms[cell].clone_from(room);
        rooms
    };
    others.into_iter().filter(|room| **room != rooms[cell]).map(moved).collect()
}

/// The maximum number of changes of clues for each place.
const CHANGES: usize = 40;

/// Changes clues at random until all rules hold in a solution. Returns the places of the clues, or `None` if that fails.
fn mend_clues(
    kind: WrittenKind,
    clues: &mut WrittenClues,
    solution: &Solution,
    random: &mut Pcg64Mcg,
) -> Option<Vec<CluePlace>> {
    let broken = |clues: &WrittenClues| {
        let puzzle = WrittenPuzzle::new(kind, clues.clone()).ok()?;
        let has = |atom: usize| Some(solution.has(atom));
        let instances = puzzle.rule_instances()?;
        Some(instances.iter().filter(|one| one.meaning.bounds(&has).0 < 1).count())
    };
    let places = clue_places(clues);
    let mut left = broken(clues);
    for _ in 0..CHANGES * places.len() {
        if left == Some(0) {
            break;
        }
        let Some(&place) = places.choose(random) else { break };
        let known = clue_at(clues, place);
        let other = place.candidates(&kind.file().codec.alphabet).choose(random).cloned();
        set_clue(clues, place, other.as_ref());
        let now = broken(clues);
        // `None` is a clue that the kind does not have
        if now.is_some_and(|now| left.is_none_or(|left| now <= left)) {
            left = now;
        } else {
            set_clue(clues, place, known.as_ref());
        }
    }
    let mut places = places;
    places.retain(|&place| clue_at(clues, place).is_some());
    places.shuffle(random);
    (left == Some(0)).then_some(places)
}

/// Returns whether the clues have exactly this solution, and the required techniques find it.
pub(super) fn test(
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

/// Returns the number of cells of each room if all rooms of the kind have the same size.
fn room_size(kind: PuzzleKind, grid: Grid) -> Option<usize> {
    match kind.own_name() {
        "jigsaw-sudoku" => Some(grid.cols()),
        "magnets" => Some(2),
        "patchwork" => (3..=grid.cols())
            .find(|size| grid.rows().is_multiple_of(*size) && grid.cols().is_multiple_of(*size)),
        _ => None,
    }
}

/// The number of tries to exchange cells of two rooms, for each cell.
const EXCHANGES: usize = 100;

/// Returns random rooms of this size: pieces of a path through all cells, which then exchange cells as long as they stay
/// connected.
fn equal_rooms(
    kind: PuzzleKind,
    grid: Grid,
    size: usize,
    random: &mut Pcg64Mcg,
) -> Result<Vec<String>, GenerateError> {
    if !grid.cell_count().is_multiple_of(size) {
        return Err(GenerateError::Impossible(format!(
            "{kind} of {} x {} cells: each room has {size} cells\nhelp: use another size",
            grid.rows(),
            grid.cols()
        )));
    }
    let piece = |cell: Cell| {
        let col = if cell.row % 2 == 1 { grid.cols() - 1 - cell.col } else { cell.col };
        (cell.row * grid.cols() + col) / size
    };
    let beside =
        |cell: usize| grid.neighbours(grid.cell_at(cell)).map(|next| grid.cell_index(next));
    let mut room: Vec<usize> = grid.cells().map(piece).collect();
    for _ in 0..EXCHANGES * room.len() {
        let one = random.random_range(0..room.len());
        let near: Vec<usize> = beside(one).filter(|&next| room[next] != room[one]).collect();
        let Some(&next) = near.choose(random) else { continue };
        let meets = |cell: usize| beside(cell).any(|other| room[other] == room[one]);
        let exchangeable: Vec<usize> =
            (0..room.len()).filter(|&cell| room[cell] == room[next] && meets(cell)).collect();
        let Some(&other) = exchangeable.choose(random) else { continue };
        room.swap(one, other);
        let is_connected =
            |number: usize| components(room.len(), |cell| room[cell] == number, beside).count == 1;
        if !is_connected(room[one]) || !is_connected(room[other]) {
            room.swap(one, other);
        }
    }
    Ok(room.into_iter().map(room_name).collect())
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

/// Writes random numbers into all cells without a clue.
fn place_numbers(alphabet: &ClueAlphabet, clues: &mut WrittenClues, random: &mut Pcg64Mcg) {
    let Some((least, greatest)) = alphabet.numbers else { return };
    for symbol in clues.cells.symbols.iter_mut().filter(|symbol| symbol.is_none()) {
        *symbol = Some(ClueSymbol::Number(random.random_range(least.max(1)..=greatest.min(9))));
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
        let candidates: Vec<PlaceClue> = match place {
            CluePlace::Border(..) if bare.kind().has_border_lists() => {
                // alone, because all lists are compared
                let mut alone = bare.clues().clone();
                set_clue(&mut alone, place, Some(&PlaceClue::List(vec![None])));
                let found = bare.compared_runs(&alone, solution).pop();
                found.map(listed).into_iter().collect()
            }
            place => place.candidates(&bare.kind().file().codec.alphabet),
        };
        let all = candidates.len();
        let is_letter =
            |clue: &PlaceClue| matches!(clue, PlaceClue::Symbol(ClueSymbol::Letter(_, None)));
        // clues that each hold or fail alone are read faster alone, but a room has one number
        let (kind, mut alone) = (bare.kind(), bare.clues().clone());
        let is_separable =
            kind.is_separable && kind.blank.is_none() && !kind.file().has_room_numbers;
        let mut holds = |clue: &PlaceClue| {
            let tried = if is_separable { &mut alone } else { &mut *clues };
            set_clue(tried, place, Some(clue));
            bare.holds_with(tried, solution)
        };
        let mut holding = candidates;
        holding.retain(|clue| holds(clue));
        // numbers and letters with numbers say more
        if holding.iter().any(|clue| !is_letter(clue)) {
            holding.retain(|clue| !is_letter(clue));
        }
        let is_list = matches!(holding[..], [PlaceClue::List(_)]);
        // a kind with one clue says something by it
        let says_something = holding.len() < all || is_list || all == 1;
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

pub(super) fn clue_count(clues: &WrittenClues) -> usize {
    let outside = clues.border.iter().flatten().flatten().count();
    let corners = clues.corners.iter().flatten().count();
    clues.cells.symbols.iter().flatten().count() + outside + corners
}
