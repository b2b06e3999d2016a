"""What the titles of sections say, in the languages that notes are written in.

Latin words count as whole words; with a `*` before or behind them, and in scripts without blanks, as parts.
"""

from __future__ import annotations

import re

_APART = re.compile(r"\W+")
_NEXT_JS = re.compile(r"\bnext\.?js\b")  # says nothing of what is next


def plain(title: str) -> str:
    """A title in small letters, its words apart; a mark that stands for a word stays."""
    marks = "".join(mark for mark in (DONE_MARK, NEXT_MARK) if mark in title)
    return f" {_APART.sub(' ', _NEXT_JS.sub('nextjs', title.lower())).strip()} {marks}"


def says(title: str, words: tuple[str, ...]) -> bool:
    """Whether a plain title says one of these."""
    return any(word in title for word in words)


def says_goal(title: str) -> bool:
    """Whether a plain title is about the goal, and not about what is none."""
    return says(title, GOAL) and not says(title, _NO_GOAL)


def begins(title: str, words: tuple[str, ...]) -> bool:
    """Whether a plain title begins with one of these; a number before it does not count."""
    bare = title.lstrip(" 0123456789")
    return bare.startswith(words) or f" {bare}".startswith(words)


def is_of_the_work(title: str) -> bool:
    """Whether a plain title is about the state of the work as a whole; a date behind it does not count."""
    title = title.strip(f" 0123456789{DONE_MARK}{NEXT_MARK}")
    for word in _OF_THE_WORK:
        title = title.removeprefix(word)
    return title in _STATE


def _words(*lists: str) -> tuple[str, ...]:
    return tuple(_edged(word) if word.isascii() or "*" in word else word for word in _listed(*lists))


def _listed(*lists: str) -> list[str]:
    return [word for each in lists for word in each.split(", ")]


def _edged(word: str) -> str:
    before, behind = "" if word.startswith("*") else " ", "" if word.endswith("*") else " "
    return f"{before}{word.strip('*')}{behind}"


DONE_MARK, NEXT_MARK = "✅", "▶"
NEXT = _words(
    NEXT_MARK,
    "next, todo, todos, to do, open items, open questions, open tasks, open issues, open points, open work, remaining",
    "left to, what s left, pending, upcoming, not started, blocked, blocker, blockers, action items, do this first",
    "do first, start here, resume here, follow up, follow ups, unresolved, not done, deferred",
    "open github issues, not fixed, unfixed, not yet, unfinished, still open, still missing",
    "*próxim*, *pendiente*, *pendente*, *nächste*, offene*, *prochain*, à faire*, reste à*, *следующ*, *осталось*",
    "backlog, 任务看板, 开发看板, 未来规划, 开发规划, 功能规划, 下一阶段",
    "下一步, 待办, 待辦, 待完成, 待处理, 待解决, 后续, 後續, 未完成, 未解决, 遗留",
    "次の, 次に, 次回, 次セッション, 今後, 残り, 残タスク, 残作業, 残課題, 未完, 未着手, 未対応, 未解決, 申し送り",
    "다음, 남은, 할일, 할 일",
)
NOW = _words(
    "current, active, status, progress, focus, where we, where it, where the work, work stands, things stand",
    "latest work, latest state, state of",
    "last work, known issues, estado, *aktuell*, état*, en cours, *текущ*, *состояни*",
    "当前, 當前, 现状, 状态, 狀態, 進度, 进行中, 進行中, 目前, 现在, 已知问题, 已知限制",
    "最終作業, 現状, 現在, 注意点",
    "현재, 상태, 진행",
)
GOAL = _words(
    "goal, goals, objective, objectives, purpose, mission, overview, what this is, what it is, what is this",
    "core value, about, done when, acceptance, outcome, outcomes, *objetivo*, objectif*, ziel, ziele, *цель*",
    "目标, 目標, 目的, 概述, 简介, 概要, 项目说明, 项目介绍, 是什么, 使命",
    "목표, 목적, 개요",
)
_NO_GOAL = _words("non goal, non goals, nongoals, not goals, out of scope, 非目标, 非目標, 不做")
OVER = _words(
    "complete, completed, done, finished, resolved, history, changelog, archive, archived, superseded, obsolete",
    "not the next, historical",
    DONE_MARK,
    "已完成, 完了, 历史, 变更, 완료, 履歴",
)
PLANNED = _words("plan, plans, roadmap, milestone, milestones, 计划, 計劃, 路线图, 里程碑")
_OF_THE_WORK = ("current ", "project ", "implementation ", "development ")
_STATE = frozenset(
    _listed(
        "status, state, focus, phase, progress, milestone, milestones, roadmap, next step, next steps, todo, todos",
        "to do, 状态, 进度, 阶段, 当前状态, 当前进度, 当前阶段, 项目状态, 下一步, 待办, 現状, 現在の状況, 현재 상태",
    )
)
