//! The objective and the rows, token by token.

use std::collections::HashSet;

use crate::lp::columns::{ColumnTable, LinePosition};
use crate::lp::rules;
use crate::lp::tokens::{Token, TokenKind};
use crate::shown;

/// A sum as far as it has been read, with its relation and right side.
#[derive(Default)]
pub(super) struct Sum {
    /// Its name, or empty.
    pub(super) label: Vec<u8>,
    pub(super) line: u64,
    pub(super) is_begun: bool,
    pub(super) terms: u64,
    pub(super) has_sign: bool,
    /// A number stands there without its variable.
    pub(super) has_number: bool,
    /// The line and the column of the last number.
    pub(super) number_place: (u64, u64),
    pub(super) relations: u32,
    pub(super) relation_line: u64,
    /// A number stands left of the first relation: `1 <= x`.
    pub(super) is_turned: bool,
    /// The right side is there.
    pub(super) is_whole: bool,
    /// Something behind the right side was told of.
    pub(super) has_excess: bool,
    pub(super) is_nonlinear: bool,
}

/// Reads sums.
#[derive(Default)]
pub struct RowReader {
    pub(super) sum: Sum,
    /// The number of the sum, from 1.
    pub(super) number: u64,
    rows: u64,
    names: HashSet<Box<[u8]>>,
    pub(super) is_objective: bool,
    /// The line on which a row was whole.
    pub(super) whole_line: u64,
}

impl RowReader {
    /// How many rows there are.
    pub fn count(&self) -> u64 {
        self.rows
    }

    /// A section of sums begins.
    pub fn begin(&mut self, is_objective: bool, line: u64) {
        self.is_objective = is_objective;
        self.reset(line);
    }

    pub(super) fn reset(&mut self, line: u64) {
        self.number += 1;
        let mut label = std::mem::take(&mut self.sum.label);
        label.clear();
        self.sum = Sum { label, line, ..Sum::default() };
    }

    /// Reads the tokens of a line.
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
            // a name that begins with a digit falls into two tokens
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

    fn label(&mut self, name: &[u8], at: usize, place: &mut LinePosition<'_>) {
        if self.is_objective {
            if self.sum.is_begun {
                let message = || format!("`{}:` inside the objective", shown(name));
                place.say(&rules::SYNTAX, at, message);
            }
        } else {
            self.end_row(place);
            self.begin_row(at, place);
            if !self.names.insert(name.into()) {
                let message = || format!("a second row `{}`; rename one", shown(name));
                place.say(&rules::DUPLICATE_ROW, at, message);
            }
            self.sum.label.extend_from_slice(name);
        }
        self.sum.is_begun = true;
        place.check_name(name, at);
    }

    pub(super) fn begin_row(&mut self, at: usize, place: &mut LinePosition<'_>) {
        self.reset(place.line);
        self.sum.is_begun = true;
        self.rows += 1;
        if self.whole_line == place.line {
            let message = || "a second row on the line; give it a line of its own".to_owned();
            place.say(&rules::SHARED_LINE, at, message);
        }
    }

    pub(super) fn sum_name(&self) -> String {
        match &*self.sum.label {
            _ if self.is_objective => "the objective".to_owned(),
            [] => "the row".to_owned(),
            label => format!("row `{}`", shown(label)),
        }
    }

    /// The section of sums is over.
    pub fn end(&mut self, place: &mut LinePosition<'_>) {
        if !self.is_objective {
            self.end_row(place);
        } else if self.sum.terms == 0 {
            let message =
                || "the objective has no term; give it `0 x`, with any variable".to_owned();
            place.report.add(&rules::EMPTY_OBJECTIVE, self.sum.line, None, message);
        } else if self.sum.has_number {
            self.constant(place);
        }
    }

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
                (&rules::ROW_TERMS, format!("{name} has no term; give it `0 x`, or leave it out"))
            } else if sum.is_turned && sum.relations == 1 {
                (
                    &rules::RIGHT_SIDE,
                    format!("{name} has its number left of the relation; turn it round"),
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
