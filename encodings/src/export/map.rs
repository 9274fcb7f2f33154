//! The map file, which accompanies an export and names each variable.
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
//! The first line is the format and its version. `key value` lines follow; a reader keeps unknown keys. Then follows
//! one line per variable: its number and its name, which is also the name of its LP column. The number is the number in
//! the DIMACS file; with `side lp`, among the columns of the LP or MPS file; and with `side opb`, in the OPB or fixed
//! MPS file.
//!
//! `h_R_C` is the horizontal edge above the cell in row R and column C, `v_R_C` is the vertical edge left of it, and
//! `in_R_C` is true if the cell is inside the loop. Rows and columns count from 1; the edges of the bottom border have
//! the index of one more row, and the edges of the right border of one more column. `docs/encodings/slitherlink.md`
//! explains the other names. The edges, or the inside cells, suffice to draw a model.

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

/// Writes one line per variable: the prefix, its number and its name. Returns the number of variables.
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
        MapTarget::Lp | MapTarget::Opb => lower_to_rows(lines, choices, encode),
    };
    let lines = lines.map_err(io::Error::other)?;
    lines.error.map_or(Ok(lines.variables), Err)
}

/// The file that a map belongs to. The files differ, because clauses and rows have different auxiliary variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapTarget {
    /// The DIMACS file.
    Cnf,
    /// The LP or MPS file. Columns have the names of the variables, and are numbered in order of their first
    /// occurrence.
    Lp,
    /// The OPB file, or the fixed MPS file. The N-th variable of the linear program is `xN`.
    Opb,
}

impl MapTarget {
    /// Returns the value of the line `side` of a map.
    ///
    /// ```
    /// use encycle_encodings::export::MapTarget;
    ///
    /// assert_eq!(MapTarget::Cnf.name(), "dimacs");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Cnf => "dimacs",
            Self::Lp => "lp",
            Self::Opb => "opb",
        }
    }
}

/// Writes the map of an encoding. `facts` are its `key value` lines.
///
/// # Errors
/// The errors of the writer, and [`TooLarge`](crate::logic::TooLarge).
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
        // without this line, readers would consider the map truncated
        writeln!(out, "variables 0")?;
    }
    out.flush()
}
