//! Checks DIMACS CNF, in one pass over the bytes.

mod clause;
mod header;
mod literals;
pub mod rules;
mod variables;

use std::io::{self, Read};

use crate::lines::{LinePiece, LineReader};
use crate::{FileFormat, FileSize, LintReport};
use clause::Clause;
use header::Header;
use variables::Variables;

/// Checks a formula.
///
/// # Errors
/// Those of the reader.
pub(super) fn check(input: impl Read) -> io::Result<LintReport> {
    let mut lines = LineReader::new(input);
    let mut checker = Checker::new();
    while let Some(piece) = lines.next()? {
        checker.piece(&piece);
    }
    Ok(checker.finish())
}

/// What the line at hand is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Comment,
    Header,
    Clause,
    /// Behind a `%`: nothing more is looked at.
    Trailer,
}

struct Checker {
    report: LintReport,
    kind: Kind,
    header: Option<Header>,
    has_header_line: bool,
    misses_header: bool,
    has_comment: bool,
    clause: Clause,
    clauses: u64,
    clauses_on_line: u64,
    occurring: Variables,
    line: u64,
    is_stray_line: bool,
    lacks_newline: bool,
}

impl Checker {
    fn new() -> Self {
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
            occurring: Variables::default(),
            line: 0,
            is_stray_line: false,
            lacks_newline: false,
        }
    }

    fn piece(&mut self, piece: &LinePiece<'_>) {
        self.line = piece.line;
        self.lacks_newline = !piece.has_newline;
        if self.kind == Kind::Trailer {
            return;
        }
        let mut bytes = piece.bytes;
        if piece.is_end && bytes.last() == Some(&b'\r') {
            bytes = &bytes[..bytes.len() - 1];
            let message = || "the line ends in a carriage return; end lines in \\n".to_owned();
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
    }

    /// What the line is, by how it begins.
    fn kind_of(&mut self, bytes: &[u8]) -> Kind {
        match bytes.trim_ascii_start() {
            [b'c', ..] => {
                if bytes.first() != Some(&b'c') {
                    self.stray_blank("a blank at the start of the line");
                }
                self.comment(bytes);
                Kind::Comment
            }
            [b'p', ..] => Kind::Header,
            [b'%', ..] => {
                let message = || {
                    "a line with `%`, as at the end of old SATLIB files, and most solvers stop \
                     here; delete it and all behind it"
                        .to_owned()
                };
                self.report.add(&rules::PERCENT_TRAILER, self.line, None, message);
                Kind::Trailer
            }
            _ => Kind::Clause,
        }
    }

    fn comment(&mut self, bytes: &[u8]) {
        if !self.has_header_line {
            self.has_comment = true;
        } else if bytes.starts_with(b"c p ") || bytes.starts_with(b"c t ") {
            let message = || "a line for model counters; SAT solvers want none here".to_owned();
            self.report.add(&rules::LATE_DIRECTIVE, self.line, None, message);
        } else {
            let message = || "a comment after the header; move it before the header".to_owned();
            self.report.add(&rules::LATE_COMMENT, self.line, None, message);
        }
    }

    fn not_ascii(&mut self, bytes: &[u8], offset: u64) {
        if bytes.is_ascii() {
            return;
        }
        let Some(place) = bytes.iter().position(|byte| !byte.is_ascii()) else { return };
        let message = || format!("byte 0x{:02X} is not ASCII; write it otherwise", bytes[place]);
        self.report.add(&rules::NOT_ASCII, self.line, Some(offset + place as u64 + 1), message);
    }

    fn header(&mut self, bytes: &[u8]) {
        if self.has_header_line {
            let message = || "another `p` line; there is one, before the clauses".to_owned();
            self.report.add(&rules::SECOND_HEADER, self.line, None, message);
            return;
        }
        self.has_header_line = true;
        let (header, wrong) = header::parse(bytes, self.line);
        self.header = header;
        if let Some(message) = wrong {
            self.report.add(&rules::HEADER_FORM, self.line, None, || message);
        }
        if let Some(variables) = header.map(|header| header.variables)
            && variables > i32::MAX as u64
        {
            let message = || format!("{variables} variables; {} is the most", i32::MAX);
            self.report.add(&rules::LITERAL_RANGE, self.line, None, message);
        }
    }

    fn no_header(&mut self) {
        if std::mem::replace(&mut self.misses_header, true) {
            return;
        }
        let message =
            || "no header before the clauses; begin with `p cnf VARIABLES CLAUSES`".to_owned();
        self.report.add(&rules::NO_HEADER, self.line.max(1), None, message);
    }

    fn finish(mut self) -> LintReport {
        let last = self.line.max(1);
        if !self.has_header_line {
            self.no_header();
        }
        if !self.clause.is_empty() {
            let message = || "the last clause has no 0; has the file been cut off?".to_owned();
            self.report.add(&rules::UNFINISHED_CLAUSE, self.clause.line, None, message);
        }
        if !self.has_comment {
            let message = || {
                "no comment at the top; tell there how the formula was made (`c command: ...`)"
                    .to_owned()
            };
            self.report.add(&rules::NO_COMMENT, 1, None, message);
        }
        if self.lacks_newline {
            let message = || "the last line has no line feed at its end; add it".to_owned();
            self.report.add(&rules::NO_FINAL_NEWLINE, last, None, message);
        }
        if let Some(header) = self.header {
            self.counts(header);
        }
        self.report.size = FileSize { variables: self.occurring.count(), clauses: self.clauses };
        self.report.sort();
        self.report
    }

    fn counts(&mut self, header: Header) {
        let (promised, found) = (header.clauses, self.clauses);
        if promised != found {
            let message =
                || format!("the header promises {promised} clauses, there are {found}; correct it");
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
                    "{unused} of {declared} variables never occur (first: {first}); number anew"
                )
            };
            self.report.add(&rules::UNUSED_VARIABLE, header.line, None, message);
        }
    }
}
