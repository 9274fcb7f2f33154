//! The reader of maps. A map is the file that accompanies an exported formula and names the meaning of each variable.
//!
//! [`encycle_encodings::export::write_map`] writes maps and documents their format. The reader is strict, because with
//! a variable that is off by one, every model would decode to a wrong solution.

use std::collections::HashMap;

use encycle_encodings::export::MapTarget;
use encycle_encodings::grid::Grid;
use encycle_encodings::model::Model;
use encycle_encodings::puzzle::{Extent, Instance as _};

use crate::formats::source::LoadError;
use crate::formats::source::load_saved;
use crate::formats::{ParseError, Text};
use encycle_encodings::text::{Fault, Span, size};

/// The first word of a map; the version follows it.
pub(super) const MAGIC: &str = "encycle-map";
/// The supported version.
const VERSION: &str = "1";

/// The key of the line that states what follows if the formula has no model.
pub(crate) const UNSAT: &str = "unsat";

/// The puzzle has no solution.
pub(crate) const NO_SOLUTION: &str = "no-solution";
/// The puzzle has no solution other than a known one.
pub(crate) const NO_SECOND_SOLUTION: &str = "no-second-solution";
/// Nothing follows, because the encoding excludes some solutions.
pub(crate) const UNDER_APPROXIMATION: &str = "under-approximation";

/// The variables of a formula, and facts about the formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableMap {
    facts: Vec<(String, String)>,
    extent: Option<Extent>,
    names: Vec<String>,
}

impl VariableMap {
    /// Returns the map of a formula that is itself the problem: a user's own model, whose variables have the names that the
    /// user wrote.
    #[must_use]
    pub fn of_model(model: &Model, side: MapTarget) -> Self {
        let facts = [("kind", "model"), ("side", side.name())];
        Self {
            facts: facts.map(|(key, value)| (key.to_owned(), value.to_owned())).to_vec(),
            extent: Some(model.extent()),
            names: model.variable_names().to_vec(),
        }
    }

    /// Returns whether the map is one of [`Self::of_model`], not of an encoding.
    #[must_use]
    pub(crate) fn is_own(&self) -> bool {
        self.fact("encoding").is_none() && self.fact("kind") == Some("model")
    }

    /// Returns the value of a `key value` line: `kind`, `size`, `encoding`, `cnf`, or any other key in
    /// the map.
    #[must_use]
    pub fn fact(&self, key: &str) -> Option<&str> {
        self.facts.iter().find(|(found, _)| found == key).map(|(_, value)| value.as_str())
    }

    /// Returns all `key value` lines, in their order.
    pub fn facts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.facts.iter().map(|(key, value)| (&**key, &**value))
    }

    /// Returns the size of the puzzle, if the map contains it.
    #[must_use]
    pub fn extent(&self) -> Option<Extent> {
        self.extent
    }

    /// Returns the names of the variables; the first name belongs to variable 1.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }
}

/// Reads a map.
///
/// # Errors
/// Returns an error for another version, a line that is neither `key value` nor `NUMBER NAME`, variables that
/// are not numbered from 1 without gaps, a repeated key or name, or an invalid size.
///
/// ```
/// use encycle::formats::map;
/// let map = map::read("encycle-map 1\nkind slitherlink\nsize 2 2\n1 h_1_1\n2 h_1_2\n")?;
/// assert_eq!(map.fact("kind"), Some("slitherlink"));
/// assert_eq!(map.names(), ["h_1_1", "h_1_2"]);
/// assert!(map::read("encycle-map 1\n1 h_1_1\n3 h_1_2\n").is_err());
/// # Ok::<(), encycle::formats::ParseError>(())
/// ```
pub fn read(text: &str) -> Result<VariableMap, ParseError> {
    read_map(text).map_err(|Fault { offset, message }| ParseError::at(text, offset, message))
}

/// Reads a map from a file, or from standard input for `-`.
///
/// # Errors
/// Returns the errors of [`read`], and an error if the file cannot be read.
pub fn load(source: &str) -> Result<VariableMap, LoadError> {
    let text = load_saved(source)?;
    let origin = if source == "-" { "<stdin>" } else { source };
    Ok(read(&text).map_err(|error| error.in_origin(origin))?)
}

/// Reads a map, with errors relative to `text`.
fn read_map(text: &str) -> Result<VariableMap, Fault> {
    let whole = Span { text: text.trim_end(), offset: 0 };
    let mut lines = whole.split(|c| c == '\n').map(Span::trim);
    check_version(lines.next().unwrap_or(whole))?;
    let mut map = VariableMap { facts: Vec::new(), extent: None, names: Vec::new() };
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    for line in lines {
        let (first, rest) = line.cut(char::is_whitespace);
        let rest = rest.map(Span::trim).filter(|rest| !rest.text.is_empty());
        if !first.text.is_empty() && first.text.bytes().all(|byte| byte.is_ascii_digit()) {
            let number = map.names.len() + 1;
            let name = variable(number, line, first, rest)?;
            if let Some(before) = numbers.insert(name.text, number) {
                let message = format!("{} is already the name of variable {before}", name.shown());
                return Err(name.fault(message));
            }
            map.names.push(name.text.to_owned());
        } else {
            let value = fact(&map, line, first, rest)?;
            match first.text {
                "size" => map.extent = Some(Extent::Grid(grid(value)?)),
                "graph" => map.extent = Some(graph(value)?),
                "formula" => map.extent = Some(formula(value)?),
                _ => {}
            }
            map.facts.push((first.text.to_owned(), value.text.to_owned()));
        }
    }
    if map.names.is_empty() && map.fact("variables") != Some("0") {
        let message = "the map has no variables\nhelp: check whether it is truncated";
        return Err(Text(text).fault_at_end(message));
    }
    Ok(map)
}

/// Checks the first line of a map.
fn check_version(line: Span<'_>) -> Result<(), Fault> {
    let mut words = line.words();
    let (magic, version) = (words.next().unwrap_or(line), words.next());
    if magic.text != MAGIC {
        let message = format!(
            "{} is not the first line of a map, `{MAGIC} {VERSION}`\n\
             help: write the map together with the formula",
            line.shown()
        );
        return Err(line.fault(message));
    }
    match version {
        Some(version) if version.text == VERSION && words.next().is_none() => Ok(()),
        _ => {
            let found = version.map_or_else(|| "no version".to_owned(), |_| line.shown());
            let message = format!(
                "{found}: only version {VERSION} of maps can be read\n\
                 help: write the map again with this encycle, or decode with the one that wrote it"
            );
            Err(version.unwrap_or(line).fault(message))
        }
    }
}

/// Returns the name in the line of variable `number`.
fn variable<'a>(
    number: usize,
    line: Span<'a>,
    found: Span<'a>,
    name: Option<Span<'a>>,
) -> Result<Span<'a>, Fault> {
    if found.text != number.to_string() {
        let message = format!(
            "expected variable {number}, found {}: variables are numbered from 1 without gaps",
            found.shown()
        );
        return Err(found.fault(message));
    }
    let name = name.ok_or_else(|| line.fault_after("the variable has no name"))?;
    let (_, more) = name.cut(char::is_whitespace);
    match more {
        None => Ok(name),
        Some(more) => Err(more.wrong("after the name\nhelp: remove it")),
    }
}

/// Returns the value of a `key value` line.
fn fact<'a>(
    map: &VariableMap,
    line: Span<'a>,
    key: Span<'a>,
    value: Option<Span<'a>>,
) -> Result<Span<'a>, Fault> {
    let wrong = |message: &str| Err(line.wrong(message));
    let Some(value) = value.filter(|_| key.text.starts_with(|c: char| c.is_ascii_alphabetic()))
    else {
        return wrong("is neither `KEY VALUE` nor `NUMBER NAME`");
    };
    if !map.names.is_empty() {
        return wrong("follows a variable\nhelp: put `KEY VALUE` lines before all variables");
    }
    if map.fact(key.text).is_some() {
        return wrong("repeats the key of an earlier line");
    }
    Ok(value)
}

/// Parses `VERTICES EDGES`.
fn graph(value: Span<'_>) -> Result<Extent, Fault> {
    let other = "is not the size of a graph\nhelp: write `graph VERTICES EDGES`";
    let (vertices, edges) = pair(value, other)?;
    Ok(Extent::Graph { vertices, edges })
}

/// Parses `VARIABLES CONSTRAINTS`.
fn formula(value: Span<'_>) -> Result<Extent, Fault> {
    let other = "is not the size of a formula\nhelp: write `formula VARIABLES CONSTRAINTS`";
    let (variables, constraints) = pair(value, other)?;
    Ok(Extent::Formula { variables, constraints })
}

/// Parses two numbers; `other` is what is wrong with other values.
fn pair(value: Span<'_>, other: &str) -> Result<(usize, usize), Fault> {
    let mut words = value.words().map(|word| word.text.parse().ok());
    match (words.next(), words.next(), words.next()) {
        (Some(Some(first)), Some(Some(second)), None) => Ok((first, second)),
        _ => Err(value.wrong(other)),
    }
}

/// Parses `ROWS COLS`.
fn grid(value: Span<'_>) -> Result<Grid, Fault> {
    let mut words = value.words();
    match (words.next(), words.next(), words.next()) {
        (Some(rows), Some(cols), None) => size(rows, cols),
        _ => Err(value.wrong("is not a size\nhelp: write `size ROWS COLS`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invalid_map_is_rejected_with_its_position() {
        let table = [
            ("", 1, 1, "not the first line of a map"),
            ("p cnf 1 1\n1 0\n", 1, 1, "not the first line of a map"),
            ("encycle-map\n1 a\n", 1, 1, "no version"),
            ("encycle-map 2\n1 a\n", 1, 13, "only version 1 of maps can be read"),
            ("encycle-map 1 2\n1 a\n", 1, 13, "only version 1 of maps can be read"),
            ("encycle-map 1\n", 1, 14, "has no variables"),
            ("encycle-map 1\nkind slitherlink\n", 2, 17, "has no variables"),
            ("encycle-map 1\nkind\n1 a\n", 2, 1, "neither `KEY VALUE` nor"),
            ("encycle-map 1\n\n1 a\n", 2, 1, "neither `KEY VALUE` nor"),
            ("encycle-map 1\n-1 a\n", 2, 1, "neither `KEY VALUE` nor"),
            ("encycle-map 1\nsize 2\n1 a\n", 2, 6, "write `size ROWS COLS`"),
            ("encycle-map 1\nsize 2 0\n1 a\n", 2, 8, "a grid has 1 to 1000 columns"),
            ("encycle-map 1\nkind a\nkind b\n1 a\n", 3, 1, "repeats the key"),
            ("encycle-map 1\n1 a\nkind b\n", 3, 1, "follows a variable"),
            ("encycle-map 1\n0 a\n", 2, 1, "expected variable 1, found '0'"),
            ("encycle-map 1\n1 a\n01 b\n", 3, 1, "expected variable 2, found '01'"),
            ("encycle-map 1\n1 a\n3 c\n", 3, 1, "expected variable 2, found '3'"),
            ("encycle-map 1\n1 a\n1 b\n", 3, 1, "expected variable 2, found '1'"),
            ("encycle-map 1\n1 a\n2 a\n", 3, 3, "already the name of variable 1"),
            ("encycle-map 1\n1\n", 2, 2, "has no name"),
            ("encycle-map 1\n1 a b\n", 2, 5, "'b' after the name"),
        ];
        for (text, line, column, words) in table {
            let error = read(text).expect_err(text);
            assert!(error.message.contains(words), "{text:?} gave {error}, not {words:?}");
            assert_eq!((error.line, error.column), (line, column), "{text:?} gave {error}");
        }
    }

    #[test]
    fn facts_with_unknown_keys_are_kept() {
        let map = read("encycle-map 1\r\nsize 2 3\r\nwritten on a Monday\r\n1 a\r\n2 e.f\r\n");
        let map = map.expect("a map");
        assert_eq!(map.fact("written"), Some("on a Monday"));
        assert_eq!(map.fact("kind"), None);
        assert_eq!(map.extent(), Grid::new(2, 3).map(Extent::Grid));
        assert_eq!(map.names(), ["a", "e.f"]);
    }
}
