//! A model as rows of a linear program.

use std::fmt;

use encycle::encodings::encoding::Encoding;
use encycle::encodings::export::NameCollector;
use encycle::encodings::logic::{
    LoweringOptions, Origin, OtherColumn, ProgramColumn, Relation, Row, RowSink, lower_to_rows,
};
use encycle::encodings::model::Model;
use encycle::problem::Problem as _;
use pyo3::prelude::*;

use crate::errors::invalid;

/// A linear program.
pub struct LinearProgram {
    /// The names of the Boolean columns.
    pub booleans: Vec<String>,
    /// The other columns.
    pub others: Vec<OtherColumn>,
    pub rows: Vec<LinearRow>,
    /// The coefficients of the objective, by columns: the Boolean columns, then the others.
    pub objective: Vec<f64>,
    pub constant: f64,
    pub is_maximized: bool,
}

/// A row with its bounds, which may be infinite. Columns are numbered as in [`LinearProgram::objective`].
pub struct LinearRow {
    pub terms: Vec<(f64, usize)>,
    pub lower: f64,
    pub upper: f64,
}

/// A sink that keeps rows.
#[derive(Default)]
struct KeptRows {
    names: NameCollector,
    rows: Vec<LinearRow>,
}

impl RowSink for KeptRows {
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) {
        RowSink::variable(&mut self.names, family, name);
    }

    fn row(&mut self, row: Row<'_>, _: Origin) {
        let terms = row.terms.iter().map(|&(size, variable)| (size as f64, variable.idx()));
        let (mut lower, mut upper) = (row.right as f64, row.right as f64);
        match row.relation {
            Relation::AtMost => lower = f64::NEG_INFINITY,
            Relation::AtLeast => upper = f64::INFINITY,
            Relation::Equal => {}
        }
        self.rows.push(LinearRow { terms: terms.collect(), lower, upper });
    }
}

impl LinearProgram {
    /// Returns the program of a model with this encoding.
    pub fn new(
        model: &Model,
        encoding: &Encoding<'_>,
        lowering: LoweringOptions,
    ) -> PyResult<Self> {
        let kept = lower_to_rows(KeptRows::default(), lowering, |sink| encoding.encode(sink));
        let KeptRows { names, mut rows } = kept.map_err(invalid)?;
        let booleans: Vec<String> = names.iter().map(str::to_owned).collect();
        let program = model.program();
        let column = |column: ProgramColumn| match column {
            ProgramColumn::Boolean(variable) => variable.idx(),
            ProgramColumn::Other(index) => booleans.len() + index,
        };
        rows.extend(program.rows.iter().map(|row| LinearRow {
            terms: row.terms.iter().map(|&(size, one)| (size, column(one))).collect(),
            lower: row.lower,
            upper: row.upper,
        }));
        let mut objective = vec![0.0; booleans.len() + program.columns.len()];
        let given = program.objective.as_ref();
        for &(size, one) in given.iter().flat_map(|objective| &objective.terms) {
            objective[column(one)] += size;
        }
        Ok(Self {
            others: program.columns.clone(),
            rows,
            objective,
            constant: given.map_or(0.0, |objective| objective.constant),
            is_maximized: given.is_some_and(|objective| objective.is_maximized),
            booleans,
        })
    }

    /// Returns the name, the bounds and the integrality of each column.
    pub fn columns(&self) -> impl Iterator<Item = (&str, f64, f64, bool)> {
        let booleans = self.booleans.iter().map(|name| (name.as_str(), 0.0, 1.0, true));
        booleans.chain(
            self.others.iter().map(|column| {
                (column.name.as_str(), column.lower, column.upper, column.is_integer)
            }),
        )
    }
}

/// Returns the encoding of this name, or the smallest that states all rules.
pub fn encoding_for_file<'a>(model: &'a Model, form: Option<&str>) -> PyResult<Encoding<'a>> {
    let name = form.map_or_else(|| model.exported_encoding(), str::to_owned);
    model.as_encodable().encoding(&name).map_err(invalid)
}
