//! The checks of MPS, free or fixed, line by line. Fields are separated by blanks. Therefore names with blanks, which
//! fixed format allows, violate a rule.

pub mod rules;

use std::cmp::Ordering;

use crate::lines::LinePiece;
use crate::name_table::NameTable;
use crate::{FilePlace, FileSize, FormulaSink, LintReport, LintRule, Number, shown};

/// Returns whether a line that is not a comment can be the first line of a file.
pub(super) fn begins(line: &[u8]) -> bool {
    let word = line.split(u8::is_ascii_whitespace).next().unwrap_or(line);
    [&b"NAME"[..], b"ROWS"].contains(&word)
}

/// The position of the name in fixed format, from 0.
const NAME_AT: usize = 14;

/// The state of the checks of one linear program.
#[derive(Debug, Default)]
pub(crate) struct MpsChecker {
    pub(crate) report: LintReport,
    section: MpsSection,
    /// The sections read so far.
    seen: Vec<MpsSection>,
    line: u64,
    /// The line with the name of the program.
    name_line: u64,
    /// Whether the name is followed by `FREE`.
    is_free: bool,
    /// Whether a line does not use the positions of fixed format.
    has_free_line: bool,
    /// Whether text after the end has already been reported.
    is_after_end: bool,
    objectives: u64,
    rows: NamedValues<MpsRow>,
    columns: NamedValues<MpsColumn>,
    /// The name and the number of the current column.
    current: (Vec<u8>, usize),
    /// The number of the current column or set of right-hand sides, ranges or bounds.
    entries: u64,
    /// Whether the current columns are integers.
    is_integer: bool,
    /// The name of the current set of right-hand sides, ranges or bounds.
    set: Option<Box<[u8]>>,
}

impl MpsChecker {
    /// Checks a line, and passes its contents to a sink. If a line is too long to be kept, only its beginning is
    /// checked; such a line is an error.
    pub(crate) fn piece(&mut self, piece: &LinePiece<'_>, sink: &mut dyn FormulaSink) {
        self.line = piece.line;
        let bytes = piece.bytes.trim_ascii_end();
        if !piece.is_start() || bytes.first() == Some(&b'*') {
            return;
        }
        if bytes.is_empty() {
            if self.section != MpsSection::End {
                self.find(&rules::BLANK_LINE, || "empty line; delete it");
            }
            return;
        }
        if !piece.is_end {
            self.find(&rules::FIELDS, || "line of more than 262144 characters; shorten its names");
        }
        if self.section == MpsSection::End {
            if !std::mem::replace(&mut self.is_after_end, true) {
                self.find(&rules::AFTER_END, || {
                    format!("text after ENDATA: `{}`; delete it", shown(bytes))
                });
            }
        } else if bytes[0].is_ascii_whitespace() {
            if bytes[0] == b'\t' {
                self.find(&rules::TAB, || "tab at the start of a line; write a space");
            }
            let bytes = self.without_comment(bytes);
            self.has_free_line |=
                self.section != MpsSection::ObjectiveSense && !is_fixed(bytes, self.section);
            self.data(bytes, sink);
        } else {
            self.begin(bytes, sink);
        }
    }

    /// Returns a line of data without its comment. A comment begins with `$`, where the format has field 3 in ROWS and field 5 in
    /// other sections, or later; but the name of a row may begin with `$`, too.
    fn without_comment<'a>(&mut self, line: &'a [u8]) -> &'a [u8] {
        let fields = match self.section {
            MpsSection::Rows => 2,
            MpsSection::Columns | MpsSection::Rhs | MpsSection::Ranges | MpsSection::Bounds => 3,
            _ => return line,
        };
        if memchr::memchr(b'$', line).is_none() {
            return line;
        }
        let words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let mut words = words.skip(fields);
        let is_comment = |word: &&[u8]| word.starts_with(b"$") && self.rows.get(word).is_none();
        let Some(comment) = words.find(is_comment) else { return line };
        self.find(&rules::COMMENT, || format!("comment: `{}`; delete it", shown(comment)));
        &line[..comment.as_ptr() as usize - line.as_ptr() as usize]
    }

    /// Returns the number of rows that are not objectives.
    fn row_count(&self) -> u64 {
        // another row may have the name of an objective
        self.rows.len().saturating_sub(self.objectives)
    }

    /// Adds a finding about the current line.
    fn find<M: Into<String>>(&mut self, rule: &'static LintRule, message: impl FnOnce() -> M) {
        self.report.add(rule, self.line, None, message);
    }

    /// Begins a section.
    fn begin(&mut self, line: &[u8], sink: &mut dyn FormulaSink) {
        let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let word = words.next().unwrap_or(line);
        let section = MpsSection::of_word(word);
        if section == MpsSection::Unsupported {
            self.section = section;
            return self.find(&rules::UNSUPPORTED_SECTION, || {
                format!("section that some programs do not support: `{}`", shown(word))
            });
        }
        if self.seen.last().is_some_and(|last| *last >= section) {
            let order = "write NAME, ROWS, COLUMNS, RHS, RANGES, BOUNDS and ENDATA in this order, each once";
            self.find(&rules::SECTION_ORDER, || {
                format!("section {} is out of order or repeated; {order}", shown(word))
            });
        }
        if self.section == MpsSection::Rows && self.objectives == 0 {
            self.find(&rules::OBJECTIVE, || "no row of type N before this line; add ` N obj`");
        }
        if section == MpsSection::Name {
            self.name_line = self.line;
            let name = words.next();
            self.is_free = words.next_back() == Some(b"FREE");
            let at = name.map_or(NAME_AT, |name| name.as_ptr() as usize - line.as_ptr() as usize);
            // CBC reads FREE as the name if no name precedes it
            self.has_free_line |= at != NAME_AT && name != Some(b"FREE");
        }
        if section == MpsSection::ObjectiveSense {
            self.find(&rules::OBJECTIVE_SENSE, || {
                "section OBJSENSE; minimize: negate the objective of a maximum, and delete the section"
            });
            words.by_ref().for_each(|sense| self.sense(sense, sink));
        } else if section != MpsSection::Name
            && let Some(extra) = words.next()
        {
            self.find(&rules::SECTION_WORDS, || {
                format!("text after {}: `{}`; delete it", shown(word), shown(extra))
            });
        }
        self.section = section;
        self.seen.push(section);
        self.set = None;
        self.entries += 1;
    }

    /// Reads the word for minimum or maximum.
    fn sense(&mut self, word: &[u8], sink: &mut dyn FormulaSink) {
        match word.to_ascii_uppercase().as_slice() {
            b"MAX" | b"MAXIMIZE" | b"MAXIMISE" => sink.maximize(),
            b"MIN" | b"MINIMIZE" | b"MINIMISE" => {}
            _ => self.find(&rules::FIELDS, || {
                format!("unknown sense of the objective: `{}`; write MIN or MAX", shown(word))
            }),
        }
    }

    /// Runs the checks at the end of the file.
    pub(crate) fn finish(&mut self) {
        self.line = self.line.max(1);
        for (section, name) in [
            (MpsSection::Name, "NAME"),
            (MpsSection::Rows, "ROWS"),
            (MpsSection::Columns, "COLUMNS"),
            (MpsSection::End, "ENDATA"),
        ] {
            if !self.seen.contains(&section) {
                self.find(&rules::MISSING_SECTION, || {
                    format!("no line {name}; check whether the file was truncated")
                });
            }
        }
        // a file that ends before it may be truncated, which has its own finding
        if self.seen.contains(&MpsSection::End) && !self.seen.contains(&MpsSection::Rhs) {
            self.find(&rules::MISSING_RHS, || "no section RHS; add the line RHS below COLUMNS");
        }
        if self.has_free_line && !self.is_free && self.seen.contains(&MpsSection::Name) {
            let message = || "no FREE after the name; write `NAME program FREE`";
            self.report.add(&rules::FREE_WORD, self.name_line, None, message);
        }
        let unbounded =
            self.columns.iter().filter(|(_, one)| one.is_integer && one.upper.is_none());
        let mut unbounded: Vec<(u64, &[u8], bool)> =
            unbounded.map(|(name, one)| (one.line, name, one.lower.is_some())).collect();
        unbounded.sort_unstable();
        for (line, name, has_lower) in unbounded {
            let message = || {
                let name = shown(name);
                format!("integer column without an upper bound: `{name}`; add ` UP BND {name} 1`")
            };
            let rule = if has_lower { &rules::INTEGER_BOUND } else { &rules::INTEGER_DEFAULT };
            self.report.add(rule, line, None, message);
        }
        self.report.size = FileSize { variables: self.columns.len(), clauses: self.row_count() };
    }
}

// The sections of an MPS file.

/// A section, in the order of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
enum MpsSection {
    #[default]
    Start,
    Name,
    ObjectiveSense,
    Rows,
    Columns,
    Rhs,
    Ranges,
    Bounds,
    End,
    /// A section that some programs do not support.
    Unsupported,
}

impl MpsSection {
    /// Returns the section that the word at the start of a line names.
    pub fn of_word(word: &[u8]) -> Self {
        match word {
            b"NAME" => Self::Name,
            b"OBJSENSE" => Self::ObjectiveSense,
            b"ROWS" => Self::Rows,
            b"COLUMNS" => Self::Columns,
            b"RHS" => Self::Rhs,
            b"RANGES" => Self::Ranges,
            b"BOUNDS" => Self::Bounds,
            b"ENDATA" => Self::End,
            _ => Self::Unsupported,
        }
    }
}

/// Returns whether a line of COLUMNS is a marker of integer columns.
fn has_marker(line: &[u8]) -> bool {
    memchr::memchr(b'\'', line).is_some_and(|at| line[at..].starts_with(b"'MARKER'"))
}

/// Returns whether a line uses the positions of fixed format; a marker need not use them. Fields start at the columns
/// 2, 5, 15 and 40, and numbers are in the columns 25 to 36 and 50 to 61.
fn is_fixed(line: &[u8], section: MpsSection) -> bool {
    if section == MpsSection::Columns && has_marker(line) {
        return true;
    }
    let words = line.split(|byte| byte.is_ascii_whitespace()).filter(|word| !word.is_empty());
    let starts = words.map(|word| word.as_ptr() as usize - line.as_ptr() as usize);
    // the type of a row or bound is in columns 2 and 3
    let skipped =
        usize::from(matches!(section, MpsSection::Columns | MpsSection::Rhs | MpsSection::Ranges));
    let allowed = [1..3, 4..5, 14..15, 24..36, 39..40, 49..61];
    let mut allowed = allowed.into_iter().skip(skipped);
    starts.into_iter().all(|start| allowed.next().is_some_and(|range| range.contains(&start)))
}

// Tables of rows and columns by name.

/// A row.
#[derive(Debug, Default)]
struct MpsRow {
    /// The last column, or set of right-hand sides, with an entry in the row; 0 if there is none.
    pub last: u64,
    pub role: RowRole,
}

/// What a row is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum RowRole {
    /// The first row of type N, the objective.
    Objective,
    /// A further row of type N, which has no effect: programs minimize the first.
    #[default]
    Ignored,
    /// A constraint, with its number among the constraints.
    Constraint(usize),
}

/// A column.
#[derive(Debug)]
struct MpsColumn {
    /// The line of its first entry.
    pub line: u64,
    pub is_integer: bool,
    /// The lower bound, if the section BOUNDS sets one.
    pub lower: Option<f64>,
    /// The upper bound, if the section BOUNDS sets one.
    pub upper: Option<f64>,
}

/// Values by name, in order.
#[derive(Debug)]
struct NamedValues<T> {
    names: NameTable,
    values: Vec<T>,
}

impl<T> Default for NamedValues<T> {
    fn default() -> Self {
        Self { names: NameTable::default(), values: Vec::new() }
    }
}

impl<T> NamedValues<T> {
    /// Adds a value. Returns the number of the name, and `false` if the name already exists.
    pub fn add(&mut self, name: &[u8], value: T) -> (usize, bool) {
        let (place, is_new) = self.names.insert(name);
        if is_new {
            self.values.push(value);
        }
        (place, is_new)
    }

    /// Returns the number and the value of a name.
    pub fn get(&mut self, name: &[u8]) -> Option<(usize, &mut T)> {
        let place = self.names.get(name)?;
        Some((place, self.values.get_mut(place)?))
    }

    /// Returns the number of names.
    pub fn len(&self) -> u64 {
        self.values.len() as u64
    }

    /// Returns all names with their values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], &T)> {
        self.values.iter().enumerate().map(|(place, value)| (self.names.name(place), value))
    }
}

// The checks of data lines, by section.

/// The maximum number of fields in a line.
const MOST: usize = 6;

impl MpsChecker {
    /// Checks a line of data.
    fn data(&mut self, line: &[u8], sink: &mut dyn FormulaSink) {
        let number = self.line;
        let place = |word: &[u8]| {
            let column = word.as_ptr() as u64 - line.as_ptr() as u64 + 1;
            FilePlace { line: number, column }
        };
        let words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let mut fields = [&line[..0]; MOST + 1];
        let count = fields.iter_mut().zip(words).map(|(field, word)| *field = word).count();
        match (self.section, &fields[..count]) {
            (MpsSection::Unsupported, _) => {}
            (MpsSection::ObjectiveSense, &[sense]) => self.sense(sense, sink),
            (MpsSection::Rows, &[kind, name]) => self.row(kind, name, sink),
            (MpsSection::Columns, fields) if fields.contains(&&b"'MARKER'"[..]) => {
                self.marker(fields)
            }
            (MpsSection::Columns, &[name, ref entries @ ..]) if [2, 4].contains(&entries.len()) => {
                self.column(name, sink, place(name));
                let column = self.current.1;
                self.values(entries, |role, number, word| match role {
                    RowRole::Objective => sink.term(None, column, number, place(word)),
                    RowRole::Constraint(row) => sink.term(Some(row), column, number, place(word)),
                    RowRole::Ignored => {}
                });
            }
            (MpsSection::Rhs | MpsSection::Ranges, &[set, ref values @ ..])
                if [2, 4].contains(&values.len()) =>
            {
                let is_row = self.rows.get(set).is_some();
                self.in_set(set, is_row);
                self.set_values(values, sink, &place);
            }
            (MpsSection::Bounds, &[kind, set, column, ref value @ ..]) if value.len() < 2 => {
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
        let mut role = RowRole::Ignored;
        if kind == b"N" {
            self.objectives += 1;
            if self.objectives > 1 {
                self.find(&rules::SECOND_OBJECTIVE, || {
                    format!("second row of type N: `{}`; delete it", shown(name))
                });
            } else {
                sink.row_name(None, name);
                role = RowRole::Objective;
            }
        }
        if let Some(relation) = relation {
            let number = self.row_count() as usize;
            sink.relation(relation);
            sink.row_name(Some(number), name);
            role = RowRole::Constraint(number);
        }
        if !self.rows.add(name, MpsRow { role, ..MpsRow::default() }).1 {
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
        let new = MpsColumn { line, is_integer, lower: None, upper: None };
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

    /// Checks pairs of a row and a value, and passes each pair on with the word of the value.
    fn values(&mut self, pairs: &[&[u8]], mut pass: impl FnMut(RowRole, Number, &[u8])) {
        for pair in pairs.chunks_exact(2) {
            let (name, entries) = (pair[0], self.entries);
            let role = match self.rows.get(name) {
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
                    Some(row.role)
                }
            };
            if let (Some(number), Some(role)) = (self.number(pair[1]), role) {
                pass(role, number, pair[1]);
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
        let is_right_side = self.section == MpsSection::Rhs;
        let mut has_objective = false;
        self.values(pairs, |role, number, word| match role {
            RowRole::Constraint(row) if is_right_side => sink.right_side(row, number, place(word)),
            RowRole::Constraint(row) => sink.range(row, number, place(word)),
            RowRole::Objective if is_right_side => {
                has_objective |= number.value() != 0.0;
                // the right side of the objective, as the other programs except GLPK read it
                sink.objective_constant(number.signed(true), place(word));
            }
            RowRole::Objective => has_objective = true,
            RowRole::Ignored => {}
        });
        if has_objective {
            self.find(
                &rules::OBJECTIVE_VALUE,
                || "value for the objective; delete it, or add it to the optimum",
            );
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

    /// Checks the value of a bound, and returns it; an infinite one if it is large.
    fn bound_value(&mut self, word: &[u8]) -> Option<f64> {
        let value = Number::parse(word).map(Number::value).filter(|value| value.is_finite());
        let Some(value) = value.filter(|value| value.abs() >= INFINITE) else {
            return self.number(word).map(Number::value);
        };
        self.find(&rules::INFINITE_BOUND, || {
            format!(
                "bound that some programs read as infinite: `{}`; write a smaller one, or PL, MI or FR",
                shown(word)
            )
        });
        Some(value * f64::INFINITY)
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
            Some(value) => self.bound_value(value),
            None if needs_value => {
                return self.find(&rules::FIELDS, || "bound without a value; add it");
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_of_fixed_format_are_recognised() {
        for (line, section, fixed) in [
            (" G  c1", MpsSection::Rows, true),
            (" G c1", MpsSection::Rows, false),
            (
                "    x1        c1                   1   c2                  -1",
                MpsSection::Columns,
                true,
            ),
            ("    MARKER    'MARKER'                 'INTORG'", MpsSection::Columns, true),
            (" x1 c1 1", MpsSection::Columns, false),
            (" UP BND       x1                   1", MpsSection::Bounds, true),
            (" UP BND x1 1", MpsSection::Bounds, false),
        ] {
            assert_eq!(is_fixed(line.as_bytes(), section), fixed, "{line}");
        }
    }
}
