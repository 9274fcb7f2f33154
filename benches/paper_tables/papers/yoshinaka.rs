//! The tables of Yoshinaka et al. 2012: solvers on Numberlinks (Tables 1 and 2), and the numbers of good pair sets of
//! grids (Tables 4 to 7).

use std::collections::BTreeMap;

use encycle::bench::{Collection, CollectionEntry};
use encycle::puzzle::PuzzleKind;
use serde_json::Value;

use super::runs::{Run, Runner};
use super::table::{by_size, contents, endings, table};
use super::{Blocks, Column, Fallible};

/// The rule of each table, and its name in the mark of the table.
const RULES: [&str; 2] = ["free", "cover"];

/// Repeats Tables 1 and 2: a SAT solver, a MIP solver and the diagram.
pub fn solvers(runner: &mut Runner) -> Fallible<Blocks> {
    let folder = runner.numberlinks().display().to_string();
    let mut text = Vec::new();
    for rule in RULES {
        let collection =
            Collection::of(std::slice::from_ref(&folder), Some(PuzzleKind::Numberlink), Some(rule));
        let chosen = smallest(&collection.entries, runner.seeds() as usize);
        let mut one = runner.beside(rule)?;
        let ip = *runner.installed(&["highs"]).first().unwrap_or(&"microlp");
        let sat = runner.installed(&["minisat"]);
        let solvers = [&["batsat"][..], &sat, &[ip]].concat();
        let names = solvers.join(",");
        let words = ["--method", "solver,zdd", "--solver", &names, "--kind", "numberlink"];
        let words = [&words[..], &["--variant", rule, "--memory", "6000"]].concat();
        let runs: Vec<Run> = one.campaign(&chosen, &words)?;
        let mut columns: Vec<Column> =
            solvers.iter().map(|solver| Column::new(*solver, *solver)).collect();
        columns.push(Column::new("ZDD", "zdd"));
        text.extend([
            format!("Rule `{rule}`:\n"),
            by_size(&runs, &columns),
            endings(&runs, &columns),
            one.told(&contents(&chosen)),
            String::new(),
        ]);
    }
    Ok(vec![("yoshinaka-solvers".to_owned(), text.join("\n"))])
}

/// Returns up to `most` puzzles of each size, in the order of their hashes.
fn smallest(entries: &[CollectionEntry], most: usize) -> Vec<&CollectionEntry> {
    let mut sizes: BTreeMap<usize, Vec<&CollectionEntry>> = BTreeMap::new();
    for entry in entries.iter().filter(|entry| entry.puzzle.line_problem().is_some()) {
        sizes.entry(entry.puzzle.extent().count()).or_default().push(entry);
    }
    let sizes = sizes.into_values();
    sizes
        .flat_map(|mut entries| {
            entries.sort_by(|a, b| a.sha256.cmp(&b.sha256));
            entries.truncate(most);
            entries
        })
        .collect()
}

/// Repeats Tables 4 to 7: all good pair sets, and those with at most three pairs.
pub fn pair_sets(runner: &mut Runner) -> Fallible<Blocks> {
    let sizes = ["2x2", "2x3", "3x3", "2x5", "3x4", "2x8", "4x4", "3x6", "4x5", "3x7", "5x5"];
    let limited = ["4x4", "4x5", "5x5"];
    let mut rows = Vec::new();
    for (size, pairs) in
        sizes.map(|size| (size, None)).into_iter().chain(limited.map(|size| (size, Some("3"))))
    {
        let mut words = vec!["instances", "numberlink", size, "--json", "--memory", "12000"];
        words.extend(pairs.into_iter().flat_map(|pairs| ["--pairs", pairs]));
        let (cpu, report) = runner.kept_command(&words)?;
        let text = |key: &str| match &report[key] {
            Value::String(text) => text.clone(),
            Value::Null => "–".to_owned(),
            other => other.to_string(),
        };
        let fewest = report["by_pairs"][0]["pairs"].as_u64();
        rows.push(vec![
            size.to_owned(),
            pairs.map_or_else(|| "all".to_owned(), |pairs| format!("up to {pairs} pairs")),
            text("good"),
            fewest.map_or_else(|| "–".to_owned(), |pairs| pairs.to_string()),
            text("nodes"),
            text("states"),
            super::table::seconds(cpu),
        ]);
    }
    let heading = ["grid", "sets", "good sets", "fewest pairs", "nodes", "states", "s"];
    let text = table(&heading.map(str::to_owned), rows);
    Ok(vec![("yoshinaka-pairs".to_owned(), text)])
}
