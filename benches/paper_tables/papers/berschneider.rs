//! The tables and figures of Berschneider 2024, sections 3.1 to 3.3 and 3.5.

use std::collections::HashMap;

use encycle::bench::stats::geometric_mean_ratio;
use encycle::encodings::presolve::{
    PresolveRule, PresolveRules, PresolveVerdict, backtrack, presolve_with,
};
use encycle::puzzle::Puzzle;
use encycle::render::chart::{BoxChart, BoxSeries, Scale};

use super::puzzles::{Puzzles, Size};
use super::runs::{Run, Runner};
use super::table::{
    Column, by_size, contents, endings, five, mean, named, seconds, sizes, table, values,
};
use super::{Blocks, Fallible};

/// Returns whether `size` is one of the paper's four sizes.
fn has_size(size: Size) -> bool {
    matches!(size, (5, 5) | (10, 10) | (12, 16) | (20, 36))
}

/// The paper's model and cut: the inequalities 2.2 to 2.12, and for SAT the clauses 2.15 to 2.56.
const MODEL: [&str; 6] = ["--encoding", "edge", "--degree-rows", "inequalities", "--cuts", "loop"];

fn label(solver: &str, presolve: &str) -> String {
    format!("{solver}, edge, degree rows inequalities, cuts loop, presolve {presolve}")
}

/// Runs each installed solver of `wanted` on each puzzle of a sample with at most `most` puzzles per size.
/// Returns the runs, their columns and the note on the measurement.
fn compare(
    runner: &mut Runner,
    puzzles: &Puzzles,
    most: usize,
    wanted: &[&str],
) -> Fallible<(Vec<Run>, Vec<Column>, String)> {
    let (solvers, chosen) = (runner.installed(wanted), puzzles.sample(most, has_size));
    let named = solvers.join(",");
    let words = [&MODEL[..], &["--presolve", "off", "--solver", &named]].concat();
    let runs = runner.campaign(&chosen, &words)?;
    let columns =
        solvers.into_iter().map(|solver| Column::new(solver, label(solver, "off"))).collect();
    Ok((runs, columns, runner.told(&contents(&chosen))))
}

/// Repeats Figure 3.2: SAT solvers.
pub fn sat(runner: &mut Runner, puzzles: &Puzzles) -> Fallible<Blocks> {
    let wanted = [
        "batsat",
        "minisat",
        "glucose",
        "lingeling",
        "cadical",
        "kissat",
        "cryptominisat5",
        "picosat",
        "clasp",
    ];
    let (runs, columns, note) = compare(runner, puzzles, usize::MAX, &wanted)?;
    let text = [by_size(&runs, &columns), calls(&runs, &columns), endings(&runs, &columns), note]
        .join("\n");
    Ok(vec![("berschneider-sat".to_owned(), text)])
}

/// Formats the table of solver calls: their CPU time without the rest of the process, and their number.
fn calls(runs: &[Run], columns: &[Column]) -> String {
    let heading = ["solver", "CPU of its calls alone, mean", "calls, mean", "cuts, mean"];
    let line = |column: &Column| {
        let mean = |value: fn(&Run) -> Option<f64>, shown: fn(f64) -> String| {
            let of = runs.iter().filter(|run| run.name == column.name);
            mean(&values(of, value).0).map_or_else(|| "–".to_owned(), shown)
        };
        let tenths = |value: f64| format!("{value:.1}");
        vec![
            column.heading.clone(),
            mean(|run| run.solver, seconds),
            mean(|run| run.rounds, tenths),
            mean(|run| run.cuts, tenths),
        ]
    };
    table(&heading.map(str::to_owned), columns.iter().map(line))
}

/// The number of puzzles of each size for `glpsol` and `microlp`, which solve few of the larger puzzles in
/// time.
const FEW: usize = 3;

/// Repeats Table 3.1 and Figure 3.1: MIP solvers.
pub fn ip(runner: &mut Runner, puzzles: &Puzzles) -> Fallible<Blocks> {
    let mut text = Vec::new();
    for (most, wanted) in
        [(usize::MAX, &["cbc", "highs", "scip"][..]), (FEW, &["glpsol", "microlp"])]
    {
        let mut one = runner.beside(wanted[0])?;
        let (runs, columns, note) = compare(&mut one, puzzles, most, wanted)?;
        text.extend([
            endings(&runs, &columns),
            by_size(&runs, &columns),
            calls(&runs, &columns),
            note,
            String::new(),
        ]);
    }
    Ok(vec![("berschneider-ip".to_owned(), text.join("\n"))])
}

/// The memory limit of a decision diagram, in megabytes.
const MEMORY: &str = "6000";

/// Repeats Tables 3.2 and 3.3, Figures 3.3 to 3.5 and 3.7 to 3.10: SAT, IP and ZDD, without and with
/// presolver.
pub fn methods(runner: &mut Runner, puzzles: &Puzzles) -> Fallible<Blocks> {
    let chosen = puzzles.sample(usize::MAX, has_size);
    let ip = *runner.installed(&["highs"]).first().unwrap_or(&"microlp");
    let sat = runner.installed(&["minisat"]);
    let solvers = [&["batsat"][..], &sat, &[ip]].concat().join(",");
    let words = ["--presolve", "off,on", "--method", "solver,zdd", "--solver", &solvers];
    let words = [&MODEL[..], &words, &["--memory", MEMORY]].concat();
    let mut runs = runner.campaign(&chosen, &words)?;
    runs.extend(runner.commands(&chosen, "presolver", &["grade", "--level", "hard"])?);
    let note = runner.told(&contents(&chosen));
    let of = |presolve: &str| {
        let mut all = vec![Column::new("SAT (batsat)", label("batsat", presolve))];
        all.extend(sat.iter().map(|sat| Column::new(format!("SAT ({sat})"), label(sat, presolve))));
        all.push(Column::new(format!("IP ({ip})"), label(ip, presolve)));
        all.push(Column::new("ZDD", format!("zdd, presolve {presolve}")));
        all
    };
    let (off, on) = (of("off"), of("on"));
    picture(&runs, &off, runner)?;
    let methods = [by_size(&runs, &off), endings(&runs, &off), note].join("\n");
    let presolver = [alone(&runs, &off[0]), with_presolver(&runs, &off, &on)].join("\n");
    Ok(vec![
        ("berschneider-methods".to_owned(), methods),
        ("berschneider-spread".to_owned(), distribution(&runs, &off)),
        ("berschneider-presolver".to_owned(), presolver),
    ])
}

fn times(runs: &[Run], column: &Column, size: Size) -> Vec<f64> {
    values(runs.iter().filter(|run| run.name == column.name && run.size == size), |run| {
        Some(run.cpu)
    })
    .0
}

/// Formats Figures 3.4 and 3.5 as a table.
fn distribution(runs: &[Run], columns: &[Column]) -> String {
    let heading =
        ["size", "method", "least", "lower quartile", "median", "upper quartile", "greatest"];
    let mut lines = Vec::new();
    for size in sizes(runs) {
        for column in columns {
            let Some(five) = five(&times(runs, column, size)) else { continue };
            let mut line = vec![named(size), column.heading.clone()];
            line.extend(five.map(seconds));
            lines.push(line);
        }
    }
    table(&heading.map(str::to_owned), lines)
}

/// Draws the same distributions as a box plot into the folder of the figures.
fn picture(runs: &[Run], columns: &[Column], runner: &Runner) -> Fallible<()> {
    let sizes = sizes(runs);
    let series = columns.iter().map(|column| BoxSeries {
        name: column.heading.clone(),
        boxes: sizes.iter().map(|&size| five(&times(runs, column, size))).collect(),
    });
    let chart = BoxChart {
        title: "SAT, IP and ZDD by size, without presolver".to_owned(),
        x_label: "cells".to_owned(),
        y_label: "CPU seconds".to_owned(),
        y_scale: Scale::Log,
        categories: sizes.iter().map(|&size| named(size)).collect(),
        series: series.collect(),
    };
    runner.write_figure("papers-methods.svg", &chart.svg())
}

/// Formats Figure 3.7: the puzzles that the presolver solves without a solver.
fn alone(runs: &[Run], sat: &Column) -> String {
    let heading = [
        "size",
        "solved by the presolver alone",
        "presolver itself, ms",
        "its process, CPU ms",
        "SAT, CPU ms",
        "presolver less",
    ];
    let line = |size: Size| {
        let of = |name: &str| -> HashMap<&str, &Run> {
            let runs = runs.iter().filter(|run| run.name == name && run.size == size);
            runs.map(|run| (&*run.puzzle, run)).collect()
        };
        let (presolver, sat) = (of("presolver"), of(&sat.name));
        let both = presolver.iter().filter_map(|(puzzle, run)| Some((*run, *sat.get(puzzle)?)));
        let both: Vec<(&Run, &Run)> =
            both.filter(|(presolver, sat)| presolver.is_answered() && sat.is_answered()).collect();
        let solved = presolver.values().filter(|run| run.is_answered()).count();
        let percent = 100.0 * solved as f64 / presolver.len().max(1) as f64;
        let of = |value: &dyn Fn(&(&Run, &Run)) -> f64| {
            mean(&both.iter().map(value).collect::<Vec<_>>())
        };
        let own = of(&|(presolver, _)| presolver.presolver.unwrap_or(0.0));
        let [process, sat] = [of(&|(presolver, _)| presolver.cpu), of(&|(_, sat)| sat.cpu)];
        let ms = |value: Option<f64>| {
            value.map_or_else(|| "–".to_owned(), |value| format!("{:.2}", value * 1e3))
        };
        let less =
            process.zip(sat).map_or_else(|| "–".to_owned(), |(process, sat)| change(sat, process));
        vec![
            named(size),
            format!("{solved} of {}, {percent:.1} %", presolver.len()),
            ms(own),
            ms(process),
            ms(sat),
            less,
        ]
    };
    table(&heading.map(str::to_owned), sizes(runs).into_iter().map(line))
}

fn change(before: f64, after: f64) -> String {
    format!("{:+.1} %", 100.0 * (after / before - 1.0))
}

/// Formats Table 3.3: the puzzles that the presolver leaves open, solved by each method without and with
/// presolver.
fn with_presolver(runs: &[Run], off: &[Column], on: &[Column]) -> String {
    let heading = [
        "size",
        "left open",
        "method",
        "without, answered",
        "with",
        "without, mean s",
        "with, mean s",
        "change",
        "ratio, geometric mean (95 %)",
    ];
    let mut lines = Vec::new();
    for size in sizes(runs) {
        let open = runs
            .iter()
            .filter(|run| run.name == "presolver" && run.size == size && !run.is_answered());
        let open: Vec<&str> = open.map(|run| &*run.puzzle).collect();
        for (off, on) in off.iter().zip(on) {
            let of = |column: &Column| -> HashMap<&str, f64> {
                let runs = runs.iter().filter(|run| run.name == column.name && run.is_answered());
                runs.filter(|run| open.contains(&&*run.puzzle))
                    .map(|run| (&*run.puzzle, run.cpu))
                    .collect()
            };
            let (without, with) = (of(off), of(on));
            let pairs: Vec<(f64, f64)> = open
                .iter()
                .filter_map(|puzzle| Some((*with.get(puzzle)?, *without.get(puzzle)?)))
                .collect();
            let [with_mean, without_mean] =
                [|pair: &(f64, f64)| pair.0, |pair: &(f64, f64)| pair.1]
                    .map(|of| mean(&pairs.iter().map(of).collect::<Vec<_>>()));
            let shown = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), seconds);
            let change =
                without_mean.zip(with_mean).map_or_else(|| "–".to_owned(), |(a, b)| change(a, b));
            let ratio = geometric_mean_ratio(&pairs).map_or_else(
                || "–".to_owned(),
                |ratio| {
                    let [mean, low, high] = [ratio.mean, ratio.low, ratio.high].map(seconds);
                    format!("{mean} ({low} – {high})")
                },
            );
            lines.push(vec![
                named(size),
                open.len().to_string(),
                off.heading.clone(),
                without.len().to_string(),
                with.len().to_string(),
                shown(without_mean),
                shown(with_mean),
                change,
                ratio,
            ]);
        }
    }
    table(&heading.map(str::to_owned), lines)
}

/// The number of nodes after which a search with backtracking is given up.
const MOST_NODES: u64 = 20_000;

/// Measures what each rule of the presolver contributes, which the paper leaves to future work: the presolver, and backtracking,
/// without the rule.
pub fn rules(runner: &mut Runner, puzzles: &Puzzles) -> Fallible<Blocks> {
    let chosen = puzzles.sample(usize::MAX, has_size);
    let named =
        PresolveRule::ALL.map(|rule| (format!("`{rule}`"), PresolveRules::ALL.without(rule)));
    let sets = [("none".to_owned(), PresolveRules::ALL)].into_iter().chain(named);
    let line = |(name, rules): (String, PresolveRules)| {
        let (mut solved, mut fixed, mut edges, mut found, mut nodes) = (0, 0, 0, 0, 0);
        for entry in &chosen {
            let Puzzle::Slitherlink(puzzle) = &entry.puzzle else { continue };
            let presolved = presolve_with(puzzle, rules);
            solved += usize::from(matches!(presolved.verdict, PresolveVerdict::Solved(_)));
            fixed += presolved.fixed();
            edges += presolved.edges.len();
            let mut left = MOST_NODES;
            let mut go_on = || {
                left = left.saturating_sub(1);
                left > 0
            };
            if let Some(result) = backtrack(puzzle, rules, 1, &mut go_on) {
                found += usize::from(result.is_finished);
                nodes += result.nodes;
            }
        }
        let all = chosen.len();
        vec![
            name,
            format!("{solved} of {all}"),
            format!("{:.1} %", 100.0 * fixed as f64 / edges.max(1) as f64),
            format!("{found} of {all}"),
            format!("{:.1}", nodes as f64 / all.max(1) as f64),
        ]
    };
    let heading = [
        "without",
        "solved without search",
        "edges fixed",
        "solved by backtracking",
        "nodes, mean",
    ];
    let text = table(&heading.map(str::to_owned), sets.map(line));
    let note = runner.told(&contents(&chosen));
    Ok(vec![("berschneider-rules".to_owned(), text + "\n" + &note)])
}
