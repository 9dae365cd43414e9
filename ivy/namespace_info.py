"""What a namespace can do, in the form of the Array API's `__array_namespace_info__`."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from ivy import backends, config
from ivy.backends import native_dtypes as dtypes
from ivy.dispatch import current_space
from ivy.types import ALL_DTYPES, Device

__all__ = ["__array_api_version__", "__array_namespace_info__"]

__array_api_version__ = "2025.12"

_MAX_DIMENSIONS = {"numpy": 64, "torch": 64, "jax": None, "tensorflow": 8}
_NOT_IN_STANDARD = ("bfloat16", "float16")


class NamespaceInfo:
    """What the current backend can do, in ivy's dtypes and devices."""

    def _space(self) -> Any:
        return current_space()

    def _dtype(self, name: str) -> Any:
        return dtypes.named_dtype(name)

    def _device(self, name: str) -> Any:
        return Device(name)

    def capabilities(self) -> dict[str, Any]:
        """Return which optional behaviours there are, and the number of axes all can handle."""
        return {
            "boolean indexing": True,
            "data-dependent shapes": True,
            "max dimensions": _MAX_DIMENSIONS[self._space().NAME],
        }

    def default_device(self) -> Any:
        """Return the device that new arrays are on."""
        return self._device(config.setting("default_device") or self._space().initial_device())

    def devices(self) -> tuple[Any, ...]:
        """Return the devices there are."""
        return tuple(map(self._device, self._space().native_devices()))

    def default_dtypes(self, /, *, device: Any = None) -> dict[str, Any]:
        """Return the dtype that each kind of data gets where none is given."""
        kinds = {"real floating": "float", "complex floating": "complex", "integral": "int"}
        found = {kind: self._dtype(config.default_of(ours).name) for kind, ours in kinds.items()}
        return found | {"indexing": self._dtype(self._space().index_dtype())}

    def dtypes(self, /, *, device: Any = None, kind: Any = None) -> dict[str, Any]:
        """Return the standard's dtypes that the backend holds, of a kind or of several."""
        held = [d for d in ALL_DTYPES if self._space().valid_dtype(d)]
        return {
            d.name: self._dtype(d.name)
            for d in held
            if d not in _NOT_IN_STANDARD and (kind is None or dtypes.is_of_kind(d, kind))
        }


class BackendInfo(NamespaceInfo):
    """What one backend can do, in its own dtypes and devices."""

    def __init__(self, space: ModuleType) -> None:
        self._own = space

    def _space(self) -> Any:
        return self._own

    def _dtype(self, name: str) -> Any:
        return self._own.as_native_dtype(name)

    def _device(self, name: str) -> Any:
        return self._own.as_native_dev(name)


def __array_namespace_info__() -> NamespaceInfo:
    """Return what the current backend can do."""
    return NamespaceInfo()


def _equip(space: Any) -> None:
    space.__array_api_version__ = __array_api_version__
    space.__array_namespace_info__ = lambda: BackendInfo(space)


backends.on_load(_equip)
for _space in backends.loaded():
    _equip(_space)
