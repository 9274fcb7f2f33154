//! The results of `encycle lint`.

use std::collections::BTreeMap;

use encycle_lint::{FileFormat, Finding, LintReport, Severity};
use serde::{Deserialize, Serialize};

use crate::report::puzzle::FailedVerdict;

/// One line of `encycle lint --json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum LintLine {
    /// The findings.
    Result(LintedFile),
    /// The file cannot be read.
    Failed(FailedFile),
}

/// The findings in one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct LintedFile {
    /// The name of the layout.
    #[cfg_attr(feature = "schemas", schemars(extend("const" = LintedFile::SCHEMA)))]
    pub schema: String,
    /// The file as named on the command line.
    pub file: String,
    /// The format whose rules were checked.
    #[serde(with = "FileFormatName")]
    pub format: FileFormat,
    /// The verdict.
    pub verdict: LintVerdict,
    /// Always null: an unreadable file has an object without findings.
    pub error: Option<String>,
    /// The number of variables that occur, or of LP columns.
    pub variables: u64,
    /// The number of clauses, or of LP rows.
    pub clauses: u64,
    /// The MD5 hash of the clauses that identifies a CNF formula in the Global Benchmark Database. Null for a linear program
    /// and for a file with errors.
    pub gbdhash: Option<String>,
    /// The MD5 hash of the degrees of its variables, the same for formulas that differ in names, signs and order only.
    pub isohash: Option<String>,
    /// The number of findings with the severity `error`.
    pub errors: u64,
    /// The number of findings with the severity `warning`.
    pub warnings: u64,
    /// The number of findings for each violated rule, by its name.
    pub counts: BTreeMap<String, u64>,
    /// The findings in the order of their lines, at most ten for each rule.
    pub findings: Vec<LintFinding>,
}

/// The verdict on a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LintVerdict {
    /// There are no findings.
    Clean,
    /// There are warnings only.
    Warnings,
    /// There are errors.
    Errors,
}

/// A violation of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct LintFinding {
    /// The line, from 1.
    pub line: u64,
    /// The byte in the line, from 1. Null for a finding about the whole line.
    pub column: Option<u64>,
    /// The severity of the rule.
    #[serde(with = "SeverityName")]
    pub severity: Severity,
    /// The name of the rule, as `encycle lint --list-rules` lists it.
    pub rule: String,
    /// The offending value and the fix.
    pub message: String,
}

impl From<&Finding> for LintFinding {
    fn from(finding: &Finding) -> Self {
        Self {
            line: finding.line,
            column: finding.column,
            severity: finding.severity(),
            rule: finding.rule.name.to_owned(),
            message: finding.message.clone(),
        }
    }
}

// `FileFormat` in JSON: the linter itself does not depend on serde
/// The format of a file.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(remote = "FileFormat", rename_all = "lowercase")]
#[cfg_attr(feature = "schemas", schemars(rename = "FileFormat"))]
enum FileFormatName {
    /// DIMACS CNF.
    Cnf,
    /// CPLEX LP.
    Lp,
    /// MPS, free or fixed.
    Mps,
    /// OPB.
    Opb,
}

// `Severity` in JSON
/// The severity of a rule's violation.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(remote = "Severity", rename_all = "lowercase")]
#[cfg_attr(feature = "schemas", schemars(rename = "Severity"))]
enum SeverityName {
    /// Bad style, or a rare pitfall: nearly all programs still read the file in the same way.
    Warning,
    /// A violation of a competition rule, or a construct that some program rejects or misreads.
    Error,
}

/// A file that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct FailedFile {
    /// The name of the layout.
    #[cfg_attr(feature = "schemas", schemars(extend("const" = LintedFile::SCHEMA)))]
    pub schema: String,
    /// The file as named on the command line.
    pub file: String,
    /// Always `failed`.
    pub verdict: FailedVerdict,
    /// The error.
    pub error: String,
}

impl FailedFile {
    /// Describes a file that cannot be read.
    #[must_use]
    pub fn new(file: &str, error: impl ToString) -> Self {
        Self {
            schema: LintedFile::SCHEMA.to_owned(),
            file: file.to_owned(),
            verdict: FailedVerdict::Failed,
            error: error.to_string(),
        }
    }
}

impl LintedFile {
    /// The name of the layout.
    pub const SCHEMA: &'static str = "encycle-lint-1";

    /// Describes the findings in the file with this name.
    #[must_use]
    pub fn new(file: &str, report: &LintReport) -> Self {
        let (errors, warnings) = (report.total(Severity::Error), report.total(Severity::Warning));
        let counts = report.counts().iter().map(|(rule, count)| (rule.name.to_owned(), *count));
        Self {
            schema: Self::SCHEMA.to_owned(),
            file: file.to_owned(),
            format: report.format,
            verdict: match (errors, warnings) {
                (0, 0) => LintVerdict::Clean,
                (0, _) => LintVerdict::Warnings,
                _ => LintVerdict::Errors,
            },
            error: None,
            variables: report.size.variables,
            clauses: report.size.clauses,
            gbdhash: report.hashes.as_ref().map(|hashes| hashes.gbdhash.clone()),
            isohash: report.hashes.as_ref().map(|hashes| hashes.isohash.clone()),
            errors,
            warnings,
            counts: counts.collect(),
            findings: report.findings().iter().map(LintFinding::from).collect(),
        }
    }
}
