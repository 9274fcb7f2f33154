//! The commands shown in README.md and below docs/, and a folder in which they can be run.
//!
//! Every line of a block marked `sh` is a command, and so is every line of another block that starts with `$ `. The
//! exit code is 0, or the one named by `# exit code N` at the end of the line. A block that cannot be run here (it
//! takes minutes, needs a cluster or data that is not in the repository) has the line `<!-- not run: REASON -->` before it.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use super::binary::{code, own_binary, stderr, stdout};
use super::library;

/// A fenced block of Markdown.
pub struct Block {
    /// File and line.
    pub place: String,
    /// The word after the opening fence.
    pub language: String,
    pub lines: Vec<String>,
    /// Why its commands are not run.
    pub not_run: Option<String>,
}

/// A command, and the output shown below it.
pub struct ShownCommand {
    pub command: String,
    pub output: Option<String>,
}

/// A Sudoku that is solved without guessing.
const SUDOKU: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";

const MARK: &str = "<!-- not run: ";

/// README.md and all Markdown files below docs/.
pub fn pages() -> Vec<PathBuf> {
    let mut paths = vec![root().join("README.md")];
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).expect("a folder");
        let mut entries: Vec<PathBuf> =
            entries.map(|entry| entry.expect("an entry").path()).collect();
        entries.sort();
        for path in entries {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                paths.push(path);
            }
        }
    }
    paths
}

/// All blocks of these pages.
pub fn blocks() -> Vec<Block> {
    pages().iter().flat_map(|path| blocks_of(path)).collect()
}

/// All blocks of the pages that are no guides.
pub fn single_blocks() -> Vec<Block> {
    pages().iter().filter(|path| !is_guide(path)).flat_map(|path| blocks_of(path)).collect()
}

/// The blocks of one file.
pub fn blocks_of(path: &Path) -> Vec<Block> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let name = path.strip_prefix(root()).unwrap_or(path).display();
    let mut blocks: Vec<Block> = Vec::new();
    let (mut is_inside, mut reason) = (false, None);
    for (number, line) in text.lines().enumerate() {
        let place = format!("{name}:{}", number + 1);
        if let Some(language) = line.strip_prefix("```") {
            is_inside = !is_inside;
            if is_inside {
                let language = language.to_owned();
                blocks.push(Block { place, language, lines: Vec::new(), not_run: reason.take() });
            }
        } else if is_inside {
            blocks.last_mut().expect("a block").lines.push(line.to_owned());
        } else if let Some(rest) = line.strip_prefix(MARK) {
            let why = rest.strip_suffix(" -->").unwrap_or_else(|| panic!("{place}: no ` -->`"));
            assert!(why.len() > 10, "{place}: give a reason");
            reason = Some(why.to_owned());
        } else {
            assert!(reason.is_none(), "{place}: a block must follow `{MARK}...`");
        }
    }
    assert!(!is_inside, "{name}: the last block is not closed");
    blocks
}

/// The commands in the tables of a page: inline code that begins with `encycle `, each as a block of its own. The exit code
/// is 0, or follows the code as `(exit code N)`.
pub fn table_commands(path: &Path) -> Vec<Block> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let name = path.strip_prefix(root()).unwrap_or(path).display();
    let mut blocks = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| line.starts_with('|')) {
        let parts: Vec<&str> = line.split('`').collect();
        let codes = parts.iter().enumerate().skip(1).step_by(2);
        for (index, code) in codes.filter(|(_, code)| code.starts_with("encycle ")) {
            let after = parts.get(index + 1).and_then(|text| text.strip_prefix(" (exit code "));
            let code = code.replace("\\|", "|");
            let line = match after.and_then(|rest| rest.split(')').next()) {
                Some(exit) => format!("{code} # exit code {exit}"),
                None => code,
            };
            let place = format!("{name}:{}", number + 1);
            let language = "sh".to_owned();
            blocks.push(Block { place, language, lines: vec![line], not_run: None });
        }
    }
    blocks
}

impl Block {
    /// The commands, in order.
    pub fn commands(&self) -> Vec<ShownCommand> {
        if self.language == "sh" {
            let text = self.lines.join("\n").replace("\\\n", " ");
            let commands = text.lines().filter(|line| !line.trim().is_empty());
            let commands = commands.filter(|line| !line.starts_with('#'));
            return commands
                .map(|line| ShownCommand { command: line.to_owned(), output: None })
                .collect();
        }
        let mut commands: Vec<ShownCommand> = Vec::new();
        for line in &self.lines {
            if let Some(command) = line.strip_prefix("$ ") {
                let output = Some(String::new());
                commands.push(ShownCommand { command: command.to_owned(), output });
            } else if let Some(last) = commands.last_mut() {
                let output = last.output.get_or_insert_default();
                *output += line;
                output.push('\n');
            }
        }
        commands
    }

    /// Whether a command runs a program that `scripts/install-solvers` installs, or needs a second solver.
    pub fn needs_solvers(&self) -> bool {
        static SOLVERS: LazyLock<Vec<String>> = LazyLock::new(|| {
            let list = Command::new(root().join("scripts/install-solvers")).arg("--list").output();
            let list = stdout(&list.expect("the script"));
            list.lines().filter_map(|line| Some(line.split(' ').next()?.to_owned())).collect()
        });
        let needs = |command: &ShownCommand| {
            let command = command.command.split(" #").next().unwrap_or("");
            let is_word = |c: char| c.is_ascii_alphanumeric() || c == '-';
            let mut words = command.split(|c| !is_word(c));
            words.any(|word| {
                // the same program with another format
                let program = word.strip_suffix("-opb").unwrap_or(word);
                SOLVERS.iter().any(|solver| solver == program)
                    || ["--confirm", "ipasir"].contains(&word)
            })
        };
        self.commands().iter().any(needs)
    }

    /// Runs the commands one after the other in a folder of their own, with the files that they mention.
    pub fn run(&self) {
        let folder = tempfile::tempdir().expect("a folder");
        let commands = self.lines.join("\n");
        add_programs(folder.path(), &commands);
        add_files(folder.path(), &commands);
        self.run_in(folder.path());
    }

    fn run_in(&self, folder: &Path) {
        for shown in self.commands() {
            let (command, comment) = shown.command.split_once(" #").unwrap_or((&shown.command, ""));
            let expected = comment.split_once("exit code ").map_or(0, |(_, rest)| {
                rest.split(|c: char| !c.is_ascii_digit())
                    .next()
                    .and_then(|code| code.parse().ok())
                    .expect("an exit code")
            });
            let start = std::time::Instant::now();
            let output = in_shell(folder, command);
            println!("{}: {:.1} s: {command}", self.place, start.elapsed().as_secs_f64());
            let said = format!("{}{}", stdout(&output), stderr(&output));
            assert_eq!(code(&output), expected, "{}: `{command}`\n{said}", self.place);
            if let Some(expected) = shown.output {
                assert_eq!(stdout(&output).trim_end(), expected.trim_end(), "{}", self.place);
            }
        }
    }
}

/// Runs the commands of a guide one after the other in a folder that has only the examples, as a reader does who begins at
/// the top.
pub fn run_guide(blocks: &[&Block]) {
    let folder = tempfile::tempdir().expect("a folder");
    add_programs(folder.path(), "");
    blocks.iter().for_each(|block| block.run_in(folder.path()));
}

/// The guides, whose commands are run one after the other in one folder: those blocks that can be run.
pub fn guides() -> Vec<Vec<Block>> {
    let guides = pages().into_iter().filter(|path| is_guide(path));
    guides
        .map(|path| {
            let mut blocks = blocks_of(&path);
            blocks.retain(|block| block.not_run.is_none() && !block.commands().is_empty());
            blocks
        })
        .collect()
}

fn is_guide(path: &Path) -> bool {
    path.parent().is_some_and(|folder| folder.ends_with("guide"))
        || path.ends_with("README.md") && path.parent() == Some(root())
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Runs a shell command with the tested `encycle` on the path.
fn in_shell(folder: &Path, command: &str) -> Output {
    let (programs, binary) = (folder.join(".programs"), PathBuf::from(own_binary()));
    let path = std::env::var("PATH").expect("PATH");
    let solvers = library::solver_folder().join("bin").display().to_string();
    let (first, last) = (programs.display().to_string(), programs.join("last"));
    let path = [first, path, solvers, last.display().to_string()];
    // not the user's solver descriptions
    let configuration = folder.join(".config");
    Command::new("bash")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", path.join(":"))
        .env("ENCYCLE", binary)
        .env("XDG_CONFIG_HOME", &configuration)
        .env("XDG_CACHE_HOME", &configuration)
        .stdin(Stdio::null())
        .output()
        .expect("bash")
}

/// Adds the examples and the programs, among them those that these commands mention.
fn add_programs(folder: &Path, commands: &str) {
    let programs = folder.join(".programs");
    fs::create_dir_all(programs.join("last")).expect("a folder");
    symlink(own_binary(), programs.join("encycle")).expect("a link");
    symlink(root().join("examples"), folder.join("examples")).expect("a link");
    script(
        &programs.join("cargo"),
        "[ \"$1 $2 $3\" = 'run --release --' ] || exit 99; shift 3; exec encycle \"$@\"",
    );
    // a stand-in for a program that may be missing
    script(&programs.join("last/jq"), "exec cat");
    if commands.contains("libsolver.so") {
        symlink(library::cadical(), folder.join("libsolver.so")).expect("a link");
    }
}

/// Adds the files that these commands mention.
fn add_files(folder: &Path, commands: &str) {
    let words: Vec<&str> = commands
        .split(|c: char| c.is_whitespace() || "'\",;=".contains(c))
        .map(|word| word.trim_start_matches("./").split('#').next().unwrap_or(""))
        .collect();
    let mentions =
        |name: &str| words.contains(&name) || (name.ends_with(".txt") && words.contains(&"*.txt"));
    let puzzle = "puzzle.txt";
    // it has one solution, found without guessing, and its formula one model over the edges, so every command succeeds
    copy("tests/recorded/puzzle.txt", &folder.join(puzzle));
    for (name, example) in [
        ("graph.hcp", "examples/hamilton/petrel.hcp"),
        ("pairs.txt", "examples/numberlink/martin.txt"),
    ] {
        if mentions(name) {
            copy(example, &folder.join(name));
        }
    }
    for (name, text) in [
        ("empty.txt", "slitherlink 3 3\n...\n...\n...\n"),
        ("begun.txt", "numberlink 3 3 cover\n1..\n...\n..1\n"),
    ] {
        // only by name, not by `*.txt`: `loop.txt` is no puzzle
        if words.contains(&name) {
            fs::write(folder.join(name), text).expect("a file");
        }
    }
    if words.contains(&"my.toml") {
        let mine = folder.join("mine").display().to_string();
        let list = format!(
            "[[solver]]\nname = \"mine\"\nlike = \"competition\"\nprograms = [\"{mine}\"]\n"
        );
        fs::write(folder.join("my.toml"), list).expect("a file");
    }
    if words.contains(&"loop.txt") {
        fs::write(folder.join("loop.txt"), "xxx\nx..\nxxx\n").expect("a file");
    }
    for name in ["sudokus.txt", "collection.sdm"] {
        if mentions(name) {
            fs::write(folder.join(name), SUDOKU.repeat(20)).expect("a file");
        }
    }
    for name in ["mine", "my.toml", "my-solver", "odd"] {
        if words.contains(&name) {
            script(&folder.join(name.replace("my.toml", "mine")), "exec encycle sat \"$@\"");
        }
    }
    for (name, options) in [("formula.cnf", ""), ("model.lp.xz", ""), ("puzzle.lp", "")] {
        let is_written = commands.contains(&format!("-o {name}"));
        if mentions(name) && !is_written {
            let made = in_shell(folder, &format!("encycle encode {puzzle} -o {name} {options}"));
            assert!(made.status.success(), "{}", stderr(&made));
        }
    }
    if mentions("answer.json") {
        assert!(
            in_shell(folder, &format!("encycle solve {puzzle} --json > answer.json"))
                .status
                .success()
        );
    }
    if mentions("puzzles/") {
        fs::create_dir(folder.join("puzzles")).expect("a folder");
        for name in ["first.txt", "ten.txt"] {
            copy(&format!("examples/slitherlink/{name}"), &folder.join("puzzles").join(name));
        }
    }
}

fn copy(from: &str, to: &Path) {
    fs::copy(root().join(from), to).unwrap_or_else(|error| panic!("{from}: {error}"));
}

fn script(path: &Path, text: &str) {
    fs::write(path, format!("#!/bin/sh\n{text}\n")).expect("a script");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("a script");
}
