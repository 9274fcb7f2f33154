"""Tests of models against brute force over all assignments, and of each wrong use."""

import random
import re
import sys
from functools import reduce
from itertools import permutations, product
from operator import and_, or_

import encycle
import pytest

FORMS = ["cuts", "order", "elimination", "leaf", "hybrid", "labels", "tree", "cotree", "flow"]
# Forms by spanning trees, which edges without a directed cycle need not have.
TREE_FORMS = FORMS[6:]


def assignments(names):
    """Returns all assignments of some variables."""
    for values in product([False, True], repeat=len(names)):
        yield dict(zip(names, values))


def random_formula(numbers, variables, depth):
    """Returns a formula of the model, and a function that evaluates it."""
    if depth == 0 or numbers.random() < 0.2:
        name, variable = numbers.choice(list(variables.items()))
        if numbers.random() < 0.5:
            return ~variable, lambda values: not values[name]
        return variable, lambda values: values[name]
    (a, one), (b, two) = (random_formula(numbers, variables, depth - 1) for _ in range(2))
    return numbers.choice(
        [
            (a & b, lambda values: one(values) and two(values)),
            (a | b, lambda values: one(values) or two(values)),
            (a ^ b, lambda values: one(values) != two(values)),
            (a >> b, lambda values: not one(values) or two(values)),
            (a == b, lambda values: one(values) == two(values)),
            (a != b, lambda values: one(values) != two(values)),
            (~(a & b), lambda values: not (one(values) and two(values))),
        ]
    )


def random_sum(numbers, variables, sizes):
    """Returns a sum of the model, and a function that evaluates it."""
    terms = []
    total = constant = numbers.randint(-2, 2)
    for _ in range(numbers.randint(1, 5)):
        name, variable = numbers.choice(list(variables.items()))
        size, negated = numbers.choice(sizes), numbers.random() < 0.3
        terms.append((size, name, negated))
        total = total + size * (~variable if negated else variable)
    return total, lambda values: constant + sum(
        size * (values[name] != negated) for size, name, negated in terms
    )


def random_comparison(numbers, variables):
    left, one = random_sum(numbers, variables, numbers.choice([[1], [2], [1, -1], [1, 2, -3, 5]]))
    if numbers.random() < 0.5:
        right = numbers.randint(-3, 4)
        two = lambda values: right
    else:
        right, two = random_sum(numbers, variables, [1, -1])
    return numbers.choice(
        [
            (left <= right, lambda values: one(values) <= two(values)),
            (left >= right, lambda values: one(values) >= two(values)),
            (left == right, lambda values: one(values) == two(values)),
        ]
    )


def random_model(seed):
    """Returns a model, its solutions, and a random number generator."""
    numbers = random.Random(seed)
    model = encycle.Model()
    names = "abcdef"[: numbers.randint(2, 6)]
    variables = {name: model.variable(name) for name in names}
    checks = []
    for _ in range(numbers.randint(1, 4)):
        kind = numbers.randrange(4)
        if kind == 0:
            constraint, check = random_comparison(numbers, variables)
        elif kind == 1:
            (a, one), (b, two) = (
                random_formula(numbers, variables, 1),
                random_comparison(numbers, variables),
            )
            constraint, check = a >> b, lambda values, one=one, two=two: not one(values) or two(values)
        else:
            constraint, check = random_formula(numbers, variables, kind)
        model.add(constraint)
        checks.append(check)
    solutions = [one for one in assignments(names) if all(check(one) for check in checks)]
    return model, variables, solutions, numbers


def by_name(result):
    return tuple(sorted(result.true_names()))


class TestBruteForce:
    @pytest.mark.parametrize("seed", range(150))
    def test_the_verdict_and_the_solutions_are_those_of_brute_force(self, seed):
        model, _, solutions, _ = random_model(seed)
        expected = sorted(tuple(name for name in one if one[name]) for one in solutions)
        assert sorted(map(by_name, model.enumerate())) == expected
        assert model.count() == len(expected)
        assert len(list(model.enumerate(2))) == min(2, len(expected))
        verdicts = {0: "no-solution", 1: "unique"}
        result = model.solve(unique=True)
        assert result.verdict == verdicts.get(len(expected), "several")
        assert bool(result) == bool(expected)
        if result:
            assert by_name(result) in expected and result.values_by_name() in solutions
        if len(expected) > 1:
            assert by_name(result.second) in expected and by_name(result.second) != by_name(result)

    @pytest.mark.parametrize("seed", range(60))
    def test_the_optimum_is_that_of_brute_force(self, seed):
        model, variables, solutions, numbers = random_model(1000 + seed)
        total, value = random_sum(numbers, variables, [1, 2, -3, 0.5])
        best = numbers.choice([min, max])
        (model.minimize if best is min else model.maximize)(total)
        for solver in ["batsat", "microlp"]:
            result = model.solve(solver=solver)
            if not solutions:
                assert result.verdict == "no-solution" and result.value is None
                continue
            assert result.verdict == "optimal"
            expected = best(map(value, solutions))
            assert result.value == result.bound == pytest.approx(expected)
            assert result[total] == pytest.approx(expected)

    @pytest.mark.parametrize("cnf", ["direct", "tseitin", "plaisted-greenbaum"])
    def test_each_method_for_formulas_has_the_same_solutions(self, cnf):
        for seed in range(40):
            model, _, solutions, _ = random_model(2000 + seed)
            assert len(list(model.enumerate(cnf=cnf))) == len(solutions)

    def test_values_of_expressions_are_those_of_the_solution(self):
        for seed in range(40):
            model, variables, _, numbers = random_model(3000 + seed)
            formula, truth = random_formula(numbers, variables, 3)
            comparison, holds = random_comparison(numbers, variables)
            for result in model.enumerate(5):
                values = result.values_by_name()
                assert result[formula] is truth(values)
                assert result[comparison] is holds(values)


def square():
    """Returns a model over the edges of a square with one diagonal, its graph, and its variables."""
    model = encycle.Model()
    graph = model.graph("g")
    edges = {}
    for pair in ["ab", "bc", "cd", "da", "ac"]:
        edges[pair] = model.variable(pair)
        graph.edge(*pair, edges[pair])
    return model, graph, edges


def reached(drawn, start):
    """Returns the vertices that a set of undirected edges connects with `start`."""
    found, open_ = {start}, [start]
    while open_:
        at = open_.pop()
        for pair in drawn:
            for one, other in (pair, pair[::-1]):
                if one == at and other not in found:
                    found.add(other)
                    open_.append(other)
    return found


def has_cycle(drawn):
    touched = set("".join(drawn))
    parts = {frozenset(reached(drawn, at)) for at in touched}
    return len(drawn) > len(touched) - len(parts)


def is_one_cycle(drawn):
    touched = "".join(drawn)
    degrees = [touched.count(at) for at in set(touched)]
    return bool(drawn) and set(degrees) == {2} and reached(drawn, touched[0]) == set(touched)


def is_path(drawn, ends):
    touched = "".join(drawn)
    return (
        bool(drawn)
        and not has_cycle(drawn)
        and reached(drawn, touched[0]) == set(touched)
        and all(touched.count(at) <= 2 for at in touched)
        and {at for at in touched if touched.count(at) == 1} == set(ends)
    )


def walk(drawn, start, end):
    """Returns the length of a shortest directed walk, or None."""
    layer, length, seen = {start}, 0, set()
    while layer:
        if end in layer:
            return length
        seen |= layer
        layer = {b for a, b in drawn if a in layer} - seen
        length += 1
    return None


# name, the call, and what it means for a set of drawn edges
RULES = {
    "one_cycle": (lambda m, g: m.one_cycle(g), is_one_cycle),
    "hamilton_cycle": (
        lambda m, g: m.hamilton_cycle(g),
        lambda drawn: is_one_cycle(drawn) and len(drawn) == 4,
    ),
    "cycles": (lambda m, g: m.cycles(g), lambda drawn: not drawn or is_one_cycle(drawn)),
    "path": (lambda m, g: m.path(g, "a", "c"), lambda drawn: is_path(drawn, "ac")),
    "hamilton_path": (
        lambda m, g: m.hamilton_path(g, "a", "b"),
        lambda drawn: is_path(drawn, "ab") and len(drawn) == 3,
    ),
    "hamilton_path, any ends": (
        lambda m, g: m.hamilton_path(g),
        lambda drawn: len(drawn) == 3
        and any(is_path(drawn, [a, b]) for a in "abcd" for b in "abcd" if a < b),
    ),
    "connected": (
        lambda m, g: m.connected(g, ["a", "c", "d"]),
        lambda drawn: set("acd") <= reached(drawn, "a"),
    ),
    "connected, all": (
        lambda m, g: m.connected(g),
        lambda drawn: not drawn or reached(drawn, drawn[0][0]) == set("".join(drawn)),
    ),
    "tree": (
        lambda m, g: m.tree(g, ["a", "b"]),
        lambda drawn: not has_cycle(drawn)
        and "b" in reached(drawn, "a")
        and reached(drawn, "a") == set("".join(drawn)),
    ),
    "forest": (lambda m, g: m.forest(g), lambda drawn: not has_cycle(drawn)),
    "acyclic": (lambda m, g: m.acyclic(g), lambda drawn: not has_cycle(drawn)),
    "reach": (lambda m, g: m.reach(g, "a", "c"), lambda drawn: "c" in reached(drawn, "a")),
    "distance": (
        lambda m, g: m.distance(g, "a", "c", 1),
        lambda drawn: walk(steps(drawn, False), "a", "c") == 1,
    ),
}
MONOTONE = {
    "connected": lambda m, g, x: m.connected(g, ["a", "c", "d"], iff=x),
    "forest": lambda m, g, x: m.forest(g, iff=x),
    "acyclic": lambda m, g, x: m.acyclic(g, iff=x),
    "reach": lambda m, g, x: m.reach(g, "a", "c", iff=x),
    "distance": lambda m, g, x: m.distance(g, "a", "c", 1, iff=x),
}


class TestRules:
    @pytest.mark.parametrize("name", RULES)
    def test_each_rule_has_the_solutions_of_brute_force(self, name):
        require, holds = RULES[name]
        model, graph, edges = square()
        require(model, graph)
        drawn = [[pair for pair in edges if one[pair]] for one in assignments(edges)]
        expected = sorted(sorted(one) for one in drawn if holds(one))
        assert expected
        for form in FORMS:
            found = [sorted(one.true_names()) for one in model.enumerate(encoding=form)]
            assert sorted(found) == expected, form
        result = model.solve()
        assert sorted("".join(ends) for ends in result.edges(graph)) == sorted(result.true_names())
        assert model.count() == len(expected)

    @pytest.mark.parametrize("name", MONOTONE)
    def test_a_variable_stands_for_a_rule(self, name):
        model, graph, edges = square()
        MONOTONE[name](model, graph, model.variable("x"))
        for result in model.enumerate():
            drawn = [pair for pair in edges if result[pair]]
            assert result["x"] == RULES[name][1](drawn)
        assert model.count() == 2 ** len(edges)

    def test_chosen_vertices_are_connected(self):
        model = encycle.Model()
        graph = model.graph("row")
        row = [model.variable(f"v{number}") for number in range(4)]
        for number, variable in enumerate(row):
            graph.vertex(number, variable)
        for number in range(3):
            graph.edge(number, number + 1, True)
        model.connected_vertices(graph)
        model.add(sum(row) >= 1)
        # the intervals of four cells
        assert model.count() == 10
        result = model.solve()
        assert result.vertices(graph) == [number for number in range(4) if result[row[number]]]

    def test_directed_graphs_have_directed_cycles(self):
        model = encycle.Model()
        graph = model.graph("g", directed=True)
        for pair in ["ab", "bc", "ca", "ac"]:
            graph.edge(*pair, model.variable(pair))
        model.one_cycle(graph)
        assert sorted(map(by_name, model.enumerate())) == [("ab", "bc", "ca"), ("ac", "ca")]
        assert graph.directed and graph.vertices == ["a", "b", "c"] and len(graph.edges) == 4

    def test_edges_after_a_rule_count(self):
        model, graph, _ = square()
        model.one_cycle(graph)
        assert model.count() == 3
        graph.edge("b", "d", model.variable("bd"))
        assert model.count() == 7

    def test_a_tour_is_optimal(self):
        points = {"a": (0, 0), "b": (4, 1), "c": (5, 5), "d": (1, 4), "e": (2, 2)}
        model = encycle.Model()
        graph = model.graph("g")
        length = {}
        for a in points:
            for b in points:
                if a < b:
                    (x, y), (u, v) = points[a], points[b]
                    length[a, b] = abs(x - u) + abs(y - v)
                    graph.edge(a, b, model.variable(a + b))
        model.hamilton_cycle(graph)
        model.minimize(sum(length[a, b] * graph[a, b] for a, b in length))
        best = best_tour(points)
        for solver in ["batsat", "microlp"]:
            result = model.solve(solver=solver)
            assert (result.verdict, result.value, result.gap) == ("optimal", best, 0)
            assert len(result.edges(graph)) == 5


def best_tour(points):
    first, *others = points
    distance = lambda a, b: sum(abs(x - y) for x, y in zip(points[a], points[b]))
    tours = ([first, *order, first] for order in permutations(others))
    return min(sum(map(distance, tour, tour[1:])) for tour in tours)


def steps(drawn, directed):
    return drawn if directed else drawn + [(b, a) for a, b in drawn]


def is_acyclic(drawn, directed):
    """Returns whether leaves, or vertices without arcs into them, can be removed until no edge is left."""
    drawn = list(drawn)
    while drawn:
        ends = [b for _, b in drawn] if directed else [end for edge in drawn for end in edge]
        free = {end for edge in drawn for end in edge if ends.count(end) <= (0 if directed else 1)}
        if not free:
            return False
        drawn = [edge for edge in drawn if not free & set(edge if not directed else edge[:1])]
    return True


def is_cycle_graph(drawn, directed):
    if not drawn:
        return False
    touched = {end for edge in drawn for end in edge}
    counts = [[edge[side] for edge in drawn].count(end) for end in touched for side in (0, 1)]
    if directed:
        is_regular = set(counts) == {1}
    else:
        is_regular = {sum(counts[2 * i : 2 * i + 2]) for i in range(len(touched))} == {2}
    start = drawn[0][0]
    return is_regular and all(walk(steps(drawn, directed), start, end) is not None for end in touched)


RANDOM_RULES = {
    "acyclic": lambda drawn, directed, ends: is_acyclic(drawn, directed),
    "forest": lambda drawn, directed, ends: is_acyclic(drawn, False),
    "one_cycle": lambda drawn, directed, ends: is_cycle_graph(drawn, directed),
    "reach": lambda drawn, directed, ends: walk(steps(drawn, directed), *ends) is not None,
    "distance": lambda drawn, directed, ends: walk(steps(drawn, directed), *ends) in (0, 1, 2),
}


@pytest.mark.parametrize("seed", range(120))
def test_rules_with_constraints_and_objectives_are_those_of_brute_force(seed):
    numbers = random.Random(seed)
    size, directed = numbers.randint(2, 5), numbers.random() < 0.5
    edges = [tuple(numbers.sample(range(size), 2)) for _ in range(numbers.randint(2, 7))]
    model = encycle.Model()
    graph = model.graph("g", directed=directed)
    variables = [model.variable(f"v{number}") for number in range(len(edges))]
    for vertex in range(size):
        graph.vertex(vertex)
    for ends, variable in zip(edges, variables):
        graph.edge(*ends, variable)
    rule = numbers.choice(list(RANDOM_RULES))
    ends = numbers.sample(range(size), 2)
    arguments = {"reach": ends, "distance": [*ends, 2]}.get(rule, [])
    # with a variable for the rule, each set of edges is a solution
    stands = rule != "one_cycle" and numbers.random() < 0.4
    keywords = {"iff": model.variable("iff")} if stands else {}
    getattr(model, rule)(graph, *arguments, **keywords)
    most = numbers.randint(0, len(edges))
    model.add(sum(variables) <= most)
    sizes = [numbers.randint(-4, 5) for _ in edges]
    values = []
    for chosen in product([0, 1], repeat=len(edges)):
        drawn = [edge for edge, is_in in zip(edges, chosen) if is_in]
        if len(drawn) <= most and (stands or RANDOM_RULES[rule](drawn, directed, ends)):
            values.append(sum(size for size, is_in in zip(sizes, chosen) if is_in))
    assert model.count() == len(values)
    form = numbers.choice(FORMS)
    if form in TREE_FORMS and form != "flow" and rule == "acyclic" and directed:
        with pytest.raises(ValueError, match="has no such form"):
            model.enumerate(encoding=form)
    else:
        assert len(list(model.enumerate(encoding=form))) == len(values), form
    best = numbers.choice([min, max])
    total = sum(size * variable for size, variable in zip(sizes, variables))
    (model.minimize if best is min else model.maximize)(total)
    for solver in ["batsat", "microlp"]:
        result = model.solve(solver=solver)
        assert result.verdict == ("optimal" if values else "no-solution")
        assert result.value == (best(values) if values else None)
        if stands and values:
            drawn = result.edges(graph)
            assert result["iff"] == RANDOM_RULES[rule](drawn, directed, ends)


class TestColumns:
    def test_integer_and_continuous_columns_are_solved_by_mip(self):
        model = encycle.Model()
        x = model.variable("x")
        n = model.integer("n", 0, 10)
        c = model.continuous("c", -1.5, 2.5)
        model.add(n + 2 * c <= 7, n >= 3 * x, 0.5 * n - c >= -4)
        model.maximize(n + 3 * c + x)
        result = model.solve()
        assert result.verdict == "optimal" and result.solver.startswith("microlp")
        assert (result[n], result["c"], result[x]) == (3, 2, True)
        assert isinstance(result[n], int) and isinstance(result[c], float)
        assert result.value == result[n + 3 * c + x] == 10
        assert n.name == "n" and x.name == "x" and (~x).name == "~x" and (n + x).name is None

    def test_files_contain_the_model(self, tmp_path):
        highspy = pytest.importorskip("highspy")
        model = encycle.Model()
        x, y = model.variable("x"), model.variable("y")
        n = model.integer("n", -3, 10)
        c = model.continuous("c", -float("inf"), 2.5)
        model.add(n + 2 * c <= 7, x | y, n + c >= -20)
        model.maximize(n + 3 * c - 2 * x - 3 * y)
        for ending in ["lp", "mps"]:
            path = tmp_path / f"model.{ending}"
            model.write(path)
            highs = highspy.Highs()
            highs.setOptionValue("output_flag", False)
            highs.readModel(str(path))
            highs.run()
            columns = dict(zip(highs.getLp().col_names_, highs.getSolution().col_value))
            assert model.decode(columns).value == model.solve().value == 7.5


class TestCertificates:
    def test_the_number_of_solutions_is_proven_for_a_foreign_checker(self, tmp_path):
        model, graph, edges = square()
        model.one_cycle(graph)
        folder = tmp_path / "certificate"
        assert model.certify(folder, limit=10) == model.count() == 3
        names = {path.name for path in folder.iterdir()}
        assert {"rules.opb", "rules.map", "others.opb", "others.pbp", "solution-3.pbp"} <= names
        assert "puzzle.txt" not in names
        with pytest.raises(encycle.CertificateError, match="more than 1 solution"):
            model.certify(tmp_path / "one")
        model.minimize(sum(edges.values()))
        with pytest.raises(ValueError, match="has an objective"):
            model.certify(tmp_path / "objective")


class TestFiles:
    def test_a_formula_is_read_with_its_rules(self, tmp_path):
        file = tmp_path / "triangle.cnf"
        file.write_text("p cnf 4 1\n1 4 0\n")
        rules = tmp_path / "triangle.rules"
        rules.write_text("graph g undirected\nedge g a b 1\nedge g b c 2\nedge g c a 3\none-cycle g\n")
        model = encycle.Model.read(file, rules)
        assert model.variables == ["x1", "x2", "x3", "x4"] and model.count() == 2
        (graph,) = model.graphs
        assert model.solve().edges(graph) == [("a", "b"), ("b", "c"), ("c", "a")]
        with pytest.raises(ValueError, match="read from a file"):
            graph.edge("a", "b", True)
        model.add(model.variable("x4") == False)  # noqa: E712
        assert model.count() == 1

    def test_columns_with_names_that_files_replace_were_lost(self, tmp_path):
        model = encycle.Model()
        number = model.integer("x", 0, 3)
        model.add(number >= 2)
        model.minimize(number)
        result = model.solve()
        assert result["x"] == 2 and result.values_by_name() == {"x": 2}
        assert str(number) == "x"
        file = tmp_path / "named.lp"
        file.write_text("Minimize\n obj: x7\nSubject To\n c1: x7 >= 2\nBounds\n x7 <= 9\nGeneral\n x7\nEnd\n")
        result = encycle.Model.read(file).solve()
        assert result["x7"] == 2 and result.values_by_name() == {"x7": 2}

    def test_all_models_of_a_file_are_read(self, tmp_path):
        file = tmp_path / "digraphs.txt"
        file.write_text("hamilton digraph 3\n1 2\n2 3\n3 1\n\nhamilton digraph 3\n1 2\n2 3\n")
        verdicts = [model.solve().verdict for model in encycle.Model.read_all(file)]
        assert verdicts == ["solved", "no-solution"]
        assert not encycle.Model.read(f"{file}#2").solve()
        with pytest.raises(ValueError, match="2 problems\nhelp: name one of them as"):
            encycle.Model.read(file)
        with pytest.raises(ValueError, match="#3"):
            encycle.Model.read(f"{file}#3")

    def test_malformed_files_are_refused_with_their_position(self, tmp_path):
        file = tmp_path / "short.cnf"
        file.write_text("p cnf 1 1\n2 0\n")
        with pytest.raises(encycle.PuzzleError, match="short.cnf:2:1") as caught:
            encycle.Model.read(file)
        assert caught.value.line == 2
        file.write_text("p cnf 1 0\n")
        rules = tmp_path / "wrong.rules"
        rules.write_text("graph g sideways\n")
        with pytest.raises(encycle.PuzzleError, match="wrong.rules:1"):
            encycle.Model.read(file, rules)
        with pytest.raises(FileNotFoundError):
            encycle.Model.read(tmp_path / "none.cnf")
        other = tmp_path / "other.xyz"
        other.write_text("nothing\n")
        with pytest.raises(ValueError, match="not recognized"):
            encycle.Model.read(other)

    @pytest.mark.parametrize("form", FORMS[1:])
    def test_a_written_formula_has_the_same_solutions(self, form, tmp_path):
        model, graph, edges = square()
        model.one_cycle(graph)
        path = tmp_path / "square.cnf"
        model.write(path, form=form)
        assert "c var 1 ab" in path.read_text()
        written = encycle.Model.read(path)
        found = {tuple(result[f"x{number}"] for number in range(1, 6)) for result in written.enumerate()}
        assert len(found) == 3

    def test_pseudo_boolean_files_have_the_objective(self, tmp_path):
        model = encycle.Model()
        x, y = model.variable("x"), model.variable("y")
        model.add(2 * x + 3 * y <= 4)
        model.maximize(2 * x + 3 * y)
        path = tmp_path / "model.opb"
        model.write(path)
        lines = path.read_text().splitlines()
        assert lines[0].startswith("* #variable= 2 #constraint= 1")
        assert "min: -2 x1 -3 x2 ;" in lines and "-2 x1 -3 x2 >= -4 ;" in lines
        model.minimize(0.5 * x)
        model.write(path)
        lines = path.read_text().splitlines()
        assert "min: +5 x1 ;" in lines and "* objective: minimum / 10" in lines
        model.write(tmp_path / "model.wcnf")
        assert "5 -1 0" in (tmp_path / "model.wcnf").read_text().splitlines()
        model.minimize(0.123456789 * x)
        with pytest.raises(ValueError, match="coefficient 0.123456789"):
            model.write(path)
        with pytest.raises(ValueError, match="an objective"):
            model.write(tmp_path / "model.cnf")
        with pytest.raises(ValueError, match="selects no format"):
            model.write(tmp_path / "model.txt")
        with pytest.raises(OSError):
            model.write(tmp_path / "none" / "model.lp")


class TestNames:
    """One impossible name renamed all columns to x1, x2, ..., which were other variables of the model."""

    def test_a_renamed_column_leaves_the_others_alone(self, tmp_path):
        model = encycle.Model()
        x = [model.variable(f"x{number}") for number in range(3)]
        cell = model.variable("cell (0, 1)")
        model.add(cell == x[2], x[0] + x[1] + x[2] <= 1)
        model.maximize(2 * x[0] + 3 * x[1] + 5 * x[2])
        path = tmp_path / "model.lp"
        model.write(path)
        text = path.read_text()
        assert "\\ column cell_0_1: cell (0, 1)\n" in text and "+ 3 x1 + 5 x2" in text
        for values in [{"x2": 1, "cell (0, 1)": 1}, {"x2": 1, "cell_0_1": 1, "t_1": 0}]:
            result = model.decode(values)
            assert result.value == 5 and result.true_names() == ["x2", "cell (0, 1)"]

    def test_auxiliary_variables_are_not_variables_of_the_model(self):
        model = encycle.Model()
        own, other = model.variable("t_1"), model.variable("a b")
        model.add(own | other)
        assert model.decode({"v_t_1": 1, "t_1": 0, "a_b": 0}).true_names() == ["t_1"]
        assert model.decode({"t_1": 1}).true_names() == ["t_1"]

    def test_unknown_names_and_literals_are_refused(self):
        model = encycle.Model()
        a, b, c = (model.variable(name) for name in ["ab", "bc", "cd"])
        model.add(a | b | c)
        with pytest.raises(ValueError, match="not names of the model: `ad`, `typo`\nhelp: "):
            model.decode({"ab": 1, "typo": 1, "ad": 1})
        with pytest.raises(ValueError, match="literal 77: the model has 3 variables"):
            model.decode([1, 2, 3, 77])
        assert model.decode([1, -2, 3, 4]).true_names() == ["ab", "cd"]


# The rules whose forms have auxiliary variables of each kind.
DECODED_RULES = ["hamilton_cycle", "one_cycle", "path", "tree", "forest", "acyclic", "reach"]


def linear_solvers():
    """Yields functions that solve a form of a model by another package, and return its columns."""
    try:
        import highspy  # noqa: F401

        yield solved_by_highspy
    except ImportError:
        pass
    try:
        import pulp
    except ImportError:
        return
    if {"PULP_CBC_CMD", "HiGHS"} & set(pulp.listSolvers(onlyAvailable=True)):
        yield solved_by_pulp


def solved_by_highspy(model, form):
    highs = model.to_highspy(form=form)
    highs.setOptionValue("output_flag", False)
    highs.run()
    return dict(zip(highs.getLp().col_names_, highs.getSolution().col_value))


def solved_by_pulp(model, form):
    import pulp

    problem = model.to_pulp(form=form)
    name = min({"PULP_CBC_CMD", "HiGHS"} & set(pulp.listSolvers(onlyAvailable=True)))
    problem.solve(pulp.getSolver(name, msg=False))
    return {one.name: one.value() for one in problem.variables() if one.value() is not None}


class TestBridges:
    def test_pysat_finds_the_same_number_of_solutions(self):
        solvers = pytest.importorskip("pysat.solvers", reason="PySAT is not installed")
        for seed in range(30):
            model, variables, solutions, _ = random_model(4000 + seed)
            formula = model.to_pysat()
            assert formula.nv >= len(variables)
            with solvers.Solver(bootstrap_with=formula) as solver:
                assert solver.solve() == bool(solutions)
                if solutions:
                    assert model.decode(solver.get_model()).values_by_name() in solutions
            assert bool(encycle.from_pysat(formula).solve()) == bool(solutions)

    def test_max_sat_of_pysat_finds_the_optimum(self):
        pytest.importorskip("pysat.formula", reason="PySAT is not installed")
        from pysat.examples.rc2 import RC2

        for seed in range(20):
            model, variables, solutions, numbers = random_model(5000 + seed)
            total, _ = random_sum(numbers, variables, [1, 2, -3])
            model.minimize(total)
            formula = model.to_pysat()
            result = model.solve()
            with RC2(formula) as solver:
                values = solver.compute()
                assert (values is not None) == bool(solutions)
                if values:
                    assert model.decode(values).value == result.value
            copy = encycle.from_pysat(formula).solve()
            assert copy.verdict == result.verdict

    def test_any_object_with_clauses_is_read(self):
        class Formula:
            nv = 3
            clauses = [[1, -2], [2]]
            atmosts = [[[1, 3], 1]]

        assert encycle.from_pysat(Formula()).count() == 1
        with pytest.raises(TypeError, match="`clauses` and `nv`"):
            encycle.from_pysat(object())
        Formula.clauses = [[0]]
        with pytest.raises(ValueError, match="literal 0"):
            encycle.from_pysat(Formula())

    def test_highspy_finds_the_optimum(self):
        pytest.importorskip("highspy", reason="highspy is not installed")
        for seed in range(20):
            model, variables, solutions, numbers = random_model(6000 + seed)
            total, value = random_sum(numbers, variables, [1, 2.5, -3])
            model.maximize(total)
            highs = model.to_highspy()
            highs.setOptionValue("output_flag", False)
            highs.run()
            if solutions:
                assert highs.getInfo().objective_function_value == pytest.approx(
                    max(map(value, solutions))
                )
                columns = dict(zip(highs.getLp().col_names_, highs.getSolution().col_value))
                assert model.decode(columns).value == pytest.approx(max(map(value, solutions)))

    def test_pulp_finds_the_optimum(self):
        pulp = pytest.importorskip("pulp", reason="PuLP is not installed")
        if not (solvers := {"PULP_CBC_CMD", "HiGHS"} & set(pulp.listSolvers(onlyAvailable=True))):
            pytest.skip("PuLP has neither CBC nor HiGHS")
        for seed in range(10):
            model, variables, solutions, numbers = random_model(7000 + seed)
            total, value = random_sum(numbers, variables, [1, 2.5, -3])
            model.minimize(total)
            problem = model.to_pulp()
            problem.solve(pulp.getSolver(min(solvers), msg=False))
            assert (problem.status == pulp.LpStatusOptimal) == bool(solutions)
            if solutions:
                assert pulp.value(problem.objective) == pytest.approx(min(map(value, solutions)))

    def test_solutions_of_all_forms_are_decoded(self):
        """The auxiliary variables of elimination, leaf, hybrid and tree were not known."""
        bridges = list(linear_solvers())
        if not bridges:
            pytest.skip("neither highspy nor PuLP with a solver is installed")
        for rule, directed in product(DECODED_RULES, [False, True]):
            model = encycle.Model()
            graph = model.graph("t", directed=directed)
            for a in range(4):
                for b in range(4):
                    if a < b or (directed and a != b):
                        graph.edge(a, b, model.variable(f"x_{a}_{b}"))
            vertices = [0, 3] if rule in ("path", "tree", "reach") else []
            getattr(model, rule)(graph, *([vertices] if rule == "tree" else vertices))
            has_objective = rule != "reach"
            if has_objective:
                model.minimize(sum((1 + a + 2 * b) * x for a, b, x in graph.edges))
            expected = model.solve().value
            for form in [None, *FORMS[1:]]:
                for bridge in bridges:
                    try:
                        columns = bridge(model, form)
                    except ValueError as error:
                        assert form is not None and "help: use" in str(error)
                        continue
                    assert model.decode(columns).value == expected, (rule, directed, form)

    def test_a_tour_of_networkx_is_decoded(self):
        networkx = pytest.importorskip("networkx", reason="networkx is not installed")
        city = networkx.grid_2d_graph(3, 4)
        model = encycle.Model()
        graph = model.graph("tour", city)
        model.hamilton_cycle(graph)
        model.minimize(sum((1 + abs(u[0] - v[0])) * graph[u, v] for u, v in city.edges))
        for bridge in linear_solvers():
            assert model.decode(bridge(model, None)).value == model.solve().value

    def test_a_variable_named_as_an_auxiliary_one_is_kept_apart(self, tmp_path):
        model = encycle.Model()
        graph = model.graph("g")
        names = ["o_r1_1_r1_2", "r1_o_1_2", "r1_o_2_1", "later_r1_1_r1_2_1"]
        for name, (a, b) in zip(names, [(0, 1), (1, 2), (2, 3), (3, 0)]):
            graph.edge(a, b, model.variable(name))
        model.one_cycle(graph)
        for form in FORMS[1:]:
            path = tmp_path / f"{form}.lp"
            model.write(path, form=form)
            copy = encycle.Model.read(path)
            assert len(copy.variables) > len(names)
            assert model.decode(copy.solve().values_by_name()).true_names() == names

    def test_graphs_of_networkx_are_read(self):
        networkx = pytest.importorskip("networkx", reason="networkx is not installed")
        grid = networkx.grid_2d_graph(3, 4)
        model = encycle.Model()
        graph = model.graph("g", grid)
        model.hamilton_cycle(graph)
        result = model.solve()
        drawn = networkx.Graph(result.edges(graph))
        assert set(drawn) == set(grid) and networkx.is_connected(drawn)
        assert all(degree == 2 for _, degree in drawn.degree)
        arcs = networkx.DiGraph([("a", "b"), ("b", "a")])
        assert encycle.Model().graph("h", arcs).directed

    def test_a_missing_package_is_named(self, monkeypatch):
        model = encycle.Model()
        model.variable("x")
        for name, package in [("pysat", "python-sat"), ("highspy", "highspy"), ("pulp", "pulp")]:
            for loaded in [one for one in sys.modules if one.split(".")[0] == name]:
                monkeypatch.delitem(sys.modules, loaded)
            # an import of None fails
            monkeypatch.setitem(sys.modules, name, None)
            with pytest.raises(ImportError, match=f"pip install {package}"):
                getattr(model, f"to_{name}")()


class Nx:
    """The part of a graph of networkx that a model reads."""

    def __init__(self, edges, nodes=()):
        self.edges, self.nodes = edges, nodes

    def is_directed(self):
        return False


def test_a_graph_needs_no_package():
    model = encycle.Model()
    graph = model.graph("g", Nx([(1, 2), (2, 3), (3, 1)], [1, 2, 3, 4]))
    assert model.variables == ["g_1_2", "g_2_3", "g_3_1"] and graph.vertices == [1, 2, 3, 4]
    model.one_cycle(graph)
    result = model.solve(unique=True)
    assert result.verdict == "unique" and result.edges(graph) == [(1, 2), (2, 3), (3, 1)]
    assert result[graph[2, 1]] is True
    two = encycle.Model().graph("g", Nx([(1, 2, 0), (1, 2, 1)]))
    assert [one.name for _, _, one in two.edges] == ["g_1_2_0", "g_1_2_1"]
    with pytest.raises(ValueError, match="several edges"):
        two[1, 2]


def test_variables_are_keys():
    model = encycle.Model()
    x, y = model.variable("x"), model.variable("y")
    table = {x: 1, y: 2, ~x: 3}
    assert table[model.variable("x")] == 1 and table[~x] == 3 and len(table) == 3
    with pytest.raises(TypeError, match="hashable"):
        hash(x & y)


def test_texts_of_expressions_are_python():
    model = encycle.Model()
    x, y, z = (model.variable(name) for name in "xyz")
    n = model.integer("n", 0, 5)
    for expression, text in [
        ((x & y) >> ~z, "(x & y) >> ~z"),
        (~(x | y | z), "~(x | y | z)"),
        ((x == y) ^ z, "(x == y) ^ z"),
        (x & False, "x & False"),
        (2 * x - 3 * n + 1, "2*x - 3*n + 1"),
        (x + y + x <= 2, "2*x + y <= 2"),
        (-x, "-x"),
    ]:
        assert repr(expression) == text
    assert repr(model) == "<encycle.Model: 3 variables, 0 constraints, 0 rules>"


def test_constants_are_constraints():
    model = encycle.Model()
    x = model.variable("x")
    model.add(sum([]) == 0, x | True, 0 * x >= 0)
    assert model.count() == 2
    model.add(sum([]) == 1)
    assert model.count() == 0 and not model.solve()


def test_a_closed_iterator_ends():
    model = encycle.Model()
    for number in range(40):
        model.variable(f"v{number}")
    with model.enumerate() as solutions:
        assert next(solutions)
    assert list(solutions) == []
    with pytest.raises(TimeoutError):
        model.count(timeout=0.2)
    with pytest.raises(TimeoutError):
        list(model.enumerate(timeout=0.2))


def wrong_uses():
    """Yields functions of a model that are errors, with the class and a part of the message."""
    model, graph, edges = square()
    x, y = edges["ab"], edges["bc"]
    n = model.integer("n", 0, 4)
    other = encycle.Model().variable("ab")
    loop = model.graph("loop")
    loop.edge("a", "a", x)
    result = model.solve()
    none = encycle.Model()
    none.add(none.variable("a") & ~none.variable("a"))
    yield TypeError, "no truth value", lambda: x and y
    yield TypeError, "two constraints", lambda: 1 <= x + y <= 2
    yield TypeError, "no truth value", lambda: max(x, y) if x + y == 1 else x
    yield TypeError, "use <= or >=", lambda: x + y < 2
    yield TypeError, "not linear", lambda: n * x
    yield TypeError, "use True or False", lambda: x & 1
    yield TypeError, "part of a sum", lambda: (x & y) + 1
    yield TypeError, "is not a formula", lambda: x | (x + y)
    yield TypeError, "in an expression", lambda: x == "ab"
    yield TypeError, "in an expression", lambda: x + None
    yield TypeError, "`!=` of a sum", lambda: x + y != 1
    yield TypeError, "not a constraint", lambda: model.add(3)
    yield TypeError, "compare it", lambda: model.add(x + y)
    yield TypeError, "not an objective", lambda: model.minimize("x")
    yield TypeError, "part of a sum", lambda: model.minimize(x & y)
    yield ValueError, "NaN", lambda: model.add(float("nan") * x <= 1)
    yield ValueError, "inf", lambda: model.minimize(float("inf") * x)
    yield ValueError, "2\\^53", lambda: 2**60 * x
    yield ValueError, "two models", lambda: x & other
    yield ValueError, "two models", lambda: model.add(other)
    yield ValueError, "two models", lambda: result[other]
    yield ValueError, "without a name", lambda: model.variable("")
    yield ValueError, "not Boolean", lambda: model.variable("n")
    yield ValueError, "already in the model", lambda: model.integer("ab", 0, 1)
    yield ValueError, "lower bound first", lambda: model.integer("k", 2, 1)
    yield ValueError, "name of a column", lambda: model.continuous("a b", 0, 1)
    yield ValueError, "already in the model", lambda: model.graph("g")
    yield TypeError, "is not a graph", lambda: model.graph("h", [1, 2])
    yield ValueError, "omit `directed`", lambda: model.graph("h", Nx([]), directed=True)
    yield TypeError, "is not a variable", lambda: graph.edge("a", "b", False)
    yield TypeError, "is not a variable", lambda: graph.edge("a", "b", "ab")
    yield TypeError, "where a variable is needed", lambda: graph.edge("a", "b", x & y)
    yield ValueError, "two vertices", lambda: (graph.vertex(1), graph.vertex("1"))
    yield KeyError, "no edge", lambda: graph["b", "d"]
    yield ValueError, "no vertex 'z'", lambda: model.path(graph, "a", "z")
    yield ValueError, "to itself", lambda: model.path(graph, "a", "a")
    yield ValueError, "to itself", lambda: model.one_cycle(loop)
    yield ValueError, "both ends", lambda: model.hamilton_path(graph, "a")
    yield ValueError, "cannot have a literal", lambda: model.connected(graph, iff=x)
    yield TypeError, "where a variable is needed", lambda: model.forest(graph, iff=x & y)
    yield KeyError, "did you mean `ab`", lambda: result["abb"]
    yield TypeError, "name of a variable", lambda: result[3]
    yield ValueError, "no-solution", lambda: none.solve()["a"]
    yield ValueError, "no-solution", lambda: none.solve().true_names()
    yield ValueError, "nosuch", lambda: model.solve(solver="nosuch")
    yield ValueError, "nosuch", lambda: none.solve(encoding="nosuch")
    yield ValueError, "nosuch", lambda: none.enumerate(encoding="nosuch")
    yield ValueError, "nosuch", lambda: model.solve(cnf="nosuch")
    yield ValueError, "timeout", lambda: model.solve(timeout=-1)
    yield encycle.SolverError, "use a MIP solver", lambda: model.solve(solver="batsat")
    yield ValueError, "number of solutions", model.count
    yield ValueError, "the solutions", model.enumerate
    yield ValueError, "uniqueness", lambda: model.solve(unique=True)
    yield ValueError, "not Boolean", model.to_pysat
    yield ValueError, "0 or 1", lambda: none.decode({"a": 0.5})
    yield ValueError, "-1 is out of range", lambda: none.enumerate(limit=-1)
    yield ValueError, "-1 is out of range", lambda: model.distance(graph, "a", "b", -1)
    yield encycle.RuleError, "constraint 2", lambda: none.decode({"a": 1})
    none_with_objective = encycle.Model()
    none_with_objective.minimize(none_with_objective.variable("a"))
    yield ValueError, "has an objective", lambda: none_with_objective.solve(unique=True)
    big = encycle.Model()
    many = [big.variable(f"v{number}") for number in range(20)]
    yield ValueError, "at most 16", lambda: many[0] >> (sum(many) == 3)


@pytest.mark.parametrize("number", range(len(list(wrong_uses()))))
def test_a_wrong_use_is_an_error_with_help(number):
    error, words, use = list(wrong_uses())[number]
    with pytest.raises(error, match=words):
        use()


def test_a_formula_of_many_levels_is_refused():
    model = encycle.Model()
    x, y = model.variable("x"), model.variable("y")
    formula = x
    with pytest.raises(ValueError, match="levels"):
        for _ in range(2000):
            formula = formula ^ y


def test_long_formulas_are_solved():
    model = encycle.Model()
    many = [model.variable(f"v{number}") for number in range(3000)]
    model.add(reduce(or_, many), reduce(and_, [~one for one in many[1:]]))
    assert model.solve(unique=True).true_names() == ["v0"]
    model = encycle.Model()
    parity = model.variable("v0")
    for number in range(1, 30):
        parity = parity ^ model.variable(f"v{number}")
    model.add(parity)
    result = model.solve()
    assert len(result.true_names()) % 2 == 1
    assert re.match(r"<encycle.ModelResult: solved by batsat", repr(result))
