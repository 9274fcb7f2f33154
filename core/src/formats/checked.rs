//! Files that the linter checks while they are read: readers reject what `encycle lint` reports as an error, except for
//! what they tolerate because its meaning is clear.

use std::io::{self, BufRead};

use encycle_lint::{Check, FileFormat, Finding, FormulaSink, LintReport, LintRule, Severity};

use crate::formats::ParseError;

/// Passes the contents of a file to a sink. Reading stops after the chunk of the file that contains the first error, or
/// something that the sink does not accept. If that is the last chunk, the checks of the end of the file are made, too.
///
/// # Errors
/// Returns the errors of the input.
pub(crate) fn read<S: FormulaSink>(
    format: FileFormat,
    input: impl BufRead,
    sink: S,
) -> io::Result<(LintReport, S)> {
    read_except(format, input, sink, &[])
}

/// Passes the contents of a file to a sink like [`read`], but goes on after a violation of a tolerated rule.
///
/// # Errors
/// Returns the errors of the input.
pub(crate) fn read_except<S: FormulaSink>(
    format: FileFormat,
    mut input: impl BufRead,
    sink: S,
    tolerated: &[&LintRule],
) -> io::Result<(LintReport, S)> {
    let mut check = Check::new(format, sink);
    let mut is_decided = false;
    loop {
        let count = match input.fill_buf() {
            Ok([]) => return Ok(check.finish()),
            Ok(_) if is_decided => return Ok(check.stop()),
            Ok(bytes) => {
                check.feed(bytes);
                bytes.len()
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        input.consume(count);
        is_decided = check.is_decided()
            && (tolerated.is_empty() || check.report().has_error_except(tolerated));
    }
}

/// Returns the error of the first line that violates a rule that is not tolerated.
pub(crate) fn first_error<'a>(
    report: &'a LintReport,
    tolerated: &[&LintRule],
) -> Option<&'a Finding> {
    let errors = report
        .findings()
        .iter()
        .filter(|one| one.severity() == Severity::Error && !tolerated.contains(&one.rule));
    errors.min_by_key(|one| one.line)
}

/// Converts an error of the linter to an error of a reader.
pub(crate) fn fault(finding: &Finding, origin: &str) -> ParseError {
    ParseError {
        origin: origin.to_owned(),
        line: finding.line as usize,
        column: finding.column.unwrap_or(1) as usize,
        message: message(finding),
    }
}

/// Returns the message of a finding in the form that other errors have.
pub(crate) fn message(finding: &Finding) -> String {
    let (what, fix) = finding.parts();
    let all = format!("`encycle lint` lists all problems [{}]", finding.rule.name);
    match fix {
        Some(fix) => format!("{what}\nhelp: {fix}; {all}"),
        None => format!("{what}\nhelp: {all}"),
    }
}
