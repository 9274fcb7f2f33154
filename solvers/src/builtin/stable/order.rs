//! The order of decisions: variables by activity (VSIDS).

use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

/// The maximum of the random activities at the start, far below the activity of a single conflict.
const MOST_INITIAL: f64 = 1e-5;
/// The activity above which all activities are scaled down.
const MOST_ACTIVITY: f64 = 1e100;
/// The factor by which activities fall with each conflict.
const DECAY: f64 = 0.995;

/// A binary heap of variables with the most active variable at the root, and the activities of all variables.
pub(super) struct ActivityHeap {
    activities: Vec<f64>,
    heap: Vec<u32>,
    /// For each variable, its place in the heap, or [`Self::ABSENT`].
    places: Vec<u32>,
    /// The amount that a conflict adds to an activity. It grows with each conflict, which has the same effect as a
    /// decrease of all activities and is cheaper.
    increment: f64,
    random: Option<Pcg64Mcg>,
}

impl ActivityHeap {
    const ABSENT: u32 = u32::MAX;

    /// Creates an order without variables. With a seed, variables start in a random order, otherwise in the order of
    /// their indices.
    pub fn new(seed: Option<u64>) -> Self {
        Self {
            activities: Vec::new(),
            heap: Vec::new(),
            places: Vec::new(),
            increment: 1.0,
            random: seed.map(Pcg64Mcg::seed_from_u64),
        }
    }

    pub fn declare_variables(&mut self, variables: usize) {
        for variable in self.activities.len()..variables {
            let random = self.random.as_mut();
            self.activities
                .push(random.map_or(0.0, |random| random.random_range(0.0..MOST_INITIAL)));
            self.places.push(Self::ABSENT);
            self.insert(variable);
        }
    }

    /// Takes the most active variable out of the heap.
    pub fn pop(&mut self) -> Option<usize> {
        let first = *self.heap.first()?;
        self.places[first as usize] = Self::ABSENT;
        let last = self.heap.pop()?;
        if last != first {
            self.put(0, last);
            self.sink(0);
        }
        Some(first as usize)
    }

    /// Puts a variable into the heap if it is not in it.
    pub fn insert(&mut self, variable: usize) {
        if self.places[variable] == Self::ABSENT {
            self.heap.push(variable as u32);
            self.put(self.heap.len() - 1, variable as u32);
            self.rise(self.heap.len() - 1);
        }
    }

    /// Increases the activity of a variable that took part in a conflict.
    pub fn bump(&mut self, variable: usize) {
        self.activities[variable] += self.increment;
        if self.activities[variable] > MOST_ACTIVITY {
            self.activities.iter_mut().for_each(|activity| *activity /= MOST_ACTIVITY);
            self.increment /= MOST_ACTIVITY;
        }
        if self.places[variable] != Self::ABSENT {
            self.rise(self.places[variable] as usize);
        }
    }

    /// Lowers all activities, relative to the next conflict.
    pub fn decay(&mut self) {
        self.increment /= DECAY;
    }

    fn is_before(&self, one: u32, other: u32) -> bool {
        let (first, second) = (self.activities[one as usize], self.activities[other as usize]);
        first > second || (first == second && one < other)
    }

    fn put(&mut self, place: usize, variable: u32) {
        self.heap[place] = variable;
        self.places[variable as usize] = place as u32;
    }

    fn rise(&mut self, mut place: usize) {
        let variable = self.heap[place];
        while place > 0 {
            let parent = (place - 1) / 2;
            if !self.is_before(variable, self.heap[parent]) {
                break;
            }
            self.put(place, self.heap[parent]);
            place = parent;
        }
        self.put(place, variable);
    }

    fn sink(&mut self, mut place: usize) {
        let variable = self.heap[place];
        loop {
            let (left, right) = (2 * place + 1, 2 * place + 2);
            let Some(&first) = self.heap.get(left) else { break };
            let child = match self.heap.get(right) {
                Some(&second) if self.is_before(second, first) => right,
                _ => left,
            };
            if !self.is_before(self.heap[child], variable) {
                break;
            }
            self.put(place, self.heap[child]);
            place = child;
        }
        self.put(place, variable);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_leave_the_heap_by_falling_activity() {
        for seed in 0..50 {
            let mut order = ActivityHeap::new(Some(seed));
            order.declare_variables(40);
            let mut random = Pcg64Mcg::seed_from_u64(seed);
            // an activity above the bound scales all of them
            order.increment = MOST_ACTIVITY / 8.0;
            for _ in 0..200 {
                order.bump(random.random_range(0..40));
                order.decay();
                if random.random_bool(0.3) {
                    let _ = order.pop();
                }
                order.insert(random.random_range(0..40));
            }
            (0..40).for_each(|variable| order.insert(variable));
            let popped: Vec<usize> = std::iter::from_fn(|| order.pop()).collect();
            let mut all = popped.clone();
            all.sort_unstable();
            assert!(all.into_iter().eq(0..40));
            let activities = popped.iter().map(|&variable| order.activities[variable]);
            assert!(activities.is_sorted_by(|one, other| one >= other), "seed {seed}");
        }
    }

    #[test]
    fn a_seed_makes_a_random_order_and_none_that_of_the_indices() {
        let order = |seed: Option<u64>| {
            let mut order = ActivityHeap::new(seed);
            order.declare_variables(20);
            std::iter::from_fn(|| order.pop()).collect::<Vec<_>>()
        };
        assert!(order(None).into_iter().eq(0..20));
        assert_eq!(order(Some(1)), order(Some(1)));
        assert_ne!(order(Some(1)), order(Some(2)));
    }
}
