//! The objective and the rows, token by token.

use crate::lp::columns::ColumnTable;
use crate::lp::position::LinePosition;
use crate::lp::rules;
use crate::lp::tokens::{Token, TokenKind};
use crate::name_table::NameTable;
use crate::{FilePlace, Number, shown};

/// The part of the objective or of a row that has been read: a sum, its relation and its right side.
#[derive(Debug, Default)]
pub(super) struct Sum {
    /// The name; empty if there is none.
    pub(super) label: Vec<u8>,
    /// The line on which the sum begins.
    pub(super) line: u64,
    /// Whether a token of the sum has been read.
    pub(super) is_begun: bool,
    /// The number of terms.
    pub(super) terms: u64,
    /// Whether the last token is a sign.
    pub(super) has_sign: bool,
    /// Whether the last sign of the term is `-`.
    pub(super) is_negative: bool,
    /// A number that has been read and whose variable has not followed yet.
    pub(super) number: Option<Number>,
    /// The place of the last number.
    pub(super) number_place: FilePlace,
    /// The number of relations.
    pub(super) relations: u32,
    /// The line of the last relation.
    pub(super) relation_line: u64,
    /// Whether only a number is on the left of the first relation: `1 <= x`.
    pub(super) is_turned: bool,
    /// Whether the right side has been read.
    pub(super) is_whole: bool,
    /// Whether a token after the right side has already been reported.
    pub(super) has_excess: bool,
    /// Whether the sum has a nonlinear term.
    pub(super) is_nonlinear: bool,
}

/// A reader of the objective and of rows.
#[derive(Debug, Default)]
pub struct RowReader {
    /// The current sum.
    pub(super) sum: Sum,
    /// The number of the current sum, from 1.
    pub(super) number: u64,
    /// The number of rows.
    rows: u64,
    /// The names of the rows.
    names: NameTable,
    /// Whether the current sum is the objective.
    pub(super) is_objective: bool,
    /// The last line on which a row was completed.
    pub(super) whole_line: u64,
}

impl RowReader {
    /// Returns the index of the current row, from 0; `None` if the sum is the objective.
    pub(super) fn row(&self) -> Option<usize> {
        if self.is_objective { None } else { (self.rows as usize).checked_sub(1) }
    }

    /// Returns the number of rows.
    pub fn count(&self) -> u64 {
        self.rows
    }

    /// Begins the objective or the section of rows.
    pub fn begin(&mut self, is_objective: bool, line: u64) {
        self.is_objective = is_objective;
        self.reset(line);
    }

    /// Begins a new sum.
    pub(super) fn reset(&mut self, line: u64) {
        self.number += 1;
        let mut label = std::mem::take(&mut self.sum.label);
        label.clear();
        self.sum = Sum { label, line, ..Sum::default() };
    }

    /// Checks the tokens of a line.
    pub fn line(
        &mut self,
        text: &[u8],
        tokens: &[Token],
        columns: &mut ColumnTable,
        place: &mut LinePosition<'_>,
    ) {
        let kind = |at: usize| tokens.get(at).map(|token| token.kind);
        let mut at = 0;
        while let Some(&token) = tokens.get(at) {
            // a name that begins with a digit is split into two tokens
            let is_split = token.kind == TokenKind::Number
                && tokens
                    .get(at + 1)
                    .is_some_and(|next| next.is_glued && next.kind == TokenKind::Word);
            let last = if is_split { at + 1 } else { at };
            let is_name = token.kind == TokenKind::Word || is_split;
            if is_name && kind(last + 1) == Some(TokenKind::Colon) {
                self.label(&text[token.start..tokens[last].end], token.start, place);
                at = last + 2;
                continue;
            }
            let next_is_word = kind(at + 1) == Some(TokenKind::Word);
            self.token(text, token, next_is_word, columns, place);
            at += 1;
        }
    }

    /// Processes the name of the objective or of a row.
    fn label(&mut self, name: &[u8], at: usize, place: &mut LinePosition<'_>) {
        if self.is_objective {
            if self.sum.is_begun {
                let message = || format!("name inside the objective: `{}:`", shown(name));
                place.report_finding(&rules::SYNTAX, at, message);
            }
        } else {
            self.end_row(place);
            self.begin_row(at, place);
            if !self.names.insert(name).1 {
                let message = || format!("second row with the name `{}`; rename one", shown(name));
                place.report_finding(&rules::DUPLICATE_ROW, at, message);
            }
            self.sum.label.extend_from_slice(name);
        }
        self.sum.is_begun = true;
        place.check_label(name, at);
    }

    /// Begins a row if the previous row has ended.
    pub(super) fn begin_row(&mut self, at: usize, place: &mut LinePosition<'_>) {
        self.sum.line = place.line;
        self.sum.is_begun = true;
        self.rows += 1;
        if self.whole_line == place.line {
            let message = || "second row on the line; write it on its own line".to_owned();
            place.report_finding(&rules::SHARED_LINE, at, message);
        }
    }

    /// Returns a description of the current sum for messages.
    pub(super) fn sum_name(&self) -> String {
        match &*self.sum.label {
            _ if self.is_objective => "the objective".to_owned(),
            [] => "the row".to_owned(),
            label => format!("row `{}`", shown(label)),
        }
    }

    /// Ends the objective or the section of rows.
    pub fn end(&mut self, place: &mut LinePosition<'_>) {
        if !self.is_objective {
            self.end_row(place);
        } else if self.sum.terms == 0 {
            let message = || "objective without a term; write `0 x` with any variable".to_owned();
            place.report.add(&rules::EMPTY_OBJECTIVE, self.sum.line, None, message);
        } else if self.sum.number.is_some() {
            self.constant(place);
        }
    }

    /// Ends a row, and reports its missing parts.
    pub(super) fn end_row(&mut self, place: &mut LinePosition<'_>) {
        let sum = &self.sum;
        let is_good = sum.relations == 1 && sum.terms > 0 && sum.is_whole && !sum.is_turned;
        if sum.is_begun && !is_good {
            let name = self.sum_name();
            let (rule, message) = if sum.relations == 0 {
                (
                    &rules::ROW_RELATION,
                    format!("{name} has no relation; add `<=`, `>=` or `=` and a number"),
                )
            } else if sum.terms == 0 {
                (&rules::ROW_TERMS, format!("{name} has no term; add `0 x`, or delete the row"))
            } else if sum.is_turned && sum.relations == 1 {
                (
                    &rules::RIGHT_SIDE,
                    format!("{name} has its number left of the relation; swap the sides"),
                )
            } else if !sum.is_whole {
                (
                    &rules::RIGHT_SIDE,
                    format!("{name} has nothing right of the relation; add a number"),
                )
            } else {
                return self.reset(place.line);
            };
            place.report.add(rule, sum.line, None, || message);
        }
        self.reset(place.line);
    }
}
