//! The entries of a solver list in TOML, before `like` is resolved.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserializer, MapAccess, Visitor};
use thiserror::Error;
use toml::Spanned;

use crate::SolverKind;
use crate::answers::Dialect;
use crate::builtin::BuiltIn;
use crate::catalogue::templates::TemplateError;
use crate::catalogue::{ProofArguments, VersionQuery};

/// An error in a solver list, with its place and an excerpt.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct SolverListError {
    /// The file, if the list came from one.
    pub file: Option<PathBuf>,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The line of the list, and below it a mark under the faulty part.
    pub excerpt: String,
    /// What is wrong, with the value.
    pub reason: String,
    /// What to do about it, unless the reason implies it.
    pub help: Option<String>,
}

impl fmt::Display for SolverListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file {
            Some(file) => write!(f, "{}:{}:{}: ", file.display(), self.line, self.column)?,
            None => write!(f, "solver list, line {}, column {}: ", self.line, self.column)?,
        }
        write!(f, "{}\n{}", self.reason, self.excerpt)?;
        match &self.help {
            Some(help) => write!(f, "\nhelp: {help}"),
            None => Ok(()),
        }
    }
}

impl SolverListError {
    /// Locates an error in the text of a list.
    fn at(text: &str, span: Range<usize>, reason: String, help: Option<String>) -> Self {
        let mut start = span.start.min(text.len());
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        let before = &text[..start];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        let line = before.matches('\n').count() + 1;
        let column = before[line_start..].chars().count() + 1;
        let shown = text[line_start..].lines().next().unwrap_or("");
        let marked = text.get(start..span.end).and_then(|part| part.lines().next()).unwrap_or("");
        let excerpt = excerpt(line, column, shown, marked.chars().count());
        Self { file: None, line, column, excerpt, reason, help }
    }
}

/// The maximum length of an excerpt, in characters.
const EXCERPT: usize = 100;

/// Formats a line with its number and, under the column, a mark of this length.
fn excerpt(line: usize, column: usize, text: &str, length: usize) -> String {
    // the excerpt of a long line starts a little before the column
    let skipped = if column > EXCERPT { column - EXCERPT / 2 } else { 0 };
    let shown: String = text.chars().skip(skipped).take(EXCERPT).collect();
    // every character must occupy one column, so tabs and control characters become blanks
    let shown: String = shown.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let before = column.saturating_sub(1 + skipped);
    let length = length.min(EXCERPT.saturating_sub(before)).max(1);
    let (margin, mark) = (" ".repeat(line.to_string().len()), "^".repeat(length));
    let shown = format!("{line} | {}", shown.trim_end());
    format!("{shown}\n{margin} | {:before$}{mark}", "")
}

/// A solver list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListFile {
    #[serde(default)]
    solver: Vec<Spanned<ListEntry>>,
}

/// An entry of a list as it is written. All fields except the name may be inherited from the entry that `like` names.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListEntry {
    name: Spanned<SolverName>,
    pub like: Option<Spanned<String>>,
    pub kind: Option<SolverKind>,
    programs: Option<Vec<ProgramName>>,
    pub version: Option<VersionField>,
    arguments: Option<Spanned<Vec<String>>>,
    time: Option<Spanned<Vec<String>>>,
    seed: Option<Spanned<Vec<String>>>,
    threads: Option<Spanned<Vec<String>>>,
    exact: Option<Spanned<Vec<String>>>,
    pub settings: Option<String>,
    proof: Option<Spanned<ProofArguments>>,
    simplify: Option<Spanned<Vec<String>>>,
    answer: Option<Spanned<Dialect>>,
}

/// The entries of a list, with its text.
pub(crate) struct ListEntries<'a> {
    text: &'a str,
    entries: Vec<Spanned<ListEntry>>,
}

impl<'a> ListEntries<'a> {
    /// Parses a list.
    pub fn parse(text: &'a str) -> Result<Self, SolverListError> {
        let parsed: Result<ListFile, _> = toml::from_str(text);
        let parsed = parsed.map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            SolverListError::at(text, span, error.message().to_owned(), None)
        })?;
        let list = Self { text, entries: parsed.solver };
        let mut earlier: Vec<&ListEntry> = Vec::with_capacity(list.entries.len());
        for entry in list.iter() {
            if let Some(first) = earlier.iter().find(|first| first.name() == entry.name()) {
                let line = text[..first.name.span().start].matches('\n').count() + 1;
                let reason = format!("duplicate solver: `{}`", entry.name());
                let help = format!("remove one of the two; the first is in line {line}");
                return Err(list.error(entry, "name", reason, Some(help)));
            }
            earlier.push(entry);
        }
        Ok(list)
    }

    /// Returns the entries in the order of the list.
    pub fn iter(&self) -> impl Iterator<Item = &ListEntry> {
        self.entries.iter().map(Spanned::get_ref)
    }

    /// Returns the entry of this name.
    pub fn get(&self, name: &str) -> Option<&ListEntry> {
        self.iter().find(|entry| entry.name() == name)
    }

    /// Locates an error at a field of an entry, or at its name if the field is not set.
    pub fn error(
        &self,
        entry: &ListEntry,
        field: &str,
        reason: String,
        help: Option<String>,
    ) -> SolverListError {
        let span = entry.span(field).unwrap_or_else(|| entry.name.span());
        SolverListError::at(self.text, span, reason, help)
    }

    /// Locates an error in the templates of a field.
    pub fn template_error(
        &self,
        entry: &ListEntry,
        field: &str,
        error: &TemplateError,
    ) -> SolverListError {
        let reason = format!("`{field}` of solver `{}`: {error}", entry.name());
        self.error(entry, field, reason, Some(error.help()))
    }
}

impl ListEntry {
    /// Returns the name of the solver.
    pub fn name(&self) -> &str {
        &self.name.get_ref().0
    }

    /// Returns the programs; the default is the program with the name of the solver.
    pub fn programs(&self) -> Vec<String> {
        match &self.programs {
            Some(programs) => programs.iter().map(|program| program.0.clone()).collect(),
            None => vec![self.name().to_owned()],
        }
    }

    /// Returns the arguments, or a group, by the name of the field.
    pub fn group(&self, field: &str) -> Option<&Vec<String>> {
        self.group_field(field).map(Spanned::get_ref)
    }

    /// Returns the arguments that make the solver write proofs.
    pub fn proof(&self) -> Option<&ProofArguments> {
        self.proof.as_ref().map(Spanned::get_ref)
    }

    /// Returns the dialect.
    pub fn answer(&self) -> Option<Dialect> {
        self.answer.as_ref().map(|answer| *answer.get_ref())
    }

    fn group_field(&self, field: &str) -> Option<&Spanned<Vec<String>>> {
        match field {
            "arguments" => self.arguments.as_ref(),
            "time" => self.time.as_ref(),
            "seed" => self.seed.as_ref(),
            "threads" => self.threads.as_ref(),
            "exact" => self.exact.as_ref(),
            "simplify" => self.simplify.as_ref(),
            _ => None,
        }
    }

    fn span(&self, field: &str) -> Option<Range<usize>> {
        match field {
            "like" => self.like.as_ref().map(Spanned::span),
            "proof" => self.proof.as_ref().map(Spanned::span),
            "answer" => self.answer.as_ref().map(Spanned::span),
            field => self.group_field(field).map(Spanned::span),
        }
    }
}

/// The field `version`: a query, or `false`, which drops the query inherited through `like`.
#[derive(Clone, Debug)]
pub(crate) struct VersionField(pub Option<VersionQuery>);

impl<'de> Deserialize<'de> for VersionField {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FieldVisitor;
        impl<'de> Visitor<'de> for FieldVisitor {
            type Value = VersionField;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("`false` or a table with `arguments` and `after`")
            }

            fn visit_bool<E: de::Error>(self, value: bool) -> Result<VersionField, E> {
                match value {
                    false => Ok(VersionField(None)),
                    true => Err(E::invalid_value(de::Unexpected::Bool(true), &self)),
                }
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<VersionField, A::Error> {
                let query = VersionQuery::deserialize(MapAccessDeserializer::new(map))?;
                Ok(VersionField(Some(query)))
            }
        }
        deserializer.deserialize_any(FieldVisitor)
    }
}

/// The name of a solver: letters, digits, `-`, `_`, `.` and `+`.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
struct SolverName(String);

#[derive(Debug, Error)]
enum NameError {
    #[error("invalid solver name: `{}`, expected letters, digits, `-`, `_`, `.`, `+`", .0.escape_debug())]
    Characters(String),
    #[error("invalid solver name: `{0}`, which is reserved for the built-in solvers")]
    BuiltIn(String),
}

impl TryFrom<String> for SolverName {
    type Error = NameError;

    fn try_from(name: String) -> Result<Self, NameError> {
        let is_plain = |c: char| c.is_alphanumeric() || "-_.+".contains(c);
        if name.is_empty() || !name.chars().all(is_plain) {
            return Err(NameError::Characters(name));
        }
        match BuiltIn::is_reserved(&name) {
            true => Err(NameError::BuiltIn(name)),
            false => Ok(Self(name)),
        }
    }
}

/// The name or path of a program.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
struct ProgramName(String);

#[derive(Debug, Error)]
#[error(
    "invalid program: `{}`, expected a file name or a path that begins with `/` or `~/`",
    .0.escape_debug()
)]
struct ProgramError(String);

impl TryFrom<String> for ProgramName {
    type Error = ProgramError;

    fn try_from(program: String) -> Result<Self, ProgramError> {
        let is_name = !program.is_empty() && !program.contains(std::path::is_separator);
        match is_name || Path::new(&program).is_absolute() || program.starts_with("~/") {
            true => Ok(Self(program)),
            false => Err(ProgramError(program)),
        }
    }
}
