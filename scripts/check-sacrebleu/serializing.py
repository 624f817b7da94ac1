"""The program sacreBLEU, with JSON that takes NumPy's numbers in single precision.

sacreBLEU 2.6.0 ends with a TypeError when it is to print them: with NumPy 2, --paired-bs of chrF and TER as JSON.
"""

import functools
import json
import sys

json.dumps = functools.partial(json.dumps, default=float)

from sacrebleu.sacrebleu import main  # noqa: E402

sys.argv[0] = 'sacrebleu'
main()
