//! Solvers in shared libraries with the interface IPASIR (Balyo, Biere, Iser, Sinz: *SAT Race 2015*,
//! Artificial Intelligence 241, 2016, section 6; `ipasir.h` of <https://github.com/biotomas/ipasir>).
//!
//! Such a solver runs inside this process. It keeps what it has learnt between calls, but if it crashes, this process
//! crashes too. Limits are checked whenever the library calls its terminate callback.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::fmt;
use std::path::{Path, PathBuf};

use encycle_encodings::logic::{ClauseSink, Lit, Origin};
use libloading::Library;
use thiserror::Error;

use crate::builtin::limit_check::LimitCheck;
use crate::builtin::redirect::StdoutRedirect;
use crate::{IncrementalSolver, Limits, SolverStatus};

/// The reason why a library cannot be used.
#[derive(Debug, Error)]
pub enum IpasirError {
    /// There is no such file.
    #[error("no such file: {0}")]
    NoFile(PathBuf),
    /// The file is not a shared library for this machine.
    #[error("cannot load the library: {}", cause(.0))]
    Load(#[source] libloading::Error),
    /// The library lacks a required function of IPASIR.
    #[error("not an IPASIR library: no function `{name}`")]
    Lacks {
        /// The function.
        name: &'static str,
    },
    /// The library could not make a solver.
    #[error("`ipasir_init` returned a null pointer")]
    Init,
}

/// Returns the message of the operating system if the error has one.
fn cause(error: &libloading::Error) -> String {
    let source = std::error::Error::source(error);
    source.map_or_else(|| error.to_string(), ToString::to_string)
}

type TerminateCallback = extern "C" fn(*mut c_void) -> c_int;

/// The functions of the library.
#[derive(Clone, Copy)]
struct LibraryFunctions {
    release: unsafe extern "C" fn(*mut c_void),
    add: unsafe extern "C" fn(*mut c_void, i32),
    /// Optional, because solving without assumptions does not need it.
    assume: Option<unsafe extern "C" fn(*mut c_void, i32)>,
    solve: unsafe extern "C" fn(*mut c_void) -> c_int,
    val: unsafe extern "C" fn(*mut c_void, i32) -> i32,
    set_terminate: unsafe extern "C" fn(*mut c_void, *mut c_void, Option<TerminateCallback>),
}

/// The terminate callback: returns 1 if a limit is reached.
extern "C" fn is_over(check: *mut c_void) -> c_int {
    // SAFETY: `solve` passes a pointer to a `LimitCheck` that outlives the call of `ipasir_solve`, the
    // library calls back only during that call, and `solve` resets the callback afterwards.
    let check = unsafe { &*check.cast::<LimitCheck>() };
    c_int::from(check.is_over())
}

/// An incremental solver of an IPASIR library, which is also a sink of clauses.
pub struct Ipasir {
    functions: LibraryFunctions,
    solver: *mut c_void,
    signature: String,
    /// Literals and closing zeros that have not been passed to the library yet.
    waiting: Vec<i32>,
    /// The assumptions of the next call.
    assumed: Vec<i32>,
    variables: usize,
    /// The maximum variable in a clause or assumption; the library does not know any variable above it.
    greatest: i32,
    // the last field, so that the library is unloaded after the solver is released
    _library: Library,
}

/// Looks up a function of the library.
fn function<T: Copy>(library: &Library, name: &'static str) -> Result<T, IpasirError> {
    // SAFETY: the types in `LibraryFunctions` and below are those of `ipasir.h`.
    let symbol = unsafe { library.get::<T>(name.as_bytes()) };
    symbol.map(|symbol| *symbol).map_err(|_| IpasirError::Lacks { name })
}

impl Ipasir {
    /// Loads a library and makes a solver with an empty formula. Loading runs the initialization code of the library.
    ///
    /// # Errors
    /// The file does not exist, is not a shared library or lacks a function, or `ipasir_init` fails.
    pub fn load(path: &Path) -> Result<Self, IpasirError> {
        // the system loader would search its own directories for a name without a slash
        let path = crate::process::absolute(path);
        if !path.is_file() {
            return Err(IpasirError::NoFile(path));
        }
        let _redirect = StdoutRedirect::new();
        // SAFETY: loading runs the library's initialization code, which the caller requests by its path, as
        // for any other solver.
        let library = unsafe { Library::new(&path) }.map_err(IpasirError::Load)?;
        let functions = LibraryFunctions {
            release: function(&library, "ipasir_release")?,
            add: function(&library, "ipasir_add")?,
            assume: function(&library, "ipasir_assume").ok(),
            solve: function(&library, "ipasir_solve")?,
            val: function(&library, "ipasir_val")?,
            set_terminate: function(&library, "ipasir_set_terminate")?,
        };
        let signature: unsafe extern "C" fn() -> *const c_char =
            function(&library, "ipasir_signature")?;
        let init: unsafe extern "C" fn() -> *mut c_void = function(&library, "ipasir_init")?;
        // SAFETY: neither function takes arguments; the signature is null or a string owned by the library.
        let (solver, signature) = unsafe { (init(), signature()) };
        if solver.is_null() {
            return Err(IpasirError::Init);
        }
        let signature = match signature.is_null() {
            true => "unknown".to_owned(),
            // SAFETY: it is not null, and IPASIR specifies that it ends with a zero byte.
            false => unsafe { CStr::from_ptr(signature) }.to_string_lossy().into_owned(),
        };
        Ok(Self {
            functions,
            solver,
            signature,
            waiting: Vec::new(),
            assumed: Vec::new(),
            variables: 0,
            greatest: 0,
            _library: library,
        })
    }

    /// Returns the signature of the library: name and version.
    #[must_use]
    pub fn signature(&self) -> &str {
        &self.signature
    }

    /// Returns the value of a variable, counted from 1; `None` if the solver leaves it open.
    fn value(&self, variable: usize) -> Option<bool> {
        let literal = i32::try_from(variable).ok().filter(|&literal| literal <= self.greatest)?;
        // SAFETY: as in `solve`; called only after `ipasir_solve` returned 10, as IPASIR requires.
        match unsafe { (self.functions.val)(self.solver, literal) } {
            0 => None,
            value => Some(value > 0),
        }
    }
}

impl Drop for Ipasir {
    fn drop(&mut self) {
        let _redirect = StdoutRedirect::new();
        // SAFETY: the solver was made by this library and is not used after this.
        unsafe { (self.functions.release)(self.solver) }
    }
}

impl fmt::Debug for Ipasir {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ipasir").field("signature", &self.signature).finish_non_exhaustive()
    }
}

impl IncrementalSolver for Ipasir {
    fn solve(&mut self, limits: &Limits) -> SolverStatus {
        let mut check = limits.start();
        if check.is_over() {
            return SolverStatus::Unknown;
        }
        let _redirect = StdoutRedirect::new();
        // SAFETY: the solver was made by this library and is not released yet; `check` outlives the call,
        // and the callback is reset after it.
        let result = unsafe {
            for literal in self.waiting.drain(..) {
                (self.functions.add)(self.solver, literal);
            }
            if let Some(assume) = self.functions.assume {
                self.assumed.drain(..).for_each(|literal| assume(self.solver, literal));
            }
            let data = (&raw mut check).cast();
            (self.functions.set_terminate)(self.solver, data, Some(is_over));
            let result = (self.functions.solve)(self.solver);
            (self.functions.set_terminate)(self.solver, std::ptr::null_mut(), None);
            result
        };
        match result {
            10 => SolverStatus::Satisfiable(
                (1..=self.variables).map(|variable| self.value(variable)).collect(),
            ),
            20 => SolverStatus::Unsatisfiable,
            _ => SolverStatus::Unknown,
        }
    }

    fn assume(&mut self, literals: &[Lit]) -> bool {
        self.assumed = literals.iter().map(|literal| literal.to_ipasir()).collect();
        for literal in &self.assumed {
            self.greatest = self.greatest.max(literal.abs());
        }
        self.functions.assume.is_some()
    }
}

impl ClauseSink for Ipasir {
    fn variable(&mut self, _: &'static str, _: fmt::Arguments<'_>) {
        self.variables += 1;
    }

    fn clause(&mut self, clause: &[Lit], _: Origin) {
        for literal in clause {
            let literal = literal.to_ipasir();
            self.greatest = self.greatest.max(literal.abs());
            self.waiting.push(literal);
        }
        self.waiting.push(0);
    }
}
