//! The check of a certificate, which needs only the rules of the puzzle. It eliminates auxiliary variables, that is,
//! variables that are not atoms of a solution.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

use encycle_encodings::puzzle::BrokenRule;
use encycle_proofs::{Clause, LratError};

use crate::certify::arguments::{Arguments, Literal};
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
    /// No rule justifies a row of the counting proof.
    #[error("row {row}: no rule or cut justifies it: {text}")]
    Row {
        /// The number of the row, from 1.
        row: usize,
        /// The row.
        text: String,
    },
    /// A step of the counting proof does not hold.
    #[error("step {step}: {reason}")]
    Step {
        /// The number of the step, from 1; 0 if there is none.
        step: usize,
        /// What is wrong.
        reason: &'static str,
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
            Self::Row { row, .. } => {
                lines.filter(|(_, line)| !line.starts_with('*')).nth(row - 1).map(|(line, _)| line)
            }
            // the first line of the proof is its version
            Self::Step { step, .. } => Some(step + 1),
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
            Self::Row { .. } => "counting.opb",
            Self::Step { .. } => "counting.pbp",
            Self::Proof(_) => "proof.lrat",
        }
    }
}

impl Certificate {
    /// Checks the claim: the solutions obey all rules, each clause follows from the rules by a local argument or
    /// excludes only a listed solution, and the proof refutes the formula.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let puzzle: Puzzle = "slitherlink 2 2\n31\n..\n".parse()?;
    /// let mut certificate = certify(&puzzle, &CertifyOptions::default())?;
    /// certificate.verify()?;
    /// // without a clause, nothing is refuted
    /// certificate.formula.clear();
    /// assert!(certificate.verify().is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
        match &self.counting {
            // there is no solution, so every clause holds in all of them
            Some(counting) => counting.check(&arguments),
            None => self.check_clauses(&arguments),
        }
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
                let text = match &literals[..] {
                    [] => "the empty clause".to_owned(),
                    literals => literals.iter().map(name).collect::<Vec<_>>().join(" v "),
                };
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

/// The maximum number of literals that elimination may add, and of pairs of clauses that it may resolve.
const ELIMINATION_LIMIT: usize = 20_000_000;

/// A clause without auxiliary variables, and the number of a clause of the formula that led to it, from 1.
pub(super) type Resolvent = (usize, Clause);

/// Eliminates the auxiliary variables of a formula, the last one first, by resolution (Davis and Putnam 1960).
///
/// The local arguments read clauses over atoms only, but an encoding may define further variables. This function
/// replaces all clauses with an auxiliary variable by their resolvents on that variable, until no auxiliary variable is
/// left. An assignment of the atoms satisfies the result if and only if auxiliary values extend it to a model of the
/// formula. So if all resolvents hold in a solution, then the formula has a model for this solution, whatever its
/// auxiliary variables mean. The result need not be large: the clauses of a definition (Tseitin 1968) have only
/// tautologies as resolvents among each other.
///
/// Each clause waits in a bucket at its last auxiliary variable. For example, with the atoms 1, 2, 3 and the auxiliary
/// variables 4 and 5:
///
/// ```text
/// bucket 5:  -5 4    5 -3      resolve to  -3 4, which goes to bucket 4
/// bucket 4:  -4 1    -3 4      resolve to  -3 1, which has no auxiliary variable
/// result:    -3 1
/// ```
///
/// # Errors
/// Returns the variable whose elimination takes too many clauses.
pub(super) fn eliminate(
    formula: &[Clause],
    is_auxiliary: impl Fn(usize) -> bool,
) -> Result<Vec<Resolvent>, usize> {
    let variables = formula.iter().flatten().map(|literal| literal.unsigned_abs() as usize).max();
    let variables = variables.unwrap_or(0);
    let auxiliary: Vec<bool> = (0..=variables).map(is_auxiliary).collect();
    // the clauses whose last auxiliary variable is the index; clauses without auxiliary variables have the index 0
    let mut by_last: Vec<Vec<Resolvent>> = vec![Vec::new(); variables + 1];
    let last = |clause: &Clause| {
        let variables = clause.iter().map(|literal| literal.unsigned_abs() as usize);
        variables.filter(|&variable| auxiliary[variable]).max().unwrap_or(0)
    };
    for (number, clause) in (1..).zip(formula) {
        let clause = sorted(clause.clone());
        by_last[last(&clause)].push((number, clause));
    }
    let mut added = 0;
    for variable in (1..=variables).rev() {
        let mut own = std::mem::take(&mut by_last[variable]);
        own.retain(|(_, clause)| !is_tautology(clause));
        let (positive, negative): (Vec<&Resolvent>, Vec<&Resolvent>) =
            own.iter().partition(|(_, clause)| clause.contains(&(variable as i32)));
        let definition = definition(&own, variable as i32);
        let is_defining = |clause: &Clause| definition.contains(clause);
        let mut known: HashSet<Clause> = HashSet::new();
        for (number, first) in &positive {
            for (_, second) in &negative {
                if !definition.is_empty() && is_defining(first) == is_defining(second) {
                    continue;
                }
                let clause = resolvent(first, second, variable);
                added += 1;
                if added > ELIMINATION_LIMIT {
                    return Err(variable);
                }
                if is_tautology(&clause) || !known.insert(clause.clone()) {
                    continue;
                }
                added += clause.len();
                by_last[last(&clause)].push((*number, clause));
            }
        }
    }
    Ok(by_last.swap_remove(0))
}

/// Returns the clauses of a definition of a variable as a conjunction or a disjunction, if there is one: a clause, and for
/// each other literal `l` of it the clause that the negations of `l` and of the literal of the variable are.
///
/// These clauses force a value of the variable in every assignment of the others. So its other clauses hold for that value if
/// their resolvents with the clauses of the definition hold, and need not be resolved with each other
/// ([Eén and Biere 2005](https://doi.org/10.1007/11499107_5)). Two clauses of the definition have a tautology as resolvent.
fn definition(clauses: &[Resolvent], variable: i32) -> HashSet<Clause> {
    let all: HashSet<&Clause> = clauses.iter().map(|(_, clause)| clause).collect();
    let defined = |(_, clause): &Resolvent| {
        let own = clause.iter().copied().find(|literal| literal.abs() == variable)?;
        let others = clause.iter().filter(|&&literal| literal != own);
        let parts = others.map(|&literal| sorted(vec![-own, -literal]));
        let parts: HashSet<Clause> =
            parts.map(|part| all.contains(&part).then_some(part)).collect::<Option<_>>()?;
        Some(parts.into_iter().chain([clause.clone()]).collect())
    };
    // a definition by one literal is one of several such, too
    clauses.iter().find_map(defined).unwrap_or_default()
}

/// Returns the resolvent of two sorted clauses on a variable, sorted.
fn resolvent(first: &[i32], second: &[i32], variable: usize) -> Clause {
    let others = first.iter().chain(second).copied();
    sorted(others.filter(|literal| literal.unsigned_abs() as usize != variable).collect())
}

/// Sorts the literals of a clause by variable, without repetition.
fn sorted(mut clause: Clause) -> Clause {
    clause.sort_unstable_by_key(|literal| (literal.unsigned_abs(), *literal));
    clause.dedup();
    clause
}

/// Returns whether a sorted clause has a literal and its negation.
fn is_tautology(clause: &[i32]) -> bool {
    clause.windows(2).any(|pair| pair[0] == -pair[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns whether the formula has a model that agrees with `values` on the first variables.
    fn extends(formula: &[Clause], values: u32, fixed: u32, variables: u32) -> bool {
        (0..1_u32 << (variables - fixed)).any(|others| {
            let all = values | others << fixed;
            let holds =
                |literal: &i32| (all >> (literal.unsigned_abs() - 1) & 1 == 1) == (*literal > 0);
            formula.iter().all(|clause| clause.iter().any(holds))
        })
    }

    /// Every formula of three clauses over two atoms and two auxiliary variables, from a fixed list of clauses.
    #[test]
    fn the_resolvents_hold_exactly_where_the_formula_can_be_satisfied() {
        let literals = [1, -1, 2, -2, 3, -3, 4, -4];
        let pool: Vec<Clause> = literals
            .iter()
            .flat_map(|&a| literals.iter().map(move |&b| vec![a, b]))
            .chain(literals.iter().map(|&a| vec![a]))
            .chain([vec![-3, 1, 2], vec![3, -4, 2], vec![4, -1, -3]])
            .collect();
        for (i, first) in pool.iter().enumerate() {
            for second in &pool[i..] {
                for third in pool.iter().step_by(7) {
                    let formula = [first.clone(), second.clone(), third.clone()];
                    let left = eliminate(&formula, |variable| variable > 2).expect("small");
                    let left: Vec<Clause> = left.into_iter().map(|(_, clause)| clause).collect();
                    assert!(left.iter().flatten().all(|literal| literal.unsigned_abs() <= 2));
                    for values in 0..4 {
                        assert_eq!(
                            extends(&left, values, 2, 2),
                            extends(&formula, values, 2, 4),
                            "{formula:?} {left:?} {values}"
                        );
                    }
                }
            }
        }
    }
}
