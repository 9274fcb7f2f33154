//! The symmetries of a puzzle, and its canonical form.

use crate::grid::Isometry;
use crate::kinds::Kind;
use crate::puzzle::{Instance, PuzzleSymmetry, SolutionForm};

/// Which permutations of the values of the cells keep the rules of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Relabelling {
    /// Only the identity.
    None,
    /// That which replaces the value v of n by n + 1 - v.
    Reversal,
    /// All permutations.
    All {
        /// The value of each cell with a clue, row by row, and 0 for any other.
        clues: Vec<u32>,
    },
}

/// What the symmetries of a puzzle are made of. A puzzle of a [`Kind`] has it from its kind.
pub trait PuzzleImages: Clone + PartialEq {
    /// Returns the image under a symmetry, as [`Kind::image`].
    fn image_under(&self, symmetry: &PuzzleSymmetry) -> Option<Self>;

    /// Returns the permutations of the values that keep the rules.
    fn relabelled(&self) -> Relabelling;

    /// Returns the plain text, header included; `None` if the plain format cannot express the puzzle.
    fn plain_text(&self) -> Option<String>;

    /// Returns the meaning of the atoms.
    fn solution_form(&self) -> SolutionForm;
}

impl<K: Kind<Puzzle = K> + Instance + Clone + PartialEq> PuzzleImages for K {
    fn image_under(&self, symmetry: &PuzzleSymmetry) -> Option<Self> {
        K::image(self, symmetry)
    }

    fn relabelled(&self) -> Relabelling {
        K::relabelling(self)
    }

    fn plain_text(&self) -> Option<String> {
        K::write(self)
    }

    fn solution_form(&self) -> SolutionForm {
        self.form()
    }
}

/// The symmetries of a puzzle: those that map it to itself.
///
/// Each is one of the eight [isometries](Isometry) of the square, together with a [relabelling](Relabelling) of the values.
/// It maps solutions to solutions. Names of pairs, and which end of a path is the start, do not distinguish puzzles.
///
/// ```
/// use encycle_encodings::kinds::sudoku::Sudoku;
/// use encycle_encodings::kinds::symmetries;
///
/// // a diagonal reflection keeps the clue, and the values 2, 3, 4 can be permuted
/// let puzzle = Sudoku::from_rows(2, 2, &["1...", "....", "....", "...."])?;
/// assert_eq!(symmetries(&puzzle).order(), Some(2 * 6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymmetryGroup {
    /// A symmetry for each isometry and each permutation of the values in clues; the identity first.
    representatives: Vec<PuzzleSymmetry>,
    /// The values in no clue, which may be permuted as well.
    free: Vec<u32>,
}

/// Returns the symmetries of a puzzle.
#[must_use]
pub fn symmetries<P: PuzzleImages>(puzzle: &P) -> SymmetryGroup {
    let identity = || vec![PuzzleSymmetry::from(Isometry::IDENTITY)];
    let Some(first) = images(puzzle).next() else {
        return SymmetryGroup { representatives: identity(), free: Vec::new() };
    };
    let same = images(puzzle).filter(|(_, image)| *image == first.1);
    let mut representatives: Vec<PuzzleSymmetry> = same.map(|(symmetry, _)| symmetry).collect();
    let mut free = Vec::new();
    if let Relabelling::All { clues } = puzzle.relabelled() {
        // from this puzzle to its normal form and back from that of the image: the other way round
        free = (1..=value_count(puzzle)).filter(|value| !clues.contains(value)).collect();
        for one in &mut representatives {
            let back = |image: &u32| {
                (1..)
                    .zip(&first.0.values)
                    .find(|(_, other)| *other == image)
                    .map(|(value, _)| value)
            };
            one.values = one.values.iter().filter_map(back).collect();
        }
    }
    SymmetryGroup { representatives, free }
}

/// Returns the image of a puzzle that represents all of its images under the isometries and relabellings: among those with
/// the least plain text. Two puzzles have equal canonical forms if and only if one is an image of the other. A puzzle that
/// has no images, such as one on a general graph, is returned unchanged.
///
/// ```
/// use encycle_encodings::kinds::canonical;
/// use encycle_encodings::kinds::slitherlink::Slitherlink;
///
/// let puzzle = Slitherlink::from_rows(&["3.", ".2", ".."])?;
/// let turned = Slitherlink::from_rows(&["..", "2.", ".3"])?;
/// assert_eq!(canonical(&puzzle), canonical(&turned));
/// assert_eq!(canonical(&puzzle), Slitherlink::from_rows(&["..3", ".2."])?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn canonical<P: PuzzleImages>(puzzle: &P) -> P {
    let written = images(puzzle).filter_map(|(_, image)| Some((image.plain_text()?, image)));
    written
        .min_by(|(one, _), (other, _)| one.cmp(other))
        .map_or_else(|| puzzle.clone(), |(_, image)| image)
}

/// Returns the images of a puzzle, with relabellings that depend on the image alone, so that equal images have equal ones.
fn images<P: PuzzleImages>(puzzle: &P) -> impl Iterator<Item = (PuzzleSymmetry, P)> {
    Isometry::ALL.into_iter().flat_map(move |isometry| {
        let moved = puzzle.image_under(&isometry.into());
        let values = moved.as_ref().map_or_else(Vec::new, |moved| match moved.relabelled() {
            Relabelling::None => vec![Vec::new()],
            Relabelling::Reversal => {
                vec![Vec::new(), (1..=value_count(puzzle)).rev().collect()]
            }
            Relabelling::All { clues } => vec![in_order(&clues, value_count(puzzle))],
        });
        let image = |values: Vec<u32>| {
            let made = moved.clone().filter(|_| values.is_empty());
            let symmetry = PuzzleSymmetry { isometry, values };
            let image = made.or_else(|| puzzle.image_under(&symmetry))?;
            Some((symmetry, image))
        };
        values.into_iter().filter_map(image).collect::<Vec<_>>()
    })
}

/// Returns the number of values of a cell.
fn value_count<P: PuzzleImages>(puzzle: &P) -> u32 {
    match puzzle.solution_form() {
        SolutionForm::Values { values, .. } => values,
        _ => 0,
    }
}

/// Returns the permutation that numbers values by their first clue. Values without a clue follow in their order.
fn in_order(clues: &[u32], count: u32) -> Vec<u32> {
    let mut images = vec![0; count as usize];
    let mut next = 1;
    for &value in clues.iter().chain(&(1..=count).collect::<Vec<_>>()) {
        if value > 0 && images[value as usize - 1] == 0 {
            images[value as usize - 1] = next;
            next += 1;
        }
    }
    images
}

/// A class of symmetries: permutations of the free values with cycles of the same lengths, after the same representative.
/// They have equally many fixed solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymmetryClass {
    /// One of the class.
    pub symmetry: PuzzleSymmetry,
    /// The number of symmetries in the class.
    pub size: u128,
}

impl SymmetryGroup {
    /// The largest number of free values for which [`Self::classes`] lists the classes.
    pub const FREE_LIMIT: usize = 16;

    /// Returns a symmetry for each isometry and each permutation of the values in clues, the identity first.
    #[must_use]
    pub fn representatives(&self) -> &[PuzzleSymmetry] {
        &self.representatives
    }

    /// Returns the number of symmetries; `None` if it needs more than 128 bits.
    #[must_use]
    pub fn order(&self) -> Option<u128> {
        Some(factorial(self.free.len())? * self.representatives.len() as u128)
    }

    /// Returns the classes, or `None` for more than [`Self::FREE_LIMIT`] values without a clue.
    #[must_use]
    pub fn classes(&self) -> Option<Vec<SymmetryClass>> {
        if self.free.len() > Self::FREE_LIMIT {
            return None;
        }
        let mut cycle_types = Vec::new();
        partitions(self.free.len(), self.free.len(), &mut Vec::new(), &mut cycle_types);
        let mut classes = Vec::new();
        for representative in &self.representatives {
            for lengths in &cycle_types {
                let symmetry = self.with_cycles(representative, lengths);
                let size = factorial(self.free.len())? / centralizer(lengths);
                classes.push(SymmetryClass { symmetry, size });
            }
        }
        Some(classes)
    }

    /// Returns all symmetries, the identity first, or `None` if there are more than `limit`.
    #[must_use]
    pub fn elements(&self, limit: usize) -> Option<Vec<PuzzleSymmetry>> {
        self.order().filter(|&order| order <= limit as u128)?;
        let mut orders = vec![Vec::new()];
        for &value in &self.free {
            let inserted = |order: Vec<u32>| {
                (0..=order.len()).rev().map(move |place| {
                    let mut longer = order.clone();
                    longer.insert(place, value);
                    longer
                })
            };
            orders = orders.into_iter().flat_map(inserted).collect();
        }
        let with = |one: &PuzzleSymmetry| {
            let one = one.clone();
            orders.iter().map(move |order| self.with_images(&one, order)).collect::<Vec<_>>()
        };
        Some(self.representatives.iter().flat_map(with).collect())
    }

    /// Returns the representatives, and the exchanges of two free values; all others are products of these.
    #[must_use]
    pub fn generators(&self) -> Vec<PuzzleSymmetry> {
        let mut generators = self.representatives.clone();
        for place in 0..self.free.len() {
            for other in 0..place {
                let mut images = self.free.clone();
                images.swap(place, other);
                generators.push(self.with_images(&self.representatives[0], &images));
            }
        }
        generators
    }

    /// Returns a symmetry that permutes the free values by cycles of these lengths.
    fn with_cycles(&self, representative: &PuzzleSymmetry, lengths: &[usize]) -> PuzzleSymmetry {
        let mut images = self.free.clone();
        let mut first = 0;
        for &length in lengths {
            images[first..first + length].rotate_left(1);
            first += length;
        }
        self.with_images(representative, &images)
    }

    /// Returns a symmetry that maps the free values to these.
    fn with_images(&self, representative: &PuzzleSymmetry, images: &[u32]) -> PuzzleSymmetry {
        let mut symmetry = representative.clone();
        for (&value, &image) in self.free.iter().zip(images) {
            symmetry.values[value as usize - 1] = image;
        }
        symmetry
    }
}

fn factorial(number: usize) -> Option<u128> {
    (1..=number as u128).try_fold(1_u128, u128::checked_mul)
}

/// Returns the number of permutations that commute with one of these cycle lengths.
fn centralizer(lengths: &[usize]) -> u128 {
    let mut size = 1;
    let mut repeated = 0;
    for (index, &length) in lengths.iter().enumerate() {
        let is_same = index > 0 && lengths[index - 1] == length;
        repeated = if is_same { repeated + 1 } else { 1 };
        size *= length as u128 * repeated;
    }
    size
}

/// Lists the partitions of a number into parts of at most `most`, the parts in falling order.
fn partitions(number: usize, most: usize, parts: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
    if number == 0 {
        // the identity, whose parts are ones, comes first
        all.insert(0, parts.clone());
        return;
    }
    for part in (1..=most.min(number)).rev() {
        parts.push(part);
        partitions(number - part, part, parts, all);
        parts.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::sudoku::Sudoku;

    /// The classes of permutations of n values have n! elements, and the numbers of classes are those of partitions
    /// (OEIS A000041).
    #[test]
    fn classes_are_those_of_the_symmetric_group() {
        for (side, classes) in [(1, 1), (2, 2), (3, 3), (4, 5), (5, 7), (6, 11), (7, 15)] {
            let free: Vec<u32> = (1..=side).collect();
            let identity = PuzzleSymmetry { isometry: Isometry::IDENTITY, values: free.clone() };
            let group = SymmetryGroup { representatives: vec![identity], free };
            let found = group.classes().expect("few values");
            assert_eq!(found.len(), classes);
            assert!(found[0].symmetry.is_identity() && found[0].size == 1);
            assert_eq!(Some(found.iter().map(|class| class.size).sum()), group.order());
            let all = group.elements(5040).expect("few values");
            assert_eq!(Some(all.len() as u128), group.order());
            assert!(all[0].is_identity() && all[1..].iter().all(|one| !one.is_identity()));
        }
    }

    /// A clue pattern with a half turn that exchanges the values 1 and 2.
    #[test]
    fn isometries_may_exchange_values_of_clues() {
        let puzzle = Sudoku::from_rows(2, 2, &["1.3.", "....", "....", ".3.2"]).expect("a puzzle");
        let group = symmetries(&puzzle);
        let found: Vec<(&str, &[u32])> = group
            .representatives()
            .iter()
            .map(|one| (one.isometry.name(), &one.values[..]))
            .collect();
        assert_eq!(
            found,
            [("identity", &[1, 2, 3, 4][..]), ("rotation by 180 degrees", &[2, 1, 3, 4])]
        );
        assert_eq!(group.order(), Some(2));
    }
}
