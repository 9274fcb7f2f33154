//! The implementation of [`Instance`] for Neighbor Number.

use crate::kinds::neighbor_number::{NeighborNumber, NeighborNumberClue};
use crate::puzzle::{BrokenRule, GridSketch, Ink, Instance, Sketch, Solution, SolutionForm};

impl Instance for NeighborNumber {
    fn form(&self) -> SolutionForm {
        self.values().form()
    }

    fn check(&self, solution: &Solution) -> Result<(), BrokenRule> {
        self.check_rules(solution)
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
