//! Cubes: conjunctions of literals that partition the search for the solutions of a puzzle.

mod conquer;

pub(super) use conquer::conquer;

use encycle_encodings::encoding::Encoding;
use encycle_encodings::logic::{Lit, LoweringOptions, TooLarge, UnitPropagator, lower_to_cnf};

/// The largest number of variables that are compared for one split.
const CANDIDATES: usize = 500;

/// Returns at most 2^`depth` cubes of literals of the projection set ([`Encoding::projection_size`]). Every solution
/// lies in exactly one cube, because a cube is split in two by a literal and its negation, and only cubes that unit
/// propagation refutes are left out.
///
/// A cube is split by the variable whose two values imply most, by unit propagation on the clauses of the encoding: the
/// score is the product of the numbers of implied literals of the projection set (Heule, Kullmann, Wieringa and Biere
/// 2011, *Cube and conquer*, section 3).
///
/// ```
/// use encycle::solve::cubes;
/// use encycle::encodings::logic::LoweringOptions;
/// use encycle::encodings::kinds::slitherlink::{Slitherlink, encoding};
///
/// let puzzle = Slitherlink::from_rows(&["3.", ".."])?;
/// let cubes = cubes(&encoding("edge", &puzzle)?, LoweringOptions::default(), 1)?;
/// let [one, other] = &cubes[..] else { panic!("two cubes") };
/// assert_eq!(one[0], !other[0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The encoding has too many variables or clauses.
pub fn cubes(
    encoding: &Encoding<'_>,
    lowering: LoweringOptions,
    depth: u32,
) -> Result<Vec<Vec<Lit>>, TooLarge> {
    let clauses = lower_to_cnf(UnitPropagator::default(), lowering, |sink| encoding.encode(sink))?;
    let mut splitter = CubeSplitter {
        clauses,
        atoms: encoding.projection_size(),
        cube: Vec::new(),
        cubes: Vec::new(),
    };
    if splitter.clauses.propagate() {
        splitter.split(depth);
    }
    Ok(splitter.cubes)
}

struct CubeSplitter {
    /// The clauses, under the literals of `cube`.
    clauses: UnitPropagator,
    atoms: usize,
    cube: Vec<Lit>,
    cubes: Vec<Vec<Lit>>,
}

impl CubeSplitter {
    fn split(&mut self, depth: u32) {
        let Some(best) = (depth > 0).then(|| self.best()).flatten() else {
            self.cubes.push(self.cube.clone());
            return;
        };
        let found = self.cubes.len();
        for literal in [best, !best] {
            let before = self.clauses.trail().len();
            if self.clauses.assign(literal) && self.clauses.propagate() {
                self.cube.push(literal);
                self.split(depth - 1);
                self.cube.pop();
            }
            self.clauses.undo(before);
        }
        if self.cubes.len() == found {
            // both halves are refuted, but unit propagation alone does not refute the whole
            self.cubes.push(self.cube.clone());
        }
    }

    /// Returns the variable that splits best, or `None` if every variable of the projection set has a value.
    fn best(&mut self) -> Option<Lit> {
        let is_open = |&variable: &u32| self.clauses.values()[variable as usize].is_none();
        let open: Vec<u32> = (0..self.atoms as u32).filter(is_open).collect();
        let step = open.len().div_ceil(CANDIDATES).max(1);
        let mut best = None;
        for literal in open.iter().step_by(step).map(|&variable| Lit::positive(variable)) {
            let [one, other] = [literal, !literal].map(|literal| self.implied(literal));
            let score = one * other;
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, literal));
            }
        }
        best.map(|(_, literal)| literal)
    }

    /// Returns the number of literals of the projection set that a literal implies, including the literal; 0 if it is
    /// refuted.
    fn implied(&mut self, literal: Lit) -> usize {
        let before = self.clauses.trail().len();
        let holds = self.clauses.assign(literal) && self.clauses.propagate();
        let implied = self.clauses.trail()[before..].iter();
        let count = implied.filter(|literal| literal.vidx() < self.atoms).count();
        self.clauses.undo(before);
        if holds { count } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use encycle_encodings::logic::{Constraint, ConstraintSink as _, Origin, Place};
    use encycle_solvers::Limits;

    use super::*;
    use crate::formats;
    use crate::puzzle::PuzzleKind;
    use crate::solve::{BatSatSession, CallResult, Session as _};

    #[test]
    fn every_model_lies_in_exactly_one_cube() {
        for kind in PuzzleKind::all() {
            let puzzle = formats::read(kind.sample(), None).expect("a sample").puzzle;
            for name in puzzle.encoding_names() {
                let encoding = puzzle.encoding(&name).expect("a known name");
                let choices = LoweringOptions::default();
                let cubes = cubes(&encoding, choices, 3).expect("a small formula");
                assert!(cubes.len() <= 8, "{kind} by {name}: {cubes:?}");
                for (number, one) in cubes.iter().enumerate() {
                    for other in &cubes[number + 1..] {
                        let excludes = |literal: &Lit| other.contains(&!*literal);
                        assert!(one.iter().any(excludes), "{one:?} and {other:?} overlap");
                    }
                }
                let mut session = BatSatSession::new(choices, None);
                encoding.encode(&mut session);
                for cube in &cubes {
                    let clause: Vec<Lit> = cube.iter().map(|&literal| !literal).collect();
                    let origin = Origin::new("cube", Place::Whole);
                    session.constraint(Constraint::Clause(&clause), origin);
                }
                let rest = session.solve(&Limits::default()).expect("an answer");
                assert!(matches!(rest, CallResult::Unsatisfiable), "{kind} by {name}: {rest:?}");
            }
        }
    }
}
