//! Cuts: constraints that an invalid model violates and every solution satisfies.

use std::fmt;
use std::str::FromStr;

use crate::encoding::{CUT, EXCLUDED};
use crate::logic::{Constraint, Lit, Origin, Place};

/// A kind of cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CutKind {
    /// At least one edge of the subtour is missing (Berschneider 2.14 and 2.56; Westreicher 4.2.3).
    #[default]
    Loop,
    /// An edge of the subtour requires edges that leave its set S of vertices: the generalized subtour elimination
    /// constraint x(δ(S)) ≥ 2·x_e of Fischetti, Salazar González and Toth (1997), or x(δ(S)) ≥ 2 if every solution has
    /// a line inside S. It is sound only if every solution has a line outside S; where this is not certain, the `loop`
    /// cut is used instead. For reachability: a cell outside a set that contains the source can be reached only across
    /// a link that leaves the set.
    Leave,
    /// For encodings of inside and outside cells: a part of one color that must be connected to another part, or to the
    /// border, has this color in at least one cell of each separator between them.
    Separator,
}

impl CutKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Loop, Self::Leave, Self::Separator];

    /// Returns the name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Loop => "loop",
            Self::Leave => "leave",
            Self::Separator => "separator",
        }
    }
}

impl FromStr for CutKind {
    type Err = UnknownCutKind;

    fn from_str(name: &str) -> Result<Self, UnknownCutKind> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.name() == name)
            .ok_or_else(|| UnknownCutKind(name.to_owned()))
    }
}

/// An unknown name of a kind of cut.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown cut kind: `{0}`\nhelp: use `loop`, `leave` or `separator`")]
pub struct UnknownCutKind(pub String);

/// A constraint that excludes one subtour, or that blocks a known solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    literals: Vec<Lit>,
    form: CutForm,
    /// The reason why every other solution satisfies the cut.
    pub reason: CutReason,
}

/// The form of a cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutForm {
    /// At least one of the literals is true.
    Clause,
    /// If this edge is drawn, at least two of the literals are true: [`Constraint::Crossing`].
    Crossing(Lit),
    /// At least two of the literals are true.
    AtLeastTwo,
}

impl CutForm {
    /// Returns the name in ledgers.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Clause => "clause",
            Self::Crossing(_) => "crossing",
            Self::AtLeastTwo => "two",
        }
    }
}

/// The reason why a cut is sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutReason {
    /// The subtour alone breaks this rule. Because no simple loop contains another loop, no solution contains the
    /// subtour.
    LoopBreaksRule(&'static str),
    /// Every solution has a line at this clue. The clue and the edge of the cut are on different sides of the boundary,
    /// so a solution with this edge must cross the boundary.
    CertainlyBeyond(Place),
    /// Every solution has a line at both clues. The first clue lies inside the cut's set of vertices and the second
    /// outside, so a single loop must leave the set.
    CertainlyOnBothSides([Place; 2]),
    /// Every solution visits this vertex, and the subtour does not.
    MissesVertex(Place),
    /// Every line of a solution leads to a terminal, and the subtour has no terminal.
    NoTerminal,
    /// The path joins two terminals that are not a pair.
    NoPair,
    /// The inside of a single loop is connected.
    InsideConnected,
    /// The cells of one color are connected.
    ColourConnected,
    /// Every cell outside a single loop is connected to the border.
    OutsideReachesBorder,
    /// Every cell of the other color is connected to a clue.
    ReachesClue,
    /// A path from a source to a cell outside a set that contains the source leaves the set.
    PathLeavesSet,
    /// Every solution satisfies this rule of a model, and what breaks the cut breaks the rule.
    Rule(&'static str),
    /// With the values that break the cut, no values of the columns that are not Boolean satisfy the rows of a program.
    Rows,
    /// The cut blocks a known solution and no other solution.
    KnownSolution,
    /// The cut was recorded by an earlier search, and every solution satisfies it by a local argument.
    Recorded,
}

impl fmt::Display for CutReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LoopBreaksRule(rule) => {
                write!(
                    f,
                    "the loop alone breaks rule `{rule}`, and no simple loop contains another one"
                )
            }
            Self::CertainlyBeyond(place) => {
                write!(f, "the clue at {place}, across the boundary, requires a line")
            }
            Self::CertainlyOnBothSides([within, beyond]) => write!(
                f,
                "the clue at {within} requires a line inside the set, the clue at {beyond} one outside it"
            ),
            Self::InsideConnected => write!(f, "the inside of a single loop is connected"),
            Self::ColourConnected => write!(f, "the cells of one colour are connected"),
            Self::OutsideReachesBorder => {
                write!(f, "every cell outside a single loop is connected to the border")
            }
            Self::ReachesClue => write!(f, "every unshaded cell is connected to a clue"),
            Self::MissesVertex(place) => {
                write!(f, "every solution visits {place}, and the loop does not")
            }
            Self::NoTerminal => {
                write!(f, "every line of a solution leads to a terminal, and the loop has none")
            }
            Self::NoPair => write!(f, "the path joins terminals that are not a pair"),
            Self::PathLeavesSet => write!(f, "a path to a cell outside the set leaves it"),
            Self::Rule(rule) => write!(f, "what breaks it breaks the rule `{rule}`"),
            Self::Rows => write!(f, "what breaks it breaks the rows, whatever the other columns"),
            Self::KnownSolution => write!(f, "the solution is already known"),
            Self::Recorded => write!(f, "recorded earlier, and justified by the rules alone"),
        }
    }
}

impl Cut {
    /// Creates a cut that is a clause.
    #[must_use]
    pub fn clause(literals: Vec<Lit>, reason: CutReason) -> Self {
        Self::new(literals, CutForm::Clause, reason)
    }

    /// Creates a cut of any form.
    #[must_use]
    pub fn new(literals: Vec<Lit>, form: CutForm, reason: CutReason) -> Self {
        Self { literals, form, reason }
    }

    /// Returns its literals.
    #[must_use]
    pub fn literals(&self) -> &[Lit] {
        &self.literals
    }

    /// Consumes the cut and returns its literals.
    #[must_use]
    pub fn into_literals(self) -> Vec<Lit> {
        self.literals
    }

    /// Returns its form.
    #[must_use]
    pub fn form(&self) -> CutForm {
        self.form
    }

    /// Returns the constraint to add.
    #[must_use]
    pub fn constraint(&self) -> Constraint<'_> {
        let literals = &self.literals[..];
        match self.form {
            CutForm::Clause => Constraint::Clause(literals),
            CutForm::Crossing(edge) => Constraint::Crossing { edge, boundary: literals },
            CutForm::AtLeastTwo => {
                Constraint::Cardinality { literals, at_least: 2, at_most: literals.len() }
            }
        }
    }

    /// Returns its actual kind. It differs from the requested kind if a `loop` cut replaces a `leave` cut.
    #[must_use]
    pub fn kind(&self) -> CutKind {
        match (self.form, self.reason) {
            (CutForm::Crossing(_) | CutForm::AtLeastTwo, _) | (_, CutReason::PathLeavesSet) => {
                CutKind::Leave
            }
            (
                _,
                CutReason::InsideConnected
                | CutReason::ColourConnected
                | CutReason::OutsideReachesBorder
                | CutReason::ReachesClue,
            ) => CutKind::Separator,
            _ => CutKind::Loop,
        }
    }

    /// Returns the number of literals of its clause.
    #[must_use]
    pub fn length(&self) -> usize {
        self.literals.len() + usize::from(matches!(self.form, CutForm::Crossing(_)))
    }

    /// Returns the literals of its clause by variable name, with a `-` before negative literals. For a
    /// [`CutForm::Crossing`], the first literal is the negated edge.
    #[must_use]
    pub fn literal_names(&self, names: &[String]) -> Vec<String> {
        let edge = match self.form {
            CutForm::Crossing(edge) => Some(!edge),
            _ => None,
        };
        edge.iter()
            .chain(&self.literals)
            .map(|literal| {
                let sign = if literal.is_neg() { "-" } else { "" };
                let name = names.get(literal.vidx()).map_or("?", String::as_str);
                format!("{sign}{name}")
            })
            .collect()
    }

    /// Returns the origin of its constraint.
    #[must_use]
    pub fn origin(&self) -> Origin {
        let family = if self.reason == CutReason::KnownSolution { EXCLUDED } else { CUT };
        Origin::new(family, Place::Whole)
    }
}
