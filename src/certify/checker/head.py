import functools, hashlib, json, pathlib, re, sys
from collections import Counter, defaultdict
PLACE = []  # the file and the line that the check has reached, for messages
def need(condition, reason):
    if not condition: raise ValueError(reason)
def read(folder, name):
    PLACE[:] = name, 1
    with open(pathlib.Path(folder, name), encoding="utf-8", newline="\n") as file:
        for PLACE[1], line in enumerate(file, 1): yield line.rstrip("\r\n")
def opened(folder, *names):  # certificate.json, and the puzzle, once the hashes are those of all files
    certificate = json.loads("\n".join(read(folder, "certificate.json")))
    need(certificate["schema"] == "encycle-certificate-1", "unknown schema")
    for name in [*(files := certificate["files"]), "puzzle.txt", *names]:
        need(re.fullmatch("[A-Za-z0-9_.-]+", name) and name in files, f"{name} is not a file of the certificate")
        digest = hashlib.sha256(pathlib.Path(folder, name).read_bytes()).hexdigest()
        need(digest == files[name], f"{name} has another SHA-256")
    rows = filter(None, (line.split("#")[0].rstrip() for line in read(folder, "puzzle.txt")))
    return certificate, read_puzzle(rows, certificate["kind"], certificate["variant"], folder)
def number(word, least, most):
    need(re.fullmatch("[0-9]{1,9}", word) and least <= int(word) <= most, f"'{word}' is not from {least} to {most}")
    return int(word)
def grid(rows, height, width):
    """Reads cells, by row and column from 1: the words of each line, or its characters."""
    rows = [line.split() if len(line.split()) == width else "".join(line.split()) for line in rows]
    need(len(rows) == height and all(len(row) == width for row in rows), f"the size is not {height} x {width}")
    return {(r, c): cell for r, row in enumerate(rows, 1) for c, cell in enumerate(row, 1)}
