//! `encycle sizes`: what an encoding costs.

use std::collections::HashSet;
use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use encycle_encodings::export::{CnfSize, LpSize};
use encycle_encodings::logic::{CardMethod, Choices, CnfMethod, DegreeRows};
use encycle_encodings::puzzles::slitherlink::{encoding, encoding_names};
use serde_json::{Value, json};

use super::choices::named;
use super::exit::{CliError, Exit};
use super::output::{refuse_collisions, write_to};
use super::table::{Align, Table};
use crate::formats;
use crate::puzzle::{Kind, Puzzle};
use crate::sizes::{Measurement, chart, measure};

/// Count what encodings cost: variables, clauses, literals, bytes, and rows of the LP form.
///
/// Everything is counted exactly, by streaming; nothing is written and no formula is kept in memory.
/// Where a closed formula predicts the number of clauses, it stands beside the count.
///
/// Examples:
///   encycle sizes puzzle.txt
///   encycle sizes puzzle.txt --encoding pre-succ,two-line --cnf all
///   encycle sizes puzzle.txt --encoding direct+order --by family
///   encycle sizes small/*.txt --encoding all --cnf naive,tseitin --svg sizes.svg
///   encycle sizes small/*.txt --csv > sizes.csv
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Files, `-` for standard input, or addresses
    #[arg(required = true, value_name = "PUZZLE")]
    puzzles: Vec<String>,
    /// Encodings, separated by commas, or `all` [default: those without parts]
    #[arg(long, value_name = "E,...", value_delimiter = ',')]
    encoding: Vec<String>,
    /// CNF methods, separated by commas, or `all`
    #[arg(long, value_name = "METHOD,...", value_delimiter = ',', default_value = "direct",
        value_parser = methods())]
    cnf: Vec<String>,
    /// How "at most so many of these" becomes clauses
    #[arg(long, value_name = "METHOD", default_value = "direct",
        value_parser = named(CardMethod::ALL, CardMethod::name))]
    card: CardMethod,
    /// How "none or two of these" becomes rows
    #[arg(long, value_name = "FORM", default_value = "inequalities",
        value_parser = named(DegreeRows::ALL, DegreeRows::name))]
    degree_rows: DegreeRows,
    /// Tell each rule family apart
    #[arg(long, value_enum)]
    by: Option<By>,
    /// Print one JSON object a line (docs/json.md)
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print comma-separated values
    #[arg(long)]
    csv: bool,
    /// Also draw variables and clauses over the number of cells
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// The kind of the puzzles, where their text does not say it
    #[arg(long)]
    kind: Option<Kind>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum By {
    /// A line for each rule family, and one for the total
    Family,
}

fn methods() -> clap::builder::PossibleValuesParser {
    CnfMethod::ALL.iter().map(|method| method.name()).chain(["all"]).into()
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    refuse_collisions(
        &arguments.puzzles.iter().map(String::as_str).collect::<Vec<_>>(),
        &[arguments.svg.as_deref()],
    )?;
    if arguments.svg.as_deref() == Some(Path::new("-")) {
        let message = "the chart and the sizes cannot both go to standard output; name a file";
        return Err(CliError::Usage(message.to_owned()));
    }
    let mut exit = Exit::Positive;
    let mut measurements = Vec::new();
    let mut heading = true;
    for name in &arguments.puzzles {
        let mut refused = |error: &dyn Display| {
            eprintln!("encycle: {name}: {error}");
            exit = Exit::BadInput;
            match arguments.json {
                true => print(&format!("{}\n", json_of_failure(name, error))),
                false => Ok(()),
            }
        };
        let parsed = match formats::load(name, arguments.kind) {
            Ok(parsed) => parsed,
            Err(error) => {
                refused(&error)?;
                continue;
            }
        };
        let Puzzle::Slitherlink(puzzle) = &parsed.puzzle;
        for (encoding_name, choices) in arguments.wanted() {
            let measured = match encoding(&encoding_name, puzzle) {
                Ok(encoding) => measure(name, &*encoding, choices).map_err(CliError::from),
                Err(error) => Err(error.into()),
            };
            match measured {
                Err(error) => refused(&error)?,
                Ok(measurement) => {
                    // a table waits for its widest cell; lines are printed as they come
                    if arguments.json {
                        print(&format!("{}\n", json_of(&measurement)))?;
                    } else if arguments.csv {
                        print(&csv_of(&lines(&measurement, arguments.by.is_some()), heading)?)?;
                        heading = false;
                    }
                    measurements.push(measurement);
                }
            }
        }
    }
    if !arguments.json && !arguments.csv {
        let by_family = arguments.by.is_some();
        let lines: Vec<Line<'_>> =
            measurements.iter().flat_map(|one| lines(one, by_family)).collect();
        print(&table_of(&lines).to_string())?;
    }
    if let (Some(path), false) = (&arguments.svg, measurements.is_empty()) {
        write_to(Some(path), |out| out.write_all(chart(&measurements).as_bytes()))?;
    }
    Ok(exit.code())
}

fn print(text: &str) -> Result<(), CliError> {
    write_to(None, |out| out.write_all(text.as_bytes()))
}

impl Arguments {
    /// The encodings and choices to measure, each once.
    fn wanted(&self) -> Vec<(String, Choices)> {
        let is_all = |words: &[String]| words.iter().any(|word| word == "all");
        let mut encodings = match &self.encoding[..] {
            [] => encoding_names().into_iter().filter(|name| !name.contains('+')).collect(),
            words if is_all(words) => encoding_names(),
            words => words.to_vec(),
        };
        let mut seen = HashSet::new();
        encodings.retain(|name| seen.insert(name.clone()));
        let methods: Vec<CnfMethod> = CnfMethod::ALL
            .iter()
            .copied()
            .filter(|method| is_all(&self.cnf) || self.cnf.iter().any(|word| word == method.name()))
            .collect();
        let choices = |cnf| Choices { cnf, card: self.card, degree_rows: self.degree_rows };
        let with_methods = |name: String| {
            methods.iter().map(move |&cnf| (name.clone(), choices(cnf))).collect::<Vec<_>>()
        };
        encodings.into_iter().flat_map(with_methods).collect()
    }
}

/// One line of a table: a total, or a family.
struct Line<'a> {
    measurement: &'a Measurement,
    family: &'static str,
    cnf: CnfSize,
    lp: LpSize,
}

fn lines(measurement: &Measurement, by_family: bool) -> Vec<Line<'_>> {
    let families = if by_family { measurement.families() } else { Vec::new() };
    let line = |family, (cnf, lp)| Line { measurement, family, cnf, lp };
    let total = line("total", (*measurement.cnf.total(), *measurement.lp.total()));
    let of_family = |family| line(family, measurement.family(family));
    families.into_iter().map(of_family).chain([total]).collect()
}

const COLUMNS: [&str; 18] = [
    "puzzle",
    "rows",
    "cols",
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

fn cells(line: &Line<'_>) -> [String; 18] {
    let Line { measurement, cnf, lp, .. } = line;
    let predicted = measurement.predicted.filter(|_| line.family == "total");
    let text = |value: &dyn Display| value.to_string();
    [
        measurement.puzzle.clone(),
        text(&measurement.size.0),
        text(&measurement.size.1),
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

/// The table leaves out columns that say the same in every line, or nothing.
fn table_of(lines: &[Line<'_>]) -> Table {
    let words = ["puzzle", "encoding", "cnf", "card", "degree_rows", "family"];
    let optional = ["card", "degree_rows", "family", "predicted_variables", "predicted_clauses"];
    let rows: Vec<[String; 18]> = lines.iter().map(cells).collect();
    let says_something = |column: &usize| {
        !optional.contains(&COLUMNS[*column])
            || rows.iter().any(|row| row[*column] != rows[0][*column])
            || COLUMNS[*column].starts_with("predicted_c") && !rows.is_empty()
    };
    let shown: Vec<usize> = (0..COLUMNS.len()).filter(says_something).collect();
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

fn csv_of(lines: &[Line<'_>], heading: bool) -> Result<String, CliError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let written = || -> io::Result<Vec<u8>> {
        if heading {
            writer.write_record(COLUMNS)?;
        }
        lines.iter().try_for_each(|line| writer.write_record(cells(line)))?;
        writer.into_inner().map_err(|error| error.into_error())
    };
    let bytes = written().map_err(CliError::io("the values"))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The version of the JSON layout.
const SCHEMA: &str = "encycle-sizes-1";

fn json_of_failure(puzzle: &str, error: &dyn Display) -> Value {
    json!({ "schema": SCHEMA, "puzzle": puzzle, "error": error.to_string() })
}

fn json_of(measurement: &Measurement) -> Value {
    let sizes = |cnf: &CnfSize, lp: &LpSize| {
        json!({
            "variables": cnf.variables,
            "clauses": cnf.clauses,
            "literals": cnf.literals,
            "longest": cnf.longest,
            "bytes": cnf.bytes,
            "lp_columns": lp.variables,
            "lp_rows": lp.rows,
            "lp_nonzeros": lp.nonzeros,
        })
    };
    let families: serde_json::Map<String, Value> = measurement
        .families()
        .into_iter()
        .map(|family| {
            let (cnf, lp) = measurement.family(family);
            (family.to_owned(), sizes(&cnf, &lp))
        })
        .collect();
    let predicted = measurement.predicted.map(
        |(variables, clauses)| json!({ "variables": u64::try_from(variables).ok(), "clauses": u64::try_from(clauses).ok() }),
    );
    json!({
        "schema": SCHEMA,
        "puzzle": measurement.puzzle,
        "error": Value::Null,
        "size": { "rows": measurement.size.0, "cols": measurement.size.1 },
        "encoding": measurement.encoding,
        "cnf": measurement.choices.cnf.name(),
        "card": measurement.choices.card.name(),
        "degree_rows": measurement.choices.degree_rows.name(),
        "total": sizes(measurement.cnf.total(), measurement.lp.total()),
        "predicted": predicted,
        "families": families,
    })
}
