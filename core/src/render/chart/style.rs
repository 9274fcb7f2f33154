//! The looks of series: color, marker and dash pattern.
//!
//! There are 8 colors, 9 markers and 5 dash patterns, each used in rotation. Because the three numbers are pairwise
//! coprime, any two of 24 consecutive series have at most one of the three features in common, and looks repeat only
//! after 360 series.

use std::fmt::Write;

use crate::render::colours::{SERIES, SchemeColour};

/// The dash patterns, as lengths of strokes and gaps. The first pattern is a solid line.
const DASHES: [&str; 5] = ["", "8 4", "2 3", "10 3 2 3", "16 5"];

/// The markers: SVG paths around (0, 0), each with its fill.
const MARKERS: [(&str, MarkerFill); 9] = [
    ("M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", MarkerFill::Colour),
    ("M-3.5 -3.5h7v7h-7z", MarkerFill::Hollow),
    ("M0 -5l4.8 8.4h-9.6z", MarkerFill::Colour),
    ("M-3.6 -3.6l7.2 7.2m0 -7.2l-7.2 7.2", MarkerFill::None),
    ("M0 -5.2l4.4 5.2l-4.4 5.2l-4.4 -5.2z", MarkerFill::Hollow),
    ("M-3.5 -3.5h7v7h-7z", MarkerFill::Colour),
    ("M0 5l4.8 -8.4h-9.6z", MarkerFill::Hollow),
    ("M-4.6 0h9.2m-4.6 -4.6v9.2", MarkerFill::None),
    ("M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", MarkerFill::Hollow),
];

/// An upper bound on the distance of a marker's outline from its point, stroke included, in pixels.
pub(super) const REACH: f64 = 7.0;

/// The fill of a marker.
#[derive(Clone, Copy, Debug, PartialEq)]
enum MarkerFill {
    /// The color of the series.
    Colour,
    /// The background.
    Hollow,
    /// No fill.
    None,
}

/// The look of a series.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SeriesLook {
    colour: SchemeColour,
    dash: &'static str,
    marker: (&'static str, MarkerFill),
}

impl SeriesLook {
    /// Returns the look of the series at index `number`.
    pub fn of(number: usize) -> Self {
        Self {
            colour: SERIES[number % SERIES.len()],
            dash: DASHES[number % DASHES.len()],
            marker: MARKERS[number % MARKERS.len()],
        }
    }

    /// Returns the color.
    pub fn colour(self) -> SchemeColour {
        self.colour
    }

    /// Appends a line through the points of `line`, and markers at the points of `marked`.
    pub fn draw(self, out: &mut String, line: &[(f64, f64)], marked: &[(f64, f64)]) {
        let Self { colour, dash, marker: (shape, fill) } = self;
        // writing to a String cannot fail
        let _ = writeln!(out, "<g {} stroke=\"currentColor\">", colour.attributes());
        if line.len() > 1 {
            let steps: Vec<String> = line.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
            let dash = match dash {
                "" => String::new(),
                dash => format!(" stroke-dasharray=\"{dash}\""),
            };
            let _ = writeln!(
                out,
                "<path class=\"line\" fill=\"none\" stroke-width=\"1.8\" \
                 stroke-linejoin=\"round\"{dash} d=\"M{}\"/>",
                steps.join("L")
            );
        }
        let fill = match fill {
            MarkerFill::Colour => "fill=\"currentColor\"",
            MarkerFill::Hollow => "class=\"hollow\" fill=\"#fff\"",
            MarkerFill::None => "fill=\"none\"",
        };
        let _ = writeln!(out, "<g {fill} stroke-width=\"1.6\">");
        for (x, y) in marked {
            let _ = writeln!(
                out,
                "<path class=\"marker\" transform=\"translate({x:.1} {y:.1})\" d=\"{shape}\"/>"
            );
        }
        out.push_str("</g></g>\n");
    }
}

// Text in SVG: width estimates and escaping.

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
#[must_use]
pub fn escape(text: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_two_of_24_series_differ_in_at_least_two_features() {
        for i in 0..24 {
            for j in 0..i {
                let (a, b) = (SeriesLook::of(i), SeriesLook::of(j));
                let same = usize::from(a.colour == b.colour)
                    + usize::from(a.dash == b.dash)
                    + usize::from(a.marker == b.marker);
                assert!(same <= 1, "{i} and {j}");
            }
        }
    }
}
