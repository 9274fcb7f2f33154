//! CPLEX's `.sol` file: XML with the status in a header and an element for each variable. If the file contains several
//! solutions, the reader returns the first, which is the best.
//!
//! Source: "SOL file format: solution files" in the CPLEX documentation,
//! <https://www.ibm.com/support/knowledgecenter/SSSA5P_12.10.0/ilog.odms.cplex.help/CPLEX/FileFormats/topics/SOL.html>;
//! the status numbers are from "Solution Status Codes by Number in the CPLEX Callable Library (C API)".

use roxmltree::{Document, Node};

use crate::answers::OutputFormat;
use crate::answers::mip::columns::{ColumnValues, OmittedColumns};
use crate::answers::{OutputError, ParsedOutput, VariableNames, is_unbounded, shown};

/// The status numbers `CPXMIP_INFEASIBLE` and, for programs without integers, `CPX_STAT_INFEASIBLE`.
const INFEASIBLE: [&str; 2] = ["103", "3"];
/// The status numbers `CPXMIP_OPTIMAL` and `CPX_STAT_OPTIMAL`. `CPXMIP_OPTIMAL_TOL`, 102, allows a gap.
const OPTIMAL: [&str; 2] = ["101", "1"];
/// The status strings of the numbers in [`INFEASIBLE`].
const INFEASIBLE_WORDS: [&str; 2] = ["integer infeasible", "infeasible"];

/// Recognizes and reads this dialect.
pub(in crate::answers) const FORMAT: OutputFormat = OutputFormat { read, is_first_line, is_line };

fn is_first_line(line: &str) -> bool {
    line.starts_with("<?xml") || is_line(line)
}

fn is_line(line: &str) -> bool {
    line.starts_with("<CPLEXSolution")
}

fn read(text: &str, names: VariableNames) -> Result<ParsedOutput, OutputError> {
    if text.trim().is_empty() {
        return Ok(ParsedOutput::none());
    }
    let document = Document::parse(text).map_err(|error| {
        // for a truncated file, the parser reports the line after the end
        let line = (error.pos().row as usize).min(text.lines().count());
        OutputError::at(line, format!("not complete XML: {error}"))
    })?;
    let mut lines = ElementLines { text, seen: 0, line: 1 };
    let root = document.root_element();
    let solution = match root.tag_name().name() {
        "CPLEXSolution" => root,
        "CPLEXSolutions" => match child(root, "CPLEXSolution") {
            Some(first) => first,
            None => return Ok(ParsedOutput::none()),
        },
        other => {
            let reason = format!("the root element is `{}`, not `CPLEXSolution`", shown(other));
            return Err(OutputError::at(lines.of(root), reason));
        }
    };
    let Some(header) = child(solution, "header") else {
        return Err(OutputError::at(lines.of(solution), "the solution has no header"));
    };
    let header_line = lines.of(header);
    let of_header = |key| header.attribute(key).unwrap_or("");
    let (number, words) = (of_header("solutionStatusValue"), of_header("solutionStatusString"));
    let infeasible = INFEASIBLE.contains(&number);
    if infeasible != INFEASIBLE_WORDS.contains(&words) {
        let reason = format!("status {} does not mean `{}`", shown(number), shown(words));
        return Err(OutputError::at(header_line, reason));
    }
    if is_unbounded(words) {
        return Ok(ParsedOutput::unbounded(header_line, words));
    }
    let variables: Vec<Node> = child(solution, "variables")
        .into_iter()
        .flat_map(|section| section.children())
        .filter(Node::is_element)
        .collect();
    match variables.first() {
        None if infeasible => return Ok(ParsedOutput::unsatisfiable()),
        None if !names.is_empty() => return Ok(ParsedOutput::unknown_as(header_line, words)),
        Some(first) if infeasible => return Err(crate::answers::contradiction(lines.of(*first))),
        _ => {}
    }
    let mut columns = ColumnValues::new(names);
    for variable in variables {
        let line = lines.of(variable);
        match (variable.attribute("name"), variable.attribute("value")) {
            (Some(name), Some(value)) if variable.tag_name().name() == "variable" => {
                columns.take(line, name, value)?;
            }
            _ => return Err(OutputError::at(line, "not a variable with name and value")),
        }
    }
    // write levels 3 and 4 leave out zeros (parameter `CPXPARAM_Output_WriteLevel`)
    let sparse = ["3", "4"].contains(&of_header("writeLevel"));
    let omitted = if sparse { OmittedColumns::Zero } else { OmittedColumns::Unknown };
    Ok(columns.into_output(omitted)?.with_optimal(OPTIMAL.contains(&number)))
}

fn child<'a, 'input>(node: Node<'a, 'input>, name: &str) -> Option<Node<'a, 'input>> {
    node.children().find(|child| child.is_element() && child.tag_name().name() == name)
}

/// A counter of the lines of elements, in file order. `Document::text_pos_at` counts from the start of the file at each
/// call, so it would need minutes for 100 000 variables.
struct ElementLines<'a> {
    text: &'a str,
    seen: usize,
    line: usize,
}

impl ElementLines<'_> {
    fn of(&mut self, node: Node) -> usize {
        let start = node.range().start;
        let between = self.text.as_bytes().get(self.seen..start).unwrap_or_default();
        self.line += between.iter().filter(|&&byte| byte == b'\n').count();
        self.seen = self.seen.max(start);
        self.line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::{SolverStatus, assert_bad};

    const SAT: &str = r#"<?xml version = "1.0" encoding="UTF-8" standalone="yes"?>
<CPLEXSolution version="1.2">
 <header
   problemName="a.lp"
   objectiveValue="2"
   solutionTypeString="primal"
   solutionStatusValue="101"
   solutionStatusString="integer optimal solution"
   writeLevel="1"/>
 <variables>
  <variable name="x_1" index="0" value="0"/>
  <variable name="x_2" index="1" value="1"/>
  <variable name="x_3" index="2" value="-0"/>
 </variables>
</CPLEXSolution>
"#;

    fn output(text: &str) -> Result<ParsedOutput, OutputError> {
        read(text, VariableNames::Numbered(3))
    }

    fn status(text: &str) -> Result<Option<SolverStatus>, OutputError> {
        output(text).map(|output| output.status)
    }

    /// Returns the file without its variables.
    fn bare() -> String {
        let (start, rest) = SAT.split_once(" <variables>").unwrap();
        start.to_owned() + rest.split_once("</variables>\n").unwrap().1
    }

    #[test]
    fn files_of_the_documented_form() {
        let model = [false, true, false].map(Some).to_vec();
        let solved = Ok(Some(SolverStatus::Satisfiable(model)));
        assert_eq!(status(SAT), solved);
        let stopped = SAT.replace("101", "107").replace("integer optimal", "time limit exceeded");
        assert_eq!(status(&stopped), solved);
        let sparse = SAT.replace("writeLevel=\"1\"", "writeLevel=\"3\"");
        let zero = "  <variable name=\"x_1\" index=\"0\" value=\"0\"/>\n";
        assert_eq!(status(&sparse.replace(zero, "")), solved);
        let partial = [None, Some(true), Some(false)].to_vec();
        assert_eq!(status(&SAT.replace(zero, "")), Ok(Some(SolverStatus::Satisfiable(partial))));
        let pool = format!("<CPLEXSolutions>{}</CPLEXSolutions>", SAT.split_once("?>").unwrap().1);
        assert_eq!(status(&pool), solved);
        let named = SAT.replace("<CPLEXSolution ", "<CPLEXSolution xmlns=\"http://example.org\" ");
        assert_eq!(status(&named), solved);
        assert_eq!(status(""), Ok(None));
    }

    #[test]
    fn a_file_without_values_has_a_reason() {
        let infeasible = bare()
            .replace("\"101\"", "\"103\"")
            .replace("integer optimal solution", "integer infeasible");
        assert_eq!(status(&infeasible), Ok(Some(SolverStatus::Unsatisfiable)));
        let limit =
            bare().replace("integer optimal solution", "time limit exceeded, no integer solution");
        let unknown = output(&limit).unwrap();
        assert_eq!(unknown.status, Some(SolverStatus::Unknown));
        let reason = "the solver reports `time limit exceeded, no integer solution`";
        assert_eq!(unknown.reason, Some((3, reason.to_owned())));
    }

    #[test]
    fn values_of_a_program() {
        let names = ["x_1", "x_2", "x_3"].map(str::to_owned);
        let output = |text: &str| read(text, VariableNames::Program(&names)).unwrap();
        let text = SAT.replace("value=\"-0\"", "value=\"-2.5\"");
        let solved = output(&text);
        assert_eq!((solved.point, solved.is_optimal), (Some(vec![0.0, 1.0, -2.5]), true));
        let tolerant = text.replace("\"101\"", "\"102\"");
        let stopped = text.replace("\"101\"", "\"107\"");
        for text in [tolerant, stopped] {
            let output = output(&text);
            assert_eq!((output.point, output.is_optimal), (Some(vec![0.0, 1.0, -2.5]), false));
        }
        for words in ["integer unbounded", "integer infeasible or unbounded"] {
            let unbounded = output(&bare().replace("integer optimal solution", words));
            assert_eq!(unbounded.status, Some(SolverStatus::Unknown));
            assert!(unbounded.reason.unwrap().1.contains("objective is unbounded"));
        }
    }

    #[test]
    fn bad_files() {
        for (text, line, reason) in [
            (SAT.replace("x_2", "x1"), 12, "renamed"),
            (SAT.replace("value=\"1\"", "value=\"0.5\""), 12, "column x_2 is `0.5`"),
            (SAT.replace("value=\"1\"", "v=\"1\""), 12, "not a variable"),
            (SAT.replace("\"101\"", "\"103\""), 3, "status 103 does not mean"),
            (
                SAT.replace("\"101\"", "\"103\"")
                    .replace("integer optimal solution", "integer infeasible"),
                11,
                "values follow",
            ),
            (SAT.replace("</variables>", ""), 15, "not complete XML"),
            (SAT.replace("header", "head"), 2, "no header"),
            ("<other/>".to_owned(), 1, "not `CPLEXSolution`"),
        ] {
            assert_bad(status(&text), Some(line), reason, &text);
        }
    }

    /// Nested elements need no stack, and counting lines needs linear time.
    #[test]
    fn deep_and_long_files_are_read() {
        let deep = ["<a b='/>'>", "</a>"].map(|tag| tag.repeat(300_000)).concat();
        assert!(status(&deep).unwrap_err().reason.contains("not `CPLEXSolution`"));
        assert!(status(&"<a>".repeat(300_000)).unwrap_err().reason.contains("not complete XML"));
        let count = 100_000;
        let variable = |i| format!("<variable name=\"x_{i}\" index=\"{i}\" value=\"1\"/>\n");
        let variables: String = (1..=count).map(variable).collect();
        let (head, tail) = SAT.split_once("  <variable ").unwrap();
        let text = format!(
            "{head}{variables}{}",
            tail.split_once("x_3").unwrap().1.split_once('\n').unwrap().1
        );
        let output = read(&text, VariableNames::Numbered(count)).unwrap();
        assert_eq!(output.status, Some(SolverStatus::Satisfiable(vec![Some(true); count])));
        let bad = read(&text, VariableNames::Numbered(count - 1)).unwrap_err();
        assert_eq!(bad.line, Some(10 + count));
    }
}
