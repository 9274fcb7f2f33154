//! Cuts: constraints that a wrong model breaks and no solution does.

use std::fmt;
use std::str::FromStr;

use crate::logic::{Constraint, Lit, Origin, Place};

/// The kinds of cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CutKind {
    /// Not all edges of the stray loop (Berschneider 2.14 and 2.56; Westreicher 4.2.3).
    #[default]
    Loop,
    /// An edge of the stray loop only with edges that leave its vertices: the generalized subtour
    /// elimination x(δ(S)) ≥ 2·x_e of Fischetti, Salazar González and Toth (1997), or x(δ(S)) ≥ 2 where every
    /// solution has a line among these vertices. Where nothing is certainly outside them, the `loop` cut is taken
    /// instead.
    Leave,
    /// Of colours: a part of one colour is left by one of the cells around it.
    Separator,
}

impl CutKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Loop, Self::Leave, Self::Separator];

    /// The name on the command line.
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
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(|| {
            format!("no cut kind `{name}`; there are `loop`, `leave` and `separator`")
        })
    }
}

/// A constraint against one stray loop, or against finding a known solution again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    literals: Vec<Lit>,
    form: CutForm,
    /// Why no other solution breaks it.
    pub reason: CutReason,
}

/// What a cut says of its literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutForm {
    /// At least one of them.
    Clause,
    /// If this edge, then at least two of them: [`Constraint::Crossing`].
    Crossing(Lit),
    /// At least two of them.
    AtLeastTwo,
}

/// Why a cut is sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutReason {
    /// The loop breaks a rule by itself, and no simple loop contains another.
    LoopBreaksRule(&'static str),
    /// Every solution has a line at this clue, on the other side of the edges that leave a set of vertices than the
    /// edge that the cut is about, so a solution with that edge must cross.
    CertainlyBeyond(Place),
    /// Every solution has a line at each of these clues, of which one lies within the vertices that the cut is about
    /// and one beyond them, so one loop must leave them.
    CertainlyOnBothSides([Place; 2]),
    /// Every solution visits this vertex, which the loop misses.
    MissesVertex(Place),
    /// Every line of a solution leads to a terminal, and the loop has none.
    NoTerminal,
    /// The path joins terminals that are no pair.
    NoPair,
    /// The inside of one loop is connected.
    InsideConnected,
    /// Every cell outside one loop is connected with the border.
    OutsideReachesBorder,
    /// It blocks a solution that is known already, and no other.
    KnownSolution,
}

impl fmt::Display for CutReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LoopBreaksRule(rule) => {
                write!(
                    f,
                    "the loop alone breaks rule `{rule}`, and no simple loop contains another"
                )
            }
            Self::CertainlyBeyond(place) => {
                write!(f, "the clue at {place} needs a line on the other side")
            }
            Self::CertainlyOnBothSides([within, beyond]) => write!(
                f,
                "the clue at {within} needs a line within the vertices, that at {beyond} one beyond them"
            ),
            Self::InsideConnected => write!(f, "the inside of one loop is connected"),
            Self::OutsideReachesBorder => {
                write!(f, "every cell outside one loop is connected with the border")
            }
            Self::MissesVertex(place) => {
                write!(f, "every solution visits {place}, which the loop misses")
            }
            Self::NoTerminal => {
                write!(f, "every line of a solution leads to a terminal, and the loop has none")
            }
            Self::NoPair => write!(f, "the path joins terminals that are no pair"),
            Self::KnownSolution => write!(f, "the solution is known already"),
        }
    }
}

impl Cut {
    /// A cut that is a clause.
    #[must_use]
    pub fn clause(literals: Vec<Lit>, reason: CutReason) -> Self {
        Self::new(literals, CutForm::Clause, reason)
    }

    /// A cut of any form.
    #[must_use]
    pub fn new(literals: Vec<Lit>, form: CutForm, reason: CutReason) -> Self {
        Self { literals, form, reason }
    }

    /// Its literals.
    #[must_use]
    pub fn literals(&self) -> &[Lit] {
        &self.literals
    }

    /// Its literals, without the cut around them.
    #[must_use]
    pub fn into_literals(self) -> Vec<Lit> {
        self.literals
    }

    /// What it says of its literals.
    #[must_use]
    pub fn form(&self) -> CutForm {
        self.form
    }

    /// The constraint to add.
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

    /// The kind that it is in the end (a wished `leave` may have become a `loop`).
    #[must_use]
    pub fn kind(&self) -> CutKind {
        match (self.form, self.reason) {
            (CutForm::Crossing(_) | CutForm::AtLeastTwo, _) => CutKind::Leave,
            (_, CutReason::InsideConnected | CutReason::OutsideReachesBorder) => CutKind::Separator,
            _ => CutKind::Loop,
        }
    }

    /// Number of literals of its clause.
    #[must_use]
    pub fn length(&self) -> usize {
        self.literals.len() + usize::from(matches!(self.form, CutForm::Crossing(_)))
    }

    /// The literals of its clause by the names of the variables, negative ones with a `-`: the
    /// first of a connectivity cut is the edge that must not be alone.
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

    /// Its origin as a constraint.
    #[must_use]
    pub fn origin(&self) -> Origin {
        let family = if self.reason == CutReason::KnownSolution { "block" } else { "cut" };
        Origin::new(family, Place::Whole)
    }
}
