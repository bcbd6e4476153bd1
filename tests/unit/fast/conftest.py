import pytest


@pytest.fixture
def loops_as_python(monkeypatch):
    """Compiled loops run as they do without numba."""
    from cgt.fast.jit import Loop

    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.setattr(Loop, "__call__", lambda loop, *arguments: loop.function(*arguments))
