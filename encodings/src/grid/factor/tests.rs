use super::*;

/// Returns whether the edges from `first` on can complete a factor, by brute force.
fn completes(edges: &[[u32; 2]], left: &mut [usize]) -> bool {
    let Some((&[a, b], rest)) = edges.split_first() else { return left.iter().all(|&l| l == 0) };
    let (a, b) = (a as usize, b as usize);
    if left[a] > 0 && left[b] > 0 {
        left[a] -= 1;
        left[b] -= 1;
        let found = completes(rest, left);
        left[a] += 1;
        left[b] += 1;
        if found {
            return true;
        }
    }
    completes(rest, left)
}

/// Checks that there is a barrier exactly if there is no factor.
fn assert_decided(demands: &[usize], edges: &[[u32; 2]]) -> bool {
    let has_factor = completes(edges, &mut demands.to_vec());
    let barrier = FactorProblem::new(demands.to_vec(), edges.to_vec()).barrier(&mut || true);
    assert_eq!(barrier.is_none(), has_factor, "{demands:?} {edges:?} {barrier:?}");
    has_factor
}

/// A generator with the state as its only content (Marsaglia 2003), so that a failure can be repeated.
fn below(state: &mut u64, limit: usize) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state % limit as u64) as usize
}

#[test]
fn all_graphs_of_up_to_six_vertices_are_decided() {
    let mut counts = [0; 2];
    for count in 0..=6_u32 {
        let all: Vec<[u32; 2]> = (0..count).flat_map(|b| (0..b).map(move |a| [a, b])).collect();
        for bits in 0..1_u32 << all.len() {
            let edges: Vec<[u32; 2]> = (0..all.len())
                .filter(|index| bits >> index & 1 == 1)
                .map(|index| all[index])
                .collect();
            counts[usize::from(assert_decided(&vec![2; count as usize], &edges))] += 1;
        }
    }
    assert!(counts[0] > 10_000 && counts[1] > 5_000, "{counts:?}");
}

/// All demands of 0 to 2 on all graphs of four vertices, and random demands on random graphs with parallel edges.
#[test]
fn all_demands_are_decided() {
    let all: Vec<[u32; 2]> = (0..4).flat_map(|b| (0..b).map(move |a| [a, b])).collect();
    for bits in 0..1_u32 << all.len() {
        let edges: Vec<[u32; 2]> =
            (0..6).filter(|index| bits >> index & 1 == 1).map(|index| all[index]).collect();
        for number in 0..81 {
            let demands = [number % 3, number / 3 % 3, number / 9 % 3, number / 27];
            assert_decided(&demands, &edges);
        }
    }
    let (mut state, mut counts) = (0x2545_f491_4f6c_dd1d, [0; 2]);
    for _ in 0..40_000 {
        let count = 1 + below(&mut state, 9);
        let most = 1 + below(&mut state, 4);
        let demands: Vec<usize> = (0..count).map(|_| below(&mut state, most)).collect();
        let pairs = below(&mut state, 2 * count + 4);
        let edges = (0..pairs).map(|_| [(); 2].map(|()| below(&mut state, count) as u32));
        let edges: Vec<[u32; 2]> = edges.filter(|[a, b]| a != b).collect();
        counts[usize::from(assert_decided(&demands, &edges))] += 1;
    }
    assert!(counts[0] > 5_000 && counts[1] > 2_000, "{counts:?}");
}

/// Random graphs with a demand of two at each vertex, many of them without a 2-factor only because of parity.
#[test]
fn sparse_graphs_are_decided() {
    let (mut state, mut odd) = (0x9e37_79b9_7f4a_7c15, 0);
    for _ in 0..20_000 {
        let count = 6 + below(&mut state, 5);
        let degree = 3 * count / 2 + below(&mut state, 3);
        let edges = (0..degree).map(|_| [(); 2].map(|()| below(&mut state, count) as u32));
        let edges: HashSet<[u32; 2]> =
            edges.filter(|[a, b]| a != b).map(|[a, b]| [a.min(b), a.max(b)]).collect();
        let mut edges: Vec<[u32; 2]> = edges.into_iter().collect();
        edges.sort_unstable();
        assert_decided(&vec![2; count], &edges);
        let barrier = FactorProblem::new(vec![2; count], edges).barrier(&mut || true);
        odd += usize::from(barrier.is_some_and(|barrier| !barrier.odd.is_empty()));
    }
    assert!(odd > 1_000, "{odd}");
}

/// The sets alone prove nothing: a barrier with a wrong sum is rejected.
#[test]
fn a_wrong_barrier_is_rejected() {
    let square = FactorProblem::new(vec![2; 4], vec![[0, 1], [1, 2], [2, 3], [3, 0]]);
    for sets in 0..81 {
        let class = |vertex: u32, class: usize| sets / 3_usize.pow(vertex) % 3 == class;
        let [upper, lower] =
            [1, 2].map(|set| (0..4).filter(|&v| class(v as u32, set)).collect::<Vec<usize>>());
        assert_eq!(square.checked_barrier(upper, lower), None, "{sets}");
    }
}

#[test]
fn a_stop_leaves_the_question_open() {
    let claw = FactorProblem::new(vec![2; 4], vec![[0, 1], [0, 2], [0, 3]]);
    assert_eq!(claw.barrier(&mut || false), None);
}
