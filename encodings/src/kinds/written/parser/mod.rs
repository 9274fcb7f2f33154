//! The parser of kind files: statements line by line, expressions in `expressions.rs`.

mod expressions;

use crate::encoding::{CUT, EXCLUDED, PRESOLVED, SYMMETRY};
use crate::grid::Grid;
use crate::kinds::codec::{
    AddressBody, ClueAlphabet, ClueCodec, ClueLetter, FileDrawing, JankoSpelling, PzprSpelling,
};
use crate::kinds::written::constant::constant_number;
use crate::kinds::written::file::{
    BareGrid, Drawing, Generation, Globals, KindFile, MOST_VALUES, ParameterInfo, Requirement, Rule,
};
use crate::kinds::written::guards::{self, ClueForm, ClueUse};
use crate::kinds::written::terms::{Binder, Gathering, Needs, Term, Word};
use crate::kinds::written::tokens::tokens;
use crate::puzzle::{BLACK, BLACK_CIRCLE, CellSign, WHITE_CIRCLE};
use crate::rules::value_graphs::ValueRule;
use crate::suggest;
use crate::text::{Fault, Span, Text, counted};

use expressions::{Expressions, Names};

/// The statements, each with its form.
pub(super) const STATEMENTS: [(&str, &str); 16] = [
    ("kind", "kind NAME"),
    ("title", "title WORDS"),
    ("about", "about SENTENCES"),
    ("text", "text SENTENCES"),
    ("board", "board cells|rooms|border|lists|corners ..."),
    (
        "symbol",
        "symbol number [0..9] [arrow|black|SHAPE] | symbol ? | symbol LETTER [PICTURE] [number [arrow]] | symbol list | symbol sums",
    ),
    ("parameter", "parameter NAME 1..9 [= DEFAULT]"),
    (
        "draw",
        "draw shaded cells | draw lines between cells [and shade others] | draw values 1..N [or nothing] [as SIGN, ...] | draw regions around clues [or nothing]",
    ),
    (
        "global",
        "global one loop | global connected shaded | global connected unshaded | global shaded reach border | global \
         unshaded reach border | global shaded matched with LETTER | global groups sized by value | global values connected | global filled connected | global \
         shaded connected in rooms | global groups counted by numbers | global slopes without cycles | global bridges \
         connect clues",
    ),
    (
        "address",
        "address NAME ... numbers|letters|packed|base36|arrows|runs|digits|rooms [marks] [signs SIGN ...]",
    ),
    ("janko", "janko SIGNS ..."),
    ("bare", "bare [full]"),
    ("generate", "generate no \"REASON\" | generate rooms of NUMBER"),
    ("require", "require \"SENTENCE\" [for VARIABLES in SET [if CONDITION], ... :] STATEMENT"),
    ("rule", "rule NAME [\"SENTENCE\"] [for VARIABLES in SET [if CONDITION], ... :] STATEMENT"),
    ("example", "example, and a puzzle in the lines below, each with blanks in front"),
];

/// The pictures of letters, besides the signs of cells ([`CellSign`]).
const PICTURES: [(&str, &str); 13] = [
    ("white circle", WHITE_CIRCLE),
    ("black circle", BLACK_CIRCLE),
    ("black cell", BLACK),
    ("sun", "☼"),
    ("moon", "☾"),
    ("plus", "+"),
    ("minus", "–"),
    ("times", "×"),
    ("divided by", ":"),
    ("black arrow up", "■↑"),
    ("black arrow right", "■→"),
    ("black arrow down", "■↓"),
    ("black arrow left", "■←"),
];

/// Reads the signs of the values 1, 2, and so on.
fn value_signs(list: Span<'_>) -> Result<Vec<&'static CellSign>, Fault> {
    let mut signs = Vec::new();
    let mut start = 0;
    for part in list.text.split(',') {
        let name = Span { text: part, offset: list.offset + start }.trim();
        let words: Vec<&str> = name.text.split_whitespace().collect();
        let sign = CellSign::all().iter().find(|sign| sign.words == words.join(" "));
        signs.push(sign.ok_or_else(|| {
            let names: Vec<&str> = CellSign::all().iter().map(|sign| sign.words).collect();
            name.wrong(format!("is no sign\nhelp: use {}", names.join(", ")))
        })?);
        start += part.len() + 1;
    }
    Ok(signs)
}

/// The spellings of addresses.
const BODIES: [(&str, AddressBody); 8] = [
    ("numbers", AddressBody::Numbers),
    ("letters", AddressBody::NumberedLetters),
    ("packed", AddressBody::PackedLetters { base: 3, cells: 3 }),
    ("base36", AddressBody::Base36),
    ("arrows", AddressBody::Arrows),
    ("runs", AddressBody::ShortRuns),
    ("digits", AddressBody::Digits),
    ("rooms", AddressBody::Numbers),
];

/// The maximum number of rules of a kind.
const MOST_RULES: usize = 64;

/// What the statements above the rules have said.
#[derive(Default)]
struct Statements {
    name: Option<String>,
    title: Option<String>,
    about: Option<String>,
    text_form: Option<String>,
    example: Option<Vec<String>>,
    has_cells: bool,
    has_rooms: bool,
    has_border: bool,
    has_lists: bool,
    has_corners: bool,
    alphabet: Option<ClueAlphabet>,
    letters: Vec<ClueLetter>,
    parameters: Vec<ParameterInfo>,
    drawing: Option<Drawing>,
    globals: Globals,
    /// The words of each global rule, and where its statement begins.
    global_starts: Vec<(String, usize)>,
    address: Option<Address>,
    janko: Option<JankoSpelling>,
    bare: Option<BareGrid>,
    generation: Option<Generation>,
    requirements: Vec<Requirement>,
    rules: Vec<Rule>,
}

/// The spelling of the clues in addresses and files of pzpr.
struct Address {
    names: Vec<&'static str>,
    body: AddressBody,
    /// Whether a file has marks of cells after the lines of the solution.
    has_marks: bool,
    /// The signs of the values in a file; empty if the solution has no signs of its own.
    signs: Vec<&'static str>,
}

/// Reads a kind file.
///
/// # Errors
/// The first fault.
pub(super) fn parse(text: &str) -> Result<KindFile, Fault> {
    let mut read = Statements::default();
    for statement in statements(text)? {
        let (word, rest) = statement.cut(char::is_whitespace);
        let rest = rest.unwrap_or(statement.from(statement.text.len()));
        read.statement(word, rest)?;
    }
    read.finish(text)
}

/// Splits a text into statements: a line that begins with a blank continues the one above.
fn statements(text: &str) -> Result<Vec<Span<'_>>, Fault> {
    let mut starts: Vec<(usize, usize)> = Vec::new();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim();
        let end = offset + line.trim_end().len();
        if !content.is_empty() && !content.starts_with('#') {
            match (line.starts_with([' ', '\t']), starts.last_mut()) {
                (false, _) => starts.push((offset, end)),
                (true, Some(last)) => last.1 = end,
                (true, None) => {
                    let message = "a line that begins with a blank continues a statement, but there is none above";
                    return Err(Fault { offset, message: message.to_owned() });
                }
            }
        }
        offset += line.len();
    }
    Ok(starts
        .into_iter()
        .map(|(start, end)| Span { text: &text[start..end], offset: start })
        .collect())
}

impl Statements {
    fn statement(&mut self, word: Span<'_>, rest: Span<'_>) -> Result<(), Fault> {
        if self.name.is_none() && word.text != "kind" {
            return Err(
                word.wrong("before the name of the kind\nhelp: begin the file with `kind NAME`")
            );
        }
        let line = || rest.without_comment();
        match word.text {
            "kind" => self.kind(word, line()),
            "title" => once(word, &mut self.title, sentence(word, rest)?),
            "about" => once(word, &mut self.about, sentence(word, rest)?),
            "text" => once(word, &mut self.text_form, sentence(word, rest)?),
            "board" => self.board(line()),
            "symbol" => self.symbol(word, line()),
            "parameter" => self.parameter(word, line()),
            "draw" => self.draw(word, rest),
            "global" => self.global(word, line()),
            "address" => self.address(word, line()),
            "janko" => self.janko(word, line()),
            "bare" => {
                let found = match line().text {
                    "" => BareGrid::Sparse,
                    "full" => BareGrid::Full,
                    _ => return Err(line().wrong(format!("behind `bare`\nhelp: {}", form("bare")))),
                };
                once(word, &mut self.bare, found)
            }
            "generate" => self.generate(word, line()),
            "require" => self.require(word, rest),
            "rule" => self.rule(word, rest),
            "example" => once(word, &mut self.example, example(rest)),
            other => {
                let names = STATEMENTS.map(|(name, _)| name);
                Err(word.fault(format!(
                    "unknown statement: `{other}`\nhelp: {}",
                    suggest::help(other, &names)
                )))
            }
        }
    }

    fn kind(&mut self, word: Span<'_>, line: Span<'_>) -> Result<(), Fault> {
        let is_name = line.text.starts_with(|c: char| c.is_ascii_lowercase())
            && line.text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
            && line.text.len() <= 40;
        if !is_name {
            let message =
                "is no name of a kind\nhelp: use lower-case letters, digits and `-`, at most 40";
            return Err(if line.text.is_empty() {
                word.fault_after(form("kind"))
            } else {
                line.wrong(message)
            });
        }
        once(word, &mut self.name, line.text.to_owned())
    }

    fn board(&mut self, line: Span<'_>) -> Result<(), Fault> {
        for part in line.words() {
            let known = match part.text {
                "cells" => &mut self.has_cells,
                "rooms" => &mut self.has_rooms,
                "border" => &mut self.has_border,
                "lists" => {
                    self.has_border = true;
                    &mut self.has_lists
                }
                "corners" => &mut self.has_corners,
                _ => {
                    return Err(
                        part.wrong(format!("is no part of a board\nhelp: {}", form("board")))
                    );
                }
            };
            *known = true;
        }
        Ok(())
    }

    fn symbol(&mut self, word: Span<'_>, line: Span<'_>) -> Result<(), Fault> {
        self.has_cells = true;
        let alphabet = self.alphabet.get_or_insert(ClueAlphabet::NONE);
        let mut words = line.words().peekable();
        let Some(first) = words.next() else { return Err(word.fault_after(form("symbol"))) };
        if first.text == "?" {
            alphabet.has_unknown = true;
        } else if first.text.eq_ignore_ascii_case("list") {
            alphabet.has_lists = true;
        } else if first.text.eq_ignore_ascii_case("sums") {
            alphabet.has_sums = true;
        } else if first.text.eq_ignore_ascii_case("number") {
            let range = words.next_if(|one| one.text.starts_with(|c: char| c.is_ascii_digit()));
            let range = range.map_or(Ok((0, u32::MAX)), range_of)?;
            let mut takes =
                |word: &str| words.next_if(|one| one.text.eq_ignore_ascii_case(word)).is_some();
            if takes("arrow") {
                alphabet.has_arrows = true;
            } else {
                alphabet.numbers = Some(range);
                alphabet.number_shape = number_shape(&mut words)?;
            }
        } else {
            let letter = letter(first, &mut words)?;
            if self.letters.iter().any(|one| one.letter == letter.letter) {
                return Err(first.wrong("is a symbol already"));
            }
            self.letters.push(letter);
            let mut takes =
                |word: &str| words.next_if(|one| one.text.eq_ignore_ascii_case(word)).is_some();
            if takes("number") {
                match takes("arrow") {
                    true => alphabet.has_letter_arrows = true,
                    false => alphabet.has_numbered_letters = true,
                }
            }
        }
        words.next().map_or(Ok(()), |more| {
            Err(more.wrong(format!("behind a symbol\nhelp: {}", form("symbol"))))
        })
    }

    fn parameter(&mut self, word: Span<'_>, line: Span<'_>) -> Result<(), Fault> {
        let (line, default) = line.cut(|c| c == '=');
        let words: Vec<Span<'_>> = line.words().collect();
        let [name, range] = words[..] else { return Err(word.fault_after(form("parameter"))) };
        let is_name = name.text.chars().all(|c| c.is_ascii_lowercase() || c == '_');
        if !is_name || self.parameters.iter().any(|one| one.name == name.text) {
            return Err(name.wrong(
                "is no name of a parameter\nhelp: use lower-case letters, and each name once",
            ));
        }
        let (least, greatest) = range_of(range)?;
        let default =
            match default {
                Some(default) => Some(self.with_names(|names| {
                    Expressions::new(&tokens(default)?, names).fixed_number()
                })?),
                None => None,
            };
        if let Some(default) = &default {
            let on_a_grid = |earlier: u32| {
                let earlier = vec![earlier; self.parameters.len()];
                Grid::new(9, 9).and_then(|grid| constant_number(default, grid, &earlier))
            };
            if on_a_grid(1).is_none() {
                let message = "with a default that is not made of numbers, `height`, `width` and earlier parameters";
                return Err(name.wrong(message));
            }
            let is_outside = |value: i64| value < least.into() || value > greatest.into();
            if let Term::Number(value) = default
                && is_outside(*value)
            {
                let message = format!("with the default {value}: use {least} to {greatest}");
                return Err(name.wrong(message));
            }
        }
        let last_has_one = self.parameters.last().is_some_and(|last| last.default.is_some());
        if default.is_none() && last_has_one {
            return Err(
                name.wrong("without a default behind a parameter with one\nhelp: add `= NUMBER`")
            );
        }
        self.parameters.push(ParameterInfo {
            name: name.text.to_owned(),
            least,
            greatest,
            default,
        });
        Ok(())
    }

    fn draw(&mut self, word: Span<'_>, rest: Span<'_>) -> Result<(), Fault> {
        let line = rest.without_comment();
        let words: Vec<&str> = line.text.split_whitespace().collect();
        let drawing = match words[..] {
            ["shaded", "cells"] => Drawing::Shaded,
            ["lines", "between", "cells"] => Drawing::Lines { shades_others: false },
            ["lines", "between", "cells", "and", "shade", "others"] => {
                Drawing::Lines { shades_others: true }
            }
            ["values", ..] => self.values(line)?,
            ["regions", "around", "clues"] => self.regions(line, false)?,
            ["regions", "around", "clues", "or", "nothing"] => self.regions(line, true)?,
            _ => return Err(line.wrong(format!("is nothing to draw\nhelp: {}", form("draw")))),
        };
        once(word, &mut self.drawing, drawing)
    }

    fn values(&mut self, line: Span<'_>) -> Result<Drawing, Fault> {
        let range = line.from("values".len()).trim();
        let (range, signs) = match range.text.find(" as ") {
            Some(end) => {
                let signs = value_signs(range.from(end + " as ".len()))?;
                (Span { text: range.text[..end].trim_end(), ..range }, signs)
            }
            None => (range, Vec::new()),
        };
        let without = range.text.strip_suffix("or nothing");
        let numbers = Span { text: without.unwrap_or(range.text).trim_end(), ..range };
        let Some(last) = numbers.text.strip_prefix("1..") else {
            return Err(
                numbers.wrong(format!("is no range of values from 1\nhelp: {}", form("draw")))
            );
        };
        let last = numbers.from(numbers.text.len() - last.len());
        let largest =
            self.with_names(|names| Expressions::new(&tokens(last)?, names).fixed_number())?;
        if let Term::Number(count) = largest
            && !(1..=i64::from(MOST_VALUES)).contains(&count)
        {
            return Err(last.wrong(format!("values\nhelp: a kind has 1 to {MOST_VALUES} values")));
        }
        let may_be_empty = without.is_some();
        if let Term::Number(count) = largest
            && !signs.is_empty()
            && count != signs.len() as i64
        {
            return Err(line.wrong(format!(
                "has {} for {}\nhelp: name a sign for each value",
                counted(signs.len(), "sign"),
                counted(count, "value")
            )));
        }
        Ok(Drawing::Values { largest, may_be_empty, are_regions: false, signs })
    }

    fn regions(&self, line: Span<'_>, may_be_empty: bool) -> Result<Drawing, Fault> {
        if !self.has_cells {
            return Err(line.wrong("without clues\nhelp: write `symbol ...` above"));
        }
        let clues =
            Binder { count: 1, set: Term::Call(Word::AllCells, Vec::new()), condition: None };
        let has_clue = Term::Call(Word::HasClue, vec![Term::Variable(0)]);
        let largest = Term::Gather(Gathering::Count, vec![clues], Box::new(has_clue));
        Ok(Drawing::Values { largest, may_be_empty, are_regions: true, signs: Vec::new() })
    }

    fn global(&mut self, word: Span<'_>, line: Span<'_>) -> Result<(), Fault> {
        let globals = &mut self.globals;
        let words: Vec<&str> = line.text.split_whitespace().collect();
        self.global_starts.push((words.join(" "), word.offset));
        let needs = match words[..] {
            ["one", "loop"] => Needs::Lines,
            ["groups", "counted", ..] => Needs::Shaded,
            ["groups" | "values" | "filled" | "slopes" | "bridges", ..] => Needs::Values,
            _ => Needs::Shaded,
        };
        match words[..] {
            ["one", "loop"] => globals.one_loop = true,
            ["connected", "shaded"] => globals.connected_shaded = true,
            ["connected", "unshaded"] => globals.connected_unshaded = true,
            [colour @ ("shaded" | "unshaded"), "reach", "border"] => {
                globals.reaching = Some(colour == "shaded")
            }
            ["groups", "sized", "by", "value"] => globals.sized_groups = true,
            ["shaded", "matched", "with", letter] => {
                let is_named = |one: &ClueLetter| one.letter.to_string() == letter;
                let Some(place) = self.letters.iter().position(is_named) else {
                    return Err(line.wrong(format!(
                        "names no letter\nhelp: write `symbol {letter}` above, or another letter"
                    )));
                };
                globals.matched = Some(place);
            }
            _ if let Some(row) = ValueRule::ALL.iter().find(|row| words.join(" ") == row.1) => {
                once(word, &mut globals.value_rule, row.0)?;
            }
            _ => return Err(line.wrong(format!("is no global rule\nhelp: {}", form("global")))),
        }
        match self.has(needs) {
            true => Ok(()),
            false => Err(word.fault(format!(
                "`global {}` without `{}`\nhelp: write the drawing above",
                line.text,
                needs.statement()
            ))),
        }
    }

    fn address(&mut self, word: Span<'_>, line: Span<'_>) -> Result<(), Fault> {
        let mut words: Vec<Span<'_>> = line.words().collect();
        let signs = match words.iter().position(|one| one.text == "signs") {
            Some(at) => {
                words.split_off(at).into_iter().skip(1).map(|one| leaked(one.text)).collect()
            }
            None => Vec::new(),
        };
        let has_marks = words.pop_if(|last| last.text == "marks").is_some();
        let (Some(body), false) = (words.pop(), words.is_empty()) else {
            return Err(word.fault_after(form("address")));
        };
        let names = BODIES.map(|(name, _)| name);
        let Some(&(_, found)) = BODIES.iter().find(|(one, _)| *one == body.text) else {
            let help = suggest::help(body.text, &names);
            return Err(body.wrong(format!("is no spelling of an address\nhelp: {help}")));
        };
        let names = words.iter().map(|name| leaked(name.text)).collect();
        once(word, &mut self.address, Address { names, body: found, has_marks, signs })
    }

    /// Reads the signs of janko.at: for each letter the characters that stand for it, and then the text of an unknown number.
    fn janko(&mut self, word: Span<'_>, line: Span<'_>) -> Result<(), Fault> {
        let mut signs: Vec<&'static str> = line.words().map(|one| leaked(one.text)).collect();
        let has_unknown = self.alphabet.is_some_and(|alphabet| alphabet.has_unknown);
        let unknown = signs.pop_if(|_| has_unknown).unwrap_or("?");
        if signs.len() != self.letters.len() {
            let message = format!("{} signs for {} letters", signs.len(), self.letters.len());
            return Err(word.fault_after(format!("{message}\nhelp: {}", form("janko"))));
        }
        once(word, &mut self.janko, JankoSpelling { letters: signs.leak(), unknown })
    }

    fn generate(&mut self, word: Span<'_>, line: Span<'_>) -> Result<(), Fault> {
        let other = || line.wrong(format!("behind `generate`\nhelp: {}", form("generate")));
        let (first, rest) = line.cut(char::is_whitespace);
        let rest = rest.map(Span::trim).ok_or_else(other)?;
        let found = match first.text {
            "no" => {
                let reason = rest.unquoted().text;
                if reason == rest.text || reason.is_empty() {
                    return Err(other());
                }
                Generation::Nothing(reason.to_owned())
            }
            "rooms" => {
                let (of, number) = rest.cut(char::is_whitespace);
                let number = number.filter(|_| of.text == "of").ok_or_else(other)?;
                Generation::RoomsOf(self.number_of_size(word, number)?)
            }
            _ => return Err(other()),
        };
        once(word, &mut self.generation, found)
    }

    /// Reads a number that depends on the size of the grid only, for the rooms of generated puzzles.
    fn number_of_size(&self, word: Span<'_>, piece: Span<'_>) -> Result<Term, Fault> {
        if !self.has_rooms {
            return Err(
                word.fault("`generate rooms` without rooms\nhelp: write `board rooms` above")
            );
        }
        let number =
            self.with_names(|names| Expressions::new(&tokens(piece)?, names).fixed_number())?;
        if guards::reads_clues(&[], &number) {
            return Err(piece
                .trim()
                .wrong("reads clues\nhelp: use `height`, `width` and the numbers of the header"));
        }
        // without words, the number is the same in all grids
        let mut has_words = false;
        number.each(&mut |term| has_words |= matches!(term, Term::Call(..)));
        let value = Grid::new(1, 1).and_then(|grid| constant_number(&number, grid, &[]));
        if !has_words && value.is_some_and(|value| value < 0) {
            return Err(piece
                .trim()
                .wrong("is below 0\nhelp: use the number of cells of a room, or 0 for any size"));
        }
        Ok(number)
    }

    /// Reads a condition on the clues.
    fn require(&mut self, word: Span<'_>, rest: Span<'_>) -> Result<(), Fault> {
        let Some((sentence, rest)) = after_quoted(rest.trim()) else {
            return Err(word.fault_after(form("require")));
        };
        if self.requirements.len() == MOST_RULES {
            return Err(word.fault(format!("more than {MOST_RULES} conditions on the clues")));
        }
        let (binders, body) =
            self.with_names(|names| Expressions::new(&tokens(rest)?, names).rule())?;
        if body.is_drawn() {
            return Err(rest.trim().fault(
                "a word about the drawing in a condition on the clues\nhelp: state it as a `rule`",
            ));
        }
        let sentence = sentence.text.to_owned();
        self.requirements.push(Requirement { sentence, binders, body });
        Ok(())
    }

    fn rule(&mut self, word: Span<'_>, rest: Span<'_>) -> Result<(), Fault> {
        let rest = rest.trim();
        let (name, rest) = rest.cut(char::is_whitespace);
        let is_name = name.text.starts_with(|c: char| c.is_ascii_lowercase())
            && name.text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
            && name.text.len() <= 40
            && name.text != "for";
        let is_word = name.text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
        if !is_name && is_word && rest.is_some() && name.text != "for" {
            return Err(name.wrong(
                "is not the name of a rule\n\
                 help: use at most 40 lower-case letters, digits and `-`, and begin with a letter",
            ));
        }
        let Some(rest) = rest.map(Span::trim).filter(|_| is_name) else {
            let hint = match name.text.ends_with(':') {
                true => "a rule without variables has no colon".to_owned(),
                false => form("rule"),
            };
            return Err(word.fault_after(format!("no name and statement of a rule\nhelp: {hint}")));
        };
        if self.rules.iter().any(|rule| rule.name == name.text) {
            return Err(name.wrong("is the name of another rule\nhelp: name the rule otherwise"));
        }
        if RESERVED_RULES.contains(&name.text) {
            return Err(name.wrong(format!(
                "is the name of a rule that Encycle adds to some kinds or encodings\nhelp: use a name other than {}",
                RESERVED_RULES.join(", ")
            )));
        }
        if self.drawing.is_none() {
            return Err(
                word.fault("a rule before the drawing\nhelp: write `draw ...` above the rules")
            );
        }
        if self.rules.len() == MOST_RULES {
            return Err(word.fault(format!("more than {MOST_RULES} rules")));
        }
        let (sentence, rest) = match after_quoted(rest) {
            Some((sentence, rest)) => (Some(sentence.text), rest),
            None => (None, rest),
        };
        let made = self.with_names(|names| Expressions::new(&tokens(rest)?, names).rule());
        let (binders, body) = made?;
        if !body.is_drawn() {
            return Err(rest.fault(
                "no word about the drawing in the rule\nhelp: state something that a solution decides".to_owned(),
            ));
        }
        let clue_use = ClueUse::Nothing;
        let shown = rest.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let meaning = sentence.map_or(shown, str::to_owned);
        let has_run = guards::has_run(&body);
        let name = name.text.to_owned();
        self.rules.push(Rule { name, meaning, binders, body, clue_use, has_run });
        Ok(())
    }

    /// Calls a parser of expressions with the names that are known so far.
    fn with_names<T>(
        &self,
        parse: impl FnOnce(&Names<'_>) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let has = |needs| self.has(needs);
        parse(&Names { letters: &self.letters, parameters: &self.parameters, has: &has })
    }

    fn has(&self, needs: Needs) -> bool {
        let alphabet = self.alphabet.unwrap_or(ClueAlphabet::NONE);
        match needs {
            Needs::Nothing => true,
            Needs::Clues => self.has_cells,
            Needs::Arrows => alphabet.has_arrows || alphabet.has_letter_arrows,
            Needs::Lists => alphabet.has_lists,
            Needs::Sums => alphabet.has_sums,
            Needs::BorderLists => self.has_lists,
            Needs::Rooms => self.has_rooms,
            Needs::Corners => self.has_corners,
            Needs::Border => self.has_border,
            Needs::Shaded => matches!(self.drawing, Some(Drawing::Shaded)),
            Needs::Lines => matches!(self.drawing, Some(Drawing::Lines { .. })),
            Needs::Values => matches!(self.drawing, Some(Drawing::Values { .. })),
        }
    }

    /// Returns the letter that stands for a clue that says nothing: it is the only letter, beside numbers or arrows, and no
    /// rule reads it.
    fn blank(&self) -> Option<usize> {
        let alphabet = self.alphabet?;
        let has_others = alphabet.numbers.is_some() || alphabet.has_arrows;
        let reads =
            |word| self.rules.iter().any(|rule| guards::reads(&rule.binders, &rule.body, word));
        let is_read = [Word::LetterOf, Word::SymbolOf].into_iter().any(reads);
        let is_blank =
            has_others && !alphabet.has_numbered_letters && !is_read && reads(Word::HasClue);
        (is_blank && self.letters.len() == 1).then_some(0)
    }

    fn finish(mut self, text: &str) -> Result<KindFile, Fault> {
        let blank = self.blank();
        let clue_form = ClueForm {
            keeps_clues: blank.is_some(),
            has_plain_numbers: self.alphabet.is_none_or(|alphabet| {
                !alphabet.has_arrows
                    && !alphabet.has_numbered_letters
                    && !alphabet.has_letter_arrows
            }),
        };
        for rule in &mut self.rules {
            rule.clue_use = guards::clue_use(&rule.binders, &rule.body, clue_form);
        }
        // a clue that changes the values changes all rules
        let is_fixed = |drawing: &Drawing| match drawing {
            Drawing::Values { largest, .. } => !guards::reads_clues(&[], largest),
            _ => true,
        };
        let global_reads_clues = self.globals.matched.is_some()
            || self.globals.value_rule.is_some_and(ValueRule::reads_clues);
        let is_separable = self.drawing.as_ref().is_none_or(is_fixed)
            && !global_reads_clues
            && self.rules.iter().all(|rule| rule.clue_use != ClueUse::Several);
        let at_end = |message: String| Text(text).fault_at_end(message);
        let missing = |word: &str| at_end(format!("no statement `{word}`\nhelp: {}", form(word)));
        let name = self.name.clone().ok_or_else(|| missing("kind"))?;
        let drawing = self.drawing.clone().ok_or_else(|| missing("draw"))?;
        self.check_globals()?;
        if matches!(drawing, Drawing::Lines { .. }) && !self.globals.one_loop {
            return Err(at_end(
                "lines without `global one loop`\nhelp: add it: a solution of lines is one loop"
                    .to_owned(),
            ));
        }
        if self.rules.is_empty() && !self.globals.one_loop {
            return Err(missing("rule"));
        }
        let title = self.title.clone().unwrap_or_else(|| capitalized(&name));
        let example = match &self.example {
            Some(lines) => format!("{name} {}\n", lines.join("\n")),
            None => self.empty_example(&name),
        };
        let base_name: &'static str = match drawing {
            Drawing::Shaded => "shaded",
            Drawing::Lines { .. } => "degree",
            Drawing::Values { .. } => "value",
        };
        let about = self.about.clone().unwrap_or_else(|| {
            let sentences: Vec<&str> = self.rules.iter().map(|rule| &*rule.meaning).collect();
            sentences.join("; ")
        });
        let has_equal_values = self.has_equal_values(&drawing);
        Ok(KindFile {
            text: text.to_owned(),
            codec: self.codec(&drawing, is_separable && blank.is_none()),
            blank,
            has_example: self.example.is_some(),
            name,
            title,
            about,
            has_about: self.about.is_some(),
            text_form: self.text_form.unwrap_or_default(),
            example,
            has_cells: self.has_cells,
            has_border: self.has_border,
            has_lists: self.has_lists,
            has_corners: self.has_corners,
            parameters: self.parameters,
            drawing,
            globals: self.globals,
            is_separable,
            bare: self.bare,
            generation: self.generation,
            has_room_numbers: self.has_rooms
                && self
                    .rules
                    .iter()
                    .any(|rule| guards::reads_room_number(&rule.binders, &rule.body)),
            // slopes and bridges have directions
            is_symmetric: !matches!(
                self.globals.value_rule,
                Some(ValueRule::Slopes | ValueRule::Bridges)
            ) && self
                .rules
                .iter()
                .all(|rule| guards::is_symmetric(&rule.binders, &rule.body, clue_form)),
            has_equal_values,
            requirements: self.requirements,
            rules: self.rules,
            base_name,
        })
    }

    /// Returns whether the form of the rules and requirements shows that every permutation of the values keeps them.
    fn has_equal_values(&self, drawing: &Drawing) -> bool {
        let Drawing::Values { largest, are_regions: false, signs, .. } = drawing else {
            return false;
        };
        let rules = self.rules.iter().map(|rule| (&rule.binders, &rule.body));
        let requirements = self.requirements.iter().map(|one| (&one.binders, &one.body));
        signs.is_empty()
            && !guards::reads_clues(&[], largest)
            && matches!(
                self.globals.value_rule,
                None | Some(
                    ValueRule::ConnectedValues
                        | ValueRule::ConnectedFilled
                        | ValueRule::ConnectedInRooms
                )
            )
            && !self.globals.sized_groups
            && rules
                .chain(requirements)
                .all(|(binders, body)| guards::has_equal_values(binders, body))
    }

    /// Checks that the global rules go together.
    ///
    /// # Errors
    /// One that does not, at its statement.
    fn check_globals(&self) -> Result<(), Fault> {
        let Globals { connected_shaded, connected_unshaded, reaching, matched, .. } = self.globals;
        let is_connected = connected_shaded || connected_unshaded;
        if let Some(colour) = reaching {
            let has_other = if colour { connected_unshaded } else { connected_shaded };
            let has_same = if colour { connected_shaded } else { connected_unshaded };
            let (here, other) =
                if colour { ("shaded", "unshaded") } else { ("unshaded", "shaded") };
            if !has_other || has_same {
                let message = format!(
                    "`global {here} reach border` goes with `global connected {other}` only\nhelp: add or remove one"
                );
                return Err(self.fault_at_global(&format!("{here} reach border"), message));
            }
        }
        let alone = match self.globals.value_rule {
            Some(rule) if is_connected || matched.is_some() || self.globals.sized_groups => {
                rule.words()
            }
            _ if matched.is_some() && is_connected => "shaded matched",
            _ => return Ok(()),
        };
        let message = format!("`global {alone}` with another global rule\nhelp: remove one");
        Err(self.fault_at_global(alone, message))
    }

    /// Returns a fault at the statement of the global rule that begins with these words.
    fn fault_at_global(&self, words: &str, message: String) -> Fault {
        let start = self.global_starts.iter().find(|(one, _)| one.starts_with(words));
        Fault { offset: start.map_or(0, |(_, start)| *start), message }
    }

    /// Returns a small puzzle without clues.
    fn empty_example(&self, name: &str) -> String {
        let needed = self.parameters.iter().filter(|one| one.default.is_none());
        let numbers: String = needed.map(|one| format!(" {}", one.least)).collect();
        let grid = |rows: usize, cols: usize, sign: &str| (sign.repeat(cols) + "\n").repeat(rows);
        let edge = if self.has_border { 4 } else { 2 };
        let mut text = format!("{name} 2 2{numbers}\n");
        if self.has_corners {
            text += &grid(3, 3, ".");
        }
        if self.has_cells || self.has_border {
            text += &grid(edge, edge, ".");
        }
        if self.has_rooms {
            text += &grid(2, 2, "a");
        }
        text
    }

    fn codec(&self, drawing: &Drawing, is_separable: bool) -> ClueCodec {
        let alphabet = self.alphabet.unwrap_or(ClueAlphabet::NONE);
        let letters: &'static [ClueLetter] = self.letters.clone().leak();
        let help: &'static str = help(&alphabet, letters, self.has_cells || self.has_border).leak();
        let alphabet = ClueAlphabet { letters, help, ..alphabet };
        let address = self.address.as_ref().map(|address| {
            let body = match address.body {
                AddressBody::PackedLetters { .. } => packed(letters.len() as u32 + 1),
                body => body,
            };
            let signs: &'static [&'static str] = address.signs.clone().leak();
            let has_bridges = self.globals.value_rule == Some(ValueRule::Bridges);
            let drawing = match drawing {
                _ if !signs.is_empty() => FileDrawing::Signs(signs),
                Drawing::Shaded => FileDrawing::Cells,
                Drawing::Lines { .. } if address.has_marks => FileDrawing::LinesAndCells,
                Drawing::Lines { shades_others: true } => FileDrawing::CellsAndLines,
                Drawing::Lines { .. } => FileDrawing::Lines,
                Drawing::Values { are_regions: true, .. } => FileDrawing::Regions,
                Drawing::Values { .. } if has_bridges => FileDrawing::Bridges,
                Drawing::Values { .. } => FileDrawing::Nothing,
            };
            // files of black cells alone have a sign for them
            let is_black = letters.iter().all(|letter| letter.picture == BLACK);
            let letter =
                (is_black && matches!(body, AddressBody::PackedLetters { .. })).then_some("*");
            PzprSpelling { names: address.names.clone().leak(), body, drawing, letter }
        });
        let plain = || letters.is_empty().then_some(JankoSpelling::PLAIN);
        ClueCodec {
            alphabet,
            is_separable: is_separable && self.has_cells,
            has_rooms: self.has_rooms,
            janko: self.janko.or_else(plain),
            pzpr: address,
        }
    }
}

/// The names of rules that the drawings check by themselves, and of the families that are added to any encoding.
pub(super) const RESERVED_RULES: [&str; 17] = [
    "cell",
    "given",
    "edge",
    "nonempty",
    "degree",
    "unvisited",
    "visited",
    "single-loop",
    "connected",
    "shaded",
    "border",
    "matched",
    "group-size",
    CUT,
    EXCLUDED,
    PRESOLVED,
    SYMMETRY,
];

/// Returns the spelling that packs cells with digits of this base into characters, of which there are 36.
fn packed(base: u32) -> AddressBody {
    let cells = (1..6).rev().find(|&cells| base.pow(cells) <= 36).unwrap_or(1);
    AddressBody::PackedLetters { base, cells }
}

/// Returns a text that lives as long as the process, as kinds do.
fn leaked(text: &str) -> &'static str {
    text.to_owned().leak()
}

/// Returns the text between the quotation marks at the beginning of a piece, and the rest.
fn after_quoted(piece: Span<'_>) -> Option<(Span<'_>, Span<'_>)> {
    let end = piece.text.strip_prefix('"')?.find('"')?;
    Some((Span { text: &piece.text[1..=end], offset: piece.offset + 1 }, piece.from(end + 2)))
}

/// Returns how to write a statement.
fn form(word: &str) -> String {
    let form = STATEMENTS.iter().find(|(name, _)| *name == word).map_or("", |(_, form)| form);
    format!("write `{form}`")
}

fn once<T>(word: Span<'_>, known: &mut Option<T>, value: T) -> Result<(), Fault> {
    match known.replace(value) {
        None => Ok(()),
        Some(_) => Err(word.fault(format!("a second statement `{}`\nhelp: remove one", word.text))),
    }
}

/// Returns the words behind a statement, with single blanks.
fn sentence(word: Span<'_>, rest: Span<'_>) -> Result<String, Fault> {
    let words: Vec<&str> = rest.text.split_whitespace().collect();
    match words.is_empty() {
        true => Err(word.fault_after(form(word.text))),
        false => Ok(words.join(" ")),
    }
}

/// Returns the lines of an example without the blanks in front.
fn example(rest: Span<'_>) -> Vec<String> {
    let lines = rest.text.lines().map(|line| line.trim().to_owned());
    lines.filter(|line| !line.is_empty()).collect()
}

/// Reads a range such as `1..9`.
fn range_of(piece: Span<'_>) -> Result<(u32, u32), Fault> {
    let parts = piece
        .text
        .split_once("..")
        .and_then(|(least, greatest)| Some((least.parse().ok()?, greatest.parse().ok()?)));
    match parts {
        Some((least, greatest)) if least <= greatest => Ok((least, greatest)),
        _ => Err(piece.wrong("is no range of numbers\nhelp: write a range such as `1..9`")),
    }
}

/// Reads a letter with its picture.
fn letter<'a>(
    first: Span<'a>,
    words: &mut std::iter::Peekable<impl Iterator<Item = Span<'a>>>,
) -> Result<ClueLetter, Fault> {
    let mut chars = first.text.chars();
    let (Some(letter), None) = (chars.next().filter(char::is_ascii_lowercase), chars.next()) else {
        return Err(first.wrong(format!("is no symbol\nhelp: {}", form("symbol"))));
    };
    let picture = match words.peek() {
        Some(word) if !word.text.eq_ignore_ascii_case("number") => picture(words)?,
        _ => leaked(&letter.to_ascii_uppercase().to_string()),
    };
    Ok(ClueLetter { letter, picture })
}

/// Returns the names of the pictures of letters, each with its text.
pub(super) fn pictures() -> impl Iterator<Item = (&'static str, &'static str)> {
    let signs = CellSign::all().iter().map(|sign| (sign.words, sign.text));
    PICTURES.into_iter().chain(signs)
}

/// Reads the words of a picture, as long as they are the beginning of a name.
fn picture<'a>(
    words: &mut std::iter::Peekable<impl Iterator<Item = Span<'a>>>,
) -> Result<&'static str, Fault> {
    let mut first = None;
    let mut name = String::new();
    while let Some(word) = words.next_if(|word| {
        let longer = format!("{name}{}", word.text);
        pictures().any(|(known, _)| {
            known.strip_prefix(&longer).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        })
    }) {
        first.get_or_insert(word);
        name += word.text;
        name.push(' ');
    }
    match pictures().find(|(known, _)| *known == name.trim_end()) {
        Some((_, picture)) => Ok(picture),
        None => {
            let names: Vec<&str> = pictures().map(|(known, _)| known).collect();
            let Some(word) = first.or_else(|| words.next()) else {
                unreachable!("a word was seen")
            };
            let help = suggest::help(word.text, &names);
            Err(word.wrong(format!("begins no picture\nhelp: {help}")))
        }
    }
}

/// Reads the shape around the numbers of cells; `black` alone is a black cell.
fn number_shape<'a>(
    words: &mut std::iter::Peekable<impl Iterator<Item = Span<'a>>>,
) -> Result<&'static str, Fault> {
    let rest: Vec<Span<'_>> = words.collect();
    let Some(first) = rest.first() else { return Ok("") };
    let name = rest.iter().map(|word| word.text).collect::<Vec<_>>().join(" ");
    let is_shape = |&&(known, _): &&(&str, &str)| known == name;
    match PICTURES[..3].iter().find(is_shape) {
        Some((_, shape)) => Ok(shape),
        None if name == "black" => Ok(BLACK),
        None => Err(first.wrong(format!("behind a symbol\nhelp: {}", form("symbol")))),
    }
}

/// Returns how to write the clues, in the rows of cells if the kind has such rows.
fn help(alphabet: &ClueAlphabet, letters: &[ClueLetter], has_rows: bool) -> String {
    let mut ways = Vec::new();
    if let Some((least, greatest)) = alphabet.numbers {
        ways.push(match greatest {
            u32::MAX => "a number".to_owned(),
            _ => format!("a number {least} to {greatest}"),
        });
    }
    if alphabet.has_arrows {
        ways.push("a number and n, s, w or e for its arrow, as in '2n'".to_owned());
    }
    if alphabet.has_lists {
        ways.push("up to four numbers, as in '3,1', '?' for an unknown one".to_owned());
    }
    if alphabet.has_sums {
        ways.push(
            "'\\' with the number below on its left and the right one behind it, as in '17\\24'"
                .to_owned(),
        );
    }
    let letters: Vec<String> = letters.iter().map(|one| format!("'{}'", one.letter)).collect();
    if !letters.is_empty() {
        let numbered = match (alphabet.has_numbered_letters, alphabet.has_letter_arrows) {
            (true, _) => " with a number or without",
            (false, true) => " alone or with a number and an arrow (n, s, w, e)",
            (false, false) => "",
        };
        ways.push(format!("{}{numbered}", letters.join(", ")));
    }
    if alphabet.has_unknown {
        ways.push("'?'".to_owned());
    }
    match ways.is_empty() {
        true if !has_rows => "write only the names of the rooms".to_owned(),
        true => "write each cell as '.'".to_owned(),
        false => format!("write {}, any other cell as '.'", ways.join(", or ")),
    }
}

fn capitalized(name: &str) -> String {
    let words = name.split('-').map(|word| {
        let mut chars = word.chars();
        chars.next().map_or_else(String::new, |first| {
            first.to_ascii_uppercase().to_string() + chars.as_str()
        })
    });
    words.collect::<Vec<_>>().join(" ")
}
