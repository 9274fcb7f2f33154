//! Statistics of run times, with their sources.

use rand::{RngExt as _, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// The number of bootstrap samples of [`geometric_mean_ratio`]. It determines the ends of a 95 % interval to two digits
/// (Efron and Tibshirani, An Introduction to the Bootstrap, 1993, section 19.3: 1000 or more).
const DRAWS: usize = 2000;

/// Returns the quantile of order `part` (clamped to 0 to 1) with linear interpolation between neighboring values:
/// definition 7 of Hyndman and Fan, Sample Quantiles in Statistical Packages, The American Statistician 50 (1996).
/// Returns `None` if there are no values.
///
/// ```
/// use encycle::bench::stats::quantile;
///
/// assert_eq!(quantile(&[4.0, 1.0, 3.0, 2.0], 0.5), Some(2.5));
/// assert_eq!(quantile(&[4.0, 1.0, 3.0, 2.0], 0.25), Some(1.75));
/// assert_eq!(quantile(&[], 0.5), None);
/// ```
#[must_use]
pub fn quantile(values: &[f64], part: f64) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let place = part.clamp(0.0, 1.0) * sorted.len().checked_sub(1)? as f64;
    let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    Some(below + (above - below) * place.fract())
}

/// The median, minimum and maximum of a set of values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The median.
    pub median: f64,
    /// The minimum.
    pub min: f64,
    /// The maximum.
    pub max: f64,
}

impl Spread {
    /// Computes median, minimum and maximum. Returns `None` if there are no values.
    #[must_use]
    pub fn of(values: &[f64]) -> Option<Self> {
        let at = |part| quantile(values, part);
        Some(Self { median: at(0.5)?, min: at(0.0)?, max: at(1.0)? })
    }
}

/// Returns the mean of the times, in which a run without an answer (`None`) counts as twice the limit. This is PAR-2,
/// the score of the SAT Competitions since 2017. Returns `None` if there are no runs.
///
/// ```
/// use encycle::bench::stats::par2;
///
/// assert_eq!(par2(&[Some(1.0), Some(4.0), None], 10.0), Some((1.0 + 4.0 + 20.0) / 3.0));
/// ```
#[must_use]
pub fn par2(times: &[Option<f64>], timeout: f64) -> Option<f64> {
    let sum: f64 = times.iter().map(|time| time.unwrap_or(2.0 * timeout)).sum();
    (!times.is_empty()).then(|| sum / times.len() as f64)
}

/// A mean with a 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// Returns the geometric mean of the ratios of pairs, with its percentile bootstrap interval over the pairs
/// (Efron and Tibshirani, chapter 13).
///
/// The geometric mean is the only mean that does not depend on which side is the divisor (Fleming and Wallace, How Not
/// to Lie with Statistics, Communications of the ACM 29 (1986)). The bootstrap uses a fixed seed, so equal input gives
/// an equal result. Returns `None` if there is no pair of positive times.
///
/// ```
/// use encycle::bench::stats::geometric_mean_ratio;
///
/// let same = geometric_mean_ratio(&[(2.0, 1.0), (6.0, 3.0)]).expect("two pairs");
/// assert!((same.mean - 2.0).abs() < 1e-12 && (same.high - same.low).abs() < 1e-12);
/// ```
#[must_use]
pub fn geometric_mean_ratio(pairs: &[(f64, f64)]) -> Option<Estimate> {
    let positive = pairs.iter().filter(|(a, b)| *a > 0.0 && *b > 0.0);
    let logarithms: Vec<f64> = positive.map(|(a, b)| (a / b).ln()).collect();
    if logarithms.is_empty() {
        return None;
    }
    let count = logarithms.len();
    let mean = |sum: f64| (sum / count as f64).exp();
    let mut random = Pcg64Mcg::seed_from_u64(0);
    let means: Vec<f64> = (0..DRAWS)
        .map(|_| mean((0..count).map(|_| logarithms[random.random_range(0..count)]).sum()))
        .collect();
    Some(Estimate {
        mean: mean(logarithms.iter().sum()),
        low: quantile(&means, 0.025)?,
        high: quantile(&means, 0.975)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_quantile_of_a_single_value_is_that_value() {
        for part in [0.0, 0.3, 1.0] {
            assert_eq!(quantile(&[7.0], part), Some(7.0));
        }
    }

    /// R: `quantile(c(1, 2, 4, 8, 16), c(0.1, 0.9))`, whose default is definition 7.
    #[test]
    fn quantiles_interpolate_between_neighbours() {
        let values = [16.0, 8.0, 4.0, 2.0, 1.0];
        assert!((quantile(&values, 0.1).expect("values") - 1.4).abs() < 1e-12);
        assert!((quantile(&values, 0.9).expect("values") - 12.8).abs() < 1e-12);
    }

    #[test]
    fn par2_is_none_without_runs_and_twice_the_limit_without_answers() {
        assert_eq!(par2(&[], 5.0), None);
        assert_eq!(par2(&[None, None], 5.0), Some(10.0));
    }

    /// The ratios 1/4 and 4 cancel out. Swapping the sides inverts mean and interval.
    #[test]
    fn the_ratio_of_swapped_pairs_is_the_reciprocal() {
        let pairs = [(1.0, 4.0), (4.0, 1.0), (3.0, 2.0)];
        let there = geometric_mean_ratio(&pairs).expect("pairs");
        let back = geometric_mean_ratio(&pairs.map(|(a, b)| (b, a))).expect("pairs");
        assert!((there.mean - 1.5_f64.powf(1.0 / 3.0)).abs() < 1e-12);
        assert!((there.mean * back.mean - 1.0).abs() < 1e-12);
        assert!((there.low * back.high - 1.0).abs() < 1e-9);
        assert!(there.low < there.mean && there.mean < there.high);
        assert_eq!(geometric_mean_ratio(&[(0.0, 1.0)]), None);
    }

    /// The coverage of the interval is close to 95 %: 200 samples of 30 pairs, whose logarithms are the sum
    /// of three uniform numbers between -1 and 1.
    #[test]
    fn the_interval_contains_the_true_ratio_in_about_95_percent_of_samples() {
        let mut random = Pcg64Mcg::seed_from_u64(9);
        let mut value = || (0..3).map(|_| random.random_range(-1.0..1.0)).sum::<f64>().exp();
        let holds = (0..200).filter(|_| {
            let pairs: Vec<(f64, f64)> = (0..30).map(|_| (value(), 1.0)).collect();
            let estimate = geometric_mean_ratio(&pairs).expect("pairs");
            estimate.low <= 1.0 && 1.0 <= estimate.high
        });
        let holds = holds.count();
        assert!((176..=198).contains(&holds), "{holds} of 200");
    }
}
