//! `encycle sizes`: count the size of encodings.

use std::collections::HashSet;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use encycle::encodings::logic::{CardMethod, CnfMethod, DegreeRows, LoweringOptions};

use crate::cli::arguments::lowering::named;
use crate::cli::arguments::source::SourceArguments;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{eprint_line, print, print_json, refuse_collisions, write_to};
use crate::cli::views::sizes::{Line, csv_of, lines, table_of};
use encycle::puzzle::Puzzle;
use encycle::report::{FailedSizes, SizesReport};
use encycle::sizes::{chart, measure};

/// Count the size of encodings: variables, clauses, literals, bytes, and rows of the LP form.
///
/// The counts are exact. The formula is streamed: it is neither written nor kept in memory. If a closed
/// formula predicts the number of clauses, the prediction is printed next to the count.
///
/// Examples:
///   encycle sizes puzzle.txt
///   encycle sizes puzzle.txt --encoding pre-succ,two-line --cnf all
///   encycle sizes puzzle.txt --encoding edge+order --by family
///   encycle sizes small/*.txt --encoding all --cnf naive,tseitin --svg sizes.svg
///   encycle sizes small/*.txt --csv > sizes.csv
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Puzzles: files, `-` for standard input, or URLs
    #[arg(required = true, value_name = "PUZZLE")]
    puzzles: Vec<String>,
    /// Encodings, separated by commas, or `all` [default: all encodings without `+` parts]
    #[arg(long, value_name = "E,...", value_delimiter = ',')]
    encoding: Vec<String>,
    /// CNF methods, separated by commas, or `all`
    #[arg(long, value_name = "METHOD,...", value_delimiter = ',', default_value = "direct",
        value_parser = methods())]
    cnf: Vec<String>,
    /// Cardinality encoding: how "at most N of these" becomes clauses
    #[arg(long, value_name = "METHOD", default_value = "binomial",
        value_parser = named(CardMethod::ALL, CardMethod::name))]
    card: CardMethod,
    /// How "zero or two of these" becomes rows
    #[arg(long, value_name = "FORM", default_value = "inequalities",
        value_parser = named(DegreeRows::ALL, DegreeRows::name))]
    degree_rows: DegreeRows,
    /// Also list the size of each rule family
    #[arg(long, value_enum)]
    by: Option<By>,
    /// Print one JSON object per line (docs/json.md)
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print comma-separated values
    #[arg(long)]
    csv: bool,
    /// Also plot variables and clauses against the number of cells, as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    source: SourceArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum By {
    /// One line per rule family, and one for the total
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
        let message =
            "chart and sizes cannot both go to standard output\nhelp: write the chart to a file";
        return Err(CliError::Usage(message.to_owned()));
    }
    let mut exit = Exit::Positive;
    let mut measurements = Vec::new();
    let mut heading = true;
    let puzzles = arguments.puzzles.iter().flat_map(|source| arguments.source.load_all(source));
    for (name, parsed) in puzzles {
        let mut refused = |error: &dyn Display| {
            eprint_line!("error: {name}: {error}");
            exit = Exit::BadInput;
            match arguments.json {
                true => print_json(&FailedSizes::new(&name, error)),
                false => Ok(()),
            }
        };
        let parsed = match parsed {
            Ok(parsed) => parsed,
            Err(error) => {
                refused(&error)?;
                continue;
            }
        };
        let puzzle = &parsed.puzzle;
        for (encoding_name, choices) in arguments.wanted(puzzle) {
            let measured = match puzzle.encoding(&encoding_name) {
                Ok(encoding) => measure(&name, &*encoding, choices).map_err(CliError::from),
                Err(error) => Err(error.into()),
            };
            match measured {
                Err(error) => refused(&error)?,
                Ok(measurement) => {
                    // JSON and CSV are printed immediately; a table needs all rows for its column widths
                    if arguments.json {
                        print_json(&SizesReport::new(&measurement))?;
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

impl Arguments {
    /// Returns the encodings and lowering options to measure, without duplicates.
    fn wanted(&self, puzzle: &Puzzle) -> Vec<(String, LoweringOptions)> {
        let is_all = |words: &[String]| words.iter().any(|word| word == "all");
        let mut encodings = match &self.encoding[..] {
            [] => puzzle.encoding_names().into_iter().filter(|name| !name.contains('+')).collect(),
            words if is_all(words) => puzzle.encoding_names(),
            words => words.to_vec(),
        };
        let mut seen = HashSet::new();
        encodings.retain(|name| seen.insert(name.clone()));
        let methods: Vec<CnfMethod> = CnfMethod::ALL
            .iter()
            .copied()
            .filter(|method| is_all(&self.cnf) || self.cnf.iter().any(|word| word == method.name()))
            .collect();
        let choices = |cnf| LoweringOptions { cnf, card: self.card, degree_rows: self.degree_rows };
        let with_methods = |name: String| {
            methods.iter().map(move |&cnf| (name.clone(), choices(cnf))).collect::<Vec<_>>()
        };
        encodings.into_iter().flat_map(with_methods).collect()
    }
}
