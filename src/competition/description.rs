//! The description of a bundle: a LaTeX document of at most two pages in the style of the IEEE proceedings.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use encycle_encodings::kinds::slitherlink::bases::BASES;
use encycle_encodings::logic::CnfMethod;
use encycle_encodings::rules::one_loop::eager::PARTS;

use crate::competition::Difficulty;
use crate::competition::measure::BundleReport;
use crate::competition::measure::status;
use crate::report::latex::escaped_text;

/// Returns the bibliography.
pub(super) fn bibliography() -> &'static str {
    include_str!("references.bib")
}

/// Returns the description of a bundle.
pub(super) fn description(report: &BundleReport) -> String {
    let kinds: BTreeSet<&str> = report.instances.iter().map(|one| &*one.kind).collect();
    let encodings: BTreeSet<(&str, &str)> =
        report.instances.iter().map(|one| (&*one.encoding, &*one.cnf)).collect();
    let names = kinds.iter().map(|kind| escaped_text(kind)).collect::<Vec<_>>().join(", ");
    let mut text = format!(
        "\\documentclass[conference]{{IEEEtran}}\n\\usepackage[T1]{{fontenc}}\n\\begin{{document}}\n\
         \\title{{Instances from grid puzzles: {names}}}\n\\author{{{}}}\n\\maketitle\n",
        report
            .authors
            .iter()
            .map(|author| escaped_text(author))
            .collect::<Vec<_>>()
            .join("\\and\n")
    );
    let second = report.instances.iter().filter(|one| one.second).count();
    let _ = write!(
        text,
        "\n\\section{{Family}}\nThe instances ask for the solution of a puzzle ({}), or for a second solution \
         besides a known one ({second}). A puzzle has exactly one solution if the latter is unsatisfiable. The \
         puzzles are in the folder \\texttt{{puzzles}}. Encycle {} writes each instance by the command in \
         \\texttt{{instances.csv}}, bit by bit.\n",
        report.instances.len() - second,
        escaped_text(&report.encycle)
    );
    text.push_str("\n\\section{Encoding}\n");
    for (encoding, cnf) in &encodings {
        let _ = writeln!(text, "{}", sentence(encoding, cnf));
    }
    text.push_str("Each instance is complete: its models are the solutions, without cuts. ");
    let cited = |keys: BTreeSet<&str>| keys.into_iter().collect::<Vec<_>>().join(",");
    let of_encodings = cited(encodings.iter().flat_map(|(name, _)| sources(name)).collect());
    if !of_encodings.is_empty() {
        let _ = writeln!(text, "Sources of the encodings: \\cite{{{of_encodings}}}.");
    }
    let of_methods = cited(encodings.iter().filter_map(|(_, cnf)| method_source(cnf)).collect());
    if !of_methods.is_empty() {
        let _ = writeln!(text, "Sources of the CNF methods: \\cite{{{of_methods}}}.");
    }
    let count = |wanted| report.instances.iter().filter(|one| one.difficulty() == wanted).count();
    let [easy, window, hard] =
        [Difficulty::Easy, Difficulty::Window, Difficulty::TooHard].map(count);
    if let Some(first) = report.instances.first() {
        let _ = write!(
            text,
            "\n\\section{{Difficulty}}\n{window} of {} instances are solved by {} within {}~s, but not by {} within \
             {}~s; {easy} are easier, {hard} harder. Answers with a model were checked by the rules of the puzzle. \
             The table lists CPU seconds.\n",
            report.instances.len(),
            escaped_text(&first.hard.solver),
            first.hard.limit,
            escaped_text(&first.easy.solver),
            first.easy.limit
        );
    }
    text.push_str(
        "\n\\begin{table}[h]\\centering\\scriptsize\n\\begin{tabular}{lrrlrr}\nGBD hash or file & variables & \
         clauses & status & easy & hard \\\\ \\hline\n",
    );
    for one in &report.instances {
        let name = one.gbdhash.clone().unwrap_or_else(|| one.file.clone());
        let short: String = name.trim_start_matches("instances/").chars().take(12).collect();
        let time = |run: &crate::competition::Timing| match run.satisfiable {
            Some(_) => format!("{:.1}", run.cpu_seconds),
            None => format!("$>${:.0}", run.limit),
        };
        let _ = writeln!(
            text,
            "\\texttt{{{}}} & {} & {} & {} & {} & {} \\\\",
            escaped_text(&short),
            one.variables,
            one.clauses,
            status(one.satisfiable),
            time(&one.easy),
            time(&one.hard)
        );
    }
    text.push_str(
        "\\end{tabular}\n\\end{table}\n\n\\section{License}\nCC BY 4.0. The linter of Encycle finds no error in the \
         instances (\\texttt{lint.txt}); \\texttt{SHA256SUMS} has the checksums.\n\n",
    );
    if text.contains("\\cite{") {
        text.push_str("\\bibliographystyle{IEEEtran}\n\\bibliography{references}\n");
    }
    text.push_str("\\end{document}\n");
    text
}

/// The keys of the bibliography for authors of bases and parts.
const ENCODING_SOURCES: [(&str, &str); 6] = [
    ("Westreicher", "westreicher"),
    ("Berschneider", "berschneider"),
    ("Williams", "williams"),
    ("Validi", "validi"),
    ("Rankooh", "rankooh"),
    ("Zhou", "zhou"),
];

/// Returns the keys of the sources that the base and the parts of an encoding name.
fn sources(encoding: &str) -> Vec<&'static str> {
    let bases = BASES.iter().map(|base| base.info);
    let infos = bases.chain(PARTS.iter().map(|part| part.about));
    let named = infos.filter(|info| encoding.split('+').any(|name| name == info.name));
    let texts: Vec<&str> = named.map(|info| info.source).collect();
    let keys = ENCODING_SOURCES
        .iter()
        .filter(|(author, _)| texts.iter().any(|text| text.contains(author)));
    keys.map(|&(_, key)| key).collect()
}

/// Returns the key of the source of a CNF method.
fn method_source(cnf: &str) -> Option<&'static str> {
    match CnfMethod::ALL.iter().find(|method| method.name() == cnf)? {
        CnfMethod::Tseitin => Some("tseitin"),
        CnfMethod::PlaistedGreenbaum => Some("plaisted"),
        _ => None,
    }
}

fn sentence(encoding: &str, cnf: &str) -> String {
    format!(
        "One encoding is \\texttt{{{}}} with the CNF method \\texttt{{{}}}.",
        escaped_text(encoding),
        escaped_text(cnf)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A bundle with a single encoding cited the sources of all encodings.
    #[test]
    fn only_the_sources_of_the_encodings_and_methods_are_cited() {
        assert_eq!(sources("edge"), ["berschneider"]);
        assert_eq!(sources("two-line+reach"), ["westreicher"]);
        assert!(sources("edge+cotree").contains(&"williams"));
        assert!(sources("s3").is_empty());
        assert_eq!((method_source("tseitin"), method_source("direct")), (Some("tseitin"), None));
        let known = ENCODING_SOURCES.iter().map(|(_, key)| *key).chain(["tseitin", "plaisted"]);
        assert!(known.clone().all(|key| bibliography().contains(&format!("{{{key},"))));
    }
}
