"""Differential fuzzing: random calls and programs, on all frameworks, compared with each other.

    python -m tests.fuzz --minutes 5 --seed 0                  every operation, round after round
    python -m tests.fuzz --minutes 5 --op sum,take             only these
    python -m tests.fuzz --minutes 5 --programs                programs of several operations
    python -m tests.fuzz --minutes 5 --files                   damaged files of graphs
    python -m tests.fuzz --minutes 5 --backend torch,jax       NumPy against these

`calls` changes the sample rows of an operation (dtypes, shapes, values, axes, options) into legal
and illegal calls. `workers` run them, one process per framework, so that a crash is a finding.
`verdict` says what is wrong; `differences` lists what the frameworks cannot do alike. `programs`
chains operations: eager, traced, as a graph and differentiated. `files` damages saved graphs, and
uses those that are not refused. `session` puts it together: hypothesis makes a failing case small,
and `reproduction` prints it.
"""
