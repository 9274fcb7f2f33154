//! A graph whose gadgets are replaced by their ways.

use crate::grid::{Edge, Graph};
use crate::kinds::hamilton::merge::gadgets::Gadget;

/// A graph whose gadgets are replaced by their ways.
///
/// The vertices inside a gadget are removed. In their place there is a vertex for the gadget, and one for each way, next
/// to the gadget and to the ports whose further edges it needs. The insides of two gadgets may differ where their ways
/// agree, so this graph may have symmetries that the first one lacks.
pub(in crate::kinds::hamilton::merge) struct Outline {
    pub graph: Graph,
    /// The colour of each vertex: 0, 1 for a way, or 2 for a gadget.
    pub colours: Vec<usize>,
    /// The edges of the first graph that are left: edge i here is edge `edges[i]` there.
    pub edges: Vec<Edge>,
    /// The vertices of the first graph that are left, in the same way.
    pub vertices: Vec<usize>,
    /// The vertex of each gadget, which those of its ways follow.
    pub gadgets: Vec<usize>,
}

impl Outline {
    pub fn new(graph: &Graph, gadgets: &[Gadget]) -> Self {
        let mut is_inside = vec![false; graph.vertex_count()];
        for &vertex in gadgets.iter().flat_map(|gadget| &gadget.inside) {
            is_inside[vertex] = true;
        }
        let vertices: Vec<usize> =
            (0..graph.vertex_count()).filter(|&vertex| !is_inside[vertex]).collect();
        let mut numbers = vec![0; graph.vertex_count()];
        vertices.iter().zip(0..).for_each(|(&vertex, number)| numbers[vertex] = number);
        let is_left = |&edge: &Edge| graph.ends(edge).iter().all(|&end| !is_inside[end]);
        let edges: Vec<Edge> = graph.edges().filter(is_left).collect();
        let mut ends: Vec<[u32; 2]> =
            edges.iter().map(|&edge| graph.ends(edge).map(|end| numbers[end])).collect();
        let (mut colours, mut centres) = (vec![0; vertices.len()], Vec::new());
        for gadget in gadgets {
            let centre = colours.len() as u32;
            centres.push(colours.len());
            colours.push(2);
            colours.extend(gadget.ways.iter().map(|_| 1));
            let ways = centre + 1..colours.len() as u32;
            ends.extend(ways.clone().map(|way| [centre, way]));
            for &port in &gadget.ports {
                let open = ways.clone().zip(gadget.meets(graph, port)).filter(|(_, meets)| !meets);
                ends.extend(open.map(|(way, _)| [numbers[port], way]));
            }
        }
        let graph = Graph::new(colours.len(), ends).expect("each edge has other ends");
        Self { graph, colours, edges, vertices, gadgets: centres }
    }
}
