//! Text in SVG: width estimates and escaping.

/// Returns an upper estimate of a text's width in pixels.
///
/// The viewer chooses the font. The estimate is for Verdana and DejaVu Sans, the widest common sans-serif
/// fonts.
pub(super) fn width(text: &str, font_size: f64) -> f64 {
    text.chars().map(em).sum::<f64>() * font_size
}

/// Returns the width of a character as a fraction of the font size.
fn em(c: char) -> f64 {
    match c {
        ' ' | 'i' | 'j' | 'l' | '|' | '\'' | '.' | ',' | ':' | ';' => 0.37,
        'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '!' | '-' | '/' | '\\' | '"' | 'I' | 'J' => 0.47,
        'm' | 'w' | 'M' | 'W' | '@' => 1.03,
        '%' => 1.1,
        'a'..='z' | '0'..='9' | '_' | '?' | '*' | '$' | '`' => 0.65,
        ' '..='~' => 0.85,
        _ => 1.05,
    }
}

/// Escapes the special characters of XML, and replaces the characters that XML does not allow.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(' '),
            '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => {
                out.push('\u{fffd}');
            }
            _ => out.push(c),
        }
    }
    out
}
