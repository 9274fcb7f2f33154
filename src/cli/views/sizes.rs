//! The sizes of encodings as a table and as CSV.

use std::fmt::Display;
use std::io;

use encycle::encodings::export::{CnfSize, RowSize};
use encycle::encodings::puzzle::Extent;
use encycle::files::gbd::GbdHashes;

use crate::cli::exit::CliError;
use crate::cli::views::table::{Align, aligned};
use encycle::sizes::{BaseFeatures, EncodingSize};

/// One line of a table: the total, or one rule family.
pub struct SizeLine<'a> {
    measurement: &'a EncodingSize,
    family: &'static str,
    cnf: CnfSize,
    rows: RowSize,
}

pub fn lines(measurement: &EncodingSize, by_family: bool) -> Vec<SizeLine<'_>> {
    let families = if by_family { measurement.families() } else { Vec::new() };
    let line = |family, (cnf, rows)| SizeLine { measurement, family, cnf, rows };
    let total = line("total", (*measurement.cnf.total(), *measurement.rows.total()));
    let of_family = |family| line(family, measurement.family(family));
    families.into_iter().map(of_family).chain([total]).collect()
}

const COLUMNS: [&str; 21] = [
    "puzzle",
    "rows",
    "cols",
    "vertices",
    "edges",
    "encoding",
    "cnf",
    "card",
    "degree_rows",
    "family",
    "variables",
    "clauses",
    "literals",
    "longest",
    "bytes",
    "lp_columns",
    "lp_rows",
    "lp_nonzeros",
    "opb_bytes",
    "gbdhash",
    "isohash",
];

/// Returns the cells of a line.
fn cells(line: &SizeLine<'_>) -> [String; 21] {
    let SizeLine { measurement, cnf, rows: program, .. } = line;
    let hash = |hash: fn(&GbdHashes) -> &String| match line.family {
        "total" => measurement.hashes.as_ref().map(hash).cloned().unwrap_or_default(),
        _ => String::new(),
    };
    let text = |value: &dyn Display| value.to_string();
    let size = match measurement.size {
        Extent::Grid(grid) => {
            [text(&grid.rows()), text(&grid.cols()), String::new(), String::new()]
        }
        Extent::Graph { vertices, edges } => {
            [String::new(), String::new(), text(&vertices), text(&edges)]
        }
    };
    let [rows, cols, vertices, edges] = size;
    [
        measurement.puzzle.clone(),
        rows,
        cols,
        vertices,
        edges,
        measurement.encoding.clone(),
        measurement.choices.cnf.name().to_owned(),
        measurement.choices.card.name().to_owned(),
        measurement.choices.degree_rows.name().to_owned(),
        line.family.to_owned(),
        text(&cnf.variables),
        text(&cnf.clauses),
        text(&cnf.literals),
        text(&cnf.longest),
        text(&cnf.bytes),
        text(&program.lp.variables),
        text(&program.lp.rows),
        text(&program.lp.nonzeros),
        text(&program.opb_bytes),
        hash(|hashes| &hashes.gbdhash),
        hash(|hashes| &hashes.isohash),
    ]
}

/// A table that is printed line by line, so its column widths are chosen before the numbers are known.
pub struct SizesTable {
    /// The shown columns: for each, its index in [`COLUMNS`], its alignment, and its width in characters.
    columns: Vec<(usize, (Align, usize))>,
}

/// The minimum width of a column of numbers, in characters. A longer heading makes the column wider.
const NUMBER_WIDTH: usize = 9;

impl SizesTable {
    /// Chooses the columns and their widths for these puzzles, encodings and CNF methods.
    pub fn new<'a>(
        jobs: impl Iterator<Item = (&'a str, Extent, &'a str, &'a str)> + Clone,
        by_family: bool,
    ) -> Self {
        let longest = |words: &mut dyn Iterator<Item = &'a str>| {
            words.map(|word| word.chars().count()).max().unwrap_or(0)
        };
        let has_grid = jobs.clone().any(|(_, extent, ..)| matches!(extent, Extent::Grid(_)));
        let has_graph = jobs.clone().any(|(_, extent, ..)| matches!(extent, Extent::Graph { .. }));
        let shown = |name: &&str| match *name {
            "rows" | "cols" => has_grid,
            "vertices" | "edges" => has_graph,
            "family" => by_family,
            "card" | "degree_rows" | "opb_bytes" | "gbdhash" | "isohash" => false,
            _ => true,
        };
        let column = |name: &str| {
            let (align, least) = match name {
                "puzzle" => (Align::Left, longest(&mut jobs.clone().map(|job| job.0))),
                "encoding" => (Align::Left, longest(&mut jobs.clone().map(|job| job.2))),
                "cnf" => (Align::Left, longest(&mut jobs.clone().map(|job| job.3))),
                "family" => (Align::Left, 20),
                "rows" | "cols" | "vertices" | "edges" => (Align::Right, 0),
                _ => (Align::Right, NUMBER_WIDTH),
            };
            (align, least.max(name.len()))
        };
        let numbered = COLUMNS.iter().enumerate().filter(|(_, name)| shown(name));
        Self { columns: numbered.map(|(index, name)| (index, column(name))).collect() }
    }

    /// Returns the width of a line in characters.
    pub fn width(&self) -> usize {
        self.columns.iter().map(|(_, (_, width))| width + 2).sum::<usize>().saturating_sub(2)
    }

    /// Returns one measurement as a sentence, for a terminal on which the table does not fit.
    pub fn sentence(&self, line: &SizeLine<'_>) -> String {
        let cells = cells(line);
        let (words, numbers): (Vec<_>, Vec<_>) =
            self.columns.iter().partition(|(_, (align, _))| *align == Align::Left);
        let words: Vec<&str> = words.iter().map(|&&(index, _)| cells[index].as_str()).collect();
        let numbers = numbers.iter().filter(|(index, _)| !cells[*index].is_empty());
        let numbers: Vec<String> =
            numbers.map(|&&(index, _)| format!("{} {}", COLUMNS[index], cells[index])).collect();
        format!("{}: {}\n", words.join(" "), numbers.join(", "))
    }

    /// Returns the line of the headings.
    pub fn heading(&self) -> String {
        self.text(&COLUMNS.map(str::to_owned))
    }

    /// Returns the line of one measurement.
    pub fn line(&self, line: &SizeLine<'_>) -> String {
        self.text(&cells(line))
    }

    fn text(&self, cells: &[String; 21]) -> String {
        aligned(self.columns.iter().map(|&(index, format)| (&cells[index], format)))
    }
}

pub fn csv_of(lines: &[SizeLine<'_>], heading: bool) -> Result<String, CliError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let written = || -> io::Result<Vec<u8>> {
        let features = |line: &SizeLine<'_>| -> Vec<(String, String)> {
            let SizeLine { measurement, .. } = line;
            let base = measurement.features.iter().flat_map(BaseFeatures::iter);
            base.map(|(name, value)| (format!("gbd_{name}"), value.to_string())).collect()
        };
        if heading {
            let names = lines.first().map(features).unwrap_or_default();
            let columns = COLUMNS.map(str::to_owned).into_iter();
            writer.write_record(columns.chain(names.into_iter().map(|(name, _)| name)))?;
        }
        for line in lines {
            let values = features(line).into_iter().map(|(_, value)| value);
            writer.write_record(cells(line).into_iter().chain(values))?;
        }
        writer.into_inner().map_err(|error| error.into_error())
    };
    let bytes = written().map_err(CliError::io("sizes as CSV"))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
