"""The functions return what the commands print."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import assay


def command(*words):
    done = subprocess.run([sys.executable, "-m", "assay", *map(str, words)], capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return done.stdout


def without_hash(data):
    return {**data, "input": {**data["input"], "sha256": ""}}


def test_score(good, terse, references, examples):
    result = assay.score({"good": good, "terse": terse}, references, metrics=["bleu", "chrf(word_order=2)"])
    printed = command(
        "score", "-r", examples / "reference.A.en.txt", "-r", examples / "reference.B.en.txt",
        examples / "good.txt", examples / "terse.txt", "-m", "bleu", "chrf(word_order=2)", "-f", "json",
    )  # fmt: skip
    assert without_hash(result.data) == without_hash(json.loads(printed))
    assert result.systems == ["good", "terse"]
    assert [metric.name for metric in result.metrics] == ["BLEU", "chrF2++"]
    assert set(result.scores["good"]) == {metric.metric for metric in result.metrics}
    assert result.scores["good"]["bleu"] > result.scores["terse"]["bleu"]
    assert result.scores["good"]["chrf(word_order=2)"] == result.scores["good"]["chrF2++"]
    with pytest.raises(KeyError, match="There is no metric ter. Known: bleu, chrF2"):
        result.scores["good"]["ter"]
    with pytest.raises(assay.UsageError, match="4 scores"):
        result.score


def test_paths_and_segments(good, references, examples):
    result = assay.score(examples / "good.txt", examples / "reference.A.en.txt", "bleu", segments=True)
    assert result.score == assay.score(good, references[0], metrics="bleu").score
    assert len(result.segments) == len(good)
    assert isinstance(result.segments[0]["score"], float)


def test_compare(good, terse, references):
    result = assay.compare({"good": good, "terse": terse}, references, metrics=["bleu"], samples=200)
    (only,) = result.comparisons
    assert (only.first, only.second, only.better) == ("good", "terse", "good")
    assert only.low < only.difference < only.high and only.p <= 0.01
    assert "good" in str(result)


def test_explain_rank_meta(good, references, examples):
    explained = assay.explain(good, references, metrics=["bleu"], segment=2)
    assert explained.parts[0]["name"] and explained.rows[0]["metric"] == "BLEU"
    ranked = assay.rank(examples / "judgments.tsv")
    assert ranked.rows[0]["system"] == "good" and ranked.rankings[0]["task"] == "de-en"
    met = assay.meta(examples / "task", metrics=["bleu", "chrf"])
    assert met.tasks and {row["metric"] for row in met.rows} >= {"bleu", "chrf"}
    assert any(each["id"] == "bleu" for each in assay.metrics())


def test_judgments_in_memory(examples):
    head, *rows = (examples / "judgments.tsv").read_text(encoding="utf-8").rstrip("\n").split("\n")
    names = head.split("\t")
    judgments = [dict(zip(names, row.split("\t"))) for row in rows]
    assert assay.rank(judgments).rows == assay.rank(examples / "judgments.tsv").rows
    pandas = pytest.importorskip("pandas")
    assert assay.rank(pandas.DataFrame(judgments)).rows == assay.rank(examples / "judgments.tsv").rows


def test_labels_and_source(good, references):
    half = len(good) // 2
    labels = {"domain": ["a,\"b"] * half + ["c"] * (len(good) - half)}
    result = assay.score(good, references, metrics=["bleu"], labels=labels, by=["domain"], source=good)
    assert {row.get("domain") or row.get("value") for row in result.rows} >= {"c"}


def test_kinds_of_texts(good, references):
    expected = assay.score(good, references, metrics=["chrf"]).score
    assert assay.score((text for text in good), (list(r) for r in references), metrics=("chrf",)).score == expected
    assert assay.score(tuple(good), tuple(map(tuple, references)), metrics=["chrf"]).score == expected
    numpy = pytest.importorskip("numpy")
    assert assay.score(numpy.array(good), numpy.array(references), metrics=["chrf"]).score == expected
    assert assay.score(numpy.array(good, dtype=object), references, metrics=["chrf"], samples=numpy.int64(10)).score == expected
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"mt": good, "a": references[0], "b": references[1]})
    assert assay.score(frame["mt"], frame[["a", "b"]], metrics=["chrf"]).score == expected
    assert assay.score(frame[["mt"]], references, metrics=["chrf"]).scores["mt"]["chrf"] == expected


def test_frames_and_pages(good, terse, references, tmp_path):
    pytest.importorskip("pandas")
    result = assay.score({"good": good, "te<rse": terse}, references, metrics=["bleu", "ter"], confidence=True, samples=100)
    frame = result.to_pandas()
    assert list(frame["system"]) == ["good", "good", "te<rse", "te<rse"]
    assert frame["score"].dtype.kind == "f" and frame["low"].dtype.kind == "f"
    page = result._repr_html_()
    assert "<table>" in page and "te&lt;rse" in page and "te<rse" not in page
    assert page.count("<iframe") == 1 and "&lt;svg" in page
    assert "<iframe" not in assay.explain({"good": good}, references, metrics=["bleu"], segment=1)._repr_html_()
    assert result.tables[0].to_pandas().shape[0] == 2
    result.save(tmp_path / "scores.html")
    assert (tmp_path / "scores.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    with pytest.raises(assay.UsageError, match="must end in"):
        result.save(tmp_path / "scores.pdf")


def test_line_breaks_are_part_of_texts():
    a = assay.score(["one two\nthree four five"], ["one two three four five"], metrics=["bleu"]).score
    assert a == pytest.approx(100)


def test_command_line(examples):
    assert command("--version").strip() == assay.__version__
    done = subprocess.run([sys.executable, "-m", "assay", "score"], capture_output=True, text=True)
    assert done.returncode == 2 and "No files given" in done.stderr
    script = Path(sys.executable).with_name("assay")
    if script.exists():
        assert subprocess.run([str(script), "--version"], capture_output=True, text=True).stdout.strip() == assay.__version__
