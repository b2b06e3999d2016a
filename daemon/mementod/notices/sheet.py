"""The page that a press on Open shows: all that a notice is about, and what to do. One file, no request, no script.

Pure.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from pathlib import PurePosixPath
from urllib.parse import quote

from mementod.notices.notice import Kind, Notice
from mementod.reports.words import plural
from mementod.stores.ledger_rows import Concern
from mementod_parsers.text.printable import clean

ROWS_SHOWN = 500
_HEAD = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>mementod</title><style>
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; }
h2 { font-size: 1.1rem; margin-top: 2rem; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .25rem 1rem .25rem 0; }
td { overflow-wrap: anywhere; min-width: 8rem; }
code { font-family: ui-monospace, monospace; }
</style></head><body>
"""
_TODO = {
    Kind.STALE: "<p><code>mementod fix</code> shows repairs of what moved; "
    "<code>mementod explain NOTE:LINE</code> says why; <code>mementod verify NOTE</code> vouches for the rest.</p>\n",
    Kind.UNCOVERED: "<p><code>mementod progress add</code> writes the entry that is missing.</p>\n",
    Kind.TROUBLE: "<p><code>mementod status</code> says how it stands, <code>mementod logs</code> what happened.</p>\n",
}


def sheet(notice: Notice) -> str:
    """The whole page."""
    roots = dict(notice.roots)
    parts = [_HEAD, f"<h1>{_text(notice.summary)}</h1>\n", _TODO[notice.kind]]
    shown = notice.about[:ROWS_SHOWN]
    for repository in dict.fromkeys(c.repository for c in shown):
        root = roots.get(repository, "")
        parts += [f"<h2>{_text(root or 'mementod')}</h2>\n<table>\n", _titles(notice.kind)]
        parts += [_row(c, root) for c in shown if c.repository == repository]
        parts.append("</table>\n")
    if (more := len(notice.about) - len(shown)) > 0:
        parts.append(f"<p>and {plural(more, 'other')}: <code>{_text(notice.command)}</code></p>\n")
    return "".join([*parts, "</body></html>\n"])


def _titles(kind: Kind) -> str:
    names = {
        Kind.STALE: ("Note", "cites", "which is now", "evidence"),
        Kind.UNCOVERED: ("Core file", "changed by", "since"),
        Kind.TROUBLE: ("What", "since"),
    }
    return _cells("th", (_text(name) for name in names[kind]))


def _row(concern: Concern, root: str) -> str:
    match Kind(concern.kind):
        case Kind.STALE:
            where = _link(root, concern.note, f":{concern.line}")
            now = _text(f"{concern.verdict} to {concern.target}" if concern.target else concern.verdict)
            return _cells("td", (where, f"<code>{_text(concern.place)}</code>", now, _text(concern.evidence)))
        case Kind.UNCOVERED:
            by = f"commit {concern.target}" if concern.target else "hand, not committed"
            return _cells("td", (_link(root, concern.place), _text(by), _text(concern.at)))
        case Kind.TROUBLE:
            return _cells("td", (_text(concern.evidence or concern.subject), _text(concern.at)))


def _cells(tag: str, texts: Iterable[str]) -> str:
    return "<tr>" + "".join(f"<{tag}>{text}</{tag}>" for text in texts) + "</tr>\n"


def _link(root: str, name: str, line: str = "") -> str:
    path, shown = str(PurePosixPath(root) / name), _text(name) + line
    try:
        return f'<a href="file://{quote(path.encode("utf-8", "surrogateescape"))}">{shown}</a>'
    except UnicodeEncodeError:  # a name that no file can have
        return shown


def _text(text: str) -> str:
    return escape(clean(text))
