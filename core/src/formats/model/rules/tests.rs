//! Tests of the rules language: all rules, all errors with their positions, and damaged texts.

use encycle_encodings::logic::{Lit, OtherColumn};
use encycle_encodings::model::{Condition, Model};

use crate::formats::map;
use crate::formats::model::{ModelFormat, read_model, read_rules};

/// A model with the variables `a`, `b`, `-c` and `c`, and the integer column `count`.
fn model() -> Model {
    let mut model = Model::new();
    for name in ["a", "b", "-c", "c"] {
        model.variable(name);
    }
    let count = OtherColumn { name: "count".to_owned(), is_integer: true, lower: 0.0, upper: 9.0 };
    model.add_column(count);
    model
}

/// The graph of the examples: a triangle and a tail.
const GRAPH: &str =
    "graph g undirected\nedge g s t a\nedge g t u b\nedge g u s true\nedge g u v -4\n";

fn rules(text: &str) -> Vec<(String, Option<Lit>)> {
    let mut model = model();
    read_rules(text, "a.rules", &mut model, None).unwrap_or_else(|error| panic!("{error}"));
    let rules = model.rules().filter_map(|rule| rule.graph_rule());
    rules.map(|rule| (rule.to_string(), rule.literal())).collect()
}

#[test]
fn all_rules_are_read() {
    let [a, c] = [0, 3].map(Lit::positive);
    let table = [
        ("one-cycle g", "one-cycle g", None),
        ("hamilton-cycle g # comment", "hamilton-cycle g", None),
        ("cycles g", "cycles g", None),
        ("path g s t", "path g s t", None),
        ("hamilton-path g", "hamilton-path g", None),
        ("hamilton-path g v s", "hamilton-path g v s", None),
        ("connected g", "connected g", None),
        ("connected g s u v iff a", "connected g s u v", Some(a)),
        ("connected-vertices g", "connected-vertices g", None),
        ("tree g", "tree g", None),
        ("tree g s v", "tree g s v", None),
        ("forest g", "forest g", None),
        ("forest g iff ~a", "forest g", Some(!a)),
        ("acyclic g iff 4", "acyclic g", Some(c)),
        ("reach g s v", "reach g s v", None),
        ("reach g s v -4", "reach g s v", Some(!c)),
        ("reach g s v iff c", "reach g s v", Some(c)),
        ("distance g s v 2", "distance g s v 2", None),
        ("distance g s v 2 iff a", "distance g s v 2", Some(a)),
        ("distance g s v 2 -a", "distance g s v 2", Some(!a)),
    ];
    for (line, shown, literal) in table {
        // before and after the graph
        for text in [format!("{GRAPH}{line}\n"), format!("\u{feff}{line}\r\n# x\n\n{GRAPH}")] {
            assert_eq!(rules(&text), [(shown.to_owned(), literal)], "{line}");
        }
    }
}

#[test]
fn a_name_wins_over_a_negation() {
    let mut model = model();
    let text = "graph g directed\nedge g s t -c\nedge g s t ~c\nvertex g s true\nvertex g t -b\n\
                vertex g alone\nconnected-vertices g\n";
    read_rules(text, "a.rules", &mut model, None).expect("valid");
    let graph = model.graphs()[0];
    assert!(graph.is_directed());
    let when: Vec<Condition> = graph.edges().iter().map(|edge| edge.when).collect();
    assert_eq!(when, [Condition::If(Lit::positive(2)), Condition::If(Lit::negative(3))]);
    let chosen: Vec<Condition> = (0..3).map(|vertex| graph.chosen(vertex)).collect();
    assert_eq!(chosen, [Condition::Always, Condition::If(Lit::negative(1)), Condition::Always]);
}

#[test]
fn names_of_a_map_stand_for_its_variables() {
    let map = map::read("encycle-map 1\n1 h_1_1\n2 h_1_2\n3 v\n4 w\n5 beyond\n").expect("a map");
    let mut model = model();
    let text = "graph g undirected\nedge g s t -h_1_2\nacyclic g iff w\n";
    read_rules(text, "a.rules", &mut model, Some(&map)).expect("valid");
    assert_eq!(model.graphs()[0].edges()[0].when, Condition::If(Lit::negative(1)));
    let text = "graph g undirected\nedge g s t beyond\n";
    let error = read_rules(text, "a.rules", &mut model, Some(&map)).unwrap_err();
    assert!(error.message.contains("the model has 4"), "{error}");
}

/// A variable in no clause could not be used, and the number after the last one was the variable of a soft clause.
#[test]
fn rules_add_variables_to_a_formula_that_declares_none() {
    let wcnf = |text: &str| read_model(ModelFormat::Wcnf, text.as_bytes(), "a.wcnf");
    let mut model = wcnf("h 1 -2 0\n5 1 2 0\n").expect("valid");
    let text = "graph g undirected\nedge g a b 7\nedge g b c x3\nedge g c a -7\nforest g iff 2\n";
    read_rules(text, "a.rules", &mut model, None).expect("valid");
    assert_eq!(model.variable_names(), ["x1", "x2", "soft_1", "x7", "x3"]);
    let edges = model.graphs()[0].edges();
    let when: Vec<Condition> = edges.iter().map(|edge| edge.when).collect();
    let expected = [Lit::positive(3), Lit::positive(4), Lit::negative(3)];
    assert_eq!(when, expected.map(Condition::If));

    let mut declared = wcnf("p wcnf 2 1 9\n5 1 2 0\n").expect("valid");
    let text = "graph g undirected\nedge g a b 3\n";
    let error = read_rules(text, "a.rules", &mut declared, None).unwrap_err();
    assert!(error.message.contains("the model has 2, numbered from 1"), "{error}");
    let mut empty = wcnf("").expect("an empty formula");
    read_rules(text, "a.rules", &mut empty, None).expect("valid");
    assert_eq!(empty.variable_names(), ["x3"]);
}

#[test]
fn an_invalid_text_is_rejected_with_its_position() {
    let table = [
        ("one-cylce g", 6, 1, "did you mean `one-cycle`?"),
        ("graph", 6, 6, "missing word after 'graph'"),
        ("graph h", 6, 8, "missing word after 'h'"),
        ("graph h undirect", 6, 9, "did you mean `undirected`?"),
        ("graph h directed 3", 6, 18, "'3' is one word too many"),
        ("graph g directed", 6, 7, "already the name of an undirected graph"),
        ("edge g s t", 6, 11, "missing word after 't'"),
        ("edge g s t a b", 6, 14, "'b' is one word too many"),
        ("edge h s t a", 6, 6, "'h' is not the name of a graph"),
        ("edge g s t ax", 6, 12, "did you mean `a`?"),
        ("edge g s t count", 6, 12, "integer or continuous column"),
        ("edge g s t -count", 6, 12, "integer or continuous column"),
        ("edge g s t 5", 6, 12, "the model has 4"),
        ("edge g s t -0", 6, 12, "'-0' is not the number"),
        ("edge g s t 99999999999999999999999", 6, 12, "is not the number"),
        ("edge g s t -", 6, 12, "'-' is not a variable"),
        ("edge g s iff a", 6, 10, "has a meaning of its own"),
        ("vertex g", 6, 9, "missing word"),
        ("vertex g s a b", 6, 14, "one word too many"),
        ("vertex g s a\nvertex g s b", 7, 10, "already has a literal"),
        ("one-cycle", 6, 10, "missing word after 'one-cycle'"),
        ("one-cycle h", 6, 11, "'h' is not the name of a graph"),
        ("one-cycle g s", 6, 13, "one word too many"),
        ("one-cycle g iff a", 6, 13, "`one-cycle` cannot have a literal"),
        ("cycles g\nedge g v v a", 7, 10, "from `v` to itself"),
        ("path g s", 6, 9, "missing word after 's'"),
        ("path g s s", 6, 10, "a path from `s` to itself"),
        ("path g s w", 6, 10, "'w' is not a vertex"),
        ("hamilton-path g s", 6, 18, "missing word after 's'"),
        ("connected g iff a", 6, 13, "cannot have a literal"),
        ("connected g s iff", 6, 18, "missing word after 'iff'"),
        ("connected g s iff a b", 6, 21, "one word too many"),
        ("connected-vertices g s", 6, 22, "one word too many"),
        ("tree g s iff a", 6, 10, "`tree` cannot have a literal"),
        ("tree g first", 6, 8, "'first' is not a vertex of the graph `g`"),
        ("forest g a", 6, 10, "write `forest GRAPH [iff LITERAL]`"),
        ("acyclic g iff x", 6, 15, "'x' is not a variable"),
        ("reach g s", 6, 10, "missing word"),
        ("reach g s t true", 6, 13, "leave it out"),
        ("reach g s t a b", 6, 15, "one word too many"),
        ("distance g s t", 6, 15, "missing word"),
        ("distance g s t -1", 6, 16, "'-1' is not a number of edges"),
        ("distance g s t 1 a b", 6, 20, "one word too many"),
    ];
    for (line, at, column, words) in table {
        let mut model = model();
        let text = format!("{GRAPH}{line}\n");
        let error = read_rules(&text, "a.rules", &mut model, None).expect_err(line);
        assert!(error.message.contains(words), "{line:?} gave {error}, not {words:?}");
        assert!(error.message.contains("\nhelp: "), "{line:?} gave {error}");
        assert_eq!((error.line, error.column), (at, column), "{line:?} gave {error}");
        assert_eq!((&*error.origin, model.rules().count()), ("a.rules", 0));
    }
}

#[test]
fn unknown_vertices_and_graphs_have_suggestions() {
    let text = "graph first undirected\nedge first start end a\n";
    for (line, words) in [
        ("reach first start ende", "did you mean `end`?"),
        ("one-cycle frist", "did you mean `first`?"),
    ] {
        let text = format!("{text}{line}\n");
        let error = read_rules(&text, "a.rules", &mut model(), None).unwrap_err();
        assert!(error.message.contains(words), "{error}");
    }
}

#[test]
fn no_truncated_text_panics() {
    let text = format!("{GRAPH}vertex g s a\nconnected g s t iff b # é\ndistance g s t 3 -a\n");
    for end in (0..=text.len()).filter(|&end| text.is_char_boundary(end)) {
        let _ = read_rules(&text[..end], "a.rules", &mut model(), None);
    }
}
