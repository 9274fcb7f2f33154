//! Decimal numbers, which are stored without a branch for each digit.

/// The maximum number of bytes that [`store_number`] writes.
pub(super) const NUMBER_BYTES: usize = 20;

/// Stores a positive number at the start of `line`, and returns the number of its digits. Overwrites up to seven bytes
/// after the digits.
///
/// # Panics
/// `line` has fewer than [`NUMBER_BYTES`] bytes; a small number may still fit.
#[inline(always)]
pub(super) fn store_number(line: &mut [u8], number: u64) -> usize {
    if number < NINE_DIGITS {
        let (digits, count) = decimal(number);
        line[..8].copy_from_slice(&digits.to_le_bytes());
        count
    } else {
        store_large(line, number)
    }
}

/// Stores a number of any length, like [`store_number`].
#[cold]
fn store_large(line: &mut [u8], number: u64) -> usize {
    let mut buffer = itoa::Buffer::new();
    let digits = buffer.format(number).as_bytes();
    line[..digits.len()].copy_from_slice(digits);
    digits.len()
}

/// The smallest number with nine digits.
const NINE_DIGITS: u64 = 100_000_000;

/// Returns the decimal digits of a positive number below [`NINE_DIGITS`] as ASCII, with the first digit in the lowest
/// byte, and the number of digits.
///
/// The number is halved into parts of four, two and one digits, and each step halves all parts at once. This works
/// because `x * 5243 >> 19` is `x / 100` below 10,000, and `x * 103 >> 10` is `x / 10` below 100.
#[inline(always)]
fn decimal(number: u64) -> (u64, usize) {
    let fours = (number / 10_000) | ((number % 10_000) << 32);
    let hundreds = ((fours * 5243) >> 19) & 0x0000_007f_0000_007f;
    let twos = hundreds | (fours - hundreds * 100) << 16;
    let tens = ((twos * 103) >> 10) & 0x000f_000f_000f_000f;
    let ones = tens | (twos - tens * 10) << 8;
    let zeros = ones.trailing_zeros() / 8;
    ((ones | 0x3030_3030_3030_3030) >> (8 * zeros), 8 - zeros as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both halves of four digits take all values.
    #[test]
    fn decimals_are_those_of_the_standard_library() {
        let halves = (1..10_000).flat_map(|half| [half, half * 10_000, half * 10_001]);
        for number in halves.chain([NINE_DIGITS - 1, NINE_DIGITS, u64::MAX]) {
            let mut line = [0; NUMBER_BYTES];
            let count = store_number(&mut line, number);
            assert_eq!(&line[..count], number.to_string().as_bytes());
        }
    }
}
