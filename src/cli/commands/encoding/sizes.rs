//! `encycle sizes`: count the size of encodings.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use encycle::encodings::encoding::Encoding;
use encycle::encodings::logic::{CardMethod, CnfMethod, DegreeRows, LoweringOptions, TooLarge};

use crate::cli::arguments::lowering::{chosen, chosen_encodings, named, names_or_all};
use crate::cli::arguments::markup::MarkupArguments;
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
/// The counts are exact. The formula is streamed: it is neither written nor kept in memory. The columns rows and
/// nonzeros are those of LP, MPS and OPB files; --csv and --json have more columns. CNF methods that give formulas
/// of the same sizes share a row.
///
/// Examples:
///   encycle sizes puzzle.txt
///   encycle sizes puzzle.txt --encoding pre-succ,two-line --cnf all
///   encycle sizes puzzle.txt --encoding edge+order --by family
///   encycle sizes small/*.txt --encoding all --cnf naive,tseitin --svg sizes.svg
///   encycle sizes small/*.txt --csv > sizes.csv
///   encycle sizes generate:slitherlink:5x5..10x10 --encoding edge+cotree --latex    for a paper
///   encycle strength puzzle.txt --cnf all         sizes, and what the formulas derive by unit propagation
///   encycle sizes puzzle.txt --features --json    clause lengths, degrees, entropies and more
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Puzzles: files, folders, `-` for standard input, URLs, or generate:KIND:SIZE..SIZE:COUNT
    #[arg(required = true, value_name = "PUZZLE")]
    puzzles: Vec<String>,
    /// Encodings, separated by commas, or `all` [default: all encodings without `+` parts]
    #[arg(short, long, value_name = "E,...", value_delimiter = ',')]
    encoding: Vec<String>,
    /// CNF methods, separated by commas, or `all`
    #[arg(long, value_name = "METHOD,...", value_delimiter = ',', default_value = "direct",
        value_parser = names_or_all(CnfMethod::ALL, CnfMethod::name))]
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
    #[command(flatten)]
    markup: MarkupArguments,
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
    let words = jobs
        .iter()
        .map(|(puzzle, encoding, choices)| (&*puzzles[*puzzle].0, &**encoding, choices.cnf.name()));
    let markup = arguments.markup.markup();
    let table = SizesTable::new(markup, words, by_family);
    let is_narrow =
        markup.is_none() && terminal::width().is_some_and(|width| width < table.width());
    let is_table = !arguments.json && !arguments.csv && !is_narrow;
    let mut measurements: Vec<EncodingSize> = Vec::new();
    let mut has_head = false;
    let mut last_puzzle = None;
    let _shown = Progress::steps(jobs.len() as u64, "formulas");
    let mut number = 0;
    for formulas in jobs.chunk_by(|one, other| one.0 == other.0 && one.1 == other.1) {
        let (index, encoding, _) = &formulas[0];
        let (name, puzzle) = &puzzles[*index];
        let made = match puzzle.encoding(encoding) {
            Ok(made) => made,
            Err(error) => {
                refused(name, &error.into())?;
                continue;
            }
        };
        let first = measurements.len();
        for (_, _, choices) in formulas {
            progress::set_position(number);
            number += 1;
            progress::update(|| format!("{encoding} of {name}"));
            let measurement = match arguments.measure(name, &**puzzle, &made, *choices) {
                Ok(measurement) => measurement,
                Err(error) => {
                    refused(name, &error.into())?;
                    continue;
                }
            };
            if arguments.json {
                print_json(&SizesReport::new(&measurement))?;
            } else if arguments.csv {
                print(&csv_of(&lines(&measurement, by_family), measurements.is_empty())?)?;
            } else if is_narrow {
                print_message(&table.sentences(&measurement))?;
            }
            measurements.push(measurement);
        }
        if is_table && first < measurements.len() {
            let head = if has_head { String::new() } else { table.head() };
            let is_new = last_puzzle.replace(*index) != Some(*index);
            print(&(head + &table.rows(&measurements[first..], is_new)))?;
            has_head = true;
        }
    }
    if has_head {
        print(table.end())?;
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
        problem: &dyn Problem,
        encoding: &Encoding<'_>,
        choices: LoweringOptions,
    ) -> Result<EncodingSize, TooLarge> {
        let features = self.features.then(|| base_features(encoding, choices)).transpose()?;
        let mut size = EncodingSize { features, ..measure(name, encoding, choices)? };
        if let Some(program) = problem.program() {
            size.add_program(program);
        }
        Ok(size)
    }

    /// Returns the encodings and lowering options to measure, without duplicates.
    fn wanted(&self, problem: &dyn Problem) -> Vec<(String, LoweringOptions)> {
        let names = problem.as_encodable().encoding_names();
        let encodings = match &self.encoding[..] {
            [] => names.into_iter().filter(|name| !name.contains('+')).collect(),
            words => chosen_encodings(words, || names),
        };
        let methods = chosen(&self.cnf, CnfMethod::ALL, CnfMethod::name);
        let card = self.card.unwrap_or_else(|| problem.default_lowering().card);
        let choices = |cnf| LoweringOptions { cnf, card, degree_rows: self.degree_rows };
        let with_methods = |name: String| {
            methods.iter().map(move |&cnf| (name.clone(), choices(cnf))).collect::<Vec<_>>()
        };
        encodings.into_iter().flat_map(with_methods).collect()
    }
}
