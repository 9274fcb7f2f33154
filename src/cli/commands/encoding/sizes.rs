//! `encycle sizes`: count the size of encodings.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use encycle::encodings::encoding::Encoding;
use encycle::encodings::logic::{CardMethod, CnfMethod, DegreeRows, LoweringOptions, TooLarge};

use crate::cli::arguments::lowering::named;
use crate::cli::arguments::model::ModelArguments;
use crate::cli::arguments::source::{SourceArguments, print_error};
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{print, print_json, print_message, write_to};
use crate::cli::outputs::{self, Output};
use crate::cli::progress::{self, Progress};
use crate::cli::terminal;
use crate::cli::views::sizes::{SizesTable, csv_of, lines};
use encycle::problem::Problem;
use encycle::report::{FailedSizes, SizesReport};
use encycle::sizes::{EncodingSize, base_features, chart, measure};

/// Count the size of encodings: variables, clauses, literals, bytes, and rows.
///
/// The counts are exact. The formula is streamed: it is neither written nor kept in memory.
///
/// Examples:
///   encycle sizes puzzle.txt
///   encycle sizes puzzle.txt --encoding pre-succ,two-line --cnf all
///   encycle sizes puzzle.txt --encoding edge+order --by family
///   encycle sizes small/*.txt --encoding all --cnf naive,tseitin --svg sizes.svg
///   encycle sizes small/*.txt --csv > sizes.csv
///   encycle strength puzzle.txt --cnf all         sizes, and what the formulas derive by unit propagation
///   encycle sizes puzzle.txt --features --json    clause lengths, degrees, entropies and more
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Puzzles: files, `-` for standard input, or URLs
    #[arg(required = true, value_name = "PUZZLE")]
    puzzles: Vec<String>,
    /// Encodings, separated by commas, or `all` [default: all encodings without `+` parts]
    #[arg(short, long, value_name = "E,...", value_delimiter = ',')]
    encoding: Vec<String>,
    /// CNF methods, separated by commas, or `all`
    #[arg(long, value_name = "METHOD,...", value_delimiter = ',', default_value = "direct",
        value_parser = methods())]
    cnf: Vec<String>,
    /// Cardinality encoding: how "at most N of these" becomes clauses [default: that of `encode`]
    #[arg(long, value_name = "METHOD", value_parser = named(CardMethod::ALL, CardMethod::name))]
    card: Option<CardMethod>,
    /// How "zero or two of these" becomes rows
    #[arg(long, value_name = "FORM", default_value = "inequalities",
        value_parser = named(DegreeRows::ALL, DegreeRows::name))]
    degree_rows: DegreeRows,
    /// Also list the size of each rule family
    #[arg(long, value_enum)]
    by: Option<SizesBy>,
    /// Also compute the base features of the Global Benchmark Database; needs --json or --csv
    #[arg(long, conflicts_with = "by")]
    features: bool,
    /// Print one JSON object per line (`encycle help json`)
    #[arg(short, long, conflicts_with = "csv")]
    json: bool,
    /// Print comma-separated values
    #[arg(long)]
    csv: bool,
    /// Also plot variables and clauses against the number of cells, as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    source: SourceArguments,
    #[command(flatten)]
    model: ModelArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SizesBy {
    /// One line per rule family, and one for the total
    Family,
}

fn methods() -> clap::builder::PossibleValuesParser {
    CnfMethod::ALL.iter().map(|method| method.name()).chain(["all"]).into()
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    outputs::check(
        &arguments.puzzles.iter().map(String::as_str).collect::<Vec<_>>(),
        arguments.svg.as_deref().map(Output::svg),
    )?;
    if arguments.svg.as_deref() == Some(Path::new("-")) {
        let message =
            "chart and sizes cannot both go to standard output\nhelp: write the chart to a file";
        return Err(CliError::Usage(message.to_owned()));
    }
    if arguments.features && !arguments.json && !arguments.csv {
        let message = "--features has too many columns for a table\nhelp: add --json or --csv";
        return Err(CliError::Usage(message.to_owned()));
    }
    let mut exit = Exit::Positive;
    let mut refused = |name: &str, error: &CliError| -> Result<(), CliError> {
        exit = Exit::BadInput;
        match arguments.json {
            true => print_json(&FailedSizes::new(name, error))?,
            false => print_error(name, error),
        }
        Ok(())
    };
    let mut puzzles = Vec::new();
    for (name, problem) in arguments.model.problems(&arguments.puzzles, &arguments.source) {
        match problem {
            Ok(problem) => puzzles.push((name, problem)),
            Err(error) => refused(&name, &error)?,
        }
    }
    let jobs: Vec<(usize, String, LoweringOptions)> = (0..)
        .zip(&puzzles)
        .flat_map(|(puzzle, (_, parsed))| {
            let wanted = arguments.wanted(&**parsed).into_iter();
            wanted.map(move |(encoding, choices)| (puzzle, encoding, choices))
        })
        .collect();
    let by_family = arguments.by.is_some();
    let words = jobs.iter().map(|(puzzle, encoding, choices)| {
        let (name, puzzle) = &puzzles[*puzzle];
        (&**name, puzzle.as_encodable().extent(), &**encoding, choices.cnf.name())
    });
    let table = SizesTable::new(words, by_family);
    let is_narrow = terminal::width().is_some_and(|width| width < table.width());
    let mut measurements = Vec::new();
    let _shown = Progress::steps(jobs.len() as u64, "formulas");
    for (number, (index, encoding, choices)) in (0..).zip(&jobs) {
        let (name, puzzle) = &puzzles[*index];
        progress::set_position(number);
        progress::update(|| format!("{encoding} of {name}"));
        let measured = match puzzle.encoding(encoding) {
            Ok(encoding) => arguments.measure(name, &encoding, *choices).map_err(CliError::from),
            Err(error) => Err(error.into()),
        };
        let measurement = match measured {
            Ok(measurement) => measurement,
            Err(error) => {
                refused(name, &error)?;
                continue;
            }
        };
        let is_first = measurements.is_empty();
        let lines = lines(&measurement, by_family);
        if arguments.json {
            print_json(&SizesReport::new(&measurement))?;
        } else if arguments.csv {
            print(&csv_of(&lines, is_first)?)?;
        } else if is_narrow {
            print_message(&lines.iter().map(|line| table.sentence(line)).collect::<String>())?;
        } else {
            let heading = is_first.then(|| table.heading());
            let rows = lines.iter().map(|line| table.line(line));
            print(&heading.into_iter().chain(rows).collect::<String>())?;
        }
        drop(lines);
        measurements.push(measurement);
    }
    if let (Some(path), false) = (&arguments.svg, measurements.is_empty()) {
        write_to(Some(path), |out| out.write_all(chart(&measurements).as_bytes()))?;
    }
    Ok(exit.code())
}

impl Arguments {
    fn measure(
        &self,
        name: &str,
        encoding: &Encoding<'_>,
        choices: LoweringOptions,
    ) -> Result<EncodingSize, TooLarge> {
        let features = self.features.then(|| base_features(encoding, choices)).transpose()?;
        Ok(EncodingSize { features, ..measure(name, encoding, choices)? })
    }

    /// Returns the encodings and lowering options to measure, without duplicates.
    fn wanted(&self, problem: &dyn Problem) -> Vec<(String, LoweringOptions)> {
        let is_all = |words: &[String]| words.iter().any(|word| word == "all");
        let names = problem.as_encodable().encoding_names();
        let mut encodings = match &self.encoding[..] {
            [] => names.into_iter().filter(|name| !name.contains('+')).collect(),
            words if is_all(words) => names,
            words => words.to_vec(),
        };
        let mut seen = HashSet::new();
        encodings.retain(|name| seen.insert(name.clone()));
        let methods: Vec<CnfMethod> = CnfMethod::ALL
            .iter()
            .copied()
            .filter(|method| is_all(&self.cnf) || self.cnf.iter().any(|word| word == method.name()))
            .collect();
        let card = self.card.unwrap_or_else(|| problem.default_lowering().card);
        let choices = |cnf| LoweringOptions { cnf, card, degree_rows: self.degree_rows };
        let with_methods = |name: String| {
            methods.iter().map(move |&cnf| (name.clone(), choices(cnf))).collect::<Vec<_>>()
        };
        encodings.into_iter().flat_map(with_methods).collect()
    }
}
