//! Linear feedback shift registers, whose states are binary labels.

use std::sync::LazyLock;

use crate::logic::{ConstraintSink, Formula, FormulaPattern, Lit, Origin};

/// The registers, as (bits, tap). The feedback is the exclusive or of the last bit and the tap (counted from 1). These
/// are primitive trinomials, so the period has the largest possible value, 2^bits - 1.
const REGISTERS: [(usize, usize); 16] = [
    (2, 1),
    (3, 2),
    (4, 3),
    (5, 3),
    (6, 5),
    (7, 6),
    (9, 5),
    (10, 7),
    (11, 9),
    (15, 14),
    (17, 14),
    (18, 11),
    (20, 17),
    (22, 21),
    (23, 18),
    (25, 22),
];

/// A linear feedback shift register of maximum period. In each step every bit moves to the next position, and the first
/// bit becomes the exclusive or of the last bit and the bit at position `tap`.
///
/// From any state except zero, the register first returns to that state after 2^bits - 1 steps. So labels that advance
/// along each step of a walk cannot close a loop with fewer steps, unless all of them are zero (Johnson 2014; Haythorpe
/// and Johnson 2018; Zhou 2020).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Register {
    /// Number of bits.
    pub bits: usize,
    tap: usize,
}

impl Register {
    /// Returns the smallest register with at least `states` states besides zero; `None` if that takes more than 2^25 -
    /// 1 states.
    pub fn for_states(states: usize) -> Option<Self> {
        let is_enough = |&&(bits, _): &&(usize, usize)| (1_usize << bits) > states;
        REGISTERS.iter().find(is_enough).map(|&(bits, tap)| Self { bits, tap })
    }

    /// Returns the register with this number of bits, if the table has it.
    pub fn with_bits(bits: usize) -> Option<Self> {
        let register = REGISTERS.iter().find(|&&(known, _)| known == bits);
        register.map(|&(bits, tap)| Self { bits, tap })
    }

    /// Returns the number of steps after which a state other than zero returns.
    pub fn period(self) -> usize {
        (1 << self.bits) - 1
    }

    /// Adds *if all of `when`, one to three literals, are true, the label `to` is the successor state of the label
    /// `from`*.
    pub fn step(
        self,
        when: &[Lit],
        from: impl Fn(usize) -> Lit,
        to: impl Fn(usize) -> Lit,
        origin: Origin,
        sink: &mut dyn ConstraintSink,
    ) {
        let StepPatterns { feedback, shift } = &STEP_PATTERNS[when.len() - 1];
        let mut literals = when.to_vec();
        literals.extend([to(0), from(self.bits - 1), from(self.tap - 1)]);
        sink.add_instance(feedback, &literals, origin);
        for bit in 1..self.bits {
            literals.truncate(when.len());
            literals.extend([to(bit), from(bit - 1)]);
            sink.add_instance(shift, &literals, origin);
        }
    }
}

/// The formulas of one bit of a step. Their first literals are the conditions.
struct StepPatterns {
    /// If all conditions hold, the next literal is the exclusive or of the last two.
    feedback: FormulaPattern,
    /// If all conditions hold, the last two literals are equal.
    shift: FormulaPattern,
}

/// The patterns for one to three conditions.
static STEP_PATTERNS: LazyLock<[StepPatterns; 3]> =
    LazyLock::new(|| [1, 2, 3].map(StepPatterns::new));

impl StepPatterns {
    fn new(conditions: u32) -> Self {
        let at = |position: u32| Formula::from(Lit::positive(position));
        let [to, last, tap] = [0, 1, 2].map(|place| at(conditions + place));
        let pattern = |equivalence: Formula| {
            let condition = match conditions {
                1 => at(0),
                _ => Formula::And((0..conditions).map(at).collect()),
            };
            FormulaPattern::new(Formula::implies(condition, equivalence))
        };
        let shift = pattern(Formula::iff(to.clone(), last.clone()));
        Self { feedback: pattern(Formula::iff(to, Formula::xor(last, tap))), shift }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No loop without the root can be labeled, because the period is this long.
    #[test]
    fn every_register_has_the_greatest_period() {
        for (bits, tap) in REGISTERS {
            let mut state = 1_u32;
            let mut period = 0_u32;
            loop {
                let fed_back = (state >> (bits - 1) ^ state >> (tap - 1)) & 1;
                state = (state << 1 | fed_back) & ((1 << bits) - 1);
                period += 1;
                if state == 1 {
                    break;
                }
            }
            assert_eq!(period, (1 << bits) - 1, "{bits} bits");
        }
    }

    #[test]
    fn the_largest_grid_has_a_register() {
        let side = crate::grid::Grid::MAX_SIDE + 1;
        let register = Register::for_states(side * side).expect("a register");
        assert!(1 << register.bits > side * side);
        // 4 vertices need 3 bits, because zero is not a label
        assert_eq!(Register::for_states(4).map(|register| register.bits), Some(3));
        assert_eq!(Register::for_states(1 << 25), None);
    }
}
