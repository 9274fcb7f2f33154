//! What a search with an objective optimizes.

use std::borrow::Cow;

use encycle_encodings::encoding::{AtomLiteral, Completeness, Encoding, atom_literals};
use encycle_encodings::logic::{LinearObjective, Lit, ProgramColumn, ProgramPart};
use encycle_encodings::puzzle::Solution;

use crate::formats::AtomWeights;
use crate::solve::search::options::LengthGoal;

/// Which solution of a puzzle is the best.
#[derive(Clone, Debug)]
pub struct PuzzleGoal {
    /// The weights of the atoms; `None` if each drawn edge counts 1.
    pub weights: Option<AtomWeights>,
    pub is_maximized: bool,
}

impl From<LengthGoal> for PuzzleGoal {
    fn from(goal: LengthGoal) -> Self {
        Self { weights: None, is_maximized: goal == LengthGoal::Longest }
    }
}

impl PuzzleGoal {
    fn weight(&self, atom: usize) -> f64 {
        self.weights.as_ref().map_or(1.0, |weights| weights.weight(atom) as f64)
    }
}

/// What is optimized: a program over the variables of an encoding.
pub struct Objective<'a> {
    pub program: Cow<'a, ProgramPart>,
    /// The literals of the atoms of a puzzle. The atoms of a model are the first variables.
    pub atoms: Option<Vec<AtomLiteral>>,
}

impl<'a> Objective<'a> {
    /// Returns the objective of a model.
    pub fn of_program(program: &'a ProgramPart) -> Self {
        Self { program: Cow::Borrowed(program), atoms: None }
    }

    /// Returns the total weight of the atoms of a puzzle that are true, such as the length of its loop; `None` if the encoding
    /// has no variable for each atom, or leaves out solutions.
    pub fn of_goal(encoding: &Encoding<'_>, goal: &PuzzleGoal) -> Option<Self> {
        let atoms = atom_literals(encoding)
            .filter(|_| encoding.completeness() == Completeness::Complete)?;
        let mut objective =
            LinearObjective { is_maximized: goal.is_maximized, ..LinearObjective::default() };
        for (number, atom) in atoms.iter().enumerate() {
            let weight = goal.weight(number);
            let (size, constant) = match *atom {
                AtomLiteral::Implied(value) => (None, weight * f64::from(u8::from(value))),
                AtomLiteral::Variable(literal) if literal.is_neg() => {
                    (Some((-weight, literal)), weight)
                }
                AtomLiteral::Variable(literal) => (Some((weight, literal)), 0.0),
            };
            objective.constant += constant;
            let term = |(size, literal): (f64, Lit)| (size, ProgramColumn::Boolean(literal.var()));
            objective.terms.extend(size.filter(|(size, _)| *size != 0.0).map(term));
        }
        let program = ProgramPart { objective: Some(objective), ..ProgramPart::default() };
        Some(Self { program: Cow::Owned(program), atoms: Some(atoms) })
    }

    /// Returns the program over the variables of the encoding.
    pub fn program(&self) -> &ProgramPart {
        &self.program
    }

    /// Returns the values of the variables that a solution determines.
    pub fn values(&self, solution: &Solution) -> Vec<bool> {
        let Some(atoms) = &self.atoms else { return solution.atoms().to_vec() };
        let mut values = Vec::new();
        for (atom, literal) in atoms.iter().enumerate() {
            let AtomLiteral::Variable(literal) = literal else { continue };
            if values.len() <= literal.vidx() {
                values.resize(literal.vidx() + 1, false);
            }
            values[literal.vidx()] = solution.has(atom) == literal.is_pos();
        }
        values
    }

    /// Returns whether the objective is maximized.
    pub fn is_maximized(&self) -> bool {
        self.program.objective.as_ref().is_some_and(|objective| objective.is_maximized)
    }

    /// Returns the value of a solution.
    pub fn value(&self, solution: &Solution, others: &[f64]) -> Option<f64> {
        let numbers = |value: bool| f64::from(u8::from(value));
        let values: Vec<f64> = self.values(solution).into_iter().map(numbers).collect();
        Some(self.program.objective.as_ref()?.value(&values, others))
    }

    /// Returns whether a value is better than another.
    pub fn is_better(&self, value: f64, other: f64) -> bool {
        match self.is_maximized() {
            true => value > other,
            false => value < other,
        }
    }
}
