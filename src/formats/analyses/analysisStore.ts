/** An analyser over stored analyses. It looks a text up as written, or else by its characters without white space. */
import { UsageError, beginningOf, counted } from '../../core/index.ts';
import { type Analyser, type Analysis, type Factor, factorNames } from '../../text/index.ts';
import type { AnalysedText } from './analysedText.ts';

/** A text with white space between words normalised. */
const exactKey = (text: string): string => text.trim().replace(/\s+/gu, ' ');

/** Makes a sentence and its tokenised form match. */
const looseKey = (text: string): string => text.replace(/\s+/gu, '');

/** The analysis of a text, from one place or several. */
interface Known {
  readonly place: string;
  readonly factors: Map<Factor, readonly string[]>;
  readonly holes: Map<Factor, string>;
  analysis?: Analysis;
}

export class AnalysisStore implements Analyser {
  readonly #files: string[] = [];
  readonly #known = new Map<string, Known>();
  /** Texts that differ only in white space, and so in their words, share a key: `can not` and `cannot`. */
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

  /** Adds the texts of a file. Analyses of the same text must agree; new factors are added. */
  add(file: string, texts: Iterable<AnalysedText>): void {
    this.#files.push(file);
    for (const text of texts) {
      for (const factor of text.factors.keys()) this.#factors.add(factor);
      for (const factor of text.holes.keys()) this.#factors.add(factor);
      for (const tag of text.factors.get('tag') ?? []) this.#tags.add(tag);
      this.#put(text);
    }
  }

  /** The words joined by spaces are among the forms, so two analyses of the same words always match. */
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
        'Every output and reference must occur in an analysis file with the same characters; white space can differ.',
    );
  }

  #onlyAlike(text: string): Known | undefined {
    const alike = this.#alike.get(looseKey(text)) ?? [];
    if (alike.length < 2) return alike[0];
    throw new UsageError(
      `${beginningOf(text.trim())} has two analyses: ${alike[0]!.place} and ${alike[1]!.place} ` +
        'split its characters into different words. Make the white space of one of them match this text.',
    );
  }

  /** A factor that one text lacks can be present in others; asking for a missing factor is an error. */
  #analysis({ place, factors, holes }: Known): Analysis {
    const analysis = {};
    for (const factor of this.factors) {
      const values = factors.get(factor);
      const told = holes.get(factor) ?? `${place}: not every word has the factor ${factor}.`;
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

/** Adds an analysis of the same text from another place. */
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
    `${beginningOf(text)} has two analyses: ${known.place} and ${other.place} differ (${how}). Make them the same.`,
  );
}
