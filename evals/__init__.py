"""Accuracy: what Pace would do for a line, beside two baselines. `pace eval` lists and runs them."""
