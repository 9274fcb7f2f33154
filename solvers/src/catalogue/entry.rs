//! An entry of a list of solvers as it is written: everything but the name may come from another one.

use crate::answers::Dialect;
use crate::builtin::BuiltIn;
use crate::catalogue::located::{Fault, Located};
use crate::catalogue::{ProofArguments, ProofFormat};
use crate::catalogue::{SolverKind, VersionQuery};

/// The fields, in the order of the documentation.
const FIELDS: [&str; 11] = [
    "name",
    "like",
    "kind",
    "programs",
    "version",
    "arguments",
    "time",
    "seed",
    "threads",
    "proof",
    "answer",
];

/// What was written, and where.
#[derive(Clone, Debug)]
pub(crate) struct Entry<'a> {
    whole: Located<'a>,
    places: Vec<(&'static str, Located<'a>)>,
    pub name: String,
    pub like: Option<String>,
    pub kind: Option<SolverKind>,
    pub programs: Option<Vec<String>>,
    /// `null` takes away what `like` provides.
    pub version: Option<Option<VersionQuery>>,
    pub arguments: Option<Vec<String>>,
    pub time: Option<Vec<String>>,
    pub seed: Option<Vec<String>>,
    pub threads: Option<Vec<String>>,
    pub proof: Option<ProofArguments>,
    pub answer: Option<Dialect>,
}

/// A fault, and the entry and the field that it is in, as far as they are known.
#[derive(Clone, Debug)]
pub(crate) struct EntryFault {
    pub name: Option<String>,
    pub field: Option<String>,
    pub fault: Fault,
}

impl EntryFault {
    pub fn general(fault: Fault) -> Self {
        Self { name: None, field: None, fault }
    }
}

impl<'a> Entry<'a> {
    /// The entries of a text.
    pub fn list(text: &'a str) -> Result<Vec<Self>, EntryFault> {
        let whole = Located::of(text).map_err(EntryFault::general)?;
        let wanted = "a list of solvers, `[ { \"name\": … } ]`";
        let parts = whole.list(wanted).map_err(EntryFault::general)?;
        let mut entries: Vec<Self> = Vec::with_capacity(parts.len());
        for part in parts {
            let entry = Self::read(part)?;
            if let Some(other) = entries.iter().find(|other| other.name == entry.name) {
                let first = other.whole.fault("").line;
                let reason = format!("it is described in line {first} already; keep one of them");
                return Err(entry.fault("name", reason));
            }
            entries.push(entry);
        }
        Ok(entries)
    }

    fn read(whole: Located<'a>) -> Result<Self, EntryFault> {
        let wanted = "a solver, `{ \"name\": … }`";
        let fields = whole.fields(wanted).map_err(EntryFault::general)?;
        let name = fields.iter().find(|(key, ..)| key == "name");
        let name = name.and_then(|(_, _, value)| value.string("").ok());
        let in_entry = |field: Option<&str>, fault| EntryFault {
            name: name.clone(),
            field: field.map(str::to_owned),
            fault,
        };
        let mut entry = Self {
            whole,
            places: Vec::with_capacity(fields.len()),
            name: String::new(),
            like: None,
            kind: None,
            programs: None,
            version: None,
            arguments: None,
            time: None,
            seed: None,
            threads: None,
            proof: None,
            answer: None,
        };
        for (key, place, value) in &fields {
            let Some(field) = FIELDS.into_iter().find(|field| field == key) else {
                let reason =
                    format!("there is no such field; the fields are {}", FIELDS.join(", "));
                return Err(in_entry(Some(key), place.fault(reason)));
            };
            entry.places.push((field, *value));
            entry.set(field, value).map_err(|fault| in_entry(Some(field), fault))?;
        }
        if entry.name.is_empty() {
            let reason = "every solver needs a `name`, a string by which it is asked for";
            return Err(in_entry(None, whole.fault(reason)));
        }
        Ok(entry)
    }

    fn set(&mut self, field: &str, value: &Located) -> Result<(), Fault> {
        match field {
            "name" => self.name = name(value)?,
            "like" => self.like = Some(value.string("the name of a solver")?),
            "kind" => self.kind = Some(kind(value)?),
            "programs" => self.programs = Some(programs(value)?),
            "version" => self.version = Some(version(value)?),
            "arguments" => self.arguments = Some(value.strings()?),
            "time" => self.time = Some(value.strings()?),
            "seed" => self.seed = Some(value.strings()?),
            "threads" => self.threads = Some(value.strings()?),
            "proof" => self.proof = Some(proofs(value)?),
            _ => {
                let dialect = value.string("the name of a dialect")?;
                self.answer = Some(dialect.parse().map_err(|reason: String| value.fault(reason))?);
            }
        }
        Ok(())
    }

    /// A fault of a field, where it is written; of one that is not, where the entry begins.
    pub fn fault(&self, field: &str, reason: impl Into<String>) -> EntryFault {
        let place = self.places.iter().find(|(name, _)| *name == field);
        let place = place.map_or(self.whole, |(_, place)| *place);
        EntryFault {
            name: Some(self.name.clone()),
            field: Some(field.to_owned()),
            fault: place.fault(reason),
        }
    }
}

fn name(value: &Located) -> Result<String, Fault> {
    let name = value.string("a string")?;
    if BuiltIn::named(&name).is_some() {
        let reason = format!("`{name}` is a built-in solver; take another name");
        return Err(value.fault(reason));
    }
    let plain = |c: char| c.is_alphanumeric() || "-_.+".contains(c);
    if name.is_empty() || !name.chars().all(plain) {
        return Err(value.not("a name of letters, digits and `-`, `_`, `.`, `+`"));
    }
    Ok(name)
}

fn kind(value: &Located) -> Result<SolverKind, Fault> {
    let wanted = "`\"sat\"` or `\"mip\"`";
    let name = value.string(wanted)?;
    [SolverKind::Sat, SolverKind::Mip]
        .into_iter()
        .find(|kind| kind.name() == name)
        .ok_or(value.not(wanted))
}

fn programs(value: &Located) -> Result<Vec<String>, Fault> {
    let parts = value.list("a list of strings")?;
    let program = |part: &Located| {
        let program = part.string("a string")?;
        let is_name = !program.is_empty() && !program.contains('/');
        if is_name || program.starts_with('/') || program.starts_with("~/") {
            return Ok(program);
        }
        Err(part.not("the name of a program, or a path that begins with `/` or `~/`"))
    };
    parts.iter().map(program).collect()
}

fn version(value: &Located) -> Result<Option<VersionQuery>, Fault> {
    if value.is_null() {
        return Ok(None);
    }
    let wanted = "`{ \"arguments\": […], \"after\": … }` or `null`";
    let (mut arguments, mut after) = (None, None);
    for (key, place, part) in value.fields(wanted)? {
        match key.as_str() {
            "arguments" => arguments = Some(part.strings()?),
            "after" => after = Some(part.string("a word")?),
            _ => return Err(place.not("`arguments` or `after`")),
        }
    }
    let arguments = arguments.ok_or_else(|| value.not(wanted))?;
    Ok(Some(VersionQuery { arguments, after }))
}

fn proofs(value: &Located) -> Result<ProofArguments, Fault> {
    let mut proofs = ProofArguments::default();
    for (key, place, part) in value.fields("`{ \"drat\": […], \"lrat\": […], \"frat\": […] }`")?
    {
        let format = ProofFormat::of_name(&key)
            .ok_or_else(|| place.not("`drat`, `lrat` or `frat`, a format of proofs"))?;
        let arguments = part.strings()?;
        if arguments.is_empty() {
            return Err(
                part.not("arguments with `{proof}`; leave the format out if there are none")
            );
        }
        proofs.insert(format, arguments);
    }
    Ok(proofs)
}
