"""Measure `mementod check` against hand-judged citations of real repositories.

    python tests/bench/score.py --repos DIR [--labels FILE] [--part dev|hold] [--only OWNER/NAME] [--show N]

DIR holds one clone for each repository of tests/corpus/repos.tsv, as DIR/OWNER__NAME or DIR/OWNER+NAME/repo (a git
directory or a work tree). Each is laid out at the labelled commit in a scratch folder; blobs that the clone lacks are
left out. A row counts as flagged when a citation on its line, whose text holds the label's or is held by it, has level
error or warning. Prints precision, recall, and how often the right place was named for what moved or was renamed.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent.parent / "corpus"
DEAD = ("deleted", "moved", "renamed", "shifted")
Row = Mapping[str, Any]


def git(*args: str, cwd: Path) -> bytes:
    return subprocess.run(["git", *args], cwd=cwd, check=True, capture_output=True).stdout


def clone_of(repos: Path, name: str) -> Path | None:
    flat, plus = name.replace("/", "__"), name.replace("/", "+")
    places = (repos / flat, repos / plus / "repo", repos / plus)
    return next((p for p in places if (p / "HEAD").exists() or (p / ".git").exists()), None)


def lay_out(clone: Path, commit: str, folder: Path) -> None:
    """A work tree at the commit; a checkout that stops at missing blobs leaves the rest in place."""
    git("clone", "-q", "--shared", "--no-checkout", str(clone), str(folder), cwd=Path.cwd())
    git("update-ref", "--no-deref", "HEAD", commit, cwd=folder)
    subprocess.run(["git", "reset", "-q", "--hard"], cwd=folder, capture_output=True, check=False)
    git("read-tree", commit, cwd=folder)
    subprocess.run(["git", "checkout-index", "-a", "-q"], cwd=folder, capture_output=True, check=False)
    for line in git("ls-files", "-z", "--deleted", cwd=folder).split(b"\0"):
        if line:  # its blob is missing: present all the same
            path = folder / line.decode("utf-8", "surrogateescape")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()


def judged(folder: Path, files: Iterable[str]) -> dict[tuple[str, int], list[Row]]:
    command = ["mementod", "check", "--format", "json", "--fail-on", "never", *files]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    cites: dict[tuple[str, int], list[Row]] = defaultdict(list)
    for note in json.loads(done.stdout)["notes"]:
        for citation in note["citations"]:
            cites[note["path"], citation["line"]].append(citation)
    return cites


def outcome(row: Row, cites: Mapping[tuple[str, int], list[Row]]) -> tuple[str, list[Row]]:
    text = row["text"].strip("`")
    near = [c for c in cites.get((row["file"], row["line"]), []) if text in c["text"] or c["text"] in text]
    exact = [c for c in near if c["text"].strip("`") == text] or near
    flagged = [c for c in exact if c["level"] in ("error", "warning")]
    if row.get("policy"):
        return "policy", near
    if row["label"] == "never":
        return ("never flagged" if flagged else "never quiet"), near
    if row["label"].startswith("stale"):
        dead = [c for c in exact if c["level"] == "info" and c["verdict"] in DEAD]
        return ("TP" if flagged else "record" if dead else "FN"), flagged or near
    return ("FP" if flagged else "TN"), flagged or near


def place_named(row: Row, flagged: list[Row]) -> bool:
    """Whether a flagged citation names the place, or the symbol where the label says no more than its name."""
    want = row["target"].split(" (")[-1].rstrip(")").split(":")[0].rstrip("/")
    targets = [str(c.get("target") or "") for c in flagged]
    got = {t.split(":")[0].rstrip("/") for t in targets}
    names = {t.rpartition(":")[2].rpartition(".")[2].strip("()") for t in targets if ":" in t}
    leaf = row["target"].rpartition(":")[2].rpartition(".")[2].strip("()")
    if row["kind"] == "symbol" and "/" not in row["target"] and leaf in names:
        return True
    return any(g and (g == want or want.endswith("/" + g) or g.endswith("/" + want)) for g in got)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repos", type=Path, required=True)
    parser.add_argument("--labels", type=Path, default=HERE / "labels.jsonl")
    parser.add_argument("--part", choices=["dev", "hold", "hold2"])
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--show", type=int, default=0)
    parser.add_argument("--scratch", type=Path)
    args = parser.parse_args()
    rows = [json.loads(line) for line in args.labels.read_text().splitlines()]
    rows = [r for r in rows if (not args.part or r["part"] == args.part) and (not args.only or r["repo"] in args.only)]
    by_repository: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in rows:
        by_repository[row["repo"], row["commit"]].append(row)
    total: Counter[str] = Counter()
    for (name, commit), labels in sorted(by_repository.items()):
        total += one(name, commit, labels, args)
    print(dict(total))
    print(line_of("all", total))


def one(name: str, commit: str, labels: list[Row], args: argparse.Namespace) -> Counter[str]:
    clone = clone_of(args.repos, name)
    if clone is None:
        print(f"{name}: no clone below {args.repos}, left out", file=sys.stderr)
        return Counter()
    folder = (args.scratch or Path(tempfile.mkdtemp(prefix="score-"))) / f"{name.replace('/', '__')}__{commit[:8]}"
    if not folder.exists():
        lay_out(clone, commit, folder)
    start = time.monotonic()
    cites = judged(folder, sorted({r["file"] for r in labels}))
    seconds, counts = time.monotonic() - start, Counter[str]()
    for row in labels:
        result, about = outcome(row, cites)
        counts[result] += 1
        if result == "TP" and row["label"] in ("stale-moved", "stale-renamed") and row["target"]:
            counts["place" if place_named(row, about) else "no place"] += 1
        if result in ("FP", "FN") and args.show:
            said = [(c["text"], c["verdict"], c["level"], c["reason"]) for c in about][:3]
            where = f"{row['file']}:{row['line']} `{row['text']}` {row['kind']} {row['label']}"
            print(f"  {result} {where} ({row['note'][:70]}) {said}")
    print(f"{line_of(name, counts)}  {seconds:.1f} s", flush=True)
    return counts


def line_of(name: str, c: Counter[str]) -> str:
    precision, recall = c["TP"] / max(1, c["TP"] + c["FP"]), c["TP"] / max(1, c["TP"] + c["FN"])
    places = f"places {c['place']}/{c['place'] + c['no place']}"
    counts = f"TP {c['TP']:3d} FN {c['FN']:3d} FP {c['FP']:3d} TN {c['TN']:3d}"
    return f"{name:40s} {counts}  P {precision:.3f} R {recall:.3f} {places}"


if __name__ == "__main__":
    main()
