"""Every candidate against every other by fastchrf, in one call for each list."""
import json
import sys
import time

import fastchrf

with open(sys.argv[1], encoding="utf-8") as file:
    lists = json.load(file)
started = time.perf_counter()
for texts in lists:
    fastchrf.pairwise_chrf([texts], [texts])
print(f"first: {time.perf_counter() - started}")
