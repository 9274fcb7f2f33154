//! Conditional clues: each possible clue has an indicator variable, which implies the clauses of the clue.
//!
//! So one formula contains all possible clues, and a solver chooses among them by assumptions. For example, if
//! `given_7` is the indicator of a clue whose rules have the clause `a v b`, then the formula contains
//! `a v b v -given_7`.

use encycle_encodings::encoding::{Encoding, EncodingError, EncodingInfo, Part};
use encycle_encodings::grid::{Cell, Grid};
use encycle_encodings::logic::{
    CardMethod, ClauseSink, CnfLowering, Constraint, ConstraintSink, Lit, LoweringOptions, Origin,
    Place, Var,
};

use crate::generate::frame::{FrameEncoding, PlacedClue};

/// The clauses of possible clues; each clause applies only if its clue is set.
pub(super) struct ConditionalClues {
    clauses: Vec<(Vec<Lit>, Origin)>,
    indicators: Vec<Lit>,
    /// The names of the variables that clues add, which follow the indicators.
    auxiliary: Vec<String>,
}

impl ConditionalClues {
    /// Creates an indicator for each of `count` clues; the indicators follow the variables of `rules`.
    pub fn new(rules: &Encoding<'_>, count: usize) -> Self {
        let first = rules.variable_count();
        let indicators = (0..count as u32).map(|index| Lit::positive(first + index)).collect();
        Self { clauses: Vec::new(), indicators, auxiliary: Vec::new() }
    }

    /// Returns the indicator of a clue.
    pub fn indicator(&self, index: usize) -> Lit {
        self.indicators[index]
    }

    /// Adds the rules of a clue, given its index. `variables` creates the variables that the clue needs; `rules` emits
    /// its constraints, given the number of the first of these variables.
    pub fn add_clue(
        &mut self,
        index: usize,
        variables: impl FnOnce(&mut dyn ConstraintSink),
        rules: impl FnOnce(u32, &mut dyn ConstraintSink),
    ) {
        let indicator = self.indicators[index];
        let first = self.indicators[0].vidx() + self.indicators.len() + self.auxiliary.len();
        let mut whole = WholeClue { index, indicator, conditional: self };
        variables(&mut whole);
        rules(first as u32, &mut whole);
    }

    /// Adds the clauses of a constraint, each of which applies only if the indicator is true.
    fn add_constraint(&mut self, indicator: Lit, constraint: Constraint<'_>, origin: Origin) {
        let first = self.indicators[0].vidx() + self.indicators.len() + self.auxiliary.len();
        let sink = ConstraintClauses::default();
        let options = LoweringOptions { card: CardMethod::Diagram, ..LoweringOptions::default() };
        let mut lowering = CnfLowering::numbered_from(first as u32, sink, options);
        lowering.constraint(constraint, origin);
        let ConstraintClauses { clauses, auxiliary } =
            lowering.into_sink().expect("a clue has few clauses");
        for _ in 0..auxiliary {
            self.auxiliary.push(format!("given_part_{}", self.auxiliary.len() + 1));
        }
        let on_condition = |mut clause: Vec<Lit>| {
            clause.push(!indicator);
            (clause, origin)
        };
        self.clauses.extend(clauses.into_iter().map(on_condition));
    }

    /// Adds the rules of the clues with a value. `rules` emits the constraints of the puzzle that has a clue of this
    /// value in every cell. A constraint belongs to the clue at its place if `is_clue` returns `true` for its family;
    /// all other constraints are ignored.
    pub fn add(
        &mut self,
        grid: Grid,
        clues: &[PlacedClue],
        value: u32,
        is_clue: fn(&'static str) -> bool,
        rules: impl FnOnce(&mut dyn ConstraintSink),
    ) {
        let mut indicators = vec![None; grid.cell_count()];
        for (one, &literal) in clues.iter().zip(&self.indicators) {
            if one.value == value {
                indicators[one.place] = Some(literal);
            }
        }
        rules(&mut ClauseCollector { grid, indicators, is_clue, conditional: self });
    }

    /// Returns the encoding `rules` with these clues added.
    ///
    /// # Errors
    /// Returns an error if there are more variables than files can number.
    pub fn added_to<'a>(self, mut rules: Encoding<'a>) -> Result<FrameEncoding<'a>, EncodingError> {
        let Self { clauses, indicators, auxiliary } = self;
        let first = rules.numbers(indicators.len() + auxiliary.len())?;
        let count = indicators.len();
        let part = Part::new(ABOUT, move |sink| {
            for (clause, origin) in &clauses {
                sink.add_clause(clause, *origin);
            }
        });
        let part = part.with_variables(first, move |sink| {
            for index in 0..count {
                sink.variable("given", format_args!("given_{}", index + 1));
            }
            for name in &auxiliary {
                sink.variable("given", format_args!("{name}"));
            }
        });
        Ok(FrameEncoding { encoding: rules.with_part(part), literals: indicators })
    }
}

const ABOUT: EncodingInfo = EncodingInfo {
    name: "given",
    meaning: "an indicator variable for each possible clue",
    source: "Encycle",
    families: &[("given", "whether a clue is set")],
};

/// A sink that collects the clauses of each clue that has an indicator, and adds the negated indicator to them.
struct ClauseCollector<'a> {
    grid: Grid,
    /// For each cell, the indicator literal of its clue, if the clue has one.
    indicators: Vec<Option<Lit>>,
    /// Whether a family of constraints belongs to a clue.
    is_clue: fn(&'static str) -> bool,
    conditional: &'a mut ConditionalClues,
}

/// A sink that collects the variables and clauses of one clue.
struct WholeClue<'a> {
    index: usize,
    indicator: Lit,
    conditional: &'a mut ConditionalClues,
}

impl ConstraintSink for WholeClue<'_> {
    fn variable(&mut self, _: &'static str, name: std::fmt::Arguments<'_>) -> Var {
        self.conditional.auxiliary.push(format!("given_{}_{name}", self.index + 1));
        // the number is not used, see `ClauseCollector`
        Var::new(0)
    }

    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin) {
        self.conditional.add_constraint(self.indicator, constraint, origin);
    }
}

/// A sink that collects the clauses of one constraint, and counts the auxiliary variables.
#[derive(Default)]
struct ConstraintClauses {
    clauses: Vec<Vec<Lit>>,
    auxiliary: usize,
}

impl ClauseSink for ConstraintClauses {
    fn variable(&mut self, _: &'static str, _: std::fmt::Arguments<'_>) {
        self.auxiliary += 1;
    }

    fn clause(&mut self, clause: &[Lit], _: Origin) {
        self.clauses.push(clause.to_vec());
    }
}

impl ConstraintSink for ClauseCollector<'_> {
    fn variable(&mut self, _: &'static str, _: std::fmt::Arguments<'_>) -> Var {
        // the encodings of frames compute the numbers of their variables, so they ignore the returned variable
        Var::new(0)
    }

    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin) {
        let Place::Cell { row, col } = origin.place else { return };
        let indicator = self.indicators[self.grid.cell_index(Cell { row, col })];
        if let (true, Some(indicator)) = ((self.is_clue)(origin.family), indicator) {
            self.conditional.add_constraint(indicator, constraint, origin);
        }
    }
}
