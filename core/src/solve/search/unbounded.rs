//! Unbounded objectives: a direction in which a program improves without end.
//!
//! Solvers report unbounded objectives in different ways, some only as the lack of an answer. So Encycle looks for them
//! before the first round. From any point of a program, a direction leads to better points without end if it improves the
//! objective, keeps the Boolean variables, and changes each other column and each row only to where it has no bound. Such
//! directions of size 1 are the points of a linear program. A program with one has no best point: with rational numbers, a
//! multiple of the direction is a whole number in each column.

use encycle_encodings::logic::{
    LinearObjective, OtherColumn, ProgramColumn, ProgramPart, ProgramRow,
};
use encycle_solvers::{Limits, Microlp, MicrolpOutcome};

use crate::solve::search::refit::other_terms;

/// The least improvement that counts, and the most that a direction may violate a row by, as rows have coefficients of at
/// most 1.
const TOLERANCE: f64 = 1e-9;

/// Returns the name of a column whose values improve the objective without end, if there is a point at all.
pub(super) fn unbounded_column(program: &ProgramPart) -> Option<String> {
    let objective = program.objective.as_ref()?;
    let terms = other_terms(&objective.terms);
    let is_endless = |column: &OtherColumn| !(column.lower.is_finite() && column.upper.is_finite());
    if terms.is_empty() || !program.columns.iter().any(is_endless) {
        return None;
    }
    let directions =
        directions(program, LinearObjective { terms, constant: 0.0, ..objective.clone() });
    let mut problem = Microlp::new();
    problem.add_program(&directions);
    let Ok(MicrolpOutcome::Point(point)) = problem.optimize_under(&[], &Limits::default()) else {
        return None;
    };
    let value = directions.objective.as_ref()?.value(&[], &point.others);
    let improvement = if objective.is_maximized { value } else { -value };
    let is_within = |row: &ProgramRow| {
        let sum = row.value(&[], &point.others);
        sum >= row.lower - TOLERANCE && sum <= row.upper + TOLERANCE
    };
    let sizes = point.others.iter().map(|value| value.abs()).enumerate();
    let (column, _) = sizes.max_by(|one, other| one.1.total_cmp(&other.1))?;
    let is_found = improvement > 1e-6 && directions.rows.iter().all(is_within);
    is_found.then(|| program.column_name(column).to_owned())
}

/// Returns the linear program of the directions: its columns and rows have the bound 0 in place of each bound.
fn directions(program: &ProgramPart, mut objective: LinearObjective) -> ProgramPart {
    let column = |column: &OtherColumn| OtherColumn {
        name: column.name.clone(),
        is_integer: false,
        lower: if column.lower.is_finite() { 0.0 } else { -1.0 },
        upper: if column.upper.is_finite() { 0.0 } else { 1.0 },
    };
    // a row for each side, because microlp fails with more equations
    let sides = |row: &ProgramRow| {
        let mut terms = other_terms(&row.terms);
        scale(&mut terms);
        let (least, greatest) = (f64::NEG_INFINITY, f64::INFINITY);
        let lower = row.lower.is_finite().then_some((0.0, greatest));
        let upper = row.upper.is_finite().then_some((least, 0.0));
        let side = move |(lower, upper)| ProgramRow { terms: terms.clone(), lower, upper };
        lower.into_iter().chain(upper).map(side)
    };
    scale(&mut objective.terms);
    let rows = program.rows.iter().flat_map(sides).filter(|row| !row.terms.is_empty()).collect();
    let columns = program.columns.iter().map(column).collect();
    ProgramPart { columns, rows, objective: Some(objective), ..ProgramPart::default() }
}

/// Divides coefficients by the largest one.
fn scale(terms: &mut [(f64, ProgramColumn)]) {
    let largest = terms.iter().map(|(size, _)| size.abs()).fold(0.0, f64::max);
    terms.iter_mut().for_each(|(size, _)| *size /= largest);
}
