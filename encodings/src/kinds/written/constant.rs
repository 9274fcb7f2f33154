//! Numbers that depend on the size of a grid only: the defaults of parameters.

use crate::grid::Grid;
use crate::kinds::written::terms::{Term, Word};

/// Returns the value of a number of the size and of earlier parameters; `None` if it depends on anything else.
pub(super) fn constant_number(term: &Term, grid: Grid, parameters: &[u32]) -> Option<i64> {
    let value = |term: &Term| constant_number(term, grid, parameters);
    match term {
        Term::Number(number) => Some(*number),
        Term::Parameter(at) => parameters.get(*at).copied().map(i64::from),
        Term::Call(Word::Height, _) => i64::try_from(grid.rows()).ok(),
        Term::Call(Word::Width, _) => i64::try_from(grid.cols()).ok(),
        Term::Sum(terms) => terms.iter().map(|(sign, term)| Some(sign * value(term)?)).sum(),
        Term::Product(first, second) => Some(value(first)? * value(second)?),
        _ => None,
    }
}
