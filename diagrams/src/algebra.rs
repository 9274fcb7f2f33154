//! The algebra of families: operations that traverse two diagrams at once and visit each pair of nodes only once
//! (Minato 1993; Knuth, 7.1.4, exercises 203-237).
//!
//! The operations are recursive; their depth is the number of levels of the diagrams.

use rustc_hash::FxHashMap;

use crate::arena::{Arena, SetFamily};
use crate::frontier::{BudgetCheck, BuildStopped, GoOn};

/// An operation on two families. Unary operations ignore their second operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Operation {
    Union,
    Intersection,
    Difference,
    SupersetsOf,
    NonSupersets,
    Minimal,
    MinimalOfUpper,
    Join,
    /// The sum of two multisets of sets, with multiplicities counted up to two. A set with multiplicity two or more
    /// contains a marker element, which is below all other elements; `twice` is the family of the marker alone.
    Sum {
        twice: SetFamily,
    },
}

/// A cache of the results of operations, with the check whether to continue.
pub(crate) struct OperationCache<'a, 'b> {
    cache: FxHashMap<(Operation, SetFamily, SetFamily), SetFamily>,
    watch: BudgetCheck<'a, 'b>,
}

impl<'a, 'b> OperationCache<'a, 'b> {
    pub fn new(go_on: &'a mut GoOn<'b>) -> Self {
        Self { cache: FxHashMap::default(), watch: BudgetCheck::new(go_on) }
    }

    /// Returns the number of cached results.
    pub fn len(&self) -> usize {
        self.cache.len()
    }

    /// Clears the cache, which also frees memory. This is required after [`Arena::keep`], because it renumbers the
    /// families.
    pub fn forget(&mut self) {
        self.cache.clear();
    }

    /// Counts one step of work, such as a pair of nodes.
    ///
    /// # Errors
    /// [`BuildStopped`] if the caller's callback returns `false`.
    pub fn tick(&mut self, arena: &Arena) -> Result<(), BuildStopped> {
        let cache = &self.cache;
        let entry = size_of::<(Operation, SetFamily, SetFamily, SetFamily)>() + 1;
        self.watch.tick(|| arena.bytes() + cache.capacity() * entry)
    }
}

impl Arena {
    /// Returns the sets that are in at least one of two families.
    pub fn union(&mut self, a: SetFamily, b: SetFamily) -> SetFamily {
        self.start(Operation::Union, a, b)
    }

    /// Returns the sets that are in both families.
    pub fn intersection(&mut self, a: SetFamily, b: SetFamily) -> SetFamily {
        self.start(Operation::Intersection, a, b)
    }

    /// Returns the sets of `a` that are not in `b`.
    pub fn difference(&mut self, a: SetFamily, b: SetFamily) -> SetFamily {
        self.start(Operation::Difference, a, b)
    }

    /// Returns the sets of `a` that are a superset of at least one set of `b` (Minato's *restrict*).
    pub fn supersets_of(&mut self, a: SetFamily, b: SetFamily) -> SetFamily {
        self.start(Operation::SupersetsOf, a, b)
    }

    /// Returns the sets of `a` that are not a superset of any set of `b` (Knuth's `a ↘ b`).
    pub fn non_supersets_of(&mut self, a: SetFamily, b: SetFamily) -> SetFamily {
        self.start(Operation::NonSupersets, a, b)
    }

    /// Returns the inclusion-minimal sets of a family (Knuth's `a↓`).
    pub fn minimal(&mut self, a: SetFamily) -> SetFamily {
        self.start(Operation::Minimal, a, SetFamily::EMPTY)
    }

    /// Returns the unions of each set of `a` with each set of `b` (Knuth's `a ⊔ b`).
    pub fn join(&mut self, a: SetFamily, b: SetFamily) -> SetFamily {
        self.start(Operation::Join, a, b)
    }

    /// Returns the sets of a family that contain an element (`onset`).
    pub fn with(&mut self, a: SetFamily, element: u32) -> SetFamily {
        let alone = self.set([element]);
        self.supersets_of(a, alone)
    }

    /// Returns the sets of a family that do not contain an element (`offset`).
    pub fn without(&mut self, a: SetFamily, element: u32) -> SetFamily {
        let alone = self.set([element]);
        self.non_supersets_of(a, alone)
    }

    fn start(&mut self, operation: Operation, a: SetFamily, b: SetFamily) -> SetFamily {
        let done = self.apply(operation, a, b, &mut OperationCache::new(&mut |_| true));
        done.expect("the callback always continues")
    }

    /// Applies an operation.
    ///
    /// # Errors
    /// [`BuildStopped`] if the caller's callback returns `false`.
    pub(crate) fn apply(
        &mut self,
        operation: Operation,
        a: SetFamily,
        b: SetFamily,
        work: &mut OperationCache<'_, '_>,
    ) -> Result<SetFamily, BuildStopped> {
        if let Some(result) = simple(operation, a, b) {
            return Ok(result);
        }
        if let Some(&result) = work.cache.get(&(operation, a, b)) {
            return Ok(result);
        }
        work.tick(self)?;
        let level = self.level(a).min(self.level(b));
        let [a0, a1] = self.at(level, a);
        let [b0, b1] = self.at(level, b);
        let mut make = |operation, a, b| self.apply(operation, a, b, work);
        let [lo, hi] = match operation {
            Operation::Union
            | Operation::Intersection
            | Operation::Difference
            | Operation::Sum { .. } => [make(operation, a0, b0)?, make(operation, a1, b1)?],
            // a set with the element may be a superset of a set with or without it
            Operation::SupersetsOf => {
                let either = make(Operation::Union, b0, b1)?;
                [make(operation, a0, b0)?, make(operation, a1, either)?]
            }
            Operation::NonSupersets => {
                let part = make(operation, a1, b0)?;
                [make(operation, a0, b0)?, make(operation, part, b1)?]
            }
            Operation::Minimal => {
                let (lo, hi) = (make(operation, a0, b)?, make(operation, a1, b)?);
                [lo, make(Operation::NonSupersets, hi, lo)?]
            }
            // the family is closed under supersets, so `a0` is a subfamily of `a1`; therefore a minimal set of `a1`
            // that is in `a0` is minimal in `a0` (Toda 2013, minimal hitting sets from all hitting sets)
            Operation::MinimalOfUpper => {
                let (lo, hi) = (make(operation, a0, b)?, make(operation, a1, b)?);
                [lo, make(Operation::Difference, hi, lo)?]
            }
            // the union has the element if one or both of the sets have it
            Operation::Join => {
                let either = make(Operation::Union, b0, b1)?;
                let (from_a, from_b) = (make(operation, a1, either)?, make(operation, a0, b1)?);
                [make(operation, a0, b0)?, make(Operation::Union, from_a, from_b)?]
            }
        };
        let result = self.node(level, lo, hi);
        work.cache.insert((operation, a, b), result);
        Ok(result)
    }
}

/// Returns the result of the base cases, which need no node. They cover every pair of two terminals.
fn simple(operation: Operation, a: SetFamily, b: SetFamily) -> Option<SetFamily> {
    let (empty, unit) = (SetFamily::EMPTY, SetFamily::UNIT);
    match operation {
        Operation::Union if a == empty => Some(b),
        Operation::Union if b == empty || a == b => Some(a),
        Operation::Intersection if a == empty || b == empty => Some(empty),
        Operation::Intersection if a == b => Some(a),
        Operation::Difference | Operation::NonSupersets if b == empty => Some(a),
        // each set is a superset of itself
        Operation::Difference | Operation::NonSupersets if a == empty || a == b => Some(empty),
        Operation::SupersetsOf if a == empty || b == empty => Some(empty),
        // each set is a superset of itself, and of the empty set
        Operation::SupersetsOf if a == b || b == unit => Some(a),
        Operation::NonSupersets if b == unit => Some(empty),
        Operation::Sum { .. } if a == empty => Some(b),
        Operation::Sum { .. } if b == empty => Some(a),
        Operation::Sum { twice } if [unit, twice].contains(&a) && [unit, twice].contains(&b) => {
            Some(twice)
        }
        Operation::Join if a == empty || b == empty => Some(empty),
        Operation::Join if a == unit => Some(b),
        Operation::Join if b == unit => Some(a),
        Operation::Minimal | Operation::MinimalOfUpper if a.is_terminal() => Some(a),
        _ => None,
    }
}
