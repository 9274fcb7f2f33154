//! Models written to files with their objectives, and read again.

use std::collections::BTreeSet;

use encycle::decode::{Decoded, decode};
use encycle::encodings::encoding::Encodable as _;
use encycle::encodings::export::{
    MapTarget, MpsLayout, OpbRevision, write_lp_program, write_mps_program, write_opb_program,
    write_wcnf_program,
};
use encycle::encodings::logic::{
    CardMethod, ConstraintSink, LinearObjective, Lit, LoweringOptions, OtherColumn, ProgramColumn,
    ProgramRow, Var,
};
use encycle::encodings::model::{GraphRule, Model};
use encycle::encodings::puzzle::Instance as _;
use encycle::export::{variable_map, write_cnf};
use encycle::formats::model::{ModelFormat, read_model};
use encycle::problem::Problem;
use encycle::solve::{Solve, Verdict};
use encycle::solvers::Dialect;

use super::random_models::{self, Numbers};
use super::solutions;

/// The formats of formulas, with a solver for each; MPS in both layouts. Only a DIMACS file has no objective.
const FORMATS: [(ModelFormat, MpsLayout, &str); 6] = [
    (ModelFormat::Lp, MpsLayout::Free, "microlp"),
    (ModelFormat::Mps, MpsLayout::Free, "microlp"),
    (ModelFormat::Mps, MpsLayout::Fixed, "batsat"),
    (ModelFormat::Opb, MpsLayout::Free, "batsat"),
    (ModelFormat::Wcnf, MpsLayout::Free, "batsat"),
    (ModelFormat::Cnf, MpsLayout::Free, "batsat"),
];

/// Rows on one line of more than 560 characters were refused, which HiGHS, SCIP and CBC read. Nothing of a line is left out.
#[test]
fn long_lines_of_programs_are_read() {
    let read = |count: usize, separator: &str| {
        let sum: Vec<String> = (1..=count).map(|number| format!("x{number}")).collect();
        let sum = sum.join(separator);
        let text = format!(
            "Minimize\n obj: {sum}\nSubject To\n c: {sum} >= 3\nBinary\n {}\nEnd\n",
            sum.replace('+', " ")
        );
        read_model(ModelFormat::Lp, text.as_bytes(), "a.lp")
    };
    // the last line is longer than the pieces in which files are fed
    for (count, separator) in [(400, " + "), (20_000, " + "), (20_000, "+")] {
        let model = read(count, separator).expect("a program");
        let last = format!("x{count}");
        assert_eq!(model.variable_names().last(), Some(&last));
        assert_eq!(model.objective().expect("one").terms.len(), count);
    }
    let refused = read(60_000, "+").expect_err("too long").to_string();
    assert!(refused.contains("[lp-line-size]"), "{refused}");
}

/// The lowering of all files.
fn lowering() -> LoweringOptions {
    LoweringOptions { card: CardMethod::Diagram, ..LoweringOptions::default() }
}

/// Writes a model with a form that states its rules, and reads the file.
fn written(model: &Model, format: ModelFormat, layout: MpsLayout, form: &str) -> (String, Model) {
    let encoding = Problem::encoding(model, form).expect("a small encoding");
    let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
    let (mut file, program, lowering) = (Vec::new(), model.program(), lowering());
    match format {
        ModelFormat::Lp => write_lp_program(&mut file, &[], lowering, &encode, program),
        ModelFormat::Mps => {
            write_mps_program(&mut file, &[], layout, lowering, &encode, program).map(drop)
        }
        ModelFormat::Opb => {
            write_opb_program(&mut file, &[], OpbRevision::Pb24, lowering, &encode, program)
                .map(drop)
        }
        ModelFormat::Wcnf => {
            write_wcnf_program(&mut file, &[], lowering, &encode, program).map(drop)
        }
        _ => write_cnf(&mut file, &encoding, lowering).map(drop),
    }
    .expect("memory");
    let text = String::from_utf8(file).expect("ASCII");
    let read = read_model(format, text.as_bytes(), "written");
    let read = read.unwrap_or_else(|error| panic!("{format}: {error}\n{text}"));
    (text, read)
}

/// Returns what a solver of the file prints for a solution, in a dialect of such solvers, and which map the file has.
fn output_of(
    read: &Model,
    (format, layout): (ModelFormat, MpsLayout),
    solution: &[bool],
) -> (Dialect, MapTarget, String) {
    let literals = |name: &str| -> String {
        let values = solution.iter().enumerate();
        values
            .map(|(at, value)| format!(" {}{name}{}", if *value { "" } else { "-" }, at + 1))
            .collect()
    };
    match format {
        ModelFormat::Cnf => {
            let text = format!("s SATISFIABLE\nv{} 0\n", literals(""));
            (Dialect::Competition, MapTarget::Cnf, text)
        }
        ModelFormat::Wcnf => {
            let own = &solution[..read.own_variable_count()];
            let bits: String =
                own.iter().map(|value| char::from(b'0' + u8::from(*value))).collect();
            (Dialect::MaxSat, MapTarget::Cnf, format!("o 1\ns OPTIMUM FOUND\nv {bits}\n"))
        }
        ModelFormat::Opb => {
            let text = format!("s OPTIMUM FOUND\nv{}\n", literals("x"));
            (Dialect::PseudoBoolean, MapTarget::Opb, text)
        }
        _ => {
            let values = read.variable_names().iter().zip(solution);
            let lines: String =
                values.map(|(name, value)| format!("{name} {}\n", u8::from(*value))).collect();
            let text = format!(
                "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective {}\n# Columns {}\n{lines}# Rows 0\n",
                read.value(solution, &[]).unwrap_or_default(),
                solution.len()
            );
            let is_numbered = layout == MpsLayout::Fixed;
            (Dialect::Highs, if is_numbered { MapTarget::Opb } else { MapTarget::Lp }, text)
        }
    }
}

/// The solver of the read file finds a solution of the model, whose value is the optimum where the file has the objective. The
/// output of a solver for the file is decoded to this solution.
#[test]
fn every_form_in_every_format_has_the_solution_of_the_model() {
    let mut written_forms = BTreeSet::new();
    for seed in 0..24 {
        let mut numbers = Numbers(7000 + seed);
        let (mut model, graph) = random_models::random_graph(&mut numbers, seed % 2 == 0, false);
        let goals = random_models::goals(&graph);
        let goal = goals[numbers.below(goals.len())].clone();
        let Ok(mut rule) = GraphRule::new(graph, goal) else { continue };
        if rule.goal().is_monotone() && numbers.below(2) == 0 {
            let edge = Lit::positive(numbers.below(model.atom_count()) as u32);
            rule = rule.iff(edge).expect("monotone");
        }
        model.require(rule);
        let count = model.atom_count();
        let factor = [1.0, 0.25][numbers.below(2)];
        let column = |number| ProgramColumn::Boolean(Var::new(number));
        let terms = (0..count as u32)
            .map(|number| ((numbers.below(9) as f64 - 3.0) * factor, column(number)))
            .collect();
        let constant = numbers.below(3) as f64;
        let is_maximized = numbers.below(2) == 0;
        model.set_objective(Some(LinearObjective { terms, constant, is_maximized }));
        let sign = if is_maximized { -1.0 } else { 1.0 };
        let value = |values: &[bool]| model.value(values, &[]).expect("an objective");
        let all = solutions(&model);
        let Some(best) = all.iter().map(|one| sign * value(one.atoms())).reduce(f64::min) else {
            continue;
        };
        for form in model.encoding_names().into_iter().filter(|form| form != Model::CUTS) {
            for (format, layout, solver) in FORMATS {
                let (text, read) = written(&model, format, layout, &form);
                let outcome = Solve::new(&read).solver(solver).run().expect("a run");
                let solution = outcome.solution();
                let solution = solution.unwrap_or_else(|| panic!("{form} {format}\n{text}"));
                let found = solution.atoms()[..count].to_vec();
                assert_eq!(model.check_point(&found, &[]), Ok(()), "{form} {format}\n{text}");
                let (dialect, target, output) =
                    output_of(&read, (format, layout), solution.atoms());
                let encoding = Problem::encoding(&model, &form).expect("a small encoding");
                let map = variable_map(&model, &encoding, lowering(), target).expect("memory");
                let decoded = decode(&model, &map, dialect, &output);
                let Ok(Decoded::Model(decoded)) = decoded else {
                    panic!("{form} {format}: {decoded:?}\n{output}\n{text}");
                };
                assert_eq!(decoded.broken, None, "{form} {format}\n{output}\n{text}");
                assert_eq!(decoded.solution.atoms(), found, "{form} {format}\n{output}\n{text}");
                assert_eq!(decoded.objective, Some(value(&found)), "{form} {format}");
                if format != ModelFormat::Cnf {
                    assert_eq!(outcome.verdict(), Verdict::Optimal, "{form} {format}\n{text}");
                    assert_eq!(value(&found), sign * best, "{form} {format}\n{text}");
                }
                written_forms.insert((form.clone(), format!("{format} {layout:?}")));
            }
        }
    }
    assert_eq!(written_forms.len(), Model::FORMS.len() * FORMATS.len(), "{written_forms:?}");
}

/// Maximizes `a + 2.5 y - f + 10` with `y <= 3.5 a + f`, an integer column `y` and a continuous column `f`.
fn mixed_model() -> Model {
    let mut model = Model::new();
    let a = ProgramColumn::Boolean(model.variable("a").var());
    let column = |name: &str, is_integer, lower, upper| OtherColumn {
        name: name.to_owned(),
        is_integer,
        lower,
        upper,
    };
    let y = model.add_column(column("y", true, -2.5, 7.25));
    let f = model.add_column(column("f", false, f64::NEG_INFINITY, 0.75));
    let free = model.add_column(column("g", false, 0.0, f64::INFINITY));
    let row = |terms, lower, upper| ProgramRow { terms, lower, upper };
    model.add_row(row(vec![(1.0, y), (-3.5, a), (-1.0, f)], f64::NEG_INFINITY, 0.0));
    model.add_row(row(vec![(1.0, f), (0.5, free)], -1.0, 1.0));
    let terms = vec![(1.0, a), (2.5, y), (-1.0, f)];
    model.set_objective(Some(LinearObjective { terms, constant: 10.0, is_maximized: true }));
    model
}

#[test]
fn integer_and_continuous_columns_are_written() {
    let model = mixed_model();
    let best = Solve::new(&model).solver("microlp").run().expect("a run").main.outcome;
    // a = 1, f = 0.5, y = 4
    assert_eq!(best.objective.and_then(|one| one.value), Some(20.5));
    for (format, layout, _) in &FORMATS[..3] {
        let (text, read) = written(&model, *format, *layout, Model::CUTS);
        let found = Solve::new(&read).solver("microlp").run().expect("a run").main.outcome;
        assert_eq!(found.verdict, Verdict::Optimal, "{format}\n{text}");
        let values = found.solutions[0].atoms();
        assert_eq!(model.check_point(values, &found.others), Ok(()), "{format}\n{text}");
        assert_eq!(model.value(values, &found.others), Some(20.5), "{format}\n{text}");
        let comment = if *format == ModelFormat::Lp { "10 + value" } else { "10 - minimum" };
        assert!(text.contains(&format!("objective: {comment}")), "{format}\n{text}");
    }
    let error = |format| {
        let (encoding, mut file) =
            (Problem::encoding(&model, Model::CUTS).expect("one"), Vec::new());
        let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
        let (lowering, program) = (LoweringOptions::default(), model.program());
        match format {
            ModelFormat::Opb => {
                write_opb_program(&mut file, &[], OpbRevision::Pb24, lowering, &encode, program)
                    .map(drop)
            }
            _ => write_wcnf_program(&mut file, &[], lowering, &encode, program).map(drop),
        }
        .expect_err("columns that are not 0-1")
        .to_string()
    };
    for format in [ModelFormat::Opb, ModelFormat::Wcnf] {
        assert!(error(format).contains("not 0-1"), "{}", error(format));
    }
}

#[test]
fn the_weights_of_soft_clauses_are_written() {
    let text = "h 1 2 3 0\n5 -1 0\n3 -2 -3 0\n4 2 0\n2 3 1 0\n";
    let model = read_model(ModelFormat::Wcnf, text.as_bytes(), "soft").expect("a formula");
    let (text, read) = written(&model, ModelFormat::Wcnf, MpsLayout::Free, Model::CUTS);
    assert!(text.contains("\n5 -1 0\n") && text.contains("\n4 2 0\n"), "{text}");
    for model in [&model, &read] {
        let found = Solve::new(model).solver("batsat").run().expect("a run").main.outcome;
        assert_eq!(found.objective.and_then(|one| one.value), Some(2.0));
    }
    let x = |number| Lit::positive(number);
    assert_eq!(model.completed(&[Some(true), Some(true), None])[..3], [true, true, false]);
    assert_eq!(model.value(&model.completed(&[None, Some(true)]), &[]), Some(2.0));
    assert_eq!(model.find("x1"), Some(x(0)));
}

/// Names that could be those of other rows are left out; a row with two bounds has a name and a number.
#[test]
fn rows_and_the_objective_keep_their_names() {
    let text = "Maximize\n profit: 3 a + 2 b + y\nSubject To\n c1: a + b <= 1\n p7: a + 2 b >= 1\n cut_3: a - b >= 0\n \
                load: y + 1.5 a <= 3\nBinary\n a b\nEnd\n";
    let model = read_model(ModelFormat::Lp, text.as_bytes(), "named").expect("a program");
    let expected = ["profit", "c1", "constraint_2", "constraint_3", "load"];
    for (format, layout) in
        [(ModelFormat::Lp, MpsLayout::Free), (ModelFormat::Mps, MpsLayout::Free)]
    {
        let (text, read) = written(&model, format, layout, Model::CUTS);
        let words: Vec<&str> =
            text.split(|sign: char| !(sign.is_ascii_alphanumeric() || sign == '_')).collect();
        for name in expected {
            assert!(words.contains(&name), "{format} {name}\n{text}");
        }
        assert!(!words.contains(&"p7") && !words.contains(&"cut_3"), "{format}\n{text}");
        assert_eq!(read.program().names.objective.as_deref(), Some("profit"), "{format}");
    }
    let text = text.replace("c1: a + b <= 1", "two: a + b <= 1").replace("load: y", "two_r2: y");
    let model = read_model(ModelFormat::Lp, text.as_bytes(), "named").expect("a program");
    let (text, _) = written(&model, ModelFormat::Lp, MpsLayout::Free, Model::CUTS);
    assert_eq!(text.matches(" two_r2:").count(), 1, "{text}");
}
