//! `encycle schema`: the JSON Schemas of the layouts.

use std::process::ExitCode;

use clap::Args;
use serde_json::Value;

use crate::cli::exit::{CliError, Exit};
use crate::cli::output::print;
use crate::cli::views::table::{Align, Table};
use encycle::encodings::suggest::question;

/// Print the JSON Schema of a JSON layout, or list the layouts.
///
/// A schema (draft 2020-12) has every key of a layout with its type and its meaning. For JSON lines,
/// it describes one line. `encycle help json` has the same in prose.
///
/// Examples:
///   encycle schema                                the names of all layouts
///   encycle schema solve                          the schema of `encycle solve --json`
///   encycle schema encycle-solve-2                the same; an error if the version is another one
///   encycle schema solve | jq '."$defs" | keys'
///
/// Exit codes: 0 success; 2 there is no such layout.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Layout, with or without `encycle-` and the version [default: list all layouts]
    name: Option<String>,
}

/// Creates the table of schemas: the name of each, and the text of its file.
macro_rules! schemas {
    ($($folder:literal: $($name:literal),*;)*) => {
        [$($((
            $name,
            include_str!(concat!("../../../../docs/schemas/", $folder, $name, ".json")),
        )),*),*]
    };
}

/// Every layout and its schema, in the order of `encycle schema`.
const SCHEMAS: [(&str, &str); 23] = schemas! {
    "solving/": "encycle-solve-2", "encycle-cuts-1", "encycle-enumerate-1", "encycle-checkpoint-1",
        "encycle-count-1", "encycle-decode-1", "encycle-certificate-1";
    "making/": "encycle-grade-1", "encycle-generate-1", "encycle-thin-1", "encycle-repair-1",
        "encycle-instances-1", "encycle-pair-sets-1";
    "": "encycle-sizes-1", "encycle-strength-1", "encycle-core-1", "encycle-lint-1", "encycle-solvers-1", "encycle-bench-1", "encycle-campaign-1",
        "encycle-bundle-1";
    "page/": "encycle-request-1", "encycle-event-1";
};

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    match &arguments.name {
        Some(name) => print(find(name)?)?,
        None => print(&list()?)?,
    }
    Ok(Exit::Positive.code())
}

/// Returns the name without `encycle-` and without the version, for example `solve` for `encycle-solve-2`.
fn short(name: &str) -> &str {
    let name = name.strip_prefix("encycle-").unwrap_or(name);
    let is_version =
        |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    name.rsplit_once('-').filter(|(_, version)| is_version(version)).map_or(name, |(name, _)| name)
}

/// Returns the schema with this name. The prefix `encycle-` and the version may be omitted.
fn find(wanted: &str) -> Result<&'static str, CliError> {
    let names = SCHEMAS.iter().map(|&(name, _)| name);
    let has_name = |name: &str| {
        let without_prefix = name.strip_prefix("encycle-").unwrap_or(name);
        [
            name,
            without_prefix,
            short(name),
            name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-'),
        ]
        .contains(&wanted)
    };
    if let Some((_, text)) = SCHEMAS.iter().find(|(name, _)| has_name(name)) {
        return Ok(text);
    }
    // the layout exists, but not in this version
    if let Some(name) = names.clone().find(|name| short(name) == short(wanted)) {
        let message = format!(
            "unknown version of a JSON layout: `{wanted}`\nhelp: this version of Encycle has `{name}`"
        );
        return Err(CliError::Usage(message));
    }
    let suggestion = question(short(wanted), names.map(short));
    let help = format!("{suggestion}`encycle schema` lists all layouts");
    Err(CliError::Usage(format!("unknown JSON layout: `{wanted}`\nhelp: {help}")))
}

/// Returns one line for each layout: its name and the description in its schema.
fn list() -> Result<String, CliError> {
    let mut table = Table::new(&[("name", Align::Left), ("layout", Align::Left)]);
    for (name, text) in SCHEMAS {
        let schema: Value = serde_json::from_str(text)
            .map_err(std::io::Error::from)
            .map_err(CliError::io(format!("the schema {name}")))?;
        let description = schema["description"].as_str().unwrap_or_default();
        table.row(&[&name, &description.lines().next().unwrap_or_default()]);
    }
    Ok(table.to_string())
}
