/** All texts of a test set as numbers of words, read once for every analysis that looks at words. */
import { IdList, type Metric, type Tokens, enlarged } from '../core/index.ts';
import type { Outputs, TestSet } from '../measure/index.ts';
import { namedOutputs, referenceLists } from '../measure/testSet.ts';
import { cuttingOptions } from '../metrics/shared/wordOptions.ts';
import { type Tokenizer, Units, Vocabulary, isWordView, tokenizerNamed, tokenizerNeeds } from '../text/index.ts';

export interface WordTexts {
  readonly cutting: Cutting;
  readonly systemNames: readonly string[];
  readonly segments: number;
  /** The distinct words, as the tokenizer makes them; a word's number is its place. */
  readonly words: readonly string[];
  /** By system, then segment. */
  readonly hypotheses: readonly (readonly Tokens[])[];
  /** By segment: as many as it has. */
  readonly references: readonly (readonly Tokens[])[];
}

/** Cuts outputs and references into words and numbers the words, for every analysis of words. */
export function readWords(testSet: TestSet, outputs: Outputs, cutting: Cutting, needsReferences = true): WordTexts {
  const references = referenceLists(testSet, needsReferences);
  const { names, texts } = namedOutputs(outputs, references.length);
  const reader = new WordReader(cutting);
  const numbered = {
    references: grouped(reader.readAll(references.flat()), references),
    hypotheses: texts.map((list) => reader.readAll(list)),
  };
  return { cutting, systemNames: names, segments: references.length, words: reader.words(), ...numbered };
}

/** A list of all as lists of some, as long as those given. */
function grouped<T>(all: readonly T[], lists: readonly (readonly unknown[])[]): T[][] {
  let from = 0;
  return lists.map(({ length }) => all.slice(from, (from += length)));
}

/** How often each word stands in a text, such as that a system was trained on; the words of lists and tables are cut alike. */
export function countWords(lines: Iterable<string>, cutting: Cutting): Map<string, number> {
  const reader = new WordReader(cutting);
  let counts = new Float64Array(1 << 10);
  const ids = new IdList();
  for (const line of lines) {
    ids.length = 0;
    reader.read(line, ids);
    for (let i = 0; i < ids.length; i++) {
      const id = ids.values[i]!;
      if (id >= counts.length) counts = enlarged(counts, id + 1);
      counts[id]! += 1;
    }
  }
  return new Map(reader.words().map((word, id) => [word, counts[id]!]));
}

/** Numbers the words of any number of texts from 0 on. */
class WordReader {
  readonly #cutting: Cutting;
  readonly #vocabulary = new Vocabulary();
  readonly #units = new Units();
  readonly #spans = new IdList();

  constructor(cutting: Cutting) {
    this.#cutting = cutting;
  }

  /** In one list of numbers: a list for each would take far more memory than the numbers. */
  readAll(texts: readonly string[]): Tokens[] {
    const ids = new IdList();
    const ends = texts.map((text) => this.read(text, ids));
    const values = ids.values.slice(0, ids.length);
    return ends.map((end, i) => ({ ids: values, start: ends[i - 1] ?? 0, end }));
  }

  /** Adds the numbers of its words, and returns how many there are then. */
  read(text: string, ids: IdList): number {
    const { tokenizer, lowercase } = this.#cutting;
    const spans = this.#spans;
    this.#units.load(tokenizer.rewrite(lowercase ? text.toLowerCase() : text));
    spans.length = 0;
    tokenizer.cut(this.#units, spans);
    const { values } = spans;
    for (let at = 0; at < spans.length; at += 3) {
      ids.push(this.#vocabulary.intern(this.#units.values, values[at]!, values[at + 1]!, values[at + 2]!));
    }
    return ids.length;
  }

  words(): string[] {
    const { pool, starts } = this.#vocabulary.known();
    const words = new Array<string>(starts.length - 1);
    for (let id = 0; id < words.length; id++) words[id] = spell(pool, starts[id]!, starts[id + 1]!);
    return words;
  }
}

/** In parts: the number of arguments of a call is limited, and a word can be as long as a line. */
function spell(units: Uint16Array, start: number, end: number): string {
  let word = '';
  for (let from = start; from < end; from += 4096) {
    word += String.fromCharCode(...units.subarray(from, Math.min(from + 4096, end)));
  }
  return word;
}

/** How an analysis cuts texts into words: as a metric of the run does, so that what is shown is what was counted. */
export interface Cutting {
  readonly tokenizer: Tokenizer;
  readonly lowercase: boolean;
}

/** The words of the first metric that reads words; of 13a if none does, since characters say little in a table. */
export function cuttingOf(metrics: readonly Metric[]): Cutting {
  for (const metric of metrics) {
    const view = metric.reads.find(isWordView);
    if (view) return { tokenizer: view.tokenizer, lowercase: view.lowercase };
    // Some read words through a view of their own kind, but name the tokenizer all the same.
    const { tokenizer: name, lowercase } = cuttingOptions(metric);
    if (name !== undefined && tokenizerNeeds(name, '').length === 0) {
      return { tokenizer: tokenizerNamed(name, '', new Map()), lowercase };
    }
  }
  return { tokenizer: tokenizerNamed('13a', '', new Map()), lowercase: false };
}
