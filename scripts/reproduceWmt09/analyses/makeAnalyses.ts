/**
 * Analyses of French and Spanish for metrics with linguistic knowledge, and alignments with the source: made by other tools, as a user would
 * do, and kept, because it takes some minutes.
 */
import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type TaskPart, readAllLines } from '../../../src/data/index.ts';
import type { Wmt09 } from '../wmt09.ts';
import { type Pair, alignTable, cutText, severalSources } from './alignTable.ts';
import { type TaggedLanguage, coreNlpVersion, tagTexts } from './coreNlp.ts';
import { keptFile } from './keptFile.ts';
import { PythonPackages, alignerVersion, simplemmaVersion } from './python.ts';
import { tagTable, taggedWords } from './tagTable.ts';

/** Where they are kept, from the root of the repository on. */
export const analysesFolder = 'node_modules/.cache/assay-wmt09';

/** Raised when what is made of the same texts by the same tools changes. */
const edition = '1';

export interface Analyses {
  /** From the current directory on. */
  readonly folder: string;
  /** Texts that have several sources. */
  readonly severalSources: number;
}

const names: Readonly<Record<TaggedLanguage, string>> = { fr: 'French', es: 'Spanish' };

export async function makeAnalyses({ task }: Wmt09, tasks: readonly string[], root: string): Promise<Analyses> {
  const folder = join(root, analysesFolder);
  mkdirSync(folder, { recursive: true });
  const python = new PythonPackages(join(root, 'scripts/reproduceWmt09/analyses'), folder);
  let several = 0;
  for (const name of tasks) {
    const part = task.parts.find((each) => each.task === name)!;
    const sides = await readSides(part);
    const language = name.slice(3);
    if (language === 'fr' || language === 'es') await tagSides(language, sides.targets.flat(), folder, python);
    several += await alignSides(name, sides, folder, python);
  }
  return { folder: relative(process.cwd(), folder), severalSources: several };
}

interface Sides {
  readonly source: readonly string[];
  /** Of the reference and of every system. */
  readonly targets: readonly (readonly string[])[];
}

async function readSides({ source, references, outputs }: TaskPart): Promise<Sides> {
  const read = async (path: string) => (await readAllLines(path)).map((line) => line.trim().replace(/\s+/gu, ' '));
  return {
    source: await read(source!),
    targets: await Promise.all([...references, ...outputs].map(({ path }) => read(path))),
  };
}

async function tagSides(
  language: TaggedLanguage,
  targets: readonly string[],
  folder: string,
  python: PythonPackages,
): Promise<void> {
  const texts = [...new Set(targets)].filter((text) => text !== '');
  const tools = [edition, coreNlpVersion, simplemmaVersion];
  await keptFile(join(folder, `${language}.tsv`), [...tools, ...texts], async () => {
    console.error(`Tagging ${names[language]} …`);
    const tagged = (await tagTexts(language, texts, folder)).map(taggedWords);
    const words = [...new Set(tagged.flat().map(({ word }) => word))];
    const lemmas = await python.lemmas(language, words);
    return tagTable(texts, tagged, new Map(words.map((word, w) => [word, lemmas[w]!])));
  });
}

async function alignSides(
  task: string,
  { source, targets }: Sides,
  folder: string,
  python: PythonPackages,
): Promise<number> {
  const sources = source.map(cutText);
  const pairs = targets
    .flatMap((lines) => lines.map((text, i): Pair => ({ source: sources[i]!, text, target: cutText(text) })))
    .filter((pair) => pair.source.words.length > 0 && pair.target.words.length > 0);
  const tools = [edition, alignerVersion];
  await keptFile(join(folder, `${task}.align.tsv`), [...tools, ...source, ...targets.flat()], async () => {
    console.error(`Aligning ${task} …`);
    const sides = pairs.map((pair) => [pair.source.words.join(' '), pair.target.words.join(' ')] as const);
    return alignTable(pairs, await python.alignments(sides));
  });
  return severalSources(pairs);
}
