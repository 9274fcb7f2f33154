//! The kinds that text files describe: those of the folder `core/kinds`, and those that a user names.

use std::sync::{LazyLock, Mutex, PoisonError};

use encycle_encodings::kinds::written::{KindError, WrittenKind, WrittenPuzzle};

use crate::puzzle::PuzzleKind;

/// Makes the list of the texts from the names of the files.
macro_rules! files {
    ($($name:literal)*) => {
        /// The names and the texts of the files.
        const FILES: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../kinds/", $name, ".kind"))),)*];
    };
}

files! {
    "akari" "aqre" "balance-loop" "battleship" "binairo" "canal-view" "castle-wall" "cave" "chaos" "chocona"
    "clueless-sudoku-1" "clueless-sudoku-2" "cojun" "consecutive-sudoku" "country-road" "creek"
    "curving-road" "detour" "diff-neighbors" "digital-battleship" "doppelblock" "dotchi-loop"
    "double-back" "end-view" "entry-exit" "eulero" "even-odd-sudoku" "factors" "fillomino"
    "fobidoshi" "frame-sudoku" "fuzuli" "galaxies" "gappy" "geradeweg" "gokigen-naname" "hakoiri"
    "hanare" "hashi" "heyawake" "hidoku" "hitori" "jigsaw-sudoku" "juosan" "kakurasu" "kakuro"
    "kenken" "killer-sudoku" "koburin" "kuromasu" "kuroshuto" "kurotto" "linesweeper" "lits"
    "magnets" "makaro" "masyu" "minesweeper" "moon-or-sun" "mosaic" "nanro" "nawabari" "nondango"
    "nonogram" "norinori" "number-ball" "number-cross" "numbrix" "nurimisaki" "one-to-x"
    "paint-area" "patchwork" "putteria" "regional-yajilin" "rekuto" "renban" "ripple-effect"
    "samurai-sudoku" "shakashaka" "shikaku" "shimaguni" "shingoki" "simple-loop" "skyscraper-sudoku"
    "skyscrapers" "snake" "star-battle" "stitches" "str8ts" "suguru" "sukoro" "tapa" "tatamibari"
    "tenner-grid" "tents" "thermometer" "tilepaint" "trinairo" "usoone" "yajikabe" "yajilin"
    "yin-yang" "yonmasu"
}

/// All kinds, those of files last.
static ALL: LazyLock<Vec<PuzzleKind>> = LazyLock::new(|| {
    let written = FILES.iter().map(parsed);
    PuzzleKind::PROGRAMMED.iter().copied().chain(written).collect()
});

/// The kinds that the user has named.
static REGISTERED: Mutex<Vec<WrittenKind>> = Mutex::new(Vec::new());

/// Why a kind cannot be registered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KindRefusal {
    /// The text is no kind file.
    #[error(transparent)]
    Text(#[from] KindError),
    /// Encycle has another kind of this name.
    #[error("{0} is the name of another kind\nhelp: choose another name in the line `kind {0}`")]
    Name(String),
    /// A text that begins with the name is in another format, so the puzzles of the kind could not be read.
    #[error(
        "texts that begin with `{name}` are {format}, not puzzles of the kind\nhelp: choose another name in the line `kind {name}`"
    )]
    Reserved {
        /// The name.
        name: String,
        /// What the text would be.
        format: String,
    },
}

impl PuzzleKind {
    /// Returns every kind: those that are programs, and those that files of Encycle describe.
    ///
    /// ```
    /// use encycle::puzzle::PuzzleKind;
    ///
    /// assert!(PuzzleKind::all().iter().any(|kind| kind.name() == "kuromasu"));
    /// ```
    #[must_use]
    pub fn all() -> &'static [Self] {
        &ALL
    }

    /// Returns the kinds that this process has [registered](Self::register), which are not among [`Self::all`].
    ///
    /// ```
    /// use encycle::puzzle::PuzzleKind;
    ///
    /// let kuromasu = "kuromasu".parse::<PuzzleKind>()?.file_text().expect("a text file");
    /// let kind = PuzzleKind::register(&kuromasu.replace("kuromasu", "our-kuromasu"))?;
    /// assert!(PuzzleKind::registered().contains(&kind));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn registered() -> Vec<Self> {
        let known = REGISTERED.lock().unwrap_or_else(PoisonError::into_inner);
        known.iter().copied().map(Self::Written).collect()
    }

    /// Reads a kind file. The puzzles of the kind are read by [`formats::read`](crate::formats::read), or by name after
    /// [`Self::register`].
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// // the rules of a kind of Encycle that is a text file
    /// let text = "kuromasu".parse::<PuzzleKind>()?.file_text().expect("a text file");
    /// assert_eq!(PuzzleKind::parse_file(text)?.name(), "kuromasu");
    /// let error = PuzzleKind::parse_file("kind\n").unwrap_err();
    /// println!("{error}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The text is no kind file.
    pub fn parse_file(text: &str) -> Result<Self, KindError> {
        Ok(Self::Written(WrittenKind::parse(text)?))
    }

    /// Reads a kind file and makes its kind known by its name in this process. [`register_kind`](crate::formats::register_kind)
    /// also checks that its puzzles can be read.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let kuromasu = "kuromasu".parse::<PuzzleKind>()?.file_text().expect("a text file");
    /// let text = kuromasu.replace("kuromasu", "my-kuromasu");
    /// let kind = PuzzleKind::register(&text)?;
    /// // from now on, puzzles of the kind are read by their header
    /// let puzzle: Puzzle = kind.sample().parse()?;
    /// assert_eq!((puzzle.kind(), "my-kuromasu".parse()), (kind, Ok(kind)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The text is no kind file, or another kind has the name.
    pub fn register(text: &str) -> Result<Self, KindRefusal> {
        let kind = WrittenKind::parse(text)?;
        let mut known = REGISTERED.lock().unwrap_or_else(PoisonError::into_inner);
        let same_name = |one: &WrittenKind| one.name == kind.name;
        match known.iter().find(|one| same_name(one)) {
            Some(one) if *one == kind => return Ok(Self::Written(kind)),
            Some(_) => return Err(KindRefusal::Name(kind.name.clone())),
            None => {}
        }
        let registered = Self::Written(kind);
        registered.check_name()?;
        if !registered.is_builtin() {
            known.push(kind);
        }
        Ok(registered)
    }

    /// Checks that no other kind of Encycle has the name.
    ///
    /// # Errors
    /// The refusal of the name.
    pub(crate) fn check_name(self) -> Result<(), KindRefusal> {
        match builtin(self.name()) {
            Some(other) if other != self => Err(KindRefusal::Name(self.name().to_owned())),
            _ => Ok(()),
        }
    }

    /// Returns whether a word is the name of a kind. Unlike parsing, it looks for no similar name, and parses no file.
    pub(crate) fn is_name(word: &str) -> bool {
        programmed(word).is_some() || file(word).is_some() || registered(word).is_some()
    }

    /// Returns whether this is a kind of Encycle, rather than one of the user.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// assert!(PuzzleKind::all().iter().all(|kind| kind.is_builtin()));
    /// ```
    #[must_use]
    pub fn is_builtin(self) -> bool {
        builtin(self.name()) == Some(self)
    }

    /// Returns the kinds that a grid without a header may be. Of the files, only those of such kinds are parsed.
    pub(crate) fn of_bare_grids() -> impl Iterator<Item = Self> {
        let files = FILES.iter().filter(|(_, text)| text.contains("\nbare")).map(parsed);
        Self::PROGRAMMED.iter().copied().chain(files)
    }

    /// Returns the name if the kind is one of Encycle, and an empty text for a kind of the user. Code for a single kind, such as
    /// its techniques, depends on it.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// assert_eq!(PuzzleKind::Sudoku.own_name(), "sudoku");
    /// let kuromasu = "kuromasu".parse::<PuzzleKind>()?.file_text().expect("a text file");
    /// let mine = PuzzleKind::parse_file(&kuromasu.replace("kuromasu", "mine"))?;
    /// assert_eq!((mine.name(), mine.own_name()), ("mine", ""));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn own_name(self) -> &'static str {
        if self.is_builtin() { self.name() } else { "" }
    }

    /// Returns the kind file; `None` for a kind that is a program.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// assert!("kuromasu".parse::<PuzzleKind>()?.file_text().is_some());
    /// assert_eq!(PuzzleKind::Slitherlink.file_text(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn file_text(self) -> Option<&'static str> {
        match self {
            Self::Written(kind) => Some(&kind.file().text),
            _ => None,
        }
    }
}

/// Returns the kind with this name. Of the files of Encycle, only the one of the kind is parsed.
pub(super) fn named(name: &str) -> Option<PuzzleKind> {
    registered(name).map(PuzzleKind::Written).or_else(|| builtin(name))
}

/// Returns the kind that the user has named so.
fn registered(name: &str) -> Option<WrittenKind> {
    let known = REGISTERED.lock().unwrap_or_else(PoisonError::into_inner);
    known.iter().copied().find(|kind| kind.name.eq_ignore_ascii_case(name))
}

/// Returns the kind of Encycle with this name.
fn builtin(name: &str) -> Option<PuzzleKind> {
    programmed(name).or_else(|| file(name).map(parsed))
}

fn programmed(name: &str) -> Option<PuzzleKind> {
    PuzzleKind::PROGRAMMED.iter().copied().find(|kind| kind.name().eq_ignore_ascii_case(name))
}

fn file(name: &str) -> Option<&'static (&'static str, &'static str)> {
    FILES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name))
}

fn parsed((name, text): &(&str, &str)) -> PuzzleKind {
    match WrittenKind::parse(text) {
        Ok(kind) => PuzzleKind::Written(kind),
        // the tests parse each file
        Err(error) => panic!("{name}.kind: {error}"),
    }
}

/// Returns the plain text of a puzzle. The text of a kind that is not Encycle's own is in front, so that the puzzle can be
/// read anywhere.
pub(super) fn write(puzzle: &WrittenPuzzle) -> String {
    match PuzzleKind::Written(puzzle.kind()).is_builtin() {
        true => puzzle.write(),
        false => format!("{}\n\n{}", puzzle.kind().file().text.trim_end(), puzzle.write()),
    }
}
