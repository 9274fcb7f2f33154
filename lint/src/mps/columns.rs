//! Tables of rows and columns by name.

use crate::name_table::NameTable;

/// A row.
#[derive(Debug, Default)]
pub struct Row {
    /// The last column, or set of right-hand sides, with an entry in the row; 0 if there is none.
    pub last: u64,
    /// Its number among the rows that are not objectives.
    pub number: Option<usize>,
}

/// A column.
#[derive(Debug)]
pub struct Column {
    /// The line of its first entry.
    pub line: u64,
    pub is_integer: bool,
    /// The lower bound, if the section BOUNDS sets one.
    pub lower: Option<f64>,
    /// The upper bound, if the section BOUNDS sets one.
    pub upper: Option<f64>,
}

/// Values by name, in order.
#[derive(Debug)]
pub struct Table<T> {
    names: NameTable,
    values: Vec<T>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self { names: NameTable::default(), values: Vec::new() }
    }
}

impl<T> Table<T> {
    /// Adds a value. Returns the number of the name, and `false` if the name already exists.
    pub fn add(&mut self, name: &[u8], value: T) -> (usize, bool) {
        let (place, is_new) = self.names.insert(name);
        if is_new {
            self.values.push(value);
        }
        (place, is_new)
    }

    /// Returns the number and the value of a name.
    pub fn get(&mut self, name: &[u8]) -> Option<(usize, &mut T)> {
        let place = self.names.get(name)?;
        Some((place, self.values.get_mut(place)?))
    }

    /// Returns the number of names.
    pub fn len(&self) -> u64 {
        self.values.len() as u64
    }

    /// Returns all names with their values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], &T)> {
        self.values.iter().enumerate().map(|(place, value)| (self.names.name(place), value))
    }
}
