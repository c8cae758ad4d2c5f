"""Sentence families, one file per topic. Each file has a tuple `FAMILIES`; order never matters."""
