"""A loop that numba compiles: its machine code found, made or done without when it is called."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property, update_wrapper
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, cast

from cgt.kernels import machine_code

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_one_at_a_time = RLock()
"""Held by the thread that makes a loop ready."""


class Loop:
    """A loop that numba compiles, once for arguments of each kind.

    Its machine code is kept; where that cannot be, numba calls the loop, with its own cache. Other loops may call it.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        update_wrapper(self, function)
        self.function = function
        self._ready: dict[object, Callable[..., Any]] = {}

    def __call__(self, *arguments: Any) -> Any:  # noqa: ANN401 - numbers and arrays
        if not machine_code.can_be_kept():
            return self._by_numba(*arguments)
        try:
            kinds = machine_code.kinds_of(arguments)
        except machine_code.NotKeptError:
            return self._by_numba(*arguments)
        ready = self._ready.get(kinds)
        if ready is None:
            with _one_at_a_time:
                ready = self._ready[kinds] = self._ready.get(kinds) or self._made_ready(arguments, kinds)
        return ready(*arguments)

    def _made_ready(self, arguments: tuple[Any, ...], kinds: tuple[machine_code.Kind, ...]) -> Callable[..., Any]:
        try:
            shelf = machine_code.Shelf(
                f"{self.function.__module__}.{self.function.__qualname__}", b"".join(self._sources())
            )
            return shelf.load(kinds) or shelf.make(self.dispatcher, arguments, kinds)
        except Exception:  # noqa: BLE001 - whatever LLVM and numba raise, numba's own way is left
            return self._by_numba

    def _sources(self) -> Iterator[bytes]:
        """The source of every module whose loops take part."""
        loops, modules = [self], set()
        for loop in loops:
            modules.add(Path(loop.function.__code__.co_filename))
            named = (loop.function.__globals__.get(name) for name in loop.function.__code__.co_names)
            loops += [called for called in named if isinstance(called, Loop) and called not in loops]
        return (path.read_bytes() for path in sorted(modules))

    @cached_property
    def dispatcher(self) -> Any:  # noqa: ANN401 - numba's
        """The one of numba, which keeps nothing: for machine code alone, without the ways in which Python calls it.

        Nor may it take memory (`_nrt`) that numba would have to count the holders of. A third less time to compile.
        """
        import numba

        njit = cast("Callable[..., Any]", numba.njit)  # its types leave these options out
        return njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=False)(self.function)

    @property
    def _numba_type_(self) -> Any:  # noqa: ANN401 - numba's; it asks for this where a loop calls another
        return self.dispatcher._numba_type_

    @cached_property
    def _by_numba(self) -> Callable[..., Any]:
        """The loop called by numba, or as plain Python where numba cannot be imported."""
        try:
            import numba
        except Exception:  # noqa: BLE001 - a broken installation raises anything
            return self.function
        try:
            compiled = numba.njit(cache=True, nogil=True)(self.function)
        except RuntimeError:  # there is no folder for its cache
            return cast("Callable[..., Any]", numba.njit(nogil=True)(self.function))
        _forgive(compiled)
        return cast("Callable[..., Any]", compiled)


def _forgive(compiled: Any) -> None:  # noqa: ANN401 - numba's dispatcher
    """Let a cache that cannot be read be made anew, and one that cannot be written be done without.

    numba reads an index and machine code that it has pickled; what is broken there ends the call otherwise.
    """
    cache = getattr(compiled, "_cache", None)
    load, save = getattr(cache, "load_overload", None), getattr(cache, "save_overload", None)
    if cache is None or load is None or save is None:
        return

    def load_overload(*arguments: object) -> object:
        try:
            return load(*arguments)
        except Exception:  # noqa: BLE001 - what is unpickled raises anything
            with suppress(Exception):
                cache.flush()
            return None

    def save_overload(*arguments: object) -> None:
        with suppress(Exception):
            save(*arguments)

    cache.load_overload, cache.save_overload = load_overload, save_overload
