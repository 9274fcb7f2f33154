//! The rules of the presolver as data: names, reasons and sources, and sets of rules.

use std::fmt;

/// A rule of the presolver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PresolveRule {
    /// A clue has all its lines, so its other edges are empty.
    ClueFull,
    /// A clue needs all its open edges.
    ClueRest,
    /// A vertex has two lines, so its other edges are empty.
    VertexFull,
    /// A line must continue along the only open edge at its end.
    VertexOn,
    /// A vertex without lines has a single open edge, so this edge is empty.
    VertexDead,
    /// Two neighbors are known to be on the same side, or on opposite sides.
    Colour,
    /// A 1 in a corner of the grid.
    OneInCorner,
    /// A 2 in a corner of the grid.
    TwoInCorner,
    /// A 3 in a corner of the grid.
    ThreeInCorner,
    /// Two 3s side by side.
    AdjacentThrees,
    /// Two 3s on a diagonal, possibly with 2s between them.
    DiagonalThrees,
    /// A clue, and the colors of the neighbors.
    ClueColours,
    /// A vertex, and the colors of the cells around it.
    VertexColours,
    /// A clue, and the possible states of the pairs of edges at its corners.
    ClueCorners,
    /// A vertex, and the possible states of the pairs of its edges.
    VertexCorners,
    /// An edge would close a loop too early.
    EarlyLoop,
    /// The loop is closed, so all other edges are empty.
    LoopClosed,
    /// The inside would be disconnected.
    Inside,
    /// A part of the outside would be enclosed.
    Outside,
    /// No edge is open, but the lines are not a solution.
    Check,
}

impl PresolveRule {
    /// All rules.
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

    /// Returns the name of the rule, such as `early-loop`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.about().0
    }

    /// Returns the reason for the rule's conclusions, as text for the user.
    #[must_use]
    pub fn reason(self) -> &'static str {
        self.about().1
    }

    /// Returns the source of the rule.
    #[must_use]
    pub fn source(self) -> &'static str {
        self.about().2
    }

    fn about(self) -> (&'static str, &'static str, &'static str) {
        const COLOURS: &str = "Berschneider 2024, 2.4.1";
        const CLUES: &str = "Berschneider 2024, 2.4.2, figures 2.13 and 2.14";
        const DEGREES: &str = "Berschneider 2024, 2.4.2: zero or two lines at each vertex";
        const KNOWN: &str = "well-known";
        const WAYS: &str = "Berschneider 2024, 2.4.2, figures 2.14, 2.15 and 2.17";
        const CORNERS: &str = "Berschneider 2024, figure 2.16";
        const LOOP: &str = "the rules of Slitherlink: one loop";
        const REGIONS: &str = "Berschneider 2024, 2.4.3";
        match self {
            Self::ClueFull => ("clue-full", "the clue has all its lines", CLUES),
            Self::ClueRest => ("clue-rest", "the clue needs all its open edges", CLUES),
            Self::VertexFull => ("vertex-full", "two lines meet there already", DEGREES),
            Self::VertexOn => ("vertex-on", "the line can continue along one edge only", DEGREES),
            Self::VertexDead => ("vertex-dead", "a line to it could not continue", DEGREES),
            Self::Colour => (
                "colour",
                "a line separates two cells on opposite sides of the loop, and no others",
                COLOURS,
            ),
            Self::OneInCorner => {
                ("one-in-corner", "both edges at the corner of the grid would be too many", KNOWN)
            }
            Self::TwoInCorner => (
                "two-in-corner",
                "the loop takes the two edges at the corner of the grid, or the other two, and in \
                 both cases continues along the border",
                KNOWN,
            ),
            Self::ThreeInCorner => {
                const FIGURE: &str = "well-known; Berschneider 2024, figure 2.15";
                ("three-in-corner", "without both edges at the corner it would lack two", FIGURE)
            }
            Self::AdjacentThrees => (
                "adjacent-threes",
                "without a line between the two 3s, the loop around them would be closed, and it \
                 is not the solution",
                "well-known; Westreicher 2011, 5.3, for the exception",
            ),
            Self::DiagonalThrees => (
                "diagonal-threes",
                "if one 3 had both edges towards the other, the other would lack two lines",
                "well-known",
            ),
            Self::ClueColours => (
                "clue-colours",
                "edges to two neighbours on the same side are equal, both drawn or both empty; of \
                 edges to neighbours on opposite sides exactly one is drawn",
                WAYS,
            ),
            Self::VertexColours => (
                "vertex-colours",
                "a loop visits no vertex twice, so the cells around it do not form a checkerboard",
                "ours; the colours of Berschneider 2024, 2.4.1",
            ),
            Self::ClueCorners => {
                ("clue-corners", "all ways to draw its lines that fit its corners agree", CORNERS)
            }
            Self::VertexCorners => (
                "vertex-corners",
                "all ways to draw zero or two lines that fit the corners there agree",
                CORNERS,
            ),
            Self::EarlyLoop => (
                "early-loop",
                "a line would close a loop, and leave out a clue or a line elsewhere",
                LOOP,
            ),
            Self::LoopClosed => ("loop-closed", "the loop is closed and satisfies all clues", LOOP),
            Self::Inside => ("inside", "otherwise the inside would be disconnected", REGIONS),
            Self::Outside => {
                ("outside", "otherwise part of the outside would be enclosed", REGIONS)
            }
            Self::Check => ("check", "all edges are fixed, and the lines break a rule", LOOP),
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
    /// All rules.
    pub const ALL: Self = Self(u32::MAX);

    /// Returns the set of these rules.
    #[must_use]
    pub const fn only(rules: &[PresolveRule]) -> Self {
        let mut bits = 0;
        let mut index = 0;
        // a `for` loop is not allowed in a `const fn`
        while index < rules.len() {
            bits |= 1 << rules[index] as u32;
            index += 1;
        }
        Self(bits)
    }

    /// Returns this set without a rule, so that the effect of a single rule can be measured.
    ///
    /// ```
    /// use encycle_encodings::presolve::{PresolveRule, PresolveRules};
    ///
    /// let rules = PresolveRules::ALL.without(PresolveRule::Colour);
    /// assert!(!rules.has(PresolveRule::Colour) && rules.has(PresolveRule::EarlyLoop));
    /// ```
    #[must_use]
    pub const fn without(self, rule: PresolveRule) -> Self {
        Self(self.0 & !(1 << rule as u32))
    }

    /// Returns whether a rule is in the set.
    #[inline]
    #[must_use]
    pub const fn has(self, rule: PresolveRule) -> bool {
        self.0 >> rule as u32 & 1 == 1
    }
}
