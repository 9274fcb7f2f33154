#!/usr/bin/env python3
"""Checks a certificate of Encycle: `python3 verify.py FOLDER`. Exit code: 0 verified, 1 not verified, 2 wrong usage.

A certificate claims that puzzle.txt has exactly the solutions in solutions.txt. The check has three parts:
1. Each clause of formula.cnf holds in every solution that is not listed. The argument uses the puzzle alone.
2. proof.lrat refutes formula.cnf: no assignment satisfies all clauses. So every solution is listed.
3. Each listed solution obeys all rules."""
import collections, hashlib, json, os, re, sys

PLACE = []  # the file and the line that the check has reached, for messages


def need(condition, reason):
    if not condition:
        raise ValueError(reason)


def read(folder, name):
    PLACE[:] = name, 0
    with open(os.path.join(folder, name), encoding="utf-8", newline="\n") as file:
        for PLACE[1], line in enumerate(file, 1):
            yield line.rstrip("\r\n")


class Puzzle:
    """The rules of a puzzle. Its atoms are names; a solution is the set of the true ones.

    `counts` has rules about numbers: (place, atoms, allowed numbers of true atoms among them). In a puzzle about lines
    an atom is an edge: `ends` has its two vertices, `degrees` the allowed numbers of lines at each vertex, `walls` the
    edges that are never drawn. `shape` is what the lines form: one "cycle", "cycles" (at least one), one "path" through
    all vertices, or "paths" that join `pairs`. Puzzles about values have no shape."""

    def __init__(self, variant, size, counts, shape="", ends={}, degrees={}, walls=(), pairs=()):
        self.variant, self.size, self.shape, self.ends, self.pairs = variant, size, shape, ends, pairs
        self.degrees, self.walls, self.known = degrees, set(walls), None
        self.edges_at = {vertex: [] for vertex in degrees}
        for edge, (a, b) in ends.items():
            self.edges_at[a].append((edge, b))
            self.edges_at[b].append((edge, a))
        counts += [(f"vertex {v}", [edge for edge, _ in self.edges_at[v]], degrees[v]) for v in degrees]
        counts += [("wall", [edge], {0}) for edge in walls]
        self.counts, self.counts_of = counts, collections.defaultdict(list)
        for number, (_, atoms, _) in enumerate(counts):
            for atom in atoms:
                self.counts_of[atom].append(number)
        self.positive = {number for number, (_, _, allowed) in enumerate(counts) if 0 not in allowed}
        self.is_hopeless = any(min(allowed) > len(atoms) for _, atoms, allowed in counts)

    def broken_rule(self, true):
        """Returns a rule that these true atoms break if all others are false, or None: they are a solution."""
        found = collections.Counter(number for atom in true for number in self.counts_of[atom])
        for number in self.positive | found.keys():
            if found[number] not in self.counts[number][2]:
                return f"{self.counts[number][0]} has {found[number]} of {' '.join(self.counts[number][1])}"
        # at most two lines meet at a vertex, so the lines are separate cycles and paths
        top = {}
        cycles = join(top, [self.ends[edge] for edge in true]) if self.shape else 0
        if self.shape == "cycle" and cycles != 1 or self.shape == "cycles" and cycles < 1 or "path" in self.shape and cycles:
            return f"{cycles} loops"
        if self.shape == "path" and len(true) + 1 != len(self.degrees):
            return "several paths"
        if any(find(top, a) != find(top, b) for a, b in self.pairs):
            return "a pair is not joined"

    def excludes(self, true, false):
        """Returns True only if no solution has all atoms of `true` and none of `false`."""
        bounds, gone = {}, false | self.walls
        for atoms, side in (true, 0), (false, 1):
            for number in (number for atom in atoms for number in self.counts_of[atom]):
                bounds.setdefault(number, [0, 0])[side] += 1
        for number, (least, lost) in bounds.items():
            _, atoms, allowed = self.counts[number]
            if not any(least <= count <= len(atoms) - lost for count in allowed):
                return True  # no allowed number is left at this vertex, clue, cell or house
            if least == max(allowed):
                gone = gone.union(atoms) - true  # no further line here: a complete loop has no connection
        if self.is_hopeless or self.shape in ("", "cycles"):
            return self.is_hopeless or self.shape == "cycles" and len(false) == len(self.ends)
        # Split the graph of the other edges. A bridge is an edge without which a part falls apart; an island is a part
        # between bridges. Islands and bridges form a forest, so a cycle crosses no bridge, and a path none twice.
        island, bridges, homes = self.islands(gone)
        beside = collections.defaultdict(set)  # the bridges at each island
        for edge in bridges:
            for vertex in self.ends[edge]:
                beside[island[vertex]].add(edge)
        where = {edge if edge in bridges else island[self.ends[edge][0]] for edge in true}
        if self.shape == "cycle":
            return not any(where <= {home} for home in homes)
        if self.shape == "path":  # it crosses all bridges: it enters an island or starts there, and leaves or ends
            ends = collections.Counter(island[vertex] for vertex in island if self.degrees[vertex] == {1})
            count = len(set(island.values()))
            return len(bridges) + 1 < count or len(true) >= len(island) or any(
                len(beside[home]) + ends[home] > 2 for home in set(island.values()))
        # Paths: only a pair that a bridge separates crosses it. Remove the leaves of the forest one by one.
        outgoing, visited = collections.defaultdict(set), set()  # `outgoing`: pairs with one end here or in leaves
        for a, b in self.pairs:
            visited |= {island[a], island[b]}
            outgoing[island[a]] ^= {(a, b)}
            outgoing[island[b]] ^= {(a, b)}
        leaves = [home for home in beside if len(beside[home]) == 1]
        for leaf in leaves:
            for edge in beside[leaf]:
                [other] = {island[vertex] for vertex in self.ends[edge]} - {leaf}
                beside[other].remove(edge)
                if len(beside[other]) == 1:
                    leaves.append(other)
                if len(outgoing[leaf]) > 1:
                    return True
                if outgoing[leaf]:
                    visited |= {leaf, other, edge}
                outgoing[other] ^= outgoing.pop(leaf)
        where |= {island[vertex] for vertex in island if 0 not in self.degrees[vertex]}
        return any(outgoing.values()) or not where <= visited

    def islands(self, gone):
        """Returns the island of each vertex, the bridges, and the islands with enough edges for all counts."""
        if self.known and gone <= self.known[0]:  # the clauses of a cut differ in few edges: are these bridges again?
            removed, island, homes = self.known
            if not join({}, [[island[vertex] for vertex in self.ends[edge]] for edge in removed - gone]):
                return island, removed - gone, homes
        depth, parent, others = {}, {}, []  # a spanning forest; every other edge closes a cycle with it
        for root in self.degrees:
            queue = [] if root in depth else [root]
            depth.setdefault(root, 0)
            for here in queue:
                for edge, there in self.edges_at[here]:
                    if edge not in gone and parent.get(here, (edge,))[0] != edge or here == root and edge not in gone:
                        if there in depth:
                            others.append((here, there))
                        else:
                            depth[there], parent[there] = depth[here] + 1, (edge, here)
                            queue.append(there)
        top = {}  # leads to the highest vertex of an island
        for a, b in others:
            a, b = find(top, a), find(top, b)
            while a != b:  # join the deeper one to its parent: it is on the cycle
                a, b = (a, b) if depth[a] >= depth[b] else (b, a)
                top[a] = parent[a][1]
                a = find(top, a)
        island = {vertex: find(top, vertex) for vertex in depth}
        bridges = {edge for vertex, (edge, above) in parent.items() if island[vertex] != island[above]}
        removed = gone | bridges
        inside = {edge: island[a] for edge, (a, _) in self.ends.items() if edge not in removed}
        homes = set(inside.values())
        for _, edges, allowed in (self.counts[number] for number in self.positive):
            found = collections.Counter(inside[edge] for edge in edges if edge in inside)
            homes = {home for home in homes if found[home] >= min(allowed)}
        self.known = removed, island, homes
        return island, bridges, homes


def find(top, item):
    while item in top:
        top[item] = top.get(top[item], top[item])
        item = top[item]
    return item


def join(top, pairs):
    """Joins the sets of both items of each pair (union-find). Returns how many pairs were in one set before."""
    closed = 0
    for a, b in pairs:
        a, b = find(top, a), find(top, b)
        if a == b:
            closed += 1
        else:
            top[a] = b
    return closed
