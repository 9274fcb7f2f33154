//! Many short lists in a single allocation.

/// Lists of numbers, each with an index from 0.
#[derive(Default)]
pub(crate) struct NumberLists<T> {
    items: Vec<T>,
    /// For each list, the index after its last item.
    ends: Vec<usize>,
}

impl<T: Copy> NumberLists<T> {
    /// Appends a list, and returns its index.
    pub fn push(&mut self, list: &[T]) -> usize {
        self.items.extend_from_slice(list);
        self.ends.push(self.items.len());
        self.ends.len() - 1
    }

    /// Returns the number of lists.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    fn start(&self, index: usize) -> usize {
        index.checked_sub(1).map_or(0, |before| self.ends[before])
    }

    /// Returns a list.
    pub fn get(&self, index: usize) -> &[T] {
        &self.items[self.start(index)..self.ends[index]]
    }

    /// Returns a list whose items can be changed.
    pub fn get_mut(&mut self, index: usize) -> &mut [T] {
        let start = self.start(index);
        &mut self.items[start..self.ends[index]]
    }
}
