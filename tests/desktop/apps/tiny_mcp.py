"""An MCP server with two tools, dice and echo. Standard library only."""

import json
import sys

TOOLS = [
    {
        "name": "dice",
        "description": "Roll dice; always the highest",
        "inputSchema": {
            "type": "object",
            "properties": {"sides": {"type": "integer"}},
            "required": ["sides"],
        },
    },
    {
        "name": "echo",
        "description": "Say it back",
        "inputSchema": {
            "type": "object",
            "properties": {"text": {"type": "string"}},
            "required": ["text"],
        },
    },
]


def answered(method, params):
    if method == "initialize":
        about = {"name": "tiny", "version": "1"}
        version = params["protocolVersion"]
        return {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": about}
    if method == "tools/list":
        return {"tools": TOOLS}
    if method == "tools/call":
        return {"content": [{"type": "text", "text": str(*params["arguments"].values())}]}
    return {}


for line in sys.stdin:
    request = json.loads(line)
    if "id" in request:
        result = answered(request["method"], request.get("params", {}))
        reply = {"jsonrpc": "2.0", "id": request["id"], "result": result}
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()
