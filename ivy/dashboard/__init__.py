"""The state of a project: rows are tests, columns are backends, a cell is what a test did there.

`pytest -p ivy.dashboard.plugin --dashboard run.jsonl` records, `ivy status run.jsonl` shows.
Nothing here needs arrays: any project whose tests take a fixture `backend` can use it.
"""
