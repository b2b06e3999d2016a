"""Reads cases, by the C reader where the library has it: there are thousands, and every worker reads them all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_cases(file: Path) -> Any:
    return yaml.load(file.read_text(encoding="utf-8"), _LOADER)
