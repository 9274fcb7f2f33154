//! The arguments of `encycle generate` as options of the library.

use std::collections::HashSet;

use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use encycle::encodings::grid::Grid;
use encycle::encodings::kinds::SolutionFamily;
use encycle::generate::{
    GenerateOptions, GenerationRoute, Growth, LoopSize, LoopStyle, Mask, MaskCell, Strategy,
    Symmetry, origin_of_clues, rows_and_columns,
};

use crate::cli::arguments::clue_cells::mark_cells;
use crate::cli::commands::making::generate::Arguments;
use crate::cli::exit::CliError;

/// Parses ROWSxCOLUMNS.
pub(super) fn size(text: &str) -> Result<(usize, usize), String> {
    let wrong = || "not a size; write ROWSxCOLUMNS, such as 10x10".to_owned();
    rows_and_columns(text).ok_or_else(wrong)
}

/// Parses a number from 0 to 1.
pub(super) fn share(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "not a number from 0 to 1".to_owned())
}

/// Returns a parser that accepts the names of all strategies, top-down and growing.
pub(super) fn way() -> impl clap::builder::TypedValueParser<Value = GenerationRoute> {
    let names = GenerationRoute::all().map(GenerationRoute::name);
    PossibleValuesParser::new(names).map(|text| {
        let found = GenerationRoute::all().find(|way| way.name() == text);
        found.unwrap_or(GenerationRoute::TopDown(Strategy::MultiBranch))
    })
}

/// Converts the arguments to options of the library, and checks their combination.
pub(super) fn options(arguments: &Arguments) -> Result<GenerateOptions, CliError> {
    let (kind, (rows, cols)) = (arguments.kind, arguments.size);
    let defaults =
        GenerateOptions { boxes: arguments.boxes, ..GenerateOptions::new(kind, rows, cols) };
    let grid = match origin_of_clues(kind) {
        Some(_) if arguments.boxes.is_none() => {
            Grid::new(rows, cols).ok_or_else(|| no_size(rows, cols))
        }
        _ => defaults
            .clue_frame()
            .map(|frame| frame.grid())
            .map_err(|error| CliError::Usage(error.to_string())),
    }?;
    let is_shaped = arguments.mask.is_some()
        || !(arguments.require.is_empty() && arguments.forbid.is_empty())
        || arguments.symmetry != Symmetry::None
        || arguments.density.is_some()
        || arguments.min_clues > 0
        || arguments.max_clues.is_some()
        || arguments.strategy != GenerationRoute::TopDown(Strategy::MultiBranch);
    if let (true, Some(origin)) = (is_shaped, origin_of_clues(kind)) {
        let message =
            format!("{origin}: options for the strategy and the positions of clues do not apply");
        return Err(CliError::Usage(message));
    }
    let mut mask = match &arguments.mask {
        Some(path) => {
            let name = path.display().to_string();
            let text = std::fs::read_to_string(path).map_err(CliError::io(name.clone()))?;
            Mask::read(&text, grid).map_err(|wrong| CliError::Usage(format!("{name}:{wrong}")))?
        }
        None => Mask::default(),
    };
    let (require, forbid) = (&arguments.require, &arguments.forbid);
    mark_cells(&mut mask, grid, require, forbid, "--mask, --require and --forbid", "")?;
    if arguments.no_unique && arguments.density.is_none() && arguments.min_clues == 0 {
        let message =
            "--no-unique needs the number of clues\nhelp: add --density P or --min-clues N";
        return Err(CliError::Usage(message.to_owned()));
    }
    if arguments.message.is_some() && matches!(arguments.strategy, GenerationRoute::Grow(_)) {
        let message = "--message requires a strategy that starts from a solution";
        return Err(CliError::Usage(message.to_owned()));
    }
    if arguments.symmetry != Symmetry::None
        && matches!(arguments.strategy, GenerationRoute::Grow(_))
    {
        let message = "--symmetry requires a strategy that starts from a solution";
        return Err(CliError::Usage(message.to_owned()));
    }
    let density =
        arguments.density.map(|share| (share * grid.cell_count() as f64).round() as usize);
    let at_least = density.unwrap_or(arguments.min_clues);
    let samples = matches!(
        arguments.strategy,
        GenerationRoute::Grow(Growth::Least | Growth::Last | Growth::First)
    );
    if arguments.random_clues.is_some() && !samples {
        let message = "--random-clues applies to `--strategy least`, `last` and `first`";
        return Err(CliError::Usage(message.to_owned()));
    }
    check_loop_length(arguments, grid)?;
    let frame = defaults.clue_frame().ok().filter(|_| at_least > 0);
    if let Some(frame) = frame {
        let places: HashSet<usize> = frame.possible().iter().map(|clue| clue.place).collect();
        if at_least > places.len() {
            let most = places.len();
            let message = format!(
                "{at_least} clues: there are {most} places for clues\nhelp: use at most {most}"
            );
            return Err(CliError::Usage(message));
        }
    }
    let required =
        grid.cells().filter(|&cell| mask.at(grid.cell_index(cell)) == MaskCell::Must).count();
    let least = [("number of required clues", required), ("minimal number of clues", at_least)];
    if let Some(most) = arguments.max_clues
        && let Some((what, least)) = least.into_iter().find(|&(_, least)| most < least)
    {
        let message = format!("--max-clues {most}: less than the {what}, {least}");
        return Err(CliError::Usage(message));
    }
    let mut options = GenerateOptions {
        variant: arguments.variant.clone(),
        route: arguments.strategy,
        iterations: arguments.iterations,
        // with several puzzles, each has one thread
        jobs: if arguments.count == 1 { arguments.jobs() as usize } else { 1 },
        sample: arguments.solutions,
        random_clues: arguments.random_clues,
        symmetry: arguments.symmetry,
        mask,
        at_least,
        at_most: arguments.max_clues,
        difficulty: arguments.difficulty,
        technique: arguments.technique.clone(),
        loop_style: LoopStyle {
            size: arguments.length.map_or(LoopSize::Inside(arguments.area), LoopSize::Length),
            winding: arguments.winding,
        },
        message: arguments.message.clone(),
        engine: arguments.engine.engine()?,
        encoding: arguments.encoding.clone(),
        timeout: arguments.timeout,
        attempts: arguments.attempts,
        ..defaults
    };
    let technique = options.needed_technique();
    let technique = technique.map_err(|error| CliError::Usage(error.to_string()))?;
    // the name as the kind spells it
    options.technique = technique.map(|technique| technique.name.to_owned());
    Ok(options)
}

/// Rejects a length that no loop of this size has: a loop visits each vertex at most once, and an even number of them.
fn check_loop_length(arguments: &Arguments, grid: Grid) -> Result<(), CliError> {
    let Some(length) = arguments.length else { return Ok(()) };
    let vertices = match arguments.kind.family() {
        SolutionFamily::Loop | SolutionFamily::SeveralLoops => {
            (grid.rows() + 1) * (grid.cols() + 1)
        }
        SolutionFamily::CellLoop => grid.cell_count(),
        _ => return Ok(()),
    };
    let longest = vertices / 2 * 2;
    if length > longest {
        let message = format!(
            "--length {length}: a loop of this size has at most {longest} lines\nhelp: use at most {longest}"
        );
        return Err(CliError::Usage(message));
    }
    Ok(())
}

pub(super) fn no_size(rows: usize, cols: usize) -> CliError {
    CliError::Usage(format!("invalid size of a grid: {rows} x {cols}"))
}
