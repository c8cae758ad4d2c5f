"""What is done again by name: flows, which are recorded and replayed step by step."""
