use super::*;
use crate::kinds::hamilton::merge::tests::{each_factor, graph, ladder, random_ladders};
use crate::rules::one_loop::{Walk, walks};

/// Returns whether one of the ways through each gadget is drawn.
fn takes_ways(gadgets: &[Gadget], drawn: &[bool]) -> bool {
    let is_way = |gadget: &Gadget| {
        let chosen: Vec<bool> = gadget.edges.iter().map(|edge| drawn[edge.index()]).collect();
        gadget.ways.contains(&chosen)
    };
    gadgets.iter().all(is_way)
}

/// The ladder of three forced edges: each middle vertex has two choices, and two of the four combinations close a
/// cycle.
#[test]
fn a_ladder_has_a_way_from_each_end_to_the_other() {
    let outside = [0, 2, 3, 5].into_iter().flat_map(|end| [[end, 9], [end, 10]]);
    let graph = graph(11, &ladder(&[0, 1, 2]).into_iter().chain(outside).collect::<Vec<_>>());
    let [gadget] = &Gadget::all(&graph)[..] else { panic!("one gadget") };
    let [a, b, c, d] = [0, 1, 2, 3].map(Edge);
    assert_eq!(gadget.edges, [a, b, c, d]);
    // vertex 1 takes vertex 0 and vertex 4 takes vertex 5, or the other way round
    let mut found = gadget.ways.clone();
    found.sort();
    assert_eq!(found, [vec![false, true, true, false], vec![true, false, false, true]]);
    let mut ports = gadget.ports.clone();
    ports.sort_unstable();
    assert_eq!(ports, [0, 2, 3, 5]);
    assert_eq!(gadget.meets(&graph, 0), gadget.meets(&graph, 5));
    assert_ne!(gadget.meets(&graph, 0), gadget.meets(&graph, 2));
}

/// A path of 2n + 1 vertices with n choices has n + 1 forms, which differ in the vertex that is left. Of the (n + 1)²
/// pairs of forms, only the two pairs from one end to the other close no cycle.
#[test]
fn long_ladders_have_two_ways() {
    for count in [3_u32, 5, 7, 9] {
        let mut edges = ladder(&(0..count).collect::<Vec<_>>());
        let last = 3 * count;
        for port in (0..count).step_by(2).flat_map(|i| [i, count + i]) {
            edges.extend([[port, last], [port, last + 1]]);
        }
        let gadgets = Gadget::all(&graph(last as usize + 2, &edges));
        let sizes = gadgets.iter().map(|gadget| (gadget.ways.len(), gadget.edges.len()));
        assert_eq!(sizes.collect::<Vec<_>>(), [(2, 2 * (count as usize - 1))]);
    }
}

/// Compares a gadget in random graphs with all 2-factors: a 2-factor takes one of the gadget's ways exactly if no cycle
/// lies inside. So every Hamilton cycle takes one of the ways.
#[test]
fn the_ways_are_the_choices_without_a_cycle_inside() {
    let (mut ways, mut others, mut whole) = (0, 0, 0);
    for graph in random_ladders(40) {
        let gadgets = Gadget::all(&graph);
        each_factor(&graph, &mut |drawn| {
            let walks = walks(&graph, drawn);
            let is_inside = |walk: &Walk| walk.vertices.iter().all(|&vertex| vertex < 9);
            let has_ways = takes_ways(&gadgets, drawn);
            assert_eq!(has_ways, !walks.iter().any(is_inside), "{graph:?} {drawn:?}");
            if has_ways {
                ways += 1
            } else {
                others += 1
            }
            whole += usize::from(walks.len() == 1);
        });
    }
    assert!(ways > 10 && others > 10 && whole > 10, "{ways} {others} {whole}");
}
