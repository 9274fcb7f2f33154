//! The reference pages: files of `docs/`, compiled into the program.

/// A reference page.
#[derive(Debug)]
pub struct Topic {
    /// The name on the command line.
    pub name: &'static str,
    /// The subject, in a few words.
    pub about: &'static str,
    /// Markdown.
    pub text: &'static str,
    /// Whether only the beginning and the list of sections are printed unless a section is selected.
    pub is_long: bool,
}

/// Creates the table of topics.
macro_rules! topics {
    ($($name:literal, $file:literal, $is_long:literal, $about:literal;)*) => {
        &[$(Topic {
            name: $name,
            about: $about,
            text: include_str!(concat!("../../../../docs/", $file)),
            is_long: $is_long,
        }),*]
    };
}

/// Every topic, in the order in which they are listed.
pub const TOPICS: &[Topic] = topics! {
    "formats", "reference/formats.md", false, "texts of puzzles that Encycle reads and writes";
    "encodings", "encodings/README.md", false, "encodings of each kind, CNF methods, models for each solution";
    "solvers", "reference/solvers.md", false, "selecting, describing and limiting solvers";
    "dialects", "reference/dialects.md", false, "output formats of solvers that `decode` reads";
    "json", "reference/json.md", true, "the JSON of every command, key by key";
    "exit-codes", "reference/exit-codes.md", false, "what each exit code means";
    "environment", "reference/environment.md", false, "environment variables, files and folders";
    "difficulty", "research/difficulty.md", false, "techniques and levels of `grade`";
    "own-problem", "guide/own-problem.md", false, "formulas of your own with rules about graphs";
    "kind-files", "reference/kind-files.md", false, "kinds of puzzles as text files: statements and vocabulary";
    "glossary", "glossary.md", false, "the terms in help and documentation";
};

/// Returns the topic with this name.
pub fn find(name: &str) -> Option<&'static Topic> {
    TOPICS.iter().find(|topic| topic.name == name)
}

/// Returns a list of all topics, one line each.
pub fn list() -> String {
    TOPICS.iter().map(|topic| format!("  {:<12} {}\n", topic.name, topic.about)).collect()
}
