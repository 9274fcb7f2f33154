//! The sizes of encodings as a table and as CSV.

use std::fmt::Display;
use std::io;

use encycle::encodings::export::{CnfSize, LpSize};
use encycle::encodings::puzzle::Extent;

use crate::cli::exit::CliError;
use crate::cli::views::table::{Align, Table};
use encycle::sizes::EncodingSize;

/// One line of a table: the total, or one rule family.
pub struct Line<'a> {
    measurement: &'a EncodingSize,
    family: &'static str,
    cnf: CnfSize,
    lp: LpSize,
}

pub fn lines(measurement: &EncodingSize, by_family: bool) -> Vec<Line<'_>> {
    let families = if by_family { measurement.families() } else { Vec::new() };
    let line = |family, (cnf, lp)| Line { measurement, family, cnf, lp };
    let total = line("total", (*measurement.cnf.total(), *measurement.lp.total()));
    let of_family = |family| line(family, measurement.family(family));
    families.into_iter().map(of_family).chain([total]).collect()
}

const COLUMNS: [&str; 20] = [
    "puzzle",
    "rows",
    "cols",
    "vertices",
    "edges",
    "encoding",
    "cnf",
    "card",
    "degree_rows",
    "family",
    "variables",
    "predicted_variables",
    "clauses",
    "predicted_clauses",
    "literals",
    "longest",
    "bytes",
    "lp_columns",
    "lp_rows",
    "lp_nonzeros",
];

fn cells(line: &Line<'_>) -> [String; 20] {
    let Line { measurement, cnf, lp, .. } = line;
    let predicted = measurement.predicted.filter(|_| line.family == "total");
    let text = |value: &dyn Display| value.to_string();
    let size = match measurement.size {
        Extent::Grid(grid) => {
            [text(&grid.rows()), text(&grid.cols()), String::new(), String::new()]
        }
        Extent::Graph { vertices, edges } => {
            [String::new(), String::new(), text(&vertices), text(&edges)]
        }
    };
    let [rows, cols, vertices, edges] = size;
    [
        measurement.puzzle.clone(),
        rows,
        cols,
        vertices,
        edges,
        measurement.encoding.clone(),
        measurement.choices.cnf.name().to_owned(),
        measurement.choices.card.name().to_owned(),
        measurement.choices.degree_rows.name().to_owned(),
        line.family.to_owned(),
        text(&cnf.variables),
        predicted.map(|(variables, _)| text(&variables)).unwrap_or_default(),
        text(&cnf.clauses),
        predicted.map(|(_, clauses)| text(&clauses)).unwrap_or_default(),
        text(&cnf.literals),
        text(&cnf.longest),
        text(&cnf.bytes),
        text(&lp.variables),
        text(&lp.rows),
        text(&lp.nonzeros),
    ]
}

/// Formats a table. Omits optional columns with the same value in every line, and size columns that are
/// empty.
pub fn table_of(lines: &[Line<'_>]) -> Table {
    let words = ["puzzle", "encoding", "cnf", "card", "degree_rows", "family"];
    let sizes = ["rows", "cols", "vertices", "edges"];
    let optional = ["card", "degree_rows", "family", "predicted_variables"];
    let rows: Vec<[String; 20]> = lines.iter().map(cells).collect();
    let is_shown = |&column: &usize| match COLUMNS[column] {
        name if sizes.contains(&name) => rows.iter().any(|row| !row[column].is_empty()),
        name if optional.contains(&name) => rows.iter().any(|row| row[column] != rows[0][column]),
        "predicted_clauses" => !rows.is_empty(),
        _ => true,
    };
    let shown: Vec<usize> = (0..COLUMNS.len()).filter(is_shown).collect();
    let align = |name: &str| if words.contains(&name) { Align::Left } else { Align::Right };
    let heading: Vec<(&str, Align)> =
        shown.iter().map(|&column| (COLUMNS[column], align(COLUMNS[column]))).collect();
    let mut table = Table::new(&heading);
    for row in &rows {
        let cells: Vec<&dyn Display> =
            shown.iter().map(|&column| &row[column] as &dyn Display).collect();
        table.row(&cells);
    }
    table
}

pub fn csv_of(lines: &[Line<'_>], heading: bool) -> Result<String, CliError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let written = || -> io::Result<Vec<u8>> {
        if heading {
            writer.write_record(COLUMNS)?;
        }
        lines.iter().try_for_each(|line| writer.write_record(cells(line)))?;
        writer.into_inner().map_err(|error| error.into_error())
    };
    let bytes = written().map_err(CliError::io("sizes as CSV"))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
