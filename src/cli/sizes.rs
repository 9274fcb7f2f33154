//! `encycle sizes`: what an encoding costs.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use encycle_encodings::export::{CnfSize, LpSize};
use encycle_encodings::logic::{CardMethod, Choices, CnfMethod, DegreeRows};
use encycle_encodings::puzzles::slitherlink::{encoding, encoding_names};
use serde_json::{Value, json};

use super::choices::named;
use super::exit::{CliError, Exit};
use super::output::write_to;
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
    let mut exit = Exit::Positive;
    let mut measurements = Vec::new();
    for name in &arguments.puzzles {
        match formats::load(name, arguments.kind) {
            Ok(parsed) => {
                let one = measure_all(arguments, name, &parsed.puzzle, &mut measurements);
                exit = exit.graver(one);
            }
            Err(error) => {
                eprintln!("encycle: {error}");
                exit = Exit::BadInput;
            }
        }
    }
    let lines: Vec<Line<'_>> =
        measurements.iter().flat_map(|one| lines(one, arguments.by.is_some())).collect();
    write_to(None, |out| {
        if arguments.json {
            measurements.iter().try_for_each(|one| writeln!(out, "{}", json_of(one)))
        } else if arguments.csv {
            write_csv(out, &lines)
        } else {
            write!(out, "{}", table_of(&lines))
        }
    })?;
    if let Some(path) = &arguments.svg {
        write_to(Some(path), |out| out.write_all(chart(&measurements).as_bytes()))?;
    }
    Ok(exit.code())
}

fn measure_all(
    arguments: &Arguments,
    name: &str,
    puzzle: &Puzzle,
    measurements: &mut Vec<Measurement>,
) -> Exit {
    let Puzzle::Slitherlink(puzzle) = puzzle;
    let is_all = |words: &[String]| words.iter().any(|word| word == "all");
    let encodings = match &arguments.encoding[..] {
        [] => encoding_names().into_iter().filter(|name| !name.contains('+')).collect(),
        words if is_all(words) => encoding_names(),
        words => words.to_vec(),
    };
    let wanted = |method: &&CnfMethod| {
        is_all(&arguments.cnf) || arguments.cnf.iter().any(|word| word == method.name())
    };
    let mut exit = Exit::Positive;
    let mut refused = |error: &dyn Display| {
        eprintln!("encycle: {name}: {error}");
        exit = Exit::BadInput;
    };
    for encoding_name in &encodings {
        let encoding = match encoding(encoding_name, puzzle) {
            Ok(encoding) => encoding,
            Err(error) => {
                refused(&error);
                continue;
            }
        };
        for &cnf in CnfMethod::ALL.iter().filter(wanted) {
            let choices = Choices { cnf, card: arguments.card, degree_rows: arguments.degree_rows };
            match measure(name, &*encoding, choices) {
                Ok(measurement) => measurements.push(measurement),
                Err(error) => refused(&error),
            }
        }
    }
    exit
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

const COLUMNS: [&str; 15] = [
    "puzzle",
    "rows",
    "cols",
    "encoding",
    "cnf",
    "family",
    "variables",
    "clauses",
    "predicted",
    "literals",
    "longest",
    "bytes",
    "lp_columns",
    "lp_rows",
    "lp_nonzeros",
];

fn cells(line: &Line<'_>) -> [String; 15] {
    let Line { measurement, cnf, lp, .. } = line;
    let predicted = measurement.predicted.filter(|_| line.family == "total");
    let text = |value: &dyn Display| value.to_string();
    [
        measurement.puzzle.clone(),
        text(&measurement.size.0),
        text(&measurement.size.1),
        measurement.encoding.clone(),
        measurement.choices.cnf.name().to_owned(),
        line.family.to_owned(),
        text(&cnf.variables),
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

fn table_of(lines: &[Line<'_>]) -> Table {
    let words = ["puzzle", "encoding", "cnf", "family"];
    let align = |name: &str| if words.contains(&name) { Align::Left } else { Align::Right };
    let mut table = Table::new(&COLUMNS.map(|name| (name, align(name))));
    for line in lines {
        let cells = cells(line);
        table.row(&cells.each_ref().map(|cell| cell as &dyn Display));
    }
    table
}

fn write_csv(out: &mut dyn Write, lines: &[Line<'_>]) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(COLUMNS)?;
    lines.iter().try_for_each(|line| writer.write_record(cells(line)))?;
    writer.flush()
}

/// The version of the JSON layout.
const SCHEMA: &str = "encycle-sizes-1";

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
