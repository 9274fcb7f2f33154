//! Cases: partial assignments of the atoms of a puzzle.

use rand::seq::SliceRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

use encycle_encodings::encoding::AtomLiteral;
use encycle_encodings::logic::Lit;

use super::StrengthOptions;
use super::formula::Subject;
use super::reference::Reference;

/// A partial assignment of the atoms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The assigned atoms with their values, sorted by atom.
    given: Vec<(usize, bool)>,
    /// The number of atoms that a case may assign.
    atoms: usize,
}

/// What represents an atom in a formula.
#[derive(Clone, Copy, Debug)]
pub(super) enum Atom {
    /// A variable.
    Variable(Lit),
    /// No variable, because the clues imply this value.
    Known(bool),
    /// No variable, because a simplifier eliminated it.
    Eliminated,
}

impl From<AtomLiteral> for Atom {
    fn from(atom: AtomLiteral) -> Self {
        match atom {
            AtomLiteral::Variable(literal) => Self::Variable(literal),
            AtomLiteral::Implied(value) => Self::Known(value),
        }
    }
}

impl Atom {
    /// Returns the literal for a value of the atom, if it has a variable.
    pub fn literal(self, value: bool) -> Option<Lit> {
        match self {
            Self::Variable(literal) => Some(if value { literal } else { !literal }),
            Self::Known(_) | Self::Eliminated => None,
        }
    }
}

impl Case {
    fn new(mut given: Vec<(usize, bool)>, atoms: usize) -> Self {
        given.sort_unstable();
        Self { given, atoms }
    }

    pub(super) fn of_values(values: &[Option<bool>]) -> Self {
        let given = values.iter().enumerate().filter_map(|(atom, value)| Some((atom, (*value)?)));
        Self::new(given.collect(), values.len())
    }

    /// Returns the number of atoms with a value.
    pub(super) fn len(&self) -> usize {
        self.given.len()
    }

    /// Returns the value of an atom, if it has one.
    pub(super) fn value(&self, atom: usize) -> Option<bool> {
        let place = self.given.binary_search_by_key(&atom, |&(one, _)| one).ok()?;
        Some(self.given[place].1)
    }

    /// Returns the values of the first `count` atoms, `None` for an atom without a value.
    pub(super) fn values(&self, count: usize) -> Vec<Option<bool>> {
        let mut values = vec![None; count];
        self.given.iter().for_each(|&(atom, value)| values[atom] = Some(value));
        values
    }

    /// Returns the case without an atom.
    pub(super) fn without(&self, atom: usize) -> Self {
        let given = self.given.iter().copied().filter(|&(one, _)| one != atom);
        Self { given: given.collect(), atoms: self.atoms }
    }

    /// Returns whether a model has the values of the case.
    pub(super) fn agrees(&self, model: &[bool]) -> bool {
        self.given.iter().all(|&(atom, value)| model[atom] == value)
    }

    /// Returns the literals of the case in a formula. Returns `None` if the case contradicts an atom whose value the
    /// clues imply.
    pub(super) fn literals(&self, atoms: &[Atom]) -> Option<Vec<Lit>> {
        let mut literals = Vec::with_capacity(self.given.len() + 1);
        for &(atom, value) in &self.given {
            match atoms[atom] {
                Atom::Variable(_) => literals.extend(atoms[atom].literal(value)),
                Atom::Known(known) if known != value => return None,
                Atom::Known(_) | Atom::Eliminated => {}
            }
        }
        Some(literals)
    }

    /// Returns the share of the atoms that have a value, in tenths, rounded down.
    pub(super) fn tenths(&self) -> usize {
        10 * self.given.len() / self.atoms.max(1)
    }
}

/// Returns the cases, and whether they are all partial assignments.
///
/// If there are more partial assignments than cases, half of the cases take their values from a model: the values of 0
/// %, 10 %, ..., 90 % of the atoms. The other half are traces of a search, which makes random decisions for atoms that
/// the first formula leaves open until this formula finds a false clause, and which is cut off at a random place. So
/// the traces contain contradictions that unit propagation in the first formula has not noticed yet.
pub(super) fn cases(
    atoms: usize,
    subjects: &mut [Subject],
    whole: Option<&mut Reference>,
    options: StrengthOptions,
) -> (Vec<Case>, bool) {
    let count = u32::try_from(atoms).ok().and_then(|atoms| 3_usize.checked_pow(atoms));
    if let Some(count) = count.filter(|&count| count <= options.cases) {
        return ((0..count).map(|code| numbered(atoms, code)).collect(), true);
    }
    let mut random = Pcg64Mcg::seed_from_u64(options.seed);
    let mut own = subjects.first().map(Subject::reference);
    let mut reference = whole.or(own.as_mut());
    let mut cases = Vec::new();
    for number in 0..options.cases {
        let case = match (&mut reference, subjects.first_mut()) {
            (Some(reference), _) if number % 2 == 0 => {
                of_model(atoms, reference, number / 2 % 10, &mut random)
            }
            (_, Some(subject)) => Some(trace(atoms, subject, &mut random)),
            _ => None,
        };
        cases.extend(case);
    }
    (cases, false)
}

/// Returns the case with this number. Each digit of the number in base three is the state of an atom: no value, false
/// or true.
fn numbered(atoms: usize, mut code: usize) -> Case {
    let mut given = Vec::new();
    for atom in 0..atoms {
        match code % 3 {
            0 => {}
            digit => given.push((atom, digit == 2)),
        }
        code /= 3;
    }
    Case::new(given, atoms)
}

/// Returns a case that assigns this many tenths of the atoms, with the values of a model, or `None` if there is no
/// model.
fn of_model(
    atoms: usize,
    reference: &mut Reference,
    tenths: usize,
    random: &mut Pcg64Mcg,
) -> Option<Case> {
    let mut order: Vec<usize> = (0..atoms).collect();
    order.shuffle(random);
    // a few random values lead to a random model if there are several models
    let mut wanted = Case::new(Vec::new(), atoms);
    let mut model = reference.any(&wanted).ok()??;
    for &atom in order.iter().rev().take(5) {
        let mut given = wanted.given.clone();
        given.push((atom, random.random_bool(0.5)));
        let next = Case::new(given, atoms);
        if let Ok(Some(found)) = reference.any(&next) {
            (wanted, model) = (next, found);
        }
    }
    let chosen = order.iter().take(atoms * tenths / 10);
    Some(Case::new(chosen.map(|&atom| (atom, model[atom])).collect(), atoms))
}

/// Returns the first decisions of a random search, up to a random place.
fn trace(atoms: usize, subject: &mut Subject, random: &mut Pcg64Mcg) -> Case {
    let mut order: Vec<usize> = (0..atoms).collect();
    order.shuffle(random);
    let mut given: Vec<(usize, bool)> = Vec::new();
    let mut values = subject.derive(&Case::new(Vec::new(), atoms));
    for atom in order {
        let Some(known) = &values else { break };
        if known[atom].is_none() {
            given.push((atom, random.random_bool(0.5)));
            values = subject.derive(&Case::new(given.clone(), atoms));
        }
    }
    let length = random.random_range(0..=given.len());
    given.truncate(length);
    Case::new(given, atoms)
}
