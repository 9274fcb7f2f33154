//! Blocks of a multigraph, and the faces of a planar block.
//!
//! A *block* is a maximal part without a cut vertex. Spanning trees and cycles of a graph are found block by block: a
//! tree spans the graph if it spans each block, and no cycle is in two blocks.
//!
//! [`block_faces`] draws a block by the method of Demoucron, Malgrange and Pertuiset (1964). It begins with a cycle, which has
//! two faces. The edges not yet drawn form *fragments*, which hang on drawn vertices; a fragment fits into a face that
//! has all of these. A path through a fragment between two drawn vertices splits a face in two:
//!
//! ```text
//!   +-------+       +-------+
//!   |       |       | a     |
//!   |   f   |  ->   *---*---*     f becomes a and b
//!   |       |       |     b |
//!   +-------+       +-------+
//! ```
//!
//! If a fragment fits into no face, the block is not planar. Otherwise a fragment that fits into one face only is drawn
//! first, which makes the choices never wrong. The time is quadratic, which is enough for the graphs that a formula can
//! have; linear methods take several times as much code.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::grid::DisjointSets;

/// A block of a multigraph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GraphBlock {
    /// The vertex that is nearest to the first vertex of the search: a cut vertex, or this first vertex itself.
    pub root: usize,
    /// The indices of the edges.
    pub edges: Vec<usize>,
}

/// Returns the blocks of a multigraph, whose edges are given by their ends. The search begins at `first`. An edge from a
/// vertex to itself is in no block.
///
/// A depth-first search numbers the vertices; a block ends where no edge leads from the subtree of a child to a vertex
/// above its parent (Hopcroft and Tarjan 1973, Algorithm 447).
pub(crate) fn graph_blocks(vertices: usize, ends: &[[usize; 2]], first: usize) -> Vec<GraphBlock> {
    const NEW: usize = usize::MAX;
    let mut incident = vec![Vec::new(); vertices];
    for (edge, &[a, b]) in ends.iter().enumerate().filter(|(_, ends)| ends[0] != ends[1]) {
        incident[a].push(edge);
        incident[b].push(edge);
    }
    let (mut order, mut low) = (vec![NEW; vertices], vec![NEW; vertices]);
    let (mut blocks, mut open, mut next) = (Vec::new(), Vec::new(), 0);
    for start in [first].into_iter().chain(0..vertices).filter(|&start| start < vertices) {
        if order[start] != NEW {
            continue;
        }
        (order[start], low[start]) = (next, next);
        next += 1;
        // a vertex, the edge from its parent, and the number of its edges that have been followed
        let mut stack: Vec<(usize, Option<usize>, usize)> = vec![(start, None, 0)];
        while let Some(top) = stack.last_mut() {
            let (vertex, from) = (top.0, top.1);
            if let Some(&edge) = incident[vertex].get(top.2) {
                top.2 += 1;
                let other = ends[edge][0] + ends[edge][1] - vertex;
                if Some(edge) == from || order[other] > order[vertex] && order[other] != NEW {
                    continue;
                }
                open.push(edge);
                if order[other] == NEW {
                    (order[other], low[other]) = (next, next);
                    next += 1;
                    stack.push((other, Some(edge), 0));
                } else {
                    low[vertex] = low[vertex].min(order[other]);
                }
            } else {
                stack.pop();
                if let (Some(edge), Some(&(parent, ..))) = (from, stack.last()) {
                    low[parent] = low[parent].min(low[vertex]);
                    if low[vertex] >= order[parent] {
                        let start = open.iter().rposition(|&one| one == edge).unwrap_or_default();
                        blocks.push(GraphBlock { root: parent, edges: open.split_off(start) });
                    }
                }
            }
        }
    }
    blocks
}

/// The faces of a planar drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BlockFaces {
    /// The number of faces.
    pub count: usize,
    /// For each edge, the faces on its two sides. They are equal for the only edge of a block.
    pub sides: Vec<[usize; 2]>,
}

/// Returns the faces of a drawing of a block without crossings, or `None` if it is not planar. The edges are given by their
/// ends; several may join the same vertices.
pub(crate) fn block_faces(ends: &[[usize; 2]]) -> Option<BlockFaces> {
    let mut numbers = HashMap::new();
    let mut simple: Vec<[usize; 2]> = Vec::new();
    let mut parallel: Vec<Vec<usize>> = Vec::new();
    let mut known = HashMap::new();
    for (edge, pair) in ends.iter().enumerate() {
        let pair = pair.map(|vertex| {
            let next = numbers.len();
            *numbers.entry(vertex).or_insert(next)
        });
        let place =
            *known.entry([pair[0].min(pair[1]), pair[0].max(pair[1])]).or_insert_with(|| {
                simple.push(pair);
                parallel.push(Vec::new());
                simple.len() - 1
            });
        parallel[place].push(edge);
    }
    let mut drawing = match simple.len() {
        0 | 1 => BlockFaces { count: 1, sides: vec![[0, 0]; simple.len()] },
        _ => PlanarDrawing::of(numbers.len(), &simple)?.faces(),
    };
    // parallel edges lie side by side, with a face between each two
    let mut sides = vec![[0, 0]; ends.len()];
    for (edges, [left, right]) in parallel.iter().zip(std::mem::take(&mut drawing.sides)) {
        let mut before = left;
        for (&edge, is_last) in edges.iter().zip((1..=edges.len()).map(|n| n == edges.len())) {
            let after = if is_last { right } else { drawing.count };
            drawing.count += usize::from(!is_last);
            sides[edge] = [before, after];
            before = after;
        }
    }
    Some(BlockFaces { count: drawing.count, sides })
}

/// A drawing of a part of a block without parallel edges, which grows path by path.
struct PlanarDrawing<'a> {
    ends: &'a [[usize; 2]],
    /// The vertices around each face.
    faces: Vec<Vec<usize>>,
    /// The faces at each vertex; none at a vertex that is not drawn.
    at: Vec<HashSet<usize>>,
    /// The edges that are not drawn, as fragments.
    fragments: Vec<Vec<usize>>,
}

impl<'a> PlanarDrawing<'a> {
    /// Draws the whole block, or returns `None` if it is not planar.
    fn of(vertices: usize, ends: &'a [[usize; 2]]) -> Option<Self> {
        // Euler: a planar graph has few edges
        if ends.len() > 3 * vertices - 6 {
            return None;
        }
        let at = vec![HashSet::new(); vertices];
        let mut drawing = Self { ends, faces: Vec::new(), at, fragments: Vec::new() };
        let [from, to] = ends[0];
        let others: Vec<usize> = (1..ends.len()).collect();
        let cycle = drawing.path(&others, from, |vertex| vertex == to)?;
        drawing.faces = vec![cycle.clone(), cycle.clone()];
        cycle.iter().for_each(|&vertex| drawing.at[vertex].extend([0, 1]));
        drawing.fragments = drawing.fragments_of(&drawing.left(&others, &cycle));
        while let Some((place, face)) = drawing.next_fragment()? {
            let fragment = drawing.fragments.swap_remove(place);
            let start = drawing.attachments(&fragment).min()?;
            let path = drawing.path(&fragment, start, |other| !drawing.at[other].is_empty())?;
            drawing.split(face, &path);
            let rest = drawing.fragments_of(&drawing.left(&fragment, &path));
            drawing.fragments.extend(rest);
        }
        Some(drawing)
    }

    /// Returns the edges that are not on a path.
    fn left(&self, edges: &[usize], path: &[usize]) -> Vec<usize> {
        let steps: HashSet<[usize; 2]> =
            path.windows(2).flat_map(|step| [[step[0], step[1]], [step[1], step[0]]]).collect();
        edges.iter().copied().filter(|&edge| !steps.contains(&self.ends[edge])).collect()
    }

    /// Groups edges that meet at vertices that are not drawn.
    fn fragments_of(&self, edges: &[usize]) -> Vec<Vec<usize>> {
        let mut sets = DisjointSets::new(edges.len());
        let mut first: HashMap<usize, u32> = HashMap::new();
        for (place, &edge) in (0..).zip(edges) {
            for vertex in self.ends[edge].into_iter().filter(|&vertex| self.at[vertex].is_empty()) {
                let known = *first.entry(vertex).or_insert(place);
                sets.join(known, place);
            }
        }
        let mut fragments: HashMap<u32, usize> = HashMap::new();
        let mut grouped: Vec<Vec<usize>> = Vec::new();
        for (place, &edge) in (0..).zip(edges) {
            let group = *fragments.entry(sets.find(place)).or_insert(grouped.len());
            if group == grouped.len() {
                grouped.push(Vec::new());
            }
            grouped[group].push(edge);
        }
        grouped
    }

    /// Returns the drawn vertices of a fragment.
    fn attachments<'b>(&'b self, fragment: &'b [usize]) -> impl Iterator<Item = usize> + 'b {
        let ends = fragment.iter().flat_map(|&edge| self.ends[edge]);
        ends.filter(|&vertex| !self.at[vertex].is_empty())
    }

    /// Returns the place of the next fragment and a face for it, or nothing if all edges are drawn; `None` if a fragment fits
    /// into no face.
    fn next_fragment(&self) -> Option<Option<(usize, usize)>> {
        let mut next = None;
        for (place, fragment) in self.fragments.iter().enumerate() {
            let first = self.attachments(fragment).next()?;
            let fits =
                |face: &&usize| self.attachments(fragment).all(|one| self.at[one].contains(face));
            let mut fitting: Vec<usize> = self.at[first].iter().filter(fits).copied().collect();
            fitting.sort_unstable();
            let face = *fitting.first()?;
            if fitting.len() == 1 {
                return Some(Some((place, face)));
            }
            next = next.or(Some((place, face)));
        }
        Some(next)
    }

    /// Returns a path of some edges from a vertex to another vertex for which `is_end` is true.
    fn path(
        &self,
        edges: &[usize],
        from: usize,
        is_end: impl Fn(usize) -> bool,
    ) -> Option<Vec<usize>> {
        let mut beside: HashMap<usize, Vec<usize>> = HashMap::new();
        for &edge in edges {
            let [a, b] = self.ends[edge];
            beside.entry(a).or_default().push(b);
            beside.entry(b).or_default().push(a);
        }
        let mut back = HashMap::from([(from, from)]);
        let mut waiting = VecDeque::from([from]);
        while let Some(vertex) = waiting.pop_front() {
            if vertex != from && is_end(vertex) {
                let mut path = vec![vertex];
                while *path.last()? != from {
                    path.push(back[path.last()?]);
                }
                return Some(path);
            }
            for &next in beside.get(&vertex)? {
                back.entry(next).or_insert_with(|| {
                    waiting.push_back(next);
                    vertex
                });
            }
        }
        None
    }

    /// Splits a face by a path between two of its vertices.
    fn split(&mut self, face: usize, path: &[usize]) {
        let mut around = std::mem::take(&mut self.faces[face]);
        let start = around.iter().position(|&vertex| vertex == path[0]).unwrap_or_default();
        around.rotate_left(start);
        let end = around.iter().position(|vertex| path.last() == Some(vertex)).unwrap_or_default();
        let inner = &path[1..path.len() - 1];
        let one: Vec<usize> =
            around[..=end].iter().copied().chain(inner.iter().rev().copied()).collect();
        let other: Vec<usize> =
            path.iter().copied().chain(around[end + 1..].iter().copied()).collect();
        let new = self.faces.len();
        around.iter().for_each(|&vertex| {
            self.at[vertex].remove(&face);
        });
        one.iter().for_each(|&vertex| {
            self.at[vertex].insert(face);
        });
        other.iter().for_each(|&vertex| {
            self.at[vertex].insert(new);
        });
        self.faces[face] = one;
        self.faces.push(other);
    }

    /// Returns the faces beside each edge.
    fn faces(&self) -> BlockFaces {
        let numbers: HashMap<[usize; 2], usize> = self
            .ends
            .iter()
            .enumerate()
            .map(|(edge, &[a, b])| ([a.min(b), a.max(b)], edge))
            .collect();
        let mut sides = vec![Vec::new(); self.ends.len()];
        for (face, around) in self.faces.iter().enumerate() {
            for (&a, &b) in around.iter().zip(around.iter().cycle().skip(1)) {
                sides[numbers[&[a.min(b), a.max(b)]]].push(face);
            }
        }
        let pair = |sides: Vec<usize>| [sides[0], sides[1]];
        BlockFaces { count: self.faces.len(), sides: sides.into_iter().map(pair).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All graphs of 5 vertices, and 3,000 of 6 and 7, each as its edges.
    fn graphs() -> impl Iterator<Item = (usize, Vec<[usize; 2]>)> {
        let pairs = |count: usize| (0..count).flat_map(|b| (0..b).map(move |a| [a, b]));
        let chosen = move |count: usize, set: u32| {
            let edges = pairs(count).enumerate().filter(|(at, _)| set >> at & 1 == 1);
            (count, edges.map(|(_, pair)| pair).collect())
        };
        let large = (0..3000_u32).map(move |seed| {
            let bits = u64::from(seed).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
            chosen(6 + seed as usize % 2, bits as u32)
        });
        (0..1 << 10).map(move |set| chosen(5, set)).chain(large)
    }

    /// Returns whether a graph has K5 or K3,3 as a minor, by trying all contractions (Wagner 1937).
    fn has_minor(mut vertices: Vec<usize>, edges: &HashSet<[usize; 2]>) -> bool {
        vertices.retain(|vertex| edges.iter().flatten().any(|end| end == vertex));
        let joined = |a: usize, b: usize| edges.contains(&[a.min(b), a.max(b)]);
        let count = |needed: usize| edges.len() >= needed;
        if vertices.len() < 5 || !count(9) {
            return false;
        }
        let has_five =
            (0..1_u32 << vertices.len()).filter(|set| set.count_ones() == 5).any(|set| {
                let five: Vec<usize> = (0..vertices.len())
                    .filter(|at| set >> at & 1 == 1)
                    .map(|at| vertices[at])
                    .collect();
                five.iter().all(|&a| five.iter().all(|&b| a == b || joined(a, b)))
            });
        let has_six = (0..3_u32.pow(vertices.len() as u32)).any(|mut code| {
            let mut parts = [const { Vec::new() }; 3];
            for &vertex in &vertices {
                parts[code as usize % 3].push(vertex);
                code /= 3;
            }
            let [left, right, _] = parts;
            (left.len(), right.len()) == (3, 3)
                && left.iter().all(|&a| right.iter().all(|&b| joined(a, b)))
        });
        has_five
            || has_six
            || edges.iter().any(|&[keep, gone]| {
                let moved = |vertex: usize| if vertex == gone { keep } else { vertex };
                let contracted = edges.iter().map(|&[a, b]| [moved(a), moved(b)]);
                let contracted =
                    contracted.filter(|[a, b]| a != b).map(|[a, b]| [a.min(b), a.max(b)]);
                has_minor(vertices.clone(), &contracted.collect())
            })
    }

    #[test]
    fn blocks_split_the_edges_and_are_planar_as_wagner_says() {
        let (mut planar, mut others) = (0, 0);
        for (vertices, edges) in graphs() {
            let blocks = graph_blocks(vertices, &edges, vertices - 1);
            let mut all: Vec<usize> = blocks.iter().flat_map(|block| block.edges.clone()).collect();
            all.sort_unstable();
            assert!(all.into_iter().eq(0..edges.len()), "{edges:?}");
            let drawn = blocks.iter().map(|block| {
                let ends: Vec<[usize; 2]> = block.edges.iter().map(|&edge| edges[edge]).collect();
                assert!(ends.iter().flatten().any(|&end| end == block.root));
                Some((block_faces(&ends)?, ends))
            });
            let drawn: Option<Vec<_>> = drawn.collect();
            let has_minor = has_minor((0..vertices).collect(), &edges.iter().copied().collect());
            assert_eq!(drawn.is_none(), has_minor, "{edges:?}");
            match &drawn {
                Some(blocks) => blocks.iter().for_each(|(faces, ends)| is_drawing(faces, ends)),
                None => others += 1,
            }
            planar += usize::from(drawn.is_some());
        }
        assert!(planar > 2000 && others > 200, "{planar} {others}");
    }

    /// By Euler's formula, faces whose edges form cycles are those of a drawing in the plane if there are enough of them.
    fn is_drawing(faces: &BlockFaces, ends: &[[usize; 2]]) {
        let vertices: HashSet<usize> = ends.iter().flatten().copied().collect();
        assert_eq!(vertices.len() + faces.count, ends.len() + 2, "{ends:?}");
        for face in 0..faces.count {
            let mut degrees: HashMap<usize, usize> = HashMap::new();
            for (sides, pair) in faces.sides.iter().zip(ends) {
                if sides.contains(&face) {
                    pair.iter().for_each(|&end| *degrees.entry(end).or_default() += 1);
                }
            }
            let is_cycle = degrees.values().all(|&degree| degree == 2);
            assert!(is_cycle || ends.len() == 1, "{ends:?} {faces:?}");
        }
    }

    #[test]
    fn parallel_edges_have_a_face_between_them() {
        let triple = block_faces(&[[4, 7], [7, 4], [4, 7]]).expect("planar");
        assert_eq!(triple, BlockFaces { count: 3, sides: vec![[0, 1], [1, 2], [2, 0]] });
        assert_eq!(block_faces(&[[0, 1]]), Some(BlockFaces { count: 1, sides: vec![[0, 0]] }));
        let found = block_faces(&[[0, 1], [1, 2], [2, 0], [0, 1]]).expect("planar");
        is_drawing(&found, &[[0, 1], [1, 2], [2, 0], [0, 1]]);
    }

    #[test]
    fn a_large_grid_is_drawn() {
        let at = |row: usize, col: usize| row * 30 + col;
        let right =
            (0..30).flat_map(|row| (1..30).map(move |col| [at(row, col - 1), at(row, col)]));
        let down = (1..30).flat_map(|row| (0..30).map(move |col| [at(row - 1, col), at(row, col)]));
        let ends: Vec<[usize; 2]> = right.chain(down).collect();
        assert_eq!(block_faces(&ends).map(|faces| faces.count), Some(29 * 29 + 1));
    }
}
