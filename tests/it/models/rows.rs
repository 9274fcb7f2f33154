//! Random linear programs in MPS and LP, with integer and continuous columns, several rows of type N, ranges and unusual
//! bounds, against an evaluation of their own.
//!
//! Coefficients, bounds and values are tenths, so that sums are exact in hundredths.

use std::fmt::Write as _;

use encycle::encodings::model::Model;
use encycle::formats::model::{ModelFormat, read_model};
use encycle::solve::{Solve, Verdict};

use super::random_models::Numbers;

/// A column with its bounds in tenths, where `None` is infinite.
struct Column {
    is_integer: bool,
    bounds: [Option<i64>; 2],
    /// The lines of the section `BOUNDS`, and of `Bounds`.
    lines: [String; 2],
}

/// A row with its coefficients in tenths, and its bounds in hundredths.
struct Row {
    kind: char,
    sizes: Vec<i64>,
    right: i64,
    range: Option<i64>,
}

struct Program {
    columns: Vec<Column>,
    rows: Vec<Row>,
    /// The rows of type N; the first is the objective.
    free: Vec<Vec<i64>>,
}

/// Returns a number of tenths as text.
fn tenths(value: i64) -> String {
    let sign = if value < 0 { "-" } else { "" };
    format!("{sign}{}.{}", value.abs() / 10, value.abs() % 10)
}

fn column(numbers: &mut Numbers, name: &str) -> Column {
    let is_integer = numbers.below(2) == 0;
    let value = numbers.below(25) as i64 - 5;
    let above = value + numbers.below(50) as i64;
    let text = tenths(value);
    let (mps, lp, bounds) = match numbers.below(7) {
        0 => (
            format!(" LO B {name} {text}\n UP B {name} {}\n", tenths(above)),
            format!(" {text} <= {name} <= {}\n", tenths(above)),
            [Some(value), Some(above)],
        ),
        1 => (format!(" FX B {name} {text}\n"), format!(" {name} = {text}\n"), [Some(value); 2]),
        2 => (
            format!(" UP B {name} {}\n", tenths(value.abs())),
            format!(" {name} <= {}\n", tenths(value.abs())),
            [Some(0), Some(value.abs())],
        ),
        3 => (
            format!(" LO B {name} {text}\n UP B {name} 1e30\n"),
            format!(" {text} <= {name} <= 1e30\n"),
            [Some(value), None],
        ),
        4 => (format!(" FR B {name}\n"), format!(" -infinity <= {name} <= +infinity\n"), [None; 2]),
        5 => (
            format!(" MI B {name}\n UP B {name} {text}\n"),
            format!(" -inf <= {name} <= {text}\n"),
            [None, Some(value)],
        ),
        _ => (format!(" PL B {name}\n"), format!(" {name} <= inf\n"), [Some(0), None]),
    };
    Column { is_integer, bounds, lines: [mps, lp] }
}

impl Program {
    fn random(numbers: &mut Numbers) -> Self {
        let count = 1 + numbers.below(3);
        let columns = (0..count).map(|number| column(numbers, &format!("n{number}"))).collect();
        let mut sizes = || -> Vec<i64> {
            (0..count).map(|_| [0, 10, 20, -10, 5, -3][numbers.below(6)]).collect()
        };
        let free = (0..3).map(|_| sizes()).collect();
        let all: Vec<Vec<i64>> = (0..2).map(|_| sizes()).collect();
        let row = |sizes: Vec<i64>| {
            let (kind, right) = match numbers.below(5) {
                0 | 1 => ('L', numbers.below(60) as i64 - 10),
                2 | 3 => ('G', 10 - numbers.below(60) as i64),
                _ => ('E', 10 * numbers.below(3) as i64),
            };
            let range = (numbers.below(3) == 0).then(|| numbers.below(60) as i64 - 30);
            Row { kind, sizes, right, range }
        };
        let rows = all.into_iter().map(row).collect();
        Self { columns, rows, free }
    }

    fn mps(&self) -> String {
        let mut text = "NAME p\nROWS\n N cost\n".to_owned();
        for (number, row) in self.rows.iter().enumerate() {
            let _ = writeln!(text, " {} r{number}\n N f{number}", row.kind);
        }
        text += "COLUMNS\n";
        for (number, column) in self.columns.iter().enumerate() {
            if column.is_integer {
                text += " M 'MARKER' 'INTORG'\n";
            }
            let _ = writeln!(text, " n{number} cost {}", tenths(self.free[0][number]));
            for (row, at) in self.rows.iter().zip(0..) {
                let _ = writeln!(text, " n{number} r{at} {}", tenths(row.sizes[number]));
            }
            for (sizes, at) in self.free[1..].iter().zip(0..) {
                let _ = writeln!(text, " n{number} f{at} {}", tenths(sizes[number]));
            }
            if column.is_integer {
                text += " M 'MARKER' 'INTEND'\n";
            }
        }
        text += "RHS\n";
        for (number, row) in self.rows.iter().enumerate() {
            let _ = writeln!(text, " R r{number} {}", tenths(row.right));
        }
        text += " R f0 7\nRANGES\n";
        for (number, row) in self.rows.iter().enumerate() {
            if let Some(range) = row.range {
                let _ = writeln!(text, " S r{number} {}", tenths(range));
            }
        }
        text += "BOUNDS\n";
        self.columns.iter().for_each(|column| text += &column.lines[0]);
        text + "ENDATA\n"
    }

    /// Returns the program in LP, with ranges as such or as two rows, and without the other rows of type N.
    fn lp(&self) -> String {
        let sum = |sizes: &[i64]| -> String {
            let term = |(number, size): (usize, &i64)| {
                let sign = if *size < 0 { "-" } else { "+" };
                format!(" {sign} {} n{number}", tenths(size.abs()))
            };
            sizes.iter().enumerate().map(term).collect()
        };
        let mut text = format!("min\n obj:{}\nst\n", sum(&self.free[0]));
        for (number, row) in self.rows.iter().enumerate() {
            let [low, high] = row.ends();
            if let ([Some(low), Some(high)], 0) = ([low, high], number) {
                let _ =
                    writeln!(text, "{} <= {} <= {}", tenths(low), sum(&row.sizes), tenths(high));
                continue;
            }
            if let ([Some(low), None], 1) = ([low, high], number) {
                let _ = writeln!(text, "r{number}: {} =<{}", tenths(low), sum(&row.sizes));
                continue;
            }
            for (end, relation) in [(low, ">="), (high, "=<")] {
                if let Some(end) = end {
                    let _ = writeln!(text, "{} {relation} {}", sum(&row.sizes), tenths(end));
                }
            }
        }
        text += "bounds\n";
        self.columns.iter().for_each(|column| text += &column.lines[1]);
        text += "gen\n";
        for (number, column) in self.columns.iter().enumerate() {
            if column.is_integer {
                let _ = writeln!(text, " n{number}");
            }
        }
        text + "semi\nend\n"
    }

    /// Returns whether a point of tenths is a solution.
    fn is_solution(&self, point: &[i64]) -> bool {
        let columns = self.columns.iter().zip(point).all(|(column, &value)| {
            (!column.is_integer || value % 10 == 0)
                && column.bounds[0].is_none_or(|low| value >= low)
                && column.bounds[1].is_none_or(|high| value <= high)
        });
        let value = |sizes: &[i64]| -> i64 { sizes.iter().zip(point).map(|(a, b)| a * b).sum() };
        columns
            && self.rows.iter().all(|row| {
                let [low, high] = row.ends();
                low.is_none_or(|low| value(&row.sizes) >= 10 * low)
                    && high.is_none_or(|high| value(&row.sizes) <= 10 * high)
            })
    }
}

impl Row {
    /// Returns the bounds of the sum in tenths, by the table of the format.
    fn ends(&self) -> [Option<i64>; 2] {
        let right = self.right;
        match (self.kind, self.range) {
            ('L', None) => [None, Some(right)],
            ('G', None) => [Some(right), None],
            ('L', Some(range)) => [Some(right - range.abs()), Some(right)],
            ('G', Some(range)) => [Some(right), Some(right + range.abs())],
            (_, None) => [Some(right); 2],
            (_, Some(range)) if range < 0 => [Some(right + range), Some(right)],
            (_, Some(range)) => [Some(right), Some(right + range)],
        }
    }
}

/// Checks a point of tenths; `None` if a 0-1 variable has another value.
fn check(model: &Model, point: &[i64]) -> Option<(bool, f64)> {
    let value = |name: &String| point[name[1..].parse::<usize>().expect("a number")];
    let booleans: Option<Vec<bool>> = model
        .variable_names()
        .iter()
        .map(|name| match value(name) {
            0 => Some(false),
            10 => Some(true),
            _ => None,
        })
        .collect();
    let others: Vec<f64> =
        model.column_names().iter().map(|name| value(name) as f64 / 10.0).collect();
    let booleans = booleans?;
    let objective = model.value(&booleans, &others).unwrap_or_default();
    Some((model.check_point(&booleans, &others).is_ok(), objective))
}

#[test]
fn points_are_checked_as_the_files_state() {
    let (mut solutions, mut others) = (0, 0);
    for seed in 0..600 {
        let mut numbers = Numbers(seed);
        let program = Program::random(&mut numbers);
        let count = program.columns.len();
        let points: Vec<Vec<i64>> = (0..200)
            .map(|_| {
                let value = |numbers: &mut Numbers| match numbers.below(3) {
                    0 => numbers.below(40) as i64 - 10,
                    _ => 10 * (numbers.below(6) as i64 - 1),
                };
                (0..count).map(|_| value(&mut numbers)).collect()
            })
            .collect();
        for (format, text) in [(ModelFormat::Mps, program.mps()), (ModelFormat::Lp, program.lp())] {
            let model = read_model(format, text.as_bytes(), "random")
                .unwrap_or_else(|error| panic!("{seed}: {error}\n{text}"));
            for point in &points {
                let expected = program.is_solution(point);
                let (found, objective) = check(&model, point).unwrap_or((false, 0.0));
                assert_eq!(found, expected, "{seed}: {point:?}\n{text}");
                if expected {
                    let sum: i64 =
                        program.free[0].iter().zip(point).map(|(size, value)| size * value).sum();
                    assert!((objective - sum as f64 / 100.0).abs() < 1e-9, "{seed}\n{text}");
                }
                *(if expected { &mut solutions } else { &mut others }) += 1;
            }
        }
    }
    assert!(solutions > 1000 && others > 1000, "{solutions} {others}");
}

/// Checks the verdicts and optima of a solver for programs of integer columns with few values.
pub fn check_optima(solver: &str, seeds: u64) {
    let mut verdicts = [0; 2];
    for seed in 0..seeds {
        let mut numbers = Numbers(seed);
        let mut program = Program::random(&mut numbers);
        for column in &mut program.columns {
            column.is_integer = true;
        }
        if program.columns.iter().any(|one| one.bounds.iter().any(Option::is_none)) {
            continue;
        }
        let count = program.columns.len();
        let points = (0..9_usize.pow(count as u32)).map(|code| {
            let value = |place: u32| 10 * (code / 9_usize.pow(place) % 9) as i64 - 20;
            (0..count as u32).map(value).collect::<Vec<i64>>()
        });
        let cost = |point: &Vec<i64>| -> i64 {
            program.free[0].iter().zip(point).map(|(size, value)| size * value).sum()
        };
        let best = points.filter(|point| program.is_solution(point)).map(|one| cost(&one)).min();
        for (format, text) in [(ModelFormat::Mps, program.mps()), (ModelFormat::Lp, program.lp())] {
            let model = read_model(format, text.as_bytes(), "random").expect("valid");
            let outcome = Solve::new(&model).solver(solver).run().expect("a run");
            let context = || format!("{seed} {solver}: {:?}\n{text}", outcome.main.outcome.reason);
            match (best, outcome.verdict()) {
                (None, Verdict::NoSolution) => verdicts[0] += 1,
                // an objective without terms is none
                (Some(0), Verdict::Solved) => {}
                (Some(best), Verdict::Optimal) => {
                    let value = outcome.main.outcome.objective.and_then(|one| one.value);
                    let value = value.expect("a value");
                    assert!((value - best as f64 / 100.0).abs() < 1e-6, "{value} {}", context());
                    verdicts[1] += 1;
                }
                (best, verdict) => panic!("{best:?} {verdict}: {}", context()),
            }
        }
    }
    assert!(verdicts.iter().all(|&count| count > 10), "{verdicts:?}");
}

#[test]
fn optima_of_integer_programs_are_those_of_brute_force() {
    check_optima("default", 1000);
    check_optima("microlp", 600);
}

/// Returns the model of a text.
fn read(format: ModelFormat, text: &str) -> Model {
    read_model(format, text.as_bytes(), "text").expect("a model")
}

/// microlp reported another result than for two rows.
#[test]
fn a_row_with_a_range_may_be_unbounded() {
    let text = "NAME p\nROWS\n N obj\n L r\nCOLUMNS\n x1 obj -1 r -1\n n obj -1 r 0.5\n d obj -3 r 1\n f obj 0 r -1\nRHS\n\
                RANGES\n rng r 2\nBOUNDS\n UP bnd x1 2\n UP bnd n 4\nENDATA\n";
    let outcome = Solve::new(&read(ModelFormat::Mps, text)).run().expect("a run");
    assert_eq!(outcome.verdict(), Verdict::Unbounded, "{:?}", outcome.main.outcome.reason);
    // a column is named as in the file, although files of Encycle name it `x_1`
    let text = "Maximize\n obj: x[1]\nSubject To\n c1: x[1] >= 1\nEnd\n";
    let reason = Solve::new(&read(ModelFormat::Lp, text)).run().expect("a run").main.outcome.reason;
    assert!(reason.expect("one").ends_with("improves with x[1] without end"));
}

/// The words of a comment behind `$` were rows and values. The name of a row may begin with the sign, too.
#[test]
fn comments_of_mps_files_are_left_out() {
    let bare = "NAME p\nROWS\n N obj\n L $r\nCOLUMNS\n x obj -1 $r 1\n y obj -1 $r 2\nRHS\n rhs $r 4\n\
                BOUNDS\n UP bnd x 3\n UP bnd y 3\nENDATA\n";
    let commented = bare
        .replace(" L $r", " L $r $ the only row")
        .replace("x obj -1 $r 1", "x obj -1 $r 1 $costs one")
        .replace("rhs $r 4", "rhs $r 4 $ limit 5")
        .replace("bnd x 3", "bnd x 3 $ 4");
    let optimum = |text: &str| {
        let outcome = Solve::new(&read(ModelFormat::Mps, text)).run().expect("a run");
        outcome.main.outcome.objective.and_then(|one| one.value)
    };
    assert_eq!(optimum(bare), Some(-3.5));
    assert_eq!(optimum(&commented), Some(-3.5));
}

/// A value of y near 0 counted as 0, where x may then be 1.
#[test]
fn points_that_rounding_breaks_are_replaced() {
    for size in ["1000", "5000000", "10000000", "1000000000"] {
        let text = format!(
            "Minimize\n obj: 90 y1 + 92 y2 + 95 y3 + x2\nSubject To\n m1: x1 - {size} y1 <= 0\n m2: x2 - {size} y2 <= 0\n \
             m3: x3 - {size} y3 <= 0\n c1: x1 + x2 + x3 >= 2\n c2: x1 + x3 <= 1\nBinary\n y1 y2 y3\nEnd\n"
        );
        let outcome = Solve::new(&read(ModelFormat::Lp, &text)).run().expect("a run");
        let value = outcome.main.outcome.objective.and_then(|one| one.value);
        assert_eq!((outcome.verdict(), value), (Verdict::Optimal, Some(94.0)), "{size}");
    }
}

/// microlp has integers of 32 bits, but rows may bound the columns.
#[test]
fn rows_without_integer_solutions_are_infeasible() {
    for (rows, verdict) in [
        ("c: 2 n = 3", Verdict::NoSolution),
        ("c: 2 n - 2 m = 1", Verdict::NoSolution),
        ("c: n - m = 0.5", Verdict::NoSolution),
        ("c: n <= 9.5\n d: n + m >= 20\n e: m <= 10", Verdict::NoSolution),
        ("c: n <= 9.5\n d: n + m >= 19\n e: m <= 10", Verdict::Optimal),
    ] {
        let text = format!("Minimize\n obj: n\nSubject To\n {rows}\nGeneral\n n m\nEnd\n");
        let outcome = Solve::new(&read(ModelFormat::Lp, &text)).run().expect("a run");
        assert_eq!(outcome.verdict(), verdict, "{rows}: {:?}", outcome.main.outcome.reason);
    }
}

/// An integer column without a least value that nothing uses got the value -2^31, and the verdict was unknown.
#[test]
fn integer_columns_that_nothing_uses_are_fixed() {
    for (bounds, value) in [("n free", 0.0), ("-inf <= n <= 3", 0.0), ("-inf <= n <= -3", -3.0)] {
        for (right, verdict) in [(2, Verdict::Optimal), (3, Verdict::NoSolution)] {
            let text = format!(
                "Minimize\n obj: 3 a + b\nSubject To\n c: 2 a + 2 b = {right}\nBounds\n {bounds}\nBinary\n a b\n\
                 General\n n\nEnd\n"
            );
            let model = read(ModelFormat::Lp, &text);
            let outcome = Solve::new(&model).solver("microlp").run().expect("a run");
            let found = &outcome.main.outcome;
            assert_eq!(outcome.verdict(), verdict, "{bounds}: {:?}", found.reason);
            assert!(
                verdict == Verdict::NoSolution || found.others == [value],
                "{:?}",
                found.others
            );
        }
    }
}

/// The built-in SAT solver cannot count such an objective, and failed.
#[test]
fn an_objective_that_clauses_cannot_count_is_for_the_mip_solver() {
    for (size, value) in [("0.1234567", 0.246_913_4), ("1e15", 2e15)] {
        let text = format!(
            "Minimize\n obj: {size} a + {size} b + {size} c\nSubject To\n r: a + b + c >= 2\nBinary\n a b c\nEnd\n"
        );
        let outcome = Solve::new(&read(ModelFormat::Lp, &text)).run().expect("a run");
        let found = outcome.main.outcome.objective.and_then(|one| one.value);
        assert_eq!((outcome.verdict(), found), (Verdict::Optimal, Some(value)));
    }
}
