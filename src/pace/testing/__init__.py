"""Doubles that ship. Each passes the contract suite of the port it stands for."""
