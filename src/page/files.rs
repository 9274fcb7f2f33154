//! `about`, `open`, `example` and `export`: the capabilities of the engine, the texts of puzzles that it reads, and puzzles,
//! formulas, maps, pictures and solutions as texts.

use std::io::{self, Write};
use std::time::Duration;

use encycle_encodings::export::{
    Encode, MapTarget, MpsLayout, OpbRevision, Preamble, write_dimacs, write_lp, write_mps,
    write_opb,
};
use encycle_encodings::grid::Grid;
use encycle_encodings::logic::{CardMethod, CnfMethod, ConstraintSink, LoweringOptions};
use encycle_encodings::puzzle::{Extent, SolutionForm};
use encycle_lint::FileFormat;

use crate::deduce::{level_of, techniques};
use crate::export::write_variable_map;
use crate::formats::{self, ParseError, PuzzleFormat};
use crate::generate::{Difficulty, Symmetry, frame, has_clues_for_loops, origin_of_clues};
use crate::page::check::candidate;
use crate::page::job::{JobError, Send, puzzle};
use crate::page::job::{encoding, lowering};
use crate::page::{About, Board, Event, ExampleView, FormulaChoice, Host, KindView, Marks};
use crate::puzzle::{Puzzle, PuzzleKind};
use crate::render::{PaperSize, Picture, SheetStyle, sheet_html, sheet_pages, svg};
use crate::sheet::{SheetChoice, sheet_puzzle};

/// The examples: name and text.
const EXAMPLES: &[(&str, &str)] = &[
    ("heron", include_str!("../../examples/slitherlink/heron.txt")),
    ("wren", include_str!("../../examples/slitherlink/wren.txt")),
    ("honeycomb", include_str!("../../examples/slitherlink/honeycomb.json")),
    ("siskin", include_str!("../../examples/slitherlynx/siskin.txt")),
    ("petrel", include_str!("../../examples/hamilton/petrel.txt")),
    ("adder", include_str!("../../examples/hamilton/adder.txt")),
    ("swallow", include_str!("../../examples/numberlink/swallow.txt")),
    ("cube", include_str!("../../examples/numberlink/cube.txt")),
    ("pipit", include_str!("../../examples/reachability/pipit.txt")),
    ("robin", include_str!("../../examples/sudoku/robin.txt")),
    ("stork", include_str!("../../examples/sudoku/stork.txt")),
    ("plover", include_str!("../../examples/chaos/plover.txt")),
    ("lark", include_str!("../../examples/neighbor-number/lark.txt")),
    ("badger", include_str!("../../examples/simple-loop/badger.txt")),
    ("curlew", include_str!("../../examples/masyu/curlew.txt")),
    ("bittern", include_str!("../../examples/country-road/bittern.txt")),
    ("avocet", include_str!("../../examples/yajilin/avocet.txt")),
    ("knot", include_str!("../../examples/moon-or-sun/knot.txt")),
    ("phalarope", include_str!("../../examples/geradeweg/phalarope.txt")),
    ("whimbrel", include_str!("../../examples/shingoki/whimbrel.txt")),
    ("snipe", include_str!("../../examples/balance-loop/snipe.txt")),
    ("redshank", include_str!("../../examples/linesweeper/redshank.txt")),
    ("stoat", include_str!("../../examples/hitori/stoat.txt")),
    ("dormouse", include_str!("../../examples/heyawake/dormouse.txt")),
    ("moorhen", include_str!("../../examples/nurikabe/moorhen.txt")),
];

/// Returns the names of the examples, and of each kind that has none, whose sample stands for one.
fn examples() -> Vec<ExampleView> {
    let view = |name: &str, text: &str| {
        let puzzle = formats::read(text, None).ok()?.puzzle;
        let size = match puzzle.extent() {
            Extent::Grid(grid) => format!("{} x {}", grid.rows(), grid.cols()),
            _ => String::new(),
        };
        Some(ExampleView { name: name.to_owned(), kind: puzzle.kind().name().to_owned(), size })
    };
    let example = |(name, text): &(&str, &str)| view(name, text);
    let mut all: Vec<ExampleView> = EXAMPLES.iter().filter_map(example).collect();
    for &kind in PuzzleKind::all() {
        if !all.iter().any(|example| example.kind == kind.name()) {
            all.extend(view(kind.name(), kind.sample()));
        }
    }
    all
}

/// Describes what the engine can do.
pub(super) fn about(host: &dyn Host) -> About {
    let has_clues = |kind| frame(kind, 4, 4).is_ok();
    let kind = |&kind: &PuzzleKind| KindView {
        name: kind.name().to_owned(),
        rules: kind.rules().to_owned(),
        text_form: kind.text_form().to_owned(),
        sample: kind.sample().to_owned(),
        variants: kind.variants().iter().map(|&name| name.to_owned()).collect(),
        layout: kind.layout().into(),
        techniques: techniques(kind).into_iter().map(|one| one.name.to_owned()).collect(),
        generates: origin_of_clues(kind).is_some() || has_clues(kind),
        has_clues: has_clues(kind),
        has_loop_clues: has_clues_for_loops(kind),
    };
    About {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        external: host.is_external(),
        kinds: PuzzleKind::all().iter().chain(&PuzzleKind::registered()).map(kind).collect(),
        cnf: CnfMethod::ALL.iter().map(|one| one.name().to_owned()).collect(),
        card: CardMethod::ALL.iter().map(|one| one.name().to_owned()).collect(),
        symmetries: Symmetry::ALL.iter().map(|one| one.name().to_owned()).collect(),
        difficulties: Difficulty::ALL.iter().map(|one| one.name().to_owned()).collect(),
        examples: examples(),
        max_side: Grid::MAX_SIDE,
    }
}

/// Answers `levels`: grades the examples, one event each.
pub(super) fn levels(send: Send<'_>) -> Result<(), JobError> {
    for ExampleView { name, .. } in examples() {
        let puzzle = puzzle(example_text(&name)?)?;
        send(Event::Level { name, level: level_of(&puzzle).map(|level| level.name().to_owned()) });
    }
    Ok(())
}

/// Reads a text in any format, or what [`export`] wrote. The clues of an unfinished puzzle may break the conditions of its
/// kind.
pub(super) fn open(text: &str, kind: Option<&str>, is_unfinished: bool) -> Result<Event, JobError> {
    let kind = kind.map(str::parse::<PuzzleKind>).transpose().map_err(JobError::new)?;
    let read = || match is_unfinished {
        true => formats::read_unfinished(text, kind),
        false => formats::read(text, kind),
    };
    let parsed = match formats::read_embedded(text) {
        Some(parsed) => parsed?,
        None => read().map_err(|error| no_puzzle(text, error))?,
    };
    let mut board = Board::new(&parsed.puzzle).map_err(JobError::new)?;
    board.solution = parsed.solution.map(|solution| Marks::of(&parsed.puzzle, &solution));
    Ok(Event::Board(Box::new(board)))
}

/// Returns the error for a text that is no puzzle, which names a formula or map without its puzzle.
fn no_puzzle(text: &str, error: ParseError) -> JobError {
    let format = FileFormat::of_content(text.as_bytes());
    // rows of digits are like clauses
    let is_cnf = || text.lines().any(|line| line.starts_with("p cnf "));
    let what = match format.filter(|format| *format != FileFormat::Cnf || is_cnf()) {
        Some(format) => format!("a formula ({format})"),
        None if text.starts_with("encycle-map ") => "a map of variables".to_owned(),
        None => return error.into(),
    };
    JobError::new(format!(
        "{what} that does not contain its puzzle\nhelp: open the puzzle, then export the file again"
    ))
}

/// Reads an example, or the sample of a kind that has none.
pub(super) fn example(name: &str) -> Result<Event, JobError> {
    open(example_text(name)?, None, false)
}

fn example_text(name: &str) -> Result<&'static str, JobError> {
    let known = EXAMPLES.iter().find(|(one, _)| *one == name).map(|(_, text)| *text);
    let of_kind = || {
        let listed = examples().into_iter().find(|example| example.name == name)?;
        PuzzleKind::all().iter().find(|kind| kind.name() == listed.kind)
    };
    let found = known.or_else(|| of_kind().map(|kind| kind.sample()));
    let unknown = || JobError::new(format!("unknown example '{}'", name.escape_debug()));
    found.ok_or_else(unknown)
}

/// The time limit for the solution of a sheet.
const SHEET_LIMIT: Duration = Duration::from_secs(20);

/// The maximum length of a text, in bytes.
const MAX_BYTES: usize = 32 << 20;

/// Answers `export`.
pub(super) fn export(
    text: &str,
    target: &str,
    formula: &FormulaChoice,
    marks: &Marks,
) -> Result<Event, JobError> {
    let puzzle = puzzle(text)?;
    let kind = puzzle.kind().name();
    let file = |ending: &str, text: String| Event::File { name: format!("{kind}.{ending}"), text };
    let choices = lowering(formula)?;
    match target {
        "cnf" | "lp" | "mps" | "opb" => {
            let encoding = encoding(&puzzle, formula)?;
            let comments = formats::puzzle_comments(text);
            let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
            Ok(file(target, formula_text(target, comments, choices, &encode)?))
        }
        "map" | "lp-map" | "opb-map" => {
            let side = match target {
                "map" => MapTarget::Cnf,
                "lp-map" => MapTarget::Lp,
                _ => MapTarget::Opb,
            };
            let mut out = LimitedText(Vec::new());
            write_variable_map(&mut out, &puzzle, &encoding(&puzzle, formula)?, choices, side)
                .map_err(JobError::new)?;
            Ok(file("map", formats::map_with_puzzle(text, &out.into_text())))
        }
        "svg" => {
            let picture = match *marks == Marks::default() {
                true => Picture::puzzle(&*puzzle),
                false => Picture::solved(&*puzzle, &candidate(&puzzle, marks)?),
            };
            Ok(file("svg", svg(&picture)))
        }
        "sheet" => Ok(file("html", sheet(&puzzle)?)),
        "solution" => {
            let solution = formats::solution_with_puzzle(text, &solution(&puzzle, marks)?);
            Ok(file("solution.txt", solution))
        }
        _ => {
            let format: PuzzleFormat = target.parse().map_err(JobError::new)?;
            let ending = match format {
                PuzzleFormat::Graph => "json",
                _ => format.ending().unwrap_or("txt"),
            };
            Ok(file(ending, formats::write(&puzzle, format).map_err(JobError::new)?))
        }
    }
}

/// Returns a formula with these comments, in the format with this ending.
fn formula_text(
    ending: &str,
    comments: Vec<String>,
    choices: LoweringOptions,
    encode: Encode<'_>,
) -> Result<String, JobError> {
    let mut text = LimitedText(Vec::new());
    let out = &mut text;
    let written = match ending {
        "cnf" => {
            let preamble = Preamble { comments, ..Preamble::default() };
            write_dimacs(out, &preamble, choices, encode).map(drop)
        }
        "lp" => write_lp(out, &comments, choices, encode).map(drop),
        "mps" => write_mps(out, &comments, MpsLayout::Free, choices, encode).map(drop),
        _ => write_opb(out, &comments, OpbRevision::default(), choices, encode).map(drop),
    };
    written.map_err(JobError::new)?;
    Ok(text.into_text())
}

/// Returns a page to print with the puzzle, and a page with its solution.
fn sheet(puzzle: &Puzzle) -> Result<String, JobError> {
    let choice = SheetChoice { answers: true, grades: true, timeout: SHEET_LIMIT };
    let name = puzzle.kind().name();
    let (puzzle, _) = sheet_puzzle(name, puzzle, choice).map_err(JobError::new)?;
    let style = SheetStyle { title: String::new(), paper: PaperSize::A4, per_page: 1 };
    Ok(sheet_html(&sheet_pages(&[puzzle], &style), &style))
}

/// Returns a solution in the format that `encycle check` reads: the values of the cells, or the names of the true
/// atoms.
fn solution(puzzle: &Puzzle, marks: &Marks) -> Result<String, JobError> {
    let solution = candidate(puzzle, marks)?;
    puzzle.check(&solution).map_err(|broken| JobError::new(format!("not a solution: {broken}")))?;
    Ok(match puzzle.form() {
        SolutionForm::Values { grid, values } => {
            let values = solution.values(values);
            let rows = values.chunks(grid.cols()).map(|row| {
                let row: Vec<String> = row.iter().map(ToString::to_string).collect();
                row.join(" ") + "\n"
            });
            rows.collect()
        }
        SolutionForm::Edges | SolutionForm::Atoms => puzzle.atom_names(&solution).join(" ") + "\n",
    })
}

/// A text of at most [`MAX_BYTES`] bytes. Writing more is an error.
struct LimitedText(Vec<u8>);

impl LimitedText {
    fn into_text(self) -> String {
        // the writers write ASCII
        String::from_utf8_lossy(&self.0).into_owned()
    }
}

impl Write for LimitedText {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > MAX_BYTES {
            return Err(io::Error::other(format!(
                "longer than {} MiB\nhelp: write the file with `encycle encode`",
                MAX_BYTES >> 20
            )));
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
