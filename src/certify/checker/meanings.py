class Meanings:
    """What the variables without a name mean: each is a function of the atoms, which its clauses define.
    A function is a decision diagram: 0, 1, or the index of a node: (variable, diagram if true, diagram if false). Equal
    functions are one diagram. A variable may stand for a statement that rules count, so they count the variable."""
    def __init__(self, puzzle, clauses, names):
        self.known, self.names, self.nodes, self.stands, self.uses = puzzle.known, names, [(1e9,)] * 2, {}, {}
        self.rank = {atom: rank for rank, atom in enumerate(puzzle.counts_of)}
        trees = [tree for _, tree in puzzle.trees]
        own = {abs(literal) for clause in clauses for literal in clause} - names.keys()
        last = lambda clause, key=None: max((v for v in map(abs, clause) if v in own), key=key, default=0)
        first = {last(clause) for clause in clauses if -last(clause) in clause}
        order = lambda variable: (variable not in first, variable)  # what earlier variables do not define comes last
        self.defining, counted = defaultdict(list), {self.attempt(self.meaning, part) for part in counted_in(trees)}
        self.definitions = {clause for clause in map(frozenset, clauses) if -last(clause, order) in clause}
        for clause in self.definitions: self.defining[last(clause, order)].append(clause)
        for v in sorted(own, key=order):  # true, unless a clause with its negation and no later variable needs it false
            self.uses[v] = f, _ = [self.attempt(self.definition, v)] * 2
            if f in self.stands: self.uses[v] = self.stands[f], f
            elif (f or 0) > 1 and self.nodes[f][1:] not in ((0, 1), (1, 0)):
                if counted & {f, (no := self.attempt(self.choose, f, 0, 1))} - {None}:
                    z = self.node(len(self.rank) + v, 1, 0)
                    self.stands[f], self.stands[no], self.uses[v] = z, self.choose(z, 0, 1), (z, f)
        meanings = filter(None, (self.attempt(self.meaning, part) for tree in trees for part in parts_of(tree)))
        self.rules = [(self.support(rule), rule) for rule in meanings]
    def attempt(self, make, *arguments):  # None if it takes too many nodes
        self.most = len(self.nodes) + 50_000
        try: return make(*arguments)
        except OverflowError: return None
    def definition(self, v):
        return self.all(self.choose(self.fails(clause - {-v}), 0, 1) for clause in self.defining[v])
    def fails(self, clause, use=0):
        return self.all(self.choose(self.variable(v, use), literal < 0, literal > 0)
                        for literal in clause for v in [self.names.get(abs(literal), abs(literal))])
    def variable(self, v, use=0):
        if v in self.uses: return self.uses[v][use]
        return int(self.known[v]) if v in self.known else self.node(self.rank[v], 1, 0)
    def all(self, diagrams):
        return functools.reduce(lambda f, g: self.choose(g, f, 0), diagrams, 1)
    @functools.cache
    def choose(self, f, g, h):  # g if f is true, otherwise h
        if f is None: raise OverflowError
        if f < 2 or g == h: return int(g if f else h)
        if (g, h) == (1, 0): return f
        rank = min(self.nodes[x][0] for x in (f, g, h))
        parts = ([self.nodes[x][i] if self.nodes[x][0] == rank else x for x in (f, g, h)] for i in (1, 2))
        return self.node(rank, *(self.choose(*part) for part in parts))
    @functools.cache
    def node(self, rank, yes, no):
        if len(self.nodes) > self.most: raise OverflowError
        if yes != no: self.nodes.append((rank, yes, no))
        return yes if yes == no else len(self.nodes) - 1
    def meaning(self, term):  # of a statement
        if not isinstance(term, list): return self.variable(term) if isinstance(term, str) else int(term > 0)
        word, *parts = term
        if word == "not": return self.choose(self.meaning(parts[0]), 0, 1)
        if word == "all": return self.all(map(self.meaning, parts))
        if word == "any": return self.choose(self.all(self.meaning(["not", part]) for part in parts), 0, 1)
        if word == "distinct":
            return self.all(self.meaning(["!=", a, b]) for i, a in enumerate(parts) for b in parts[:i])
        if word not in ("=", "!=", "<", ">=", "<=", ">"): raise OverflowError
        items = sorted(self.items(parts[0], 1) + self.items(parts[1], -1), key=lambda item: self.nodes[item[1]][0])
        @functools.cache
        def rest(i, least, most):  # the comparison if the sum of the items before i leaves it between two bounds
            is_sure, is_possible = bounds([word, ["+", (most - least, ""), (1, least)], 0], {})
            if is_sure == is_possible: return int(is_sure)
            (factor, f), low, high = items[i], *sorted((0, items[i][0]))
            return self.choose(f, *(rest(i + 1, least - low + one, most - high + one) for one in (factor, 0)))
        return rest(0, *(sum(sign(0, factor) for factor, _ in items) for sign in (min, max)))
    def items(self, term, factor):  # factors and statements whose sum is a number
        if isinstance(term, int): return [(factor * term, 1)]
        word, *parts = term if isinstance(term, list) else [""]
        if word in ("+", "value"):
            return [item for a, b in parts for item in self.items(b, factor * a)]
        if word == "run": return [(factor, self.all(map(self.meaning, parts[:i + 1]))) for i in range(len(parts))]
        return [(factor, self.stands.get(f := self.meaning(term), f))]
    def support(self, f):
        found = below = {f}
        while below := {x for one in below if one > 1 for x in self.nodes[one][1:]} - found: found = found | below
        return {self.nodes[one][0] for one in found if one > 1}
    def holds(self, clause):  # no assignment that breaks a clause obeys the definitions and the rules nearest to it
        return frozenset(clause) in self.definitions or any(
            self.attempt(self.is_excluded, clause, use, most) for most in (0, 2, 20, 200) for use in (0, 1))
    def is_excluded(self, clause, use, most):
        own = self.support(f) if (f := self.fails(clause, use)) and most else ()
        near = sorted(((len(own & used) / len(own | used), rule) for used, rule in self.rules if own), reverse=True)
        return not f or any(not (f := self.choose(rule, f, 0)) for _, rule in near[:most])
def parts_of(tree):
    """What a rule implies: each value occurs at most once among distinct numbers, and how many are not 0."""
    of = lambda n: [(n, 1)] if isinstance(n, int) else n[1:] if n[0] == "value" else []
    if not isinstance(tree, list) or tree[0] != "distinct" or not all(map(of, tree[1:])): return [tree]
    pairs = [pair for number in tree[1:] for pair in of(number)]
    terms = lambda values: ["+", *((1, atom) for value, atom in pairs if value in values)]
    other = (values := {value for value, _ in pairs}) - {0}
    return [["<=", terms({value}), 1] for value in values] + [
        ["all", [">=", terms(other), len(tree) - 2], ["<=", terms(other), len(other)]]]
def counted_in(term):
    """The statements in sums."""
    if not isinstance(term, (list, tuple)): return []
    own = [part for _, part in term[1:] if isinstance(part, list)] if term[0] == "+" else []
    return own + [one for part in term for one in counted_in(part)]
def resolvents(clauses, names, puzzle):
    """Returns the clauses over atoms. The others hold by what their variables mean."""
    sys.setrecursionlimit(10_000)
    meanings = Meanings(puzzle, [clause for _, clause in clauses], names)
    for PLACE[1], clause in clauses:
        has_atoms_only = all(abs(literal) in names for literal in clause)
        need(has_atoms_only or puzzle.is_impossible or meanings.holds(clause), "no rule near a clause implies it")
    return {frozenset(clause): line for line, clause in clauses if names.keys() >= {*map(abs, clause)}}
