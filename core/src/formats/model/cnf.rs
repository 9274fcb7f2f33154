//! The reader of DIMACS CNF as a model: the clauses over the variables `x1`, `x2`, ...
//!
//! Format: <https://satcompetition.github.io/2024/benchmarks.html>. The reader accepts what
//! [`dimacs::read`] accepts.
//!
//! ```
//! use encycle::formats::model::{ModelFormat, read_model};
//!
//! let model = read_model(ModelFormat::Cnf, "p cnf 2 1\n1 -2 0\n".as_bytes(), "a.cnf")?;
//! assert_eq!((model.variable_names().len(), model.constraint_count()), (2, 1));
//! # Ok::<(), encycle::formats::LoadError>(())
//! ```

use std::io::BufRead;

use encycle_encodings::model::Model;

use crate::formats::dimacs;
use crate::formats::model::add_plain_variables;
use crate::formats::{LoadError, ParseError};

/// Reads a formula.
pub(super) fn read(input: impl BufRead, origin: &str) -> Result<Model, LoadError> {
    let mut model = Model::new();
    let read = dimacs::read(input, |clause| model.add_clause(clause));
    let variables = read.map_err(|error| error.in_origin(origin))?;
    add_plain_variables(&mut model, variables).map_err(|message| {
        let (line, column) = (1, 1);
        ParseError { origin: origin.to_owned(), line, column, message: message.to_string() }
    })?;
    Ok(model)
}

#[cfg(test)]
mod tests {
    use crate::formats::model::ModelFormat;
    use crate::formats::model::tests::{assert_refused, read, survives};

    const TEXT: &str = "c a comment\np cnf 3 3\n1 -2 0\n2 0\n-1 2 2 3 0\n";

    #[test]
    fn variables_are_named_by_their_numbers() {
        let model = read(ModelFormat::Cnf, TEXT);
        assert_eq!(model.variable_names(), ["x1", "x2", "x3"]);
        assert_eq!((model.constraint_count(), model.objective()), (3, None));
    }

    #[test]
    fn a_damaged_formula_is_rejected_with_its_position() {
        assert_refused(
            ModelFormat::Cnf,
            &[
                ("p cnf 2 1\n1 3 0\n", 2, 1, "variable 3"),
                ("p cnf 2 1\n1 2\n", 2, 1, "last clause without 0"),
                ("p cnf 99999999 0\n", 1, 1, "exceed the limit"),
                ("", 1, 1, "no header"),
            ],
        );
        survives(ModelFormat::Cnf, TEXT);
    }
}
