//! A base and its parts: one encoding.

use super::Slitherlink;
use super::bases::{BASES, Base};
use crate::connectivity::eager::{Board, Drawing, Family, PARTS, Part, Predicted};
use crate::connectivity::{
    CutKind, Lines, LoopEncoding, LoopPuzzle, Separation, separate_colours, separate_loops,
};
use crate::logic::{
    CardMethod, Choices, CnfMethod, Constraint, ConstraintSink, Origin, VARIABLE_LIMIT, Var,
};

/// There is no encoding of this name, or it is too large for the puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("encoding `{name}`: {reason}")]
pub struct EncodingError {
    /// The name that was asked for.
    pub name: String,
    /// What is wrong with it, and what would be right.
    pub reason: String,
}

/// The encoding of this name: a base, and parts behind a `+` each.
///
/// ```
/// use encycle_encodings::puzzles::slitherlink::{Slitherlink, encoding};
///
/// let puzzle = Slitherlink::from_rows(&["3.", ".2"])?;
/// assert!(!encoding("pre-succ", &puzzle)?.is_one_loop());
/// assert!(encoding("pre-succ+order", &puzzle)?.is_one_loop());
/// let error = encoding("direct+ordre", &puzzle).err().unwrap();
/// assert!(error.to_string().contains("use colours, reach, reach-all, order, tree"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If there is no such base or part, or they do not go together.
pub fn encoding<'a>(
    name: &str,
    puzzle: &'a Slitherlink,
) -> Result<Box<dyn LoopEncoding + 'a>, EncodingError> {
    let wrong = |reason: String| EncodingError { name: name.chars().take(60).collect(), reason };
    let mut words = name.split('+');
    let base_name = words.next().unwrap_or_default();
    let base = BASES.iter().copied().find(|base| base.about().name == base_name);
    let base = base.ok_or_else(|| {
        let bases: Vec<&str> = BASES.iter().map(|base| base.about().name).collect();
        wrong(format!("`{base_name}` is no base; use {}", bases.join(", ")))
    })?;
    let mut parts: Vec<&'static dyn Part> = Vec::new();
    for word in words {
        let part = PARTS.iter().copied().find(|part| part.about().name == word);
        let part = part.ok_or_else(|| {
            let known: Vec<&str> = PARTS.iter().map(|part| part.about().name).collect();
            wrong(format!("`{word}` is no part; use {}", known.join(", ")))
        })?;
        if parts.iter().any(|known| known.about().name == word) {
            return Err(wrong(format!("`{word}` twice")));
        }
        if part.is_one_loop() && parts.iter().any(|known| known.is_one_loop()) {
            return Err(wrong("two parts that say \"one loop\"; one is enough".to_owned()));
        }
        if word == "colours" && base.drawing() == Drawing::Cells {
            return Err(wrong(format!("`{base_name}` has inside and outside already")));
        }
        parts.push(part);
    }
    let encoding = Encoding::new(puzzle, base, parts);
    let bound = encoding.variable_bound();
    if bound > u128::from(VARIABLE_LIMIT) {
        return Err(wrong(format!(
            "up to {bound} variables on this grid, and files number {VARIABLE_LIMIT} of them at \
             most; use a smaller part, or cuts"
        )));
    }
    Ok(Box::new(encoding))
}

/// The names of all encodings: each base alone, with redundant colours, and with each eager part.
#[must_use]
pub fn encoding_names() -> Vec<String> {
    let any = Slitherlink::from_rows(&["."]).expect("a puzzle");
    let names = BASES.iter().flat_map(|base| {
        let base = base.about().name;
        let with_part = PARTS.iter().map(move |part| format!("{base}+{}", part.about().name));
        std::iter::once(base.to_owned()).chain(with_part)
    });
    names.filter(|name| encoding(name, &any).is_ok()).collect()
}

struct Encoding<'a> {
    puzzle: &'a Slitherlink,
    name: String,
    base: &'static dyn Base,
    parts: Vec<&'static dyn Part>,
    /// The base's own first.
    drawings: Vec<Drawing>,
}

impl<'a> Encoding<'a> {
    fn new(
        puzzle: &'a Slitherlink,
        base: &'static dyn Base,
        parts: Vec<&'static dyn Part>,
    ) -> Self {
        let mut name = base.about().name.to_owned();
        let mut drawings = vec![base.drawing()];
        for part in &parts {
            name.extend(["+", part.about().name]);
            for drawing in part.drawings() {
                if !drawings.contains(drawing) {
                    drawings.push(*drawing);
                }
            }
        }
        Self { puzzle, name, base, parts, drawings }
    }

    fn variable_bound(&self) -> u128 {
        let grid = self.puzzle.grid();
        let drawn: usize = self.drawings.iter().map(|one| one.variable_count(grid)).sum();
        let parts = self.parts.iter().map(|part| part.variable_bound(self.puzzle));
        drawn as u128 + parts.sum::<u128>()
    }
}

/// Counts the variables on their way.
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

    fn wants_more(&self) -> bool {
        self.sink.wants_more()
    }
}

impl LoopEncoding for Encoding<'_> {
    fn puzzle(&self) -> &dyn LoopPuzzle {
        self.puzzle
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn encode(&self, sink: &mut dyn ConstraintSink) {
        let mut sink = Counting { sink, variables: 0 };
        let board = Board::variables(self.puzzle.grid(), &self.drawings, &mut sink);
        let mut firsts = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            firsts.push(sink.variables);
            part.variables(self.puzzle, &mut sink);
        }
        self.base.rules(self.puzzle, &board, sink.sink);
        board.channel(sink.sink);
        for (part, &first) in self.parts.iter().zip(&firsts) {
            part.constraints(self.puzzle, &board, first, sink.sink);
        }
    }

    fn drawing(&self) -> Drawing {
        self.base.drawing()
    }

    fn is_one_loop(&self) -> bool {
        self.parts.iter().any(|part| part.is_one_loop())
    }

    fn has_one_model_each(&self, choices: Choices) -> bool {
        // definitions in one direction, and those of the cardinality encodings, leave freedom
        choices.cnf != CnfMethod::PlaistedGreenbaum
            && choices.card == CardMethod::Direct
            && self.parts.iter().all(|part| part.is_determined())
    }

    fn families(&self) -> Vec<Family> {
        let mut families: Vec<Family> = self.base.about().families().collect();
        let board: &[Family] = if self.drawings.len() == 2 { &Board::FAMILIES } else { &[] };
        let parts = self.parts.iter().flat_map(|part| part.about().families());
        for family in board.iter().copied().chain(parts) {
            if !families.iter().any(|known| known.name == family.name) {
                families.push(family);
            }
        }
        families
    }

    fn predicted(&self) -> Option<Vec<Predicted>> {
        let grid = self.puzzle.grid();
        let mut predicted = Vec::new();
        for drawing in &self.drawings {
            let family = match drawing {
                Drawing::Edges => "edge",
                Drawing::Cells => "inside",
            };
            let variables = drawing.variable_count(grid) as u128;
            predicted.push(Predicted { family, variables, clauses: 0 });
        }
        predicted.extend(self.base.predicted(self.puzzle));
        if self.drawings.len() == 2 {
            let clauses = Board::channel_clauses(grid) as u128;
            predicted.push(Predicted { family: "channel", variables: 0, clauses });
        }
        for part in &self.parts {
            predicted.extend(part.predicted(self.puzzle)?);
        }
        Some(predicted)
    }

    fn lines(&self, model: &[bool]) -> Lines {
        let grid = self.puzzle.grid();
        match self.base.drawing() {
            Drawing::Edges => Lines::from_assignment(grid, model),
            Drawing::Cells => {
                let mut inside = model.to_vec();
                inside.resize(grid.cell_count(), false);
                Lines::around(grid, &inside)
            }
        }
    }

    fn cut_kinds(&self) -> &'static [CutKind] {
        match self.base.drawing() {
            Drawing::Edges => &[CutKind::Loop, CutKind::Leave],
            Drawing::Cells => &[CutKind::Separator],
        }
    }

    fn separate(&self, model: &[bool], kind: CutKind) -> Separation {
        match self.base.drawing() {
            Drawing::Edges => separate_loops(self.puzzle, &self.lines(model), kind),
            Drawing::Cells => separate_colours(self.puzzle.grid(), model),
        }
    }
}

impl Slitherlink {
    /// Hands on the variables and constraints of the encoding `direct`.
    pub fn encode(&self, sink: &mut dyn ConstraintSink) {
        Encoding::new(self, BASES[0], Vec::new()).encode(sink);
    }
}
