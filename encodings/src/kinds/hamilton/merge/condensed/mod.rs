//! The condensed encoding: variables for the edges between gadgets and for the ways through gadgets, and merging of the
//! models.
//!
//! Inside a gadget, the formula has one variable per *way* in place of one per edge, and exactly one way is true. An
//! edge inside is drawn if one of its ways is true. Every other edge has a variable of its own, unless it is at a
//! middle vertex inside a gadget and therefore always drawn.
//!
//! A port has one forced edge, so it takes one more edge: either an edge outside the gadget, or the edge inside that
//! the way takes. With a symmetry, an edge or way and its image share one variable, so that every model is symmetric.
//!
//! Because the variables are not the edges, models are translated to drawn edges before they are merged, and cuts of
//! edges are translated back to edges and ways.

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::Arc;

use crate::encoding::{
    Completeness, Cut, CutKind, CutReason, Encoding, EncodingInfo, GlobalConstraint, Part,
    Separated,
};
use crate::grid::{Edge, Graph};
use crate::kinds::hamilton::base::HamiltonBase;
use crate::kinds::hamilton::merge::gadgets::{Gadget, Outline};
use crate::kinds::hamilton::merge::involution::Involution;
use crate::kinds::hamilton::merge::merged;
use crate::kinds::hamilton::{Hamilton, degree, parity};
use crate::logic::{ConstraintSink, Lit, Origin};
use crate::puzzle::Solution;
use crate::rules::one_loop::walks;
use crate::rules::one_path::counted::{self, Counted, TrueCount};

const WAYS: (&str, &str) = (
    "ways",
    "the line passes each gadget in one of few ways; at a port it takes one edge outside, if the way takes none there",
);
const SOURCE: &str =
    "our own: gadgets of forced edges and of vertices with one forced and two other edges";

/// The degree rules, with the ways through gadgets in place of the edges inside.
///
/// There is one variable for each edge that is not inside a gadget and one for each way, followed by the variables of
/// the counters. With a symmetry, an edge or way has the variable of its image.
pub(super) struct Condensed<'a> {
    base: HamiltonBase<'a>,
    /// The edges and ways with variables of their own, in order.
    variables: Vec<Named>,
    /// Exactly one way through each gadget; at each port either one edge outside or a way that takes an edge inside;
    /// two edges at each other vertex.
    counted: Vec<Counted>,
    /// The condition under which each edge is drawn.
    drawn: Vec<DrawnCondition>,
    is_symmetric: bool,
}

/// The meaning of a variable.
enum Named {
    Edge(Edge),
    /// The way with this index through the gadget of a vertex.
    Way(usize, usize),
}

/// The condition under which an edge is drawn.
#[derive(Clone)]
enum DrawnCondition {
    Always,
    /// At least one of these literals is true.
    Any(Vec<Lit>),
}

impl<'a> Condensed<'a> {
    /// Creates the encoding of a cycle puzzle without forbidden edges.
    pub fn new(puzzle: &'a Hamilton) -> Self {
        let gadgets = Gadget::all(puzzle.graph());
        let outline = Outline::new(puzzle.graph(), &gadgets);
        Self::with(puzzle, &gadgets, &outline, None)
    }

    /// Creates the encodings of the models that a symmetry of order two maps to themselves, one encoding for each
    /// symmetry found.
    pub fn symmetric(puzzle: &'a Hamilton) -> Vec<Self> {
        let gadgets = Gadget::all(puzzle.graph());
        let outline = Outline::new(puzzle.graph(), &gadgets);
        let found = Involution::some(&outline.graph, &outline.colours);
        let with = |symmetry| Self::with(puzzle, &gadgets, &outline, Some(symmetry));
        found.iter().map(with).collect()
    }

    fn with(
        puzzle: &'a Hamilton,
        gadgets: &[Gadget],
        outline: &Outline,
        symmetry: Option<&Involution>,
    ) -> Self {
        let graph = puzzle.graph();
        let mut one = Self {
            base: HamiltonBase::new(puzzle),
            variables: Vec::new(),
            counted: Vec::new(),
            drawn: graph.edges().map(|_| DrawnCondition::Always).collect(),
            is_symmetric: symmetry.is_some(),
        };
        let first = |vertex: usize| symmetry.map_or(vertex, |symmetry| symmetry.first(vertex));
        let first_edge = |edge: Edge| {
            symmetry.map_or(edge, |symmetry| symmetry.first_edge(&outline.graph, edge))
        };
        for (&edge, inner) in outline.edges.iter().zip((0..).map(Edge)) {
            one.drawn[edge.index()] = match first_edge(inner) {
                first if first == inner => {
                    DrawnCondition::Any(vec![one.variable(Named::Edge(edge))])
                }
                first => one.drawn[outline.edges[first.index()].index()].clone(),
            };
        }
        let mut ways: HashMap<usize, Lit> = HashMap::new();
        let mut is_port = vec![false; graph.vertex_count()];
        for (gadget, &centre) in gadgets.iter().zip(&outline.gadgets) {
            let place =
                gadget.ports.iter().chain(&gadget.inside).copied().min().unwrap_or_default();
            let literals: Vec<Lit> = (0..gadget.ways.len())
                .map(|way| {
                    let first = first(centre + 1 + way);
                    let known = ways.get(&first).copied();
                    let literal = known.unwrap_or_else(|| one.variable(Named::Way(place, way)));
                    *ways.entry(first).or_insert(literal)
                })
                .collect();
            let origin = Origin::new(WAYS.0, graph.vertex_place(place));
            if first(centre) == centre {
                let name = format!("way_{}", graph.vertex_name(place));
                let literals = literals.clone();
                one.counted.push(Counted { literals, count: TrueCount::One, origin, name });
            }
            for (at, &edge) in gadget.edges.iter().enumerate() {
                let with = literals.iter().zip(&gadget.ways).filter(|(_, way)| way[at]);
                one.drawn[edge.index()] =
                    DrawnCondition::Any(with.map(|(&literal, _)| literal).collect());
            }
            for &port in &gadget.ports {
                is_port[port] = true;
                let meets = gadget.meets(graph, port);
                let those = |met: bool| {
                    let ways = literals.iter().zip(&meets).filter(move |(_, meets)| **meets == met);
                    ways.map(|(&literal, _)| literal).collect::<Vec<Lit>>()
                };
                let mut choices = one.literals_at(graph, port, &gadget.edges);
                // "takes an edge inside" has two forms; the form with fewer literals is used
                match those(false)[..] {
                    [open] => choices.push(!open),
                    _ => choices.extend(those(true)),
                }
                one.counted.push(Counted {
                    literals: choices,
                    count: TrueCount::One,
                    origin: Origin::new(WAYS.0, graph.vertex_place(port)),
                    name: format!("port_{}", graph.vertex_name(port)),
                });
            }
        }
        let is_first =
            |&(number, &vertex): &(usize, &usize)| !is_port[vertex] && first(number) == number;
        for (_, &vertex) in outline.vertices.iter().enumerate().filter(is_first) {
            one.counted.push(Counted {
                literals: one.literals_at(graph, vertex, &[]),
                count: TrueCount::Two,
                origin: Origin::new("degree", graph.vertex_place(vertex)),
                name: graph.vertex_name(vertex),
            });
        }
        one
    }

    fn variable(&mut self, named: Named) -> Lit {
        self.variables.push(named);
        Lit::positive(self.variables.len() as u32 - 1)
    }

    /// Returns the literals of the edges at a vertex that have variables, without the edges inside a gadget.
    fn literals_at(&self, graph: &Graph, vertex: usize, inside: &[Edge]) -> Vec<Lit> {
        let outside = graph.incident(vertex).iter().filter(|edge| !inside.contains(edge));
        let literal = |edge: &Edge| match &self.drawn[edge.index()] {
            DrawnCondition::Any(literals) => literals.first().copied(),
            DrawnCondition::Always => None,
        };
        outside.filter_map(literal).collect()
    }

    /// Returns, for each edge of the graph, whether a model draws it.
    fn drawn(&self, model: &[bool]) -> Vec<bool> {
        let is_true = |literal: &Lit| model.get(literal.var().idx()).copied().unwrap_or(false);
        let is_drawn = |drawn: &DrawnCondition| match drawn {
            DrawnCondition::Always => true,
            DrawnCondition::Any(literals) => literals.iter().any(is_true),
        };
        self.drawn.iter().map(is_drawn).collect()
    }

    /// Translates a cut of edges, none of which is always drawn.
    fn translated(&self, cut: &Cut) -> Cut {
        let literals = cut.literals().iter().flat_map(|edge| match &self.drawn[edge.var().idx()] {
            DrawnCondition::Any(literals) => &literals[..],
            DrawnCondition::Always => &[],
        });
        let mut literals: Vec<Lit> = literals.copied().collect();
        literals.sort_unstable();
        literals.dedup();
        Cut::clause(literals, cut.reason)
    }

    /// Returns the clause that excludes a model.
    fn excluded(&self, model: &[bool]) -> Cut {
        let variables = (0..self.variables.len() as u32).map(Lit::positive);
        let taken = variables.filter(|literal| model[literal.var().idx()]);
        Cut::clause(taken.map(|literal| !literal).collect(), CutReason::KnownSolution)
    }
}

impl<'a> Condensed<'a> {
    /// Returns the encoding, or `None` if it has more variables than files can number.
    pub fn into_encoding(self) -> Option<Encoding<'a>> {
        let condensed = Arc::new(self);
        let symmetric =
            if condensed.is_symmetric { "; a symmetry maps the model to itself" } else { "" };
        let meaning = format!(
            "two edges at each vertex, and ways through gadgets; subtours are merged or cut{symmetric}"
        );
        let mut encoding = Encoding::new(condensed.base.puzzle, "degree", meaning);
        encoding.projection_size = condensed.variables.len();
        if condensed.is_symmetric {
            encoding.completeness = Completeness::Underapproximation;
        }
        let count = condensed.variables.len() + counted::variable_count(&condensed.counted);
        let first = encoding.numbers(count).ok()?;
        let [named, ways, parities, read, block] = std::array::from_fn(|_| condensed.clone());
        encoding.read = Some(Box::new(move |model| Solution::new(read.drawn(model))));
        encoding.block = Some(Box::new(move |model| block.blocked(model)));
        let about = EncodingInfo::of_families("degree", SOURCE, &HamiltonBase::FAMILIES);
        encoding.push(Part::new(about, move |sink| ways.constraints(sink)).with_variables(
            first,
            move |sink| {
                named.variables(sink);
            },
        ));
        let rest = EncodingInfo { families: &[parity::FAMILY, WAYS], ..about };
        encoding.push(Part::new(rest, move |sink| parity::constraints(&parities.base, sink)));
        Some(encoding.with_global_constraint(Some(Box::new(MergedCycles(condensed)))))
    }

    fn variables(&self, sink: &mut dyn ConstraintSink) {
        let graph = self.base.graph();
        for named in &self.variables {
            match *named {
                Named::Edge(edge) => {
                    sink.variable("edge", format_args!("{}", graph.edge_label(edge)));
                }
                Named::Way(vertex, way) => {
                    let name = format_args!("way_{}_{}", graph.vertex_name(vertex), way + 1);
                    sink.variable(WAYS.0, name);
                }
            }
        }
        counted::variables(&self.counted, sink);
    }

    fn constraints(&self, sink: &mut dyn ConstraintSink) {
        counted::constraints(&self.counted, self.variables.len() as u32, sink);
    }

    fn blocked(&self, model: &[bool]) -> Separated {
        let solution = Some(Solution::new(self.drawn(model)));
        Separated { solution, cuts: vec![self.excluded(model)] }
    }
}

/// The constraint of one cycle: the cycles of a model are merged as far as possible, and then cut.
struct MergedCycles<'a>(Arc<Condensed<'a>>);

impl GlobalConstraint for MergedCycles<'_> {
    fn name(&self) -> &'static str {
        "one cycle"
    }

    fn cut_kinds(&self) -> &'static [CutKind] {
        &[CutKind::Leave]
    }

    /// Merges the cycles of the model. A single cycle is a solution; otherwise each cycle that is left is cut.
    fn separate(&self, _: &Encoding<'_>, model: &[bool], _: CutKind) -> Separated {
        let condensed = &self.0;
        let graph = condensed.base.graph();
        let Some(merged) = merged(graph, &condensed.drawn(model)) else {
            // the model violates the degree rules
            return Separated { solution: None, cuts: Vec::new() };
        };
        let parts = walks(graph, &merged);
        if parts.len() == 1 {
            let cuts = vec![condensed.excluded(model)];
            return Separated { solution: Some(Solution::new(merged)), cuts };
        }
        let cuts = degree::clauses(&condensed.base, &parts);
        Separated {
            solution: None,
            cuts: cuts.iter().map(|cut| condensed.translated(cut)).collect(),
        }
    }
}
