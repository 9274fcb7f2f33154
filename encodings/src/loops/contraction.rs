//! Lines through a graph by contraction: vertices are taken out, and those that they joined are joined.

use rustc_hash::FxHashMap;

use crate::logic::{Constraint, ConstraintSink, Lit, Origin};
use crate::loops::counted::{Count, Counted};

/// The literals that say whether two vertices are joined, the smaller vertex first; a pair that is not
/// there is not joined.
pub(crate) type Joined = FxHashMap<(usize, usize), Lit>;

/// Two vertices, the smaller first.
pub(crate) fn pair(a: usize, b: usize) -> (usize, usize) {
    (a.min(b), a.max(b))
}

/// What contraction asks of a puzzle.
pub(crate) trait Contracted {
    /// What names the variables of a vertex.
    fn name(&self, vertex: usize) -> String;

    /// Where the constraints at a vertex come from.
    fn origin(&self, vertex: usize) -> Origin;

    /// To how many others a vertex is joined when it is taken out.
    fn count(&self, vertex: usize) -> Count;

    /// Whether two vertices may be joined.
    fn may_join(&self, _: usize, _: usize) -> bool {
        true
    }
}

/// Takes vertices out of lines, one by one, and joins the two neighbours of each.
///
/// A line that closes is a cycle of three at last, one of which would join the two others, which are joined
/// already: that is forbidden. For each vertex V, and every two of its neighbours A and B then, there is a
/// variable:
///
/// > `m_V_A_B`: after V was taken out, A and B are joined
/// > ⇔ they were joined before, or V was joined to both; and never both of these.
///
/// So each variable follows from the edges. It is the *mate function* by which Knuth's Simpath and Yoshinaka et
/// al. 2012 (section 3) go through a graph, written as clauses. With f neighbours of each vertex at its turn it
/// takes ∑ f(f-1)/2 variables, and 3 or 5 clauses for each: few in a graph of small treewidth.
#[derive(Debug)]
pub(crate) struct Contraction {
    /// The vertices that are taken out, in order, each with its neighbours then.
    steps: Vec<(usize, Vec<usize>)>,
}

impl Contraction {
    /// Where the idea comes from.
    pub const SOURCE: &'static str = "the mate function of Knuth's Simpath (The Art of Computer \
        Programming 4A, answer 7.1.4-225) and of Yoshinaka et al. 2012, section 3, as clauses; \
        the order of vertex elimination as in Rankooh and Rintanen 2022";

    /// The most pairs of neighbours of a graph that is contracted: more take gigabytes.
    pub const MOST: u64 = 50_000_000;

    /// With these vertices taken out, each with its neighbours then.
    pub fn new(steps: Vec<(usize, Vec<usize>)>) -> Self {
        Self { steps }
    }

    /// Calls `visit` with each vertex and every two of its neighbours that may be joined, in order.
    fn each(&self, lines: &dyn Contracted, mut visit: impl FnMut(usize, usize, usize)) {
        for (vertex, around) in &self.steps {
            for (i, &b) in around.iter().enumerate() {
                for &a in around[..i].iter().filter(|&&a| lines.may_join(a, b)) {
                    visit(*vertex, a, b);
                }
            }
        }
    }

    /// Number of variables but those of counters.
    fn merge_count(&self, lines: &dyn Contracted) -> usize {
        let mut count = 0;
        self.each(lines, |_, _, _| count += 1);
        count
    }

    /// Number of variables.
    pub fn variable_count(&self, lines: &dyn Contracted) -> usize {
        let counters = |(vertex, around): &(usize, Vec<usize>)| {
            counted(lines, *vertex, vec![Lit::positive(0); around.len()]).variable_count()
        };
        self.merge_count(lines) + self.steps.iter().map(counters).sum::<usize>()
    }

    /// Makes the variables.
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
            // only the number of the literals matters for their counter
            counted(lines, *vertex, vec![Lit::positive(0); around.len()]).variables(sink);
        }
    }

    /// Hands on the constraints, from what is joined in the beginning, with variables from `first` on; gives
    /// what is joined in the end.
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
                            sink.constraint(Constraint::Clause(clause), origin);
                        });
                    } else {
                        let never = through.map(|literal| !literal);
                        sink.constraint(Constraint::Clause(&never), origin);
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

/// `now` ⇔ `before` ∨ (both of `through`), and not `before` and both of them.
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
