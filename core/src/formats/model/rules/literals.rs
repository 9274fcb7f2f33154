//! Literals of the rules language, by the names and numbers of variables.

use std::collections::{HashMap, HashSet};

use encycle_encodings::logic::Lit;
use encycle_encodings::model::{Condition, Model};
use encycle_encodings::suggest;
use encycle_encodings::text::{Fault, Span};

use crate::formats::map::VariableMap;

/// The word for a condition that is always true.
const ALWAYS: &str = "true";

/// The names of the variables of a model.
pub(super) struct Literals<'a> {
    model: &'a Model,
    /// The names of columns that are not Boolean.
    columns: HashSet<&'a str>,
    /// The numbers of the variables in the map, from 0.
    mapped: HashMap<&'a str, usize>,
}

impl<'a> Literals<'a> {
    /// Collects the names of a model and of a map.
    pub fn new(model: &'a Model, map: Option<&'a VariableMap>) -> Self {
        let columns = model.column_names().iter().map(String::as_str).collect();
        let names = map.map_or(&[][..], VariableMap::names);
        let mapped = names.iter().enumerate().map(|(number, name)| (&**name, number)).collect();
        Self { model, columns, mapped }
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
        let literal = match self.named(word, name)? {
            Some(literal) => literal,
            None if !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()) => {
                self.numbered(word, name)?
            }
            None => return Err(self.unknown(word, name)),
        };
        Ok(if negated.is_some() { !literal } else { literal })
    }

    /// Returns the variable of this name, if there is one.
    fn named(&self, word: Span<'_>, name: &str) -> Result<Option<Lit>, Fault> {
        if let Some(&number) = self.mapped.get(name) {
            return self.at(word, number).map(Some);
        }
        match self.model.find(name) {
            None if self.columns.contains(name) => Err(word.wrong(
                "is an integer or continuous column\nhelp: a rule needs a Boolean variable: an integer column with the \
                 bounds 0 and 1",
            )),
            found => Ok(found),
        }
    }

    /// Returns the variable with this number, from 1.
    fn numbered(&self, word: Span<'_>, digits: &str) -> Result<Lit, Fault> {
        let number = digits.parse::<usize>().unwrap_or(usize::MAX);
        self.at(word, number.wrapping_sub(1))
    }

    /// Returns the variable with this number, from 0.
    fn at(&self, word: Span<'_>, number: usize) -> Result<Lit, Fault> {
        match (self.model.variable_names().len(), u32::try_from(number)) {
            (count, Ok(place)) if number < count => Ok(Lit::positive(place)),
            (count, _) => Err(word.wrong(format!(
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
