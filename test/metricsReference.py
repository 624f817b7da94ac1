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


def hlepor_scores(hypotheses, references):
    from unittest.mock import MagicMock

    # The package names none of its dependencies; these are for type hints and for a tokenizer that is not used here.
    sys.modules.update({name: MagicMock() for name in ("nltk", "nltk.tokenize", "nptyping")})
    from hlepor import hlepor

    def factors(reference, hypothesis):
        theirs, own = reference.split(" "), hypothesis.split(" ")
        lengths = hlepor.np.array([len(theirs)]), hlepor.np.array([len(own)])
        same = hlepor._get_identical_words(theirs, own)
        matches = hlepor.np.array([hlepor._calc_aligned_num(same)])
        places = 0 if theirs == own else hlepor._find_position_difference(theirs, own, len(theirs), len(own), same)
        order = hlepor.np.exp(-places / len(own))
        return hlepor.enhanced_length_penalty(*lengths)[0] * order * hlepor.calc_harmonic_mean_p_r(matches, *lengths)[0]

    def best(each, own):
        if own == "":  # which the package refuses
            return {"lepor": 0.0, "hlepor": 0.0}
        settings = {"preprocess": str, "separate_punctuation": False}
        return {
            "lepor": float(max(factors(reference, own) for reference in each)),
            "hlepor": float(max(hlepor.single_hlepor_score(reference, own, **settings) for reference in each)),
        }

    segments = [best(each, own) for each, own in zip(references, hypotheses)]
    return {
        "corpus": {name: sum(each[name] for each in segments) / len(segments) for name in ("lepor", "hlepor")},
        "segments": segments,
    }


def spbleu_scores(hypotheses, references):
    """With small models trained on these texts, where sacreBLEU looks for the published ones."""
    import io
    import os

    import sentencepiece
    from sacrebleu.metrics import BLEU

    models = os.path.join(os.environ["SACREBLEU"], "models")
    os.makedirs(models)
    texts = [text for each in references for text in each]
    for file, kind in (("sacrebleu_tokenizer_spm.model", "unigram"), ("flores200sacrebleuspm", "char")):
        model = io.BytesIO()
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(texts), model_writer=model, model_type=kind, vocab_size=70, hard_vocab_limit=False, minloglevel=2
        )
        with open(os.path.join(models, file), "wb") as out:
            out.write(model.getvalue())
    firsts = [each[0] for each in references]
    tokenizers = {"spbleu": "flores101", "spbleu-200": "flores200"}
    corpus = {name: BLEU(tokenize=each) for name, each in tokenizers.items()}
    segment = {name: BLEU(tokenize=each, effective_order=True) for name, each in tokenizers.items()}
    return {
        "corpus": {name: bleu.corpus_score(hypotheses, [firsts]).score for name, bleu in corpus.items()},
        "segments": [
            {name: bleu.sentence_score(own, [reference]).score for name, bleu in segment.items()}
            for own, reference in zip(hypotheses, firsts)
        ],
    }


asked = json.load(sys.stdin)
scores = {
    "jiwer": jiwer_scores,
    "nltk": nltk_scores,
    "pycocoevalcap": pycocoevalcap_scores,
    "hLepor": hlepor_scores,
    "sentencepiece": spbleu_scores,
}
json.dump(scores[asked["package"]](asked["hypotheses"], asked["references"]), sys.stdout)
