//! Contraction: lines through a graph, followed by eliminating vertices and joining the two neighbors of each.
//!
//! The method shortens every line vertex by vertex, and the clauses record which vertices are the ends of a shortened
//! line:
//!
//! ```text
//!   A --- V --- B --- C        A --------- B --- C        A --------------- C
//!                        →                          →
//!                          V eliminated               B eliminated
//! ```
//!
//! Compared with an order along the line, this needs no numbers and no direction, and the edges determine every
//! variable. What is hard is the size: eliminating a vertex joins any two of its neighbors at that time, so the order
//! of elimination decides whether the clauses fit into memory. The caller chooses the order (see
//! [`crate::rules::acyclic::elimination`]).

use rustc_hash::FxHashMap;

use crate::logic::{ConstraintSink, Lit, Origin};
use crate::rules::one_path::counted::{Counted, TrueCount};

/// The literals *these two vertices are joined*, by vertex pair with the smaller vertex first. A pair without an entry
/// is not joined.
pub(crate) type Joined = FxHashMap<(usize, usize), Lit>;

/// Returns two vertices, the smaller one first.
pub(crate) fn pair(a: usize, b: usize) -> (usize, usize) {
    (a.min(b), a.max(b))
}

/// The properties of a puzzle that contraction needs.
pub(crate) trait Contracted {
    /// Returns the name of a vertex in variable names.
    fn name(&self, vertex: usize) -> String;

    /// Returns the origin of the constraints at a vertex.
    fn origin(&self, vertex: usize) -> Origin;

    /// Returns the number of vertices that a vertex is joined to when it is eliminated.
    fn count(&self, vertex: usize) -> TrueCount;

    /// Returns whether two vertices may be joined.
    fn may_join(&self, _: usize, _: usize) -> bool {
        true
    }
}

/// Eliminates vertices from lines, one by one, and joins the two neighbors of each.
///
/// Eliminating a vertex of a closed line shortens the line. In the end three vertices of it are left; eliminating one
/// of them would join the other two, which are joined already. That is forbidden, so no closed line exists. For each
/// vertex V, and every two of its neighbors A and B at its elimination, there is a variable:
///
/// > `m_V_A_B`: after the elimination of V, A and B are joined
/// > ⇔ they were joined before, or V was joined to both; but not both.
///
/// So the edges determine each variable. This is the *mate function* with which Knuth's Simpath and Yoshinaka et al.
/// 2012 (section 3) traverse a graph, written as clauses. If f is the number of neighbors of a vertex at its
/// elimination, that takes ∑ f(f-1)/2 variables, and 3 or 5 clauses for each, besides those that count the joined
/// neighbors of V: few in a graph of small treewidth.
#[derive(Debug)]
pub(crate) struct Contraction {
    /// The vertices to eliminate, in order, each with its neighbors at that time.
    steps: Vec<(usize, Vec<usize>)>,
}

impl Contraction {
    /// The sources of the method.
    pub const SOURCE: &'static str = "the mate function of Knuth's Simpath (The Art of Computer \
        Programming 4A, answer 7.1.4-225) and of Yoshinaka et al. 2012, section 3, as clauses; \
        the order of vertex elimination as in Rankooh and Rintanen 2022";

    /// The largest number of neighbor pairs of a contraction; more would take gigabytes.
    pub const MOST: u64 = 50_000_000;

    /// Creates a contraction from the vertices to eliminate, each with its neighbors at that time.
    pub fn new(steps: Vec<(usize, Vec<usize>)>) -> Self {
        Self { steps }
    }

    /// Calls `visit` with each vertex and every two of its neighbors that may be joined, in order.
    fn each(&self, lines: &dyn Contracted, mut visit: impl FnMut(usize, usize, usize)) {
        for (vertex, around) in &self.steps {
            for (i, &b) in around.iter().enumerate() {
                for &a in around[..i].iter().filter(|&&a| lines.may_join(a, b)) {
                    visit(*vertex, a, b);
                }
            }
        }
    }

    /// Returns the number of variables without the variables of counters.
    fn merge_count(&self, lines: &dyn Contracted) -> usize {
        let mut count = 0;
        self.each(lines, |_, _, _| count += 1);
        count
    }

    /// Returns the number of variables.
    pub fn variable_count(&self, lines: &dyn Contracted) -> usize {
        let counters = |(vertex, around): &(usize, Vec<usize>)| {
            counted(lines, *vertex, vec![Lit::positive(0); around.len()]).variable_count()
        };
        self.merge_count(lines) + self.steps.iter().map(counters).sum::<usize>()
    }

    /// Creates the variables.
    pub fn variables(
        &self,
        family: &'static str,
        lines: &dyn Contracted,
        sink: &mut dyn ConstraintSink,
    ) {
        self.each(lines, |vertex, a, b| {
            let [vertex, a, b] = [vertex, a, b].map(|vertex| lines.name(vertex));
            sink.variable(family, format_args!("m_{vertex}_{a}_{b}"));
        });
        for (vertex, around) in &self.steps {
            // the variables of a counter depend only on the number of literals
            counted(lines, *vertex, vec![Lit::positive(0); around.len()]).variables(sink);
        }
    }

    /// Adds the constraints to `sink`. `joined` holds the pairs joined before the first elimination, and variables are
    /// numbered from `first`. Returns the pairs joined after the last elimination.
    pub fn constraints(
        &self,
        lines: &dyn Contracted,
        mut joined: Joined,
        first: u32,
        sink: &mut dyn ConstraintSink,
    ) -> Joined {
        let mut next = first;
        let mut counter = first + self.merge_count(lines) as u32;
        for (vertex, around) in &self.steps {
            let origin = lines.origin(*vertex);
            let to: Vec<Lit> = around.iter().map(|&other| joined[&pair(*vertex, other)]).collect();
            let count = counted(lines, *vertex, to.clone());
            count.constraints(counter, sink);
            counter += count.variable_count() as u32;
            for (i, &b) in around.iter().enumerate() {
                for (j, &a) in around[..i].iter().enumerate() {
                    let through = [to[j], to[i]];
                    if lines.may_join(a, b) {
                        let now = Lit::positive(next);
                        next += 1;
                        let before = joined.insert(pair(a, b), now);
                        merge(before, through, now, |clause| {
                            sink.add_clause(clause, origin);
                        });
                    } else {
                        let never = through.map(|literal| !literal);
                        sink.add_clause(&never, origin);
                    }
                }
            }
        }
        joined
    }
}

fn counted(lines: &dyn Contracted, vertex: usize, literals: Vec<Lit>) -> Counted {
    let name = format!("m_{}", lines.name(vertex));
    Counted { literals, count: lines.count(vertex), origin: lines.origin(vertex), name }
}

/// Adds `now` ⇔ `before` ∨ (both of `through`), and forbids `before` together with both of `through`.
fn merge(before: Option<Lit>, [a, b]: [Lit; 2], now: Lit, mut clause: impl FnMut(&[Lit])) {
    clause(&[!a, !b, now]);
    match before {
        None => {
            clause(&[!now, a]);
            clause(&[!now, b]);
        }
        Some(before) => {
            clause(&[!before, now]);
            clause(&[!now, before, a]);
            clause(&[!now, before, b]);
            clause(&[!before, !a, !b]);
        }
    }
}
