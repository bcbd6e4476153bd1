"""Options of the whole suite: `pytest --full` also runs the exhaustive checks, as `.ci/run` does."""

import pytest


def pytest_addoption(parser):
    parser.addoption("--full", action="store_true", help="run the exhaustive checks too, which take minutes")


def pytest_collection_modifyitems(config, items):
    if config.getoption("--full"):
        return
    for item in items:
        if item.get_closest_marker("full"):
            item.add_marker(pytest.mark.skip(reason="exhaustive: run by pytest --full"))
