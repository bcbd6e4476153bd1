"""The command that writes the verdicts on record writes what is there."""

from __future__ import annotations

import csv
import io
import runpy
from pathlib import Path

import pytest

from cgt.apps.claims import get

ROOT = Path(__file__).resolve().parents[4]


@pytest.mark.parametrize("claim_id", ["000.1", "000.5b", "000.10", "001.5b", "003.4b", "004.8"])
def test_a_line_is_the_one_on_record(claim_id):
    tool = runpy.run_path(str(ROOT / "tools" / "record_claims.py"))
    assert tool["TARGET"] == ROOT / "cgt/apps/claims/recorded.csv"
    lines = {line[0]: line for line in csv.reader(io.StringIO(tool["TARGET"].read_text("utf-8")))}
    assert tool["line_of"](get(claim_id)) == lines[claim_id]
