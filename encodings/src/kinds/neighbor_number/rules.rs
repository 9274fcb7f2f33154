//! The rules of Neighbor Number, checked on a filled grid, and its picture. The check shares no code with the encodings.

use crate::grid::Cell;
use crate::kinds::neighbor_number::{NeighborNumber, NeighborNumberClue};
use crate::logic::Place;
use crate::puzzle::{BrokenRule, GridSketch, Ink, Instance, Sketch, Solution, SolutionForm};

impl Instance for NeighborNumber {
    fn form(&self) -> SolutionForm {
        self.values().form()
    }

    /// Checks all rules on a candidate solution.
    fn check(&self, solution: &Solution) -> Result<(), BrokenRule> {
        let cells = self.values().read(solution, true)?;
        let side = self.side();
        for index in 0..side {
            let at = |at: usize| cells[index * side + at];
            check_line(side, at, Place::Row(index), &|col| Cell { row: index, col })?;
            let at = |at: usize| cells[at * side + index];
            check_line(side, at, Place::Column(index), &|row| Cell { row, col: index })?;
        }
        self.values().check_givens(&self.digits(), &cells)?;
        let filled = self
            .clues()
            .iter()
            .zip(&cells)
            .position(|(&given, &cell)| given == NeighborNumberClue::Empty && cell != 0);
        match filled {
            Some(index) => {
                let found = format!("{} in a cell with an empty clue", cells[index]);
                Err(BrokenRule::new("given", self.grid().cell_at(index), found))
            }
            None => Ok(()),
        }
    }

    /// Marks empty cells with a cross, as in the paper's figures.
    fn sketch(&self, solution: Option<&Solution>) -> Sketch {
        let title = format!("Neighbor Number {}", self.extent());
        let mut sketch = GridSketch::new(title, self.grid());
        sketch.frame(|_, _| false);
        let found = solution.map(|solution| self.values().shown(solution));
        sketch.write_values(&self.digits(), found.as_deref(), |value| value.to_string());
        for (cell, &given) in self.grid().cells().zip(self.clues()) {
            let text = &sketch.texts[self.grid().cell_index(cell)];
            match (given, text, solution) {
                (NeighborNumberClue::Empty, None, _) => sketch.write(cell, "x", Ink::Clue),
                (_, None, Some(_)) => sketch.write(cell, "x", Ink::Solution),
                _ => {}
            }
        }
        Sketch::Grid(sketch)
    }
}

/// Checks the three rules of one row or column.
fn check_line(
    side: usize,
    digit: impl Fn(usize) -> u32,
    line: Place,
    cell: &dyn Fn(usize) -> Cell,
) -> Result<(), BrokenRule> {
    let filled: Vec<(usize, u32)> =
        (0..side).map(|at| (at, digit(at))).filter(|&(_, digit)| digit != 0).collect();
    if filled.len() != 3 {
        return Err(BrokenRule::new("three", line, format!("{} digits", filled.len())));
    }
    for pair in filled.windows(2) {
        let [(a, first), (b, second)] = [pair[0], pair[1]];
        if first.abs_diff(second) as usize != b - a {
            let found = format!("{first} and {second} at distance {}", b - a);
            return Err(BrokenRule::new("difference", Place::from([cell(a), cell(b)]), found));
        }
    }
    // neighbouring digits differ by their distance, so only the outer two can be equal
    let (first, last) = (filled[0], filled[2]);
    if first.1 == last.1 {
        let found = format!("{} twice", first.1);
        return Err(BrokenRule::new("distinct", Place::from([cell(first.0), cell(last.0)]), found));
    }
    Ok(())
}
