//! The readers of CPLEX LP, MPS and OPB as models.
//!
//! Formats: CPLEX LP (<https://www.ibm.com/docs/en/icos/22.1.0>, "LP file format"), MPS (the reference manual of GLPK 5.0,
//! <https://www.gnu.org/software/glpk/>) and OPB (<https://www.cril.univ-artois.fr/PB24/OPBgeneral.pdf>).
//!
//! The check of `encycle lint` passes the contents on while it reads a file. Its errors are errors here, too, except for
//! the rules in [`TOLERATED`]: they exist because other programs stop, and the contents are clear.
//!
//! An integer column with bounds in 0..1 becomes a Boolean variable, any other column is added as it is. A row over
//! Boolean variables becomes a constraint with integer coefficients: decimal coefficients are multiplied by a power of
//! ten. All other rows are rows for MIP solvers.
//!
//! ```
//! use encycle::formats::model::{ModelFormat, read_model};
//!
//! let text = "Minimize\n obj: a + 2.5 y\nSubject To\n c1: a + b >= 1\n c2: y - b >= 0\nBinary\n a b\nEnd\n";
//! let model = read_model(ModelFormat::Lp, text.as_bytes(), "a.lp")?;
//! assert_eq!(model.variable_names(), ["a", "b"]);
//! assert_eq!(model.program().columns[0].name, "y");
//! assert_eq!((model.constraint_count(), model.program().rows.len()), (1, 1));
//! # Ok::<(), encycle::formats::LoadError>(())
//! ```

use std::cmp::Ordering;
use std::collections::HashMap;
use std::io::BufRead;

use encycle_encodings::logic::{
    Decimal, LinearObjective, Lit, OtherColumn, ProgramColumn, ProgramNames, ProgramRow, Relation,
    gcd,
};
use encycle_encodings::model::{Model, ModelConstraint, linear};
use encycle_lint::{
    FileFormat, FilePlace, FormulaSink, LintReport, LintRule, Number, lp, mps, opb,
};

use crate::formats::checked;
use crate::formats::model::add_plain_variables;
use crate::formats::{LoadError, ParseError};

/// The rules of the linter that a model may break.
static TOLERATED: &[&LintRule] = &[
    &lp::rules::BOUND_SPELLING,
    &lp::rules::GLUED,
    &lp::rules::LINE_LIMIT,
    &lp::rules::NAME_CHARACTERS,
    &lp::rules::NAME_EXPONENT,
    &lp::rules::OBJECTIVE_CONSTANT,
    &lp::rules::RANGE_ROW,
    &lp::rules::RELATION_FORM,
    &lp::rules::SECTION_WORD,
    &lp::rules::EMPTY_OBJECTIVE,
    &lp::rules::NO_ROWS,
    &lp::rules::SECTION_INDENT,
    &lp::rules::ROW_COMMENT,
    &lp::rules::NUMBER_FORM,
    &lp::rules::UNUSED_INTEGER,
    &mps::rules::BLANK_LINE,
    &mps::rules::COMMENT,
    &mps::rules::TAB,
    &mps::rules::FREE_WORD,
    &mps::rules::INFINITE_BOUND,
    &mps::rules::INTEGER_BOUND,
    &mps::rules::MISSING_RHS,
    &mps::rules::OBJECTIVE_VALUE,
    &mps::rules::OBJECTIVE_SENSE,
    &opb::rules::NEGATED,
    &opb::rules::OVER_LINES,
    &opb::rules::CARRIAGE_RETURN,
    &opb::rules::HEADER_WORDS,
];

/// The limit of the sum of the absolute coefficients of a constraint: 2 to the power of 53, below which `f64` represents
/// all integers.
const EXACT: i128 = 1 << 53;

/// Reads a model.
pub(super) fn read(
    format: FileFormat,
    input: impl BufRead,
    origin: &str,
) -> Result<Model, LoadError> {
    let read = checked::read_except(format, input, ModelSink::default(), TOLERATED);
    let (report, sink) = read.map_err(|cause| LoadError::Io { name: origin.to_owned(), cause })?;
    if let Some(found) = checked::first_error(&report, TOLERATED) {
        return Err(checked::fault(found, origin).into());
    }
    Ok(sink.finish(&report, origin)?)
}

/// The contents of a file.
#[derive(Default)]
struct ModelSink {
    columns: Vec<ColumnDraft>,
    rows: Vec<RowDraft>,
    /// The terms of all rows.
    terms: Vec<RowTerm>,
    objective: Vec<SignedTerm>,
    constant: f64,
    is_maximized: bool,
    /// The names of the rows and of the objective.
    row_names: HashMap<Option<usize>, String>,
}

/// A column, with the bounds that the file sets.
struct ColumnDraft {
    name: String,
    is_integer: bool,
    lower: Option<f64>,
    upper: Option<f64>,
}

/// A relation with its right side.
struct RowDraft {
    relation: Ordering,
    right: Number,
    range: Option<f64>,
    /// The bound of the opposite relation.
    second: Option<Number>,
}

/// A coefficient with its column, counted from 0.
#[derive(Clone, Copy)]
struct SignedTerm {
    size: Number,
    column: usize,
    is_negated: bool,
}

/// A term with its row, counted from 0.
struct RowTerm {
    row: usize,
    term: SignedTerm,
}

impl ModelSink {
    fn add_term(&mut self, row: Option<usize>, term: SignedTerm) {
        match row {
            Some(row) => self.terms.push(RowTerm { row, term }),
            None => self.objective.push(term),
        }
    }

    /// Returns the model.
    fn finish(mut self, report: &LintReport, origin: &str) -> Result<Model, ParseError> {
        let mut model = Model::new();
        let columns: Vec<ProgramColumn> = match report.format {
            FileFormat::Opb => {
                let declared = report.declared.unwrap_or_default();
                let count = usize::try_from(declared.variables).unwrap_or(usize::MAX);
                let added = add_plain_variables(&mut model, count);
                added.map_err(|error| ParseError {
                    origin: origin.to_owned(),
                    line: declared.line as usize,
                    column: 1,
                    message: error.to_string(),
                })?;
                (0..count).map(|number| boolean(Lit::positive(number as u32))).collect()
            }
            format => self.columns.drain(..).map(|column| column.add(&mut model, format)).collect(),
        };
        model.set_file_order(&columns);
        self.set_objective(&mut model, &columns);
        // an MPS file lists its terms column by column
        self.terms.sort_by_key(|term| term.row);
        let mut terms = self.terms.into_iter().peekable();
        let objective = self.row_names.remove(&None);
        let mut names = ProgramNames { objective, ..ProgramNames::default() };
        for (number, draft) in self.rows.into_iter().enumerate() {
            let row = std::iter::from_fn(|| terms.next_if(|term| term.row == number));
            let row: Vec<SignedTerm> = row.map(|one| one.term).collect();
            let first = [model.constraint_count(), model.program().rows.len()];
            draft.add(&row, &columns, &mut model);
            if let Some(name) = self.row_names.remove(&Some(number)) {
                let constraints = first[0]..model.constraint_count();
                names.constraints.extend(constraints.map(|constraint| (constraint, name.clone())));
                let rows = first[1]..model.program().rows.len();
                names.rows.extend(rows.map(|row| (row, name.clone())));
            }
        }
        model.set_row_names(names);
        Ok(model)
    }

    fn set_objective(&self, model: &mut Model, columns: &[ProgramColumn]) {
        let (terms, constant) = merged(&self.objective, columns);
        let constant = constant + self.constant;
        if !terms.is_empty() || constant != 0.0 {
            let is_maximized = self.is_maximized;
            model.set_objective(Some(LinearObjective { terms, constant, is_maximized }));
        }
    }
}

impl FormulaSink for ModelSink {
    fn column(&mut self, name: &[u8], _: FilePlace) {
        let name = String::from_utf8_lossy(name).into_owned();
        self.columns.push(ColumnDraft { name, is_integer: false, lower: None, upper: None });
    }

    fn term(&mut self, row: Option<usize>, column: usize, size: Number, _: FilePlace) {
        self.add_term(row, SignedTerm { size, column, is_negated: false });
    }

    fn negated_term(&mut self, row: Option<usize>, column: usize, size: Number, _: FilePlace) {
        self.add_term(row, SignedTerm { size, column, is_negated: true });
    }

    fn objective_constant(&mut self, value: Number, _: FilePlace) {
        self.constant += value.value();
    }

    fn row_name(&mut self, row: Option<usize>, name: &[u8]) {
        self.row_names.insert(row, String::from_utf8_lossy(name).into_owned());
    }

    fn maximize(&mut self) {
        self.is_maximized = true;
    }

    fn relation(&mut self, relation: Ordering) {
        self.rows.push(RowDraft { relation, right: Number::Whole(0), range: None, second: None });
    }

    fn right_side(&mut self, row: usize, value: Number, _: FilePlace) {
        if let Some(row) = self.rows.get_mut(row) {
            row.right = value;
        }
    }

    fn second_side(&mut self, row: usize, value: Number, _: FilePlace) {
        if let Some(row) = self.rows.get_mut(row) {
            row.second = Some(value);
        }
    }

    fn range(&mut self, row: usize, value: Number, _: FilePlace) {
        if let Some(row) = self.rows.get_mut(row) {
            row.range = Some(value.value());
        }
    }

    fn integer(&mut self, column: usize) {
        if let Some(column) = self.columns.get_mut(column) {
            column.is_integer = true;
        }
    }

    fn bounds(&mut self, column: usize, lower: Option<f64>, upper: Option<f64>, _: FilePlace) {
        if let Some(column) = self.columns.get_mut(column) {
            column.lower = lower.or(column.lower);
            column.upper = upper.or(column.upper);
        }
    }
}

fn boolean(literal: Lit) -> ProgramColumn {
    ProgramColumn::Boolean(literal.var())
}

impl ColumnDraft {
    /// Adds the column to a model.
    fn add(self, model: &mut Model, format: FileFormat) -> ProgramColumn {
        let Self { name, is_integer, lower, upper } = self;
        // programs read an integer column of an MPS file as 0-1 if it has no bounds
        let is_default = format == FileFormat::Mps && is_integer && (lower, upper) == (None, None);
        let upper = if is_default { 1.0 } else { upper.unwrap_or(f64::INFINITY) };
        let (mut lower, mut upper) = (lower.unwrap_or(0.0), upper);
        if is_integer && lower.ceil() <= upper.floor() {
            (lower, upper) = (lower.ceil(), upper.floor());
        }
        if !is_integer || lower < 0.0 || upper > 1.0 {
            return model.add_column(OtherColumn { name, is_integer, lower, upper });
        }
        // both clauses if the bounds contain no integer
        let literal = model.variable(&name);
        if lower > 0.0 {
            model.add_clause(&[literal]);
        }
        if upper < 1.0 {
            model.add_clause(&[!literal]);
        }
        boolean(literal)
    }
}

/// Returns a sum in which each column occurs once and no coefficient is 0, and the constant of the negated terms.
fn merged(terms: &[SignedTerm], columns: &[ProgramColumn]) -> (Vec<(f64, ProgramColumn)>, f64) {
    let mut sums: Vec<(f64, ProgramColumn)> = Vec::with_capacity(terms.len());
    let mut places: HashMap<usize, usize> = HashMap::new();
    let mut constant = 0.0;
    for term in terms {
        let Some(&column) = columns.get(term.column) else { continue };
        let size = term.size.value();
        let signed = if term.is_negated { -size } else { size };
        constant += if term.is_negated { size } else { 0.0 };
        let place = *places.entry(term.column).or_insert(sums.len());
        match sums.get_mut(place) {
            Some((sum, _)) => *sum += signed,
            None => sums.push((signed, column)),
        }
    }
    sums.retain(|&(size, _)| size != 0.0);
    (sums, constant)
}

impl RowDraft {
    /// Returns the bounds of the sum.
    fn bounds(&self) -> (f64, f64) {
        let right = self.right.value();
        let size = self.range.unwrap_or_default().abs();
        let second = self.second.map(Number::value);
        match (self.relation, self.range) {
            (Ordering::Less, None) => (second.unwrap_or(f64::NEG_INFINITY), right),
            (Ordering::Greater, None) => (right, second.unwrap_or(f64::INFINITY)),
            (Ordering::Less, _) => (decimal_sum(right, -size), right),
            (Ordering::Greater, _) => (right, decimal_sum(right, size)),
            (Ordering::Equal, None) => (right, right),
            (Ordering::Equal, Some(range)) if range < 0.0 => (decimal_sum(right, -size), right),
            (Ordering::Equal, Some(_)) => (right, decimal_sum(right, size)),
        }
    }

    /// Adds the row to a model.
    fn add(&self, terms: &[SignedTerm], columns: &[ProgramColumn], model: &mut Model) {
        match self.constraints(terms, columns) {
            Some(constraints) => constraints.into_iter().for_each(|one| model.add(one)),
            None => {
                let (terms, constant) = merged(terms, columns);
                let (lower, upper) = self.bounds();
                let (lower, upper) = (lower - constant, upper - constant);
                model.add_row(ProgramRow { terms, lower, upper });
            }
        }
    }

    /// Returns the row as constraints over Boolean variables, if it is exact in that form.
    fn constraints(
        &self,
        terms: &[SignedTerm],
        columns: &[ProgramColumn],
    ) -> Option<Vec<ModelConstraint>> {
        let literal = |term: &SignedTerm| match columns.get(term.column)? {
            ProgramColumn::Boolean(variable) if term.is_negated => Some(variable.neg_lit()),
            ProgramColumn::Boolean(variable) => Some(variable.pos_lit()),
            ProgramColumn::Other(_) => None,
        };
        let literals: Vec<Lit> = terms.iter().map(literal).collect::<Option<_>>()?;
        let (lower, upper) = self.bounds();
        let mut sides: Vec<(Relation, Number)> = match (self.range, self.relation) {
            (None, Ordering::Less) => vec![(Relation::AtMost, self.right)],
            (None, Ordering::Greater) => vec![(Relation::AtLeast, self.right)],
            (None, Ordering::Equal) => vec![(Relation::Equal, self.right)],
            (Some(_), _) if lower == upper => vec![(Relation::Equal, Number::Real(lower))],
            (Some(_), _) => vec![
                (Relation::AtLeast, Number::Real(lower)),
                (Relation::AtMost, Number::Real(upper)),
            ],
        };
        if let Some(second) = self.second {
            let is_upper = self.relation == Ordering::Greater;
            sides.push((if is_upper { Relation::AtMost } else { Relation::AtLeast }, second));
        }
        let numbers = terms.iter().map(|term| term.size).chain(sides.iter().map(|side| side.1));
        let numbers = integers(&numbers.collect::<Vec<_>>())?;
        let (sizes, rights) = numbers.split_at(terms.len());
        let sum: Vec<(i64, Lit)> = sizes.iter().copied().zip(literals).collect();
        let sides = sides.iter().zip(rights);
        let constraints = sides.filter_map(|(&(relation, _), &right)| short(&sum, relation, right));
        Some(constraints.collect())
    }
}

/// Returns integers in the same proportions as these decimal numbers, if the sum of their absolute values is small
/// enough.
fn integers(numbers: &[Number]) -> Option<Vec<i64>> {
    let decimals: Vec<Decimal> =
        numbers.iter().map(|&number| decimal(number)).collect::<Option<_>>()?;
    let most = decimals.iter().map(|decimal| decimal.places).max().unwrap_or(0);
    let scaled = decimals.into_iter().map(|decimal| decimal.scaled(most));
    let mut scaled: Vec<i128> = scaled.collect::<Option<_>>()?;
    if most > 0 {
        let common = scaled.iter().fold(0, |common, &one| gcd(common, one.unsigned_abs()));
        scaled.iter_mut().for_each(|one| *one /= i128::try_from(common.max(1)).unwrap_or(1));
    }
    let sum = scaled.iter().try_fold(0_i128, |sum, one| sum.checked_add(one.checked_abs()?))?;
    (sum < EXACT).then(|| scaled.into_iter().map(|one| one as i64).collect())
}

/// Returns a number as a decimal number.
fn decimal(number: Number) -> Option<Decimal> {
    match number {
        Number::Whole(value) => Some(Decimal { digits: i128::from(value), places: 0 }),
        Number::Real(value) => Decimal::new(value),
    }
}

/// Returns the sum of two numbers, of decimals as a decimal: 1.4 - 0.1 is 1.3.
fn decimal_sum(one: f64, other: f64) -> f64 {
    let exact = || {
        let sum = Decimal::sum(&[(one, 1.0), (other, 1.0)])?;
        format!("{}e-{}", sum.digits, sum.places).parse().ok()
    };
    exact().unwrap_or(one + other)
}

/// Returns a sum with a bound as the shortest constraint: `None` if it always holds, and a clause if it is one.
fn short(sum: &[(i64, Lit)], relation: Relation, right: i64) -> Option<ModelConstraint> {
    let constraint = linear(sum, relation, right);
    let ModelConstraint::Linear { terms, relation, right } = &constraint else {
        return Some(constraint);
    };
    let holds = match relation {
        Relation::AtLeast => 0 >= *right,
        Relation::AtMost => 0 <= *right,
        Relation::Equal => 0 == *right,
    };
    if terms.is_empty() && holds {
        return None;
    }
    let sign = match relation {
        Relation::AtLeast => 1,
        Relation::AtMost => -1,
        Relation::Equal => return Some(constraint),
    };
    let negative = terms.iter().filter(|(size, _)| *size == -sign).count() as i64;
    let is_clause = terms.iter().all(|(size, _)| size.abs() == 1) && sign * right == 1 - negative;
    let literal = |&(size, literal): &(i64, Lit)| if size == sign { literal } else { !literal };
    match is_clause {
        true => Some(ModelConstraint::Clause(terms.iter().map(literal).collect())),
        false => Some(constraint),
    }
}

#[cfg(test)]
mod tests {
    use encycle_encodings::puzzle::{Instance, Solution};

    use super::*;
    use crate::formats::model::ModelFormat;
    use crate::formats::model::tests::{assert_refused, read, survives};

    const LP: &str = "Minimize\n obj: 2 a - 1.5 y + 3 k\nSubject To\n c1: a + b >= 1\n c2: a - b + c <= 1\n \
                      c3: 0.5 a + 0.25 b >= 0.25\n c4: a + k <= 5\n c5: 2 b + 1.5 y = 3\nBounds\n -2 <= y <= 2.5\n \
                      k <= 9\n z free\nGeneral\n k\nBinary\n a b c\nEnd\n";

    const MPS: &str = "NAME p FREE\nROWS\n N obj\n L c1\n G c2\n E c3\nCOLUMNS\n M1 'MARKER' 'INTORG'\n a obj 1 c1 1\n \
                       a c2 1 c3 1\n b c1 1 c2 2\n k c3 1\n M2 'MARKER' 'INTEND'\n y c3 0.5\nRHS\n R c1 1 c2 1\n \
                       R c3 2\nRANGES\n S c1 1 c3 -3\nBOUNDS\n UP B k 7\n LO B y -4\n BV B b\nENDATA\n";

    const OPB: &str = "* #variable= 3 #constraint= 3\nmin: 2 x1 -1 ~x2 ;\n+1 x1 +1 ~x2\n >= 1 ;\n+2 x1 +3 x2 -1 x3 = 2 ;\n\
                       +1 x1 +1 x1 >= 2 ;\n";

    #[test]
    fn a_linear_program_has_boolean_and_other_columns() {
        let model = read(ModelFormat::Lp, LP);
        assert_eq!(model.variable_names(), ["a", "b", "c"]);
        let program = model.program();
        let columns: Vec<_> = program
            .columns
            .iter()
            .map(|one| (&*one.name, one.is_integer, one.lower, one.upper))
            .collect();
        let expected = [
            ("y", false, -2.0, 2.5),
            ("k", true, 0.0, 9.0),
            ("z", false, f64::NEG_INFINITY, f64::INFINITY),
        ];
        assert_eq!(columns, expected);
        let objective = model.objective().expect("an objective");
        let [a, b] = [0, 1].map(|number| boolean(Lit::positive(number)));
        let [y, k] = [0, 1].map(ProgramColumn::Other);
        assert_eq!(objective.terms, [(2.0, a), (-1.5, y), (3.0, k)]);
        assert!(!objective.is_maximized);
        let expected = [
            ProgramRow { terms: vec![(1.0, a), (1.0, k)], lower: f64::NEG_INFINITY, upper: 5.0 },
            ProgramRow { terms: vec![(2.0, b), (1.5, y)], lower: 3.0, upper: 3.0 },
        ];
        assert_eq!((&*program.rows, model.constraint_count()), (&expected[..], 3));
        let c = boolean(Lit::positive(2));
        assert_eq!(model.file_order(), [a, y, k, b, c, ProgramColumn::Other(2)]);
    }

    /// Returns the assignments of three variables that satisfy the constraints.
    fn solutions(model: &Model) -> Vec<usize> {
        let count = model.variable_names().len();
        let values = |bits: usize| (0..count).map(|number| bits >> number & 1 == 1).collect();
        let is_solution = |&bits: &usize| model.check(&Solution::new(values(bits))).is_ok();
        (0..1 << count).filter(is_solution).collect()
    }

    #[test]
    fn rows_over_boolean_variables_are_exact() {
        let model = read(ModelFormat::Opb, OPB);
        // x1, and then 3 x2 = x3, so that both are false
        assert_eq!(solutions(&model), [0b001]);
        let objective = model.objective().expect("an objective");
        assert_eq!(objective.value(&[1.0, 0.0, 0.0], &[]), 1.0);
        let text = "Maximize\n obj: a + 7\nSubject To\n c1: 0.5 a + 0.25 b - 0.75 c >= 0.25\nBinary\n a b c\nEnd\n";
        let model = read(ModelFormat::Lp, text);
        assert_eq!(solutions(&model), [0b001, 0b010, 0b011]);
        let objective = model.objective().expect("an objective");
        assert_eq!((objective.constant, objective.is_maximized), (7.0, true));
        assert!(!model.program().needs_mip());
    }

    #[test]
    fn ranges_and_bounds_of_mps_are_read() {
        let model = read(ModelFormat::Mps, MPS);
        assert_eq!(model.variable_names(), ["a", "b"]);
        let columns = &model.program().columns;
        assert_eq!((columns[0].upper, columns[0].is_integer), (7.0, true));
        assert_eq!((columns[1].lower, columns[1].upper), (-4.0, f64::INFINITY));
        let rows = &model.program().rows;
        assert_eq!((rows.len(), rows[0].lower, rows[0].upper), (1, -1.0, 2.0));
        // 0 <= a + b <= 1 always has its lower bound
        assert_eq!(model.constraint_count(), 3);
    }

    /// The lower bound was 1.2999999999999998, which made the row one for MIP solvers only.
    #[test]
    fn a_range_of_decimals_is_a_decimal() {
        let text = "NAME t\nROWS\n N obj\n L c1\nCOLUMNS\n a c1 1.3\n b c1 0.2\nRHS\n R c1 1.4\nRANGES\n S c1 0.1\nBOUNDS\n \
                    BV B a\n BV B b\nENDATA\n";
        let model = read(ModelFormat::Mps, text);
        assert_eq!((solutions(&model), model.program().needs_mip()), (vec![0b01], false));
        assert_eq!((decimal_sum(1e300, 1.0), decimal_sum(-0.1, -0.2)), (1e300, -0.3));
        assert_eq!(decimal_sum(1.0, f64::NEG_INFINITY), f64::NEG_INFINITY);
    }

    /// GLPK does not read the section, but the files of other programs have it, with the word on its line or on the next.
    #[test]
    fn the_sense_of_an_objective_in_mps_is_read() {
        for (section, is_maximized) in [
            ("OBJSENSE\n    MAX\n", true),
            ("OBJSENSE MAXIMIZE\n", true),
            ("OBJSENSE\n  min\n", false),
            ("", false),
        ] {
            let model = read(ModelFormat::Mps, &MPS.replace("ROWS\n", &format!("{section}ROWS\n")));
            assert_eq!(
                model.objective().map(|one| one.is_maximized),
                Some(is_maximized),
                "{section}"
            );
        }
        let [late, unknown] = [
            MPS.replace("COLUMNS\n", "OBJSENSE MAX\nCOLUMNS\n"),
            MPS.replace("ROWS\n", "OBJSENSE UP\nROWS\n"),
        ];
        assert_refused(
            ModelFormat::Mps,
            &[(&late, 7, 1, "out of order"), (&unknown, 2, 1, "MIN or MAX")],
        );
    }

    #[test]
    fn fixed_columns_stay_boolean() {
        let text = "Minimize\n obj: 0 a\nSubject To\n c1: a + b + c <= 2\nBounds\n a = 1\n 0 <= b <= 1\n c = 0\nGeneral\n \
                    a b c\nEnd\n";
        let model = read(ModelFormat::Lp, text);
        assert_eq!((solutions(&model), model.objective()), (vec![0b001, 0b011], None));
    }

    /// Both columns had the value 0 or 1.
    #[test]
    fn an_integer_column_without_an_integer_between_its_bounds_has_no_solution() {
        for bounds in ["a = 0.5", "0.2 <= a <= 0.8", "0.5 <= a <= 0.5"] {
            let text = format!(
                "Minimize\n obj: a\nSubject To\n c1: a <= 1\nBounds\n {bounds}\nGeneral\n a\nEnd\n"
            );
            assert_eq!(solutions(&read(ModelFormat::Lp, &text)), [0; 0], "{bounds}");
        }
        let text = MPS.replace(" UP B k 7", " FX B k 0.5");
        assert_eq!(solutions(&read(ModelFormat::Mps, &text)), [0; 0]);
    }

    /// The coefficients of all rows of type N were added to the objective.
    #[test]
    fn a_second_row_of_type_n_has_no_effect() {
        let text = MPS
            .replace(" N obj\n", " N obj\n N other\n")
            .replace("RHS\n", " y other 9 obj 2\nRHS\n R other 4\n");
        let one = MPS.replace("RHS\n", " y obj 2\nRHS\n");
        let [one, two] = [one, text].map(|text| read(ModelFormat::Mps, &text));
        assert_eq!(one.program(), two.program());
    }

    /// What HiGHS, CBC and SCIP write, and all of them read.
    #[test]
    fn files_that_are_clear_are_read_although_the_linter_finds_errors() {
        let text = "min\n obj:+3x+2y - e1 + 2 e\nst\n c1:x+y>=+1\n c2: 2x - e1 =< 4\n c3: +1 w[1,2] == 2\nbounds\n \
                    -infinity<=x<=1e30\n 9 >= y\n w[1,2] <= inf\nbin\n e1\ngen\n y\nsemi\nend\n";
        let model = read(ModelFormat::Lp, text);
        assert_eq!(model.variable_names(), ["e1"]);
        assert_eq!(model.column_names(), ["x", "y", "e", "w[1,2]"]);
        let free = (f64::NEG_INFINITY, f64::INFINITY);
        let bounds = |model: &Model| -> Vec<(f64, f64)> {
            model.program().columns.iter().map(|one| (one.lower, one.upper)).collect()
        };
        assert_eq!(bounds(&model), [free, (0.0, 9.0), (0.0, f64::INFINITY), (0.0, f64::INFINITY)]);
        let rows: Vec<(f64, f64)> =
            model.program().rows.iter().map(|row| (row.lower, row.upper)).collect();
        assert_eq!(rows, [(1.0, f64::INFINITY), (f64::NEG_INFINITY, 4.0), (2.0, 2.0)]);
        let text = "NAME p\nROWS\n N obj\n G c1\nCOLUMNS\n x obj 1 c1 1\n y obj 1 c1 1\nRHS\n R c1 1 obj 7\nBOUNDS\n \
                    FR B x 1e30\n LO B y -1e+30\n UP B y 1e30\nENDATA\n";
        let model = read(ModelFormat::Mps, text);
        assert_eq!(bounds(&model), [free, free]);
        assert_eq!(model.objective().map(|one| one.constant), Some(-7.0));
    }

    #[test]
    fn files_that_may_be_read_in_two_ways_are_rejected() {
        let lp = |row: &str| format!("Minimize\n obj: x\nSubject To\n c1: {row}\nEnd\n");
        for (row, words) in [
            ("2e + x >= 1", "missing blank before `e"),
            ("x <> 1", "not a relation"),
            ("x >= 1e30", "read as infinite"),
            ("1 <= x >= 2", "second relation"),
        ] {
            let error = read_model(FileFormat::Lp, lp(row).as_bytes()).expect_err(row);
            assert!(error.contains(words), "{row}: {error}");
        }
    }

    fn read_model(format: FileFormat, text: &[u8]) -> Result<Model, String> {
        super::read(format, text, "text").map_err(|error| error.to_string())
    }

    #[test]
    fn a_sum_that_is_a_clause_becomes_one() {
        let [a, b] = [0, 1].map(Lit::positive);
        let clause = |literals: &[Lit]| Some(ModelConstraint::Clause(literals.to_vec()));
        assert_eq!(short(&[(1, a), (-1, b)], Relation::AtLeast, 0), clause(&[a, !b]));
        assert_eq!(short(&[(1, a), (1, b)], Relation::AtMost, 1), clause(&[!a, !b]));
        assert_eq!(short(&[(1, a), (1, !a)], Relation::AtLeast, 1), None);
        assert_eq!(short(&[(0, a)], Relation::AtLeast, 1), clause(&[]));
    }

    #[test]
    fn decimal_numbers_are_scaled_exactly() {
        let scaled = |values: &[f64]| {
            integers(&values.iter().map(|&one| Number::Real(one)).collect::<Vec<_>>())
        };
        assert_eq!(scaled(&[0.1, 0.25, -3.0]), Some(vec![2, 5, -60]));
        assert_eq!(scaled(&[1e-7, 1.0]), Some(vec![1, 10_000_000]));
        assert_eq!(scaled(&[1e-300, 1.0]), None);
        assert_eq!(scaled(&[9e15, 1.0]), Some(vec![9_000_000_000_000_000, 1]));
        assert_eq!(scaled(&[9e15, 9e15]), None);
        assert_eq!(scaled(&[1.0 / 3.0, 1.0]), None);
    }

    #[test]
    fn invalid_files_are_rejected_with_their_positions() {
        assert_refused(
            ModelFormat::Lp,
            &[
                ("Minimize\n obj: x\nSubject To\n c1: x y >= 1\nEnd\n", 4, 8, "missing sign"),
                ("Minimize\n obj: [ x ^ 2 ]\nSubject To\n c1: x >= 1\nEnd\n", 2, 7, "nonlinear"),
            ],
        );
        assert_refused(
            ModelFormat::Opb,
            &[
                (
                    "* #variable= 2 #constraint= 1\n+1 x1 x2 >= 1 ;\n",
                    2,
                    7,
                    "second variable of a term",
                ),
                ("* #variable= 2 #constraint= 1\n+1 x1 <= 1 ;\n", 2, 7, "relation"),
                ("* #variable= 99999999 #constraint= 0\n", 1, 1, "exceed the limit"),
            ],
        );
        assert_refused(ModelFormat::Mps, &[("NAME\nROWS\n X c\n", 3, 1, "type of a row")]);
    }

    #[test]
    fn no_damaged_file_panics() {
        for (format, text) in
            [(ModelFormat::Lp, LP), (ModelFormat::Mps, MPS), (ModelFormat::Opb, OPB)]
        {
            survives(format, text);
        }
    }
}
