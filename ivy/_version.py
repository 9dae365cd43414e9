"""The version, read by the build without importing ivy."""

__version__ = "0.1.0"
