class Rules:
    """Rules about numbers: (atoms, allowed numbers of true ones). An atom is a name, a solution a set of true atoms.
    `given` atoms are true in every solution, `never` in none. If solutions nest, one may contain another."""
    def __init__(self, counts, nests=False):
        self.nests = nests
        self.never = {atom for atoms, allowed in counts if allowed == {0} for atom in atoms}
        self.given = {atoms[0] for atoms, allowed in counts if allowed == {1} and len(atoms) == 1}
        rules = [([atom for atom in atoms if atom not in self.never | self.given],
                  {number - len(self.given & {*atoms}) for number in allowed}) for atoms, allowed in counts]
        self.is_impossible = any(not allowed & {*range(len(atoms) + 1)} for atoms, allowed in rules)
        self.counts = rules + [([atom], {int(atom in self.given)}) for atom in self.given | self.never]
        self.counts_of = defaultdict(list)
        for index, (atoms, _) in enumerate(self.counts):
            for atom in atoms: self.counts_of[atom].append(index)
    def add_cut(self, literals): pass
    def excludes(self, true, false):
        """Returns a reason only if no solution has all atoms of `true` and none of `false`."""
        least, lost = (Counter(index for atom in atoms for index in self.counts_of[atom]) for atoms in (true, false))
        for index in least.keys() | lost.keys():  # is no allowed number left?
            atoms, allowed = self.counts[index]
            if not any(least[index] <= count <= len(atoms) - lost[index] for count in allowed):
                return f"{least[index]} to {len(atoms) - lost[index]} of {' '.join(atoms)}"
        return self.is_impossible and "a rule that no number satisfies"

