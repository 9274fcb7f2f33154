//! The pictures of `encycle convert`.

use std::path::Path;
use std::process::ExitCode;

use super::Arguments;
use crate::cli::arguments::source::each;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{print, write_to};
use crate::cli::outputs::{self, Output};
use crate::cli::views::drawn;
use encycle::formats;
use encycle::puzzle::Puzzle;
use encycle::render::print::{Drawing, pdf, png};
use encycle::render::{Picture, TextStyle};

/// How a picture is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFormat {
    /// Box-drawing or ASCII characters.
    Text,
    Svg,
    Pdf,
    Png,
}

impl PictureFormat {
    /// Returns the format with this name, which is also the ending of its files.
    pub fn of_name(name: &str) -> Option<Self> {
        match name {
            "picture" => Some(Self::Text),
            "svg" => Some(Self::Svg),
            "pdf" => Some(Self::Pdf),
            "png" => Some(Self::Png),
            _ => None,
        }
    }

    /// Returns an output file of this format.
    fn output(self, path: &Path) -> Output<'_> {
        match self {
            Self::Text => Output::any(path),
            Self::Svg => Output::svg(path),
            Self::Pdf => Output::pdf(path),
            Self::Png => Output::png(path),
        }
    }
}

/// Draws puzzles. An output file, a solution or another format than text needs a source with a single puzzle; the error for several puzzles
/// explains how to select one of them.
pub fn draw(arguments: &Arguments, format: PictureFormat) -> Result<ExitCode, CliError> {
    let Arguments { source, puzzle: texts, solution, out, .. } = arguments;
    outputs::check(&[source], out.as_deref().map(|path| format.output(path)))?;
    if format != PictureFormat::Text || solution.is_some() || out.is_some() {
        let drawn = picture_bytes(arguments, &texts.load(source)?.puzzle, format)?;
        write_to(out.as_deref(), |out| out.write_all(&drawn))?;
        return Ok(Exit::Positive.code());
    }
    each(texts.load_all(source), "", false, |number, _, parsed| {
        if number > 1 {
            print("\n")?;
        }
        let drawn = picture_bytes(arguments, &parsed.puzzle, format)?;
        // the only format here is text
        print(&String::from_utf8_lossy(&drawn))?;
        Ok(Exit::Positive)
    })
}

/// Draws a puzzle, and its solution if there is one.
fn picture_bytes(
    arguments: &Arguments,
    puzzle: &Puzzle,
    format: PictureFormat,
) -> Result<Vec<u8>, CliError> {
    let canonical = arguments.canonical.then(|| puzzle.canonical());
    let puzzle = canonical.as_ref().unwrap_or(puzzle);
    let solution = arguments.solution.as_deref();
    let solution = solution.map(|path| formats::load_solution(path, puzzle)).transpose()?;
    let picture = Picture::new(&**puzzle, solution.as_ref());
    let style = arguments.picture.style();
    let svg = |picture| arguments.picture.svg(picture);
    Ok(match (format, &arguments.out) {
        (PictureFormat::Svg, _) => svg(picture).into_bytes(),
        (PictureFormat::Pdf, _) => {
            let title = picture.title().to_owned();
            pdf(&title, &[Drawing::of_svg(&svg(picture))?])?
        }
        (PictureFormat::Png, _) => png(&Drawing::of_svg(&svg(picture))?)?,
        (PictureFormat::Text, None) => drawn(&picture, &style).into_bytes(),
        // a file has no width and no colors
        (PictureFormat::Text, Some(_)) => {
            drawn(&picture, &TextStyle::from(style.charset)).into_bytes()
        }
    })
}
