"""`ivy.Container`: a nested dict of arrays that is computed with like one array.

`mapping` runs a function over leaves, `tree` is the nested dict, `core` the class with attributes
and operators; the other files hold groups of methods.
"""

from ivy.container.core import Container as Container
from ivy.container.core import attach_static_operations as attach_static_operations
