//! The sizes of encodings as a table and as CSV.

use std::fmt::Display;
use std::io;

use encycle::encodings::export::{CnfSize, RowSize};
use encycle::encodings::puzzle::Extent;
use encycle::files::gbd::GbdHashes;

use crate::cli::exit::CliError;
use crate::cli::views::table::{Align, Markup, aligned};
use encycle::sizes::{BaseFeatures, EncodingSize};
use indicatif::DecimalBytes;

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
        "total" if !measurement.needs_mip => {
            measurement.hashes.as_ref().map(hash).cloned().unwrap_or_default()
        }
        _ => String::new(),
    };
    let text = |value: &dyn Display| value.to_string();
    let of_formula = |value: &dyn Display| match measurement.needs_mip {
        true => String::new(),
        false => value.to_string(),
    };
    let size = match measurement.size {
        Extent::Grid(grid) => {
            [text(&grid.rows()), text(&grid.cols()), String::new(), String::new()]
        }
        Extent::Graph { vertices, edges } => {
            [String::new(), String::new(), text(&vertices), text(&edges)]
        }
        Extent::Formula { .. } => Default::default(),
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
        of_formula(&cnf.variables),
        of_formula(&cnf.clauses),
        of_formula(&cnf.literals),
        of_formula(&cnf.longest),
        of_formula(&cnf.bytes),
        text(&program.lp.variables),
        text(&program.lp.rows),
        text(&program.lp.nonzeros),
        of_formula(&program.opb_bytes),
        hash(|hashes| &hashes.gbdhash),
        hash(|hashes| &hashes.isohash),
    ]
}

/// The numbers of a row.
const NUMBERS: [&str; 7] =
    ["variables", "clauses", "literals", "longest", "bytes", "rows", "nonzeros"];

/// The least widths of the columns of numbers in text, in characters.
const NUMBER_WIDTHS: [usize; 7] = [9, 9, 9, 7, 8, 7, 8];

fn numbers(line: &SizeLine<'_>) -> [String; 7] {
    let SizeLine { measurement, cnf, rows, .. } = line;
    let of_formula = |value: &dyn Display| match measurement.needs_mip {
        true => "-".to_owned(),
        false => value.to_string(),
    };
    [
        of_formula(&cnf.variables),
        of_formula(&cnf.clauses),
        of_formula(&cnf.literals),
        of_formula(&cnf.longest),
        of_formula(&DecimalBytes(cnf.bytes)),
        rows.lp.rows.to_string(),
        rows.lp.nonzeros.to_string(),
    ]
}

/// What the rows of a table have in common.
#[derive(Clone, Copy, Debug)]
pub struct SizesTable {
    /// The markup language; `None` for text for a terminal, in which headings name puzzles and encodings.
    markup: Option<Markup>,
    by_family: bool,
    /// Whether rows are for different puzzles, and for different CNF methods.
    of_puzzles: bool,
    of_methods: bool,
    /// The width of the words of a row of text, in characters.
    label: usize,
}

impl SizesTable {
    /// Chooses the columns and their widths for these puzzles, encodings and CNF methods.
    pub fn new<'a>(
        markup: Option<Markup>,
        jobs: impl Iterator<Item = (&'a str, &'a str, &'a str)> + Clone,
        by_family: bool,
    ) -> Self {
        let longest = |words: &mut dyn Iterator<Item = &'a str>| {
            words.map(|word| word.chars().count()).max().unwrap_or(0)
        };
        let first = jobs.clone().next().unwrap_or_default();
        let of_puzzles = jobs.clone().any(|job| job.0 != first.0);
        let of_methods = jobs.clone().any(|job| job.2 != first.2);
        let method = longest(&mut jobs.clone().map(|job| job.2)) + INDENT.len() + EQUAL.len();
        let family = if by_family { 20 + INDENT.len() } else { 0 };
        let label = longest(&mut jobs.map(|job| job.1))
            .max(if of_methods { method } else { 0 })
            .max(family);
        Self { markup, by_family, of_puzzles, of_methods, label }
    }

    /// Returns the width of a line of text in characters.
    pub fn width(&self) -> usize {
        self.label + NUMBER_WIDTHS.iter().map(|width| width + 2).sum::<usize>()
    }

    /// Returns the beginning of the table.
    pub fn head(&self) -> String {
        let Some(markup) = self.markup else {
            return self.text_line("", &NUMBERS.map(str::to_owned));
        };
        let words = self.word_columns().into_iter().map(|word| (word, Align::Left));
        let numbers = NUMBERS.map(|name| (name, Align::Right));
        markup.head(&words.chain(numbers).collect::<Vec<_>>())
    }

    /// Returns the end of the table.
    pub fn end(&self) -> &'static str {
        self.markup.map_or("", Markup::end)
    }

    /// Returns the columns of words; text has headings instead.
    fn word_columns(&self) -> Vec<&'static str> {
        let is_shown = |name: &&str| match *name {
            "puzzle" => self.of_puzzles || self.markup.is_some(),
            "cnf" => self.of_methods,
            "family" => self.by_family,
            _ => true,
        };
        ["puzzle", "encoding", "cnf", "family"].into_iter().filter(is_shown).collect()
    }

    /// Returns the rows of the formulas of a puzzle and an encoding. Methods that make formulas of the same sizes share a
    /// row. `is_new` tells whether the puzzle was not that of the rows above.
    pub fn rows(&self, formulas: &[EncodingSize], is_new: bool) -> String {
        let Some(first) = formulas.first() else { return String::new() };
        let mut groups: Vec<(Vec<&str>, Vec<SizeLine<'_>>)> = Vec::new();
        for formula in formulas {
            let lines = lines(formula, self.by_family);
            let method = formula.choices.cnf.name();
            let is_same = |group: &&mut (Vec<&str>, Vec<SizeLine<'_>>)| {
                group.1.iter().map(numbers).eq(lines.iter().map(numbers))
            };
            match groups.iter_mut().find(is_same) {
                Some((methods, _)) => methods.push(method),
                None => groups.push((vec![method], lines)),
            }
        }
        let Some(markup) = self.markup else { return self.text_rows(first, &groups, is_new) };
        let mut rows = String::new();
        for (methods, lines) in &groups {
            for line in lines {
                let words = self.word_columns().into_iter().map(|column| match column {
                    "puzzle" => first.puzzle.clone(),
                    "encoding" => first.encoding.clone(),
                    "cnf" => methods.join(" = "),
                    _ => line.family.to_owned(),
                });
                rows += &markup.row(&words.chain(numbers(line)).collect::<Vec<_>>());
            }
        }
        rows
    }

    fn text_rows(
        &self,
        first: &EncodingSize,
        groups: &[(Vec<&str>, Vec<SizeLine<'_>>)],
        is_new: bool,
    ) -> String {
        let mut rows = String::new();
        if is_new {
            rows += &format!("{}, {}\n", first.puzzle, first.size);
        }
        let has_headings = self.of_methods || self.by_family;
        if has_headings {
            rows += &format!("{}\n", first.encoding);
        }
        for (methods, lines) in groups {
            if self.by_family && self.of_methods {
                rows += &format!("{}\n", methods.join(&format!(" {EQUAL}")));
            }
            for line in lines {
                let label = match (self.by_family, self.of_methods) {
                    (true, _) => format!("{INDENT}{}", line.family),
                    (false, true) => format!("{INDENT}{}", methods[0]),
                    (false, false) => first.encoding.clone(),
                };
                rows += &self.text_line(&label, &numbers(line));
            }
            if !self.by_family {
                for other in &methods[1..] {
                    rows += &format!("{INDENT}{EQUAL}{other}\n");
                }
            }
        }
        rows
    }

    fn text_line(&self, label: &str, numbers: &[String; 7]) -> String {
        let label = (label.to_owned(), (Align::Left, self.label));
        let widths = NUMBER_WIDTHS.map(|width| (Align::Right, width));
        aligned([(&label.0, label.1)].into_iter().chain(numbers.iter().zip(widths)))
    }

    /// Returns the sizes of a formula as sentences, for a terminal on which the table does not fit.
    pub fn sentences(&self, formula: &EncodingSize) -> String {
        let words = [&*formula.puzzle, &formula.encoding, formula.choices.cnf.name()].join(" ");
        let sentence = |line: &SizeLine<'_>| {
            let family = if self.by_family { format!(" {}", line.family) } else { String::new() };
            let numbers: Vec<String> = NUMBERS
                .iter()
                .zip(numbers(line))
                .map(|(name, number)| format!("{name} {number}"))
                .collect();
            format!("{words}{family}: {}\n", numbers.join(", "))
        };
        lines(formula, self.by_family).iter().map(sentence).collect()
    }
}

const INDENT: &str = "  ";
const EQUAL: &str = "= ";

pub fn csv_of(lines: &[SizeLine<'_>], heading: bool) -> Result<String, CliError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let written = || -> io::Result<Vec<u8>> {
        let features = |line: &SizeLine<'_>| -> Vec<(String, String)> {
            let SizeLine { measurement, .. } = line;
            let base = measurement.features.iter().flat_map(BaseFeatures::iter);
            let text = |value: f64| match measurement.needs_mip {
                true => String::new(),
                false => value.to_string(),
            };
            base.map(|(name, value)| (format!("gbd_{name}"), text(value))).collect()
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
