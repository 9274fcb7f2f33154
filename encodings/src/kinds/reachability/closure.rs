//! The encoding `closure`: what is reached is closed under open links; that it is reached is left to cuts.

use crate::encoding::{
    Cut, CutKind, CutReason, Encoding, EncodingInfo, GlobalConstraint, Part, Separated,
};
use crate::grid::Edge;
use crate::kinds::reachability::definition::ReachDefinition;
use crate::kinds::reachability::{Reachability, Wall};
use crate::logic::{Lit, Origin};

/// Its variables are the atoms alone. A link carries reachability in both directions: if a source reaches one of its
/// cells and the link is open, the source reaches the other. The least assignment with this property is the right one, and
/// a greater one violates a cut: a source reaches a cell outside a set that contains the source only if a link leaves the
/// set.
///
/// | family | clauses |
/// |---|---|
/// | `closed` | for each link that is not a wall and each source: 1 if the source is one of its cells, else 2 |
pub(super) const CLOSURE: ReachDefinition = ReachDefinition {
    info: EncodingInfo {
        name: "closure",
        meaning: "no variables but links and reached cells; a reached cell needs a path, by cuts",
        source: "our own; the closed sets are those of the rules that define reachability in a logic \
                 program",
        families: &[
            ("open", "no wall stands across a link"),
            ("reach", "a source reaches a cell"),
            ("closed", "a source that reaches a cell reaches its neighbours across open links"),
            ("wall", "a wall stands where the puzzle has one, and elsewhere only if it is free"),
            ("goal", "every source reaches each goal, and no source a shut cell"),
        ],
    },
    build: |puzzle, _| {
        let closure = Closure::new(puzzle);
        Ok(Part::new(CLOSURE.info, move |sink| {
            closure.each_clause(|clause, link| {
                let origin = Origin::new("closed", puzzle.graph().edge_place(link));
                sink.add_clause(clause, origin);
            });
        }))
    },
    rule: Some(|puzzle| Box::new(Closure::new(puzzle))),
};

struct Closure<'a> {
    puzzle: &'a Reachability,
    /// For each source in order and each cell, the atom of the pair; `None` for the source itself.
    pairs: Vec<Option<Lit>>,
}

impl<'a> Closure<'a> {
    fn new(puzzle: &'a Reachability) -> Self {
        let cells = puzzle.grid().cell_count();
        let mut order = vec![None; cells];
        (0..).zip(puzzle.sources()).for_each(|(index, &source)| order[source] = Some(index));
        let mut pairs = vec![None; puzzle.sources().len() * cells];
        for (pair, &(source, cell)) in puzzle.pairs().iter().enumerate() {
            for (from, to) in [(source, cell), (cell, source)] {
                if let Some(index) = order[from] {
                    let index: usize = index;
                    pairs[index * cells + to] = Some(puzzle.reach(pair));
                }
            }
        }
        Self { puzzle, pairs }
    }

    /// Calls `visit` with each clause of the family `closed`, and with its link.
    fn each_clause(&self, mut visit: impl FnMut(&[Lit], Edge)) {
        let (puzzle, cells) = (self.puzzle, self.puzzle.grid().cell_count());
        for (order, &source) in puzzle.sources().iter().enumerate() {
            let reach = |cell: usize| self.pairs[order * cells + cell];
            for link in puzzle.graph().edges().filter(|&link| puzzle.wall(link) != Wall::Shut) {
                let [a, b] = puzzle.graph().ends(link);
                for (from, to) in [(a, b), (b, a)] {
                    let Some(reached) = reach(to) else { continue };
                    match reach(from) {
                        None if from == source => visit(&[!puzzle.open(link), reached], link),
                        None => {}
                        Some(first) => visit(&[!first, !puzzle.open(link), reached], link),
                    }
                }
            }
        }
    }
}

impl GlobalConstraint for Closure<'_> {
    fn name(&self) -> &'static str {
        "reachable"
    }

    fn cut_kinds(&self) -> &'static [CutKind] {
        &[CutKind::Leave]
    }

    /// For each source that reaches a cell without a path, the cells with a path are a set that a path must leave.
    fn separate(&self, encoding: &Encoding<'_>, model: &[bool], _: CutKind) -> Separated {
        let (puzzle, cells) = (self.puzzle, self.puzzle.grid().cell_count());
        let solution = encoding.solution(model);
        let mut cuts = Vec::new();
        for (order, &source) in puzzle.sources().iter().enumerate() {
            let inside = puzzle.walk(source, &solution);
            let claimed = (0..cells).filter_map(|cell| {
                let atom = self.pairs[order * cells + cell]?;
                (!inside[cell] && solution.has(atom.vidx())).then_some(atom)
            });
            let claimed: Vec<Lit> = claimed.collect();
            let leaves = |link: &Edge| {
                let [a, b] = puzzle.graph().ends(*link);
                inside[a] != inside[b] && puzzle.wall(*link) != Wall::Shut
            };
            let links = puzzle.graph().edges().filter(leaves).map(|link| puzzle.open(link));
            let links: Vec<Lit> = links.collect();
            cuts.extend(claimed.into_iter().map(|reached| {
                let literals = std::iter::once(!reached).chain(links.iter().copied()).collect();
                Cut::clause(literals, CutReason::PathLeavesSet)
            }));
        }
        encoding.cut_or_block(cuts, model)
    }
}
