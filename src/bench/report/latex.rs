//! The tables of a report for papers.

use crate::bench::report::CampaignReport;
use crate::bench::report::table::{ReportTable, pair_table, summary_table};
use crate::report::latex::{escaped_text, table_row};

/// Formats the tables of configurations and of pairs for a paper: each a `table` with a caption.
#[must_use]
pub fn latex_tables(report: &CampaignReport) -> String {
    let pairs = (!report.pairs.is_empty()).then(|| pair_table(report));
    [summary_table(report)].iter().chain(&pairs).map(latex_table).collect::<Vec<_>>().join("\n")
}

fn latex_table(table: &ReportTable) -> String {
    let rows = table.rows.iter().map(|row| {
        let cells: Vec<String> = row.iter().map(|cell| cell.text.replace('–', "--")).collect();
        table_row(&cells)
    });
    format!(
        "\\begin{{table}}\n\\caption{{{}. {}}}\n\\begin{{tabular}}{{l{}}}\n\\hline\n{}\\hline\n{}\\hline\n\
         \\end{{tabular}}\n\\end{{table}}\n",
        table.title,
        escaped_text(&table.note),
        "r".repeat(table.heading.len() - 1),
        table_row(&table.heading.iter().map(|name| name.replace('–', "--")).collect::<Vec<_>>()),
        rows.collect::<String>(),
    )
}
