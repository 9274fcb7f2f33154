//! The identifiers of CNF formulas in the Global Benchmark Database (GBD).
//!
//! Source: Iser and Jabs 2024, *Global Benchmark Database*, and its program `gbdc` 0.4.3.

use std::collections::HashMap;

use md5::{Digest, Md5};

/// The identifiers of a formula, in lower-case hexadecimal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GbdHashes {
    /// The MD5 hash of the clauses, without header and comments: all numbers, including the 0 at the end of each
    /// clause, separated by single spaces.
    pub gbdhash: String,
    /// The MD5 hash of the sorted pairs of degrees of the variables that occur. The pair of a variable consists of the
    /// number of occurrences of its rarer literal, then of its other literal, each number followed by a space. Formulas
    /// that differ only in the names of the variables, the signs of literals and the order of the clauses have the same
    /// hash.
    pub isohash: String,
}

/// Computes [`GbdHashes`] from a stream of literals, in one pass.
///
/// ```
/// use encycle_files::gbd::GbdHasher;
///
/// let mut one = GbdHasher::default();
/// for number in [1, -2, 0, 2, 0] {
///     one.number(number);
/// }
/// let hashes = one.finish();
/// assert_eq!(hashes.gbdhash, "177c0b03f0c47b5f973797b2f46c901d"); // of "1 -2 0 2 0"
/// assert_eq!(hashes.isohash, "c141ca87b6edd9e77dcebfb4b5ae313b"); // of "0 1 1 1 "
/// ```
#[derive(Clone, Debug, Default)]
pub struct GbdHasher {
    md5: Md5,
    /// Text that has not been hashed yet.
    text: Vec<u8>,
    is_begun: bool,
    /// For each variable, the numbers of its negative and positive occurrences.
    degrees: Vec<[u64; 2]>,
    /// The numbers of occurrences of the variables beyond [`DENSE`].
    sparse: HashMap<u32, [u64; 2]>,
}

/// The number of variables whose degrees are kept in a vector. It is limited so that a single large number in a file
/// does not fill the memory.
const DENSE: usize = 1 << 24;

/// The length from which the collected text is hashed.
const CHUNK: usize = 1 << 14;

impl GbdHasher {
    /// Adds a literal, or the 0 at the end of a clause.
    pub fn number(&mut self, number: i32) {
        if std::mem::replace(&mut self.is_begun, true) {
            self.text.push(b' ');
        }
        self.text.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
        if self.text.len() >= CHUNK {
            self.hash();
        }
        if number != 0 {
            self.degrees(number.unsigned_abs())[usize::from(number > 0)] += 1;
        }
    }

    /// Returns the hashes of the formula.
    #[must_use]
    pub fn finish(mut self) -> GbdHashes {
        self.hash();
        let all = self.degrees.into_iter().chain(self.sparse.into_values());
        let mut degrees: Vec<[u64; 2]> = all.filter(|&degrees| degrees != [0, 0]).collect();
        degrees.iter_mut().for_each(|degrees| degrees.sort_unstable());
        degrees.sort_unstable();
        let mut iso = Md5::new();
        for [less, more] in degrees {
            iso.update(format!("{less} {more} "));
        }
        GbdHashes { gbdhash: hex(self.md5), isohash: hex(iso) }
    }

    fn hash(&mut self) {
        self.md5.update(&self.text);
        self.text.clear();
    }

    /// Returns the degrees of a variable.
    fn degrees(&mut self, variable: u32) -> &mut [u64; 2] {
        let index = variable as usize;
        if index >= DENSE {
            return self.sparse.entry(variable).or_default();
        }
        if index >= self.degrees.len() {
            self.degrees.resize(index + 1, [0, 0]);
        }
        &mut self.degrees[index]
    }
}

fn hex(hasher: Md5) -> String {
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hashes(numbers: &[i32]) -> GbdHashes {
        let mut hasher = GbdHasher::default();
        numbers.iter().for_each(|&number| hasher.number(number));
        hasher.finish()
    }

    #[test]
    fn the_hashes_are_those_of_gbdc() {
        // the output of `gbdc` 0.4.3 for `p cnf 6 5`, where the variables 4 to 6 do not occur
        let formula = [1, -2, 0, 2, 3, 0, -3, 0, 1, 3, -2, 0, -2, -1, 0];
        let GbdHashes { gbdhash, isohash } = hashes(&formula);
        assert_eq!(gbdhash, "af5433dadd0e51dd812cee4ac60755c7");
        assert_eq!(isohash, "1c0e9ca1889c8d13437f2259e479bd2d");
    }

    #[test]
    fn the_isohash_does_not_depend_on_names_signs_and_order() {
        let one = hashes(&[1, -2, 0, 2, 3, 0, -3, 0]);
        let other = hashes(&[7, 0, -4, -7, 0, 4, 2, 0]);
        assert_eq!(one.isohash, other.isohash);
        assert_ne!(one.gbdhash, other.gbdhash);
    }

    #[test]
    fn a_large_variable_counts_like_a_small_one() {
        let (large, last) = (DENSE as i32, i32::MAX);
        let one = hashes(&[large, -last, 0, last, 0]);
        assert_eq!(one.isohash, hashes(&[1, -2, 0, 2, 0]).isohash);
    }
}
