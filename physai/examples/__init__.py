"""Snippets that lessons show under "use it"; each runs as a script and asserts what it states."""
