//! The tokens of a sum, each interpreted depending on the tokens before it.

use std::cmp::Ordering;

use crate::lp::columns::ColumnTable;
use crate::lp::names::is_infinity;
use crate::lp::position::LinePosition;
use crate::lp::rows::RowReader;
use crate::lp::rules;
use crate::lp::tokens::{Token, TokenKind};
use crate::lp::values::{check_number, check_relation};
use crate::{FilePlace, Number, shown};

impl RowReader {
    /// Processes a token of the objective or of a row.
    pub(super) fn token(
        &mut self,
        text: &[u8],
        token: Token,
        next_is_word: bool,
        columns: &mut ColumnTable,
        place: &mut LinePosition<'_>,
    ) {
        let at = token.start;
        let bytes = &text[at..token.end];
        if self.sum.is_whole && token.kind != TokenKind::Arrow {
            if self.whole_line == place.line {
                return self.excess(bytes, token, columns, place);
            }
            self.end_row(place);
        }
        if !self.sum.is_begun {
            if self.is_objective {
                self.sum.is_begun = true;
            } else {
                self.begin_row(at, place);
            }
        }
        if self.sum.is_nonlinear && !matches!(token.kind, TokenKind::Relation | TokenKind::Arrow) {
            if token.kind == TokenKind::Word {
                columns.term(bytes, at, self.number, place);
            }
            return;
        }
        match token.kind {
            TokenKind::Word => self.word(bytes, at, columns, place),
            TokenKind::Number => self.number(bytes, token, next_is_word, place),
            TokenKind::Sign => self.sign(bytes == b"-", at, place),
            TokenKind::Relation => self.relation(bytes, at, place),
            TokenKind::Colon => {
                place.report_finding(&rules::SYNTAX, at, || "colon without a name".to_owned())
            }
            TokenKind::Arrow => {
                let message =
                    || "indicator row: `->`; rewrite it with a big-M coefficient".to_owned();
                place.report_finding(&rules::INDICATOR, at, message);
                let label = std::mem::take(&mut self.sum.label);
                self.reset(place.line);
                self.sum.label = label;
                self.sum.is_begun = true;
            }
            TokenKind::Nonlinear => {
                let message = || {
                    format!(
                        "nonlinear term: `{}`; rewrite it with more variables and rows",
                        shown(bytes)
                    )
                };
                place.report_finding(&rules::NONLINEAR, at, message);
                self.sum.is_nonlinear = true;
                self.sum.terms += 1;
            }
        }
    }

    /// Reports a token after the right side, at most once per row.
    fn excess(
        &mut self,
        bytes: &[u8],
        token: Token,
        columns: &mut ColumnTable,
        place: &mut LinePosition<'_>,
    ) {
        if token.kind == TokenKind::Word {
            columns.term(bytes, token.start, self.number, place);
        }
        if std::mem::replace(&mut self.sum.has_excess, true) {
            return;
        }
        let is_range = token.kind == TokenKind::Relation;
        let rule = if is_range { &rules::RANGE_ROW } else { &rules::RIGHT_SIDE };
        place.report_finding(rule, token.start, || {
            let fix = "keep one number there; move variables to the left, or write two rows";
            format!("text after the right side: `{}`; {fix}", shown(bytes))
        });
    }

    /// Returns whether the next number or variable belongs to the right side.
    fn is_right(&self) -> bool {
        self.sum.relations > 0 && !(self.sum.is_turned && self.sum.relations == 1)
    }

    /// Processes a variable.
    fn word(
        &mut self,
        name: &[u8],
        at: usize,
        columns: &mut ColumnTable,
        place: &mut LinePosition<'_>,
    ) {
        if self.is_right() {
            self.whole(place.line);
            if is_infinity(name) {
                let message = || format!("infinite right side: `{}`; delete the row", shown(name));
                return place.report_finding(&rules::NUMBER_FINITE, at, message);
            }
            columns.term(name, at, self.number, place);
            self.sum.has_excess = true;
            let message =
                || format!("variable on the right side: `{}`; move it to the left", shown(name));
            return place.report_finding(&rules::RIGHT_SIDE, at, message);
        }
        if self.sum.terms > 0 && !self.sum.has_sign {
            let message = || format!("missing sign before `{}`; write `+` or `-`", shown(name));
            place.report_finding(&rules::SYNTAX, at, message);
        }
        let (column, is_first) = columns.term(name, at, self.number, place);
        if !is_first {
            let message = || {
                format!(
                    "`{}` occurs twice in {}; add its coefficients",
                    shown(name),
                    self.sum_name()
                )
            };
            place.report_finding(&rules::DUPLICATE_TERM, at, message);
        }
        let (number, number_place) = match self.sum.number.take() {
            Some(number) => (number, self.sum.number_place),
            None => (Number::Whole(1), place.at(at)),
        };
        place.sink.term(self.row(), column, number.signed(self.sum.is_negative), number_place);
        self.sum.terms += 1;
        self.sum.has_sign = false;
        self.sum.is_negative = false;
    }

    /// Processes a number.
    fn number(
        &mut self,
        bytes: &[u8],
        token: Token,
        next_is_word: bool,
        place: &mut LinePosition<'_>,
    ) {
        let at = token.start;
        let number = check_number(bytes, at, place);
        if self.is_right() || (self.sum.is_turned && !next_is_word) {
            if self.sum.has_sign && !token.is_glued {
                let message =
                    || format!("blank between the sign and `{}`; delete it", shown(bytes));
                place.report_finding(&rules::RIGHT_SIDE, at, message);
            }
            if self.sum.relation_line != place.line {
                let message =
                    || "relation and right side on different lines; join the lines".to_owned();
                place.report_finding(&rules::RIGHT_SIDE_LINE, at, message);
            }
            if let Some(row) = self.row() {
                let value = number.signed(self.sum.is_negative);
                place.sink.right_side(row, value, place.at(at));
            }
            return self.whole(place.line);
        }
        if self.sum.number.is_some() || (self.sum.terms > 0 && !self.sum.has_sign) {
            let message =
                || format!("missing sign before `{}`, after a number or a name", shown(bytes));
            place.report_finding(&rules::SYNTAX, at, message);
        }
        self.sum.number = Some(number);
        self.sum.number_place = place.at(at);
    }

    /// Marks the row as complete.
    fn whole(&mut self, line: u64) {
        self.sum.is_whole = true;
        self.sum.has_sign = false;
        self.whole_line = line;
    }

    /// Processes a sign.
    fn sign(&mut self, is_negative: bool, at: usize, place: &mut LinePosition<'_>) {
        if self.sum.number.is_some() {
            self.constant(place);
        }
        if self.sum.has_sign {
            place.report_finding(&rules::SYNTAX, at, || {
                "two consecutive signs; write one".to_owned()
            });
        }
        self.sum.has_sign = true;
        self.sum.is_negative = is_negative;
    }

    /// Reports a number without a variable on the left of the relation.
    pub(super) fn constant(&mut self, place: &mut LinePosition<'_>) {
        let FilePlace { line, column } = self.sum.number_place;
        self.sum.number = None;
        self.sum.has_sign = false;
        if self.is_objective {
            let message = || {
                "constant in the objective; delete it, or multiply it by a variable fixed at 1"
                    .to_owned()
            };
            place.report.add(&rules::OBJECTIVE_CONSTANT, line, Some(column), message);
        } else {
            let message = || "constant left of the relation; move it to the right".to_owned();
            place.report.add(&rules::RIGHT_SIDE, line, Some(column), message);
        }
    }

    /// Processes a relation.
    fn relation(&mut self, bytes: &[u8], at: usize, place: &mut LinePosition<'_>) {
        if self.is_objective {
            let message = || {
                format!(
                    "relation in the objective: `{}`; write `Subject To` before the rows",
                    shown(bytes)
                )
            };
            return place.report_finding(&rules::SYNTAX, at, message);
        }
        check_relation(bytes, at, place);
        self.sum.relations += 1;
        self.sum.relation_line = place.line;
        self.sum.is_nonlinear = false;
        if self.sum.relations == 1 {
            place.sink.relation(match bytes {
                [b'<', ..] => Ordering::Less,
                [b'>', ..] => Ordering::Greater,
                _ => Ordering::Equal,
            });
        }
        if self.sum.relations == 2 {
            let message = || format!("second relation in {}; write two rows", self.sum_name());
            place.report_finding(&rules::RANGE_ROW, at, message);
        } else if self.sum.number.is_some() && self.sum.terms == 0 {
            self.sum.is_turned = true;
        } else if self.sum.number.is_some() {
            self.constant(place);
        }
        self.sum.number = None;
        self.sum.has_sign = false;
        self.sum.is_negative = false;
    }
}
