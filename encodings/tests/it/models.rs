//! Rules of models against brute force: cuts, local constraints and checks on random small graphs.

use encycle_encodings::encoding::{CutKind, Encodable, Encoding};
use encycle_encodings::logic::{ConstraintSink as _, Lit, ModelCheck, holds};
use encycle_encodings::model::{GraphGoal, GraphRule, LazyRule, Model, RuleGraph};
use encycle_encodings::puzzle::{Instance as _, Solution};

use crate::common::random_models::{Numbers, assignments, for_random_models};

/// Returns whether the values can be completed so that the encoding's constraints hold.
fn is_model(encoding: &Encoding<'_>, values: &[bool]) -> bool {
    let more = encoding.variable_count() as usize - values.len();
    assignments(more).any(|rest| {
        let model: Vec<bool> = values.iter().copied().chain(rest).collect();
        let mut check = ModelCheck::new(&model);
        encoding.encode(&mut check);
        check.broken().is_none()
    })
}

/// For each assignment: with the local constraints, cuts exclude exactly what the check refuses; each cut is violated by
/// its model and holds in every solution.
#[test]
fn cuts_exclude_what_breaks_a_rule_and_nothing_else() {
    let mut cut_count = 0;
    for_random_models(40, |model, rule| {
        let all: Vec<Vec<bool>> = assignments(model.atom_count()).collect();
        let solutions: Vec<&Vec<bool>> =
            all.iter().filter(|values| rule.check(values).is_ok()).collect();
        let encoding = model.encoding(Model::CUTS).expect("small");
        for values in &all {
            let is_solution = rule.check(values).is_ok();
            if !is_model(&encoding, values) {
                assert!(
                    !is_solution,
                    "{rule} {values:?}: the local constraints exclude a solution"
                );
                continue;
            }
            for kind in [CutKind::Loop, CutKind::Leave] {
                let cuts = rule.violated(values, kind);
                assert_eq!(cuts.is_empty(), is_solution, "{rule} {rule:?} {values:?} {cuts:?}");
                for cut in &cuts {
                    let mut check = ModelCheck::new(values);
                    check.constraint(cut.constraint(), cut.origin());
                    assert!(check.broken().is_some(), "{rule} {values:?}: {cut:?} is not violated");
                    let wrong = solutions.iter().find(|solution| {
                        let mut check = ModelCheck::new(solution);
                        check.constraint(cut.constraint(), cut.origin());
                        check.broken().is_some()
                    });
                    assert_eq!(wrong, None, "{rule} {rule:?}: {cut:?} from {values:?}");
                    cut_count += 1;
                }
            }
        }
    });
    assert!(cut_count > 10_000, "{cut_count}");
}

/// A row `at least two` is stated as a clause by the model check, so rows are counted here.
#[test]
fn rows_of_cuts_hold_in_every_solution() {
    use encycle_encodings::encoding::CutForm;
    use encycle_encodings::logic::holds;
    let mut rows = 0;
    for_random_models(60, |model, rule| {
        let solutions: Vec<Vec<bool>> =
            assignments(model.atom_count()).filter(|values| rule.check(values).is_ok()).collect();
        let encoding = model.encoding(Model::CUTS).expect("small");
        for values in assignments(model.atom_count()).filter(|values| is_model(&encoding, values)) {
            for cut in rule.violated(&values, CutKind::Leave) {
                let need = |solution: &[bool]| match cut.form() {
                    CutForm::Clause => 1,
                    CutForm::AtLeastTwo => 2,
                    CutForm::Crossing(edge) => 2 * usize::from(holds(edge, solution)),
                };
                let is_row = cut.form() != CutForm::Clause;
                rows += usize::from(is_row);
                // a recorded row is replayed as one only if it is justified
                assert!(!is_row || rule.justifies_cut(&cut), "{rule} {rule:?}: {cut:?}");
                for solution in &solutions {
                    let count = cut.literals().iter().filter(|&&one| holds(one, solution)).count();
                    assert!(count >= need(solution), "{rule} {rule:?}: {cut:?} {solution:?}");
                }
            }
        }
    });
    assert!(rows > 50, "{rows}");
}

/// Fractional cuts at random points hold in every solution.
#[test]
fn fractional_cuts_hold_in_every_solution() {
    use encycle_encodings::encoding::CutForm;
    use encycle_encodings::logic::holds;
    let (mut numbers, mut count) = (Numbers(1), 0);
    for_random_models(60, |model, rule| {
        let point: Vec<f64> =
            (0..model.atom_count()).map(|_| numbers.below(5) as f64 / 4.0).collect();
        for cut in rule.fractional(&point) {
            count += 1;
            assert!(rule.justifies_cut(&cut), "{rule} {rule:?}: {cut:?}");
            for solution in assignments(model.atom_count()).filter(|one| rule.check(one).is_ok()) {
                let found = cut.literals().iter().filter(|&&one| holds(one, &solution)).count();
                let need = match cut.form() {
                    CutForm::Clause => 1,
                    CutForm::AtLeastTwo => 2,
                    CutForm::Crossing(edge) => 2 * usize::from(holds(edge, &solution)),
                };
                assert!(found >= need, "{rule} {rule:?}: {cut:?} {solution:?}");
            }
        }
    });
    assert!(count > 100, "{count}");
}

/// No row of random literals that is justified excludes a solution.
#[test]
fn justified_rows_hold_in_every_solution() {
    use encycle_encodings::encoding::{Cut, CutForm, CutReason};
    let (mut numbers, mut justified) = (Numbers(2), 0);
    for_random_models(40, |model, rule| {
        let solutions: Vec<Vec<bool>> =
            assignments(model.atom_count()).filter(|values| rule.check(values).is_ok()).collect();
        for _ in 0..60 {
            let mut literals = Vec::new();
            for number in 0..model.atom_count() as u32 {
                if numbers.below(3) > 0 {
                    literals.push(Lit::new(number, numbers.below(9) == 0));
                }
            }
            let form = match (numbers.below(2), literals.len()) {
                (0, 1..) => CutForm::Crossing(literals.swap_remove(0)),
                _ => CutForm::AtLeastTwo,
            };
            let cut = Cut::new(literals, form, CutReason::Recorded);
            if !rule.justifies_cut(&cut) {
                continue;
            }
            justified += 1;
            for solution in &solutions {
                let count = cut.literals().iter().filter(|&&one| holds(one, solution)).count();
                let is_needed = match form {
                    CutForm::Crossing(edge) => holds(edge, solution),
                    _ => true,
                };
                assert!(count >= 2 || !is_needed, "{rule} {rule:?}: {cut:?} {solution:?}");
            }
        }
    });
    assert!(justified > 20, "{justified}");
}

/// Each goal on one graph with the edges that satisfy it, and edges that do not.
#[test]
fn the_check_of_each_rule_refuses_a_wrong_answer() {
    let edges = ["ab", "bc", "cd", "da", "ac", "ef"];
    for (goal, right, wrong) in [
        (GraphGoal::OneCycle, "ab bc ac", "ab bc cd"),
        (GraphGoal::HamiltonCycle, "", "ab bc cd da"),
        (GraphGoal::Cycles, "", "ef"),
        (GraphGoal::Path([0, 3]), "ab bc cd", "ab bc cd ef"),
        (GraphGoal::HamiltonPath(None), "", "ab bc cd"),
        (GraphGoal::Connected(vec![0, 2]), "ab bc ef", "ab cd ef"),
        (GraphGoal::Connected(vec![]), "ab bc", "ab bc ef"),
        (GraphGoal::Tree(vec![0, 3]), "ac cd", "ac cd da"),
        (GraphGoal::Forest, "ab bc cd ef", "ab bc ac"),
        (GraphGoal::Acyclic, "ab bc cd ef", "ab bc cd da"),
        (GraphGoal::Reach([0, 3]), "ab bc cd", "ab bc ef"),
        (GraphGoal::Distance([0, 3], 2), "ac cd", "ab bc cd"),
    ] {
        let mut model = Model::new();
        let mut graph = RuleGraph::undirected("g");
        for edge in edges {
            let (a, b) = edge.split_at(1);
            graph.edge(a, b, model.variable(&format!("x{edge}")));
        }
        let rule = GraphRule::new(graph, goal).expect("a fitting graph");
        let values = |drawn: &str| -> Vec<bool> {
            edges.iter().map(|edge| drawn.split(' ').any(|one| one == *edge)).collect()
        };
        if !right.is_empty() {
            assert_eq!(rule.check(&values(right)), Ok(()), "{rule}");
        }
        let broken = rule.check(&values(wrong)).expect_err("a wrong answer");
        assert_eq!(broken.rule, rule.goal().name());
        model.require(rule);
        assert!(model.check(&Solution::new(values(wrong))).is_err());
    }
}

/// Cuts have an argument, and no clause with an argument excludes a solution.
#[test]
fn local_arguments_justify_cuts_and_nothing_wrong() {
    let (mut justified, mut refused, mut random) = (0, Vec::new(), 0);
    for_random_models(25, |model, rule| {
        let all: Vec<Vec<bool>> = assignments(model.atom_count()).collect();
        let solutions: Vec<&Vec<bool>> =
            all.iter().filter(|values| rule.check(values).is_ok()).collect();
        let is_sound = |clause: &[Lit]| {
            solutions.iter().all(|values| clause.iter().any(|&literal| holds(literal, values)))
        };
        let encoding = model.encoding(Model::CUTS).expect("small");
        for values in all.iter().filter(|values| is_model(&encoding, values)) {
            for cut in rule.violated(values, CutKind::Loop) {
                let mut clause = Vec::new();
                cut.constraint().for_each_literal(&mut |literal| clause.push(literal));
                assert!(is_sound(&clause), "{rule}: {clause:?}");
                match rule.justifies(&clause) {
                    true => justified += 1,
                    false => refused.push(format!("{rule} {rule:?}: {clause:?}")),
                }
            }
        }
        let mut numbers = Numbers(all.len() as u64);
        for _ in 0..60 {
            let mut clause: Vec<Lit> = (0..model.atom_count() as u32)
                .filter(|_| numbers.below(3) > 0)
                .map(Lit::positive)
                .collect();
            clause.iter_mut().filter(|_| numbers.below(2) == 0).for_each(|one| *one = !*one);
            if rule.justifies(&clause) {
                assert!(is_sound(&clause), "{rule} {rule:?}: {clause:?}");
                random += 1;
            }
        }
    });
    assert!(justified > 5_000 && random > 1_000, "{justified} {random}");
    assert!(refused.is_empty(), "{} of {justified}: {}", refused.len(), refused[0]);
}
