//! The report on a file: its findings and its size.

use encycle_files::gbd::GbdHashes;

use crate::{FileFormat, LintRule, Severity};

/// The maximum number of findings that are kept for each rule; further findings are only counted.
pub const MAX_FINDINGS_PER_RULE: usize = 10;

/// A violation of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The line number, from 1.
    pub line: u64,
    /// The column in bytes, from 1; `None` for findings about a whole line.
    pub column: Option<u64>,
    /// The rule.
    pub rule: &'static LintRule,
    /// The offending value and how to fix it, on one line.
    pub message: String,
}

impl Finding {
    /// Returns the severity of the finding's rule.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.rule.severity
    }

    /// Returns the parts of the message: what is wrong, and how to fix it.
    ///
    /// ```
    /// use encycle_lint::{FileFormat, check};
    /// let report = check(FileFormat::Cnf, "p cnf 1 2\n1 0\n".as_bytes())?;
    /// let error = report.first_error().expect("an error");
    /// assert_eq!(error.parts(), ("the header declares 2 clauses, the file has 1", Some("correct it")));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn parts(&self) -> (&str, Option<&str>) {
        match self.message.rsplit_once("; ") {
            Some((what, fix)) => (what, Some(fix)),
            None => (&self.message, None),
        }
    }
}

/// The size of a formula or linear program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FileSize {
    /// The number of variables that occur, or of columns.
    pub variables: u64,
    /// The number of clauses, or of rows.
    pub clauses: u64,
}

/// The number of variables that the header of a CNF or OPB formula declares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeclaredVariables {
    /// The line of the header, from 1.
    pub line: u64,
    /// The number of variables.
    pub variables: u64,
}

/// The findings of one file.
#[derive(Debug, Default)]
pub struct LintReport {
    /// The format whose rules were checked.
    pub format: FileFormat,
    /// The size of the formula or linear program.
    pub size: FileSize,
    /// The variables that the header of a CNF or OPB formula declares.
    pub declared: Option<DeclaredVariables>,
    /// The hashes of a CNF formula without errors.
    pub hashes: Option<GbdHashes>,
    findings: Vec<Finding>,
    counts: Vec<(&'static LintRule, u64)>,
    has_error: bool,
}

impl LintReport {
    /// Creates an empty report.
    pub(super) fn new(format: FileFormat) -> Self {
        Self { format, ..Self::default() }
    }

    /// Adds a finding. Calls `message` only if the finding is kept.
    pub(super) fn add<M: Into<String>>(
        &mut self,
        rule: &'static LintRule,
        line: u64,
        column: Option<u64>,
        message: impl FnOnce() -> M,
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
        self.has_error |= rule.severity == Severity::Error;
        if *count <= MAX_FINDINGS_PER_RULE as u64 {
            self.findings.push(Finding { line, column, rule, message: message().into() });
        }
    }

    /// Sorts the findings by line.
    pub(super) fn sort(&mut self) {
        self.findings.sort_by_key(|finding| finding.line);
    }

    /// Returns the findings, sorted by line; for each rule the first [`MAX_FINDINGS_PER_RULE`].
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Returns the error of the first line that has an error; `None` if there are only warnings.
    #[must_use]
    pub fn first_error(&self) -> Option<&Finding> {
        let errors = self.findings.iter().filter(|one| one.severity() == Severity::Error);
        errors.min_by_key(|one| one.line)
    }

    /// Returns whether there is an error.
    #[must_use]
    pub fn has_error(&self) -> bool {
        self.has_error
    }

    /// Returns whether there is an error other than violations of these rules.
    #[must_use]
    pub fn has_error_except(&self, rules: &[&LintRule]) -> bool {
        let mut violated = self.counts.iter().map(|(rule, _)| rule);
        self.has_error
            && violated.any(|rule| rule.severity == Severity::Error && !rules.contains(rule))
    }

    /// Returns the violated rules, each with the number of violations.
    #[must_use]
    pub fn counts(&self) -> &[(&'static LintRule, u64)] {
        &self.counts
    }

    /// Returns the number of findings of a severity, including the findings that are not kept.
    #[must_use]
    pub fn total(&self, severity: Severity) -> u64 {
        let of_severity = self.counts.iter().filter(|(rule, _)| rule.severity == severity);
        of_severity.map(|(_, count)| count).sum()
    }
}
