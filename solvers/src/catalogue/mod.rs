//! The list of known solvers, read from JSON; an entry may build on another with `like`.

pub(crate) mod arguments;
mod description;
pub(crate) mod directories;
mod entry;
mod find;
mod located;
mod proof;

pub use description::{Description, SolverKind, VersionQuery};
pub use find::{FindError, SearchPath, find};
pub use proof::{ProofArguments, ProofFormat};

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use thiserror::Error;

use crate::catalogue::arguments::mentions;
use crate::catalogue::entry::{Entry, EntryFault};

/// The most bytes of a list.
const LONGEST: u64 = 1 << 20;

/// The solvers that can be asked for by name.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    descriptions: Vec<Description>,
}

/// Why a list of solvers was refused.
#[derive(Debug, Error)]
pub enum CatalogueError {
    /// The file cannot be read.
    #[error("list of solvers {}: {error}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// The system's word.
        error: io::Error,
    },
    /// The text is no list of solvers.
    #[error(transparent)]
    Bad(SolverListError),
}

/// A fault in a list of solvers: where it is, what it is, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct SolverListError {
    /// The file, if it came from one.
    pub file: Option<PathBuf>,
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
    /// The name of the entry, as far as it is known.
    pub solver: Option<String>,
    /// The field of the entry.
    pub field: Option<String>,
    /// What is wrong with the value, and what would be right.
    pub reason: String,
}

impl fmt::Display for SolverListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file {
            Some(file) => write!(f, "{}:{}:{}: ", file.display(), self.line, self.column)?,
            None => write!(f, "list of solvers, line {}, column {}: ", self.line, self.column)?,
        }
        if let Some(solver) = &self.solver {
            write!(f, "solver `{}`: ", solver.escape_debug())?;
        }
        if let Some(field) = &self.field {
            write!(f, "field `{}`: ", field.escape_debug())?;
        }
        f.write_str(&self.reason)
    }
}

impl From<EntryFault> for CatalogueError {
    fn from(EntryFault { name, field, fault }: EntryFault) -> Self {
        let (line, column, reason) = (fault.line, fault.column, fault.reason);
        Self::Bad(SolverListError { file: None, line, column, solver: name, field, reason })
    }
}

impl Catalogue {
    /// The solvers compiled in.
    pub fn builtin() -> &'static Self {
        static BUILTIN: LazyLock<Catalogue> = LazyLock::new(|| {
            let mut catalogue = Catalogue::default();
            let read = catalogue.extend(include_str!("builtin.json"));
            read.expect("builtin.json is sound: a unit test reads it");
            catalogue
        });
        &BUILTIN
    }

    /// The solvers compiled in, then those of the user's own list if there is one:
    /// `$XDG_CONFIG_HOME/encycle/solvers.json`, by default `~/.config/encycle/solvers.json` (XDG Base
    /// Directory Specification 0.8).
    ///
    /// # Errors
    /// The list is there and cannot be read, or is not sound.
    pub fn of_user() -> Result<Self, CatalogueError> {
        let mut catalogue = Self::builtin().clone();
        let Some(file) = Self::user_file() else { return Ok(catalogue) };
        let none = [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory];
        match catalogue.extend_from_file(&file) {
            Err(CatalogueError::Io { error, .. }) if none.contains(&error.kind()) => Ok(catalogue),
            read => read.map(|()| catalogue),
        }
    }

    /// Where the user's own list is, if it is there; `None` without a home directory.
    #[must_use]
    pub fn user_file() -> Option<PathBuf> {
        Some(directories::config()?.join("solvers.json"))
    }

    /// Adds the solvers of a file, as [`extend`](Self::extend) does.
    ///
    /// # Errors
    /// The file cannot be read, or is not sound.
    pub fn extend_from_file(&mut self, file: &Path) -> Result<(), CatalogueError> {
        let io = |error| CatalogueError::Io { file: file.to_owned(), error };
        let metadata = std::fs::metadata(file).map_err(io)?;
        if !metadata.is_file() || metadata.len() > LONGEST {
            let message = "a list of solvers is a file of at most a megabyte";
            return Err(io(io::Error::new(io::ErrorKind::InvalidInput, message)));
        }
        let text = std::fs::read_to_string(file).map_err(io)?;
        // written by some editors
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        self.extend(text).map_err(|error| match error {
            CatalogueError::Bad(bad) => {
                CatalogueError::Bad(SolverListError { file: Some(file.to_owned()), ..bad })
            }
            io => io,
        })
    }

    /// Adds the solvers of a JSON list; those of a known name replace the old ones. An entry may be
    /// `like` one that is known already or that stands anywhere in the same list; `like` its own name
    /// is the one that it replaces.
    ///
    /// # Errors
    /// The list is not sound; then nothing is added.
    ///
    /// ```
    /// use encycle_solvers::Catalogue;
    ///
    /// let mut catalogue = Catalogue::builtin().clone();
    /// catalogue.extend(r#"[{ "name": "mine", "like": "minisat" }]"#)?;
    /// assert_eq!(catalogue.get("mine").unwrap().programs, ["mine"]);
    /// let error = catalogue.extend(r#"[{ "name": "mine", "like": "minisaat" }]"#).unwrap_err();
    /// assert!(error.to_string().contains("line 1, column 28"));
    /// # Ok::<(), encycle_solvers::CatalogueError>(())
    /// ```
    pub fn extend(&mut self, json: &str) -> Result<(), CatalogueError> {
        let entries = Entry::list(json)?;
        let resolve = |entry| self.resolve(entry, &entries, &mut Vec::new());
        let resolved = entries.iter().map(resolve).collect::<Result<Vec<_>, _>>()?;
        for description in resolved {
            match self.descriptions.iter_mut().find(|old| old.name == description.name) {
                Some(old) => *old = description,
                None => self.descriptions.push(description),
            }
        }
        Ok(())
    }

    /// All solvers, in the order of definition.
    pub fn descriptions(&self) -> &[Description] {
        &self.descriptions
    }

    /// The solver of this name.
    pub fn get(&self, name: &str) -> Option<&Description> {
        self.descriptions.iter().find(|description| description.name == name)
    }

    /// The solver one of whose programs has this file name.
    pub fn of_program(&self, file_name: &str) -> Option<&Description> {
        let is = |program: &String| Path::new(program).file_name() == Some(file_name.as_ref());
        self.descriptions.iter().find(|one| one.programs.iter().any(is))
    }

    /// Fills an entry up from the one that it is `like`; `chain` has who asked for it, against
    /// circles.
    fn resolve<'e>(
        &self,
        entry: &'e Entry,
        entries: &'e [Entry],
        chain: &mut Vec<&'e str>,
    ) -> Result<Description, EntryFault> {
        chain.push(&entry.name);
        let base = match &entry.like {
            None => None,
            Some(like) => Some(self.base(entry, like, entries, chain)?),
        };
        chain.pop();
        let base = base.as_ref();
        let missing = |field| {
            let reason = "is missing; give it, or a `like` that provides it".to_owned();
            move || entry.fault(field, reason)
        };
        let or_base = |own: &Option<Vec<String>>, of: fn(&Description) -> &Vec<String>| {
            own.clone().or_else(|| base.map(|base| of(base).clone()))
        };
        let mut description = Description {
            name: entry.name.clone(),
            kind: entry.kind.or(base.map(|base| base.kind)).ok_or_else(missing("kind"))?,
            programs: entry.programs.clone().unwrap_or_else(|| vec![entry.name.clone()]),
            version: match &entry.version {
                Some(own) => own.clone(),
                None => base.and_then(|base| base.version.clone()),
            },
            arguments: or_base(&entry.arguments, |base| &base.arguments)
                .ok_or_else(missing("arguments"))?,
            time: or_base(&entry.time, |base| &base.time).unwrap_or_default(),
            seed: or_base(&entry.seed, |base| &base.seed).unwrap_or_default(),
            threads: or_base(&entry.threads, |base| &base.threads).unwrap_or_default(),
            proof: entry
                .proof
                .clone()
                .or_else(|| base.map(|base| base.proof.clone()))
                .unwrap_or_default(),
            answer: entry.answer.or(base.map(|base| base.answer)).ok_or_else(missing("answer"))?,
        };
        description.validate().map_err(|(field, error)| entry.fault(field, error.to_string()))?;
        drop_unused(entry, &mut description)?;
        Ok(description)
    }

    fn base<'e>(
        &self,
        entry: &'e Entry,
        like: &str,
        entries: &'e [Entry],
        chain: &mut Vec<&'e str>,
    ) -> Result<Description, EntryFault> {
        let other = entries.iter().find(|other| other.name == like && like != entry.name);
        match (other, self.get(like)) {
            (Some(other), _) if chain.contains(&other.name.as_str()) => {
                let circle = chain.join("` is like `");
                let reason = format!(
                    "it leads in a circle: `{circle}` is like `{like}`; describe one of them in full"
                );
                Err(entry.fault("like", reason))
            }
            (Some(other), _) => self.resolve(other, entries, chain),
            (None, Some(known)) => Ok(known.clone()),
            (None, None) => {
                let own = entries.iter().map(|entry| entry.name.as_str());
                let known = self.descriptions.iter().map(|one| one.name.as_str()).chain(own);
                let mut known: Vec<_> = known.filter(|name| *name != entry.name).collect();
                known.dedup();
                let known = known.join(", ");
                let reason = format!("there is no solver `{like}`; there are {known}");
                Err(entry.fault("like", reason))
            }
        }
    }
}

/// Empties the groups that the arguments have no place for. One that the entry itself gives would be
/// lost without a word, and is an error.
fn drop_unused(entry: &Entry, description: &mut Description) -> Result<(), EntryFault> {
    let arguments = &description.arguments;
    let check = |field, argument: &str, given: bool| match mentions(arguments, argument) {
        false if given => {
            let reason = format!("it would never be used; `arguments` needs `{argument}`");
            Err(entry.fault(field, reason))
        }
        used => Ok(used),
    };
    let given = |group: &Option<Vec<String>>| group.as_ref().is_some_and(|own| !own.is_empty());
    if !check("time", "{time}", given(&entry.time))? {
        description.time.clear();
    }
    if !check("seed", "{seed}", given(&entry.seed))? {
        description.seed.clear();
    }
    if !check("threads", "{threads}", given(&entry.threads))? {
        description.threads.clear();
    }
    let given = entry.proof.as_ref().is_some_and(|own| !own.is_empty());
    if !check("proof", "{proof}", given)? {
        description.proof = Default::default();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::Dialect;

    fn extended(json: &str) -> Catalogue {
        let mut catalogue = Catalogue::builtin().clone();
        catalogue.extend(json).unwrap();
        catalogue
    }

    #[test]
    fn the_builtin_list_is_sound() {
        let builtin = Catalogue::builtin();
        assert!(builtin.descriptions().len() >= 15);
        assert_eq!(builtin.get("kissat").map(|one| one.time.clone()), {
            Some(vec!["--time={seconds}".to_owned()])
        });
        assert_eq!(builtin.of_program("glpsol").map(|one| one.answer), Some(Dialect::Glpk));
    }

    #[test]
    fn treating_a_solver_like_another_is_one_line() {
        let mut catalogue = extended(
            r#"[{"name": "mine", "like": "yours"}, {"name": "yours", "like": "minisat"}]"#,
        );
        let mine = catalogue.get("mine").unwrap();
        assert_eq!(
            (mine.answer, mine.programs.as_slice()),
            (Dialect::Minisat, &["mine".to_owned()][..])
        );
        // An override may refer to what it replaces.
        catalogue.extend(r#"[{"name": "cbc", "like": "cbc", "programs": ["/a/cbc2"]}]"#).unwrap();
        assert_eq!(catalogue.get("cbc").unwrap().programs, ["/a/cbc2"]);
        assert_eq!(catalogue.of_program("cbc2").unwrap().name, "cbc");
        catalogue.extend(r#"[{"name": "cbc", "like": "cbc", "version": null}]"#).unwrap();
        assert_eq!(catalogue.get("cbc").unwrap().version, None);
    }

    /// What `--describe` prints is where users start from.
    #[test]
    fn what_is_written_is_read_back() {
        let catalogue = extended(
            r#"[{"name": "plain", "like": "kissat", "arguments": ["{input}"]},
                {"name": "dumb", "like": "cbc", "version": null}]"#,
        );
        for description in catalogue.descriptions() {
            let mut fresh = Catalogue::default();
            fresh.extend(&description.to_json()).unwrap();
            assert_eq!(fresh.descriptions(), std::slice::from_ref(description));
        }
        assert!(catalogue.get("plain").unwrap().time.is_empty());
    }

    /// The place of the fault is marked by `§`, which is taken out before reading.
    #[test]
    fn bad_lists_are_refused_with_place_and_reason() {
        for (marked, expected) in [
            ("[{§]", "no JSON: key must be a string"),
            ("§{}", "expected a list of solvers"),
            ("[{\"name\": \"ok\", \"like\": \"cbc\"},\n §7]", "found `7`"),
            ("[{\"name\": \"a\",\n §\"likes\": \"cbc\"}]", "solver `a`: field `likes`: there"),
            ("[{\"name\": \"a\",\n §\"name\": \"b\"}]", "`name` is given twice"),
            ("[§{'like': 'cbc'}]", "needs a `name`"),
            ("[{'name': §3}]", "field `name`: expected a string, found `3`"),
            ("[{'name': §'a b'}]", "found `\"a b\"`"),
            ("[{'name': §''}]", "name of letters"),
            ("[{'name': §'batsat'}]", "built-in"),
            ("[{'name': 'a', 'like': 'cbc'},\n{'name': §'a', 'like': 'cbc'}]", "in line 1 already"),
            ("[{'name': 'a', 'like': §'nobody'}]", "no solver `nobody`; there are"),
            ("[{'name': 'a', 'like': §'a'}]", "no solver `a`"),
            (
                "[{'name': 'a', 'like': 'b'},\n {'name': 'b', 'like': §'a'}]",
                "circle: `a` is like `b` is like `a`",
            ),
            // both are known already: it is a circle all the same
            ("[{'name': 'cbc', 'like': 'scip'},\n {'name': 'scip', 'like': §'cbc'}]", "circle"),
            ("[§{'name': 'a'}]", "field `kind`: is missing"),
            ("[{'name': 'a', 'kind': §'smt'}]", "found `\"smt\"`"),
            ("[§{'name': 'a', 'like': 'cbc', 'kind': 'sat'}]", "field `answer`: `cbc` is how"),
            ("[{'name': 'a', 'like': 'cbc', 'answer': §'lp'}]", "no dialect `lp`"),
            ("[{'name': 'a', 'like': 'cbc', 'programs': ['b', §'./c']}]", "`\"./c\"`"),
            ("[{'name': 'a', 'like': 'cbc', 'version': §{'after': 'x'}}]", "arguments"),
            ("[{'name': 'a', 'like': 'cbc', 'version': {§'before': 1}}]", "`after`"),
            ("[{'name': 'a', 'like': 'cbc', 'arguments': §'x'}]", "a list of strings"),
            ("[{'name': 'a', 'like': 'cbc', 'arguments': ['x', §1]}]", "expected a string"),
            ("[{'name': 'a', 'like': 'cbc', 'arguments': §['{output}']}]", "`{input}` must"),
            ("[{'name': 'a', 'like': 'cbc', 'arguments': §['{input}']}]", "`{output}` must"),
            ("[{'name': 'a', 'like': 'cbc', 'time': §['{second}']}]", "may stand `{seconds}`"),
            ("[{'name': 'a', 'like': 'cbc', 'time': §['-x']}]", "`{seconds}` must"),
            ("[{'name': 'a', 'like': 'varisat', 'time': §['{seconds}']}]", "needs `{time}`"),
            ("[{'name': 'a', 'like': 'cadical', 'proof': {§'drup': []}}]", "`\"drup\"`"),
            ("[{'name': 'a', 'like': 'cadical', 'proof': {'drat': §[]}}]", "leave the format"),
            ("[{'name': 'a', 'like': 'cadical', 'proof': §{'drat': ['p']}}]", "`{proof}` must"),
            (
                "[{'name': 'a', 'like': 'cadical', 'arguments': §['{input}', '-x{time}']}]",
                "`{time}` means nothing in `-x{time}`",
            ),
        ] {
            let (before, after) = marked.split_once('§').unwrap();
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap().chars().count() + 1;
            let json = format!("{before}{after}").replace('\'', "\"");
            let mut catalogue = Catalogue::builtin().clone();
            let Err(CatalogueError::Bad(bad)) = catalogue.extend(&json) else {
                panic!("{json} was accepted")
            };
            let said = bad.to_string();
            assert!(said.contains(expected), "{json}: {said}");
            assert_eq!((bad.line, bad.column), (line, column), "{json}: {said}");
            assert_eq!(catalogue.descriptions(), Catalogue::builtin().descriptions());
        }
    }
}
