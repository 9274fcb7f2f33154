//! The colors of SVG pictures, in a light and a dark scheme.
//!
//! Elements refer to a color by its class, and have the light color as the attribute `color`, so viewers without CSS
//! show the light picture. In a dark color scheme, [`stylesheet`] overrides the attributes.

use std::fmt::Write;

/// A color in the light and in the dark scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SchemeColour {
    /// The class of elements with this color.
    class: &'static str,
    light: &'static str,
    dark: &'static str,
}

const fn colour(class: &'static str, light: &'static str, dark: &'static str) -> SchemeColour {
    SchemeColour { class, light, dark }
}

/// The background.
pub(super) const PAPER: SchemeColour = colour("paper", "#fff", "#15181d");
/// Texts, clues and walls.
pub(super) const TEXT: SchemeColour = colour("text", "#222", "#e6e6e6");
/// Black cells, the inside of black circles, and texts in white ones: dark in both schemes.
pub(super) const BLACK: SchemeColour = colour("black", "#222", "#000");
/// The inside of white circles, and texts in black circles and cells: light in both schemes.
pub(super) const WHITE: SchemeColour = colour("white", "#fff", "#fff");
/// Vertices, frames, and the numbers of axes.
pub(super) const MUTED: SchemeColour = colour("muted", "#555", "#a3aab4");
/// Undecided lines.
pub(super) const OPEN: SchemeColour = colour("open", "#767676", "#8d949e");
/// Edges that are not drawn, and numbered grid lines of charts.
pub(super) const GRID: SchemeColour = colour("grid", "#d0d0d0", "#414852");
/// Grid lines without a number.
pub(super) const FAINT: SchemeColour = colour("faint", "#e4e4e4", "#2b313a");
/// The solution, or what two solutions share.
pub(super) const SOLUTION: SchemeColour = colour("solution", "#1d6f42", "#58c98b");
/// The cells inside the loop.
pub(super) const INSIDE: SchemeColour = colour("inside", "#d3ecdd", "#1e3a2b");
/// The cells of a heat map, whose opacity shows their heat.
pub(super) const HEAT: SchemeColour = colour("heat", "#e8590c", "#d9480f");
/// Elements only in the first solution.
pub(super) const ONLY_HERE: SchemeColour = colour("here", "#c62828", "#ff8a80");
/// Lines only in the second solution.
pub(super) const ONLY_THERE: SchemeColour = colour("there", "#1565c0", "#82b1ff");

/// Colors that have contrast on the background and are distinguishable with every kind of color vision: the palette of
/// Okabe and Ito, "Color Universal Design" (2008), without yellow, with light colors darkened and a brown added. In the
/// dark scheme, dark colors are lightened.
pub(super) const SERIES: [SchemeColour; 8] = [
    colour("s0", "#0072b2", "#4c9ff0"),
    colour("s1", "#d55e00", "#ff8f4d"),
    colour("s2", "#00835f", "#35c99a"),
    colour("s3", "#a6449c", "#e39ad9"),
    colour("s4", "#1a1a1a", "#f2f2f2"),
    colour("s5", "#b57a00", "#f0c040"),
    colour("s6", "#3d9ad6", "#a5dcff"),
    colour("s7", "#8b3a3a", "#d28a7c"),
];

impl SchemeColour {
    /// Returns the attributes that set the current color of an element.
    pub fn attributes(self) -> String {
        format!("class=\"{}\" color=\"{}\"", self.class, self.light)
    }

    /// Returns the color in the light scheme.
    pub fn light(self) -> &'static str {
        self.light
    }
}

/// All colors of pictures of puzzles but those of series and heat maps, each with its gray on paper: lines and clues are black,
/// the grid is dark, and areas are light enough for a text.
const ON_PAPER: [(SchemeColour, &str); 12] = [
    (PAPER, "#fff"),
    (TEXT, "#000"),
    (BLACK, "#000"),
    (WHITE, "#fff"),
    (MUTED, "#000"),
    (OPEN, "#555"),
    (GRID, "#777"),
    (FAINT, "#777"),
    (SOLUTION, "#000"),
    (INSIDE, "#ddd"),
    (ONLY_HERE, "#000"),
    (ONLY_THERE, "#555"),
];

/// Returns an SVG text in black and white, without its dark colors, for print. Lines of pairs are black, because the pairs have
/// names, too.
pub(super) fn on_paper(svg: &str) -> String {
    let mut svg = svg.replacen(&stylesheet(), "", 1);
    // every color is written by `attributes`
    for (colour, gray) in ON_PAPER.into_iter().chain(SERIES.map(|colour| (colour, "#000"))) {
        svg = svg.replace(&colour.attributes(), &format!("color=\"{gray}\""));
    }
    svg.replace(&format!("color=\"{}\"", TEXT.light), "color=\"#000\"")
}

/// Returns the style sheet of all pictures, as an element `style`.
///
/// It affects only pictures, whose root has the class `encycle`, so a page can contain it once for all of its pictures.
/// Elements of the class `hollow` are filled with the background, and elements of the class `halo` have an outline in
/// the color of the background.
#[must_use]
pub fn stylesheet() -> String {
    let mut rules = format!(".encycle{{color:{}}}", TEXT.dark);
    let named = [
        PAPER, TEXT, BLACK, WHITE, MUTED, OPEN, GRID, FAINT, SOLUTION, INSIDE, HEAT, ONLY_HERE,
        ONLY_THERE,
    ];
    for colour in named.into_iter().chain(SERIES) {
        // writing to a String cannot fail
        let _ = write!(rules, ".encycle .{}{{color:{}}}", colour.class, colour.dark);
    }
    let paper = PAPER.dark;
    let _ = write!(rules, ".encycle .hollow{{fill:{paper}}}.encycle .halo{{stroke:{paper}}}");
    format!("<style>@media (prefers-color-scheme:dark){{{rules}}}</style>\n")
}

/// Returns the colors of a page with pictures, as declarations of CSS variables.
#[cfg(feature = "process")]
#[must_use]
pub fn palette(dark: bool) -> String {
    let named = [("paper", PAPER), ("text", TEXT), ("muted", MUTED), ("rule", GRID)];
    let declare = |(name, colour): (&str, SchemeColour)| {
        format!("--{name}:{}", if dark { colour.dark } else { colour.light })
    };
    named.map(declare).join(";")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the relative luminance of a color (WCAG 2.2).
    fn luminance(colour: &str) -> f64 {
        let digits = &colour[1..];
        let step = digits.len() / 3;
        let part = |place: usize| {
            let text = &digits[place * step..(place + 1) * step];
            let value = u32::from_str_radix(&text.repeat(2 / step), 16).expect("a colour");
            let value = f64::from(value) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(0) + 0.7152 * part(1) + 0.0722 * part(2)
    }

    fn contrast(a: &str, b: &str) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// WCAG 2.2 requires 4.5 for texts and 3 for other elements.
    #[test]
    fn colours_have_contrast_in_both_schemes() {
        let texts =
            [TEXT, MUTED, OPEN, SOLUTION, ONLY_HERE, ONLY_THERE].map(|colour| (colour, 4.5));
        for (colour, least) in texts.into_iter().chain(SERIES.map(|colour| (colour, 3.0))) {
            let light = contrast(colour.light, PAPER.light);
            let dark = contrast(colour.dark, PAPER.dark);
            assert!(light >= least && dark >= least, "{colour:?}: {light:.2} {dark:.2}");
        }
        for (colour, least) in [(TEXT, 4.5), (SOLUTION, 3.0)] {
            let light = contrast(colour.light, INSIDE.light);
            let dark = contrast(colour.dark, INSIDE.dark);
            assert!(light >= least && dark >= least, "{colour:?} inside: {light:.2} {dark:.2}");
        }
    }
}
