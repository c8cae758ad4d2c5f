"""Tools of other programs: servers of the Model Context Protocol, started for the person.

config      which servers there are            known, install   the list, and how one is added
finding     where a command is                 wire, session    its process and its answers
offered     what it offers, vetted             approved         what the person allowed of that
checking    arguments against its schema       cleaning         its text, made harmless
servers     all of it, as the port `mcp`       rendering        as entries of the catalogue
calling     the tool `mcp`
requests    the tool `ask_server`, for the first use by words
"""

from pace.tools.mcp.calling import mcp
from pace.tools.mcp.requests import ask_server

__all__ = ["ask_server", "mcp"]
