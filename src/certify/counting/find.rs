//! The search for counting proofs: a barrier against factors, vertices whose removal leaves too many components, or a
//! contradictory combination of degrees and cuts.

use std::collections::{HashMap, HashSet};

use encycle_encodings::grid::{
    ContractedGraph, Edge, FactorBarrier, FactorProblem, components, separating_set, separating_two,
};
use encycle_encodings::puzzle::{LineProblem, LineShape};

use crate::certify::arguments::{Arguments, CountingRow, LineRules};
use crate::certify::counting::{CountingProof, CountingToken};
use crate::puzzle::Puzzle;
use crate::solve::{JobLimits, RowCombination};

impl CountingProof {
    /// Returns a proof that a puzzle has no solution, because the lines at the vertices do not add up; `None` if none is
    /// found within the limits.
    #[must_use]
    pub fn find(puzzle: &Puzzle, limits: &JobLimits) -> Option<Self> {
        let arguments = Arguments::new(puzzle)?;
        let free = FreeEdges::new(arguments.line_rules()?)?;
        if let Some(barrier) = free.problem.barrier(&mut || limits.reached().is_none()) {
            return Some(free.proof(&barrier));
        }
        free.proof_by_components().or_else(|| free.proof_by_relaxation(limits))
    }
}

/// The edges without a fixed value, as a factor problem, with the atom of each edge.
struct FreeEdges {
    /// The graph in which a solution is one cycle through all vertices; `None` for other solutions.
    cycle: Option<ContractedGraph>,
    problem: FactorProblem,
    atoms: Vec<usize>,
}

impl FreeEdges {
    /// Returns `None` if the number of lines at a vertex is not fixed.
    fn new(rules: &LineRules) -> Option<Self> {
        let lines = LineProblem {
            graph: &rules.graph,
            vertices: rules.degrees.clone(),
            shape: rules.shape,
            fixed: rules.fixed.clone(),
            clues: Vec::new(),
            clauses: Vec::new(),
        };
        let free = rules.graph.edges().filter(|edge| rules.fixed[edge.index()].is_none());
        Some(Self {
            // the closed graph has all ends, so a solution that is not a cycle has several lines
            cycle: lines.contracted_graph().filter(|_| rules.shape == LineShape::Cycle),
            problem: lines.factor_problem()?,
            atoms: free.map(Edge::index).collect(),
        })
    }

    /// Returns the proof of a barrier with the sets S and T.
    ///
    /// For an odd component C, let F be its edges to T and D its edges to S. The sum of "at least" over C is even inside
    /// C, and so is its left side without F:
    ///
    /// ```text
    ///   2 inside + D + F ≥ demands        + (not F) ≥ 0
    ///   2 inside + D     ≥ demands - |F|, which is odd
    ///     inside + D     ≥ (demands - |F| + 1) / 2        divided by 2
    /// ```
    ///
    /// Twice this plus the sum of "at most" over C is D - F ≥ 1 - |F|. Their sum for all odd components, plus "at least"
    /// over T and "at most" over S, is contradictory.
    fn proof(&self, barrier: &FactorBarrier) -> CountingProof {
        let mut rows = RowTable { free: self, rows: Vec::new(), numbers: HashMap::new() };
        let odd = barrier.odd.iter().flatten();
        for &vertex in barrier.lower.iter().chain(&barrier.upper).chain(odd) {
            rows.add(vertex);
        }
        let mut steps: Vec<Vec<CountingToken>> = Vec::new();
        let mut last = CountingSum::default();
        for part in &barrier.odd {
            steps.push(self.step_of_part(part, barrier, &rows));
            last.add(CountingToken::Inequality(2 * rows.rows.len() + steps.len()));
        }
        barrier.lower.iter().for_each(|&vertex| last.add(rows.at_least(vertex)));
        barrier.upper.iter().for_each(|&vertex| last.add(rows.at_most(vertex)));
        steps.push(last.0);
        CountingProof { rows: rows.rows, steps }
    }

    /// Returns the proof that the removal of k vertices leaves more than k components: at least two lines leave each of k + 1
    /// components, all to the k vertices, which have at most two lines each.
    fn proof_by_components(&self) -> Option<CountingProof> {
        let ContractedGraph { numbers, neighbours } = self.cycle.as_ref()?;
        let removed = separating_set(neighbours).or_else(|| separating_two(neighbours))?;
        let mut is_removed = vec![false; neighbours.len()];
        removed.iter().for_each(|&vertex| is_removed[vertex] = true);
        let is_in = |vertex: usize| !is_removed[vertex];
        let along = |vertex: usize| neighbours[vertex].iter().copied();
        let parts = components(neighbours.len(), is_in, along).numbers;
        let mut rows = RowTable { free: self, rows: Vec::new(), numbers: HashMap::new() };
        let own: Vec<usize> = (0..numbers.len()).filter(|&v| !is_in(numbers[v])).collect();
        own.iter().for_each(|&vertex| rows.add(vertex));
        let mut sum = CountingSum::default();
        own.iter().for_each(|&vertex| sum.add(rows.at_most(vertex)));
        // a single row of an unconnected graph is contradictory
        let needed = if removed.is_empty() { 1 } else { removed.len() + 1 };
        for part in 0..needed {
            sum.add(CountingToken::Inequality(2 * own.len() + part + 1));
            rows.rows.push(self.cut(&|vertex| parts[numbers[vertex]] == Some(part)));
        }
        Some(CountingProof { rows: rows.rows, steps: vec![sum.0] })
    }

    /// Returns the proof that a combination of equations and cuts has no solution.
    fn proof_by_relaxation(&self, limits: &JobLimits) -> Option<CountingProof> {
        let found = RowCombination::find(&self.problem, self.cycle.as_ref()?, limits)?;
        let mut rows = RowTable { free: self, rows: Vec::new(), numbers: HashMap::new() };
        found.vertices.iter().for_each(|&(vertex, _)| rows.add(vertex));
        let mut sum = CountingSum::default();
        for &(vertex, factor) in &found.vertices {
            let row = if factor > 0 { rows.at_least(vertex) } else { rows.at_most(vertex) };
            sum.add_multiple(row, factor.unsigned_abs());
        }
        for (number, (set, factor)) in (1..).zip(&found.sets) {
            let inside: HashSet<usize> = set.iter().copied().collect();
            sum.add_multiple(CountingToken::Inequality(2 * found.vertices.len() + number), *factor);
            rows.rows.push(self.cut(&|vertex| inside.contains(&vertex)));
        }
        Some(CountingProof { rows: rows.rows, steps: vec![sum.0] })
    }

    /// Returns the row "at least two" for the edges between the vertices of a set and others.
    fn cut(&self, is_inside: &dyn Fn(usize) -> bool) -> CountingRow {
        let inside = (0..self.problem.vertex_count()).filter(|&vertex| is_inside(vertex));
        let leaving = inside.flat_map(|vertex| {
            let edges = self.problem.incident(vertex).iter();
            edges.filter(move |&&edge| !is_inside(self.problem.other_end(edge, vertex)))
        });
        let atoms = leaving.map(|&edge| self.atoms[edge as usize]).collect();
        CountingRow { atoms, is_equation: false, bound: 2 }
    }

    fn step_of_part(
        &self,
        part: &[usize],
        barrier: &FactorBarrier,
        rows: &RowTable<'_>,
    ) -> Vec<CountingToken> {
        let mut sum = CountingSum::default();
        part.iter().for_each(|&vertex| sum.add(rows.at_least(vertex)));
        for &vertex in part {
            for &edge in self.problem.incident(vertex) {
                let other = self.problem.other_end(edge, vertex);
                if barrier.lower.binary_search(&other).is_ok() {
                    let atom = self.atoms[edge as usize];
                    sum.add(CountingToken::Literal { atom, is_positive: false });
                }
            }
        }
        sum.0.extend([CountingToken::Divide(2), CountingToken::Multiply(2)]);
        part.iter().for_each(|&vertex| sum.add(rows.at_most(vertex)));
        sum.0
    }
}

/// The rows of vertices, each an equation, in the order in which they were added.
struct RowTable<'a> {
    free: &'a FreeEdges,
    rows: Vec<CountingRow>,
    /// The number of the row of a vertex, from 0.
    numbers: HashMap<usize, usize>,
}

impl RowTable<'_> {
    fn add(&mut self, vertex: usize) {
        let edges = self.free.problem.incident(vertex).iter();
        self.numbers.insert(vertex, self.rows.len());
        self.rows.push(CountingRow {
            atoms: edges.map(|&edge| self.free.atoms[edge as usize]).collect(),
            is_equation: true,
            bound: self.free.problem.demand(vertex) as i64,
        });
    }

    fn at_least(&self, vertex: usize) -> CountingToken {
        CountingToken::Inequality(2 * self.numbers[&vertex] + 1)
    }

    fn at_most(&self, vertex: usize) -> CountingToken {
        CountingToken::Inequality(2 * self.numbers[&vertex] + 2)
    }
}

/// A sum in the order of the stack: `a b + c +`.
#[derive(Default)]
struct CountingSum(Vec<CountingToken>);

impl CountingSum {
    fn add(&mut self, term: CountingToken) {
        self.add_multiple(term, 1);
    }

    fn add_multiple(&mut self, term: CountingToken, factor: u64) {
        let is_first = self.0.is_empty();
        self.0.push(term);
        self.0.extend((factor > 1).then_some(CountingToken::Multiply(factor)));
        if !is_first {
            self.0.push(CountingToken::Add);
        }
    }
}
