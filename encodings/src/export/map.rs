//! The map: the file beside an export that says what each variable means.
//!
//! ```text
//! encycle-map 1
//! kind slitherlink
//! size 2 2
//! encoding edge
//! cnf direct
//! card binomial
//! degree-rows inequalities
//! side dimacs
//! 1 h_1_1
//! 2 h_1_2
//! ...
//! ```
//!
//! The first line is the format and its version. `key value` lines follow; a reader keeps keys that
//! it does not know. Then comes one line a variable: its number in the DIMACS file (or, with `side
//! lp`, among the LP columns) and its name, which is also its LP column. `h_R_C` is the horizontal
//! edge above the cell in row R and column C, `v_R_C` the vertical edge left of it, `in_R_C` that the
//! cell is inside; rows and columns count from 1, and the bottom and right border have one more. The
//! other names are in `docs/encodings.md`. Edges, or cells, are enough to draw a model.

use std::fmt;
use std::io::{self, Write};

use crate::export::Encode;
use crate::logic::{
    ClauseSink, Lit, LoweringOptions, Origin, Row, RowSink, lower_to_cnf, lower_to_rows,
};

struct NameLines<'a> {
    out: &'a mut dyn Write,
    prefix: &'a str,
    variables: usize,
    error: Option<io::Error>,
}

impl NameLines<'_> {
    fn name(&mut self, name: fmt::Arguments<'_>) {
        self.variables += 1;
        if self.error.is_none() {
            let line = format_args!("{}{} {name}\n", self.prefix, self.variables);
            self.error = self.out.write_fmt(line).err();
        }
    }
}

impl ClauseSink for NameLines<'_> {
    fn variable(&mut self, _: &'static str, name: fmt::Arguments<'_>) {
        self.name(name);
    }

    fn clause(&mut self, _: &[Lit], _: Origin) {}
}

impl RowSink for NameLines<'_> {
    fn variable(&mut self, _: &'static str, name: fmt::Arguments<'_>) {
        self.name(name);
    }

    fn row(&mut self, _: Row<'_>, _: Origin) {}
}

/// Writes a line a variable: the prefix, its number and its name. Gives their number.
pub(super) fn write_names(
    out: &mut dyn Write,
    prefix: &str,
    side: MapTarget,
    choices: LoweringOptions,
    encode: Encode<'_>,
) -> io::Result<usize> {
    let lines = NameLines { out, prefix, variables: 0, error: None };
    let lines = match side {
        MapTarget::Cnf => lower_to_cnf(lines, choices, encode),
        MapTarget::Lp => lower_to_rows(lines, choices, encode),
    };
    let lines = lines.map_err(io::Error::other)?;
    lines.error.map_or(Ok(lines.variables), Err)
}

/// Which file a map belongs to: the auxiliary variables differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapTarget {
    /// The DIMACS file.
    Cnf,
    /// The LP file: the numbers are those of its columns, in order of appearance.
    Lp,
}

/// Writes the map of an encoding. `facts` are the `key value` lines.
///
/// # Errors
/// Those of the writer, and [`TooLarge`](crate::logic::TooLarge).
pub fn write_map(
    out: &mut dyn Write,
    facts: &[(&str, String)],
    side: MapTarget,
    choices: LoweringOptions,
    encode: Encode<'_>,
) -> io::Result<()> {
    writeln!(out, "encycle-map 1")?;
    for (key, value) in facts {
        writeln!(out, "{key} {value}")?;
    }
    if write_names(out, "", side, choices, encode)? == 0 {
        // else a reader would hold the map for one that was cut off
        writeln!(out, "variables 0")?;
    }
    out.flush()
}
