"""Words of a question that carry nothing: a text that answers it need not hold them. English and Chinese, pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

_EMPTY = re.compile(
    "why|how|what|when|where|who|whom|whose|which|is|are|was|were|be|been|do|does|did|done|don|doesn|didn|can|could|may"
    "|might|should|would|will|shall|not|the|an?|of|to|in|on|at|for|from|with|by|and|or|as|its?|s|t|this|that|these|those"
    "|there|here|i|we|you|they|he|she|us|our|my|your|me|any|some|if|so|than|then|has|have|had|about|used?|uses|using"
    "|please",
    re.IGNORECASE,
)
_ASKING = (
    "为什么|为何|为啥|为什麼|為什麼|為何|怎么样|怎么|怎麼|怎样|怎樣|如何|什么|什麼|哪个|哪個|哪些|哪里|哪裡|哪儿|谁|誰"
    "|有没有|是不是|能不能|要不要|可不可以|是否|能否|可否|请问"
)
_FILLING = (
    "不用|不能|我们|我們|你们|你們|他们|他們|这个|這個|那个|那個|应该|應該|可以|需要|使用|进行|關於|关于|有关|因为|所以|以及|或者|并且|还是"
    "|(?<!目)的(?!确)|了(?!解)|吗|嗎|呢|吧"
)
# Without spaces these run into what they are about, and would have to be there with it.
_APART = "不要|不得|不许|禁止|必须|必須|避免|务必|務必"
_CUT = re.compile(f"(?:{_ASKING}|{_FILLING})|({_APART})")


def carrying(runs: Sequence[str]) -> list[str]:
    """The words of a question that say something; all of them where none does."""
    return [part for run in runs for part in _parts(run)] or list(runs)


def _parts(run: str) -> list[str]:
    """What is left of one run. A single character that is cut off is no word of its own."""
    if _EMPTY.fullmatch(run):
        return []
    parts = [part for part in _CUT.split(run) if part]
    return parts if parts == [run] else [part for part in parts if len(part) > 1]
