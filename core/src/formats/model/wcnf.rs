//! The reader of WCNF, the format of MaxSAT, in both forms.
//!
//! Format: <https://maxsat-evaluations.github.io/2024/rules.html> (without a header, since 2022) and
//! <https://maxsat-evaluations.github.io/2021/rules.html> (with a header).
//!
//! ```text
//! c since 2022            c until 2021
//! h 1 -2 0                p wcnf 3 2 10
//! 5 2 3 0                 10 1 -2 0
//!                         5 2 3 0
//! ```
//!
//! A hard clause has `h` or a weight of at least the top weight. The cost of a violated soft clause is its weight, and
//! the total is minimized. A soft clause with one literal becomes a term of the objective. A longer soft clause, the N-th
//! of the file, is satisfied or its variable `soft_N` is true.
//!
//! ```
//! use encycle::formats::model::{ModelFormat, read_model};
//!
//! let text = "h 1 2 0\n5 -1 0\n3 -1 -2 0\n";
//! let model = read_model(ModelFormat::Wcnf, text.as_bytes(), "a.wcnf")?;
//! assert_eq!(model.variable_names(), ["x1", "x2", "soft_2"]);
//! // x1 and x2 violate both soft clauses
//! let cost = model.objective().map(|objective| objective.value(&[1.0, 1.0, 1.0], &[]));
//! assert_eq!(cost, Some(8.0));
//! # Ok::<(), encycle::formats::LoadError>(())
//! ```

use std::collections::BTreeSet;

use encycle_encodings::logic::Lit;
use encycle_encodings::model::Model;
use encycle_encodings::text::{Fault, Span};

use crate::formats::model::clauses::{ClauseFormat, ClausePart, read_parts};
use crate::formats::model::{MAX_VARIABLES, add_plain_variables};

/// The limit of the sum of all weights: 2 to the power of 53, below which `f64` represents all integers.
const MAX_TOTAL: u64 = 1 << 53;

/// The numbers of the header.
struct WcnfHeader<'a> {
    place: Span<'a>,
    variables: usize,
    clauses: usize,
    /// The weight of hard clauses.
    top: Option<u64>,
}

/// A soft clause.
struct SoftClause {
    /// Its number among the soft clauses of the file, from 1.
    number: usize,
    weight: u64,
    literals: Vec<Lit>,
}

/// The contents of a file.
#[derive(Default)]
struct Clauses<'a> {
    header: Option<WcnfHeader<'a>>,
    model: Model,
    soft: Vec<SoftClause>,
    soft_count: usize,
    total: u64,
    count: usize,
    /// The greatest variable.
    variables: usize,
}

/// Reads a formula.
pub(super) fn read(text: &str) -> Result<Model, Fault> {
    let mut clauses = Clauses { model: Model::new(), ..Clauses::default() };
    let format = ClauseFormat { is_keyword: |word| word == "p", has_weights: true };
    read_parts(text, format, |part| match part {
        ClausePart::Line(line) => clauses.header(line),
        ClausePart::Clause(words) => clauses.clause(words),
    })?;
    clauses.finish()
}

impl<'a> Clauses<'a> {
    fn header(&mut self, line: Span<'a>) -> Result<(), Fault> {
        const FORM: &str = "write `p wcnf VARIABLES CLAUSES TOP`";
        if self.header.is_some() || self.count > 0 {
            return Err(
                line.wrong("is not the first line\nhelp: keep one header, before all clauses")
            );
        }
        let words: Vec<Span<'a>> = line.words().collect();
        let number = |word: Span<'_>| {
            word.text
                .parse::<u64>()
                .map_err(|_| word.wrong(format!("is not a number\nhelp: {FORM}")))
        };
        let [_, name, variables, clauses, ref top @ ..] = words[..] else {
            return Err(line.wrong(format!("is not a header\nhelp: {FORM}")));
        };
        if name.text != "wcnf" || top.len() > 1 {
            return Err(line.wrong(format!("is not a header of WCNF\nhelp: {FORM}")));
        }
        self.header = Some(WcnfHeader {
            place: line,
            variables: number(variables)? as usize,
            clauses: number(clauses)? as usize,
            top: top.first().map(|&top| number(top)).transpose()?,
        });
        Ok(())
    }

    /// Adds a clause: its weight, and its literals without the 0.
    fn clause(&mut self, words: &[Span<'_>]) -> Result<(), Fault> {
        let [first, words @ ..] = words else { return Ok(()) };
        let weight = self.weight(*first)?;
        let literals =
            words.iter().map(|&word| self.literal(word)).collect::<Result<Vec<_>, _>>()?;
        self.count += 1;
        let Some(weight) = weight else {
            self.model.add_clause(&literals);
            return Ok(());
        };
        self.total = self.total.saturating_add(weight);
        if self.total >= MAX_TOTAL {
            return Err(first.wrong(format!(
                "makes the total weight reach {MAX_TOTAL}\nhelp: divide all weights by a common factor"
            )));
        }
        self.soft_count += 1;
        let different: BTreeSet<Lit> = literals.iter().copied().collect();
        if !different.iter().any(|&literal| different.contains(&!literal)) {
            let literals = different.into_iter().collect();
            self.soft.push(SoftClause { number: self.soft_count, weight, literals });
        }
        Ok(())
    }

    /// Returns the weight of a soft clause, or `None` for a hard clause.
    fn weight(&self, word: Span<'_>) -> Result<Option<u64>, Fault> {
        if word.text == "h" && self.header.is_none() {
            return Ok(None);
        }
        let is_digits = word.text.bytes().all(|byte| byte.is_ascii_digit());
        match word.text.parse::<u64>() {
            Ok(weight) if is_digits && weight > 0 => {
                let top = self.header.as_ref().and_then(|header| header.top);
                Ok((top.is_none_or(|top| weight < top)).then_some(weight))
            }
            _ => {
                let hard = if self.header.is_none() { "`h` or " } else { "" };
                Err(word.wrong(format!(
                    "is not a weight\nhelp: begin a clause with {hard}an integer from 1 to {}",
                    MAX_TOTAL - 1
                )))
            }
        }
    }

    fn literal(&mut self, word: Span<'_>) -> Result<Lit, Fault> {
        let most = self.header.as_ref().map_or(MAX_VARIABLES, |header| header.variables);
        let (sign, digits) = match word.text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, word.text),
        };
        let is_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
        match digits.parse::<usize>() {
            Ok(number) if is_digits && (1..=most.min(MAX_VARIABLES)).contains(&number) => {
                self.variables = self.variables.max(number);
                Ok(Lit::new(number as u32 - 1, sign))
            }
            _ => Err(word.wrong(format!(
                "is not a literal\nhelp: write the number of a variable from 1 to {most}, with `-` if it is negated, and \
                 0 at the end of a clause"
            ))),
        }
    }

    fn finish(mut self) -> Result<Model, Fault> {
        let variables = match &self.header {
            Some(header) if header.clauses != self.count => {
                return Err(header.place.fault(format!(
                    "the header declares {} clauses, the file has {}\nhelp: check whether the file is truncated",
                    header.clauses, self.count
                )));
            }
            Some(header) => header.variables,
            None => {
                self.model.allow_further_variables();
                self.variables
            }
        };
        add_plain_variables(&mut self.model, variables).map_err(|error| {
            let place = self.header.as_ref().map_or(0, |header| header.place.offset);
            Fault { offset: place, message: error.to_string() }
        })?;
        if self.soft_count > 0 {
            self.set_objective();
        }
        Ok(self.model)
    }

    /// Minimizes the total weight of the violated soft clauses.
    fn set_objective(&mut self) {
        let mut terms: Vec<(f64, Lit)> = Vec::with_capacity(self.soft.len());
        let mut constant = 0.0;
        for SoftClause { number, weight, literals } in std::mem::take(&mut self.soft) {
            match literals.is_empty() {
                true => constant += weight as f64,
                false => terms.push((weight as f64, self.model.soften(number, &literals))),
            }
        }
        self.model.minimize(&terms);
        if let Some(objective) = self.model.objective().filter(|_| constant != 0.0) {
            let mut objective = objective.clone();
            objective.constant += constant;
            self.model.set_objective(Some(objective));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::formats::model::ModelFormat;
    use crate::formats::model::tests::{assert_refused, read, survives};

    const NEW: &str = "c x\nh 1 -2 0\n5 2 3 0\n4 -1 0\nc y\n3 0\n2 1 -1 0\n6 3 3 0\n1 1 0\n";
    const OLD: &str = "c x\np wcnf 4 3 10\n10 1 -2 0\n5 2\n3 0 12 -4 0\n";

    #[test]
    fn the_cost_is_the_weight_of_the_violated_clauses() {
        let model = read(ModelFormat::Wcnf, NEW);
        assert_eq!(model.variable_names(), ["x1", "x2", "x3", "soft_1"]);
        assert_eq!(model.constraint_count(), 2);
        let objective = model.objective().expect("an objective");
        let cost = |values: [f64; 4]| objective.value(&values, &[]);
        assert_eq!(cost([1.0, 0.0, 1.0, 0.0]), 4.0 + 3.0);
        assert_eq!(cost([0.0, 0.0, 0.0, 1.0]), 5.0 + 3.0 + 6.0 + 1.0);
    }

    #[test]
    fn a_file_without_clauses_is_an_empty_formula() {
        for text in ["", "c a comment\n", "p wcnf 0 0 1\n"] {
            let model = read(ModelFormat::Wcnf, text);
            assert_eq!(
                (model.variable_names().len(), model.constraint_count()),
                (0, 0),
                "{text:?}"
            );
        }
    }

    #[test]
    fn a_weight_from_the_top_makes_a_clause_hard() {
        let model = read(ModelFormat::Wcnf, OLD);
        assert_eq!(model.variable_names(), ["x1", "x2", "x3", "x4", "soft_1"]);
        assert_eq!((model.constraint_count(), model.objective().expect("one").terms.len()), (3, 1));
        let without_top = read(ModelFormat::Wcnf, "p wcnf 1 2\n3 1 0\n9 -1 0\n");
        assert_eq!(without_top.objective().expect("one").value(&[1.0], &[]), 9.0);
        assert_eq!(read(ModelFormat::Wcnf, "h 1 0\n").objective(), None);
    }

    #[test]
    fn an_invalid_formula_is_rejected_with_its_position() {
        assert_refused(
            ModelFormat::Wcnf,
            &[
                ("h 1 2\n", 1, 1, "no 0 at its end"),
                ("h 1 x 0\n", 1, 5, "'x' is not a literal"),
                ("h 1 --2 0\n", 1, 5, "'--2' is not a literal"),
                ("1.5 1 0\n", 1, 1, "'1.5' is not a weight"),
                ("0 1 0\n", 1, 1, "'0' is not a weight"),
                ("-3 1 0\n", 1, 1, "'-3' is not a weight"),
                ("h 1 0\np wcnf 1 1 1\n", 2, 1, "not the first line"),
                ("p cnf 1 1\n", 1, 1, "not a header of WCNF"),
                ("p wcnf 1\n", 1, 1, "not a header"),
                ("p wcnf 1 x 3\n", 1, 10, "'x' is not a number"),
                ("p wcnf 1 1 3\nh 1 0\n", 2, 1, "'h' is not a weight"),
                ("p wcnf 1 1 3\n3 2 0\n", 2, 3, "from 1 to 1"),
                ("p wcnf 1 2 3\n3 1 0\n", 1, 1, "declares 2 clauses"),
                ("p wcnf 99999999 0 3\n", 1, 1, "exceed the limit"),
                ("9007199254740991 1 0\n1 1 0\n", 2, 1, "total weight"),
            ],
        );
        survives(ModelFormat::Wcnf, NEW);
        survives(ModelFormat::Wcnf, OLD);
    }
}
