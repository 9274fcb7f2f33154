//! A written kind: a kind file that lives as long as the process.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::{LazyLock, Mutex, PoisonError};

use crate::cell_loops::Side;
use crate::kinds::SolutionFamily;
use crate::kinds::codec::ClueCodec;
use crate::kinds::written::file::{Drawing, Generation, Globals, KindFile, ParameterInfo};
use crate::kinds::written::{guards, parser};
use crate::rules::value_graphs::ValueRule;
use crate::text::{Fault, Text, TextLayout};

/// A written kind, which lives as long as the process: files with equal texts are one kind.
///
/// ```
/// use encycle_encodings::kinds::written::WrittenKind;
///
/// let text = "kind apart\nboard cells\nsymbol number 0..4\ndraw shaded cells\n\
///     rule apart for a, b in adjacent: not (shaded(a) and shaded(b))\n\
///     rule number for c in cells if number(c): count(shaded(n) for n in neighbours(c)) = number(c)\n";
/// let kind = WrittenKind::parse(text)?;
/// assert_eq!((kind.name.as_str(), kind.rule_names().count()), ("apart", 2));
/// let error = WrittenKind::parse(&text.replace("neighbours", "neighbors")).unwrap_err();
/// assert_eq!((error.line, error.column), (6, 67));
/// assert!(error.message.contains("did you mean `neighbours`?"), "{error}");
/// # Ok::<(), encycle_encodings::kinds::written::KindError>(())
/// ```
#[derive(Clone, Copy)]
pub struct WrittenKind {
    file: &'static KindFile,
    /// The families of the rules, each with its sentence.
    families: &'static [(&'static str, &'static str)],
}

/// An error in a kind file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct KindError {
    /// The byte in the text.
    pub offset: usize,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong, and how to fix it.
    pub message: String,
}

impl KindError {
    /// Returns the error of a fault in a text.
    fn of(text: &str, Fault { offset, message }: Fault) -> Self {
        let before = &text[..offset];
        let line = before.matches('\n').count() + 1;
        Self { offset, line, column: Text(text).column(offset) + 1, message }
    }
}

/// The maximum length of a kind file, in bytes.
pub const LONGEST_TEXT: usize = 1 << 16;

/// The maximum number of kinds in a process.
const MOST_KINDS: usize = 1 << 14;

impl WrittenKind {
    /// Reads a kind file.
    ///
    /// # Errors
    /// The text is no kind file, is longer than [`LONGEST_TEXT`], or the process has read thousands of kinds.
    pub fn parse(text: &str) -> Result<Self, KindError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim_end();
        static KINDS: LazyLock<Mutex<HashMap<String, WrittenKind>>> = LazyLock::new(Mutex::default);
        let mut kinds = KINDS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kinds.get(text) {
            return Ok(*known);
        }
        let at_start = |message| KindError::of(text, Fault { offset: 0, message });
        if text.len() > LONGEST_TEXT {
            let message = format!("{} bytes: a kind file has at most {LONGEST_TEXT}", text.len());
            return Err(at_start(message));
        }
        if kinds.len() >= MOST_KINDS {
            return Err(at_start(format!("more than {MOST_KINDS} kinds in one process")));
        }
        let file = parser::parse(text).map_err(|fault| KindError::of(text, fault))?;
        // a kind is named in errors, families and reports, which outlive any puzzle
        let file: &'static KindFile = Box::leak(Box::new(file));
        let families = file.rules.iter().map(|rule| (&*rule.name, &*rule.meaning)).collect();
        let kind = Self { file, families: Vec::leak(families) };
        kinds.insert(text.to_owned(), kind);
        Ok(kind)
    }

    /// Returns the file, which lives as long as the process.
    #[must_use]
    pub fn file(self) -> &'static KindFile {
        self.file
    }

    /// Returns the names of the rules, each with its sentence for a player.
    pub fn sentences(self) -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
        self.families.iter().copied()
    }

    /// Returns the conditions on the clues, each in a sentence.
    pub fn conditions(self) -> impl Iterator<Item = &'static str> {
        self.file.requirements.iter().map(|requirement| &*requirement.sentence)
    }

    /// Returns the names of the rules.
    pub fn rule_names(self) -> impl Iterator<Item = &'static str> {
        self.file.rules.iter().map(|rule| &*rule.name)
    }

    /// Returns the further numbers of the header.
    #[must_use]
    pub fn parameters(self) -> &'static [ParameterInfo] {
        &self.file.parameters
    }

    /// Returns the families of the rules, each with its sentence.
    pub(super) fn families(self) -> &'static [(&'static str, &'static str)] {
        self.families
    }

    /// Returns whether there are numbers at the border.
    #[must_use]
    pub fn has_border(self) -> bool {
        self.file.has_border
    }

    /// Returns whether a rule reads both numbers in cells and clues at the border, so that the numbers are a part of the board
    /// that the clues are about.
    #[must_use]
    pub fn compares_numbers_with_border(self) -> bool {
        let mut rules = self.file.rules.iter();
        rules.any(|rule| guards::compares_numbers_with_border(&rule.binders, &rule.body))
    }

    /// Returns whether a rule may read the numbers at the border of the rows or columns that are read in a direction.
    #[must_use]
    pub fn reads_border(self, side: Side) -> bool {
        self.file.rules.iter().any(|rule| guards::reads_border(&rule.binders, &rule.body, side))
    }

    /// Returns why puzzles of the kind are not generated, if its file says so.
    #[must_use]
    pub fn refuses_generation(self) -> Option<&'static str> {
        match &self.file.generation {
            Some(Generation::Nothing(reason)) => Some(reason),
            _ => None,
        }
    }

    /// Returns whether the numbers at the border are lists.
    #[must_use]
    pub fn has_border_lists(self) -> bool {
        self.file.has_lists
    }

    /// Returns whether cells or the border have lists.
    #[must_use]
    pub fn has_lists(self) -> bool {
        self.file.has_lists || self.file.codec.alphabet.has_lists
    }

    /// Returns whether the cells of a letter are matched with shaded cells.
    #[must_use]
    pub fn has_matched_cells(self) -> bool {
        self.file.globals.matched.is_some()
    }

    /// Returns whether groups of equal values have as many cells as the value.
    #[must_use]
    pub fn has_sized_groups(self) -> bool {
        self.file.globals.sized_groups
    }

    /// Returns whether the drawing has regions around clues.
    #[must_use]
    pub fn has_regions(self) -> bool {
        matches!(self.file.drawing, Drawing::Values { are_regions: true, .. })
    }

    /// Returns the kind with a further letter as a clue, and the place of the letter in the alphabet. No rule says anything
    /// about the letter, but that it is a clue.
    #[must_use]
    pub fn with_silent_clue(self) -> Option<(Self, usize)> {
        let letters = &self.file.codec.alphabet.letters;
        let is_new = |letter: &char| letters.iter().all(|known| known.letter != *letter);
        let letter = ('a'..='z').find(is_new)?;
        let text = self.file.text.replacen("\ndraw ", &format!("\nsymbol {letter}\ndraw "), 1);
        let kind = Self::parse(&text).ok()?;
        let place =
            kind.file.codec.alphabet.letters.iter().position(|known| known.letter == letter)?;
        Some((kind, place))
    }

    /// Returns the kind without some of its rules, and without conditions on the clues.
    #[must_use]
    pub fn without_rules(self, names: &[&str]) -> Option<Self> {
        let mut is_left_out = false;
        let kept = self.file.text.lines().filter(|line| {
            if !line.starts_with(' ') {
                let rule =
                    line.strip_prefix("rule ").and_then(|rest| rest.split_whitespace().next());
                is_left_out =
                    line.starts_with("require ") || rule.is_some_and(|rule| names.contains(&rule));
            }
            !is_left_out
        });
        Self::parse(&kept.collect::<Vec<_>>().join("\n")).ok()
    }

    /// Returns the kind without the rules that read clues or rooms: each solution of a puzzle of the kind is one of every puzzle
    /// of this one. `None` if what is drawn, or a rule about the drawing as a whole, depends on clues or rooms.
    #[must_use]
    pub fn without_clue_rules(self) -> Option<Self> {
        let Globals { matched, value_rule, .. } = self.file.globals;
        let is_fixed = match &self.file.drawing {
            Drawing::Values { are_regions: true, .. } => false,
            Drawing::Values { largest, .. } => !guards::reads_clues_or_rooms(&[], largest),
            Drawing::Shaded | Drawing::Lines { .. } => true,
        };
        let is_about_clues =
            |rule: ValueRule| rule.reads_clues() || matches!(rule, ValueRule::ConnectedInRooms);
        if !is_fixed || matched.is_some() || value_rule.is_some_and(is_about_clues) {
            return None;
        }
        let reading = self.file.rules.iter();
        let reading =
            reading.filter(|rule| guards::reads_clues_or_rooms(&rule.binders, &rule.body));
        let names: Vec<&str> = reading.map(|rule| &*rule.name).collect();
        self.without_rules(&names)
    }

    /// Returns the rule about a graph that values make.
    #[must_use]
    pub fn value_rule(self) -> Option<ValueRule> {
        self.file.globals.value_rule
    }

    /// Returns what the solutions are.
    #[must_use]
    pub fn family(self) -> SolutionFamily {
        match self.file.drawing {
            Drawing::Shaded => SolutionFamily::Shading,
            Drawing::Lines { .. } => SolutionFamily::CellLoop,
            Drawing::Values { .. } => SolutionFamily::Values,
        }
    }

    /// Returns the layout of the plain text.
    #[must_use]
    pub fn layout(self) -> TextLayout {
        if self.file.codec.has_rooms && self.file.has_cells {
            TextLayout::Rooms
        } else {
            TextLayout::Cells
        }
    }

    /// Returns the codec, if the clues are symbols in cells.
    #[must_use]
    pub fn codec(self) -> Option<&'static ClueCodec> {
        let has_more =
            self.file.has_border || self.file.has_corners || !self.file.parameters.is_empty();
        (!has_more).then_some(&self.file.codec)
    }
}

impl Deref for WrittenKind {
    type Target = KindFile;

    fn deref(&self) -> &KindFile {
        self.file
    }
}

impl fmt::Debug for WrittenKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "WrittenKind({})", self.file.name)
    }
}

// equal texts are one kind, so its place identifies it

impl PartialEq for WrittenKind {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.file, other.file)
    }
}

impl Eq for WrittenKind {}

impl Hash for WrittenKind {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.file.text.hash(state);
    }
}

impl PartialOrd for WrittenKind {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for WrittenKind {
    fn cmp(&self, other: &Self) -> Ordering {
        (&self.file.name, &self.file.text).cmp(&(&other.file.name, &other.file.text))
    }
}
