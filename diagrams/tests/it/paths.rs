//! Compares counts and diagrams with published ones.

use std::collections::BTreeSet;
use std::io::{self, Read, Write};
use std::ops::RangeInclusive;

use encycle_diagrams::lines::{
    BuildError, LineSolutions, TallyOptions, breadth_first, count_solutions,
};
use encycle_diagrams::{Arena, CheckpointError, CountResources, LevelStore, SetFamily};
use encycle_encodings::grid::Edge;
use encycle_encodings::kinds::hamilton::{Hamilton, HamiltonGoal};
use encycle_encodings::kinds::numberlink::{Numberlink, NumberlinkRule};
use encycle_encodings::kinds::slitherlink::Slitherlink;
use encycle_encodings::puzzle::{Instance, LineProblem, Solution};

/// Returns a Numberlink with one pair: opposite corners of `side` x `side` vertices.
fn corner_to_corner(side: usize) -> Numberlink {
    let mut rows = vec![".".repeat(side); side];
    rows[0].replace_range(..1, "1");
    rows[side - 1].replace_range(side - 1.., "1");
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    Numberlink::from_rows(&rows, NumberlinkRule::Free).expect("a pair")
}

fn lines(puzzle: &dyn Instance) -> LineProblem<'_> {
    puzzle.line_problem().expect("a loop or path puzzle")
}

fn count(puzzle: &dyn Instance) -> String {
    count_solutions(&lines(puzzle), &TallyOptions::default(), CountResources::new(&mut |_| true))
        .expect("no limit")
        .to_string()
}

/// OEIS A007764, from 2 x 2 vertices on. Knuth's 789 360 053 252 paths of the "8 x 8 grid" (Berschneider
/// 2.3.2) are paths of 8 x 8 vertices, the squares of a chess board.
#[test]
fn corner_to_corner_path_counts_match_oeis() {
    let published = [
        "2",
        "12",
        "184",
        "8512",
        "1262816",
        "575780564",
        "789360053252",
        "3266598486981642",
        "41044208702632496804",
        "1568758030464750013214100",
    ];
    for (side, published) in (2..).zip(published) {
        assert_eq!(count(&corner_to_corner(side)), published, "{side} x {side}");
    }
}

/// The last grid has enough states for three threads.
#[test]
fn counts_do_not_depend_on_the_number_of_threads() {
    for (side, published) in
        [(2, "2"), (3, "12"), (8, "789360053252"), (11, "1568758030464750013214100")]
    {
        for threads in [1, 2, 3, 7] {
            let threads = threads.try_into().expect("positive");
            let puzzle = corner_to_corner(side);
            let resources = CountResources { threads, store: None, go_on: &mut |_| true };
            let count = count_solutions(&lines(&puzzle), &TallyOptions::default(), resources);
            assert_eq!(count.expect("no limit").to_string(), published, "{threads}");
        }
    }
}

/// A checkpoint in memory, which is due after each level.
#[derive(Default)]
struct MemoryStore(Option<Vec<u8>>);

impl LevelStore for MemoryStore {
    fn load(&mut self) -> io::Result<Option<Box<dyn Read>>> {
        Ok(self.0.clone().map(|bytes| Box::new(io::Cursor::new(bytes)) as _))
    }

    fn is_due(&mut self) -> bool {
        true
    }

    fn save(&mut self, write: &dyn Fn(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let mut bytes = Vec::new();
        write(&mut bytes)?;
        self.0 = Some(bytes);
        Ok(())
    }
}

/// Counts with a checkpoint, and stops at the call of this number.
fn count_with(
    side: usize,
    lengths: RangeInclusive<usize>,
    store: &mut MemoryStore,
    calls: usize,
) -> Result<String, BuildError> {
    let puzzle = corner_to_corner(side);
    let options = TallyOptions { lengths, ..TallyOptions::default() };
    let mut left = calls;
    let mut go_on = |_| {
        left = left.saturating_sub(1);
        left > 0
    };
    let threads = 2.try_into().expect("positive");
    let resources = CountResources { threads, store: Some(store), go_on: &mut go_on };
    count_solutions(&lines(&puzzle), &options, resources).map(|count| count.to_string())
}

#[test]
fn a_stopped_count_continues_from_its_checkpoint() {
    for (side, lengths) in [(7, 0..=usize::MAX), (6, 0..=20)] {
        let all = count_with(side, lengths.clone(), &mut MemoryStore::default(), usize::MAX);
        let (mut store, mut stops) = (MemoryStore::default(), 0);
        let resumed = loop {
            match count_with(side, lengths.clone(), &mut store, 3) {
                Err(BuildError::Stopped(_)) => stops += 1,
                end => break end,
            }
        };
        assert_eq!(resumed, all, "{side}");
        assert!(stops > 5, "{stops} stops");
    }
}

/// A count from a wrong checkpoint would be a wrong verdict.
#[test]
fn damaged_checkpoints_and_those_of_other_problems_are_refused() {
    let mut store = MemoryStore::default();
    let everything = 0..=usize::MAX;
    let stopped = count_with(5, everything.clone(), &mut store, 8);
    assert!(matches!(stopped, Err(BuildError::Stopped(_))), "{stopped:?}");
    let bytes = store.0.expect("a checkpoint");
    for length in 0..bytes.len() {
        let mut cut = MemoryStore(Some(bytes[..length].to_vec()));
        let end = count_with(5, everything.clone(), &mut cut, usize::MAX);
        assert_eq!(end, Err(BuildError::Checkpoint(CheckpointError::Damaged)), "{length}");
    }
    for place in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[place] ^= 4;
        let end = count_with(5, everything.clone(), &mut MemoryStore(Some(changed)), usize::MAX);
        assert!(matches!(end, Err(BuildError::Checkpoint(_))), "{place}: {end:?}");
    }
    for (side, lengths) in [(6, everything), (5, 0..=10)] {
        let end = count_with(side, lengths, &mut MemoryStore(Some(bytes.clone())), usize::MAX);
        assert_eq!(end, Err(BuildError::Checkpoint(CheckpointError::Other)), "{side}");
    }
}

/// OEIS A003763, Hamilton cycles of 2n x 2n vertices.
#[test]
fn hamilton_cycle_counts_match_oeis() {
    let published = ["1", "6", "1072", "4638576", "467260456608"];
    for (half, published) in (1..).zip(published) {
        let row = ".".repeat(2 * half);
        let rows = vec![row.as_str(); 2 * half];
        let puzzle = Hamilton::from_rows(&rows, &[], HamiltonGoal::Cycle).expect("a grid");
        assert_eq!(count(&puzzle), published, "{0} x {0}", 2 * half);
    }
}

/// OEIS A140517, cycles of n x n cells: Slitherlinks without clues (Knuth's exercise 226).
#[test]
fn cycle_counts_match_oeis() {
    let published =
        ["1", "13", "213", "9349", "1222363", "487150371", "603841648931", "2318527339461265"];
    for (side, published) in (1..).zip(published) {
        let row = ".".repeat(side);
        let puzzle = Slitherlink::from_rows(&vec![row.as_str(); side]).expect("no clues");
        assert_eq!(count(&puzzle), published, "{side} x {side}");
    }
}

/// The diagram of the paths of 8 x 8 vertices has Knuth's 33 580 nodes, which are 33 578 branch nodes and the two
/// terminals. The number depends on the edge order: here vertices row by row, and at each vertex the edge down
/// before the edge to the right. With the edge to the right first, there are 31 481 nodes; along the diagonals,
/// 57 442.
#[test]
fn path_diagram_has_the_node_count_of_knuth() {
    let puzzle = corner_to_corner(8);
    let problem = lines(&puzzle);
    let mut order: Vec<Edge> = problem.graph.edges().collect();
    order.sort_by_key(|&edge| {
        let [from, to] = problem.graph.ends(edge);
        (from, std::cmp::Reverse(to))
    });
    let solutions = LineSolutions::in_order(&problem, &order, &mut |_| true).expect("no limit");
    assert_eq!(solutions.arena().size(solutions.family()) + 2, 33_580);
    assert_eq!(solutions.count(), 789_360_053_252_u64.into());
}

/// Returns the number of nodes of the reduced diagram on each level, by definition: the number of distinct
/// families of continuations in which at least one set contains the level's element.
fn nodes_by_definition(sets: &[BTreeSet<usize>], levels: usize) -> Vec<usize> {
    let node_count = |level: usize| {
        let beginnings: BTreeSet<BTreeSet<usize>> =
            sets.iter().map(|set| set.range(..level).copied().collect()).collect();
        let rest = |beginning: &BTreeSet<usize>| -> BTreeSet<BTreeSet<usize>> {
            let begins = |set: &&BTreeSet<usize>| set.range(..level).eq(beginning);
            sets.iter().filter(begins).map(|set| set.range(level..).copied().collect()).collect()
        };
        let different: BTreeSet<_> = beginnings.iter().map(rest).collect();
        different.iter().filter(|rest| rest.iter().any(|set| set.contains(&level))).count()
    };
    (0..levels).map(node_count).collect()
}

/// Berschneider's figure 2.10, with its first steps in figure 2.9: 3 x 3 vertices numbered along the diagonals,
/// and the edges 1-2, 1-3, 2-4, ... in the order of their ends.
#[test]
fn path_diagram_of_three_by_three_matches_the_figure() {
    let puzzle = corner_to_corner(3);
    let problem = lines(&puzzle);
    let order = breadth_first(problem.graph, 0);
    // the figure's vertex numbers, row by row
    let number = [1, 2, 4, 3, 5, 7, 6, 8, 9];
    let named: Vec<[i32; 2]> = order
        .iter()
        .map(|&edge| {
            let mut ends = problem.graph.ends(edge).map(|end| number[end]);
            ends.sort_unstable();
            ends
        })
        .collect();
    assert!(named.is_sorted() && named[..3] == [[1, 2], [1, 3], [2, 4]], "{named:?}");

    let solutions = LineSolutions::in_order(&problem, &order, &mut |_| true).expect("no limit");
    let arena = solutions.arena();
    let root = |family| arena.root(family).expect("a node");
    let first = root(solutions.family());
    let (without, with) = (root(first.lo), root(first.hi));
    // step 4: no path avoids both 1-2 and 1-3; steps 5 and 6: both branches continue with 2-4; step 7: no path
    // takes both, so the reduced diagram has no node for 1-3 after 1-2
    assert_eq!((first.level, without.level, without.lo), (0, 1, SetFamily::EMPTY));
    assert_eq!((root(without.hi).level, with.level), (2, 2));

    let all: Vec<BTreeSet<usize>> = (0..1_u32 << order.len())
        .map(|bits| (0..order.len()).filter(|level| bits >> level & 1 == 1).collect())
        .filter(|set: &BTreeSet<usize>| {
            let mut taken = vec![false; order.len()];
            set.iter().for_each(|&level| taken[order[level].index()] = true);
            puzzle.check(&Solution::new(taken)).is_ok()
        })
        .collect();
    assert_eq!(all.len(), 12);
    let mut nodes = vec![0; order.len()];
    for part in arena.nodes_of(solutions.family()) {
        nodes[root(part).level as usize] += 1;
    }
    assert_eq!(nodes, nodes_by_definition(&all, order.len()));
    assert_eq!(nodes.iter().sum::<usize>(), 28);
    let sets = |set: &BTreeSet<usize>| set.iter().map(|&level| level as u32).collect::<Vec<_>>();
    let mut own = Arena::new();
    let family = own.family(all.iter().map(sets));
    assert_eq!(own.size(family), 28);
    let same: Vec<Vec<u32>> = own.sets(family).collect();
    assert_eq!(arena.sets(solutions.family()).collect::<Vec<_>>(), same);
}
