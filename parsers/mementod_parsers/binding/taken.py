"""On which side of a step a word stands: whether the step takes it up, or lets it go, avoids it, only speaks of it.

"Switch from A to B" takes up B; "remove the last of A", "B instead of A" and "check that nothing uses A" obey whoever
forbids A. Where nothing says that it is let go, a step that names it takes it up.
"""

from __future__ import annotations

import re

from mementod_parsers.binding.banned import spans

CLAUSE_CHARS = 200  # behind a name, that tell what becomes of it

_WORDS = r"(?:\s(?!(?:with|by|and|then|into)\b|(?<!support\s)(?<!need\s)for\b|(?:in )?favou?r\b)[\w`'’\"./-]+)"
_BEFORE = re.compile(
    rf"\b(?:remov|delet|drop|uninstall|strip|purg|eliminat|retir|deprecat|disabl|kill|avoid|ditch|reject|revert"
    rf"|undo|forbid|ban"
    rf"|unus|decommission|disconnect|decoupl|untangl|stop|stub|fake|mock|isolat|bypass|skip|exclud|fix|repair|debug"
    rf"|correct)\w*\b{_WORDS}{{0,6}}\s?\W?$"
    rf"|\b(?:turn|switch|shut)\w*\s(?:off|down)\b{_WORDS}{{0,4}}\s?\W?$"
    rf"|\b(?:replac|rewrit|renam|convert|port|translat|transform)\w*\b(?:(?!\sto\b){_WORDS}){{0,6}}\s?\W?$"
    rf"|\b(?:rip|take|tak|tear|throw|pull|clean|phas|get|back|mov|migrat|switch|port|convert|chang|export|com"
    rf"|step)\w*\s(?:[\w`]+\s){{0,4}}?"
    rf"(?:out|up|rid of|off(?: of)?|away from|from)\b(?:(?!\sto\b){_WORDS}){{0,5}}\s?\W?$"
    r"|\b(?:instead of|rather than|in place of|without|not|never|no|no longer|stop|free of|leftovers? (?:of"
    r"|from))\s(?:[\w`]+\s){0,4}\W?$"
    r"|n['’]t\s(?:[\w`]+\s){0,4}\W?$"
    r"|\b(?:prefer|choose|pick|keep|use)\b.*\sover\s\W?$"
    # it is only spoken of
    r"|\b(?:grep|search|look|scan|hunt)\w*\s(?:\w+\s){0,3}for\s(?:[\w`]+\s){0,4}\W?$"
    r"|\b(?:document|explain|note|mention|record|describe|say|write (?:down|up))\w*\b.{0,60}\b(?:why|that|against"
    r"|about)\b.{0,60}$|\b(?:ask|tell|warn|remind)\b.{0,80}$"
    # 删掉 A；不用 A；而不是 A
    r"|(?:删除?|移除|去掉|去除|清理|清除|清掉|卸载|替换|替掉|换掉|弃用|停用|淘汰|下线|禁用|摆脱|避免|拆除|剔除|抛弃"
    r"|代替|替代|取代|而不是|而非|搜索|查找|排查)"
    r"(?:掉|了|所有|全部|剩余|残留|遗留|旧|老|使用|用到|引入|对|项目|代码|里|中|的|\s){0,6}\W?$"
    r"|(?:不再?|不要|不会|别|勿|没有?|无需|不必|禁止|停止)(?:再|继续)?(?:使用|引入|依赖|采用|选用?|用|需要"
    r"|碰)?(?:任何)?\s?\W?$|(?:问|告诉|询问|确认|说明|解释|记录|检查|确保|验证)[^，。；]{0,30}$",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"^\W?(?:\s\w+){0,2}\s(?:is|are|was|were|must be|should be|has been)\s(?:\w+\s)?"
    r"(?:removed|gone|deleted|forbidden|banned|rejected|unused|not)\b"
    r"|^\W?\s?(?:leftovers?|remains|remnants)\b|^\W?\s?(?:->|→|=>)"
    r"|^\W?\s?的?(?:相关|全部|所有|旧)?的?(?:代码|依赖|配置|引用|缓存)?的?(?:残留|遗留|痕迹)"
    r"|^\W?\s(?:\w+\s)?(?:removal|clean-?up|migration|deprecation|exit|shutdown|decommissioning|replacement)\b"
    r"|^\W?\s?的?(?:清理|清除|迁移|替换|退役|收尾)"
    r"|^\W?\s?[^，。；换用]{0,24}?(?:移除|删除|删掉|去掉|清掉|卸载|下线|停掉|停用|弃用|不动|不碰|不改|不管)"
    r"|^\W?\s?[^，。；]{0,6}?(?:迁移[到至]|迁[到至]|换成|替换[为成])",
    re.IGNORECASE,
)
# The whole of a clause in which something is made sure not to be there.
_SURE = re.compile(
    r"\b(?:check|verify|assert|ensure|make sure|confirm|test|prove)\b.*\b(?:no|not|nothing|none|nobody|never|gone"
    r"|removed|without|free|any|still|left|fails?|rejects?|refuses?|forbids?|blocks?)\b|n['’]t\b"
    r"|(?:确认|检查|确保|验证|保证)[^，。；]*(?:没有|不再|无|不)",
    re.IGNORECASE,
)
_FROM = re.compile(
    r"(?:从|由|把|将)\s?[^，。；]{0,4}$|\b(?:mov|cop|migrat|export|transfer|dump)(?:e?s|e|y|ies|ing"
    r"|ying)?\s(?:(?!to\b|into\b|with\b)[\w`]+\s){0,3}\W?$",
    re.IGNORECASE,
)
_FROM_TO = re.compile(
    r"^\W?(?:\s[\w`]+){0,4}\s(?:to|into)\b|^\W?\s?[^，。；]{0,10}?(?:迁|换|切|改|转|移|删|去掉|替|导出|搬)"
)
_CLAUSE = re.compile(
    r"[,;!?，。；！？\n]|\.(?!\w)|\s(?:and then|then|and use|and add|and switch)\s|然后|(?<![不没方别勿人])再(?=用|加)",
    re.IGNORECASE,
)
_TAKES = re.compile(
    r"\b(?:us(?:e|ing)|adopt|add|install|introduc|try|tri|bring|switch(?:ing)? (?:\w+\s){0,3}?to|mov(?:e"
    r"|ing) (?:\w+\s){0,3}?to|migrat(?:e|ing) (?:\w+\s){0,3}?to"
    r"|go(?:ing)? (?:with|for|back to)|back to|via|through|over to|based on|backed by|with|using|into an?|implement"
    r"|wire|set up|run|start)(?:e|es|s|ing)?"
    r"(?:\s(?:the|an?|our|some|in|up|for|more|new|another))*\s\W?$"
    r"|\bmak(?:e|ing)\s(?:\w+\s){0,3}?an?\s$"
    r"|\b(?:stor|sav|writ|put|keep|cach)\w*\s(?:\w+\s){0,4}?(?:in|into|to|on|with)\s(?:the\s|an?\s)?\W?$"
    r"|(?:使用|改用|换用|换成|换回|改回|改成|采用|引入|安装|接入|集成|试试?|迁移到|切换?到|添加|加上?|实现|通过|用"
    r"|上|走|存到|存进|写到|写进|放到)\s?(?:一个)?\W?$",
    re.IGNORECASE,
)


def lets_go(step: str, name: str) -> bool:
    """Whether a step names it only to be rid of it, or to do without."""
    return bool(spans(step, name)) and not takes_up(step, name)


def takes_up(step: str, name: str) -> bool:
    """Whether a step names it and does not let it go."""
    return any(not _lets_go(step, start, end) for start, end in spans(step, name))


def surely_takes_up(step: str, name: str) -> bool:
    """Whether it says so right before the name: what an everyday word needs."""
    return any(
        _TAKES.search(step[:start]) is not None and not _lets_go(step, start, end) for start, end in spans(step, name)
    )


def _lets_go(step: str, start: int, end: int) -> bool:
    first = max((found.end() for found in _CLAUSE.finditer(step, 0, start)), default=0)
    stop = _CLAUSE.search(step, end)
    last = min(stop.start() if stop else len(step), end + CLAUSE_CHARS)
    before, after = step[first:start], step[end:last]
    if _BEFORE.search(before) or _AFTER.search(after) or _SURE.search(step[first:last]):
        return True
    return _FROM.search(before) is not None and _FROM_TO.search(after) is not None
