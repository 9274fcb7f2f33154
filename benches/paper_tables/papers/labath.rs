//! The tables of Labath 2010: the sizes and times of sections 2.1 to 2.3, and Table 3.1.

use encycle::deduce::{Level, level_of};
use encycle::generate::{Difficulty, GenerateOptions, GenerationRoute, Growth, Strategy};
use encycle::puzzle::PuzzleKind;
use encycle::solve::Engine;

use super::generated::Samples;
use super::runs::Runner;
use super::table::{seconds, table};
use super::{Blocks, Fallible};

fn shown(samples: Option<&Samples>) -> String {
    samples.map_or_else(|| "–".to_owned(), |samples| seconds(samples.median_seconds()))
}

/// Repeats the sizes of sections 2.1 to 2.3, with the paper's algorithm, with its encoding of Hamilton paths as well, and with
/// ours.
pub fn sizes(runner: &Runner) -> Fallible<Blocks> {
    let chaos: PuzzleKind = "chaos".parse()?;
    let lines = [
        (PuzzleKind::Sudoku, 9, 9, Some(2.0)),
        (PuzzleKind::Sudoku, 16, 16, Some(60.0)),
        (PuzzleKind::Hamilton, 6, 6, Some(1.0)),
        (PuzzleKind::Hamilton, 8, 8, Some(10.0)),
        (PuzzleKind::Hamilton, 10, 10, Some(300.0)),
        (PuzzleKind::Hamilton, 12, 12, Some(7200.0)),
        (chaos, 22, 22, None),
        (chaos, 30, 30, None),
    ];
    let mut rows = Vec::new();
    for (kind, height, width, paper) in lines {
        let by = |route, encoding: Option<&str>| {
            let encoding = encoding.map(str::to_owned);
            let options = GenerateOptions {
                route,
                encoding,
                difficulty: Some(Difficulty::Any),
                ..GenerateOptions::new(kind, height, width)
            };
            Samples::of(&options, runner.seeds(), runner.limit())
        };
        let random = GenerationRoute::Grow(Growth::Random);
        let grown = by(random, None)?;
        let positions = match kind {
            // a larger path takes minutes with this encoding
            PuzzleKind::Hamilton if height <= 8 => by(random, Some("positions"))?,
            _ => None,
        };
        let down = by(GenerationRoute::TopDown(Strategy::MultiBranch), None)?;
        rows.push(vec![
            kind.to_string(),
            format!("{height}x{width}"),
            paper.map_or_else(|| "–".to_owned(), |paper: f64| paper.to_string()),
            shown(positions.as_ref()),
            shown(grown.as_ref()),
            shown(down.as_ref()),
        ]);
    }
    let heading = [
        "kind",
        "size",
        "paper, s",
        "`random`, the paper's encoding of paths",
        "`random`, our encoding",
        "`multi-branch`",
    ];
    let text = table(&heading.map(str::to_owned), rows) + "\n" + &runner.told_seeds("median", "");
    Ok(vec![("labath-sizes".to_owned(), text)])
}

/// Repeats Table 3.1 with our levels in place of the grader of the paper: the growth strategies with each solver, and random
/// clues first, which the paper proposes.
pub fn strategies(runner: &mut Runner) -> Fallible<Blocks> {
    let mut engines = vec![(Engine::BatSat, "batsat")];
    for name in runner.installed(&["picosat", "minisat"]) {
        engines.push((Engine::find(name)?, name));
    }
    let mut rows = Vec::new();
    for (engine, solver) in &engines {
        let is_built_in = *solver == "batsat";
        let grown = |growth, random_clues| (GenerationRoute::Grow(growth), random_clues);
        let mut routes = vec![
            grown(Growth::Random, None),
            grown(Growth::First, None),
            grown(Growth::Last, None),
            grown(Growth::Least, None),
            grown(Growth::Least, Some(15)),
        ];
        if is_built_in {
            routes.push((GenerationRoute::TopDown(Strategy::MultiBranch), None));
        }
        for (route, random_clues) in routes {
            let options = GenerateOptions {
                route,
                random_clues,
                engine: engine.clone(),
                difficulty: Some(Difficulty::Any),
                ..GenerateOptions::new(PuzzleKind::Sudoku, 9, 9)
            };
            // another solution takes an external solver a new run
            let seeds = if is_built_in { 10 * runner.seeds() } else { runner.seeds() };
            let Some(samples) = Samples::of(&options, seeds, runner.limit())? else { continue };
            let levels: Vec<Option<Level>> =
                samples.0.iter().map(|one| level_of(&one.generated.puzzle)).collect();
            let share = |level: Option<Level>| {
                let count = levels.iter().filter(|&&one| one == level).count();
                format!("{count} ({:.0} %)", 100.0 * count as f64 / levels.len() as f64)
            };
            let random =
                random_clues.map_or_else(String::new, |n| format!(" after {n} random clues"));
            let mut row = vec![(*solver).to_owned(), format!("{}{random}", route.name())];
            row.extend(Level::ALL.map(|level| share(Some(level))));
            row.extend([
                share(None),
                format!("{:.1}", samples.mean(|one| one.generated.clues as f64)),
                seconds(samples.median_seconds()),
            ]);
            rows.push(row);
        }
    }
    let heading = ["solver", "strategy", "easy", "medium", "hard", "guessing", "clues", "s"];
    let text = table(&heading.map(str::to_owned), rows)
        + "\n"
        + &runner.told_seeds("median", "; ten times as many with batsat");
    Ok(vec![("labath-strategies".to_owned(), text)])
}
