/** Analyses of many texts as an analyser, which finds a text as it stands or else by its characters without white space. */
import { UsageError, beginningOf, counted } from '../../core/index.ts';
import { type Analyser, type Analysis, type Factor, factorNames } from '../../text/index.ts';
import type { AnalysedText } from './analysedText.ts';

/** A text as it stands, but for how much white space is between two words. */
const exactKey = (text: string): string => text.trim().replace(/\s+/gu, ' ');

/** So that a sentence and its tokenised form meet. */
const looseKey = (text: string): string => text.replace(/\s+/gu, '');

/** What is known of a text, from one place or several. */
interface Known {
  readonly place: string;
  readonly factors: Map<Factor, readonly string[]>;
  readonly holes: Map<Factor, string>;
  analysis?: Analysis;
}

export class AnalysisStore implements Analyser {
  readonly #files: string[] = [];
  readonly #known = new Map<string, Known>();
  /** Texts that differ in nothing but white space, and in their words, share one: `can not` and `cannot`. */
  readonly #alike = new Map<string, readonly Known[]>();
  readonly #factors = new Set<Factor>(['word']);
  readonly #tags = new Set<string>();

  get name(): string {
    return this.#files.join(', ');
  }

  get factors(): readonly Factor[] {
    return factorNames.filter((factor) => this.#factors.has(factor));
  }

  get tags(): readonly string[] {
    return [...this.#tags].sort();
  }

  /** Texts of a file. What was said of a text before must not be said otherwise; further factors are added. */
  add(file: string, texts: Iterable<AnalysedText>): void {
    this.#files.push(file);
    for (const text of texts) {
      for (const factor of text.factors.keys()) this.#factors.add(factor);
      for (const factor of text.holes.keys()) this.#factors.add(factor);
      for (const tag of text.factors.get('tag') ?? []) this.#tags.add(tag);
      this.#put(text);
    }
  }

  /** The words with spaces between are among the texts, so that two analyses of the same words always meet. */
  #put({ texts, place, factors, holes }: AnalysedText): void {
    let known: Known = { place, factors: new Map(factors), holes: new Map(holes) };
    for (const text of texts) {
      const before = this.#known.get(exactKey(text));
      if (!before || before === known) continue;
      join(before, known, text);
      known = before;
    }
    for (const text of texts) {
      this.#known.set(exactKey(text), known);
      const alike = this.#alike.get(looseKey(text)) ?? [];
      if (!alike.includes(known)) this.#alike.set(looseKey(text), [...alike, known]);
    }
  }

  analyse(_words: readonly string[], text: string): Analysis {
    const known = this.#known.get(exactKey(text)) ?? this.#onlyAlike(text);
    if (known) return (known.analysis ??= this.#analysis(known));
    if (looseKey(text) === '')
      return Object.fromEntries(this.factors.map((factor) => [factor, []])) as unknown as Analysis;
    throw new UsageError(
      `There is no analysis of ${beginningOf(text.trim())} in ${this.name}. ` +
        'Every output and reference must be in a file of analyses with the same characters; white space may differ.',
    );
  }

  #onlyAlike(text: string): Known | undefined {
    const alike = this.#alike.get(looseKey(text)) ?? [];
    if (alike.length < 2) return alike[0];
    throw new UsageError(
      `${beginningOf(text.trim())} is analysed in two ways: ${alike[0]!.place} and ${alike[1]!.place} ` +
        'cut its characters into different words. Give one of them the white space of this text.',
    );
  }

  /** What one text lacks, others may have; who asks for it is told. */
  #analysis({ place, factors, holes }: Known): Analysis {
    const analysis = {};
    for (const factor of this.factors) {
      const values = factors.get(factor);
      const told = holes.get(factor) ?? `${place}: it is not said what the ${factor} of each word is.`;
      Object.defineProperty(analysis, factor, {
        enumerable: true,
        get() {
          if (values) return values;
          throw new UsageError(told);
        },
      });
    }
    return analysis as Analysis;
  }
}

/** Adds what another place says of the same text. */
function join(known: Known, other: Known, text: string): void {
  for (const [factor, values] of other.factors) {
    const before = known.factors.get(factor);
    if (before) checkSame(factor, before, values, known, other, text);
    else known.factors.set(factor, values);
  }
  for (const [factor, told] of other.holes) if (!known.holes.has(factor)) known.holes.set(factor, told);
}

function checkSame(
  factor: Factor,
  before: readonly string[],
  values: readonly string[],
  known: Known,
  other: Known,
  text: string,
): void {
  const differs = before.findIndex((value, i) => value !== values[i]);
  if (differs < 0 && before.length === values.length) return;
  const how =
    before.length === values.length
      ? `the ${factor} of word ${differs + 1} is ${JSON.stringify(before[differs])} and ${JSON.stringify(values[differs])}`
      : `${counted(before.length, 'word')} and ${counted(values.length, 'word')}`;
  throw new UsageError(
    `${beginningOf(text)} is analysed in two ways: ${known.place} and ${other.place} differ (${how}). Make them the same.`,
  );
}
