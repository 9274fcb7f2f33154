//! The tables and figures of Westreicher 2011, chapter 6.
//!
//! The paper names a configuration by four letters:
//!
//! 1. the encoding of a line and its neighbours: T for `two-line`, P for `pre-succ`;
//! 2. the single loop: R for `+reach`, F for cuts (`loop`);
//! 3. the clauses: T for Tseitin as section 5.2.2 prints it, with implications only (`plaisted-greenbaum`), S for
//!    distribution (`naive`). Two letters of ours stand beside them: E for Tseitin with equivalences (`tseitin`), I for
//!    irredundant distribution (`naive-irredundant`);
//! 4. the presolver ("prework"): T for on, F for off.

use encycle::bench::CollectionEntry;
use encycle::encodings::export::CnfSize;
use encycle::encodings::logic::{LoweringOptions, lower_to_cnf};
use encycle::render::chart::{Chart, Scale, Series, svg};

use super::puzzles::{Puzzles, Size, open_edges, stem};
use super::runs::{Run, Runner};
use super::table::{Column, contents, mean, milliseconds, named, seconds, sizes, table, values};
use super::{Blocks, Fallible};

/// The maximal number of cells for `+reach`: twice the number up to which the paper found it applicable.
const REACH: usize = 100;
/// The number of cells of the largest puzzles in the paper's curves.
const MOST: usize = 400;

const FILL: [&str; 4] = ["--encoding", "two-line,pre-succ", "--cuts", "loop"];
/// The letters of the CNF methods.
const METHODS: [(&str, &str); 4] =
    [("T", "plaisted-greenbaum"), ("S", "naive"), ("E", "tseitin"), ("I", "naive-irredundant")];

/// Returns the column of our solver without a formula, in place of the paper's Standard Solver.
fn standard_column() -> Column {
    Column::new("Standard", "backtracking")
}

/// Returns all columns: the Standard Solver, and the configurations with F and with R.
fn all_columns() -> Vec<Column> {
    let configurations = columns(false).into_iter().chain(columns(true));
    std::iter::once(standard_column()).chain(configurations).collect()
}

/// Runs backtracking with the rules of the presolver, in place of the paper's Standard Solver.
fn standard(runner: &mut Runner, puzzles: &[&CollectionEntry]) -> Fallible<Vec<Run>> {
    let mut other = runner.beside("standard")?;
    let runs = other.campaign(puzzles, &["--method", "backtracking"])?;
    runner.add(&other);
    Ok(runs)
}

/// Runs these encodings with all CNF methods, without and with the presolver.
fn campaign(
    runner: &mut Runner,
    puzzles: &[&CollectionEntry],
    encodings: &[&str],
) -> Fallible<Vec<Run>> {
    let methods = METHODS.map(|(_, cnf)| cnf).join(",");
    let words = ["--solver", "batsat", "--presolve", "on,off", "--cnf", &methods];
    runner.campaign(puzzles, &[encodings, &words].concat())
}

/// Returns the columns of all configurations with F or with R: the letters of the paper, and the label of
/// Encycle.
fn columns(reach: bool) -> Vec<Column> {
    let mut all = Vec::new();
    for (first, base) in [("T", "two-line"), ("P", "pre-succ")] {
        for (third, cnf) in METHODS {
            for (fourth, presolve) in [("T", "on"), ("F", "off")] {
                let (second, part) = if reach { ("R", "+reach") } else { ("F", "") };
                let cuts = if reach { "" } else { ", cuts loop" };
                let label = format!("batsat, {base}{part}, cnf {cnf}{cuts}, presolve {presolve}");
                all.push(Column::new([first, second, third, fourth].concat(), label));
            }
        }
    }
    all
}

/// Repeats Figures 6.1, 6.2, 6.4 and 6.5.
pub fn configurations(runner: &mut Runner, puzzles: &Puzzles) -> Fallible<Blocks> {
    let square = |(rows, cols): Size| rows == cols && rows * cols <= MOST;
    let chosen = puzzles.sample(usize::MAX, square);
    let small: Vec<&CollectionEntry> =
        chosen.iter().copied().filter(|entry| entry.puzzle.extent().count() <= REACH).collect();
    let mut runs = campaign(runner, &chosen, &FILL)?;
    if !small.is_empty() {
        let reach = ["--encoding", "two-line+reach,pre-succ+reach", "--memory", "4000"];
        // a folder of its own, because rows with different memory limits cannot share one
        let mut other = runner.beside("reach")?;
        runs.extend(campaign(&mut other, &small, &reach)?);
        runner.add(&other);
    }
    runs.extend(standard(runner, &chosen)?);
    let note = runner.told(&contents(&chosen));
    let all = all_columns();
    let shown = |mean: Option<f64>| mean.map_or_else(|| "–".to_owned(), milliseconds);
    let by = |columns: &[Column],
              value: fn(&Run) -> Option<f64>,
              cell: &dyn Fn(Option<f64>) -> String| {
        let mut heading = vec!["cells".to_owned()];
        heading.extend(sizes(&runs).into_iter().map(|(rows, cols)| (rows * cols).to_string()));
        let line = |column: &Column| {
            let cell = |size: Size| {
                let of: Vec<&Run> =
                    runs.iter().filter(|run| run.name == column.name && run.size == size).collect();
                let (values, all) = values(of.into_iter(), value);
                let share = if values.len() == all {
                    String::new()
                } else {
                    format!(", {} of {all}", values.len())
                };
                cell(mean(&values)) + &share
            };
            std::iter::once(column.heading.clone())
                .chain(sizes(&runs).into_iter().map(cell))
                .collect()
        };
        table(&heading, columns.iter().map(line))
    };
    let whole = by(&all, |run| Some(run.cpu), &shown);
    let solver = by(&all[1..], |run| run.solver, &shown);
    let off: Vec<Column> = all.into_iter().filter(|column| column.heading.ends_with('F')).collect();
    let number =
        |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| format!("{value:.0}"));
    let variables = by(&off, |run| run.variables.map(|number| number as f64), &number);
    let clauses = by(&off, |run| run.clauses.map(|number| number as f64), &number);
    picture(&runs, runner)?;
    let blocks = [
        ("westreicher-time", whole + "\n" + &note),
        ("westreicher-solver", solver),
        ("westreicher-variables", variables),
        ("westreicher-clauses", clauses),
    ];
    Ok(blocks.map(|(name, text)| (name.to_owned(), text)).to_vec())
}

/// Draws Figure 6.1 into the folder of the figures.
fn picture(runs: &[Run], runner: &Runner) -> Fallible<()> {
    let series = all_columns().into_iter().map(|column| {
        let point = |size: Size| {
            let of = runs.iter().filter(|run| run.name == column.name && run.size == size);
            // a mean over some of the puzzles is not comparable with means over all of them
            let (times, all) = values(of, |run| Some(run.cpu));
            mean(&times).filter(|_| times.len() == all).map(|mean| ((size.0 * size.1) as f64, mean))
        };
        let points = sizes(runs).into_iter().filter_map(point).collect();
        Series { name: column.heading.clone(), points, ..Series::default() }
    });
    let chart = Chart {
        title: "Solving time of the configurations".to_owned(),
        x_label: "cells".to_owned(),
        y_label: "CPU seconds, mean".to_owned(),
        x_scale: Scale::Log,
        y_scale: Scale::Log,
        series: series.collect(),
        ..Chart::default()
    };
    runner.write_figure("papers-configurations.svg", &svg(&[chart]))
}

/// Repeats Figure 6.3.
pub fn seven(runner: &mut Runner, puzzles: &Puzzles) -> Fallible<Blocks> {
    let chosen = puzzles.hardest(7);
    let mut runs = campaign(runner, &chosen, &FILL)?;
    runs.extend(standard(runner, &chosen)?);
    let mut columns = columns(false);
    columns.insert(0, standard_column());
    let mut heading: Vec<String> =
        ["puzzle", "size", "left open by the presolver"].map(str::to_owned).to_vec();
    heading.extend(columns.iter().map(|column| column.heading.clone()));
    heading.push("clauses with R".to_owned());
    let mut lines = Vec::new();
    for entry in &chosen {
        let of = |column: &Column| {
            let run = runs.iter().find(|run| run.name == column.name && run.puzzle == entry.sha256);
            match run {
                Some(run) if run.is_answered() => seconds(run.cpu),
                Some(run) => run.status.name().to_owned(),
                None => "–".to_owned(),
            }
        };
        let size =
            runs.iter().find(|run| run.puzzle == entry.sha256).map_or((0, 0), |run| run.size);
        let mut line = vec![stem(entry), named(size), open_edges(entry).to_string()];
        line.extend(columns.iter().map(of));
        let encoding = entry.puzzle.encoding("two-line+reach")?;
        let size = lower_to_cnf(CnfSize::default(), LoweringOptions::default(), |sink| {
            encoding.encode(sink)
        })?;
        line.push(format!("{:.1e}", size.clauses as f64));
        lines.push(line);
    }
    let note = runner.told(&contents(&chosen));
    Ok(vec![("westreicher-seven".to_owned(), table(&heading, lines) + "\n" + &note)])
}
