"""The drop-in gives the results of sacreBLEU, to the last bit."""

import logging
import random

import pytest

from assay import sacrebleu as ours
from assay.sacrebleu.metrics import BLEU, CHRF, TER

theirs = pytest.importorskip("sacrebleu")
assert theirs.__version__ == "2.6.0"

WORDS = ["the", "cat", "The", "sat", "on", "mat.", "it's", "3.5", "(x)", "é", "日本", "“q”", "-", "&amp;", "a\nb", "10-year", "don't"]


def made_up(seed, size=40):
    draw = random.Random(seed)
    text = lambda: " ".join(draw.choices(WORDS, k=draw.randint(0, 14)))  # noqa: E731
    references = [[text() for _ in range(size)] for _ in range(2)]
    hypotheses = []
    for reference in references[0]:
        words = reference.split(" ")
        draw.shuffle(words) if draw.random() < 0.3 else None
        hypotheses.append(" ".join(word for word in words if draw.random() < 0.8))
    return hypotheses, references


SETTINGS = [
    ("BLEU", {}),
    ("BLEU", {"lowercase": True, "tokenize": "intl"}),
    ("BLEU", {"tokenize": "zh", "effective_order": True}),
    ("BLEU", {"tokenize": "char", "smooth_method": "floor"}),
    ("BLEU", {"tokenize": "none", "smooth_method": "add-k", "smooth_value": 0.5}),
    ("BLEU", {"smooth_method": "none", "max_ngram_order": 2}),
    ("BLEU", {"max_ngram_order": 6, "effective_order": True, "smooth_method": "floor", "smooth_value": 0.0}),
    ("BLEU", {"trg_lang": "zh"}),
    ("CHRF", {}),
    ("CHRF", {"word_order": 2, "beta": 3, "lowercase": True}),
    ("CHRF", {"char_order": 4, "whitespace": True, "eps_smoothing": True}),
    ("TER", {}),
    ("TER", {"normalized": True, "no_punct": True, "asian_support": True, "case_sensitive": True}),
]


def same(a, b):
    fields = ["name", "score", "counts", "totals", "precisions", "bp", "sys_len", "ref_len", "ratio", "num_edits", "ref_length"]
    assert {f: getattr(a, f, None) for f in fields} == {f: getattr(b, f, None) for f in fields}
    assert str(a) == str(b)
    for kind in ({"width": 4}, {"score_only": True}, {"is_json": True, "signature": "nrefs:1|case:mixed"}):
        assert a.format(**kind) == b.format(**kind)


@pytest.mark.parametrize("name, settings", SETTINGS)
def test_corpus_and_sentences(name, settings):
    mine, other = getattr(ours, name)(**settings), getattr(theirs, name)(**settings)
    for seed in range(3):
        hypotheses, references = made_up(seed)
        same(mine.corpus_score(hypotheses, references), other.corpus_score(hypotheses, references))
        assert str(mine.get_signature()) == str(other.get_signature())
        assert mine.get_signature().format(short=True) == other.get_signature().format(short=True)
    logging.getLogger("sacrebleu").setLevel(logging.ERROR)
    for hypothesis, *texts in list(zip(hypotheses, *references))[:10]:
        same(mine.sentence_score(hypothesis, texts), other.sentence_score(hypothesis, texts))


@pytest.mark.parametrize("name, settings", [SETTINGS[0], SETTINGS[6], SETTINGS[8], SETTINGS[11]])
def test_intervals(name, settings):
    hypotheses, references = made_up(7)
    mine, other = getattr(ours, name)(**settings), getattr(theirs, name)(**settings)
    a = mine.corpus_score(hypotheses, references, n_bootstrap=100)
    b = other.corpus_score(hypotheses, references, n_bootstrap=100)
    assert (a._mean, a._ci) == (b._mean, b._ci)
    same(a, b)
    assert str(mine.get_signature()) == str(other.get_signature())


def test_variable_references():
    hypotheses, references = made_up(3)
    references[1] = [None if i % 3 else text for i, text in enumerate(references[1])]
    for name in ("BLEU", "CHRF", "TER"):
        mine, other = getattr(ours, name)(), getattr(theirs, name)()
        same(mine.corpus_score(hypotheses, references), other.corpus_score(hypotheses, references))
        assert str(mine.get_signature()) == str(other.get_signature())
        assert "nrefs:var" in str(mine.get_signature())


def test_cached_references():
    hypotheses, references = made_up(4)
    for name in ("BLEU", "CHRF", "TER"):
        mine, other = getattr(ours, name)(references=references), getattr(theirs, name)(references=references)
        same(mine.corpus_score(hypotheses, None), other.corpus_score(hypotheses, None))
    with pytest.raises(RuntimeError, match="cache is empty"):
        BLEU().corpus_score(hypotheses, None)


def test_functions():
    hypotheses, references = made_up(5)
    for name in ("corpus_bleu", "corpus_chrf", "corpus_ter", "raw_corpus_bleu"):
        same(getattr(ours, name)(hypotheses, references), getattr(theirs, name)(hypotheses, references))
    for name in ("sentence_bleu", "sentence_chrf", "sentence_ter"):
        same(getattr(ours, name)("a cat sat", ["the cat sat", "a cat"]), getattr(theirs, name)("a cat sat", ["the cat sat", "a cat"]))


def test_statistics_of_anybody():
    draw = random.Random(1)
    for method in BLEU.SMOOTH_DEFAULTS:
        for _ in range(50):
            total = [draw.randint(0, 9) for _ in range(4)]
            correct = [draw.randint(0, t) for t in total]
            rest = (draw.randint(0, 9), draw.randint(0, 9), method, None, draw.random() < 0.5)
            same(BLEU.compute_bleu(correct[:], total[:], *rest), theirs.BLEU.compute_bleu(correct[:], total[:], *rest))


def test_faults():
    for metric in (BLEU(), CHRF(), TER()):
        other = getattr(theirs, type(metric).__name__)()
        for arguments in [(1, [["a"]]), ([1], [["a"]]), (["a", None], [["a", "b"]]), (["a"], 1), (["a"], [1]), (["a"], [[1]])]:
            with pytest.raises(TypeError) as mine:
                metric.corpus_score(*arguments)
            with pytest.raises(TypeError) as expected:
                other.corpus_score(*arguments)
            assert str(mine.value) == str(expected.value)
        for arguments in [(1, ["a"]), ("a", "b"), ("a", [1])]:
            with pytest.raises(TypeError) as mine:
                metric.sentence_score(*arguments)
            with pytest.raises(TypeError) as expected:
                other.sentence_score(*arguments)
            assert str(mine.value) == str(expected.value)
        with pytest.raises(ValueError, match="evaluate the metric first"):
            metric.get_signature()
        with pytest.raises(ValueError, match="reference 1 has 1 segment, hypotheses have 2"):
            metric.corpus_score(["a", "b"], [["a"]])
    with pytest.raises(AssertionError):
        BLEU(smooth_method="x")
    with pytest.raises(KeyError):
        BLEU(tokenize="x")


def test_warnings(caplog):
    with caplog.at_level(logging.WARNING, "sacrebleu"):
        BLEU().corpus_score(["a ."] * 100, [["a ."] * 100])
        assert "tokenized period" in caplog.text
        caplog.clear()
        BLEU(force=True).corpus_score(["a ."] * 100, [["a ."] * 100])
        assert caplog.text == ""
        BLEU().sentence_score("a", ["a"])
        assert "effective_order" in caplog.text
