class Drawing(Written):
    """Shaded cells, or values. The cells of a color may have to be connected, or to reach the border."""
    def prepare(self):
        known = [f"{word} {colour}" for word in ("connected", "reaching") for colour in ("shaded", "unshaded")]
        need({*self.whole} <= {*known}, "an unknown rule about the drawing as a whole")
    def breaks_whole(self, known):
        for word, _, colour in (rule.partition(" ") for rule in self.whole):
            cells = {tuple(map(int, atom.split("_")[1:3])): known.get(atom) for atom in self.counts_of}
            is_shaded, top = colour == "shaded", {}
            open = {cell for cell in cells if cells[cell] != (not is_shaded)}
            join(top, ((a, b) for a in open for b in ((a[0] + 1, a[1]), (a[0], a[1] + 1)) if b in open))
            used = {find(top, cell) for cell in open if cells[cell] == is_shaded}
            free = {find(top, (r, c)) for r, c in open
                    if not {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} <= cells.keys()}
            if len(used) > 1 if word == "connected" else not used <= free: return f"{word}: {colour} cells"

