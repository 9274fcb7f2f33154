//! Positions in a file at which findings are reported.

use crate::lp::names::{flaws, label_flaws};
use crate::{FilePlace, FormulaSink, LintReport, LintRule};

/// A position in the file, with the report that receives the findings there, and the sink of the contents.
pub struct LinePosition<'a> {
    pub line: u64,
    /// The number of bytes of the line before the current text.
    pub offset: u64,
    pub report: &'a mut LintReport,
    pub sink: &'a mut dyn FormulaSink,
}

impl LinePosition<'_> {
    /// Returns the place of byte `at` of the current text.
    pub fn at(&self, at: usize) -> FilePlace {
        FilePlace { line: self.line, column: self.offset + at as u64 + 1 }
    }

    /// Adds a finding at byte `at` of the current text.
    pub fn report_finding(
        &mut self,
        rule: &'static LintRule,
        at: usize,
        message: impl FnOnce() -> String,
    ) {
        let FilePlace { line, column } = self.at(at);
        self.report.add(rule, line, Some(column), message);
    }

    /// Checks the name of the objective or of a row.
    pub fn check_label(&mut self, name: &[u8], at: usize) {
        label_flaws(name, |rule, message| self.report_finding(rule, at, || message));
    }

    /// Checks the name of a variable at its first occurrence.
    pub fn check_name(&mut self, name: &[u8], at: usize) {
        flaws(name, |rule, message| self.report_finding(rule, at, || message));
    }
}
