//! The list of known solvers, read from JSON; an entry may build on another with `like`.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;
use thiserror::Error;

use super::arguments::TemplateError;
use super::description::{Description, Kind, VersionQuery};
use super::dialect::Dialect;

/// The solvers that can be asked for by name.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    descriptions: Vec<Description>,
}

/// Why a list of solvers was refused.
#[derive(Debug, Error)]
pub enum CatalogueError {
    /// The text is not JSON of the right shape.
    #[error("list of solvers: {0}")]
    Json(#[from] serde_json::Error),
    /// `like` names a solver that is not known, or (indirectly) the entry itself.
    #[error("solver `{name}` is to be like `{like}`, which does not exist or leads back to it")]
    Like {
        /// The entry.
        name: String,
        /// What it asked for.
        like: String,
    },
    /// A field has neither a value nor a `like` that provides one.
    #[error("solver `{name}` lacks `{field}`, and a `like` that would provide it")]
    Missing {
        /// The entry.
        name: String,
        /// The field.
        field: &'static str,
    },
    /// The arguments make no sense.
    #[error("solver `{name}`: {source}")]
    Template {
        /// The entry.
        name: String,
        /// What is wrong with them.
        source: TemplateError,
    },
}

/// An entry as written: everything but the name may come from another one.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    like: Option<String>,
    kind: Option<Kind>,
    programs: Option<Vec<String>>,
    version: Option<VersionQuery>,
    arguments: Option<Vec<String>>,
    time: Option<Vec<String>>,
    seed: Option<Vec<String>>,
    threads: Option<Vec<String>>,
    answer: Option<Dialect>,
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

    /// Adds the solvers of a JSON list; those of a known name replace the old ones. An entry may be
    /// `like` one that is known already or that stands anywhere in the same list.
    pub fn extend(&mut self, json: &str) -> Result<(), CatalogueError> {
        let entries: Vec<Entry> = serde_json::from_str(json)?;
        let by_name = entries.iter().map(|entry| (entry.name.as_str(), entry)).collect();
        let resolved = entries
            .iter()
            .map(|entry| self.resolve(entry, &by_name, entries.len()))
            .collect::<Result<Vec<_>, _>>()?;
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
        self.descriptions.iter().find(|one| one.programs.iter().any(|name| name == file_name))
    }

    /// Fills an entry up from the one that it is `like`; `depth` bounds the chain, against circles.
    fn resolve(
        &self,
        entry: &Entry,
        by_name: &HashMap<&str, &Entry>,
        depth: usize,
    ) -> Result<Description, CatalogueError> {
        let mut base = None;
        if let Some(like) = &entry.like {
            base = match by_name.get(like.as_str()) {
                Some(other) if depth > 0 && *like != entry.name => {
                    Some(self.resolve(other, by_name, depth - 1)?)
                }
                _ => self.get(like).cloned(),
            };
            if base.is_none() {
                let name = entry.name.clone();
                return Err(CatalogueError::Like { name, like: like.clone() });
            }
        }
        let base = base.as_ref();
        let missing = |field| CatalogueError::Missing { name: entry.name.clone(), field };
        let or_base = |own: &Option<Vec<String>>, of: fn(&Description) -> &Vec<String>| {
            own.clone().or_else(|| base.map(|base| of(base).clone()))
        };
        let description = Description {
            name: entry.name.clone(),
            kind: entry.kind.or(base.map(|base| base.kind)).ok_or_else(|| missing("kind"))?,
            programs: entry.programs.clone().unwrap_or_else(|| vec![entry.name.clone()]),
            version: entry.version.clone().or_else(|| base.and_then(|base| base.version.clone())),
            arguments: or_base(&entry.arguments, |base| &base.arguments)
                .ok_or_else(|| missing("arguments"))?,
            time: or_base(&entry.time, |base| &base.time).unwrap_or_default(),
            seed: or_base(&entry.seed, |base| &base.seed).unwrap_or_default(),
            threads: or_base(&entry.threads, |base| &base.threads).unwrap_or_default(),
            answer: entry
                .answer
                .or(base.map(|base| base.answer))
                .ok_or_else(|| missing("answer"))?,
        };
        let name = &description.name;
        description
            .validate()
            .map_err(|source| CatalogueError::Template { name: name.clone(), source })?;
        Ok(description)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let mut catalogue = Catalogue::builtin().clone();
        catalogue
            .extend(r#"[{"name": "mine", "like": "yours"}, {"name": "yours", "like": "minisat"}]"#)
            .unwrap();
        let mine = catalogue.get("mine").unwrap();
        assert_eq!(
            (mine.answer, mine.programs.as_slice()),
            (Dialect::Minisat, &["mine".to_owned()][..])
        );
        // An override may refer to what it replaces.
        catalogue.extend(r#"[{"name": "cbc", "like": "cbc", "programs": ["cbc2"]}]"#).unwrap();
        assert_eq!(catalogue.get("cbc").unwrap().programs, ["cbc2"]);
    }

    #[test]
    fn bad_lists_are_refused_with_a_reason() {
        for (json, expected) in [
            ("[{]", "key must be a string"),
            (r#"[{"name": "a", "likes": "cbc"}]"#, "unknown field `likes`"),
            (r#"[{"name": "a", "like": "nobody"}]"#, "`nobody`"),
            (r#"[{"name": "a", "like": "b"}, {"name": "b", "like": "a"}]"#, "leads back"),
            (r#"[{"name": "a"}]"#, "lacks `kind`"),
            (r#"[{"name": "a", "like": "cbc", "kind": "sat"}]"#, "kind"),
            (r#"[{"name": "a", "like": "cbc", "arguments": ["{output}"]}]"#, "{input}"),
            (r#"[{"name": "a", "like": "cbc", "arguments": ["{input}"]}]"#, "{output}"),
            (r#"[{"name": "a", "like": "cbc", "time": ["{second}"]}]"#, "{second}"),
            (
                r#"[{"name": "a", "like": "cadical", "arguments": ["{input}", "-x{time}"]}]"#,
                "{time}",
            ),
        ] {
            let error = Catalogue::builtin().clone().extend(json).unwrap_err().to_string();
            assert!(error.contains(expected), "{json}: {error}");
        }
    }
}
