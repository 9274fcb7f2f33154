//! The implementation of [`Instance`] for Chaos.

use crate::encoding::{Encodable, Encoding, EncodingError};
use crate::kinds::chaos::{Chaos, encoding};
use crate::puzzle::{BrokenRule, Extent, GridSketch, Instance, Sketch, Solution, SolutionForm};

impl Instance for Chaos {
    fn extent(&self) -> Extent {
        Extent::Grid(self.grid())
    }

    fn form(&self) -> SolutionForm {
        self.values().form()
    }

    fn atom_count(&self) -> usize {
        self.values().count()
    }

    fn atom_name(&self, atom: usize) -> String {
        self.values().name(atom)
    }

    fn check(&self, solution: &Solution) -> Result<(), BrokenRule> {
        self.check_rules(solution)
    }

    fn sketch(&self, solution: Option<&Solution>) -> Sketch {
        let mut sketch = GridSketch::new(format!("Chaos {}", self.extent()), self.grid());
        sketch.frame(|_, _| false);
        let found = solution.map(|solution| self.values().shown(solution));
        sketch.write_values(self.clues(), found.as_deref(), |value| value.to_string());
        Sketch::Grid(sketch)
    }
}

impl Encodable for Chaos {
    fn encoding_names(&self) -> Vec<String> {
        encoding::names()
    }

    fn encoding<'a>(&'a self, name: &str) -> Result<Encoding<'a>, EncodingError> {
        encoding::encoding(name, self)
    }
}
