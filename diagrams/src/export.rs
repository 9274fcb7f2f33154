//! Text output of diagrams.

use std::io::{self, Write};

use crate::arena::{Arena, SetFamily};

impl Arena {
    /// Writes a family's diagram in the DOT language of Graphviz; 0-arcs are dashed, as in Yoshinaka's figures.
    ///
    /// # Errors
    /// Returns the errors of the writer.
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

    /// Writes a family's diagram as a list of branch instructions in the notation of Knuth (7.1.4).
    ///
    /// Each node has a line, the root first. `7: (~x? 5: 6)` is node 7: it continues at node 6 if `x` is in
    /// the set, and at node 5 if not. 1 means that the set is in the family, 0 that it is not. Elements that
    /// have no node on the path are not in the set.
    ///
    /// # Errors
    /// Returns the errors of the writer.
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
        // nodes of other families may be between these in the arena, so number them consecutively
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
