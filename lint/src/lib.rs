//! A linter for DIMACS CNF, CPLEX LP, MPS and OPB files.
//!
//! It reports violations of the rules of the SAT competitions, and constructs that some programs reject or interpret
//! differently. The linter reads a file once, in constant memory except for one bit per variable of a formula and the
//! names of a linear program. It accepts any bytes: no input makes it fail.
//!
//! ```
//! use encycle_lint::{FileFormat, check};
//! let report = check(FileFormat::Cnf, "c by hand\np cnf 2 1\n1 -2 1 0\n".as_bytes())?;
//! let finding = &report.findings()[0];
//! assert_eq!((finding.line, finding.rule.name), (3, "cnf-duplicate-literal"));
//! # Ok::<(), std::io::Error>(())
//! ```

mod checking;
pub mod cnf;
mod lines;
pub mod lp;
pub mod mps;
mod name_table;
pub mod opb;
mod other;
mod report;
mod rule;
mod sink;
mod variables;

use std::fmt;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

pub use checking::Check;
pub use other::OtherFormat;
pub use report::{DeclaredVariables, FileSize, Finding, LintReport, MAX_FINDINGS_PER_RULE};
pub use rule::{LintRule, Severity};
pub use sink::{FilePlace, FormulaSink, Number};

use encycle_files::gbd::GbdHasher;
use encycle_files::plain_ending;

/// A file format that the linter checks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FileFormat {
    /// DIMACS CNF.
    #[default]
    Cnf,
    /// CPLEX LP.
    Lp,
    /// MPS, free or fixed.
    Mps,
    /// OPB.
    Opb,
}

impl fmt::Display for FileFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cnf => "cnf",
            Self::Lp => "lp",
            Self::Mps => "mps",
            Self::Opb => "opb",
        })
    }
}

impl std::str::FromStr for FileFormat {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        let found = Self::ALL.into_iter().find(|format| format.to_string() == name);
        found.ok_or_else(|| UnknownFormat(name.to_owned()))
    }
}

/// An unknown name of a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown format: `{0}`\nhelp: use `cnf`, `lp`, `mps` or `opb`")]
pub struct UnknownFormat(pub String);

impl FileFormat {
    /// All formats.
    pub const ALL: [Self; 4] = [Self::Cnf, Self::Lp, Self::Mps, Self::Opb];

    /// Returns the rules of the format.
    #[must_use]
    pub fn rules(self) -> &'static [&'static LintRule] {
        match self {
            Self::Cnf => cnf::rules::RULES,
            Self::Lp => lp::rules::RULES,
            Self::Mps => mps::rules::RULES,
            Self::Opb => opb::rules::RULES,
        }
    }

    /// Returns the format that belongs to the extension of a file name, ignoring `.gz` or `.xz` after it.
    #[must_use]
    pub fn of_name(path: &Path) -> Option<Self> {
        match &*plain_ending(path)? {
            "cnf" | "dimacs" => Some(Self::Cnf),
            "lp" => Some(Self::Lp),
            "mps" => Some(Self::Mps),
            "opb" => Some(Self::Opb),
            _ => None,
        }
    }

    /// Guesses the format from the first bytes of a file.
    #[must_use]
    pub fn of_content(start: &[u8]) -> Option<Self> {
        if let Some(other) = OtherFormat::of_content(start) {
            return other.nearest(start);
        }
        let text = start.strip_prefix(other::MARK).unwrap_or(start).trim_ascii_start();
        let mut lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_end);
        let line = lines.clone().next().unwrap_or(text);
        if opb::begins(line) || other::begins_with_objective_of_opb(text) {
            Some(Self::Opb)
        } else if lines.find(|line| !line.starts_with(b"*")).is_some_and(mps::begins) {
            Some(Self::Mps)
        } else if line.starts_with(b"\\") || lp::begins(line) {
            Some(Self::Lp)
        } else if line == b"c" || line.starts_with(b"c ") || line.starts_with(b"p cnf") {
            Some(Self::Cnf)
        } else {
            let is_literal = |byte: &u8| byte.is_ascii_digit() || b"- ".contains(byte);
            (!line.is_empty() && line.iter().all(is_literal)).then_some(Self::Cnf)
        }
    }
}

/// The size of the buffer for reading.
const BUFFER: usize = 1 << 16;

/// Checks a file against the rules of a format.
///
/// # Errors
/// Returns the errors of the reader.
pub fn check(format: FileFormat, mut input: impl Read) -> io::Result<LintReport> {
    let mut check = Check::new(format, GbdHasher::default());
    let mut buffer = vec![0; BUFFER];
    loop {
        match input.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => check.feed(&buffer[..count]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    let (mut report, hasher) = check.finish();
    if format == FileFormat::Cnf && report.total(Severity::Error) == 0 {
        report.hashes = Some(hasher.finish());
    }
    Ok(report)
}

/// Returns a word of the file for use in a message: shortened, with terminal control characters escaped.
fn shown(word: &[u8]) -> String {
    let dots = if word.len() > 40 { "..." } else { "" };
    format!("{}{dots}", word[..word.len().min(40)].escape_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_format_is_recognised_by_name_and_by_content() {
        let names = [
            ("a.cnf", Some(FileFormat::Cnf)),
            ("a.DIMACS.xz", Some(FileFormat::Cnf)),
            ("a.lp.gz", Some(FileFormat::Lp)),
            ("a.mps", Some(FileFormat::Mps)),
            ("a.opb.xz", Some(FileFormat::Opb)),
            ("a.gz", None),
            ("cnf", None),
        ];
        for (name, format) in names {
            assert_eq!(FileFormat::of_name(name.as_ref()), format, "{name}");
        }
        let texts = [
            ("c hello\n", Some(FileFormat::Cnf)),
            ("\n p cnf 1 1\n", Some(FileFormat::Cnf)),
            ("1 -2 0\n", Some(FileFormat::Cnf)),
            ("\\ hello\n", Some(FileFormat::Lp)),
            ("MAX\n x\n", Some(FileFormat::Lp)),
            ("minimize obj: x\n", Some(FileFormat::Lp)),
            ("", None),
            ("* #variable= 2 #constraint= 0\n", Some(FileFormat::Opb)),
            ("NAME a FREE\nROWS\n", Some(FileFormat::Mps)),
            ("* hello\n*\nROWS\n", Some(FileFormat::Mps)),
            ("* hello\n", None),
            ("NAMES\n", None),
            ("maxwell\n", None),
        ];
        for (text, format) in texts {
            assert_eq!(FileFormat::of_content(text.as_bytes()), format, "{text}");
        }
    }

    /// Scripts use the names of rules, so the names must be unique.
    #[test]
    fn rule_names_are_distinct_and_in_kebab_case() {
        let mut names: Vec<&str> = Vec::new();
        for format in FileFormat::ALL {
            for rule in format.rules() {
                assert!(rule.name.starts_with(&format!("{format}-")), "{}", rule.name);
                assert!(rule.name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'));
                assert!(rule.about.ends_with('.') && !rule.source.is_empty(), "{}", rule.name);
                names.push(rule.name);
            }
        }
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
