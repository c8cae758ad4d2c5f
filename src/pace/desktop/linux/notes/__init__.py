"""The person's notes: a folder of Markdown files, found by an index that can be made anew."""
