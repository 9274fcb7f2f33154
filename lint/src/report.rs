//! What was found in a file.

use crate::{FileFormat, LintRule, Severity};

/// How many findings of one rule are kept; beyond, they are counted.
pub const KEPT: usize = 10;

/// A breach of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The line, from 1.
    pub line: u64,
    /// The column in bytes, from 1, where the finding has one.
    pub column: Option<u64>,
    /// The rule.
    pub rule: &'static LintRule,
    /// The value at fault and the way out.
    pub message: String,
}

impl Finding {
    /// How much it matters: as much as its rule.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.rule.severity
    }
}

/// How large a file is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FileSize {
    /// The variables that occur, or the columns.
    pub variables: u64,
    /// The clauses, or the rows.
    pub clauses: u64,
}

/// The findings of one file.
#[derive(Debug)]
pub struct LintReport {
    /// The format by which the file was read.
    pub format: FileFormat,
    /// How large the file is.
    pub size: FileSize,
    findings: Vec<Finding>,
    counts: Vec<(&'static LintRule, u64)>,
}

impl LintReport {
    pub(super) fn new(format: FileFormat) -> Self {
        Self { format, size: FileSize::default(), findings: Vec::new(), counts: Vec::new() }
    }

    /// Takes a finding in; its message is made only if it is kept.
    pub(super) fn add(
        &mut self,
        rule: &'static LintRule,
        line: u64,
        column: Option<u64>,
        message: impl FnOnce() -> String,
    ) {
        let count = match self.counts.iter().position(|(known, _)| std::ptr::eq(*known, rule)) {
            Some(place) => &mut self.counts[place].1,
            None => {
                self.counts.push((rule, 0));
                let last = self.counts.len() - 1;
                &mut self.counts[last].1
            }
        };
        *count += 1;
        if *count <= KEPT as u64 {
            self.findings.push(Finding { line, column, rule, message: message() });
        }
    }

    /// Puts the findings in the order of their lines.
    pub(super) fn sort(&mut self) {
        self.findings.sort_by_key(|finding| finding.line);
    }

    /// The findings in the order of their lines: of each rule the first [`KEPT`].
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The rules that are broken, and how often.
    #[must_use]
    pub fn counts(&self) -> &[(&'static LintRule, u64)] {
        &self.counts
    }

    /// How many findings have this severity, kept or not.
    #[must_use]
    pub fn total(&self, severity: Severity) -> u64 {
        let of_severity = self.counts.iter().filter(|(rule, _)| rule.severity == severity);
        of_severity.map(|(_, count)| count).sum()
    }
}
