"""Understanding with no language model: pure functions of the request and the catalogue."""
