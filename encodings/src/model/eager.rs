//! Rules about graphs as constraints: the local part that accompanies the cuts, and the forms that need no cuts.
//!
//! The forms of connectivity and acyclicity stand on one relation, *u is before v*, without a cycle
//! ([`Before`]): chosen parents lead back to a root, and the relation forbids that they run in a circle. The forms differ
//! in how they state the relation; see [`Model::FORMS`](crate::model::Model::FORMS). The forms of `spanning.rs` state a spanning
//! tree in its place, which contains the parents.

use crate::encoding::{Encoding, EncodingError, EncodingInfo, Part};
use crate::logic::{Lit, Origin, Place, Relation};
use crate::model::goal::{GraphGoal, GraphRule};
use crate::model::graph::Condition;
use crate::model::spanning::{SPANNING, TreeForm, TreeLinks};
use crate::model::stored::{Before, OrderForm, Stored, StoredRule, StoringSink};
use crate::rules::acyclic::labels::{LabelCircuit, LabelMethod};
use crate::rules::acyclic::{ACYCLIC, AcyclicMethod, TIME, bits};

/// The families of the local constraints.
const LOCAL: EncodingInfo = EncodingInfo::of_families(
    "local",
    "degrees: Berschneider 2.2-2.12 for cycles",
    &[
        (
            "drawn",
            "whether an edge is drawn, for edges that share a literal, and of edges that are always drawn",
        ),
        ("degree", "how many drawn edges meet at a vertex"),
        ("nonempty", "at least one edge is drawn"),
    ],
);

/// The families of trees in all forms.
const PARENTS: EncodingInfo = EncodingInfo::of_families(
    "parents",
    "spanning trees with parents: our own",
    &[
        ("root", "the vertex from which the others are reached"),
        ("parent", "the vertex before a vertex on the way from the root"),
        ("reached", "which vertices are reached"),
        ("cycle", "the edges of a cycle, where the rule fails"),
    ],
);

/// The family of labels: name and meaning.
const LABEL: (&str, &str) = ("label", "a number in binary, one more than that of the parent");

/// The family of potentials: name and meaning.
const POTENTIAL: (&str, &str) =
    ("potential", "a number in binary for each vertex, which grows along each drawn arc");

/// The family of potentials in the form `flow`.
const POTENTIALS: EncodingInfo = EncodingInfo::of_families(
    "potentials",
    "potentials: Miller, Tucker and Zemlin 1960",
    &[POTENTIAL],
);

/// Returns the constraints that accompany the cuts of a rule: degrees, and that an edge is drawn.
pub(super) fn local(
    rule: &GraphRule,
    number: usize,
    encoding: &mut Encoding<'_>,
) -> Result<Option<Part<'static>>, EncodingError> {
    if !rule.goal().has_degrees() {
        return Ok(None);
    }
    let mut statement = StoredRule::new(rule, number, encoding.variable_count());
    statement.degrees();
    statement.part(LOCAL, encoding).map(Some)
}

/// Returns the constraints that state a rule without cuts.
pub(super) fn stated(
    rule: &GraphRule,
    form: &str,
    number: usize,
    encoding: &mut Encoding<'_>,
) -> Result<Part<'static>, EncodingError> {
    let form = RuleForm::named(form);
    // the families whose sources are not that of the form
    for about in [LOCAL, PARENTS, POTENTIALS].into_iter().chain(form.relation()) {
        encoding.push(Part::new(about, |_| {}));
    }
    let mut statement = StoredRule::new(rule, number, encoding.variable_count());
    statement.degrees();
    statement.rule(form);
    statement.part(form.about(), encoding)
}

/// How a rule is stated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RuleForm {
    Order(OrderForm),
    Tree(TreeForm),
}

impl RuleForm {
    fn named(name: &str) -> Self {
        match TreeForm::named(name) {
            Some(form) => Self::Tree(form),
            None => Self::Order(OrderForm::named(name)),
        }
    }

    /// Returns the description of the form.
    fn about(self) -> EncodingInfo {
        match self {
            Self::Order(OrderForm::Order) => EncodingInfo::of_families(
                "order",
                "folklore: a transitive order of all vertices",
                &[ACYCLIC],
            ),
            Self::Order(OrderForm::By(method)) => {
                EncodingInfo::of_families("relation", method.source(), &[ACYCLIC, TIME])
            }
            Self::Order(OrderForm::Labels) => {
                EncodingInfo::of_families("labels", LabelMethod::Counter.source(), &[LABEL])
            }
            Self::Tree(form) => EncodingInfo::of_families("spanning", form.source(), &SPANNING),
        }
    }

    /// Returns the description of the relation of vertices that a form needs besides, if it does.
    fn relation(self) -> Option<EncodingInfo> {
        let form = match self {
            // a directed cycle is excluded by leaf elimination
            Self::Order(OrderForm::Labels) => Self::Order(OrderForm::By(AcyclicMethod::Leaf)),
            Self::Tree(TreeForm::Elimination) => {
                Self::Order(OrderForm::By(AcyclicMethod::MinimumDegree))
            }
            Self::Order(_) | Self::Tree(_) => return None,
        };
        Some(form.about())
    }
}

/// What parents respect, so that they form no cycle.
enum ParentOrder {
    Before(Before),
    /// The labels, and their first variable.
    Labels(LabelCircuit, u32),
    Links(TreeLinks),
}

impl StoredRule<'_> {
    /// Degrees, and that an edge is drawn.
    fn degrees(&mut self) {
        let goal = self.rule.goal().clone();
        if !goal.has_degrees() {
            return;
        }
        let count = self.graph.vertex_count();
        match self.graph.is_directed() {
            true => self.directed_degrees(&goal),
            false => {
                for vertex in 0..count {
                    let literals = self.at(self.graph.incident(vertex));
                    let place = Place::Node(vertex);
                    let stored = match &goal {
                        GraphGoal::HamiltonCycle => Stored::Count(literals, 2, 2),
                        GraphGoal::Path(ends) | GraphGoal::HamiltonPath(Some(ends))
                            if ends.contains(&vertex) =>
                        {
                            Stored::Count(literals, 1, 1)
                        }
                        GraphGoal::HamiltonPath(Some(_)) => Stored::Count(literals, 2, 2),
                        GraphGoal::HamiltonPath(None) => {
                            let least = usize::from(count > 1);
                            Stored::Count(literals, least, 2)
                        }
                        _ => Stored::ZeroOrTwo(literals),
                    };
                    self.constraints.push((stored, "degree", place));
                }
            }
        }
        match goal {
            GraphGoal::OneCycle => {
                let all = self.edges.clone();
                self.clause("nonempty", all);
            }
            GraphGoal::HamiltonCycle if count == 0 => self.clause("nonempty", Vec::new()),
            GraphGoal::HamiltonPath(None) => {
                let all = self.edges.clone();
                let edges = count.saturating_sub(1);
                self.constraints.push((Stored::Count(all, edges, edges), "degree", Place::Whole));
            }
            _ => {}
        }
    }

    fn at(&self, edges: &[usize]) -> Vec<Lit> {
        edges.iter().map(|&edge| self.edges[edge]).collect()
    }

    fn directed_degrees(&mut self, goal: &GraphGoal) {
        let graph = self.graph;
        let count = graph.vertex_count();
        for vertex in 0..count {
            let out: Vec<usize> = graph.steps_out(vertex, |_| true).map(|(edge, _)| edge).collect();
            let into: Vec<usize> =
                graph.steps_into(vertex, |_| true).map(|(edge, _)| edge).collect();
            let sides = [self.at(&out), self.at(&into)];
            // whether the path begins or ends here
            let (end, other) = match goal {
                GraphGoal::Path([from, to]) | GraphGoal::HamiltonPath(Some([from, to])) => {
                    (Some([*from == vertex, *to == vertex]), *from == vertex || *to == vertex)
                }
                _ => (None, false),
            };
            let place = Place::Node(vertex);
            for side in [0, 1] {
                let literals = sides[side].clone();
                let range = match goal {
                    _ if other => {
                        let is_used = usize::from(end.is_some_and(|end| end[side]));
                        (is_used, is_used)
                    }
                    GraphGoal::HamiltonCycle | GraphGoal::HamiltonPath(Some(_)) => (1, 1),
                    _ => (0, 1),
                };
                self.constraints.push((Stored::Count(literals, range.0, range.1), "degree", place));
            }
            let is_free =
                matches!(goal, GraphGoal::OneCycle | GraphGoal::Cycles | GraphGoal::Path(_));
            if matches!(goal, GraphGoal::HamiltonPath(None)) && count > 1 {
                let clause = sides.concat();
                self.constraints.push((Stored::Clause(clause), "degree", place));
            }
            if is_free && !other {
                // an arc goes on, in both directions
                for (side, opposite) in [(0, 1), (1, 0)] {
                    for &literal in &sides[side] {
                        let mut clause = sides[opposite].clone();
                        clause.push(!literal);
                        self.constraints.push((Stored::Clause(clause), "degree", place));
                    }
                }
            }
        }
    }

    /// States the rule beside its degrees.
    fn rule(&mut self, form: RuleForm) {
        let goal = self.rule.goal().clone();
        match goal {
            GraphGoal::Cycles => {}
            GraphGoal::OneCycle
            | GraphGoal::HamiltonCycle
            | GraphGoal::Path(_)
            | GraphGoal::HamiltonPath(_) => match form {
                RuleForm::Order(_) => self.connect(&[], form, false),
                RuleForm::Tree(form) => self.span_line(form),
            },
            GraphGoal::Connected(vertices) if vertices.is_empty() => self.connect(&[], form, false),
            GraphGoal::Connected(vertices) => {
                let reached = self.reach(vertices[0], false, form);
                self.all_reached(&reached, &vertices);
            }
            GraphGoal::ConnectedVertices => self.connect_chosen(form),
            GraphGoal::Tree(vertices) => self.connect(&vertices, form, true),
            GraphGoal::Acyclic if self.graph.is_directed() => self.no_directed_cycle(form),
            GraphGoal::Forest | GraphGoal::Acyclic => self.no_cycle(form),
            GraphGoal::Reach([from, to]) => {
                let reached = self.reach(from, self.graph.is_directed(), form);
                self.all_reached(&reached, &[to]);
            }
            GraphGoal::Distance([from, to], most) => self.within(from, to, most),
        }
    }

    /// Returns an order for parents, which lead back to `root` if a vertex is known. A cycle of parents has at most as many
    /// vertices as the graph, so labels with a longer period cannot grow along it.
    fn parent_order(&mut self, form: RuleForm, root: usize) -> ParentOrder {
        let form = match form {
            RuleForm::Order(form) => form,
            RuleForm::Tree(form) => return ParentOrder::Links(self.links(form, root)),
        };
        let count = self.graph.vertex_count();
        if form != OrderForm::Labels {
            return ParentOrder::Before(self.before(form));
        }
        let Some(circuit) = LabelCircuit::new(LabelMethod::Counter, count + 1) else {
            return ParentOrder::Before(self.before(form));
        };
        let first = self.next;
        let mut sink = StoringSink::default();
        for vertex in 0..count {
            circuit.variables(vertex + 1, LABEL.0, &mut sink);
            let label = label_of(&circuit, first, vertex);
            circuit.define(label, Origin::new(LABEL.0, Place::Node(vertex)), &mut sink);
        }
        for (family, name) in sink.variables {
            self.variable(family, name);
        }
        self.constraints.extend(sink.constraints);
        ParentOrder::Labels(circuit, first)
    }

    /// States that the parent at one end of an edge is before the child at the other end.
    fn order_parent(&mut self, order: &ParentOrder, chosen: Lit, edge: usize, to: usize) {
        let [a, b] = self.graph.edges()[edge].ends;
        let from = a + b - to;
        match order {
            ParentOrder::Links(links) => {
                let link = links[edge][usize::from(to == b)];
                let clause = [!chosen].into_iter().chain(link).collect();
                self.clause("parent", clause);
            }
            ParentOrder::Before(before) => {
                self.clause("parent", vec![!chosen, before.literal(from, to)]);
            }
            ParentOrder::Labels(circuit, first) => {
                let mut sink = StoringSink::default();
                let [one, other] = [from, to].map(|vertex| label_of(circuit, *first, vertex));
                let origin = Origin::new(LABEL.0, Place::Nodes(from, to));
                circuit.step(&[chosen], one, other, origin, &mut sink);
                self.constraints.extend(sink.constraints);
            }
        }
    }

    /// Returns, for each vertex, its possible parents: the literal that one is chosen, and the parent. A parent is joined
    /// with its child by a drawn edge, leads to it if arcs count, and is before it.
    fn parents(
        &mut self,
        is_directed: bool,
        form: RuleForm,
        root: usize,
    ) -> Vec<Vec<(usize, Lit, usize)>> {
        let order = self.parent_order(form, root);
        let count = self.graph.vertex_count();
        let mut parents = vec![Vec::new(); count];
        for (index, edge) in self.graph.edges().iter().enumerate() {
            let [a, b] = edge.ends;
            let ways: &[[usize; 2]] = if is_directed { &[[a, b]] } else { &[[a, b], [b, a]] };
            for &[from, to] in ways.iter().filter(|way| way[0] != way[1]) {
                let chosen = self.variable("parent", format!("p{index}_{}", to + 1));
                let drawn = self.edges[index];
                self.clause("parent", vec![!chosen, drawn]);
                self.order_parent(&order, chosen, index, to);
                parents[to].push((index, chosen, from));
            }
        }
        parents
    }

    /// All touched vertices, and the listed ones, have a parent or are the only root. With `is_tree`, each drawn edge
    /// leads from a parent to its child, and each vertex has at most one parent, the root none.
    fn connect(&mut self, listed: &[usize], form: RuleForm, is_tree: bool) {
        let parents = self.parents(false, form, 0);
        let roots = self.of_vertices("root", "root");
        let all = roots.clone();
        self.constraints.push((Stored::Count(all, 0, 1), "root", Place::Whole));
        for (index, edge) in self.graph.edges().iter().enumerate() {
            for end in edge.ends {
                let mut clause = vec![!self.edges[index], roots[end]];
                clause.extend(parents[end].iter().map(|&(_, chosen, _)| chosen));
                self.clause("parent", clause);
            }
        }
        for &vertex in listed {
            let mut clause = vec![roots[vertex]];
            clause.extend(parents[vertex].iter().map(|&(_, chosen, _)| chosen));
            self.clause("parent", clause);
        }
        if is_tree {
            self.one_parent(&parents, Some(&roots));
        }
    }

    /// Each drawn edge leads from a parent to its child; each vertex has at most one parent, and a root has none.
    fn one_parent(&mut self, parents: &[Vec<(usize, Lit, usize)>], roots: Option<&[Lit]>) {
        let condition = self.unless();
        let mut by_edge: Vec<Vec<Lit>> = vec![Vec::new(); self.edges.len()];
        for (vertex, of_vertex) in parents.iter().enumerate() {
            of_vertex.iter().for_each(|&(edge, chosen, _)| by_edge[edge].push(chosen));
            let mut one: Vec<Lit> = of_vertex.iter().map(|&(_, chosen, _)| chosen).collect();
            one.extend(roots.map(|roots| roots[vertex]));
            self.constraints.push((Stored::Count(one, 0, 1), "parent", Place::Node(vertex)));
        }
        for (edge, mut clause) in by_edge.into_iter().enumerate() {
            clause.push(!self.edges[edge]);
            clause.extend(condition);
            self.clause("parent", clause);
        }
    }

    /// The chosen vertices have a chosen parent or are the only root.
    fn connect_chosen(&mut self, form: RuleForm) {
        let parents = self.parents(false, form, 0);
        let roots = self.of_vertices("root", "root");
        let all = roots.clone();
        self.constraints.push((Stored::Count(all, 0, 1), "root", Place::Whole));
        for (vertex, of_vertex) in parents.iter().enumerate() {
            let mut clause = vec![roots[vertex]];
            clause.extend(of_vertex.iter().map(|&(_, chosen, _)| chosen));
            clause.extend(self.graph.chosen(vertex).literal().map(|literal| !literal));
            self.clause("parent", clause);
            for &(_, chosen, parent) in of_vertex {
                if let Condition::If(literal) = self.graph.chosen(parent) {
                    self.clause("parent", vec![!chosen, literal]);
                }
            }
        }
    }

    /// Returns literals that are true exactly for the vertices that are reached from one vertex.
    fn reach(&mut self, from: usize, is_directed: bool, form: RuleForm) -> Vec<Lit> {
        let parents = self.parents(is_directed, form, from);
        let reached = self.of_vertices("reached", "reached");
        self.clause("reached", vec![reached[from]]);
        for (vertex, of_vertex) in parents.iter().enumerate() {
            for &(edge, chosen, parent) in of_vertex {
                // forwards: a drawn edge leads on
                self.clause("reached", vec![!reached[parent], !self.edges[edge], reached[vertex]]);
                self.clause("parent", vec![!chosen, reached[parent]]);
            }
            if vertex != from {
                // backwards: what is reached has a parent
                let mut clause = vec![!reached[vertex]];
                clause.extend(of_vertex.iter().map(|&(_, chosen, _)| chosen));
                self.clause("parent", clause);
            }
        }
        reached
    }

    /// The literal of the rule is true, or there is none, exactly if all these vertices are reached.
    fn all_reached(&mut self, reached: &[Lit], vertices: &[usize]) {
        let condition = self.unless();
        for &vertex in vertices {
            let clause = [reached[vertex]].into_iter().chain(condition).collect();
            self.clause("reached", clause);
        }
        if let Some(not_held) = condition {
            let mut clause = vec![!not_held];
            clause.extend(vertices.iter().map(|&vertex| !reached[vertex]));
            self.clause("reached", clause);
        }
    }

    /// Each drawn arc leads forwards in the relation, or to a greater potential.
    fn no_directed_cycle(&mut self, form: RuleForm) {
        match form {
            RuleForm::Order(order) => self.lead_forwards(order),
            // the other forms by trees refuse directed graphs
            RuleForm::Tree(_) => self.raise_potentials(),
        }
        if self.rule.literal().is_some() {
            // where the rule fails, chosen arcs go on from each vertex that they enter
            let cycle = self.cycle_edges();
            for (index, edge) in self.graph.edges().iter().enumerate() {
                let onwards =
                    self.graph.steps_out(edge.ends[1], |_| true).map(|(next, _)| cycle[next]);
                let clause = onwards.chain([!cycle[index]]).collect();
                self.clause("cycle", clause);
            }
        }
    }

    fn lead_forwards(&mut self, form: OrderForm) {
        let before = self.before(form);
        let condition = self.unless();
        for (index, edge) in self.graph.edges().iter().enumerate() {
            let [a, b] = edge.ends;
            let mut clause = vec![!self.edges[index]];
            if a != b {
                clause.push(before.literal(a, b));
            }
            clause.extend(condition);
            self.clause(ACYCLIC.0, clause);
        }
    }

    /// The potential at the end of each drawn arc is greater than that at its start: one row for each arc, whereas the clauses of a
    /// relation are many rows.
    fn raise_potentials(&mut self) {
        let count = self.graph.vertex_count();
        let mut potentials: Vec<Vec<Lit>> = Vec::with_capacity(count);
        for vertex in 1..=count {
            let potential =
                (1..=bits(count)).map(|bit| self.variable(POTENTIAL.0, format!("v{vertex}_{bit}")));
            potentials.push(potential.collect());
        }
        let condition = self.unless();
        for (index, edge) in self.graph.edges().iter().enumerate() {
            let ([from, to], drawn) = (edge.ends, self.edges[index]);
            let rises = match condition {
                _ if from == to => {
                    let clause = [!drawn].into_iter().chain(condition).collect();
                    self.clause(POTENTIAL.0, clause);
                    continue;
                }
                None => drawn,
                // the literals of a row differ, but an edge may have the literal of the rule
                Some(not_held) => {
                    let rises = self.variable(POTENTIAL.0, format!("a{index}"));
                    self.clause(POTENTIAL.0, vec![!drawn, not_held, rises]);
                    rises
                }
            };
            let terms = rise(rises, &potentials[from], &potentials[to]);
            let row = Stored::Linear(terms, Relation::AtLeast, 1);
            self.constraints.push((row, POTENTIAL.0, Place::Nodes(from, to)));
        }
    }

    /// Each drawn edge leads from a parent to its child, and each vertex has at most one parent.
    fn no_cycle(&mut self, form: RuleForm) {
        match form {
            RuleForm::Order(_) => {
                let parents = self.parents(false, form, 0);
                self.one_parent(&parents, None);
            }
            RuleForm::Tree(form) => {
                let links = self.links(form, 0);
                self.span(&links, &[]);
            }
        }
        if self.rule.literal().is_some() {
            // where the rule fails, each end of a chosen edge has another chosen edge
            let cycle = self.cycle_edges();
            for (index, edge) in self.graph.edges().iter().enumerate() {
                for end in edge.ends.iter().filter(|_| edge.ends[0] != edge.ends[1]) {
                    let others = self.graph.incident(*end).iter().filter(|&&other| other != index);
                    let clause = others.map(|&other| cycle[other]).chain([!cycle[index]]).collect();
                    self.clause("cycle", clause);
                }
            }
        }
    }

    /// Returns literals for the edges of a cycle, all of them drawn, and at least one if the rule fails.
    fn cycle_edges(&mut self) -> Vec<Lit> {
        let cycle: Vec<Lit> =
            (0..self.edges.len()).map(|edge| self.variable("cycle", format!("c{edge}"))).collect();
        for (edge, &literal) in cycle.iter().enumerate() {
            self.clause("cycle", vec![!literal, self.edges[edge]]);
        }
        let clause = cycle.iter().copied().chain(self.rule.literal()).collect();
        self.clause("cycle", clause);
        cycle
    }

    /// The end is reached within a number of steps.
    fn within(&mut self, from: usize, to: usize, most: usize) {
        let count = self.graph.vertex_count();
        let most = most.min(count.saturating_sub(1));
        let mut before: Vec<Option<Lit>> = vec![None; count];
        let mut is_start = vec![false; count];
        is_start[from] = true;
        for step in 1..=most {
            let mut now: Vec<Option<Lit>> = Vec::with_capacity(count);
            for vertex in 0..count {
                now.push(
                    (vertex != from)
                        .then(|| self.variable("reached", format!("s{step}_{}", vertex + 1))),
                );
            }
            for vertex in (0..count).filter(|&vertex| vertex != from) {
                let Some(here) = now[vertex] else { continue };
                let mut why = vec![!here];
                if let Some(known) = before[vertex] {
                    self.clause("reached", vec![!known, here]);
                    why.push(known);
                }
                let steps: Vec<(usize, usize)> = self.graph.steps_into(vertex, |_| true).collect();
                for (edge, parent) in steps.into_iter().filter(|&(_, parent)| parent != vertex) {
                    let drawn = self.edges[edge];
                    match before[parent] {
                        _ if is_start[parent] => {
                            self.clause("reached", vec![!drawn, here]);
                            why.push(drawn);
                        }
                        Some(known) => {
                            self.clause("reached", vec![!drawn, !known, here]);
                            let both =
                                self.variable("parent", format!("p{step}_{edge}_{}", vertex + 1));
                            self.clause("parent", vec![!both, drawn]);
                            self.clause("parent", vec![!both, known]);
                            self.clause("parent", vec![both, !drawn, !known]);
                            why.push(both);
                        }
                        None => {}
                    }
                }
                self.clause("reached", why);
            }
            before = now;
        }
        let reached = match from == to {
            true => None,
            false => before[to].map(Some).unwrap_or_else(|| Some(self.never())),
        };
        match (reached, self.rule.literal()) {
            (None, None) => {}
            (None, Some(literal)) => self.clause("reached", vec![literal]),
            (Some(end), None) => self.clause("reached", vec![end]),
            (Some(end), Some(literal)) => {
                self.clause("reached", vec![!literal, end]);
                self.clause("reached", vec![literal, !end]);
            }
        }
    }

    /// Returns a literal that is false.
    fn never(&mut self) -> Lit {
        let never = self.variable("reached", "never".to_owned());
        self.clause("reached", vec![!never]);
        never
    }
}

/// Returns the bits of the label of a vertex, and after them its carries.
fn label_of(circuit: &LabelCircuit, first: u32, vertex: usize) -> impl Fn(usize) -> Lit + use<> {
    let first = first + (vertex * circuit.width()) as u32;
    move |bit| Lit::positive(first + bit as u32)
}

/// Returns the terms of a sum that is at least 1 exactly if `rises` is false or the number `to` is greater than `from`. Both numbers
/// are in binary, with the lowest bit first.
fn rise(rises: Lit, from: &[Lit], to: &[Lit]) -> Vec<(i64, Lit)> {
    let mut terms = vec![(1_i64 << from.len(), !rises)];
    for (bit, (&low, &high)) in from.iter().zip(to).enumerate().rev() {
        terms.extend([(1 << bit, high), (-(1 << bit), low)]);
    }
    terms
}
