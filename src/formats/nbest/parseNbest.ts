/** One n-best list: `segment ||| translation ||| features ||| total`, with features in any of the formats of decoders. */
import { UsageError, counted, enlarged } from '../../core/index.ts';
import type { Candidates } from '../../tune/index.ts';
import { type ByteSource, LineReader, TextPool } from '../lineReader.ts';
import { parseNumber } from '../numbers.ts';
import { CandidateList } from './candidateList.ts';
import type { FeatureLabels } from './featureLabels.ts';
import { type FeatureReader, type FeatureTarget, type NbestFormat, featureReader } from './nbestFormat.ts';

export interface NbestParsing {
  /** By default inferred from the first line with features. */
  readonly format?: NbestFormat;
  /** The number of segments; by default the number of the last segment plus one. */
  readonly segments?: number;
}

/** Whether a file is an n-best list, by its first line. */
export const isNbest = (firstLine: string): boolean => /^\s*\d+\s*\|\|\|/.test(firstLine);

/**
 * Parses an n-best list in the format of any supported decoder. Segments are numbered from 0 and must be in order; a segment that does not
 * occur has no candidates.
 */
export async function parseNbest(source: ByteSource, labels: FeatureLabels, options: NbestParsing = {}) {
  const lines = new NbestLines(source.name, labels, options);
  for await (const some of new LineReader(source).rest()) for (const line of some) lines.take(line);
  const { presence, withoutTotal } = lines;
  return { candidates: lines.finish(), presence, withoutTotal };
}

class NbestLines implements FeatureTarget {
  readonly labels: FeatureLabels;
  readonly presence = new FeaturePresence();
  /** File and line of the first candidate without a total; undefined if all have one. */
  withoutTotal: string | undefined;
  readonly #file: string;
  readonly #most: number | undefined;
  readonly #list = new CandidateList();
  /** Texts of the current segment: derivations with the same translation share its text. */
  readonly #texts = new TextPool();
  readonly #expected: number[] = [];
  readonly #format: NbestFormat | undefined;
  #readFeatures: FeatureReader | undefined;
  #line = 0;

  constructor(file: string, labels: FeatureLabels, { format, segments }: NbestParsing) {
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
    // Anything after the total, such as an alignment, is ignored.
    const [number = '', text, features, total] = line.split('|||', 5);
    if (text === undefined || features === undefined) {
      throw this.fault('expected `segment ||| translation ||| features ||| total`.');
    }
    this.#enter(number.trim());
    this.#take(features);
    this.#list.add(this.#texts.kept(text.trim()), this.#total(total?.trim() ?? ''));
  }

  finish(): Candidates {
    if (this.#list.length === 0) throw new UsageError(`${this.#file} has no candidates.`);
    this.#checkExpected();
    return this.#list.finish(this.#most ?? this.#list.segments, this.labels.names.names);
  }

  /** A feature that most lines have, and that does not seem sparse, must not be missing. */
  #checkExpected(): void {
    for (const feature of this.#expected) {
      const { on, first } = this.presence.missing(feature, this.#line);
      if (on === 0 || 2 * on > this.#line) continue;
      const name = this.labels.names.names[feature]!;
      throw new UsageError(
        `${this.#file}, line ${first}: the label ${name} is missing, but ${this.#line - on} of ${this.#line} lines have it. If its value is 0, write 0.`,
      );
    }
  }

  #enter(word: string): void {
    // At most ten million, so a stray number cannot fill the memory with empty segments.
    const segment = /^\d{1,7}$/.test(word) ? Number(word) : NaN;
    if (Number.isNaN(segment)) {
      throw this.fault(
        `${JSON.stringify(word)} is not a segment number. Segments are numbered from 0 to at most 9999999.`,
      );
    }
    if (segment < this.#list.segments - 1) {
      throw this.fault(
        `segment ${segment} comes after segment ${this.#list.segments - 1}. Segments must be in ascending order, with all candidates of a segment together.`,
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
}

/** Counts the lines that have each feature, and finds the first line without it: a missing feature counts as 0, which must not go unnoticed. */
class FeaturePresence {
  #counts = new Int32Array(64);
  /** The last line that has it, counted from 1. */
  #last = new Int32Array(64);
  /** 0 if it was never missing. */
  #firstMissing = new Int32Array(64);

  see(feature: number, line: number): void {
    while (feature >= this.#counts.length) {
      this.#counts = enlarged(this.#counts);
      this.#last = enlarged(this.#last);
      this.#firstMissing = enlarged(this.#firstMissing);
    }
    const last = this.#last[feature]!;
    if (last !== line - 1 && this.#firstMissing[feature] === 0) this.#firstMissing[feature] = last + 1;
    this.#counts[feature]!++;
    this.#last[feature] = line;
  }

  /** The number of lines without a feature, and the first of them. */
  missing(feature: number, lines: number): { readonly on: number; readonly first: number } {
    const first = this.#firstMissing[feature] || (this.#last[feature] ?? 0) + 1;
    return { on: lines - (this.#counts[feature] ?? 0), first };
  }

  /** A note about missing features of a file with this many lines; features that are missing least often come first. */
  notes(file: string, names: readonly string[], lines: number): string[] {
    const missing = names
      .map((name, f) => ({ name, ...this.missing(f, lines) }))
      .filter(({ on }) => on > 0)
      .sort((a, b) => a.on - b.on);
    if (missing.length === 0) return [];
    const said = missing
      .slice(0, shown)
      .map(({ name, on, first }) => `${name} on ${on} of ${counted(lines, 'line')}, first on line ${first}`);
    const more = missing.length > shown ? `; and ${counted(missing.length - shown, 'other feature')}` : '';
    return [`${file}: missing features, which count as 0: ${said.join('; ')}${more}.`];
  }
}

/** How many features are named; the rest is counted. */
const shown = 4;
