"""A turn, from words to outcome. Read runner.py first."""
