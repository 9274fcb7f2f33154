//! What is true in a solution, and what is wrong with what should be one.

/// Which atoms of a puzzle are true: a solution, or what should be one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Solution(Vec<bool>);

impl Solution {
    /// The truth of each atom, in order.
    #[must_use]
    pub fn new(atoms: Vec<bool>) -> Self {
        Self(atoms)
    }

    /// The first `count` values of a model: for encodings whose first variables are the atoms.
    /// Variables beyond the model's end are false.
    #[must_use]
    pub fn of_model(model: &[bool], count: usize) -> Self {
        let mut atoms = model.to_vec();
        atoms.resize(count, false);
        Self(atoms)
    }

    /// A value for each cell, 0 for none: the atoms of [`Form::Values`](crate::puzzle::SolutionForm::Values). Values
    /// above `values` are left out.
    #[must_use]
    pub fn of_values(cells: &[u32], values: u32) -> Self {
        let of_cell = |&cell: &u32| (1..=values).map(move |value| cell == value);
        Self(cells.iter().flat_map(of_cell).collect())
    }

    /// Whether an atom is true.
    #[must_use]
    pub fn has(&self, atom: usize) -> bool {
        self.0.get(atom).copied().unwrap_or(false)
    }

    /// The truth of each atom.
    #[must_use]
    pub fn atoms(&self) -> &[bool] {
        &self.0
    }

    /// The numbers of the true atoms.
    pub fn true_atoms(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().filter(|&(_, &truth)| truth).map(|(atom, _)| atom)
    }

    /// How many of these atoms are true.
    #[must_use]
    pub fn count(&self, atoms: &[usize]) -> usize {
        atoms.iter().filter(|&&atom| self.has(atom)).count()
    }

    /// The first value of each cell, 0 for none; the inverse of [`Self::of_values`] where no cell
    /// has two.
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

/// The first broken rule, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("rule `{rule}` is broken at {place}: {found}")]
pub struct BrokenRule {
    /// The rule's name: `nonempty`, `clue`, `degree`, `single-loop`, `row`, ...
    pub rule: &'static str,
    /// The place, counted from 1.
    pub place: String,
    /// What is there.
    pub found: String,
}

impl BrokenRule {
    /// A broken rule.
    #[must_use]
    pub fn new(rule: &'static str, place: impl ToString, found: impl Into<String>) -> Self {
        Self { rule, place: place.to_string(), found: found.into() }
    }
}
