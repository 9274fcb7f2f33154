//! The sections of an MPS file.

/// A section, in the order of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    Start,
    Name,
    Rows,
    Columns,
    Rhs,
    Ranges,
    Bounds,
    End,
    /// A section that some programs do not support.
    Unsupported,
}

impl Section {
    /// Returns the section that the word at the start of a line names.
    pub fn of_word(word: &[u8]) -> Self {
        match word {
            b"NAME" => Self::Name,
            b"ROWS" => Self::Rows,
            b"COLUMNS" => Self::Columns,
            b"RHS" => Self::Rhs,
            b"RANGES" => Self::Ranges,
            b"BOUNDS" => Self::Bounds,
            b"ENDATA" => Self::End,
            _ => Self::Unsupported,
        }
    }
}

/// Returns whether a line of COLUMNS is a marker of integer columns.
fn has_marker(line: &[u8]) -> bool {
    memchr::memchr(b'\'', line).is_some_and(|at| line[at..].starts_with(b"'MARKER'"))
}

/// Returns whether a line uses the positions of fixed format; a marker need not use them. Fields start at the columns
/// 2, 5, 15 and 40, and numbers are in the columns 25 to 36 and 50 to 61.
pub fn is_fixed(line: &[u8], section: Section) -> bool {
    if section == Section::Columns && has_marker(line) {
        return true;
    }
    let words = line.split(|byte| byte.is_ascii_whitespace()).filter(|word| !word.is_empty());
    let starts = words.map(|word| word.as_ptr() as usize - line.as_ptr() as usize);
    // the type of a row or bound is in columns 2 and 3
    let skipped = usize::from(matches!(section, Section::Columns | Section::Rhs | Section::Ranges));
    let allowed = [1..3, 4..5, 14..15, 24..36, 39..40, 49..61];
    let mut allowed = allowed.into_iter().skip(skipped);
    starts.into_iter().all(|start| allowed.next().is_some_and(|range| range.contains(&start)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_of_fixed_format_are_recognised() {
        for (line, section, fixed) in [
            (" G  c1", Section::Rows, true),
            (" G c1", Section::Rows, false),
            (
                "    x1        c1                   1   c2                  -1",
                Section::Columns,
                true,
            ),
            ("    MARKER    'MARKER'                 'INTORG'", Section::Columns, true),
            (" x1 c1 1", Section::Columns, false),
            (" UP BND       x1                   1", Section::Bounds, true),
            (" UP BND x1 1", Section::Bounds, false),
        ] {
            assert_eq!(is_fixed(line.as_bytes(), section), fixed, "{line}");
        }
    }
}
