//! The variables of a program: what is declared, and what is used.

use std::collections::HashMap;

use crate::lp::names::flaws;
use crate::lp::rules;
use crate::{LintReport, LintRule, shown};

/// Where a line is, and where to say what is wrong on it.
pub struct LinePosition<'a> {
    pub line: u64,
    /// How many bytes of the line came before the text at hand.
    pub offset: u64,
    pub report: &'a mut LintReport,
}

impl LinePosition<'_> {
    /// A finding at a byte of the text at hand.
    pub fn say(&mut self, rule: &'static LintRule, at: usize, message: impl FnOnce() -> String) {
        let column = self.offset + at as u64 + 1;
        self.report.add(rule, self.line, Some(column), message);
    }

    /// What is wrong with a name, at its first mention.
    pub fn check_name(&mut self, name: &[u8], at: usize) {
        flaws(name, |rule, message| self.say(rule, at, || message));
    }
}

/// What is known of a variable; a line of 0 is none.
#[derive(Default)]
struct Column {
    /// The last sum that has it.
    sum: u64,
    integer_line: u64,
    bound_line: u64,
}

/// The variables, by name.
#[derive(Default)]
pub struct ColumnTable {
    places: HashMap<Box<[u8]>, usize>,
    columns: Vec<Column>,
}

impl ColumnTable {
    /// Takes in a term of the sum with this number (from 1); false if the sum has the variable
    /// already.
    pub fn term(&mut self, name: &[u8], at: usize, sum: u64, place: &mut LinePosition<'_>) -> bool {
        let column = self.column(name, at, place);
        std::mem::replace(&mut column.sum, sum) != sum
    }

    /// Takes in a variable of `General` or `Binary`.
    pub fn integer(&mut self, name: &[u8], at: usize, place: &mut LinePosition<'_>) {
        let line = place.line;
        self.column(name, at, place).integer_line = line;
    }

    /// Takes in a variable of `Bounds`.
    pub fn bound(&mut self, name: &[u8], at: usize, place: &mut LinePosition<'_>) {
        let line = place.line;
        self.column(name, at, place).bound_line = line;
    }

    fn column(&mut self, name: &[u8], at: usize, place: &mut LinePosition<'_>) -> &mut Column {
        let index = match self.places.get(name) {
            Some(&index) => index,
            None => {
                place.check_name(name, at);
                self.places.insert(name.into(), self.columns.len());
                self.columns.push(Column::default());
                self.columns.len() - 1
            }
        };
        &mut self.columns[index]
    }

    /// How many variables there are.
    pub fn count(&self) -> u64 {
        self.columns.len() as u64
    }

    /// Tells of all variables that are declared and in no sum.
    pub fn tell_unused(&self, report: &mut LintReport) {
        let columns = self.places.iter().map(|(name, &index)| (name, &self.columns[index]));
        let unused = columns.filter(|(_, column)| column.sum == 0);
        let mut unused: Vec<(u64, &[u8], bool)> = unused
            .map(|(name, column)| match column.integer_line {
                0 => (column.bound_line, &**name, false),
                line => (line, &**name, true),
            })
            .collect();
        unused.sort_unstable();
        for (line, name, is_integer) in unused {
            let rule = if is_integer { &rules::UNUSED_INTEGER } else { &rules::UNUSED_BOUND };
            report.add(rule, line, None, || {
                let name = shown(name);
                format!("`{name}` is in no row and not in the objective; add `+ 0 {name}` there")
            });
        }
    }
}
