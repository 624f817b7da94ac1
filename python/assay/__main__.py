"""`python -m assay` and `assay`: the command line."""

import os
import subprocess
import sys

from ._errors import ProcessError
from ._process import command


def main() -> int:
    try:
        words = [*command(), *sys.argv[1:]]
    except ProcessError as error:
        print(f"assay: {error}", file=sys.stderr)
        return 1
    if os.name != "nt":
        # The process becomes the command, so signals and exit codes are its own.
        os.execv(words[0], words)
    try:
        return subprocess.call(words)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
