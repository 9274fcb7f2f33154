//! The formulas whose strength is measured.

use std::collections::HashMap;

use encycle_encodings::encoding::{
    AtomLiteral, Completeness, Encoding, EncodingError, literals_by_name,
};
use encycle_encodings::export::NameCollector;
use encycle_encodings::export::list_clauses;
use encycle_encodings::logic::{ConstraintSink, Lit, LoweringOptions, TooLarge, lower_to_rows};
use encycle_solvers::{BatSat, Limits, Microlp, MicrolpError, SolverStatus};

use super::cases::Atom;
use super::deriver::Deriver;
use super::reference::{Implied, Reference};
use super::{Case, FormulaStrength, Strength};
use crate::formats::program::Program;
use crate::problem::{NotBoolean, Problem};
use crate::simplify::{Simplified, Simplifier, SimplifyError};

/// The reason why a formula cannot be measured.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FormulaError {
    /// The formula would have too many clauses.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The encoding does not exist.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
    /// The solutions are not assignments of Boolean variables.
    #[error(transparent)]
    NotBoolean(#[from] NotBoolean),
    /// The formula has no variable for an atom.
    #[error(
        "{formula}: no variable `{atom}`, so its strength cannot be compared\nhelp: use a formula with a variable for \
         each atom, such as edge or edge+colours for loops"
    )]
    NoVariable {
        /// The name of the formula.
        formula: String,
        /// The name of the atom.
        atom: String,
    },
    /// The formula excludes solutions.
    #[error(
        "{0}: leaves out solutions of the puzzle, so what it derives need not hold in all of them"
    )]
    Incomplete(String),
    /// The linear relaxation cannot be solved.
    #[error("{formula}: the linear relaxation cannot be solved: {error}")]
    Relaxation {
        /// The name of the encoding.
        formula: String,
        /// The error that microlp reports.
        error: MicrolpError,
    },
    /// A simplifier failed.
    #[error(transparent)]
    Simplify(#[from] SimplifyError),
    /// A simplified formula is not equivalent to the original formula.
    #[error("{formula}, simplified by {simplifier}: wrong: no model of it can be mapped back")]
    NotEquivalent {
        /// The name of the formula.
        formula: String,
        /// The simplifier.
        simplifier: String,
    },
    /// The formula derived a literal that does not hold in all solutions.
    #[error(
        "{formula}: derives a literal that does not hold in all solutions\nhelp: is it the formula of another puzzle, or \
         does it exclude solutions?"
    )]
    Unsound {
        /// The name of the formula.
        formula: String,
    },
}

/// A formula to measure, or the linear relaxation of a program.
#[derive(Clone, Debug)]
pub struct MeasuredFormula {
    encoding: String,
    lowering: Option<LoweringOptions>,
    relaxation: Option<LinearRelaxation>,
    without: Option<String>,
    simplification: Option<Simplification>,
    is_whole: bool,
    /// Whether every solution is a model, so that the formula can be compared with the solutions of the puzzle.
    is_complete: bool,
    names: Vec<String>,
    clauses: Vec<(Vec<Lit>, &'static str)>,
}

/// The result of a simplifier.
#[derive(Clone, Debug)]
struct Simplification {
    /// The name of the simplifier.
    name: String,
    /// For each variable, whether it still occurs.
    occurs: Vec<bool>,
}

/// A linear program.
#[derive(Clone, Debug)]
struct LinearRelaxation {
    names: Vec<String>,
    program: Microlp,
}

impl MeasuredFormula {
    /// Creates the formula of an encoding. If the encoding excludes some solutions, but not all, the formula is
    /// compared with its own models only.
    ///
    /// # Errors
    /// Returns an error if the formula is too large, or may exclude all solutions.
    pub fn of_encoding(
        encoding: &Encoding<'_>,
        lowering: LoweringOptions,
    ) -> Result<Self, FormulaError> {
        if !encoding.completeness().keeps_a_solution() {
            return Err(FormulaError::Incomplete(encoding.name().to_owned()));
        }
        let all =
            list_clauses(lowering, &|sink| encoding.encode(sink), usize::MAX, |_, _, _| true)?;
        Ok(Self {
            encoding: encoding.name().to_owned(),
            lowering: Some(lowering),
            relaxation: None,
            without: None,
            simplification: None,
            is_whole: encoding.is_whole(),
            is_complete: encoding.completeness() == Completeness::Complete,
            names: all.names.iter().map(str::to_owned).collect(),
            clauses: all.clauses.into_iter().map(|one| (one.literals, one.origin.family)).collect(),
        })
    }

    /// Creates the linear relaxation of an encoding. It derives a literal if the literal holds in all of its points.
    ///
    /// # Errors
    /// Returns an error if the formula is too large, or may exclude all solutions.
    pub fn of_relaxation(
        encoding: &Encoding<'_>,
        lowering: LoweringOptions,
    ) -> Result<Self, FormulaError> {
        let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
        let program = lower_to_rows(Microlp::new(), lowering, encode)?;
        let names = lower_to_rows(NameCollector::default(), lowering, encode)?;
        let names = names.iter().map(str::to_owned).collect();
        let relaxation = Some(LinearRelaxation { names, program });
        Ok(Self { relaxation, ..Self::of_encoding(encoding, lowering)? })
    }

    /// Creates the formula of a file, with the names of its map.
    ///
    /// # Errors
    /// Returns an error if the file is not in CNF and has too many clauses as CNF.
    pub fn of_program(name: &str, program: &Program) -> Result<Self, FormulaError> {
        let lowering = LoweringOptions::default();
        let all = list_clauses(lowering, &|sink| program.encode(sink), usize::MAX, |_, _, _| true)?;
        Ok(Self {
            encoding: name.to_owned(),
            lowering: None,
            relaxation: None,
            without: None,
            simplification: None,
            is_whole: false,
            is_complete: true,
            names: all.names.iter().map(str::to_owned).collect(),
            clauses: all.clauses.into_iter().map(|one| (one.literals, one.origin.family)).collect(),
        })
    }

    /// Returns the representation of each atom in the clauses.
    pub(super) fn atoms(&self, problem: &dyn Problem) -> Result<Vec<Atom>, FormulaError> {
        self.atoms_of(&self.names, problem)
    }

    fn atoms_of(&self, names: &[String], problem: &dyn Problem) -> Result<Vec<Atom>, FormulaError> {
        let places: HashMap<&str, u32> =
            (0..).zip(names).map(|(place, name)| (&**name, place)).collect();
        let literals = literals_by_name(problem.as_encodable(), |name| places.get(name).copied());
        let atom = |(atom, literal): (usize, Option<AtomLiteral>)| {
            literal.map(Atom::from).ok_or_else(|| FormulaError::NoVariable {
                formula: self.encoding.clone(),
                atom: problem.atom_label(atom),
            })
        };
        literals.enumerate().map(atom).collect()
    }

    /// Returns the formula if it has a variable for each atom whose value the clues do not imply by themselves.
    /// [`measure_strength`](super::measure_strength) requires these variables.
    ///
    /// # Errors
    /// Returns an error if an atom has no variable.
    pub fn with_atoms(self, problem: &dyn Problem) -> Result<Self, FormulaError> {
        self.atoms(problem)?;
        Ok(self)
    }

    /// Returns whether this is a linear relaxation.
    #[must_use]
    pub fn is_relaxation(&self) -> bool {
        self.relaxation.is_some()
    }

    /// Returns a reference whose models are the models of this formula.
    pub(super) fn reference(&self, atoms: Vec<Atom>) -> Reference {
        Reference::new(self.names.len(), self.clauses.iter().map(|(clause, _)| &**clause), atoms)
    }

    /// Returns the names of the rule families of the formula.
    #[must_use]
    pub fn families(&self) -> Vec<&'static str> {
        let mut families: Vec<&'static str> = Vec::new();
        for &(_, family) in &self.clauses {
            if !families.contains(&family) {
                families.push(family);
            }
        }
        families
    }

    /// Returns the formula without the clauses of one rule family. The result is compared with what follows from all
    /// clauses.
    #[must_use]
    pub fn without(&self, family: &str) -> Self {
        let mut fewer = self.clone();
        fewer.clauses.retain(|&(_, one)| one != family);
        fewer.without = Some(family.to_owned());
        fewer
    }

    /// Returns the formula that a simplifier makes of this formula. The result is compared with what follows from the
    /// original formula. If the solver finds a model of the result, the model is mapped back and checked.
    ///
    /// # Errors
    /// Returns an error if the simplifier fails or is wrong, that is, only one of the two formulas is satisfiable, or
    /// the model cannot be mapped back.
    pub fn simplified(
        &self,
        problem: &dyn Problem,
        simplifier: &Simplifier,
        limits: &Limits,
    ) -> Result<Self, FormulaError> {
        let mut frozen = vec![false; self.names.len()];
        for atom in self.atoms(problem)? {
            if let Atom::Variable(literal) = atom {
                frozen[literal.vidx()] = true;
            }
        }
        let original: Vec<Vec<Lit>> =
            self.clauses.iter().map(|(clause, _)| clause.clone()).collect();
        let simplified = simplifier.simplify(self.names.len(), &original, &frozen, limits)?;
        if !is_mapped_back(&original, self.names.len(), &simplified) {
            let (formula, simplifier) = (self.encoding.clone(), simplifier.name());
            return Err(FormulaError::NotEquivalent { formula, simplifier });
        }
        let occurs = simplified.occurring();
        let simplification = Some(Simplification { name: simplifier.name(), occurs });
        let mut names = self.names.clone();
        names.resize_with(simplified.variables, || "simplifier".to_owned());
        let clauses = simplified.clauses.into_iter().map(|clause| (clause, "simplified")).collect();
        Ok(Self { simplification, names, clauses, relaxation: None, ..self.clone() })
    }

    /// Prepares the formula for the measurement.
    pub(super) fn subject(self, problem: &dyn Problem) -> Result<Subject, FormulaError> {
        let mut atoms = self.atoms(problem)?;
        let mut variables = self.names.len();
        if let Some(Simplification { occurs, .. }) = &self.simplification {
            for atom in &mut atoms {
                if matches!(atom, Atom::Variable(literal) if !occurs[literal.vidx()]) {
                    *atom = Atom::Eliminated;
                }
            }
            variables = occurs.iter().filter(|&&one| one).count();
        }
        let (deriver, variables, size) = match &self.relaxation {
            None => {
                let clauses = self.clauses.iter().map(|(clause, _)| &**clause);
                let deriver = Deriver::of_clauses(self.names.len(), clauses, atoms.clone());
                (deriver, variables, self.clauses.len())
            }
            Some(LinearRelaxation { names, program }) => {
                let point = program.relaxed_point().map_err(|error| FormulaError::Relaxation {
                    formula: self.encoding.clone(),
                    error,
                })?;
                let deriver = Deriver::of_relaxation(point, self.atoms_of(names, problem)?);
                (deriver, program.columns(), program.rows())
            }
        };
        Ok(Subject {
            encoding: self.encoding,
            lowering: self.lowering,
            is_relaxation: self.relaxation.is_some(),
            without: self.without,
            simplifier: self.simplification.map(|one| one.name),
            is_whole: self.is_whole,
            is_measured: atoms.iter().map(|atom| !matches!(atom, Atom::Eliminated)).collect(),
            variables,
            size,
            names: self.names.len(),
            clauses: self.clauses.into_iter().map(|(clause, _)| clause).collect(),
            atoms,
            deriver,
            is_sound: true,
            puzzle: self.is_complete.then(Strength::default),
            models: Strength::default(),
        })
    }
}

/// A formula with its deriver, and the measurements made so far.
pub(super) struct Subject {
    pub encoding: String,
    lowering: Option<LoweringOptions>,
    is_relaxation: bool,
    pub without: Option<String>,
    pub simplifier: Option<String>,
    pub is_whole: bool,
    /// For each atom, whether it has a variable or a value in the formula.
    pub is_measured: Vec<bool>,
    /// The number of variables of the measured formula; `size` is its number of clauses or rows.
    variables: usize,
    size: usize,
    /// The number of variables of the formula in CNF; `clauses` are its clauses, and `atoms` represent the atoms.
    names: usize,
    clauses: Vec<Vec<Lit>>,
    atoms: Vec<Atom>,
    deriver: Deriver,
    /// Whether everything derived so far was implied.
    pub is_sound: bool,
    pub puzzle: Option<Strength>,
    pub models: Strength,
}

impl Subject {
    /// Returns a reference with the models of this formula.
    pub fn reference(&self) -> Reference {
        let clauses = self.clauses.iter().map(|clause| &**clause);
        Reference::new(self.names, clauses, self.atoms.clone())
    }

    /// Returns the values of all atoms that are derived from a case, or `None` if a contradiction is derived.
    pub fn derive(&mut self, case: &Case) -> Implied {
        self.deriver.derive(case)
    }

    pub fn row(self) -> FormulaStrength {
        FormulaStrength {
            encoding: self.encoding,
            lowering: self.lowering,
            is_relaxation: self.is_relaxation,
            without: self.without,
            simplifier: self.simplifier,
            variables: self.variables,
            clauses: self.size,
            atoms: self.is_measured.iter().filter(|&&one| one).count(),
            puzzle: self.puzzle.filter(|one| one.derived.whole + one.caught.whole > 0),
            models: self.models,
        }
    }
}

/// The number of solver steps, mostly decisions, after which a simplified formula is left unsolved.
const STEPS: u64 = 1_000_000;

/// Checks a simplified formula by solving it. If it has a model, the model must map back to a model of the original
/// formula; otherwise, the original formula must not have a model either. If a formula is too hard to solve, the check
/// passes.
fn is_mapped_back(original: &[Vec<Lit>], variables: usize, simplified: &Simplified) -> bool {
    let solved = |variables: usize, clauses: &[Vec<Lit>]| {
        let mut solver = BatSat::of_clauses(variables, clauses.iter().map(Vec::as_slice));
        solver.solve_within(&Limits::default(), STEPS)
    };
    match solved(simplified.variables, &simplified.clauses) {
        SolverStatus::Satisfiable(values) => {
            let model: Vec<bool> = values.iter().map(|value| *value == Some(true)).collect();
            simplified.extend(variables, original, &model).is_some_and(|model| {
                let holds = |literal: &Lit| model[literal.vidx()] == literal.is_pos();
                original.iter().all(|clause| clause.iter().any(holds))
            })
        }
        SolverStatus::Unsatisfiable => {
            !matches!(solved(variables, original), SolverStatus::Satisfiable(_))
        }
        SolverStatus::Unknown => true,
    }
}
