//! Progress of long computations on standard error: one line that is rewritten on a terminal, or plain lines.
//!
//! The library reports progress as records of the crate `log`; a command adds what it counts itself.

use std::io::{IsTerminal as _, Write as _, stderr, stdin};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crate::cli::outputs;
use crate::cli::terminal;
use encycle::files::compression::STDIN_TARGET;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// The time from the start of a computation until its line is shown. A shorter computation shows no line.
const DELAY: Duration = Duration::from_secs(1);
/// The time between two plain lines.
const LINE_PERIOD: Duration = Duration::from_secs(1);
/// The time between two looks of [`watch`].
const WATCH_PERIOD: Duration = Duration::from_millis(100);
/// The time between two changes of the rewritten line.
const REDRAW_PERIOD: Duration = Duration::from_millis(50);

/// How progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgressMode {
    /// Not at all.
    Off,
    /// One line that is rewritten.
    Terminal,
    /// Plain lines.
    Lines,
}

static MODE: OnceLock<ProgressMode> = OnceLock::new();
static CURRENT: Mutex<Option<ShownProgress>> = Mutex::new(None);

/// The progress that is shown now.
struct ShownProgress {
    bar: ProgressBar,
    begin: Instant,
    /// When a message was last shown.
    last: Option<Instant>,
    /// Whether the log records of the library are shown in addition to the messages of the command.
    detailed: bool,
    /// Whether the rewritten line is drawn.
    is_drawn: bool,
}

fn current() -> MutexGuard<'static, Option<ShownProgress>> {
    CURRENT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns how progress is shown.
pub fn mode() -> ProgressMode {
    *MODE.get().unwrap_or(&ProgressMode::Off)
}

/// Chooses how progress is shown: lines if they are forced, else one line if standard error is a terminal.
/// Must be called once, before the command runs.
pub fn set_up(lines: bool, quiet: bool) {
    let mode = match (lines, quiet) {
        (true, _) => ProgressMode::Lines,
        (_, true) => ProgressMode::Off,
        _ if stderr().is_terminal() => ProgressMode::Terminal,
        _ => ProgressMode::Off,
    };
    // a second call changes nothing
    let _ = MODE.set(mode);
    if mode != ProgressMode::Off && log::set_logger(&LibraryRecords).is_ok() {
        log::set_max_level(log::LevelFilter::Debug);
    }
}

/// The records of the library, shown as messages.
struct LibraryRecords;

impl log::Log for LibraryRecords {
    fn enabled(&self, metadata: &log::Metadata<'_>) -> bool {
        metadata.target().starts_with("encycle")
    }

    fn log(&self, record: &log::Record<'_>) {
        if record.target() == STDIN_TARGET {
            note_waiting();
        } else if self.enabled(record.metadata()) {
            update_if(|shown| shown.detailed, || record.args().to_string());
        }
    }

    fn flush(&self) {}
}

impl ShownProgress {
    /// Creates the progress of a computation that began at this time; nothing is drawn yet.
    fn new(total: Option<u64>, what: &str, detailed: bool, begin: Instant) -> Self {
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden());
        let template = match total {
            Some(_) => "{spinner} {prefix} {pos} of {len}{left}  {wide_msg} {elapsed}",
            None => "{spinner} {prefix} {wide_msg} {elapsed}",
        };
        // the templates are constants; a malformed template would fall back to the default style
        if let Ok(style) = ProgressStyle::with_template(template) {
            let style = style.with_key("left", write_time_left);
            bar.set_style(if terminal::is_ascii() { style.tick_chars("|/-\\ ") } else { style });
        }
        bar.set_prefix(what.to_owned());
        let bar = bar.with_elapsed(begin.elapsed());
        Self { bar, begin, last: None, detailed, is_drawn: false }
    }

    /// Returns whether enough time has passed since the last message.
    fn is_due(&self) -> bool {
        match mode() {
            ProgressMode::Off => false,
            ProgressMode::Terminal => self.last.is_none_or(|last| last.elapsed() >= REDRAW_PERIOD),
            ProgressMode::Lines => self.last.unwrap_or(self.begin).elapsed() >= LINE_PERIOD,
        }
    }
}

/// Tells the user of a terminal that the program waits for input. The line of the progress would mix with the input.
fn note_waiting() {
    if stdin().is_terminal() {
        wait_for_command(None);
        clear();
        let end = if cfg!(windows) { "Ctrl-Z and Enter" } else { "Ctrl-D" };
        // the rewritten line is cleared
        let _ = writeln!(stderr(), "note: reading from the terminal; end the input with {end}");
    }
}

/// Clears the line of the progress that is shown now.
fn clear() {
    let shown = current().take();
    if let Some(shown) = shown {
        shown.bar.finish_and_clear();
    }
}

/// The command, and since when it has shown no progress of its own; without a time, its name is not shown.
type RunningCommand = Option<(String, Option<Instant>)>;

/// The command, which is shown on a terminal while it computes and shows no other progress.
static COMMAND: Mutex<RunningCommand> = Mutex::new(None);

fn running_command() -> MutexGuard<'static, RunningCommand> {
    COMMAND.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sets since when the command has shown no progress.
fn wait_for_command(since: Option<Instant>) {
    if let Some((_, known)) = running_command().as_mut() {
        *known = since;
    }
}

/// A running command. On a terminal, its name is shown if it takes longer than [`DELAY`], so that no command is silent.
#[must_use]
pub struct CommandProgress(());

impl CommandProgress {
    /// Starts a command.
    pub fn start(name: &str) -> Self {
        if mode() == ProgressMode::Terminal {
            *running_command() = Some((name.to_owned(), Some(Instant::now())));
            start_watching();
        }
        Self(())
    }
}

impl Drop for CommandProgress {
    fn drop(&mut self) {
        *running_command() = None;
        clear();
    }
}

/// A computation whose progress is shown until this value is dropped.
#[must_use]
pub struct Progress(());

impl Progress {
    /// Starts a computation of unknown length; `what` names it.
    pub fn start(what: &str) -> Self {
        Self::with(None, what, true)
    }

    /// Starts a computation of unknown length, and shows only what the command itself reports.
    pub fn count(what: &str) -> Self {
        Self::with(None, what, false)
    }

    /// Starts a computation of `total` steps, and shows only what the command itself reports. What the library reports
    /// would remain on the screen while other programs run.
    pub fn count_to(total: u64, what: &str) -> Self {
        Self::with(Some(total), what, false)
    }

    /// Starts a computation of `total` steps, with an estimate of the remaining time.
    pub fn steps(total: u64, what: &str) -> Self {
        Self::with(Some(total), what, true)
    }

    fn with(total: Option<u64>, what: &str, detailed: bool) -> Self {
        if mode() != ProgressMode::Off {
            show(total, what, detailed);
        }
        Self(())
    }
}

/// Shows the progress of a computation, in place of the progress that is shown now.
fn show(total: Option<u64>, what: &str, detailed: bool) {
    let shown = ShownProgress::new(total, what, detailed, Instant::now());
    clear();
    *current() = Some(shown);
    start_watching();
}

/// Starts [`watch`] for a terminal, if it does not run yet.
fn start_watching() {
    static START: Once = Once::new();
    if mode() == ProgressMode::Terminal {
        START.call_once(|| drop(std::thread::spawn(watch)));
    }
}

/// Draws what has taken longer than [`DELAY`]: the progress of a computation or, between computations, the name of the
/// command. One thread serves the whole program, because a list may have thousands of short computations a second.
fn watch() {
    loop {
        std::thread::sleep(WATCH_PERIOD);
        let mut current = current();
        if current.is_none()
            && let Some((name, Some(since))) = &*running_command()
            && since.elapsed() >= DELAY
        {
            *current = Some(ShownProgress::new(None, name, false, *since));
        }
        let due = current.as_mut().filter(|one| !one.is_drawn && one.begin.elapsed() >= DELAY);
        let bar = due.map(|shown| {
            shown.is_drawn = true;
            shown.bar.clone()
        });
        drop(current);
        if let Some(bar) = bar {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            bar.enable_steady_tick(Duration::from_millis(100));
        }
    }
}

/// Writes an estimate of the remaining time, or nothing before the first step.
fn write_time_left(state: &ProgressState, out: &mut dyn std::fmt::Write) {
    if state.pos() > 0 {
        // a style cannot report an error
        let _ = write!(out, ", {:#} left", HumanDuration(state.eta()));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        clear();
        wait_for_command(Some(Instant::now()));
    }
}

/// Shows a message next to the name of the computation.
pub fn message(text: &str) {
    if SUSPENDED.load(Ordering::Relaxed) {
        return;
    }
    let mut current = current();
    let Some(shown) = current.as_mut() else { return };
    shown.last = Some(Instant::now());
    match mode() {
        ProgressMode::Off => {}
        ProgressMode::Terminal => shown.bar.set_message(text.to_owned()),
        ProgressMode::Lines => {
            let what = shown.bar.prefix();
            let seconds = shown.begin.elapsed().as_secs();
            drop(current);
            let text = format!("{what}: {text} ({seconds} s)");
            let text = terminal::wrapped(&text, terminal::error_width());
            // this mode has no rewritten line that must be cleared first
            let _ = writeln!(stderr(), "{text}");
        }
    }
}

/// Shows a message, unless the previous message is very recent. `text` is called only if its result is shown.
pub fn update(text: impl FnOnce() -> String) {
    update_if(|_| true, text);
}

/// Shows a message as [`update`] does, but only if `wanted` accepts the progress that is shown now.
fn update_if(wanted: impl FnOnce(&ShownProgress) -> bool, text: impl FnOnce() -> String) {
    if SUSPENDED.load(Ordering::Relaxed) {
        return;
    }
    let is_due = current().as_ref().is_some_and(|shown| wanted(shown) && shown.is_due());
    if is_due {
        message(&text());
    }
}

/// Sets the number of finished steps.
pub fn set_position(done: u64) {
    if SUSPENDED.load(Ordering::Relaxed) {
        return;
    }
    if let Some(shown) = current().as_ref() {
        shown.bar.set_position(done);
    }
}

/// Whether the rewritten line is cleared for other output (see [`suspended`]). The lock of the progress bar is held
/// during that time. The code that writes may itself report progress, so messages are dropped then: waiting for the
/// lock would be a deadlock.
static SUSPENDED: AtomicBool = AtomicBool::new(false);

/// Runs `write` while the rewritten line is cleared, so that its output does not mix with the line.
pub fn suspended<T>(write: impl FnOnce() -> T) -> T {
    let is_shown = mode() == ProgressMode::Terminal && !SUSPENDED.load(Ordering::Relaxed);
    let bar = is_shown.then(|| current().as_ref().map(|shown| shown.bar.clone())).flatten();
    let Some(bar) = bar else { return write() };
    bar.suspend(|| {
        SUSPENDED.store(true, Ordering::Relaxed);
        let result = write();
        SUSPENDED.store(false, Ordering::Relaxed);
        result
    })
}

static KEPT: Mutex<Option<String>> = Mutex::new(None);

/// The first complete results: the paths of files, or a phrase about standard output.
static RESULTS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// The maximum number of results that [`farewell`] names.
const NAMED_RESULTS: usize = 3;

/// Records that a result is complete, for [`farewell`].
pub fn note_result(name: &str) {
    let mut results = RESULTS.lock().unwrap_or_else(PoisonError::into_inner);
    if results.len() <= NAMED_RESULTS && results.iter().all(|known| known != name) {
        results.push(name.to_owned());
    }
}

/// Describes the results that are complete.
fn results_so_far() -> String {
    // do not wait for the lock, because its holder may be waiting for this thread
    let mut results = RESULTS.try_lock().map(|results| results.clone()).unwrap_or_default();
    let folders = outputs::filled_folders().into_iter();
    results.extend(folders.map(|folder| format!("the files in {}", folder.display())));
    let names = results[..results.len().min(NAMED_RESULTS)].join(", ");
    match results.len() {
        0 => "nothing was saved".to_owned(),
        1..=NAMED_RESULTS => format!("complete so far: {names}"),
        _ => format!("complete so far: {names}, and others"),
    }
}

/// Sets the text that [`farewell`] prints: which results Ctrl-C leaves behind, and how to continue.
pub fn set_kept(text: String) {
    *KEPT.lock().unwrap_or_else(PoisonError::into_inner) = Some(text);
}

/// Prints in one line which results are kept after a signal. The rewritten line is cleared first.
pub fn farewell() {
    // do not wait for the locks, because their holders may be waiting for this thread
    if let Some(shown) = CURRENT.try_lock().ok().and_then(|mut current| current.take()) {
        shown.bar.finish_and_clear();
    }
    let kept = KEPT.try_lock().ok().and_then(|kept| kept.clone());
    let kept = kept.unwrap_or_else(results_so_far);
    use std::io::Write as _;
    let _ = writeln!(stderr(), "interrupted: {kept}");
}
