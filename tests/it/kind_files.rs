//! Kind files: the reference page, errors, and the agreement of the two readings of a file with each other.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;

use encycle::count::brute_force;
use encycle::encodings::cell_loops::Side;
use encycle::encodings::encoding::Encoding;
use encycle::encodings::grid::{Grid, Isometry};
use encycle::encodings::kinds::SolutionFamily;
use encycle::encodings::kinds::codec::{CellList, ClueSymbol};
use encycle::encodings::kinds::written::{
    WrittenClues, WrittenKind, WrittenPuzzle, reserved_rules, statement_forms, vocabulary,
};
use encycle::encodings::logic::{CardMethod, CnfMethod, LoweringOptions};
use encycle::encodings::puzzle::{Solution, SolutionForm};
use encycle::formats;
use encycle::generate::{
    GenerateOptions, RepairOptions, RepairOutcome, Strategy, Symmetry, ThinOutcome, frame_of,
    generate, repair, thin,
};
use encycle::puzzle::{Puzzle, PuzzleKind};
use encycle::solve::{
    BatSatSession, Enumerator, MicrolpSession, NextSolution, SearchOptions, Session, Solve, Verdict,
};

use crate::reports::assert_current;
use crate::support::binary::{code, stderr, stdout, with_input};
use crate::support::folder::Folder;
use crate::support::long_or;
use crate::support::random::Random;

const PAGE: &str = "docs/reference/kind-files.md";

/// Returns the page with the generated tables.
fn page(text: &str) -> String {
    let mut statements = String::from("| statement | form |\n|---|---|\n");
    for (name, form) in statement_forms() {
        writeln!(statements, "| `{name}` | {} |", forms(form)).expect("a string");
    }
    let mut words = String::from("| word | is | needs | meaning |\n|---|---|---|---|\n");
    for [call, result, needs, meaning] in vocabulary() {
        let needs = if needs.is_empty() { String::new() } else { format!("`{needs}`") };
        writeln!(words, "| `{call}` | {result} | {needs} | {meaning} |").expect("a string");
    }
    let names: Vec<String> = reserved_rules().iter().map(|name| format!("`{name}`")).collect();
    let text = replaced(text, "<!-- reserved names: generated -->\n", &(names.join(", ") + "\n"));
    let text = replaced(&text, "<!-- statements: generated -->\n", &statements);
    replaced(&text, "<!-- vocabulary: generated -->\n", &words)
}

/// Returns the forms of a statement, each as code.
fn forms(form: &str) -> String {
    form.split(" | ")
        .map(|one| format!("`{}`", one.replace('|', "\\|")))
        .collect::<Vec<_>>()
        .join(" or ")
}

fn replaced(text: &str, start: &str, table: &str) -> String {
    let (before, rest) = text.split_once(start).expect("the begin of the table");
    let (_, after) = rest.split_once("<!-- end -->").expect("the end of the table");
    format!("{before}{start}{table}<!-- end -->{after}")
}

#[test]
fn the_reference_page_has_every_statement_and_word() {
    let text = fs::read_to_string(PAGE).expect("the page");
    let expected = page(&text);
    assert_current(PAGE, &expected);
}

/// The folder and the list in `core/src/puzzle/written.rs` have the same files, and each is named like its kind.
#[test]
fn every_file_of_the_folder_is_a_kind() {
    let mut files: Vec<String> = fs::read_dir("core/kinds")
        .expect("the folder")
        .map(|entry| entry.expect("a file").path())
        .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    files.sort();
    let written = PuzzleKind::all().iter().filter(|kind| kind.file_text().is_some());
    let mut names: Vec<&str> = written.map(|kind| kind.name()).collect();
    names.sort_unstable();
    assert_eq!(files, names);
}

/// No remark about a kind of Encycle: each symbol is read, no rule is constant, and 100 x 100 cells are not too many.
#[test]
fn no_kind_file_is_suspicious() {
    for kind in PuzzleKind::all() {
        let PuzzleKind::Written(kind) = kind else { continue };
        assert!(kind.has_example, "{kind:?}");
        assert_eq!(kind.remarks(), Vec::<String>::new(), "{kind:?}");
    }
}

/// The position and the beginning of the message of each error.
#[test]
fn errors_name_line_column_and_fix() {
    let head = "kind k\nsymbol number 0..4\nboard rooms\ndraw shaded cells\n";
    let rule = |text: &str| format!("{head}rule r {text}\n");
    let table = [
        ("symbol number\n".to_owned(), 1, 1, "'symbol' before the name of the kind"),
        ("kind K\n".to_owned(), 1, 6, "'K' is no name of a kind"),
        ("kind k\nkind l\n".to_owned(), 2, 1, "a second statement `kind`"),
        (
            "kind k\nsymbol t\ndraw shaded cells\nglobal shaded matched with u\n".to_owned(),
            4,
            8,
            "'shaded matched with u' names no letter",
        ),
        (
            "kind k\nglobal groups sized by value\n".to_owned(),
            2,
            1,
            "`global groups sized by value` without",
        ),
        ("kind k\ndraw circles\n".to_owned(), 2, 6, "'circles' is nothing to draw"),
        ("kind k\ngenerate no\n".to_owned(), 2, 10, "'no' behind `generate`\nhelp: write `generate no"),
        ("kind k\ngenerate no reason\n".to_owned(), 2, 10, "'no reason' behind `generate`"),
        ("kind k\ngenerate rooms of 2\n".to_owned(), 2, 1, "`generate rooms` without rooms"),
        (format!("{head}require for c in cells: clue(c)\n"), 5, 8, "write `require \"SENTENCE\""),
        (
            format!("{head}require \"s\" for c in cells: shaded(c)\n"),
            5,
            13,
            "a word about the drawing in a condition on the clues",
        ),
        (
            format!("{head}require \"s\" for c in cells: number(c) = 1\n"),
            5,
            29,
            "`number(c)` may be absent",
        ),
        (
            "kind k\nboard rooms\nsymbol ?\ngenerate rooms of count(unknown(c) for c in cells)\n".to_owned(),
            4,
            19,
            "'count(unknown(c) for c in cell...' reads clues",
        ),
        ("kind k\nboard rooms\nsymbol ?\ngenerate rooms of 1 - 2\n".to_owned(), 4, 19, "'1 - 2' is below 0"),
        ("kind k\nboard rooms\nsymbol ?\ngenerate rooms of -1\n".to_owned(), 4, 19, "'-1' is below 0"),
        ("kind k\nrule r for c in cells: true\n".to_owned(), 2, 1, "a rule before the drawing"),
        ("kind k\ndraw lines between cells\n".to_owned(), 2, 25, "lines without `global one loop`"),
        ("kind k\nglobal one loop\n".to_owned(), 2, 1, "`global one loop` without"),
        ("kind k\nsymbol number 4..1\n".to_owned(), 2, 15, "'4..1' is no range"),
        (
            rule("for c in cels: shaded(c)"),
            5,
            17,
            "unknown word: `cels`\nhelp: did you mean `cells`?",
        ),
        (
            "kind k\ndraw shaded cells\nglobal shaded reach border\nrule r for c in cells: shaded(c)\n".to_owned(),
            3,
            1,
            "`global shaded reach border` goes with",
        ),
        (rule("for l in windows(-1): any(shaded(c) for c in l)"), 5, 25, "-1 cells"),
        (rule("for l in boxes(1, 0): any(shaded(c) for c in l)"), 5, 26, "0 cells"),
        (rule("for c in cells: shaded(c"), 5, 32, "`)` expected behind the arguments"),
        (rule("for c in cells: shaded(1)"), 5, 24, "`shaded` of a number"),
        (rule("for c in cells: value(c) = 1"), 5, 24, "`value` without the statement"),
        (rule("for c in cells: count(shaded(c)) = 1"), 5, 30, "no `for` in the parentheses"),
        (rule("for c in cells: shaded(c) = 1"), 5, 34, "a statement compared with a number"),
        (
            rule("for c in cells if shaded(c): shaded(c)"),
            5,
            26,
            "`shaded` where only clues may decide",
        ),
        (
            rule("for c in cells if number(c) == 1: shaded(c)"),
            5,
            36,
            "'==' is not a sign of kind files\nhelp: write `=`",
        ),
        (
            "kind new\nsymbol number\ndraw shaded cells\nrule for c in cells: shaded(c)\n"
                .to_owned(),
            4,
            5,
            "no name and statement",
        ),
        (
            "kind new\ndraw shaded cells\nrule a_b for c in cells: shaded(c)\n".to_owned(),
            3,
            6,
            "'a_b' is not the name of a rule\nhelp: use at most 40 lower-case letters, digits and `-`",
        ),
        (
            "kind new\ndraw values 1..401\nrule a for c in cells: value(c) = 1\n".to_owned(),
            2,
            16,
            "'401' values\nhelp: a kind has 1 to 400 values",
        ),
        (
            rule("for c in cells if letter(c) = q: shaded(c)"),
            5,
            38,
            "unknown word: `q`\nhelp: `symbol q` above",
        ),
        (rule("for c in cells: shaded(c) or number(c) = 1"), 5, 37, "`number(c)` may be absent"),
        (
            rule("for c in cells if number(c), k in {number(column(c))}: count(shaded(x) for x in row(c)) = k"),
            5,
            43,
            "`number(column(c))` may be absent\nhelp: put the condition `if number(column(c))` after",
        ),
        (
            rule(
                "count(number(x) = 1 for x in cells if number(x)) = sum(number(y) for y in cells) + count(shaded(c) for c in cells)",
            ),
            5,
            63,
            "`number(y)` may be absent",
        ),
        (
            "kind k\nsymbol a\nsymbol b\ndraw shaded cells\nrule r for a in cells if letter(a) = a: shaded(a)\n"
                .to_owned(),
            5,
            36,
            "a letter compared with a cell\nhelp: `a` is the variable here, which hides the letter `a`",
        ),
        (
            "kind k\nsymbol a\nsymbol b\ndraw shaded cells\nrule r for c in cells, l in {a, b} if letter(c) = l: shaded(c)\n"
                .to_owned(),
            5,
            30,
            "a letter where an element of a set is expected\nhelp: compare with each letter, as in `letter(c) = a or",
        ),
        (
            rule("for c in cells, d in cells: shaded(mirrored(c, d, 0, 0))"),
            5,
            43,
            "`mirrored(c, d, 0, 0)` may be absent\nhelp: put the condition `if mirrored(c, d, 0, 0)` after",
        ),
        (
            rule("for c in cells, x in (c) + beyond(c, up): shaded(x)"),
            5,
            29,
            "a cell where a number or a set of cells is expected\nhelp: the set of one cell is `{c}`",
        ),
        (
            rule("for c in cells, x in row(c) + c: shaded(x)"),
            5,
            38,
            "a cell where a set of cells is expected\nhelp: the set of one cell is `{c}`",
        ),
        (
            rule("for a in adjacent: shaded(a)"),
            5,
            17,
            "1 variables for elements that are a set of pairs",
        ),
        (rule("for c in cells if clue(c): true"), 5, 8, "no word about the drawing"),
        (
            rule("for c in cells: shaded(c) shaded(c)"),
            5,
            34,
            "'shaded' behind a complete expression",
        ),
        (
            rule("for l in rows: runs(shaded(c) for c in l) = list(l)"),
            5,
            52,
            "`list` without the statement `board lists`",
        ),
        (
            rule(
                "for c in cells: groups(shaded(c) for d in directions) = runs(true for x in cells)",
            ),
            5,
            24,
            "`groups` without cells",
        ),
        (
            rule("runs(shaded(c) for c in cells) = runs(shaded(c) for c in cells)"),
            5,
            39,
            "two lists that depend on the drawing",
        ),
        (rule("for c in cells: shaded(c) ; true"), 5, 34, "';' begins no expression"),
        (rule("for c in cells: 99999999999 = 1"), 5, 24, "number too large"),
        (rule("for r in rooms: shaded(r)"), 5, 24, "`shaded` of a set of cells"),
    ];
    for (text, line, column, message) in table {
        let error = WrittenKind::parse(&text).expect_err(&text);
        assert_eq!((error.line, error.column), (line, column), "{text}\n{error}");
        assert!(error.message.starts_with(message), "{text}\n{error}");
    }
}

/// Lists of numbers; 0 alone stands for none, and `None` for any number.
const LISTS: &[&[Option<u32>]] = &[
    &[Some(0)],
    &[Some(1)],
    &[Some(2)],
    &[Some(3)],
    &[None],
    &[Some(1), Some(1)],
    &[None, Some(1)],
    &[Some(1), Some(2)],
    &[None, None],
    &[Some(0), Some(1)],
];

/// Returns the kinds whose small boards are tried: those of the folder, with few values where a file fixes many.
fn tried_kinds() -> Vec<WrittenKind> {
    let few = |kind: WrittenKind| match kind.file().text.contains("draw values 1..9 ") {
        true => WrittenKind::parse(&kind.file().text.replace("values 1..9 ", "values 1..3 ")),
        false => Ok(kind),
    };
    let written = PuzzleKind::all().iter().filter_map(|kind| match kind {
        PuzzleKind::Written(kind) => Some(*kind),
        _ => None,
    });
    written.map(|kind| few(kind).expect("a kind")).collect()
}

/// Returns a small puzzle of a kind with random rooms and clues, few enough that most puzzles have solutions.
pub(crate) fn random_puzzle(kind: WrittenKind, random: &mut Random) -> Option<WrittenPuzzle> {
    let (rows, cols) = match kind.family() {
        SolutionFamily::Values => (2, 2 + random.below(2)),
        SolutionFamily::Shading => (3, 3 + random.below(2)),
        _ => (3, 3),
    };
    let grid = Grid::new(rows, cols).expect("a grid");
    let mut clues = WrittenClues::empty(kind, grid);
    for (value, info) in clues.parameters.iter_mut().zip(kind.parameters()) {
        *value = (info.least.max(1) + random.below(3) as u32).min(info.greatest);
    }
    if kind.codec.has_rooms {
        clues.cells.rooms =
            (0..rows * cols).map(|_| ["a", "b"][random.below(2)].to_owned()).collect();
    }
    let share = random.of(&[0, 10, 30]);
    let alphabet = kind.codec.alphabet;
    let mut symbols: Vec<ClueSymbol> = Vec::new();
    if let Some((least, _)) = alphabet.numbers {
        symbols.extend((least..least + 4).map(ClueSymbol::Number));
    }
    symbols.extend((0..alphabet.letters.len()).map(|letter| ClueSymbol::Letter(letter, None)));
    if alphabet.has_numbered_letters {
        symbols.extend((1..3).map(|number| ClueSymbol::Letter(0, Some(number))));
    }
    if alphabet.has_arrows {
        symbols.extend(
            Side::ALL.into_iter().map(|side| ClueSymbol::Arrow(random.below(3) as u32, side)),
        );
    }
    let one = random.below(4) as u32;
    if alphabet.has_letter_arrows {
        let side = random.of(&Side::ALL);
        symbols.extend((0..2).map(|letter| ClueSymbol::LetterArrow(letter, one, side)));
    }
    if alphabet.has_lists {
        let lists = LISTS.iter().filter_map(|list| CellList::new(list));
        symbols.extend(lists.map(ClueSymbol::List));
    }
    if alphabet.has_sums {
        let numbers = [(None, None), (Some(one + 1), None), (Some(3), Some(one + 2))];
        symbols.extend(numbers.map(|(down, right)| ClueSymbol::Sums { down, right }));
    }
    for cell in &mut clues.cells.symbols {
        if !symbols.is_empty() && random.percent(share) {
            *cell = Some(symbols[random.below(symbols.len())]);
        }
    }
    for number in &mut clues.corners {
        *number = random.percent(share).then(|| random.below(5) as u32);
    }
    let sides = Side::ALL.into_iter().zip(&mut clues.border);
    let read = sides.filter(|(side, _)| kind.reads_border(*side)).flat_map(|(_, line)| line);
    for clue in read {
        *clue = random.percent(share).then(|| match kind.has_border_lists() {
            true => random.of(LISTS).to_vec(),
            false => vec![Some(random.below(5) as u32)],
        });
    }
    WrittenPuzzle::new(kind, clues).ok()
}

/// The encoder and the check share the parser only, so they agree on all drawings of random small puzzles by every encoding
/// and CNF method, as clauses and as linear rows, only if both are right.
#[test]
fn every_encoding_of_every_kind_agrees_with_the_check() {
    let mut solvable = 0;
    for kind in tried_kinds() {
        let mut random = Random::new(7);
        for number in 0..10 {
            let Some(puzzle) = random_puzzle(kind, &mut random) else { continue };
            let puzzle = Puzzle::Written(puzzle);
            let Some(expected) = brute_force(&puzzle) else { continue };
            solvable += usize::from(!expected.is_empty());
            let text = formats::write_default(&puzzle).expect("a text");
            for name in puzzle.encoding_names() {
                let encoding = puzzle.encoding(&name).expect("an encoding");
                for &method in CnfMethod::ALL
                    .iter()
                    .filter(|method| number < 2 || **method == CnfMethod::Direct)
                {
                    let lowering = LoweringOptions {
                        cnf: method,
                        card: CardMethod::Diagram,
                        ..LoweringOptions::default()
                    };
                    let mut session = BatSatSession::new(lowering, None);
                    let found = all_solutions(&encoding, &mut session);
                    assert_eq!(found, sorted(&expected), "{name} {method:?}\n{text}");
                }
            }
            if number < 2 && expected.len() < 5 {
                let encoding = puzzle.encoding(&puzzle.default_encoding()).expect("an encoding");
                let mut session = MicrolpSession::new(LoweringOptions::default());
                assert_eq!(
                    all_solutions(&encoding, &mut session),
                    sorted(&expected),
                    "microlp\n{text}"
                );
            }
        }
    }
    assert!(solvable > 150, "{solvable} puzzles with solutions");
}

fn sorted(solutions: &[Solution]) -> Vec<Vec<bool>> {
    let mut all: Vec<Vec<bool>> =
        solutions.iter().map(|solution| solution.atoms().to_vec()).collect();
    all.sort_unstable();
    all
}

fn all_solutions(encoding: &Encoding<'_>, session: &mut dyn Session) -> Vec<Vec<bool>> {
    let mut all = Enumerator::new(encoding, session, SearchOptions::default());
    let mut found = Vec::new();
    loop {
        match all.next_solution(&mut ()).expect("no failure") {
            NextSolution::Solution(solution) => found.push(solution),
            NextSolution::Exhausted => return sorted(&found),
            NextSolution::Unknown(reason) => panic!("{reason}"),
        }
    }
}

/// Each kind's check rejects an altered solution of its example, because the example has exactly one solution.
#[test]
fn every_check_rejects_a_wrong_solution() {
    for kind in PuzzleKind::all().iter().filter(|kind| kind.file_text().is_some()) {
        let puzzle: Puzzle =
            kind.sample().parse().unwrap_or_else(|error| panic!("{kind}: {error}"));
        let outcome = Solve::new(&puzzle).run().expect("a run");
        let solution = outcome.solutions().first().expect("a solution").clone();
        assert!(puzzle.check(&solution).is_ok(), "{kind}");
        for atom in 0..puzzle.atom_count() {
            let mut atoms = solution.atoms().to_vec();
            atoms[atom] = !atoms[atom];
            assert!(
                puzzle.check(&Solution::new(atoms)).is_err(),
                "{kind}: {}",
                puzzle.atom_name(atom)
            );
        }
    }
}

/// Asserts that a symmetry maps solutions to solutions, and no two atoms to one.
fn check_atom_images(puzzle: &Puzzle, isometry: Isometry) {
    let images = puzzle.atom_images(&isometry.into()).expect("a grid");
    let atoms: BTreeSet<usize> = images.iter().copied().collect();
    assert_eq!(atoms.len(), puzzle.atom_count());
    for solution in brute_force(puzzle).unwrap_or_default() {
        let mut image = vec![false; images.len()];
        solution.true_atoms().for_each(|atom| image[images[atom]] = true);
        assert_eq!(puzzle.check(&Solution::new(image)), Ok(()), "{puzzle:?} {isometry:?}");
    }
}

/// Images under isometries are puzzles with as many solutions, wherever a kind has images, and symmetries keep the solutions.
#[test]
fn images_of_puzzles_have_the_images_of_their_solutions() {
    let mut images = 0;
    for kind in PuzzleKind::all() {
        let &PuzzleKind::Written(kind) = kind else { continue };
        let mut random = Random::new(3);
        for _ in 0..6 {
            let Some(puzzle) = random_puzzle(kind, &mut random) else { continue };
            let puzzle = Puzzle::Written(puzzle);
            let Some(count) = brute_force(&puzzle).map(|all| all.len()) else { continue };
            for isometry in Isometry::ALL {
                let Some(image) = puzzle.image(&isometry.into()) else { continue };
                images += 1;
                let text = formats::write_default(&puzzle).expect("a text");
                assert_eq!(
                    brute_force(&image).map(|all| all.len()),
                    Some(count),
                    "{isometry:?}\n{text}"
                );
                if image == puzzle {
                    check_atom_images(&puzzle, isometry);
                }
            }
        }
    }
    assert!(images > 500, "{images} images");
}

/// An arrow that points off the grid was ignored, a number of a Putteria was any number, and a room without a border had no loop.
#[test]
fn rules_at_the_border_of_a_board_hold() {
    for (text, expected) in [
        ("makaro 1 2\n.e\naa\n", Verdict::NoSolution),
        ("makaro 1 3\n.ex\naab\n", Verdict::NoSolution),
        ("makaro 1 2\ne.\naa\n", Verdict::Unique),
        ("putteria 2 1\n9\n.\na\na\n", Verdict::NoSolution),
        ("putteria 2 1\n2\n.\na\na\n", Verdict::Unique),
        ("entry-exit 2 2\naa\naa\n", Verdict::Unique),
    ] {
        let puzzle = formats::read(text, None).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let outcome = Solve::new(&puzzle.puzzle).unique().run().expect("a run");
        assert_eq!(outcome.verdict(), expected, "{text}");
    }
}

/// Numbers above a column and on the left of a row had the same message, and rules about graphs of values none.
#[test]
fn broken_rules_name_the_clue_and_say_why() {
    let nonogram = "nonogram 2 2\n. ? ? .\n? . . .\n. . . .\n. . . .\n";
    let skyscrapers = "skyscrapers 2 2\n.2..\n....\n....\n....\n";
    for (text, values, message) in [
        (nonogram.replacen("? ?", "2 ?", 1), vec![1, 0, 0, 0], "(`2` above column 1)"),
        (nonogram.replacen("\n?", "\n2", 1), vec![1, 0, 0, 0], "(`2` left of row 1)"),
        (skyscrapers.to_owned(), vec![2, 1, 1, 2], "(`2` above column 1)"),
        ("aqre 1 2\n2.\naa\n".to_owned(), vec![1, 0], "(`2` in this room)"),
        (
            "gokigen-naname 2 2\n...\n...\n...\n".to_owned(),
            vec![1, 2, 2, 1],
            "the slopes form a cycle",
        ),
        ("hashi 1 3\n?.?\n".to_owned(), vec![0, 0, 0], "the bridges do not connect all clues"),
        ("kurotto 1 3\n2..\n".to_owned(), vec![0, 1, 0], "do not have as many cells"),
    ] {
        let puzzle = formats::read(&text, None).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let SolutionForm::Values { values: greatest, .. } = puzzle.puzzle.form() else {
            panic!("{text}")
        };
        let broken = puzzle.puzzle.check(&Solution::of_values(&values, greatest));
        let violation = broken.expect_err(&text).violation;
        assert!(violation.contains(message), "{text}{violation}");
    }
}

/// Returns the number of isometries of an empty board of 3 x 3 cells of a kind.
fn isometries_of(text: &str) -> usize {
    let kind = WrittenKind::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let clues = WrittenClues::empty(kind, Grid::new(3, 3).expect("a grid"));
    let puzzle = WrittenPuzzle::new(kind, clues).expect("a puzzle");
    Isometry::ALL.into_iter().filter(|&one| puzzle.image(&one.into()).is_some()).count()
}

/// Rules that name a direction, a place or an order may keep all isometries, or some of them.
#[test]
fn rules_that_name_directions_keep_their_isometries() {
    for (rule, expected) in [
        (
            "for c in cells, d in (right, down), x in beyond(c, d, 1): not (shaded(c) and shaded(x))",
            8,
        ),
        ("for l in rows + columns, x in l, c in before(x, l): not (shaded(c) and shaded(x))", 8),
        ("for c in cells, x in beyond(c, down, 1): shaded(c) implies shaded(x)", 2),
        ("for l in rows: count(shaded(c) for c in l) = 1", 4),
        ("for c in cells if position(c, row(c)) = 1: shaded(c)", 2),
        (
            "for c in cells, d in directions, x in beyond(c, d) if position(x, beyond(c, d)) = 2: shaded(x)",
            8,
        ),
    ] {
        let text = format!("kind one\ndraw shaded cells\nrule one {rule}\n");
        assert_eq!(isometries_of(&text), expected, "{rule}");
    }
}

/// Counts up to symmetry that brute force confirms; once, text kinds whose rules name an order had only the identity.
#[test]
fn symmetries_of_text_kinds_are_not_missed() {
    let two = "..\n..\naa\naa\n";
    let three = "...\n...\n...\n";
    for (text, symmetries) in [
        (format!("kuroshuto 3 3\n{three}"), 8),
        (format!("curving-road 3 3\n{three}"), 8),
        ("curving-road 3 3\no..\n...\n..o\n".to_owned(), 4),
        // its three values can be permuted, too
        (format!("trinairo 3 3\n{three}"), 48),
        (format!("str8ts 3 3\n{three}"), 8),
        (format!("nanro 2 2\n{two}"), 8),
        (format!("hanare 2 2\n{two}"), 8),
        (format!("putteria 2 2\n{two}"), 8),
        ("shimaguni 2 2\n1.\n..\naa\naa\n".to_owned(), 8),
        (format!("cojun 2 2\n{two}"), 2),
        (format!("juosan 3 3\n{three}aaa\naaa\naaa\n"), 4),
        ("gokigen-naname 2 2\n...\n.2.\n...\n".to_owned(), 8),
        ("nonogram 2 2\n. 1 1 .\n1 . . .\n1 . . .\n. . . .\n".to_owned(), 8),
        ("tents 2 2\n.11.\n1t..\n1...\n....\n".to_owned(), 2),
        ("shikaku 2 2\n2.\n.2\n".to_owned(), 4),
        ("consecutive-sudoku 2 2\nbu\nr.\n".to_owned(), 8),
        ("consecutive-sudoku 2 2\nr.\nr.\n".to_owned(), 4),
        ("galaxies 2 2\nd.\n..\n".to_owned(), 8),
        ("galaxies 2 3\n.ro\n...\n".to_owned(), 1),
        ("galaxies 2 2\nu.\n.u\n".to_owned(), 1),
        ("galaxies 2 2\nuu\n..\n".to_owned(), 4),
    ] {
        let puzzle = formats::read(&text, None).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(puzzle.puzzle.symmetries().order(), Some(symmetries), "{text}");
    }
}

/// Returns the solutions, or their images in the solutions of another puzzle if the values stay; `None` if they are too many.
fn images_of_solutions(
    puzzle: &WrittenPuzzle,
    image: &WrittenPuzzle,
    isometry: Isometry,
) -> Option<BTreeSet<Vec<usize>>> {
    let solutions = brute_force(&Puzzle::Written(puzzle.clone()))?;
    let (one, other) = (puzzle.as_encodable(), image.as_encodable());
    let images: Vec<usize> = match (one.form(), one.graph_of_atoms(), other.graph_of_atoms()) {
        (_, Some(graph), Some(other)) => {
            isometry.graph_edges(graph, other)?.into_iter().map(|edge| edge.index()).collect()
        }
        (SolutionForm::Values { grid, values }, ..) => {
            let values = values as usize;
            let cell = |atom: usize| isometry.cell(grid, grid.cell_at(atom / values));
            let to = |atom: usize| isometry.grid(grid).cell_index(cell(atom));
            (0..one.atom_count()).map(|atom| to(atom) * values + atom % values).collect()
        }
        _ => return None,
    };
    let moved = |solution: &Solution| {
        let mut atoms: Vec<usize> = solution.true_atoms().map(|atom| images[atom]).collect();
        atoms.sort_unstable();
        atoms
    };
    Some(solutions.iter().map(moved).collect())
}

/// Kinds whose rules differ from their images on large boards only: each row of a Tenner Grid has ten cells.
const ALIKE_WHEN_SMALL: [&str; 1] = ["tenner-grid"];

/// An isometry that maps the solutions of all random boards to the solutions of their images is an isometry of the kind.
#[test]
fn no_isometry_that_keeps_the_solutions_is_missed() {
    // in a short run, every fourth kind
    for kind in PuzzleKind::all().iter().step_by(long_or(1, 4)) {
        let &PuzzleKind::Written(kind) = kind else { continue };
        if ALIKE_WHEN_SMALL.contains(&&*kind.name) {
            continue;
        }
        let mut random = Random::new(5);
        let puzzles: Vec<WrittenPuzzle> =
            (0..8).filter_map(|_| random_puzzle(kind, &mut random)).collect();
        for isometry in Isometry::ALL {
            let (mut is_kept, mut solvable, mut missed) = (true, 0, Vec::new());
            for puzzle in &puzzles {
                let image = WrittenPuzzle::new(kind, puzzle.clues().image(isometry, false));
                let Ok(image) = image else { continue };
                let moved = images_of_solutions(puzzle, &image, isometry);
                let expected = images_of_solutions(&image, &image, Isometry::IDENTITY);
                is_kept &= moved == expected;
                if moved.is_some_and(|all| !all.is_empty()) {
                    solvable += 1;
                    missed.extend(puzzle.image(&isometry.into()).is_none().then(|| puzzle.write()));
                }
            }
            let is_missed = is_kept && solvable >= 3 && !missed.is_empty();
            assert!(!is_missed, "{} {}:\n{}", kind.name, isometry.name(), missed.join("\n"));
        }
    }
}

/// Returns the lengths of the runs of true values.
fn lengths(line: &[bool]) -> Vec<u32> {
    let runs = line.split(|truth| !truth).map(|run| run.len() as u32);
    runs.filter(|&length| length > 0).collect()
}

/// Returns the solutions of a puzzle of the kind in front of it by an encoding, each as its atoms.
fn solutions_of(text: &str, name: &str) -> Vec<Vec<bool>> {
    let puzzle = formats::read(text, None).unwrap_or_else(|error| panic!("{error}\n{text}")).puzzle;
    let encoding = puzzle.encoding(name).expect("an encoding");
    all_solutions(&encoding, &mut BatSatSession::new(LoweringOptions::default(), None))
}

/// Lists at the border and around a cell mean what a few lines of other code compute.
#[test]
fn lists_are_the_lengths_of_runs_and_the_sizes_of_groups() {
    let drawings = |cells: u32| {
        (0..1_u32 << cells).map(move |bits| {
            (0..cells).map(|cell| bits >> (cells - 1 - cell) & 1 == 1).collect::<Vec<bool>>()
        })
    };
    for (list, wanted) in [("0", vec![]), ("2", vec![2]), ("1,1", vec![1, 1]), ("1,2", vec![1, 2])]
    {
        let text = format!("nonogram 1 5\n. . . . . . .\n{list} . . . . . .\n. . . . . . .\n");
        let expected: Vec<_> = drawings(5).filter(|line| lengths(line) == wanted).collect();
        assert_eq!(solutions_of(&text, "shaded"), expected, "{list}");
    }
    let text = "nonogram 1 5\n. . . . . . .\n?,1 . . . . . .\n. . . . . . .\n";
    let is_wanted = |line: &Vec<bool>| matches!(lengths(line)[..], [_, 1]);
    assert_eq!(solutions_of(text, "shaded"), drawings(5).filter(is_wanted).collect::<Vec<_>>());
    // the cells around the middle one in their order on the circle
    let circle = [0, 1, 2, 5, 8, 7, 6, 3];
    let kind = "kind circle\nsymbol list\ndraw shaded cells\nrule runs for c in cells if list(c): \
        unshaded(c) and groups(shaded(x) for x in around(c)) = list(c)\n\n";
    for (list, wanted) in
        [("0", vec![]), ("8", vec![8]), ("1,3", vec![1, 3]), ("2,1,1", vec![1, 1, 2])]
    {
        let text = format!("{kind}circle 3 3\n. . .\n. {list} .\n. . .\n");
        let is_wanted = |drawing: &Vec<bool>| {
            let mut around = circle.map(|cell| drawing[cell]);
            if let Some(gap) = around.iter().position(|truth| !truth) {
                around.rotate_left(gap);
            }
            let mut found = lengths(&around);
            found.sort_unstable();
            !drawing[4] && found == wanted
        };
        let expected: Vec<_> = drawings(9).filter(is_wanted).collect();
        assert_eq!(solutions_of(&text, "shaded"), expected, "{list}");
    }
}

/// The tetrominoes of each shape in 3 x 4 cells: seven rectangles of 2 x 3 cells have two S and two T and four L each.
#[test]
fn every_tetromino_is_found_with_its_shape() {
    let kind = "kind piece\nparameter k 1..5\ndraw shaded cells\n\
        rule four count(shaded(c) for c in cells) = 4\n\
        rule shape any(all(shaded(c) for c in t) for t in tetrominoes(cells) if shape(t) = k)\n\n";
    for (shape, count) in [(1, 3), (2, 28), (3, 14), (4, 14), (5, 6)] {
        let text = format!("{kind}piece 3 4 {shape}\n");
        let found = solutions_of(&text, "shaded");
        assert_eq!(found.len(), count, "shape {shape}");
        let puzzle = formats::read(&text, None).expect("a puzzle").puzzle;
        assert_eq!(sorted(&brute_force(&puzzle).expect("few drawings")), found);
    }
}

/// A matching by cuts, by variables for the pairs and by the check is that of a recursive search.
#[test]
fn matched_cells_have_a_neighbor_of_their_own() {
    fn is_matched(
        trees: &[usize],
        tents: &[usize],
        are_adjacent: &dyn Fn(usize, usize) -> bool,
    ) -> bool {
        let Some((&tree, rest)) = trees.split_first() else { return tents.is_empty() };
        tents.iter().enumerate().any(|(place, &tent)| {
            let others = [&tents[..place], &tents[place + 1..]].concat();
            are_adjacent(tree, tent) && is_matched(rest, &others, are_adjacent)
        })
    }
    let kind = "kind pairs\nsymbol t\ndraw shaded cells\nglobal shaded matched with t\n\
        rule tree for c in cells if letter(c) = t: unshaded(c)\n\n";
    let are_adjacent = |a: usize, b: usize| (a / 3).abs_diff(b / 3) + (a % 3).abs_diff(b % 3) == 1;
    let mut random = Random::new(3);
    for _ in 0..30 {
        let trees: Vec<usize> = (0..9).filter(|_| random.percent(35)).collect();
        let sign = |cell: usize| if trees.contains(&cell) { "t" } else { "." };
        let rows: Vec<String> =
            (0..3).map(|row| (0..3).map(|col| sign(3 * row + col)).collect()).collect();
        let text = format!("{kind}pairs 3 3\n{}\n", rows.join("\n"));
        let puzzle = formats::read(&text, None).expect("a puzzle").puzzle;
        let expected: Vec<Vec<bool>> = (0..1_u32 << 9)
            .map(|bits| (0..9).map(|cell| bits >> (8 - cell) & 1 == 1).collect::<Vec<bool>>())
            .filter(|drawing| {
                let tents: Vec<usize> = (0..9).filter(|&cell| drawing[cell]).collect();
                tents.iter().all(|tent| !trees.contains(tent))
                    && is_matched(&trees, &tents, &are_adjacent)
            })
            .collect();
        assert_eq!(sorted(&brute_force(&puzzle).expect("few drawings")), expected, "{text}");
        for name in ["shaded", "shaded+matching"] {
            assert_eq!(solutions_of(&text, name), expected, "{name}\n{text}");
        }
    }
}

/// Rules about graphs that values make, by cuts and by the check, have as many drawings as can be counted by hand.
#[test]
fn values_make_connected_and_acyclic_graphs() {
    let tried = [
        // one color, or both in two runs
        ("draw values 1..2\nglobal values connected", "any(value(c) > 0 for c in cells)", "1 4", 8),
        // no cell, or the cells from one to another
        (
            "draw values 1..1 or nothing\nglobal filled connected",
            "all(value(c) <= 1 for c in cells)",
            "1 4",
            11,
        ),
        // without a gap in the first room
        (
            "board rooms\ndraw shaded cells\nglobal shaded connected in rooms",
            "count(shaded(c) for c in cells) >= 0",
            "1 4\naaab",
            14,
        ),
        // one cell on both sides, or two on the right
        (
            "symbol number\ndraw shaded cells\nglobal groups counted by numbers",
            "all(unshaded(c) for c in cells if number(c))",
            "1 4\n.2..",
            2,
        ),
        // all but the diamond
        (
            "draw values 1..2\nglobal slopes without cycles",
            "any(value(c) > 0 for c in cells)",
            "2 2",
            15,
        ),
        // a single or a double bridge
        (
            "symbol number\ndraw values 1..4 or nothing\nglobal bridges connect clues",
            "all(empty(c) for c in cells if number(c))",
            "1 3\n1.1",
            2,
        ),
    ];
    for (statements, rule, board, count) in tried {
        let text = format!("kind graph\n{statements}\nrule any {rule}\n\ngraph {board}\n");
        let puzzle = formats::read(&text, None).unwrap_or_else(|error| panic!("{error}")).puzzle;
        let found = solutions_of(&text, &puzzle.encoding_names()[0]);
        assert_eq!(found.len(), count, "{text}");
        assert_eq!(sorted(&brute_force(&puzzle).expect("few drawings")), found, "{text}");
    }
}

/// Words about single cells select the cells of a grid of 3 x 3 that are written here, for the encoder and for the check.
#[test]
fn words_about_cells_select_these_cells() {
    let cell = |place: usize| format!("a in cells if position(a, cells) = {place}");
    let tried = [
        (format!("{}, c in rectangle(a, 2, 2)", cell(5)), "....xx.xx"),
        (format!("{}, c in rectangle(a, 1, 9)", cell(4)), "...xxx..."),
        (
            format!("{}, b in cells if position(b, cells) = 6, c in between(a, b)", cell(2)),
            ".xx.xx...",
        ),
        (
            format!(
                "{}, x in neighbours(a) if mirrored(a, x, 0, 0), c in {{mirrored(a, x, 0, 0)}}",
                cell(5)
            ),
            ".x.x.x.x.",
        ),
        (
            format!(
                "{}, x in {{a}} if mirrored(a, x, 1, 1), c in {{mirrored(a, x, 1, 1)}}",
                cell(5)
            ),
            "........x",
        ),
        ("v in corners if number(v), c in cells_at(v, up, right)".to_owned(), "..x......"),
        ("c in cells if index(c) = 2".to_owned(), "......x.."),
        ("p in factors(12), c in cells if position(c, cells) = p".to_owned(), ".xx......"),
        ("c in cells if position(c, cells) = power(2, 24)".to_owned(), "..x......"),
    ];
    for (binders, expected) in tried {
        let text = format!(
            "kind word\nboard corners\nsymbol number\ndraw shaded cells\n\
             rule some for {binders}: shaded(c)\n\
             rule few count(shaded(c) for c in cells) = {}\n\n\
             word 3 3\n....\n..1.\n....\n....\n...\n.1.\n1..\n",
            expected.matches('x').count()
        );
        let expected: Vec<bool> = expected.chars().map(|sign| sign == 'x').collect();
        let found = solutions_of(&text, "shaded");
        assert_eq!(found, std::slice::from_ref(&expected), "{binders}");
        let puzzle = formats::read(&text, None).expect("a puzzle").puzzle;
        assert_eq!(sorted(&brute_force(&puzzle).expect("few drawings")), found, "{binders}");
    }
}

/// The encoder took two empty cells for distinct, the check did not.
#[test]
fn two_empty_cells_were_distinct() {
    let text = "kind once\ndraw values 1..2 or nothing\nrule once distinct(value(c) for c in cells)\n\nonce 1 3\n";
    let puzzle = formats::read(text, None).expect("a puzzle").puzzle;
    let found = solutions_of(text, "value");
    assert_eq!(found.len(), 6);
    assert_eq!(sorted(&brute_force(&puzzle).expect("few drawings")), found);
}

/// Returns the number of solutions of a puzzle, which the built-in solver and a trial of all drawings agree on.
fn confirmed_count(text: &str) -> usize {
    let puzzle = formats::read(text, None).unwrap_or_else(|error| panic!("{text}{error}")).puzzle;
    let tried = sorted(&brute_force(&puzzle).expect("few drawings"));
    assert_eq!(solutions_of(text, &puzzle.default_encoding()), tried, "{text}");
    tried.len()
}

/// The cells of a thermometer above a gap in its numbers were filled or not, whatever the others were.
#[test]
fn a_thermometer_with_a_gap_in_its_numbers_has_no_solution() {
    for (numbers, expected) in [("123", 4), ("321", 4), ("124", 0), ("23.", 0), ("122", 5)] {
        let text = format!("thermometer 1 3\n.....\n.{numbers}.\n.....\naaa\n");
        assert_eq!(confirmed_count(&text), expected, "{numbers}");
    }
}

/// The encoder had left or right first, and the check up or down.
#[test]
fn the_two_directions_of_a_bend_had_two_orders() {
    for (side, other) in [("right", "left"), ("down", "up")] {
        let rule = |side: &str| {
            format!(
                "rule b for d, e in bends, c in cells if letter(c) = x, y in beyond(c, d, 1) if d = {side}: shaded(y)\n"
            )
        };
        let (kind, puzzle) =
            ("kind bent\nsymbol x\ndraw shaded cells\n", "\nbent 3 3\n...\n.x.\n...\n");
        let count = |rule: &str| confirmed_count(&format!("{kind}{rule}{puzzle}"));
        let expected = if side == "right" { 1 << 8 } else { 1 << 9 };
        assert_eq!(count(&rule(side)), expected, "{side}");
        assert_eq!(count(&rule(other)), expected, "{other}");
    }
}

/// A row or column of one cell does not show its direction. The number at one of its ends was taken for both.
#[test]
fn a_line_of_one_cell_has_a_number_at_each_end() {
    let kind = "kind ends\nboard border\nsymbol x\ndraw shaded cells\n\
        rule number for d in directions, l in lines(d) if border(l): count(shaded(c) for c in l) = border(l)\n";
    for (grid, expected) in [
        ("1 1\n.1.\n1.1\n.1.\n", 1),
        ("1 1\n.1.\n0..\n...\n", 0),
        ("1 1\n.1.\n..0\n...\n", 0),
        ("1 1\n...\n0..\n.1.\n", 0),
        ("1 1\n...\n1..\n...\n", 1),
        ("1 1\n...\n...\n.0.\n", 1),
        ("2 1\n...\n1..\n..0\n...\n", 1),
        ("2 1\n...\n1.0\n...\n...\n", 0),
        ("1 2\n....\n....\n.10.\n", 1),
        ("1 2\n.0..\n....\n.1..\n", 0),
    ] {
        assert_eq!(confirmed_count(&format!("{kind}\nends {grid}")), expected, "{grid}");
    }
    for (name, text) in [
        ("nonogram", "nonogram 1 1\n.1.\n0..\n...\n"),
        ("skyscrapers", "skyscrapers 1 1\n.1.\n1.9\n.9.\n"),
        ("tilepaint", "tilepaint 1 1\n.1.\n0..\n...\na\n"),
    ] {
        assert_eq!(confirmed_count(text), 0, "{name}");
    }
}

/// A number on a side of the grid that no rule reads was drawn and ignored: a Tents with a false number was `unique`.
#[test]
fn numbers_on_sides_that_no_rule_reads_were_ignored() {
    let (mut refused, mut read) = (0, 0);
    for kind in PuzzleKind::all() {
        let &PuzzleKind::Written(kind) = kind else { continue };
        let grid = Grid::new(4, 4).expect("a grid");
        let empty = WrittenClues::empty(kind, grid);
        for side in Side::ALL.into_iter().filter(|_| kind.has_border()) {
            let mut clues = empty.clone();
            let place = Side::ALL.iter().position(|one| *one == side).expect("a side");
            clues.border[place][0] = Some(vec![Some(1)]);
            if kind.codec.has_rooms {
                clues.cells.rooms = vec!["a".to_owned(); grid.cell_count()];
            }
            let place = WrittenClues::border_place(side, 0);
            match (WrittenPuzzle::new(kind, clues), kind.reads_border(side)) {
                (Ok(_), true) => read += 1,
                (Err(error), false) => {
                    let expected = format!("number {place}, where {} has no numbers", kind.name);
                    assert!(error.message.starts_with(&expected), "{error}");
                    refused += 1;
                }
                (read, _) => panic!("{}, {side:?}: {read:?}", kind.name),
            }
        }
    }
    assert!(refused >= 26 && read >= 40, "{refused} {read}");
    let text = "tents 2 2\n....\n.t..\n....\n..1.\n";
    let error = formats::read(text, None).unwrap_err();
    assert_eq!((error.line, error.column), (5, 3), "{error}");
}

/// A bridge between two numbers that share a side cannot be drawn: such a Hashi had no solution, or one of two.
#[test]
fn numbers_of_a_hashi_that_share_a_side_are_refused() {
    for (text, place) in [
        ("hashi 1 2\n11\n", (2, 1)),
        ("hashi 5 6\n..3..3\n......\n..2?..\n......\n...3.3\n", (4, 3)),
        ("hashi 2 1\n1\n?\n", (2, 1)),
        ("hashi/2/1/11", (1, 11)),
        ("pzprv3/hashikake/1/2/1 1 /1 /", (1, 22)),
    ] {
        let error = formats::read(text, None).unwrap_err();
        assert_eq!((error.line, error.column), place, "{error}");
        let error = error.to_string();
        assert!(error.contains("clues that no hashi has in the cells in row"), "{error}");
        assert!(error.contains("help: change them: Numbers must not share a side"), "{error}");
    }
}

/// A condition of a kind of one's own holds for the first place that breaks it; an absent clue breaks none.
#[test]
fn a_puzzle_that_breaks_a_condition_of_its_kind_is_refused() {
    let kind = "kind unlike\nsymbol number 0..9\nboard rooms\ndraw shaded cells\n\
        require \"A number is not the size of its room.\" for c in cells if number(c): number(c) != size(room(c))\n\
        rule number for c in cells if number(c): count(shaded(x) for x in room(c)) = number(c)\n\n";
    let read = |cells: &str| formats::read(&format!("{kind}unlike 1 3\n{cells}\naab\n"), None);
    assert!(read("1..").is_ok());
    let error = read(".21").unwrap_err();
    assert!(error.to_string().contains("the cell in row 1, column 2"), "{error}");
    assert!(error.to_string().contains("A number is not the size of its room."), "{error}");
}

/// The place of a broken condition about a row, column or room was its first cell.
#[test]
fn a_broken_condition_names_its_row_column_or_room() {
    for (set, place) in [
        ("rows", "row 2"),
        ("columns", "column 3"),
        ("rooms", "the room of the cell in row 1, column 3"),
    ] {
        let text = format!(
            "kind islands\nsymbol number 0..9\nboard rooms\ndraw shaded cells\n\
             require \"One has a number.\" for l in {set}: any(clue(c) for c in l)\n\
             rule number for c in cells if number(c): count(shaded(x) for x in room(c)) = number(c)\n\n\
             islands 2 3\n11.\n...\naab\nabb\n"
        );
        let error = formats::read(&text, None).unwrap_err().to_string();
        let expected = format!("clues that no islands has in {place}\nhelp: change them: One has");
        assert!(error.contains(&expected), "{error}");
    }
}

/// A kind whose rows need a number, or whose numbers must not touch.
fn conditional_kind(condition: &str) -> String {
    format!(
        "kind rowy\nsymbol number 1..3\ndraw values 1..3\nrequire {condition}\n\
         rule row for l in rows: distinct(value(c) for c in l)\n\
         rule column for l in columns: distinct(value(c) for c in l)\n\
         rule clue for c in cells if number(c): value(c) = number(c)\n\n"
    )
}

const ROWS: &str = "\"Each row has a number.\" for l in rows: any(clue(c) for c in l)";
const APART: &str = "\"Numbers do not touch.\" for a, b in adjacent: not (clue(a) and clue(b))";

/// The clues of a kind with conditions could not be removed, and the board without clues was refused as if it were the puzzle.
#[test]
fn clues_with_conditions_are_removed_and_added_as_far_as_these_hold() {
    let read = |condition: &str, cells: &str| {
        let text = format!("{}rowy 3 3\n{cells}\n", conditional_kind(condition));
        formats::read(&text, None).expect("a puzzle").puzzle
    };
    let options = RepairOptions::default();
    for strategy in Strategy::ALL {
        let puzzle = read(ROWS, "12.\n.31\n3.2");
        let thinned = thin(&puzzle, strategy, Symmetry::None, 1, &options).expect("a puzzle");
        let ThinOutcome::Unique { puzzle: thinned, kept, .. } = thinned else {
            panic!("not unique")
        };
        assert!((3..6).contains(&kept), "{strategy:?}: {thinned:?}");
        // a text with the clues is read again, so they meet the condition
        let text = formats::write_default(&thinned).expect("a text");
        assert_eq!(formats::read(&text, Some(puzzle.kind())).expect("a puzzle").puzzle, *thinned);
    }
    for (condition, cells) in [(ROWS, "1..\n.1.\n..1"), (APART, "1..\n...\n...")] {
        let repaired = repair(&read(condition, cells), 100, &options).expect("a repair");
        let mended = repaired.mended().expect("clues to add");
        let text = formats::write_default(mended).expect("a text");
        assert!(formats::read(&text, Some(mended.kind())).is_ok(), "{text}");
    }
    // the contradiction is in the only numbers of their rows
    let error = repair(&read(ROWS, "1..\n1..\n..1"), 100, &options).unwrap_err().to_string();
    assert!(error.contains("breaks a condition on the clues of rowy"), "{error}");
}

/// The generator found nothing where the board without clues, or that with all clues, breaks a condition.
#[test]
fn puzzles_of_kinds_with_conditions_are_generated() {
    for condition in [ROWS, APART] {
        let kind = WrittenKind::parse(&conditional_kind(condition)).expect("a kind");
        let options = GenerateOptions::new(PuzzleKind::Written(kind), 3, 3);
        let Puzzle::Written(made) = generate(&options, 1).expect("a puzzle").puzzle else {
            panic!("another kind");
        };
        assert_eq!(kind.broken_conditions(made.clues()), Vec::<&str>::new());
    }
    let never =
        conditional_kind("\"No row has a number.\" for l in rows: none(clue(c) for c in l)");
    let kind = WrittenKind::parse(&never).expect("a kind");
    let options =
        GenerateOptions { attempts: 2, ..GenerateOptions::new(PuzzleKind::Written(kind), 3, 3) };
    let error = generate(&options, 1).unwrap_err().to_string();
    assert!(error.contains("whose clues meet the conditions of the kind: No row has"), "{error}");
}

/// A size of rooms below 0 stood for any size.
#[test]
fn a_size_of_rooms_below_zero_is_an_error() {
    let text = "kind halls\nboard rooms\nsymbol number 0..9\ndraw shaded cells\ngenerate rooms of width - 4\n\
        rule number for c in cells if number(c): count(shaded(x) for x in room(c)) = number(c)\n";
    let kind = WrittenKind::parse(text).expect("a kind");
    let options = GenerateOptions::new(PuzzleKind::Written(kind), 3, 3);
    let error = generate(&options, 1).unwrap_err().to_string();
    assert!(error.contains("`generate rooms` has a number below 0"), "{error}");
}

/// The error was `0 values`, with the limits of kind files.
#[test]
fn a_grid_without_values_is_refused_in_words_about_the_puzzle() {
    let border = "....\n".repeat(4);
    let cells = (".".repeat(21) + "\n").repeat(21);
    for (text, expected) in [
        (
            format!("doppelblock 2 2\n{border}"),
            "no value to write in 2 x 2 cells of the kind doppelblock",
        ),
        (
            format!("numbrix 21 21\n{cells}"),
            "441 values in 21 x 21 cells of the kind numbrix, where 400 are the most",
        ),
    ] {
        let error = formats::read(&text, None).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
        assert_eq!(error.line, 1, "{error}");
    }
}

/// Rules on paper and on the page named the header of the text, and the letters and numbers that stand for signs there.
#[test]
fn the_rules_for_players_are_not_about_texts() {
    for kind in PuzzleKind::all() {
        for word in ["header", "In solutions", "In texts", "as text"] {
            assert!(!kind.rules().contains(word), "{kind}: {}", kind.rules());
        }
    }
    let hashi: PuzzleKind = "hashi".parse().expect("a kind");
    let folder = Folder::with(&[("hashi.txt", hashi.sample())]);
    let made = folder.encycle(&["sheet", "hashi.txt", "-o", "book.html"], "");
    assert_eq!(code(&made), 0, "{}", stderr(&made));
    let sheet = folder.read("book.html");
    assert!(sheet.contains("Draw bridges") && !sheet.contains("In solutions"), "{sheet}");
    let listed = stdout(&folder.encycle(&["kinds"], ""));
    assert!(listed.contains(hashi.text_form()), "{listed}");
}

/// A range in a range took gigabytes, and ended the program.
#[test]
fn a_sum_over_ten_thousand_million_numbers_is_refused() {
    let kind = "kind wide\nsymbol x\ndraw values 1..2\n\
        rule a for x in cells: max(y * z for y in 1..100000, z in 1..100000) > value(x)\n";
    let puzzle = formats::read(&format!("{kind}\nwide 1 1\n.\n"), None).expect("a puzzle").puzzle;
    let error = puzzle.encoding(&puzzle.default_encoding()).map(|_| ()).unwrap_err();
    assert!(error.to_string().contains("too many constraints"), "{error}");
}

/// Random numbers were written into all cells, as in kinds whose numbers are added up at the border.
#[test]
fn clues_of_shading_kinds_with_a_border_are_no_random_numbers() {
    let kind = "kind ringed\nboard border\nsymbol number 0..8\ndraw shaded cells\n\
        rule white for c in cells if number(c): unshaded(c) and count(shaded(x) for x in around(c)) = number(c)\n\
        rule border for d in directions, l in lines(d) if border(l): count(shaded(c) for c in l) = border(l)\n";
    let error = WrittenKind::parse(kind).unwrap_err();
    assert!(error.to_string().contains("use a name other than"), "{error}");
    let kind = kind.replace("rule border", "rule line");
    let folder = Folder::with(&[("ringed.kind", &kind)]);
    let made = folder.encycle(
        &[
            "generate",
            "ringed",
            "4x4",
            "--kind-file",
            "ringed.kind",
            "--seed",
            "1",
            "--attempts",
            "20",
        ],
        "",
    );
    assert_eq!(code(&made), 0, "{}", stderr(&made));
    let compared: Vec<&str> = PuzzleKind::all()
        .iter()
        .filter_map(|kind| match kind {
            PuzzleKind::Written(file) if file.compares_numbers_with_border() => Some(kind.name()),
            _ => None,
        })
        .collect();
    assert_eq!(compared, ["digital-battleship", "number-cross"]);
}

/// The pictures of such values had no sign for some of them.
#[test]
fn values_with_signs_have_one_each() {
    for signs in ["cross", "cross, tree, square"] {
        let text = format!("kind signs\nsymbol x\ndraw values 1..2 as {signs}\n");
        let error = WrittenKind::parse(&text).unwrap_err();
        assert!(error.to_string().contains("name a sign for each value"), "{error}");
    }
}

/// What is written is read back, with the text of a kind of the user's in front.
#[test]
fn a_puzzle_of_an_own_kind_is_read_from_one_file() {
    let kind = "kind ponds\nsymbol number 0..8\ndraw shaded cells\n\
        rule number for c in cells if number(c): unshaded(c) and count(shaded(x) for x in around(c)) = number(c)\n";
    let text = format!("# first a comment\n{kind}\nponds 2 2\n2.\n..\n\nponds 1 2\n1.\n");
    let all = formats::read_all(&text, None);
    assert_eq!(all.len(), 2);
    for (_, parsed) in all {
        let puzzle = parsed.expect("a puzzle").puzzle;
        assert_eq!(puzzle.kind().name(), "ponds");
        let written = formats::write_default(&puzzle).expect("a text");
        assert!(written.starts_with("kind ponds"), "{written}");
        assert_eq!(written.parse::<Puzzle>().expect("a puzzle"), puzzle);
    }
    let error = formats::read(&format!("{kind}\nponds 2 2\n2.\n.x\n"), None).unwrap_err();
    assert_eq!((error.line, error.column), (8, 2), "{error}");
    let error = formats::read(kind, None).unwrap_err();
    assert!(error.to_string().contains("no puzzle below the kind"), "{error}");
}

/// The kind in front was expected of all puzzles below it, and a header of another kind directly below was an unknown statement.
#[test]
fn puzzles_of_other_kinds_below_a_kind_are_of_their_own_kinds() {
    let kind = "kind ponds\nsymbol number 0..8\ndraw shaded cells\n\
        rule number for c in cells if number(c): unshaded(c)\n";
    let pond = "ponds 1 2\n1.\n";
    let line = "slitherlink 1 2\n3.\n";
    let address = "https://puzz.link/p?masyu/3/3/000\n";
    let janko = "begin\npuzzle masyu\nsize 2\nproblem\n- -\n- -\nend\n";
    for (puzzles, kinds) in [
        (&[pond, line, pond][..], &["ponds", "slitherlink", "ponds"][..]),
        (&[line, pond], &["slitherlink", "ponds"]),
        (&[pond, address], &["ponds", "masyu"]),
        (&[pond, janko, pond], &["ponds", "masyu", "ponds"]),
        (&[line], &["slitherlink"]),
    ] {
        let text = format!("{kind}\n{}", puzzles.join("\n"));
        let all = formats::read_all(&text, None);
        let found: Vec<&str> = all
            .iter()
            .map(|(_, one)| one.as_ref().unwrap_or_else(|error| panic!("{error}\n{text}")))
            .map(|one| one.puzzle.kind().name())
            .collect();
        assert_eq!(found, kinds, "{text}");
    }
    // the error of a damaged puzzle is that of its own kind
    let error = formats::read(&format!("{kind}\n{}", line.replace('3', "x")), None).unwrap_err();
    assert_eq!((error.line, error.column), (7, 1), "{error}");
    assert!(error.message.contains("'x' is not a cell"), "{error}");
}

/// A kind in front of a puzzle replaced the kind of Encycle with its name, without a word. A copy of that kind is no other kind.
#[test]
fn a_kind_in_front_has_no_name_of_another_kind() {
    for name in ["kuromasu", "slitherlink"] {
        let text = format!(
            "# mine\nkind {name}\nsymbol number 0..8\ndraw shaded cells\n\
            rule number for c in cells if number(c): unshaded(c)\n\n{name} 2 2\n2.\n..\n"
        );
        let error = formats::read(&text, None).unwrap_err();
        assert_eq!((error.line, error.column), (2, 1), "{error}");
        let expected = format!("{name} is the name of another kind");
        assert!(error.to_string().contains(&expected), "{error}");
    }
    let kuromasu: PuzzleKind = "kuromasu".parse().expect("a kind");
    let (text, sample) = (kuromasu.file_text().expect("a file"), kuromasu.sample());
    let read = formats::read(&format!("{text}\n\n{sample}"), None).expect("a puzzle");
    assert_eq!(read.puzzle.kind(), kuromasu);
}

/// A number that is absent within a sum makes the comparison with the sum false, and changes nothing behind it: the variable of
/// the sum was still in scope, so that the next set was that of another cell.
#[test]
fn an_absent_number_in_a_sum_ended_no_scope() {
    let text = "kind tangle\nsymbol number 0..4\ndraw shaded cells\n\
        rule near for c in cells if sum(number(x) for x in neighbours(c)) > 3 or count(number(y) for y in neighbours(c)) > 1: \
        shaded(c)\n\ntangle 3 3\n...\n.1.\n..1\n";
    let puzzle = formats::read(text, None).expect("a puzzle").puzzle;
    // two cells, of index 5 and 7, have two neighbours with numbers; no cell has neighbours with numbers only
    let expected: Vec<Vec<bool>> = (0..1 << 9_u32)
        .map(|drawing| (0..9).map(|cell| drawing >> (8 - cell) & 1 == 1).collect())
        .filter(|shaded: &Vec<bool>| shaded[5] && shaded[7])
        .collect();
    assert_eq!(sorted(&brute_force(&puzzle).expect("few drawings")), expected);
    let encoding = puzzle.encoding(&puzzle.default_encoding()).expect("an encoding");
    let mut session = BatSatSession::new(LoweringOptions::default(), None);
    assert_eq!(all_solutions(&encoding, &mut session), expected);
}

/// A comparison with an absent clue is false where it stands, also within `any` and `count`. It made the whole condition false.
#[test]
fn a_comparison_with_an_absent_clue_is_false_within_a_condition() {
    let conditions = [
        // the cells beside a 2, whatever their other neighbours are
        ("any(number(x) = 2 for x in neighbours(c))", vec![1, 3, 5, 7]),
        ("count(number(x) > 0 for x in neighbours(c)) >= 2", vec![1, 3]),
        ("any(number(x) != 2 for x in neighbours(c))", vec![1, 3]),
        // the cells without a 2 beside them, those without numbers there included
        ("none(number(x) = 2 for x in neighbours(c))", vec![0, 2, 4, 6, 8]),
        ("any(letter(x) != w for x in neighbours(c))", vec![1, 5]),
    ];
    for (condition, cells) in conditions {
        let text = format!(
            "kind tangle\nsymbol number 0..4\nsymbol w\nsymbol b\ndraw shaded cells\n\
            rule near for c in cells if {condition}: shaded(c)\n\ntangle 3 3\n1.b\n.2.\n..w\n"
        );
        let puzzle = formats::read(&text, None).expect("a puzzle").puzzle;
        let drawing = |bits: u32| (0..9).map(|cell| bits >> (8 - cell) & 1 == 1).collect();
        let expected: Vec<Vec<bool>> = (0..1 << 9)
            .map(drawing)
            .filter(|shaded: &Vec<bool>| cells.iter().all(|&cell| shaded[cell]))
            .collect();
        assert_eq!(sorted(&brute_force(&puzzle).expect("few drawings")), expected, "{condition}");
        assert_eq!(solutions_of(&text, "shaded"), expected, "{condition}");
    }
}

/// A bare grid is of the kind of `--kind-file`, from standard input and from a file alike. Standard input was read twice, the
/// second time to its end, by the commands that read one puzzle.
#[test]
fn a_bare_grid_of_standard_input_is_of_the_kind_of_the_file() {
    let kuromasu: PuzzleKind = "kuromasu".parse().expect("a kind");
    let text = kuromasu.file_text().expect("a file").replacen("kind kuromasu", "kind oases", 1);
    let grid = ".2.6.\n.....\n.....\n....2\n7....\n";
    let folder = Folder::with(&[("oases.kind", &text), ("grid.txt", grid)]);
    for command in [["encode", "-q"], ["solve", "-q"]] {
        let of = |source| [&command[..], &[source, "--kind-file", "oases.kind"]].concat();
        let from_file = folder.encycle(&of("grid.txt"), "");
        let from_input = folder.encycle(&of("-"), grid);
        assert_eq!((code(&from_file), code(&from_input)), (0, 0), "{}", stderr(&from_input));
        let named = stdout(&from_file).replace("grid.txt", "-");
        assert_eq!(stdout(&from_input), named, "{command:?}");
    }
}

/// Ten thousand damaged files: an error with a position in the text, or a kind; never a panic.
#[test]
fn damaged_files_are_errors_or_kinds() {
    let files: Vec<&str> = PuzzleKind::all().iter().filter_map(|kind| kind.file_text()).collect();
    let pieces = [
        "(", ")", "for", "in", " ", "\n", "1", "..", "=", "not", "c", "cells", ":", "\"", ",", "{",
        "}", "é", "if",
    ];
    let mut random = Random::new(11);
    let mut kinds = 0;
    for _ in 0..10_000 {
        let mut text: Vec<char> = files[random.below(files.len())].chars().collect();
        for _ in 0..1 + random.below(3) {
            let at = random.below(text.len());
            let end = (at + random.below(6)).min(text.len());
            let piece: Vec<char> = match random.percent(50) {
                true => pieces[random.below(pieces.len())].chars().collect(),
                false => Vec::new(),
            };
            text.splice(at..end, piece);
        }
        let text: String = text.into_iter().collect();
        match WrittenKind::parse(&text) {
            // a process keeps every kind, so not all of them are made
            Ok(_) => kinds += 1,
            Err(error) => assert!(
                text.is_char_boundary(error.offset) && error.offset <= text.len(),
                "{error}"
            ),
        }
    }
    assert!(kinds > 100, "{kinds} kinds");
}

/// The commands of "A kind in five minutes" run as they are written, except for the server.
#[test]
fn the_kind_of_the_guide_becomes_a_sheet_of_puzzles() {
    let text = fs::read_to_string(PAGE).expect("the page");
    let block = |start: &str| -> String {
        let (_, rest) = text.split_once(start).unwrap_or_else(|| panic!("no {start}"));
        rest.split_once("```").expect("the end of the block").0.to_owned()
    };
    let folder = Folder::with(&[("ponds.kind", &block("```text\n"))]);
    let commands = block("```sh\n");
    for command in commands.lines().filter(|line| !line.contains("serve")) {
        let (command, target) = match command.split_once(" > ") {
            Some((command, target)) => (command, Some(target)),
            None => (command, None),
        };
        let words: Vec<&str> = command.split_whitespace().skip(1).collect();
        let output = folder.encycle(&words, "");
        assert_eq!(code(&output), 0, "{command}\n{}", stderr(&output));
        if let Some(target) = target {
            folder.write(target, &stdout(&output));
        }
    }
    let sheet = fs::read_dir(folder.0.path().join("sheet")).expect("a folder").count();
    assert_eq!(sheet, 10);
}

/// Thinned puzzles keep their only solution, and a puzzle without one clue gets a clue back.
#[test]
fn clues_that_hold_alone_are_removed_and_added() {
    let mut repaired = 0;
    for kind in PuzzleKind::all().iter().step_by(long_or(1, 3)) {
        let &PuzzleKind::Written(written) = kind else { continue };
        let puzzle: Puzzle = kind.sample().parse().expect("a sample");
        let Ok((frame, clues)) = frame_of(&puzzle) else { continue };
        let solution = Solve::new(&puzzle).run().expect("a run").solutions()[0].clone();
        assert!(clues.iter().all(|&clue| frame.holds(clue, &solution)), "{kind}");
        assert_eq!(frame.with(&clues), puzzle, "{kind}");
        let options = RepairOptions::default();
        let thinned = thin(&puzzle, Strategy::MultiBranch, Symmetry::None, 1, &options);
        let ThinOutcome::Unique { puzzle: thinned, .. } = thinned.expect("a puzzle") else {
            panic!("{kind}: not unique");
        };
        let outcome = Solve::new(&*thinned).unique().run().expect("a run");
        assert_eq!(outcome.verdict(), Verdict::Unique, "{kind}");
        assert_eq!(outcome.solutions()[0], solution, "{kind}");
        let Some((_, fewer)) = clues.split_last() else { continue };
        let open = frame.with(fewer);
        if Solve::new(&open).unique().run().expect("a run").verdict() == Verdict::Several {
            let found = repair(&open, 1_000, &options).expect("a repair");
            let RepairOutcome::Several { added, .. } = found else { panic!("{kind}: not several") };
            let Some((_, mended)) = added else { continue };
            let outcome = Solve::new(&*mended).unique().run().expect("a run");
            assert_eq!(outcome.verdict(), Verdict::Unique, "{kind}");
            repaired += 1;
        }
        assert!(written.file().is_separable || kind.name() == "hitori", "{kind}");
    }
    assert!(repaired > long_or(10, 5), "{repaired} kinds were repaired");
}

/// A set about an absent cell ended the rule in the encoder, and had no elements in the check: the verdict was `failed`.
#[test]
fn sets_about_absent_cells_have_no_elements() {
    let all = "for c in cells, y in cells";
    let guard = "if mirrored(c, y, 0, 0) or y != c";
    let side = "for c in cells, d in directions if step(c, d) or d = up";
    for rule in [
        format!("{all} {guard}, x in {{mirrored(c, y, 0, 0)}}: shaded(x) iff shaded(y)"),
        format!("{all} {guard}: count(shaded(x) for x in {{mirrored(c, y, 0, 0), c}}) < 2"),
        format!("{side}: any(shaded(x) for x in {{step(c, d), c}}) or shaded(c)"),
        format!("{side}: count(shaded(x) for x in {{step(c, d)}}) = 1 or not shaded(c)"),
        format!("{side}: shaded(c) implies shaded(step(c, d))"),
        "for c in cells if number(c) = 1 or number(c) != 1 or c = c, k in 1..number(c): shaded(c) iff k = 1"
            .to_owned(),
    ] {
        let text = format!("kind absent\nsymbol number 0..4\ndraw shaded cells\nrule one {rule}\n");
        let kind = WrittenKind::parse(&text).unwrap_or_else(|error| panic!("{error}: {rule}"));
        for (rows, cols) in [(2, 2), (2, 3), (3, 3)] {
            let grid = Grid::new(rows, cols).expect("a grid");
            let mut clues = WrittenClues::empty(kind, grid);
            clues.cells.symbols[1] = Some(ClueSymbol::Number(2));
            let puzzle = Puzzle::Written(WrittenPuzzle::new(kind, clues).expect("a puzzle"));
            let encoding = puzzle.encoding("shaded").expect("an encoding");
            let mut session = BatSatSession::new(LoweringOptions::default(), None);
            let expected = brute_force(&puzzle).expect("a small puzzle");
            assert_eq!(all_solutions(&encoding, &mut session), sorted(&expected), "{rule}");
        }
    }
}

/// Returns the number of solutions of a board of 1 x 3 or more cells with the rule `a for c in cells: RULE`.
fn count_of_rule(rule: &str, size: &str) -> usize {
    confirmed_count(&format!(
        "kind sets\nsymbol number 0..9\ndraw shaded cells\nrule a for c in cells: {rule}\n\nsets {size}\n"
    ))
}

/// `row(c) + column(c)` had the cell twice, `{c, c}` two elements, and `{1, 2}` was not `{2, 1}`, in both readings.
#[test]
fn a_set_had_an_element_twice() {
    let board = "1 2\n..\n";
    for (rule, expected) in [
        ("count(shaded(x) for x in row(c) + column(c)) = 2", 1),
        ("count(shaded(x) for x in row(c) + column(c)) = 3", 0),
        ("count(shaded(x) for x in {c, c}) = 1", 1),
        ("count(shaded(x) for x in (c, c)) = 2", 0),
        ("size(row(c) + column(c)) = 2 and shaded(c)", 1),
        ("{c} + {c} = {c} and shaded(c)", 1),
        ("{1, 2} = {2, 1} and shaded(c)", 1),
        ("{1, 2, 1} = {2, 1} and shaded(c)", 1),
        ("{1, 2} = {2, 3} and shaded(c)", 0),
        ("{1, 2} = {2} and shaded(c)", 0),
        ("{2} = {1, 2} and shaded(c)", 0),
        ("sum(k * shaded(c) for k in {2, 2} + (1, 2)) = 3", 1),
        ("count(shaded(c) for d in {up, up} + {up}) = 1", 1),
        ("count(shaded(c) for v in corners + corners) = 6", 1),
        ("count(shaded(c) for l in rows + rows) = 1", 1),
        ("count(shaded(c) for l in {row(c), row(c)}) = 1", 1),
        ("count(shaded(c) for a, b in adjacent + adjacent) = 1", 1),
        ("count(shaded(c) for a, b in axes + axes) = 2", 1),
        ("beyond(c, left) + {c} + beyond(c, right) = row(c) and shaded(c)", 1),
        (
            "position(c, beyond(c, right) + {c} + row(c)) = size(beyond(c, right)) + 1 and shaded(c)",
            1,
        ),
        ("row(c) = column(c) and shaded(c)", 0),
    ] {
        assert_eq!(count_of_rule(rule, board), expected, "{rule}");
    }
    // a row is another element in each direction, also if it has one cell
    let both = "count(shaded(c) for l in lines(left) + lines(right)) = ";
    assert_eq!(count_of_rule(&format!("{both}2"), board), 1);
    assert_eq!(count_of_rule(&format!("{both}2"), "1 1\n.\n"), 1);
    assert_eq!(count_of_rule("count(shaded(c) for l in rows + columns) = 2", "1 1\n.\n"), 1);
    assert_eq!(count_of_rule("row(c) = column(c) and shaded(c)", "1 1\n.\n"), 1);
}

/// Windows and diagonals of one cell were found in both directions.
#[test]
fn no_set_of_the_vocabulary_repeats_an_element() {
    let cells = [
        "cells",
        "row(c)",
        "column(c)",
        "neighbours(c)",
        "around(c)",
        "block(c)",
        "leaps(c, 1, 1)",
        "leaps(c, 0, 1)",
        "leaps(c, 1, 2)",
        "rectangle(c, 2, 2)",
        "between(c, c)",
        "beyond(c, down)",
        "sees(c, left)",
        "before(c, row(c) + column(c))",
        "room(c)",
    ];
    let none_equal = |set: &str| format!("none(a = b for a, b in pairs({set})) and shaded(c)");
    let mut rules: Vec<String> = cells.into_iter().map(none_equal).collect();
    let sets = [
        "rows",
        "columns",
        "rooms",
        "squares",
        "boxes",
        "boxes(1, 1)",
        "boxes(2, 1)",
        "windows(1)",
        "windows(2)",
        "diagonals(1)",
        "diagonals(2)",
        "lines(up)",
        "crossings",
        "tetrominoes(cells)",
        "factors(12)",
        "1..4",
    ];
    let once =
        |set: &str| format!("all(count(l = m for m in {set}) = 1 for l in {set}) and shaded(c)");
    rules.extend(sets.into_iter().map(once));
    for rule in rules {
        for board in ["2 2\n..\n..\nab\naa\n", "1 3\n...\naab\n", "2 4\n....\n.1..\nabba\naabb\n"] {
            let text = format!(
                "kind sets\nboard rooms\nsymbol number 0..9\ndraw shaded cells\nrule a for c in cells: {rule}\n\nsets {board}"
            );
            assert_eq!(confirmed_count(&text), 1, "{text}");
        }
    }
}

/// A rule of a kind that reads a set is the same in the certificate.
#[test]
fn a_certificate_counts_a_cell_of_two_lines_once() {
    let text = "kind sets\nsymbol number 0..9\ndraw shaded cells\n\
        rule a for c in cells if number(c): count(shaded(x) for x in row(c) + column(c)) = number(c)\n\n\
        sets 2 2\n3.\n.3\n";
    let folder = Folder::with(&[("sets.txt", text)]);
    let outcome = folder.encycle(&["certify", "sets.txt", "--out", "proof"], "");
    assert_eq!(code(&outcome), 0, "{}{}", stdout(&outcome), stderr(&outcome));
    let text = text.replace("3.\n.3", "3.\n.2");
    let folder = Folder::with(&[("sets.txt", &text)]);
    let outcome = folder.encycle(&["certify", "sets.txt", "--out", "proof"], "");
    assert_eq!(code(&outcome), 0, "{}{}", stdout(&outcome), stderr(&outcome));
    let verified = folder.encycle(&["verify", "proof"], "");
    assert_eq!(code(&verified), 0, "{}{}", stdout(&verified), stderr(&verified));
}

/// Puzzles of these kinds were read in other formats.
#[test]
fn a_kind_may_not_have_the_first_word_of_another_format() {
    let kind = |name: &str| {
        format!("kind {name}\ndraw shaded cells\nrule a for c in cells: shaded(c)\nexample\n 1 1\n")
    };
    for name in ["p", "c", "begin", "kind", "puzzle", "digraph"] {
        let error = formats::register_kind(&kind(name)).unwrap_err().to_string();
        assert!(
            error.contains(&format!("choose another name in the line `kind {name}`")),
            "{error}"
        );
        let folder = Folder::with(&[("own.kind", &kind(name))]);
        let checked = folder.encycle(&["kinds", "--check", "own.kind"], "");
        assert_eq!(code(&checked), 1, "{name}");
        assert!(stderr(&checked).contains("choose another name"), "{}", stderr(&checked));
    }
    // any other name is read again
    for name in [
        "graph", "a", "e", "h", "n", "s", "v", "w", "x", "min", "max", "end", "rows", "node",
        "section", "strict",
    ] {
        let written = PuzzleKind::parse_file(&kind(name)).expect("a kind");
        if formats::check_kind_name(written).is_err() {
            continue;
        }
        let text = format!("{}\n{name} 2 2\n", kind(name));
        let read = formats::read(&text, None).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(read.puzzle.kind(), written, "{name}");
    }
}

/// The text of janko.at that `convert` writes for a kind of the user was refused.
#[test]
fn a_janko_text_of_an_own_kind_is_read_again() {
    let kind = "kind my-ponds\nsymbol number 0..8\nsymbol t tree\ndraw shaded cells\njanko ty\n\
        rule number for c in cells if number(c): unshaded(c)\nrule tree for c in cells if letter(c) = t: shaded(c)\n";
    let puzzle = "my-ponds 2 2\n3.\n.t\n";
    let folder = Folder::with(&[("ponds.kind", kind), ("ponds.txt", puzzle)]);
    let own = ["--kind-file", "ponds.kind"];
    let written =
        folder.encycle(&[&["convert", "ponds.txt", "--to", "janko"], &own[..]].concat(), "");
    assert_eq!(code(&written), 0, "{}", stderr(&written));
    let back =
        folder.encycle(&[&["convert", "-", "--to", "plain"], &own[..]].concat(), &stdout(&written));
    assert_eq!(code(&back), 0, "{}", stderr(&back));
    assert!(stdout(&back).ends_with(puzzle), "{}", stdout(&back));
}

/// `help` did not take `--kind-file`, so it knew no kind outside the folder of the user.
#[test]
fn help_lists_the_encodings_of_an_own_kind() {
    let kind = "kind my-ponds\nsymbol number 0..8\ndraw shaded cells\nglobal connected unshaded\n\
        rule number for c in cells if number(c): unshaded(c)\n";
    let folder = Folder::with(&[("ponds.kind", kind)]);
    for words in [&["encodings"][..], &["encodings", "my-ponds"], &["my-ponds"]] {
        let help = folder.encycle(&[&["help"], words, &["--kind-file", "ponds.kind"]].concat(), "");
        assert_eq!(code(&help), 0, "{}", stderr(&help));
        let text = stdout(&help);
        assert!(text.contains("Encodings of my-ponds") && text.contains("`shaded+tree`"), "{text}");
    }
    let unknown = folder.encycle(&["help", "encodings", "my-ponds"], "");
    assert_eq!(code(&unknown), 2);
    assert!(stderr(&unknown).contains("with --kind-file"), "{}", stderr(&unknown));
}

/// A rule that is always or never true was tested by the example only, and a rule whose conditions nothing meets passed.
#[test]
fn rules_that_the_example_does_not_try_are_reported() {
    let kind = "kind sus\nabout Shade cells.\nsymbol number 0..8\nsymbol w\ndraw shaded cells\n\
        rule number for c in cells if number(c): count(shaded(x) for x in block(c)) = number(c)\n\
        rule always for c in cells if letter(c) = w: shaded(c) or unshaded(c)\n\
        rule never for c in cells if letter(c) = w: shaded(c) and unshaded(c)\n\
        rule never2 for c in cells if number(c) > 8: shaded(c)\n\
        rule white for c in cells if letter(c) = w: unshaded(c)\n\
        example\n 2 2\n 4.\n ..\n";
    let folder = Folder::with(&[("sus.kind", kind)]);
    let checked = folder.encycle(&["kinds", "--check", "sus.kind"], "");
    let remarks = stderr(&checked);
    assert_eq!(code(&checked), 1, "{remarks}");
    for remark in [
        "the rule `always` is always true, whatever the clues",
        "the rule `never` is never true",
        "the rule `never2` has conditions that nothing meets",
        "the rule `white`: nothing in the example meets its conditions",
    ] {
        assert!(remarks.contains(remark), "{remark}: {remarks}");
    }
    assert_eq!(remarks.lines().count(), 4, "{remarks}");
}

/// Before the search, cuts were added without end where certain cells separate others.
#[test]
fn connected_values_that_are_certainly_separated_had_no_verdict() {
    let kind = "kind walls\nsymbol number 1..2\ndraw values 1..2\nglobal values connected\n\
                rule clue for c in cells if number(c): value(c) = number(c)\n\n";
    for (board, verdict) in [("121", Verdict::NoSolution), ("1.1", Verdict::Unique)] {
        let text = format!("{kind}walls 1 3\n{board}\n");
        let puzzle = formats::read(&text, None).expect("a puzzle").puzzle;
        for name in puzzle.encoding_names() {
            let run = Solve::new(&puzzle).encodings([name]).unique().run().expect("a run");
            assert_eq!(run.verdict(), verdict, "{board}");
        }
    }
}

/// `letter(c) != o` is false for cells without a letter, so such a rule said nothing.
#[test]
fn a_rule_about_another_letter_than_the_only_one_was_never_true() {
    let remarks = |condition: &str| {
        let text = format!(
            "kind peaks\nsymbol o white circle\ndraw values 1..width\nrule peak for c in cells if {condition}: value(c) = 1\n"
        );
        WrittenKind::parse(&text).expect("a kind").remarks()
    };
    assert_eq!(
        remarks("letter(c) != o"),
        [
            "the rule `peak` asks for a letter other than `o`, which is the only one; for all cells without it, write `not \
             letter(c) = o`"
        ]
    );
    assert_eq!(remarks("not letter(c) = o"), Vec::<String>::new());
}

/// A loop in which a number counts turns in a block of cells. Its clauses about cells became millions about lines alone, before
/// any time limit was checked.
#[test]
fn a_loop_kind_with_wide_counts_is_solved() {
    let kind = "kind ladders\nsymbol number 0..9\ndraw lines between cells\nglobal one loop\nrule number \"Turns.\" for c in cells if number(c):\n \
                count(visited(x) and not straight(x) for x in block(c)) = number(c)\n";
    let puzzle = "ladders 5 5\n.....\n.....\n..4..\n.....\n.....\n";
    let solved = with_input(&["solve", "-"], &format!("{kind}{puzzle}"));
    assert_eq!(code(&solved), 0, "{}", stderr(&solved));
}
