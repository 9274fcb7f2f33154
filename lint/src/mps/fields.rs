//! The checks of data lines, by section.

use std::cmp::Ordering;

use crate::mps::columns::{Column, Row};
use crate::mps::section::Section;
use crate::mps::{Checker, rules};
use crate::{FilePlace, FormulaSink, Number, shown};

/// The maximum number of fields in a line.
const MOST: usize = 6;

impl Checker {
    /// Checks a line of data.
    pub(super) fn data(&mut self, line: &[u8], sink: &mut dyn FormulaSink) {
        let number = self.line;
        let place = |word: &[u8]| {
            let column = word.as_ptr() as u64 - line.as_ptr() as u64 + 1;
            FilePlace { line: number, column }
        };
        let words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let mut fields = [&line[..0]; MOST + 1];
        let count = fields.iter_mut().zip(words).map(|(field, word)| *field = word).count();
        match (self.section, &fields[..count]) {
            (Section::Unsupported, _) => {}
            (Section::Rows, &[kind, name]) => self.row(kind, name, sink),
            (Section::Columns, fields) if fields.contains(&&b"'MARKER'"[..]) => self.marker(fields),
            (Section::Columns, &[name, ref entries @ ..]) if [2, 4].contains(&entries.len()) => {
                self.column(name, sink, place(name));
                let column = self.current.1;
                self.values(entries, |row, number, word| {
                    sink.term(row, column, number, place(word));
                });
            }
            (Section::Rhs | Section::Ranges, &[set, ref values @ ..])
                if [2, 4].contains(&values.len()) =>
            {
                let is_row = self.rows.get(set).is_some();
                self.in_set(set, is_row);
                self.set_values(values, sink, &place);
            }
            (Section::Bounds, &[kind, set, column, ref value @ ..]) if value.len() < 2 => {
                let is_column = self.columns.get(set).is_some();
                self.in_set(set, is_column);
                self.bound(kind, column, value.first().copied(), sink, place(kind));
            }
            _ => {
                self.find(&rules::FIELDS, || {
                    format!(
                        "line with {count} fields in this section; separate all fields by blanks"
                    )
                });
            }
        }
    }

    fn row(&mut self, kind: &[u8], name: &[u8], sink: &mut dyn FormulaSink) {
        let relation = match kind {
            b"L" => Some(Ordering::Less),
            b"G" => Some(Ordering::Greater),
            b"E" => Some(Ordering::Equal),
            _ => None,
        };
        if relation.is_none() && kind != b"N" {
            self.find(&rules::ROW_TYPE, || {
                format!("type of a row: `{}`; write N, L, G or E", shown(kind))
            });
        }
        if kind == b"N" {
            self.objectives += 1;
            if self.objectives > 1 {
                self.find(&rules::SECOND_OBJECTIVE, || {
                    format!("second row of type N: `{}`; delete it", shown(name))
                });
            }
            self.objective.get_or_insert_with(|| name.into());
        }
        let number = relation.map(|_| self.row_count() as usize);
        if let Some(relation) = relation {
            sink.relation(relation);
        }
        if !self.rows.add(name, Row { number, ..Row::default() }).1 {
            self.find(&rules::DUPLICATE_ROW, || {
                format!("name of a second row: `{}`; rename it", shown(name))
            });
        }
    }

    fn marker(&mut self, fields: &[&[u8]]) {
        let is_integer = match fields {
            [_, b"'MARKER'", b"'INTORG'"] => Some(true),
            [_, b"'MARKER'", b"'INTEND'"] => Some(false),
            _ => None,
        };
        if is_integer.is_none_or(|is_integer| is_integer == self.is_integer) {
            let word = if self.is_integer { "INTEND" } else { "INTORG" };
            self.find(&rules::MARKER, || {
                format!(
                    "marker in another form, or the same again; write `MARKER 'MARKER' '{word}'`"
                )
            });
        }
        // after a wrong marker too, so that one fault gives only one finding
        self.is_integer = !self.is_integer;
    }

    /// Begins or continues a column.
    fn column(&mut self, name: &[u8], sink: &mut dyn FormulaSink, place: FilePlace) {
        if name == self.current.0 {
            return;
        }
        name.clone_into(&mut self.current.0);
        self.entries += 1;
        let (line, is_integer) = (self.line, self.is_integer);
        let new = Column { line, is_integer, lower: None, upper: None };
        let (number, is_new) = self.columns.add(name, new);
        self.current.1 = number;
        if is_new {
            sink.column(name, place);
            if is_integer {
                sink.integer(number);
            }
        } else {
            self.find(&rules::SPLIT_COLUMN, || {
                format!("column `{}` has lines further up; move this one there", shown(name))
            });
        }
    }

    /// Begins or continues the set of right-hand sides, ranges or bounds.
    fn in_set(&mut self, name: &[u8], is_taken: bool) {
        if is_taken {
            self.find(&rules::SET_NAME, || {
                format!(
                    "name of a set that a row or column has too: `{}`; rename the set",
                    shown(name)
                )
            });
        }
        if self.set.as_deref().is_some_and(|set| set != name) {
            self.find(&rules::SECOND_SET, || {
                format!("second set in this section: `{}`; keep one", shown(name))
            });
        }
        self.set.get_or_insert_with(|| name.into());
    }

    /// Checks pairs of a row and a value, and passes each pair on with the word of the value. The row is `None` for an
    /// objective.
    fn values(&mut self, pairs: &[&[u8]], mut pass: impl FnMut(Option<usize>, Number, &[u8])) {
        for pair in pairs.chunks_exact(2) {
            let (name, entries) = (pair[0], self.entries);
            let row = match self.rows.get(name) {
                None => {
                    self.find(&rules::UNKNOWN_ROW, || {
                        format!("unknown row: `{}`; add it to ROWS", shown(name))
                    });
                    None
                }
                Some((_, row)) if row.last == entries => {
                    self.find(&rules::DUPLICATE_ENTRY, || {
                        format!("second value for row `{}`; write one", shown(name))
                    });
                    None
                }
                Some((_, row)) => {
                    row.last = entries;
                    Some(row.number)
                }
            };
            if let (Some(number), Some(row)) = (self.number(pair[1]), row) {
                pass(row, number, pair[1]);
            }
        }
    }

    /// Checks pairs of a row and a right-hand side or range.
    fn set_values(
        &mut self,
        pairs: &[&[u8]],
        sink: &mut dyn FormulaSink,
        place: &dyn Fn(&[u8]) -> FilePlace,
    ) {
        let is_right_side = self.section == Section::Rhs;
        self.values(pairs, |row, number, word| match row {
            Some(row) if is_right_side => sink.right_side(row, number, place(word)),
            Some(row) => sink.range(row, number, place(word)),
            None => {}
        });
        for pair in pairs.chunks_exact(2) {
            if self.objective.as_deref() != Some(pair[0]) {
                continue;
            }
            let is_zero = Number::parse(pair[1]).is_some_and(|number| number.value() == 0.0);
            if !is_right_side || !is_zero {
                self.find(&rules::OBJECTIVE_VALUE, || {
                    "value for the objective; delete it, or add it to the optimum".to_owned()
                });
            }
        }
    }

    /// Checks a number, and returns its value.
    fn number(&mut self, word: &[u8]) -> Option<Number> {
        let number = Number::parse(word).filter(|number| number.value().is_finite());
        if number.is_none() {
            self.find(&rules::NUMBER, || format!("not a finite number: `{}`", shown(word)));
        }
        if number.is_some_and(|number| number.value().abs() >= INFINITE) {
            self.find(&rules::NUMBER_FINITE, || {
                format!(
                    "number that some programs read as infinite: `{}`; write a smaller one, or leave the bound out",
                    shown(word)
                )
            });
        }
        number
    }

    fn bound(
        &mut self,
        kind: &[u8],
        name: &[u8],
        value: Option<&[u8]>,
        sink: &mut dyn FormulaSink,
        place: FilePlace,
    ) {
        let (lower, upper, needs_value) = match kind {
            b"UP" | b"UI" => (false, true, true),
            b"LO" | b"LI" => (true, false, true),
            b"FX" => (true, true, true),
            b"FR" | b"BV" => (true, true, false),
            b"MI" => (true, false, false),
            b"PL" => (false, true, false),
            _ => {
                return self.find(&rules::BOUND_TYPE, || {
                    format!(
                        "type of a bound: `{}`; write UP, UI, LO, LI, FX, FR, MI, PL or BV",
                        shown(kind)
                    )
                });
            }
        };
        let value = match value {
            Some(value) => self.number(value).map(Number::value),
            None if needs_value => {
                return self.find(&rules::FIELDS, || "bound without a value; add it".to_owned());
            }
            None => None,
        };
        let Some((number, column)) = self.columns.get(name) else {
            return self.find(&rules::UNKNOWN_COLUMN, || {
                format!("unknown column: `{}`; add it to COLUMNS", shown(name))
            });
        };
        let is_negative =
            kind == b"UP" && column.lower.is_none() && value.is_some_and(|value| value < 0.0);
        let is_second = lower && column.lower.is_some() || upper && column.upper.is_some();
        // a bound without a value is infinite, or a bound of a binary column
        let (low, high) = match kind {
            b"BV" => (0.0, 1.0),
            b"FR" | b"MI" | b"PL" => (f64::NEG_INFINITY, f64::INFINITY),
            _ => (value.unwrap_or(0.0), value.unwrap_or(0.0)),
        };
        let (new_lower, new_upper) = (lower.then_some(low), upper.then_some(high));
        column.lower = new_lower.or(column.lower);
        column.upper = new_upper.or(column.upper);
        if kind == b"BV" {
            sink.integer(number);
        }
        sink.bounds(number, new_lower, new_upper, place);
        let is_crossed = column.lower.zip(column.upper).is_some_and(|(low, high)| low > high);
        if is_negative {
            self.find(&rules::NEGATIVE_BOUND, || {
                format!(
                    "negative upper bound of `{}` before a lower one; write the lower bound first",
                    shown(name)
                )
            });
        }
        if is_second {
            self.find(&rules::DUPLICATE_BOUND, || {
                format!("second lower or upper bound of `{}`; write one", shown(name))
            });
        }
        if is_crossed {
            self.find(&rules::CROSSED_BOUNDS, || {
                format!("lower bound of `{}` above the upper one; correct one of them", shown(name))
            });
        }
    }
}

/// The number from which SCIP reads infinity. CBC and HiGHS read infinity from 1e30, and GLPK never does.
const INFINITE: f64 = 1e20;
