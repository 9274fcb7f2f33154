//! The questions of the probe, as rows over variables, written as CNF or LP.

use std::fmt::Write;

use crate::solvers::description::Kind;

/// A row: the sum of coefficient times variable (from 1) is at least, or exactly, the right side.
struct Row {
    terms: Vec<(i64, usize)>,
    exactly: bool,
    right: i64,
}

/// One question, and whether it has a model.
pub(super) struct Case {
    pub variables: usize,
    pub satisfiable: bool,
    rows: Vec<Row>,
}

impl Case {
    /// A chain of implications that fixes the first 60 variables (more than the 50 from which on
    /// CBC omits zeros), and two more variables that need not both be said.
    pub fn satisfiable() -> Self {
        let mut clauses = vec![vec![2], vec![61, 62]];
        for variable in 3..=60_i64 {
            let (sign, before) = (alternating(variable), alternating(variable - 1));
            clauses.push(vec![-before * (variable - 1), sign * variable]);
        }
        clauses.push(vec![-1, -2]);
        clauses.push(vec![1, 60, 62]);
        Self::of_clauses(62, true, &clauses)
    }

    /// All four clauses over two variables.
    pub fn unsatisfiable() -> Self {
        Self::of_clauses(2, false, &[vec![1, 2], vec![-1, 2], vec![1, -2], vec![-1, -2]])
    }

    /// Pigeons and holes for SAT, market split for MIP: both too hard for a second, usually.
    pub fn hard(kind: Kind) -> Self {
        match kind {
            Kind::Sat => Self::pigeons(12),
            Kind::Mip => Self::market_split(4, 30),
        }
    }

    fn of_clauses(variables: usize, satisfiable: bool, clauses: &[Vec<i64>]) -> Self {
        let row = |clause: &Vec<i64>| Row {
            terms: clause.iter().map(|&literal| (literal.signum(), index(literal))).collect(),
            exactly: false,
            right: 1 - clause.iter().map(|&literal| i64::from(literal < 0)).sum::<i64>(),
        };
        Self { variables, satisfiable, rows: clauses.iter().map(row).collect() }
    }

    fn pigeons(holes: i64) -> Self {
        let sits = |pigeon: i64, hole: i64| pigeon * holes + hole + 1;
        let mut clauses: Vec<Vec<i64>> =
            (0..=holes).map(|pigeon| (0..holes).map(|hole| sits(pigeon, hole)).collect()).collect();
        for hole in 0..holes {
            for one in 0..=holes {
                clauses.extend((0..one).map(|other| vec![-sits(one, hole), -sits(other, hole)]));
            }
        }
        Self::of_clauses(((holes + 1) * holes).unsigned_abs() as usize, false, &clauses)
    }

    /// Rows with coefficients below 100, each to be split in halves at once; a test shows that this
    /// one cannot be.
    fn market_split(rows: usize, variables: usize) -> Self {
        let mut state = 1_u32;
        let mut coefficient = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            i64::from(state >> 16) % 99 + 1
        };
        let mut row = || {
            let terms: Vec<_> = (1..=variables).map(|variable| (coefficient(), variable)).collect();
            let right = terms.iter().map(|(factor, _)| factor).sum::<i64>() / 2;
            Row { terms, exactly: true, right }
        };
        let rows = (0..rows).map(|_| row()).collect();
        Self { variables, satisfiable: false, rows }
    }

    /// Whether a model fulfils every row; what it leaves open is taken as false.
    pub fn holds(&self, model: &[Option<bool>]) -> bool {
        let value = |variable: usize| model.get(variable - 1).copied().flatten().unwrap_or(false);
        self.rows.iter().all(|row| {
            let on = row.terms.iter().filter(|(_, variable)| value(*variable));
            let left: i64 = on.map(|(factor, _)| factor).sum();
            if row.exactly { left == row.right } else { left >= row.right }
        })
    }

    /// Name and text of the file. (The rows of SAT cases are clauses.)
    pub fn file(&self, kind: Kind) -> (&'static str, String) {
        match kind {
            Kind::Sat => ("probe.cnf", self.cnf()),
            Kind::Mip => ("probe.lp", self.lp()),
        }
    }

    fn cnf(&self) -> String {
        let mut text = format!("p cnf {} {}\n", self.variables, self.rows.len());
        for row in &self.rows {
            for &(factor, variable) in &row.terms {
                let sign = if factor < 0 { "-" } else { "" };
                let _ = write!(text, "{sign}{variable} ");
            }
            text.push_str("0\n");
        }
        text
    }

    fn lp(&self) -> String {
        let mut text = String::from("Minimize\n obj:");
        for variable in 1..=self.variables {
            let _ = write!(text, "{} 0 x_{variable}", if variable > 1 { "\n  +" } else { "" });
        }
        text.push_str("\nSubject To\n");
        for (number, row) in self.rows.iter().enumerate() {
            let _ = write!(text, " c{}:", number + 1);
            for (place, &(factor, variable)) in row.terms.iter().enumerate() {
                let sign = match (factor < 0, place) {
                    (true, _) => " -",
                    (false, 0) => "",
                    (false, _) => " +",
                };
                let line = if place > 0 && place % 10 == 0 { "\n " } else { "" };
                let _ = write!(text, "{line}{sign} {} x_{variable}", factor.abs());
            }
            let _ = writeln!(text, " {} {}", if row.exactly { "=" } else { ">=" }, row.right);
        }
        text.push_str("Binary\n");
        for variable in 1..=self.variables {
            let _ = writeln!(text, " x_{variable}");
        }
        text.push_str("End\n");
        text
    }
}

fn alternating(variable: i64) -> i64 {
    if variable % 2 == 0 { 1 } else { -1 }
}

fn index(literal: i64) -> usize {
    literal.unsigned_abs() as usize
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_satisfiable_case_is() {
        let model: Vec<_> = (1..=62).map(|variable| Some(variable % 2 == 0)).collect();
        assert!(Case::satisfiable().holds(&model));
        for flipped in 1..=60 {
            let mut wrong = model.clone();
            wrong[flipped - 1] = wrong[flipped - 1].map(|value| !value);
            assert!(!Case::satisfiable().holds(&wrong), "variable {flipped}");
        }
    }

    /// Sums over the subsets of the first half meet no complement among those of the second.
    #[test]
    fn the_market_cannot_be_split() {
        let case = Case::hard(Kind::Mip);
        let half = case.variables / 2;
        let sums = |from: usize, subset: u32| -> Vec<i64> {
            let of = |row: &Row| {
                let chosen = (0..half).filter(|bit| subset >> bit & 1 == 1);
                chosen.map(|bit| row.terms[from + bit].0).sum()
            };
            case.rows.iter().map(of).collect()
        };
        let first: HashSet<Vec<i64>> = (0..1 << half).map(|subset| sums(0, subset)).collect();
        let meets = (0..1 << half).any(|subset| {
            let second = sums(half, subset);
            let rest: Vec<_> =
                case.rows.iter().zip(second).map(|(row, sum)| row.right - sum).collect();
            first.contains(&rest)
        });
        assert!(!meets);
    }
}
