/**
 * Statistics files: sums of the rows of some segments, which can be added to those of others. A metric is a sum, so files of all shards of a
 * test set give the scores of the test set, to the last bit.
 */
import { existsSync, readFileSync } from 'node:fs';
import { type ExactSum, ExactSums, UsageError, counted, isUsageError, pick, present } from '../core/index.ts';
import type { Evaluation, InputWarning } from '../measure/index.ts';
import { heldFile } from './heldFiles.ts';
import { digestOf } from './input.ts';
import { type Shard, printShard } from './shard.ts';

const kind = 'assay statistics';
/** Of the layout of the file. */
const layout = 1;

/** The sums that one metric needs, with its settings. */
interface SummedMetric {
  /** As typed on the command line: `bleu(tok=intl)`. */
  readonly metric: string;
  readonly signature: string;
  /** The hash of what it learned from all references, if it had to. */
  readonly prepared?: string;
  /** What the numbers in a row mean. */
  readonly statistics: readonly string[];
  /** By system, then statistic. */
  readonly sums: readonly (readonly ExactSum[])[];
}

/** What was read at once. */
export interface StatisticsPart {
  /** Of what was read. */
  readonly sha256: string;
  readonly segments: number;
  readonly shard?: Shard;
  /** If it is a shard: the checksum of all shards together. */
  readonly whole?: string;
  readonly notes: readonly string[];
  readonly warnings: readonly InputWarning[];
}

/** The content of a statistics file. */
export interface Statistics {
  readonly systems: readonly string[];
  /** References per segment, or `var`. */
  readonly references: number | 'var';
  /** Options that change what is read from the same files. */
  readonly reading: Readonly<Record<string, unknown>>;
  readonly metrics: readonly SummedMetric[];
  /** In the order of shards. */
  readonly parts: readonly StatisticsPart[];
}

/** Statistics and the file they are from. */
export interface NamedStatistics extends Statistics {
  readonly file: string;
}

/** The file as text; equal statistics give equal bytes. */
export function printStatistics({ systems, references, reading, metrics, parts }: Statistics): string {
  const segments = segmentsOf({ parts });
  const content = {
    kind,
    version: layout,
    systems,
    segments,
    references,
    reading,
    metrics: metrics.map((metric) => ({ ...metric, sums: writtenSums([metric.sums])[0] })),
    parts,
  };
  return `${JSON.stringify({ ...content, sha256: digestOf(content) })}\n`;
}

type Sums = readonly (readonly ExactSum[])[];

/** Sums by metric, system and statistic, as JSON has them, which has no infinities. */
export const writtenSums = (sums: readonly Sums[]): readonly Sums[] =>
  sums.map((ofMetric) =>
    ofMetric.map(
      (ofSystem) =>
      ofSystem.map((sum) => (typeof sum === 'number' && !Number.isFinite(sum) ? (String(sum) as unknown as number) : sum)), // prettier-ignore
    ),
  );

export const readSums = (sums: readonly Sums[]): readonly Sums[] =>
  sums.map((ofMetric) =>
    ofMetric.map((ofSystem) => ofSystem.map((sum) => (typeof sum === 'string' ? Number(sum) : sum))),
  );

/** Reads a statistics file, and refuses it if a byte of it was changed or lost. */
export function readStatistics(file: string): NamedStatistics {
  const content = readSealed(file, kind, layout, 'assay score … --statistics') as unknown as Statistics;
  return {
    ...content,
    metrics: content.metrics.map((metric) => ({ ...metric, sums: readSums([metric.sums])[0]! })),
    file,
  };
}

/** The content of a file of JSON that ends with the checksum of the rest. `madeBy` is the command that writes such files. */
export function readSealed(file: string, wanted: string, version: number, madeBy: string): Record<string, unknown> {
  const notOne = `${file} is not a file of ${wanted}. Give files that \`${madeBy}\` wrote.`;
  let text: string;
  try {
    text = Buffer.from(heldFile(file) ?? readFileSync(file)).toString();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`Cannot read ${file}: ${code === 'ENOENT' ? 'there is no such file' : code}.`);
  }
  const isOne = text.startsWith(`{"kind":${JSON.stringify(wanted)}`);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new UsageError(isOne ? `${file} is damaged: it ends too early or was changed. Make it again.` : notOne);
  }
  if (!isOne || typeof parsed !== 'object') throw new UsageError(notOne);
  const { sha256, ...content } = parsed as Record<string, unknown>;
  if (content['version'] !== version) {
    throw new UsageError(
      `${file} has version ${String(content['version'])} of its layout, but this version of Assay reads version ${version}. Use one version of Assay for all shards.`,
    );
  }
  if (sha256 !== digestOf(content)) {
    throw new UsageError(`${file} is damaged: its content does not match its checksum. Make it again.`);
  }
  return content;
}

/** The statistics in a file, if it is there and whole. */
export function finishedStatistics(file: string): NamedStatistics | undefined {
  try {
    return existsSync(file) ? readStatistics(file) : undefined;
  } catch (error) {
    if (isUsageError(error)) return undefined; // it is written again
    throw error;
  }
}

const segmentsOf = ({ parts }: Pick<Statistics, 'parts'>): number =>
  parts.reduce((sum, { segments }) => sum + segments, 0);

/** The number of references as a signature has it is a fact of the segments, not a setting. */
const settingsOf = (signature: string): string => signature.replace(/\|nrefs:[^|]*/, '');

/** Adds up statistics of different parts of a test set. `expect`: how many parts there must be. */
export function mergeStatistics(files: readonly NamedStatistics[], expect?: number): Statistics {
  const [first, ...others] = files;
  if (!first) throw new UsageError('No files given. Name statistics files to merge.');
  for (const other of others) checkSame(first, other);
  const parts = joinedParts(files);
  checkComplete(parts, expect);
  const references = others.every((other) => other.references === first.references) ? first.references : 'var';
  return {
    ...pick(first, ['systems', 'reading']),
    references,
    parts,
    metrics: first.metrics.map((metric, m) => ({
      ...metric,
      signature: metric.signature.replace(/\|nrefs:[^|]*/, `|nrefs:${references}`),
      sums: metric.sums.map((ofSystem, s) => {
        const sums = new ExactSums(ofSystem.length);
        for (const file of files) file.metrics[m]!.sums[s]!.forEach((sum, k) => sums.add(k, sum));
        return ofSystem.map((_, k) => sums.exact(k));
      }),
    })),
  };
}

/** Refuses statistics that cannot be added, and says in what they differ. */
function checkSame(first: NamedStatistics, other: NamedStatistics): void {
  const refuse = (what: string, of: (file: NamedStatistics) => string, advice: string): never => {
    throw new UsageError(
      `${other.file} and ${first.file} have different ${what}: ${of(other)}, and ${of(first)}. ${advice}`,
    );
  };
  if (other.systems.join('\n') !== first.systems.join('\n')) {
    refuse('systems', ({ systems }) => systems.join(', '), 'Score the same systems in the same order; -n names them.');
  }
  const names = ({ metrics }: Statistics): string => metrics.map(({ metric }) => metric).join(' ');
  if (names(other) !== names(first)) refuse('metrics', names, 'Score all parts with the same -m.');
  for (const [m, { metric, signature }] of first.metrics.entries()) {
    if (settingsOf(other.metrics[m]!.signature) === settingsOf(signature)) continue;
    refuse(
      `signatures of ${metric}`,
      ({ metrics }) => metrics[m]!.signature,
      'Score all parts with the same settings, files and version of Assay.',
    );
  }
  const counts = [first.references, other.references];
  // Parts of one test set may differ if some of its references are empty.
  const isOneSet = first.parts[0]!.whole !== undefined && first.parts[0]!.whole === other.parts[0]!.whole;
  if (counts[0] !== counts[1] && !counts.includes('var') && !isOneSet) {
    refuse('numbers of references', ({ references }) => String(references), 'Score all parts with as many references.');
  }
  if (JSON.stringify(other.reading) !== JSON.stringify(first.reading)) {
    refuse('options for reading', ({ reading }) => JSON.stringify(reading), 'Score all parts with the same options.');
  }
  const [one, another] = [first.parts[0]!, other.parts[0]!];
  if (!one.shard !== !another.shard) {
    const [isShard, isNone] = one.shard ? [first.file, other.file] : [other.file, first.file];
    throw new UsageError(`${isShard} was made with --shard, and ${isNone} without it. Merge shards of one test set.`);
  }
  if (one.shard?.of !== another.shard?.of) {
    refuse('numbers of shards', ({ parts }) => printShard(parts[0]!.shard!), 'Merge shards of the same cut.');
  }
  if (one.whole !== another.whole) {
    refuse('inputs', ({ parts }) => parts[0]!.whole!.slice(0, 16), 'Merge shards of the same files.');
  }
}

/** All parts in order; refuses one that is there twice. */
function joinedParts(files: readonly NamedStatistics[]): StatisticsPart[] {
  const from = new Map<string, string>();
  for (const { file, parts } of files) {
    for (const { shard, sha256 } of parts) {
      const key = shard ? printShard(shard) : sha256;
      const other = from.get(key);
      if (other !== undefined) {
        const what = shard ? `shard ${key}` : `the same input, sha256:${sha256.slice(0, 16)}`;
        throw new UsageError(`${file} and ${other} both have ${what}. Give each part once.`);
      }
      from.set(key, file);
    }
  }
  const place = ({ shard }: StatisticsPart): number => shard?.part ?? 0;
  return files
    .flatMap(({ parts }) => parts)
    .sort((a, b) => place(a) - place(b) || (a.sha256 < b.sha256 ? -1 : a.sha256 > b.sha256 ? 1 : 0));
}

/** Numbers of the shards that are not there. */
export function missingShards(parts: readonly Pick<StatisticsPart, 'shard'>[]): number[] {
  const there = new Set(parts.map(({ shard }) => shard?.part));
  return Array.from({ length: parts[0]?.shard?.of ?? 0 }, (_, i) => i + 1).filter((part) => !there.has(part));
}

function checkComplete(parts: readonly StatisticsPart[], expect: number | undefined): void {
  if (expect === undefined) return;
  const of = parts[0]?.shard?.of;
  if (of !== undefined && of !== expect) {
    throw new UsageError(`--expect ${expect}: these are shards of ${of}. Type --expect ${of}.`);
  }
  const missing = missingShards(parts);
  if (missing.length > 0) throw new UsageError(missingText(missing, expect));
  if (parts.length !== expect) {
    throw new UsageError(
      `--expect ${expect}: these files hold ${counted(parts.length, 'part')}. Parts made with --shard are named if they are missing.`,
    );
  }
}

/** `Shards 3 and 7 of 16 are missing. Score and add them.` */
export const missingText = (missing: readonly number[], of: number): string =>
  `${listed('Shard', missing)} of ${of} ${missing.length === 1 ? 'is' : 'are'} missing. Score and add ${missing.length === 1 ? 'it' : 'them'}.`;

/** `Shard 3`, `Shards 3 and 7`, `Shards 3, 7 and 9`. */
export const listed = (what: string, numbers: readonly number[]): string =>
  numbers.length === 1 ? `${what} ${numbers[0]}` : `${what}s ${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`;

/** The statistics as a run on all these segments has them. */
export const evaluationOf = ({ systems, references, metrics, parts }: Statistics): Evaluation => ({
  systems,
  references,
  segments: segmentsOf({ parts }),
  sums: metrics.map(({ sums }) => Float64Array.from(sums.flatMap(rounded))),
  rows: undefined,
  labels: new Map(),
});

const rounded = (sums: readonly ExactSum[]): number[] => sums.map((sum) => (typeof sum === 'number' ? sum : sum[0]!)); // the double next to the whole

/** What a report says about the input. */
export function inputOf({ parts }: Statistics): {
  readonly sha256: string;
  readonly notes: readonly string[];
  readonly warnings?: readonly InputWarning[];
} {
  const isWhole = parts[0]?.whole !== undefined && missingShards(parts).length === 0;
  const sha256 = isWhole
    ? parts[0]!.whole!
    : parts.length === 1
      ? parts[0]!.sha256
      : digestOf(parts.map((part) => part.sha256));
  const warnings = distinct(parts.flatMap((part) => part.warnings));
  return {
    sha256,
    notes: distinct(parts.flatMap((part) => part.notes)),
    ...present({ warnings: warnings.length > 0 ? warnings : undefined }),
  };
}

const distinct = <T>(list: readonly T[]): T[] => [
  ...new Map(list.map((each) => [JSON.stringify(each), each])).values(),
];
