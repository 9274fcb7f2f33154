//! LRAT proofs: proofs with hints, their text, and their check.

use std::collections::HashMap;
use std::fmt;

use crate::Clause;

/// A proof in LRAT. Clauses are numbered; the clauses of the formula have the numbers from 1, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lrat {
    /// The added clauses, in order.
    pub steps: Vec<LratStep>,
}

/// An added clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LratStep {
    /// Its number, which is greater than the number of every earlier clause.
    pub number: u64,
    /// Its literals.
    pub clause: Clause,
    /// The numbers of earlier clauses, in the order of propagation. If all literals of the clause are false, each hint
    /// in turn has only one literal left, which becomes true, and the last hint has none. For example, `x` follows from
    /// the clauses 1 = `x | y` and 2 = `x | -y` with the hints 1 2: if `x` is false, clause 1 makes `y` true, and
    /// clause 2 is then false.
    pub hints: Vec<u64>,
}

/// The reason why a proof is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LratError {
    /// A line is not a step.
    #[error("line {line}: {reason}")]
    Syntax {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// A number is not greater than the earlier numbers.
    #[error("step {number}: the number does not increase")]
    Order {
        /// The number.
        number: u64,
    },
    /// A hint does not name a clause.
    #[error("step {number}: there is no clause {hint}")]
    NoClause {
        /// The step.
        number: u64,
        /// The hint.
        hint: u64,
    },
    /// A hint has several literals left, or a true literal.
    #[error("step {number}: clause {hint} does not propagate")]
    NotUnit {
        /// The step.
        number: u64,
        /// The hint.
        hint: u64,
    },
    /// The hints do not lead to a contradiction.
    #[error("step {number}: no contradiction follows from its hints")]
    NoConflict {
        /// The step.
        number: u64,
    },
    /// A hint comes after the contradiction.
    #[error("step {number}: clause {hint} comes after the contradiction")]
    AfterConflict {
        /// The step.
        number: u64,
        /// The hint.
        hint: u64,
    },
    /// The empty clause is not among the steps.
    #[error("the proof does not end with the empty clause")]
    NoEmptyClause,
}

impl LratError {
    /// Returns the number of the step with the error.
    #[must_use]
    pub fn step(&self) -> Option<u64> {
        match self {
            Self::Order { number }
            | Self::NoClause { number, .. }
            | Self::NotUnit { number, .. }
            | Self::NoConflict { number }
            | Self::AfterConflict { number, .. } => Some(*number),
            Self::Syntax { .. } | Self::NoEmptyClause => None,
        }
    }
}

impl Lrat {
    /// Checks that the proof refutes a formula, that is, that the formula has no model.
    ///
    /// Accepts only additions by unit propagation, not RAT additions, which only preserve satisfiability. Every hint
    /// must propagate, so that a proof has no unused parts.
    ///
    /// # Errors
    /// The first invalid step, or the lack of an empty clause.
    pub fn check(&self, formula: &[Clause]) -> Result<(), LratError> {
        let mut clauses: HashMap<u64, &[i32]> = HashMap::new();
        clauses.extend((1..).zip(formula.iter().map(Vec::as_slice)));
        let mut last = formula.len() as u64;
        for step in &self.steps {
            let number = step.number;
            if number <= last {
                return Err(LratError::Order { number });
            }
            last = number;
            // the true literals: at first, the negated literals of the clause
            let mut truth: HashMap<i32, ()> =
                step.clause.iter().map(|literal| (-literal, ())).collect();
            let mut is_refuted = step.clause.iter().any(|literal| truth.contains_key(literal));
            for &hint in &step.hints {
                if is_refuted {
                    return Err(LratError::AfterConflict { number, hint });
                }
                let clause = clauses.get(&hint).ok_or(LratError::NoClause { number, hint })?;
                let mut left = None;
                for &literal in *clause {
                    if truth.contains_key(&-literal) || left == Some(literal) {
                        continue;
                    }
                    if truth.contains_key(&literal) || left.replace(literal).is_some() {
                        return Err(LratError::NotUnit { number, hint });
                    }
                }
                match left {
                    Some(literal) => drop(truth.insert(literal, ())),
                    None => is_refuted = true,
                }
            }
            if !is_refuted {
                return Err(LratError::NoConflict { number });
            }
            if step.clause.is_empty() {
                return Ok(());
            }
            clauses.insert(number, &step.clause);
        }
        // a formula may itself contain the empty clause
        match formula.iter().any(Vec::is_empty) {
            true => Ok(()),
            false => Err(LratError::NoEmptyClause),
        }
    }

    /// Reads the text of a proof, which has one step per line: `NUMBER LITERALS 0 HINTS 0`. Skips comments and
    /// deletions (`NUMBER d NUMBERS 0`), because the check keeps all clauses.
    ///
    /// # Errors
    /// The first line that is not a step. This includes a line with a negative hint, which belongs to a RAT step.
    pub fn read(text: &str) -> Result<Self, LratError> {
        let mut steps = Vec::new();
        for (line, content) in (1..).zip(text.lines()) {
            let wrong = |reason: String| LratError::Syntax { line, reason };
            let mut words = content.split_ascii_whitespace();
            let Some(first) = words.next() else { continue };
            if first == "c" {
                continue;
            }
            let number: u64 = first
                .parse()
                .map_err(|_| wrong(format!("'{}' is no number", first.escape_debug())))?;
            let mut words = words.peekable();
            if words.peek() == Some(&"d") {
                continue;
            }
            let mut list = |what: &str| -> Result<Vec<i64>, LratError> {
                let mut found = Vec::new();
                for word in words.by_ref() {
                    let value: i64 = word
                        .parse()
                        .map_err(|_| wrong(format!("'{}' is no {what}", word.escape_debug())))?;
                    if value == 0 {
                        return Ok(found);
                    }
                    found.push(value);
                }
                Err(wrong(format!("the 0 after the {what}s is missing")))
            };
            let clause = list("literal")?.into_iter().map(|value| {
                let is_literal = |literal: &i32| *literal != i32::MIN;
                i32::try_from(value)
                    .ok()
                    .filter(is_literal)
                    .ok_or_else(|| wrong(format!("literal {value} is too large")))
            });
            let clause = clause.collect::<Result<Clause, _>>()?;
            let hints = list("hint")?.into_iter().map(|value| {
                u64::try_from(value)
                    .map_err(|_| wrong(format!("hint {value}: steps of RAT are not supported")))
            });
            let hints = hints.collect::<Result<Vec<u64>, _>>()?;
            if let Some(more) = words.next() {
                return Err(wrong(format!("'{}' after the step", more.escape_debug())));
            }
            steps.push(LratStep { number, clause, hints });
        }
        Ok(Self { steps })
    }
}

impl fmt::Display for Lrat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for LratStep { number, clause, hints } in &self.steps {
            write!(f, "{number}")?;
            clause.iter().try_for_each(|literal| write!(f, " {literal}"))?;
            write!(f, " 0")?;
            hints.iter().try_for_each(|hint| write!(f, " {hint}"))?;
            writeln!(f, " 0")?;
        }
        Ok(())
    }
}
