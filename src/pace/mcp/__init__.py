"""`pace mcp`: Pace as a server for other agents (`server`), and the person's list of servers whose
tools Pace may use (`command`)."""
