//! Models for other Python packages, which are imported only here: PySAT, highspy and PuLP.

use encycle::encodings::encoding::Encoding;
use encycle::encodings::logic::{Lit, LoweringOptions, ProgramColumn, lower_to_cnf};
use encycle::encodings::model::{Model, at_most};
use pyo3::exceptions::{PyImportError, PyModuleNotFoundError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict as _, PyDict, PyList};

use crate::errors::invalid;
use crate::formula::NamedClauses;
use crate::modeling::rows::LinearProgram;

/// Imports a module of a package that Encycle does not need.
fn import<'py>(py: Python<'py>, module: &str, package: &str) -> PyResult<Bound<'py, PyModule>> {
    py.import(module).map_err(|error| match error.is_instance_of::<PyModuleNotFoundError>(py) {
        false => error,
        true => PyImportError::new_err(format!(
            "the package {package} is not installed\nhelp: pip install {package}"
        )),
    })
}

/// Reads a formula of PySAT.
pub fn from_pysat(formula: &Bound<'_, PyAny>) -> PyResult<Model> {
    let is_weighted = formula.hasattr("hard")? && formula.hasattr("soft")?;
    let attribute = if is_weighted { "hard" } else { "clauses" };
    if !formula.hasattr(attribute)? || !formula.hasattr("nv")? {
        return Err(PyTypeError::new_err(format!(
            "`{}` is not a formula of PySAT\nhelp: use an object with `clauses` and `nv`, such as pysat.formula.CNF",
            formula.get_type().name()?
        )));
    }
    let mut model = Model::new();
    let count: usize = formula.getattr("nv")?.extract()?;
    let mut clauses: Vec<Vec<i64>> = formula.getattr(attribute)?.extract()?;
    let hard = clauses.len();
    if is_weighted {
        clauses.extend(formula.getattr("soft")?.extract::<Vec<Vec<i64>>>()?);
    }
    let largest = clauses.iter().flatten().map(|literal| literal.unsigned_abs()).max();
    for number in 1..=count.max(largest.unwrap_or(0) as usize) {
        model.variable(&format!("x{number}"));
    }
    let literals = |clause: &[i64]| -> PyResult<Vec<Lit>> {
        let literal = |&literal: &i64| match i32::try_from(literal) {
            Ok(number) if number != 0 => Lit::from_ipasir(number).map_err(invalid),
            _ => {
                Err(invalid(format!("literal {literal} in a clause\nhelp: variables count from 1")))
            }
        };
        clause.iter().map(literal).collect()
    };
    for clause in &clauses[..hard] {
        model.add_clause(&literals(clause)?);
    }
    if is_weighted {
        let weights: Vec<f64> = formula.getattr("wght")?.extract()?;
        let mut terms = Vec::new();
        for (number, (clause, weight)) in (1..).zip(clauses[hard..].iter().zip(weights)) {
            terms.push((weight, model.soften(number, &literals(clause)?)));
        }
        model.minimize(&terms);
    } else if formula.hasattr("atmosts")? {
        for bound in formula.getattr("atmosts")?.try_iter()? {
            let bound = bound?;
            let clause: Vec<i64> = bound.get_item(0)?.extract()?;
            let most: usize = bound.get_item(1)?.extract()?;
            model.add(at_most(most, &literals(&clause)?));
        }
    }
    Ok(model)
}

/// Returns the clauses of a model as a `CNF` of PySAT; with an objective, as a `WCNF`.
pub fn to_pysat<'py>(
    py: Python<'py>,
    model: &Model,
    encoding: &Encoding<'_>,
    lowering: LoweringOptions,
) -> PyResult<Bound<'py, PyAny>> {
    let module = import(py, "pysat.formula", "python-sat")?;
    let program = model.program();
    if program.needs_mip() {
        return Err(invalid(
            "clauses cannot express columns that are not Boolean, or numbers that are not integers\nhelp: use to_highspy or \
             to_pulp",
        ));
    }
    let found = lower_to_cnf(NamedClauses::default(), lowering, |sink| encoding.encode(sink));
    let found = found.map_err(invalid)?;
    let clauses = PyList::empty(py);
    for clause in found.iter() {
        clauses.append(PyList::new(py, clause)?)?;
    }
    let count = found.variables();
    let Some(objective) = &program.objective else {
        let formula = module.getattr("CNF")?.call0()?;
        formula.call_method1("extend", (clauses,))?;
        formula.setattr("nv", count)?;
        return Ok(formula);
    };
    let formula = module.getattr("WCNF")?.call0()?;
    formula.call_method1("extend", (clauses,))?;
    for &(size, column) in &objective.terms {
        let ProgramColumn::Boolean(variable) = column else { continue };
        let number = variable.idx() as i64 + 1;
        let cost = if objective.is_maximized { -size } else { size };
        if cost == 0.0 {
            continue;
        }
        let literal = if cost > 0.0 { -number } else { number };
        let weight = cost.abs();
        let keywords = match weight.fract() == 0.0 {
            true => [("weight", (weight as i64).into_pyobject(py)?.into_any())],
            false => [("weight", weight.into_pyobject(py)?.into_any())],
        };
        formula.call_method("append", (vec![literal],), Some(&keywords.into_py_dict(py)?))?;
    }
    formula.setattr("nv", count)?;
    Ok(formula)
}

/// Returns a program as an object of highspy. Columns have the names of the variables.
pub fn to_highspy<'py>(py: Python<'py>, program: &LinearProgram) -> PyResult<Bound<'py, PyAny>> {
    let module = import(py, "highspy", "highspy")?;
    let highs = module.getattr("Highs")?.call0()?;
    let kinds = module.getattr("HighsVarType")?;
    let (integer, real) = (kinds.getattr("kInteger")?, kinds.getattr("kContinuous")?);
    // the messages of the construction are left out
    highs.call_method1("setOptionValue", ("output_flag", false))?;
    for (index, (name, lower, upper, is_integer)) in program.columns().enumerate() {
        highs.call_method1("addVar", (lower, upper))?;
        let kind = if is_integer { &integer } else { &real };
        highs.call_method1("changeColIntegrality", (index, kind))?;
        highs.call_method1("changeColCost", (index, program.objective[index]))?;
        highs.call_method1("passColName", (index, name))?;
    }
    for row in &program.rows {
        let (sizes, columns): (Vec<f64>, Vec<usize>) = row.terms.iter().copied().unzip();
        highs.call_method1("addRow", (row.lower, row.upper, columns.len(), columns, sizes))?;
    }
    highs.call_method1("changeObjectiveOffset", (program.constant,))?;
    let sense = if program.is_maximized { "kMaximize" } else { "kMinimize" };
    let sense = module.getattr("ObjSense")?.getattr(sense)?;
    highs.call_method1("changeObjectiveSense", (sense,))?;
    highs.call_method1("setOptionValue", ("output_flag", true))?;
    Ok(highs)
}

/// Returns a program as an `LpProblem` of PuLP. Columns have the names of the variables.
pub fn to_pulp<'py>(py: Python<'py>, program: &LinearProgram) -> PyResult<Bound<'py, PyAny>> {
    let module = import(py, "pulp", "pulp")?;
    let sense = if program.is_maximized { "LpMaximize" } else { "LpMinimize" };
    let problem = module.getattr("LpProblem")?.call1(("encycle", module.getattr(sense)?))?;
    // PuLP 4 attaches a variable to its problem
    let variable = match problem.hasattr("add_variable")? {
        true => problem.getattr("add_variable")?,
        false => module.getattr("LpVariable")?,
    };
    let expression = module.getattr("LpAffineExpression")?;
    let constraint = module.getattr("LpConstraint")?;
    let mut columns = Vec::new();
    for (name, lower, upper, is_integer) in program.columns() {
        let bound = |bound: f64| bound.is_finite().then_some(bound);
        let kind = module.getattr(if is_integer { "LpInteger" } else { "LpContinuous" })?;
        columns.push(variable.call1((name, bound(lower), bound(upper), kind))?);
    }
    let sum = |terms: &[(f64, usize)], constant: f64| {
        let pairs: Vec<_> = terms.iter().map(|&(size, column)| (&columns[column], size)).collect();
        let keywords = PyDict::new(py);
        keywords.set_item("constant", constant)?;
        expression.call((pairs,), Some(&keywords))
    };
    let objective: Vec<(f64, usize)> = program
        .objective
        .iter()
        .copied()
        .enumerate()
        .map(|(column, size)| (size, column))
        .collect();
    problem.call_method1("setObjective", (sum(&objective, program.constant)?,))?;
    let mut number = 0;
    for row in &program.rows {
        let sides: &[(&str, f64)] = match row.lower == row.upper {
            true => &[("LpConstraintEQ", row.lower)],
            false => &[("LpConstraintGE", row.lower), ("LpConstraintLE", row.upper)],
        };
        for &(sense, side) in sides.iter().filter(|(_, side)| side.is_finite()) {
            number += 1;
            let parts = (sum(&row.terms, 0.0)?, module.getattr(sense)?, format!("c{number}"), side);
            problem.call_method1("addConstraint", (constraint.call1(parts)?,))?;
        }
    }
    Ok(problem)
}
