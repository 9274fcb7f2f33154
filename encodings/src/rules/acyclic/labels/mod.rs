//! Label circuits: binary labels of vertices, and the successor of each label.
//!
//! If labels advance along each step of a walk, a cycle can close only when its label has returned, that is, after a
//! multiple of the period. So no cycle is shorter than the period, except a cycle through a vertex that is exempt from
//! the rule: the root. For example, a counter of 3 bits has the period 8, so that along a walk its labels are 0, 1, 2,
//! ..., 7, 0, and a cycle of 5 vertices cannot be labeled.

mod register;

use std::fmt;

use crate::logic::{Constraint, ConstraintSink, Formula, Lit, Origin};
use crate::rules::acyclic::labels::register::Register;

/// A sequence of labels along a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LabelMethod {
    /// A linear feedback shift register.
    Register,
    /// A binary number that increases by one.
    Counter,
    /// Remainders modulo several coprime numbers.
    Remainders,
}

impl LabelMethod {
    /// Returns the papers that describe such labels.
    pub const fn source(self) -> &'static str {
        match self {
            Self::Register => {
                "labels that follow a linear feedback shift register: Johnson 2014, Quasi-linear \
                 reduction of Hamiltonian cycle problem to SAT; Haythorpe and Johnson 2018, Change \
                 ringing and Hamiltonian cycles; Zhou 2020, In pursuit of an efficient SAT \
                 encoding for the Hamiltonian cycle problem"
            }
            Self::Counter => {
                "binary adder encoding: Zhou 2020, In pursuit of an efficient SAT encoding for the \
                 Hamiltonian cycle problem; our own: one chain of carries per vertex"
            }
            Self::Remainders => {
                "Heule 2021, Chinese remainder encoding for Hamiltonian cycles; our own: as many \
                 moduli as make the encoding exact"
            }
        }
    }
}

/// A label circuit: labels of some bits, each of which has a successor.
///
/// A label consists of components, which advance independently: shift registers of coprime periods ([`Register`]), and
/// a counter, a binary number that increases by one modulo a power of two. A label is *regular* if none of its
/// registers is zero. A regular label first returns after as many steps as the product of the periods, which is the
/// circuit's period. A cycle whose labels advance along each of its steps therefore has a length that is a multiple of
/// the period of every component, and so of their product (Heule 2021). Hence no cycle that is shorter than the period
/// has regular labels.
///
/// The successor of bit i of the counter is its exclusive or with carry i, "all lower bits are true". Carry 1 is bit 0;
/// each further carry is a variable of the vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LabelCircuit {
    /// The registers, whose periods are coprime.
    registers: Vec<Register>,
    /// The number of bits of the counter, which follow the bits of the registers.
    counter: usize,
}

impl LabelCircuit {
    /// Returns a circuit whose period is at least `states`; `None` if there is none.
    ///
    /// [`LabelMethod::Remainders`] has the registers with 2, 3, 5, 7 and 11 bits, of the periods 3, 7, 31, 127 and
    /// 2047, in this order as long as the product of their periods is at most `states`, and a counter for the rest. For
    /// example, 25 states get the periods 3 and 7 and a counter of one bit, together 42. The periods are coprime
    /// because the numbers of bits are: the greatest common divisor of 2^a - 1 and 2^b - 1 is 2^gcd(a,b) - 1.
    pub fn new(method: LabelMethod, states: usize) -> Option<Self> {
        let mut circuit = Self { registers: Vec::new(), counter: 0 };
        match method {
            LabelMethod::Register => circuit.registers.push(Register::for_states(states)?),
            LabelMethod::Counter => {}
            LabelMethod::Remainders => {
                let mut product = 1;
                for register in [2, 3, 5, 7, 11].into_iter().filter_map(Register::with_bits) {
                    product *= register.period();
                    if product > states {
                        break;
                    }
                    circuit.registers.push(register);
                }
            }
        }
        while circuit.period() < states {
            circuit.counter += 1;
        }
        Some(circuit)
    }

    /// Returns the number of steps after which a regular label returns.
    pub fn period(&self) -> usize {
        self.registers.iter().map(|register| register.period()).product::<usize>() << self.counter
    }

    /// Returns the number of bits of a label.
    pub fn bits(&self) -> usize {
        self.registers.iter().map(|register| register.bits).sum::<usize>() + self.counter
    }

    /// Returns the number of variables of a vertex: its bits, then its carries.
    pub fn width(&self) -> usize {
        self.bits() + self.carries()
    }

    fn carries(&self) -> usize {
        self.counter.saturating_sub(2)
    }

    /// Creates the variables of a vertex: `l_NAME_B` for bit B, `carry_NAME_B` for the carry into bit B. Bits count
    /// from 1.
    pub fn variables(
        &self,
        vertex: impl fmt::Display,
        family: &'static str,
        sink: &mut dyn ConstraintSink,
    ) {
        for bit in 1..=self.bits() {
            sink.variable(family, format_args!("l_{vertex}_{bit}"));
        }
        for carry in 0..self.carries() {
            let bit = self.first_of_counter() + carry + 3;
            sink.variable(family, format_args!("carry_{vertex}_{bit}"));
        }
    }

    /// Returns the number of bits in front of the counter's bits.
    fn first_of_counter(&self) -> usize {
        self.bits() - self.counter
    }

    /// Returns the registers, each with the number of bits in front of its own.
    fn registers(&self) -> impl Iterator<Item = (usize, Register)> {
        self.registers.iter().scan(0, |before, &register| {
            *before += register.bits;
            Some((*before - register.bits, register))
        })
    }

    /// Returns the carry into a bit of the counter, at least 1; `label` returns the variables of the vertex.
    fn carry(&self, bit: usize, label: &impl Fn(usize) -> Lit) -> Lit {
        match bit {
            1 => label(self.first_of_counter()),
            _ => label(self.bits() + bit - 2),
        }
    }

    /// Adds the definitions of the carries of a vertex.
    pub fn define(
        &self,
        label: impl Fn(usize) -> Lit,
        origin: Origin,
        sink: &mut dyn ConstraintSink,
    ) {
        for bit in 2..self.counter {
            let parts = [self.carry(bit - 1, &label), label(self.first_of_counter() + bit - 1)];
            let both = Formula::And(parts.map(Formula::from).to_vec());
            let formula = Formula::iff(self.carry(bit, &label).into(), both);
            sink.constraint(Constraint::Formula(&formula), origin);
        }
    }

    /// Returns clauses that all hold exactly if the label is regular: one clause per register.
    pub fn is_regular(&self, label: impl Fn(usize) -> Lit) -> impl Iterator<Item = Vec<Lit>> {
        self.registers()
            .map(move |(before, register)| (before..before + register.bits).map(&label).collect())
    }

    /// Returns literals that are all true exactly if the label is the first label: of each register only the first bit
    /// is set, and the counter is 0. There is one literal for each bit.
    pub fn first_label(&self, label: impl Fn(usize) -> Lit) -> impl Iterator<Item = Lit> {
        let starts: Vec<usize> = self.registers().map(|(before, _)| before).collect();
        (0..self.bits()).map(
            move |bit| {
                if starts.contains(&bit) { label(bit) } else { !label(bit) }
            },
        )
    }

    /// Adds *if all of `when` are true, the label `to` is the successor of the label `from`*.
    pub fn step(
        &self,
        when: &[Lit],
        from: impl Fn(usize) -> Lit,
        to: impl Fn(usize) -> Lit,
        origin: Origin,
        sink: &mut dyn ConstraintSink,
    ) {
        for (before, register) in self.registers() {
            let [old, new]: [&dyn Fn(usize) -> Lit; 2] =
                [&|bit| from(before + bit), &|bit| to(before + bit)];
            register.step(when, old, new, origin, sink);
        }
        let mut clause: Vec<Lit> = when.iter().map(|&literal| !literal).collect();
        let conditions = clause.len();
        let mut add = |rest: &[Lit]| {
            clause.truncate(conditions);
            clause.extend(rest);
            sink.add_clause(&clause, origin);
        };
        for bit in 0..self.counter {
            let place = self.first_of_counter() + bit;
            let (old, new) = (from(place), to(place));
            if bit == 0 {
                add(&[new, old]);
                add(&[!new, !old]);
            } else {
                let carry = self.carry(bit, &from);
                add(&[!new, old, carry]);
                add(&[!new, !old, !carry]);
                add(&[new, !old, carry]);
                add(&[new, old, !carry]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::{ModelCheck, Place};

    const METHODS: [LabelMethod; 3] =
        [LabelMethod::Register, LabelMethod::Counter, LabelMethod::Remainders];

    /// Returns the variables of a vertex whose label has these bits, followed by its carries.
    fn vertex(circuit: &LabelCircuit, bits: usize) -> Vec<bool> {
        let mut all: Vec<bool> = (0..circuit.bits()).map(|bit| bits >> bit & 1 == 1).collect();
        let first = circuit.first_of_counter();
        for bit in 2..circuit.counter {
            all.push(all[first..first + bit].iter().all(|&lower| lower));
        }
        all
    }

    /// Returns whether one label is the successor of another. A third variable is the condition.
    fn is_step(circuit: &LabelCircuit, from: usize, to: usize) -> bool {
        let mut model = vertex(circuit, from);
        model.extend(vertex(circuit, to));
        model.push(true);
        let width = circuit.width();
        let mut check = ModelCheck::new(&model);
        let origin = Origin::new("label", Place::Whole);
        let at = |vertex: usize| move |i: usize| Lit::positive((vertex * width + i) as u32);
        for _ in 0..model.len() {
            check.variable("label", format_args!("x"));
        }
        circuit.define(at(0), origin, &mut check);
        circuit.define(at(1), origin, &mut check);
        circuit.step(&[Lit::positive(2 * width as u32)], at(0), at(1), origin, &mut check);
        check.broken().is_none()
    }

    fn is_regular(circuit: &LabelCircuit, bits: usize) -> bool {
        let holds = |literal: Lit| bits >> literal.vidx() & 1 == 1;
        circuit
            .is_regular(|bit| Lit::positive(bit as u32))
            .all(|clause| clause.into_iter().any(holds))
    }

    /// Each label has one successor. The regular labels form a single cycle, because the periods are coprime.
    #[test]
    fn regular_labels_form_one_cycle_as_long_as_the_period() {
        for method in METHODS {
            for states in [1, 2, 3, 4, 5, 12, 21, 22, 43] {
                let circuit = LabelCircuit::new(method, states).expect("a circuit");
                let labels = 1_usize << circuit.bits();
                let next = |from: usize| {
                    let mut all = (0..labels).filter(|&to| is_step(&circuit, from, to));
                    let (one, more) = (all.next(), all.next());
                    assert_eq!(more, None, "{circuit:?}: two successors of {from}");
                    one.expect("a successor")
                };
                let first: usize = circuit
                    .first_label(|bit| Lit::positive(bit as u32))
                    .filter(|literal| literal.is_pos())
                    .map(|literal| 1 << literal.vidx())
                    .sum();
                let regular = (0..labels).filter(|&bits| is_regular(&circuit, bits)).count();
                let mut seen = vec![first];
                loop {
                    assert!(is_regular(&circuit, seen[seen.len() - 1]), "{circuit:?}");
                    match next(seen[seen.len() - 1]) {
                        again if again == first => break,
                        other => seen.push(other),
                    }
                }
                assert_eq!((seen.len(), regular), (circuit.period(), circuit.period()));
                assert!(circuit.period() >= states, "{circuit:?} for {states}");
            }
        }
    }

    /// The moduli are coprime, and there is a circuit even for the largest grid.
    #[test]
    fn remainders_have_coprime_moduli() {
        let side = crate::grid::Grid::MAX_SIDE + 1;
        for states in [1, 2, 3, 20, 21, 650, 651, 100_000, side * side] {
            let circuit = LabelCircuit::new(LabelMethod::Remainders, states).expect("a circuit");
            let periods: Vec<usize> =
                circuit.registers.iter().map(|register| register.period()).collect();
            for (i, &a) in periods.iter().enumerate() {
                assert!(a % 2 == 1);
                for &b in &periods[..i] {
                    let common = (2..=b).find(|divisor| a % divisor == 0 && b % divisor == 0);
                    assert_eq!(common, None, "{circuit:?}");
                }
            }
            assert!(circuit.period() >= states);
        }
        let moduli = |states| {
            let circuit = LabelCircuit::new(LabelMethod::Remainders, states).expect("a circuit");
            (circuit.registers.len(), circuit.counter)
        };
        assert_eq!(
            [moduli(2), moduli(3), moduli(16), moduli(25), moduli(700)],
            [(0, 1), (1, 0), (1, 3), (2, 1), (3, 1)]
        );
    }
}
