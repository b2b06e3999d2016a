"""What is read of languages without a grammar: definitions by their first words, one line each."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mementod_parsers.code import plain_symbols
from mementod_parsers.code.symbols import facts

DART = b"""// class Ghost {}
import 'rows.dart';

typedef OnRow = void Function(int row);
const maxRows = 40;
final rowsProvider = StateProvider<int>((ref) => 1);

/* class Ghost2 {
 */
abstract class RowStore<T> extends Store with Logs {
  static const String title = 'class Ghost3 {';
  final int? limit;
  late Timer _timer;

  RowStore({required this.limit});
  factory RowStore.empty() => RowStore(limit: 0);

  @override
  Future<void> load(
    int first,
  ) async {
    if (first > 0) {
      print(first);
    }
  }

  int get total => 3;
  set total(int value) {}
}

enum RowKind { wide }

enum Sort {
  byName,
  byAge;
}

extension RowText on RowStore {
  String label() => 'x';
}

Future<int> countRows(RowStore store) async {
  final local = 3;
  return local;
}
"""
GODOT = b"""class_name Player
signal died
@export var speed := 3

func jump(height):
\tvar local = 1

class Bag:
\tfunc put():
\t\tpass
"""
SOLIDITY = b"""contract Vault {
    uint256 public total;
    function deposit() external {
        total = 1;
    }
}
"""
ZIG = b"""const std = @import("std");
pub const Row = struct {
    pub fn size() u8 {
        return 1;
    }
};
pub fn main() void {
    const local = 1;
}
"""

EXPECTED = {
    "dart": (
        DART,
        "OnRow maxRows rowsProvider RowStore RowStore.title RowStore.limit RowStore._timer RowStore.RowStore"
        " RowStore.RowStore RowStore.load RowStore.total RowStore.total RowKind Sort Sort.byName Sort.byAge RowText"
        " RowText.label countRows",
    ),
    "gdscript": (GODOT, "Player died speed jump Bag Bag.put"),
    "solidity": (SOLIDITY, "Vault Vault.total Vault.deposit"),
    "zig": (ZIG, "std Row Row.size main"),
}


def test_every_language_has_a_case() -> None:
    assert set(EXPECTED) == plain_symbols.LANGUAGES


@pytest.mark.parametrize("language", EXPECTED)
def test_definitions(language: str) -> None:
    source, names = EXPECTED[language]

    found = facts(language, source)

    assert [s.qual for s in found.symbols] == names.split()
    assert not {"Ghost", "Ghost2", "Ghost3"} & found.code


def test_lines_are_those_of_the_file() -> None:
    lines = DART.decode().split("\n")

    for symbol in facts("dart", DART).symbols:
        assert symbol.name in lines[symbol.line - 1]


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(sorted(EXPECTED)), st.text(alphabet="abc A(){}<>=;,.?\n\t  final class get", max_size=400))
def test_any_text_gives_an_answer(language: str, text: str) -> None:
    assert isinstance(plain_symbols.definitions(language, text), tuple)


@pytest.mark.parametrize("language", EXPECTED)
@pytest.mark.parametrize("piece", ["a ", "  final ", "a<", "  a<b ", "static "])
def test_a_long_line_gives_an_answer(language: str, piece: str) -> None:
    line = piece * 9_000
    found = plain_symbols.definitions(language, f"class A {{\n{line}\n  {line}\n}}\n")

    assert len(found) <= 3
