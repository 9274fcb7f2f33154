//! `encycle explain`: where a clause or row comes from.

use std::fmt::Write;
use std::process::ExitCode;

use clap::Args;
use encycle::encodings::encoding::Encoding;
use encycle::encodings::export::{ConstraintTrace, trace_clause, trace_row};
use encycle::encodings::logic::{ConstraintSink, LoweringOptions};
use encycle::encodings::puzzle::{Sketch, SolutionForm};

use crate::cli::arguments::lowering::{ChoiceArguments, EncodingArgument};
use crate::cli::arguments::source::SourceArguments;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::print;
use encycle::puzzle::Puzzle;
use encycle::render::{ClauseMarks, marks};

/// Tell which rule a clause or row comes from, where, and by which step; draw it.
///
/// Clauses are numbered from 1 in the order of the DIMACS file that `encycle encode` writes with the
/// same options, rows as in the LP file (row N is named cN there).
///
/// Examples:
///   encycle explain puzzle.txt --clause 57
///   encycle explain puzzle.txt --row 12 --degree-rows equation
///   encycle explain puzzle.txt --encoding edge+order --cnf tseitin --clause 500
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, group = clap::ArgGroup::new("which").required(true))]
pub struct Arguments {
    /// A file, `-` for standard input, or an address
    puzzle: String,
    /// The number of a clause
    #[arg(long, value_name = "N", group = "which")]
    clause: Option<usize>,
    /// The number of a row
    #[arg(long, value_name = "N", group = "which")]
    row: Option<usize>,
    #[command(flatten)]
    encoding: EncodingArgument,
    #[command(flatten)]
    choices: ChoiceArguments,
    #[command(flatten)]
    source: SourceArguments,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    let parsed = arguments.source.load(&arguments.puzzle)?;
    let puzzle = &parsed.puzzle;
    let encoding = arguments.encoding.of(puzzle)?;
    let choices = arguments.choices.choices();
    let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
    let (what, trace) = match (arguments.clause, arguments.row) {
        (_, Some(row)) => ("row", trace_row(row, choices, &encode)),
        (clause, _) => ("clause", trace_clause(clause.unwrap_or(0), choices, &encode)),
    };
    let trace = trace.map_err(|error| CliError::Usage(error.to_string()))?;
    let text = explanation(puzzle, &*encoding, choices, what, &trace);
    print(&text)?;
    Ok(Exit::Positive.code())
}

fn explanation(
    puzzle: &Puzzle,
    encoding: &dyn Encoding,
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
        None => text.push_str("\nIts variables are spread too far to be drawn.\n"),
        Some((picture, (row, col))) => {
            let _ = writeln!(text, "\nfrom row {row}, column {col} on:\n\n{picture}");
            text.push_str(match puzzle.form() {
                SolutionForm::Values { .. } => {
                    "+ and a value: the cell has it; -: it has not; a value and *: several of its \
                     variables;\n[ ]: the rule's cells; a value alone is given\n"
                }
                _ if puzzle.loop_grid().is_some() => {
                    "── or │: a line in it; x: a negated one; an arrow: its direction; + and -: a cell \
                     inside,\nand negated; * and ●: other variables of a cell or vertex; [ ]: the rule's \
                     cell; ◆: its\nvertex; doubled or dashed: its edge\n"
                }
                _ => {
                    "─ or │: a link in it; x: a negated one; *: other variables of a cell; [ ]: the rule's \
                     cells\n"
                }
            });
        }
    }
    text
}
