//! Derivation from a case: by unit propagation, or by the linear relaxation.

use encycle_encodings::logic::{Lit, UnitPropagator};
use encycle_solvers::RelaxedPoint;

use super::cases::{Atom, Case};
use super::reference::Implied;

/// A formula or a linear program, together with the representation of each atom.
pub(super) struct Deriver {
    atoms: Vec<Atom>,
    method: Method,
}

enum Method {
    /// Clauses, none of which is false without a case.
    Clauses {
        propagator: Box<UnitPropagator>,
        /// The number of literals that unit propagation derives without a case.
        root: usize,
    },
    /// A point of the linear relaxation.
    Relaxation(RelaxedPoint),
    /// A formula that is contradictory without a case.
    Contradictory,
}

/// A value of the relaxation is not a fraction if it is this close to 0 or 1.
const EPSILON: f64 = 1e-6;

impl Deriver {
    /// Creates a deriver that propagates unit clauses.
    pub fn of_clauses<'a>(
        variables: usize,
        clauses: impl Iterator<Item = &'a [Lit]>,
        atoms: Vec<Atom>,
    ) -> Self {
        let mut propagator = Box::new(UnitPropagator::of_clauses(variables, clauses));
        let method = match propagator.propagate() {
            true => Method::Clauses { root: propagator.trail().len(), propagator },
            false => Method::Contradictory,
        };
        Self { atoms, method }
    }

    /// Creates a deriver that derives what holds in all points of a linear relaxation.
    pub fn of_relaxation(point: Option<RelaxedPoint>, atoms: Vec<Atom>) -> Self {
        Self { atoms, method: point.map_or(Method::Contradictory, Method::Relaxation) }
    }

    /// Returns the values of all atoms that are derived from a case, or `None` if a contradiction is derived.
    pub fn derive(&mut self, case: &Case) -> Implied {
        let literals = case.literals(&self.atoms)?;
        match &mut self.method {
            Method::Contradictory => None,
            Method::Clauses { propagator, root } => {
                propagator.undo(*root);
                let holds = literals.into_iter().all(|literal| propagator.assign(literal));
                if !holds || !propagator.propagate() {
                    return None;
                }
                let value = |atom: &Atom| match *atom {
                    Atom::Variable(literal) => propagator.value(literal),
                    Atom::Known(value) => Some(value),
                    Atom::Eliminated => None,
                };
                Some(self.atoms.iter().map(value).collect())
            }
            Method::Relaxation(point) => fixed_atoms(point, &literals, case, &self.atoms),
        }
    }
}

/// Returns the values of the atoms that are the same in all points in which the literals hold, or `None` if there is no
/// such point.
///
/// An atom with the value 1 in one point has the value 1 in all points if fixing it at 0 leaves no point, and vice
/// versa. If fixing it leaves another point, all values that are different in that point are dropped, too, so most
/// atoms need no linear program of their own. If the solver fails, nothing is derived.
fn fixed_atoms(root: &RelaxedPoint, literals: &[Lit], case: &Case, atoms: &[Atom]) -> Implied {
    let mut point = root.clone();
    for &literal in literals {
        match point.fixed(literal) {
            Ok(Some(next)) => point = next,
            Ok(None) => return None,
            Err(_) => return Some(case.values(atoms.len())),
        }
    }
    let whole = |point: &RelaxedPoint, atom: Atom| {
        let value = match atom {
            Atom::Variable(literal) => point.value(literal.vidx()),
            Atom::Known(value) => return Some(value),
            Atom::Eliminated => return None,
        };
        let is_fraction = (EPSILON..=1.0 - EPSILON).contains(&value);
        (!is_fraction).then_some(value > 0.5)
    };
    let mut values: Vec<Option<bool>> = atoms.iter().map(|&atom| whole(&point, atom)).collect();
    for atom in 0..atoms.len() {
        let Some(value) = values[atom].filter(|_| case.value(atom).is_none()) else { continue };
        let Some(literal) = atoms[atom].literal(!value) else { continue };
        match point.fixed(literal) {
            Ok(Some(other)) => {
                for (known, &atom) in values.iter_mut().zip(atoms) {
                    *known = known.filter(|&value| whole(&other, atom) == Some(value));
                }
            }
            Ok(None) => {}
            Err(_) => values[atom] = None,
        }
    }
    Some(values)
}
