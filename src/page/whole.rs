//! What marks break that no single clause over them says: lines that cannot go on, cells that are cut off, and what follows
//! from the marks through variables that are not atoms. And the lines of cells that rules are about.

use encycle_encodings::encoding::{Cut, CutForm, CutKind, Encoding};
use encycle_encodings::export::ListedClause;
use encycle_encodings::grid::{Cell, Grid};
use encycle_encodings::kinds::written::{RuleInstance, RuleMeaning};
use encycle_encodings::logic::{Lit, Place};
use encycle_encodings::puzzle::{SolutionForm, VertexDegree};

use crate::puzzle::Puzzle;

/// Returns what is known if each cell with a value has no other value.
pub(super) fn with_other_values(puzzle: &Puzzle, known: &[Option<bool>]) -> Vec<Option<bool>> {
    let mut all = known.to_vec();
    if let SolutionForm::Values { values: values @ 2.., .. } = puzzle.form() {
        for cell in all.chunks_mut(values as usize).filter(|cell| cell.contains(&Some(true))) {
            cell.iter_mut().for_each(|value| *value = value.or(Some(false)));
        }
    }
    all
}

/// Returns whether a rule only says what the cell at its place is.
pub(super) fn is_about_itself(puzzle: &Puzzle, rule: &RuleInstance) -> bool {
    let (SolutionForm::Values { grid, .. }, Place::Cell { row, col }) = (puzzle.form(), rule.place)
    else {
        return false;
    };
    let cells = cells_of(puzzle, &rule.meaning);
    cells.is_some_and(|cells| cells == [grid.cell_index(Cell { row, col })])
}

/// Returns the cells whose values a rule reads, in order; `None` if the solution does not consist of values.
fn cells_of(puzzle: &Puzzle, meaning: &RuleMeaning) -> Option<Vec<usize>> {
    let SolutionForm::Values { values, .. } = puzzle.form() else { return None };
    let mut cells = Vec::new();
    meaning.each_atom(&mut |atom| cells.push(atom / values as usize));
    cells.sort_unstable();
    cells.dedup();
    Some(cells)
}

/// Returns the row or column that a rule is about, whose place is only the first cell of it.
pub(super) fn line_of(puzzle: &Puzzle, rule: &RuleInstance) -> Option<Place> {
    let SolutionForm::Values { grid, .. } = puzzle.form() else { return None };
    let Place::Cell { row, col } = rule.place else { return None };
    let cells = cells_of(puzzle, &rule.meaning).filter(|cells| cells.len() > 2)?;
    let is_most_of = |length: usize| 2 * cells.len() > length;
    let is_in_row = cells.iter().all(|&cell| grid.cell_at(cell).row == row);
    let is_in_column = cells.iter().all(|&cell| grid.cell_at(cell).col == col);
    if is_in_row && is_most_of(grid.cols()) && (col == 0 || col + 1 == grid.cols()) {
        Some(Place::Row(row))
    } else if is_in_column && is_most_of(grid.rows()) && (row == 0 || row + 1 == grid.rows()) {
        Some(Place::Column(col))
    } else {
        None
    }
}

/// Returns a vertex at which a line ends that cannot go on: all other lines there are crossed out, or lead to a vertex that has
/// its lines.
pub(super) fn dead_end(puzzle: &Puzzle, known: &[Option<bool>]) -> Option<usize> {
    let problem = puzzle.line_rules()?;
    let graph = problem.graph;
    let value = |edge: usize| known[edge].or(problem.fixed[edge]);
    let lines = |vertex: usize| {
        graph.incident(vertex).iter().filter(|edge| value(edge.index()) == Some(true)).count()
    };
    let is_full = |vertex: usize| lines(vertex) >= most_lines(problem.vertices[vertex]);
    let goes_on = |vertex: usize| {
        let mut edges = graph.incident(vertex).iter();
        edges.any(|&edge| value(edge.index()).is_none() && !is_full(graph.other_end(edge, vertex)))
    };
    let is_dead = |&vertex: &usize| {
        lines(vertex) == 1
            && most_lines(problem.vertices[vertex]) == 2
            && !problem.vertices[vertex].allows(1)
            && !goes_on(vertex)
    };
    (0..graph.vertex_count()).find(is_dead)
}

fn most_lines(degree: VertexDegree) -> usize {
    (0..=2).rev().find(|&lines| degree.allows(lines)).unwrap_or(0)
}

fn value_of(values: &[Option<bool>], literal: Lit) -> Option<bool> {
    Some(values.get(literal.vidx()).copied()?? != literal.is_neg())
}

/// Gives values to variables that are not atoms, as long as a clause leaves only one. Returns a clause whose literals are then all
/// false, if there is one.
pub(super) fn follow<'a>(
    clauses: &'a [ListedClause],
    values: &mut [Option<bool>],
    is_atom: &dyn Fn(usize) -> bool,
) -> Option<&'a ListedClause> {
    loop {
        let mut is_changed = false;
        for clause in clauses {
            let mut left =
                clause.literals.iter().filter(|one| value_of(values, **one) != Some(false));
            let (first, second) = (left.next().copied(), left.next());
            let Some(literal) = first else { return Some(clause) };
            let is_only = second.is_none() && !is_atom(literal.vidx());
            if is_only && values[literal.vidx()].is_none() {
                values[literal.vidx()] = Some(literal.is_pos());
                is_changed = true;
            }
        }
        if !is_changed {
            return None;
        }
    }
}

/// Returns a clause that every solution satisfies, by the rule about the drawing as a whole, and whose literals are all false.
pub(super) fn violated_cut(encoding: &Encoding<'_>, values: &[Option<bool>]) -> Option<Vec<Lit>> {
    let lines = encoding.puzzle().graph_of_atoms();
    let rule = encoding.global_constraint().filter(|_| lines.is_none())?;
    let is_violated = |clause: &Vec<Lit>| {
        !clause.is_empty() && clause.iter().all(|&one| value_of(values, one) == Some(false))
    };
    if let Some(mut check) = rule.propagator() {
        let known = values.iter().enumerate();
        let mut known =
            known.filter_map(|(number, value)| Some(Lit::new(number as u32, !(*value)?)));
        return check.conflicts(&mut known).into_iter().find(is_violated);
    }
    let implied = rule.implied(&|literal| value_of(values, literal));
    let found = implied.into_iter().map(Cut::into_literals).find(is_violated);
    found.or_else(|| broken_clauses(encoding, values)?.into_iter().find(is_violated))
}

/// Returns clauses of the rule about the drawing as a whole that a model breaks, in which variables without a value are false;
/// `None` if there are none.
pub(super) fn broken_clauses(
    encoding: &Encoding<'_>,
    values: &[Option<bool>],
) -> Option<Vec<Vec<Lit>>> {
    let mut model: Vec<bool> = values.iter().map(|&value| value == Some(true)).collect();
    model.resize(encoding.variable_count() as usize, false);
    let separated = encoding.separate(&model, CutKind::default());
    // without a cut, the clause only excludes this model
    let cuts = separated.solution.is_none().then_some(separated.cuts)?;
    let clauses: Vec<Vec<Lit>> = cuts
        .into_iter()
        .filter(|cut| cut.form() == CutForm::Clause)
        .map(Cut::into_literals)
        .filter(|clause| clause.iter().all(|literal| model[literal.vidx()] == literal.is_neg()))
        .collect();
    (!clauses.is_empty()).then_some(clauses)
}

/// Returns the cells that can be reached from a cell without cells that certainly have the other color.
pub(super) fn area(grid: Grid, start: usize, known: &[Option<bool>]) -> Vec<usize> {
    let other = known[start].map(|colour| !colour);
    let mut is_seen = vec![false; grid.cell_count()];
    is_seen[start] = true;
    let mut found = vec![start];
    let mut next = 0;
    while let Some(&cell) = found.get(next) {
        next += 1;
        for beside in grid.neighbours(grid.cell_at(cell)).map(|cell| grid.cell_index(cell)) {
            if known[beside] != other && !std::mem::replace(&mut is_seen[beside], true) {
                found.push(beside);
            }
        }
    }
    found
}
