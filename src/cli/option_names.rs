//! The names of options in the help of errors. The library says what to set, and here the command adds the option that
//! sets it.

/// What the help of a library error says, and the option or command for that.
const OPTIONS: &[(&str, &str)] = &[
    ("leave out the method", "--method"),
    ("count by SAT", "--method sat"),
    ("as in a map of the puzzle", "encycle encode --map"),
    ("as text or JSON", "--json"),
    ("the JSON of `encycle solve`", "--json"),
    ("name the kind", "--kind"),
    ("write the map together with the formula", "encycle encode --map FILE"),
    ("give it as the map", "--map"),
    ("name its dialect", "--dialect"),
    ("look for a second solution", "encycle solve --unique"),
    ("increase the number of attempts", "--attempts"),
    ("use its encoding", "--encoding"),
    ("cut loops off between the searches", "--mode cuts"),
    ("do not ask for the shortest or longest solution", "--minimize, --maximize"),
    ("leave out the encoding", "--encoding"),
    ("have a second solver confirm the verdict", "encycle solve --unique --confirm"),
    ("raise the limit of listed solutions", "--limit"),
    ("select another prover", "--prover"),
    ("probe the solver", "encycle solvers --probe"),
    ("use another solver", "--solver"),
    ("use a MIP solver", "--solver"),
    ("raise the difficulty", "--difficulty"),
    ("use the difficulty any", "--difficulty"),
    ("leave out the technique", "--technique"),
    ("or the file of the kind", "--kind-file"),
    ("allow more clues", "--max-clues"),
    ("require fewer clues", "--min-clues, --density"),
    ("leave out the symmetry", "--symmetry"),
    ("leave out the mask", "--mask, --require, --forbid"),
    ("allow a shorter loop", "--length"),
];

/// Adds the names of options to the lines of help in a message that goes to standard error.
///
/// A line keeps its text where it names the option already.
pub fn with_options(text: &str) -> String {
    let line = |line: &str| {
        let mut line = line.to_owned();
        if line.starts_with("help: ") {
            for (words, option) in OPTIONS {
                if line.contains(words) && !line.contains(option) {
                    line = line.replacen(words, &format!("{words} ({option})"), 1);
                }
            }
        }
        line
    };
    text.split_inclusive('\n').map(line).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::{OPTIONS, with_options};

    /// The text of all library files below a folder, in one line, so that a broken literal is found.
    fn sources(folder: &Path) -> String {
        let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
        let read = |path: &Path| {
            let text = fs::read_to_string(path).expect("text");
            text.replace("\\\n", " ").split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let texts = entries.map(|entry| match entry.path() {
            path if path.ends_with("src/cli") => String::new(),
            path if path.is_dir() => sources(&path),
            path if path.extension().is_some_and(|ending| ending == "rs") => read(&path),
            _ => String::new(),
        });
        texts.collect()
    }

    #[test]
    fn every_row_has_words_of_the_library_and_an_option_of_the_command() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let library: String = ["src", "core/src", "encodings/src", "solvers/src"]
            .map(|one| sources(&root.join(one)))
            .concat();
        let command = crate::cli::command();
        for (words, options) in OPTIONS {
            assert!(library.contains(words), "no error of the library says `{words}`");
            for option in options.split_whitespace().filter_map(|word| word.strip_prefix("--")) {
                let option = option.trim_end_matches(',');
                let has = |sub: &clap::Command| {
                    sub.get_arguments().any(|argument| argument.get_long() == Some(option))
                };
                assert!(command.get_subcommands().any(has), "no command has --{option}");
            }
        }
    }

    #[test]
    fn options_are_added_to_help_only_and_once() {
        let text = "error: name the kind\nhelp: name the kind, such as sudoku\n";
        let told = "error: name the kind\nhelp: name the kind (--kind), such as sudoku\n";
        assert_eq!(with_options(text), told);
        assert_eq!(with_options(told), told);
    }
}
