//! Literals of the rules language, by the names and numbers of variables.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use encycle_encodings::logic::Lit;
use encycle_encodings::model::{Condition, Model};
use encycle_encodings::suggest;
use encycle_encodings::text::{Fault, Span};

use crate::formats::map::VariableMap;
use crate::formats::model::MAX_VARIABLES;

/// The word for a condition that is always true.
const ALWAYS: &str = "true";

/// The names of the variables of a model.
pub(super) struct Literals<'a> {
    model: &'a Model,
    /// The names of columns that are not Boolean.
    columns: HashSet<&'a str>,
    /// The numbers of the variables in the map, from 0.
    mapped: HashMap<&'a str, usize>,
    /// The numbers of the variables that are not in the model yet, each with its place among them.
    added: RefCell<HashMap<usize, usize>>,
}

impl<'a> Literals<'a> {
    /// Collects the names of a model and of a map.
    pub fn new(model: &'a Model, map: Option<&'a VariableMap>) -> Self {
        let columns = model.column_names().iter().map(String::as_str).collect();
        let names = map.map_or(&[][..], VariableMap::names);
        let mapped = names.iter().enumerate().map(|(number, name)| (&**name, number)).collect();
        Self { model, columns, mapped, added: RefCell::default() }
    }

    /// Returns the names of the variables that the model must get, in their order.
    pub fn into_added(self) -> Vec<String> {
        let mut added: Vec<(usize, usize)> = self.added.into_inner().into_iter().collect();
        added.sort_unstable_by_key(|&(_, place)| place);
        added.into_iter().map(|(number, _)| format!("x{number}")).collect()
    }

    /// Returns the condition of an edge or a vertex.
    pub fn condition(&self, word: Span<'_>) -> Result<Condition, Fault> {
        match word.text == ALWAYS && self.named(word, ALWAYS)?.is_none() {
            true => Ok(Condition::Always),
            false => self.literal(word).map(Condition::If),
        }
    }

    /// Returns the literal that a word stands for.
    pub fn literal(&self, word: Span<'_>) -> Result<Lit, Fault> {
        if let Some(literal) = self.named(word, word.text)? {
            return Ok(literal);
        }
        let negated = word.text.strip_prefix(['-', '~']);
        let name = negated.unwrap_or(word.text);
        let literal = match (self.named(word, name)?, self.digits(name)) {
            (Some(literal), _) => literal,
            (None, Some(digits)) => self.numbered(word, digits)?,
            (None, None) => return Err(self.unknown(word, name)),
        };
        Ok(if negated.is_some() { !literal } else { literal })
    }

    /// Returns the variable of this name, if there is one.
    fn named(&self, word: Span<'_>, name: &str) -> Result<Option<Lit>, Fault> {
        if let Some(&number) = self.mapped.get(name) {
            return self.at(word, number, self.model.variable_names().len()).map(Some);
        }
        match self.model.find(name) {
            None if self.columns.contains(name) => Err(word.wrong(
                "is an integer or continuous column\nhelp: a rule needs a Boolean variable: an integer column with the \
                 bounds 0 and 1",
            )),
            found => Ok(found),
        }
    }

    /// Returns the digits of a number, or of the name of a variable that may be added.
    fn digits<'w>(&self, name: &'w str) -> Option<&'w str> {
        let further = name.strip_prefix('x').filter(|_| self.model.allows_further_variables());
        let digits = further.unwrap_or(name);
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then_some(digits)
    }

    /// Returns the variable with this number, from 1. Variables of soft clauses have names only.
    fn numbered(&self, word: Span<'_>, digits: &str) -> Result<Lit, Fault> {
        let number = digits.parse::<usize>().unwrap_or(usize::MAX);
        match self.model.allows_further_variables() {
            true => self.known_or_added(word, number),
            false => self.at(word, number.wrapping_sub(1), self.model.own_variable_count()),
        }
    }

    /// Returns the variable with this number, from 1, and adds it if there is none.
    fn known_or_added(&self, word: Span<'_>, number: usize) -> Result<Lit, Fault> {
        if !(1..=MAX_VARIABLES).contains(&number) {
            return Err(word.wrong(format!(
                "is not the number of a Boolean variable\nhelp: write an integer from 1 to {MAX_VARIABLES}"
            )));
        }
        if let Some(known) = self.model.find(&format!("x{number}")) {
            return Ok(known);
        }
        let mut added = self.added.borrow_mut();
        let next = added.len();
        let place = *added.entry(number).or_insert(next);
        Ok(Lit::positive((self.model.variable_names().len() + place) as u32))
    }

    /// Returns the variable with this number, from 0, of the first `count` variables.
    fn at(&self, word: Span<'_>, number: usize, count: usize) -> Result<Lit, Fault> {
        match u32::try_from(number) {
            Ok(place) if number < count => Ok(Lit::positive(place)),
            _ => Err(word.wrong(format!(
                "is not the number of a Boolean variable\nhelp: the model has {count}, numbered from 1"
            ))),
        }
    }

    fn unknown(&self, word: Span<'_>, name: &str) -> Fault {
        let names = self.model.variable_names().iter().map(String::as_str);
        let question = suggest::question(name, names.chain(self.mapped.keys().copied()));
        let help = match name {
            ALWAYS => {
                "leave it out: without a literal, a rule always holds, and an edge that is never drawn needs no line"
            }
            _ => "write the name or the number of a variable",
        };
        word.wrong(format!("is not a variable\nhelp: {question}{help}"))
    }
}
