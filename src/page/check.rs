//! `check`: whether the marks of a player are a solution, and whether they contain a mistake.

use std::collections::HashMap;
use std::time::Duration;

use encycle_encodings::encoding::Encoding;
use encycle_encodings::export::list_clauses;
use encycle_encodings::kinds::neighbor_number::NeighborNumber;
use encycle_encodings::kinds::reachability::Wall;
use encycle_encodings::logic::{Lit, LoweringOptions, Place};
use encycle_encodings::puzzle::{LineShape, Solution};
use encycle_encodings::rules::one_loop::walks;

use crate::page::board::graph;
use crate::page::job::{JobError, puzzle};
use crate::page::{Checked, Event, Marks, Spot};
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
    let open = Checked { words: "not finished".to_owned(), ..Checked::default() };
    let checked = match puzzle.check(&candidate) {
        Ok(()) => Checked { solved: true, words: "solved".to_owned(), ..open },
        Err(_) if mistakes => mistake(&puzzle, &known(&puzzle, marks)?, &candidate)?
            .unwrap_or(Checked { words: "no mistake so far".to_owned(), ..open }),
        Err(_) if rules => {
            let encoding = puzzle.encoding(&puzzle.default_encoding()).map_err(JobError::new)?;
            broken_rule(&puzzle, &encoding, &known(&puzzle, marks)?, &candidate)?.unwrap_or(open)
        }
        Err(_) => open,
    };
    Ok(Event::Checked(Box::new(checked)))
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
    let (digits, values): (Vec<u32>, u32) = match puzzle {
        Puzzle::Sudoku(puzzle) => (puzzle.clues().to_vec(), puzzle.side() as u32),
        Puzzle::Chaos(puzzle) => (puzzle.clues().to_vec(), 4),
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
    Checked { solved: false, mistake: true, rule, words, spot }
}

/// Looks for a broken rule: a clause of the rules that the marks violate, or a loop that is closed too early.
fn broken_rule(
    puzzle: &Puzzle,
    encoding: &Encoding<'_>,
    known: &[Option<bool>],
    candidate: &Solution,
) -> Result<Option<Checked>, JobError> {
    let Some(literals) = atom_literals(encoding) else { return Ok(None) };
    if let Some((family, place)) = violated_clause(encoding, known, &literals)? {
        let families = encoding.families();
        let meaning = families.iter().find(|one| one.name == family).map_or("", |one| one.meaning);
        let mut spot = Spot::of(puzzle, place);
        spot.atoms.extend(around(puzzle, place, known));
        let words = format!("rule `{family}` is broken at {place}: {meaning}");
        return Ok(Some(broken(Some(family), words, spot)));
    }
    if let Some(vertices) = early_loop(puzzle, candidate) {
        let atoms = graph(puzzle).into_iter().flat_map(|graph| {
            vertices
                .windows(2)
                .filter_map(|pair| graph.edge_between(pair[0], pair[1]))
                .map(|edge| edge.index())
        });
        let spot = Spot { atoms: atoms.collect(), ..Spot::default() };
        let words = "a loop is closed, but the puzzle is not solved by it".to_owned();
        return Ok(Some(broken(Some("single-loop".to_owned()), words, spot)));
    }
    Ok(None)
}

/// Looks for a mistake: a broken rule, or marks that no solution has together.
pub(super) fn mistake(
    puzzle: &Puzzle,
    known: &[Option<bool>],
    candidate: &Solution,
) -> Result<Option<Checked>, JobError> {
    let encoding = puzzle.encoding(&puzzle.default_encoding()).map_err(JobError::new)?;
    if let Some(broken) = broken_rule(puzzle, &encoding, known, candidate)? {
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
    match (graph(puzzle), puzzle.extent().count()) {
        (None, cells) if cells > 0 => {
            let values = (puzzle.atom_count() / cells).max(1);
            let mut cells: Vec<usize> = atoms.iter().map(|atom| atom / values).collect();
            cells.dedup();
            Spot { cells, ..Spot::default() }
        }
        _ => Spot { atoms, ..Spot::default() },
    }
}

/// Returns the drawn lines at a place, if the place is a vertex.
fn around(puzzle: &Puzzle, place: Place, known: &[Option<bool>]) -> Vec<usize> {
    let Some(graph) = graph(puzzle) else { return Vec::new() };
    let vertex = (0..graph.vertex_count()).find(|&vertex| graph.vertex_place(vertex) == place);
    let lines = vertex.into_iter().flat_map(|vertex| graph.incident(vertex));
    lines.map(|edge| edge.index()).filter(|&atom| known[atom] == Some(true)).collect()
}

/// Returns the values of the variables that stand for known atoms.
pub(super) fn values(known: &[Option<bool>], literals: &[Option<Lit>]) -> Vec<Option<bool>> {
    let mut values = Vec::new();
    for (&value, literal) in known.iter().zip(literals) {
        if let (Some(value), Some(literal)) = (value, literal) {
            if values.len() <= literal.vidx() {
                values.resize(literal.vidx() + 1, None);
            }
            values[literal.vidx()] = Some(value);
        }
    }
    values
}

/// Returns the origin of the first clause whose literals are all false.
fn violated_clause(
    encoding: &Encoding<'_>,
    known: &[Option<bool>],
    literals: &[Option<Lit>],
) -> Result<Option<(String, Place)>, JobError> {
    let values = values(known, literals);
    let is_false = |literal: &Lit| values.get(literal.vidx()) == Some(&Some(literal.is_neg()));
    let list = list_clauses(
        LoweringOptions::default(),
        &|sink| encoding.encode(sink),
        1,
        |clause, _, _| !clause.is_empty() && clause.iter().all(is_false),
    )
    .map_err(JobError::new)?;
    let first = list.clauses.first();
    Ok(first.map(|clause| (clause.origin.family.to_owned(), clause.origin.place)))
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
