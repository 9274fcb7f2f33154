//! The names of columns in exported files.
//!
//! A column keeps its name if every reader of LP and MPS files takes the name, and no auxiliary variable can have it. Another
//! name is replaced by a similar one that no column of the model has: `w[1,2]` is written as `w_1_2`. So a name that the model
//! and a file share always means the same column.

use std::collections::HashMap;

use crate::logic::ProgramColumn;

/// The columns that have another name in files than in the model.
#[derive(Clone, Debug, Default)]
pub(super) struct FileNames {
    names: HashMap<ProgramColumn, String>,
    /// The columns by these names.
    columns: HashMap<String, ProgramColumn>,
    /// For each similar name, how many names were derived from it.
    counts: HashMap<String, usize>,
}

impl FileNames {
    /// Returns the name of a column in files, if it is not the given one.
    pub fn get(&self, column: ProgramColumn) -> Option<&str> {
        self.names.get(&column).map(String::as_str)
    }

    /// Returns the column that has this name in files, and another one in the model.
    pub fn column(&self, name: &str) -> Option<ProgramColumn> {
        self.columns.get(name).copied()
    }

    /// Returns the columns, in order.
    pub fn columns(&self) -> Vec<ProgramColumn> {
        let mut columns: Vec<ProgramColumn> = self.names.keys().copied().collect();
        columns.sort_unstable();
        columns
    }

    /// Gives a column a name that is similar to the given one, and that no column has, neither in files nor in the model.
    pub fn replace(&mut self, column: ProgramColumn, given: &str, is_taken: impl Fn(&str) -> bool) {
        if let Some(old) = self.names.remove(&column) {
            self.columns.remove(&old);
        }
        let stem = similar(given);
        let count = self.counts.entry(stem.clone()).or_default();
        let name = loop {
            *count += 1;
            let name = match *count {
                1 => stem.clone(),
                number => format!("{stem}_{number}"),
            };
            if !is_taken(&name) && !self.columns.contains_key(&name) {
                break name;
            }
        };
        self.columns.insert(name.clone(), column);
        self.names.insert(column, name);
    }
}

/// The number of characters of a given name that are kept in a similar one.
const LONGEST_STEM: usize = 40;

/// Returns a possible name that is similar to an impossible one, and that may be followed by `_` and a number.
fn similar(given: &str) -> String {
    let mut name = String::new();
    for c in given.chars() {
        if c.is_ascii_alphanumeric() {
            name.push(c);
        } else if !name.is_empty() && !name.ends_with('_') {
            name.push('_');
        }
        if name.len() == LONGEST_STEM {
            break;
        }
    }
    name.truncate(name.trim_end_matches('_').len());
    match name.is_empty() {
        true => "v".to_owned(),
        false if keeps_name(&name) && keeps_name(&format!("{name}_2")) => name,
        false => format!("v_{name}"),
    }
}

/// The starts of the names of auxiliary variables, which a digit follows: of rules, of clauses and rows, of long rows.
const AUXILIARY: &[&str] = &["r", "t_", "y_"];

/// The words that begin sections of an LP file, or are bounds in it. `encycle lint` reports columns with such names.
const KEYWORDS: &[&str] = &[
    "bin",
    "binaries",
    "binary",
    "bound",
    "bounds",
    "constraint",
    "constraints",
    "cuts",
    "free",
    "gen",
    "gencons",
    "general",
    "generals",
    "int",
    "integer",
    "integers",
    "lazy",
    "max",
    "maximise",
    "maximize",
    "maximum",
    "min",
    "minimise",
    "minimize",
    "minimum",
    "pwlobj",
    "semi",
    "semis",
    "sos",
    "sos1",
    "sos2",
    "st",
    "subject",
    "such",
    "that",
    "user",
];

/// Returns whether a column keeps its name in exported files: whether it can be a name there, and no auxiliary variable can
/// have it.
pub(super) fn keeps_name(name: &str) -> bool {
    is_column_name(name, AUXILIARY) && !is_keyword(name)
}

/// Returns whether a name is a keyword of LP files or, as `inflow`, begins with a word for infinity, at which HiGHS stops.
fn is_keyword(name: &str) -> bool {
    let is_among =
        |words: &[&str], text: &str| words.iter().any(|one| text.eq_ignore_ascii_case(one));
    is_among(KEYWORDS, name) || name.get(..3).is_some_and(|start| is_among(&["inf", "nan"], start))
}

/// Returns whether a text can be the name of a column in files of linear programs: at most 60 letters, digits and `_`, with a
/// letter first that is not `e`, which some programs read as part of a number. After a `reserved` start no digit may follow.
///
/// ```
/// use encycle_encodings::model::is_column_name;
///
/// assert!(is_column_name("r_1", &["r"]));
/// assert!(!is_column_name("r1", &["r"]) && !is_column_name("e1", &[]));
/// ```
#[must_use]
pub fn is_column_name(name: &str, reserved: &[&str]) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic() && !matches!(first, 'e' | 'E'))
        && name.len() <= 60
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !begins_with_number_after(name, reserved)
}

/// Returns whether an auxiliary variable of an exported file may have this name.
///
/// ```
/// use encycle_encodings::model::is_auxiliary_name;
///
/// assert!(is_auxiliary_name("r1_from") && is_auxiliary_name("t_7"));
/// assert!(!is_auxiliary_name("road_1") && !is_auxiliary_name("t_a"));
/// ```
#[must_use]
pub fn is_auxiliary_name(name: &str) -> bool {
    begins_with_number_after(name, AUXILIARY)
}

fn begins_with_number_after(name: &str, starts: &[&str]) -> bool {
    starts.iter().any(|start| {
        name.strip_prefix(start).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_names_become_similar_ones() {
        for (given, name) in [
            ("w[1,2]", "w_1_2"),
            ("t_(0, 0)_(0, 1)", "v_t_0_0_0_1"),
            ("e1", "v_e1"),
            ("7", "v_7"),
            ("free", "v_free"),
            ("Inflow", "v_Inflow"),
            // `t_2` would be the name of an auxiliary variable
            ("t!", "v_t"),
            ("größe", "gr_e"),
            ("変数", "v"),
            ("", "v"),
        ] {
            assert!(!keeps_name(given), "{given}");
            assert_eq!(similar(given), name, "{given}");
            assert!(keeps_name(name), "{name}");
        }
        assert!(keeps_name(&format!("{}_1234567", similar(&"[long]".repeat(40)))));
    }
}
