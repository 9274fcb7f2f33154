//! The variables of a program: their declarations and uses.

use crate::lp::names::{flaws, label_flaws};
use crate::lp::rules;
use crate::{LintReport, LintRule, NameTable, shown};

/// A position in the file, with the report that receives the findings there.
pub struct LinePosition<'a> {
    pub line: u64,
    /// The number of bytes of the line before the current text.
    pub offset: u64,
    pub report: &'a mut LintReport,
}

impl LinePosition<'_> {
    /// Adds a finding at byte `at` of the current text.
    pub fn report_finding(
        &mut self,
        rule: &'static LintRule,
        at: usize,
        message: impl FnOnce() -> String,
    ) {
        let column = self.offset + at as u64 + 1;
        self.report.add(rule, self.line, Some(column), message);
    }

    /// Checks the name of the objective or of a row.
    pub fn check_label(&mut self, name: &[u8], at: usize) {
        label_flaws(name, |rule, message| self.report_finding(rule, at, || message));
    }

    /// Checks the name of a variable at its first occurrence.
    pub fn check_name(&mut self, name: &[u8], at: usize) {
        flaws(name, |rule, message| self.report_finding(rule, at, || message));
    }
}

/// The uses of a variable; 0 means none.
#[derive(Debug, Default)]
struct Column {
    /// The number of the last sum that contains the variable.
    sum: u64,
    /// The last line of `General` or `Binary` with the variable.
    integer_line: u64,
    /// The last line of `Bounds` with the variable.
    bound_line: u64,
    /// The last line of `Binary` with the variable.
    binary_line: u64,
    /// The last line of `Bounds` with a bound other than those of a binary variable.
    other_bound_line: u64,
}

/// A table of the variables, by name.
#[derive(Debug, Default)]
pub struct ColumnTable {
    names: NameTable,
    columns: Vec<Column>,
}

impl ColumnTable {
    /// Adds a term of the sum with number `sum`, from 1. Returns `false` if the sum already contains the
    /// variable.
    pub fn term(&mut self, name: &[u8], at: usize, sum: u64, place: &mut LinePosition<'_>) -> bool {
        let column = self.column(name, at, place);
        std::mem::replace(&mut column.sum, sum) != sum
    }

    /// Adds a variable of `General` or `Binary`.
    pub fn integer(
        &mut self,
        name: &[u8],
        is_binary: bool,
        at: usize,
        place: &mut LinePosition<'_>,
    ) {
        let line = place.line;
        let column = self.column(name, at, place);
        column.integer_line = line;
        if is_binary {
            column.binary_line = line;
        }
    }

    /// Adds a variable of `Bounds`.
    pub fn bound(&mut self, name: &[u8], at: usize, place: &mut LinePosition<'_>) {
        let line = place.line;
        self.column(name, at, place).bound_line = line;
    }

    /// Marks a variable of `Bounds` whose bounds are not 0 and 1.
    pub fn other_bound(&mut self, name: &[u8], line: u64) {
        if let Some(index) = self.names.get(name) {
            self.columns[index].other_bound_line = line;
        }
    }

    /// Returns the entry of a variable, and checks the name if it is new.
    fn column(&mut self, name: &[u8], at: usize, place: &mut LinePosition<'_>) -> &mut Column {
        let (index, is_new) = self.names.insert(name);
        if is_new {
            place.check_name(name, at);
            self.columns.push(Column::default());
        }
        &mut self.columns[index]
    }

    /// Returns the number of variables.
    pub fn count(&self) -> u64 {
        self.columns.len() as u64
    }

    /// Reports the binary variables with bounds.
    pub fn report_binary_bounds(&self, report: &mut LintReport) {
        let columns = self.columns.iter().enumerate();
        let columns = columns.map(|(index, column)| (self.names.name(index), column));
        let both = columns.filter(|(_, one)| one.binary_line > 0 && one.other_bound_line > 0);
        let mut both: Vec<(u64, &[u8])> =
            both.map(|(name, one)| (one.binary_line.max(one.other_bound_line), name)).collect();
        both.sort_unstable();
        for (line, name) in both {
            report.add(&rules::BINARY_BOUND, line, None, || {
                let name = shown(name);
                format!("`{name}` is in `Binary` and has a bound; write it in `General`, or the bound as a row")
            });
        }
    }

    /// Reports the variables that are declared but occur in no sum.
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
