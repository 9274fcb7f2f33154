//! Four edges around a cell or at a vertex, and the rules that intersect all ways to draw them.
//!
//! For example, let a clue be 2, let its top edge be empty, and let the cells on its left and on its right be on the
//! same side. Of the three ways to draw two of the remaining edges, only one draws both or neither of the left and the
//! right edge: these two edges are lines, and the bottom edge is empty.

use crate::presolve::board::{EdgeMark, PresolveBoard, RuleSite};
use crate::presolve::rule::PresolveRule;
use crate::presolve::tables::{LINE, Ways, agreed, unequal};

/// Two cells, and the positions of the two edges that lie between them.
pub(super) type Across = ([u32; 2], [usize; 2]);

/// Four edges, around a cell or at a vertex.
pub(super) struct FourEdges<'a> {
    pub edges: [u32; 4],
    pub across: &'a [Across],
    /// Whether the colors of two cells are used only while both edges between the cells are open.
    pub while_open: bool,
    pub site: RuleSite,
    /// The index of these four edges in the list of last ways.
    pub number: usize,
    /// The rule that uses colors, and the rule that also uses corners.
    pub rules: [PresolveRule; 2],
}

impl FourEdges<'_> {
    /// Returns the ways that agree with the fixed edges. Returns `None` if at most one edge is open, because the simple
    /// rules cover this case.
    pub fn known(&self, board: &PresolveBoard, mut ways: Ways) -> Option<Ways> {
        let mut open = 0;
        for (edge, line) in self.edges.into_iter().zip(LINE) {
            match board.mark(edge) {
                EdgeMark::Line => ways &= line,
                EdgeMark::Empty => ways &= !line,
                EdgeMark::Open => open += 1,
            }
        }
        (open > 1).then_some(ways)
    }

    /// Returns the ways that agree with the colors.
    pub fn coloured(&self, board: &PresolveBoard, mut ways: Ways) -> Ways {
        if !board.rules.has(self.rules[0]) {
            return ways;
        }
        for &([a, b], pair) in self.across {
            if self.is_of_interest(board, pair) {
                match board.colours.differ(a, b) {
                    Some(true) => ways &= unequal(pair[0], pair[1]),
                    Some(false) => ways &= !unequal(pair[0], pair[1]),
                    None => {}
                }
            }
        }
        ways
    }

    /// Draws the conclusions from the ways that agree with the colors, and from the ways that also agree with the
    /// corners. Returns whether the caller should also draw conclusions about corners.
    pub fn conclude(&self, board: &mut PresolveBoard, by_colours: Ways, ways: Ways) -> bool {
        if ways == 0 {
            let [colours, corners] = self.rules;
            let rules = if by_colours == 0 { [colours, corners] } else { [corners, colours] };
            if let Some(rule) = rules.into_iter().find(|&rule| board.rules.has(rule)) {
                board.begin(rule, self.site);
                board.contradict();
            }
            return false;
        }
        if std::mem::replace(&mut board.last_ways[self.number], ways) == ways {
            return false;
        }
        for (at, (rule, ways)) in self.rules.into_iter().zip([by_colours, ways]).enumerate() {
            if !board.rules.has(rule) || (at == 1 && ways == by_colours) {
                continue;
            }
            board.begin(rule, self.site);
            for (edge, line) in self.edges.into_iter().zip(LINE) {
                if board.mark(edge) == EdgeMark::Open
                    && let Some(line) = agreed(ways, line)
                {
                    board.fix(edge, line);
                }
            }
            for &([a, b], pair) in self.across {
                if self.is_of_interest(board, pair)
                    && board.colours.differ(a, b).is_none()
                    && let Some(differ) = agreed(ways, unequal(pair[0], pair[1]))
                {
                    board.relate(a, b, differ);
                }
            }
        }
        let corners = board.rules.has(self.rules[1]);
        if corners {
            board.begin(self.rules[1], self.site);
        }
        corners
    }

    /// Returns whether the colors of two cells are used.
    fn is_of_interest(&self, board: &PresolveBoard, pair: [usize; 2]) -> bool {
        !self.while_open || self.both_open(board, pair)
    }

    /// Returns whether both edges of a pair are open.
    pub fn both_open(&self, board: &PresolveBoard, pair: [usize; 2]) -> bool {
        pair.into_iter().all(|i| board.mark(self.edges[i]) == EdgeMark::Open)
    }
}
