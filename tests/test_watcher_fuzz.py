"""Whatever happens to a tree, the table ends up as the tree is."""

from __future__ import annotations

from pathlib import Path

import pytest

import scrambles

STEPS = 800


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_any_disorder_ends_with_a_table_that_is_right(seed: int, tmp_path: Path) -> None:
    scrambles.run(seed, STEPS, tmp_path)
