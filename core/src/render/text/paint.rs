//! Text with colors: escape sequences of terminals (ECMA-48, "select graphic rendition").

/// The meaning of a character, which determines its color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Paint {
    /// No color.
    Plain,
    /// The loop or path of a solution.
    Loop,
    /// A clue.
    Clue,
    /// A value of the solution.
    Found,
    /// The path of a pair, by its number.
    Pair(u32),
}

/// The 256-color codes of pairs, which are legible on light and on dark backgrounds. Further pairs repeat the codes.
const PAIRS: [u8; 12] = [33, 166, 35, 133, 172, 37, 161, 99, 70, 125, 31, 137];
/// The background of cells inside the loop.
const SHADE: &str = "\x1b[100m";
const RESET: &str = "\x1b[0m";

impl Paint {
    /// Returns the escape sequence that starts this paint; empty for plain text.
    fn start(self) -> String {
        match self {
            Self::Plain => String::new(),
            Self::Loop => "\x1b[1;36m".to_owned(),
            Self::Clue => "\x1b[1m".to_owned(),
            Self::Found => "\x1b[34m".to_owned(),
            Self::Pair(number) => format!("\x1b[1;38;5;{}m", PAIRS[number as usize % PAIRS.len()]),
        }
    }
}

/// Lines of painted characters.
pub(super) struct Painted {
    coloured: bool,
    shaded: bool,
    line: Vec<(char, Paint, bool)>,
    text: String,
}

impl Painted {
    /// Creates an empty text. If `coloured` is false, no paint has an effect.
    pub fn new(coloured: bool) -> Self {
        Self { coloured, shaded: false, line: Vec::new(), text: String::new() }
    }

    /// Sets whether the following characters have a shaded background.
    pub fn shade(&mut self, shaded: bool) {
        self.shaded = shaded && self.coloured;
    }

    /// Appends a character.
    pub fn push(&mut self, character: char, paint: Paint) {
        self.line.push((character, if self.coloured { paint } else { Paint::Plain }, self.shaded));
    }

    /// Appends the same character several times.
    pub fn repeat(&mut self, character: char, count: usize, paint: Paint) {
        (0..count).for_each(|_| self.push(character, paint));
    }

    /// Appends characters of one paint.
    pub fn push_str(&mut self, text: &str, paint: Paint) {
        text.chars().for_each(|character| self.push(character, paint));
    }

    /// Ends the line without its trailing blanks.
    pub fn end_line(&mut self) {
        let visible =
            self.line.iter().rposition(|&(character, _, shaded)| character != ' ' || shaded);
        self.line.truncate(visible.map_or(0, |last| last + 1));
        let mut before = (Paint::Plain, false);
        for &(character, paint, shaded) in &self.line {
            // blanks have no foreground, so they keep the previous paint
            let paint = if character == ' ' { before.0 } else { paint };
            if (paint, shaded) != before {
                if before != (Paint::Plain, false) {
                    self.text.push_str(RESET);
                }
                self.text.push_str(&paint.start());
                if shaded {
                    self.text.push_str(SHADE);
                }
                before = (paint, shaded);
            }
            self.text.push(character);
        }
        if before != (Paint::Plain, false) {
            self.text.push_str(RESET);
        }
        self.text.push('\n');
        self.line.clear();
    }

    /// Returns the text.
    pub fn into_text(self) -> String {
        self.text
    }
}
