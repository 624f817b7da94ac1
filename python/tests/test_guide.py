"""What the guide shows is what Python prints."""

import doctest
import re
from pathlib import Path

GUIDE = Path(__file__).parents[2] / "docs" / "how-to" / "python.md"


def test_guide(examples, monkeypatch):
    blocks = re.findall(r"```pycon\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.S)
    assert len(blocks) >= 3
    monkeypatch.chdir(examples)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "guide", str(GUIDE), 0)
    printed = []
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(test, out=printed.append)
    assert not printed, "".join(printed)
