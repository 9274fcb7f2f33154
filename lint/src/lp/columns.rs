//! The variables of a program: their declarations and uses.

use std::cmp::Ordering;

use crate::lp::rules;
use crate::lp::tokens::{LpToken, LpTokenKind};
use crate::lp::tokens::{flaws, is_infinity, label_flaws};
use crate::name_table::NameTable;
use crate::{FilePlace, FormulaSink, LintReport, LintRule, Number, shown};

/// The uses of a variable, where 0 means no use.
#[derive(Debug, Default)]
struct ColumnUses {
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
    columns: Vec<ColumnUses>,
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
            self.columns.push(ColumnUses::default());
        }
        index
    }

    /// Returns the number of variables.
    pub fn count(&self) -> u64 {
        self.columns.len() as u64
    }

    /// Reports binary variables that have bounds, and bounds that no value satisfies.
    pub fn report_bounds(&self, report: &mut LintReport) {
        let is_crossed = |one: &ColumnUses| one.bounds.is_crossed();
        for (line, name) in self.last_lines(is_crossed, |one| one.bound_line) {
            report.add(&rules::CROSSED_BOUNDS, line, None, || {
                let name = shown(name);
                format!("lower bound of `{name}`, which is 0 if it has none, above the upper one; correct one of them")
            });
        }
        let is_bounded = |one: &ColumnUses| one.binary_line > 0 && one.other_bound_line > 0;
        let last = |one: &ColumnUses| one.binary_line.max(one.other_bound_line);
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
        has_it: impl Fn(&ColumnUses) -> bool,
        line: impl Fn(&ColumnUses) -> u64,
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

// Positions in a file at which findings are reported.

/// A position in the file, with the report that receives the findings there, and the sink of the contents.
pub struct LinePosition<'a> {
    pub line: u64,
    /// The number of bytes of the line before the current text.
    pub offset: u64,
    pub report: &'a mut LintReport,
    pub sink: &'a mut dyn FormulaSink,
}

impl LinePosition<'_> {
    /// Returns the place of byte `at` of the current text.
    pub fn at(&self, at: usize) -> FilePlace {
        FilePlace { line: self.line, column: self.offset + at as u64 + 1 }
    }

    /// Adds a finding at byte `at` of the current text.
    pub fn report_finding<M: Into<String>>(
        &mut self,
        rule: &'static LintRule,
        at: usize,
        message: impl FnOnce() -> M,
    ) {
        let FilePlace { line, column } = self.at(at);
        self.report.add(rule, line, Some(column), message);
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

// The checks of numbers, relations and bounds.

/// The number from which SCIP reads infinity. CBC and HiGHS read infinity from 1e30, and GLPK never does.
pub const INFINITE: f64 = 1e20;

/// Checks the form and the value of a number, and returns it.
pub fn check_number(bytes: &[u8], at: usize, place: &mut LinePosition<'_>) -> Number {
    number(bytes, at, false, place)
}

/// Checks the form of a number, and its value if it is not a bound.
fn number(bytes: &[u8], at: usize, is_bound: bool, place: &mut LinePosition<'_>) -> Number {
    if bytes.first() == Some(&b'.') {
        place.report_finding(&rules::NUMBER_FORM, at, || {
            let shown = shown(bytes);
            format!("number that begins with a dot: `{shown}`; write `0{shown}`")
        });
    }
    let number = Number::parse(bytes).unwrap_or(Number::Real(f64::NAN));
    if number.value() >= INFINITE && !is_bound {
        place.report_finding(&rules::NUMBER_FINITE, at, || {
            let shown = shown(bytes);
            format!("number that some programs read as infinite: `{shown}`; write a smaller one")
        });
    }
    number
}

/// Returns the relation that a sequence of `<`, `>` and `=` denotes.
pub fn relation(bytes: &[u8]) -> Option<Ordering> {
    match bytes {
        b"<" | b"<=" | b"=<" => Some(Ordering::Less),
        b">" | b">=" | b"=>" => Some(Ordering::Greater),
        b"=" | b"==" => Some(Ordering::Equal),
        _ => None,
    }
}

/// Checks the form of a relation.
pub fn check_relation(bytes: &[u8], at: usize, place: &mut LinePosition<'_>) {
    let better = match relation(bytes) {
        _ if matches!(bytes, b"<=" | b">=" | b"=") => return,
        Some(Ordering::Less) => "<=",
        Some(Ordering::Greater) => ">=",
        Some(Ordering::Equal) => "=",
        None => {
            let message = || format!("not a relation: `{}`; write `<=`, `>=` or `=`", shown(bytes));
            return place.report_finding(&rules::SYNTAX, at, message);
        }
    };
    let message = || {
        format!("relation that some programs do not support: `{}`; write `{better}`", shown(bytes))
    };
    place.report_finding(&rules::RELATION_FORM, at, message);
}

/// The bounds of a variable, as far as they are given.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bounds {
    pub lower: Option<f64>,
    pub upper: Option<f64>,
}

impl Bounds {
    /// Returns the bounds that a line of this form with these numbers sets.
    pub fn of_form(form: &str, numbers: &[f64]) -> Self {
        let number = |place: usize| numbers.get(place).copied();
        let (low, high) = (Some(f64::NEG_INFINITY), Some(f64::INFINITY));
        let (lower, upper) = match form {
            "n<v" | "v>n" => (number(0), None),
            "v<n" => (None, number(0)),
            "v=n" => (number(0), number(0)),
            "n<v<n" => (number(0), number(1)),
            "m<v" | "v>m" => (low, None),
            "v<p" => (None, high),
            "m<v<n" => (low, number(0)),
            "n<v<p" => (number(0), high),
            _ => (low, high),
        };
        Self { lower, upper }
    }

    /// Returns whether the bounds are only those that a binary variable has anyway: 0 below, 1 above.
    pub fn is_of_binary(self) -> bool {
        self.lower.is_none_or(|lower| lower == 0.0) && self.upper.is_none_or(|upper| upper == 1.0)
    }

    /// Returns whether no value satisfies the bounds. A lower bound that is not given is 0.
    pub fn is_crossed(self) -> bool {
        self.upper.is_some_and(|upper| self.lower.unwrap_or(0.0) > upper)
    }
}

// The checks of lines in the section `Bounds`.

/// The accepted forms of a bound: `v` is a variable, `n` a number, `p` and `m` infinity with plus and minus, `f` the
/// word `free`. For example, `n<v<n` is `0 <= x <= 1`.
const FORMS: [&str; 13] =
    ["n<v", "v<n", "v>n", "v=n", "n<v<n", "vf", "m<v", "v>m", "v<p", "m<v<n", "n<v<p", "m<v<p", ""];

/// Forms at which some programs stop, with what they mean: `i` is infinity without a sign. GLPK stops at these.
const POOR_FORMS: [(&str, &str); 12] = [
    ("v<i", "v<p"),
    ("n<v<i", "n<v<p"),
    ("m<v<i", "m<v<p"),
    ("n>v", "v<n"),
    ("i>v", "v<p"),
    ("p>v", "v<p"),
    ("n=v", "v=n"),
    ("n>v>n", "n<v<n"),
    ("n>v>m", "m<v<n"),
    ("i>v>n", "n<v<p"),
    ("p>v>n", "n<v<p"),
    ("p>v>m", "m<v<p"),
];

/// Checks a line of the section `Bounds`.
pub fn line(
    text: &[u8],
    tokens: &[LpToken],
    columns: &mut ColumnTable,
    place: &mut LinePosition<'_>,
) {
    // the longest form has five parts, so eight parts are enough to recognize a wrong form
    let mut form = String::new();
    let mut variable: Option<(usize, usize)> = None;
    let mut numbers: Vec<f64> = Vec::new();
    let mut sign = None;
    let (mut has_long_word, mut has_large) = (false, false);
    for &token in tokens {
        let (at, bytes) = (token.start, &text[token.start..token.end]);
        let part = match token.kind {
            LpTokenKind::Sign => {
                sign = Some(bytes == b"-");
                continue;
            }
            LpTokenKind::Word if is_infinity(bytes) => {
                has_long_word |= bytes.len() > 3;
                match sign {
                    None => 'i',
                    Some(false) => 'p',
                    Some(true) => 'm',
                }
            }
            LpTokenKind::Word if bytes.eq_ignore_ascii_case(b"free") => 'f',
            LpTokenKind::Word => {
                variable = Some((columns.bound(bytes, at, place), at));
                'v'
            }
            LpTokenKind::Number => {
                let size = number(bytes, at, true, place).signed(sign == Some(true)).value();
                if size.abs() >= INFINITE {
                    has_large = true;
                    if size > 0.0 { 'p' } else { 'm' }
                } else {
                    if numbers.len() < 2 {
                        numbers.push(size);
                    }
                    'n'
                }
            }
            LpTokenKind::Relation => {
                check_relation(bytes, at, place);
                match relation(bytes) {
                    Some(Ordering::Less) => '<',
                    Some(Ordering::Greater) => '>',
                    Some(Ordering::Equal) => '=',
                    None => '?',
                }
            }
            LpTokenKind::Colon | LpTokenKind::Arrow | LpTokenKind::Nonlinear => '?',
        };
        sign = None;
        if form.len() < 8 {
            form.push(part);
        }
    }
    let poor = POOR_FORMS.iter().find(|(poor, _)| *poor == form);
    if form.starts_with("n>v>") {
        numbers.reverse();
    }
    let known = poor.map_or(&*form, |(_, better)| better);
    let is_known = FORMS.contains(&known);
    if let Some((column, at)) = variable.filter(|_| is_known) {
        let bounds = Bounds::of_form(known, &numbers);
        columns.set_bounds(column, bounds, place.line);
        place.sink.bounds(column, bounds.lower, bounds.upper, place.at(at));
    }
    let message = if ["m<v<i", "i<v<i"].contains(&&*form) {
        "bound infinite on both sides; write `x free`"
    } else if form.contains('i') {
        "infinity without a sign; write `+inf` or `-inf`"
    } else if poor.is_some() {
        "number left of the relation; write the variable first: `x <= 9`"
    } else if !is_known {
        "invalid bound; write `0 <= x <= 9`, `x <= 9`, `x >= -inf`, `x = 1` or `x free` on a line"
    } else if has_long_word {
        "word that some programs do not support: `infinity`; write `inf`"
    } else if has_large {
        "bound that some programs read as infinite; write a smaller one, or `inf`"
    } else {
        return;
    };
    let rule = if is_known { &rules::BOUND_SPELLING } else { &rules::BOUND_FORM };
    let at = tokens.first().map_or(0, |token| token.start);
    place.report_finding(rule, at, || message.to_owned());
}
