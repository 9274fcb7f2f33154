//! The description of a bundle: a LaTeX document of at most two pages in the style of the IEEE proceedings.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::competition::Difficulty;
use crate::competition::bundle::BundleReport;
use crate::competition::measure::status;

/// Returns the bibliography.
pub(super) fn bibliography() -> &'static str {
    include_str!("references.bib")
}

/// Escapes the characters that mean something to LaTeX.
fn tex(text: &str) -> String {
    let escape = |c: char| match c {
        '\\' => "\\textbackslash{}".to_owned(),
        '&' | '%' | '$' | '#' | '_' | '{' | '}' => format!("\\{c}"),
        '~' => "\\textasciitilde{}".to_owned(),
        '^' => "\\textasciicircum{}".to_owned(),
        other => other.to_string(),
    };
    text.chars().map(escape).collect()
}

/// Returns the description.
pub(super) fn description(report: &BundleReport) -> String {
    let kinds: BTreeSet<&str> = report.instances.iter().map(|one| &*one.kind).collect();
    let encodings: BTreeSet<(&str, &str)> =
        report.instances.iter().map(|one| (&*one.encoding, &*one.cnf)).collect();
    let names = kinds.iter().map(|kind| tex(kind)).collect::<Vec<_>>().join(", ");
    let mut text = format!(
        "\\documentclass[conference]{{IEEEtran}}\n\\usepackage[T1]{{fontenc}}\n\\begin{{document}}\n\
         \\title{{Instances from grid puzzles: {names}}}\n\\author{{{}}}\n\\maketitle\n",
        report.authors.iter().map(|author| tex(author)).collect::<Vec<_>>().join("\\and\n")
    );
    let second = report.instances.iter().filter(|one| one.second).count();
    let _ = write!(
        text,
        "\n\\section{{Family}}\nThe instances ask for the solution of a puzzle ({}), or for a second solution \
         besides a known one ({second}). A puzzle has exactly one solution if the latter is unsatisfiable. The \
         puzzles are in the folder \\texttt{{puzzles}}. Encycle {} writes each instance by the command in \
         \\texttt{{instances.csv}}, bit by bit.\n",
        report.instances.len() - second,
        tex(&report.encycle)
    );
    text.push_str("\n\\section{Encoding}\n");
    for (encoding, cnf) in &encodings {
        let _ = writeln!(text, "{}", sentence(encoding, cnf));
    }
    text.push_str(
        "Each instance is complete: its models are the solutions, without cuts. The bases and parts of the \
         encodings are from \\cite{westreicher,berschneider,williams,validi,rankooh,zhou}, the CNF methods from \
         \\cite{tseitin,plaisted}.\n",
    );
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
            tex(&first.hard.solver),
            first.hard.limit,
            tex(&first.easy.solver),
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
            tex(&short),
            one.variables,
            one.clauses,
            status(one.satisfiable),
            time(&one.easy),
            time(&one.hard)
        );
    }
    text.push_str(
        "\\end{tabular}\n\\end{table}\n\n\\section{License}\nCC BY 4.0. The linter of Encycle finds no error in the \
         instances (\\texttt{lint.txt}); \\texttt{SHA256SUMS} has the checksums.\n\n\
         \\bibliographystyle{IEEEtran}\n\\bibliography{references}\n\\end{document}\n",
    );
    text
}

fn sentence(encoding: &str, cnf: &str) -> String {
    format!(
        "One encoding is \\texttt{{{}}} with the CNF method \\texttt{{{}}}.",
        tex(encoding),
        tex(cnf)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_of_latex_are_escaped() {
        assert_eq!(tex(r"50% of A_1 & {B}\"), r"50\% of A\_1 \& \{B\}\textbackslash{}");
    }
}
