//! The lines of clauses.

use crate::cnf::{Checker, rules};
use crate::lines::LinePiece;
use crate::shown;

impl Checker {
    /// Reads the literals of a line. This is where the time goes.
    pub(super) fn literals(&mut self, bytes: &[u8], piece: &LinePiece<'_>) {
        if bytes.is_empty() && piece.is_start() {
            return self.stray_blank("an empty line");
        }
        let mut at = 0;
        while at < bytes.len() {
            if is_blank(bytes[at]) {
                let tab = bytes[at] == b'\t';
                self.stray_blank(match at {
                    _ if tab => "a tab",
                    0 if piece.is_start() => "a blank at the start of the line",
                    _ => "a blank too many",
                });
                at += 1;
                continue;
            }
            let start = at;
            let negative = bytes[at] == b'-';
            at += usize::from(negative);
            let mut value = 0_u64;
            // nineteen digits cannot overflow
            let end = bytes.len().min(at + 19);
            let digits = at;
            while at < end && bytes[at].is_ascii_digit() {
                value = value * 10 + u64::from(bytes[at] - b'0');
                at += 1;
            }
            let is_whole = at == bytes.len() || is_blank(bytes[at]);
            if is_whole && at > digits && value <= i32::MAX as u64 && !(negative && value == 0) {
                let value = value as i32;
                self.literal(if negative { -value } else { value });
            } else {
                while at < bytes.len() && !is_blank(bytes[at]) {
                    at += 1;
                }
                self.bad_word(&bytes[start..at], piece.offset + start as u64);
            }
            if at < bytes.len() && bytes[at] == b' ' {
                at += 1;
                if at == bytes.len() && piece.is_end {
                    self.stray_blank("a blank at the end of the line");
                }
            }
        }
    }

    fn literal(&mut self, literal: i32) {
        if !self.has_header_line {
            self.no_header();
        }
        if self.clauses_on_line > 0 && self.clause.is_empty() {
            let message = || "a second clause on the line; give each a line".to_owned();
            self.report.add(&rules::SHARED_LINE, self.line, None, message);
        }
        if literal == 0 {
            return self.end_clause();
        }
        if self.clause.is_empty() {
            self.clause.line = self.line;
        }
        self.clause.push(literal);
        let variable = literal.unsigned_abs();
        self.occurring.insert(variable);
        if let Some(header) = self.header
            && u64::from(variable) > header.variables
        {
            let message =
                || format!("variable {variable} is above the header's {}", header.variables);
            self.report.add(&rules::VARIABLE_ABOVE, self.line, None, message);
        }
    }

    fn end_clause(&mut self) {
        self.clauses += 1;
        self.clauses_on_line += 1;
        if self.clause.is_empty() {
            let message = || "an empty clause: the formula is unsatisfiable".to_owned();
            return self.report.add(&rules::EMPTY_CLAUSE, self.line, None, message);
        }
        let first = self.clause.line;
        if first != self.line {
            let message = || format!("the clause ends on line {}; write it on one line", self.line);
            self.report.add(&rules::CLAUSE_OVER_LINES, first, None, message);
        }
        self.clause.compare();
        if let Some(literal) = self.clause.duplicate {
            let message = || format!("literal {literal} is twice in the clause; write it once");
            self.report.add(&rules::DUPLICATE_LITERAL, first, None, message);
        }
        if let Some(variable) = self.clause.opposite {
            let message = || {
                format!("{variable} and -{variable} are in the clause, which says nothing; drop it")
            };
            self.report.add(&rules::OPPOSITE_LITERALS, first, None, message);
        }
        self.clause.clear();
    }

    fn bad_word(&mut self, word: &[u8], offset: u64) {
        if !word.is_ascii() {
            self.not_ascii(word, offset);
        }
        let digits = word.strip_prefix(b"-").unwrap_or(word);
        let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
        // the meaning is plain, and counts by it are of more use
        if let Some(literal) = word.strip_prefix(b"+").and_then(small) {
            self.literal(literal);
        }
        let shown = shown(word);
        let column = Some(offset + 1);
        if is_number && digits.iter().any(|&digit| digit != b'0') {
            let message = || format!("literal {shown} does not fit into 32 bits; number anew");
            self.report.add(&rules::LITERAL_RANGE, self.line, column, message);
        } else {
            let message = || match word {
                [b'x', ..] => format!("`{shown}`: an XOR clause of CryptoMiniSat; write it as CNF"),
                [b'+', ..] => format!("`{shown}` has a plus sign; leave it out"),
                _ => format!("`{shown}` is no literal; write a number, or comment the line out"),
            };
            self.report.add(&rules::BAD_WORD, self.line, column, message);
        }
    }

    pub(super) fn stray_blank(&mut self, what: &str) {
        // once a line is enough
        if !self.is_stray_line {
            self.is_stray_line = true;
            let message = || format!("{what}; separate by single spaces only");
            self.report.add(&rules::STRAY_BLANK, self.line, None, message);
        }
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | 0x0B | 0x0C)
}

/// The number of at most nine digits.
fn small(digits: &[u8]) -> Option<i32> {
    let is_number = (1..=9).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit);
    is_number.then(|| digits.iter().fold(0, |value, digit| value * 10 + i32::from(digit - b'0')))
}
