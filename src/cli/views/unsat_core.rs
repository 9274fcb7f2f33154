//! Unsatisfiable cores as tables.

use encycle::encodings::text::counted;
use encycle::report::CoreReport;

use crate::cli::views::table::{Align, Table};

/// Returns a core as a line and a table.
pub fn text(report: &CoreReport) -> String {
    let CoreReport { puzzle, claim, encoding, cnf, clauses, used, effort, steps, .. } = report;
    let head = format!(
        "{puzzle}: {claim} ({encoding}, {cnf}): {used} of {} used, {}, {}, {:.3} s\n",
        counted(clauses, "clause"),
        counted(effort.conflicts, "conflict"),
        counted(steps, "step"),
        effort.seconds
    );
    let has_without = report.families.iter().any(|row| row.without.is_some());
    let mut columns = vec![("family", Align::Left)];
    columns.extend(["clauses", "used", "share", "uses"].map(|name| (name, Align::Right)));
    columns.extend(has_without.then_some(("without it", Align::Left)));
    let mut table = Table::new(&columns);
    for row in &report.families {
        let share = 100.0 * row.used as f64 / row.clauses.max(1) as f64;
        let counts = [row.clauses.to_string(), row.used.to_string()];
        let mut cells = vec![row.family.clone()];
        cells.extend(counts);
        cells.extend([format!("{share:.1} %"), row.uses.to_string()]);
        if let Some(without) = &row.without {
            cells.push(match &row.effort_without {
                Some(effort) => {
                    let conflicts = counted(effort.conflicts, "conflict");
                    format!("{without}: {conflicts}, {:.3} s", effort.seconds)
                }
                None => without.clone(),
            });
        }
        let cells: Vec<&dyn std::fmt::Display> = cells.iter().map(|cell| cell as _).collect();
        table.row(&cells);
    }
    format!("{head}{table}")
}
