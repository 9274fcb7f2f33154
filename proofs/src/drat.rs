//! The text of DRAT proofs, and the binary form that solvers write by default.

use crate::Clause;

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
#[error("step {step}: {reason}")]
pub struct DratError {
    /// The step, from 1.
    pub step: usize,
    /// What is wrong.
    pub reason: String,
}

/// Reads a DRAT proof in either form (drat-trim, <https://github.com/marijnheule/drat-trim>): text, a step a line, or
/// binary, in which every step begins with the byte `a` or `d`.
///
/// # Errors
/// The first step that is malformed.
pub fn read_drat(bytes: &[u8]) -> Result<Vec<DratStep>, DratError> {
    // in a text, `a` is no part of a number, and `d` is followed by a space
    let is_binary = match bytes {
        [b'a', ..] => true,
        [b'd', next, ..] => *next != b' ',
        _ => false,
    };
    if is_binary { read_binary(bytes) } else { read_text(bytes) }
}

fn read_text(bytes: &[u8]) -> Result<Vec<DratStep>, DratError> {
    let text = String::from_utf8_lossy(bytes);
    let mut steps = Vec::new();
    for line in text.lines() {
        let wrong = |reason: String| DratError { step: steps.len() + 1, reason };
        let mut words = line.split_ascii_whitespace().peekable();
        let is_deletion = words.next_if_eq(&"d").is_some();
        match words.peek() {
            None if !is_deletion => continue,
            Some(&"c") => continue,
            _ => {}
        }
        let mut clause = Vec::new();
        let mut is_ended = false;
        for word in words {
            let literal: i32 = word
                .parse()
                .map_err(|_| wrong(format!("'{}' is no literal", word.escape_debug())))?;
            if is_ended || literal == i32::MIN {
                return Err(wrong(format!("{literal} after the 0")));
            }
            match literal {
                0 => is_ended = true,
                _ => clause.push(literal),
            }
        }
        if !is_ended {
            return Err(wrong("the 0 at its end is missing".to_owned()));
        }
        steps.push(if is_deletion { DratStep::Delete(clause) } else { DratStep::Add(clause) });
    }
    Ok(steps)
}

/// In binary form, literal l is 2·|l| + (l < 0), in groups of seven bits, the lowest first.
fn read_binary(bytes: &[u8]) -> Result<Vec<DratStep>, DratError> {
    let mut steps = Vec::new();
    let mut rest = bytes.iter();
    while let Some(kind) = rest.next() {
        let wrong = |reason: &str| DratError { step: steps.len() + 1, reason: reason.to_owned() };
        let mut clause = Vec::new();
        loop {
            let (mut code, mut shift) = (0_u64, 0);
            loop {
                let byte = *rest.next().ok_or_else(|| wrong("it is cut off"))?;
                code |= u64::from(byte & 127) << shift;
                shift += 7;
                if byte & 128 == 0 {
                    break;
                }
                if shift > 35 {
                    return Err(wrong("a literal is too large"));
                }
            }
            if code == 0 {
                break;
            }
            let variable = i32::try_from(code / 2).map_err(|_| wrong("a literal is too large"))?;
            clause.push(if code % 2 == 1 { -variable } else { variable });
        }
        steps.push(match kind {
            b'a' => DratStep::Add(clause),
            b'd' => DratStep::Delete(clause),
            _ => return Err(wrong("it begins with neither `a` nor `d`")),
        });
    }
    Ok(steps)
}
