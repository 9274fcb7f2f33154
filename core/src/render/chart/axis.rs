//! The axes of charts: their ranges, the positions of values, and the ticks.

use std::f64::consts::LOG10_2;

use crate::render::chart::Scale;

/// The logarithms of 1, 2 and 5. A logarithmic axis begins and ends at these multiples of powers of ten.
const LOG_STEPS: [f64; 3] = [0.0, LOG10_2, 1.0 - LOG10_2];

/// Numbers are written as powers of ten from this exponent on.
const LARGEST_PLAIN: i32 = 7;
/// Numbers are written as powers of ten below this exponent.
const SMALLEST_PLAIN: i32 = -3;

/// The approximate number of ticks of a linear axis.
const MARKS: f64 = 7.0;

/// An axis. The ends of a logarithmic axis are stored as logarithms, so that they cannot overflow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Axis {
    scale: Scale,
    low: f64,
    high: f64,
}

/// A tick on an axis.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AxisTick {
    /// The position: 0 at the low end, 1 at the high end.
    pub at: f64,
    /// The number; `None` for a fainter line between two numbers.
    pub label: Option<String>,
}

impl Axis {
    /// Creates an axis for the given values; ignores values that the scale cannot represent.
    pub fn of(scale: Scale, values: impl Iterator<Item = f64>) -> Self {
        let placed = values.filter_map(|value| on_scale(scale, value));
        let range = placed.fold(None, |range, value| match range {
            None => Some((value, value)),
            Some((low, high)) => Some((value.min(low), value.max(high))),
        });
        let (low, high) = match (scale, range) {
            (Scale::Linear, range) => linear_range(range.unwrap_or((0.0, 10.0))),
            (Scale::Log, range) => log_range(range.unwrap_or((0.0, 2.0))),
        };
        Self { scale, low, high }
    }

    /// Returns the position of a value, between 0 and 1; `None` if the scale cannot represent it.
    pub fn place(&self, value: f64) -> Option<f64> {
        let value = on_scale(self.scale, value)?;
        Some(self.part(value).clamp(0.0, 1.0))
    }

    /// Returns the position of a value on the scale. The operands are halved first, because the difference of two
    /// finite numbers can be infinite.
    fn part(&self, value: f64) -> f64 {
        (value / 2.0 - self.low / 2.0) / (self.high / 2.0 - self.low / 2.0)
    }

    /// Returns all ticks in ascending order.
    pub fn marks(&self) -> Vec<AxisTick> {
        match self.scale {
            Scale::Linear => self.linear_marks(),
            Scale::Log => self.log_marks(),
        }
    }

    /// Returns the ticks of a linear axis.
    fn linear_marks(&self) -> Vec<AxisTick> {
        let step = linear_step(self.low, self.high);
        let first = (self.low / step).ceil() as i64;
        (first..=first.saturating_add(2 * MARKS as i64))
            .map(|index| (index, index as f64 * step))
            .filter(|(_, value)| (self.low..=self.high).contains(value))
            .map(|(_, value)| AxisTick {
                at: self.part(value),
                label: Some(linear_label(value, step)),
            })
            .collect()
    }

    /// Returns the ticks of a logarithmic axis. There are numbers at powers of ten; short axes also have numbers at
    /// multiples of powers, and long axes omit some powers.
    fn log_marks(&self) -> Vec<AxisTick> {
        let span = self.high - self.low;
        let (low, high) = (self.low.floor() as i32, self.high.ceil() as i32);
        let every = ((span / 10.0).ceil() as i32).max(1);
        let plain = high <= LARGEST_PLAIN && low >= SMALLEST_PLAIN;
        let mut marks = Vec::new();
        for exponent in low..=high {
            for digit in 1..=9_u32 {
                let at = f64::from(exponent) + f64::from(digit).log10();
                if at < self.low - 1e-9 || at > self.high + 1e-9 {
                    continue;
                }
                let numbered = match digit {
                    1 => exponent.rem_euclid(every) == 0,
                    2 | 5 => span < 2.5,
                    _ => span < 0.75,
                };
                let faint = if digit == 1 { span < 50.0 } else { span < 8.5 };
                if numbered || faint {
                    let label = numbered.then(|| log_label(digit, exponent, plain));
                    marks.push(AxisTick { at: self.part(at).clamp(0.0, 1.0), label });
                }
            }
        }
        marks
    }
}

/// Returns the value or its logarithm; `None` if the scale cannot represent it.
fn on_scale(scale: Scale, value: f64) -> Option<f64> {
    scale.holds(value).then(|| match scale {
        Scale::Linear => value,
        Scale::Log => value.log10(),
    })
}

/// Returns a range of whole steps around the values. It includes 0 if 0 is near.
fn linear_range((low, high): (f64, f64)) -> (f64, f64) {
    let (low, high) = if high / 2.0 - low / 2.0 <= high.abs().max(low.abs()) * 1e-9 {
        match low {
            0.0 => (0.0, 1.0),
            value => {
                let (a, b) = (value * 0.5, value * 1.25);
                (a.min(b).max(f64::MIN), a.max(b).min(f64::MAX))
            }
        }
    } else {
        (low, high)
    };
    let low = if low > 0.0 && low < high * 0.6 { 0.0 } else { low };
    let step = linear_step(low, high);
    let whole =
        |value: f64, steps: f64| if (steps * step).is_finite() { steps * step } else { value };
    (whole(low, (low / step).floor()), whole(high, (high / step).ceil()))
}

/// Returns the distance of ticks: 1, 2 or 5 times a power of ten.
fn linear_step(low: f64, high: f64) -> f64 {
    let raw = (high / MARKS - low / MARKS).max(f64::MIN_POSITIVE);
    let power = 10_f64.powf(raw.log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].map(|digit| digit * power).into_iter().find(|&step| step >= raw);
    step.filter(|step| step.is_finite()).unwrap_or(raw)
}

/// Returns the nearest 1, 2 or 5 times a power of ten below and above the values, as logarithms.
fn log_range((low, high): (f64, f64)) -> (f64, f64) {
    let steps = |value: f64| {
        let power = value.floor();
        [power - 1.0, power, power + 1.0]
            .into_iter()
            .flat_map(|power| LOG_STEPS.map(|step| power + step))
    };
    let below =
        |value: f64| steps(value).filter(|&step| step < value + 1e-9).fold(f64::MIN, f64::max);
    let above =
        |value: f64| steps(value).filter(|&step| step > value - 1e-9).fold(f64::MAX, f64::min);
    let (from, to) = (below(low), above(high));
    if to - from > 1e-6 { (from, to) } else { (below(low - 0.1), above(high + 0.1)) }
}

/// Returns the label of a tick of a linear axis.
fn linear_label(value: f64, step: f64) -> String {
    let (size, fine) = (value.abs().max(step).log10(), step.log10().floor());
    if value == 0.0 {
        "0".to_owned()
    } else if size >= f64::from(LARGEST_PLAIN) || fine < f64::from(SMALLEST_PLAIN) {
        let exponent = value.abs().log10().floor();
        let digits = (exponent - fine).clamp(0.0, 9.0) as usize;
        // divide in two steps, because a very small power of ten rounds to 0
        let half = (exponent / 2.0).floor();
        let front = value / 10_f64.powf(half) / 10_f64.powf(exponent - half);
        format!("{front:.digits$}·10{}", superscript(exponent as i32)).replace('-', "−")
    } else {
        let digits = (-fine).max(0.0) as usize;
        grouped(&format!("{value:.digits$}"))
    }
}

/// Returns the label of a tick of a logarithmic axis.
fn log_label(digit: u32, exponent: i32, plain: bool) -> String {
    match (plain, usize::try_from(exponent)) {
        (true, Ok(zeros)) => grouped(&format!("{digit}{}", "0".repeat(zeros))),
        (true, Err(_)) => {
            format!("0.{}{digit}", "0".repeat(exponent.unsigned_abs() as usize - 1))
        }
        (false, _) if digit == 1 => format!("10{}", superscript(exponent)),
        (false, _) => format!("{digit}·10{}", superscript(exponent)),
    }
}

/// Inserts thin spaces between groups of three digits before the decimal point.
fn grouped(number: &str) -> String {
    let (sign, number) = number.strip_prefix('-').map_or(("", number), |rest| ("−", rest));
    let (whole, rest) = number.split_at(number.find('.').unwrap_or(number.len()));
    let mut out = sign.to_owned();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            out.push('\u{2009}');
        }
        out.push(digit);
    }
    out + rest
}

/// Returns an exponent in superscript characters.
fn superscript(exponent: i32) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digit = |c: char| c.to_digit(10).map_or('⁻', |digit| DIGITS[digit as usize]);
    exponent.to_string().chars().map(digit).collect()
}
