//! The formulas that are measured.

use std::collections::HashMap;

use encycle_encodings::encoding::{Completeness, Encoding, EncodingError};
use encycle_encodings::export::list_clauses;
use encycle_encodings::logic::{
    ClauseSink as _, Lit, LoweringOptions, Origin, Place, TooLarge, UnitPropagator,
};

use super::cases::Atom;
use super::reference::Reference;
use super::{Case, FormulaStrength, Strength};
use crate::formats::program::Program;
use crate::puzzle::Puzzle;

/// Why a formula cannot be measured.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FormulaError {
    /// It would have too many clauses.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The encoding does not exist.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
    /// It has no variable for an atom.
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
    /// It leaves out solutions.
    #[error(
        "{0}: leaves out solutions of the puzzle, so what it derives need not hold in all of them"
    )]
    Incomplete(String),
    /// It derived a literal that does not hold in all solutions.
    #[error(
        "{formula}: wrong: unit propagation derives a literal that does not hold in all solutions"
    )]
    Unsound {
        /// The name of the formula.
        formula: String,
    },
}

/// A formula to measure.
#[derive(Clone, Debug)]
pub struct MeasuredFormula {
    encoding: String,
    lowering: Option<LoweringOptions>,
    without: Option<String>,
    is_whole: bool,
    names: Vec<String>,
    clauses: Vec<(Vec<Lit>, &'static str)>,
}

impl MeasuredFormula {
    /// Takes the formula of an encoding.
    ///
    /// # Errors
    /// It is too large, or leaves out solutions.
    pub fn of_encoding(
        encoding: &dyn Encoding,
        lowering: LoweringOptions,
    ) -> Result<Self, FormulaError> {
        if encoding.completeness() != Completeness::Complete {
            return Err(FormulaError::Incomplete(encoding.name().to_owned()));
        }
        let all =
            list_clauses(lowering, &|sink| encoding.encode(sink), usize::MAX, |_, _, _| true)?;
        Ok(Self {
            encoding: encoding.name().to_owned(),
            lowering: Some(lowering),
            without: None,
            is_whole: encoding.is_whole(),
            names: all.names.iter().map(str::to_owned).collect(),
            clauses: all.clauses.into_iter().map(|one| (one.literals, one.origin.family)).collect(),
        })
    }

    /// Takes a formula that was read from a file, with the names of its map.
    ///
    /// # Errors
    /// It is not in CNF and too large as clauses.
    pub fn of_program(name: &str, program: &Program) -> Result<Self, FormulaError> {
        let lowering = LoweringOptions::default();
        let all = list_clauses(lowering, &|sink| program.encode(sink), usize::MAX, |_, _, _| true)?;
        Ok(Self {
            encoding: name.to_owned(),
            lowering: None,
            without: None,
            is_whole: false,
            names: all.names.iter().map(str::to_owned).collect(),
            clauses: all.clauses.into_iter().map(|one| (one.literals, one.origin.family)).collect(),
        })
    }

    /// Returns what the formula has for each atom.
    pub(super) fn atoms(&self, puzzle: &Puzzle) -> Result<Vec<Atom>, FormulaError> {
        let places: HashMap<&str, u32> =
            (0..).zip(&self.names).map(|(place, name)| (&**name, place)).collect();
        let implied = puzzle.implied();
        let atom = |atom: usize| {
            let name = puzzle.atom_name(atom);
            let variable = places.get(&*name).map(|&place| Atom::Variable(Lit::positive(place)));
            variable.or_else(|| implied[atom].map(Atom::Known)).ok_or_else(|| {
                FormulaError::NoVariable { formula: self.encoding.clone(), atom: name }
            })
        };
        (0..implied.len()).map(atom).collect()
    }

    /// Returns whether it has a variable for each atom whose value the clues do not imply by themselves, as
    /// [`measure_strength`](super::measure_strength) needs.
    #[must_use]
    pub fn has_atoms(&self, puzzle: &Puzzle) -> bool {
        self.atoms(puzzle).is_ok()
    }

    /// Returns a solver with this formula.
    pub(super) fn reference(&self, atoms: Vec<Atom>) -> Reference {
        Reference::new(self.names.len(), self.clauses.iter().map(|(clause, _)| &**clause), atoms)
    }

    /// Returns the names of its rule families.
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

    /// Returns the formula without the clauses of one rule family. It is compared with what follows from all clauses.
    #[must_use]
    pub fn without(&self, family: &str) -> Self {
        let mut fewer = self.clone();
        fewer.clauses.retain(|&(_, one)| one != family);
        fewer.without = Some(family.to_owned());
        fewer
    }

    /// Prepares the measurement.
    pub(super) fn subject(self, puzzle: &Puzzle) -> Result<Subject, FormulaError> {
        let atoms = self.atoms(puzzle)?;
        let mut propagator = UnitPropagator::default();
        for name in &self.names {
            propagator.variable("variable", format_args!("{name}"));
        }
        let origin = Origin::new("clause", Place::Whole);
        self.clauses.iter().for_each(|(clause, _)| propagator.clause(clause, origin));
        let is_consistent = propagator.propagate();
        let root = propagator.trail().len();
        Ok(Subject {
            encoding: self.encoding,
            lowering: self.lowering,
            without: self.without,
            is_whole: self.is_whole,
            variables: self.names.len(),
            clauses: self.clauses.into_iter().map(|(clause, _)| clause).collect(),
            atoms,
            propagator,
            is_consistent,
            root,
            is_sound: true,
            puzzle: Some(Strength::default()),
            models: Strength::default(),
        })
    }
}

/// A formula with its propagator, and what is measured so far.
pub(super) struct Subject {
    pub encoding: String,
    lowering: Option<LoweringOptions>,
    pub without: Option<String>,
    pub is_whole: bool,
    variables: usize,
    clauses: Vec<Vec<Lit>>,
    atoms: Vec<Atom>,
    propagator: UnitPropagator,
    /// Whether propagation without assumptions finds no false clause, and the number of literals that it derives.
    is_consistent: bool,
    root: usize,
    /// Whether everything derived so far was implied.
    pub is_sound: bool,
    pub puzzle: Option<Strength>,
    pub models: Strength,
}

impl Subject {
    /// Returns a reference with the models of this formula.
    pub fn reference(&self) -> Reference {
        Reference::new(
            self.variables,
            self.clauses.iter().map(|clause| &**clause),
            self.atoms.clone(),
        )
    }

    /// Propagates a case. Returns the values of all atoms, or `None` if a clause is false.
    pub fn propagate(&mut self, case: &Case) -> Option<Vec<Option<bool>>> {
        if !self.is_consistent {
            return None;
        }
        self.propagator.undo(self.root);
        let literals = case.literals(&self.atoms)?;
        let holds = literals.into_iter().all(|literal| self.propagator.assign(literal));
        if !holds || !self.propagator.propagate() {
            return None;
        }
        let value = |atom: &Atom| match *atom {
            Atom::Variable(literal) => self.propagator.value(literal),
            Atom::Known(value) => Some(value),
        };
        Some(self.atoms.iter().map(value).collect())
    }

    pub fn row(self) -> FormulaStrength {
        FormulaStrength {
            encoding: self.encoding,
            lowering: self.lowering,
            without: self.without,
            variables: self.variables,
            clauses: self.clauses.len(),
            puzzle: self.puzzle.filter(|one| one.derived.whole + one.caught.whole > 0),
            models: self.models,
        }
    }
}
