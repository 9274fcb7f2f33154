//! Argument templates, and the arguments that they become.

use std::ffi::{OsStr, OsString};

use thiserror::Error;

use crate::catalogue::Description;

/// What is wrong with the argument templates of a description.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum TemplateError {
    /// The answer's form belongs to the other kind of solver.
    #[error("`{answer}` is how solvers of the kind `{kind}` answer; change `kind` or `answer`")]
    WrongKind {
        /// The dialect.
        answer: &'static str,
        /// Its kind.
        kind: &'static str,
    },
    /// A word in braces without which the arguments make no sense.
    #[error("`{0}` must stand in here")]
    Lacks(&'static str),
    /// A word in braces that means nothing in this place.
    #[error("`{placeholder}` means nothing in `{argument}`; here may stand {known}")]
    Unknown {
        /// The word with its braces.
        placeholder: String,
        /// The argument that it stands in.
        argument: String,
        /// What may stand there.
        known: String,
    },
}

/// The values for one run.
pub(crate) struct TemplateValues<'a> {
    pub input: &'a OsStr,
    pub output: &'a OsStr,
    pub seconds: Option<u64>,
    pub seed: Option<u64>,
    pub threads: Option<u64>,
}

/// The groups: the argument that stands for one, which is also the word in braces of its value, but
/// for `{time}`.
pub(crate) const GROUPS: [&str; 4] = ["{time}", "{seed}", "{threads}", "{proof}"];

/// The arguments of one run.
pub(crate) fn fill(description: &Description, values: &TemplateValues) -> Vec<OsString> {
    fill_with_proof(description, values, None)
}

/// The arguments of one run that is to write a proof: the group of its format, and the file.
pub(crate) fn fill_with_proof(
    description: &Description,
    values: &TemplateValues,
    proof: Option<(&[String], &OsStr)>,
) -> Vec<OsString> {
    let files = [("{input}", values.input.to_owned()), ("{output}", values.output.to_owned())];
    let mut arguments = Vec::new();
    for template in &description.arguments {
        let (group, name, value) = match template.as_str() {
            "{time}" => (&description.time, "{seconds}", values.seconds),
            "{seed}" => (&description.seed, "{seed}", values.seed),
            "{threads}" => (&description.threads, "{threads}", values.threads),
            "{proof}" => {
                if let Some((group, file)) = proof {
                    let file = [("{proof}", file.to_owned())];
                    arguments.extend(group.iter().map(|template| replace(template, &file)));
                }
                continue;
            }
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

/// Checks that every word in braces means something where it stands; a fault comes with its field.
pub(crate) fn validate(description: &Description) -> Result<(), (&'static str, TemplateError)> {
    let proofs = description.proof.groups().map(|group| ("proof", group, "{proof}"));
    let groups = [
        ("time", &description.time[..], "{seconds}"),
        ("seed", &description.seed, "{seed}"),
        ("threads", &description.threads, "{threads}"),
    ];
    for (field, group, name) in groups.into_iter().chain(proofs) {
        for argument in group {
            known(argument, &[name]).map_err(|error| (field, error))?;
        }
        if !group.is_empty() && !mentions(group, name) {
            return Err((field, TemplateError::Lacks(name)));
        }
    }
    let arguments = &description.arguments;
    for argument in arguments.iter().filter(|argument| !GROUPS.contains(&argument.as_str())) {
        known(argument, &["{input}", "{output}"]).map_err(|error| match error {
            TemplateError::Unknown { placeholder, argument, .. } => {
                let groups = GROUPS.map(|group| format!("`{group}`")).join(", ");
                let known = format!("`{{input}}` or `{{output}}`, and by themselves {groups}");
                ("arguments", TemplateError::Unknown { placeholder, argument, known })
            }
            other => ("arguments", other),
        })?;
    }
    let needed = [("{input}", true), ("{output}", description.answer.uses_file())];
    match needed.into_iter().find(|(name, needed)| *needed && !mentions(arguments, name)) {
        Some((name, _)) => Err(("arguments", TemplateError::Lacks(name))),
        None => Ok(()),
    }
}

pub(crate) fn mentions(arguments: &[String], name: &str) -> bool {
    arguments.iter().any(|argument| argument.contains(name))
}

fn known(argument: &str, names: &[&str]) -> Result<(), TemplateError> {
    let mut rest = argument;
    while let Some(start) = rest.find('{') {
        rest = &rest[start..];
        let end = rest.find('}').map_or(rest.len(), |end| end + 1);
        let (placeholder, after) = rest.split_at(end);
        if !names.contains(&placeholder) {
            let (placeholder, argument) = (placeholder.to_owned(), argument.to_owned());
            let known = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>();
            let known = known.join(" or ");
            return Err(TemplateError::Unknown { placeholder, argument, known });
        }
        rest = after;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Catalogue;

    fn filled(name: &str, seconds: Option<u64>, seed: Option<u64>) -> Vec<OsString> {
        let (input, output) = (OsStr::new("/a {seed}.lp"), OsStr::new("/out"));
        let values = TemplateValues { input, output, seconds, seed, threads: None };
        fill(Catalogue::builtin().get(name).unwrap(), &values)
    }

    #[test]
    fn groups_appear_only_when_asked_for() {
        assert_eq!(filled("picosat", None, None), ["/a {seed}.lp"]);
        assert_eq!(filled("picosat", Some(3), Some(9)), ["-L", "3", "-s", "9", "/a {seed}.lp"]);
        assert_eq!(filled("minisat", None, Some(0))[1..3], ["-rnd-init", "-rnd-seed=0.5"]);
    }

    /// The name of the proof is a file of ours: braces in it are no placeholders.
    #[test]
    fn a_proof_is_written_only_when_asked_for() {
        let description = Catalogue::builtin().get("glucose").unwrap();
        let (input, output) = (OsStr::new("/f.cnf"), OsStr::new("/out"));
        let values = TemplateValues { input, output, seconds: None, seed: None, threads: None };
        let group = description.proof.get(crate::ProofFormat::Drat).unwrap();
        let proof = Some((group, OsStr::new("/{input}.drat")));
        let filled = fill_with_proof(description, &values, proof);
        assert!(filled.contains(&"-certified-output=/{input}.drat".into()), "{filled:?}");
        assert!(!fill(description, &values).contains(&"-certified".into()));
    }

    #[test]
    fn files_are_put_inside_an_argument_too() {
        let scip = filled("scip", Some(5), None);
        assert_eq!(scip[2], "set limits time 5");
        assert_eq!(scip[4], "read \"/a {seed}.lp\"");
        assert_eq!(scip[8], "write solution \"/out\"");
    }
}
