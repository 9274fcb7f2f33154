//! Diagrams as text.

use std::io::{self, Write};

use crate::arena::{Arena, SetFamily};

impl Arena {
    /// Writes a family's diagram for Graphviz: 0-arcs are dashed, as in Yoshinaka's figures.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_dot(
        &self,
        out: &mut dyn Write,
        family: SetFamily,
        name: &dyn Fn(u32) -> String,
    ) -> io::Result<()> {
        writeln!(out, "digraph zdd {{")?;
        for terminal in [SetFamily::EMPTY, SetFamily::UNIT] {
            writeln!(out, "  n{0} [shape=box, label=\"{0}\"];", terminal.index())?;
        }
        for part in self.nodes_of(family).into_iter().rev() {
            let Some(node) = self.root(part) else { continue };
            let (own, lo, hi) = (part.index(), node.lo.index(), node.hi.index());
            writeln!(out, "  n{own} [label=\"{}\"];", name(node.level))?;
            writeln!(out, "  n{own} -> n{lo} [style=dashed];")?;
            writeln!(out, "  n{own} -> n{hi};")?;
        }
        writeln!(out, "}}")
    }

    /// Writes a family's diagram as a list of branch instructions like those of Knuth (7.1.4): one line a node, the
    /// root first, `7: (~x? 5: 6)`. Who is at 7 goes on at 6 if `x` is in the set, else at 5; 1 means that the
    /// set is in the family, 0 that it is not. Elements that are not asked for are not in the set.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_listing(
        &self,
        out: &mut dyn Write,
        family: SetFamily,
        name: &dyn Fn(u32) -> String,
    ) -> io::Result<()> {
        if family.is_terminal() {
            return writeln!(out, "{}", family.index());
        }
        let parts = self.nodes_of(family);
        // numbered anew, since others may stand between them in the arena
        let number = |child: SetFamily| match parts.binary_search(&child) {
            Ok(place) => place + 2,
            Err(_) => child.index(),
        };
        for &part in parts.iter().rev() {
            let Some(node) = self.root(part) else { continue };
            let (own, lo, hi) = (number(part), number(node.lo), number(node.hi));
            writeln!(out, "{own}: (~{}? {lo}: {hi})", name(node.level))?;
        }
        Ok(())
    }
}
