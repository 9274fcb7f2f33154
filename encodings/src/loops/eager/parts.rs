//! The eager parts of one encoding: what all bases with eager parts share.

use crate::encoding::{EncodingError, RuleFamily};
use crate::grid::Graph;
use crate::logic::{Constraint, ConstraintSink, ExternalPropagator, Origin, Place, Var};
use crate::loops::PartialColours;
use crate::loops::eager::{Drawing, DrawingVariables, EagerPart, LoopField, PARTS, faces};
use crate::suggest;

/// The eager parts that extend a base encoding, and the drawings that the base and the parts use.
pub(crate) struct EagerParts {
    /// The grid on which the parts work; `None` supports no parts.
    field: Option<LoopField>,
    parts: Vec<&'static dyn EagerPart>,
    /// The representations of the loop that have variables (edges, cells or both), that of the base first.
    drawings: Vec<Drawing>,
}

/// What decides which parts fit a puzzle and a base.
pub(crate) struct PartRules<'a> {
    /// The drawing of the base.
    pub base: Drawing,
    /// The grid on which the parts work, or why there is none.
    pub field: Result<LoopField, &'a str>,
    /// Whether a solution may have several loops.
    pub allows_several: bool,
}

impl EagerParts {
    /// Reads the name of an encoding: the name of a base, and after each `+` that of a part.
    ///
    /// # Errors
    /// A part is unknown, or the base and the parts are incompatible.
    pub fn new(name: &str, rules: PartRules<'_>) -> Result<Self, EncodingError> {
        let wrong = |reason: String| EncodingError::new(name, reason);
        let mut words = name.split('+');
        let base = words.next().unwrap_or_default();
        let mut parts: Vec<&'static dyn EagerPart> = Vec::new();
        for word in words {
            let part = PARTS.iter().copied().find(|part| part.about().name == word);
            let part = part.ok_or_else(|| {
                let known: Vec<&str> = PARTS.iter().map(|part| part.about().name).collect();
                wrong(format!("unknown part: `{word}`\nhelp: {}", suggest::help(word, &known)))
            })?;
            if let Err(reason) = rules.field {
                return Err(wrong(format!("`{word}` {reason}")));
            }
            if part.is_one_loop() && rules.allows_several {
                return Err(wrong(format!(
                    "`{word}` allows one loop only, but this kind of puzzle allows several"
                )));
            }
            if parts.iter().any(|known| known.about().name == word) {
                return Err(wrong(format!("duplicate part: `{word}`")));
            }
            if part.is_one_loop() && parts.iter().any(|known| known.is_one_loop()) {
                let reason = "two parts that enforce one loop\nhelp: use one of them";
                return Err(wrong(reason.to_owned()));
            }
            if word == "colours" && rules.base == Drawing::Cells {
                return Err(wrong(format!("`{base}` already has inside variables")));
            }
            parts.push(part);
        }
        let mut drawings = vec![rules.base];
        for drawing in parts.iter().flat_map(|part| part.drawings()) {
            if !drawings.contains(drawing) {
                drawings.push(*drawing);
            }
        }
        Ok(Self { field: rules.field.ok(), parts, drawings })
    }

    /// Returns the name of a base alone, and with each part. Combinations of several parts are not listed.
    pub fn names(base: &str) -> impl Iterator<Item = String> {
        let with_part = PARTS.iter().map(move |part| format!("{base}+{}", part.about().name));
        std::iter::once(base.to_owned()).chain(with_part)
    }

    /// Returns the representations of the loop that have variables, that of the base first.
    pub fn drawings(&self) -> &[Drawing] {
        &self.drawings
    }

    /// Returns the numbers of the variables of the drawings.
    pub fn board(&self, graph: &Graph) -> DrawingVariables {
        DrawingVariables::new(graph, &self.drawings)
    }

    fn iter(&self) -> impl Iterator<Item = (&'static dyn EagerPart, &LoopField)> {
        self.parts.iter().filter_map(|&part| Some((part, self.field.as_ref()?)))
    }

    /// Returns whether the parts enforce one loop.
    pub fn are_one_loop(&self) -> bool {
        self.parts.iter().any(|part| part.is_one_loop())
    }

    /// Returns whether the lines determine the variables of all parts.
    pub fn are_determined(&self) -> bool {
        self.parts.iter().all(|part| part.is_determined())
    }

    /// Returns the meaning of a base with its parts.
    pub fn meaning(&self, base: &str) -> String {
        let parts = self.parts.iter().map(|part| part.about().meaning);
        std::iter::once(base).chain(parts).collect::<Vec<_>>().join("; ")
    }

    /// Returns a cheap upper bound of the number of variables.
    pub fn variable_bound(&self, graph: &Graph) -> u128 {
        let drawn: usize = self.drawings.iter().map(|one| one.variable_count(graph)).sum();
        let parts = self.iter().map(|(part, field)| part.variable_bound(field));
        drawn as u128 + parts.sum::<u128>()
    }

    /// Creates all variables, then adds the rules of the base, the channeling constraints, and the constraints of the
    /// parts. `rules` gets the number of variables so far, and may create its own before its first constraint.
    pub fn encode(
        &self,
        graph: &Graph,
        sink: &mut dyn ConstraintSink,
        rules: impl FnOnce(&DrawingVariables, u32, &mut dyn ConstraintSink),
    ) {
        let is_through_cells = self.field.as_ref().is_some_and(|field| field.is_through_cells);
        let mut counting = Counting { sink, variables: 0 };
        let board = DrawingVariables::variables(graph, &self.drawings, &mut counting);
        let mut firsts = Vec::with_capacity(self.parts.len());
        for (part, field) in self.iter() {
            firsts.push(counting.variables);
            part.variables(field, &mut counting);
        }
        let count = counting.variables;
        rules(&board, count, sink);
        let mut placed;
        let sink = match is_through_cells {
            true => {
                placed = ThroughCells(sink);
                &mut placed as &mut dyn ConstraintSink
            }
            false => sink,
        };
        board.channel(sink);
        for ((part, field), &first) in self.iter().zip(&firsts) {
            part.constraints(field, &board, first, sink);
        }
    }

    /// Returns the families of a base and its parts, each once.
    pub fn families(&self, base: impl Iterator<Item = RuleFamily>) -> Vec<RuleFamily> {
        let mut families: Vec<RuleFamily> = base.collect();
        let board: &[RuleFamily] =
            if self.drawings.len() == 2 { &DrawingVariables::FAMILIES } else { &[] };
        let parts = self.parts.iter().flat_map(|part| part.about().families());
        for family in board.iter().copied().chain(parts) {
            if !families.iter().any(|known| known.name == family.name) {
                families.push(family);
            }
        }
        families
    }

    /// Returns the external propagator of the inside variables, if there are any.
    pub fn propagator(&self, graph: &Graph) -> Option<Box<dyn ExternalPropagator>> {
        let first = self.board(graph).first_inside()?;
        Some(Box::new(PartialColours::new(faces(graph)?, first)))
    }
}

/// A sink that counts variables and forwards everything.
struct Counting<'a> {
    sink: &'a mut dyn ConstraintSink,
    variables: u32,
}

impl ConstraintSink for Counting<'_> {
    fn variable(&mut self, family: &'static str, name: std::fmt::Arguments<'_>) -> Var {
        self.variables += 1;
        self.sink.variable(family, name)
    }

    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin) {
        self.sink.constraint(constraint, origin);
    }

    fn accepts_more(&self) -> bool {
        self.sink.accepts_more()
    }
}

/// A sink that replaces places of the grid whose vertices are the cells of a puzzle by places of the puzzle.
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
            // two vertices of the puzzle have no place of their own: the first one
            Place::Cells { from: (row, col), .. } => Place::Vertex { row: row + 1, col: col + 1 },
            other => other,
        };
        self.0.constraint(constraint, Origin::new(origin.family, place));
    }

    fn accepts_more(&self) -> bool {
        self.0.accepts_more()
    }
}
