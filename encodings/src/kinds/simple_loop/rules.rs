//! The rules of Simple Loop: those of the board alone.

use crate::cell_loops::{BLACK, CellBoard, CellLoop};
use crate::encoding::EncodingInfo;
use crate::kinds::simple_loop::SimpleLoop;
use crate::logic::ConstraintSink;
use crate::puzzle::{BrokenRule, GridSketch, Ink, Solution};

impl CellLoop for SimpleLoop {
    fn title(&self) -> &'static str {
        "Simple Loop"
    }

    fn base(&self) -> EncodingInfo {
        EncodingInfo {
            name: "degree",
            meaning: "a variable for each link; two lines at each cell that is not black",
            source: "the rules of Simple Loop; the degree rule is Labath's H2 (2010, section 2.3.2)",
            families: &[],
        }
    }

    fn board(&self) -> &CellBoard {
        &self.board
    }

    fn check_clues(&self, _: &Solution) -> Result<(), BrokenRule> {
        Ok(())
    }

    fn clue_rules(&self, _: u32, _: &mut dyn ConstraintSink) {}

    fn draw_clues(&self, sketch: &mut GridSketch) {
        for (cell, _) in self.grid().cells().zip(self.black()).filter(|(_, black)| *black) {
            sketch.write(cell, BLACK, Ink::Clue);
        }
    }
}
