//! Solvers in shared libraries with the interface IPASIR (Balyo, Biere, Iser, Sinz: *SAT Race 2015*,
//! Artificial Intelligence 241, 2016, section 6; `ipasir.h` of github.com/biotomas/ipasir).
//!
//! Such a solver runs inside this process: it keeps what it has learnt from round to round, and if it
//! crashes, so do we. Limits are kept as often as it asks whether to stop.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::fmt;
use std::io::{self, Write as _};
use std::os::fd::{AsFd, FromRawFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use encycle_encodings::logic::{ClauseSink, Lit, Origin};
use libloading::Library;
use nix::fcntl::{FcntlArg, fcntl};
use nix::unistd::dup2_stdout;
use thiserror::Error;

use crate::SolverStatus;
use crate::process::{LimitCheck, Limits};

/// Why a library cannot be used.
#[derive(Debug, Error)]
pub enum IpasirError {
    /// There is no such file.
    #[error("there is no file {0}")]
    NoFile(PathBuf),
    /// It is no shared library, or one for another machine.
    #[error("it cannot be loaded: {}", cause(.0))]
    Load(#[source] libloading::Error),
    /// It is a library without a function of IPASIR.
    #[error("it has no function `{name}`, so it does not offer IPASIR")]
    Lacks {
        /// The function.
        name: &'static str,
    },
    /// Its solver could not be made.
    #[error("`ipasir_init` gave no solver")]
    Init,
}

/// What the system says, where the error has it.
fn cause(error: &libloading::Error) -> String {
    let source = std::error::Error::source(error);
    source.map_or_else(|| error.to_string(), ToString::to_string)
}

type Stopper = extern "C" fn(*mut c_void) -> c_int;

/// The functions of the library that we use.
#[derive(Clone, Copy)]
struct Functions {
    release: unsafe extern "C" fn(*mut c_void),
    add: unsafe extern "C" fn(*mut c_void, i32),
    /// A library may lack it, if nothing is ever assumed.
    assume: Option<unsafe extern "C" fn(*mut c_void, i32)>,
    solve: unsafe extern "C" fn(*mut c_void) -> c_int,
    val: unsafe extern "C" fn(*mut c_void, i32) -> i32,
    set_terminate: unsafe extern "C" fn(*mut c_void, *mut c_void, Option<Stopper>),
}

/// The answer to the library's question whether to stop.
extern "C" fn is_over(watch: *mut c_void) -> c_int {
    // SAFETY: `solve` gives the library a pointer to a `Watch` that lives until it takes the pointer
    // back, and the library calls only meanwhile.
    let watch = unsafe { &*watch.cast::<LimitCheck>() };
    c_int::from(watch.is_over())
}

/// One incremental solver of an IPASIR library, as a sink of clauses.
pub struct Ipasir {
    functions: Functions,
    solver: *mut c_void,
    signature: String,
    /// Literals and closing zeros that the library has not got yet.
    waiting: Vec<i32>,
    /// Literals that are to be true in the next call.
    assumed: Vec<i32>,
    variables: usize,
    /// The greatest variable in a clause; the library does not know of greater ones.
    greatest: i32,
    // last, so that the code is there while the solver is released
    _library: Library,
}

/// The address of a function of the library.
fn function<T: Copy>(library: &Library, name: &'static str) -> Result<T, IpasirError> {
    // SAFETY: the types in `Functions` and below are those of `ipasir.h`.
    let symbol = unsafe { library.get::<T>(name.as_bytes()) };
    symbol.map(|symbol| *symbol).map_err(|_| IpasirError::Lacks { name })
}

impl Ipasir {
    /// Loads a library and makes a solver with an empty formula.
    ///
    /// # Errors
    /// If it is not there, no library, or lacks a function.
    pub fn load(path: &Path) -> Result<Self, IpasirError> {
        // the system would search for a name without a slash in directories of its own
        let path = crate::process::absolute(path);
        if !path.is_file() {
            return Err(IpasirError::NoFile(path));
        }
        let _quiet = Quiet::new();
        // SAFETY: loading runs the library's own start code; the user has asked for it by name, as for
        // any other solver.
        let library = unsafe { Library::new(&path) }.map_err(IpasirError::Load)?;
        let functions = Functions {
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
        // SAFETY: both take nothing; the signature is a string that the library keeps, or null.
        let (solver, signature) = unsafe { (init(), signature()) };
        if solver.is_null() {
            return Err(IpasirError::Init);
        }
        let signature = match signature.is_null() {
            true => "unknown".to_owned(),
            // SAFETY: it is not null, and IPASIR says that it ends with a zero.
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

    /// What the library says of itself: name and version.
    #[must_use]
    pub fn signature(&self) -> &str {
        &self.signature
    }

    /// In the next call of [`Self::solve`], and in no other, only models are looked for in which these
    /// literals are true. False: the library has no place for them.
    pub fn assume(&mut self, literals: &[Lit]) -> bool {
        self.assumed = literals.iter().map(|literal| literal.to_ipasir()).collect();
        for literal in &self.assumed {
            self.greatest = self.greatest.max(literal.abs());
        }
        self.functions.assume.is_some()
    }

    /// Solves what is there so far, keeping everything learnt.
    pub fn solve(&mut self, limits: &Limits) -> SolverStatus {
        let mut watch = limits.watch();
        if watch.is_over() {
            return SolverStatus::Unknown;
        }
        let _quiet = Quiet::new();
        // SAFETY: the solver was made by this library and not released yet; the watch outlives the call, and
        // its pointer is taken back after it.
        let result = unsafe {
            for literal in self.waiting.drain(..) {
                (self.functions.add)(self.solver, literal);
            }
            if let Some(assume) = self.functions.assume {
                self.assumed.drain(..).for_each(|literal| assume(self.solver, literal));
            }
            let data = (&raw mut watch).cast();
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

    /// The value of a variable, from 1; `None` if the solver leaves it open.
    fn value(&self, variable: usize) -> Option<bool> {
        let literal = i32::try_from(variable).ok().filter(|&literal| literal <= self.greatest)?;
        // SAFETY: as in `solve`; this is called only after `solve` gave 10, as IPASIR wants it.
        match unsafe { (self.functions.val)(self.solver, literal) } {
            0 => None,
            value => Some(value > 0),
        }
    }
}

impl Drop for Ipasir {
    fn drop(&mut self) {
        let _quiet = Quiet::new();
        // SAFETY: the solver was made by this library, and nobody uses it after this.
        unsafe { (self.functions.release)(self.solver) }
    }
}

/// As long as it is there, what libraries print on standard output, which is ours, goes to standard error.
/// (So does what other threads print meanwhile.)
struct Quiet;

/// How many there are, and where standard output really goes.
static QUIET: Mutex<(usize, Option<OwnedFd>)> = Mutex::new((0, None));

/// A copy of a file descriptor that no other program inherits.
fn duplicate(file: impl AsFd) -> nix::Result<OwnedFd> {
    let copy = fcntl(file, FcntlArg::F_DUPFD_CLOEXEC(3))?;
    // SAFETY: the system has just made it, and nobody else knows it.
    Ok(unsafe { OwnedFd::from_raw_fd(copy) })
}

impl Quiet {
    fn new() -> Self {
        let mut quiet = QUIET.lock().unwrap_or_else(PoisonError::into_inner);
        if quiet.0 == 0 {
            let _ = io::stdout().flush();
            // no program that is started meanwhile may have it
            quiet.1 = duplicate(io::stdout()).ok();
            if quiet.1.is_some() {
                let _ = dup2_stdout(io::stderr());
            }
        }
        quiet.0 += 1;
        Self
    }
}

impl Drop for Quiet {
    fn drop(&mut self) {
        let mut quiet = QUIET.lock().unwrap_or_else(PoisonError::into_inner);
        quiet.0 -= 1;
        if quiet.0 == 0
            && let Some(real) = quiet.1.take()
        {
            // SAFETY: null means all streams of the C library; their buffers are written out.
            unsafe { nix::libc::fflush(std::ptr::null_mut()) };
            let _ = dup2_stdout(real);
        }
    }
}

impl fmt::Debug for Ipasir {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ipasir").field("signature", &self.signature).finish_non_exhaustive()
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
