//! The part `crossings`: the order in which the paths cross the cuts between terminals.

mod rules;
mod strands;
mod triangulation;
mod unary;

use std::ops::Range;

use crate::grid::Grid;
use crate::kinds::numberlink::Numberlink;
use crate::kinds::numberlink::base::NumberlinkBase;
use crate::kinds::numberlink::labels::{PairLabel, PathLabels};
use crate::logic::{ConstraintSink, Lit};
use triangulation::Triangulation;
use unary::{CrossingClauses, UnaryNumber};

/// The routes of the paths around the terminals, as an additional part of an encoding for grids.
///
/// Think of the terminals as pins and of the paths as threads. If the threads are pulled tight without crossing a pin,
/// they cross each cut of a triangulation of the pins and the border as rarely as possible, and all cuts at once (they
/// are in *minimal position*; Farb and Margalit 2012, section 1.2.4). Then the part of a thread in a triangle passes
/// around one corner, or leads from a corner to the cut opposite, or runs along a cut (*normal coordinates*; Schaefer,
/// Sedgwick and Štefankovič 2002, "Algorithms for normal curves and surfaces"):
///
/// ```text
///        A                    A                    A
///       / \                  /|\                  / \
///    --------  around A     / | \  from A        /   \       along the cut BC
///     /     \              /  |  \              /     \
///    B-------C            B---|---C            B=======C
/// ```
///
/// So the numbers of threads that cross each cut, and the places where the threads start, determine how all threads
/// run.
///
/// Pulling threads tight removes crossings and adds none. Each cut is a segment that no path can cross without visiting
/// one of its cells, a different cell each time. Therefore tight threads cross a cut at most as many times as it has
/// cells, and they cross it in the order in which the paths visit some of these cells.
///
/// All of this is redundant, because a solution of the puzzle has such threads. It helps because the cells leave room
/// for very many routes with the same order of threads. The order decides on which side of a terminal a path passes,
/// and no small set of cells decides that. (For the routing of wires, Cole and Siegel 1984 show that the cuts between
/// all pins decide whether given threads fit.)
///
/// Variables, for cut C, triangle T and its corner A from 1 to 3:
///
/// - `crossed_C_I`: at least I threads cross the cut;
/// - `corner_T_A_I`: at least I threads pass around the corner;
/// - `start_T_A`: a thread leads from the corner to the cut opposite; `along_C`: a thread runs along the cut;
/// - `strand_C_E_I_B`: bit B, from 0, of the number of the pair of the Ith thread that crosses the cut, counted from
///   its end E; pairs are numbered from 0;
/// - `turn_D_S_I`: at least I threads cross quadrilateral D from side to side, in one of two directions S;
/// - `place_C_I_J`: the Ith thread, counted from the first end of the cut, crosses it after its Jth cell.
pub(super) struct Crossings<'a> {
    puzzle: &'a Numberlink,
    grid: Grid,
    mesh: Triangulation,
    first: u32,
    /// For each cut, how many threads cross it.
    crossed: Vec<UnaryNumber>,
    /// For each triangle, how many threads pass around each corner.
    corners: Vec<[UnaryNumber; 3]>,
    /// For each triangle and each corner, the variable for a thread that starts at the corner, if there can be one.
    starts: Vec<[Option<u32>; 3]>,
    /// For each cut, the variable for a thread along it, if its ends are a pair.
    along: Vec<Option<u32>>,
    /// For each diagonal, how many threads cross its quadrilateral in each direction.
    turns: Vec<[UnaryNumber; 2]>,
    /// The number of bits of the number of a pair.
    bits: usize,
    /// For each cut, the first variable of its strands.
    strands: Vec<u32>,
    /// For each cut, the first variable of its places.
    places: Vec<u32>,
    end: u32,
}

impl<'a> Crossings<'a> {
    pub const FAMILIES: [(&'static str, &'static str); 6] = [
        ("crossed", "how many paths cross a cut between terminals, at most one for each cell"),
        ("corner", "the paths that cross two sides of a triangle of cuts cross no third one"),
        ("start", "a path leaves a terminal into one triangle, or along one cut"),
        (
            "turn",
            "how many paths cross the other diagonal of two triangles, at most one for each cell",
        ),
        ("strand", "the pairs of the paths that cross a cut, in order"),
        ("place", "the cells where they cross it, in the same order"),
    ];

    pub fn new(puzzle: &'a Numberlink, grid: Grid, first: u32) -> Self {
        let mesh = Triangulation::new(puzzle, grid);
        let mut end = first;
        let mut take = |count: usize| {
            let first = end;
            end += count as u32;
            first
        };
        let mut unary = |most| UnaryNumber { first: take(most), most };
        let crossed: Vec<UnaryNumber> = mesh.cuts.iter().map(|cut| unary(cut.capacity)).collect();
        let around = |triangle: &triangulation::Triangle, corner: usize| {
            let [one, other] = [1, 2].map(|step| triangle.cuts[(corner + step) % 3]);
            mesh.cuts[one].capacity.min(mesh.cuts[other].capacity)
        };
        let corners = mesh.triangles.iter().map(|one| [0, 1, 2].map(|at| unary(around(one, at))));
        let corners: Vec<[UnaryNumber; 3]> = corners.collect();
        let starts = mesh.triangles.iter().map(|triangle| {
            [0, 1, 2].map(|at| {
                let does_exist = mesh.pair(triangle.corners[at]).is_some()
                    && mesh.cuts[triangle.cuts[at]].capacity > 0;
                does_exist.then(|| take(1))
            })
        });
        let starts = starts.collect();
        let along = mesh.cuts.iter().map(|cut| {
            let [one, other] = cut.ends.map(|end| mesh.pair(end));
            (one.is_some() && one == other).then(|| take(1))
        });
        let along = along.collect();
        let turns = mesh.diagonals.iter().map(|diagonal| {
            let [(one, places), (other, others)] = diagonal.sides;
            [(1, 2), (2, 1)].map(|(from, to)| {
                let most = corners[one][places[from]].most;
                let most = most.min(corners[other][others[to]].most);
                UnaryNumber { first: take(most), most }
            })
        });
        let turns = turns.collect();
        let bits = puzzle.pairs().len().saturating_sub(1);
        let bits = (usize::BITS - bits.leading_zeros()) as usize;
        let strands = mesh.cuts.iter().map(|cut| take(2 * cut.capacity * bits)).collect();
        let places =
            mesh.cuts.iter().map(|cut| take(cut.capacity * cut.cells.len().saturating_sub(1)));
        let places = places.collect();
        Self {
            puzzle,
            grid,
            mesh,
            first,
            crossed,
            corners,
            starts,
            along,
            turns,
            bits,
            strands,
            places,
            end,
        }
    }

    /// Returns the variables that determine how the threads run. The constraints on these variables alone describe the
    /// puzzle except for the cells of the paths, so they have a model for each solution, and few others.
    pub fn outline(&self) -> Range<u32> {
        self.first..self.places.first().copied().unwrap_or(self.end)
    }

    pub fn variables(&self, sink: &mut dyn ConstraintSink) {
        for (cut, &crossed) in self.crossed.iter().enumerate() {
            number("crossed", format_args!("crossed_{}", cut + 1), crossed, sink);
        }
        for (triangle, corners) in self.corners.iter().enumerate() {
            for (corner, &around) in corners.iter().enumerate() {
                let name = format_args!("corner_{}_{}", triangle + 1, corner + 1);
                number("corner", name, around, sink);
            }
        }
        for (triangle, starts) in self.starts.iter().enumerate() {
            for (corner, _) in starts.iter().enumerate().filter(|(_, start)| start.is_some()) {
                sink.variable("start", format_args!("start_{}_{}", triangle + 1, corner + 1));
            }
        }
        for (cut, _) in self.along.iter().enumerate().filter(|(_, along)| along.is_some()) {
            sink.variable("start", format_args!("along_{}", cut + 1));
        }
        for (diagonal, turns) in self.turns.iter().enumerate() {
            for (way, &turn) in turns.iter().enumerate() {
                number("turn", format_args!("turn_{}_{}", diagonal + 1, way + 1), turn, sink);
            }
        }
        for (cut, crossed) in self.crossed.iter().enumerate() {
            for end in 1..=2 {
                for number in 1..=crossed.most {
                    for bit in 0..self.bits {
                        sink.variable(
                            "strand",
                            format_args!("strand_{}_{end}_{number}_{bit}", cut + 1),
                        );
                    }
                }
            }
        }
        for (cut, crossed) in self.crossed.iter().enumerate() {
            for number in 1..=crossed.most {
                for cell in 1..self.mesh.cuts[cut].cells.len() {
                    sink.variable("place", format_args!("place_{}_{number}_{cell}", cut + 1));
                }
            }
        }
    }

    pub fn constraints(
        &self,
        base: &NumberlinkBase,
        labels: &PathLabels,
        sink: &mut dyn ConstraintSink,
    ) {
        let mut clauses = CrossingClauses::new(sink, base.graph(), self.grid);
        self.threads(&mut clauses);
        self.diagonals(&mut clauses);
        self.strands(&mut clauses);
        self.places(base, labels, &mut clauses);
    }

    fn literal(variable: Option<u32>) -> PairLabel {
        variable
            .map_or(PairLabel::Known(false), |variable| PairLabel::Literal(Lit::positive(variable)))
    }

    fn start(&self, triangle: usize, corner: usize) -> PairLabel {
        Self::literal(self.starts[triangle][corner])
    }

    fn along(&self, cut: usize) -> PairLabel {
        Self::literal(self.along[cut])
    }
}

/// Creates the variables of a number.
fn number(
    family: &'static str,
    name: std::fmt::Arguments<'_>,
    number: UnaryNumber,
    sink: &mut dyn ConstraintSink,
) {
    for least in 1..=number.most {
        sink.variable(family, format_args!("{name}_{least}"));
    }
}
