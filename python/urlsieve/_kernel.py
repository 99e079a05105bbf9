"""Instances of the kernels, by wasmtime.

A module is compiled once per process, and instantiated once per thread that uses it: an instance is not safe to share. wasmtime
releases the GIL during a call, so threads run in parallel.
"""

from __future__ import annotations

import ctypes
import os
import pkgutil
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import wasmtime

CORE = "kernel.simd.wasm"
CRAWL = "crawl.simd.wasm"
STORE = "store.simd.wasm"

_ARGUMENTS = 8
"""The most parameters that a function of a kernel has."""
_WORDS = 4
"""Each argument and result takes 16 octets."""

_modules: dict[str, tuple[wasmtime.Engine, wasmtime.Module]] = {}
_compiling = threading.Lock()


def _forget_lock() -> None:
    global _compiling
    _compiling = threading.Lock()


if hasattr(os, "register_at_fork"):
    # A thread that held the lock at the fork does not exist in the child, and would never release it.
    os.register_at_fork(after_in_child=_forget_lock)


def resource(name: str) -> bytes:
    """Returns a file of the package, even from within a zip archive."""
    octets = pkgutil.get_data(__package__ or "urlsieve", name)
    if octets is None:
        raise FileNotFoundError(name)
    return octets


def _module(name: str) -> tuple[wasmtime.Engine, wasmtime.Module]:
    with _compiling:
        if name not in _modules:
            config = wasmtime.Config()
            # The thread pool of a parallel compilation does not survive a fork: the next compilation in the child would hang.
            config.parallel_compilation = False
            engine = wasmtime.Engine(config)
            _modules[name] = engine, wasmtime.Module(engine, resource(name))
        return _modules[name]


def _fast_call() -> Callable[..., Any] | None:
    """wasmtime's unchecked call, which costs a tenth of Func.__call__ but is private. None if this version does not have it."""
    try:
        from wasmtime import _ffi

        prototype = ctypes.CFUNCTYPE(
            ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p
        )
        return prototype(("wasmtime_func_call_unchecked", _ffi.dll))
    except (ImportError, AttributeError):
        return None


_call_unchecked = _fast_call()


class Kernel:
    """One instance. ``octets`` and ``words`` are views of its memory, which `reserve` replaces."""

    octets: np.ndarray[Any, np.dtype[np.uint8]]
    words: np.ndarray[Any, np.dtype[np.int32]]
    view: memoryview

    def __init__(self, name: str) -> None:
        engine, module = _module(name)
        self._store = wasmtime.Store(engine)
        exports = wasmtime.Instance(self._store, module, []).exports(self._store)
        self._functions: dict[str, Any] = {key: exports[key] for key in exports if isinstance(exports[key], wasmtime.Func)}
        self._memory: Any = exports["memory"]
        self.arguments = (ctypes.c_int32 * (_WORDS * _ARGUMENTS))()
        self._trap = ctypes.c_void_p()
        if _call_unchecked is not None:
            self._context = ctypes.cast(self._store._context(), ctypes.c_void_p).value
            self._addresses = {key: ctypes.addressof(value._func) for key, value in self._functions.items()}
            self._arguments_at = ctypes.addressof(self.arguments)
            self._trap_at = ctypes.addressof(self._trap)
        self._map()
        self.call("initialize")

    def call(self, name: str, *arguments: int) -> int:
        """Calls a function. Returns its result, or an undefined number if it has none."""
        if _call_unchecked is None:
            result = self._functions[name](self._store, *(_signed(argument) for argument in arguments))
            return 0 if result is None else int(result)
        buffer = self.arguments
        at = 0
        for argument in arguments:
            buffer[at] = argument
            at += _WORDS
        return self.call_prepared(self._addresses[name])

    def call_prepared(self, address: int) -> int:
        """Calls the function at `address` with the arguments in ``arguments``. Requires: the unchecked call."""
        error = _call_unchecked(self._context, address, self._arguments_at, _ARGUMENTS, self._trap_at)  # type: ignore[misc]
        if error or self._trap.value:
            raise _trapped()
        return self.arguments[0]

    def bound(self, name: str, *arguments: int) -> Callable[[int, int], int]:
        """Binds a function to all arguments but the first and the third, for calls as fast as they can be from Python."""
        first, second, third, fourth = 0, arguments[0], 2 * _WORDS, arguments[1]
        if _call_unchecked is None:
            return lambda options, end: self.call(name, options, second, end, fourth)
        buffer = (ctypes.c_int32 * (_WORDS * _ARGUMENTS))()
        buffer[_WORDS], buffer[3 * _WORDS] = second, fourth
        call, trap = _call_unchecked, self._trap
        # ctypes passes its own objects on faster than it converts numbers.
        prepared = (
            ctypes.c_void_p(self._context),
            ctypes.c_void_p(self._addresses[name]),
            ctypes.c_void_p(ctypes.addressof(buffer)),
            ctypes.c_size_t(_ARGUMENTS),
            ctypes.c_void_p(self._trap_at),
        )

        def run(options: int, end: int) -> int:
            buffer[first] = options
            buffer[third] = end
            if call(*prepared) or trap.value:
                raise _trapped()
            return buffer[first]

        return run

    def reserve(self, end: int) -> None:
        """Grows the memory to at least `end` octets. Raises MemoryError if it cannot."""
        missing = end - len(self.octets)
        if missing <= 0:
            return
        try:
            self._memory.grow(self._store, -(-missing // 65536))
        except wasmtime.WasmtimeError as error:
            raise MemoryError(f"The kernel's memory cannot grow to {end} bytes.") from error
        self._map()

    def _map(self) -> None:
        size = self._memory.data_len(self._store)
        address = ctypes.addressof(self._memory.data_ptr(self._store).contents)
        buffer = (ctypes.c_ubyte * size).from_address(address)
        self.octets = np.frombuffer(buffer, dtype=np.uint8)
        self.words = self.octets.view(np.int32)
        self.view = memoryview(buffer).cast("B")

    def word(self, address: int) -> int:
        return int(self.words[address >> 2])

    def set_word(self, address: int, value: int) -> None:
        self.words[address >> 2] = value


def _trapped() -> RuntimeError:
    return RuntimeError("The kernel trapped. This is a bug of urlsieve: please report it with the input.")


def _signed(word: int) -> int:
    return word - (1 << 32) if word >= 1 << 31 else word
