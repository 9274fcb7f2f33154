//! The values that decisions try first.

use encycle_encodings::logic::Lit;

/// Saved and target phases.
///
/// A target phase is the value of a variable on the longest trail without a conflict since the start of the call; a
/// saved phase is the last value of the variable. Source: Biere and Fleury, "Chasing Target Phases", Pragmatics of SAT
/// 2020.
#[derive(Default)]
pub(super) struct Phases {
    saved: Vec<bool>,
    target: Vec<Option<bool>>,
    /// The length of the trail of the target phases.
    length: usize,
}

impl Phases {
    pub fn declare_variables(&mut self, variables: usize) {
        self.saved.resize(variables, false);
        self.target.resize(variables, None);
    }

    /// Returns the literal that a decision on the variable makes true.
    pub fn literal(&self, variable: usize) -> Lit {
        let value = self.target[variable].unwrap_or(self.saved[variable]);
        Lit::new(variable as u32, !value)
    }

    /// Saves the value of a variable that becomes unassigned.
    pub fn save(&mut self, literal: Lit) {
        self.saved[literal.vidx()] = literal.is_pos();
    }

    /// Starts a call: any trail can become the target. Until then, the previous target remains.
    pub fn start_call(&mut self) {
        self.length = 0;
    }

    /// Sets the target phases to the values on a trail without a conflict, if the trail is longer than the current
    /// target.
    pub fn reached(&mut self, trail: &[Lit]) {
        if trail.len() > self.length {
            self.length = trail.len();
            for literal in trail {
                self.target[literal.vidx()] = Some(literal.is_pos());
            }
        }
    }

    /// Sets the phases of the first variables.
    pub fn suggest(&mut self, values: &[bool]) {
        for (variable, &value) in values.iter().enumerate() {
            self.saved[variable] = value;
            self.target[variable] = Some(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_trail_of_a_call_sets_the_target() {
        let [a, b, c] = [0, 1, 2].map(Lit::positive);
        let mut phases = Phases::default();
        phases.declare_variables(3);
        let tried = |phases: &Phases| [0, 1, 2].map(|variable| phases.literal(variable));
        assert_eq!(tried(&phases), [!a, !b, !c]);
        phases.save(a);
        assert_eq!(tried(&phases), [a, !b, !c]);
        phases.reached(&[b, !a]);
        assert_eq!(tried(&phases), [!a, b, !c]);
        // neither a shorter nor an equally long trail changes it
        phases.reached(&[!b]);
        phases.reached(&[c, a]);
        assert_eq!(tried(&phases), [!a, b, !c]);
        // variables without a target have their saved phase
        phases.save(c);
        assert_eq!(tried(&phases), [!a, b, c]);
        phases.start_call();
        phases.reached(&[a]);
        assert_eq!(tried(&phases), [a, b, c]);
    }
}
