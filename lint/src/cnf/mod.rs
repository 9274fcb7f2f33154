//! The checks of DIMACS CNF, in one pass over the bytes.

mod clause;
mod header;
mod literals;
pub mod rules;

use crate::lines::LinePiece;
use crate::variables::Variables;
use crate::{DeclaredVariables, FileFormat, FileSize, FormulaSink, LintReport};
use clause::Clause;
use header::Header;

/// The kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Comment,
    Header,
    Clause,
    /// A line after a `%`, which the checks ignore.
    Trailer,
}

/// The state of the checks of a formula.
#[derive(Debug)]
pub(crate) struct Checker<S> {
    pub(crate) report: LintReport,
    /// The kind of the current line.
    kind: Kind,
    /// The header, if its numbers are readable.
    header: Option<Header>,
    /// Whether a `p` line has been read.
    has_header_line: bool,
    /// Whether the missing header has already been reported.
    misses_header: bool,
    /// Whether a comment precedes the header.
    has_comment: bool,
    /// The clause being read.
    clause: Clause,
    /// The number of complete clauses.
    clauses: u64,
    /// The number of clauses completed on the current line.
    clauses_on_line: u64,
    /// The receiver of the literals; it receives them until there is an error.
    pub(crate) sink: S,
    /// Whether there is an error.
    has_error: bool,
    /// The variables that occur.
    occurring: Variables,
    /// The number of the current line.
    line: u64,
    /// Whether a stray blank on the current line has already been reported.
    is_stray_line: bool,
    /// The last line on which a tab has been reported.
    tab_line: u64,
    /// Whether the last line read has no line break.
    lacks_newline: bool,
}

impl<S: FormulaSink> Checker<S> {
    pub(crate) fn new(sink: S) -> Self {
        Self {
            report: LintReport::new(FileFormat::Cnf),
            kind: Kind::Comment,
            header: None,
            has_header_line: false,
            misses_header: false,
            has_comment: false,
            clause: Clause::default(),
            clauses: 0,
            clauses_on_line: 0,
            sink,
            has_error: false,
            occurring: Variables::default(),
            line: 0,
            is_stray_line: false,
            tab_line: 0,
            lacks_newline: false,
        }
    }

    /// Checks a line or a piece of a line.
    pub(crate) fn piece(&mut self, piece: &LinePiece<'_>) {
        self.line = piece.line;
        self.lacks_newline = !piece.has_newline;
        if self.kind == Kind::Trailer {
            return;
        }
        let mut bytes = piece.bytes;
        if piece.is_end && bytes.last() == Some(&b'\r') {
            bytes = &bytes[..bytes.len() - 1];
            let message = || "carriage return at the end of the line; end lines in \\n".to_owned();
            self.report.add(&rules::CARRIAGE_RETURN, self.line, None, message);
        }
        if piece.is_start() {
            self.clauses_on_line = 0;
            self.is_stray_line = false;
            self.kind = self.kind_of(bytes);
        }
        match self.kind {
            Kind::Comment => self.not_ascii(bytes, piece.offset),
            Kind::Header if piece.is_start() => self.header(bytes),
            Kind::Clause => self.literals(bytes, piece),
            Kind::Header | Kind::Trailer => {}
        }
        self.has_error |= self.report.has_error();
    }

    /// Determines the kind of a line from its beginning.
    fn kind_of(&mut self, bytes: &[u8]) -> Kind {
        match bytes.trim_ascii_start() {
            [b'c', ..] => {
                if bytes.first() != Some(&b'c') {
                    self.indented_comment();
                }
                self.comment(bytes);
                Kind::Comment
            }
            [b'p', ..] => Kind::Header,
            [b'%', ..] => {
                let message = || {
                    "line with `%`, as at the end of old SATLIB files: most solvers stop here; \
                     delete it and everything after it"
                        .to_owned()
                };
                self.report.add(&rules::PERCENT_TRAILER, self.line, None, message);
                Kind::Trailer
            }
            _ => Kind::Clause,
        }
    }

    /// Checks the position of a comment.
    fn comment(&mut self, bytes: &[u8]) {
        if !self.has_header_line {
            self.has_comment = true;
        } else if bytes.starts_with(b"c p ") || bytes.starts_with(b"c t ") {
            let message = || {
                "directive of model counters after the header; delete it for SAT solvers".to_owned()
            };
            self.report.add(&rules::LATE_DIRECTIVE, self.line, None, message);
        } else {
            let message = || "comment after the header; move it before the header".to_owned();
            self.report.add(&rules::LATE_COMMENT, self.line, None, message);
        }
    }

    /// Reports blanks before a comment.
    fn indented_comment(&mut self) {
        if self.has_header_line {
            return self.stray_blank(literals::LEADING_BLANK);
        }
        let message = || "blank before a comment; delete it".to_owned();
        self.report.add(&rules::COMMENT_INDENT, self.line, None, message);
    }

    /// Reports the first byte of a comment that is not UTF-8 or, if there is none, the first that is not ASCII.
    fn not_ascii(&mut self, bytes: &[u8], offset: u64) {
        if bytes.is_ascii() {
            return;
        }
        // the end of a piece may split a character
        let invalid = str::from_utf8(bytes).err().filter(|error| error.error_len().is_some());
        let first = bytes.iter().position(|byte| !byte.is_ascii());
        let (rule, what, place) = match (invalid, first) {
            (Some(error), _) => (&rules::NOT_UTF8, "UTF-8", error.valid_up_to()),
            (None, Some(place)) => (&rules::NOT_ASCII, "ASCII", place),
            (None, None) => return,
        };
        let message = || format!("byte not in {what}: 0x{:02X}; replace it", bytes[place]);
        self.report.add(rule, self.line, Some(offset + place as u64 + 1), message);
    }

    /// Checks a `p` line.
    fn header(&mut self, bytes: &[u8]) {
        if self.has_header_line {
            let message = || "second `p` line; keep one, before the clauses".to_owned();
            self.report.add(&rules::SECOND_HEADER, self.line, None, message);
            return;
        }
        self.has_header_line = true;
        let (header, wrong) = header::parse(bytes, self.line);
        self.header = header;
        match wrong {
            Some((true, message)) => {
                self.report.add(&rules::HEADER_FORM, self.line, None, || message);
            }
            Some((false, message)) => self.stray_blank(&message),
            None => {}
        }
        if let Some(variables) = header.map(|header| header.variables)
            && variables > i32::MAX as u64
        {
            let message = || format!("too many variables: {variables}; the limit is {}", i32::MAX);
            self.report.add(&rules::LITERAL_RANGE, self.line, None, message);
        }
    }

    /// Reports the missing header, once.
    fn no_header(&mut self) {
        if std::mem::replace(&mut self.misses_header, true) {
            return;
        }
        let message =
            || "no header before the clauses; begin with `p cnf VARIABLES CLAUSES`".to_owned();
        self.report.add(&rules::NO_HEADER, self.line.max(1), None, message);
    }

    /// Runs the checks at the end of the file.
    pub(crate) fn finish(mut self) -> (LintReport, S) {
        let last = self.line.max(1);
        if !self.has_header_line {
            self.no_header();
        }
        if !self.clause.is_empty() {
            let message =
                || "last clause without 0; check whether the file was truncated".to_owned();
            self.report.add(&rules::UNFINISHED_CLAUSE, self.clause.line, None, message);
        }
        if !self.has_comment {
            let message = || {
                "no comment before the header; state there how the formula was generated \
                 (`c command: ...`)"
                    .to_owned()
            };
            self.report.add(&rules::NO_COMMENT, 1, None, message);
        }
        if self.lacks_newline {
            let message = || "last line without a line feed; add it".to_owned();
            self.report.add(&rules::NO_FINAL_NEWLINE, last, None, message);
        }
        if let Some(header) = self.header {
            self.counts(header);
            let Header { line, variables, .. } = header;
            self.report.declared = Some(DeclaredVariables { line, variables });
        }
        self.report.size = FileSize { variables: self.occurring.count(), clauses: self.clauses };
        (self.report, self.sink)
    }

    /// Compares the header's numbers with the clauses and variables found.
    fn counts(&mut self, header: Header) {
        let (declared, found) = (header.clauses, self.clauses);
        // for an unfinished last clause, the finding about the missing 0 is enough
        let unfinished = u64::from(!self.clause.is_empty());
        if declared != found && declared != found + unfinished {
            let message = || {
                format!("the header declares {declared} clauses, the file has {found}; correct it")
            };
            self.report.add(&rules::CLAUSE_COUNT, header.line, None, message);
        }
        let last = u32::try_from(header.variables).unwrap_or(u32::MAX).min(i32::MAX as u32);
        let first: Vec<String> =
            self.occurring.missing(last).take(3).map(|v| v.to_string()).collect();
        if !first.is_empty() {
            let within = self.occurring.count_up_to(last);
            let message = || {
                let (unused, declared) = (u64::from(last) - within, header.variables);
                let first = first.join(", ");
                format!(
                    "{unused} of {declared} variables do not occur (first: {first}); renumber them"
                )
            };
            self.report.add(&rules::UNUSED_VARIABLE, header.line, None, message);
        }
    }
}
