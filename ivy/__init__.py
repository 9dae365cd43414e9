"""One API over NumPy, PyTorch, JAX and TensorFlow: the framework is chosen by the arrays."""

from ivy import linalg as linalg
from ivy import ops as _ops
from ivy import pytrees as _pytrees
from ivy.array import Array as Array
from ivy.constants import *
from ivy.namespace_info import *
from ivy.ops.activations import *
from ivy.ops.creation import *
from ivy.ops.data_type import *
from ivy.ops.device import *
from ivy.ops.elementwise import *
from ivy.ops.fourier import *
from ivy.ops.general import *
from ivy.ops.gradients import *
from ivy.ops.linear_algebra import *
from ivy.ops.manipulation import *
from ivy.ops.meta import *
from ivy.ops.random import *
from ivy.ops.searching import *
from ivy.ops.selection import *
from ivy.ops.set import *
from ivy.ops.sorting import *
from ivy.ops.special import *
from ivy.ops.statistical import *
from ivy.ops.updates import *
from ivy.ops.utility import *
from ivy.settings import *
from ivy.types import *
from ivy.types import bool_ as bool
from ivy.types import float64 as double

from ivy.fft import namespace as fft  # isort: skip - instead of the operation of this name

_ops.register_operations()
