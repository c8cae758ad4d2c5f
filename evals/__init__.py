"""Accuracy: what Pace would do for a line, beside two baselines. `pace eval` runs them."""
