"""An option of one value that is given twice is wrong usage: click would keep the last one without a word."""

from __future__ import annotations

import click


def once(command: click.Command) -> None:
    """Have a command refuse such options, before any of them does something."""
    if "parse_args" in vars(command):  # it does already
        return
    parse = command.parse_args

    def parse_args(context: click.Context, args: list[str]) -> list[str]:
        _, _, given = command.make_parser(context).parse_args(list(args))
        for option in given:
            if given.count(option) > 1 and _has_one_value(option):
                raise click.BadParameter("given more than once; say all of it in one", context, option)
        return parse(context, args)

    command.parse_args = parse_args  # type: ignore[method-assign, assignment]


def _has_one_value(option: click.Parameter) -> bool:
    return isinstance(option, click.Option) and not (option.multiple or option.is_flag or option.count)
