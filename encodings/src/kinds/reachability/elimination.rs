//! The encoding `elimination`: cells are eliminated one by one, and the ways through them are kept.

use rustc_hash::FxHashMap;

use crate::encoding::{EncodingInfo, Part};
use crate::kinds::reachability::definition::ReachDefinition;
use crate::kinds::reachability::{Reachability, Wall};
use crate::logic::{ConstraintSink, Lit, Origin};
use crate::puzzle::Instance;
use crate::rules::acyclic::elimination::Elimination;

/// Reachability by vertex elimination, for undirected links.
///
/// The cells are eliminated one by one, sources last. Eliminating a cell joins its remaining
/// neighbours to each other. Let a and b be neighbours when the first of them, a, is eliminated.
/// `joined_A_B` is true exactly if a way leads from a to b through cells eliminated before a: the
/// link is open, or `joined_W_A` and `joined_W_B` hold for such a cell w. For a eliminated before
/// z, *a reaches z* exactly if `joined_A_U` and *u reaches z* for a neighbour u of a at its
/// elimination (u may be z).
///
/// Each conjunction has a variable (`both_...`), so the number of clauses of a definition is linear
/// in its number of neighbours.
pub(super) const ELIMINATION: ReachDefinition = ReachDefinition {
    info: EncodingInfo {
        name: "elimination",
        meaning: "cells are eliminated one by one, and the ways through them are kept",
        source: "vertex elimination: Rankooh and Rintanen 2022, Propositional encodings of \
                 acyclicity and reachability by using vertex elimination; for undirected links",
        families: &[
            ("open", "no wall stands across a link"),
            ("reach", "a source reaches a cell: a neighbour left at its elimination does"),
            ("joined", "a way through eliminated cells joins two cells"),
            ("wall", "a wall stands where the puzzle has one, and elsewhere only if it is free"),
            ("goal", "every source reaches each goal, and no source a shut cell"),
        ],
    },
    build: |puzzle, encoding| {
        let cells = puzzle.grid().cell_count() as u128;
        let (log, width) = (u128::from(cells.ilog2() + 1), cells.isqrt() + 1);
        encoding.refuse_about(
            32 * cells * log * width.min(64) + puzzle.pairs().len() as u128 * width * 3,
        )?;
        let whole = WholeConstruction::new(puzzle);
        let first = encoding.numbers(whole.names.len())?;
        let variables = |whole: &WholeConstruction, sink: &mut dyn ConstraintSink| {
            for (family, name) in &whole.names {
                sink.variable(family, format_args!("{name}"));
            }
        };
        let constraints = move |whole: &WholeConstruction, sink: &mut dyn ConstraintSink| {
            whole.constraints(puzzle, sink);
        };
        Ok(Part::of(ELIMINATION.info, first, whole, variables, constraints))
    },
    rule: None,
};

/// A conjunction: of two `joined` literals, or of `joined` and `reach`.
#[derive(Clone, Copy)]
struct PairConjunction {
    result: Lit,
    parts: [Lit; 2],
}

/// The whole construction. It is kept in memory, since its shape has no closed formula.
struct WholeConstruction {
    /// The definitions, in order.
    definitions: Vec<DefinedLiteral>,
    names: Vec<(&'static str, String)>,
}

/// A definition: `left` is true exactly if a literal of `single` or a conjunction of `both` is.
struct DefinedLiteral {
    left: Lit,
    single: Vec<Lit>,
    both: Vec<PairConjunction>,
    cells: (usize, usize),
    family: &'static str,
}

impl WholeConstruction {
    fn new(puzzle: &Reachability) -> Self {
        let graph = puzzle.graph();
        let cells = puzzle.grid().cell_count();
        let mut is_source = vec![false; cells];
        puzzle.sources().iter().for_each(|&source| is_source[source] = true);
        let passable = |link: &crate::grid::Edge| puzzle.wall(*link) != Wall::Shut;
        let links: FxHashMap<(usize, usize), Lit> = graph
            .edges()
            .filter(passable)
            .map(|link| {
                let [a, b] = graph.ends(link);
                ((a.min(b), a.max(b)), puzzle.open(link))
            })
            .collect();
        let ends = graph.edges().filter(passable).map(|link| graph.ends(link).into());
        let elimination = Elimination::with_last(cells, ends, &|cell| is_source[cell]);
        let mut order = vec![0; cells];
        for (time, (cell, _)) in elimination.steps.iter().enumerate() {
            order[*cell] = time;
        }
        let mut made = Self { definitions: Vec::new(), names: Vec::new() };
        let mut next = puzzle.atom_count() as u32;
        let mut variable = |made: &mut Self, family, name: String| {
            made.names.push((family, name));
            next += 1;
            Lit::positive(next - 1)
        };
        let name = |cell: usize| graph.vertex_label(cell);
        let key = |a: usize, b: usize| (a.min(b), a.max(b));
        // the conjunctions that join two cells through an eliminated one, by the two cells
        let mut over: FxHashMap<(usize, usize), Vec<PairConjunction>> = FxHashMap::default();
        let mut joined: FxHashMap<(usize, usize), Lit> = FxHashMap::default();
        for (cell, around) in &elimination.steps {
            for &other in around {
                let pair = key(*cell, other);
                let left = variable(
                    &mut made,
                    "joined",
                    format!("joined_{}_{}", name(*cell), name(other)),
                );
                let single = links.get(&pair).copied().into_iter().collect();
                let both = over.remove(&pair).unwrap_or_default();
                let cells = (*cell, other);
                made.definitions.push(DefinedLiteral {
                    left,
                    single,
                    both,
                    cells,
                    family: "joined",
                });
                joined.insert(pair, left);
            }
            for (i, &a) in around.iter().enumerate() {
                for &b in &around[i + 1..] {
                    let text = format!("both_{}_{}_{}", name(*cell), name(a), name(b));
                    let result = variable(&mut made, "joined", text);
                    let parts = [joined[&key(*cell, a)], joined[&key(*cell, b)]];
                    over.entry(key(a, b)).or_default().push(PairConjunction { result, parts });
                }
            }
        }
        // `reach` of each pair, by its cells
        let reaches: FxHashMap<(usize, usize), Lit> = puzzle
            .pairs()
            .iter()
            .enumerate()
            .map(|(pair, &(a, b))| (key(a, b), puzzle.reach(pair)))
            .collect();
        for &(a, b) in puzzle.pairs() {
            let (early, late) = if order[a] < order[b] { (a, b) } else { (b, a) };
            let (mut single, mut both) = (Vec::new(), Vec::new());
            for &next_cell in &elimination.steps[order[early]].1 {
                let join = joined[&key(early, next_cell)];
                if next_cell == late {
                    single.push(join);
                } else if let Some(&reach) = reaches.get(&key(next_cell, late)) {
                    let text = format!("way_{}_{}_{}", name(early), name(next_cell), name(late));
                    let result = variable(&mut made, "reach", text);
                    both.push(PairConjunction { result, parts: [join, reach] });
                }
            }
            let left = reaches[&key(a, b)];
            made.definitions.push(DefinedLiteral {
                left,
                single,
                both,
                cells: (a, b),
                family: "reach",
            });
        }
        made
    }

    fn constraints(&self, puzzle: &Reachability, sink: &mut dyn ConstraintSink) {
        let grid = puzzle.grid();
        for DefinedLiteral { left, single, both, cells, family } in &self.definitions {
            let (left, family) = (*left, *family);
            let place = [grid.cell_at(cells.0), grid.cell_at(cells.1)];
            let origin = Origin::new(family, place.into());
            for &PairConjunction { result, parts: [a, b] } in both {
                sink.add_clause(&[!result, a], origin);
                sink.add_clause(&[!result, b], origin);
                sink.add_clause(&[result, !a, !b], origin);
            }
            let causes: Vec<Lit> =
                single.iter().copied().chain(both.iter().map(|both| both.result)).collect();
            for &cause in &causes {
                sink.add_clause(&[left, !cause], origin);
            }
            let any: Vec<Lit> = std::iter::once(!left).chain(causes).collect();
            sink.add_clause(&any, origin);
        }
    }
}
