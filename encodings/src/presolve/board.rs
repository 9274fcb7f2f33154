//! The board of the presolver: the deduced facts and the work lists.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::grid::{Edge, Grid};
use crate::logic::Place;
use crate::presolve::chains::{JoinedLine, LineChains};
use crate::presolve::colours::ColourClasses;
use crate::presolve::geometry::GridGeometry;
use crate::presolve::rule::{PresolveRule, PresolveRules};
use crate::presolve::tables::{ANY, Pair, Ways};
use crate::presolve::trace::{PresolveFact, PresolveTrace, corner};

/// The state of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EdgeMark {
    /// Undecided.
    Open,
    /// Drawn.
    Line,
    /// Not drawn.
    Empty,
}

impl EdgeMark {
    pub fn of(line: bool) -> Self {
        if line { Self::Line } else { Self::Empty }
    }
}

/// The place where a rule is applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RuleSite {
    Cell(u32),
    Vertex(u32),
    Edge(u32),
    /// The whole puzzle.
    Whole,
}

/// The entry of a cell without a clue in [`PresolveBoard::clues`].
pub(super) const NO_CLUE: u8 = 9;

const NO_STEP: u32 = u32::MAX;

/// The state of the presolver.
#[derive(Clone)]
pub(super) struct PresolveBoard {
    pub geometry: Arc<GridGeometry>,
    pub rules: PresolveRules,
    /// The clue of each cell, or [`NO_CLUE`].
    pub clues: Vec<u8>,
    /// The state of each edge. The last entry is the dummy edge outside the grid, which is always empty.
    pub marks: Vec<EdgeMark>,
    /// For each corner of each cell, the possible states of the two edges that meet there; see
    /// [`crate::presolve::geometry::CELL_CORNERS`].
    pub corners: Vec<Pair>,
    pub colours: ColourClasses,
    pub chains: LineChains,
    /// The number of lines around each cell so far.
    pub cell_lines: Vec<u8>,
    /// The number of lines at each vertex so far.
    pub vertex_lines: Vec<u8>,
    pub line_count: u32,
    /// The number of undecided edges.
    pub open: usize,
    /// The number of clues that differ from the number of lines around their cells so far.
    pub unmet: usize,
    /// Whether a contradiction was found.
    pub contradiction: bool,
    pub trace: PresolveTrace,
    /// The step that fixed each edge, or `NO_STEP`.
    edge_step: Vec<u32>,
    /// The step that last restricted each corner, or `NO_STEP`.
    corner_step: Vec<u32>,
    /// The rule, the site and the predecessor of the current step. The step is added to the trace together with
    /// its first fact.
    current: (PresolveRule, RuleSite, u32),
    /// Whether the current step is in the trace.
    written: bool,
    /// The work list of sites for the simple rules, which read edge states but no tables.
    pub simple: VecDeque<u32>,
    /// The work list of sites for the table rules.
    pub tables: VecDeque<u32>,
    /// For each site (cells, then vertices), the work lists that contain it: a union of `SIMPLE` and `TABLES`.
    waiting: Vec<u8>,
    /// For each site (cells, then vertices), the possible assignments of its edges when it was last processed.
    /// If they have not changed since, the table rules deduce nothing new and skip the site.
    pub last_ways: Vec<Ways>,
    /// Undecided edges between two cells whose colors are known to be equal or different, with the step that deduced
    /// this.
    pub coloured: Vec<(u32, u32)>,
    /// The two ends of each chain of lines that has grown.
    pub grown: Vec<[u32; 2]>,
    /// The two ends of the only chain of lines, if a line between them would give a solution.
    pub closable: Option<[u32; 2]>,
    /// The line that closed a loop, and its length.
    pub closed: Option<(u32, u32)>,
    /// A buffer that [`Self::unite`] reuses.
    renamed: Vec<u32>,
}

const SIMPLE: u8 = 1;
const TABLES: u8 = 2;

impl PresolveBoard {
    pub fn new(grid: Grid, clues: Vec<u8>, rules: PresolveRules) -> Self {
        let geometry = Arc::new(GridGeometry::new(grid));
        let (cells, edges) = (grid.cell_count(), grid.edge_count());
        let vertices = grid.vertex_count();
        let mut marks = vec![EdgeMark::Open; edges + 1];
        marks[edges] = EdgeMark::Empty;
        let unmet = clues.iter().filter(|&&clue| clue != NO_CLUE && clue != 0).count();
        Self {
            geometry,
            rules,
            clues,
            marks,
            corners: vec![ANY; 4 * cells],
            colours: ColourClasses::new(cells),
            chains: LineChains::new(vertices),
            cell_lines: vec![0; cells],
            vertex_lines: vec![0; vertices],
            line_count: 0,
            open: edges,
            unmet,
            contradiction: false,
            trace: PresolveTrace::default(),
            edge_step: vec![NO_STEP; edges + 1],
            corner_step: vec![NO_STEP; 4 * cells],
            current: (PresolveRule::Check, RuleSite::Whole, NO_STEP),
            written: false,
            simple: VecDeque::new(),
            tables: VecDeque::new(),
            waiting: vec![0; cells + vertices],
            last_ways: vec![0; cells + vertices],
            coloured: Vec::new(),
            grown: Vec::new(),
            closable: None,
            closed: None,
            renamed: Vec::new(),
        }
    }

    pub fn mark(&self, edge: u32) -> EdgeMark {
        self.marks[edge as usize]
    }

    /// Begins a step. The facts recorded until the next step are deductions of this rule at this site.
    #[inline]
    pub fn begin(&mut self, rule: PresolveRule, site: RuleSite) {
        self.begin_after(rule, site, NO_STEP);
    }

    /// Begins a step that also depends on another step.
    #[inline]
    pub fn begin_after(&mut self, rule: PresolveRule, site: RuleSite, step: u32) {
        self.current = (rule, site, step);
        self.written = false;
    }

    /// Returns the index of the current step. Adds the step and its premises to the trace on the first call.
    fn step(&mut self) -> u32 {
        if !self.written {
            self.written = true;
            let (rule, site, after) = self.current;
            self.trace.begin(rule, self.place(site));
            if after != NO_STEP {
                self.trace.from(after);
            }
            let corners = matches!(rule, PresolveRule::ClueCorners | PresolveRule::VertexCorners);
            match site {
                RuleSite::Cell(cell) => {
                    for edge in self.geometry.cell_edges[cell as usize] {
                        self.rests_on(self.edge_step[edge as usize]);
                    }
                    for corner in 0..if corners { 4 } else { 0 } {
                        self.rests_on(self.corner_step[4 * cell as usize + corner]);
                    }
                }
                RuleSite::Vertex(vertex) => {
                    for edge in self.geometry.vertex_edges[vertex as usize] {
                        self.rests_on(self.edge_step[edge as usize]);
                    }
                    let cells = self.geometry.vertex_cells[vertex as usize];
                    for (corner, cell) in cells.into_iter().enumerate() {
                        if corners && cell != self.geometry.outside() {
                            self.rests_on(self.corner_step[4 * cell as usize + 3 - corner]);
                        }
                    }
                }
                RuleSite::Edge(_) | RuleSite::Whole => {}
            }
        }
        self.trace.len() as u32 - 1
    }

    /// Removes all steps, for a search that reports none.
    pub fn forget_trace(&mut self) {
        self.trace = PresolveTrace::default();
        self.edge_step.fill(NO_STEP);
        self.corner_step.fill(NO_STEP);
        self.coloured.iter_mut().for_each(|(_, step)| *step = NO_STEP);
    }

    /// Records that the current step depends on another step.
    fn rests_on(&mut self, step: u32) {
        if step != NO_STEP {
            self.trace.from(step);
        }
    }

    /// Returns the step that fixed an edge.
    pub fn step_of(&self, edge: u32) -> u32 {
        self.edge_step[edge as usize]
    }

    fn place(&self, site: RuleSite) -> Place {
        let grid = self.geometry.grid;
        match site {
            RuleSite::Cell(cell) => grid.cell_at(cell as usize).into(),
            RuleSite::Vertex(vertex) => {
                let (vertex, width) = (vertex as usize, grid.cols() + 1);
                Place::Vertex { row: vertex / width, col: vertex % width }
            }
            RuleSite::Edge(edge) => grid.place(Edge(edge)),
            RuleSite::Whole => Place::Whole,
        }
    }

    /// Records that the current step found a contradiction.
    #[cold]
    pub fn contradict(&mut self) {
        if !self.contradiction {
            self.contradiction = true;
            // begins a new step, to separate the contradiction from the facts already recorded for the site
            self.written = false;
            self.step();
        }
    }

    /// Fixes an edge as drawn (`line`) or as empty. Records a contradiction if this is impossible.
    pub fn fix(&mut self, edge: u32, line: bool) {
        let mark = EdgeMark::of(line);
        match self.mark(edge) {
            _ if self.contradiction => return,
            EdgeMark::Open => {}
            known if known == mark => return,
            _ => return self.contradict(),
        }
        let [a, b] = self.geometry.edge_cells[edge as usize];
        let ends = self.geometry.edge_ends[edge as usize];
        let full = |&end: &u32| self.vertex_lines[end as usize] == 2;
        if self.colours.differ(a, b).is_some_and(|differ| differ != line)
            || (line && ends.iter().any(full))
        {
            return self.contradict();
        }
        let step = self.step();
        self.trace.fact(PresolveFact::Edge(Edge(edge), line));
        self.edge_step[edge as usize] = step;
        self.marks[edge as usize] = mark;
        self.open -= 1;
        if line {
            self.draw(edge, [a, b], ends);
        }
        for cell in [a, b] {
            if cell != self.geometry.outside() {
                self.wait(cell, SIMPLE | TABLES);
            }
        }
        let cells = self.geometry.outside();
        ends.into_iter().for_each(|end| self.wait(cells + end, SIMPLE | TABLES));
        self.unite(a, b, line, step);
    }

    fn draw(&mut self, edge: u32, cells: [u32; 2], ends: [u32; 2]) {
        self.line_count += 1;
        for cell in cells {
            if cell == self.geometry.outside() {
                continue;
            }
            let (clue, lines) = (self.clues[cell as usize], &mut self.cell_lines[cell as usize]);
            *lines += 1;
            if clue != NO_CLUE {
                self.unmet += usize::from(*lines == clue + 1);
                self.unmet -= usize::from(*lines == clue);
            }
        }
        ends.into_iter().for_each(|end| self.vertex_lines[end as usize] += 1);
        self.grown.extend(self.closable.take());
        match self.chains.join(ends[0], ends[1]) {
            JoinedLine::Chain(ends, _) => self.grown.push(ends),
            JoinedLine::Loop(length) => self.closed = Some((edge, length)),
        }
    }

    /// Records that two cells are on opposite sides of the loop (`differ`), or on the same side.
    pub fn relate(&mut self, a: u32, b: u32, differ: bool) {
        match self.colours.differ(a, b) {
            _ if self.contradiction => {}
            Some(known) if known == differ => {}
            Some(_) => self.contradict(),
            None => {
                let step = self.step();
                self.trace.fact(PresolveFact::Sides { cells: [a, b], differ });
                self.unite(a, b, differ, step);
            }
        }
    }

    /// Merges the color classes of two cells. Enqueues the edges whose two cells are now known to have equal or
    /// different colors, and the sites next to the cells whose color class changed.
    fn unite(&mut self, a: u32, b: u32, differ: bool, step: u32) {
        let mut renamed = std::mem::take(&mut self.renamed);
        self.colours.unite(a, b, differ, &mut renamed);
        let outside = self.geometry.outside();
        for cell in renamed.drain(..) {
            // `renamed` never contains the outside, because its class keeps its name
            let edges = self.geometry.cell_edges[cell as usize];
            let beyond = self.geometry.cell_cells[cell as usize];
            for (edge, beyond) in edges.into_iter().zip(beyond) {
                if self.mark(edge) == EdgeMark::Open && self.colours.differ(cell, beyond).is_some()
                {
                    self.coloured.push((edge, step));
                }
                if beyond != outside {
                    self.wait(beyond, TABLES);
                }
            }
            for vertex in self.geometry.cell_vertices[cell as usize] {
                self.wait(outside + vertex, TABLES);
            }
        }
        self.renamed = renamed;
    }

    /// Restricts the two edges at corner `which` of a cell to the assignments in `ways`.
    pub fn narrow(&mut self, cell: u32, which: usize, edges: [u32; 2], ways: Pair) {
        let index = 4 * cell as usize + which;
        let left = self.corners[index] & ways;
        if left == self.corners[index] || self.contradiction {
            return;
        }
        let step = self.step();
        self.trace.fact(corner(edges, left));
        self.corners[index] = left;
        self.corner_step[index] = step;
        self.wait(cell, TABLES);
        self.wait(
            self.geometry.outside() + self.geometry.cell_vertices[cell as usize][which],
            TABLES,
        );
    }

    /// Enqueues a site into the work lists in `lists` that do not contain it yet.
    #[inline]
    fn wait(&mut self, site: u32, lists: u8) {
        let flags = &mut self.waiting[site as usize];
        let new = lists & !*flags;
        *flags |= lists;
        if new & SIMPLE != 0 {
            self.simple.push_back(site);
        }
        if new & TABLES != 0 {
            self.tables.push_back(site);
        }
    }

    /// Enqueues a site for all rules.
    pub fn wait_for_all(&mut self, site: RuleSite) {
        match site {
            RuleSite::Cell(cell) => self.wait(cell, SIMPLE | TABLES),
            RuleSite::Vertex(vertex) => {
                self.wait(self.geometry.outside() + vertex, SIMPLE | TABLES)
            }
            RuleSite::Edge(_) | RuleSite::Whole => {}
        }
    }

    fn site(&self, number: u32) -> RuleSite {
        match number.checked_sub(self.geometry.outside()) {
            None => RuleSite::Cell(number),
            Some(vertex) => RuleSite::Vertex(vertex),
        }
    }

    /// Removes and returns the next site for the simple rules.
    pub fn next_simple(&mut self) -> Option<RuleSite> {
        let number = self.simple.pop_front()?;
        self.waiting[number as usize] &= !SIMPLE;
        Some(self.site(number))
    }

    /// Removes and returns the next site for the table rules.
    pub fn next_for_tables(&mut self) -> Option<RuleSite> {
        let number = self.tables.pop_front()?;
        self.waiting[number as usize] &= !TABLES;
        Some(self.site(number))
    }
}
