"""Lemmas by simplemma: a word a line in, a lemma a line out. The argument is the language."""

import sys

import simplemma

for line in sys.stdin:
    word = line.rstrip("\n")
    print(simplemma.lemmatize(word, lang=sys.argv[1]) or word)
