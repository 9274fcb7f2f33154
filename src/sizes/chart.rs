//! Variables and clauses over the number of cells (Westreicher, figures 6.4 and 6.5).

use super::Measurement;
use crate::render::chart::{Chart, Scale, Series, svg};

/// Two charts above each other, a line for each encoding and method, sizes on a logarithmic axis.
/// Puzzles with equally many cells are one point, at the mean of their sizes.
#[must_use]
pub fn chart(measurements: &[Measurement]) -> String {
    let mut names: Vec<String> = Vec::new();
    for measurement in measurements {
        let name = series_name(measurement);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let chart = |title: &str, y_label: &str, size: &dyn Fn(&Measurement) -> usize| Chart {
        title: title.to_owned(),
        x_label: "cells".to_owned(),
        y_label: y_label.to_owned(),
        x_scale: Scale::Linear,
        y_scale: Scale::Log,
        series: merged(names.iter().map(|name| {
            let of_name = measurements.iter().filter(|one| series_name(one) == *name);
            Series { name: name.clone(), points: means(of_name, size) }
        })),
    };
    svg(&[
        chart("Variables", "variables", &|one| one.cnf.total().variables),
        chart("Clauses", "clauses", &|one| one.cnf.total().clauses),
    ])
}

/// Series that coincide as one, under all of their names: of two lines on each other one is not seen.
fn merged(series: impl Iterator<Item = Series>) -> Vec<Series> {
    let mut merged: Vec<Series> = Vec::new();
    for one in series {
        match merged.iter_mut().find(|known| known.points == one.points) {
            Some(known) => known.name = format!("{} = {}", known.name, one.name),
            None => merged.push(one),
        }
    }
    merged
}

fn series_name(measurement: &Measurement) -> String {
    format!("{}, {}", measurement.encoding, measurement.choices.cnf.name())
}

/// The mean size for each number of cells, in their order.
fn means<'a>(
    measurements: impl Iterator<Item = &'a Measurement>,
    size: &dyn Fn(&Measurement) -> usize,
) -> Vec<(f64, f64)> {
    let mut sums = std::collections::BTreeMap::<usize, (f64, f64)>::new();
    for one in measurements {
        let (sum, count) = sums.entry(one.cells()).or_default();
        *sum += size(one) as f64;
        *count += 1.0;
    }
    sums.into_iter().map(|(cells, (sum, count))| (cells as f64, sum / count)).collect()
}
