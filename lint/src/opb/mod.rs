//! The checks of OPB, in one pass over the bytes.

mod header;
pub mod rules;
mod statement;
mod tokens;

use crate::lines::LinePiece;
use crate::variables::Variables;
use crate::{DeclaredVariables, FileFormat, FilePlace, FileSize, FormulaSink, LintReport, Number};
use header::Header;
use statement::{Part, Statement};
use tokens::{TokenKind, tokens};

/// Returns whether a line can be the first line of a file.
pub(super) fn begins(line: &[u8]) -> bool {
    line.starts_with(b"* #variable=")
}

/// The state of the checks of a formula.
#[derive(Debug)]
pub(crate) struct Checker {
    pub(crate) report: LintReport,
    header: Header,
    /// Whether the current line is a comment.
    in_comment: bool,
    statement: Statement,
    constraints: u64,
    equations: u64,
    /// The maximum, over all constraints, of the sum of the absolute values in a constraint.
    greatest_sum: u128,
    has_objective: bool,
    /// The variables that occur.
    occurring: Variables,
    /// The number of the current line.
    line: u64,
}

impl Default for Checker {
    fn default() -> Self {
        Self {
            report: LintReport::new(FileFormat::Opb),
            header: Header::default(),
            in_comment: false,
            statement: Statement::default(),
            constraints: 0,
            equations: 0,
            greatest_sum: 0,
            has_objective: false,
            occurring: Variables::default(),
            line: 0,
        }
    }
}

impl Checker {
    /// Checks a line or a piece of a line, and passes its contents to a sink.
    pub(crate) fn piece(&mut self, piece: &LinePiece<'_>, sink: &mut dyn FormulaSink) {
        self.line = piece.line;
        let mut bytes = piece.bytes;
        let is_comment = match piece.is_start() {
            true => bytes.first() == Some(&b'*'),
            false => self.in_comment,
        };
        if piece.is_end && bytes.last() == Some(&b'\r') {
            bytes = &bytes[..bytes.len() - 1];
            if !is_comment {
                let message =
                    || "carriage return at the end of the line; end lines in \\n".to_owned();
                self.report.add(&rules::CARRIAGE_RETURN, self.line, None, message);
            }
        }
        if let Some(at) = bytes.iter().position(|byte| !byte.is_ascii()) {
            let message = || format!("byte not in ASCII: 0x{:02X}; replace it", bytes[at]);
            let column = Some(piece.offset + at as u64 + 1);
            self.report.add(&rules::NOT_ASCII, self.line, column, message);
        }
        if piece.is_start() {
            self.in_comment = is_comment;
            if self.line == 1 {
                self.first_line(bytes);
            } else if !self.in_comment && self.statement.is_open() && !bytes.trim_ascii().is_empty()
            {
                let message = || "constraint over several lines; write it on one".to_owned();
                self.report.add(&rules::OVER_LINES, self.statement.line, None, message);
            }
        }
        if !self.in_comment {
            self.statements(bytes, piece.offset, sink);
        }
    }

    /// Checks the first line.
    fn first_line(&mut self, bytes: &[u8]) {
        self.header = header::parse(bytes);
        let Header { variables: Some(variables), constraints: Some(constraints), .. } = self.header
        else {
            return self.no_header();
        };
        let exact = format!("* #variable= {variables} #constraint= {constraints}");
        match bytes.trim_ascii_end().strip_prefix(exact.as_bytes()) {
            Some([]) => {}
            Some(rest) if self.header.words_of_2024().as_deref() == Some(rest) => {}
            Some([b' ', ..]) => {
                let message = || {
                    "other words after the header; end it, or write `#equal= EQUATIONS intsize= BITS`"
                        .to_owned()
                };
                self.report.add(&rules::HEADER_WORDS, 1, None, message);
            }
            _ => {
                let message = || format!("header in another form; write `{exact}`");
                self.report.add(&rules::HEADER_FORM, 1, None, message);
            }
        }
    }

    fn no_header(&mut self) {
        let message =
            || "no header; begin with `* #variable= VARIABLES #constraint= CONSTRAINTS`".to_owned();
        self.report.add(&rules::NO_HEADER, 1, None, message);
    }

    /// Checks the constraints on a line.
    fn statements(&mut self, text: &[u8], offset: u64, sink: &mut dyn FormulaSink) {
        for (kind, start, word) in tokens(text) {
            let place = FilePlace { line: self.line, column: offset + start as u64 + 1 };
            let checked = match kind {
                TokenKind::End => self.end(),
                _ => match self.statement.token(kind, word, self.line) {
                    Ok(part) => {
                        self.part(part, place, sink);
                        Ok(())
                    }
                    Err(fault) => Err(fault),
                },
            };
            if let Err((rule, message)) = checked {
                self.report.add(rule, place.line, Some(place.column), || message);
            }
        }
    }

    /// Passes on a part of a constraint or of the objective.
    fn part(&mut self, part: Part, place: FilePlace, sink: &mut dyn FormulaSink) {
        let row = self.constraints as usize;
        match part {
            Part::Term(coefficient, variable) => {
                self.variable(variable, place.column);
                let row = if self.statement.is_objective { None } else { Some(row) };
                sink.term(row, variable as usize - 1, Number::Whole(coefficient), place);
            }
            Part::Relation(relation) => sink.relation(relation),
            Part::RightSide(value) => sink.right_side(row, Number::Whole(value), place),
            Part::Other => {}
        }
    }

    fn variable(&mut self, variable: u32, column: u64) {
        self.occurring.insert(variable);
        if let Some(declared) = self.header.variables
            && u64::from(variable) > declared
        {
            let message = || {
                format!("variable x{variable} is above the header's {declared}; correct the header")
            };
            self.report.add(&rules::VARIABLE_ABOVE, self.line, Some(column), message);
        }
    }

    /// Ends a constraint or an objective.
    fn end(&mut self) -> Result<(), statement::Fault> {
        let ended = self.statement.end();
        if self.statement.is_objective {
            if self.constraints > 0 || std::mem::replace(&mut self.has_objective, true) {
                let message = || {
                    "objective after another or after a constraint; move it to the top, and keep one".to_owned()
                };
                self.report.add(&rules::OBJECTIVE, self.statement.line, None, message);
            }
        } else {
            self.constraints += 1;
            self.equations += u64::from(self.statement.is_equation);
            self.greatest_sum = self.greatest_sum.max(self.statement.sum);
        }
        self.statement.clear();
        ended
    }

    /// Runs the checks at the end of the file.
    pub(crate) fn finish(mut self) -> LintReport {
        if self.line == 0 {
            self.no_header();
        }
        if self.statement.is_open() {
            let message =
                || "last constraint without `;`; check whether the file was truncated".to_owned();
            self.report.add(&rules::UNFINISHED, self.statement.line, None, message);
        }
        let found = [
            (&rules::CONSTRAINT_COUNT, "constraints", self.header.constraints, self.constraints),
            (&rules::EQUATION_COUNT, "equations", self.header.equations, self.equations),
        ];
        // for an unfinished last constraint, the finding about the missing `;` is enough
        let unfinished = u64::from(self.statement.is_open());
        let differs =
            |declared: &u64, found: u64| *declared != found && *declared != found + unfinished;
        for (rule, what, declared, found) in found {
            if let Some(declared) = declared.filter(|declared| differs(declared, found)) {
                let message = || {
                    format!(
                        "the header declares {declared} {what}, the file has {found}; correct it"
                    )
                };
                self.report.add(rule, 1, None, message);
            }
        }
        let bits = self.greatest_sum.checked_ilog2().map_or(1, |bits| u64::from(bits) + 1);
        if let Some(declared) = self.header.intsize.filter(|&declared| declared < bits) {
            let message =
                || format!("intsize {declared}, but a constraint needs {bits} bits; correct it");
            self.report.add(&rules::INTSIZE, 1, None, message);
        }
        self.report.declared =
            self.header.variables.map(|variables| DeclaredVariables { line: 1, variables });
        self.report.size =
            FileSize { variables: self.occurring.count(), clauses: self.constraints };
        self.report
    }
}
