//! DRAT and FRAT proofs, in the text form and in the binary form that solvers write by default.

use std::io::BufRead;

use crate::Clause;
use crate::scanner::{ProofForm, Scanner, to_literal};

/// A step of a DRAT proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DratStep {
    /// A clause is added.
    Add(Clause),
    /// A clause is deleted.
    Delete(Clause),
}

/// A proof that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("step {step}, before byte {offset}: {reason}")]
pub struct DratError {
    /// The step, from 1.
    pub step: usize,
    /// The number of bytes that were read.
    pub offset: u64,
    /// What is wrong.
    pub reason: String,
}

/// The syntax of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ProofSyntax {
    Drat,
    Frat,
}

/// The steps of a proof, read one by one, so that a proof may be larger than the memory. The form, text or binary, is
/// recognized. After an error the iterator ends.
///
/// ```
/// use encycle_proofs::{DratReader, DratStep};
///
/// let steps: Result<Vec<_>, _> = DratReader::drat(&b"1 -2 0\nd 3 1 0\n"[..]).collect();
/// assert_eq!(steps, Ok(vec![DratStep::Add(vec![1, -2]), DratStep::Delete(vec![3, 1])]));
///
/// let steps: Result<Vec<_>, _> = DratReader::frat(&b"o 1 2 0\na 2 1 -2 0 l 1 0\nf 1 2 0\n"[..]).collect();
/// assert_eq!(steps, Ok(vec![DratStep::Add(vec![1, -2])]));
/// ```
pub struct DratReader<R> {
    scanner: Scanner<R>,
    syntax: ProofSyntax,
    /// The steps that were read.
    steps: usize,
    is_over: bool,
}

impl<R: BufRead> DratReader<R> {
    /// Reads a DRAT proof (drat-trim, <https://github.com/marijnheule/drat-trim>), or a RUP or DRUP proof, which is a
    /// DRAT proof without RAT steps and, for RUP, without deletions.
    pub fn drat(input: R) -> Self {
        Self { scanner: Scanner::new(input), syntax: ProofSyntax::Drat, steps: 0, is_over: false }
    }

    /// Reads an FRAT proof (Baek, Carneiro and Heule, *A Flexible Proof Format for SAT Solver-Elaborator
    /// Communication*, TACAS 2021). Skips hints, original clauses and final clauses.
    pub fn frat(input: R) -> Self {
        Self { syntax: ProofSyntax::Frat, ..Self::drat(input) }
    }

    /// Recognizes the form. A step in text form ends with the word `0`, a step in binary form with the byte 0. The
    /// buffered bytes contain the end of a step unless the first step is very long.
    fn recognize(&mut self) -> Result<(), String> {
        let syntax = self.syntax;
        let bytes = self.scanner.buffered()?;
        let is_binary = match syntax {
            // in text form, a number cannot start with `a`
            ProofSyntax::Drat => bytes.first() == Some(&b'a') || bytes.contains(&0),
            ProofSyntax::Frat => bytes.contains(&0),
        };
        self.scanner.form = if is_binary { ProofForm::Binary } else { ProofForm::Text };
        Ok(())
    }

    fn step(&mut self) -> Result<Option<DratStep>, String> {
        if self.steps == 0 && self.scanner.offset == 0 {
            self.recognize()?;
        }
        match self.syntax {
            ProofSyntax::Drat => self.drat_step(),
            ProofSyntax::Frat => self.frat_step(),
        }
    }

    fn drat_step(&mut self) -> Result<Option<DratStep>, String> {
        let scanner = &mut self.scanner;
        if scanner.form == ProofForm::Binary {
            return match scanner.byte()? {
                None => Ok(None),
                Some(b'a') => Ok(Some(DratStep::Add(scanner.clause(Vec::new())?))),
                Some(b'd') => Ok(Some(DratStep::Delete(scanner.clause(Vec::new())?))),
                Some(_) => Err("it begins with neither `a` nor `d`".to_owned()),
            };
        }
        while let Some(word) = scanner.word()? {
            match &*word {
                "c" => scanner.skip_line()?,
                "d" => return Ok(Some(DratStep::Delete(scanner.clause(Vec::new())?))),
                "0" => return Ok(Some(DratStep::Add(Vec::new()))),
                // PicoSAT writes a header
                _ if word.starts_with('%') => scanner.skip_line()?,
                _ => {
                    let first = word.parse().map_err(|_| format!("'{word}' is no number"))?;
                    let clause = scanner.clause(vec![to_literal(first)?])?;
                    return Ok(Some(DratStep::Add(clause)));
                }
            }
        }
        Ok(None)
    }

    fn frat_step(&mut self) -> Result<Option<DratStep>, String> {
        let scanner = &mut self.scanner;
        loop {
            let keyword = match scanner.form {
                ProofForm::Text => scanner.word()?,
                ProofForm::Binary => scanner.byte()?.map(|byte| [byte].escape_ascii().to_string()),
            };
            let Some(keyword) = keyword else { return Ok(None) };
            match &*keyword {
                "a" | "d" | "o" | "f" => {
                    scanner.unsigned()?;
                    let clause = scanner.clause(Vec::new())?;
                    match &*keyword {
                        "a" => return Ok(Some(DratStep::Add(clause))),
                        "d" => return Ok(Some(DratStep::Delete(clause))),
                        _ => {}
                    }
                }
                // hints of the preceding addition
                "l" => while scanner.signed()? != 0 {},
                // renumbered clauses, in pairs of numbers
                "r" => while scanner.unsigned()? != 0 {},
                "t" => drop(scanner.unsigned()?),
                "c" if scanner.form == ProofForm::Text => scanner.skip_line()?,
                _ => return Err(format!("unknown step: `{keyword}`")),
            }
        }
    }
}

impl<R: BufRead> Iterator for DratReader<R> {
    type Item = Result<DratStep, DratError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let step = self.step();
        self.is_over = !matches!(step, Ok(Some(_)));
        self.steps += 1;
        let (step_number, offset) = (self.steps, self.scanner.offset);
        step.map_err(|reason| DratError { step: step_number, offset, reason }).transpose()
    }
}
