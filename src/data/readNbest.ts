/**
 * Reads n-best lists from one or more files over the same segments and merges them. A candidate with the same text and the same features as
 * an earlier one is left out. With references, there are as many segments as references.
 */
import { basename } from 'node:path';
import { UsageError, counted, pick, present, suggest } from '../core/index.ts';
import { FeatureLabels, type NbestParsing, isNbest, nbestFormats, parseNbest, parseWeights } from '../formats/index.ts';
import { FeatureNames, atPlace } from '../lattice/index.ts';
import {
  type Candidates,
  type MatchedWeights,
  type MissingWeights,
  type Weights,
  matchWeights,
  mergeCandidates,
} from '../tune/index.ts';
import { type ByteStream, checkStandardInput, digestOf, withInput } from './input.ts';
import { readLines } from './readLines.ts';
import { type ReadTexts, type TextRequest, type WithReferences, readTexts } from './readTexts.ts';

/** The n-best lists to read, with their references and the options for reading them. */
export interface NbestRequest
  extends NbestParsing, Pick<TextRequest, 'references' | 'sources' | 'labels' | 'emptyReferences'> {
  readonly files: readonly string[];
  /** Read for the file `-`; by default `process.stdin`. */
  readonly stdin?: ByteStream;
  /** Known features, such as those of an earlier run; new ones are added. */
  readonly names?: FeatureNames;
  /** Keep candidates with the same text and features, as for samples. */
  readonly keepRepeated?: boolean;
}

/** With references it is a `ListSet`, for tuning. */
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
  const options = present({ ...pick(request, ['format']), segments: references?.length ?? request.segments });
  const labels = new FeatureLabels(names);
  const read: (Awaited<ReturnType<typeof parseNbest>> & { sha256: string })[] = [];
  for (const path of files) {
    await withInput(path, request.stdin, async (input) => {
      read.push({ ...(await parseNbest(input, labels, options)), sha256: input.digest() });
    });
  }
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
          `${path}: ${counted(added[f]!, 'candidate')}${repeated[f]! > 0 ? `, and ${repeated[f]} repeated ones left out` : ''}.`,
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
      // Only now, since a feature of one file can be missing in an earlier one.
      ...read.flatMap((file, f) => file.presence.notes(files[f]!, names.names, file.candidates.texts.length)),
      ...emptyLists(candidates),
    ],
    ...present({ withoutTotal }),
    sha256: references ? digestOf([digest, texts.sha256]) : digest,
  };
}

function checkRequest(files: readonly string[], format: NbestRequest['format']): void {
  if (files.length === 0)
    throw new UsageError('No n-best lists given. Name one or more files, or - for standard input.');
  if (format !== undefined && !nbestFormats.includes(format)) {
    throw new UsageError(`Unknown format ${format as string}. ${suggest(format, nbestFormats)}`);
  }
}

/** How many segments are named; the rest is counted. */
const shown = 10;

function emptyLists({ segments, starts }: Candidates): string[] {
  const empty: number[] = [];
  for (let i = 0; i < segments; i++) if (starts[i] === starts[i + 1]) empty.push(i);
  if (empty.length === 0) return [];
  const some = `${empty.slice(0, shown).join(', ')}${empty.length > shown ? ', …' : ''}`;
  return [`${empty.length} of ${counted(segments, 'segment')} without candidates, numbered from 0: ${some}.`];
}

/** Whether files are n-best lists, by the first line of each; standard input alone must be one. */
export async function holdLists(files: readonly string[]): Promise<boolean> {
  if (files.every((path) => path === '-')) return true;
  const lists: string[] = [];
  const others: string[] = [];
  for (const path of files) if (path !== '-') (isNbest(await firstLine(path)) ? lists : others).push(path);
  if (lists.length > 0 && others.length > 0) {
    throw new UsageError(`${lists[0]} is an n-best list, but ${others[0]} is not. Give files of one kind.`);
  }
  return lists.length > 0;
}

async function firstLine(path: string): Promise<string> {
  for await (const [line] of readLines(path)) return line ?? '';
  return '';
}

/** Reads feature weights from a file. */
export const readWeights = (path: string): Promise<Weights> => withInput(path, undefined, parseWeights);

/** The weights of a file for the features of a run. */
export async function readWeightsFor(
  featureNames: readonly string[],
  path: string,
  missing?: MissingWeights,
): Promise<MatchedWeights> {
  const weights = await readWeights(path);
  return atPlace(path, () => matchWeights(weights, featureNames, missing));
}
