//! The strengths of formulas as a table and as comma-separated values.

use encycle::report::{StrengthFields, StrengthReport};

use crate::cli::exit::CliError;
use crate::cli::views::table::{Align, Table};

/// Formats a share in percent.
fn percent(part: u64, whole: u64) -> String {
    match whole {
        0 => "-".to_owned(),
        // rounded down, so that only a whole is 100 %
        _ => format!("{:.1} %", (1000.0 * part as f64 / whole as f64).floor() / 10.0),
    }
}

/// Returns the strengths as a table.
pub fn table_of(rows: &[StrengthReport]) -> Table {
    let has_card = rows.iter().any(|row| row.card.as_deref().is_some_and(|one| one != "binomial"));
    let has_family = rows.iter().any(|row| row.without.is_some());
    let has_simplifier = rows.iter().any(|row| row.simplifier.is_some());
    let has_solutions = rows.iter().any(|row| row.of_solutions.is_some());
    let mut headings = vec![("encoding", Align::Left), ("method", Align::Left)];
    headings.extend(has_card.then_some(("card", Align::Left)));
    headings.extend(has_family.then_some(("without", Align::Left)));
    headings.extend(has_simplifier.then_some(("after", Align::Left)));
    headings.extend(has_simplifier.then_some(("atoms", Align::Right)));
    headings.push(("variables", Align::Right));
    headings.push(("clauses", Align::Right));
    if has_solutions {
        let names = ["derived", "caught", "open", "complete"];
        headings.extend(names.map(|name| (name, Align::Right)));
    }
    headings.extend(
        ["derived of models", "caught of models", "complete for models"]
            .map(|name| (name, Align::Right)),
    );
    let mut table = Table::new(&headings);
    for row in rows {
        let word = |word: &Option<String>| word.clone().unwrap_or_else(|| "-".to_owned());
        let method = match &row.degree_rows {
            Some(rows) => format!("LP, {rows}"),
            None => word(&row.cnf),
        };
        let mut cells = vec![row.encoding.clone(), method];
        cells.extend(has_card.then(|| word(&row.card)));
        cells.extend(has_family.then(|| word(&row.without)));
        if has_simplifier {
            cells.extend([word(&row.simplifier), row.measured_atoms.to_string()]);
        }
        cells.extend([row.variables, row.clauses].map(|number| number.to_string()));
        let complete = |fields: &StrengthFields| match fields.propagation_complete {
            Some(true) => "yes",
            Some(false) => "no",
            None => "?",
        };
        if has_solutions {
            match &row.of_solutions {
                Some(one) => cells.extend([
                    percent(one.derived, one.implied),
                    percent(one.caught, one.contradictions),
                    one.open_when_missed
                        .map_or_else(|| "-".to_owned(), |open| format!("{open:.1}")),
                    complete(one).to_owned(),
                ]),
                None => cells.extend(["-"; 4].map(str::to_owned)),
            }
        }
        let own = &row.of_models;
        cells.extend([
            percent(own.derived, own.implied),
            percent(own.caught, own.contradictions),
            complete(own).to_owned(),
        ]);
        let cells: Vec<&dyn std::fmt::Display> = cells.iter().map(|cell| cell as _).collect();
        table.row(&cells);
    }
    table
}

/// Returns the strengths as comma-separated values.
pub fn csv(rows: &[StrengthReport], has_heading: bool) -> Result<String, CliError> {
    let mut out = csv::Writer::from_writer(Vec::new());
    let failed = |error: csv::Error| CliError::Usage(error.to_string());
    if has_heading {
        let references = ["solutions", "models"].into_iter().flat_map(|of| {
            ["implied", "derived", "contradictions", "caught", "open", "complete"]
                .map(|name| format!("{name}_of_{of}"))
        });
        let first = [
            "puzzle",
            "encoding",
            "cnf",
            "card",
            "degree_rows",
            "without",
            "simplifier",
            "variables",
            "clauses",
            "atoms",
            "measured_atoms",
            "cases",
            "undecided",
            "exhaustive",
        ];
        out.write_record(first.map(str::to_owned).into_iter().chain(references)).map_err(failed)?;
    }
    for row in rows {
        let word = |word: &Option<String>| word.clone().unwrap_or_default();
        let mut cells = vec![row.puzzle.clone(), row.encoding.clone(), word(&row.cnf)];
        cells.extend([word(&row.card), word(&row.degree_rows), word(&row.without)]);
        cells.push(word(&row.simplifier));
        let numbers = [row.variables, row.clauses, row.atoms, row.measured_atoms, row.cases];
        cells.extend(numbers.map(|number| number.to_string()));
        cells.extend([row.undecided.to_string(), row.exhaustive.to_string()]);
        for fields in [row.of_solutions.as_ref(), Some(&row.of_models)] {
            match fields {
                Some(one) => {
                    let counts = [one.implied, one.derived, one.contradictions, one.caught];
                    cells.extend(counts.map(|count| count.to_string()));
                    cells.push(
                        one.open_when_missed.map(|open| open.to_string()).unwrap_or_default(),
                    );
                    let complete = one.propagation_complete;
                    cells.push(complete.map(|one| one.to_string()).unwrap_or_default());
                }
                None => cells.extend([""; 6].map(str::to_owned)),
            }
        }
        out.write_record(&cells).map_err(failed)?;
    }
    let bytes = out.into_inner().map_err(|error| CliError::Usage(error.to_string()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
