"""One API over NumPy, PyTorch, JAX and TensorFlow: the framework is chosen by the arrays."""

from os import environ as _environ

from ivy import linalg as linalg
from ivy import ops as _ops
from ivy import pytrees as _pytrees
from ivy.array import Array as Array
from ivy.compatibility import functional as functional
from ivy.compatibility import utils as utils
from ivy.constants import *
from ivy.container import Container as Container
from ivy.container import attach_static_operations as _attach_static_operations
from ivy.graph.emit import to_source as to_source
from ivy.graph.emit import to_source_state_dict as to_source_state_dict
from ivy.graph.rules import transpile_rule as transpile_rule
from ivy.graph.transpile import *
from ivy.namespace_info import *
from ivy.ops.activations import *
from ivy.ops.control_flow import *
from ivy.ops.convolutions import *
from ivy.ops.creation import *
from ivy.ops.data_type import *
from ivy.ops.device import *
from ivy.ops.elementwise import *
from ivy.ops.factorizations import *
from ivy.ops.fourier import *
from ivy.ops.general import *
from ivy.ops.gradients import *
from ivy.ops.images import *
from ivy.ops.layers import *
from ivy.ops.linear_algebra import *
from ivy.ops.losses import *
from ivy.ops.manipulation import *
from ivy.ops.meta import *
from ivy.ops.nest import *
from ivy.ops.norms import *
from ivy.ops.pooling import *
from ivy.ops.random import *
from ivy.ops.recurrent import *
from ivy.ops.saving import *
from ivy.ops.searching import *
from ivy.ops.segments import *
from ivy.ops.selection import *
from ivy.ops.set import *
from ivy.ops.signal import *
from ivy.ops.sorting import *
from ivy.ops.sparse import *
from ivy.ops.special import *
from ivy.ops.statistical import *
from ivy.ops.updates import *
from ivy.ops.utility import *
from ivy.settings import *
from ivy.settings import set_backend as set_backend
from ivy.stateful.activations import *
from ivy.stateful.converters import *
from ivy.stateful.convolutions import *
from ivy.stateful.fit import *
from ivy.stateful.initializers import *
from ivy.stateful.layers import *
from ivy.stateful.losses import *
from ivy.stateful.module import Module as Module
from ivy.stateful.norms import *
from ivy.stateful.optimizers import *
from ivy.stateful.pooling import *
from ivy.stateful.recurrent import *
from ivy.stateful.schedules import *
from ivy.stateful.sequential import Sequential as Sequential
from ivy.types import *
from ivy.types import bool_ as bool
from ivy.types import float64 as double

from ivy.fft import namespace as fft  # isort: skip - instead of the operation of this name

_ops.register_operations()
_attach_static_operations()
if _environ.get("IVY_BACKEND"):
    set_backend(_environ["IVY_BACKEND"])
