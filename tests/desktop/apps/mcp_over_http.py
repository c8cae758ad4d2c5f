"""Speaks MCP on its standard streams for a server that is reached by HTTP, named by its address.

One POST for each message; an answer is one JSON object, or events that each hold one. Standard
library only.
"""

import http.client
import json
import sys
from urllib.parse import urlsplit


def posted(address, message, session):
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=10)
    headers = {
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        **({"mcp-session-id": session} if session else {}),
    }
    connection.request("POST", parts.path or "/", json.dumps(message), headers)
    response = connection.getresponse()
    return response, response.read().decode()


def messages(response, body):
    if "event-stream" in (response.getheader("Content-Type") or ""):
        lines = [line[5:].strip() for line in body.splitlines() if line.startswith("data:")]
        return [line for line in lines if line]
    return [body] if body.strip() else []


def main():
    address, session = sys.argv[1], ""
    for line in sys.stdin:
        response, body = posted(address, json.loads(line), session)
        session = response.getheader("mcp-session-id") or session
        for message in messages(response, body):
            sys.stdout.write(json.dumps(json.loads(message)) + "\n")
            sys.stdout.flush()


main()
