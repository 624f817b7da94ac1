/**
 * N-best lists of one or more files over the same segments, merged: what says the same with the same features stands once. With
 * references there are as many segments as they have.
 */
import { basename } from 'node:path';
import { UsageError, counted, pick, present, suggest } from '../../core/index.ts';
import { digestOf } from '../digestOf.ts';
import { FeatureNames } from '../../lattice/index.ts';
import { type Candidates, mergeCandidates } from '../../tune/index.ts';
import { type ByteStream, checkStandardInput } from '../input.ts';
import { TextPool } from '../lineReader.ts';
import { parseNumber } from '../numbers.ts';
import { readLines, withLines } from '../readLines.ts';
import { type ReadTexts, type TextRequest, type WithReferences, readTexts } from '../readTexts.ts';
import { CandidateList } from './candidateList.ts';
import { FeatureLabels } from './featureLabels.ts';
import { FeaturePresence } from './featurePresence.ts';
import {
  type FeatureReader,
  type FeatureTarget,
  type NbestFormat,
  featureReader,
  nbestFormats,
} from './nbestFormat.ts';

export interface NbestRequest extends Pick<TextRequest, 'references' | 'sources' | 'labels' | 'emptyReferences'> {
  readonly files: readonly string[];
  /** Found out by the first line with features unless given. */
  readonly format?: NbestFormat;
  /** How many segments there are; unless given, as many as the last one's number says. */
  readonly segments?: number;
  /** Read for the file `-`; `process.stdin` unless given. */
  readonly stdin?: ByteStream;
  /** Features known already, such as those of an earlier run; new ones are added. */
  readonly names?: FeatureNames;
  /** Keep what says the same with the same features, as samples do. */
  readonly keepRepeated?: boolean;
}

/** With references it is a `ListSet`, which can be tuned on. */
export interface ReadNbest extends Omit<ReadTexts, 'systems' | 'texts'> {
  readonly candidates: Candidates;
  /** File and line of the first candidate without a total; undefined if all have one. */
  readonly withoutTotal?: string;
}

export async function readNbest(
  request: NbestRequest & { readonly references: readonly string[] },
): Promise<WithReferences<ReadNbest>>;
export async function readNbest(request: NbestRequest): Promise<ReadNbest>;
export async function readNbest(request: NbestRequest): Promise<ReadNbest> {
  const { files, names = new FeatureNames(), keepRepeated = false } = request;
  checkStandardInput([...files, ...(request.references ?? []), request.sources, request.labels]);
  const texts = await readTexts(pick(request, ['references', 'sources', 'labels', 'emptyReferences', 'stdin']));
  checkRequest(files, request.format);
  const { references, sources } = texts;
  const options = present({ ...pick(request, ['format', 'stdin']), segments: references?.length ?? request.segments });
  const labels = new FeatureLabels(names);
  const read: Awaited<ReturnType<typeof readFile>>[] = [];
  for (const path of files) read.push(await readFile(path, labels, options));
  const { candidates, added, repeated } = mergeCandidates(
    read.map((file) => file.candidates),
    keepRepeated,
  );
  if (sources && sources.length !== candidates.segments) {
    const segments = counted(candidates.segments, 'segment');
    throw new UsageError(`${request.sources} has ${counted(sources.length, 'line')} for ${segments}.`);
  }
  const notes = files.flatMap((path, f) =>
    files.length > 1 || repeated[f]! > 0
      ? [
          `${path}: ${counted(added[f]!, 'candidate')}${repeated[f]! > 0 ? `, and ${repeated[f]} left out that stood before` : ''}.`,
        ]
      : [],
  );
  const digest = digestOf(read.map(({ sha256 }, f) => [basename(files[f]!), sha256]));
  const withoutTotal = read.find((file) => file.withoutTotal !== undefined)?.withoutTotal;
  return {
    candidates,
    ...present({ references, sources }),
    labels: texts.labels,
    notes: [
      ...texts.notes,
      ...notes,
      // Only now, since what stands in one file may be missing in one before it.
      ...read.flatMap((file, f) => file.presence.notes(files[f]!, names.names, file.candidates.texts.length)),
      ...emptyLists(candidates),
    ],
    ...present({ withoutTotal }),
    sha256: references ? digestOf([digest, texts.sha256]) : digest,
  };
}

function checkRequest(files: readonly string[], format: NbestFormat | undefined): void {
  if (files.length === 0)
    throw new UsageError('No n-best lists given. Name one or more files, or - for standard input.');
  if (format !== undefined && !nbestFormats.includes(format)) {
    throw new UsageError(`Unknown format ${format as string}. ${suggest(format, nbestFormats)}`);
  }
}

/** Segments shown by number; the rest is counted. */
const shown = 10;

function emptyLists({ segments, starts }: Candidates): string[] {
  const empty: number[] = [];
  for (let i = 0; i < segments; i++) if (starts[i] === starts[i + 1]) empty.push(i);
  if (empty.length === 0) return [];
  const some = `${empty.slice(0, shown).join(', ')}${empty.length > shown ? ', …' : ''}`;
  return [`${empty.length} of ${counted(segments, 'segment')} without candidates, numbered from 0: ${some}.`];
}

const nbestLine = /^\s*\d+\s*\|\|\|/;

/** Whether files are n-best lists, told by the first line of each; what is read from standard input alone must be one. */
export async function holdLists(files: readonly string[]): Promise<boolean> {
  if (files.every((path) => path === '-')) return true;
  const lists: string[] = [];
  const others: string[] = [];
  for (const path of files) if (path !== '-') (nbestLine.test(await firstLine(path)) ? lists : others).push(path);
  if (lists.length > 0 && others.length > 0) {
    throw new UsageError(`${lists[0]} holds n-best lists, but ${others[0]} does not. Give files of one kind.`);
  }
  return lists.length > 0;
}

async function firstLine(path: string): Promise<string> {
  for await (const [line] of readLines(path)) return line ?? '';
  return '';
}

type FileOptions = Pick<NbestRequest, 'format' | 'segments' | 'stdin'>;

/** One list. Segments are numbered from 0 and stand in order; one that does not occur has no candidates. */
const readFile = (path: string, labels: FeatureLabels, options: FileOptions) =>
  withLines(path, options.stdin, async (reader, input) => {
    const lines = new NbestLines(input.name, labels, options);
    for await (const some of reader.rest()) for (const line of some) lines.take(line);
    const { presence, withoutTotal } = lines;
    return { candidates: lines.finish(), presence, withoutTotal, sha256: input.digest() };
  });

/** Reads `segment ||| translation ||| features ||| total`, with features in any of the formats of decoders. */
class NbestLines implements FeatureTarget {
  readonly labels: FeatureLabels;
  readonly presence = new FeaturePresence();
  /** File and line of the first candidate without a total; undefined if all have one. */
  withoutTotal: string | undefined;
  readonly #file: string;
  readonly #most: number | undefined;
  readonly #list = new CandidateList();
  /** Texts of the segment at hand: the derivations of one translation share its text. */
  readonly #texts = new TextPool();
  readonly #expected: number[] = [];
  readonly #format: NbestFormat | undefined;
  #readFeatures: FeatureReader | undefined;
  #line = 0;

  constructor(file: string, labels: FeatureLabels, { format, segments }: FileOptions) {
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
    this.#list.add(this.#texts.kept(text.trim()), this.#total(total?.trim() ?? ''));
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
}
