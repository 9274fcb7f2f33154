//! The charts of variables and clauses over the number of cells (Westreicher, figures 6.4 and 6.5).

use std::collections::BTreeSet;

use crate::render::chart::{Chart, Scale, Series, svg};
use crate::sizes::EncodingSize;

/// Draws two charts, one below the other, with one line for each encoding and CNF method. The axis of the sizes is
/// logarithmic. Formulas for MIP solvers only are left out.
///
/// Puzzles with the same number of cells share a point, which is the mean of their sizes. Lines that coincide in both
/// charts are merged into one line with all their names, because otherwise only the last of these lines would be
/// visible.
#[must_use]
pub fn chart(measurements: &[EncodingSize]) -> String {
    let mut lines: Vec<ChartLine> = Vec::new();
    for name in names(measurements) {
        let of_name = || drawn(measurements).filter(|one| series_name(one) == name);
        let variables = means(of_name(), &|one| one.cnf.total().variables);
        let clauses = means(of_name(), &|one| one.cnf.total().clauses);
        match lines.iter_mut().find(|one| one.variables == variables && one.clauses == clauses) {
            Some(known) => known.name = format!("{} = {name}", known.name),
            None => lines.push(ChartLine { name, variables, clauses }),
        }
    }
    let x_label = units_label(measurements.iter().map(|one| one.size.unit()));
    let chart = |title: &str, y_label: &str, points: fn(&ChartLine) -> &Points| Chart {
        title: title.to_owned(),
        x_label: x_label.clone(),
        y_label: y_label.to_owned(),
        x_scale: Scale::Linear,
        y_scale: Scale::Log,
        series: lines
            .iter()
            .map(|line| Series {
                name: line.name.clone(),
                points: points(line).clone(),
                ..Series::default()
            })
            .collect(),
        ..Chart::default()
    };
    svg(&[
        chart("Variables", "variables", |line| &line.variables),
        chart("Clauses", "clauses", |line| &line.clauses),
    ])
}

/// Returns the label of an axis of sizes: the units that occur, such as `cells or vertices`.
///
/// ```
/// use encycle::sizes::units_label;
///
/// assert_eq!(units_label(["vertices", "cells", "cells"].into_iter()), "cells or vertices");
/// ```
#[must_use]
pub fn units_label<'a>(units: impl Iterator<Item = &'a str>) -> String {
    // in the order of the alphabet
    let units: BTreeSet<&str> = units.collect();
    units.into_iter().collect::<Vec<_>>().join(" or ")
}

type Points = Vec<(f64, f64)>;

/// The points of an encoding and a CNF method in both charts.
struct ChartLine {
    name: String,
    variables: Points,
    clauses: Points,
}

/// Returns the measurements of CNF formulas.
fn drawn(measurements: &[EncodingSize]) -> impl Iterator<Item = &EncodingSize> {
    measurements.iter().filter(|one| !one.needs_mip)
}

/// Returns the names of the lines, in the order of the measurements.
fn names(measurements: &[EncodingSize]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for measurement in drawn(measurements) {
        let name = series_name(measurement);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Returns the name of a measurement's line.
fn series_name(measurement: &EncodingSize) -> String {
    format!("{}, {}", measurement.encoding, measurement.choices.cnf.name())
}

/// Returns the mean size for each number of cells, in ascending order.
fn means<'a>(
    measurements: impl Iterator<Item = &'a EncodingSize>,
    size: &dyn Fn(&EncodingSize) -> usize,
) -> Vec<(f64, f64)> {
    let mut sums = std::collections::BTreeMap::<usize, (f64, f64)>::new();
    for one in measurements {
        let (sum, count) = sums.entry(one.size.count()).or_default();
        *sum += size(one) as f64;
        *count += 1.0;
    }
    sums.into_iter().map(|(cells, (sum, count))| (cells as f64, sum / count)).collect()
}
