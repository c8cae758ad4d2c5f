"""Hearing and speaking."""
