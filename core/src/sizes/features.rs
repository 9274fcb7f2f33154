//! The base features of the Global Benchmark Database.

use std::collections::BTreeMap;
use std::fmt;

use encycle_encodings::encoding::Encoding;
use encycle_encodings::logic::{ClauseSink, Lit, LoweringOptions, Origin, TooLarge, lower_to_cnf};

/// The base features of a formula, each with its name, in the order of the Global Benchmark Database.
///
/// The definitions are the definitions of its program `gbdc` 0.4.3, with its peculiarities:
///
/// - `variables` is the largest variable that occurs, and `ccs` counts the connected components of the variables up to
///   this variable. A variable that does not occur is a component of its own.
/// - `bytes` counts two bytes per clause and, for each literal, its sign, a blank and ⌈log₁₀⌉ of the variable.
/// - `horn` and `invhorn` count the clauses with at most one positive and at most one negative literal, `positive` and
///   `negative` the clauses in which all literals have this sign.
/// - The other features are given by mean, variance, minimum, maximum and entropy. They are the number of Horn clauses
///   of a variable (`hornvars`, `invhornvars`), the balance of the signs in a clause and of a variable (`balancecls`,
///   `balancevars`; without the last variable), and several degrees: of variables and clauses in the bipartite graph
///   (`vcg_vdegree`, `vcg_cdegree`), of variables by the lengths of their clauses (`vg_degree`), of clauses by the
///   occurrences of their variables (`cg_degree`).
/// - An entropy is divided by the logarithm of the number of values, and is 0 for a single value. The entropy of a
///   balance rounds values to thousandths, but counts several equal values as one value unless the integer part was
///   seen before.
#[derive(Clone, Debug, PartialEq)]
pub struct BaseFeatures {
    values: Vec<(String, f64)>,
}

impl BaseFeatures {
    /// Returns the features with their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, f64)> {
        self.values.iter().map(|(name, value)| (&**name, *value))
    }
}

/// Computes the base features of an encoding. To save memory, it runs the encoder twice, and keeps a few numbers for
/// each variable but no clauses.
///
/// ```
/// use encycle::encodings::kinds::slitherlink::{Slitherlink, encoding};
/// use encycle::encodings::logic::LoweringOptions;
/// use encycle::sizes::base_features;
///
/// let puzzle = Slitherlink::from_rows(&["4"])?;
/// let features = base_features(&encoding("edge", &puzzle)?, LoweringOptions::default())?;
/// let of = |wanted: &str| features.iter().find(|(name, _)| *name == wanted).map(|(_, value)| value);
/// // the loop is not empty, there are two clauses for each vertex, and four units for the clue
/// assert_eq!((of("variables"), of("clauses"), of("cls1")), (Some(4.0), Some(13.0), Some(4.0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if a constraint has too many clauses.
pub fn base_features(
    encoding: &Encoding<'_>,
    choices: LoweringOptions,
) -> Result<BaseFeatures, TooLarge> {
    let first = lower_to_cnf(FirstPass::default(), choices, |sink| encoding.encode(sink))?;
    let occurrences: Vec<u64> = first.variables.iter().map(VariableFacts::occurrences).collect();
    let second = SecondPass { occurrences, degrees: ValueHistogram::default() };
    let second = lower_to_cnf(second, choices, |sink| encoding.encode(sink))?;
    Ok(first.features(&second.degrees))
}

/// The facts about a variable that the first pass collects.
#[derive(Clone, Copy, Debug, Default)]
struct VariableFacts {
    positive: u64,
    negative: u64,
    horn: u64,
    inverse_horn: u64,
    /// The sum of the lengths of the clauses with the variable.
    lengths: u64,
    /// The parent in the forest of components; a root is its own parent.
    parent: u32,
}

impl VariableFacts {
    fn occurrences(&self) -> u64 {
        self.positive + self.negative
    }
}

#[derive(Debug, Default)]
struct FirstPass {
    variables: Vec<VariableFacts>,
    clauses: u64,
    bytes: u64,
    /// The numbers of clauses with 1, 2, ..., 9 literals, and with 10 or more literals.
    lengths: [u64; 10],
    horn: [u64; 4],
    balance: ValueHistogram,
    clause_degrees: ValueHistogram,
}

impl FirstPass {
    fn root(&mut self, mut variable: u32) -> u32 {
        while self.variables[variable as usize].parent != variable {
            let parent = self.variables[variable as usize].parent;
            let above = self.variables[parent as usize].parent;
            self.variables[variable as usize].parent = above;
            variable = above;
        }
        variable
    }

    fn features(mut self, clause_graph: &ValueHistogram) -> BaseFeatures {
        let count = self.variables.len();
        let mut values: Vec<(String, f64)> = Vec::with_capacity(58);
        let components = (0..count as u32).filter(|&one| self.root(one) == one).count();
        let head = [self.clauses as f64, count as f64, self.bytes as f64, components as f64];
        let names = ["clauses", "variables", "bytes", "ccs"].map(str::to_owned);
        values.extend(names.into_iter().zip(head));
        let lengths = (1..10).map(|length| format!("cls{length}")).chain(["cls10p".to_owned()]);
        values.extend(lengths.zip(self.lengths.map(|count| count as f64)));
        let names = ["horn", "invhorn", "positive", "negative"].map(str::to_owned);
        values.extend(names.into_iter().zip(self.horn.map(|count| count as f64)));
        let of = |value: fn(&VariableFacts) -> u64| -> ValueHistogram {
            let mut all = ValueHistogram::default();
            self.variables.iter().for_each(|one| all.add(value(one) as f64));
            all
        };
        let mut balance = ValueHistogram::default();
        for one in self.variables.iter().take(count.saturating_sub(1)) {
            balance.add_balance(one.positive, one.negative);
        }
        let mut add = |name: &str, histogram: &ValueHistogram, entropy: f64| {
            let [mean, variance, least, greatest] = histogram.statistics();
            let all = [mean, variance, least, greatest, entropy];
            let ends = ["mean", "variance", "min", "max", "entropy"];
            values
                .extend(ends.iter().zip(all).map(|(end, value)| (format!("{name}_{end}"), value)));
        };
        for (name, histogram) in
            [("hornvars", of(|one| one.horn)), ("invhornvars", of(|one| one.inverse_horn))]
        {
            add(name, &histogram, histogram.entropy());
        }
        for (name, histogram) in [("balancecls", &self.balance), ("balancevars", &balance)] {
            add(name, histogram, histogram.entropy_of_balance());
        }
        let (occurrences, lengths) = (of(VariableFacts::occurrences), of(|one| one.lengths));
        for (name, histogram) in [
            ("vcg_vdegree", &occurrences),
            ("vcg_cdegree", &self.clause_degrees),
            ("vg_degree", &lengths),
            ("cg_degree", clause_graph),
        ] {
            add(name, histogram, histogram.entropy());
        }
        BaseFeatures { values }
    }
}

impl ClauseSink for FirstPass {
    fn variable(&mut self, _: &'static str, _: fmt::Arguments<'_>) {}

    fn clause(&mut self, clause: &[Lit], _: Origin) {
        let length = clause.len();
        let negative = clause.iter().filter(|literal| literal.is_neg()).count();
        let positive = length - negative;
        let [is_horn, is_inverse] = [positive <= 1, negative <= 1];
        self.clauses += 1;
        self.bytes += 2;
        if length > 0 {
            self.lengths[length.min(10) - 1] += 1;
        }
        let kinds = [is_horn, is_inverse, is_inverse && negative == 0, is_horn && positive == 0];
        for (count, holds) in self.horn.iter_mut().zip(kinds) {
            *count += u64::from(holds);
        }
        self.balance.add_balance(positive as u64, negative as u64);
        self.clause_degrees.add(length as f64);
        for &literal in clause {
            let number = literal.vidx32();
            while self.variables.len() <= literal.vidx() {
                let parent = self.variables.len() as u32;
                self.variables.push(VariableFacts { parent, ..VariableFacts::default() });
            }
            // single precision, as in gbdc
            let digits = (number as f32 + 1.0).log10().ceil() as u64;
            self.bytes += u64::from(literal.is_neg()) + digits + 1;
            let one = &mut self.variables[literal.vidx()];
            one.positive += u64::from(literal.is_pos());
            one.negative += u64::from(literal.is_neg());
            one.horn += u64::from(is_horn);
            one.inverse_horn += u64::from(is_inverse);
            one.lengths += length as u64;
        }
        if let Some((&first, rest)) = clause.split_first() {
            for &other in rest {
                let (one, other) = (self.root(first.vidx32()), self.root(other.vidx32()));
                self.variables[other as usize].parent = one;
            }
        }
    }
}

/// The degrees of the clauses. They need a second pass, because they depend on the occurrences of all variables.
#[derive(Debug)]
struct SecondPass {
    occurrences: Vec<u64>,
    degrees: ValueHistogram,
}

impl ClauseSink for SecondPass {
    fn variable(&mut self, _: &'static str, _: fmt::Arguments<'_>) {}

    fn clause(&mut self, clause: &[Lit], _: Origin) {
        let degree: u64 = clause.iter().map(|literal| self.occurrences[literal.vidx()]).sum();
        self.degrees.add(degree as f64);
    }
}

/// How often each value occurs. Because the values are not negative, the order of their bits is the order of the
/// numbers.
#[derive(Clone, Debug, Default)]
struct ValueHistogram {
    counts: BTreeMap<u64, u64>,
}

impl ValueHistogram {
    fn add(&mut self, value: f64) {
        *self.counts.entry(value.to_bits()).or_default() += 1;
    }

    /// Adds the quotient of the smaller and the larger number, or nothing if both numbers are 0.
    fn add_balance(&mut self, one: u64, other: u64) {
        if one.max(other) > 0 {
            self.add(one.min(other) as f64 / one.max(other) as f64);
        }
    }

    fn iter(&self) -> impl Iterator<Item = (f64, u64)> {
        self.counts.iter().map(|(&bits, &count)| (f64::from_bits(bits), count))
    }

    fn total(&self) -> f64 {
        self.counts.values().sum::<u64>() as f64
    }

    /// Returns mean, variance, minimum and maximum, or zeros if there are no values.
    fn statistics(&self) -> [f64; 4] {
        let total = self.total();
        let (Some((least, _)), Some((greatest, _))) = (self.iter().next(), self.iter().last())
        else {
            return [0.0; 4];
        };
        let mean = self.iter().map(|(value, count)| value * count as f64).sum::<f64>() / total;
        let square = |(value, count): (f64, u64)| (value - mean).powi(2) * count as f64;
        [mean, self.iter().map(square).sum::<f64>() / total, least, greatest]
    }

    fn entropy(&self) -> f64 {
        entropy(self.counts.values().copied(), self.total())
    }

    /// Returns the entropy of a balance as gbdc computes it (see [`BaseFeatures`]).
    fn entropy_of_balance(&self) -> f64 {
        let mut counts: BTreeMap<u64, u64> = BTreeMap::new();
        for (value, count) in self.iter() {
            let (thousandths, truncated) = ((1000.0 * value + 0.5).floor() as u64, value as u64);
            let mut left = count;
            while left > 0 {
                // among equal values, only the first value can change whether the truncated value was seen
                let step = if left == count { 1 } else { left };
                match counts.contains_key(&truncated) {
                    true => *counts.entry(thousandths).or_default() += step,
                    false => drop(counts.insert(thousandths, 1)),
                }
                left -= step;
            }
        }
        entropy(counts.into_values(), self.total())
    }
}

fn entropy(counts: impl ExactSizeIterator<Item = u64>, total: f64) -> f64 {
    let values = counts.len();
    if values < 2 {
        return 0.0;
    }
    let part = |count: u64| {
        let share = count as f64 / total;
        share * share.log2()
    };
    -counts.map(part).sum::<f64>() / (values as f64).log2()
}
