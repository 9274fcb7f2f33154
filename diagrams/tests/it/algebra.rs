//! Compares each operation with plain sets of sets: for all pairs of families over three elements, and for
//! random families over six.

use std::collections::BTreeSet;

use encycle_diagrams::{Arena, SetFamily};
use proptest::prelude::*;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

type Set = BTreeSet<u32>;
type Plain = BTreeSet<Set>;

/// Returns the family whose sets have their bits set in `bits`; bit `i` is the set with the bit pattern `i`.
fn plain(bits: u64, elements: u32) -> Plain {
    let sets = (0..1_u64 << elements).filter(|set| bits >> set & 1 == 1);
    sets.map(|set| (0..elements).filter(|element| set >> element & 1 == 1).collect()).collect()
}

fn family(arena: &mut Arena, sets: &Plain) -> SetFamily {
    arena.family(sets.iter().map(|set| set.iter().copied()))
}

fn those(sets: &Plain, keep: impl Fn(&Set) -> bool) -> Plain {
    sets.iter().filter(|set| keep(set)).cloned().collect()
}

/// Returns sets in the order of a diagram: the one without the first element in which they differ is first.
fn in_order(sets: &Plain, elements: u32) -> Vec<Vec<u32>> {
    let mut ordered: Vec<&Set> = sets.iter().collect();
    ordered.sort_by_key(|set| (0..elements).map(|one| set.contains(&one)).collect::<Vec<_>>());
    ordered.into_iter().map(|set| set.iter().copied().collect()).collect()
}

fn check_pair(arena: &mut Arena, a: &Plain, b: &Plain) {
    let (fa, fb) = (family(arena, a), family(arena, b));
    let has_part = |set: &Set| b.iter().any(|other| set.is_superset(other));
    for (name, found, sets) in [
        ("union", arena.union(fa, fb), a | b),
        ("intersection", arena.intersection(fa, fb), a & b),
        ("difference", arena.difference(fa, fb), a - b),
        ("supersets_of", arena.supersets_of(fa, fb), those(a, has_part)),
        (
            "join",
            arena.join(fa, fb),
            a.iter().flat_map(|one| b.iter().map(move |other| one | other)).collect(),
        ),
        ("non_supersets_of", arena.non_supersets_of(fa, fb), those(a, |set| !has_part(set))),
    ] {
        // equal families have the same root
        assert_eq!(found, family(arena, &sets), "{name} of {a:?} and {b:?}");
    }
}

fn check_one(arena: &mut Arena, a: &Plain, elements: u32) {
    let fa = family(arena, a);
    let smaller = |set: &Set| a.iter().any(|other| other != set && other.is_subset(set));
    let mut results = vec![("minimal", arena.minimal(fa), those(a, |set| !smaller(set)))];
    for element in 0..elements {
        let with = those(a, |set| set.contains(&element));
        results.push(("without", arena.without(fa, element), a - &with));
        results.push(("with", arena.with(fa, element), with));
    }
    for (name, found, sets) in results {
        assert_eq!(found, family(arena, &sets), "{name} of {a:?}");
    }

    let ordered = in_order(a, elements);
    assert_eq!(arena.sets(fa).collect::<Vec<_>>(), ordered);
    let counts = arena.counts(fa);
    assert_eq!(*counts.total(), a.len().into());
    let sizes = arena.sizes(fa);
    let of_size = |size: usize| those(a, |set| set.len() == size).len();
    assert_eq!(sizes, (0..sizes.len()).map(|size| of_size(size).into()).collect::<Vec<_>>());
    assert_eq!(sizes.len(), a.iter().map(|set| set.len() + 1).max().unwrap_or(0));
    for (number, set) in ordered.iter().enumerate() {
        assert_eq!(arena.nth(&counts, &number.into()).as_ref(), Some(set));
    }
    assert_eq!(arena.nth(&counts, &a.len().into()), None);
    for set in plain(u64::MAX, elements) {
        let elements: Vec<u32> = set.iter().copied().collect();
        assert_eq!(arena.contains(fa, &elements), a.contains(&set), "{set:?} in {a:?}");
    }
    let elements: Set = (0..elements).collect();
    let all: Set = a.iter().fold(elements, |all, set| &all & set);
    let some: Set = a.iter().fold(Set::new(), |some, set| &some | set);
    // for the empty family, `common` returns no elements
    let all = if a.is_empty() { Set::new() } else { all };
    assert_eq!(arena.common(fa).map(|found| found.into_iter().collect::<Set>()), [all, some]);
}

#[test]
fn operations_are_right_for_all_families_over_three_elements() {
    let mut arena = Arena::new();
    let all: Vec<Plain> = (0..1 << 8).map(|bits| plain(bits, 3)).collect();
    for a in &all {
        check_one(&mut arena, a, 3);
        for b in &all {
            check_pair(&mut arena, a, b);
        }
    }
}

proptest! {
    #[test]
    fn operations_are_right_for_random_families_over_six_elements(a: u64, b: u64, sparse: u64) {
        let mut arena = Arena::new();
        let [a, b] = [a & sparse, b].map(|bits| plain(bits, 6));
        check_one(&mut arena, &a, 6);
        check_pair(&mut arena, &a, &b);
        check_pair(&mut arena, &b, &a);
    }
}

/// Five sets of different sizes are drawn about equally often.
#[test]
fn samples_are_uniform() {
    let mut arena = Arena::new();
    let sets = [vec![], vec![0], vec![1, 2], vec![0, 1, 2, 3], vec![5]];
    let family = arena.family(sets.clone());
    let counts = arena.counts(family);
    let mut random = Pcg64Mcg::seed_from_u64(7);
    let mut seen = [0; 5];
    for _ in 0..5000 {
        let drawn = arena.sample(&counts, &mut random).expect("there are sets");
        seen[sets.iter().position(|set| *set == drawn).expect("one of them")] += 1;
    }
    // 1000 expected, with a standard deviation below 29
    assert!(seen.iter().all(|times| (880..1120).contains(times)), "{seen:?}");
    let nothing = arena.counts(SetFamily::EMPTY);
    assert_eq!(arena.sample(&nothing, &mut random), None);
}

/// The family {{a, c}, {b, c}}: the node of c is shared.
#[test]
fn listing_and_dot_have_each_node_once() {
    let mut arena = Arena::new();
    let family = arena.family([[0, 2], [1, 2]]);
    let name = |level: u32| ["a", "b", "c"][level as usize].to_owned();
    let mut text = Vec::new();
    arena.write_listing(&mut text, family, &name).expect("writing to memory");
    let text = String::from_utf8(text).expect("UTF-8");
    assert_eq!(text, "4: (~a? 3: 2)\n3: (~b? 0: 2)\n2: (~c? 0: 1)\n");
    for (terminal, line) in [(SetFamily::EMPTY, "0\n"), (SetFamily::UNIT, "1\n")] {
        let mut text = Vec::new();
        arena.write_listing(&mut text, terminal, &name).expect("writing to memory");
        assert_eq!(text, line.as_bytes());
    }
    let mut dot = Vec::new();
    arena.write_dot(&mut dot, family, &name).expect("writing to memory");
    let dot = String::from_utf8(dot).expect("UTF-8");
    assert!(dot.starts_with("digraph zdd {\n") && dot.ends_with("}\n"), "{dot}");
    // two arcs a node, one of them dashed
    assert_eq!((dot.matches("->").count(), dot.matches("[style=dashed]").count()), (6, 3));
    for name in ["a", "b", "c"] {
        assert_eq!(dot.matches(&format!("[label=\"{name}\"]")).count(), 1, "{dot}");
    }
}
