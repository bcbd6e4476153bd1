"""Have Python on Linux or macOS lack what Windows lacks: with this folder in PYTHONPATH, in every process.

Modules that Windows has not cannot be imported. What `os` and `signal` have on POSIX alone is hidden from the code of
this project, to which `sys.platform` is "win32" and `os.name` is "nt"; the standard library and pytest keep theirs, as
on Windows they would go another way. Names of paths stay those of POSIX.
"""

import fcntl
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from types import ModuleType

ROOT = str(Path(__file__).resolve().parents[2])
MODULES = ("fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty")
OF_OS = (
    *("fork", "forkpty", "register_at_fork", "killpg", "setsid", "getpgid", "wait", "nice", "openpty", "ttyname"),
    *("getuid", "geteuid", "getgid", "getegid", "chown", "lchown", "fchown", "mkfifo", "mknod", "sysconf", "statvfs"),
    *("sched_getaffinity", "getloadavg", "uname", "pread", "pwrite", "sync", "O_NOFOLLOW", "O_DIRECTORY", "O_NONBLOCK"),
    *(("fchmod",) if sys.version_info < (3, 13) else ()),
)
OF_SIGNAL = (
    *("SIGKILL", "SIGALRM", "SIGPROF", "SIGVTALRM", "SIGHUP", "SIGQUIT", "SIGSTOP", "SIGTSTP", "SIGUSR1", "SIGPIPE"),
    *("alarm", "setitimer", "getitimer", "ITIMER_REAL", "ITIMER_PROF", "ITIMER_VIRTUAL", "pause", "pthread_sigmask"),
    "SIGXFSZ",
)


def disguise(module, hidden=(), **said):
    """Hide names of a module from whoever is of this project, or say another value."""
    kept = {name: vars(module).pop(name) for name in (*hidden, *said) if name in vars(module)}

    def given(name):
        asker = sys._getframe(1).f_code.co_filename
        ours = asker.startswith(ROOT) and "site-packages" not in asker
        if ours and name in said:
            return said[name]
        if name in kept and not ours:
            return kept[name]
        raise AttributeError(f"module {module.__name__!r} has no attribute {name!r}", name=name, obj=module)

    module.__getattr__ = given


with suppress(ImportError):
    import psutil  # noqa: F401 - which knows this system, and would miss `resource`
windows = ModuleType("msvcrt")  # what of it the project uses, by the lock of this system
windows.LK_NBLCK = fcntl.LOCK_EX | fcntl.LOCK_NB
windows.locking = lambda number, mode, _count: fcntl.flock(number, mode)
sys.modules["msvcrt"] = windows
for unknown in MODULES:
    sys.modules[unknown] = None
disguise(os, OF_OS, name="nt")
disguise(signal, OF_SIGNAL)
disguise(sys, platform="win32")
