"""The words of the house: values that every room shares. No I/O lives here."""
