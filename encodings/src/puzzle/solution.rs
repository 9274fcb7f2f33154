//! Solutions, and the error of a solution that breaks a rule.

/// A solution or a candidate for one: the truth of each atom of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Solution(Vec<bool>);

impl Solution {
    /// Creates a solution from the truth of each atom, in order.
    #[must_use]
    pub fn new(atoms: Vec<bool>) -> Self {
        Self(atoms)
    }

    /// Creates a solution from the first `count` values of a model, for encodings whose first variables are
    /// the atoms. Variables beyond the end of the model are false.
    #[must_use]
    pub fn of_model(model: &[bool], count: usize) -> Self {
        let mut atoms = model.to_vec();
        atoms.resize(count, false);
        Self(atoms)
    }

    /// Creates a solution from a value for each cell, 0 for none, with the atoms of
    /// [`SolutionForm::Values`](crate::puzzle::SolutionForm::Values). Cell values above `values` are
    /// ignored.
    #[must_use]
    pub fn of_values(cells: &[u32], values: u32) -> Self {
        let of_cell = |&cell: &u32| (1..=values).map(move |value| cell == value);
        Self(cells.iter().flat_map(of_cell).collect())
    }

    /// Returns whether an atom is true.
    #[must_use]
    pub fn has(&self, atom: usize) -> bool {
        self.0.get(atom).copied().unwrap_or(false)
    }

    /// Returns the truth of each atom.
    #[must_use]
    pub fn atoms(&self) -> &[bool] {
        &self.0
    }

    /// Returns the indices of the true atoms.
    pub fn true_atoms(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().filter(|&(_, &truth)| truth).map(|(atom, _)| atom)
    }

    /// Returns how many of these atoms are true.
    #[must_use]
    pub fn count(&self, atoms: &[usize]) -> usize {
        atoms.iter().filter(|&&atom| self.has(atom)).count()
    }

    /// Returns the first value of each cell, 0 for none. It is the inverse of [`Self::of_values`] if no cell
    /// has two values.
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

/// The first broken rule, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("rule `{rule}` is broken at {place}: {found}")]
pub struct BrokenRule {
    /// The name of the rule: `nonempty`, `clue`, `degree`, `single-loop`, `row`, ...
    pub rule: &'static str,
    /// The place, with rows and columns counted from 1.
    pub place: String,
    /// The violation found there.
    pub found: String,
}

impl BrokenRule {
    /// Creates the error for a broken rule.
    #[must_use]
    pub fn new(rule: &'static str, place: impl ToString, found: impl Into<String>) -> Self {
        Self { rule, place: place.to_string(), found: found.into() }
    }
}
