//! Short tours: a heuristic for cycles through given vertices.
//!
//! The search starts from the tour that the pairs make when they are taken one after the other, the most wanted first, as
//! long as no vertex has three and no cycle closes early. Then it replaces two edges (2-opt) or moves up to three vertices
//! (Or-opt) while that makes the tour shorter, and looks at the nearest vertices only. At the end of that it exchanges two
//! neighboring pieces somewhere (a double bridge), repairs the surroundings, and keeps the result if it is not longer
//! (iterated local search; Johnson and McGeoch 1997, *The traveling salesman problem: a case study in local optimization*).
//! Random numbers come from a fixed seed, so a run is reproducible.

/// The number of nearest vertices of each vertex at which the search looks.
const NEAREST: usize = 10;

/// The number of exchanges for each vertex.
const KICKS: usize = 20;

/// The most vertices of a piece that is exchanged.
const PIECE: usize = 30;

/// The least change of a length that counts.
const EPSILON: f64 = 1e-9;

/// The lengths of all pairs of vertices, in both directions.
pub(super) struct Distances {
    count: usize,
    lengths: Vec<f64>,
    is_symmetric: bool,
}

impl Distances {
    /// Makes the lengths of this number of vertices, all equal.
    pub fn new(count: usize, length: f64, is_symmetric: bool) -> Self {
        Self { count, lengths: vec![length; count * count], is_symmetric }
    }

    /// Returns the length from one vertex to another.
    pub fn length(&self, from: usize, to: usize) -> f64 {
        self.lengths[from * self.count + to]
    }

    /// Sets the length from one vertex to another, and that of the way back if the lengths are symmetric.
    pub fn set(&mut self, from: usize, to: usize, length: f64) {
        self.lengths[from * self.count + to] = length;
        if self.is_symmetric {
            self.lengths[to * self.count + from] = length;
        }
    }

    fn tour_length(&self, order: &[usize]) -> f64 {
        let next = order.iter().cycle().skip(1);
        order.iter().zip(next).map(|(&from, &to)| self.length(from, to)).sum()
    }
}

/// Returns a short tour through all vertices, as their order. `wanted` are the lengths by which the first tour is made;
/// without `is_long`, the search ends at the first local optimum.
pub(super) fn short_tour(distances: &Distances, wanted: &Distances, is_long: bool) -> Vec<usize> {
    let mut tour = Tour::new(distances, greedy(wanted));
    if distances.count < 4 {
        return tour.order;
    }
    tour.improve((0..distances.count).collect());
    if is_long && distances.count >= 8 {
        tour.kick();
    }
    tour.order
}

/// Returns the tour that the shortest pairs make.
fn greedy(distances: &Distances) -> Vec<usize> {
    let count = distances.count;
    let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
    for from in 0..count {
        let first = if distances.is_symmetric { from + 1 } else { 0 };
        let ends = (first..count).filter(|&to| to != from);
        pairs.extend(ends.map(|to| (distances.length(from, to), from, to)));
    }
    pairs.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut sets = crate::grid::DisjointSets::new(count);
    let mut beside: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut has_next = vec![false; count];
    let mut has_last = vec![false; count];
    for (_, from, to) in pairs {
        let is_free = match distances.is_symmetric {
            true => beside[from].len() < 2 && beside[to].len() < 2,
            false => !has_next[from] && !has_last[to],
        };
        if is_free && sets.unite(from as u32, to as u32) {
            (has_next[from], has_last[to]) = (true, true);
            beside[from].push(to);
            if distances.is_symmetric {
                beside[to].push(from);
            }
        }
    }
    // the pairs are a path now; its start is the vertex that nothing leads to
    let start = (0..count).find(|&vertex| match distances.is_symmetric {
        true => beside[vertex].len() < 2,
        false => !has_last[vertex],
    });
    let mut order: Vec<usize> = start.into_iter().collect();
    let mut last = None;
    while let Some(&vertex) = order.last() {
        let Some(&next) = beside[vertex].iter().find(|&&next| Some(next) != last) else { break };
        last = Some(vertex);
        order.push(next);
    }
    order
}

/// A tour that is improved.
struct Tour<'a> {
    distances: &'a Distances,
    order: Vec<usize>,
    /// The place of each vertex in the order.
    places: Vec<usize>,
    nearest: Vec<Vec<usize>>,
}

impl<'a> Tour<'a> {
    fn new(distances: &'a Distances, order: Vec<usize>) -> Self {
        let count = distances.count;
        let near = |vertex: usize| {
            let of =
                |other: usize| distances.length(vertex, other).min(distances.length(other, vertex));
            let mut others: Vec<usize> = (0..count).filter(|&other| other != vertex).collect();
            others.sort_by(|&one, &other| of(one).total_cmp(&of(other)));
            others.truncate(NEAREST);
            others
        };
        let nearest = (0..count).map(near).collect();
        let mut tour = Self { distances, order, places: vec![0; count], nearest };
        tour.number();
        tour
    }

    fn number(&mut self) {
        self.order.iter().enumerate().for_each(|(place, &vertex)| self.places[vertex] = place);
    }

    /// Returns the vertex a number of steps after another, or before it.
    fn step(&self, vertex: usize, steps: isize) -> usize {
        let count = self.order.len() as isize;
        self.order[(self.places[vertex] as isize + steps).rem_euclid(count) as usize]
    }

    /// Improves the tour at these vertices, and where that changes it, until nothing is left to improve.
    fn improve(&mut self, mut open: Vec<usize>) {
        while let Some(vertex) = open.pop() {
            while let Some(changed) = self.exchange(vertex).or_else(|| self.shift(vertex)) {
                open.extend(changed);
            }
        }
    }

    /// Replaces the edge after or before a vertex and another edge by shorter ones, and returns the ends of these edges.
    fn exchange(&mut self, a: usize) -> Option<Vec<usize>> {
        if !self.distances.is_symmetric {
            return None;
        }
        let length = |from: usize, to: usize| self.distances.length(from, to);
        for side in [1, -1] {
            let b = self.step(a, side);
            for &c in &self.nearest[a] {
                let gain = length(a, b) - length(a, c);
                if gain <= EPSILON {
                    break;
                }
                let d = self.step(c, side);
                if gain + length(c, d) - length(b, d) > EPSILON {
                    match side {
                        1 => self.reverse(self.places[b], self.places[c]),
                        _ => self.reverse(self.places[a], self.places[d]),
                    }
                    return Some(vec![a, b, c, d]);
                }
            }
        }
        None
    }

    /// Reverses the vertices from one place to another, or equivalently all others.
    fn reverse(&mut self, from: usize, to: usize) {
        let count = self.order.len();
        let inside = (to + count - from) % count + 1;
        let (mut low, mut high, steps) = match 2 * inside <= count {
            true => (from, to, inside / 2),
            false => ((to + 1) % count, (from + count - 1) % count, (count - inside) / 2),
        };
        for _ in 0..steps {
            self.order.swap(low, high);
            self.places[self.order[low]] = low;
            self.places[self.order[high]] = high;
            (low, high) = ((low + 1) % count, (high + count - 1) % count);
        }
    }

    /// Moves a vertex, with up to two after or before it, beside one of its nearest vertices, and returns the vertices
    /// whose edges change.
    fn shift(&mut self, a: usize) -> Option<Vec<usize>> {
        let length = |from: usize, to: usize| self.distances.length(from, to);
        let count = self.order.len();
        for side in [1, -1] {
            for more in 0..3.min(count as isize - 3) {
                let z = self.step(a, side * more);
                // in the order of the tour: before, first ... last, after
                let (first, last) = if side == 1 { (a, z) } else { (z, a) };
                let (before, after) = (self.step(first, -1), self.step(last, 1));
                let removed = length(before, first) + length(last, after) - length(before, after);
                let is_moved =
                    |vertex: usize| (0..=more).any(|step| self.step(a, side * step) == vertex);
                for &c in &self.nearest[a] {
                    if removed - length(a, c).min(length(c, a)) <= EPSILON {
                        break;
                    }
                    for (beside, is_reversed) in [(side, false), (-side, true)] {
                        let d = self.step(c, beside);
                        if is_moved(c)
                            || is_moved(d)
                            || (is_reversed && !self.distances.is_symmetric)
                        {
                            continue;
                        }
                        let (start, end) = if beside == 1 { (c, d) } else { (d, c) };
                        let (head, tail) = if is_reversed { (last, first) } else { (first, last) };
                        let added = length(start, head) + length(tail, end) - length(start, end);
                        if removed - added > EPSILON {
                            self.move_after(first, more as usize + 1, start, is_reversed);
                            return Some(vec![before, after, a, z, c, d]);
                        }
                    }
                }
            }
        }
        None
    }

    /// Moves some vertices, from the first one on, between another vertex and the next one.
    fn move_after(&mut self, first: usize, size: usize, start: usize, is_reversed: bool) {
        let place = self.places[first];
        self.order.rotate_left(place);
        let mut moved: Vec<usize> = self.order.drain(..size).collect();
        if is_reversed {
            moved.reverse();
        }
        let place = self.order.iter().position(|&vertex| vertex == start).unwrap_or_default();
        self.order.splice(place + 1..place + 1, moved);
        self.number();
    }

    /// Exchanges neighboring pieces at random places, and keeps what is not longer.
    fn kick(&mut self) {
        let count = self.order.len();
        let mut random = 0x9E37_79B9_7F4A_7C15_u64;
        let mut below = |limit: usize| {
            // xorshift (Marsaglia 2003)
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random % limit as u64) as usize
        };
        let mut best = self.distances.tour_length(&self.order);
        for _ in 0..KICKS * count {
            let kept = self.order.clone();
            let most = PIECE.min((count - 2) / 2);
            let sizes = [1 + below(most), 1 + below(most)];
            let start = 1 + below(count - sizes[0] - sizes[1]);
            let end = start + sizes[0] + sizes[1];
            self.order[start..end].rotate_left(sizes[0]);
            self.number();
            let middle = start + sizes[1];
            let places = [start - 1, start, middle - 1, middle, end - 1, end % count];
            self.improve(places.map(|place| self.order[place]).to_vec());
            let length = self.distances.tour_length(&self.order);
            match length <= best + EPSILON {
                true => best = best.min(length),
                false => {
                    self.order = kept;
                    self.number();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Points in a square, in a scrambled order.
    fn distances(count: usize, is_symmetric: bool) -> Distances {
        let point = |number: usize| ((number * 37 % 101) as f64, (number * 53 % 97) as f64);
        let mut distances = Distances::new(count, 0.0, is_symmetric);
        for (a, b) in (0..count).flat_map(|a| (0..count).map(move |b| (a, b))) {
            let ((x, y), (v, w)) = (point(a), point(b));
            let uphill = if is_symmetric { 0.0 } else { (w - y).max(0.0) };
            distances.set(a, b, (x - v).hypot(y - w) + uphill);
        }
        distances
    }

    fn least(distances: &Distances, order: &mut Vec<usize>) -> f64 {
        if order.len() == distances.count {
            return distances.tour_length(order);
        }
        let mut best = f64::INFINITY;
        for vertex in 1..distances.count {
            if !order.contains(&vertex) {
                order.push(vertex);
                best = best.min(least(distances, order));
                order.pop();
            }
        }
        best
    }

    #[test]
    fn short_tours_of_few_points_are_the_shortest() {
        for is_symmetric in [true, false] {
            for count in 1..=8 {
                let distances = distances(count, is_symmetric);
                let mut order = short_tour(&distances, &distances, true);
                let length = distances.tour_length(&order);
                let best = least(&distances, &mut vec![0]);
                assert!(length <= best + 1e-6, "{count}: {length} and {best}");
                order.sort_unstable();
                assert_eq!(order, (0..count).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn every_vertex_of_a_long_tour_is_visited_once() {
        for is_symmetric in [true, false] {
            let distances = distances(60, is_symmetric);
            let first = short_tour(&distances, &distances, false);
            let mut order = short_tour(&distances, &distances, true);
            assert!(distances.tour_length(&order) <= distances.tour_length(&first) + 1e-6);
            order.sort_unstable();
            assert_eq!(order, (0..60).collect::<Vec<_>>());
        }
    }
}
