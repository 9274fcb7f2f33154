//! `encycle sizes`: what an encoding costs.

use std::collections::HashSet;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use encycle::encodings::logic::{CardMethod, CnfMethod, DegreeRows, LoweringOptions};

use crate::cli::arguments::lowering::named;
use crate::cli::arguments::source::SourceArguments;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::tell;
use crate::cli::output::{print, refuse_collisions, write_to};
use crate::cli::views::sizes::{Line, csv_of, json_of, json_of_failure, lines, table_of};
use encycle::puzzle::Puzzle;
use encycle::sizes::{chart, measure};

/// Count what encodings cost: variables, clauses, literals, bytes, and rows of the LP form.
///
/// Everything is counted exactly, by streaming; nothing is written and no formula is kept in memory.
/// Where a closed formula predicts the number of clauses, it stands beside the count.
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
    #[arg(long, value_name = "METHOD", default_value = "binomial",
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
    #[command(flatten)]
    source: SourceArguments,
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
    let puzzles = arguments.puzzles.iter().flat_map(|source| arguments.source.load_all(source));
    for (name, parsed) in puzzles {
        let mut refused = |error: &dyn Display| {
            tell!("encycle: {name}: {error}");
            exit = Exit::BadInput;
            match arguments.json {
                true => print(&format!("{}\n", json_of_failure(&name, error))),
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

impl Arguments {
    /// The encodings and choices to measure, each once.
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
