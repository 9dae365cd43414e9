"""Programs as graphs of ivy operations: traced or imported, run on any backend, printed as source.

`ir` is the graph itself, `build` makes nodes, `rules` and `importers` read the programs
of the frameworks, `run` executes, `module` holds a graph's weights, `transpile` puts it together.
"""
