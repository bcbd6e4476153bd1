"""The memory that a container may take, read from files laid out as Linux does."""

from __future__ import annotations

import pytest

from cgt.core import memory_limit
from cgt.errors import MemoryBudgetError


def files(root, contents):
    for path, text in contents.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


@pytest.mark.parametrize(
    ("contents", "limits"),
    [
        ({}, []),
        ({"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "1000\n"}, [1000]),
        ({"proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/b/memory.max": "max\n"}, []),
        (
            {
                "proc/self/cgroup": "0::/a/b\n",
                "sys/fs/cgroup/a/b/memory.max": "max\n",
                "sys/fs/cgroup/a/memory.max": "500\n",
                "sys/fs/cgroup/memory.max": "700\n",
                "sys/fs/memory.max": "1\n",
            },
            [500, 700],
        ),
        ({"proc/self/cgroup": "0::/docker/x\n", "sys/fs/cgroup/memory.max": "900\n"}, [900]),
        (
            {
                "proc/self/cgroup": "5:cpu,cpuacct:/x\n4:memory:/docker/y\n",
                "sys/fs/cgroup/memory/docker/y/memory.limit_in_bytes": "800\n",
                "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
                "sys/fs/cgroup/cpu,cpuacct/x/memory.limit_in_bytes": "1\n",
            },
            [800, 9223372036854771712],
        ),
        ({"proc/self/cgroup": "nothing of this kind\n"}, []),
    ],
    ids=["none", "top", "no limit", "around", "container", "first version", "unreadable"],
)
def test_the_limits_of_the_groups_of_a_process(tmp_path, contents, limits):
    files(tmp_path, contents)
    assert list(memory_limit._container_limits(tmp_path)) == limits


@pytest.mark.parametrize(
    ("contents", "left"),
    [
        ({}, None),
        ({"proc/meminfo": "MemTotal:       24684000 kB\nMemFree:  200 kB\nMemAvailable:    3000 kB\n"}, 3_072_000),
        ({"proc/meminfo": "MemTotal:       24684000 kB\n"}, None),
        ({"proc/meminfo": "MemAvailable: much\n"}, None),
    ],
    ids=["none", "told", "not told", "unreadable"],
)
def test_what_others_leave_of_the_memory(tmp_path, contents, left):
    files(tmp_path, contents)
    assert memory_limit._available(tmp_path) == left


def test_what_is_not_there_any_more_is_refused(monkeypatch):
    """A table of nearly all the memory was begun beside others that held much of it, and ended the process."""
    monkeypatch.setattr(memory_limit, "_available", lambda _: 3 << 20)
    with pytest.raises(MemoryBudgetError, match=r"about 4\.0 MB, and the limit is 3\.1 MB"):
        memory_limit.check_memory(4_000_000, "a table")


def test_the_least_limit_counts(monkeypatch):
    monkeypatch.setattr(memory_limit, "_container_limits", lambda _: iter([5 << 20, 1 << 62]))
    assert memory_limit.default_memory_limit() == 5 << 20
