"""A conftest.py for the tests of sacreBLEU itself: what they import as sacrebleu is the drop-in."""

import sys

import assay.sacrebleu

for name, module in list(sys.modules.items()):
    if name == "assay.sacrebleu" or name.startswith("assay.sacrebleu."):
        sys.modules[name[len("assay.") :]] = module
