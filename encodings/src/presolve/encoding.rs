//! The facts of the presolver as clauses that are added to an encoding of Slitherlink.

use crate::encoding::{Encoding, EncodingInfo, PRESOLVED, Part};
use crate::grid::Grid;
use crate::logic::{Constraint, ConstraintSink, Lit, Origin, Place, Var};
use crate::presolve::{PresolveVerdict, Presolved};
use crate::puzzle::Extent;

/// The facts of the presolver, and the variables to which they refer.
struct PresolvedFacts {
    presolved: Presolved,
    grid: Option<Grid>,
    drawn: DrawnVariables,
}

impl PresolvedFacts {
    /// Calls `visit` with the clauses of the presolver's facts, each with its place.
    fn clauses(&self, visit: &mut dyn FnMut(&[Lit], Place)) {
        let drawn = &self.drawn;
        if let (PresolveVerdict::Contradiction, Some(&first)) =
            (&self.presolved.verdict, drawn.edges.first().or(drawn.cells.first()))
        {
            visit(&[first.pos_lit()], Place::Whole);
            visit(&[first.neg_lit()], Place::Whole);
            return;
        }
        let unit = |var: Var, value: bool| [if value { var.pos_lit() } else { var.neg_lit() }];
        for (&var, (edge, fixed)) in drawn.edges.iter().zip(self.presolved.edges.iter().enumerate())
        {
            if let Some(line) = *fixed {
                visit(&unit(var, line), self.place(edge));
            }
        }
        if drawn.cells.is_empty() {
            return;
        }
        let Some(grid) = self.grid else { return };
        for (&var, (cell, fixed)) in
            drawn.cells.iter().zip(self.presolved.inside.iter().enumerate())
        {
            if let Some(inside) = *fixed {
                visit(&unit(var, inside), grid.cell_at(cell).into());
            }
        }
        for (index, fixed) in self.presolved.edges.iter().enumerate() {
            let cells = grid.edge_cells(crate::grid::Edge(index as u32));
            let (Some(line), [Some(a), Some(b)]) = (*fixed, cells) else { continue };
            let [a, b] = [a, b].map(|cell| grid.cell_index(cell));
            if self.presolved.inside[a].is_some() {
                continue;
            }
            let (a, b) = (drawn.cells[a].pos_lit(), drawn.cells[b].pos_lit());
            let b = if line { !b } else { b };
            visit(&[!a, b], self.place(index));
            visit(&[a, !b], self.place(index));
        }
    }

    fn place(&self, edge: usize) -> Place {
        let edge = crate::grid::Edge(edge as u32);
        self.grid.map_or(Place::Whole, |grid| grid.place(edge))
    }
}

/// The variables of the edges and the variables of the cells, each in order.
#[derive(Default)]
struct DrawnVariables {
    edges: Vec<Var>,
    cells: Vec<Var>,
}

/// A sink that records the variables of edges and cells.
#[derive(Default)]
struct VariableRecorder {
    count: u32,
    drawn: DrawnVariables,
}

impl ConstraintSink for VariableRecorder {
    fn variable(&mut self, family: &'static str, _: std::fmt::Arguments<'_>) -> Var {
        let var = Var::new(self.count);
        self.count += 1;
        match family {
            "edge" => self.drawn.edges.push(var),
            "inside" => self.drawn.cells.push(var),
            _ => {}
        }
        var
    }

    fn constraint(&mut self, _: Constraint<'_>, _: Origin) {}

    fn accepts_more(&self) -> bool {
        false
    }
}

const ABOUT: EncodingInfo = EncodingInfo {
    name: PRESOLVED,
    meaning: "facts of the presolver",
    source: "Berschneider 2024, 2.4; Westreicher 2011, 4.2.3",
    families: &[(PRESOLVED, "facts of the presolver, which hold in every solution")],
};

/// Adds what the presolver fixed in the same puzzle to an encoding: a unit clause for each variable of a fixed edge or
/// of a cell with a known color, and clauses that say whether two neighbors without a known color differ, if that is
/// known.
///
/// The result has the name, the variables and the solutions of the encoding. What the presolver fixes holds in every
/// solution, so the clauses exclude only models that are not solutions.
///
/// ```
/// use encycle_encodings::export::CnfSize;
/// use encycle_encodings::logic::{LoweringOptions, lower_to_cnf};
/// use encycle_encodings::presolve::{presolve, with_presolved};
/// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
/// # use encycle_encodings::encoding::Encoding;
///
/// let puzzle = Slitherlink::from_rows(&["3.", ".."])?;
/// let presolved = presolve(&puzzle);
/// let fixed = presolved.fixed();
/// let edge = encoding("edge", &puzzle)?;
/// let size = |encoding: &Encoding<'_>| {
///     lower_to_cnf(CnfSize::default(), LoweringOptions::default(), |sink| encoding.encode(sink))
/// };
/// let before = size(&edge)?.clauses;
/// assert_eq!(size(&with_presolved(edge, presolved))?.clauses, before + fixed);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn with_presolved(encoding: Encoding<'_>, presolved: Presolved) -> Encoding<'_> {
    let grid = match encoding.puzzle().extent() {
        Extent::Grid(grid) => Some(grid),
        Extent::Graph { .. } | Extent::Formula { .. } => None,
    };
    let mut recorder = VariableRecorder::default();
    encoding.variables(&mut recorder);
    let facts = PresolvedFacts { presolved, grid, drawn: recorder.drawn };
    encoding.with_part(Part::new(ABOUT, move |sink| {
        facts.clauses(&mut |literals, place| {
            sink.add_clause(literals, Origin::new(PRESOLVED, place));
        });
    }))
}
