//! The reference: what follows from a case, exactly.
//!
//! A literal follows if the formula has no model in which the case and the negation of the literal hold. Not every
//! literal needs a call of the solver: a candidate is dropped as soon as any known model disagrees with it. For
//! example, if one model of the case has `a = 1, b = 0` and another has `a = 1, b = 1`, only `a` is left to be decided.

use encycle_encodings::encoding::Encoding;
use encycle_encodings::logic::Lit;
use encycle_solvers::{BatSat, Limits, SolverStatus};

use super::cases::Atom;
use super::formula::{FormulaError, MeasuredFormula};
use super::{Case, Strength, Witness};
use crate::problem::Problem;

/// The values of the atoms that follow from a case; `None` if no model agrees with the case.
pub(super) type Implied = Option<Vec<Option<bool>>>;

/// The result of a call that the solver could not decide within [`STEPS`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Undecided;

/// The number of solver steps, mostly decisions, after which a call stays undecided. For small puzzles, all calls are
/// decided.
const STEPS: u64 = 3_000;

/// A solver with a formula. It decides whether a literal follows from a case by assuming the negation of the literal.
pub(super) struct Reference {
    solver: BatSat,
    atoms: Vec<Atom>,
    /// The values of the atoms in the most recent models; the latest model is tried first.
    models: Vec<Vec<bool>>,
}

/// The maximum number of models that are kept.
const KEPT: usize = 64;

impl Reference {
    pub fn new<'a>(
        variables: usize,
        clauses: impl Iterator<Item = &'a [Lit]>,
        atoms: Vec<Atom>,
    ) -> Self {
        let solver = BatSat::of_clauses(variables, clauses);
        Self { solver, atoms, models: Vec::new() }
    }

    /// Returns the reference of a problem, which is its smallest encoding that needs no cuts and has all atoms. Returns
    /// `None` if there is no such encoding.
    pub fn of_problem(problem: &dyn Problem) -> Result<Option<Self>, FormulaError> {
        let formula = |encoding: &Encoding<'_>| {
            MeasuredFormula::of_encoding(encoding, problem.default_lowering())
        };
        let name = problem.smallest_encoding(&|encoding| {
            encoding.is_whole()
                && formula(encoding).and_then(|formula| formula.with_atoms(problem)).is_ok()
        });
        let Some(name) = name else { return Ok(None) };
        let formula = formula(&problem.encoding(&name)?)?;
        let atoms = formula.atoms(problem)?;
        Ok(Some(formula.reference(atoms)))
    }

    /// Returns a model under assumptions, as the values of the atoms.
    fn model(&mut self, assumed: &[Lit]) -> Result<Option<Vec<bool>>, Undecided> {
        self.solver.assume(assumed);
        match self.solver.solve_within(&Limits::default(), STEPS) {
            SolverStatus::Satisfiable(values) => {
                let value = |atom: &Atom| match *atom {
                    Atom::Variable(literal) => values[literal.vidx()] == Some(true),
                    Atom::Known(value) => value,
                    // a reference never has a simplified formula
                    Atom::Eliminated => false,
                };
                let model: Vec<bool> = self.atoms.iter().map(value).collect();
                if self.models.len() == KEPT {
                    self.models.remove(0);
                }
                self.models.push(model.clone());
                Ok(Some(model))
            }
            SolverStatus::Unsatisfiable => Ok(None),
            SolverStatus::Unknown => Err(Undecided),
        }
    }

    /// Returns some model that agrees with a case.
    pub fn any(&mut self, case: &Case) -> Result<Option<Vec<bool>>, Undecided> {
        match self.models.iter().rev().find(|model| case.agrees(model)) {
            Some(known) => Ok(Some(known.clone())),
            None => match case.literals(&self.atoms) {
                Some(literals) => self.model(&literals),
                None => Ok(None),
            },
        }
    }

    /// Returns the values of the atoms that follow from a case.
    pub fn implied(&mut self, case: &Case) -> Result<Implied, Undecided> {
        let Some(first) = self.any(case)? else { return Ok(None) };
        let mut implied: Vec<Option<bool>> = first.into_iter().map(Some).collect();
        let drop = |implied: &mut Vec<Option<bool>>, model: &[bool]| {
            for (one, &value) in implied.iter_mut().zip(model) {
                *one = one.filter(|&found| found == value);
            }
        };
        let agreeing: Vec<Vec<bool>> =
            self.models.iter().filter(|model| case.agrees(model)).cloned().collect();
        agreeing.iter().for_each(|model| drop(&mut implied, model));
        let mut assumed = case.literals(&self.atoms).unwrap_or_default();
        for atom in 0..implied.len() {
            let Some(value) = implied[atom].filter(|_| case.value(atom).is_none()) else {
                continue;
            };
            let Some(literal) = self.atoms[atom].literal(value) else { continue };
            assumed.push(!literal);
            let other = self.model(&assumed)?;
            assumed.pop();
            match other {
                Some(model) => drop(&mut implied, &model),
                None => assumed.push(literal),
            }
        }
        Ok(Some(implied))
    }

    /// Returns whether a literal certainly follows from a case or, without a literal, whether the case is certainly
    /// contradictory.
    fn follows(&mut self, case: &Case, missed: Option<(usize, bool)>) -> bool {
        let Some(mut assumed) = case.literals(&self.atoms) else { return true };
        assumed.extend(missed.and_then(|(atom, value)| self.atoms[atom].literal(!value)));
        matches!(self.model(&assumed), Ok(None))
    }

    /// Removes the atoms from a witness that it does not need. The formula also misses the smaller witness, because
    /// unit propagation does not derive more from fewer values.
    pub fn shrunk(&mut self, witness: Witness) -> Witness {
        let mut case = Case::of_values(&witness.given);
        for atom in 0..witness.given.len() {
            if case.value(atom).is_some() {
                let fewer = case.without(atom);
                if self.follows(&fewer, witness.missed) {
                    case = fewer;
                }
            }
        }
        Witness { given: case.values(witness.given.len()), ..witness }
    }
}

/// Adds the result of a case to a strength, for the atoms that are measured. Returns `false` if more was derived than
/// follows.
pub(super) fn compare(
    case: &Case,
    implied: &Implied,
    derived: &Implied,
    is_measured: &[bool],
    strength: &mut Strength,
) -> bool {
    let mut missed = None;
    let mut is_sound = true;
    match (implied, derived) {
        (None, derived) => {
            strength.caught.add(usize::from(derived.is_none()), 1);
            if let Some(values) = derived {
                let open = (0..values.len()).filter(|&one| case.value(one).is_none());
                let open = open.filter(|&one| is_measured[one] && values[one].is_none()).count();
                strength.open.0 += open as u64;
                strength.open.1 = strength.open.1.max(open as u64);
                missed = Some(None);
            }
        }
        (Some(_), None) => is_sound = false,
        (Some(implied), Some(derived)) => {
            let open =
                (0..implied.len()).filter(|&atom| is_measured[atom] && case.value(atom).is_none());
            let (mut all, mut found) = (0, 0);
            for atom in open {
                match (implied[atom], derived[atom]) {
                    (Some(value), None) => {
                        all += 1;
                        missed = missed.or(Some(Some((atom, value))));
                    }
                    (Some(value), Some(other)) => {
                        (all, found) = (all + 1, found + 1);
                        is_sound &= value == other;
                    }
                    (None, other) => is_sound &= other.is_none(),
                }
            }
            strength.derived.add(found, all);
            strength.by_depth.entry(case.tenths()).or_default().add(found, all);
        }
    }
    if let Some(missed) = missed {
        let known = strength.witness.as_ref();
        if known.is_none_or(|known| known.given.iter().flatten().count() > case.len()) {
            strength.witness =
                Some(Witness { given: case.values(derived.as_ref().map_or(0, Vec::len)), missed });
        }
    }
    is_sound
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;
    use encycle_encodings::puzzle::Solution;
    use rand::{RngExt as _, SeedableRng as _};
    use rand_pcg::Pcg64Mcg;

    /// Random clues of 2 x 3 cells, and random cases: what follows is what all solutions among the 2^17 assignments
    /// have in common.
    #[test]
    fn what_follows_is_what_all_solutions_have_in_common() {
        let mut random = Pcg64Mcg::seed_from_u64(1);
        let (mut contradictions, mut implied_literals) = (0, 0);
        for _ in 0..12 {
            let mut digit = || b"012.."[random.random_range(0..5)] as char;
            let rows: Vec<String> = (0..2).map(|_| (0..3).map(|_| digit()).collect()).collect();
            let text = format!("slitherlink 2 3\n{}\n", rows.join("\n"));
            let puzzle: Puzzle = text.parse().expect("a puzzle");
            let count = puzzle.atom_count();
            let assignments = (0..1_u32 << count)
                .map(|bits| (0..count).map(|atom| bits >> atom & 1 == 1).collect::<Vec<bool>>());
            let solutions: Vec<Vec<bool>> = assignments
                .filter(|atoms| puzzle.check(&Solution::new(atoms.clone())).is_ok())
                .collect();
            let reference = Reference::of_problem(&puzzle).expect("an encoding");
            let mut reference = reference.expect("an encoding without cuts");
            for _ in 0..200 {
                let density = random.random_range(0.0..0.6);
                let values: Vec<Option<bool>> = (0..count)
                    .map(|_| random.random_bool(density).then(|| random.random_bool(0.3)))
                    .collect();
                let case = Case::of_values(&values);
                let agreeing: Vec<&Vec<bool>> =
                    solutions.iter().filter(|solution| case.agrees(solution)).collect();
                let expected = agreeing.first().map(|first| {
                    let common = |atom: usize| {
                        let value = first[atom];
                        agreeing.iter().all(|solution| solution[atom] == value).then_some(value)
                    };
                    (0..count).map(common).collect::<Vec<Option<bool>>>()
                });
                contradictions += usize::from(expected.is_none());
                implied_literals +=
                    expected.iter().flatten().flatten().count().saturating_sub(case.len());
                let found = reference.implied(&case).expect("a small puzzle");
                // assigned atoms have the values of the case
                assert_eq!(found, expected, "{text}{values:?}");
            }
        }
        assert!(contradictions > 100 && implied_literals > 1000);
    }
}
