//! `check`: whether the marks of a player are a solution, and whether they contain a mistake.

use std::collections::HashMap;
use std::time::Duration;

use encycle_encodings::encoding::{Encoding, GlobalConstraint};
use encycle_encodings::export::{ClauseListing, list_clauses};
use encycle_encodings::kinds::neighbor_number::NeighborNumber;
use encycle_encodings::kinds::reachability::Wall;
use encycle_encodings::kinds::written::{RuleInstance, RuleMeaning};
use encycle_encodings::logic::{ConstraintSink, Lit, LoweringOptions, Place};
use encycle_encodings::puzzle::{LineShape, Solution, SolutionForm};
use encycle_encodings::rules::GLOBAL_CONSTRAINTS;
use encycle_encodings::rules::one_loop::walks;

use crate::page::finished::{FinishedClues, finished_clues};
use crate::page::job::{JobError, puzzle, values};
use crate::page::{Checked, Event, Marks, Spot, whole};
use crate::puzzle::Puzzle;
use crate::solve::{BatSatSession, Finder, NextSolution, SearchOptions, atom_literals};

/// The time limit of the search for a solution that agrees with the marks.
const SEARCH_LIMIT: Duration = Duration::from_secs(10);

/// Answers `check`: looks for mistakes in unfinished marks, for broken rules only, or for nothing.
pub(super) fn check(
    text: &str,
    marks: &Marks,
    (mistakes, rules): (bool, bool),
) -> Result<Event, JobError> {
    let puzzle = puzzle(text)?;
    let candidate = candidate(&puzzle, marks)?;
    let known = known(&puzzle, marks)?;
    let open = Checked { words: "not finished".to_owned(), ..Checked::default() };
    let is_solved = puzzle.check(&candidate).is_ok();
    let mut checked = match wrong_shade(&puzzle, marks, &candidate, is_solved) {
        Some(wrong) if is_solved || mistakes || rules => wrong,
        _ if is_solved => Checked { solved: true, words: "solved".to_owned(), ..open },
        _ if mistakes => mistake(&puzzle, &known, &candidate)?
            .unwrap_or(Checked { words: "no mistake so far".to_owned(), ..open }),
        _ if rules => {
            let encoding = puzzle.encoding(&puzzle.default_encoding()).map_err(JobError::new)?;
            let statements = statements(&puzzle);
            let broken = broken_rule(&puzzle, &encoding, &statements, &known, &candidate)?;
            let FinishedClues { cells, notes } =
                finished_clues(&puzzle, &encoding, &statements, &known, &candidate);
            Checked { finished: cells, finished_notes: notes, ..broken.unwrap_or(open) }
        }
        _ => open,
    };
    let spots = checked.spot.iter_mut().chain(&mut checked.further);
    spots.for_each(|spot| show_shades(&puzzle, marks, spot));
    Ok(Event::Checked(Box::new(checked)))
}

/// Replaces lines in a spot that are absent because a cell is shaded by the cell.
fn show_shades(puzzle: &Puzzle, marks: &Marks, spot: &mut Spot) {
    let Some(graph) = puzzle.graph_of_atoms().filter(|_| !marks.shaded.is_empty()) else { return };
    let is_marked = |atom: &usize| marks.present.contains(atom) || marks.absent.contains(atom);
    let mut cells = Vec::new();
    spot.atoms.retain(|atom| {
        let has_atom =
            |&&cell: &&usize| graph.incident(cell).iter().any(|edge| edge.index() == *atom);
        let count = cells.len();
        if !is_marked(atom) {
            cells.extend(marks.shaded.iter().filter(has_atom));
        }
        cells.len() == count
    });
    spot.add_cells(cells);
}

/// Looks for a shaded cell that the loop visits, and, if the loop is finished, for a cell marked as visited that it leaves out.
fn wrong_shade(
    puzzle: &Puzzle,
    marks: &Marks,
    candidate: &Solution,
    is_finished: bool,
) -> Option<Checked> {
    let graph = puzzle.graph_of_atoms()?;
    let is_visited =
        |&&cell: &&usize| graph.incident(cell).iter().any(|edge| candidate.has(edge.index()));
    let shaded =
        marks.shaded.iter().find(is_visited).map(|&cell| (cell, "the loop visits a shaded cell"));
    let left_out = || {
        let cell = *marks.unshaded.iter().find(|cell| !is_visited(cell))?;
        is_finished.then_some((cell, "the loop leaves out a cell with a dot"))
    };
    let (cell, words) = shaded.or_else(left_out)?;
    let words = format!("{words}: {}", graph.vertex_place(cell));
    Some(broken(None, words, Spot { cells: vec![cell], ..Spot::default() }))
}

/// Returns the solution that the marks stand for. An atom without a mark is false, with two exceptions: a clue is true,
/// and a place where the player may build a wall is open.
pub(super) fn candidate(puzzle: &Puzzle, marks: &Marks) -> Result<Solution, JobError> {
    let known = known(puzzle, marks)?;
    Ok(match puzzle {
        Puzzle::Reachability(puzzle) => {
            puzzle.candidate(|link| known.get(link.index()) != Some(&Some(false)))
        }
        _ => Solution::new(known.iter().map(|&value| value == Some(true)).collect()),
    })
}

/// Returns the value of each atom that is marked or given.
pub(super) fn known(puzzle: &Puzzle, marks: &Marks) -> Result<Vec<Option<bool>>, JobError> {
    let mut known: Vec<Option<bool>> = vec![None; puzzle.atom_count()];
    for (atoms, value) in [(&marks.absent, false), (&marks.present, true)] {
        for &atom in atoms {
            *known.get_mut(atom).ok_or_else(|| {
                JobError::new(format!(
                    "atom {atom} out of range: the puzzle has {}",
                    puzzle.atom_count()
                ))
            })? = Some(value);
        }
    }
    if let Some(graph) = puzzle.graph_of_atoms() {
        for &cell in &marks.shaded {
            let cell = Some(cell).filter(|&cell| cell < graph.vertex_count());
            let cell = cell.ok_or_else(|| JobError::new("a shaded cell is out of range"))?;
            for edge in graph.incident(cell) {
                known[edge.index()].get_or_insert(false);
            }
        }
    }
    let (digits, values): (Vec<u32>, u32) = match puzzle {
        Puzzle::Sudoku(puzzle) => (puzzle.clues().to_vec(), puzzle.side() as u32),
        Puzzle::NeighborNumber(puzzle) => (puzzle.digits(), NeighborNumber::VALUES),
        Puzzle::Reachability(puzzle) => {
            for link in puzzle.graph().edges() {
                match puzzle.wall(link) {
                    Wall::Open => known[link.index()] = Some(true),
                    Wall::Shut => known[link.index()] = Some(false),
                    Wall::Free => {}
                }
            }
            return Ok(known);
        }
        _ => return Ok(known),
    };
    let given = Solution::of_values(&digits, values);
    given.true_atoms().for_each(|atom| known[atom] = Some(true));
    Ok(known)
}

/// Returns a mistake.
fn broken(rule: Option<String>, words: String, spot: Spot) -> Checked {
    let spot = (!spot.is_empty()).then_some(spot);
    Checked { mistake: true, rule, words, spot, ..Checked::default() }
}

/// Returns the meaning of a family without the names of its parts in the literature, as in `(Rd+, Rd-)`.
pub(super) fn without_codes(meaning: &str) -> &str {
    let is_code = |word: &str| word.ends_with(['+', '-']) && !word.contains(' ');
    match meaning.rsplit_once(" (").map(|(words, rest)| (words, rest.strip_suffix(')'))) {
        Some((words, Some(codes))) if codes.split(", ").all(is_code) => words,
        _ => meaning,
    }
}

/// A rule that marks violate.
struct Violation {
    family: String,
    place: Place,
    /// The marks that violate it together.
    atoms: Vec<usize>,
}

/// The maximum number of violations that are shown at once.
const MOST_VIOLATIONS: usize = 50;

/// Returns what the rules of a kind file say at each place; nothing for other kinds.
fn statements(puzzle: &Puzzle) -> Vec<RuleInstance> {
    match puzzle {
        Puzzle::Written(puzzle) => puzzle.rule_instances().unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// Looks for broken rules: statements of the rules that the marks violate, or a loop that is closed too early.
fn broken_rule(
    puzzle: &Puzzle,
    encoding: &Encoding<'_>,
    statements: &[RuleInstance],
    known: &[Option<bool>],
    candidate: &Solution,
) -> Result<Option<Checked>, JobError> {
    let seen = whole::with_other_values(puzzle, known);
    let known = &seen[..];
    let violated = violated_statements(puzzle, statements, known);
    if let Some(broken) = broken_places(puzzle, encoding, &violated) {
        return Ok(Some(broken));
    }
    let Some(literals) = atom_literals(encoding) else { return Ok(None) };
    let listed = MarkedClauses::of(encoding, known, &literals)?;
    if let Some(broken) = broken_places(puzzle, encoding, &listed.violated) {
        return Ok(Some(broken));
    }
    if let Some(vertices) = early_loop(puzzle, candidate) {
        let atoms = puzzle.graph_of_atoms().into_iter().flat_map(|graph| {
            vertices
                .windows(2)
                .filter_map(|pair| graph.edge_between(pair[0], pair[1]))
                .map(|edge| edge.index())
        });
        let spot = Spot { atoms: atoms.collect(), ..Spot::default() };
        let words = "a loop is closed, but the puzzle is not solved by it".to_owned();
        return Ok(Some(broken(Some("single-loop".to_owned()), words, spot)));
    }
    if let (Some(graph), Some(vertex)) = (puzzle.graph_of_atoms(), whole::dead_end(puzzle, known)) {
        let place = graph.vertex_place(vertex);
        let words = format!("a line cannot go on at {place}");
        return Ok(Some(broken(Some("dead-end".to_owned()), words, Spot::of(puzzle, place))));
    }
    Ok(broken_whole(puzzle, encoding, known, listed))
}

/// Returns the mistake of the first of some violations, with the places of the others; `None` if there are none.
fn broken_places(
    puzzle: &Puzzle,
    encoding: &Encoding<'_>,
    violated: &[Violation],
) -> Option<Checked> {
    let Violation { family, place, .. } = violated.first()?;
    let mut spots = violated.iter().map(|one| spot_of_violation(puzzle, one));
    let first = spots.next().unwrap_or_default();
    let checked = broken_family(encoding, family, *place, first);
    Some(Checked { further: spots.collect(), ..checked })
}

/// The maximum number of clauses through which marks are followed.
const MOST_FOLLOWED: usize = 200_000;

/// Looks for marks that contradict each other through variables that are not atoms, such as those of an island, or break the
/// rule about the drawing as a whole.
fn broken_whole(
    puzzle: &Puzzle,
    encoding: &Encoding<'_>,
    known: &[Option<bool>],
    MarkedClauses { atoms, mut values, list, .. }: MarkedClauses,
) -> Option<Checked> {
    values.resize(list.names.len().max(values.len()), None);
    let is_atom = |variable: usize| atoms.contains_key(&variable);
    if list.names.len() > atoms.len()
        && list.count <= MOST_FOLLOWED
        && let Some(clause) = whole::follow(&list.clauses, &mut values, &is_atom)
    {
        let spot = Spot::of(puzzle, clause.origin.place);
        return Some(broken_family(encoding, clause.origin.family, clause.origin.place, spot));
    }
    let clause = whole::violated_cut(encoding, &values)?;
    Some(broken_cut(puzzle, encoding, known, &atoms, &clause))
}

/// Returns the mistake that marks violate a family of clauses at a place.
fn broken_family(encoding: &Encoding<'_>, family: &str, place: Place, spot: Spot) -> Checked {
    let families = encoding.families();
    let meaning = families.iter().find(|one| one.name == family).map_or("", |one| one.meaning);
    let words = format!("a rule is broken at {place}: {}", without_codes(meaning));
    broken(Some(family.to_owned()), words, spot)
}

/// Returns the mistake that marks violate a clause of the rule about the drawing as a whole.
fn broken_cut(
    puzzle: &Puzzle,
    encoding: &Encoding<'_>,
    known: &[Option<bool>],
    atoms: &HashMap<usize, usize>,
    clause: &[Lit],
) -> Checked {
    let name = encoding.global_constraint().map_or("", GlobalConstraint::name);
    let marks: Vec<usize> =
        clause.iter().filter_map(|literal| atoms.get(&literal.vidx()).copied()).collect();
    let spot = match (puzzle.form(), marks.first().copied()) {
        // the first cell of the clause is in the part that is cut off
        (SolutionForm::Values { grid, values: 1 }, Some(first))
            if name.starts_with("connected") && marks.len() == clause.len() =>
        {
            Spot { cells: whole::area(grid, first, known), ..Spot::default() }
        }
        _ => {
            let is_present = |&atom: &usize| known[atom] == Some(true);
            let present: Vec<usize> = marks.iter().copied().filter(is_present).collect();
            spot_of_atoms(puzzle, if present.is_empty() { marks } else { present })
        }
    };
    let meaning = GLOBAL_CONSTRAINTS.iter().find(|(rule, _)| *rule == name);
    let meaning = meaning.map_or(name, |(_, meaning)| meaning);
    broken(Some(name.to_owned()), format!("a rule is broken: {meaning}"), spot)
}

/// Looks for a mistake: a broken rule, or marks that no solution has together.
pub(super) fn mistake(
    puzzle: &Puzzle,
    known: &[Option<bool>],
    candidate: &Solution,
) -> Result<Option<Checked>, JobError> {
    let encoding = puzzle.encoding(&puzzle.default_encoding()).map_err(JobError::new)?;
    if let Some(broken) = broken_rule(puzzle, &encoding, &statements(puzzle), known, candidate)? {
        return Ok(Some(broken));
    }
    let Some(literals) = atom_literals(&encoding) else { return Ok(None) };
    let assumed: Vec<(usize, Lit)> = known
        .iter()
        .zip(&literals)
        .enumerate()
        .filter_map(|(atom, (&value, &literal))| {
            let literal = literal?;
            Some((atom, if value? { literal } else { !literal }))
        })
        .collect();
    Ok(contradiction(&encoding, &assumed)?.map(|atoms| {
        let words = match atoms.len() {
            0 => "the puzzle has no solution".to_owned(),
            1 => "no solution has this mark".to_owned(),
            _ => "no solution has these marks together".to_owned(),
        };
        broken(None, words, spot_of_atoms(puzzle, atoms))
    }))
}

/// Returns the spot of some atoms: lines in a puzzle about lines, otherwise the cells of the values.
pub(super) fn spot_of_atoms(puzzle: &Puzzle, atoms: Vec<usize>) -> Spot {
    match (puzzle.graph_of_atoms(), puzzle.extent().count()) {
        (None, cells) if cells > 0 => {
            let values = (puzzle.atom_count() / cells).max(1);
            let mut cells: Vec<usize> = atoms.iter().map(|atom| atom / values).collect();
            cells.dedup();
            Spot { cells, ..Spot::default() }
        }
        _ => Spot { atoms, ..Spot::default() },
    }
}

/// Returns the marks of a violation, with the cell or vertex whose clue they violate.
fn spot_of_violation(puzzle: &Puzzle, Violation { place, atoms, .. }: &Violation) -> Spot {
    let marks = spot_of_atoms(puzzle, atoms.clone());
    // the first cells of a row or a room are not what is wrong
    let is_narrow = matches!(
        place,
        Place::Cell { .. } | Place::Vertex { .. } | Place::Node(_) | Place::Face(_)
    );
    if !is_narrow && !marks.is_empty() {
        return marks;
    }
    let mut spot = Spot::of(puzzle, *place);
    spot.add_cells(marks.cells);
    spot.atoms.extend(marks.atoms);
    spot
}

/// Returns the statements that no solution with these marks satisfies, each with the fewest marks.
fn violated_statements(
    puzzle: &Puzzle,
    statements: &[RuleInstance],
    known: &[Option<bool>],
) -> Vec<Violation> {
    let is_broken = |meaning: &RuleMeaning, known: &[Option<bool>]| {
        meaning.bounds(&|atom| known.get(atom).copied().flatten()).1 < 1
    };
    let violated = statements.iter().filter(|one| is_broken(&one.meaning, known));
    let violation = |one: &RuleInstance| {
        let mut atoms = Vec::new();
        one.meaning.each_atom(&mut |atom| atoms.push(atom));
        atoms.sort_unstable();
        atoms.dedup();
        let place = whole::line_of(puzzle, one).unwrap_or(one.place);
        let mut needed = vec![None; known.len()];
        atoms.iter().for_each(|&atom| needed[atom] = known[atom]);
        atoms.retain(|&atom| {
            let value = needed[atom].take();
            let is_needed = !is_broken(&one.meaning, &needed);
            if is_needed {
                needed[atom] = value;
            }
            is_needed
        });
        Violation { family: one.rule.to_owned(), place, atoms }
    };
    violated.take(MOST_VIOLATIONS).map(violation).collect()
}

/// The clauses of an encoding with the marks, listed once for all that a check looks for.
struct MarkedClauses {
    /// The atoms, by variable.
    atoms: HashMap<usize, usize>,
    /// The marks, by variable.
    values: Vec<Option<bool>>,
    /// The clauses, up to [`MOST_FOLLOWED`].
    list: ClauseListing,
    /// The first clauses whose literals are all false.
    violated: Vec<Violation>,
}

impl MarkedClauses {
    fn of(
        encoding: &Encoding<'_>,
        known: &[Option<bool>],
        literals: &[Option<Lit>],
    ) -> Result<Self, JobError> {
        let values = values(known, literals);
        let variables = literals.iter().enumerate();
        let atoms: HashMap<usize, usize> =
            variables.filter_map(|(atom, literal)| Some(((*literal)?.vidx(), atom))).collect();
        let is_false = |literal: &Lit| values.get(literal.vidx()) == Some(&Some(literal.is_neg()));
        let mut violated = Vec::new();
        let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
        let choices = LoweringOptions::default();
        let list = list_clauses(choices, &encode, MOST_FOLLOWED, |clause, origin, _| {
            let is_violated = !clause.is_empty() && clause.iter().all(is_false);
            if is_violated && violated.len() < MOST_VIOLATIONS {
                let marked = clause.iter().filter_map(|lit| atoms.get(&lit.vidx()).copied());
                violated.push(Violation {
                    family: origin.family.to_owned(),
                    place: origin.place,
                    atoms: marked.collect(),
                });
            }
            true
        })
        .map_err(JobError::new)?;
        Ok(Self { atoms, values, list, violated })
    }
}

/// Returns the vertices of a closed loop, if there is one and the rules do not allow several loops. The loop is a
/// mistake, because the caller has already found that the marks are not a solution.
fn early_loop(puzzle: &Puzzle, candidate: &Solution) -> Option<Vec<usize>> {
    let problem = puzzle.line_rules()?;
    if problem.shape == LineShape::Cycles {
        return None;
    }
    let walks = walks(problem.graph, candidate.atoms()).into_iter().map(|walk| walk.vertices);
    walks.into_iter().find(|walk| walk.len() > 2 && walk.first() == walk.last())
}

/// Returns a minimal set of marks that no solution has together, or `None` if a solution has all marks or the time
/// limit was reached first.
///
/// The set is a core of the first call, reduced by deletion: each mark is left out once, and stays out if there is
/// still no solution. The result is minimal, but another set may be smaller. If the time limit is reached during the
/// deletion, the set may also contain marks that are not needed.
fn contradiction(
    encoding: &Encoding<'_>,
    assumed: &[(usize, Lit)],
) -> Result<Option<Vec<usize>>, JobError> {
    let mut session = BatSatSession::new(LoweringOptions::default(), None);
    let options = SearchOptions { timeout: Some(SEARCH_LIMIT), ..SearchOptions::default() };
    let mut search = MarkSearch {
        finder: Finder::new(encoding, &mut session, options),
        atoms: assumed.iter().map(|&(atom, literal)| (literal, atom)).collect(),
        found: Vec::new(),
    };
    let mut literals: Vec<Lit> = assumed.iter().map(|&(_, literal)| literal).collect();
    if search.is_possible(&literals)? != Some(false) {
        return Ok(None);
    }
    if let Some(core) = search.finder.core() {
        let part: Vec<Lit> = literals.iter().copied().filter(|one| core.contains(one)).collect();
        // the core may depend on the clauses that block the solutions found so far; such a core is not used
        if !search.found.iter().any(|solution| search.agrees(solution, &part)) {
            literals = part;
        }
    }
    let mut index = 0;
    while index < literals.len() {
        let mut fewer = literals.clone();
        fewer.remove(index);
        match search.is_possible(&fewer)? {
            Some(true) => index += 1,
            Some(false) => literals = fewer,
            None => break,
        }
    }
    Ok(Some(literals.iter().filter_map(|literal| search.atoms.get(literal).copied()).collect()))
}

/// Searches for solutions that have certain marks.
struct MarkSearch<'a> {
    finder: Finder<'a>,
    atoms: HashMap<Lit, usize>,
    /// The solutions so far; the search finds each only once.
    found: Vec<Solution>,
}

impl MarkSearch<'_> {
    fn agrees(&self, solution: &Solution, literals: &[Lit]) -> bool {
        let agrees = |literal: &Lit| match self.atoms.get(literal) {
            Some(&atom) => solution.has(atom) == literal.is_pos(),
            None => true,
        };
        literals.iter().all(agrees)
    }

    /// Returns whether a solution has these marks; `None` if it was not decided in time.
    fn is_possible(&mut self, literals: &[Lit]) -> Result<Option<bool>, JobError> {
        if self.found.iter().any(|solution| self.agrees(solution, literals)) {
            return Ok(Some(true));
        }
        loop {
            match self.finder.next_under(literals, &mut ()).map_err(JobError::new)? {
                NextSolution::Exhausted => return Ok(Some(false)),
                NextSolution::Unknown(_) => return Ok(None),
                NextSolution::Solution(solution) => {
                    // if one loop of a model is a solution by itself, the other loops and their marks are missing
                    let agrees = self.agrees(&solution, literals);
                    self.found.push(solution);
                    if agrees {
                        return Ok(Some(true));
                    }
                }
            }
        }
    }
}
