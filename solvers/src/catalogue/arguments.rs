//! The arguments of one run, made from the templates of a description.

use std::ffi::{OsStr, OsString};

use crate::catalogue::Description;

/// The values for one run.
pub(crate) struct TemplateValues<'a> {
    pub input: &'a OsStr,
    pub output: &'a OsStr,
    pub seconds: Option<u64>,
    pub seed: Option<u64>,
    pub threads: Option<u64>,
    /// The file with the settings of the group `{exact}`, if the run has an objective.
    pub settings: Option<&'a OsStr>,
}

/// The argument that stands for the options of the run.
const OPTIONS: &str = "{options}";

/// Returns the index of the argument at which the options of the run are inserted: the index of `{options}`, or else of
/// the input file. They are not inserted at the front, because the arguments before the file may name an interpreter's
/// script or a subcommand.
fn options_place(arguments: &[String]) -> usize {
    let named = arguments.iter().position(|template| template == OPTIONS);
    let input = || arguments.iter().position(|template| template.contains("{input}"));
    named.or_else(input).unwrap_or(0)
}

/// Returns the arguments of one run. If the run writes a proof, `proof` is the group of the format, and the proof file.
pub(crate) fn fill(
    description: &Description,
    values: &TemplateValues,
    proof: Option<(&[String], &OsStr)>,
) -> Vec<OsString> {
    let files = [("{input}", values.input.to_owned()), ("{output}", values.output.to_owned())];
    let options = || description.options.iter().map(OsString::from);
    let options_at = options_place(&description.arguments);
    let mut arguments = Vec::new();
    for (index, template) in description.arguments.iter().enumerate() {
        if index == options_at {
            arguments.extend(options());
        }
        let (group, name, value) = match template.as_str() {
            OPTIONS => continue,
            "{time}" => (&description.time, "{seconds}", values.seconds),
            "{seed}" => (&description.seed, "{seed}", values.seed),
            "{threads}" => (&description.threads, "{threads}", values.threads),
            "{exact}" => {
                if let Some(file) = values.settings.filter(|_| !sets_gaps(description)) {
                    let file = [("{settings}", file.to_owned())];
                    let group = description.exact.iter();
                    arguments.extend(group.map(|template| replace(template, &file)));
                }
                continue;
            }
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

/// Returns whether the options of the run set what the group `{exact}` sets.
pub(crate) fn sets_gaps(description: &Description) -> bool {
    description.exact.first().is_some_and(|first| description.options.contains(first))
}

/// Replaces placeholders by their values. Braces inside a value are kept unchanged.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Catalogue;

    fn filled(name: &str, seconds: Option<u64>, seed: Option<u64>) -> Vec<OsString> {
        let (input, output) = (OsStr::new("/a {seed}.lp"), OsStr::new("/out"));
        let values = TemplateValues { input, output, seconds, seed, threads: None, settings: None };
        fill(Catalogue::builtin().get(name).unwrap(), &values, None)
    }

    #[test]
    fn groups_appear_only_with_a_value() {
        assert_eq!(filled("picosat", None, None), ["/a {seed}.lp"]);
        assert_eq!(filled("picosat", Some(3), Some(9)), ["-L", "3", "-s", "9", "/a {seed}.lp"]);
        assert_eq!(filled("minisat", None, Some(0))[1..3], ["-rnd-init", "-rnd-seed=0.5"]);
    }

    /// The name of the proof file may contain braces, which are not placeholders.
    #[test]
    fn proof_arguments_appear_only_with_a_proof() {
        let description = Catalogue::builtin().get("glucose").unwrap();
        let (input, output) = (OsStr::new("/f.cnf"), OsStr::new("/out"));
        let values = TemplateValues {
            input,
            output,
            seconds: None,
            seed: None,
            threads: None,
            settings: None,
        };
        let group = description.proof.get(crate::ProofFormat::Drat).unwrap();
        let proof = Some((group, OsStr::new("/{input}.drat")));
        let filled = fill(description, &values, proof);
        assert!(filled.contains(&"-certified-output=/{input}.drat".into()), "{filled:?}");
        assert!(!fill(description, &values, None).contains(&"-certified".into()));
    }

    /// CBC and SCIP accept options only before all other arguments; an option in front of the file of `-import` would
    /// be read as the file.
    #[test]
    fn options_come_before_the_input_or_where_the_description_says() {
        let filled = |name: &str| {
            let mut description = Catalogue::builtin().get(name).unwrap().clone();
            description.options = vec!["-x".to_owned(), "1".to_owned()];
            let (input, output) = (OsStr::new("/in"), OsStr::new("/out"));
            let values = TemplateValues {
                input,
                output,
                seconds: None,
                seed: None,
                threads: None,
                settings: None,
            };
            let filled = fill(&description, &values, None);
            filled.into_iter().map(|one| one.into_string().unwrap()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(filled("competition"), "-x 1 /in");
        assert_eq!(filled("encycle"), "sat -x 1 /in");
        assert!(
            filled("cbc").starts_with("-cuts off -heur off -x 1 -import /in "),
            "{}",
            filled("cbc")
        );
        let own = "-q -c set constraints linear upgrade xor FALSE -x 1 -c read \"/in\" ";
        assert!(filled("scip").starts_with(own), "{}", filled("scip"));
        for description in Catalogue::builtin().descriptions() {
            let filled = filled(&description.name);
            assert_eq!(filled.matches("-x 1").count(), 1, "{}: {filled}", description.name);
        }
    }

    #[test]
    fn gaps_are_set_for_a_run_with_an_objective_unless_its_options_set_them() {
        let (input, output) = (OsStr::new("/in"), OsStr::new("/out"));
        let settings = Some(OsStr::new("/settings"));
        let values =
            TemplateValues { input, output, seconds: None, seed: None, threads: None, settings };
        let filled = |name: &str, options: &[&str]| {
            let mut description = Catalogue::builtin().get(name).unwrap().clone();
            description.options = options.iter().map(|&option| option.to_owned()).collect();
            let filled = fill(&description, &values, None);
            filled.into_iter().map(|one| one.into_string().unwrap()).collect::<Vec<_>>().join(" ")
        };
        let gaps = "--options_file /settings";
        assert!(filled("highs", &[]).starts_with(gaps), "{}", filled("highs", &[]));
        assert!(!filled("highs", &["--options_file", "mine"]).contains("/settings"));
        assert!(filled("cbc", &[]).contains(" -ratio 0 -allow 0 "), "{}", filled("cbc", &[]));
        let description = Catalogue::builtin().get("highs").unwrap();
        let without = TemplateValues { settings: None, ..values };
        assert!(!fill(description, &without, None).contains(&"--options_file".into()));
    }

    #[test]
    fn files_are_replaced_inside_an_argument() {
        let scip = filled("scip", Some(5), None);
        assert_eq!(scip[4], "set limits time 5");
        assert_eq!(scip[6], "read \"/a {seed}.lp\"");
        assert_eq!(scip[10], "write solution \"/out\"");
    }
}
