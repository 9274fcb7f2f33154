//! Rules for threads: how they cross the triangles, and how many of them cross the other diagonals.

use crate::kinds::numberlink::crossings::Crossings;
use crate::kinds::numberlink::crossings::unary::{CrossingClauses, UnaryNumber};
use crate::kinds::numberlink::labels::PairLabel;

impl Crossings<'_> {
    /// Adds the rules on the numbers of threads that cross each cut, pass around each corner, and start at each
    /// terminal.
    pub(super) fn threads(&self, clauses: &mut CrossingClauses<'_>) {
        for (cut, &crossed) in self.crossed.iter().enumerate() {
            clauses.at_cut("crossed", &self.mesh, cut);
            ordered(crossed, clauses);
            // no thread crosses the thread along the cut
            clauses.imply([self.along(cut), crossed.at_least(1)], []);
        }
        let mut ways_out: Vec<Vec<PairLabel>> = vec![Vec::new(); self.mesh.points.len()];
        for (cut, along) in self.along.iter().enumerate().filter(|(_, along)| along.is_some()) {
            let [one, other] = self.mesh.cuts[cut].ends;
            ways_out[one].push(Self::literal(*along));
            ways_out[other].push(Self::literal(*along));
        }
        for (number, triangle) in self.mesh.triangles.iter().enumerate() {
            let corners = self.corners[number];
            let starts = [0, 1, 2].map(|corner| self.start(number, corner));
            clauses.at_triangle("corner", &self.mesh, number);
            corners.iter().for_each(|&corner| ordered(corner, clauses));
            for corner in 0..3 {
                let [one, other] = [1, 2].map(|step| corners[(corner + step) % 3]);
                let crossed = self.crossed[triangle.cuts[corner]];
                let start = starts[corner];
                for (p, q) in (0..=one.most).flat_map(|p| (0..=other.most).map(move |q| (p, q))) {
                    let (least, most) =
                        ([one.at_least(p), other.at_least(q)], [one.at_most(p), other.at_most(q)]);
                    clauses.imply(least, [crossed.at_least(p + q)]);
                    clauses.imply(least.into_iter().chain([start]), [crossed.at_least(p + q + 1)]);
                    clauses.imply(most, [start, crossed.at_most(p + q)]);
                    clauses.imply(most, [crossed.at_most(p + q + 1)]);
                }
            }
            clauses.at_triangle("start", &self.mesh, number);
            clauses.at_most_one(&starts);
            for (corner, &start) in starts.iter().enumerate() {
                // the starting thread would cross the threads around the corner
                clauses.imply([start, corners[corner].at_least(1)], []);
                if let PairLabel::Literal(_) = start {
                    ways_out[triangle.corners[corner]].push(start);
                }
            }
        }
        for (point, ways) in ways_out.iter().enumerate() {
            if self.mesh.pair(point).is_some() {
                clauses.at_point("start", &self.mesh, point);
                clauses.imply([], ways.iter().copied());
                clauses.at_most_one(ways);
            }
        }
    }

    /// Adds the rule that at most as many threads cross the other diagonal of two triangles as it has cells. These
    /// threads are the threads around the diagonal's ends, the threads that start at or run along the cut between the
    /// triangles, and the threads from a side of the quadrilateral to the opposite side.
    pub(super) fn diagonals(&self, clauses: &mut CrossingClauses<'_>) {
        for (diagonal, turns) in self.mesh.diagonals.iter().zip(&self.turns) {
            clauses.at_cut("turn", &self.mesh, diagonal.cut);
            let crossed = self.crossed[diagonal.cut];
            let [(one, places), (other, others)] = diagonal.sides;
            for (&turn, (from, to)) in turns.iter().zip([(1, 2), (2, 1)]) {
                ordered(turn, clauses);
                let (near, far) =
                    (self.corners[one][places[from]], self.corners[other][others[to]]);
                // of `all` threads through the cut, the first `first` turn to one end and the last `last` to the other
                for all in 0..=crossed.most {
                    for least in 1..=turn.most {
                        for first in least..=near.most.min(all) {
                            let last = all + least - first;
                            let conditions =
                                [near.at_least(first), far.at_least(last), crossed.at_most(all)];
                            clauses.imply(conditions, [turn.at_least(least)]);
                        }
                    }
                }
            }
            let number =
                |unary: UnaryNumber| (1..=unary.most).map(|least| unary.at_least(least)).collect();
            let mut numbers: Vec<Vec<PairLabel>> = diagonal
                .sides
                .iter()
                .map(|&(side, [apex, ..])| number(self.corners[side][apex]))
                .collect();
            numbers.extend(turns.iter().map(|&turn| number(turn)));
            let starts = diagonal.sides.iter().flat_map(|&(side, [_, first, second])| {
                [self.start(side, first), self.start(side, second)]
            });
            numbers.extend(starts.chain([self.along(diagonal.cut)]).map(|single| vec![single]));
            clauses.at_most(&numbers, diagonal.capacity);
        }
    }
}

/// Adds the order of the variables of a number: a number that is at least I is at least I - 1.
fn ordered(number: UnaryNumber, clauses: &mut CrossingClauses<'_>) {
    for least in 2..=number.most {
        clauses.imply([number.at_least(least)], [number.at_least(least - 1)]);
    }
}
