//! The map: the file beside an export that says what each variable means.
//!
//! ```text
//! encycle-map 1
//! kind slitherlink
//! size 2 2
//! encoding direct
//! cnf direct
//! 1 h_1_1
//! 2 h_1_2
//! ...
//! ```
//!
//! The first line is the format and its version. `key value` lines follow. Then comes one line a
//! variable: its DIMACS number, and its name, which is also its LP column. `h_R_C` is the horizontal
//! edge above the cell in row R and column C, `v_R_C` the vertical edge left of it; rows and columns
//! count from 1, and the bottom and right border have one more.

use std::fmt;
use std::io::{self, Write};

use super::Encode;
use crate::logic::{ClauseSink, Lit, Origin, lower_to_cnf};

struct MapLines<'a> {
    out: &'a mut dyn Write,
    variables: usize,
    error: Option<io::Error>,
}

impl ClauseSink for MapLines<'_> {
    fn variable(&mut self, name: fmt::Arguments<'_>) {
        self.variables += 1;
        if self.error.is_none() {
            self.error = writeln!(self.out, "{} {name}", self.variables).err();
        }
    }

    fn clause(&mut self, _: &[Lit], _: Origin) {}
}

/// Writes the map of an encoding. `facts` are the `key value` lines.
///
/// # Errors
/// Those of the writer.
pub fn write_map(
    out: &mut dyn Write,
    facts: &[(&str, String)],
    encode: Encode<'_>,
) -> io::Result<()> {
    writeln!(out, "encycle-map 1")?;
    for (key, value) in facts {
        writeln!(out, "{key} {value}")?;
    }
    let lines = lower_to_cnf(MapLines { out: &mut *out, variables: 0, error: None }, encode);
    lines.error.map_or(Ok(()), Err)?;
    out.flush()
}
