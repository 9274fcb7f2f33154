//! Solver descriptions: the built-in list, users' lists, and inheritance by `like`.

#[cfg(feature = "process")]
pub(crate) mod arguments;
mod description;
pub(crate) mod directories;
mod list;
mod templates;

#[cfg(test)]
mod tests;

pub use description::{Description, ProofArguments, ProofFormat, VersionQuery};
pub use list::SolverListError;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use thiserror::Error;

use crate::catalogue::list::{ListEntries, ListEntry};
use crate::catalogue::templates::{TemplateError, mentions};

/// The maximum size of a list file, in bytes.
const MAX_LIST_BYTES: u64 = 1 << 20;

/// The solvers that can be found by name.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    descriptions: Vec<Description>,
}

/// The reason why a solver list was rejected.
#[derive(Debug, Error)]
pub enum CatalogueError {
    /// The file cannot be read.
    #[error("cannot read solver list {}: {error}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The text is not a valid list.
    #[error(transparent)]
    Invalid(#[from] SolverListError),
}

impl Catalogue {
    /// Returns the solver descriptions that are compiled in.
    pub fn builtin() -> &'static Self {
        static BUILTIN: LazyLock<Catalogue> = LazyLock::new(|| {
            let mut catalogue = Catalogue::default();
            let read = catalogue.extend(include_str!("builtin.toml"));
            read.expect("builtin.toml is valid: a unit test reads it");
            catalogue
        });
        &BUILTIN
    }

    /// Returns the solver descriptions that are compiled in, followed by the descriptions of the user's list if there
    /// is one: `$XDG_CONFIG_HOME/encycle/solvers.toml`, by default `~/.config/encycle/solvers.toml` (XDG Base Directory
    /// Specification 0.8).
    ///
    /// # Errors
    /// The list exists, but cannot be read or is invalid.
    pub fn of_user() -> Result<Self, CatalogueError> {
        let mut catalogue = Self::builtin().clone();
        let Some(file) = Self::user_file() else { return Ok(catalogue) };
        let none = [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory];
        match catalogue.extend_from_file(&file) {
            Err(CatalogueError::Io { error, .. }) if none.contains(&error.kind()) => Ok(catalogue),
            read => read.map(|()| catalogue),
        }
    }

    /// Returns the path of the user's list, even if the file does not exist; `None` without a home directory.
    #[must_use]
    pub fn user_file() -> Option<PathBuf> {
        Some(directories::config()?.join("solvers.toml"))
    }

    /// Adds the solvers of a file, as [`extend`](Self::extend) does.
    ///
    /// # Errors
    /// The file cannot be read, is not a regular file, is larger than 1 MiB, or is not a valid list.
    pub fn extend_from_file(&mut self, file: &Path) -> Result<(), CatalogueError> {
        let io = |error| CatalogueError::Io { file: file.to_owned(), error };
        let metadata = std::fs::metadata(file).map_err(io)?;
        if !metadata.is_file() || metadata.len() > MAX_LIST_BYTES {
            let message = "not a regular file of at most 1 MiB";
            return Err(io(io::Error::new(io::ErrorKind::InvalidInput, message)));
        }
        let text = std::fs::read_to_string(file).map_err(io)?;
        // some editors write a byte order mark
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        self.extend(text).map_err(|error| match error {
            CatalogueError::Invalid(error) => {
                SolverListError { file: Some(file.to_owned()), ..error }.into()
            }
            io => io,
        })
    }

    /// Adds the solvers of a list in TOML. A solver replaces an earlier solver of the same name. An entry may be `like`
    /// a known solver or any entry of the same list; an entry that is `like` its own name extends the solver that it
    /// replaces.
    ///
    /// # Errors
    /// The list is invalid. In this case nothing is added.
    ///
    /// ```
    /// use encycle_solvers::Catalogue;
    ///
    /// let mut catalogue = Catalogue::builtin().clone();
    /// catalogue.extend("[[solver]]\nname = 'mine'\nlike = 'minisat'")?;
    /// assert_eq!(catalogue.get("mine").expect("was added").programs, ["mine"]);
    ///
    /// let error = catalogue.extend("[[solver]]\nname = 'mine'\nlike = 'minisaat'").unwrap_err();
    /// assert!(error.to_string().contains("line 3, column 8: unknown solver: `minisaat`"));
    /// # Ok::<(), encycle_solvers::CatalogueError>(())
    /// ```
    pub fn extend(&mut self, toml: &str) -> Result<(), CatalogueError> {
        let entries = ListEntries::parse(toml)?;
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

    /// Returns all solvers in the order of definition.
    pub fn descriptions(&self) -> &[Description] {
        &self.descriptions
    }

    /// Returns the solver of this name.
    pub fn get(&self, name: &str) -> Option<&Description> {
        self.descriptions.iter().find(|description| description.name == name)
    }

    /// Returns the first solver that has a program of this file name.
    pub fn of_program(&self, file_name: &str) -> Option<&Description> {
        let is = |program: &String| Path::new(program).file_name() == Some(file_name.as_ref());
        self.descriptions.iter().find(|one| one.programs.iter().any(is))
    }

    /// Completes an entry with the fields of the solver that it is `like`. `chain` contains the names of the entries
    /// that are being resolved, which reveals cycles.
    fn resolve<'e>(
        &self,
        entry: &'e ListEntry,
        entries: &'e ListEntries,
        chain: &mut Vec<&'e str>,
    ) -> Result<Description, SolverListError> {
        chain.push(entry.name());
        let base = match &entry.like {
            None => None,
            Some(like) => Some(self.base(entry, like.get_ref(), entries, chain)?),
        };
        chain.pop();
        let base = base.as_ref();
        let missing = |field: &'static str| {
            move || {
                let reason = format!("missing field `{field}` of solver `{}`", entry.name());
                let help = "set it, or inherit it with `like`".to_owned();
                entries.error(entry, field, reason, Some(help))
            }
        };
        let group = |field, inherited: fn(&Description) -> &Vec<String>| {
            entry.group(field).or(base.map(inherited)).cloned()
        };
        let mut description = Description {
            name: entry.name().to_owned(),
            kind: entry.kind.or(base.map(|base| base.kind)).ok_or_else(missing("kind"))?,
            programs: entry.programs(),
            version: match &entry.version {
                Some(own) => own.0.clone(),
                None => base.and_then(|base| base.version.clone()),
            },
            options: Vec::new(),
            is_simplifying: false,
            arguments: group("arguments", |base| &base.arguments)
                .ok_or_else(missing("arguments"))?,
            time: group("time", |base| &base.time).unwrap_or_default(),
            seed: group("seed", |base| &base.seed).unwrap_or_default(),
            threads: group("threads", |base| &base.threads).unwrap_or_default(),
            exact: group("exact", |base| &base.exact).unwrap_or_default(),
            settings: match (&entry.settings, base) {
                (Some(own), _) => own.clone(),
                (None, Some(base)) => base.settings.clone(),
                (None, None) => String::new(),
            },
            proof: entry.proof().or(base.map(|base| &base.proof)).cloned().unwrap_or_default(),
            simplify: group("simplify", |base| &base.simplify).unwrap_or_default(),
            answer: entry
                .answer()
                .or(base.map(|base| base.answer))
                .ok_or_else(missing("answer"))?,
        };
        description
            .validate()
            .and_then(|()| drop_unused(entry, &mut description))
            .map_err(|(field, error)| entries.template_error(entry, field, &error))?;
        Ok(description)
    }

    /// Returns the description that an entry is `like`.
    fn base<'e>(
        &self,
        entry: &'e ListEntry,
        like: &str,
        entries: &'e ListEntries,
        chain: &mut Vec<&'e str>,
    ) -> Result<Description, SolverListError> {
        let other = entries.get(like).filter(|_| like != entry.name());
        match (other, self.get(like)) {
            (Some(other), _) if chain.contains(&other.name()) => {
                let cycle = chain.join("` is like `");
                let reason = format!("cycle of `like`: `{cycle}` is like `{like}`");
                let help = "describe one of them without `like`".to_owned();
                Err(entries.error(entry, "like", reason, Some(help)))
            }
            (Some(other), _) => self.resolve(other, entries, chain),
            (None, Some(known)) => Ok(known.clone()),
            (None, None) => {
                let known = self.descriptions.iter().map(|one| one.name.as_str());
                let mut known: Vec<_> = known.chain(entries.iter().map(ListEntry::name)).collect();
                known.retain(|name| *name != entry.name());
                known.dedup();
                let reason = format!("unknown solver: `{}`", like.escape_debug());
                let help = format!("known solvers: {}", known.join(", "));
                Err(entries.error(entry, "like", reason, Some(help)))
            }
        }
    }
}

/// Empties the inherited groups that the arguments do not refer to, and the arguments of a simplifier without a proof.
/// If the entry itself gives such a group, this is an error, because the group would silently have no effect.
fn drop_unused(
    entry: &ListEntry,
    description: &mut Description,
) -> Result<(), (&'static str, TemplateError)> {
    let arguments = &description.arguments;
    let is_used = |field, placeholder, is_given: bool| match mentions(arguments, placeholder) {
        false if is_given => Err((field, TemplateError::Unused(placeholder))),
        used => Ok(used),
    };
    let is_given = |field| entry.group(field).is_some_and(|own| !own.is_empty());
    if !is_used("time", "{time}", is_given("time"))? {
        description.time.clear();
    }
    if !is_used("seed", "{seed}", is_given("seed"))? {
        description.seed.clear();
    }
    if !is_used("threads", "{threads}", is_given("threads"))? {
        description.threads.clear();
    }
    if !is_used("exact", "{exact}", is_given("exact"))? {
        description.exact.clear();
        description.settings.clear();
    }
    if !is_used("proof", "{proof}", entry.proof().is_some_and(|own| !own.is_empty()))? {
        description.proof = ProofArguments::default();
    }
    if description.proof.get(ProofFormat::Drat).is_none() {
        if is_given("simplify") {
            return Err(("simplify", TemplateError::NoProof));
        }
        description.simplify.clear();
    }
    Ok(())
}
