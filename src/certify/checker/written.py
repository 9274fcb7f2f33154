def parse(words):
    """Reads a tree, operators first, from words in reverse: a number, the name of an atom, or a list."""
    word, parts = words.pop(), []
    if word != "(": return int(word) if re.fullmatch("-?[0-9]+", word) else word
    while words[-1] != ")": parts.append(parse(words))
    return words.pop() and parts
def atoms_of(term):
    return {term} if isinstance(term, str) else set() if isinstance(term, int) else {
        atom for part in term[1:] for atom in atoms_of(part)}
def bounds(term, known):
    """The least and the greatest value of a number, or of a statement (0 or 1), if some atoms are known."""
    if isinstance(term, int): return term, term
    if isinstance(term, str): return (known[term],) * 2 if term in known else (0, 1)
    word, *parts = term
    pairs = [*zip(parts[::2], parts[1::2])]
    if word == "value":  # the number beside the true atom, 0 if there is none
        chosen = [value for value, atom in pairs if known.get(atom)][:1]
        open = chosen or [0, *(value for value, atom in pairs if atom not in known)]
        return min(open), max(open)
    if word == "+":
        ends = [sorted(factor * end for end in bounds(part, known)) for factor, part in pairs]
        return sum(least for least, _ in ends), sum(most for _, most in ends)
    least, most = zip(*(bounds(part, known) for part in parts))
    if word == "not": return 1 - most[0], 1 - least[0]
    if word in ("all", "any"): return tuple(map(min if word == "all" else max, (least, most)))
    if word == "run": return tuple(next((i for i, end in enumerate(all) if not end), len(all)) for all in (least, most))
    if word == "distinct":
        fixed = [a for a, b in zip(least, most) if a == b]
        return len({*fixed}) == len(parts), len({*fixed}) == len(fixed)
    need(word in ("=", "!=", "<", ">=", "<=", ">") and len(parts) == 2, f"an unknown word: {word}")
    (a, c), (b, d) = least, most  # the first number is from a to b, the second from c to d
    is_equal = a == b == c == d, a <= d and c <= b
    holds = is_equal if word in ("=", "!=") else (b < c, a < d) if word in ("<", ">=") else (b <= c, a <= d)
    return (1 - holds[1], 1 - holds[0]) if word in ("!=", ">=", ">") else holds

class Written:
    """A kind that a text file describes. `rules.txt` has what its rules say at each place, without the encoder."""
    def __init__(self, lines):
        self.trees, self.used, self.facts = [], [], defaultdict(list)
        for word, _, rest in (line.partition(" ") for line in lines):
            if word == "atoms": self.counts_of = {atom: [] for atom in rest.split()}
            elif word in ("nest", "whole"): self.facts[word].append(rest)
            elif need(word == "rule", f"an unknown word: {word}") or rest:
                place, _, text = rest.partition(": ")
                self.trees.append((place, parse(re.findall(r"[()]|[^\s()]+", text)[::-1])))
                self.used.append(atoms_of(self.trees[-1][1]))
                for atom in self.used[-1]: self.counts_of[atom].append(len(self.trees) - 1)
        self.nests, self.whole, self.add_cut = self.facts["nest"] == ["yes"], self.facts["whole"], lambda literals: None
        self.known, open = self.prepare() or {}, [*self.counts_of]
        self.is_impossible = self.breaks(range(len(self.trees)), {})
        while open and not self.is_impossible:  # atoms of which one value breaks a rule
            rules = self.counts_of[atom := open.pop()]
            wrong = [value for value in (False, True) if atom not in self.known and any(self.is_refuted(
                frozenset([i]), {**self.known, atom: value}, [64 * (len(self.used[i]) < 13)]) for i in rules)]
            if len(wrong) == 2: self.is_impossible = f"{atom} can have no value"
            elif wrong:
                self.known[atom] = not wrong[0]
                for index in rules: open += self.used[index] - self.known.keys()
        self.is_impossible = self.is_impossible or self.breaks_whole(self.known)
        self.given, self.never = ({atom for atom in self.known if self.known[atom] == value} for value in (True, False))
    def breaks(self, near, known):
        return next((f"rule {self.trees[i][0]}" for i in near if bounds(self.trees[i][1], known)[1] < 1), None)
    @functools.cache
    def with_cells(self, near):
        others = {other for index in near for atom in self.used[index] for other in self.counts_of[atom]}
        return near | {index for index in others if self.trees[index][0].startswith(("cell,", "degree,"))}
    def is_refuted(self, near, known, trials, last=None):  # each way to go on breaks one of them, or of a cell
        rules = self.with_cells(near)  # of which only those of the last atom can have changed
        if self.breaks(rules if last is None else rules.intersection(self.counts_of[last]), known): return True
        atom = min(min(filter(None, (self.used[index] - known.keys() for index in near)), key=len, default=[""]))
        trials[0] -= 1
        if not atom or trials[0] < 0: return False
        try: return all(known.update({atom: value}) or self.is_refuted(near, known, trials, atom) for value in (1, 0))
        finally: del known[atom]
    def excludes(self, true, false):
        """Returns a reason only if no solution has all atoms of `true` and none of `false`."""
        if true & self.never or false & self.given: return "an atom that has the other value in all solutions"
        known = {**self.known, **dict.fromkeys(true, True), **dict.fromkeys(false, False)}
        near = frozenset(index for atom in true | false for index in self.counts_of[atom])
        groups = [near] if near else [frozenset([index]) for index in range(len(self.trees))]
        return (self.is_impossible or self.breaks(near, known) or self.breaks_whole(known)
                or any(self.is_refuted(group, known, [2000]) for group in groups) and "several rules together")
def read_puzzle(rows, kind, variant, folder):
    need(variant is None and next(rows, None), f"the puzzle is not a {kind}")
    return Drawing(read(folder, "rules.txt"))
