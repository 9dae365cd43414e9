"""Lists of tensors of TensorFlow, as its TensorArrays make them: arrays stacked along an axis."""

from __future__ import annotations

import numpy as np

from ivy.graph.importers.tensorflow.functions import Reader, handler
from ivy.graph.importers.tensorflow.host import objects
from ivy.graph.importers.tensorflow.values import TensorList, is_known, sizes_of
from ivy.graph.ir import Value
from ivy.graph.rules import Unsupported


def stacked(reader: Reader, x: TensorList) -> Value:
    """Return a list as one array."""
    if x.value is None:
        if not isinstance(x.length, int) or set(x.items) != set(range(x.length)) or not x.items:
            raise Unsupported("a list of tensors some of which were never written")
        items = [reader.build.array(x.items[i]) for i in range(x.length)]
        x.value = reader.build.stack(items)
        shape = items[0].shape
        x.value.shape = None if shape is None else (x.length, *shape)
        x.value.dtype = items[0].dtype
    return x.value


@handler("EmptyTensorList")
def _empty(*_):
    return [TensorList(0, grows=True)]


@handler("TensorListPushBack")
def _push(reader, op, inputs):
    whole, element = inputs
    if whole.length is None:
        return [whole]
    items = {**whole.items, whole.length: element}
    return [TensorList(len(items), items=items, grows=True)]


@handler("TensorListPopBack")
def _pop(reader, op, inputs):
    if not inputs[0].length:
        what = "a list that grows, as for gradients of a loop of unknown length or many steps"
        raise Unsupported(f"{what}; unroll it by a loop of Python")
    *rest, (_, last) = inputs[0].items.items()
    return [TensorList(len(rest), items=dict(rest), grows=True), last]


@handler("AddN", "AddV2")
def _sum(reader, op, inputs):
    if not isinstance(inputs[0], TensorList):
        return reader.plainly(op, inputs)
    add, items = reader.build.add, dict(inputs[0].items)
    for each in inputs[1:]:
        items |= {i: add(items[i], x) if i in items else x for i, x in each.items.items()}
    return [TensorList(inputs[0].length, items=items)]


@handler("ZerosLike")
def _zeros(reader, op, inputs):
    is_list = isinstance(inputs[0], TensorList)
    return [TensorList(inputs[0].length)] if is_list else reader.plainly(op, inputs)


@handler("TensorListElementShape")
def _element_shape(reader, op, inputs):
    return [np.array(-1, op.outputs[0].dtype.as_numpy_dtype)]  # of any shape


@handler("TensorListReserve")
def _reserve(reader, op, inputs):
    (length,) = sizes_of(inputs[1], "the length of a list")
    return [TensorList(length)]


@handler("TensorListFromTensor")
def _from_tensor(reader, op, inputs):
    x = reader.build.array(inputs[0])
    return [TensorList(reader.build.length(x, 0), x)]


@handler("TensorListStack")
def _stack(reader, op, inputs):
    return [stacked(reader, inputs[0])]


@handler("TensorListLength")
def _list_length(reader, op, inputs):
    length = inputs[0].length
    return [objects(length) if isinstance(length, Value) else np.array(length, np.int32)]


@handler("TensorListGetItem")
def _get_item(reader, op, inputs):
    items, place = inputs[:2]
    if is_known(place) and int(place) in items.items:
        return [items.items[int(place)]]
    value = stacked(reader, items)
    state = reader.loop
    start = None if state is None else state.first(place)
    if start is not None and id(value) in state.outer_lists:
        return [state.slice(reader, value, start)]
    if is_known(place):
        return [reader.build.get_item(value, (int(place),))]
    return [reader.build.gather(value, reader.build.array(place), axis=0)]


@handler("TensorListGather")
def _list_gather(reader, op, inputs):
    value = stacked(reader, inputs[0])
    return [reader.build.gather(value, reader.build.array(inputs[1]), axis=0)]


@handler("TensorListSetItem")
def _set_item(reader, op, inputs):
    items, place, element = inputs
    if items.loop is not None:
        element = reader.build.array(element)
        first, before = items.loop.first(place), len(items.items)
        grows = op.get_attr("resize_if_index_out_of_bounds") and items.length == before
        length = items.loop.steps if before == 0 and grows else items.length
        if first == before and ((grows and before == 0) or length == before + items.loop.steps):
            return [TensorList(length, loop=items.loop, written=element)]
        if items.loop.is_backwards(place) and length == items.loop.steps:
            return [TensorList(length, loop=items.loop, written=element, is_backwards=True)]
        if is_known(place) and int(place) == 0 and items.length == 1:
            return [TensorList(1, loop=items.loop, written=element, is_last_only=True)]
        raise Unsupported("a list of tensors not written to in the order of the steps")
    if is_known(place) and items.value is None:
        return [TensorList(items.length, items={**items.items, int(place): element})]
    if isinstance(items.length, int) and items.length == 0:
        raise Unsupported("a list of tensors that grows in a loop; give TensorArray its size")
    value = stacked(reader, items)
    build = reader.build
    length = build.length(value, 0)
    ndim = len(value.shape or ())
    steps = build.reshape(build.arange(length, dtype="int32"), (-1, *(1,) * (ndim - 1)))
    here = build.equal(steps, build.array(place, "int32"))
    new = build.where(here, build.expand_dims(build.array(element), axis=0), value)
    new.shape, new.dtype = value.shape, value.dtype
    return [TensorList(items.length, new)]
