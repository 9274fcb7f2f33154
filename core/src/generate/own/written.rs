//! The generator of written kinds: a random solution, all clues that hold in it, and then as few of them as possible.
//!
//! The check of the rules decides which clues hold, so a kind needs no code of its own. A clue that says nothing, because any
//! other one would hold as well, is left out. Letters are placed before the solution is made, because they may be part of the
//! board, such as black cells.

use std::cmp::Reverse;

use encycle_encodings::grid::{Cell, Edge, Graph, Grid, Regions, components};
use encycle_encodings::kinds::SolutionFamily;
use encycle_encodings::kinds::codec::{ClueAlphabet, ClueSymbol};
use encycle_encodings::kinds::written::{RuleInstance, WrittenClues, WrittenKind, WrittenPuzzle};
use encycle_encodings::logic::Lit;
use encycle_encodings::puzzle::Solution;
use rand::RngExt as _;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand_pcg::Pcg64Mcg;

use crate::generate::clue_set::ClueSet;
use crate::generate::error::GenerateError;
use crate::generate::frame::{
    CluePlace, PlaceClue, clue_at, clue_places, frame_of, room_places, set_clue,
};
use crate::generate::options::GeneratedPuzzle;
use crate::generate::own::scratch::{ScratchTests, Tested, Wish};
use crate::generate::pool::with_pool;
use crate::generate::shapes::random_path_of_steps;
use crate::generate::strategy::{ClueChoice, Strategy, choose};
use crate::generate::sufficiency::{ClueSetStatus, ClueSetTest, DeductionTest, UniquenessTest};
use crate::puzzle::{Puzzle, PuzzleKind};
use crate::solve::JobLimits;

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
    let Some(mut draft) = Draft::random(kind, tests, random)? else { return Ok(None) };
    if !draft.separate(tests, random)? {
        return Ok(None);
    }
    let Some(Puzzle::Written(made)) = draft.with_fewer_clues(tests, random)? else {
        return Ok(None);
    };
    // such as a Samurai Sudoku without room for a Sudoku; in a tiny board, no two cells may be related
    if made.clues().grid().cell_count() >= MEANINGFUL
        && made.whole_rules().is_empty()
        && made.rule_instances().is_some_and(|all| all.is_empty())
    {
        let name = tests.options.kind;
        let message =
            format!("no rule of {name} concerns a board of this size\nhelp: use another size");
        return Err(GenerateError::Impossible(message));
    }
    let count = clue_count(made.clues());
    if count == 0 && !kind.codec.has_rooms && made.clues().grid().cell_count() >= MEANINGFUL {
        return Ok(None);
    }
    Ok(Some(tests.unique(Puzzle::Written(made), draft.solution, count)))
}

/// The maximum number of changes of a draft.
const MOVES: usize = 60;

/// The maximum number of changes of the solution, after each of which all clues are found again.
const SOLUTIONS: usize = 20;

/// The maximum number of changes of a draft that is too hard, which is tested for long.
const HARD_MOVES: usize = 6;

/// The number of cells for each room that is divided if a test took too long.
const DIVIDED: usize = 10;

/// The maximum number of boards that are tried for a change of the rooms.
const BOARDS: usize = 40;

/// A board with a solution and the clues that hold in it.
struct Draft {
    kind: WrittenKind,
    /// The puzzle without these clues.
    bare: WrittenPuzzle,
    solution: Solution,
    clues: WrittenClues,
    /// The places of these clues, in random order.
    places: Vec<CluePlace>,
    /// All clues of cells that hold in the solution, if each holds or fails alone.
    held: Vec<(Cell, ClueSymbol)>,
    /// Whether the solution is not one of the board, because some rules cannot hold without clues.
    is_relaxed: bool,
}

impl Draft {
    /// Returns a random draft with all clues that say something, or `None` if there is none.
    fn random(
        kind: WrittenKind,
        tests: &mut ScratchTests<'_>,
        random: &mut Pcg64Mcg,
    ) -> Result<Option<Self>, GenerateError> {
        let grid = tests.grid()?;
        let mut clues = WrittenClues::empty(kind, grid);
        let alphabet = &kind.file().codec.alphabet;
        if kind.file().codec.has_rooms {
            clues.cells.rooms = board_rooms(kind, grid, random)?;
        }
        place_letters(alphabet, &mut clues, random);
        if kind.family() == SolutionFamily::Shading && kind.compares_numbers_with_border() {
            place_numbers(alphabet, &mut clues, random);
        }
        let Ok(bare) = WrittenPuzzle::without_conditions(kind, clues) else { return Ok(None) };
        let Some((bare, solution)) = random_solution(tests, bare, random)? else {
            return Ok(None);
        };
        let is_relaxed = bare.kind() != kind;
        let (clues, places) = (bare.clues().clone(), Vec::new());
        let mut draft = Self { kind, bare, solution, clues, places, held: Vec::new(), is_relaxed };
        draft.add_clues(random);
        if is_relaxed {
            let mended = mend_clues(kind, &mut draft.clues, &draft.solution, random);
            let bare = WrittenPuzzle::without_conditions(kind, draft.bare.clues().clone()).ok();
            let (Some(places), Some(bare)) = (mended, bare) else { return Ok(None) };
            (draft.places, draft.bare) = (places, bare);
        }
        Ok(Some(draft))
    }

    /// Adds all clues that hold in the solution and say something to the board.
    fn add_clues(&mut self, random: &mut Pcg64Mcg) {
        self.clues = self.bare.clues().clone();
        let (clues, solution) = (&mut self.clues, &self.solution);
        (self.places, self.held) = add_clues(&self.bare, clues, solution, None, random);
        self.keep_conditions();
    }

    /// Leaves out clues that break a condition of the kind together: each is added unless more conditions are broken with it.
    fn keep_conditions(&mut self) {
        let kind = self.kind;
        if kind.broken_conditions(&self.clues).is_empty() {
            return;
        }
        let mut clues = self.clues.clone();
        for &place in &self.places {
            set_clue(&mut clues, place, None);
        }
        let mut left = kind.broken_conditions(&clues).len();
        let all = &self.clues;
        self.places.retain(|&place| {
            set_clue(&mut clues, place, clue_at(all, place).as_ref());
            let now = kind.broken_conditions(&clues).len();
            if now > left {
                set_clue(&mut clues, place, None);
                return false;
            }
            left = now;
            true
        });
        self.clues = clues;
    }

    /// Finds the clues of some cells again, after the rooms of the board have changed there. If another clue does not hold any
    /// more, finds all of them again.
    fn renew_clues(&mut self, changed: &[bool], random: &mut Pcg64Mcg) {
        let (bare, grid) = (self.bare.clues(), self.bare.clues().grid());
        self.clues.cells.rooms.clone_from(&bare.cells.rooms);
        for cell in (0..changed.len()).filter(|&cell| changed[cell]) {
            self.clues.cells.symbols[cell] = bare.cells.symbols[cell];
        }
        let is_kept = |cell: Cell| !changed[grid.cell_index(cell)];
        self.places.retain(|place| match place {
            CluePlace::Cell(cell) | CluePlace::Sum { cell, .. } => is_kept(*cell),
            CluePlace::Corner(_) | CluePlace::Border(..) => true,
        });
        self.held.retain(|(cell, _)| is_kept(*cell));
        let (clues, solution) = (&mut self.clues, &self.solution);
        let (places, held) = add_clues(&self.bare, clues, solution, Some(changed), random);
        self.places.extend(places);
        self.held.extend(held);
        match self.bare.holds_with(&self.clues, &self.solution) {
            true => self.keep_conditions(),
            false => self.add_clues(random),
        }
    }

    /// Returns the puzzle with all clues; `None` if the kind refuses them.
    fn puzzle(&self) -> Option<Puzzle> {
        WrittenPuzzle::new(self.kind, self.clues.clone()).ok().map(Puzzle::Written)
    }

    /// Changes the draft until its solution is the only one, and the required techniques find it. Each change is at a place
    /// where another solution differs, or the techniques get stuck. Returns `false` if that fails.
    fn separate(
        &mut self,
        tests: &mut ScratchTests<'_>,
        random: &mut Pcg64Mcg,
    ) -> Result<bool, GenerateError> {
        let (mut others, mut hard, mut solutions) = (Vec::new(), 0, 0);
        let cells = self.bare.clues().grid().cell_count();
        for _ in 0..MOVES.max(self.places.len()).max(cells) {
            let Some(puzzle) = self.puzzle() else { return Ok(false) };
            let open = match tests.test_by_solver(&puzzle, &self.solution)? {
                (Tested::Sufficient, _) => return Ok(true),
                (Tested::TooHard, _) if hard == HARD_MOVES => return Ok(false),
                (Tested::TooHard, open) => {
                    hard += 1;
                    open
                }
                (Tested::Other(other), _) => {
                    let differs = |&atom: &usize| self.solution.has(atom) != other.has(atom);
                    let open = (0..puzzle.atom_count()).filter(differs).collect();
                    others.push(other);
                    open
                }
            };
            if self.is_relaxed {
                return Ok(false);
            }
            if open.is_empty()
                && has_clues_of_rooms(self.kind)
                && self.divide_rooms(&others, random)
            {
                continue;
            }
            if let Some(other) = others.last()
                && self.exclude(other, random)
            {
                continue;
            }
            if !self.move_cell(&open, &others, random) {
                solutions += 1;
                if solutions > SOLUTIONS
                    || !self.change_solution(&open, others.last(), tests, random)?
                {
                    return Ok(false);
                }
                others.clear();
            }
        }
        Ok(false)
    }

    /// Divides rooms anywhere, because the solver took too long to tell where another solution differs. Returns whether it could.
    fn divide_rooms(&mut self, others: &[Solution], random: &mut Pcg64Mcg) -> bool {
        let all: Vec<usize> = (0..self.solution.atoms().len()).collect();
        let count = self.bare.clues().grid().cell_count().div_ceil(DIVIDED);
        (0..count).filter(|_| self.move_cell(&all, others, random)).count() > 0
    }

    /// Gives a cell a clue that holds in the solution, and not in another one. Returns whether there is such a clue.
    fn exclude(&mut self, other: &Solution, random: &mut Pcg64Mcg) -> bool {
        let holds_in_other = self.bare.permitted(other);
        let meets_conditions = |cell: Cell, symbol: ClueSymbol| {
            let mut clues = self.clues.clone();
            set_clue(&mut clues, CluePlace::Cell(cell), Some(&PlaceClue::Symbol(symbol)));
            self.kind.broken_conditions(&clues).is_empty()
        };
        let has_conditions = self.kind.conditions().next().is_some();
        let excludes = |(cell, symbol): &&(Cell, ClueSymbol)| {
            !holds_in_other(*cell, *symbol) && (!has_conditions || meets_conditions(*cell, *symbol))
        };
        let excluding: Vec<&(Cell, ClueSymbol)> = self.held.iter().filter(excludes).collect();
        let found = excluding.choose(random);
        let found =
            found.map(|&&(cell, symbol)| (CluePlace::Cell(cell), PlaceClue::Symbol(symbol)));
        let Some((place, clue)) = found else { return false };
        set_clue(&mut self.clues, place, Some(&clue));
        if !self.places.contains(&place) {
            self.places.push(place);
        }
        true
    }

    /// Moves the cell of an open atom to another room, so that the solution is still one, and none of the others is. Returns
    /// whether there is such a cell.
    fn move_cell(&mut self, open: &[usize], others: &[Solution], random: &mut Pcg64Mcg) -> bool {
        let has_free_rooms = self.kind.codec.has_rooms
            && self.kind.generated_room_size(self.bare.clues().grid()).is_none();
        if !has_free_rooms {
            return false;
        }
        let cells = self.cells_of(open, random);
        let (grid, before) = (self.bare.clues().grid(), self.bare.clues().cells.rooms.clone());
        let boards = cells.into_iter().flat_map(|cell| {
            let moved = moved_to_rooms(grid, &before, cell);
            match has_clues_of_rooms(self.kind) {
                // a further room has a further clue
                true => divided_rooms(grid, &before, cell).into_iter().chain(moved).collect(),
                false => moved,
            }
        });
        let found = boards.take(BOARDS).find_map(|rooms| {
            let mut clues = self.bare.clues().clone();
            let changed = cells_of_changed_rooms(&before, &rooms);
            clues.cells.rooms = rooms;
            let bare = WrittenPuzzle::without_conditions(self.kind, clues).ok()?;
            bare.check(&self.solution).ok()?;
            let mut moved = Self {
                bare,
                solution: self.solution.clone(),
                clues: self.clues.clone(),
                places: self.places.clone(),
                held: self.held.clone(),
                ..*self
            };
            moved.renew_clues(&changed, random);
            let puzzle = moved.puzzle()?;
            others.iter().all(|other| puzzle.check(other).is_err()).then_some(moved)
        });
        match found {
            Some(moved) => *self = moved,
            None => return false,
        }
        true
    }

    /// Returns the cells of atoms in random order.
    fn cells_of(&self, atoms: &[usize], random: &mut Pcg64Mcg) -> Vec<usize> {
        let grid = self.bare.clues().grid();
        let graph = Graph::of_cells(grid);
        let values = self.solution.atoms().len() / grid.cell_count();
        let is_loop = self.kind.family() == SolutionFamily::CellLoop;
        let mut cells: Vec<usize> = match is_loop {
            true => atoms.iter().flat_map(|&link| graph.ends(Edge(link as u32))).collect(),
            false => atoms.iter().map(|atom| atom / values).collect(),
        };
        cells.sort_unstable();
        cells.dedup();
        cells.shuffle(random);
        cells
    }

    /// Returns the atoms of the cells beside those of some atoms.
    fn atoms_beside(&self, atoms: &[usize], random: &mut Pcg64Mcg) -> Vec<usize> {
        let grid = self.bare.clues().grid();
        let graph = Graph::of_cells(grid);
        let values = self.solution.atoms().len() / grid.cell_count();
        let cells = self.cells_of(atoms, random);
        let beside = cells.iter().flat_map(|&cell| grid.neighbours(grid.cell_at(cell)));
        let beside = beside.map(|cell| grid.cell_index(cell));
        let mut found: Vec<usize> = match self.kind.family() {
            SolutionFamily::CellLoop => {
                beside.flat_map(|cell| graph.incident(cell)).map(|link| link.index()).collect()
            }
            _ => beside.flat_map(|cell| cell * values..(cell + 1) * values).collect(),
        };
        found.retain(|atom| !atoms.contains(atom));
        found
    }

    /// Changes the solution at an open atom and as little as possible elsewhere, but not to `other` there. Returns whether
    /// there is such a solution.
    fn change_solution(
        &mut self,
        open: &[usize],
        other: Option<&Solution>,
        tests: &mut ScratchTests<'_>,
        random: &mut Pcg64Mcg,
    ) -> Result<bool, GenerateError> {
        let is_of = |solution: &Solution, atom: usize| Lit::new(atom as u32, !solution.has(atom));
        // with a single open atom, unlike the other solution means like this one
        let near: Vec<usize> = match open {
            [_] => self.atoms_beside(open, random),
            _ => open.to_vec(),
        };
        let Some(&changed) = near.choose(random) else { return Ok(false) };
        let unlike = |other: &Solution| open.iter().map(|&atom| !is_of(other, atom)).collect();
        let mut required: Vec<Vec<Lit>> = other.map(unlike).into_iter().collect();
        required.push(vec![!is_of(&self.solution, changed)]);
        let atoms = 0..self.solution.atoms().len();
        // the true values of cells imply the false ones
        let are_values = self.kind.family() == SolutionFamily::Values;
        let mut wanted: Vec<Lit> = atoms
            .filter(|&atom| !are_values || self.solution.has(atom))
            .map(|atom| is_of(&self.solution, atom))
            .collect();
        wanted.shuffle(random);
        let puzzle = Puzzle::Written(self.bare.clone());
        let seed = random.random_range(0..1 << 32);
        let Some(solution) = tests.solution_near(&puzzle, Wish { wanted, required }, seed)? else {
            return Ok(false);
        };
        self.solution = solution;
        self.add_clues(random);
        Ok(true)
    }

    /// Removes clues as long as the solution is the only one and the required techniques find it. Clues that each hold or
    /// fail alone are tested in one session.
    fn with_fewer_clues(
        &self,
        tests: &mut ScratchTests<'_>,
        random: &mut Pcg64Mcg,
    ) -> Result<Option<Puzzle>, GenerateError> {
        let Some(puzzle) = self.puzzle() else { return Ok(None) };
        let (options, limits) = (tests.options, &tests.test_limits(&self.solution));
        let Ok((frame, clues)) = frame_of(&puzzle) else {
            let mut test = PlaceTest { draft: self, tests, with_techniques: true };
            let chosen = fewest(&mut test, limits, random)?;
            return Ok(WrittenPuzzle::new(self.kind, self.only(&chosen)).ok().map(Puzzle::Written));
        };
        let encoding = options.encoding.as_deref();
        let chosen = with_pool(&*frame, &clues, &options.engine, encoding, limits, |pool| {
            let unique = UniquenessTest::new(pool, &self.solution);
            let level = options.wanted_difficulty().solver();
            let deduction =
                level.map(|level| DeductionTest::new(&*frame, &clues, level, &self.solution));
            let mut test = BothTests { unique, deduction, with_techniques: true, limits };
            fewest(&mut test, limits, random)
        })?;
        let chosen: Vec<_> = chosen.iter().map(|number| clues[number]).collect();
        Ok(Some(frame.with(&chosen)))
    }

    /// Returns the clues at some of the places.
    fn only(&self, chosen: &ClueSet) -> WrittenClues {
        let mut clues = self.clues.clone();
        let left_out = (0..self.places.len()).filter(|&number| !chosen.has(number));
        left_out.for_each(|number| set_clue(&mut clues, self.places[number], None));
        clues
    }
}

/// A test for uniqueness that may apply the required techniques, too, which takes longer.
trait StagedTest: ClueSetTest {
    /// Selects whether the next sets are tested with the techniques. Returns whether techniques are required.
    fn use_techniques(&mut self, whether: bool) -> bool;
}

/// Returns a minimal sufficient set of clues; all of them are sufficient.
///
/// Techniques take longer than the solver, so the solver alone first removes clues until none is superfluous. The techniques
/// rarely find the solution then. Some of the removed clues are added again until they do, and only these many clues are left
/// that the techniques may do without.
fn fewest(
    test: &mut dyn StagedTest,
    limits: &JobLimits,
    random: &mut Pcg64Mcg,
) -> Result<ClueSet, GenerateError> {
    let all = ClueSet::all(test.bound());
    test.use_techniques(false);
    let unique = minimal(test, &all, limits, random)?;
    if !test.use_techniques(true) {
        return Ok(unique);
    }
    let extended = extended(test, (&all, &unique), limits, random)?;
    match extended == unique {
        true => Ok(unique),
        false => minimal(test, &extended, limits, random),
    }
}

/// Returns a minimal sufficient subset of a set, or the set if it is not known to be sufficient.
fn minimal(
    test: &mut dyn StagedTest,
    set: &ClueSet,
    limits: &JobLimits,
    random: &mut Pcg64Mcg,
) -> Result<ClueSet, GenerateError> {
    let count = test.bound();
    let groups: Vec<ClueSet> = set.iter().map(|one| ClueSet::of(count, [one])).collect();
    let required = ClueSet::none(count);
    let choice = ClueChoice::fewest(&groups, &required, limits);
    let chosen = choose(Strategy::MultiBranch, &choice, test, random)?.chosen;
    Ok(chosen.unwrap_or_else(|| set.clone()))
}

/// Returns a set with the first of the other clues, in random order, that make it sufficient: bisection finds how many, because
/// sufficiency is monotone. All clues are sufficient.
fn extended(
    test: &mut dyn StagedTest,
    (all, set): (&ClueSet, &ClueSet),
    limits: &JobLimits,
    random: &mut Pcg64Mcg,
) -> Result<ClueSet, GenerateError> {
    let mut others: Vec<usize> = all.minus(set).iter().collect();
    others.shuffle(random);
    let with_first =
        |count: usize| others[..count].iter().fold(set.clone(), |set, &number| set.with(number));
    let (mut low, mut high, mut tried) = (0, others.len(), 0);
    while low < high {
        if let Some(reason) = limits.reached() {
            return Err(GenerateError::Limit(reason));
        }
        match test.test(&with_first(tried))?.is_sufficient() {
            true => high = tried,
            false => low = tried + 1,
        }
        // few of them usually suffice
        tried = ((2 * low).min((low + high) / 2)).max(low);
    }
    Ok(with_first(high))
}

/// A test of the clues at some places of a draft; each set is solved from scratch.
struct PlaceTest<'a, 'b> {
    draft: &'a Draft,
    tests: &'a mut ScratchTests<'b>,
    with_techniques: bool,
}

impl StagedTest for PlaceTest<'_, '_> {
    fn use_techniques(&mut self, whether: bool) -> bool {
        self.with_techniques = whether;
        self.tests.requires_techniques()
    }
}

impl ClueSetTest for PlaceTest<'_, '_> {
    fn bound(&self) -> usize {
        self.draft.places.len()
    }

    fn test(&mut self, chosen: &ClueSet) -> Result<ClueSetStatus, GenerateError> {
        let all = ClueSet::all(self.bound());
        let Draft { kind, bare, solution, .. } = self.draft;
        let clues = self.draft.only(chosen);
        let mut is_enough = || match self.with_techniques {
            true => test(self.tests, *kind, &clues, solution),
            false => is_unique(self.tests, *kind, &clues, solution),
        };
        let is_sufficient = *chosen == all || bare.holds_with(&clues, solution) && is_enough()?;
        Ok(match is_sufficient {
            true => ClueSetStatus::Sufficient(chosen.clone()),
            false => ClueSetStatus::Insufficient(all.minus(chosen)),
        })
    }
}

/// A test for uniqueness, and then for deduction, which takes longer, above all if it fails. Without deduction, a set whose
/// uniqueness is not proven soon counts as insufficient.
struct BothTests<'a, 'b, 'c> {
    unique: UniquenessTest<'a, 'b>,
    deduction: Option<DeductionTest<'c>>,
    with_techniques: bool,
    limits: &'c JobLimits,
}

impl StagedTest for BothTests<'_, '_, '_> {
    fn use_techniques(&mut self, whether: bool) -> bool {
        self.with_techniques = whether;
        self.deduction.is_some()
    }
}

impl ClueSetTest for BothTests<'_, '_, '_> {
    fn bound(&self) -> usize {
        self.unique.bound()
    }

    fn test(&mut self, chosen: &ClueSet) -> Result<ClueSetStatus, GenerateError> {
        let status = self.unique.test(chosen);
        let gave_up =
            matches!(status, Err(GenerateError::Limit(_))) && self.limits.reached().is_none();
        let is_unique = matches!(status, Ok(ClueSetStatus::Sufficient(_)));
        match self.deduction.as_mut().filter(|_| self.with_techniques) {
            Some(deduction) if gave_up || is_unique => deduction.test_knowing(chosen, is_unique),
            None if gave_up => {
                let missing = ClueSet::all(self.bound()).minus(chosen);
                Ok(ClueSetStatus::Insufficient(missing))
            }
            _ => status,
        }
    }
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
        // random letters may contradict each other, and so may rooms without clues
        let alphabet = &kind.file().codec.alphabet;
        let mut places = clue_places(bare.clues()).into_iter();
        if bare.clues().cells.symbols.iter().any(Option::is_some)
            || places.all(|place| place.candidates(alphabet).is_empty())
        {
            return Ok(None);
        }
        let relaxed = kind.without_rules(&impossible);
        let relaxed = relaxed.and_then(|kind| WrittenPuzzle::new(kind, bare.clues().clone()).ok());
        let Some(relaxed) = relaxed else { return Ok(None) };
        bare = relaxed;
    }
    if let Some(solution) = path_solution(&bare, random) {
        return Ok(Some((bare, solution)));
    }
    let seed = random.random_range(0..1 << 32);
    let mut atoms: Vec<usize> = (0..Puzzle::Written(bare.clone()).atom_count()).collect();
    atoms.shuffle(random);
    let share = random.random_range(1..=8);
    atoms.truncate(bare.clues().grid().cell_count() / share);
    let wanted: Vec<Lit> = atoms.into_iter().map(|atom| Lit::positive(atom as u32)).collect();
    loop {
        let puzzle = Puzzle::Written(bare.clone());
        let wish = Wish { wanted: wanted.clone(), required: Vec::new() };
        if let Some(solution) = tests.solution_near(&puzzle, wish, seed)? {
            return Ok(Some((bare, solution)));
        }
        let Some(clues) = with_smaller_parameters(kind, bare.clues()) else { return Ok(None) };
        let smaller = WrittenPuzzle::without_conditions(bare.kind(), clues);
        let Ok(smaller) = smaller else { return Ok(None) };
        bare = smaller;
    }
}

/// Returns the numbers along a random path through all cells, if the rules allow them: a solver takes long to find such a path.
fn path_solution(bare: &WrittenPuzzle, random: &mut Pcg64Mcg) -> Option<Solution> {
    let (grid, kind) = (bare.clues().grid(), bare.kind());
    let atoms = Puzzle::Written(bare.clone()).atom_count();
    let has_all_numbers = atoms == grid.cell_count() * grid.cell_count();
    if kind.family() != SolutionFamily::Values || kind.has_regions() || !has_all_numbers {
        return None;
    }
    [1, 0].into_iter().find_map(|most_sides| {
        let is_step = |one: Cell, next: Cell| {
            let (rows, cols) = (one.row.abs_diff(next.row), one.col.abs_diff(next.col));
            rows.max(cols) == 1 && rows.min(cols) <= most_sides
        };
        let steps = |cell: usize| {
            let all = 0..grid.cell_count();
            all.filter(|&next| is_step(grid.cell_at(cell), grid.cell_at(next))).collect()
        };
        let path = random_path_of_steps(grid, steps, random);
        let mut values = vec![0; path.len()];
        for (number, &cell) in path.iter().enumerate() {
            values[cell] = number as u32 + 1;
        }
        let solution = Solution::of_values(&values, values.len() as u32);
        bare.check(&solution).is_ok().then_some(solution)
    })
}

/// Returns the clues with half of each number in the header, or `None` if these are the least ones already.
pub(in crate::generate) fn with_smaller_parameters(
    kind: WrittenKind,
    clues: &WrittenClues,
) -> Option<WrittenClues> {
    let mut smaller = clues.clone();
    for (number, info) in smaller.parameters.iter_mut().zip(kind.parameters()) {
        *number = (*number / 2).max(info.least);
    }
    (smaller.parameters != clues.parameters).then_some(smaller)
}

/// Returns the rooms after a cell has moved to a room beside it, for each of these, the largest first, if its own room stays
/// connected.
fn moved_to_rooms(grid: Grid, rooms: &[String], cell: usize) -> Vec<Vec<String>> {
    let beside =
        |cell: usize| grid.neighbours(grid.cell_at(cell)).map(|next| grid.cell_index(next));
    let is_left = |one: usize| one != cell && rooms[one] == rooms[cell];
    if components(rooms.len(), is_left, beside).count != 1 {
        return Vec::new();
    }
    let mut others: Vec<&String> = beside(cell).map(|next| &rooms[next]).collect();
    let size = |room: &String| rooms.iter().filter(|one| *one == room).count();
    // what a small room says is soon certain, so a room that shrinks goes on to shrink
    others.sort_unstable_by_key(|&room| (Reverse(size(room)), room));
    others.dedup();
    let moved = |room: &String| {
        let mut rooms = rooms.to_vec();
        rooms[cell].clone_from(room);
        rooms
    };
    others.into_iter().filter(|room| **room != rooms[cell]).map(moved).collect()
}

/// Returns the rooms after a cell and one beside it have become a room of their own, for each of these that leaves the rest of
/// the room connected.
fn divided_rooms(grid: Grid, rooms: &[String], cell: usize) -> Vec<Vec<String>> {
    let beside =
        |cell: usize| grid.neighbours(grid.cell_at(cell)).map(|next| grid.cell_index(next));
    let Some(name) = (0..).map(room_name).find(|name| !rooms.contains(name)) else {
        return Vec::new();
    };
    let others = beside(cell).filter(|&next| rooms[next] == rooms[cell]);
    let is_left = |next: usize| {
        let is_left = |one: usize| one != cell && one != next && rooms[one] == rooms[cell];
        components(rooms.len(), is_left, beside).count == 1
    };
    let divided = |next: usize| {
        let mut rooms = rooms.to_vec();
        [cell, next].into_iter().for_each(|one| rooms[one].clone_from(&name));
        rooms
    };
    others.filter(|&next| is_left(next)).map(divided).collect()
}

/// Returns for each cell whether its room is another one on one of two boards.
fn cells_of_changed_rooms(before: &[String], after: &[String]) -> Vec<bool> {
    let pairs = before.iter().zip(after);
    let changed: Vec<&String> = pairs
        .clone()
        .filter(|(one, other)| one != other)
        .flat_map(|(one, other)| [one, other])
        .collect();
    pairs.map(|(one, other)| changed.contains(&one) || changed.contains(&other)).collect()
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
    let Ok(puzzle) = WrittenPuzzle::new(kind, clues.clone()) else { return Ok(false) };
    let (tested, _) = tests.test_by_solver(&Puzzle::Written(puzzle), solution)?;
    Ok(matches!(tested, Tested::Sufficient))
}

/// Returns whether the clues have exactly this solution, as far as a solver finds out soon.
pub(super) fn is_unique(
    tests: &mut ScratchTests<'_>,
    kind: WrittenKind,
    clues: &WrittenClues,
    solution: &Solution,
) -> Result<bool, GenerateError> {
    let Ok(puzzle) = WrittenPuzzle::new(kind, clues.clone()) else { return Ok(false) };
    tests.is_unique(&Puzzle::Written(puzzle), solution)
}

/// Returns random rooms, or an error if rooms of the kind's size do not fill the grid.
fn board_rooms(
    kind: WrittenKind,
    grid: Grid,
    random: &mut Pcg64Mcg,
) -> Result<Vec<String>, GenerateError> {
    let Some(size) = kind.generated_room_size(grid) else {
        return Ok(random_rooms(grid, !has_clues_of_rooms(kind), random));
    };
    if size == 0 {
        return Err(GenerateError::Impossible(format!(
            "{} of {} x {} cells: `generate rooms` has a number below 0\n\
             help: use another size, or correct the kind file",
            kind.name,
            grid.rows(),
            grid.cols()
        )));
    }
    if !grid.cell_count().is_multiple_of(size) {
        return Err(GenerateError::Impossible(format!(
            "{} of {} x {} cells: each room has {size} cells\nhelp: use another size",
            kind.name,
            grid.rows(),
            grid.cols()
        )));
    }
    Ok(equal_rooms(grid, size, random))
}

/// The number of tries to exchange cells of two rooms, for each cell.
const EXCHANGES: usize = 100;

/// Returns random rooms of this size: pieces of a path through all cells, which then exchange cells as long as they stay
/// connected.
fn equal_rooms(grid: Grid, size: usize, random: &mut Pcg64Mcg) -> Vec<String> {
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
    room.into_iter().map(room_name).collect()
}

/// Returns random rooms of about equal sizes, which may have as many cells as a row: the name of the room of each cell.
fn random_rooms(grid: Grid, may_be_rows: bool, random: &mut Pcg64Mcg) -> Vec<String> {
    let sizes = [2, 3, 4, 5, grid.cols()];
    let sizes = if may_be_rows { &sizes[..] } else { &sizes[..3] };
    let size = sizes.choose(random).copied().unwrap_or(4);
    if size == grid.cols() {
        return equal_rooms(grid, size, random);
    }
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

/// The maximum difference of two numbers that hold at a place, if it is not the number of a room.
const USUAL_GAP: u32 = 12;

/// Returns whether the clue of each cell holds or fails alone and is written there.
fn has_lone_clues(kind: WrittenKind) -> bool {
    kind.is_separable && kind.blank.is_none() && !kind.file().has_room_numbers
}

/// Returns whether the clues of cells are about their rooms: numbers of rooms, and letters with numbers.
fn has_clues_of_rooms(kind: WrittenKind) -> bool {
    let codec = &kind.file().codec;
    kind.file().has_room_numbers || codec.has_rooms && codec.alphabet.has_numbered_letters
}

/// Returns the rooms, or the whole grid as one.
fn room_regions(clues: &WrittenClues) -> Regions {
    match clues.cells.rooms.is_empty() {
        true => Regions::divided(clues.grid(), |_, _| false),
        false => clues.cells.regions(),
    }
}

/// Adds all clues that hold in the solution and say something, or those of some cells; returns their places, and all clues of
/// cells that hold, if each holds or fails alone.
fn add_clues(
    bare: &WrittenPuzzle,
    clues: &mut WrittenClues,
    solution: &Solution,
    changed: Option<&[bool]>,
    random: &mut Pcg64Mcg,
) -> (Vec<CluePlace>, Vec<(Cell, ClueSymbol)>) {
    let mut held = Vec::new();
    let mut places = match has_clues_of_rooms(bare.kind()) {
        true => room_places(clues),
        false => clue_places(clues),
    };
    let is_changed = |place: &CluePlace| match (changed, place) {
        (None, _) => true,
        (Some(changed), CluePlace::Cell(cell) | CluePlace::Sum { cell, .. }) => {
            changed[bare.clues().grid().cell_index(*cell)]
        }
        (Some(_), CluePlace::Corner(_) | CluePlace::Border(..)) => false,
    };
    places.retain(is_changed);
    // the letters that are there already belong to the board
    places.retain(|&place| clue_at(clues, place).is_none());
    places.shuffle(random);
    let (permits, rooms) = (bare.permitted(solution), room_regions(clues));
    let gap = |place: CluePlace| match place {
        CluePlace::Cell(cell) if bare.kind().file().has_room_numbers => {
            let room = rooms.of(cell);
            rooms.numbers().iter().filter(|&&other| other == room).count() as u32
        }
        _ => USUAL_GAP,
    };
    places.retain(|&place| {
        let candidates: Vec<PlaceClue> = match place {
            CluePlace::Border(..) if bare.kind().has_border_lists() => {
                // alone, because all lists are compared
                let mut alone = bare.clues().clone();
                set_clue(&mut alone, place, Some(&PlaceClue::List(vec![None])));
                let found = bare.compared_runs(&alone, solution).pop();
                found.map(listed).into_iter().collect()
            }
            CluePlace::Cell(cell) => cell_candidates(bare, solution, &rooms, cell),
            place => place.candidates(&bare.kind().file().codec.alphabet),
        };
        let is_letter =
            |clue: &PlaceClue| matches!(clue, PlaceClue::Symbol(ClueSymbol::Letter(_, None)));
        // clues that each hold or fail alone are read faster alone; the number of a room is not that of a cell
        let (kind, mut alone) = (bare.kind(), bare.clues().clone());
        let is_separable = has_lone_clues(kind);
        let is_alone = kind.is_separable && kind.blank.is_none();
        let mut holds = |clue: &PlaceClue| {
            if let (CluePlace::Cell(cell), PlaceClue::Symbol(symbol), true) =
                (place, clue, is_separable)
            {
                return permits(cell, *symbol);
            }
            let tried = if is_alone { &mut alone } else { &mut *clues };
            set_clue(tried, place, Some(clue));
            bare.holds_with(tried, solution)
        };
        let mut all = 0;
        let mut holding = Vec::new();
        for clue in candidates {
            // far greater numbers rarely hold, too, and where all clues are read it takes long to see that
            let last = holding.last().and_then(PlaceClue::number);
            let is_far = |(last, number)| number > last + gap(place);
            if !is_separable && last.zip(clue.number()).is_some_and(is_far) {
                continue;
            }
            all += 1;
            if holds(&clue) {
                holding.push(clue);
            }
        }
        if let (CluePlace::Cell(cell), true) = (place, is_separable) {
            held.extend(holding.iter().filter_map(|clue| match clue {
                PlaceClue::Symbol(symbol) => Some((cell, *symbol)),
                PlaceClue::List(_) => None,
            }));
        }
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
    (places, held)
}

/// Returns the clues that may be in a cell. Those about a room of values are numbers of values, or their sum or product, which may
/// be greater than the numbers that are tried elsewhere.
fn cell_candidates(
    bare: &WrittenPuzzle,
    solution: &Solution,
    rooms: &Regions,
    cell: Cell,
) -> Vec<PlaceClue> {
    let (kind, alphabet) = (bare.kind(), &bare.kind().file().codec.alphabet);
    let mut all = CluePlace::Cell(cell).candidates(alphabet);
    if kind.family() != SolutionFamily::Values || !has_clues_of_rooms(kind) {
        return all;
    }
    let grid = bare.clues().grid();
    let count = solution.atoms().len() / grid.cell_count();
    let numbers = room_numbers(grid, solution, rooms, cell);
    let is_usual = |number: u32| number as usize <= count || numbers.contains(&number);
    all.retain(|clue| match clue {
        PlaceClue::Symbol(ClueSymbol::Number(number) | ClueSymbol::Letter(_, Some(number))) => {
            is_usual(*number)
        }
        _ => true,
    });
    for number in numbers {
        let is_known = |&(least, greatest): &(u32, u32)| (least..=greatest).contains(&number);
        let plain = alphabet.numbers.filter(is_known).map(|_| ClueSymbol::Number(number));
        let letters = if alphabet.has_numbered_letters { alphabet.letters.len() } else { 0 };
        let lettered = (0..letters).map(|letter| ClueSymbol::Letter(letter, Some(number)));
        for clue in plain.into_iter().chain(lettered).map(PlaceClue::Symbol) {
            if !all.contains(&clue) {
                all.push(clue);
            }
        }
    }
    all
}

/// Returns the sum and the product of the values in the room of a cell.
fn room_numbers(grid: Grid, solution: &Solution, rooms: &Regions, cell: Cell) -> Vec<u32> {
    let count = solution.atoms().len() / grid.cell_count();
    let value = |cell: Cell| {
        let first = grid.cell_index(cell) * count;
        (0..count).find(|&value| solution.has(first + value)).map(|value| value as u32 + 1)
    };
    let cells = grid.cells().filter(|&one| rooms.of(one) == rooms.of(cell));
    let values: Vec<u32> = cells.filter_map(value).collect();
    let product = values.iter().try_fold(1, |all: u32, &value| all.checked_mul(value));
    std::iter::once(values.iter().sum()).chain(product).collect()
}

pub(super) fn clue_count(clues: &WrittenClues) -> usize {
    let outside = clues.border.iter().flatten().flatten().count();
    let corners = clues.corners.iter().flatten().count();
    clues.cells.symbols.iter().flatten().count() + outside + corners
}
