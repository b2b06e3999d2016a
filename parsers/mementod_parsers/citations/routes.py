"""URL routes that have the form of a path: recognised by the words beside them or the title of their column.

`/users/list` may be a folder, a package or a route; only a route that is called one loses its claim.
"""

from __future__ import annotations

import re

from mementod_parsers.citations.forms import Form
from mementod_parsers.model import Kind
from mementod_parsers.text.spans import Span, View

_METHOD = re.compile(r"\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)[\s`*|:/,]{1,4}$")
_BEFORE = re.compile(
    r"\b(?:endpoints?|routes?|urls?|uris?|webhooks?|redirects? to|navigates? to|visit"
    r"|browse to|open|page|pages|http|https|localhost:\d{2,5}|slash commands?|commands?"
    r"|skills?)[\s`*:\"'(]{1,4}$|(?:\u63a5\u53e3|\u8def\u7531|\u7aef\u70b9"
    r"|\u30a8\u30f3\u30c9\u30dd\u30a4\u30f3\u30c8|\u30eb\u30fc\u30c8"
    r"|\uc5d4\ub4dc\ud3ec\uc778\ud2b8|\ub77c\uc6b0\ud2b8"
    r"|\u044d\u043d\u0434\u043f\u043e\u0438\u043d\u0442\w{0,3}"
    r"|\u043c\u0430\u0440\u0448\u0440\u0443\u0442\w{0,2})[\s`:]{0,3}$",
    re.I,
)
_AFTER = re.compile(
    r"^[\s`*\"')]{0,4}(?:endpoints?|routes?|urls?|apis?|pages?|webhooks?|requests?|screen"
    r"|slash command|command|skill|\u63a5\u53e3|\u8def\u7531|\u7aef\u70b9"
    r"|\u30a8\u30f3\u30c9\u30dd\u30a4\u30f3\u30c8|\u30da\u30fc\u30b8"
    r"|\uc5d4\ub4dc\ud3ec\uc778\ud2b8|\ud398\uc774\uc9c0"
    r"|\u044d\u043d\u0434\u043f\u043e\u0438\u043d\u0442)(?!\w)",
    re.I,
)
_HEADER = re.compile(
    r"^(?:\W*)(?:http\s)?(?:endpoints?|routes?|urls?|uris?|api(?:\s?(?:path|endpoint"
    r"|route))?s?|web\s?hooks?|pages?|slash commands?|\u63a5\u53e3|\u8def\u7531"
    r"|\u7aef\u70b9|\u30a8\u30f3\u30c9\u30dd\u30a4\u30f3\u30c8"
    r"|\uc5d4\ub4dc\ud3ec\uc778\ud2b8"
    r"|\u044d\u043d\u0434\u043f\u043e\u0438\u043d\u0442\u044b?)(?:\W|$)",
    re.I,
)
_API = re.compile(
    r"^/(?:api|v\d{1,2}|graphql|rest|oauth2?|auth|webhooks?|health(?:z|check)?|metrics|\.well-known)(?:/|$)"
)


def is_route(view: View, span: Span, form: Form, *, header: bool) -> bool:
    """Tell whether a rooted path is spoken of as a route."""
    if form.kind not in (Kind.PATH, Kind.DIR) or not span.text.startswith("/") or form.reason is not None:
        return False
    text = view.run.text
    if header or _METHOD.search(text[max(0, span.start - 12) : span.start]):
        return True
    if _API.match(span.text) and "." not in span.text.rsplit("/", 1)[-1]:
        return True
    return bool(
        _BEFORE.search(text[max(0, span.start - 40) : span.start]) or _AFTER.match(text[span.end : span.end + 30])
    )


def is_route_header(title: str) -> bool:
    """Tell whether a column lists routes."""
    return bool(title) and bool(_HEADER.match(title))
