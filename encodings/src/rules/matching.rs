//! Matched cells: each cell of a fixed set has a shaded neighbor of its own, and each shaded cell is one of these.
//!
//! By Hall's theorem there is such a matching exactly if no set of fixed cells has fewer shaded neighbors than cells, and no
//! set of shaded cells has fewer fixed neighbors. A model without a matching is cut by a set for which this fails: the cells
//! that an alternating walk from a cell without a partner reaches. The part `matching` states the constraint eagerly.

use crate::encoding::{
    Cut, CutKind, CutReason, Encoding, EncodingError, EncodingInfo, GlobalConstraint, Part,
    Separated,
};
use crate::grid::Grid;
use crate::logic::{Constraint, ConstraintSink, Lit, Origin};

/// The constraint on shaded cells, of which atom `cell` says that the cell is shaded.
#[derive(Clone)]
pub(crate) struct Matching {
    grid: Grid,
    /// Whether each cell is one of the fixed set, which are never shaded.
    is_fixed: Vec<bool>,
}

/// The part that states the constraint by a variable for each fixed cell and neighbor.
pub(crate) const MATCHING: EncodingInfo = EncodingInfo {
    name: "matching",
    meaning: "each pair of matched cells is a variable",
    source: "our own clauses",
    families: &[
        ("pair", "a clue and its shaded cell"),
        ("partner", "each clue has one shaded cell, which is shaded"),
        ("only", "a shaded cell belongs to one clue"),
    ],
};

/// The name of the rule.
pub(crate) const RULE: &str = "matched";

impl Matching {
    /// Creates the constraint for the cells of the fixed set.
    pub fn new(grid: Grid, is_fixed: Vec<bool>) -> Self {
        Self { grid, is_fixed }
    }

    /// Returns the neighbors of a fixed cell that may be shaded, or the fixed neighbors of another cell.
    fn beside(&self, cell: usize) -> Vec<usize> {
        let beside = self.grid.neighbours(self.grid.cell_at(cell));
        let cells = beside.map(|cell| self.grid.cell_index(cell));
        cells.filter(|&other| self.is_fixed[other] != self.is_fixed[cell]).collect()
    }

    /// Returns the cells of the side of `start` that an alternating walk reaches from it, or the end of a walk that would
    /// enlarge the matching, with the cells before it.
    fn walk(
        &self,
        start: usize,
        partner: &[Option<usize>],
        is_open: impl Fn(usize) -> bool,
    ) -> Result<Vec<usize>, Vec<(usize, usize)>> {
        let mut reached = vec![start];
        let mut before = vec![None; self.is_fixed.len()];
        let mut next = 0;
        while let Some(&cell) = reached.get(next) {
            next += 1;
            for other in self.beside(cell).into_iter().filter(|&other| is_open(other)) {
                if before[other].is_some() {
                    continue;
                }
                before[other] = Some(cell);
                match partner[other] {
                    Some(behind) => reached.push(behind),
                    None => {
                        let mut pairs = Vec::new();
                        let mut end = Some(other);
                        while let Some(other) = end {
                            let cell = before[other].unwrap_or(start);
                            pairs.push((cell, other));
                            end = if cell == start { None } else { partner[cell] };
                        }
                        return Err(pairs);
                    }
                }
            }
        }
        Ok(reached)
    }

    /// Returns the cuts that shaded cells violate; none if there is a matching.
    fn cuts(&self, is_shaded: impl Fn(usize) -> bool) -> Vec<Cut> {
        let count = self.is_fixed.len();
        let mut partner: Vec<Option<usize>> = vec![None; count];
        let mut cuts = Vec::new();
        let cut = |literals: Vec<Lit>| Cut::clause(literals, CutReason::Rule(RULE));
        let fixed = (0..count).filter(|&cell| self.is_fixed[cell]);
        let shaded = (0..count).filter(|&cell| !self.is_fixed[cell] && is_shaded(cell));
        for start in fixed.chain(shaded) {
            if partner[start].is_some() {
                continue;
            }
            match self.walk(start, &partner, |other| self.is_fixed[other] || is_shaded(other)) {
                Err(pairs) => {
                    for (cell, other) in pairs {
                        partner[cell] = Some(other);
                        partner[other] = Some(cell);
                    }
                }
                // more cells beside these are shaded
                Ok(reached) if self.is_fixed[start] => {
                    let mut others: Vec<usize> =
                        reached.iter().flat_map(|&cell| self.beside(cell)).collect();
                    others.retain(|&other| !is_shaded(other));
                    others.sort_unstable();
                    others.dedup();
                    cuts.push(cut(others
                        .iter()
                        .map(|&other| Lit::positive(other as u32))
                        .collect()));
                }
                // not all of these are shaded
                Ok(reached) => {
                    cuts.push(cut(reached
                        .iter()
                        .map(|&cell| Lit::new(cell as u32, true))
                        .collect()));
                }
            }
        }
        cuts
    }

    /// Returns each fixed cell with each cell that may be its partner.
    fn pairs(&self) -> Vec<(usize, usize)> {
        let fixed = (0..self.is_fixed.len()).filter(|&cell| self.is_fixed[cell]);
        fixed
            .flat_map(|cell| self.beside(cell).into_iter().map(move |other| (cell, other)))
            .collect()
    }

    /// Returns the part with the pairs as variables.
    ///
    /// # Errors
    /// There are too many variables.
    pub fn part(&self, encoding: &mut Encoding<'_>) -> Result<Part<'static>, EncodingError> {
        let pairs = self.pairs();
        let first = encoding.numbers(pairs.len())?;
        let grid = self.grid;
        let is_fixed = self.is_fixed.clone();
        let names = pairs.clone();
        let part = Part::new(MATCHING, move |sink: &mut dyn ConstraintSink| {
            for (cell, &is_fixed) in is_fixed.iter().enumerate() {
                let at = |family| Origin::new(family, grid.cell_at(cell).into());
                let of = pairs.iter().enumerate();
                let of =
                    of.filter(|(_, pair)| if is_fixed { pair.0 == cell } else { pair.1 == cell });
                let literals: Vec<(Lit, usize)> =
                    of.map(|(place, pair)| (Lit::positive(first + place as u32), pair.1)).collect();
                let own: Vec<Lit> = literals.iter().map(|(literal, _)| *literal).collect();
                let shaded = Lit::positive(cell as u32);
                if own.is_empty() {
                    let never = if is_fixed { vec![] } else { vec![!shaded] };
                    sink.constraint(Constraint::Clause(&never), at("only"));
                } else if is_fixed {
                    let one = Constraint::Cardinality { literals: &own, at_least: 1, at_most: 1 };
                    sink.constraint(one, at("partner"));
                    for (literal, other) in literals {
                        let then = [!literal, Lit::positive(other as u32)];
                        sink.constraint(Constraint::Clause(&then), at("partner"));
                    }
                } else {
                    let one = Constraint::Conditional {
                        when: shaded,
                        literals: &own,
                        at_least: 1,
                        at_most: 1,
                    };
                    sink.constraint(one, at("only"));
                }
            }
        });
        Ok(part.with_variables(first, move |sink| {
            for &(cell, other) in &names {
                let [a, b] = [cell, other].map(|cell| grid.cell_at(cell));
                let name = format!("p_{}_{}_{}_{}", a.row + 1, a.col + 1, b.row + 1, b.col + 1);
                sink.variable("pair", format_args!("{name}"));
            }
        }))
    }
}

impl GlobalConstraint for Matching {
    fn name(&self) -> &'static str {
        "shaded matched"
    }

    fn cut_kinds(&self) -> &'static [CutKind] {
        &[CutKind::Loop]
    }

    fn separate(&self, encoding: &Encoding<'_>, model: &[bool], _: CutKind) -> Separated {
        encoding.cut_or_block(self.cuts(|cell| model[cell]), model)
    }

    fn separates_any_model(&self) -> bool {
        true
    }
}
