//! The variables of a program: their declarations and uses.

use crate::lp::position::LinePosition;
use crate::lp::rules;
use crate::lp::values::Bounds;
use crate::name_table::NameTable;
use crate::{LintReport, shown};

/// The uses of a variable, where 0 means no use.
#[derive(Debug, Default)]
struct Column {
    /// The number of the last sum that contains the variable.
    sum: u64,
    /// The last line of `General` or `Binary` that contains the variable.
    integer_line: u64,
    /// The last line of `Bounds` that contains the variable.
    bound_line: u64,
    /// The last line of `Binary` that contains the variable.
    binary_line: u64,
    /// The last line of `Bounds` with a bound that a binary variable does not have.
    other_bound_line: u64,
    bounds: Bounds,
}

/// A table of the variables, by name.
#[derive(Debug, Default)]
pub struct ColumnTable {
    names: NameTable,
    columns: Vec<Column>,
}

impl ColumnTable {
    /// Adds a term of the sum with number `sum`, from 1. Returns the number of its variable, and whether this is the
    /// first term of the sum with the variable.
    pub fn term(
        &mut self,
        name: &[u8],
        at: usize,
        sum: u64,
        place: &mut LinePosition<'_>,
    ) -> (usize, bool) {
        let index = self.column(name, at, place);
        (index, std::mem::replace(&mut self.columns[index].sum, sum) != sum)
    }

    /// Adds a variable of `General` or `Binary`.
    pub fn integer(
        &mut self,
        name: &[u8],
        is_binary: bool,
        at: usize,
        place: &mut LinePosition<'_>,
    ) {
        let index = self.column(name, at, place);
        self.columns[index].integer_line = place.line;
        place.sink.integer(index);
        if is_binary {
            self.columns[index].binary_line = place.line;
            place.sink.bounds(index, Some(0.0), Some(1.0), place.at(at));
        }
    }

    /// Adds a variable of `Bounds`, and returns its number.
    pub fn bound(&mut self, name: &[u8], at: usize, place: &mut LinePosition<'_>) -> usize {
        let index = self.column(name, at, place);
        self.columns[index].bound_line = place.line;
        index
    }

    /// Sets bounds of a variable.
    pub fn set_bounds(&mut self, index: usize, new: Bounds, line: u64) {
        let column = &mut self.columns[index];
        if !new.is_of_binary() {
            column.other_bound_line = line;
        }
        let Bounds { lower, upper } = &mut column.bounds;
        *lower = new.lower.or(*lower);
        *upper = new.upper.or(*upper);
    }

    /// Returns the number of a variable, and checks the name if it is new.
    fn column(&mut self, name: &[u8], at: usize, place: &mut LinePosition<'_>) -> usize {
        let (index, is_new) = self.names.insert(name);
        if is_new {
            place.check_name(name, at);
            place.sink.column(name, place.at(at));
            self.columns.push(Column::default());
        }
        index
    }

    /// Returns the number of variables.
    pub fn count(&self) -> u64 {
        self.columns.len() as u64
    }

    /// Reports binary variables that have bounds, and bounds that no value satisfies.
    pub fn report_bounds(&self, report: &mut LintReport) {
        let is_crossed = |one: &Column| one.bounds.is_crossed();
        for (line, name) in self.last_lines(is_crossed, |one| one.bound_line) {
            report.add(&rules::CROSSED_BOUNDS, line, None, || {
                let name = shown(name);
                format!("lower bound of `{name}`, which is 0 if it has none, above the upper one; correct one of them")
            });
        }
        let is_bounded = |one: &Column| one.binary_line > 0 && one.other_bound_line > 0;
        let last = |one: &Column| one.binary_line.max(one.other_bound_line);
        for (line, name) in self.last_lines(is_bounded, last) {
            report.add(&rules::BINARY_BOUND, line, None, || {
                let name = shown(name);
                format!("`{name}` is in `Binary` and has a bound; write it in `General`, or the bound as a row")
            });
        }
    }

    /// Returns the variables that have a property, each as a line and a name, sorted by line.
    fn last_lines(
        &self,
        has_it: impl Fn(&Column) -> bool,
        line: impl Fn(&Column) -> u64,
    ) -> Vec<(u64, &[u8])> {
        let columns = self.columns.iter().enumerate().filter(|(_, one)| has_it(one));
        let mut lines: Vec<(u64, &[u8])> =
            columns.map(|(index, one)| (line(one), self.names.name(index))).collect();
        lines.sort_unstable();
        lines
    }

    /// Reports the variables that are declared but do not occur in any sum.
    pub fn report_unused(&self, report: &mut LintReport) {
        let columns = self.columns.iter().enumerate();
        let columns = columns.map(|(index, column)| (self.names.name(index), column));
        let unused = columns.filter(|(_, column)| column.sum == 0);
        let mut unused: Vec<(u64, &[u8], bool)> = unused
            .map(|(name, column)| match column.integer_line {
                0 => (column.bound_line, name, false),
                line => (line, name, true),
            })
            .collect();
        unused.sort_unstable();
        for (line, name, is_integer) in unused {
            let rule = if is_integer { &rules::UNUSED_INTEGER } else { &rules::UNUSED_BOUND };
            report.add(rule, line, None, || {
                let name = shown(name);
                format!(
                    "`{name}` is neither in a row nor in the objective; add `+ 0 {name}` to one"
                )
            });
        }
    }
}
