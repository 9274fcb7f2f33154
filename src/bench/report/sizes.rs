//! Sizes of the first formulas.

use std::collections::BTreeMap;

use super::super::row::Row;
use super::{Figure, Report};
use crate::render::chart::{Chart, Form, Scale, Series, svg};

pub(super) fn figure(report: &Report) -> Option<Figure> {
    let chart = |title: &str, value: fn(&Row) -> Option<u64>| {
        let series = report.configurations.iter().map(|name| {
            // a repeat has the same formula
            let points: BTreeMap<&str, (f64, f64)> = report
                .rows_of(name)
                .filter_map(|row| {
                    Some((&*row.puzzle_sha256, (row.cells as f64, value(row)? as f64)))
                })
                .collect();
            let points = points.into_values().collect();
            Series { name: name.clone(), points, form: Form::Points }
        });
        Chart {
            title: title.to_owned(),
            x_label: "cells, or vertices of a graph".to_owned(),
            y_label: title.to_lowercase(),
            x_scale: Scale::Log,
            y_scale: Scale::Log,
            series: series.collect(),
        }
    };
    let has_sizes = report.rows.iter().any(|row| row.variables.is_some());
    has_sizes.then(|| Figure {
        name: "sizes".to_owned(),
        caption: "The formula of the first round of each run.".to_owned(),
        svg: svg(&[
            chart("Variables or columns", |row| row.variables),
            chart("Clauses or rows", |row| row.clauses),
        ]),
    })
}
