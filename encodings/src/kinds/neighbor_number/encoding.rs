//! The encoding of Block 2024, section 2.2, and its redundant parts.

use crate::encoding::{Encodable, Encoding, EncodingError, EncodingInfo, Part};
use crate::grid::Cell;
use crate::kinds::neighbor_number::parts::{DistancePart, PARTS, may_be_equal};
use crate::kinds::neighbor_number::{NeighborNumber, NeighborNumberClue};
use crate::logic::{Constraint, ConstraintSink, Lit, Origin, Place};
use crate::puzzle::Instance;

/// The encoding `minimal`. The paper gives each cell a value from 0 to 9, 0 for an empty cell; here
/// these are ten variables per cell, with the constraints of 2.2.1. For N x N cells, the number of
/// pairs of cells in one line at distance d < N is p(d) = 2N(N - d):
///
/// | family | clauses |
/// |---|---|
/// | `cell` | 46N² |
/// | `three` (OnlyThree, 2.1) | 2N(C(N, 2) + C(N, 4)) |
/// | `difference` (NumberDifference) | ∑ 18·p(d) for d ≤ 8, and ∑ p(d) beyond |
/// | `distinct` | ∑ 9·p(d) for even d ≤ 16 |
/// | `given` | 1 per clue |
///
/// The paper considers its minimal constraints sufficient. But 1 2 1 satisfies them and breaks the
/// rule that a digit occurs at most once in a line; `distinct` adds that rule.
const MINIMAL: EncodingInfo = EncodingInfo {
    name: "minimal",
    meaning: "a variable for each digit of each cell, and one for an empty cell",
    source: "Block 2024, section 2.2.1; `distinct`: section 1.1",
    families: &[
        ("value", "whether a cell holds a digit"),
        ("blank", "whether a cell is empty"),
        ("cell", "each cell holds exactly one digit or is empty"),
        ("three", "all but three cells of each row and column are empty (OnlyThree)"),
        (
            "difference",
            "digits with only empty cells between them differ by their distance (NumberDifference)",
        ),
        (
            "distinct",
            "a digit occurs at most once in a line, for distances where the rest would allow it",
        ),
        ("given", "a cell with a clue holds its digit, or is empty if the clue is empty"),
    ],
};

impl Encodable for NeighborNumber {
    /// Returns the names of the base alone, the base with each part, and the base with all parts.
    fn encoding_names(&self) -> Vec<String> {
        let part_names = PARTS.map(|part| part.about.name);
        let single = part_names.map(|part| format!("{}+{part}", MINIMAL.name));
        let all = format!("{}+{}", MINIMAL.name, part_names.join("+"));
        std::iter::once(MINIMAL.name.to_owned()).chain(single).chain([all]).collect()
    }

    fn encoding<'a>(&'a self, name: &str) -> Result<Encoding<'a>, EncodingError> {
        let mut words = name.split('+');
        if words.next() != Some(MINIMAL.name) {
            return Err(EncodingError::unknown(name, &self.encoding_names()));
        }
        let mut parts: Vec<&'static DistancePart> = Vec::new();
        for word in words {
            let part = PARTS.iter().find(|part| part.about.name == word);
            let part = part.ok_or_else(|| EncodingError::unknown(name, &self.encoding_names()))?;
            if parts.iter().any(|known| known.about.name == word) {
                return Err(EncodingError::new(name, format!("duplicate part: `{word}`")));
            }
            parts.push(part);
        }
        let rules = NeighborRules(self);
        let mut encoding = Encoding::new(self, name, MINIMAL.meaning);
        let first = encoding.numbers(self.atom_count() + self.grid().cell_count())?;
        let minimal = Part::new(MINIMAL, move |sink| rules.minimal(sink));
        encoding.push(minimal.with_variables(first, move |sink| rules.variables(sink)));
        for part in parts {
            encoding = encoding.with_part(Part::new(part.about, move |sink| {
                let mut forbidden = Vec::new();
                rules.each_pair(|pair| rules.redundant(part, &pair, &mut forbidden, sink));
            }));
        }
        encoding.push(Part::new(MINIMAL, move |sink| rules.given(sink)));
        Ok(encoding)
    }
}

/// The rules of a puzzle.
#[derive(Clone, Copy)]
struct NeighborRules<'a>(&'a NeighborNumber);

/// Two cells of a row or a column, and the cells between them.
struct CellPair<'l> {
    line: &'l [Cell],
    from: usize,
    to: usize,
}

impl CellPair<'_> {
    fn ends(&self) -> [Cell; 2] {
        [self.line[self.from], self.line[self.to]]
    }

    fn between(&self) -> &[Cell] {
        &self.line[self.from + 1..self.to]
    }

    fn distance(&self) -> u32 {
        (self.to - self.from) as u32
    }

    fn origin(&self, family: &'static str) -> Origin {
        Origin::new(family, self.ends().into())
    }
}

const DIGITS: std::ops::RangeInclusive<u32> = 1..=NeighborNumber::VALUES;

impl NeighborRules<'_> {
    fn digit(&self, cell: Cell, digit: u32) -> Lit {
        self.0.values().literal(self.0.grid().cell_index(cell), digit)
    }

    /// Returns the variable of *the cell is empty*; these come after the variables of the digits.
    fn blank(&self, cell: Cell) -> Lit {
        let first = self.0.values().count();
        Lit::positive((first + self.0.grid().cell_index(cell)) as u32)
    }

    /// Calls `visit` with each row, then with each column.
    fn each_line(&self, mut visit: impl FnMut(Place, &[Cell])) {
        let side = self.0.side();
        for row in 0..side {
            let cells: Vec<Cell> = (0..side).map(|col| Cell { row, col }).collect();
            visit(Place::Row(row), &cells);
        }
        for col in 0..side {
            let cells: Vec<Cell> = (0..side).map(|row| Cell { row, col }).collect();
            visit(Place::Column(col), &cells);
        }
    }

    fn each_pair(&self, mut visit: impl FnMut(CellPair<'_>)) {
        self.each_line(|_, line| {
            for from in 0..line.len() {
                (from + 1..line.len()).for_each(|to| visit(CellPair { line, from, to }));
            }
        });
    }

    /// Adds the rule `difference` of a pair: if one end holds a digit, the other end is not empty,
    /// and all cells between are, then the other digit is smaller or larger by the distance. Each
    /// end implies the other, so a digit that is excluded at one end is propagated to the other.
    fn difference(
        &self,
        pair: &CellPair<'_>,
        clause: &mut Vec<Lit>,
        sink: &mut dyn ConstraintSink,
    ) {
        let origin = pair.origin("difference");
        let distance = pair.distance();
        let [from, to] = pair.ends();
        let between = pair.between().iter().map(|&cell| !self.blank(cell));
        if distance >= NeighborNumber::VALUES {
            clause.clear();
            clause.extend([self.blank(from), self.blank(to)].into_iter().chain(between));
            return sink.add_clause(clause, origin);
        }
        for (one, other) in [(from, to), (to, from)] {
            for digit in DIGITS {
                clause.clear();
                clause.extend([!self.digit(one, digit), self.blank(other)]);
                clause.extend(between.clone());
                let wanted = [digit.checked_sub(distance), Some(digit + distance)];
                let wanted = wanted.into_iter().flatten().filter(|digit| DIGITS.contains(digit));
                clause.extend(wanted.map(|digit| self.digit(other, digit)));
                sink.add_clause(clause, origin);
            }
        }
    }

    fn distinct(&self, pair: &CellPair<'_>, sink: &mut dyn ConstraintSink) {
        if may_be_equal(pair.distance()) {
            for digit in DIGITS {
                let clause = pair.ends().map(|cell| !self.digit(cell, digit));
                sink.add_clause(&clause, pair.origin("distinct"));
            }
        }
    }

    /// Adds a redundant part for a pair: a digit in one cell excludes incompatible digits in the
    /// other.
    fn redundant(
        &self,
        part: &DistancePart,
        pair: &CellPair<'_>,
        forbidden: &mut Vec<Lit>,
        sink: &mut dyn ConstraintSink,
    ) {
        let [from, to] = pair.ends();
        for first in DIGITS {
            let forbids = |second: &u32| (part.forbids)(first, *second, pair.distance());
            forbidden.clear();
            forbidden.extend(DIGITS.filter(forbids).map(|second| self.digit(to, second)));
            if !forbidden.is_empty() {
                let when = self.digit(from, first);
                let constraint =
                    Constraint::Conditional { when, literals: forbidden, at_least: 0, at_most: 0 };
                sink.constraint(constraint, pair.origin(part.about.name));
            }
        }
    }

    fn variables(&self, sink: &mut dyn ConstraintSink) {
        self.0.values().variables(sink);
        for Cell { row, col } in self.0.grid().cells() {
            sink.variable("blank", format_args!("blank_{}_{}", row + 1, col + 1));
        }
    }

    fn minimal(&self, sink: &mut dyn ConstraintSink) {
        let mut literals = Vec::new();
        for cell in self.0.grid().cells() {
            literals.clear();
            literals.push(self.blank(cell));
            literals.extend(DIGITS.map(|digit| self.digit(cell, digit)));
            let constraint =
                Constraint::Cardinality { literals: &literals, at_least: 1, at_most: 1 };
            sink.constraint(constraint, Origin::new("cell", cell.into()));
        }
        self.each_line(|place, line| {
            let blanks: Vec<Lit> = line.iter().map(|&cell| self.blank(cell)).collect();
            let count = line.len() - 3;
            let constraint =
                Constraint::Cardinality { literals: &blanks, at_least: count, at_most: count };
            sink.constraint(constraint, Origin::new("three", place));
        });
        self.each_pair(|pair| self.difference(&pair, &mut literals, sink));
        self.each_pair(|pair| self.distinct(&pair, sink));
    }

    fn given(&self, sink: &mut dyn ConstraintSink) {
        for (cell, &given) in self.0.grid().cells().zip(self.0.clues()) {
            let literal = match given {
                NeighborNumberClue::Unknown => continue,
                NeighborNumberClue::Empty => self.blank(cell),
                NeighborNumberClue::Digit(digit) => self.digit(cell, digit),
            };
            sink.add_clause(&[literal], Origin::new("given", cell.into()));
        }
    }
}
