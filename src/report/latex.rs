//! Rows of LaTeX tables.

/// Escapes the characters that have a meaning in LaTeX.
///
/// ```
/// assert_eq!(encycle::report::latex::escaped_text("50% of A_1"), r"50\% of A\_1");
/// ```
#[must_use]
pub fn escaped_text(text: &str) -> String {
    let escape = |c: char| match c {
        '\\' => "\\textbackslash{}".to_owned(),
        '&' | '%' | '$' | '#' | '_' | '{' | '}' => format!("\\{c}"),
        '~' => "\\textasciitilde{}".to_owned(),
        '^' => "\\textasciicircum{}".to_owned(),
        other => other.to_string(),
    };
    text.chars().map(escape).collect()
}

/// Returns a row of a table with these cells.
///
/// ```
/// let row = encycle::report::latex::table_row(&["edge", "1 & 2"]);
/// assert_eq!(row, "edge & 1 \\& 2 \\\\\n");
/// ```
#[must_use]
pub fn table_row<T: AsRef<str>>(cells: &[T]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| escaped_text(cell.as_ref())).collect();
    format!("{} \\\\\n", cells.join(" & "))
}
