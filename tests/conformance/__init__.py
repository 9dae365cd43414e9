"""The official Array API test suite, run on every backend."""
