//! The objective and the rows, token by token.

use std::cmp::Ordering;

use crate::lp::columns::{ColumnTable, LinePosition, check_number, check_relation, relation};
use crate::lp::rules;
use crate::lp::tokens::is_infinity;
use crate::lp::tokens::{LpToken, LpTokenKind};
use crate::name_table::NameTable;
use crate::{FilePlace, Number, shown};

/// The part of the objective or of a row that has been read: a sum, its relation and its right side.
#[derive(Debug, Default)]
struct Sum {
    /// The name; empty if there is none.
    label: Vec<u8>,
    /// The line on which the sum begins.
    line: u64,
    /// Whether a token of the sum has been read.
    is_begun: bool,
    /// The number of terms.
    terms: u64,
    /// Whether the last token is a sign.
    has_sign: bool,
    /// Whether the last sign of the term is `-`.
    is_negative: bool,
    /// A number that has been read and whose variable has not followed yet.
    number: Option<Number>,
    /// The place of the last number.
    number_place: FilePlace,
    /// The number of relations.
    relations: u32,
    /// The line of the last relation.
    relation_line: u64,
    /// The first relation, if only a number is left of it: `1 <= x`.
    turned: Option<Ordering>,
    /// Whether the right side has been read.
    is_whole: bool,
    /// Whether a token after the right side has already been reported.
    has_excess: bool,
    /// Whether the sum has a nonlinear term.
    is_nonlinear: bool,
}

/// A reader of the objective and of rows.
#[derive(Debug, Default)]
pub struct RowReader {
    /// The current sum.
    sum: Sum,
    /// The number of the current sum, from 1.
    number: u64,
    /// The number of rows.
    rows: u64,
    /// The names of the rows.
    names: NameTable,
    /// Whether the current sum is the objective.
    is_objective: bool,
    /// The last line on which a row was completed.
    whole_line: u64,
}

impl RowReader {
    /// Returns the index of the current row, from 0; `None` if the sum is the objective.
    fn row(&self) -> Option<usize> {
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
    fn reset(&mut self, line: u64) {
        self.number += 1;
        let mut label = std::mem::take(&mut self.sum.label);
        label.clear();
        self.sum = Sum { label, line, ..Sum::default() };
    }

    /// Checks the tokens of a line.
    pub fn line(
        &mut self,
        text: &[u8],
        tokens: &[LpToken],
        columns: &mut ColumnTable,
        place: &mut LinePosition<'_>,
    ) {
        let kind = |at: usize| tokens.get(at).map(|token| token.kind);
        let mut at = 0;
        while let Some(&token) = tokens.get(at) {
            // a name that begins with a digit is split into two tokens
            let is_split = token.kind == LpTokenKind::Number
                && tokens
                    .get(at + 1)
                    .is_some_and(|next| next.is_glued && next.kind == LpTokenKind::Word);
            let last = if is_split { at + 1 } else { at };
            let is_name = token.kind == LpTokenKind::Word || is_split;
            if is_name && kind(last + 1) == Some(LpTokenKind::Colon) {
                self.label(&text[token.start..tokens[last].end], token.start, place);
                at = last + 2;
                continue;
            }
            let next_is_word = kind(at + 1) == Some(LpTokenKind::Word);
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
        place.sink.row_name(self.row(), name);
        place.check_label(name, at);
    }

    /// Begins a row if the previous row has ended.
    fn begin_row(&mut self, at: usize, place: &mut LinePosition<'_>) {
        self.sum.line = place.line;
        self.sum.is_begun = true;
        self.rows += 1;
        if self.whole_line == place.line {
            let message = || "second row on the line; write it on its own line";
            place.report_finding(&rules::SHARED_LINE, at, message);
        }
    }

    /// Returns a description of the current sum for messages.
    fn sum_name(&self) -> String {
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
            let message = || "objective without a term; write `0 x` with any variable";
            place.report.add(&rules::EMPTY_OBJECTIVE, self.sum.line, None, message);
            self.pass_constant(place);
        } else if self.sum.number.is_some() {
            self.constant(place);
        }
    }

    /// Ends a row, and reports its missing parts.
    fn end_row(&mut self, place: &mut LinePosition<'_>) {
        let sum = &self.sum;
        let is_good = sum.relations == 1 && sum.terms > 0 && sum.is_whole && sum.turned.is_none();
        if sum.is_begun && !is_good {
            let name = self.sum_name();
            let (rule, message) = if sum.relations == 0 {
                (
                    &rules::ROW_RELATION,
                    format!("{name} has no relation; add `<=`, `>=` or `=` and a number"),
                )
            } else if sum.terms == 0 {
                (&rules::ROW_TERMS, format!("{name} has no term; add `0 x`, or delete the row"))
            } else if sum.turned.is_some() && sum.relations == 1 {
                (
                    &rules::RANGE_ROW,
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

// The tokens of a sum, each interpreted depending on the tokens before it.

impl RowReader {
    /// Processes a token of the objective or of a row.
    fn token(
        &mut self,
        text: &[u8],
        token: LpToken,
        next_is_word: bool,
        columns: &mut ColumnTable,
        place: &mut LinePosition<'_>,
    ) {
        let at = token.start;
        let bytes = &text[at..token.end];
        if self.sum.is_whole && token.kind != LpTokenKind::Arrow {
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
        if self.sum.is_nonlinear
            && !matches!(token.kind, LpTokenKind::Relation | LpTokenKind::Arrow)
        {
            if token.kind == LpTokenKind::Word {
                columns.term(bytes, at, self.number, place);
            }
            return;
        }
        match token.kind {
            LpTokenKind::Word => self.word(bytes, at, columns, place),
            LpTokenKind::Number => self.number(bytes, token, next_is_word, place),
            LpTokenKind::Sign => self.sign(bytes == b"-", at, place),
            LpTokenKind::Relation => self.relation(bytes, at, place),
            LpTokenKind::Colon => {
                place.report_finding(&rules::SYNTAX, at, || "colon without a name")
            }
            LpTokenKind::Arrow => {
                let message = || "indicator row: `->`; rewrite it with a big-M coefficient";
                place.report_finding(&rules::INDICATOR, at, message);
                let label = std::mem::take(&mut self.sum.label);
                self.reset(place.line);
                self.sum.label = label;
                self.sum.is_begun = true;
            }
            LpTokenKind::Nonlinear => {
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
        token: LpToken,
        columns: &mut ColumnTable,
        place: &mut LinePosition<'_>,
    ) {
        if token.kind == LpTokenKind::Word {
            columns.term(bytes, token.start, self.number, place);
        }
        if std::mem::replace(&mut self.sum.has_excess, true) {
            return;
        }
        place.report_finding(&rules::RIGHT_SIDE, token.start, || {
            let fix = "keep one number there; move variables to the left, or write two rows";
            format!("text after the right side: `{}`; {fix}", shown(bytes))
        });
    }

    /// Returns whether the next number or variable belongs to the right side.
    fn is_right(&self) -> bool {
        self.sum.relations > 0 && !(self.sum.turned.is_some() && self.sum.relations == 1)
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
        token: LpToken,
        next_is_word: bool,
        place: &mut LinePosition<'_>,
    ) {
        let at = token.start;
        let number = check_number(bytes, at, place);
        if self.is_right() || (self.sum.turned.is_some() && !next_is_word) {
            if self.sum.has_sign && !token.is_glued {
                let message =
                    || format!("blank between the sign and `{}`; delete it", shown(bytes));
                place.report_finding(&rules::RIGHT_SIDE, at, message);
            }
            if self.sum.relation_line != place.line {
                let message = || "relation and right side on different lines; join the lines";
                place.report_finding(&rules::RIGHT_SIDE_LINE, at, message);
            }
            if let Some(row) = self.row() {
                let value = number.signed(self.sum.is_negative);
                if self.sum.relations > 1 {
                    place.sink.second_side(row, value, place.at(at));
                } else {
                    place.sink.right_side(row, value, place.at(at));
                }
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
            place.report_finding(&rules::SYNTAX, at, || "two consecutive signs; write one");
        }
        self.sum.has_sign = true;
        self.sum.is_negative = is_negative;
    }

    /// Reports a number without a variable on the left of the relation.
    fn constant(&mut self, place: &mut LinePosition<'_>) {
        let FilePlace { line, column } = self.sum.number_place;
        self.sum.has_sign = false;
        if self.is_objective {
            self.pass_constant(place);
            let message =
                || "constant in the objective; delete it, or multiply it by a variable fixed at 1";
            place.report.add(&rules::OBJECTIVE_CONSTANT, line, Some(column), message);
        } else {
            self.sum.number = None;
            let message = || "constant left of the relation; move it to the right";
            place.report.add(&rules::RIGHT_SIDE, line, Some(column), message);
        }
    }

    /// Passes the last number of the objective to the sink, as a constant.
    fn pass_constant(&mut self, place: &mut LinePosition<'_>) {
        if let Some(number) = self.sum.number.take() {
            let value = number.signed(self.sum.is_negative);
            place.sink.objective_constant(value, self.sum.number_place);
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
        let side = relation(bytes).unwrap_or(Ordering::Equal);
        if self.sum.relations > 1 {
            self.second_relation(side, at, place);
        } else if self.sum.number.is_some() && self.sum.terms == 0 {
            self.left_side(side, place);
        } else {
            place.sink.relation(side);
            if self.sum.number.is_some() {
                self.constant(place);
            }
        }
        self.sum.number = None;
        self.sum.has_sign = false;
        self.sum.is_negative = false;
    }
    /// Processes the relation after a number that begins a row.
    fn left_side(&mut self, side: Ordering, place: &mut LinePosition<'_>) {
        self.sum.turned = Some(side);
        place.sink.relation(side.reverse());
        if let (Some(row), Some(number)) = (self.row(), self.sum.number) {
            let value = number.signed(self.sum.is_negative);
            place.sink.right_side(row, value, self.sum.number_place);
        }
    }

    /// Processes the second relation of a row: of a range, or an error.
    fn second_relation(&mut self, side: Ordering, at: usize, place: &mut LinePosition<'_>) {
        let is_range = side != Ordering::Equal && self.sum.turned == Some(side);
        let rule = if is_range { &rules::RANGE_ROW } else { &rules::SYNTAX };
        let message = || format!("second relation in {}; write two rows", self.sum_name());
        place.report_finding(rule, at, message);
    }
}
