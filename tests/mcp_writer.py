"""A server of tools that writes a file, as an agent starts it: one JSON message a line on its standard streams."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

SCHEMA = {"type": "object", "properties": {"path": {"type": "string"}, "content": {"type": "string"}}}
TOOLS = [{"name": "write_file", "description": "Writes a file.", "inputSchema": SCHEMA}]


def answer(method: str, given: dict[str, Any]) -> dict[str, Any] | None:
    match method:
        case "initialize":
            about = {"name": "writer", "version": "1"}
            return {"protocolVersion": given["protocolVersion"], "capabilities": {"tools": {}}, "serverInfo": about}
        case "tools/list":
            return {"tools": TOOLS}
        case "tools/call":
            Path(given["arguments"]["path"]).write_text(given["arguments"]["content"])
            return {"content": [{"type": "text", "text": "written"}]}
        case _:
            return {}


def main() -> None:
    for line in sys.stdin:
        asked = json.loads(line)
        if "id" in asked:
            said = {"jsonrpc": "2.0", "id": asked["id"], "result": answer(asked["method"], asked.get("params") or {})}
            print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main()
