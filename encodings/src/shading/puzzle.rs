//! The trait of the kinds with shaded cells, and the traits that follow from it, with the encodings: the base of the kind,
//! with cuts or with the part `tree`.

use crate::encoding::{
    Encodable, Encoding, EncodingError, EncodingInfo, GlobalConstraint, Part, count_variables,
};
use crate::logic::{ConstraintSink, Counter, ExternalPropagator};
use crate::puzzle::{BrokenRule, GridSketch, Ink, Sketch, Solution};
use crate::rules::connected::tree::{self, CellClass, TREE};
use crate::rules::connected::{Colouring, ConnectedColour};
use crate::shading::ShadedBoard;

/// Returns the names of the encodings: the base alone, with the tree, with the part of the clues, and with both.
pub(crate) fn names<P: Shading>() -> Vec<String> {
    let base = P::BASE.name;
    let mut names = vec![base.to_owned(), format!("{base}+{}", TREE.name)];
    if let Some(part) = P::CLUE_PART {
        names.extend(names.clone().iter().map(|name| format!("{name}+{}", part.name)));
    }
    names
}

/// Returns the encoding with this name.
pub(crate) fn encoding<'a, P: Shading>(
    name: &str,
    puzzle: &'a P,
) -> Result<Encoding<'a>, EncodingError> {
    let names = names::<P>();
    let Some(place) = names.iter().position(|known| known == name) else {
        return Err(EncodingError::unknown(name, &names));
    };
    let (has_tree, clue_part) = (place % 2 == 1, P::CLUE_PART.filter(|_| place > 1));
    let rest = if has_tree { TREE.meaning } else { "disconnected cells are cut" };
    let further = clue_part.map_or_else(String::new, |part| format!("; {}", part.meaning));
    let meaning = format!("{}; {rest}{further}", P::BASE.meaning);
    let mut encoding = Encoding::new(puzzle, name, meaning);
    let grid = puzzle.board().grid();
    encoding.numbers(grid.cell_count())?;
    encoding.refuse_about(puzzle.variable_bound())?;
    let of_clues = encoding.numbers(count_variables(|sink| puzzle.clue_variables(sink)))?;
    let mut counters = Vec::new();
    for counter in puzzle.counters() {
        counters.push((encoding.numbers(counter.variable_count())?, counter));
    }
    let shaded = EncodingInfo::of_families(
        P::BASE.name,
        P::BASE.source,
        &[("shaded", "whether a cell is shaded")],
    );
    encoding.push(Part::new(shaded, |_| ()).with_variables(0, move |sink| {
        let board = puzzle.board();
        for cell in 0..board.grid().cell_count() {
            sink.variable("shaded", format_args!("{}", board.values().name(cell)));
        }
    }));
    let rules = Part::new(P::BASE, move |sink| puzzle.rules(sink));
    encoding.push(rules.with_variables(of_clues, move |sink| puzzle.clue_variables(sink)));
    for (first, counter) in counters {
        let about = EncodingInfo { families: &[], ..P::BASE };
        encoding.push(Part::of(about, first, counter, Counter::variables, move |counter, sink| {
            counter.constraints(first, sink);
        }));
    }
    if has_tree {
        let mut classes = vec![CellClass::of_colour(grid, P::CONNECTED, None)];
        let other =
            puzzle.goals().map(|goals| CellClass::of_colour(grid, !P::CONNECTED, Some(goals)));
        classes.extend(other);
        let tree = tree::part(grid, None, classes, &mut encoding)?;
        encoding.push(tree);
        encoding.is_determined = false;
    }
    if let Some(about) = clue_part {
        let count = count_variables(|sink| puzzle.clue_part_variables(0, sink));
        let first = encoding.numbers(count)?;
        let rules = Part::new(about, move |sink| puzzle.clue_part(first, sink));
        encoding
            .push(rules.with_variables(first, move |sink| puzzle.clue_part_variables(first, sink)));
    }
    let connected = ConnectedColour {
        colouring: Colouring::connected(grid, P::CONNECTED, puzzle.goals()),
        other: None,
        is_shaded: P::CONNECTED,
        clue_checks: Box::new(move || puzzle.clue_propagator()),
    };
    let omitted = (!has_tree).then(|| Box::new(connected) as Box<dyn GlobalConstraint>);
    Ok(encoding.with_global_constraint(omitted))
}

/// A kind of puzzle whose solution shades some cells of a grid such that the cells of one color are connected.
pub trait Shading: Encodable {
    /// The title of pictures.
    const TITLE: &'static str;

    /// The base encoding: its name, its source, and the families of [`Self::rules`]. The family `shaded` of the cells
    /// is added, and with the part `tree` the families of the tree, too.
    const BASE: EncodingInfo;

    /// The color that is connected: true if the shaded cells are.
    const CONNECTED: bool;

    /// Returns, for each cell, whether it is a goal of the other color: each cell of that color must be connected to a
    /// goal. Returns `None` if the other color need not be connected to anything.
    fn goals(&self) -> Option<Vec<bool>> {
        None
    }

    /// Returns the cells.
    fn board(&self) -> ShadedBoard;

    /// Checks all rules except connectivity. The check shares no code with the encodings.
    ///
    /// # Errors
    /// The first broken rule.
    fn check_clues(&self, shaded: &[bool]) -> Result<(), BrokenRule>;

    /// Creates the variables of the clues, if any; they follow the variables of the cells.
    fn clue_variables(&self, _: &mut dyn ConstraintSink) {}

    /// Returns an upper bound of the number of variables of the clues and the counts.
    fn variable_bound(&self) -> u128 {
        self.counters().iter().map(|one| one.variable_count() as u128).sum()
    }

    /// Returns the counts of shaded cells, or of variables of the clues, whose constraints [`Self::rules`] need not
    /// add.
    fn counters(&self) -> Vec<Counter> {
        Vec::new()
    }

    /// Adds the constraints of all rules except connectivity.
    fn rules(&self, sink: &mut dyn ConstraintSink);

    /// A part with redundant constraints of the clues, if there is one.
    const CLUE_PART: Option<EncodingInfo> = None;

    /// Creates the variables of [`Self::CLUE_PART`], the first of which has the number `first`.
    fn clue_part_variables(&self, _first: u32, _: &mut dyn ConstraintSink) {}

    /// Adds the constraints of [`Self::CLUE_PART`].
    fn clue_part(&self, _first: u32, _: &mut dyn ConstraintSink) {}

    /// Returns a check of partial assignments against the clues, in addition to the check of connected cells.
    fn clue_propagator(&self) -> Option<Box<dyn ExternalPropagator>> {
        None
    }

    /// Draws the clues.
    fn draw_clues(&self, sketch: &mut GridSketch);
}

/// Checks all rules on a solution.
///
/// # Errors
/// The first broken rule.
pub fn checked<P: Shading>(puzzle: &P, solution: &Solution) -> Result<(), BrokenRule> {
    let shaded = puzzle.board().read(solution)?;
    puzzle.check_clues(&shaded)?;
    puzzle.board().check_connected(&shaded, P::CONNECTED)
}

/// Returns the picture of a puzzle, with a solution if one is given.
pub fn sketched<P: Shading>(puzzle: &P, solution: Option<&Solution>) -> Sketch {
    let grid = puzzle.board().grid();
    let mut sketch = GridSketch::new(format!("{} {}", P::TITLE, puzzle.extent()), grid);
    sketch.walled = true;
    puzzle.draw_clues(&mut sketch);
    for atom in solution.iter().flat_map(|solution| solution.true_atoms()) {
        if let Some(shaded) = sketch.shaded.get_mut(atom) {
            *shaded = Some(Ink::Solution);
        }
    }
    Sketch::Grid(sketch)
}

/// Implements [`Instance`](crate::puzzle::Instance) for a type that implements [`Shading`].
macro_rules! shading_puzzle {
    ($kind:ty) => {
        impl crate::puzzle::Instance for $kind {
            fn form(&self) -> crate::puzzle::SolutionForm {
                crate::shading::Shading::board(self).values().form()
            }

            fn check(
                &self,
                solution: &crate::puzzle::Solution,
            ) -> Result<(), crate::puzzle::BrokenRule> {
                crate::shading::checked(self, solution)
            }

            /// A solution may shade more cells than another.
            fn solutions_nest(&self) -> bool {
                true
            }

            fn sketch(&self, solution: Option<&crate::puzzle::Solution>) -> crate::puzzle::Sketch {
                crate::shading::sketched(self, solution)
            }
        }
    };
}
pub(crate) use shading_puzzle;
