//! Points of MIP solvers that violate a row once their integer columns are rounded.
//!
//! A solver takes a value within about 1e-6 of an integer for an integer. A row such as `x - 10000000 y <= 0` then allows
//! `x = 1` although `y` is reported as 0. So the integer columns are fixed at their values, and a linear program decides
//! whether the others can satisfy the rows. If they cannot, at least one of the Boolean variables has another value in
//! every solution.

use encycle_encodings::logic::{
    LinearObjective, Lit, OtherColumn, ProgramColumn, ProgramPart, ProgramRow, Var,
};
use encycle_solvers::{Limits, Microlp, MicrolpOutcome};

use crate::solve::session::ProgramPoint;

/// What follows if the integer columns of a point are fixed.
pub(super) enum Refitted {
    /// A point with the same integer columns that satisfies all rows, and is the best of these.
    Point(ProgramPoint),
    /// A clause that the Boolean values of the point violate, and every solution satisfies.
    Conflict(Vec<Lit>),
    /// Nothing.
    Open,
}

/// Fixes the integer columns of a point that violates a row.
pub(super) fn refit(program: &ProgramPart, point: &ProgramPoint, limits: &Limits) -> Refitted {
    let mut fixed: Vec<Option<f64>> = point.booleans.iter().copied().map(Some).collect();
    let solve = |fixed: &[Option<f64>], others: Option<&[f64]>| {
        let mut problem = Microlp::new();
        problem.add_program(&restricted(program, fixed, others));
        problem.optimize_under(&[], limits)
    };
    if let Ok(MicrolpOutcome::Point(found)) = solve(&fixed, Some(&point.others)) {
        let mut others = found.others;
        program.round(&mut others);
        let refitted = ProgramPoint { others, ..point.clone() };
        return match program.violation(&refitted.booleans, &refitted.others) {
            None => Refitted::Point(refitted),
            Some(_) => Refitted::Open,
        };
    }
    let is_empty =
        |fixed: &[Option<f64>]| matches!(solve(fixed, None), Ok(MicrolpOutcome::Infeasible));
    if !is_empty(&fixed) {
        return Refitted::Open;
    }
    remove_needless(&mut fixed, &is_empty);
    let literal = |(number, value): (usize, &Option<f64>)| {
        let variable = Var::new(number as u32);
        value.map(|value| if value > 0.5 { variable.neg_lit() } else { variable.pos_lit() })
    };
    Refitted::Conflict(fixed.iter().enumerate().filter_map(literal).collect())
}

/// Removes values as long as there is no point without them: first many at a time, then one at a time. The clause of the
/// values that are left excludes more points.
fn remove_needless(fixed: &mut [Option<f64>], is_empty: &dyn Fn(&[Option<f64>]) -> bool) {
    let mut size = fixed.len();
    while size > 0 {
        let left: Vec<usize> = (0..fixed.len()).filter(|&one| fixed[one].is_some()).collect();
        for numbers in left.chunks(size) {
            let values: Vec<Option<f64>> = numbers.iter().map(|&one| fixed[one].take()).collect();
            if !is_empty(fixed) {
                numbers.iter().zip(values).for_each(|(&one, value)| fixed[one] = value);
            }
        }
        size = size.min(left.len()) / 2;
    }
}

/// Returns the program of the other columns, for fixed values of Boolean variables. One without a value has in each row the
/// value that allows most. `others` fixes the integer columns, too.
fn restricted(program: &ProgramPart, fixed: &[Option<f64>], others: Option<&[f64]>) -> ProgramPart {
    let column = |(number, column): (usize, &OtherColumn)| {
        let (lower, upper) = column.whole_bounds();
        let value = others.filter(|_| column.is_integer).map(|others| others[number]);
        let name = column.name.clone();
        let (lower, upper) = value.map_or((lower, upper), |value| (value, value));
        OtherColumn { name, is_integer: false, lower, upper }
    };
    let row = |row: &ProgramRow| {
        let (mut lower, mut upper) = (row.lower, row.upper);
        for &(size, column) in &row.terms {
            let ProgramColumn::Boolean(variable) = column else { continue };
            let value = fixed.get(variable.idx()).copied().flatten();
            let [least, greatest] = match value {
                Some(value) => [size * value; 2],
                None => [size.min(0.0), size.max(0.0)],
            };
            (lower, upper) = (lower - greatest, upper - least);
        }
        ProgramRow { terms: other_terms(&row.terms), lower, upper }
    };
    let objective = program.objective.as_ref().map(|objective| LinearObjective {
        terms: other_terms(&objective.terms),
        ..objective.clone()
    });
    ProgramPart {
        columns: program.columns.iter().enumerate().map(column).collect(),
        rows: program.rows.iter().map(row).collect(),
        objective,
        ..ProgramPart::default()
    }
}

/// Returns the terms whose columns are not Boolean.
pub(super) fn other_terms(terms: &[(f64, ProgramColumn)]) -> Vec<(f64, ProgramColumn)> {
    let is_other = |(size, column): &&(f64, ProgramColumn)| {
        *size != 0.0 && matches!(column, ProgramColumn::Other(_))
    };
    terms.iter().filter(is_other).copied().collect()
}
