//! Checkpoints of counts: the states of a level with their numbers of ways, from which a count continues.
//!
//! A checkpoint is a line of text, and then little-endian numbers: the fingerprint of the counted family, the level, the
//! number of ways that are complete, and for each state its bytes and its number of ways. A check sum ends the file, so
//! that no damage changes a count.

use std::hash::Hasher as _;
use std::io::{self, Read, Write};

use rustc_hash::FxHasher;

use crate::levels::{BigCounts, CountedLevel, digit_at};

/// The first line, with the version of the format.
const FIRST_LINE: &[u8] = b"encycle-count-checkpoint-1\n";

/// A place for the checkpoint of a count.
pub trait LevelStore {
    /// Opens the checkpoint, if there is one.
    ///
    /// # Errors
    /// It cannot be opened.
    fn load(&mut self) -> io::Result<Option<Box<dyn Read>>>;

    /// Returns whether it is time to save a level.
    fn is_due(&mut self) -> bool;

    /// Replaces the checkpoint by what `write` writes.
    ///
    /// # Errors
    /// It cannot be written.
    fn save(&mut self, write: &dyn Fn(&mut dyn Write) -> io::Result<()>) -> io::Result<()>;
}

/// An error of a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckpointError {
    /// The file is not a checkpoint, or damaged.
    #[error("not a complete checkpoint of a count\nhelp: remove the file to start again")]
    Damaged,
    /// The checkpoint is of another problem, order of edges or version.
    #[error(
        "the checkpoint belongs to another puzzle, order of edges, range of lengths or version\n\
         help: use another file, or remove this one to start again"
    )]
    Other,
    /// The checkpoint cannot be read or written.
    #[error("{0}")]
    Io(String),
}

impl From<io::Error> for CheckpointError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::Damaged,
            _ => Self::Io(error.to_string()),
        }
    }
}

/// Returns a number that differs between families of sets, from a text that describes all transitions.
pub(crate) fn fingerprint(description: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(description.as_bytes());
    hasher.finish()
}

/// A count before the decisions of a level.
pub(crate) struct CountProgress {
    pub level: usize,
    pub states: CountedLevel,
    /// The number of sets that need no further decision, as the only number.
    pub total: BigCounts,
}

impl CountProgress {
    /// Writes the progress.
    pub fn write(&self, fingerprint: u64, out: &mut dyn Write) -> io::Result<()> {
        let mut summed = Summed { inner: out, sum: crc32fast::Hasher::new() };
        let out = &mut summed;
        out.write_all(FIRST_LINE)?;
        let width = self.states.width();
        let (states, level) = (self.states.len() as u64, self.level as u64);
        let total = self.total.get(0);
        write_numbers(out, [fingerprint, level, total.len() as u64])?;
        write_numbers(out, total.iter().copied())?;
        write_numbers(out, [states, width as u64])?;
        self.states.try_each(0..self.states.len(), |state, ways| {
            out.write_all(state)?;
            write_numbers(out, (0..width).map(|place| digit_at(ways, place)))
        })?;
        let sum = summed.sum.finalize();
        summed.inner.write_all(&sum.to_le_bytes())
    }

    /// Reads the progress of a family whose states have this size.
    pub fn read(
        fingerprint: u64,
        size: usize,
        input: &mut dyn Read,
    ) -> Result<Self, CheckpointError> {
        let mut summed = Summed { inner: input, sum: crc32fast::Hasher::new() };
        let input = &mut summed;
        let mut line = [0; FIRST_LINE.len()];
        input.read_exact(&mut line)?;
        if line != *FIRST_LINE {
            return Err(CheckpointError::Damaged);
        }
        if read_number(input)? != fingerprint {
            return Err(CheckpointError::Other);
        }
        let level = read_length(input, u64::from(u32::MAX))?;
        let digits = read_length(input, MOST_DIGITS)?;
        let mut total = BigCounts::new();
        total.push(&read_numbers(input, digits)?);
        let states = read_length(input, u64::from(u32::MAX))?;
        let width = read_length(input, MOST_DIGITS)?;
        let mut level_states = CountedLevel::new(size);
        let mut state = vec![0; size];
        for _ in 0..states {
            input.read_exact(&mut state)?;
            let ways = read_numbers(input, width)?;
            level_states.add_first(&state, &ways).map_err(|_| CheckpointError::Damaged)?;
        }
        level_states.end();
        let (sum, mut stored) = (summed.sum.finalize(), [0; 4]);
        summed.inner.read_exact(&mut stored)?;
        if stored != sum.to_le_bytes() {
            return Err(CheckpointError::Damaged);
        }
        Ok(Self { level, states: level_states, total })
    }
}

/// More digits than any number of sets has that fits into memory.
const MOST_DIGITS: u64 = 1 << 20;

fn write_numbers(out: &mut dyn Write, numbers: impl IntoIterator<Item = u64>) -> io::Result<()> {
    numbers.into_iter().try_for_each(|number| out.write_all(&number.to_le_bytes()))
}

fn read_number(input: &mut dyn Read) -> Result<u64, CheckpointError> {
    let mut bytes = [0; 8];
    input.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

fn read_numbers(input: &mut dyn Read, count: usize) -> Result<Vec<u64>, CheckpointError> {
    (0..count).map(|_| read_number(input)).collect()
}

/// Reads a number of things, of which there are at most `most`.
fn read_length(input: &mut dyn Read, most: u64) -> Result<usize, CheckpointError> {
    let number = Some(read_number(input)?).filter(|&number| number <= most);
    number.and_then(|number| number.try_into().ok()).ok_or(CheckpointError::Damaged)
}

/// A reader or writer with the check sum of all bytes so far.
struct Summed<T> {
    inner: T,
    sum: crc32fast::Hasher,
}

impl<T: Write> Write for Summed<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<T: Read> Read for Summed<T> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(bytes)?;
        self.sum.update(&bytes[..read]);
        Ok(read)
    }
}
