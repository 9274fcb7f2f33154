//! Reading a file that the linter checks: what `encycle lint` calls an error, no reader accepts.

use std::io::{self, BufRead};

use encycle_lint::{Check, FileFormat, Finding, FormulaSink, LintReport};

use crate::formats::ParseError;

/// Passes the contents of a file to a sink. Ends in the part of the file with the first error, or with what the sink does
/// not accept; if it is the last part, what only the end shows is checked, too.
///
/// # Errors
/// Those of the input.
pub(crate) fn read<S: FormulaSink>(
    format: FileFormat,
    mut input: impl BufRead,
    sink: S,
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
        is_decided = check.is_decided();
    }
}

/// Returns an error of the linter as an error of reading.
pub(crate) fn fault(finding: &Finding, origin: &str) -> ParseError {
    ParseError {
        origin: origin.to_owned(),
        line: finding.line as usize,
        column: finding.column.unwrap_or(1) as usize,
        message: message(finding),
    }
}

/// Returns the message of a finding in the form of other errors.
pub(crate) fn message(finding: &Finding) -> String {
    let (what, fix) = finding.parts();
    let all = format!("`encycle lint` lists all problems [{}]", finding.rule.name);
    match fix {
        Some(fix) => format!("{what}\nhelp: {fix}; {all}"),
        None => format!("{what}\nhelp: {all}"),
    }
}
