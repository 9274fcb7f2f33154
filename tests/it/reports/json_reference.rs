//! The reference page of the JSON, `docs/reference/json.md`, which is generated from the schemas.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use encycle::json_schemas;
use serde_json::{Map, Value};

use super::{assert_current, schema_files};

/// The page.
const PAGE: &str = "docs/reference/json.md";

const INTRODUCTION: &str = "\
# The JSON of Encycle

Each section describes a layout: the keys of the JSON that a command prints or writes. For JSON lines it describes one
line. A key is always present unless its type says \"or absent\"; a value that does not apply is null. `schema` is the
name of the layout. The name changes when a key is removed or changes its meaning, so programs that read the JSON can
ignore unknown keys.

Each layout has a JSON Schema (draft 2020-12), from which this page is generated, and a type in the Rust module
`encycle::report`. `encycle schema` lists the layouts, and `encycle schema NAME` prints a schema. In Rust,
`encycle::json_schemas()` (feature `schemas`) returns all of them.
";

#[test]
fn the_reference_of_the_json_is_generated_from_the_schemas() {
    assert_current(PAGE, &page());
}

/// Returns the page: a section for each layout, then the types that several layouts share.
fn page() -> String {
    // the schemas of the page's own interface are described in page.md
    let is_page = |name: &str| ["encycle-request-1", "encycle-event-1"].contains(&name);
    let mut layouts: Vec<(&str, Value)> = json_schemas()
        .into_iter()
        .filter(|(name, _)| !is_page(name))
        .map(|(name, schema)| (name, schema.to_value()))
        .collect();
    for (_, schema) in &mut layouts {
        let defined = schema.get("$defs").cloned();
        schema["$defs"] = defined.unwrap_or_else(|| Value::Object(Map::new()));
    }
    let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
    for name in layouts.iter().flat_map(|(_, schema)| object(&schema["$defs"]).keys()) {
        *uses.entry(name).or_default() += 1;
    }
    let mut page = INTRODUCTION.to_owned();
    let mut shared = BTreeMap::new();
    for (name, schema) in &layouts {
        let definitions = object(&schema["$defs"]);
        let (content, details) = split(&schema["description"]);
        let file = schema_file(name);
        let _ = write!(page, "\n## {content}\n\nSchema: [{name}](../{file}). {details}");
        page.truncate(page.trim_end().len());
        page.push('\n');
        let variants: Vec<&Value> = schema["anyOf"].as_array().into_iter().flatten().collect();
        match variants.as_slice() {
            [] => table(schema, definitions, &mut page),
            variants => {
                page += "\nIt is one of these types:\n\n";
                for variant in variants {
                    let about = text(&variant["description"]);
                    let _ = writeln!(page, "- {}: {about}", type_of(variant));
                }
            }
        }
        // the types of the variants come first
        let is_variant = |of: &str| variants.iter().any(|one| reference(one) == Some(of));
        let mut own: Vec<_> = definitions.iter().collect();
        own.sort_by_key(|(of, _)| !is_variant(of));
        for (of, definition) in own {
            if uses[&**of] > 1 {
                shared.insert(of.clone(), (definition.clone(), definitions.clone()));
            } else {
                section(of, definition, definitions, &mut page);
            }
        }
    }
    page += "\n## Types of several layouts\n";
    for (of, (definition, definitions)) in &shared {
        section(of, definition, definitions, &mut page);
    }
    page
}

/// Writes the section of a type.
fn section(name: &str, definition: &Value, definitions: &Map<String, Value>, page: &mut String) {
    let _ = write!(page, "\n### {name}\n\n{}\n", text(&definition["description"]));
    table(definition, definitions, page);
}

/// Writes the table of the keys of an object, or of the values or variants of another type. An object can have further
/// keys, those of one variant: each of them is then absent in the other variants.
fn table(definition: &Value, definitions: &Map<String, Value>, page: &mut String) {
    let variants = definition["oneOf"].as_array().or(definition["anyOf"].as_array());
    let variants = variants.map_or(&[][..], Vec::as_slice);
    if definition["properties"].is_null() && variants.is_empty() {
        let _ = write!(page, "\nIt is {}.\n", type_of(definition));
    } else if definition["properties"].is_null() {
        *page += "\n| one of | meaning |\n|---|---|\n";
        for variant in variants {
            let about = text(&variant["description"]);
            let _ = writeln!(page, "| {} | {about} |", type_of(variant));
        }
    } else {
        *page += "\n| key | type | meaning |\n|---|---|---|\n";
        rows(definition, definitions, page);
        for variant in variants {
            let mut variant = variant.clone();
            let about = variant["description"].clone();
            variant["required"] = Value::Null;
            for (_, value) in variant["properties"].as_object_mut().expect("an object") {
                value["description"] = about.clone();
            }
            rows(&variant, definitions, page);
        }
    }
}

/// Writes a row for each key of an object.
fn rows(definition: &Value, definitions: &Map<String, Value>, page: &mut String) {
    let required = definition["required"].as_array().cloned().unwrap_or_default();
    for (key, value) in object(&definition["properties"]) {
        let mut of = type_of(value);
        if !required.contains(&Value::from(&**key)) {
            of = of.trim_end_matches(" or null").to_owned() + " or absent";
        }
        let _ = writeln!(page, "| `{key}` | {of} | {} |", meaning(value, definitions));
    }
}

/// Returns the description of a key, or that of its type.
fn meaning(value: &Value, definitions: &Map<String, Value>) -> String {
    let of = referenced(value).and_then(|name| definitions.get(name));
    let own = text(&value["description"]);
    if own.is_empty() { of.map_or(own, |of| text(&of["description"])) } else { own }
}

/// Returns the type of a value in words.
fn type_of(value: &Value) -> String {
    if let Some(name) = reference(value) {
        return format!("[{name}](#{})", name.to_lowercase());
    }
    if let Some(one) = value["const"].as_str() {
        return format!("`{one}`");
    }
    if let Some(variants) = value["anyOf"].as_array().or(value["oneOf"].as_array()) {
        let all: Vec<String> = variants.iter().map(type_of).collect();
        return all.join(" or ");
    }
    match &value["type"] {
        Value::Array(types) => {
            let types = types.iter().map(|one| {
                let mut single = value.clone();
                single["type"] = one.clone();
                type_of(&single)
            });
            types.collect::<Vec<_>>().join(" or ")
        }
        Value::String(of) if of == "array" => match &value["items"] {
            Value::Null => "array".to_owned(),
            items => format!("array of {}", type_of(items)),
        },
        Value::String(of) if of == "object" => match &value["additionalProperties"] {
            Value::Object(_) => {
                format!("object, by key: {}", type_of(&value["additionalProperties"]))
            }
            _ => match value["properties"].as_object() {
                Some(keys) => {
                    let name = |(key, value): (&String, &Value)| match type_of(value) {
                        of if value["properties"].is_object() => format!("`{key}` ({of})"),
                        _ => format!("`{key}`"),
                    };
                    format!("object with {}", keys.iter().map(name).collect::<Vec<_>>().join(", "))
                }
                None => "object".to_owned(),
            },
        },
        Value::String(of) => of.clone(),
        _ => "any value".to_owned(),
    }
}

/// Returns the name of the type that a value is, or is in the only branch that is not null, or has as items.
fn referenced(value: &Value) -> Option<&str> {
    let variants = value["anyOf"].as_array().into_iter().flatten();
    reference(value)
        .or_else(|| variants.filter_map(reference).next())
        .or_else(|| referenced(value.get("items")?))
}

fn reference(value: &Value) -> Option<&str> {
    value["$ref"].as_str()?.strip_prefix("#/$defs/")
}

/// Returns the path of the file of a schema, below docs/.
fn schema_file(name: &str) -> String {
    let files = schema_files();
    let file = files.iter().find(|path| path.ends_with(format!("{name}.json")));
    let file = file.unwrap_or_else(|| panic!("no file of {name}"));
    file.strip_prefix("docs").expect("a file below docs/").display().to_string()
}

fn object(value: &Value) -> &Map<String, Value> {
    value.as_object().expect("an object")
}

/// Returns a description on one line, with `|` as it is written in tables.
fn text(value: &Value) -> String {
    let text = value.as_str().unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

/// Splits a description into the heading of its section and the rest. `The size: \`sizes --json\`.` has the heading
/// `\`encycle sizes --json\`` and begins with `The size.`
fn split(value: &Value) -> (String, String) {
    let whole = value.as_str().unwrap_or_default();
    let (first, rest) = whole.split_once("\n\n").unwrap_or((whole, ""));
    let (content, place) = first.trim_end_matches('.').split_once(": ").unwrap_or((first, first));
    let place = place.trim_start_matches("a line of ");
    let heading = match place.strip_prefix('`') {
        Some(command) if !place.contains(".json") => format!("`encycle {command}"),
        _ => place.to_owned(),
    };
    (heading, format!("{content}. {}", text(&rest.into())))
}
