from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def lines(name):
    return (EXAMPLES / name).read_text(encoding="utf-8").rstrip("\n").split("\n")


@pytest.fixture(scope="session")
def good():
    return lines("good.txt")


@pytest.fixture(scope="session")
def terse():
    return lines("terse.txt")


@pytest.fixture(scope="session")
def references():
    return [lines("reference.A.en.txt"), lines("reference.B.en.txt")]


@pytest.fixture(scope="session")
def examples():
    return EXAMPLES
