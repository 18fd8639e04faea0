"""MkDocs hooks: small modules that MkDocs calls by the names of its events (`on_config`, `on_post_page`, ...).

MkDocs loads each of them once per process, so an edited hook needs a restarted `mkdocs serve`.
"""
