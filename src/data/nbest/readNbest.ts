/** N-best lists of one or more files over the same segments, merged: what says the same with the same features stands once. */
import { basename } from 'node:path';
import { UsageError, counted, suggest } from '../../core/index.ts';
import { digestOf } from '../digestOf.ts';
import { FeatureNames } from '../../lattice/index.ts';
import { type Candidates, mergeCandidates } from '../../tune/index.ts';
import { checkStandardInput } from '../input.ts';
import { FeatureLabels } from './featureLabels.ts';
import { type NbestFormat, nbestFormats } from './nbestFormat.ts';
import { type NbestFile, type NbestFileOptions, readNbestFile } from './readNbestFile.ts';

export interface NbestRequest extends NbestFileOptions {
  readonly files: readonly string[];
  /** Features known already, such as those of an earlier run; new ones are added. */
  readonly names?: FeatureNames;
  /** Keep what says the same with the same features, as samples do. */
  readonly keepRepeated?: boolean;
}

export interface ReadNbest {
  readonly candidates: Candidates;
  /** What was found and what was left out, for the report. */
  readonly notes: readonly string[];
  /** File and line of the first candidate without a total; undefined if all have one. */
  readonly withoutTotal?: string;
  /** Of the names and contents of the files. */
  readonly sha256: string;
}

export async function readNbest({
  files,
  names = new FeatureNames(),
  keepRepeated = false,
  ...options
}: NbestRequest): Promise<ReadNbest> {
  checkRequest(files, options.format);
  const labels = new FeatureLabels(names);
  const read: NbestFile[] = [];
  for (const path of files) read.push(await readNbestFile(path, labels, options));
  const { candidates, added, repeated } = mergeCandidates(
    read.map((file) => file.candidates),
    keepRepeated,
  );
  const notes = files.flatMap((path, f) =>
    files.length > 1 || repeated[f]! > 0
      ? [
          `${path}: ${counted(added[f]!, 'candidate')}${repeated[f]! > 0 ? `, and ${repeated[f]} left out that stood before` : ''}.`,
        ]
      : [],
  );
  const withoutTotal = read.find((file) => file.withoutTotal !== undefined)?.withoutTotal;
  return {
    candidates,
    notes: [
      ...notes,
      // Only now, since what stands in one file may be missing in one before it.
      ...read.flatMap(({ presence, candidates: { texts } }, f) => presence.notes(files[f]!, names.names, texts.length)),
      ...emptyLists(candidates),
    ],
    ...(withoutTotal !== undefined && { withoutTotal }),
    sha256: digestOf(read.map(({ sha256 }, f) => [basename(files[f]!), sha256])),
  };
}

function checkRequest(files: readonly string[], format: NbestFormat | undefined): void {
  if (files.length === 0)
    throw new UsageError('No n-best lists given. Name one or more files, or - for standard input.');
  checkStandardInput(files);
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
