"""The records and closed sets that every other module speaks in.

Invariant: frozen values only; nothing here reads, writes or decides.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Source(StrEnum):
    """The convention a note belongs to."""

    AGENT_INIT = "agent-init"
    CLAUDE_MEMORY = "claude-memory"
    SERENA = "serena"
    MEMORY_BANK = "memory-bank"
    RULES = "rules"
    INSTRUCTIONS = "instructions"


# Notes that agents keep for themselves, in folders of their own.
MEMORY = frozenset({Source.SERENA, Source.CLAUDE_MEMORY, Source.MEMORY_BANK, Source.AGENT_INIT})


class Genre(StrEnum):
    """What a note, or a section of it, is for."""

    RULE = "rule"
    REFERENCE = "reference"
    SNAPSHOT = "snapshot"
    PROGRESS = "progress"
    DECISION = "decision"
    RECORD = "record"
    PLAN = "plan"


class Force(StrEnum):
    """With what force a sentence says a citation; only ASSERTS can be wrong about today."""

    ASSERTS = "asserts"
    PAST = "past"  # reports that it is gone, was renamed, was removed
    NEGATED = "negated"  # forbids or denies it
    PLANNED = "planned"  # to be created
    EXAMPLE = "example"  # illustrates, a naming pattern, a placeholder
    QUOTED = "quoted"  # pasted output, another text's words
    ELSEWHERE = "elsewhere"  # says that it belongs to another repository or product


class Kind(StrEnum):
    """What a citation names."""

    PATH = "path"
    DIR = "dir"
    SYMBOL = "symbol"
    LINE_REF = "line-ref"
    COMMAND = "command"
    CONFIG = "config"
    ENV = "env"
    COMMIT = "commit"
    LINK = "link"


class Style(StrEnum):
    """How a citation is written; it decides how much a bare word may claim."""

    CODE = "code"  # `inline code`
    BARE = "bare"  # running text
    LINK = "link"  # [text](target), reference link, [[wiki]], @import
    TREE = "tree"  # node of a tree diagram
    FENCE = "fence"  # inside a fenced block, a command line or an import


class Verdict(StrEnum):
    """The judgement on one citation now."""

    OK = "ok"
    DELETED = "deleted"
    MOVED = "moved"
    RENAMED = "renamed"
    SHIFTED = "shifted"
    MISSPELT = "misspelt"
    CHANGED = "changed"
    UNVERIFIED = "unverified"
    UNCHECKED = "unchecked"


GONE = frozenset({Verdict.DELETED, Verdict.MOVED, Verdict.RENAMED})  # what was cited is not there any more


class Level(StrEnum):
    """How loudly a verdict is reported."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"
    NONE = "none"


class Reason(StrEnum):
    """Why a citation cannot be judged."""

    URL = "url"
    HOME = "home"
    ABSOLUTE = "absolute"
    IGNORED = "ignored"
    GENERATED = "generated"
    SIBLING_REPO = "sibling-repo"
    PLACEHOLDER = "placeholder"
    EXTERNAL = "external"
    ON_BRANCH = "on-branch"
    SHALLOW = "shallow"
    MISSING_BLOB = "missing-blob"
    LFS_POINTER = "lfs-pointer"
    UNREADABLE = "unreadable"
    STILL_USED = "still-used"
    SUBMODULE = "submodule"
    SPARSE = "sparse"
    OUTSIDE = "outside"
    NO_HISTORY = "no-history"
    NO_CLAIM = "no-claim"  # the sentence forbids, plans, reports or quotes it
    SILENCED = "silenced"  # `<!-- mementod: ignore -->` or the baseline


class How(StrEnum):
    """How we know what a line meant when it was written."""

    OBSERVED = "observed"
    VERIFIED = "verified"
    BLAME = "blame"
    DATED = "dated"


@dataclass(frozen=True, slots=True)
class Citation:
    """A span of a note that claims something about this repository.

    `line` and the columns are 1-based, columns count characters, `end_column` is exclusive.
    `text` is verbatim from the line (in a tree diagram: the node). `name` is what it claims, cleaned: a POSIX
    path without `./`, trailing `/` or line numbers; a dotted symbol (`A::b`, `A#b`, `A->b` become `A.b`, no `()`);
    a command with single blanks. `context` lists the folders that the surroundings name (tree parents, heading,
    table cell, `cd`), nearest first; a path is tried below each of them. `place` is the file or class that the
    note puts a symbol in. `lines` are the cited line ranges (first, last), both inclusive. The lines of a symbol
    ("`f()` (line 188)") have the number words as `text`; `name` is its file and `place` the symbol, or, where no file
    is named around it, `name` is the symbol. `loose` marks a span whose
    form alone claims nothing (a bare word, prose alternatives `A/B`): it counts only if it resolves now or then.
    """

    line: int
    column: int
    end_column: int
    text: str
    kind: Kind
    name: str
    style: Style
    section: str = ""
    genre: Genre = Genre.REFERENCE
    force: Force = Force.ASSERTS
    reason: Reason | None = None  # already known to be no business of ours: url, home, absolute, placeholder
    context: tuple[str, ...] = ()
    place: str | None = None
    lines: tuple[tuple[int, int], ...] = ()
    loose: bool = False
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """One memory file, parsed. `path` is relative to the repository, absolute for a note outside."""

    path: str
    source: Source
    genre: Genre
    citations: tuple[Citation, ...]
    problems: tuple[str, ...] = ()  # one line each: broken frontmatter, too large, not text
    lines: int = 0


class SymbolKind(StrEnum):
    """What a definition is, across languages."""

    MODULE = "module"
    CLASS = "class"  # class, struct, interface, trait, protocol, enum, record, type alias
    FUNCTION = "function"
    METHOD = "method"
    FIELD = "field"  # attribute, property, enum member
    CONSTANT = "constant"  # module-level variable or constant
    TARGET = "target"  # of a Makefile, a justfile, a package script


@dataclass(frozen=True, slots=True)
class Symbol:
    """One definition. `qual` is dotted from the outermost scope in the file (`Store.open`); lines are 1-based.

    `fp` identifies the body without comments, layout and its own name; `sfp` also without any identifier;
    both are None below the size at which a body is no identity. `size` counts leaf tokens.
    """

    name: str
    qual: str
    kind: SymbolKind
    line: int
    end_line: int
    size: int
    fp: bytes | None = None
    sfp: bytes | None = None


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What a parse of one source file gave.

    `code` holds the identifiers that occur outside comments and strings; `imported` those that an import brings
    in from elsewhere. `damaged` says that the parse lost so much that absence proves nothing.
    """

    language: str
    symbols: tuple[Symbol, ...]
    code: frozenset[str]
    imported: frozenset[str]
    damaged: bool = False


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a citation resolved to when its line was written."""

    how: How
    commit: str | None  # full object id
    at: str | None  # ISO date
    path: str | None
    symbol: str | None = None
    fingerprint: str | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """A citation with its verdict."""

    citation: Citation
    verdict: Verdict
    level: Level
    resolved: str | None = None
    target: str | None = None
    evidence: str = ""
    evidence_commit: str | None = None
    reason: Reason | None = None
    detail: str = ""  # the branch of on-branch, the sibling's name, ...
    stamp: Stamp | None = None
    candidates: tuple[str, ...] = ()  # places considered, for `explain`


@dataclass(frozen=True, slots=True)
class NoteReport:
    """All findings on one note, in the order of the text."""

    note: Note
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """One run of the judge. `tree` is `worktree`, `index` or a commit id."""

    root: str
    tree: str
    notes: tuple[NoteReport, ...]
    problems: tuple[str, ...] = ()  # one line each, for people: a rebuilt store, a shallow clone, a quarantined file
