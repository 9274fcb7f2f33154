//! Outlines: graphs whose gadgets are replaced by their ways, for the search for symmetries.

use crate::grid::{Edge, Graph};
use crate::kinds::hamilton::merge::gadgets::Gadget;

/// A graph whose gadgets are replaced by their ways.
///
/// The vertices inside a gadget are removed. In their place there is a vertex for the gadget and a vertex for each way.
/// The vertex of a way is next to the vertex of the gadget and to the ports at which the way takes no edge inside, so
/// that the port needs an edge outside. The insides of two gadgets may differ even if their ways agree, so the outline
/// may have symmetries that the original graph lacks.
pub(in crate::kinds::hamilton::merge) struct Outline {
    pub graph: Graph,
    /// The color of each vertex: 0 for a vertex of the original graph, 1 for a way, 2 for a gadget.
    pub colours: Vec<usize>,
    /// The edges of the original graph that are left: edge i of the outline is edge `edges[i]` of the original.
    pub edges: Vec<Edge>,
    /// The vertices of the original graph that are left, in the same way.
    pub vertices: Vec<usize>,
    /// The vertex of each gadget, which the vertices of its ways follow.
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
