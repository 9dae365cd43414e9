"""ivy."""
from ivy import config as _config, dispatch as _dispatch, ops as _ops
from ivy.array import Array as Array
from ivy.ops.elementwise import *
_ops.register_operations()
set_backend = _config.BACKEND.set
use_backend = _config.BACKEND.override
