//! The algebra of families: each operation goes through both diagrams at once, and meets each pair of nodes
//! only once (Minato 1993; Knuth, 7.1.4, exercises 203-237).
//!
//! It goes as deep as the diagrams have levels.

use rustc_hash::FxHashMap;

use crate::arena::{Arena, SetFamily};
use crate::frontier::{BudgetCheck, BuildStopped, GoOn};

/// What is made of two families.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Operation {
    Union,
    Intersection,
    Difference,
    SubsetsOf,
    SupersetsOf,
    NonSupersets,
    Minimal,
    Maximal,
    NonSubsets,
    MinimalOfUpper,
    Join,
    /// The sum of families whose sets are counted up to two: an element below all others, alone in this family, marks
    /// those that are there twice at least.
    Sum {
        twice: SetFamily,
    },
}

/// The results of operations, so that none is done twice, and whether to go on with them.
pub(crate) struct Work<'a, 'b> {
    known: FxHashMap<(Operation, SetFamily, SetFamily), SetFamily>,
    watch: BudgetCheck<'a, 'b>,
}

impl<'a, 'b> Work<'a, 'b> {
    pub fn new(go_on: &'a mut GoOn<'b>) -> Self {
        Self { known: FxHashMap::default(), watch: BudgetCheck::new(go_on) }
    }

    /// How many results are known.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Forgets all results: after families have got new numbers, or to give back memory.
    pub fn forget(&mut self) {
        self.known.clear();
    }

    /// Another step: a pair of nodes, or what else takes time.
    pub fn tick(&mut self, arena: &Arena) -> Result<(), BuildStopped> {
        let known = &self.known;
        let entry = size_of::<(Operation, SetFamily, SetFamily, SetFamily)>() + 1;
        self.watch.tick(|| arena.bytes() + known.capacity() * entry)
    }
}

impl Arena {
    /// The sets that are in one of two families at least.
    pub fn union(&mut self, a: SetFamily, b: SetFamily) -> SetFamily {
        self.start(Operation::Union, a, b)
    }

    /// The sets that are in both families.
    pub fn intersection(&mut self, a: SetFamily, b: SetFamily) -> SetFamily {
        self.start(Operation::Intersection, a, b)
    }

    /// The sets of `a` that are not in `b`.
    pub fn difference(&mut self, a: SetFamily, b: SetFamily) -> SetFamily {
        self.start(Operation::Difference, a, b)
    }

    /// The sets of `a` that are part of a set of `b` (Knuth's and Minato's *permit*).
    pub fn subsets_of(&mut self, a: SetFamily, b: SetFamily) -> SetFamily {
        self.start(Operation::SubsetsOf, a, b)
    }

    /// The sets of `a` that have a set of `b` as a part (Minato's *restrict*).
    pub fn supersets_of(&mut self, a: SetFamily, b: SetFamily) -> SetFamily {
        self.start(Operation::SupersetsOf, a, b)
    }

    /// The sets of `a` that have no set of `b` as a part (Knuth's `a ↘ b`).
    pub fn non_supersets_of(&mut self, a: SetFamily, b: SetFamily) -> SetFamily {
        self.start(Operation::NonSupersets, a, b)
    }

    /// The sets of `a` that are part of no set of `b` (Knuth's `a ↗ b`).
    pub fn non_subsets_of(&mut self, a: SetFamily, b: SetFamily) -> SetFamily {
        self.start(Operation::NonSubsets, a, b)
    }

    /// The sets that have no other set of the family as a part (Knuth's `a↓`).
    pub fn minimal(&mut self, a: SetFamily) -> SetFamily {
        self.start(Operation::Minimal, a, SetFamily::EMPTY)
    }

    /// The sets that are part of no other set of the family (Knuth's `a↑`).
    pub fn maximal(&mut self, a: SetFamily) -> SetFamily {
        self.start(Operation::Maximal, a, SetFamily::EMPTY)
    }

    /// Each set of `a` together with each set of `b` (Knuth's `a ⊔ b`).
    pub fn join(&mut self, a: SetFamily, b: SetFamily) -> SetFamily {
        self.start(Operation::Join, a, b)
    }

    /// The sets of a family that have an element (`onset`).
    pub fn with(&mut self, a: SetFamily, element: u32) -> SetFamily {
        let alone = self.set([element]);
        self.supersets_of(a, alone)
    }

    /// The sets of a family that have not an element (`offset`).
    pub fn without(&mut self, a: SetFamily, element: u32) -> SetFamily {
        let alone = self.set([element]);
        self.non_supersets_of(a, alone)
    }

    fn start(&mut self, operation: Operation, a: SetFamily, b: SetFamily) -> SetFamily {
        let done = self.apply(operation, a, b, &mut Work::new(&mut |_| true));
        done.expect("nobody stops it")
    }

    /// The result of an operation.
    ///
    /// # Errors
    /// It was stopped.
    pub(crate) fn apply(
        &mut self,
        operation: Operation,
        a: SetFamily,
        b: SetFamily,
        work: &mut Work<'_, '_>,
    ) -> Result<SetFamily, BuildStopped> {
        if let Some(result) = simple(operation, a, b) {
            return Ok(result);
        }
        if let Some(&result) = work.known.get(&(operation, a, b)) {
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
            // without the element, in either of those that may have it
            Operation::SubsetsOf => {
                let either = make(Operation::Union, b0, b1)?;
                [make(operation, a0, either)?, make(operation, a1, b1)?]
            }
            Operation::NonSubsets => {
                let part = make(operation, a0, b0)?;
                [make(operation, part, b1)?, make(operation, a1, b1)?]
            }
            // with the element, over either of those that may lack it
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
            Operation::Maximal => {
                let (lo, hi) = (make(operation, a0, b)?, make(operation, a1, b)?);
                [make(Operation::NonSubsets, lo, hi)?, hi]
            }
            // the family has every set over one of its sets, so that `a0` is a part of `a1`: what is minimal in
            // `a1` and is in `a0` is minimal there (Toda 2013, minimal hitting sets from all)
            Operation::MinimalOfUpper => {
                let (lo, hi) = (make(operation, a0, b)?, make(operation, a1, b)?);
                [lo, make(Operation::Difference, hi, lo)?]
            }
            // with the element, in either of those that may have it
            Operation::Join => {
                let either = make(Operation::Union, b0, b1)?;
                let (from_a, from_b) = (make(operation, a1, either)?, make(operation, a0, b1)?);
                [make(operation, a0, b0)?, make(Operation::Union, from_a, from_b)?]
            }
        };
        let result = self.node(level, lo, hi);
        work.known.insert((operation, a, b), result);
        Ok(result)
    }
}

/// What needs no look at the nodes. No other case is left where the pair has no node at all.
fn simple(operation: Operation, a: SetFamily, b: SetFamily) -> Option<SetFamily> {
    let (empty, unit) = (SetFamily::EMPTY, SetFamily::UNIT);
    match operation {
        Operation::Union if a == empty => Some(b),
        Operation::Union if b == empty || a == b => Some(a),
        Operation::Intersection if a == empty || b == empty => Some(empty),
        Operation::Intersection if a == b => Some(a),
        Operation::Difference | Operation::NonSupersets | Operation::NonSubsets if b == empty => {
            Some(a)
        }
        // each set is a part of itself
        Operation::Difference | Operation::NonSupersets | Operation::NonSubsets
            if a == empty || a == b =>
        {
            Some(empty)
        }
        Operation::SubsetsOf | Operation::SupersetsOf if a == empty || b == empty => Some(empty),
        Operation::SubsetsOf | Operation::SupersetsOf if a == b => Some(a),
        // the empty set is a part of every set
        Operation::SubsetsOf if a == unit => Some(unit),
        Operation::NonSubsets if a == unit => Some(empty),
        Operation::SupersetsOf if b == unit => Some(a),
        Operation::NonSupersets if b == unit => Some(empty),
        Operation::Sum { .. } if a == empty => Some(b),
        Operation::Sum { .. } if b == empty => Some(a),
        Operation::Sum { twice } if [unit, twice].contains(&a) && [unit, twice].contains(&b) => {
            Some(twice)
        }
        Operation::Join if a == empty || b == empty => Some(empty),
        Operation::Join if a == unit => Some(b),
        Operation::Join if b == unit => Some(a),
        Operation::Minimal | Operation::Maximal | Operation::MinimalOfUpper if a.is_terminal() => {
            Some(a)
        }
        _ => None,
    }
}
