"""The same selection by mbrs: its naive decoder, every candidate against every other, or the one that aggregates references."""
import json
import sys
import time
import warnings

warnings.filterwarnings("ignore")

from mbrs.decoders.aggregate_mbr import DecoderAggregateMBR  # noqa: E402
from mbrs.decoders.mbr import DecoderMBR  # noqa: E402
from mbrs.metrics.bleu import MetricBLEU  # noqa: E402
from mbrs.metrics.chrf import MetricChrF  # noqa: E402

if __name__ == "__main__":
    path, name, form, workers, output = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        lists = json.load(file)
    options = {"num_workers": int(workers)}
    if name == "bleu":
        metric = MetricBLEU(MetricBLEU.Config(**options))
    else:
        metric = MetricChrF(MetricChrF.Config(fastchrf=name == "fastchrf", **options))
    decoder_class = DecoderMBR if form == "pairwise" else DecoderAggregateMBR
    decoder = decoder_class(decoder_class.Config(), metric)

    started = time.perf_counter()
    chosen = [decoder.decode(texts, texts) for texts in lists]
    seconds = time.perf_counter() - started
    with open(output, "w", encoding="utf-8") as file:
        json.dump([[each.idx[0], float(each.score[0])] for each in chosen], file)
    print(f"first: {seconds}")
