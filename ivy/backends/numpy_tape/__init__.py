"""Reverse-mode differentiation for NumPy.

Plain NumPy code runs unchanged on a `Box`: NumPy hands every ufunc and function called on one to
its two protocols, where `engine` records what happened. The other files hold the rules: how a
cotangent of a function's result becomes cotangents of its arguments. Rules are NumPy code
themselves, so derivatives of any order come for free, and code that does not differentiate never
meets any of this.
"""
