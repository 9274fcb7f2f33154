//! `encycle explain`: show the origin of a clause or row.

use std::fmt::Write;
use std::process::ExitCode;

use clap::Args;
use encycle::encodings::encoding::Encoding;
use encycle::encodings::export::{ConstraintTrace, trace_clause, trace_row};
use encycle::encodings::logic::{ConstraintSink, LoweringOptions};
use encycle::encodings::puzzle::{Sketch, SolutionForm};

use crate::cli::arguments::lowering::{EncodingArgument, LoweringArguments};
use crate::cli::arguments::source::{SourceArguments, each};
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{print, print_message};
use crate::cli::terminal;
use encycle::puzzle::Puzzle;
use encycle::render::{ClauseMarks, marks, marks_in_ascii};

/// Show the origin of a clause or row: its rule, its place and its lowering step.
///
/// Clauses are numbered from 1, as in the DIMACS file that `encycle encode` writes with the same
/// options. Rows are numbered as in the LP and MPS files, where row N is named cN, and as the constraints
/// of the OPB file.
///
/// Examples:
///   encycle explain puzzle.txt --clause 57
///   encycle explain puzzle.txt --row 12 --degree-rows equation
///   encycle explain puzzle.txt --encoding edge+order --cnf tseitin --clause 500
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, group = clap::ArgGroup::new("which").required(true))]
pub struct Arguments {
    /// Puzzle: a file, `-` for standard input, or a URL
    puzzle: String,
    /// Number of the clause
    #[arg(long, value_name = "N", group = "which")]
    clause: Option<usize>,
    /// Number of the row
    #[arg(long, value_name = "N", group = "which")]
    row: Option<usize>,
    #[command(flatten)]
    encoding: EncodingArgument,
    #[command(flatten)]
    choices: LoweringArguments,
    #[command(flatten)]
    source: SourceArguments,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    each(arguments.source.load_all(&arguments.puzzle), "", false, |number, _, parsed| {
        if number > 1 {
            print("\n")?;
        }
        explain(arguments, &parsed.puzzle)
    })
}

fn explain(arguments: &Arguments, puzzle: &Puzzle) -> Result<Exit, CliError> {
    let encoding = arguments.encoding.of(puzzle)?;
    let choices = arguments.choices.of_problem(puzzle);
    let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
    let (what, trace) = match (arguments.clause, arguments.row) {
        (_, Some(row)) => ("row", trace_row(row, choices, &encode)),
        (clause, _) => ("clause", trace_clause(clause.unwrap_or(0), choices, &encode)),
    };
    let trace = trace.map_err(|error| CliError::Usage(error.to_string()))?;
    let text = explanation(puzzle, &encoding, choices, what, &trace);
    print_message(&if terminal::is_ascii() { marks_in_ascii(&text) } else { text })?;
    Ok(Exit::Positive)
}

fn explanation(
    puzzle: &Puzzle,
    encoding: &Encoding<'_>,
    choices: LoweringOptions,
    what: &str,
    trace: &ConstraintTrace,
) -> String {
    let mut text = String::new();
    let families = encoding.families();
    let family = families.iter().find(|family| family.name == trace.origin.family);
    let meaning = family.map_or("", |family| family.meaning);
    let source = family.map_or("", |family| family.source);
    let method = match what {
        "row" => format!(
            "--degree-rows {}, formulas by --cnf {}",
            choices.degree_rows.name(),
            choices.cnf.name()
        ),
        _ => format!("--cnf {} --card {}", choices.cnf.name(), choices.card.name()),
    };
    // writing to a String cannot fail
    let mut line = |key: &str, value: &str| {
        let _ = writeln!(text, "{key:<10} {value}");
    };
    line(what, &format!("{} of {}: {}", trace.number.0, trace.number.1, trace.text));
    line("rule", &format!("{}: {meaning}", trace.origin.family));
    line("place", &trace.origin.place.to_string());
    line("constraint", &trace.constraint);
    let within = match trace.within {
        (_, 1) => String::new(),
        (which, count) => format!(" ({what} {which} of its {count})"),
    };
    line("step", &format!("{}{within}", trace.origin.step));
    for (name, formula) in &trace.auxiliary {
        line("", &format!("{name} stands for {formula}"));
    }
    line("encoding", &format!("{}, {method}", encoding.name()));
    line("source", source);
    let Sketch::Grid(sketch) = puzzle.sketch(None) else { return text };
    let (literals, place) = (&trace.literals, trace.origin.place);
    match marks(ClauseMarks { sketch: &sketch, literals, place }) {
        None => text.push_str("\nno picture: the variables are too far apart\n"),
        Some((picture, (row, col))) => {
            let _ = writeln!(text, "\nfrom row {row}, column {col} on:\n\n{picture}");
            text.push_str(match puzzle.form() {
                SolutionForm::Values { .. } => {
                    "+ and a value: the cell has this value; - and a value: it does not; a value and *: \
                     several of its variables;\n[ ]: the rule's cells; a value alone: a clue\n"
                }
                _ if puzzle.loop_grid().is_some() => {
                    "── or │: a line; x: a negated line; arrow: the direction of a line; + and -: cell inside, \
                     negated;\n* and ●: other variables of a cell or vertex; [ ]: the rule's cell; ◆: the rule's \
                     vertex;\ndoubled or dashed: the rule's edge\n"
                }
                _ => {
                    "─ or │: a link; x: a negated link; *: other variables of a cell; [ ]: the rule's cells\n"
                }
            });
        }
    }
    text
}
