//! Lines of data, by section.

use crate::mps::columns::{Column, Row};
use crate::mps::section::Section;
use crate::mps::{Checker, rules};
use crate::shown;

/// The most fields of a line.
const MOST: usize = 6;

impl Checker {
    /// Checks a line of data.
    pub(super) fn data(&mut self, line: &[u8]) {
        let words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let fields: Vec<&[u8]> = words.take(MOST + 1).collect();
        match (self.section, &fields[..]) {
            (Section::Unsupported, _) => {}
            (Section::Rows, &[kind, name]) => self.row(kind, name),
            (Section::Columns, fields) if fields.contains(&&b"'MARKER'"[..]) => self.marker(fields),
            (Section::Columns, &[name, ref entries @ ..]) if [2, 4].contains(&entries.len()) => {
                self.column(name);
                self.values(entries);
            }
            (Section::Rhs | Section::Ranges, &[set, ref values @ ..])
                if [2, 4].contains(&values.len()) =>
            {
                let is_row = self.rows.get(set).is_some();
                self.in_set(set, is_row);
                self.set_values(values);
            }
            (Section::Bounds, &[kind, set, column, ref value @ ..]) if value.len() < 2 => {
                let is_column = self.columns.get(set).is_some();
                self.in_set(set, is_column);
                self.bound(kind, column, value.first().copied());
            }
            _ => {
                let count = fields.len();
                self.find(&rules::FIELDS, || {
                    format!(
                        "line with {count} fields in this section; separate all fields by blanks"
                    )
                });
            }
        }
    }

    fn row(&mut self, kind: &[u8], name: &[u8]) {
        if ![&b"N"[..], b"L", b"G", b"E"].contains(&kind) {
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
        if !self.rows.add(name, Row::default()) {
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
        // after a wrong marker too, so that one fault is one finding
        self.is_integer = !self.is_integer;
    }

    /// Begins or continues a column.
    fn column(&mut self, name: &[u8]) {
        if name == self.current {
            return;
        }
        name.clone_into(&mut self.current);
        self.entries += 1;
        let (line, is_integer) = (self.line, self.is_integer);
        if !self.columns.add(name, Column { line, is_integer, lower: None, upper: None }) {
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

    /// Checks pairs of a row and a value.
    fn values(&mut self, pairs: &[&[u8]]) {
        for pair in pairs.chunks_exact(2) {
            let (name, entries) = (pair[0], self.entries);
            match self.rows.get(name) {
                None => self.find(&rules::UNKNOWN_ROW, || {
                    format!("unknown row: `{}`; add it to ROWS", shown(name))
                }),
                Some(row) if row.last == entries => self.find(&rules::DUPLICATE_ENTRY, || {
                    format!("second value for row `{}`; write one", shown(name))
                }),
                Some(row) => row.last = entries,
            }
            self.number(pair[1]);
        }
    }

    /// Checks pairs of a row and a right-hand side or range.
    fn set_values(&mut self, pairs: &[&[u8]]) {
        self.values(pairs);
        for pair in pairs.chunks_exact(2) {
            let value = str::from_utf8(pair[1]).ok().and_then(|text| text.parse::<f64>().ok());
            if self.section == Section::Rhs && value == Some(0.0) {
                continue;
            }
            if self.objective.as_deref() == Some(pair[0]) {
                self.find(&rules::OBJECTIVE_VALUE, || {
                    "value for the objective; delete it, or add it to the optimum".to_owned()
                });
            }
        }
    }

    /// Checks a number, and returns its value.
    fn number(&mut self, word: &[u8]) -> Option<f64> {
        let value = str::from_utf8(word).ok().and_then(|text| text.parse::<f64>().ok());
        let value = value.filter(|value| value.is_finite());
        if value.is_none() {
            self.find(&rules::NUMBER, || format!("not a finite number: `{}`", shown(word)));
        }
        if value.is_some_and(|value| value.abs() >= INFINITE) {
            self.find(&rules::NUMBER_FINITE, || {
                format!(
                    "number that some programs read as infinite: `{}`; write a smaller one, or leave the bound out",
                    shown(word)
                )
            });
        }
        value
    }

    fn bound(&mut self, kind: &[u8], name: &[u8], value: Option<&[u8]>) {
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
            Some(value) => self.number(value),
            None if needs_value => {
                return self.find(&rules::FIELDS, || "bound without a value; add it".to_owned());
            }
            None => None,
        };
        let Some(column) = self.columns.get(name) else {
            return self.find(&rules::UNKNOWN_COLUMN, || {
                format!("unknown column: `{}`; add it to COLUMNS", shown(name))
            });
        };
        let is_negative =
            kind == b"UP" && column.lower.is_none() && value.is_some_and(|value| value < 0.0);
        let is_second = lower && column.lower.is_some() || upper && column.upper.is_some();
        // a bound without a value is infinite, or that of a binary column
        let (low, high) = match kind {
            b"BV" => (0.0, 1.0),
            b"FR" | b"MI" | b"PL" => (f64::NEG_INFINITY, f64::INFINITY),
            _ => (value.unwrap_or(0.0), value.unwrap_or(0.0)),
        };
        if lower {
            column.lower = Some(low);
        }
        if upper {
            column.upper = Some(high);
        }
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

/// The number from which on SCIP reads infinity; CBC and HiGHS do from 1e30 on, GLPK never.
const INFINITE: f64 = 1e20;
