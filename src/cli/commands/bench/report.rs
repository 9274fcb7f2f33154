//! The report of `encycle bench`.

use std::path::Path;
use std::process::ExitCode;

use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{eprint_line, print};
use crate::cli::views::table::Table;
use encycle::bench::report::{self, CampaignReport};
use encycle::bench::{CampaignInfo, ResultRow, RunStatus};

/// Writes the report, prints the table of configurations, and returns the exit code for the rows.
pub(super) fn publish(folder: &Path, rows: Vec<ResultRow>) -> Result<Exit, CliError> {
    let report = CampaignReport::new(rows).with_info(CampaignInfo::read(folder)?);
    let mut table = Table::of_numbers(
        "configuration",
        &[
            "runs",
            "answered",
            "limit",
            "failed",
            "wrong",
            "missing",
            "PAR-2",
            "median s",
            "median CPU s",
        ],
    );
    for one in &report.summaries {
        let [answered, limit, failed, wrong] = one.counts;
        let number = |value: Option<f64>| {
            value.map_or_else(|| "-".to_owned(), |value| format!("{value:.3}"))
        };
        let [par2, wall, cpu] =
            [one.par2, one.wall.map(|spread| spread.median), one.cpu.map(|spread| spread.median)]
                .map(number);
        table.row(&[
            &one.configuration,
            &one.runs(),
            &answered,
            &limit,
            &failed,
            &wrong,
            &one.missing,
            &par2,
            &wall,
            &cpu,
        ]);
    }
    print(&table.to_string())?;
    if let Some(runs) = report.common_runs() {
        eprint_line!("note: PAR-2 is over {runs}");
    }
    let page = report::write(folder, &report)
        .map_err(|(path, error)| CliError::Io { what: path.display().to_string(), error })?;
    eprint_line!("note: report written to {}", page.display());
    Ok(report.rows.iter().fold(Exit::Positive, |exit, row| {
        exit.worse(match row.status {
            RunStatus::Answered => Exit::Positive,
            RunStatus::Limit => Exit::Unknown,
            RunStatus::Failed | RunStatus::Wrong => Exit::SolverFailed,
        })
    }))
}

/// Writes the rows for BenchExec, and prints the path of the table's definition.
pub(super) fn export(folder: &Path, rows: Vec<ResultRow>) -> Result<ExitCode, CliError> {
    let written = report::write_benchexec(folder, &CampaignReport::new(rows));
    let folder = written
        .map_err(|(path, error)| CliError::Io { what: path.display().to_string(), error })?;
    print(&format!("{}\n", folder.join("table.xml").display()))?;
    Ok(Exit::Positive.code())
}
