"""Machine code of compiled loops, kept from one run to the next, and loaded without numba.

Half a second goes by until numba is imported, and as much again until it has looked through its registries to load one
function from its own cache. So what is kept here is the object code alone: LLVM loads it within milliseconds, and it is
called as a C function. numba is needed where a loop meets arguments of kinds that it has not met before.

Code is found again by its source, the kinds of its arguments, and what made it: versions, processor, this module.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import platform
import sys
from array import array
from contextlib import suppress
from functools import cache
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from cgt.errors import OutputError
from cgt.files.atomic import replacing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Kind = str | tuple[object, int, int]
    """The type of a number; or an array's type, its dimensions and its flags."""

SUFFIX = ".loop"
LOW, HIGH, ALL = -(2**63), 2**63, 2**64 - 1
ROWS, COLUMNS, ALIGNED = 0x1, 0x2, 0x100  # numpy's flags: contiguous by rows, or only by columns; aligned
LAYOUT = 0x400 | ROWS | COLUMNS | ALIGNED  # also whether it may be written
ENTRY = "entry"
"""The symbol by which machine code is called, with one frame of 64-bit words: results, error, arguments."""

OUR_MAKERS = tuple(Path(__file__).with_name(name) for name in ("machine_code.py", "loop.py", "jit.py"))
"""The modules of ours that shape machine code: how it is called and made, and which instructions a loop may ask for."""

_numbers = count()

_OF_THE_SYSTEM = frozenset({"memset", "memcpy", "memmove"})


class NotKeptError(Exception):
    """This loop, or these arguments, are numba's to call; it never reaches a user."""


@cache
def can_be_kept() -> bool:
    """Whether machine code is kept on this system: where it was tried, on Linux with llvmlite 0.45 or later."""
    if sys.platform != "linux" or sys.maxsize < HIGH - 1:
        return False
    try:
        from llvmlite.binding import ModulePassManager
    except Exception:  # noqa: BLE001 - a broken installation raises anything
        return False
    return hasattr(ModulePassManager, "add_global_dead_code_eliminate_pass")


def kinds_of(arguments: tuple[Any, ...]) -> tuple[Kind, ...]:
    """What of the arguments the machine code depends on: types, and how arrays lie in memory.

    Raises:
        NotKeptError: one is neither an aligned numpy array nor a whole number of 64 bits.

    >>> import numpy as np
    >>> kinds_of((np.zeros((2, 3), np.uint8), 7))
    ((dtype('uint8'), 2, 1281), 'int64')
    """
    return tuple(map(_kind, arguments))


def _kind(argument: Any) -> Kind:  # noqa: ANN401 - whatever a loop is called with
    import numpy as np

    if type(argument) is np.ndarray:
        flags = argument.flags.num & LAYOUT
        if flags & ALIGNED:
            return argument.dtype, argument.ndim, flags & ~COLUMNS if flags & ROWS else flags
    elif type(argument) is np.uint64:
        return "uint64"
    elif type(argument) is np.int64 or (type(argument) is int and LOW <= argument < HIGH):
        return "int64"
    raise NotKeptError


@attrs.frozen
class MachineCode:
    """The object code of one loop, and how many whole numbers it returns."""

    returned: int
    image: bytes

    def to_bytes(self) -> bytes:
        """A line of JSON, and the object code.

        >>> code = MachineCode(2, bytes(4))
        >>> MachineCode.from_bytes(code.to_bytes()) == code
        True
        """
        told = {"returned": self.returned, "sha256": hashlib.sha256(self.image).hexdigest()}
        return json.dumps(told).encode() + b"\n" + self.image

    @classmethod
    def from_bytes(cls, data: bytes) -> MachineCode | None:
        """Read `to_bytes`; None where it is broken.

        >>> MachineCode.from_bytes(MachineCode(2, bytes(4)).to_bytes()[:-1]) is None
        True
        """
        line, _, image = data.partition(b"\n")
        try:
            told = json.loads(line)
            whole = told["sha256"] == hashlib.sha256(image).hexdigest()
            return cls(int(told["returned"]), image) if whole else None
        except (ValueError, KeyError, TypeError):
            return None


def compiled_by_numba(dispatcher: Any, arguments: tuple[Any, ...]) -> MachineCode:  # noqa: ANN401 - numba's
    """Compile a loop for arguments like these.

    Raises:
        NotKeptError: it returns something else than whole numbers, or needs numba while it runs.
    """
    from llvmlite import binding
    from numba import types

    typeof: Callable[[object], object] = import_module("numba").typeof
    signature = tuple(map(typeof, arguments))
    dispatcher.compile(signature)
    compiled = dispatcher.overloads[signature]
    result: Any = compiled.signature.return_type
    results: tuple[Any, ...] = () if result is types.none else getattr(result, "types", (result,))
    if any(kind != types.int64 for kind in results):
        raise NotKeptError
    symbol = compiled.fndesc.llvm_func_name
    module = binding.parse_assembly(dispatcher.inspect_llvm(signature))
    module.link_in(binding.parse_assembly(_entry(module.get_function(symbol), max(len(results), 1))))
    for part in (*module.functions, *module.global_variables):
        if not part.is_declaration and part.name != ENTRY:
            part.linkage = "internal"  # so that what only numba's own callers need goes
    target = _target_machine()
    passes = binding.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.add_strip_dead_prototype_pass()
    passes.run(module, binding.create_pass_builder(target, binding.create_pipeline_tuning_options()))
    needed = {part.name for part in module.functions if part.is_declaration and not part.name.startswith("llvm.")}
    if not needed <= _OF_THE_SYSTEM or any(part.is_declaration for part in module.global_variables):
        raise NotKeptError
    return MachineCode(len(results), target.emit_object(module))


def _entry(loop: Any, results: int) -> str:  # noqa: ANN401 - LLVM's
    """A function that takes a loop's arguments out of a frame, behind its results and its error."""
    kinds = [str(argument.type) for argument in loop.arguments]
    if not set(kinds) <= {"ptr", "i64"}:
        raise NotKeptError
    lines = [f"%a1 = getelementptr i64, ptr %a0, i64 {results}"]
    for number, kind in enumerate(kinds[2:], 2):
        lines.append(f"%p{number} = getelementptr i64, ptr %a0, i64 {results + number - 1}")
        lines.append(f"%a{number} = load {kind}, ptr %p{number}")
    handed_over = ", ".join(f"{kind} %a{number}" for number, kind in enumerate(kinds))
    return f"""
declare i32 @"{loop.name}"({", ".join(kinds)})
define i32 @{ENTRY}(ptr %a0) {{
    {chr(10).join(lines)}
    %status = call i32 @"{loop.name}"({handed_over})
    ret i32 %status
}}
"""


class LoadedLoop:
    """Machine code that has been loaded: called with arguments of the kinds that it was made for."""

    def __init__(self, code: MachineCode, kinds: tuple[Kind, ...]) -> None:
        from llvmlite import binding

        builder = binding.JITLibraryBuilder().add_object_img(code.image).add_current_process().export_symbol(ENTRY)
        self._library = builder.link(_linker(), f"loop-{next(_numbers)}")  # unloaded when nobody holds it any more
        self._function = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(self._library[ENTRY])
        self._returned = code.returned
        self._arrays = [isinstance(kind, tuple) for kind in kinds]

    def __call__(self, *arguments: Any) -> Any:  # noqa: ANN401 - numbers and arrays
        words = [0] * (max(self._returned, 1) + 1)
        for is_array, argument in zip(self._arrays, arguments, strict=True):
            if is_array:  # as numba lays it out, and not its to free
                words += 0, 0, argument.size, argument.itemsize, _address(argument)
                words += argument.shape
                words += argument.strides
            else:
                words.append(((int(argument) + HIGH) & ALL) - HIGH)  # the same 64 bits, as a signed number
        frame = array("q", words)
        if self._function(frame.buffer_info()[0]):  # the interpreter's lock is released while it runs
            raise ArithmeticError("a compiled loop divided by zero, or went astray")
        return None if self._returned == 0 else frame[0] if self._returned == 1 else tuple(frame[: self._returned])


def _address(array: Any) -> int:  # noqa: ANN401 - numpy's
    """Where an array lies: by the buffer, which is quick, where it has one that ctypes takes."""
    try:
        return ctypes.addressof(ctypes.c_char.from_buffer(array))
    except (TypeError, ValueError, BufferError):  # empty, read-only, not contiguous
        return int(array.ctypes.data)


@cache
def _linker() -> Any:  # noqa: ANN401 - LLVM's
    from llvmlite import binding

    return binding.create_lljit_compiler(_target_machine())


def _target_machine() -> Any:  # noqa: ANN401 - LLVM's
    from llvmlite import binding

    with suppress(RuntimeError):  # where it is no longer needed, it says so
        binding.initialize()
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    target = binding.Target.from_default_triple()
    return target.create_target_machine(
        cpu=binding.get_host_cpu_name(), features=_features(), opt=3, reloc="pic", jit=True
    )


def _features() -> str:
    from llvmlite import binding

    return str(binding.get_host_cpu_features().flatten())


@cache
def _made_by() -> str:
    """A digest of all that turns source into machine code, and of the processor that it is for."""
    from importlib.metadata import version  # it loads the parsers of mail and of archives

    from llvmlite import binding

    makers = [f"{name} {version(name)}" for name in ("numba", "llvmlite", "numpy")]
    told = [*makers, platform.python_version(), platform.machine(), binding.get_host_cpu_name(), _features()]
    return _digest("\n".join(told).encode() + b"".join(path.read_bytes() for path in OUR_MAKERS))


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def folders() -> Iterator[Path]:
    """Where code is kept: where numba is told to keep its own, else beside the source, else in the user's folder."""
    told = os.environ.get("NUMBA_CACHE_DIR")
    if told:
        yield Path(told)
        return
    yield Path(__file__).parent / "__pycache__"
    yield from folders_of_user()


def folders_of_user() -> Iterator[Path]:
    """The user's own folder for it; none for who has no home."""
    with suppress(RuntimeError):  # no HOME, and the system knows no such user
        yield Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cgt"


@cache
def any_kept(places: tuple[Path, ...]) -> bool:
    """Whether some loop's code was there when this was first asked, made as it would be made today: so numba works."""
    try:
        return can_be_kept() and any(any(place.glob(f"*-{_made_by()}-*{SUFFIX}")) for place in places)
    except Exception:  # noqa: BLE001 - a broken installation raises anything
        return False


@attrs.frozen
class Shelf:
    """Where the code of one loop is kept: by its name, and its source and that of all that it calls."""

    name: str
    source: bytes

    def file(self, kinds: tuple[Kind, ...]) -> str:
        """The name of the file for arguments of these kinds."""
        return f"{self.name}-{_digest(self.source)}-{_made_by()}-{_digest(repr(kinds).encode())}{SUFFIX}"

    def load(self, kinds: tuple[Kind, ...]) -> Callable[..., Any] | None:
        """The loop, from the first folder that has it whole."""
        for place in folders():
            with suppress(OSError, RuntimeError):
                code = MachineCode.from_bytes((place / self.file(kinds)).read_bytes())
                if code is not None:
                    return LoadedLoop(code, kinds)
        return None

    def make(self, dispatcher: Any, arguments: tuple[Any, ...], kinds: tuple[Kind, ...]) -> Callable[..., Any]:  # noqa: ANN401 - numba's
        """Compile the loop, load it and keep it, in the first folder that can be written.

        Raises:
            NotKeptError: see `compiled_by_numba`.
        """
        code = compiled_by_numba(dispatcher, arguments)
        loaded = LoadedLoop(code, kinds)
        for place in folders():
            with suppress(OSError, OutputError):
                place.mkdir(parents=True, exist_ok=True)
                with replacing(place / self.file(kinds)) as file:
                    file.write(code.to_bytes())
                self._clear(place)
                break
        return loaded

    def _clear(self, place: Path) -> None:
        """Remove code of this loop's earlier sources."""
        for file in place.glob(f"{self.name}-*{SUFFIX}"):
            if not file.name.startswith(f"{self.name}-{_digest(self.source)}-"):
                file.unlink(missing_ok=True)
