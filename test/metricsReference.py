"""Scores of a package on the segments that stdin gives as JSON: {"package": …, "hypotheses": […], "references": [[…], …]}."""

import json
import sys


def jiwer_scores(hypotheses, references):
    import jiwer

    firsts = [each[0] for each in references]

    def rates(reference, hypothesis):
        words = jiwer.process_words(reference, hypothesis)
        letters = jiwer.process_characters(reference, hypothesis)
        return {"wer": words.wer, "mer": words.mer, "wil": words.wil, "wip": words.wip, "cer": letters.cer}

    return {
        "corpus": rates(firsts, hypotheses),
        "segments": [rates(reference, hypothesis) for reference, hypothesis in zip(firsts, hypotheses)],
    }


def nltk_scores(hypotheses, references):
    from nltk.translate.gleu_score import corpus_gleu, sentence_gleu

    words = [hypothesis.split() for hypothesis in hypotheses]
    others = [[reference.split() for reference in each] for each in references]
    return {
        "corpus": {"gleu": corpus_gleu(others, words)},
        "segments": [{"gleu": sentence_gleu(each, own)} for each, own in zip(others, words)],
    }


def pycocoevalcap_scores(hypotheses, references):
    from pycocoevalcap.cider.cider import Cider

    texts = {i: [hypothesis] for i, hypothesis in enumerate(hypotheses)}
    corpus, segments = Cider().compute_score(dict(enumerate(references)), texts)
    return {"corpus": {"cider-d": float(corpus)}, "segments": [{"cider-d": float(each)} for each in segments]}


asked = json.load(sys.stdin)
scores = {"jiwer": jiwer_scores, "nltk": nltk_scores, "pycocoevalcap": pycocoevalcap_scores}
json.dump(scores[asked["package"]](asked["hypotheses"], asked["references"]), sys.stdout)
