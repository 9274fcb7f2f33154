//! The checks of MPS, free or fixed, line by line. Fields are separated by blanks. Therefore names with blanks, which
//! fixed format allows, violate a rule.

mod columns;
mod fields;
pub mod rules;
mod section;

use crate::lines::LinePiece;
use crate::{FileFormat, FileSize, FormulaSink, LintReport, LintRule, shown};
use columns::{Column, Row, Table};
use section::{Section, is_fixed};

/// Returns whether a line that is not a comment can be the first line of a file.
pub(super) fn begins(line: &[u8]) -> bool {
    let word = line.split(u8::is_ascii_whitespace).next().unwrap_or(line);
    [&b"NAME"[..], b"ROWS"].contains(&word)
}

/// The position of the name in fixed format, from 0.
const NAME_AT: usize = 14;

/// The state of the checks of one linear program.
#[derive(Debug)]
pub(crate) struct Checker {
    pub(crate) report: LintReport,
    section: Section,
    /// The sections read so far.
    seen: Vec<Section>,
    line: u64,
    /// The line with the name of the program.
    name_line: u64,
    /// Whether the name is followed by `FREE`.
    is_free: bool,
    /// Whether a line does not use the positions of fixed format.
    has_free_line: bool,
    /// Whether text after the end has already been reported.
    is_after_end: bool,
    /// The name of the first row of type N.
    objective: Option<Box<[u8]>>,
    objectives: u64,
    rows: Table<Row>,
    columns: Table<Column>,
    /// The name and the number of the current column.
    current: (Vec<u8>, usize),
    /// The number of the current column or set of right-hand sides, ranges or bounds.
    entries: u64,
    /// Whether the current columns are integers.
    is_integer: bool,
    /// The name of the current set of right-hand sides, ranges or bounds.
    set: Option<Box<[u8]>>,
}

impl Default for Checker {
    fn default() -> Self {
        Self {
            report: LintReport::new(FileFormat::Mps),
            section: Section::Start,
            seen: Vec::new(),
            line: 0,
            name_line: 1,
            is_free: false,
            has_free_line: false,
            is_after_end: false,
            objective: None,
            objectives: 0,
            rows: Table::default(),
            columns: Table::default(),
            current: (Vec::new(), 0),
            entries: 0,
            is_integer: false,
            set: None,
        }
    }
}

impl Checker {
    /// Checks a line, and passes its contents to a sink. If a line is too long to be kept, only its beginning is
    /// checked; such a line is an error.
    pub(crate) fn piece(&mut self, piece: &LinePiece<'_>, sink: &mut dyn FormulaSink) {
        self.line = piece.line;
        let bytes = piece.bytes.trim_ascii_end();
        if !piece.is_start() || bytes.first() == Some(&b'*') {
            return;
        }
        if bytes.is_empty() {
            if self.section != Section::End {
                self.find(&rules::BLANK_LINE, || "empty line; delete it".to_owned());
            }
            return;
        }
        if !piece.is_end {
            self.find(&rules::FIELDS, || {
                "line of more than 262144 characters; shorten its names".to_owned()
            });
        }
        if self.section == Section::End {
            if !std::mem::replace(&mut self.is_after_end, true) {
                self.find(&rules::AFTER_END, || {
                    format!("text after ENDATA: `{}`; delete it", shown(bytes))
                });
            }
        } else if bytes[0].is_ascii_whitespace() {
            if bytes[0] == b'\t' {
                self.find(&rules::TAB, || "tab at the start of a line; write a space".to_owned());
            }
            self.has_free_line = self.has_free_line || !is_fixed(bytes, self.section);
            self.data(bytes, sink);
        } else {
            self.begin(bytes);
        }
    }

    /// Returns the number of rows that are not objectives.
    fn row_count(&self) -> u64 {
        // another row may have the name of an objective
        self.rows.len().saturating_sub(self.objectives)
    }

    /// Adds a finding about the current line.
    fn find(&mut self, rule: &'static LintRule, message: impl FnOnce() -> String) {
        self.report.add(rule, self.line, None, message);
    }

    /// Begins a section.
    fn begin(&mut self, line: &[u8]) {
        let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let word = words.next().unwrap_or(line);
        let section = Section::of_word(word);
        if section == Section::Unsupported {
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
        if self.section == Section::Rows && self.objectives == 0 {
            self.find(&rules::OBJECTIVE, || {
                "no row of type N before this line; add ` N obj`".to_owned()
            });
        }
        if section == Section::Name {
            self.name_line = self.line;
            let name = words.next();
            self.is_free = words.next_back() == Some(b"FREE");
            let at = name.map_or(NAME_AT, |name| name.as_ptr() as usize - line.as_ptr() as usize);
            // CBC reads FREE as the name if no name precedes it
            self.has_free_line |= at != NAME_AT && name != Some(b"FREE");
        }
        if section != Section::Name
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

    /// Runs the checks at the end of the file.
    pub(crate) fn finish(mut self) -> LintReport {
        self.line = self.line.max(1);
        for (section, name) in [
            (Section::Name, "NAME"),
            (Section::Rows, "ROWS"),
            (Section::Columns, "COLUMNS"),
            (Section::Rhs, "RHS"),
            (Section::End, "ENDATA"),
        ] {
            if !self.seen.contains(&section) {
                self.find(&rules::MISSING_SECTION, || {
                    format!("no line {name}; check whether the file was truncated")
                });
            }
        }
        if self.has_free_line && !self.is_free && self.seen.contains(&Section::Name) {
            let message = || "no FREE after the name; write `NAME program FREE`".to_owned();
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
        self.report
    }
}
