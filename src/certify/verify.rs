//! The check of a certificate, which needs only the rules of the puzzle.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

use encycle_encodings::puzzle::BrokenRule;
use encycle_proofs::LratError;

use crate::certify::arguments::{Arguments, Literal};
use crate::certify::definitions::eliminate;
use crate::certify::{Certificate, Claim};
use crate::puzzle::PuzzleKind;

/// The reason why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// There are no local arguments for the kind.
    #[error("no arguments are known for {0} puzzles")]
    Kind(PuzzleKind),
    /// The claim does not fit the number of listed solutions or of listed literals.
    #[error("the claim is {claim}, but {solutions} solutions and {forced} literals are listed")]
    Claim {
        /// The claim.
        claim: Claim,
        /// The number of listed solutions.
        solutions: usize,
        /// The number of listed literals.
        forced: usize,
    },
    /// A listed solution breaks a rule.
    #[error("solution {number}: {broken}")]
    Solution {
        /// The number of the solution, from 1.
        number: usize,
        /// The broken rule.
        broken: BrokenRule,
    },
    /// A solution is listed twice.
    #[error("solution {number}: it is listed twice")]
    Twice {
        /// The number of the solution, from 1.
        number: usize,
    },
    /// Two variables have the name of the same atom.
    #[error("variable {number}: `{name}` is the name of an earlier variable, too")]
    Variable {
        /// The number of the variable, from 1.
        number: usize,
        /// The name of the variable.
        name: String,
    },
    /// A literal has no variable.
    #[error("clause {clause}: literal {literal} has no name")]
    Literal {
        /// The clause, from 1.
        clause: usize,
        /// The literal.
        literal: i32,
    },
    /// No argument shows that every solution satisfies a clause.
    #[error("clause {clause}: no rule, cut or listed solution justifies it: {text}")]
    Clause {
        /// The number of the clause, from 1. The clause contains auxiliary variables if it differs from the text.
        clause: usize,
        /// The clause, or what follows from it without auxiliary variables, with the names of the variables.
        text: String,
    },
    /// Auxiliary variables cannot be eliminated.
    #[error("variable {number}: elimination of `{name}` takes too many clauses")]
    Auxiliary {
        /// The number of the variable, from 1.
        number: usize,
        /// The name of the variable.
        name: String,
    },
    /// The proof does not refute the formula.
    #[error("{0}")]
    Proof(#[from] LratError),
}

impl VerifyError {
    /// Returns the error with its file and, if there is one, its line in a folder: `formula.cnf:17: ...`.
    #[must_use]
    pub fn located(&self, folder: &Path) -> String {
        let file = self.file();
        let text = fs::read_to_string(folder.join(file)).unwrap_or_default();
        match self.line(&text) {
            Some(line) => format!("{file}:{line}: {self}"),
            None => format!("{file}: {self}"),
        }
    }

    /// Returns the line of the error, from 1, in the text of its file.
    fn line(&self, text: &str) -> Option<usize> {
        let mut lines = (1..).zip(text.lines());
        let mut numbered = |number: u64| {
            let start = format!("{number} ");
            lines.find(|(_, line)| line.starts_with(&start)).map(|(line, _)| line)
        };
        match self {
            Self::Kind(_) | Self::Claim { .. } => None,
            Self::Solution { number, .. } | Self::Twice { number } => Some(*number),
            Self::Variable { number, .. } | Self::Auxiliary { number, .. } => {
                numbered(*number as u64)
            }
            Self::Literal { clause, .. } | Self::Clause { clause, .. } => {
                let is_clause = |(_, line): &(usize, &str)| !line.starts_with(['c', 'p']);
                lines.filter(is_clause).nth(clause - 1).map(|(line, _)| line)
            }
            Self::Proof(error) => numbered(error.step()?),
        }
    }

    fn file(&self) -> &'static str {
        match self {
            Self::Kind(_) => "puzzle.txt",
            Self::Claim { .. } => "certificate.json",
            Self::Solution { .. } | Self::Twice { .. } => "solutions.txt",
            Self::Variable { .. } | Self::Auxiliary { .. } => "formula.map",
            Self::Literal { .. } | Self::Clause { .. } => "formula.cnf",
            Self::Proof(_) => "proof.lrat",
        }
    }
}

impl Certificate {
    /// Checks the claim: the solutions obey all rules, each clause follows from the rules by a local argument or
    /// excludes only a listed solution, and the proof refutes the formula.
    ///
    /// # Errors
    /// Returns the first failure.
    pub fn verify(&self) -> Result<(), VerifyError> {
        self.check_before_proof()?;
        Ok(self.proof.check(&self.formula)?)
    }

    /// Checks everything except the proof.
    pub(super) fn check_before_proof(&self) -> Result<(), VerifyError> {
        self.check_solutions()?;
        let arguments =
            Arguments::new(&self.puzzle).ok_or_else(|| VerifyError::Kind(self.puzzle.kind()))?;
        self.check_clauses(&arguments)
    }

    fn check_solutions(&self) -> Result<(), VerifyError> {
        let Self { puzzle, claim, solutions, forced, .. } = self;
        let is_claimed = match claim {
            Claim::Forced => solutions.is_empty() && !forced.is_empty(),
            _ => *claim == Claim::of(solutions.len()) && forced.is_empty(),
        };
        if !is_claimed {
            let (solutions, forced) = (solutions.len(), forced.len());
            return Err(VerifyError::Claim { claim: *claim, solutions, forced });
        }
        let mut known = HashSet::new();
        for (number, solution) in (1..).zip(solutions) {
            puzzle.check(solution).map_err(|broken| VerifyError::Solution { number, broken })?;
            if !known.insert(solution) {
                return Err(VerifyError::Twice { number });
            }
        }
        Ok(())
    }

    fn check_clauses(&self, arguments: &Arguments<'_>) -> Result<(), VerifyError> {
        let known: HashMap<&str, usize> =
            arguments.names.iter().enumerate().map(|(atom, name)| (name.as_str(), atom)).collect();
        let atoms: Vec<Option<usize>> =
            self.names.iter().map(|name| known.get(name.as_str()).copied()).collect();
        let mut used = HashSet::new();
        let twice = atoms.iter().position(|atom| atom.is_some_and(|atom| !used.insert(atom)));
        if let Some(index) = twice {
            let name = self.names[index].clone();
            return Err(VerifyError::Variable { number: index + 1, name });
        }
        for (clause, literals) in (1..).zip(&self.formula) {
            let has_name = |literal: &&i32| {
                (1..=self.names.len()).contains(&(literal.unsigned_abs() as usize))
            };
            if let Some(&literal) = literals.iter().find(|literal| !has_name(literal)) {
                return Err(VerifyError::Literal { clause, literal });
            }
        }
        let atom = |variable: usize| atoms.get(variable - 1).copied().flatten();
        let resolvents =
            eliminate(&self.formula, |variable| variable > 0 && atom(variable).is_none()).map_err(
                |number| VerifyError::Auxiliary { number, name: self.names[number - 1].clone() },
            )?;
        for (clause, literals) in resolvents {
            let literal = |&literal: &i32| {
                let atom = atom(literal.unsigned_abs() as usize)?;
                Some(Literal { atom, is_positive: literal > 0 })
            };
            // no auxiliary variable is left
            let literals: Vec<Literal> = literals.iter().filter_map(literal).collect();
            if !self.justify(arguments, &literals) {
                let name = |literal: &Literal| {
                    let sign = if literal.is_positive { "" } else { "-" };
                    format!("{sign}{}", arguments.names[literal.atom])
                };
                let text = literals.iter().map(name).collect::<Vec<_>>().join(" v ");
                return Err(VerifyError::Clause { clause, text });
            }
        }
        Ok(())
    }

    /// Returns whether a clause holds in every solution, except for the listed solutions, or the solutions with the
    /// forced literals.
    fn justify(&self, arguments: &Arguments<'_>, clause: &[Literal]) -> bool {
        let is_claim = self.claim == Claim::Forced
            && self
                .forced
                .iter()
                .all(|&(atom, value)| clause.contains(&Literal { atom, is_positive: !value }));
        is_claim
            || arguments.justify(clause)
            || self.solutions.iter().any(|solution| arguments.blocks(clause, solution))
    }
}
