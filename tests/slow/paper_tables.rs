//! `scripts/paper-tables` on the smallest examples; a real run takes half an hour.

#[path = "../../benches/paper_tables/papers/mod.rs"]
mod papers;

use std::fs;
use std::path::{Path, PathBuf};

use papers::{Options, Pages, run};
use tempfile::TempDir;

struct Trial {
    folder: TempDir,
    words: Vec<String>,
}

impl Trial {
    /// A trial with these examples, one puzzle of each size.
    fn of(examples: &[&str], limit: &str, groups: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name).display().to_string();
        fs::create_dir(path("puzzles")).expect("a folder");
        for name in examples {
            let example = Path::new("examples/slitherlink").join(name);
            fs::copy(example, Path::new(&path("puzzles")).join(name)).expect("a puzzle");
        }
        fs::create_dir(path("papers")).expect("a folder");
        for entry in fs::read_dir("docs/research/papers").expect("the pages") {
            let page = entry.expect("an entry").path();
            let name = page.file_name().expect("a name");
            fs::copy(&page, Path::new(&path("papers")).join(name)).expect("a page");
        }
        let (puzzles, out, into) = (path("puzzles"), path("rows"), path("papers"));
        let options = ["--puzzles", &puzzles, "--out", &out, "--into", &into];
        let options =
            [&options[..], &["--sample", "1", "--seeds", "1", "--limit", limit], groups].concat();
        Self { words: options.into_iter().map(str::to_owned).collect(), folder }
    }

    /// Makes the tables and returns the pages, one after the other.
    fn document(&self) -> String {
        let options = Options::of(self.words.iter().cloned()).expect("options");
        run(&options, Path::new(env!("CARGO_BIN_EXE_encycle"))).expect("tables");
        let mut pages: Vec<PathBuf> = fs::read_dir(self.path("papers"))
            .expect("the pages")
            .map(|entry| entry.expect("an entry").path())
            .collect();
        pages.sort();
        pages.iter().map(|page| fs::read_to_string(page).expect("a page")).collect()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

fn block<'a>(document: &'a str, name: &str) -> &'a str {
    let (_, rest) = document.split_once(&format!("<!-- {name} -->")).expect("a mark");
    rest.split_once(&format!("<!-- /{name} -->")).expect("its end").0
}

/// A second call runs nothing again and gives the same tables.
#[test]
fn tables_are_made_and_rows_are_kept() {
    let trial = Trial::of(&["first.txt", "ten.txt"], "30", &["methods", "seven"]);
    let first = trial.document();
    let methods = block(&first, "berschneider-methods");
    let solved: Vec<&str> = methods.lines().filter(|line| line.starts_with("| solved |")).collect();
    let [solved] = solved[..] else { panic!("{methods}") };
    // columns of solvers that may be missing lie between the two built-in ones
    let all = "| 2 of 2, 100.00 % |";
    assert!(solved.starts_with(&format!("| solved {all}")) && solved.ends_with(all), "{solved}");
    assert!(block(&first, "berschneider-spread").contains("| 10x10 | ZDD | "), "{first}");
    assert!(block(&first, "berschneider-presolver").contains("| 10x10 | "), "{first}");
    assert!(block(&first, "westreicher-seven").contains("| ten | 10x10 | "), "{first}");
    assert!(trial.path("figures/papers-methods.svg").exists());
    let kept = || {
        ["rows.jsonl", "commands.jsonl"]
            .map(|name| fs::read_to_string(trial.path("rows/methods").join(name)).expect("rows"))
    };
    let before = kept();
    assert_eq!(trial.document(), first);
    assert_eq!(kept(), before);
}

/// The limit of a second ends most enumerations; the diagram needs a hundredth of it. All finished counts agree.
#[test]
fn the_other_tables_are_made_too() {
    let groups = [
        "sat",
        "ip",
        "every",
        "configurations",
        "rules",
        "sizes",
        "algorithms",
        "iterations",
        "pairs",
    ];
    let trial = Trial::of(&["first.txt"], "1", &groups);
    let document = trial.document();
    assert!(block(&document, "berschneider-sat").contains("| 5x5 | "), "{document}");
    assert!(block(&document, "berschneider-ip").contains("| microlp |"), "{document}");
    assert!(
        block(&document, "berschneider-every").contains("| open-20x20 | 124224 | "),
        "{document}"
    );
    for name in ["time", "solver", "variables", "clauses"] {
        let table = block(&document, &format!("westreicher-{name}"));
        assert!(table.contains("| cells | 25 |") && table.contains("| PRSF | "), "{table}");
    }
    assert!(block(&document, "westreicher-time").contains("| Standard | "), "{document}");
    assert!(block(&document, "berschneider-rules").contains("| `colour` | "), "{document}");
    assert!(block(&document, "labath-sizes").contains("| sudoku | 9x9 | 2 | "), "{document}");
    assert!(block(&document, "block-algorithms").contains("| 5x5 | hard | multi-branch | "));
    assert!(block(&document, "block-iterations").contains("| 10 | easy | bottom-up | "));
    assert!(block(&document, "yoshinaka-pairs").contains("| 3x3 | all | 86 | 2 | 100 | 393 | "));
}

/// The text around the tables is written by hand.
#[test]
fn only_text_between_marks_is_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("page.md");
    let other = folder.path().join("other.md");
    let rest = "<!-- /a -->\nbetween\n<!-- b -->\n<!-- /b -->\nafter\n";
    fs::write(&page, format!("before\n<!-- a -->\nold\n{rest}")).expect("a page");
    fs::write(&other, "<!-- c -->\n").expect("a page");
    let insert = |name: &str, text: &str| {
        let mut pages = Pages::read(folder.path()).expect("pages");
        let inserted = pages.insert(vec![(name.to_owned(), text.to_owned())]);
        inserted
            .map(|()| fs::read_to_string(&page).expect("a page"))
            .map_err(|error| error.to_string())
    };
    let expected = format!("before\n<!-- a -->\n\n| new |\n\n{rest}");
    assert_eq!(insert("a", "| new |\n").as_ref(), Ok(&expected));
    assert_eq!(insert("a", "| new |").as_ref(), Ok(&expected));
    assert!(insert("d", "").is_err_and(|error| error.contains("<!-- d -->")));
    assert!(insert("c", "").is_err_and(|error| error.contains("no mark `<!-- /c -->`")));
}

#[test]
fn invalid_arguments_are_refused() {
    for (words, told) in [
        (&["metods"][..], "unknown group: `metods`"),
        (&["--sample", "0"], "--sample 0"),
        (&["--limit", "x"], "--limit x"),
        (&["--limit"], "--limit requires seconds"),
    ] {
        let error = Options::of(words.iter().map(|&word| word.to_owned())).err().expect("an error");
        assert!(error.to_string().contains(told), "{error}");
    }
}
