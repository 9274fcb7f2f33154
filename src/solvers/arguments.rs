//! Argument templates, and the arguments that they become.

use std::ffi::{OsStr, OsString};

use thiserror::Error;

use super::description::Description;

/// What is wrong with the argument templates of a description.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TemplateError {
    /// The answer's form belongs to the other kind of solver.
    #[error("its answer has the form of another kind of solver")]
    WrongKind,
    /// The arguments do not mention a file that they must.
    #[error("its arguments lack {0}")]
    Lacks(&'static str),
    /// A word in braces that means nothing in this place.
    #[error("{placeholder} means nothing in `{argument}`")]
    Unknown {
        /// The word with its braces.
        placeholder: String,
        /// The argument that it stands in.
        argument: String,
    },
}

/// The values for one run.
pub(super) struct Values<'a> {
    pub input: &'a OsStr,
    pub output: &'a OsStr,
    pub seconds: Option<u64>,
    pub seed: Option<u64>,
    pub threads: Option<u64>,
}

/// The arguments of one run.
pub(super) fn fill(description: &Description, values: &Values) -> Vec<OsString> {
    let files = [("{input}", values.input.to_owned()), ("{output}", values.output.to_owned())];
    let mut arguments = Vec::new();
    for template in &description.arguments {
        let (group, name, value) = match template.as_str() {
            "{time}" => (&description.time, "{seconds}", values.seconds),
            "{seed}" => (&description.seed, "{seed}", values.seed),
            "{threads}" => (&description.threads, "{threads}", values.threads),
            _ => {
                arguments.push(replace(template, &files));
                continue;
            }
        };
        if let Some(value) = value {
            let values = [(name, OsString::from(value.to_string()))];
            arguments.extend(group.iter().map(|template| replace(template, &values)));
        }
    }
    arguments
}

/// Puts the values in the places of their names.
fn replace(template: &str, values: &[(&str, OsString)]) -> OsString {
    let mut result = OsString::new();
    let mut rest = template;
    while let Some(start) = rest.find('{') {
        let (before, from) = rest.split_at(start);
        result.push(before);
        match values.iter().find(|(name, _)| from.starts_with(name)) {
            Some((name, value)) => {
                result.push(value);
                rest = &from[name.len()..];
            }
            None => {
                result.push("{");
                rest = &from[1..];
            }
        }
    }
    result.push(rest);
    result
}

/// Checks that every word in braces means something where it stands.
pub(super) fn validate(description: &Description) -> Result<(), TemplateError> {
    let groups = ["{time}", "{seed}", "{threads}"];
    for argument in &description.arguments {
        if !groups.contains(&argument.as_str()) {
            known(argument, &["{input}", "{output}"])?;
        }
    }
    for (group, name) in [
        (&description.time, "{seconds}"),
        (&description.seed, "{seed}"),
        (&description.threads, "{threads}"),
    ] {
        group.iter().try_for_each(|argument| known(argument, &[name]))?;
    }
    let mentions = |name| description.arguments.iter().any(|argument| argument.contains(name));
    if !mentions("{input}") {
        return Err(TemplateError::Lacks("{input}"));
    }
    if description.answer.uses_file() && !mentions("{output}") {
        return Err(TemplateError::Lacks("{output}"));
    }
    Ok(())
}

fn known(argument: &str, names: &[&str]) -> Result<(), TemplateError> {
    let mut rest = argument;
    while let Some(start) = rest.find('{') {
        rest = &rest[start..];
        let end = rest.find('}').map_or(rest.len(), |end| end + 1);
        let (placeholder, after) = rest.split_at(end);
        if !names.contains(&placeholder) {
            let (placeholder, argument) = (placeholder.to_owned(), argument.to_owned());
            return Err(TemplateError::Unknown { placeholder, argument });
        }
        rest = after;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solvers::Catalogue;

    fn filled(name: &str, seconds: Option<u64>, seed: Option<u64>) -> Vec<OsString> {
        let (input, output) = (OsStr::new("/a {seed}.lp"), OsStr::new("/out"));
        let values = Values { input, output, seconds, seed, threads: None };
        fill(Catalogue::builtin().get(name).unwrap(), &values)
    }

    #[test]
    fn groups_appear_only_when_asked_for() {
        assert_eq!(filled("picosat", None, None), ["/a {seed}.lp"]);
        assert_eq!(filled("picosat", Some(3), Some(9)), ["-L", "3", "-s", "9", "/a {seed}.lp"]);
        assert_eq!(filled("minisat", None, Some(0))[1..3], ["-rnd-init", "-rnd-seed=0.5"]);
    }

    #[test]
    fn files_are_put_inside_an_argument_too() {
        let scip = filled("scip", Some(5), None);
        assert_eq!(scip[2], "set limits time 5");
        assert_eq!(scip[4], "read \"/a {seed}.lp\"");
        assert_eq!(scip[8], "write solution \"/out\"");
    }
}
