"""Score the constraints that are found against hand-labelled sentences of real notes.

    python tests/bench/constraints.py [--part PART] [--labels FILE] [--show]

Each labelled section is laid out again as a note (headings, leading lines, lists, tables) and read as one; a sentence
counts as found when a constraint with its words comes back. Prints precision and recall, by language and stratum too.
`--labels` reads another file of the same form; without `--part` every part of it is scored by itself. `--show` prints
what was missed and what was found wrongly: a part that was shown is no measure any more, so say in the corpus's README
what was scored before.
"""

from __future__ import annotations

import argparse
import itertools
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from mementod_parsers.binding.constraints import constraints_in

LABELS = Path(__file__).resolve().parent.parent / "corpus" / "constraints" / "labels.jsonl"
Row = dict[str, Any]


def read_rows(labels: Path = LABELS) -> list[Row]:
    return [json.loads(line) for line in labels.read_text(encoding="utf-8").splitlines() if line]


def load(part: str, labels: Path = LABELS) -> list[list[Row]]:
    chosen = [row for row in read_rows(labels) if row["part"] == part]
    return [list(group) for _, group in itertools.groupby(chosen, key=lambda row: row["section"])]


def laid_out(section: Sequence[Row]) -> str:
    """The note that a section's sentences come from, as far as they tell."""
    titles = [t for t in section[0]["heading"].split(" > ") if t]
    lines = [f"{'#' * level} {title}" for level, title in enumerate(titles, start=1)]
    at = 0
    for number, group in itertools.groupby(section, key=lambda row: row["block"]):
        rows = list(group)
        first = rows[0]
        if number > at and first["form"] != "row":
            lines += ["", "```", "```"]
        lines += block(first, " ".join(row["text"] for row in rows))
        at = number + 1
    return "\n".join(lines) + "\n"


def block(first: Row, text: str) -> list[str]:
    pad = " " * first["indent"]
    quote = "> " if first.get("quoted") else ""
    if first["form"] == "row":
        header = first["header"]
        head = ["", f"| {' | '.join(header)} |", f"|{'---|' * len(header)}"]
        return [*head, text]
    if first["form"] == "item":
        box = f"[{first['task']}] " if "task" in first else ""
        return [f"{quote}{pad}- {box}{text}".replace("\n", f"\n{pad}  ")]
    return ["", quote + text.replace("\n", f"\n{quote}"), ""]


def words(text: str) -> str:
    return "".join(text.replace("*", "").split()).strip("-|")


def outcomes(section: Sequence[Row]) -> Iterable[tuple[str, Row, str]]:
    found = {words(c.text): str(c.kind) for c in constraints_in(laid_out(section))}
    for row in section:
        kind = kind_in(words(row["text"]), found)
        yield ("TP" if kind else "FN") if row["kind"] else ("FP" if kind else "TN"), row, kind


def kind_in(row: str, found: dict[str, str]) -> str:
    """The kind of what was found in a row. Who labelled it may have cut sentences at other signs (`；`) than we do."""
    return found.get(row) or next((kind for text, kind in found.items() if text in row or row in text), "")


def counts(sections: Iterable[Sequence[Row]]) -> Counter[str]:
    return Counter(what for section in sections for what, _, _ in outcomes(section))


def share(part: int, whole: int) -> str:
    return f"{part / whole:.3f}" if whole else "-"


def line(name: str, counts: Counter[str]) -> str:
    tp, fp, fn = counts["TP"], counts["FP"], counts["FN"]
    return f"{name:<10} precision {share(tp, tp + fp)} recall {share(tp, tp + fn)}  {dict(counts)}"


def report(part: str, labels: Path, *, show: bool) -> None:
    judged = [each for section in load(part, labels) for each in outcomes(section)]
    print(line(part, Counter(what for what, _, _ in judged)))
    for key in ("lang", "stratum"):
        for name in sorted({row.get(key, "") for _, row, _ in judged}):
            print(line(name or key, Counter(what for what, row, _ in judged if row.get(key, "") == name)))
    right = sum(row["kind"] == kind for what, row, kind in judged if what == "TP")
    print(f"kind right {share(right, sum(what == 'TP' for what, _, _ in judged))}")
    for what, row, kind in judged if show else ():
        if what in ("FP", "FN"):
            print(what, row["section"], kind or row["kind"], "|", row["heading"][-40:], "|", row["text"])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--part", help="every part of the labels by itself, if not given")
    parser.add_argument("--labels", type=Path, default=LABELS)
    parser.add_argument("--show", action="store_true")
    args = parser.parse_args()
    parts = [args.part] if args.part else sorted({row["part"] for row in read_rows(args.labels)})
    for part in parts:
        report(part, args.labels, show=args.show)


if __name__ == "__main__":
    main()
