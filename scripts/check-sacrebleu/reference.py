"""Answers questions about sacreBLEU: one JSON object a line in, one a line out."""

import json
import logging
import sys
import unicodedata

import regex
import sacrebleu
from sacrebleu.metrics import BLEU, CHRF, TER

METRICS = {"bleu": BLEU, "chrf": CHRF, "ter": TER}


def ranges(holds):
    """Code points for which `holds`, as [first, last, first, last, …]; surrogates belong to no text."""
    found = []
    for point in range(0x110000):
        if not 0xD800 <= point <= 0xDFFF and holds(chr(point)):
            if found and found[-1] == point - 1:
                found[-1] = point
            else:
                found += [point, point]
    return found


def unicode_tables(_):
    in_category = {name: regex.compile(rf"\p{{{name}}}").match for name in ("P", "N", "S")}
    unassigned = regex.compile(r"\p{Cn}").match
    lower = {point: chr(point).lower() for point in range(0x110000) if not 0xD800 <= point <= 0xDFFF}
    return {
        "categories": {name: ranges(match) for name, match in in_category.items()},
        # The tokenizer intl asks the regex package, lower-casing asks Python; their Unicode versions differ.
        "unassigned": ranges(lambda c: unassigned(c) or unicodedata.category(c) == "Cn"),
        "spaces": ranges(str.isspace),
        "lower": {point: text for point, text in lower.items() if text != chr(point)},
    }


def tokenize(question):
    """What the metric's tokenizer makes of each line, written with single spaces between the tokens."""
    metric = METRICS[question["metric"]](**question["settings"])
    lower = getattr(metric, "lowercase", False)
    lines = (line.lower() if lower else line for line in question["lines"])
    return [" ".join(metric.tokenizer(line.rstrip()).split()) for line in lines]


def score(question):
    """Scores of a corpus and of its segments. References come by segment; missing ones are None to sacreBLEU."""
    make = METRICS[question["metric"]]
    hypotheses, references = question["hypotheses"], question["references"]
    most = max(map(len, references))
    streams = [[each[k] if k < len(each) else None for each in references] for k in range(most)]
    corpus = make(**question["settings"])
    found = corpus.corpus_score(hypotheses, streams)
    answer = {"corpus": found.score, "signature": f"{found.name}|{corpus.get_signature()}"}
    if question["segments"]:
        single = make(**{**question["settings"], **question["segmentSettings"]})
        pairs = zip(hypotheses, references)
        answer["segments"] = [single.sentence_score(text, list(each)).score for text, each in pairs]
    return answer


def corpora(question):
    """Scores of many small corpora, each with its own settings; every segment of a corpus has as many references."""
    made = {}
    scores = []
    for metric, settings, hypotheses, references in question["corpora"]:
        key = json.dumps([metric, settings])
        if key not in made:
            made[key] = METRICS[metric](**settings)
        scores.append(made[key].corpus_score(hypotheses, references).score)
    return scores


ANSWERS = {"unicode": unicode_tables, "tokenize": tokenize, "score": score, "corpora": corpora}


def main():
    logging.disable(logging.CRITICAL)  # sacreBLEU warns of sentence-level settings that are meant here
    print(json.dumps({"sacrebleu": sacrebleu.__version__, "python": sys.version.split()[0]}), flush=True)
    for line in sys.stdin:
        question = json.loads(line)
        print(json.dumps(ANSWERS[question["ask"]](question)), flush=True)


if __name__ == "__main__":
    main()
