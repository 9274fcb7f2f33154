//! The eager parts of one encoding, as all bases use them.

use crate::encoding::{Encoding, EncodingError, Part};
use crate::grid::Graph;
use crate::logic::{Constraint, ConstraintSink, ExternalPropagator, Origin, Place, Var};
use crate::rules::connected::PartialColours;
use crate::rules::one_loop::eager::board::CHANNEL;
use crate::rules::one_loop::eager::{
    Drawing, DrawingVariables, EagerPart, LoopField, PARTS, PartSite, faces,
};
use crate::suggest;

/// The eager parts that extend a base encoding, and the drawings that the base and the parts use.
pub(crate) struct EagerParts {
    /// The grid on which the parts work; `None` supports no parts.
    field: Option<LoopField>,
    parts: Vec<&'static EagerPart>,
    /// The representations of the loop that have variables (edges, cells or both), the drawing of the base first.
    drawings: Vec<Drawing>,
}

/// The properties of a puzzle and a base that decide which parts fit.
pub(crate) struct PartRules<'a> {
    /// The drawing of the base.
    pub base: Drawing,
    /// The grid on which the parts work, or why there is none.
    pub field: Result<LoopField, &'a str>,
    /// Whether a solution may have several loops.
    pub allows_several: bool,
}

/// Returns the error for a word that is no base. If it is a part, the help has it behind the first base.
pub(crate) fn unknown_base(name: &str, base: &str, known: &[&str]) -> EncodingError {
    let is_part = PARTS.iter().any(|part| part.about.name == base);
    let help = match known.first() {
        Some(first) if is_part => format!("did you mean `{first}+{name}`?"),
        _ => suggest::help(base, known),
    };
    EncodingError::new(name, format!("unknown base: `{base}`\nhelp: {help}"))
}

impl EagerParts {
    /// Reads the name of an encoding: the name of a base, followed by a `+` and a name for each part.
    ///
    /// # Errors
    /// A part is unknown, or the base and the parts are incompatible.
    pub fn new(name: &str, rules: PartRules<'_>) -> Result<Self, EncodingError> {
        let wrong = |reason: String| EncodingError::new(name, reason);
        let mut words = name.split('+');
        let base = words.next().unwrap_or_default();
        let mut parts: Vec<&'static EagerPart> = Vec::new();
        for word in words {
            let part = PARTS.iter().find(|part| part.about.name == word);
            let part = part.ok_or_else(|| {
                let known: Vec<&str> = PARTS.iter().map(|part| part.about.name).collect();
                wrong(format!("unknown part: `{word}`\nhelp: {}", suggest::help(word, &known)))
            })?;
            if let Err(reason) = rules.field {
                return Err(wrong(format!("`{word}` {reason}")));
            }
            if part.is_one_loop && rules.allows_several {
                return Err(wrong(format!(
                    "`{word}` allows one loop only, but this kind of puzzle allows several"
                )));
            }
            if parts.iter().any(|known| known.about.name == word) {
                return Err(wrong(format!("duplicate part: `{word}`")));
            }
            if part.is_one_loop && parts.iter().any(|known| known.is_one_loop) {
                let reason = "two parts that enforce one loop\nhelp: use one of them";
                return Err(wrong(reason.to_owned()));
            }
            if word == "colours" && rules.base == Drawing::Cells {
                return Err(wrong(format!("`{base}` already has inside variables")));
            }
            parts.push(part);
        }
        let mut drawings = vec![rules.base];
        for drawing in parts.iter().flat_map(|part| part.drawings) {
            if !drawings.contains(drawing) {
                drawings.push(*drawing);
            }
        }
        Ok(Self { field: rules.field.ok(), parts, drawings })
    }

    /// Returns the name of a base alone, and with each part. Combinations of several parts are not listed.
    pub fn names(base: &str) -> impl Iterator<Item = String> {
        let with_part = PARTS.iter().map(move |part| format!("{base}+{}", part.about.name));
        std::iter::once(base.to_owned()).chain(with_part)
    }

    /// Returns the representations of the loop that have variables, the drawing of the base first.
    pub fn drawings(&self) -> &[Drawing] {
        &self.drawings
    }

    /// Returns whether the parts enforce one loop.
    pub fn are_one_loop(&self) -> bool {
        self.parts.iter().any(|part| part.is_one_loop)
    }

    /// Returns whether the lines determine the variables of all parts.
    pub fn are_determined(&self) -> bool {
        self.parts.iter().all(|part| part.is_determined)
    }

    /// Returns the meaning of a base with its parts.
    pub fn meaning(&self, base: &str) -> String {
        let parts = self.parts.iter().map(|part| part.about.meaning);
        std::iter::once(base).chain(parts).collect::<Vec<_>>().join("; ")
    }

    /// Numbers the drawings, which must be the first variables of `encoding`, and the parts. Returns the variables of
    /// the drawings, and the parts, with the channeling constraints first if there are two drawings; the caller pushes
    /// the parts after its rules.
    ///
    /// # Errors
    /// There are more variables than files can number.
    pub fn build(
        &self,
        graph: &Graph,
        encoding: &mut Encoding<'_>,
    ) -> Result<(DrawingVariables, Vec<Part<'static>>), EncodingError> {
        let drawn: usize = self.drawings.iter().map(|one| one.variable_count(graph)).sum();
        encoding.numbers(drawn)?;
        let board = DrawingVariables::new(graph, &self.drawings);
        let mut parts = Vec::new();
        if self.drawings.len() == 2 {
            parts.push(Part::new(CHANNEL, move |sink| board.channel(sink)));
        }
        for (part, field) in self.parts.iter().zip(self.field.iter().cycle()) {
            let site = PartSite { about: part.about, field: field.clone(), board };
            parts.push((part.build)(&site, encoding)?);
        }
        if self.field.as_ref().is_some_and(|field| field.is_through_cells) {
            let mapped =
                |part: Part<'static>| part.with_sink(|emit, sink| emit(&mut ThroughCells(sink)));
            parts = parts.into_iter().map(mapped).collect();
        }
        Ok((board, parts))
    }

    /// Creates the variables of the drawings.
    pub fn variables(&self, graph: &Graph, sink: &mut dyn ConstraintSink) {
        DrawingVariables::variables(graph, &self.drawings, sink);
    }
}

/// Returns the external propagator of the inside variables, if there are any.
pub(crate) fn propagator(
    graph: &Graph,
    board: &DrawingVariables,
) -> Option<Box<dyn ExternalPropagator>> {
    Some(Box::new(PartialColours::new(faces(graph)?, board.first_inside()?)))
}

/// A sink for puzzles whose cells are the vertices of the grid: it replaces places of the grid by places of the puzzle.
struct ThroughCells<'a>(&'a mut dyn ConstraintSink);

impl ConstraintSink for ThroughCells<'_> {
    fn variable(&mut self, family: &'static str, name: std::fmt::Arguments<'_>) -> Var {
        self.0.variable(family, name)
    }

    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin) {
        let place = match origin.place {
            Place::Vertex { row, col } => Place::Cell { row, col },
            Place::Cell { row, col } => Place::Vertex { row: row + 1, col: col + 1 },
            Place::Edge { row, col, horizontal } => {
                let to = if horizontal { (row, col + 1) } else { (row + 1, col) };
                Place::Cells { from: (row, col), to }
            }
            // two vertices of the puzzle have no common place, so the first vertex is named
            Place::Cells { from: (row, col), .. } => Place::Vertex { row: row + 1, col: col + 1 },
            other => other,
        };
        self.0.constraint(constraint, Origin::new(origin.family, place));
    }

    fn accepts_more(&self) -> bool {
        self.0.accepts_more()
    }
}
