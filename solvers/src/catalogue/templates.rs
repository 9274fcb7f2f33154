//! Argument templates: placeholders in braces, and the values that replace them.

use thiserror::Error;

/// The arguments that stand for a whole group. Each is also the placeholder of the group's value, except `{time}`,
/// whose value is `{seconds}`, `{exact}`, which may have `{settings}`, and `{options}`, which stands for the options of
/// the run.
pub(crate) const GROUPS: [&str; 6] =
    ["{options}", "{time}", "{seed}", "{threads}", "{exact}", "{proof}"];

/// What is wrong with the argument templates of a description.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum TemplateError {
    /// The dialect belongs to the other kind of solver.
    #[error("`{answer}` is a dialect of {kind} solvers")]
    WrongKind {
        /// The dialect.
        answer: &'static str,
        /// Its kind.
        kind: &'static str,
    },
    /// A required placeholder does not occur.
    #[error("missing placeholder: `{0}`")]
    Missing(&'static str),
    /// A placeholder has no meaning in this place.
    #[error("unknown placeholder in `{argument}`: `{placeholder}`")]
    Unknown {
        /// The placeholder with its braces.
        placeholder: String,
        /// The argument that contains it.
        argument: String,
        /// The placeholders that are allowed there.
        allowed: String,
    },
    /// A proof format has no arguments.
    #[error("no arguments for the proof format `{0}`")]
    EmptyProof(&'static str),
    /// A simplifier has no proof.
    #[error("the steps of the simplifier are read as a DRAT proof, and `proof` has no `drat`")]
    NoProof,
    /// No argument refers to the group.
    #[error("the group is never used, since `arguments` does not contain `{0}`")]
    Unused(&'static str),
}

impl TemplateError {
    /// Returns what to do about the error.
    pub fn help(&self) -> String {
        match self {
            Self::WrongKind { .. } => "change `kind` or `answer`".to_owned(),
            Self::Missing(placeholder) => format!("add an argument that contains `{placeholder}`"),
            Self::Unknown { allowed, .. } => format!("allowed here: {allowed}"),
            Self::EmptyProof(_) => {
                "give arguments that contain `{proof}`, or leave the format out".to_owned()
            }
            Self::NoProof => "add `proof.drat`, or remove `simplify`".to_owned(),
            Self::Unused(placeholder) => {
                format!("add the argument `{placeholder}` to `arguments`, or remove the group")
            }
        }
    }
}

/// Checks that an argument contains no placeholders except these.
pub(crate) fn check(argument: &str, allowed: &[&str]) -> Result<(), TemplateError> {
    let mut rest = argument;
    while let Some(start) = rest.find('{') {
        rest = &rest[start..];
        let end = rest.find('}').map_or(rest.len(), |end| end + 1);
        let (placeholder, after) = rest.split_at(end);
        if !allowed.contains(&placeholder) {
            let (placeholder, argument) = (placeholder.to_owned(), argument.to_owned());
            let allowed: Vec<_> = allowed.iter().map(|name| format!("`{name}`")).collect();
            let allowed = allowed.join(", ");
            return Err(TemplateError::Unknown { placeholder, argument, allowed });
        }
        rest = after;
    }
    Ok(())
}

/// Checks the templates of a group: unless the group is empty, it contains the placeholder `name`, and no other.
pub(crate) fn check_group(group: &[String], name: &'static str) -> Result<(), TemplateError> {
    group.iter().try_for_each(|argument| check(argument, &[name]))?;
    match group.is_empty() || mentions(group, name) {
        true => Ok(()),
        false => Err(TemplateError::Missing(name)),
    }
}

/// Checks the arguments of a run. `{input}` and `{output}` may occur anywhere, but a group only as a whole argument.
pub(crate) fn check_arguments(arguments: &[String]) -> Result<(), TemplateError> {
    for argument in arguments.iter().filter(|argument| !GROUPS.contains(&argument.as_str())) {
        check(argument, &["{input}", "{output}"]).map_err(|error| match error {
            TemplateError::Unknown { placeholder, argument, allowed } => {
                let groups = GROUPS.map(|group| format!("`{group}`")).join(", ");
                let allowed = format!("{allowed}; as whole arguments {groups}");
                TemplateError::Unknown { placeholder, argument, allowed }
            }
            other => other,
        })?;
    }
    Ok(())
}

/// Returns whether one of the arguments contains this text.
pub(crate) fn mentions(arguments: &[String], name: &str) -> bool {
    arguments.iter().any(|argument| argument.contains(name))
}
