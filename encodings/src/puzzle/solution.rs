//! Solutions, and the error returned by the rule check.

use crate::logic::Place;

/// A solution, or a candidate for the rule check: the truth value of each atom of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Solution(Vec<bool>);

impl Solution {
    /// Creates a solution from the truth values of the atoms, in the order of the atoms.
    ///
    /// ```
    /// use encycle_encodings::kinds::slitherlink::Slitherlink;
    /// use encycle_encodings::puzzle::{Instance as _, Solution};
    ///
    /// let puzzle = Slitherlink::from_rows(&["3"])?;
    /// // all four edges are drawn, but the clue asks for three
    /// let broken = puzzle.check(&Solution::new(vec![true; 4])).unwrap_err();
    /// assert_eq!(broken.rule, "clue");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(atoms: Vec<bool>) -> Self {
        Self(atoms)
    }

    /// Creates a solution from the first `count` values of a model, for encodings whose first variables are
    /// the atoms. If the model is shorter, the remaining atoms are false.
    ///
    /// ```
    /// use encycle_encodings::puzzle::Solution;
    ///
    /// // three atoms, and an auxiliary variable
    /// assert_eq!(Solution::of_model(&[true, false, true, true], 3).atoms(), [true, false, true]);
    /// assert_eq!(Solution::of_model(&[true], 3).atoms(), [true, false, false]);
    /// ```
    #[must_use]
    pub fn of_model(model: &[bool], count: usize) -> Self {
        let mut atoms = model.to_vec();
        atoms.resize(count, false);
        Self(atoms)
    }

    /// Creates a solution from the value of each cell (0 for an empty cell). The atoms are the atoms of
    /// [`SolutionForm::Values`](crate::puzzle::SolutionForm::Values): one for each cell and each value from 1 to
    /// `values`. A cell with a larger value has no true atom.
    ///
    /// ```
    /// use encycle_encodings::kinds::sudoku::Sudoku;
    /// use encycle_encodings::puzzle::{Instance as _, Solution};
    ///
    /// let puzzle = Sudoku::new(2, 2, vec![0; 16])?;
    /// let cells = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
    /// assert!(puzzle.check(&Solution::of_values(&cells, 4)).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of_values(cells: &[u32], values: u32) -> Self {
        let of_cell = |&cell: &u32| (1..=values).map(move |value| cell == value);
        Self(cells.iter().flat_map(of_cell).collect())
    }

    /// Returns whether an atom is true; `false` if the index is out of range.
    ///
    /// ```
    /// use encycle_encodings::puzzle::Solution;
    ///
    /// let solution = Solution::new(vec![false, true]);
    /// assert!(solution.has(1));
    /// assert!(!solution.has(0) && !solution.has(7));
    /// ```
    #[must_use]
    pub fn has(&self, atom: usize) -> bool {
        self.0.get(atom).copied().unwrap_or(false)
    }

    /// Returns the truth value of each atom.
    ///
    /// ```
    /// use encycle_encodings::kinds::slitherlink::Slitherlink;
    /// use encycle_encodings::puzzle::{Instance as _, Solution};
    ///
    /// let puzzle = Slitherlink::from_rows(&["."])?;
    /// let solution = Solution::new(vec![true, false, false, true]);
    /// assert_eq!(solution.atoms().len(), puzzle.atom_count());
    /// assert_eq!(puzzle.atom_names(&solution), ["h_1_1", "v_1_2"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn atoms(&self) -> &[bool] {
        &self.0
    }

    /// Returns the indices of the true atoms.
    ///
    /// ```
    /// use encycle_encodings::puzzle::Solution;
    ///
    /// let solution = Solution::new(vec![false, true, true]);
    /// assert_eq!(solution.true_atoms().collect::<Vec<_>>(), [1, 2]);
    /// ```
    pub fn true_atoms(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().filter(|&(_, &truth)| truth).map(|(atom, _)| atom)
    }

    /// Returns the number of true atoms among `atoms`.
    ///
    /// ```
    /// use encycle_encodings::puzzle::Solution;
    ///
    /// let solution = Solution::new(vec![true, true, false, true]);
    /// // of the edges around a cell, how many are drawn?
    /// assert_eq!(solution.count(&[0, 2, 3]), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn count(&self, atoms: &[usize]) -> usize {
        atoms.iter().filter(|&&atom| self.has(atom)).count()
    }

    /// Returns the value of each cell: 0 for an empty cell, and the smallest value for a cell with several values. This
    /// is the inverse of [`Self::of_values`] if no cell has several values.
    ///
    /// ```
    /// use encycle_encodings::puzzle::Solution;
    /// let solution = Solution::of_values(&[2, 0, 1], 2);
    /// assert_eq!(solution.atoms(), [false, true, false, false, true, false]);
    /// assert_eq!(solution.values(2), [2, 0, 1]);
    /// ```
    #[must_use]
    pub fn values(&self, values: u32) -> Vec<u32> {
        let value =
            |cell: &[bool]| cell.iter().position(|&truth| truth).map_or(0, |i| i as u32 + 1);
        self.0.chunks(values as usize).map(value).collect()
    }
}

/// The error of the rule check: the first broken rule, and the place where it is broken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("rule `{rule}` is broken at {place}: {violation}")]
pub struct BrokenRule {
    /// The name of the rule: `nonempty`, `clue`, `degree`, `single-loop`, `row`, ...
    pub rule: &'static str,
    /// The place. Its text counts rows and columns from 1.
    pub place: Place,
    /// The violation found there.
    pub violation: String,
}

impl BrokenRule {
    /// Creates the error for a broken rule.
    #[must_use]
    pub fn new(rule: &'static str, place: impl Into<Place>, found: impl Into<String>) -> Self {
        Self { rule, place: place.into(), violation: found.into() }
    }
}
