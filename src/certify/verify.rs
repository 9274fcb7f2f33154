//! The check of a certificate, which needs only the rules of the puzzle. It eliminates auxiliary variables, that is,
//! variables that are not atoms of a solution, or finds out what they mean.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::Path;

use encycle_encodings::grid::DisjointSets;
use encycle_encodings::puzzle::BrokenRule;
use encycle_proofs::{Clause, LratError};

use crate::certify::arguments::{Arguments, Literal};
use crate::certify::checker::has_meanings;
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
        let atoms = self.atoms(arguments);
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
        let EliminatedFormula { resolvents, kept } = self.eliminated(&atoms)?;
        // a second check has the same result
        let _ = self.has_kept_variables.set(!kept.is_empty());
        self.check_meanings(arguments, &kept, &atoms)?;
        for (clause, literals) in resolvents {
            let literal = |&literal: &i32| {
                let atom = atoms[literal.unsigned_abs() as usize - 1]?;
                Some(Literal { atom, is_positive: literal > 0 })
            };
            // no auxiliary variable is left
            let own: Vec<Literal> = literals.iter().filter_map(literal).collect();
            if !self.justify(arguments, &own) {
                return Err(VerifyError::Clause { clause, text: self.clause_text(&literals) });
            }
        }
        Ok(())
    }

    /// Returns the atom of each variable, from the variable 1 on; `None` for auxiliary variables.
    fn atoms(&self, arguments: &Arguments<'_>) -> Vec<Option<usize>> {
        let known: HashMap<&str, usize> =
            arguments.names.iter().enumerate().map(|(atom, name)| (name.as_str(), atom)).collect();
        self.names.iter().map(|name| known.get(name.as_str()).copied()).collect()
    }

    /// Eliminates the auxiliary variables, except for those whose meaning can be found, if their elimination is too large.
    fn eliminated(&self, atoms: &[Option<usize>]) -> Result<EliminatedFormula, VerifyError> {
        let is_auxiliary =
            |variable: usize| atoms.get(variable.wrapping_sub(1)).is_some_and(Option::is_none);
        if has_meanings(self.puzzle.kind()) {
            return Ok(eliminate_small_groups(&self.formula, is_auxiliary));
        }
        match eliminate(&numbered(&self.formula), is_auxiliary, ELIMINATION_LIMIT) {
            Ok(resolvents) => Ok(EliminatedFormula { resolvents, kept: Vec::new() }),
            Err(number) => {
                let name = self.names[number - 1].clone();
                Err(VerifyError::Auxiliary { number, name })
            }
        }
    }

    /// Returns whether the check needs to know what auxiliary variables mean. Unless it has run, this eliminates variables.
    pub(super) fn needs_meanings(&self) -> bool {
        *self.has_kept_variables.get_or_init(|| {
            has_meanings(self.puzzle.kind())
                && Arguments::new(&self.puzzle).is_some_and(|arguments| {
                    let eliminated = self.eliminated(&self.atoms(&arguments));
                    eliminated.is_ok_and(|eliminated| !eliminated.kept.is_empty())
                })
        })
    }

    /// Checks that clauses hold in every solution if their auxiliary variables have their meanings.
    fn check_meanings(
        &self,
        arguments: &Arguments<'_>,
        kept: &[Resolvent],
        atoms: &[Option<usize>],
    ) -> Result<(), VerifyError> {
        // without a solution, every clause holds in all of them
        if kept.is_empty() || arguments.justify(&[]) {
            return Ok(());
        }
        let clauses: Vec<&Clause> = kept.iter().map(|(_, clause)| clause).collect();
        let mut meanings = arguments.meanings(&clauses, atoms);
        let wrong = kept.iter().find(|(_, literals)| {
            !meanings.as_mut().is_some_and(|meanings| meanings.hold(literals))
        });
        wrong.map_or(Ok(()), |(clause, literals)| {
            Err(VerifyError::Clause { clause: *clause, text: self.clause_text(literals) })
        })
    }

    /// Returns a clause with the names of its variables.
    fn clause_text(&self, literals: &[i32]) -> String {
        let name = |literal: &i32| {
            let sign = if *literal > 0 { "" } else { "-" };
            format!("{sign}{}", self.names[literal.unsigned_abs() as usize - 1])
        };
        match literals {
            [] => "the empty clause".to_owned(),
            literals => literals.iter().map(name).collect::<Vec<_>>().join(" v "),
        }
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

/// The same for each group of variables whose meanings can be found instead.
const GROUP_LIMIT: usize = 100_000;

/// A clause, and the number of a clause of the formula that led to it, from 1.
type Resolvent = (usize, Clause);

/// A formula some of whose auxiliary variables are eliminated.
struct EliminatedFormula {
    /// The clauses without auxiliary variables.
    resolvents: Vec<Resolvent>,
    /// The clauses with auxiliary variables that are not eliminated.
    kept: Vec<Resolvent>,
}

/// Returns the clauses of a formula with their numbers.
fn numbered(formula: &[Clause]) -> Vec<Resolvent> {
    (1..).zip(formula.iter().cloned()).collect()
}

/// Eliminates the auxiliary variables of each group, unless that takes too many clauses. Variables are in one group if
/// clauses connect them, so groups have models independently of each other.
fn eliminate_small_groups(
    formula: &[Clause],
    is_auxiliary: impl Fn(usize) -> bool,
) -> EliminatedFormula {
    let own = |clause: &Clause| {
        let variables = clause.iter().map(|literal| literal.unsigned_abs() as usize);
        variables.filter(|&variable| is_auxiliary(variable)).collect::<Vec<usize>>()
    };
    let variables = formula.iter().flatten().map(|literal| literal.unsigned_abs() as usize).max();
    let mut sets = DisjointSets::new(variables.unwrap_or(0) + 1);
    for clause in formula {
        for pair in own(clause).windows(2) {
            sets.unite(pair[0] as u32, pair[1] as u32);
        }
    }
    // clauses without auxiliary variables have the group 0
    let mut groups: BTreeMap<u32, Vec<Resolvent>> = BTreeMap::new();
    for (number, clause) in numbered(formula) {
        let group = own(&clause).first().map_or(0, |&variable| sets.find(variable as u32));
        groups.entry(group).or_default().push((number, clause));
    }
    let mut eliminated = EliminatedFormula { resolvents: Vec::new(), kept: Vec::new() };
    for clauses in groups.into_values() {
        match eliminate(&clauses, &is_auxiliary, GROUP_LIMIT) {
            Ok(resolvents) => eliminated.resolvents.extend(resolvents),
            Err(_) => eliminated.kept.extend(clauses),
        }
    }
    eliminated
}

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
fn eliminate(
    clauses: &[Resolvent],
    is_auxiliary: impl Fn(usize) -> bool,
    limit: usize,
) -> Result<Vec<Resolvent>, usize> {
    let last = |clause: &Clause| {
        let variables = clause.iter().map(|literal| literal.unsigned_abs() as usize);
        variables.filter(|&variable| is_auxiliary(variable)).max().unwrap_or(0)
    };
    // the clauses by their last auxiliary variable, 0 if there is none
    let mut by_last: BTreeMap<usize, Vec<Resolvent>> = BTreeMap::new();
    for (number, clause) in clauses {
        let clause = sorted(clause.clone());
        by_last.entry(last(&clause)).or_default().push((*number, clause));
    }
    let mut added = 0;
    while let Some((variable, mut own)) = by_last.pop_last() {
        if variable == 0 {
            return Ok(own);
        }
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
                if added > limit {
                    return Err(variable);
                }
                if is_tautology(&clause) || !known.insert(clause.clone()) {
                    continue;
                }
                added += clause.len();
                by_last.entry(last(&clause)).or_default().push((*number, clause));
            }
        }
    }
    Ok(Vec::new())
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
                    let left = eliminate(&numbered(&formula), |variable| variable > 2, 1_000);
                    let left = left.expect("small");
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
