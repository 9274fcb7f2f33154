//! `scripts/paper-tables` on the smallest examples; a real run takes half an hour.

#[path = "../../benches/paper_tables/papers/mod.rs"]
mod papers;

use std::fs;
use std::path::{Path, PathBuf};

use papers::{Options, insert, run};
use tempfile::TempDir;

/// The document, which has all marks.
const DOCUMENT: &str = include_str!("../../docs/research/papers.md");

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
        fs::write(path("papers.md"), DOCUMENT).expect("a document");
        let (puzzles, out, into) = (path("puzzles"), path("rows"), path("papers.md"));
        let options = ["--puzzles", &puzzles, "--out", &out, "--into", &into];
        let options = [&options[..], &["--sample", "1", "--limit", limit], groups].concat();
        Self { words: options.into_iter().map(str::to_owned).collect(), folder }
    }

    /// Makes the tables and returns the document.
    fn document(&self) -> String {
        let options = Options::of(self.words.iter().cloned()).expect("options");
        run(&options, Path::new(env!("CARGO_BIN_EXE_encycle"))).expect("tables");
        fs::read_to_string(self.path("papers.md")).expect("the document")
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
    let trial = Trial::of(&["first.txt"], "1", &["sat", "ip", "every", "configurations"]);
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
}

/// The text around the tables is written by hand.
#[test]
fn only_text_between_marks_is_replaced() {
    let rest = "<!-- /a -->\nbetween\n<!-- b -->\n<!-- /b -->\nafter\n";
    let document = format!("before\n<!-- a -->\nold\n{rest}");
    let once = insert(&document, "a", "| new |\n").expect("marks");
    assert_eq!(once, format!("before\n<!-- a -->\n\n| new |\n\n{rest}"));
    assert_eq!(insert(&once, "a", "| new |").expect("marks"), once);
    let error = insert(&document, "c", "").expect_err("no mark").to_string();
    assert!(error.contains("<!-- c -->"), "{error}");
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
