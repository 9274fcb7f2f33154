//! The rules, a file for each family: what it is called, where it comes from, and why it holds in
//! every solution.
//!
//! "Solution" means one closed loop, of one line at least, that meets all clues; there may be several.

pub(super) mod cells;
pub(super) mod closure;
pub(super) mod clue;
mod four;
pub(super) mod start;
#[cfg(test)]
mod tests;
pub(super) mod vertex;
pub(super) mod vertices;

use std::fmt;

/// A rule of the presolver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PresolveRule {
    /// A clue has all its lines.
    ClueFull,
    /// A clue needs all edges that are left.
    ClueRest,
    /// A vertex has its two lines.
    VertexFull,
    /// A line goes on along the only edge that is left.
    VertexOn,
    /// A single edge leads to a vertex.
    VertexDead,
    /// Two neighbours are known to be on the same side, or on opposite ones.
    Colour,
    /// A 1 in a corner of the grid.
    OneInCorner,
    /// A 2 in a corner of the grid.
    TwoInCorner,
    /// A 3 in a corner of the grid.
    ThreeInCorner,
    /// Two 3s side by side.
    AdjacentThrees,
    /// Two 3s on a diagonal, 2s between them perhaps.
    DiagonalThrees,
    /// A clue and the colours of the neighbours.
    ClueColours,
    /// A vertex and the colours around it.
    VertexColours,
    /// A clue and what is known of pairs of edges at its corners.
    ClueCorners,
    /// A vertex and what is known of pairs of its edges.
    VertexCorners,
    /// An edge would close a loop too early.
    EarlyLoop,
    /// The loop is closed.
    LoopClosed,
    /// The inside would fall apart.
    Inside,
    /// A part of the outside would be shut in.
    Outside,
    /// Nothing is left open, and it is no solution.
    Check,
}

impl PresolveRule {
    /// Every rule.
    pub const ALL: [Self; 20] = [
        Self::ClueFull,
        Self::ClueRest,
        Self::VertexFull,
        Self::VertexOn,
        Self::VertexDead,
        Self::Colour,
        Self::OneInCorner,
        Self::TwoInCorner,
        Self::ThreeInCorner,
        Self::AdjacentThrees,
        Self::DiagonalThrees,
        Self::ClueColours,
        Self::VertexColours,
        Self::ClueCorners,
        Self::VertexCorners,
        Self::EarlyLoop,
        Self::LoopClosed,
        Self::Inside,
        Self::Outside,
        Self::Check,
    ];

    /// Its name, such as `early-loop`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.about().0
    }

    /// Why it fixes what it fixes, as a person would say it.
    #[must_use]
    pub fn reason(self) -> &'static str {
        self.about().1
    }

    /// Where it comes from.
    #[must_use]
    pub fn source(self) -> &'static str {
        self.about().2
    }

    fn about(self) -> (&'static str, &'static str, &'static str) {
        const COLOURS: &str = "Berschneider 2024, 2.4.1";
        const CLUES: &str = "Berschneider 2024, 2.4.2, figures 2.13 and 2.14";
        const DEGREES: &str = "Berschneider 2024, 2.4.2: none or two lines at each vertex";
        const KNOWN: &str = "well-known; Berschneider 2024, figure 2.15";
        const CORNERS: &str = "Berschneider 2024, figures 2.15 to 2.17, as one rule";
        const LOOP: &str = "the rules of Slitherlink: one loop";
        const REGIONS: &str = "Berschneider 2024, 2.4.3";
        match self {
            Self::ClueFull => ("clue-full", "it has all its lines", CLUES),
            Self::ClueRest => ("clue-rest", "it needs all edges that are left", CLUES),
            Self::VertexFull => ("vertex-full", "two lines meet there already", DEGREES),
            Self::VertexOn => ("vertex-on", "its line can go on along one edge only", DEGREES),
            Self::VertexDead => ("vertex-dead", "a line to it could not go on", DEGREES),
            Self::Colour => (
                "colour",
                "a line is between two cells on opposite sides of the loop, and between no others",
                COLOURS,
            ),
            Self::OneInCorner => {
                ("one-in-corner", "both edges at the corner of the grid would be too many", KNOWN)
            }
            Self::TwoInCorner => (
                "two-in-corner",
                "the loop takes the two edges at the corner of the grid or the two others, and goes on \
                 along the border both times",
                KNOWN,
            ),
            Self::ThreeInCorner => {
                ("three-in-corner", "without both edges at the corner it would lack two", KNOWN)
            }
            Self::AdjacentThrees => (
                "adjacent-threes",
                "without a line between two 3s they would be a loop of their own, and that is not \
                 the solution",
                "well-known; Westreicher 2011, 5.3, for the exception",
            ),
            Self::DiagonalThrees => (
                "diagonal-threes",
                "if one 3 took both edges towards the other, the other would miss both of its own",
                "well-known",
            ),
            Self::ClueColours => (
                "clue-colours",
                "neighbours on the same side have both a line to it, or none, and of two on opposite \
                 sides one has",
                COLOURS,
            ),
            Self::VertexColours => (
                "vertex-colours",
                "a loop touches no vertex twice: the four cells around it are no checkerboard",
                COLOURS,
            ),
            Self::ClueCorners => (
                "clue-corners",
                "that is what all ways to draw its lines have in common, with what is known of its corners",
                CORNERS,
            ),
            Self::VertexCorners => (
                "vertex-corners",
                "that is what all ways of none or two lines have in common, with what is known of \
                 the corners there",
                CORNERS,
            ),
            Self::EarlyLoop => (
                "early-loop",
                "a line would close a loop, and a clue or a line elsewhere would be left",
                LOOP,
            ),
            Self::LoopClosed => ("loop-closed", "the loop is closed and meets all clues", LOOP),
            Self::Inside => ("inside", "else the inside would fall into parts", REGIONS),
            Self::Outside => ("outside", "else a part of the outside would be shut in", REGIONS),
            Self::Check => ("check", "all edges are known", LOOP),
        }
    }
}

impl fmt::Display for PresolveRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A set of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PresolveRules(u32);

impl PresolveRules {
    /// All of them.
    pub const ALL: Self = Self(u32::MAX);

    /// These alone.
    #[must_use]
    pub const fn only(rules: &[PresolveRule]) -> Self {
        let mut bits = 0;
        let mut index = 0;
        // a `for` is not constant
        while index < rules.len() {
            bits |= 1 << rules[index] as u32;
            index += 1;
        }
        Self(bits)
    }

    /// Whether a rule is one of them.
    #[inline]
    #[must_use]
    pub const fn has(self, rule: PresolveRule) -> bool {
        self.0 >> rule as u32 & 1 == 1
    }
}
