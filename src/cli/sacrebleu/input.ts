/** The texts of a run: references from files or test sets, systems from files or from the columns of standard input. */
import { stripEnd } from '../../text/index.ts';
import { ExitCode, Failure, type Log } from './failure.ts';
import type { Settings } from './flags.ts';
import { readLines, readStandardInput } from './readLines.ts';
import { type CachedSet, keptSegments, referenceFiles } from './testSets.ts';

export interface Systems {
  readonly names: readonly string[];
  /** By system, then segment. */
  readonly systems: readonly (readonly string[])[];
}

export interface Texts extends Systems {
  /** By reference, then segment. */
  readonly references: readonly (readonly string[])[];
}

/** Several test sets are read one after the other; with --num-refs the references are the columns of one file. */
export async function readReferences(
  { references: files, numRefs, encoding }: Settings,
  sets: readonly CachedSet[],
  log: Log,
): Promise<string[][]> {
  const filesOfSets = sets.length === 0 ? [files] : sets.map(referenceFiles);
  for (const [i, found] of filesOfSets.entries()) {
    if (found.length === 0) log.warn(`${sets[i]!.set} has no references for ${sets[i]!.pair}.`);
  }
  const references = Array.from({ length: Math.max(filesOfSets[0]!.length, numRefs) }, (): string[] => []);
  for (const filesOfSet of filesOfSets) {
    for (const [r, file] of filesOfSet.entries()) {
      const lines = await readLines(file, encoding);
      if (numRefs === 1) {
        if (!references[r]) throw new Failure('The test sets differ in their number of references.');
        for (const line of lines) references[r].push(line);
      } else {
        for (const [i, line] of lines.entries()) {
          splitColumns(line, numRefs, i + 1).forEach((text, column) => references[column]!.push(text));
        }
      }
    }
  }
  return references;
}

/** Further tabs belong to the last column. */
function splitColumns(line: string, count: number, number: number): string[] {
  const fields = line.split('\t');
  const columns =
    count < 1 || fields.length <= count ? fields : [...fields.slice(0, count - 1), fields.slice(count - 1).join('\t')];
  if (columns.length !== count) {
    throw new Failure(`Line ${number} of the references has ${columns.length} columns, not ${count}.`, ExitCode.fields);
  }
  return columns;
}

/**
 * A system is named after its file as given; those of standard input are numbered. In paired tests the baseline may be
 * given again, so that a pattern such as `out/*` may follow it.
 */
export async function readSystems(
  { input, encoding, pairedBs, pairedAr }: Settings,
  stdin: NodeJS.ReadableStream,
  log: Log,
): Promise<Systems> {
  if (input) {
    const names: string[] = [];
    const systems: string[][] = [];
    for (const file of input) {
      if (!names.includes(file)) {
        systems.push(await readLines(file, encoding));
        names.push(file);
      } else if ((pairedBs || pairedAr) && file === names[0]) {
        log.info(`${file} is the baseline, so it is not read again.`);
      } else {
        throw new Failure(`${file} is given twice; each system needs a name of its own.`);
      }
    }
    return { names, systems };
  }
  const [first = '', ...others] = await readStandardInput(stdin, encoding);
  // As in sacreBLEU, white space before a tab stays in the first line only.
  const systems = first.split('\t').map((text) => [text]);
  for (const line of others) {
    const fields = line.split('\t');
    if (fields.length !== systems.length) {
      throw new Failure(
        `Standard input has ${systems.length} tab-separated columns in its first line, but ${fields.length} in another.`,
        ExitCode.fields,
      );
    }
    fields.forEach((text, s) => systems[s]!.push(stripEnd(text)));
  }
  return { names: systems.map((_, s) => `System ${s + 1}`), systems };
}

/** What --origlang and --subset leave. */
export async function filterTexts(texts: Texts, sets: readonly CachedSet[], settings: Settings): Promise<Texts> {
  const kept = await keptSegments(sets, settings);
  if (!kept) return texts;
  const filter = (stream: readonly string[]) => stream.filter((_, i) => kept[i]);
  return { ...texts, systems: texts.systems.map(filter), references: texts.references.map(filter) };
}

export function checkLengths({ names, systems, references }: Texts, { testSet, references: files }: Settings): void {
  for (const [s, system] of systems.entries()) {
    if (system.length === 0) throw new Failure(`${testSet ?? names[s]} has no segments to score.`);
    for (const [r, reference] of references.entries()) {
      if (reference.length === system.length) continue;
      throw new Failure(
        `${names[s]} has ${system.length} segments, but ${files[r] ?? `reference ${r + 1}`} has ${reference.length}: they must have the same number of lines.`,
      );
    }
  }
}
