//! The cases of the probe: rows over 0-1 variables, written as CNF, LP, OPB or WCNF.

use std::fmt::Write;

use crate::SolverKind;
use crate::answers::VariableNames;

/// A row: the sum of coefficient times variable (from 1) is at least the right-hand side, or equal to it.
struct CaseRow {
    terms: Vec<(i64, usize)>,
    exactly: bool,
    right: i64,
}

/// The expected status of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExpectedStatus {
    Model,
    NoModel,
    /// None, because the case is too hard for the time limit. A model can still be checked.
    Nothing,
}

/// A case.
pub(crate) struct ProbeCase {
    pub name: &'static str,
    pub variables: usize,
    pub expected: ExpectedStatus,
    rows: Vec<CaseRow>,
}

/// Returns the tiny cases that every solver of a kind must solve.
pub(crate) fn all(kind: SolverKind) -> Vec<ProbeCase> {
    let mut cases = vec![
        ProbeCase::satisfiable(),
        ProbeCase::unsatisfiable(),
        ProbeCase::of_clauses("an empty clause", 1, ExpectedStatus::NoModel, &[vec![1], vec![]]),
        ProbeCase::of_clauses("one unit clause", 1, ExpectedStatus::Model, &[vec![-1]]),
        ProbeCase::of_clauses(
            "unused variables",
            9,
            ExpectedStatus::Model,
            &[vec![3, 5], vec![-3, 5]],
        ),
        ProbeCase::of_clauses("repeated clauses", 2, ExpectedStatus::NoModel, &{
            let once = [vec![1, 2], vec![-1, 2], vec![-2]];
            [&once[..], &once, &once].concat()
        }),
        ProbeCase::large_clause(),
        ProbeCase::many_variables(),
    ];
    if kind != SolverKind::Mip {
        // an LP file needs a column and a row; otherwise GLPK and SYMPHONY reject it
        cases.push(ProbeCase::of_clauses("no variables", 0, ExpectedStatus::Model, &[]));
        cases.push(ProbeCase::of_clauses("no clauses", 3, ExpectedStatus::Model, &[]));
    }
    cases
}

impl ProbeCase {
    /// Makes a chain of implications that fixes the first 60 variables, and two more variables, one of which may have
    /// any value. The number is 60 because CBC omits zeros from 50 columns on.
    pub fn satisfiable() -> Self {
        let mut clauses = vec![vec![2], vec![61, 62]];
        for variable in 3..=60_i64 {
            let (sign, before) = (alternating(variable), alternating(variable - 1));
            clauses.push(vec![-before * (variable - 1), sign * variable]);
        }
        clauses.push(vec![-1, -2]);
        clauses.push(vec![1, 60, 62]);
        Self::of_clauses("satisfiable", 62, ExpectedStatus::Model, &clauses)
    }

    /// Makes all four clauses over two variables.
    pub fn unsatisfiable() -> Self {
        let clauses = [vec![1, 2], vec![-1, 2], vec![1, -2], vec![-1, -2]];
        Self::of_clauses("unsatisfiable", 2, ExpectedStatus::NoModel, &clauses)
    }

    /// Returns cases that are too hard for one second, each for the solvers that solve the previous case.
    ///
    /// For SAT, the first case is the pigeonhole principle (Haken, *The intractability of resolution*, 1985), which
    /// some solvers solve by counting. The second is random 3-SAT with 450 variables and 4.4 clauses per variable,
    /// where no preprocessing helps (Crawford and Auton, *Experimental results on the crossover point in random 3-SAT*,
    /// 1996). On the second case, Glucose restarts only every few seconds, and it checks the time only then. For MIP
    /// and pseudo-Boolean solvers, the case is a market split (Cornuéjols and Dawande, 1998).
    pub fn hard(kind: SolverKind) -> Vec<Self> {
        match kind {
            SolverKind::Sat | SolverKind::MaxSat => {
                vec![Self::pigeons(12), Self::random(450, 1980)]
            }
            SolverKind::Mip | SolverKind::Pb => vec![Self::market_split(4, 30)],
        }
    }

    /// Makes a case that propagation alone does not refute, so that its proof is not empty.
    pub fn to_be_proved() -> Self {
        Self::pigeons(4)
    }

    /// Makes a case with six variables, of which only 2 and 4 occur.
    pub fn with_gaps() -> Self {
        Self::of_clauses("gaps", 6, ExpectedStatus::Model, &[vec![2, 4], vec![-2, 4], vec![2, -4]])
    }

    /// Makes a clause of 2000 literals, all of which are false except the last.
    fn large_clause() -> Self {
        let mut clauses: Vec<Vec<i64>> = (1..2000).map(|variable| vec![-variable]).collect();
        clauses.push((1..=2000).collect());
        Self::of_clauses("a large clause", 2000, ExpectedStatus::Model, &clauses)
    }

    /// Makes a case of 5000 variables, most of which need no value.
    fn many_variables() -> Self {
        let clauses: Vec<Vec<i64>> =
            (0..500).map(|pair| vec![10 * pair + 3, -10 * pair - 7]).collect();
        Self::of_clauses("many variables", 5000, ExpectedStatus::Model, &clauses)
    }

    /// Makes random clauses of three literals, by Park and Miller's generator with a fixed seed.
    fn random(variables: i64, clauses: usize) -> Self {
        let mut state = 1_i64;
        let mut below = |bound: i64| {
            state = state * 48_271 % 2_147_483_647;
            // the low bits of this generator are less random
            state / 8 % bound
        };
        let mut clause = || {
            let mut chosen: Vec<i64> = Vec::with_capacity(3);
            while chosen.len() < 3 {
                let variable = below(variables) + 1;
                if chosen.iter().all(|literal| literal.abs() != variable) {
                    chosen.push(if below(2) == 0 { variable } else { -variable });
                }
            }
            chosen
        };
        let clauses: Vec<_> = (0..clauses).map(|_| clause()).collect();
        Self::of_clauses(
            "hard",
            variables.unsigned_abs() as usize,
            ExpectedStatus::Nothing,
            &clauses,
        )
    }

    fn of_clauses(
        name: &'static str,
        variables: usize,
        expected: ExpectedStatus,
        clauses: &[Vec<i64>],
    ) -> Self {
        let row = |clause: &Vec<i64>| CaseRow {
            terms: clause.iter().map(|&literal| (literal.signum(), index(literal))).collect(),
            exactly: false,
            right: 1 - clause.iter().map(|&literal| i64::from(literal < 0)).sum::<i64>(),
        };
        Self { name, variables, expected, rows: clauses.iter().map(row).collect() }
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
        let variables = ((holes + 1) * holes).unsigned_abs() as usize;
        Self::of_clauses("pigeons", variables, ExpectedStatus::NoModel, &clauses)
    }

    /// Makes rows with coefficients below 100, all of which one choice of variables must split into halves. A unit test
    /// proves that there is no such choice.
    fn market_split(rows: usize, variables: usize) -> Self {
        let mut state = 1_u32;
        let mut coefficient = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            i64::from(state >> 16) % 99 + 1
        };
        let mut row = || {
            let terms: Vec<_> = (1..=variables).map(|variable| (coefficient(), variable)).collect();
            let right = terms.iter().map(|(factor, _)| factor).sum::<i64>() / 2;
            CaseRow { terms, exactly: true, right }
        };
        let rows = (0..rows).map(|_| row()).collect();
        Self { name: "hard", variables, expected: ExpectedStatus::NoModel, rows }
    }

    /// Returns whether a model satisfies every row. A variable without a value counts as false.
    pub fn holds(&self, model: &[Option<bool>]) -> bool {
        let value = |variable: usize| model.get(variable - 1).copied().flatten().unwrap_or(false);
        self.rows.iter().all(|row| {
            let on = row.terms.iter().filter(|(_, variable)| value(*variable));
            let left: i64 = on.map(|(factor, _)| factor).sum();
            if row.exactly { left == row.right } else { left >= row.right }
        })
    }

    /// Returns the name and the text of the input file. The rows of SAT cases are clauses.
    pub fn file(&self, kind: SolverKind) -> (&'static str, String) {
        match kind {
            SolverKind::Sat => ("probe.cnf", self.cnf()),
            SolverKind::Mip => ("probe.lp", self.lp()),
            SolverKind::Pb => ("probe.opb", self.opb()),
            SolverKind::MaxSat => ("probe.wcnf", self.wcnf()),
        }
    }

    /// Returns the variables of the input file.
    pub fn names(&self, kind: SolverKind) -> VariableNames<'static> {
        match kind {
            SolverKind::Pb => VariableNames::Opb(self.variables),
            _ => VariableNames::Numbered(self.variables),
        }
    }

    fn cnf(&self) -> String {
        format!("p cnf {} {}\n", self.variables, self.rows.len()) + &self.clauses("")
    }

    /// Writes hard clauses only, so the cost of each model is 0. WCNF does not declare the number of variables, and a
    /// model has values only up to the maximum variable that occurs. Therefore the last clause, which is always true,
    /// contains the last declared variable.
    fn wcnf(&self) -> String {
        match self.variables {
            0 => self.clauses("h "),
            last => format!("{}h {last} -{last} 0\n", self.clauses("h ")),
        }
    }

    /// Writes the rows as clauses, each preceded by this word.
    fn clauses(&self, word: &str) -> String {
        let mut text = String::new();
        for row in &self.rows {
            text.push_str(word);
            for &(factor, variable) in &row.terms {
                let sign = if factor < 0 { "-" } else { "" };
                let _ = write!(text, "{sign}{variable} ");
            }
            text.push_str("0\n");
        }
        text
    }

    fn opb(&self) -> String {
        let mut text =
            format!("* #variable= {} #constraint= {}\n", self.variables, self.rows.len());
        for row in &self.rows {
            if row.terms.is_empty() {
                // a constraint needs a term; this constraint is false, like the empty clause
                text.push_str("+0 x1 ");
            }
            for &(factor, variable) in &row.terms {
                let _ = write!(text, "{factor:+} x{variable} ");
            }
            let _ = writeln!(text, "{} {} ;", if row.exactly { "=" } else { ">=" }, row.right);
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
            if row.terms.is_empty() {
                // a row needs a column; this row is false, like the empty clause
                text.push_str(" 0 x_1");
            }
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
    fn the_satisfiable_case_has_its_model() {
        let model: Vec<_> = (1..=62).map(|variable| Some(variable % 2 == 0)).collect();
        assert!(ProbeCase::satisfiable().holds(&model));
        for flipped in 1..=60 {
            let mut wrong = model.clone();
            wrong[flipped - 1] = wrong[flipped - 1].map(|value| !value);
            assert!(!ProbeCase::satisfiable().holds(&wrong), "variable {flipped}");
        }
    }

    /// By brute force for cases with few variables, and by selected models for the other cases.
    #[test]
    fn the_expected_statuses_are_correct() {
        for case in all(SolverKind::Sat).into_iter().filter(|case| case.variables <= 12) {
            let models = 0..1_u32 << case.variables;
            let exists = models
                .map(|bits| (0..case.variables).map(move |at| Some(bits >> at & 1 == 1)))
                .any(|model| case.holds(&model.collect::<Vec<_>>()));
            assert_eq!(exists, case.expected == ExpectedStatus::Model, "{}", case.name);
        }
        let mut model = vec![Some(false); 2000];
        assert!(!ProbeCase::large_clause().holds(&model));
        model[1999] = Some(true);
        assert!(ProbeCase::large_clause().holds(&model));
        assert!(ProbeCase::many_variables().holds(&[]));
        let mut model = vec![None; 5000];
        model[6] = Some(true);
        assert!(!ProbeCase::many_variables().holds(&model));
    }

    #[test]
    fn the_random_case_is_balanced_3_sat() {
        let [_, case] = &ProbeCase::hard(SolverKind::Sat)[..] else { panic!("expected two cases") };
        let mut used = HashSet::new();
        for row in &case.rows {
            let variables: HashSet<_> = row.terms.iter().map(|(_, variable)| *variable).collect();
            assert_eq!(variables.len(), 3);
            used.extend(variables);
        }
        assert_eq!((used.len(), case.rows.len()), (450, 1980));
        let positive = case.rows.iter().flat_map(|row| &row.terms).filter(|term| term.0 > 0);
        assert!((2700..3240).contains(&positive.count()), "the signs are not even");
    }

    /// No sums over a subset of the first half complement the sums over a subset of the second half.
    #[test]
    fn the_market_cannot_be_split() {
        let case = &ProbeCase::hard(SolverKind::Mip)[0];
        let half = case.variables / 2;
        let sums = |from: usize, subset: u32| -> Vec<i64> {
            let of = |row: &CaseRow| {
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
