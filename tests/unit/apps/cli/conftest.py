"""A command line, run within the test."""

from __future__ import annotations

import json

import pytest

from cgt.apps.cli import main


@pytest.fixture
def run(capsys):
    """Run a command line; give back the exit code, stdout and stderr."""

    def run(*arguments):
        code = main(arguments)
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return code, captured.out, captured.err

    return run


@pytest.fixture
def run_json(run):
    """Run a command line with `--json`, to a good end, in silence on stderr; what it printed, but for `schema`."""

    def run_json(*arguments):
        code, out, err = run(*arguments, "--json")
        assert (code, err) == (0, "")
        record = json.loads(out)
        assert next(iter(record)) == "schema"
        assert record.pop("schema") == 1
        return record

    return run_json
