/** One n-best list from a file: `segment ||| translation ||| features ||| total`, with features in any of the formats of decoders. */
import { UsageError } from '../../core/index.ts';
import type { Candidates } from '../../tune/index.ts';
import { type ByteStream, Input } from '../input.ts';
import { LineReader, detached } from '../lineReader.ts';
import { CandidateList } from './candidateList.ts';
import type { FeatureLabels } from './featureLabels.ts';
import { FeaturePresence } from './featurePresence.ts';
import { type FeatureReader, type FeatureTarget, type NbestFormat, featureReader } from './nbestFormat.ts';
import { parseNumber } from '../numbers.ts';

export interface NbestFileOptions {
  /** Found out by the first line with features unless given. */
  readonly format?: NbestFormat;
  /** How many segments there are; unless given, as many as the last one's number says. */
  readonly segments?: number;
  /** Read for the file `-`; `process.stdin` unless given. */
  readonly stdin?: ByteStream;
}

export interface NbestFile {
  readonly candidates: Candidates;
  readonly presence: FeaturePresence;
  /** File and line of the first candidate without a total; undefined if all have one. */
  readonly withoutTotal: string | undefined;
  readonly sha256: string;
}

/** Segments are numbered from 0 and stand in order; one that does not occur has no candidates. */
export async function readNbestFile(
  path: string,
  labels: FeatureLabels,
  options: NbestFileOptions = {},
): Promise<NbestFile> {
  const input = await Input.open(path, options.stdin ?? process.stdin);
  try {
    const lines = new NbestLines(input.name, labels, options);
    for await (const some of new LineReader(input.name, input.chunks()).rest()) {
      for (const line of some) lines.take(line);
    }
    const { presence, withoutTotal } = lines;
    return { candidates: lines.finish(), presence, withoutTotal, sha256: input.digest() };
  } finally {
    await input.close();
  }
}

class NbestLines implements FeatureTarget {
  readonly labels: FeatureLabels;
  readonly presence = new FeaturePresence();
  withoutTotal: string | undefined;
  readonly #file: string;
  readonly #most: number | undefined;
  readonly #list = new CandidateList();
  /** Texts of the segment at hand: the derivations of one translation share its text. */
  readonly #texts = new Map<string, string>();
  readonly #expected: number[] = [];
  readonly #format: NbestFormat | undefined;
  #readFeatures: FeatureReader | undefined;
  #line = 0;

  constructor(file: string, labels: FeatureLabels, { format, segments }: NbestFileOptions) {
    this.#file = file;
    this.labels = labels;
    this.#most = segments;
    this.#format = format;
  }

  readonly set = (feature: number, value: number): boolean => {
    this.presence.see(feature, this.#line);
    return this.#list.set(feature, value);
  };

  readonly expect = (feature: number): void => void this.#expected.push(feature);

  readonly fault = (message: string): UsageError => new UsageError(`${this.#file}, line ${this.#line}: ${message}`);

  take(line: string): void {
    this.#line++;
    // Whatever follows the total, such as an alignment, is passed over.
    const [number = '', text, features, total] = line.split('|||', 5);
    if (text === undefined || features === undefined) {
      throw this.fault('a line must be `segment ||| translation ||| features ||| total`.');
    }
    this.#enter(number.trim());
    this.#take(features);
    this.#list.add(this.#shared(text.trim()), this.#total(total?.trim() ?? ''));
  }

  finish(): Candidates {
    if (this.#list.length === 0) throw new UsageError(`${this.#file} holds no candidates.`);
    this.#checkExpected();
    return this.#list.finish(this.#most ?? this.#list.segments, this.labels.names.names);
  }

  /** What most lines have, and seems to be no sparse feature, was lost where it is missing. */
  #checkExpected(): void {
    for (const feature of this.#expected) {
      const { on, first } = this.presence.missing(feature, this.#line);
      if (on === 0 || 2 * on > this.#line) continue;
      const name = this.labels.names.names[feature]!;
      throw new UsageError(
        `${this.#file}, line ${first}: the label ${name} is missing, which ${this.#line - on} of ${this.#line} lines have. If it is 0, write that.`,
      );
    }
  }

  #enter(word: string): void {
    // Up to ten million, so that a stray number does not fill the memory with empty segments.
    const segment = /^\d{1,7}$/.test(word) ? Number(word) : NaN;
    if (Number.isNaN(segment)) {
      throw this.fault(
        `${JSON.stringify(word)} is no number of a segment. They are numbered from 0 to at most 9999999.`,
      );
    }
    if (segment < this.#list.segments - 1) {
      throw this.fault(
        `segment ${segment} comes after segment ${this.#list.segments - 1}. Segments must rise, each in one piece.`,
      );
    }
    if (this.#most !== undefined && segment >= this.#most) {
      throw this.fault(
        `there is no segment ${segment}: there are references for ${this.#most}, and segments are numbered from 0.`,
      );
    }
    if (segment >= this.#list.segments) this.#texts.clear();
    while (this.#list.segments <= segment) this.#list.nextSegment();
  }

  #take(features: string): void {
    if (features.trim() === '' && !this.#format && !this.#readFeatures) return;
    this.#readFeatures ??= featureReader(this.#format, features, this.fault);
    this.#readFeatures(features, this);
  }

  #total(word: string): number {
    if (word === '') {
      this.withoutTotal ??= `${this.#file}, line ${this.#line}`;
      return NaN;
    }
    const total = parseNumber(word);
    if (total !== undefined && Number.isFinite(total)) return total;
    throw this.fault(`the total is ${JSON.stringify(word)}. It must be a finite number.`);
  }

  #shared(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    const own = detached(text);
    this.#texts.set(own, own);
    return own;
  }
}
