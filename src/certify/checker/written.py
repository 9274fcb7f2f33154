def parse(words):
    """Reads a tree, operators first, from words in reverse: a number, the name of an atom, or a list."""
    word, parts = words.pop(), []
    if word != "(": return int(word) if re.fullmatch("-?[0-9]+", word) else word
    while words[-1] != ")": parts.append(parse(words))
    return words.pop() and ([parts[0], *zip(parts[1::2], parts[2::2])] if parts[0] in ("+", "value") else parts)
def atoms_of(term):
    return {term} if isinstance(term, str) else set() if isinstance(term, int) else {
        atom for part in term[1:] for atom in atoms_of(part)}
def bounds(term, known):
    """The least and the greatest value of a number, or of a statement (0 or 1), if some atoms are known."""
    if isinstance(term, str): return (known[term],) * 2 if term in known else (0, 1)
    if isinstance(term, int): return term, term
    word, *parts = term
    if word == "value":  # the number beside the true atom, 0 if there is none
        chosen = [value for value, atom in parts if known.get(atom)][:1]
        open = chosen or [0, *(value for value, atom in parts if atom not in known)]
        return min(open), max(open)
    if word == "+":
        ends = [(factor, *bounds(part, known)[::1 if factor > 0 else -1]) for factor, part in parts]
        return sum(factor * least for factor, least, _ in ends), sum(factor * most for factor, _, most in ends)
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
        self.trees, self.used, self.cells, self.facts = [], [], set(), defaultdict(list)
        for word, _, rest in (line.partition(" ") for line in lines):
            if word == "atoms": self.counts_of = {atom: [] for atom in rest.split()}
            elif word in ("puzzle", "nest", "whole"): self.facts[word].append(rest)
            elif need(word == "rule", f"an unknown word: {word}") or rest:
                place, _, text = rest.partition(": ")
                self.trees.append((place, parse(re.findall(r"[()]|[^\s()]+", text)[::-1])))
                self.used.append(atoms_of(self.trees[-1][1]))
                for atom in self.used[-1]: self.counts_of[atom].append(len(self.trees) - 1)
                if place.startswith(("cell,", "degree,")): self.cells.add(len(self.trees) - 1)
        self.nests, self.whole, self.add_cut = self.facts["nest"] == ["yes"], self.facts["whole"], lambda literals: None
        self.known = self.prepare() or {}
        self.is_impossible = self.propagate(self.known, range(len(self.trees)), 64) or self.breaks_whole(self.known)
        self.given, self.never = ({atom for atom in self.known if self.known[atom] == value} for value in (True, False))
    def breaks(self, near, known):
        return next((f"rule {self.trees[i][0]}" for i in near if bounds(self.trees[i][1], known)[1] < 1), None)
    def propagate(self, known, rules, trials=0):
        """Adds atoms one of whose values breaks a rule, perhaps after trials. Returns a reason if no value is left."""
        rules = {*rules}
        while rules:
            if self.breaks([index := rules.pop()], known): return "several rules, one after the other"
            for atom in sorted(self.used[index] - known.keys()):
                wrong = [value for value in (False, True) if self.is_refuted(frozenset([index]), {
                    **known, atom: value}, [trials * (len(self.used[index]) < 13)], atom)]
                if len(wrong) == 2: return f"{atom} can have no value"
                if wrong:
                    known[atom] = not wrong[0]
                    cells = (self.used[cell] for cell in self.cells.intersection(self.counts_of[atom]))
                    rules.update(rule for other in {atom}.union(*cells) for rule in self.counts_of[other])
    @functools.cache
    def with_cells(self, near):
        return near | self.cells.intersection(j for i in near for atom in self.used[i] for j in self.counts_of[atom])
    def is_refuted(self, near, known, trials, last=None):  # each way to go on breaks one of them, or of a cell
        if self.breaks(self.with_cells(near).intersection(self.counts_of.get(last, ())), known): return True
        atom = min(min(filter(None, (self.used[index] - known.keys() for index in near)), key=len, default=[""]))
        trials[0] -= 1
        if not atom or trials[0] < 0: return False
        return all(self.is_refuted(near, {**known, atom: value}, trials, atom) for value in (True, False))
    def excludes(self, true, false):
        """Returns a reason only if no solution has all atoms of `true` and none of `false`."""
        if true & self.never or false & self.given: return "an atom that has the other value in all solutions"
        known = {**self.known, **dict.fromkeys(true, True), **dict.fromkeys(false, False)}
        own = frozenset(index for atom in true | false for index in self.counts_of[atom])
        groups = [own] if own else [frozenset([index]) for index in range(len(self.trees))]
        return (self.is_impossible or self.breaks(own, known) or self.breaks_whole(known) or self.propagate(known, own)
                or any(self.is_refuted(group, known, [2000]) for group in groups) and "several rules together")
def read_puzzle(rows, kind, variant, folder):
    rows, drawing = [*rows], Drawing(read(folder, "rules.txt"))
    need(variant is None and rows == drawing.facts["puzzle"] and rows[0].split()[0] == kind, "another puzzle")
    return drawing
