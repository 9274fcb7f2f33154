//! Comparisons of the drawing with lists of numbers: the runs of a line, and the groups of cells around a cell.

use crate::grid::Grid;
use crate::kinds::written::encode::evaluate::{Evaluation, EvaluationStop};
use crate::kinds::written::encode::symbolic::Statement;

/// The maximum number of cells whose groups are compared with a list.
const MOST_GROUPED: usize = 9;

/// A state of the automaton that reads a line: between runs, or at a place of a run.
struct RunState {
    /// Whether the last statement was true.
    is_true: bool,
    /// The states before the last statement.
    before: Vec<usize>,
    /// The number of further statements that the automaton needs at least to accept the line.
    missing: usize,
}

/// Returns the states for a list without 0, the start first: before each run a state between runs, then a state for each
/// place of the run. A run of unknown length has one state, in which it stays. The automaton accepts in the last two states.
fn states(list: &[Option<u32>]) -> Vec<RunState> {
    let mut states = vec![RunState { is_true: false, before: vec![0], missing: 0 }];
    for length in list {
        let first = states.len();
        for place in 0..length.unwrap_or(1) as usize {
            let mut before = vec![first + place - 1];
            if length.is_none() {
                before.push(first);
            }
            states.push(RunState { is_true: true, before, missing: 0 });
        }
        let gap = states.len();
        states.push(RunState { is_true: false, before: vec![gap - 1, gap], missing: 0 });
    }
    let last = states.len() - 1;
    // the gap behind the last run is not needed
    states
        .iter_mut()
        .enumerate()
        .for_each(|(at, state)| state.missing = (last - 1).saturating_sub(at));
    states
}

impl Evaluation<'_> {
    /// Returns the statement that the runs of true statements have these lengths, in order.
    ///
    /// An automaton reads the statements. A variable for each state after each statement says whether the automaton is in
    /// that state, which the drawing determines.
    pub(super) fn runs(&mut self, parts: Vec<Statement>, list: &[Option<u32>]) -> Statement {
        let list = if list == [Some(0)] { &[] } else { list };
        let least: usize = list.iter().map(|length| length.unwrap_or(1) as usize + 1).sum();
        if list.contains(&Some(0)) || least > parts.len() + 1 {
            return Statement::FALSE;
        }
        if list.is_empty() {
            return Statement::and(parts.into_iter().map(Statement::not));
        }
        let states = states(list);
        let mut now: Vec<Statement> = vec![Statement::FALSE; states.len()];
        now[0] = Statement::TRUE;
        let count = parts.len();
        for (at, part) in parts.into_iter().enumerate() {
            let part = self.named(part);
            let after = states.iter().map(|state| {
                if state.missing > count - at - 1 {
                    return Statement::FALSE;
                }
                let before = state.before.iter().map(|&before| now[before].clone());
                let read = if state.is_true { part.clone() } else { part.clone().not() };
                Statement::and([read, Statement::or(before)])
            });
            let after: Vec<Statement> = after.collect();
            now = after.into_iter().map(|statement| self.named(statement)).collect();
        }
        let last = now.len() - 1;
        Statement::or([now[last - 1].clone(), now[last].clone()])
    }

    /// Returns the statement that the groups of adjacent cells with true statements have these sizes, in any order: the
    /// shortest clauses that exclude all other groups.
    ///
    /// # Errors
    /// There are too many cells.
    pub(super) fn groups(
        &self,
        cells: &[(usize, Statement)],
        list: &[Option<u32>],
    ) -> Result<Statement, EvaluationStop> {
        if cells.len() > MOST_GROUPED {
            return Err(EvaluationStop::TooLarge);
        }
        let grid = self.clues.grid();
        let places: Vec<usize> = cells.iter().map(|(cell, _)| *cell).collect();
        // a digit for each cell: false, true, or both
        let power = |place: usize| 3_usize.pow(place as u32);
        let count = cells.len();
        let mut is_excluded = vec![false; power(count)];
        for pattern in 0..power(count) {
            let digit = |place: usize| pattern / power(place) % 3;
            is_excluded[pattern] = match (0..count).find(|&place| digit(place) == 2) {
                Some(place) => {
                    is_excluded[pattern - power(place)] && is_excluded[pattern - 2 * power(place)]
                }
                None => {
                    let is_true: Vec<bool> = (0..count).map(|place| digit(place) == 1).collect();
                    !fits(&sizes(grid, &places, &is_true), list)
                }
            };
        }
        let clauses = (0..power(count)).filter_map(|pattern| {
            let digit = |place: usize| pattern / power(place) % 3;
            let is_longer = |place: usize| is_excluded[pattern + (2 - digit(place)) * power(place)];
            let fixed: Vec<usize> = (0..count).filter(|&place| digit(place) < 2).collect();
            let is_shortest = is_excluded[pattern] && !fixed.iter().any(|&place| is_longer(place));
            let other = |&place: &usize| match digit(place) {
                0 => cells[place].1.clone(),
                _ => cells[place].1.clone().not(),
            };
            is_shortest.then(|| Statement::or(fixed.iter().map(other)))
        });
        Ok(Statement::and(clauses))
    }

    /// Returns a literal for a statement, unless it is constant.
    fn named(&mut self, statement: Statement) -> Statement {
        match statement.value() {
            Some(_) => statement,
            None => Statement::Literal(self.compiled.literal(statement, self.origin)),
        }
    }
}

/// Returns the sizes of the groups of adjacent cells among those that are true.
fn sizes(grid: Grid, cells: &[usize], is_true: &[bool]) -> Vec<u32> {
    let mut left: Vec<usize> =
        cells.iter().zip(is_true).filter(|(_, is_true)| **is_true).map(|(cell, _)| *cell).collect();
    let mut sizes = Vec::new();
    while let Some(start) = left.pop() {
        let mut group = vec![start];
        let mut next = 0;
        while let Some(&cell) = group.get(next) {
            next += 1;
            let beside: Vec<usize> =
                grid.neighbours(grid.cell_at(cell)).map(|cell| grid.cell_index(cell)).collect();
            group.extend(left.extract_if(.., |one| beside.contains(one)));
        }
        sizes.push(group.len() as u32);
    }
    sizes
}

/// Returns whether sizes are those of a list, in any order.
fn fits(sizes: &[u32], list: &[Option<u32>]) -> bool {
    if list == [Some(0)] {
        return sizes.is_empty();
    }
    let mut left = sizes.to_vec();
    let mut unknown = 0;
    for size in list {
        match size {
            None => unknown += 1,
            Some(size) => match left.iter().position(|one| one == size) {
                Some(place) => drop(left.swap_remove(place)),
                None => return false,
            },
        }
    }
    left.len() == unknown
}
