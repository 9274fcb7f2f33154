//! The chart of strengths over the depth of the cases.

use encycle_encodings::logic::LoweringOptions;

use super::{FormulaStrength, StrengthTable};
use crate::render::chart::{Chart, Series, svg};

/// Draws the share of derived literals over the share of assigned atoms, with one line for each formula.
#[must_use]
pub fn strength_chart(tables: &[StrengthTable]) -> String {
    let mut series: Vec<Series> = Vec::new();
    for row in tables.iter().flat_map(|table| &table.rows) {
        let strength = row.strength();
        let shares = strength.by_depth.iter().filter(|(_, share)| share.whole > 0);
        let points: Vec<(f64, f64)> =
            shares.map(|(tenths, share)| (10.0 * *tenths as f64, share.percent())).collect();
        match series.iter_mut().find(|one| one.points == points) {
            // only one of several coinciding lines would be visible, so they share a line and a name
            Some(known) => known.name = format!("{} = {}", known.name, row.label()),
            None => series.push(Series { name: row.label(), points, ..Series::default() }),
        }
    }
    svg(&[Chart {
        title: "Derived from partial assignments".to_owned(),
        x_label: "assigned atoms, %".to_owned(),
        y_label: "of the implied literals, %".to_owned(),
        series,
        ..Chart::default()
    }])
}

impl FormulaStrength {
    /// Returns the name of the formula in a chart.
    #[must_use]
    pub fn label(&self) -> String {
        let method = |one: LoweringOptions| match self.is_relaxation {
            true => format!(", LP {}", one.degree_rows.name()),
            false => format!(", {}", one.cnf.name()),
        };
        let method = self.lowering.map(method).unwrap_or_default();
        let without = self.without.as_ref().map(|one| format!(" without {one}"));
        let simplifier = self.simplifier.as_ref().map(|one| format!(", after {one}"));
        let (without, simplifier) = (without.unwrap_or_default(), simplifier.unwrap_or_default());
        format!("{}{method}{without}{simplifier}", self.encoding)
    }
}
