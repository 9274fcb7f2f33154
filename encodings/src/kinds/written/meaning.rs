//! What a rule says about one place: a number or a statement over the atoms of a solution.
//!
//! The check makes meanings from the file, without the encoder. On a finished drawing each atom is known, so a meaning is a
//! constant; on an open one, it tells which partial drawings no solution can contain.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::kinds::written::terms::NumberComparison;

/// A number that the atoms of a solution determine. A statement is the number 1 if it holds, and otherwise 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleMeaning {
    /// A number.
    Constant(i64),
    /// Whether an atom is true.
    Atom(usize),
    /// The number beside the true atom, 0 if none is true. At most one of the atoms is true in a solution.
    Value(Vec<(i64, usize)>),
    /// The sum of numbers times factors.
    Sum(Vec<(i64, RuleMeaning)>),
    /// Whether a statement does not hold.
    Not(Box<RuleMeaning>),
    /// Whether all statements hold.
    All(Vec<RuleMeaning>),
    /// Whether a statement holds.
    Any(Vec<RuleMeaning>),
    /// How many statements hold before the first that does not.
    Run(Vec<RuleMeaning>),
    /// Whether the runs of statements that hold have these lengths, in order; `None` is any length.
    Runs(Vec<RuleMeaning>, Vec<Option<u32>>),
    /// Whether no two numbers are equal.
    Distinct(Vec<RuleMeaning>),
    /// Whether two numbers compare in this way.
    Compare(Box<[RuleMeaning; 2]>, NumberComparison),
}

impl RuleMeaning {
    /// Returns the statement that always, or never, holds.
    #[must_use]
    pub fn truth(truth: bool) -> Self {
        Self::Constant(truth.into())
    }

    /// Returns whether the statement holds whatever the atoms are.
    pub(super) fn is_true(&self) -> bool {
        *self == Self::Constant(1)
    }

    /// Returns the number if the atoms do not change it.
    #[must_use]
    pub fn constant(&self) -> Option<i64> {
        match self {
            Self::Constant(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns the negation of a statement.
    pub(super) fn negated(self) -> Self {
        match self {
            Self::Constant(value) => Self::truth(value == 0),
            Self::Not(inner) => *inner,
            other => Self::Not(Box::new(other)),
        }
    }

    /// Returns whether all statements hold.
    pub(super) fn all(parts: Vec<Self>) -> Self {
        Self::joined(parts, 0, Self::All)
    }

    /// Returns whether a statement holds.
    pub(super) fn any(parts: Vec<Self>) -> Self {
        Self::joined(parts, 1, Self::Any)
    }

    /// Joins statements, of which one that has the value `deciding` decides.
    fn joined(mut parts: Vec<Self>, deciding: i64, join: fn(Vec<Self>) -> Self) -> Self {
        if parts.contains(&Self::Constant(deciding)) {
            return Self::Constant(deciding);
        }
        parts.retain(|part| part.constant().is_none());
        match parts.len() {
            0 => Self::Constant(1 - deciding),
            1 => parts.remove(0),
            _ => join(parts),
        }
    }

    /// Returns the sum of numbers times factors.
    pub(super) fn sum(terms: Vec<(i64, Self)>) -> Self {
        let mut products =
            terms.iter().map(|(factor, term)| Some(factor.saturating_mul(term.constant()?)));
        // on a finished drawing, nothing is open
        let sum = products.try_fold(0_i64, |sum, product| Some(sum.saturating_add(product?)));
        if let Some(constant) = sum {
            return Self::Constant(constant);
        }
        let (known, mut open): (Vec<_>, Vec<_>) =
            terms.into_iter().partition(|(_, term)| term.constant().is_some());
        let products =
            known.iter().filter_map(|(factor, term)| Some(factor.saturating_mul(term.constant()?)));
        let constant = products.fold(0_i64, i64::saturating_add);
        if constant != 0 {
            open.push((1, Self::Constant(constant)));
        }
        Self::Sum(open)
    }

    /// Returns how many statements hold before the first that does not.
    pub(super) fn run(mut parts: Vec<Self>) -> Self {
        if let Some(end) = parts.iter().position(|part| *part == Self::Constant(0)) {
            parts.truncate(end);
        }
        match parts.iter().all(|part| part.constant().is_some()) {
            true => Self::Constant(parts.len() as i64),
            false => Self::Run(parts),
        }
    }

    /// Returns whether no two numbers are equal.
    pub(super) fn distinct(parts: Vec<Self>) -> Self {
        let known: Vec<i64> = parts.iter().filter_map(Self::constant).collect();
        match (has_equal(&known), known.len() == parts.len()) {
            (true, _) => Self::Constant(0),
            (false, true) => Self::Constant(1),
            (false, false) => Self::Distinct(parts),
        }
    }

    /// Returns whether two numbers compare in this way.
    pub(super) fn compare(first: Self, comparison: NumberComparison, second: Self) -> Self {
        match (first, second) {
            (Self::Constant(first), Self::Constant(second)) => {
                Self::truth(comparison.holds(first, second))
            }
            (Self::Value(values), Self::Constant(number)) => {
                Self::compare_value(&values, comparison, number)
            }
            (Self::Constant(number), Self::Value(values)) => {
                Self::compare_value(&values, comparison.mirrored(), number)
            }
            (first, second) => Self::Compare(Box::new([first, second]), comparison),
        }
    }

    /// Returns whether the number beside the true atom compares so, as a statement about the atoms: bounds of the number would
    /// not show that a value between them is excluded.
    fn compare_value(values: &[(i64, usize)], comparison: NumberComparison, number: i64) -> Self {
        let atoms = |wanted: bool| {
            let are = values.iter().filter(|(value, _)| comparison.holds(*value, number) == wanted);
            Self::any(are.map(|(_, atom)| Self::Atom(*atom)).collect())
        };
        if comparison.holds(0, number) { atoms(false).negated() } else { atoms(true) }
    }

    /// Returns bounds of the number if some atoms are known. They are exact if all atoms are.
    ///
    /// ```
    /// use encycle_encodings::kinds::written::RuleMeaning;
    ///
    /// let one_of = RuleMeaning::Any(vec![RuleMeaning::Atom(0), RuleMeaning::Atom(1)]);
    /// assert_eq!(one_of.bounds(&|_| None), (0, 1));
    /// assert_eq!(one_of.bounds(&|atom| (atom == 0).then_some(true)), (1, 1));
    /// ```
    #[must_use]
    pub fn bounds(&self, known: &dyn Fn(usize) -> Option<bool>) -> (i64, i64) {
        match self {
            Self::Constant(value) => (*value, *value),
            Self::Atom(atom) => known(*atom).map_or((0, 1), |truth| (truth.into(), truth.into())),
            Self::Value(values) => {
                if let Some((value, _)) = values.iter().find(|(_, atom)| known(*atom) == Some(true))
                {
                    return (*value, *value);
                }
                let open = || values.iter().filter(|(_, atom)| known(*atom).is_none());
                let (least, most) =
                    (open().map(|(value, _)| *value).min(), open().map(|(value, _)| *value).max());
                (least.unwrap_or(0).min(0), most.unwrap_or(0).max(0))
            }
            Self::Sum(terms) => {
                let mut sum = (0, 0);
                for (factor, term) in terms {
                    let (least, most) = term.bounds(known);
                    let (one, other) = (factor.saturating_mul(least), factor.saturating_mul(most));
                    sum.0 = one.min(other).saturating_add(sum.0);
                    sum.1 = one.max(other).saturating_add(sum.1);
                }
                sum
            }
            Self::Not(part) => {
                let (least, most) = part.bounds(known);
                (1 - most, 1 - least)
            }
            Self::All(parts) => {
                let all = parts.iter().map(|part| part.bounds(known));
                all.fold((1, 1), |so_far, one| (so_far.0.min(one.0), so_far.1.min(one.1)))
            }
            Self::Any(parts) => {
                let all = parts.iter().map(|part| part.bounds(known));
                all.fold((0, 0), |so_far, one| (so_far.0.max(one.0), so_far.1.max(one.1)))
            }
            Self::Run(parts) => {
                let all: Vec<(i64, i64)> = parts.iter().map(|part| part.bounds(known)).collect();
                let before = |is_over: &dyn Fn(&(i64, i64)) -> bool| {
                    all.iter().position(is_over).unwrap_or(all.len()) as i64
                };
                (before(&|one| one.0 < 1), before(&|one| one.1 < 1))
            }
            Self::Runs(parts, list) => {
                // the numbers of complete runs, and the lengths of the current one; `None` if the runs are others
                let mut states = vec![Some((0, 0))];
                let ends = parts.iter().map(|part| part.bounds(known)).chain([(0, 0)]);
                for (least, most) in ends {
                    let values = (least..=most).map(|value| value > 0);
                    let next = values.flat_map(|truth| {
                        states.iter().map(move |state| continued(list, (*state)?, truth))
                    });
                    let mut next: Vec<Option<(usize, u32)>> = next.collect();
                    next.sort_unstable();
                    next.dedup();
                    states = next;
                }
                let end = Some((list.len(), 0));
                let can_be = states.contains(&end);
                (i64::from(can_be && states.len() == 1), i64::from(can_be))
            }
            Self::Distinct(parts) => {
                let all = parts.iter().map(|part| part.bounds(known));
                let fixed: Vec<i64> =
                    all.filter(|(least, most)| least == most).map(|(value, _)| value).collect();
                let is_broken = has_equal(&fixed);
                (i64::from(!is_broken && fixed.len() == parts.len()), i64::from(!is_broken))
            }
            Self::Compare(sides, comparison) => {
                compared(sides[0].bounds(known), *comparison, sides[1].bounds(known))
            }
        }
    }

    /// Returns whether some values of the atoms give the statement this truth; true, too, if there are more than `most` atoms.
    pub(super) fn can_be(&self, truth: bool, most: usize) -> bool {
        let mut atoms = Vec::new();
        self.each_atom(&mut |atom| atoms.push(atom));
        atoms.sort_unstable();
        atoms.dedup();
        let value = |values: u32, atom: usize| {
            atoms.binary_search(&atom).ok().map(|at| values >> at & 1 == 1)
        };
        atoms.len() > most.min(31)
            || (0..1_u32 << atoms.len())
                .any(|values| (self.bounds(&|atom| value(values, atom)).1 > 0) == truth)
    }

    /// Returns the meaning over the images of its atoms. Meanings that differ only in the order of parts become equal, and so
    /// do numbers of values that are compared with each other.
    pub(super) fn moved(&self, images: &[usize]) -> Self {
        let moved = |part: &Self| part.moved(images);
        match self {
            Self::Constant(value) => Self::Constant(*value),
            Self::Atom(atom) => Self::Atom(images[*atom]),
            Self::Value(values) => {
                let image = |&(value, atom): &(i64, usize)| (value, images[atom]);
                Self::Value(sorted(values.iter().map(image)))
            }
            Self::Sum(terms) => {
                let moved = |(factor, term): &(i64, Self)| match term.moved(images) {
                    Self::Sum(inner) => {
                        let product = |(one, term)| (factor.saturating_mul(one), term);
                        inner.into_iter().map(product).collect::<Vec<_>>()
                    }
                    other => vec![(*factor, other)],
                };
                match Self::sum(terms.iter().flat_map(moved).collect()) {
                    Self::Sum(terms) => Self::Sum(sorted(terms.into_iter())),
                    other => other,
                }
            }
            Self::Not(part) => moved(part).negated(),
            Self::All(parts) => {
                let inner = |part| match part {
                    Self::All(inner) => inner,
                    other => vec![other],
                };
                Self::All(sorted(parts.iter().map(moved).flat_map(inner)))
            }
            Self::Any(parts) => {
                let inner = |part| match part {
                    Self::Any(inner) => inner,
                    other => vec![other],
                };
                Self::Any(sorted(parts.iter().map(moved).flat_map(inner)))
            }
            Self::Run(parts) => Self::Run(parts.iter().map(moved).collect()),
            Self::Runs(parts, list) => {
                // runs in the other direction have the reversed list
                let parts: Vec<Self> = parts.iter().map(moved).collect();
                let reversed: Vec<Self> = parts.iter().rev().cloned().collect();
                let list_reversed = list.iter().rev().copied().collect();
                let (parts, list) = (parts, list.clone()).min((reversed, list_reversed));
                Self::Runs(parts, list)
            }
            Self::Distinct(parts) if parts.len() < 2 => Self::truth(true),
            Self::Distinct(parts) => Self::Distinct(sorted(parts.iter().map(moved))),
            Self::Compare(sides, comparison) => {
                Self::in_order([moved(&sides[0]), moved(&sides[1])], *comparison)
            }
        }
    }

    /// Returns a comparison with its sides in a fixed order.
    fn in_order(mut sides: [Self; 2], mut comparison: NumberComparison) -> Self {
        match comparison {
            NumberComparison::Equal | NumberComparison::Unequal => {
                if let [Self::Value(one), Self::Value(other)] = &sides {
                    let are_equal = have_same_value(one, other);
                    let is_equal = comparison == NumberComparison::Equal;
                    return if is_equal { are_equal } else { are_equal.negated() };
                }
                sides.sort_unstable();
            }
            NumberComparison::Greater | NumberComparison::AtLeast => {
                sides.reverse();
                comparison = comparison.mirrored();
            }
            NumberComparison::Less | NumberComparison::AtMost => {}
        }
        Self::Compare(Box::new(sides), comparison)
    }

    /// Calls `visit` for each atom, perhaps several times.
    pub fn each_atom(&self, visit: &mut dyn FnMut(usize)) {
        match self {
            Self::Constant(_) => {}
            Self::Atom(atom) => visit(*atom),
            Self::Value(values) => values.iter().for_each(|(_, atom)| visit(*atom)),
            Self::Sum(terms) => terms.iter().for_each(|(_, term)| term.each_atom(visit)),
            Self::Not(part) => part.each_atom(visit),
            Self::All(parts)
            | Self::Any(parts)
            | Self::Run(parts)
            | Self::Runs(parts, _)
            | Self::Distinct(parts) => {
                parts.iter().for_each(|part| part.each_atom(visit));
            }
            Self::Compare(sides, _) => sides.iter().for_each(|side| side.each_atom(visit)),
        }
    }

    /// Writes the meaning with the names of atoms, operators first: `(<= (+ 1 shaded_1_1 1 shaded_1_2) 1)`.
    #[must_use]
    pub fn text(&self, name: &dyn Fn(usize) -> String) -> String {
        let list = |word: &str, parts: &mut dyn Iterator<Item = String>| {
            let mut text = format!("({word}");
            for part in parts {
                // writing to a string cannot fail
                let _ = write!(text, " {part}");
            }
            text + ")"
        };
        let all =
            |word: &str, parts: &[Self]| list(word, &mut parts.iter().map(|part| part.text(name)));
        match self {
            Self::Constant(value) => value.to_string(),
            Self::Atom(atom) => name(*atom),
            Self::Value(values) => {
                let pair = |(value, atom): &(i64, usize)| format!("{value} {}", name(*atom));
                list("value", &mut values.iter().map(pair))
            }
            Self::Sum(terms) => {
                let pair = |(factor, term): &(i64, Self)| format!("{factor} {}", term.text(name));
                list("+", &mut terms.iter().map(pair))
            }
            Self::Not(part) => format!("(not {})", part.text(name)),
            Self::All(parts) => all("all", parts),
            Self::Any(parts) => all("any", parts),
            Self::Run(parts) => all("run", parts),
            Self::Runs(parts, wanted) => {
                let number = |length: &Option<u32>| length.map_or(-1, i64::from).to_string();
                let wanted = list("list", &mut wanted.iter().map(number));
                let parts = parts.iter().map(|part| part.text(name));
                list("runs", &mut [wanted].into_iter().chain(parts))
            }
            Self::Distinct(parts) => all("distinct", parts),
            Self::Compare(sides, comparison) => all(comparison.sign(), &sides[..]),
        }
    }
}

fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    items.sort_unstable();
    items
}

/// Returns whether two cells have the same value, without the numbers of the values.
fn have_same_value(one: &[(i64, usize)], other: &[(i64, usize)]) -> RuleMeaning {
    let numbers: BTreeSet<i64> = one.iter().chain(other).map(|(number, _)| *number).collect();
    let is = |values: &[(i64, usize)], number: i64| {
        let atoms = values.iter().filter(|(value, _)| *value == number);
        RuleMeaning::any(atoms.map(|(_, atom)| RuleMeaning::Atom(*atom)).collect())
    };
    let agree = |number: i64| {
        let mut sides = [is(one, number), is(other, number)];
        sides.sort_unstable();
        RuleMeaning::Compare(Box::new(sides), NumberComparison::Equal)
    };
    RuleMeaning::All(sorted(numbers.into_iter().map(agree)))
}

/// Returns whether two of the numbers are equal.
fn has_equal(numbers: &[i64]) -> bool {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).any(|two| two[0] == two[1])
}

/// Returns the number of complete runs and the length of the current one behind a further statement; `None` if a run has
/// another length than in the list.
fn continued(
    list: &[Option<u32>],
    (complete, length): (usize, u32),
    truth: bool,
) -> Option<(usize, u32)> {
    let wanted = list.get(complete);
    match truth {
        true => {
            let has_room = wanted?.is_none_or(|wanted| length < wanted);
            has_room.then_some((complete, length + 1))
        }
        false if length == 0 => Some((complete, 0)),
        false => wanted?.is_none_or(|wanted| length == wanted).then_some((complete + 1, 0)),
    }
}

/// Returns the bounds of a comparison of numbers that have bounds.
fn compared(
    (least, most): (i64, i64),
    comparison: NumberComparison,
    (other_least, other_most): (i64, i64),
) -> (i64, i64) {
    let below = |is_strict: bool| {
        // `least - 1 < x` is `least <= x`
        let slack = i64::from(!is_strict);
        (i64::from(most < other_least + slack), i64::from(least < other_most + slack))
    };
    let not = |(least, most): (i64, i64)| (1 - most, 1 - least);
    let equal = || {
        let is_same = least == most && other_least == other_most && least == other_least;
        (i64::from(is_same), i64::from(least <= other_most && other_least <= most))
    };
    match comparison {
        NumberComparison::Equal => equal(),
        NumberComparison::Unequal => not(equal()),
        NumberComparison::Less => below(true),
        NumberComparison::AtMost => below(false),
        NumberComparison::Greater => not(below(false)),
        NumberComparison::AtLeast => not(below(true)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn atom(atom: usize) -> RuleMeaning {
        RuleMeaning::Atom(atom)
    }

    /// Some of each form, over three atoms.
    fn forms() -> Vec<RuleMeaning> {
        let sum =
            || RuleMeaning::sum(vec![(2, atom(0)), (-1, atom(1)), (1, RuleMeaning::Constant(3))]);
        let value = || RuleMeaning::Value(vec![(1, 0), (4, 2)]);
        let mut all = vec![
            RuleMeaning::all(vec![atom(0), atom(1).negated()]),
            RuleMeaning::any(vec![atom(0), atom(2)]),
            RuleMeaning::run(vec![atom(0), atom(1), atom(2)]),
            RuleMeaning::Runs(vec![atom(0), atom(1), atom(2)], vec![Some(1), None]),
            RuleMeaning::Runs(vec![atom(1), atom(0), atom(1)], vec![Some(1)]),
            RuleMeaning::distinct(vec![sum(), value(), RuleMeaning::Constant(4)]),
            sum(),
            value(),
        ];
        let signs = NumberComparison::SIGNS.map(|(_, comparison)| comparison);
        all.extend(signs.map(|one| RuleMeaning::compare(sum(), one, value())));
        all
    }

    /// The bounds contain the number of every completion, and are exact on a finished drawing.
    #[test]
    fn bounds_contain_the_numbers_of_all_completions() {
        for form in forms() {
            for state in 0..27_u32 {
                let digit = |atom: usize| state / 3_u32.pow(atom as u32) % 3;
                let known = |atom: usize| (digit(atom) < 2).then(|| digit(atom) == 1);
                let (least, most) = form.bounds(&known);
                for values in 0..8_u32 {
                    let value = |atom: usize| values >> atom & 1 == 1;
                    let has_value =
                        |atom: usize| known(atom).is_none_or(|known| known == value(atom));
                    let is_legal = !(value(0) && value(2));
                    if is_legal && (0..3).all(has_value) {
                        let (one, same) = form.bounds(&|atom| Some(value(atom)));
                        assert_eq!(one, same, "{form:?}");
                        assert!(
                            least <= one && one <= most,
                            "{form:?} {state}: {least} {one} {most}"
                        );
                    }
                }
            }
        }
    }

    /// A meaning over the images of its atoms has the number of the meaning, whatever the atoms are.
    #[test]
    fn meanings_over_the_images_of_their_atoms_have_the_same_numbers() {
        let images = [2, 0, 1];
        let equal = |comparison| {
            let [one, other] = [vec![(1, 0), (2, 1)], vec![(2, 2)]].map(RuleMeaning::Value);
            RuleMeaning::compare(one, comparison, other)
        };
        let more = [NumberComparison::Equal, NumberComparison::Unequal].map(equal);
        for form in forms().into_iter().chain(more) {
            let moved = form.moved(&images);
            assert_eq!(moved, moved.moved(&[0, 1, 2]), "{form:?}");
            for values in 0..8_u32 {
                let value = |atom: usize| values >> atom & 1 == 1;
                let is_legal = !(value(0) && (value(1) || value(2)));
                let before = form.bounds(&|atom| Some(value(atom)));
                let after =
                    moved.bounds(&|atom| images.iter().position(|one| *one == atom).map(value));
                assert!(!is_legal || before == after, "{form:?}: {before:?} {after:?}");
            }
        }
    }

    #[test]
    fn a_text_names_the_atoms() {
        let two = RuleMeaning::sum(vec![(1, atom(0)), (1, atom(1).negated())]);
        let few = RuleMeaning::compare(two, NumberComparison::AtMost, RuleMeaning::Constant(1));
        assert_eq!(few.text(&|atom| format!("x_{atom}")), "(<= (+ 1 x_0 1 (not x_1)) 1)");
    }
}
