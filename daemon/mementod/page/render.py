"""The HTML file: the template with style, script and values in it. Pure but for the assets it comes with.

Nothing of a repository is markup: values are JSON in which no `<` is left, and the script writes texts, never HTML.
The page may load nothing, and runs only the script whose hash its own policy names.
"""

from __future__ import annotations

import hashlib
import html
from base64 import b64encode
from importlib.resources import files

from mementod.page.model import Source, payload
from mementod_parsers.text.printable import clean

_ESCAPES = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"})


def render(source: Source) -> str:
    style, script = _asset("page.css"), _asset("page.js")
    policy = (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; base-uri 'none'; form-action 'none'"
    )
    parts = {
        "@POLICY@": policy,
        "@TITLE@": html.escape(clean(source.report.root.rpartition("/")[2] or source.report.root)),
        "@STYLE@": style,
        "@SCRIPT@": script,
        "@DATA@": payload(source).translate(_ESCAPES),
    }
    # One pass: what a value holds is never taken for a part.
    before, *rest = _asset("page.html").split("@")
    pieces = [before]
    while len(rest) > 1:
        name, after, *rest = rest
        pieces += [parts[f"@{name}@"], after]
    return "".join(pieces)


def _asset(name: str) -> str:
    return (files("mementod.page") / "assets" / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
