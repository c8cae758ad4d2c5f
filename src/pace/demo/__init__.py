"""A private desktop, and a conversation carried out on it."""
