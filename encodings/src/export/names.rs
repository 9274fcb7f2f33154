//! Names: of variables, which are stored in one string, and of rows, which say rule and place.

use std::collections::{HashMap, HashSet};
use std::fmt::{self, Write};
use std::hash::{DefaultHasher, Hash, Hasher as _};

use crate::export::Encode;
use crate::logic::{
    ClauseSink, Constraint, ConstraintSink, Lit, Origin, Place, ProgramNames, Row, RowSink, Var,
};

/// A list of variable names, in order of the variables.
///
/// It is a sink that ignores constraints, clauses and rows. As the sink of an encoder, it collects the encoder's
/// variables; as the sink of a lowering, it collects the auxiliary variables too.
#[derive(Clone, Debug, Default)]
pub struct NameCollector {
    text: String,
    ends: Vec<usize>,
}

impl NameCollector {
    /// Returns the number of names.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether the list is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the name of a variable.
    ///
    /// # Panics
    /// `index` is out of range.
    #[must_use]
    pub fn get(&self, index: usize) -> &str {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.text[start..self.ends[index]]
    }

    /// Returns all names in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|index| self.get(index))
    }

    /// Returns the last name; an empty text if there is none.
    pub(super) fn last(&self) -> &str {
        self.ends.len().checked_sub(1).map_or("", |last| self.get(last))
    }

    pub(super) fn push(&mut self, name: fmt::Arguments<'_>) {
        // writing to a String cannot fail
        let _ = self.text.write_fmt(name);
        self.ends.push(self.text.len());
    }
}

impl ConstraintSink for NameCollector {
    fn variable(&mut self, _: &'static str, name: fmt::Arguments<'_>) -> Var {
        self.push(name);
        Var::new(self.ends.len() as u32 - 1)
    }

    fn constraint(&mut self, _: Constraint<'_>, _: Origin) {}

    fn accepts_more(&self) -> bool {
        false
    }
}

impl ClauseSink for NameCollector {
    fn variable(&mut self, _: &'static str, name: fmt::Arguments<'_>) {
        self.push(name);
    }

    fn clause(&mut self, _: &[Lit], _: Origin) {}
}

impl RowSink for NameCollector {
    fn variable(&mut self, _: &'static str, name: fmt::Arguments<'_>) {
        self.push(name);
    }

    fn row(&mut self, _: Row<'_>, _: Origin) {}
}

/// Returns the names of an encoder's variables, without the auxiliary variables of a lowering.
#[must_use]
pub fn variable_names(encode: Encode<'_>) -> Vec<String> {
    let mut names = NameCollector::default();
    encode(&mut names);
    names.iter().map(str::to_owned).collect()
}

/// The most characters of a rule in the name of a row.
const RULE_LENGTH: usize = 40;

/// Makes the names of rows in LP and MPS files: the rule and its place, numbered from 1 as in the names of variables, such as
/// `degree_2_3`. Further rows of the same rule at the same place have a number, `degree_2_3_r2`; rows that concern the whole puzzle
/// are numbered, `cut_7`. No name occurs twice.
#[derive(Clone, Debug, Default)]
pub struct RowNames {
    /// The number of the last row of each rule and place, by the hash of both.
    counts: HashMap<u64, u32>,
    /// The hashes of the names so far.
    used: HashSet<u64>,
    name: String,
    /// The names of constraints of a user's own model, by their numbers.
    given: HashMap<usize, String>,
}

impl RowNames {
    /// Returns names with those of a program in place of some, and no others equal to these.
    #[must_use]
    pub fn of_program(names: &ProgramNames) -> Self {
        let given = names.constraints.clone();
        let used =
            names.objective.iter().chain(names.rows.values()).map(|name| hash(&**name)).collect();
        Self { given, used, ..Self::default() }
    }

    /// Returns the name of the next row, which has this origin.
    pub fn next(&mut self, origin: Origin) -> &str {
        let Self { counts, used, name, given } = self;
        name.clear();
        let sign = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let known = match origin.place {
            Place::Constraint(number) => given.get(&number),
            _ => None,
        };
        match known {
            Some(known) => name.push_str(known),
            None => {
                name.extend(origin.family.chars().map(sign).take(RULE_LENGTH));
                // writing to a String cannot fail
                let _ = write_place(name, origin.place);
            }
        }
        let (length, is_whole) = (name.len(), origin.place == Place::Whole);
        let count = counts.entry(hash(&(&*name, is_whole))).or_default();
        loop {
            *count += 1;
            name.truncate(length);
            let _ = match (is_whole, *count) {
                (true, count) => write!(name, "_{count}"),
                (false, 1) => Ok(()),
                (false, count) => write!(name, "_r{count}"),
            };
            // a rule may have a name that ends like a place
            if used.insert(hash(&*name)) {
                return name;
            }
        }
    }
}

fn hash(value: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

fn write_place(name: &mut String, place: Place) -> fmt::Result {
    match place {
        Place::Whole => Ok(()),
        Place::Cell { row, col } | Place::Vertex { row, col } => {
            write!(name, "_{}_{}", row + 1, col + 1)
        }
        Place::Edge { row, col, horizontal } => {
            write!(name, "_{}_{}_{}", if horizontal { 'h' } else { 'v' }, row + 1, col + 1)
        }
        Place::Row(row) => write!(name, "_row_{}", row + 1),
        Place::Column(col) => write!(name, "_col_{}", col + 1),
        Place::Block(block) => write!(name, "_box_{}", block + 1),
        Place::Face(one) | Place::Node(one) | Place::Constraint(one) => {
            write!(name, "_{}", one + 1)
        }
        Place::Nodes(a, b) => write!(name, "_{}_{}", a + 1, b + 1),
        Place::Cells { from, to } => {
            write!(name, "_{}_{}_{}_{}", from.0 + 1, from.1 + 1, to.0 + 1, to.1 + 1)
        }
    }
}
