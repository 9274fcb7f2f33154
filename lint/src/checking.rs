//! The check of a file whose bytes are given in parts, so that a reader of the file can check it at the same time.

use crate::lines::{LinePiece, LineSplitter};
use crate::other::{MARK, OtherFormat};
use crate::{FileFormat, FormulaSink, LintReport, LintRule, cnf, lp, mps, opb};

/// The number of bytes that are enough to recognize a file of another format.
const START: usize = 1 << 12;

/// The maximum number of bytes from which it is recognized, so that it does not depend on how a file is divided.
const MOST_OF_START: usize = 1 << 16;

/// The check of a file whose bytes are given in parts.
///
/// ```
/// use encycle_lint::{Check, FileFormat, Severity};
///
/// let mut check = Check::new(FileFormat::Opb, ());
/// check.feed(b"* #variable= 1 #constr");
/// check.feed(b"aint= 2\n+1 x1 >= 1 ;\n");
/// let (report, ()) = check.finish();
/// assert_eq!(report.total(Severity::Error), 1); // one constraint, not two
/// ```
#[derive(Debug)]
pub struct Check<S> {
    /// The first bytes, until there are enough of them to recognize another format.
    start: Option<Vec<u8>>,
    lines: LineSplitter,
    checker: Checker,
    sink: S,
    /// The report on a file of another format. Nothing else is checked in such a file.
    other: Option<LintReport>,
}

/// The state of the checks of a format.
#[derive(Debug)]
enum Checker {
    Cnf(Box<cnf::CnfChecker>),
    Lp(Box<lp::LpChecker>),
    Mps(Box<mps::MpsChecker>),
    Opb(Box<opb::OpbChecker>),
}

impl<S: FormulaSink> Check<S> {
    /// Begins a check. `sink` receives the contents of the file.
    #[must_use]
    pub fn new(format: FileFormat, sink: S) -> Self {
        let mut checker = match format {
            FileFormat::Cnf => Checker::Cnf(Box::default()),
            FileFormat::Lp => Checker::Lp(Box::default()),
            FileFormat::Mps => Checker::Mps(Box::default()),
            FileFormat::Opb => Checker::Opb(Box::default()),
        };
        *checker.report() = LintReport::new(format);
        let (start, lines) = (Some(Vec::new()), LineSplitter::default());
        Self { start, lines, checker, sink, other: None }
    }

    /// Checks the next bytes.
    pub fn feed(&mut self, bytes: &[u8]) {
        if let Some(start) = &mut self.start {
            start.extend_from_slice(bytes);
            if start.len() >= START {
                self.flush();
            }
            return;
        }
        if self.other.is_none() {
            self.lines.feed(bytes, |piece| self.checker.piece(piece, &mut self.sink));
        }
    }

    /// Checks the first bytes, which are held back until another format can be recognized.
    pub fn flush(&mut self) {
        let Some(start) = self.start.take() else { return };
        if let Some(other) = OtherFormat::of_content(&start[..start.len().min(MOST_OF_START)]) {
            let mut report = LintReport::new(self.checker.report().format);
            report.add(self.checker.rules().0, 1, None, || other.to_string());
            self.other = Some(report);
        }
        let text = match start.strip_prefix(MARK) {
            Some(text) => {
                let message =
                    "byte order mark at the start of the file; save it as UTF-8 without the mark";
                let rule = self.checker.rules().1;
                self.checker.report().add(rule, 1, Some(1), || message.to_owned());
                text
            }
            None => &start,
        };
        self.lines.feed(text, |piece| self.checker.piece(piece, &mut self.sink));
    }

    /// Returns the report on the bytes given so far. Findings that only the end of the file shows, such as a wrong
    /// number of clauses, are missing.
    pub fn report(&mut self) -> &LintReport {
        match &self.other {
            Some(report) => report,
            None => self.checker.report(),
        }
    }

    /// Returns whether there is an error, or the sink needs no further contents.
    pub fn is_decided(&mut self) -> bool {
        !self.sink.accepts_more() || self.report().has_error()
    }

    /// Ends the check at the end of the file.
    #[must_use]
    pub fn finish(mut self) -> (LintReport, S) {
        self.flush();
        self.lines.finish(|piece| self.checker.piece(piece, &mut self.sink));
        self.checker.finish(&mut self.sink);
        self.end()
    }

    /// Ends the check before the end of the file, without the findings that only the end shows.
    #[must_use]
    pub fn stop(mut self) -> (LintReport, S) {
        self.flush();
        self.end()
    }

    fn end(mut self) -> (LintReport, S) {
        let report = self.other.as_mut().unwrap_or(self.checker.report());
        report.sort();
        (std::mem::take(report), self.sink)
    }
}

impl Checker {
    fn piece(&mut self, piece: &LinePiece<'_>, sink: &mut impl FormulaSink) {
        match self {
            Self::Cnf(checker) => checker.piece(piece, sink),
            Self::Lp(checker) => checker.piece(piece, sink),
            Self::Mps(checker) => checker.piece(piece, sink),
            Self::Opb(checker) => checker.piece(piece, sink),
        }
    }

    fn report(&mut self) -> &mut LintReport {
        match self {
            Self::Cnf(checker) => &mut checker.report,
            Self::Lp(checker) => &mut checker.report,
            Self::Mps(checker) => &mut checker.report,
            Self::Opb(checker) => &mut checker.report,
        }
    }

    fn finish(&mut self, sink: &mut impl FormulaSink) {
        match self {
            Self::Cnf(checker) => checker.finish(),
            Self::Lp(checker) => checker.finish(sink),
            Self::Mps(checker) => checker.finish(),
            Self::Opb(checker) => checker.finish(),
        }
    }

    /// Returns the rules of the format about other formats and about a byte order mark.
    fn rules(&mut self) -> (&'static LintRule, &'static LintRule) {
        match self.report().format {
            FileFormat::Cnf => (&cnf::rules::OTHER_FORMAT, &cnf::rules::BYTE_MARK),
            FileFormat::Lp => (&lp::rules::OTHER_FORMAT, &lp::rules::NOT_ASCII),
            FileFormat::Mps => (&mps::rules::OTHER_FORMAT, &mps::rules::NOT_ASCII),
            FileFormat::Opb => (&opb::rules::OTHER_FORMAT, &opb::rules::NOT_ASCII),
        }
    }
}
