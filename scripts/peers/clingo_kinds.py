"""clingo on loops through cells, Hitori, Heyawake and Nurikabe: finds up to two solutions of each puzzle in the plain format.

Usage: python scripts/peers/clingo_kinds.py PUZZLE... (needs the package clingo)

Prints a JSON line for each puzzle: its name, the verdict, and the CPU seconds for reading, grounding and solving, without
the start of the interpreter.
"""

import json
import sys
import time

import clingo

SHADED = """
{ shaded(R,C) } :- cell(R,C).
:- shaded(R,C), shaded(R+1,C).
:- shaded(R,C), shaded(R,C+1).
open(R,C) :- cell(R,C), not shaded(R,C).
% of two adjacent cells, one is open
root(0,0) :- open(0,0).
root(0,1) :- shaded(0,0), cell(0,1).
root(1,0) :- shaded(0,0), not cell(0,1), cell(1,0).
reached(R,C) :- root(R,C).
reached(S,D) :- reached(R,C), next(R,C,S,D), open(S,D).
:- open(R,C), not reached(R,C).
next(R,C,R+1,C) :- cell(R,C), cell(R+1,C).
next(R,C,R,C+1) :- cell(R,C), cell(R,C+1).
next(R,C,S,D) :- next(S,D,R,C).
"""

HITORI = SHADED + """
:- number(R,C,N), number(R,D,N), C < D, not shaded(R,C), not shaded(R,D).
:- number(R,C,N), number(S,C,N), R < S, not shaded(R,C), not shaded(S,C).
"""

HEYAWAKE = SHADED + """
:- number(X,N), not N { shaded(R,C) : room(R,C,X) } N.
:- crossing(I), not shaded(R,C) : line(I,R,C).
"""

NURIKABE = """
{ shaded(R,C) } :- cell(R,C), not clue(R,C).
:- shaded(R,C), shaded(R+1,C), shaded(R,C+1), shaded(R+1,C+1).
next(R,C,R+1,C) :- cell(R,C), cell(R+1,C).
next(R,C,R,C+1) :- cell(R,C), cell(R,C+1).
next(R,C,S,D) :- next(S,D,R,C).
clue(R,C) :- number(R,C,_).
% the cells within reach of a clue, at a distance of less than its number
reach(R,C,R,C,0) :- clue(R,C).
reach(R,C,T,E,K+1) :- reach(R,C,S,D,K), number(R,C,N), K+1 < N, next(S,D,T,E), not other(R,C,T,E).
other(R,C,T,E) :- clue(R,C), clue(S,D), (R,C) != (S,D), next(S,D,T,E).
other(R,C,S,D) :- clue(R,C), clue(S,D), (R,C) != (S,D).
within(R,C,S,D) :- reach(R,C,S,D,_).
% the island of a clue: its open neighbours, step by step
island(R,C,R,C) :- clue(R,C).
island(R,C,T,E) :- island(R,C,S,D), within(R,C,T,E), next(S,D,T,E), not shaded(T,E).
:- island(R,C,S,D), next(S,D,T,E), cell(T,E), not shaded(T,E), not within(R,C,T,E).
:- cell(S,D), not shaded(S,D), { island(R,C,S,D) : within(R,C,S,D) } != 1.
:- number(R,C,N), N != size_any, { island(R,C,S,D) : within(R,C,S,D) } != N.
% the first shaded cell in order is the root
earlier(R,C) :- shaded(S,D), cell(R,C), (S,D) < (R,C).
reached(R,C) :- shaded(R,C), not earlier(R,C).
reached(S,D) :- reached(R,C), next(R,C,S,D), shaded(S,D).
:- shaded(R,C), not reached(R,C).
"""

LOOP = """
{ right(R,C) } :- cell(R,C), cell(R,C+1).
{ down(R,C) } :- cell(R,C), cell(R+1,C).
link(R,C,R,C+1) :- right(R,C).
link(R,C,R+1,C) :- down(R,C).
link(R,C,S,D) :- link(S,D,R,C).
degree(R,C,K) :- cell(R,C), K = #count { S,D : link(R,C,S,D) }.
:- degree(R,C,K), K != 0, K != 2.
:- visited(R,C), degree(R,C,0).
:- black(R,C), not degree(R,C,0).
reached(R,C) :- root(R,C).
reached(S,D) :- reached(R,C), link(R,C,S,D).
:- link(R,C,S,D), not reached(R,C).
"""

MASYU = LOOP + """
straight(R,C) :- link(R,C,R,C-1), link(R,C,R,C+1).
straight(R,C) :- link(R,C,R-1,C), link(R,C,R+1,C).
:- circle(R,C,w), not straight(R,C).
:- circle(R,C,w), straight(S,D) : link(R,C,S,D).
:- circle(R,C,b), straight(R,C).
:- circle(R,C,b), link(R,C,S,D), not straight(S,D).
"""

# the first visited cell in order is the root
FIRST = LOOP + """
visit(R,C) :- link(R,C,_,_).
later(I+1) :- visit(R,C), index(R,C,I).
later(I+1) :- later(I), index(_,_,I+1).
root(R,C) :- visit(R,C), index(R,C,I), not later(I).
some :- visit(_,_).
:- not some.
"""

# the straight lines that begin at circles: their lengths by direction
ARMS = LOOP + """
towards(n,-1,0). towards(s,1,0). towards(w,0,-1). towards(e,0,1).
axis(n,v). axis(s,v). axis(w,h). axis(e,h).
arm(R,C,D,1) :- visited(R,C), towards(D,Y,X), link(R,C,R+Y,C+X).
arm(R,C,D,K+1) :- arm(R,C,D,K), towards(D,Y,X), link(R+K*Y,C+K*X,R+(K+1)*Y,C+(K+1)*X).
length(R,C,D,K) :- arm(R,C,D,K), not arm(R,C,D,K+1).
total(R,C,A,T) :- visited(R,C), axis(_,A), T = #count { D,K : arm(R,C,D,K), axis(D,A) }.
straight(R,C) :- total(R,C,_,0), visited(R,C).
sum(R,C,T) :- visited(R,C), T = #count { D,K : arm(R,C,D,K) }.
"""

GERADEWEG = ARMS + """
:- number(R,C,N), total(R,C,A,T), T != 0, T != N.
:- wild(R,C), total(R,C,h,T), total(R,C,v,U), T != 0, U != 0, T != U.
"""

SHINGOKI = ARMS + """
:- circle(R,C,w), not straight(R,C).
:- circle(R,C,b), straight(R,C).
:- number(R,C,N), not sum(R,C,N).
"""

BALANCE = ARMS + """
:- circle(R,C,w), length(R,C,D,K), length(R,C,E,L), K != L.
:- circle(R,C,b), length(R,C,D,K), length(R,C,E,K), D != E.
:- number(R,C,N), not sum(R,C,N).
"""

LINESWEEPER = FIRST + """
:- number(R,C,N), N != #count { S,D : visit(S,D), |R-S| < 2, |C-D| < 2 }.
"""

YAJILIN = FIRST + """
shaded(R,C) :- cell(R,C), not black(R,C), not visit(R,C).
:- shaded(R,C), shaded(R+1,C).
:- shaded(R,C), shaded(R,C+1).
:- number(R,C,N,n), N != #count { S : shaded(S,C), S < R }.
:- number(R,C,N,s), N != #count { S : shaded(S,C), S > R }.
:- number(R,C,N,w), N != #count { D : shaded(R,D), D < C }.
:- number(R,C,N,e), N != #count { D : shaded(R,D), D > C }.
"""

ROOMS = FIRST + """
many :- room(_,_,X), room(_,_,Y), X != Y.
crosses(X,R,C,S,D) :- link(R,C,S,D), room(R,C,X), not room(S,D,X).
:- many, room(_,_,X), 2 != #count { R,C,S,D : crosses(X,R,C,S,D) }.
"""

COUNTRY_ROAD = ROOMS + """
:- number(X,N), N != #count { R,C : visit(R,C), room(R,C,X) }.
:- room(R,C,X), room(R+1,C,Y), X != Y, not visit(R,C), not visit(R+1,C).
:- room(R,C,X), room(R,C+1,Y), X != Y, not visit(R,C), not visit(R,C+1).
"""

MOON_OR_SUN = ROOMS + """
by(X,M) :- mark(R,C,M), room(R,C,X), visit(R,C).
:- by(X,s), by(X,m).
:- room(_,_,X), not by(X,s), not by(X,m).
:- by(X,M), mark(R,C,M), room(R,C,X), not visit(R,C).
:- crosses(X,R,C,S,D), room(S,D,Y), by(X,M), by(Y,M).
"""


def read(text):
    """Returns the kind and its facts."""
    lines = [line for line in text.split("\n") if line.strip() and not line.startswith("#")]
    kind, rows, cols = lines[0].split()[:3]
    rows, cols = int(rows), int(cols)
    split = lambda line: line.split() if len(line.split()) == cols else list(line.strip())
    cells = [split(line) for line in lines[1 : 1 + rows]]
    facts = [f"cell({r},{c})." for r in range(rows) for c in range(cols)]
    filled = [(r, c, cells[r][c]) for r in range(rows) for c in range(cols) if cells[r][c] != "."]
    if kind == "hitori":
        facts += [f"number({r},{c},{text})." for r, c, text in filled]
    elif kind == "heyawake":
        facts += heyawake(rows, cols, filled, [split(line) for line in lines[1 + rows : 1 + 2 * rows]])
    elif kind == "nurikabe":
        # the number of a `?` is the number of cells, which bounds its reach, and no count
        facts += [f"number({r},{c},{rows * cols + 1 if text == '?' else int(text, 36) if len(text) == 1 else text})." for r, c, text in filled]
        facts += [f"#const size_any = {rows * cols + 1}."]
    elif kind == "simple-loop":
        black = {(r, c) for r, c, _ in filled}
        visited = [(r, c) for r in range(rows) for c in range(cols) if (r, c) not in black]
        facts += [f"black({r},{c})." for r, c in black] + [f"visited({r},{c})." for r, c in visited]
        facts += [f"root({r},{c})." for r, c in visited[:1]]
    elif kind == "masyu":
        sign = {"1": "w", "2": "b"}
        facts += [f"visited({r},{c}). circle({r},{c},{sign.get(text, text)})." for r, c, text in filled]
        facts += [f"root({r},{c})." for r, c, _ in filled[:1]]
    elif kind in ("geradeweg", "shingoki", "balance-loop"):
        facts += [f"visited({r},{c})." for r, c, _ in filled] + [f"root({r},{c})." for r, c, _ in filled[:1]]
        for r, c, text in filled:
            if text[0] in "wb":
                facts.append(f"circle({r},{c},{text[0]}).")
            if text == "?":
                facts.append(f"wild({r},{c}).")
            if text.strip("wb?"):
                facts.append(f"number({r},{c},{text.strip('wb')}).")
    elif kind in ("linesweeper", "yajilin", "country-road", "moon-or-sun"):
        facts += [f"index({r},{c},{r * cols + c})." for r in range(rows) for c in range(cols)]
        if kind == "linesweeper":
            facts += [f"black({r},{c}). number({r},{c},{text})." for r, c, text in filled]
        elif kind == "yajilin":
            facts += [f"black({r},{c})." for r, c, _ in filled]
            facts += [f"number({r},{c},{text[:-1]},{text[-1]})." for r, c, text in filled if text != "x"]
        else:
            room = rooms(rows, cols, [split(line) for line in lines[1 + rows : 1 + 2 * rows]])
            facts += [f"room({r},{c},{number})." for (r, c), number in room.items()]
            if kind == "country-road":
                facts += [f"number({room[r, c]},{text})." for r, c, text in filled]
            else:
                facts += [f"mark({r},{c},{text})." for r, c, text in filled]
    else:
        sys.exit(f"no rules for {kind}")
    return kind, " ".join(facts)


def rooms(rows, cols, names):
    """Returns the number of the room of each cell."""
    room, count = {}, 0
    for start in [(r, c) for r in range(rows) for c in range(cols)]:
        if start in room:
            continue
        waiting = [start]
        while waiting:
            r, c = waiting.pop()
            if (r, c) in room:
                continue
            room[r, c] = count
            near = [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
            inside = [(s, d) for s, d in near if 0 <= s < rows and 0 <= d < cols]
            waiting += [(s, d) for s, d in inside if names[s][d] == names[r][c]]
        count += 1
    return room


def heyawake(rows, cols, filled, names):
    """Returns the facts of rooms, their numbers, and the shortest lines that cross two borders."""
    room = rooms(rows, cols, names)
    facts = [f"room({r},{c},{number})." for (r, c), number in room.items()]
    facts += [f"number({room[r, c]},{text})." for r, c, text in filled]
    lines = [[(r, c) for c in range(cols)] for r in range(rows)]
    lines += [[(r, c) for r in range(rows)] for c in range(cols)]
    crossing = 0
    for line in lines:
        borders = [i for i in range(1, len(line)) if room[line[i - 1]] != room[line[i]]]
        for first, second in zip(borders, borders[1:]):
            facts.append(f"crossing({crossing}).")
            facts += [f"line({crossing},{r},{c})." for r, c in line[first - 1 : second + 1]]
            crossing += 1
    return facts


def main():
    programs = {
        "hitori": HITORI,
        "heyawake": HEYAWAKE,
        "nurikabe": NURIKABE,
        "simple-loop": LOOP,
        "masyu": MASYU,
        "geradeweg": GERADEWEG,
        "shingoki": SHINGOKI,
        "balance-loop": BALANCE,
        "linesweeper": LINESWEEPER,
        "yajilin": YAJILIN,
        "country-road": COUNTRY_ROAD,
        "moon-or-sun": MOON_OR_SUN,
    }
    for name in sys.argv[1:]:
        start = time.process_time()
        with open(name, encoding="utf-8") as file:
            kind, facts = read(file.read())
        control = clingo.Control(["--warn=none", "2"])
        control.add("base", [], programs[kind] + facts)
        control.ground([("base", [])])
        models = 0
        with control.solve(yield_=True) as found:
            for _ in found:
                models += 1
        verdict = ["no-solution", "unique", "several"][models]
        seconds = time.process_time() - start
        print(json.dumps({"puzzle": name, "verdict": verdict, "seconds": round(seconds, 3)}), flush=True)


main()
