//! Models, solved by every way against brute force: lazily and by each form, with clauses and rows, with an objective.

mod commands;
mod files;
mod length;
mod optima;
#[path = "../../../encodings/tests/it/common/random_models.rs"]
mod random_models;
mod rows;
mod sources;
mod unbounded;

use encycle::encodings::encoding::Encodable as _;
use encycle::encodings::export::LpSize;
use encycle::encodings::logic::{
    CardMethod, Constraint, ConstraintSink, Lit, LoweringOptions, Origin, Var, lower_to_rows,
};
use encycle::encodings::model::{GraphGoal, GraphRule, Model, RuleGraph, at_most};
use encycle::encodings::puzzle::{Instance as _, Solution};
use encycle::export::write_cnf;
use encycle::lint::{FileFormat, check, cnf};
use encycle::problem::Problem;
use encycle::solve::{
    BatSatSession, Engine, Finder, MicrolpSession, NextSolution, SearchOptions, Solve, Verdict,
};
use random_models::{Numbers, assignments, for_random_models};

/// Returns all solutions, found by trying every assignment.
fn solutions(model: &Model) -> Vec<Solution> {
    let all = assignments(model.atom_count()).map(Solution::new);
    all.filter(|solution| model.check(solution).is_ok()).collect()
}

/// Counts the solutions that a search finds one by one.
fn count_found(model: &Model, encoding: &str, is_mip: bool) -> usize {
    let encoding = Problem::encoding(model, encoding).expect("a small encoding");
    let lowering = LoweringOptions { card: CardMethod::Diagram, ..LoweringOptions::default() };
    let mut sat = BatSatSession::new(lowering, None);
    let mut mip = MicrolpSession::new(lowering);
    let mut finder = match is_mip {
        true => Finder::new(&encoding, &mut mip, SearchOptions::default()),
        false => Finder::new(&encoding, &mut sat, SearchOptions::default()),
    };
    let mut count = 0;
    loop {
        match finder.next(&mut ()).expect("a search without failure") {
            NextSolution::Solution(_) => count += 1,
            NextSolution::Exhausted => return count,
            NextSolution::Unknown(reason) => panic!("{reason}"),
        }
    }
}

#[test]
fn every_form_of_every_rule_has_the_solutions_of_brute_force() {
    let mut found = 0;
    for_random_models(12, |model, rule| {
        let expected = solutions(model).len();
        let names = model.encoding_names();
        // graphs of four vertices are planar
        let is_about_trees = !(rule.graph().is_directed() && *rule.goal() == GraphGoal::Acyclic);
        let forms = Model::FORMS.len() - if is_about_trees { 0 } else { 2 };
        assert_eq!(names.len(), 1 + forms, "{rule}: {names:?}");
        for name in names {
            assert_eq!(count_found(model, &name, false), expected, "{name}: {rule} {rule:?}");
        }
        found += expected;
    });
    assert!(found > 1000, "{found}");
}

/// The clause of an edge of `acyclic g iff x` had x twice if x is the literal of the edge, too. A row with a coefficient 2 is
/// weaker.
#[test]
fn a_rule_with_the_literal_of_an_edge_had_clauses_with_a_literal_twice() {
    let wrong = [&cnf::rules::DUPLICATE_LITERAL, &cnf::rules::OPPOSITE_LITERALS];
    for_random_models(12, |model, rule| {
        for name in model.encoding_names() {
            let encoding = Problem::encoding(model, &name).expect("a small encoding");
            let mut file = Vec::new();
            let written = write_cnf(&mut file, &encoding, LoweringOptions::default());
            written.expect("memory");
            let report = check(FileFormat::Cnf, &file[..]).expect("memory");
            // the counted size is that of the clauses
            assert!(!report.has_error(), "{name}: {rule}: {:?}", report.findings());
            let found = report.findings().iter().find(|one| wrong.contains(&one.rule));
            assert_eq!(found, None, "{name}: {rule}: {}", String::from_utf8_lossy(&file));
        }
    });
}

/// Returns a model with a rule about an undirected graph, given by its edges, each two letters.
fn model_of(edges: &str, goal: GraphGoal) -> Model {
    let mut model = Model::new();
    let mut graph = RuleGraph::undirected("g");
    for (number, ends) in edges.split(' ').enumerate() {
        let (from, to) = ends.split_at(1);
        graph.edge(from, to, model.variable(&format!("x{number}")));
    }
    model.require(GraphRule::new(graph, goal).expect("no edge from a vertex to itself"));
    model
}

/// Two triangles at a vertex with a tail, a square with both diagonals and one of them twice, a prism, and two separate cycles.
#[test]
fn every_form_treats_graphs_with_several_blocks_as_brute_force_does() {
    for edges in [
        "ab bc ca cd de ec ef",
        "ab bc cd da ac bd ca",
        "ab bc ca de ef fd ad be cf",
        "ab bc ca de ef fg gd df",
    ] {
        let vertices = edges.chars().filter(char::is_ascii_lowercase).max().expect("a vertex");
        let last = usize::from(vertices as u8 - b'a');
        for goal in [
            GraphGoal::OneCycle,
            GraphGoal::HamiltonCycle,
            GraphGoal::Path([0, last]),
            GraphGoal::HamiltonPath(None),
            GraphGoal::Connected(Vec::new()),
            GraphGoal::Connected(vec![0, last]),
            GraphGoal::Tree(vec![1, 2]),
            GraphGoal::Forest,
            GraphGoal::Reach([last, 0]),
        ] {
            let model = model_of(edges, goal.clone());
            let expected = solutions(&model).len();
            for form in ["tree", "cotree", "flow"] {
                assert_eq!(count_found(&model, form, false), expected, "{form}: {edges} {goal:?}");
            }
        }
    }
}

/// All variables have numbers, whether they are stored or streamed.
#[test]
fn every_form_creates_the_variables_that_it_numbers() {
    struct Variables(u32);

    impl ConstraintSink for Variables {
        fn variable(&mut self, _: &'static str, _: std::fmt::Arguments<'_>) -> Var {
            self.0 += 1;
            Var::new(self.0 - 1)
        }

        fn constraint(&mut self, constraint: Constraint<'_>, _: Origin) {
            constraint.for_each_literal(&mut |literal| assert!(literal.vidx32() < self.0));
        }
    }

    for_random_models(8, |model, rule| {
        for name in model.encoding_names() {
            let encoding = Problem::encoding(model, &name).expect("a small encoding");
            let mut variables = Variables(0);
            encoding.encode(&mut variables);
            assert_eq!(variables.0, encoding.variable_count(), "{name}: {rule}");
        }
    });
    let square = model_of("ab bc cd da ac bd", GraphGoal::HamiltonCycle);
    let count = |form| Problem::encoding(&square, form).expect("planar").variable_count();
    // six edges, nine links, three variables for the closing edge; an arc across each of three faces from each side
    assert_eq!(count("cotree"), 6 + 9 + 3 + 9);
    // a flow for each vertex but the root, with a variable for each link
    assert_eq!(count("flow"), 6 + 9 + 3 + 3 * 9);
}

#[test]
fn a_graph_that_is_not_planar_has_no_tree_of_faces() {
    let mut model = model_of("ab ac ad ae bc bd be cd ce de", GraphGoal::OneCycle);
    let error = Problem::encoding(&model, "cotree").err().expect("a refusal").to_string();
    assert_eq!(
        error,
        "encoding `cotree`: `one-cycle g` has no such form, because the graph g is not planar\n\
         help: use cuts, order, elimination, leaf, hybrid, labels, tree, flow"
    );
    let expected = solutions(&model).len();
    for form in ["tree", "flow"] {
        assert_eq!(count_found(&model, form, false), expected, "{form}");
    }
    let mut directed = RuleGraph::directed("h");
    directed.edge("a", "b", model.variable("x0"));
    model.require(GraphRule::new(directed, GraphGoal::Acyclic).expect("a fitting graph"));
    let error = Problem::encoding(&model, "tree").err().expect("a refusal").to_string();
    assert!(error.contains("`acyclic h` has no such form, because edges without"), "{error}");
    let help = "help: use cuts, order, elimination, leaf, hybrid, labels, flow";
    assert!(error.ends_with(help), "{error}");
}

/// `acyclic` of a directed graph had no form with few rows; `leaf` has many for each arc.
#[test]
fn potentials_are_one_row_for_each_arc() {
    let mut model = Model::new();
    let mut graph = RuleGraph::directed("g");
    for (number, ends) in ["ab", "bc", "ca", "ba", "bd", "da", "dd"].into_iter().enumerate() {
        let (from, to) = ends.split_at(1);
        graph.edge(from, to, model.variable(&format!("x{number}")));
    }
    let rule = GraphRule::new(graph, GraphGoal::Acyclic).expect("a fitting graph");
    let fine = model.variable("fine");
    let mut with_literal = model.clone();
    with_literal.require(rule.clone().iff(fine).expect("monotone"));
    model.require(rule);
    let encoding = Problem::encoding(&model, "flow").expect("a small encoding");
    let rows = lower_to_rows(LpSize::default(), LoweringOptions::default(), |sink| {
        encoding.encode(sink);
    });
    // six arcs, and one from a vertex to itself
    assert_eq!(rows.expect("a small encoding").rows, 7);
    for model in [&model, &with_literal] {
        let expected = solutions(model).len();
        for is_mip in [false, true] {
            assert_eq!(count_found(model, "flow", is_mip), expected, "{is_mip}");
        }
    }
}

#[test]
fn a_mip_solver_finds_the_solutions_of_brute_force() {
    for_random_models(3, |model, rule| {
        let all = solutions(model).len();
        let is_offered = |name: &str| model.encoding_names().iter().any(|one| one == name);
        for form in [Model::CUTS, "cotree", "flow"] {
            if all <= 20 && is_offered(form) {
                assert_eq!(count_found(model, form, true), all, "{form}: {rule} {rule:?}");
            }
        }
    });
}

/// Two rules about different graphs over the same variables, with a side constraint and an objective.
#[test]
fn the_optimum_of_combined_rules_is_that_of_brute_force() {
    let mut optima = 0;
    for seed in 0..40 {
        let mut numbers = Numbers(1000 + seed);
        let (mut model, first) = random_models::random_graph(&mut numbers, seed % 2 == 0, false);
        let goals = random_models::goals(&first);
        let goal = goals[numbers.below(goals.len())].clone();
        let Ok(rule) = GraphRule::new(first, goal) else { continue };
        model.require(rule);
        let mut second = RuleGraph::directed("h");
        for (number, name) in model.variable_names().to_vec().iter().enumerate() {
            let (from, to) = (number % 3, (number + 1 + number / 3) % 3);
            if from != to {
                second.edge(from, to, model.variable(name));
            }
        }
        if let Ok(rule) = GraphRule::new(second, GraphGoal::Acyclic) {
            model.require(rule);
        }
        let all: Vec<Lit> =
            (0..model.atom_count()).map(|atom| Lit::positive(atom as u32)).collect();
        model.add(at_most(all.len() - 1, &all));
        let terms: Vec<(f64, Lit)> =
            all.iter().map(|&literal| (numbers.below(9) as f64 - 3.5, literal)).collect();
        for is_maximized in [false, true] {
            match is_maximized {
                true => model.maximize(&terms),
                false => model.minimize(&terms),
            }
            let value = |solution: &Solution| -> f64 {
                terms.iter().filter(|(_, one)| solution.has(one.vidx())).map(|(size, _)| size).sum()
            };
            let sign = if is_maximized { -1.0 } else { 1.0 };
            let best = solutions(&model).iter().map(|one| sign * value(one)).reduce(f64::min);
            for solver in ["batsat", "microlp"] {
                let outcome = Solve::new(&model).solver(solver).run().expect("a run");
                let Some(best) = best else {
                    assert_eq!(outcome.verdict(), Verdict::NoSolution, "{solver} {model:?}");
                    continue;
                };
                let message = format!("{solver} {:?} {model:?}", outcome.main.outcome);
                assert_eq!(outcome.verdict(), Verdict::Optimal, "{message}");
                let objective = outcome.main.outcome.objective.expect("an objective");
                assert_eq!(objective.value, Some(sign * best), "{message}");
                assert_eq!(objective.bound, objective.value, "{message}");
                assert_eq!(outcome.solution().map(value), Some(sign * best), "{message}");
                optima += 1;
            }
        }
    }
    assert!(optima > 50, "{optima}");
}

#[test]
fn a_clause_solver_refuses_what_it_cannot_count() {
    let mut model = Model::new();
    let x = model.variable("x");
    model.minimize(&[(0.123_456_789, x)]);
    let outcome = Solve::new(&model).solver("batsat").run().expect("a run");
    let failure = outcome.main.outcome.failure.expect("a refusal").to_string();
    assert!(
        failure.contains("0.123456789") && failure.contains("help: use a MIP solver"),
        "{failure}"
    );
    let engine = Engine::find("microlp").expect("built in");
    assert!(engine.is_mip());
    assert_eq!(
        Solve::new(&model).solver("microlp").run().expect("a run").verdict(),
        Verdict::Optimal
    );
}

/// The only solution of `one-cycle` may be a part of a model with two cycles, so a cut that forbids each stray cycle would be
/// wrong.
#[test]
fn a_stray_cycle_may_be_the_solution() {
    let mut model = Model::new();
    let mut graph = RuleGraph::undirected("g");
    for pair in ["ab", "bc", "ca", "de", "ef", "fd"] {
        let (from, to) = pair.split_at(1);
        let edge = model.variable(&format!("x{pair}"));
        graph.edge(from, to, edge);
    }
    model.require(GraphRule::new(graph, GraphGoal::OneCycle).expect("no self-loop"));
    assert_eq!(solutions(&model).len(), 2);
    assert_eq!(count_found(&model, Model::CUTS, false), 2);
}
