//! The checks of lines with clauses.

use crate::cnf::{Checker, rules};
use crate::lines::LinePiece;
use crate::{FormulaSink, shown};

pub(super) const LEADING_BLANK: &str = "blank at the start of the line; delete it";

impl<S: FormulaSink> Checker<S> {
    /// Reads the literals of a line. This is the hot path of the linter.
    pub(super) fn literals(&mut self, bytes: &[u8], piece: &LinePiece<'_>) {
        if bytes.is_empty() && piece.is_start() {
            return self.stray_blank("empty line; delete it");
        }
        let last = bytes.iter().rposition(|&byte| !is_blank(byte));
        let end_of_words = last.map_or(0, |last| last + 1);
        let mut at = 0;
        while at < bytes.len() {
            if is_blank(bytes[at]) {
                let is_first = at == 0 && piece.is_start();
                let is_last = piece.is_end && at >= end_of_words;
                if bytes[at] == b'\t' && !is_first && !is_last {
                    self.tab(piece.offset + at as u64);
                } else {
                    self.stray_blank(match is_first {
                        true => LEADING_BLANK,
                        false => "extra blank; separate literals by single spaces",
                    });
                }
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
                    self.stray_blank("blank at the end of the line; delete it");
                }
            }
        }
    }

    /// Processes a literal, or the 0 at the end of a clause.
    fn literal(&mut self, literal: i32) {
        if !self.has_header_line {
            self.no_header();
        }
        if self.clauses_on_line > 0 && self.clause.is_empty() {
            let message =
                || "second clause on the line; write each clause on its own line".to_owned();
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
                || format!("variable {variable} exceeds the header's {}", header.variables);
            self.has_error = true;
            self.report.add(&rules::VARIABLE_ABOVE, self.line, None, message);
        }
        if !self.has_error {
            self.sink.literal(literal);
        }
    }

    fn end_clause(&mut self) {
        if !self.has_error {
            self.sink.literal(0);
        }
        self.clauses += 1;
        self.clauses_on_line += 1;
        if self.clause.is_empty() {
            let message = || "empty clause: the formula is unsatisfiable".to_owned();
            return self.report.add(&rules::EMPTY_CLAUSE, self.line, None, message);
        }
        let first = self.clause.line;
        if first != self.line {
            let message = || format!("the clause ends on line {}; write it on one line", self.line);
            self.report.add(&rules::CLAUSE_OVER_LINES, first, None, message);
        }
        self.clause.compare();
        if let Some(literal) = self.clause.duplicate {
            let message = || format!("literal {literal} occurs twice in the clause; write it once");
            self.report.add(&rules::DUPLICATE_LITERAL, first, None, message);
        }
        if let Some(variable) = self.clause.opposite {
            let message = || {
                format!(
                    "tautology: the clause contains {variable} and -{variable}; delete the clause"
                )
            };
            self.report.add(&rules::OPPOSITE_LITERALS, first, None, message);
        }
        self.clause.clear();
    }

    /// Reports a word that is not a literal.
    fn bad_word(&mut self, word: &[u8], offset: u64) {
        let digits = word.strip_prefix(b"-").unwrap_or(word);
        let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
        // count `+1` as the literal that it means, so that the counts of clauses and variables stay correct
        if let Some(literal) = word.strip_prefix(b"+").and_then(small) {
            self.literal(literal);
        }
        let shown = shown(word);
        let column = Some(offset + 1);
        if is_number && digits.iter().any(|&digit| digit != b'0') {
            let message =
                || format!("literal does not fit into 32 bits: {shown}; renumber the variables");
            self.report.add(&rules::LITERAL_RANGE, self.line, column, message);
        } else {
            let message = || match word {
                [b'x', ..] => format!("XOR clause of CryptoMiniSat: `{shown}`; write it as CNF"),
                [b'+', ..] => format!("plus sign: `{shown}`; delete it"),
                _ => format!("not a literal: `{shown}`; write a number, or comment the line out"),
            };
            self.report.add(&rules::BAD_WORD, self.line, column, message);
        }
    }

    /// Reports a tab between literals, at most once per line.
    fn tab(&mut self, offset: u64) {
        if self.tab_line != self.line {
            self.tab_line = self.line;
            let message = || "tab; separate literals by single spaces".to_owned();
            self.report.add(&rules::TAB, self.line, Some(offset + 1), message);
        }
    }

    /// Reports stray blanks, at most once per line.
    pub(super) fn stray_blank(&mut self, message: &str) {
        if !self.is_stray_line {
            self.is_stray_line = true;
            self.report.add(&rules::STRAY_BLANK, self.line, None, || message.to_owned());
        }
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Parses a number of at most nine digits.
fn small(digits: &[u8]) -> Option<i32> {
    let is_number = (1..=9).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit);
    is_number.then(|| digits.iter().fold(0, |value, digit| value * 10 + i32::from(digit - b'0')))
}
