"""Bodies that are the same for every framework, written over a namespace `xp`.

A function here takes the namespace first, then the operation's own parameters. A backend that
defines the name itself keeps its own.
"""
