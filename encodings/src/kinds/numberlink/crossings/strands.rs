//! Strands: the pairs of the threads that cross a cut, and the cells where they cross it.

use crate::kinds::numberlink::base::NumberlinkBase;
use crate::kinds::numberlink::crossings::Crossings;
use crate::kinds::numberlink::crossings::unary::{CrossingClauses, UnaryNumber};
use crate::kinds::numberlink::labels::{PairLabel, PathLabels};
use crate::logic::Lit;

impl Crossings<'_> {
    /// Returns the bits of the number of the pair to which the thread belongs, lowest bit first. `number` counts the
    /// threads across the cut from 0, starting at the end `point`.
    fn strand(&self, cut: usize, point: usize, number: usize) -> impl Iterator<Item = PairLabel> {
        let end = usize::from(self.mesh.cuts[cut].ends[1] == point);
        let place = end * self.crossed[cut].most + number;
        let first = self.strands[cut] + (place * self.bits) as u32;
        (first..first + self.bits as u32)
            .map(|variable| PairLabel::Literal(Lit::positive(variable)))
    }

    /// Returns literals that are all true if the thread belongs to the pair.
    fn is_of(
        &self,
        strand: impl Iterator<Item = PairLabel>,
        pair: usize,
    ) -> impl Iterator<Item = PairLabel> {
        strand
            .enumerate()
            .map(move |(bit, value)| if pair >> bit & 1 == 1 { value } else { !value })
    }

    /// Adds the rule that threads keep their pair from cut to cut, and start at the terminals of their pair.
    pub(super) fn strands(&self, clauses: &mut CrossingClauses<'_>) {
        for (cut, &crossed) in self.crossed.iter().enumerate() {
            clauses.at_cut("strand", &self.mesh, cut);
            let [one, other] = self.mesh.cuts[cut].ends;
            for number in 0..crossed.most {
                self.numbers_a_pair(&self.strand(cut, one, number).collect::<Vec<_>>(), clauses);
            }
            // the threads counted from one end are the threads counted from the other end, in reverse order
            for count in 1..=crossed.most {
                for number in 0..count {
                    let here = self.strand(cut, one, number);
                    let there = self.strand(cut, other, count - 1 - number);
                    clauses.equal(&crossed.is(count), here, there);
                }
            }
        }
        for (triangle, sides) in self.mesh.triangles.iter().enumerate() {
            clauses.at_triangle("strand", &self.mesh, triangle);
            for (corner, &point) in sides.corners.iter().enumerate() {
                let [one, other] = [1, 2].map(|step| sides.cuts[(corner + step) % 3]);
                let around = self.corners[triangle][corner];
                for number in 0..around.most {
                    let [one, other] = [one, other].map(|cut| self.strand(cut, point, number));
                    clauses.equal(&[around.at_least(number + 1)], one, other);
                }
                let (Some(pair), PairLabel::Literal(_)) =
                    (self.mesh.pair(point), self.start(triangle, corner))
                else {
                    continue;
                };
                let opposite = sides.cuts[corner];
                for next in [1, 2].map(|step| (corner + step) % 3) {
                    let beside = self.corners[triangle][next];
                    // if the crossings reach the capacity of the cut, `corner` already excludes that a thread starts
                    for number in 0..=beside.most.min(self.crossed[opposite].most - 1) {
                        let strand = self.strand(opposite, sides.corners[next], number);
                        for bit in self.is_of(strand, pair) {
                            let conditions = beside.is(number).into_iter();
                            clauses.imply(conditions.chain([self.start(triangle, corner)]), [bit]);
                        }
                    }
                }
            }
        }
    }

    /// Adds the rule that bits are the number of a pair: they are not greater than the number of the last pair.
    fn numbers_a_pair(&self, strand: &[PairLabel], clauses: &mut CrossingClauses<'_>) {
        let last = self.puzzle.pairs().len().saturating_sub(1);
        for bit in (0..self.bits).filter(|bit| last >> bit & 1 == 0) {
            let higher = (bit + 1..self.bits).filter(|bit| last >> bit & 1 == 1);
            clauses.imply(std::iter::once(bit).chain(higher).map(|bit| strand[bit]), []);
        }
    }

    /// Adds the rule that the threads cross a cut at cells of their paths, in order.
    pub(super) fn places(
        &self,
        base: &NumberlinkBase,
        labels: &PathLabels,
        clauses: &mut CrossingClauses<'_>,
    ) {
        for (number, cut) in self.mesh.cuts.iter().enumerate() {
            clauses.at_cut("place", &self.mesh, number);
            let crossed = self.crossed[number];
            let steps = cut.cells.len().saturating_sub(1);
            // the number of cells that lie in front of the thread's cell; no two threads have a cell in common
            let place = |thread: usize| UnaryNumber {
                first: self.places[number] + (thread * steps) as u32,
                most: steps,
            };
            for thread in 0..crossed.most {
                let behind = place(thread);
                for passed in 2..=steps {
                    clauses.imply([behind.at_least(passed)], [behind.at_least(passed - 1)]);
                }
                clauses.imply([crossed.at_least(thread + 1)], [behind.at_least(thread)]);
                for (at, &cell) in cut.cells.iter().enumerate() {
                    for pair in 0..self.puzzle.pairs().len() {
                        let here =
                            [crossed.at_least(thread + 1), behind.at_least(at), behind.at_most(at)];
                        let own = self.is_of(self.strand(number, cut.ends[0], thread), pair);
                        let label = labels.label(base, cell, pair);
                        clauses.imply(here.into_iter().chain(own), [label]);
                    }
                    if thread + 1 < crossed.most {
                        let next = place(thread + 1);
                        let conditions = [crossed.at_least(thread + 2), behind.at_least(at)];
                        clauses.imply(conditions, [next.at_least(at + 1)]);
                    }
                }
            }
        }
    }
}
