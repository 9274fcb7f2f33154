"""Prints the table of `scripts/bench-peers`. Usage: scripts/bench-peers --help"""

import argparse
import json
import os
import pathlib
import resource
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
PEERS = ["pysat_cuts", "cpsat_circuit", "graphillion_zdd"]
# After this many consecutive timeouts a peer is skipped, to bound the total time.
MAX_TIMEOUTS = 3


def encycle():
    target = os.environ.get("CARGO_TARGET_DIR", HERE.parent.parent / "target")
    return str(pathlib.Path(target) / "release" / "encycle")


def cpu_of(command, limit):
    """Returns the output and CPU seconds of a process; no output if it exceeds the limit."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        run = subprocess.run(command, capture_output=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return None, limit
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return run.stdout, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def run_encycle(file, limit):
    output, seconds = cpu_of([encycle(), "solve", "--unique", "--json", file], limit)
    return (json.loads(output)["verdict"], seconds) if output else (None, limit)


def run_peer(peer, file, limit):
    output, _ = cpu_of([sys.executable, str(HERE / f"{peer}.py"), file], limit)
    result = json.loads(output) if output else {"verdict": None, "seconds": limit}
    return result["verdict"], result["seconds"]


def puzzles(paths):
    """Returns the puzzles by size: rows, columns."""
    sizes = {}
    for path in map(pathlib.Path, paths):
        for file in sorted(path.rglob("*.txt")) if path.is_dir() else [path]:
            words = file.read_text(encoding="utf-8").split("\n", 1)[0].split()
            if words[:1] == ["slitherlink"]:
                sizes.setdefault((int(words[1]), int(words[2])), []).append(str(file))
    return sorted(sizes.items(), key=lambda item: item[0][0] * item[0][1])


def table_cell(times, ours):
    if times is None:
        return "—"
    ended = [seconds for verdict, seconds in times if verdict]
    if len(ended) * 2 <= len(times):
        return f"{len(ended)} of {len(times)} ended"
    # A timeout counts as the limit. More than half of the runs ended, so the median is that of a run that ended.
    median = statistics.median(seconds for _, seconds in times)
    return f"{median * 1000:.1f} ({median / ours:.1f})"


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench-peers")
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--peers", default=",".join(PEERS))
    parser.add_argument("--output", type=argparse.FileType("w"), default=sys.stdout)
    parser.add_argument("puzzles", nargs="*", default=["examples/slitherlink"])
    options = parser.parse_args()
    peers = options.peers.split(",")
    unknown = set(peers) - set(PEERS)
    if unknown:
        parser.error(f"unknown peer: {', '.join(unknown)}; valid peers: {', '.join(PEERS)}")
    slow = dict.fromkeys(peers, 0)
    wrong = 0
    out = options.output
    command = " ".join(["scripts/bench-peers", *sys.argv[1:]])
    print(f"CPU ms, median; in parentheses, the factor over Encycle's. `{command}`\n", file=out)
    print("| size | puzzles | encycle |", " | ".join(peers), "|", file=out)
    print("|---" * (3 + len(peers)) + "|", file=out)
    for (rows, cols), files in puzzles(options.puzzles):
        ours, theirs = [], {peer: [] for peer in peers if slow[peer] < MAX_TIMEOUTS}
        for file in files:
            ours.append(run_encycle(file, options.limit))
            for peer in [peer for peer in theirs if slow[peer] < MAX_TIMEOUTS]:
                result = run_peer(peer, file, options.limit)
                theirs[peer].append(result)
                slow[peer] = 0 if result[0] else slow[peer] + 1
                if result[0] and ours[-1][0] and result[0] != ours[-1][0]:
                    wrong += 1
                    print(f"{file}: verdicts disagree: encycle {ours[-1][0]}, {peer} {result[0]}", file=sys.stderr)
        median = statistics.median(seconds for _, seconds in ours)
        cells = [table_cell(theirs.get(peer) or None, median) for peer in peers]
        row = [f"{rows}x{cols}", str(len(files)), f"{median * 1000:.1f}", *cells]
        print("|", " | ".join(row), "|", file=out, flush=True)
    sys.exit(1 if wrong else 0)


main()
