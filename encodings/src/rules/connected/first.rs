//! The first true literal of a sequence, as one literal per position.

use crate::grid::Cell;
use crate::logic::{Constraint, ConstraintSink, Formula, Lit, Origin};

/// Variables that find the first true literal among x_0 ... x_{N-1}: f_i, "x_i is the first true literal", and s_i, "at
/// least one of x_0 ... x_i is true". Their definitions are f_i ⇔ x_i ∧ ¬s_{i-1} and s_i ⇔ s_{i-1} ∨ x_i. The first and
/// the last position need fewer variables, because f_0 = s_0 = x_0 and s_{N-1} is not used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FirstTrue {
    count: usize,
    first_variable: u32,
}

impl FirstTrue {
    /// Creates the definitions for `count` literals, with variables numbered from `first_variable`.
    pub fn new(count: usize, first_variable: u32) -> Self {
        Self { count, first_variable }
    }

    /// Returns the number of variables: N - 1 for f, N - 2 for s.
    pub fn variable_count(count: usize) -> usize {
        count.saturating_sub(1) + count.saturating_sub(2)
    }

    /// Creates the variables for one literal per cell.
    pub fn variables(cells: &[Cell], family: &'static str, sink: &mut dyn ConstraintSink) {
        let count = cells.len();
        for (letter, range) in [("first", 1..count), ("seen", 1..count.saturating_sub(1))] {
            for Cell { row, col } in range.map(|index| cells[index]) {
                sink.variable(family, format_args!("{letter}_{}_{}", row + 1, col + 1));
            }
        }
    }

    /// Returns the literal "x_i is the first true literal"; `literal` returns x_i.
    pub fn is_first(self, i: usize, literal: impl Fn(usize) -> Lit) -> Lit {
        match i {
            0 => literal(0),
            _ => Lit::positive(self.first_variable + i as u32 - 1),
        }
    }

    fn seen(self, i: usize, literal: impl Fn(usize) -> Lit) -> Lit {
        match i {
            0 => literal(0),
            _ => Lit::positive(self.first_variable + (self.count + i) as u32 - 2),
        }
    }

    /// Adds the definitions to `sink`.
    pub fn constraints(
        self,
        origin: impl Fn(usize) -> Origin,
        literal: impl Fn(usize) -> Lit,
        sink: &mut dyn ConstraintSink,
    ) {
        for i in 1..self.count {
            let before = self.seen(i - 1, &literal);
            let here = literal(i);
            let first = Formula::And(vec![here.into(), (!before).into()]);
            let formula = Formula::iff(self.is_first(i, &literal).into(), first);
            sink.constraint(Constraint::Formula(&formula), origin(i));
            if i + 1 < self.count {
                let seen = Formula::at_least_one(&[before, here]);
                let formula = Formula::iff(self.seen(i, &literal).into(), seen);
                sink.constraint(Constraint::Formula(&formula), origin(i));
            }
        }
    }
}
