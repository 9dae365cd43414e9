"""Functions and classes as text, for files of source that need them. A file per target."""
